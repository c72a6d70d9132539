// How the games of a contest were played: in which sandboxes, on which machine, by which agon. A
// contest that was gone on with somewhere else has more than one answer.
#include "report/report_tables.h"

#include "base/columns.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct report_starts_walk {
    struct report *report;
    struct error error;
};

// Keeps the entry if it tells anything new. One without any games after it is replaced by the next.
static bool report_starts_take(void *user, const struct store_entry *entry)
{
    struct report_starts_walk *walk = user;
    struct report *r = walk->report;
    struct start_entry start;
    if (strcmp(entry->kind, START_ENTRY_KIND) != 0)
        return true;
    if (!start_entry_read(&start, entry->words))
        return error_set(
            &walk->error, "entry %" PRId64 " of the log, about a start, makes no sense", entry->id);
    if (r->start_count > 0 && r->starts[r->start_count - 1].row == start.row)
        r->start_count--;
    if (r->start_count > 0 && start_entry_equal(&r->starts[r->start_count - 1], &start))
        return true;
    struct start_entry *more = realloc(r->starts, (r->start_count + 1) * sizeof *more);
    if (!more)
        return error_set(&walk->error, "out of memory");
    r->starts = more;
    r->starts[r->start_count++] = start;
    return true;
}

bool report_starts_gather(struct report *r, struct error *e)
{
    struct report_starts_walk walk = {.report = r};
    if (!reader_walk_log(r->archive->reader, report_starts_take, &walk, e))
        return false;
    return walk.error.words[0] == '\0' || error_set(e, "%s", walk.error.words);
}

// --- For people ---

// The rows of games that were stored after this start and before the next: "rows 1 to 40".
static void report_starts_text_rows(const struct report *r, size_t i, struct text *out)
{
    text_format(out, "rows %" PRId64, r->starts[i].row);
    if (i + 1 < r->start_count)
        text_format(out, " to %" PRId64, r->starts[i + 1].row - 1);
    else
        text_string(out, " on");
}

void report_starts_each(const struct report *r,
    void (*each)(void *user, const char *key, const char *value), void *user)
{
    for (size_t i = 0; i < r->start_count; i++) {
        char key[64];
        struct text rows = TEXT_IN(key), value = text_growing();
        report_starts_text_rows(r, i, &rows);
        start_entry_text_sandboxes(&value, &r->starts[i]);
        if (r->start_count == 1) {
            each(user, "sandbox", value.bytes);
            text_clear(&value);
        } else {
            text_string(&value, "; ");
        }
        start_entry_text_machine(&value, &r->starts[i]);
        each(user, r->start_count == 1 ? "machine" : key, value.bytes);
        text_destroy(&value);
    }
    if (r->definition->file.scale_time)
        each(user, "times", "scaled by the speed of the machine that played");
}

bool report_starts_differ(const struct report *r)
{
    return r->start_count > 1;
}

// --- For programs ---

static void report_starts_json_layers(struct text *out, const char *layers)
{
    const char *comma = "";
    for (const char *at = layers; *at != '\0';) {
        size_t length = strcspn(at, ",");
        text_string(out, comma);
        text_json_bytes(out, at, length);
        comma = ",";
        at += length + (at[length] == ',');
    }
}

static void report_starts_json_one(struct text *out, const struct start_entry *s)
{
    text_format(out, "{\"row\":%" PRId64 ",\"machine\":", s->row);
    text_json(out, s->machine);
    text_format(out, ",\"cores\":%" PRId64 ",\"agon\":", s->cores);
    text_json(out, s->agon);
    text_string(out, ",\"libraries\":");
    text_json(out, s->libraries);
    text_string(out, ",\"sandboxes\":[");
    for (size_t i = 0; i < s->sandbox_count; i++) {
        text_string(out, i > 0 ? ",{\"manner\":" : "{\"manner\":");
        text_json(out, s->sandboxes[i].manner);
        text_string(out, ",\"layers\":[");
        report_starts_json_layers(out, s->sandboxes[i].layers);
        text_string(out, "]}");
    }
    text_string(out, "]}");
}

void report_starts_json(const struct report *r, struct text *out)
{
    text_string(out, ",\"starts\":[");
    for (size_t i = 0; i < r->start_count; i++) {
        text_string(out, i > 0 ? "," : "");
        report_starts_json_one(out, &r->starts[i]);
    }
    text_char(out, ']');
}
