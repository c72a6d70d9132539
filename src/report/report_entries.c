// What has played, in a report: the hash of every entry, and of those that were replaced. It says
// which bot it was, and not where it lies or how it is run.
#include "report/json.h"
#include "report/report_tables.h"

#include "contest/entry_text.h"

#include <inttypes.h>

// Calls `each` for every version of every player that is an entry: by player, the first one first.
static void report_entries_walk(const struct report *r,
    void (*each)(void *user, const char *player, int version, const char *hash), void *user)
{
    const struct contest_file *f = &r->definition->file;
    for (size_t i = 0; i < f->player_count; i++) {
        for (int version = 1; version <= f->players[i].version; version++) {
            const struct contest_player *p = &f->players[i];
            struct entry_text entry;
            while (p && p->version != version)
                p = p->before;
            if (p && p->player && entry_text_read(&entry, p->player, NULL))
                each(user, f->players[i].name, version, entry.hash);
        }
    }
}

static void report_entries_add_row(void *user, const char *player, int version, const char *hash)
{
    struct text_table *table = user;
    text_table_text(table, player);
    text_table_cell(table, "%d", version);
    text_table_text(table, hash);
}

void report_table_entries(const struct report *r, struct text_table *table)
{
    text_table_text(table, "entry");
    text_table_text(table, "version");
    text_table_text(table, "hash");
    report_entries_walk(r, report_entries_add_row, table);
}

struct report_entries_list {
    struct text *out;
    bool some;
};

static void report_entries_add_object(void *user, const char *player, int version, const char *hash)
{
    struct report_entries_list *list = user;
    text_string(list->out, list->some ? ",{\"player\":" : ",\"entries\":[{\"player\":");
    text_json(list->out, player);
    text_format(list->out, ",\"version\":%d", version);
    json_key_text(list->out, "hash", hash);
    text_char(list->out, '}');
    list->some = true;
}

void report_entries_json(const struct report *r, struct text *out)
{
    struct report_entries_list list = {out, false};
    report_entries_walk(r, report_entries_add_object, &list);
    text_string(out, list.some ? "]" : "");
}
