#include "author/check_report.h"

#include "base/clock.h"
#include "base/quantity.h"
#include "report/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { CHECK_LABEL_COLUMNS = 12, CHECK_COLUMNS_LEAST = 40 };

// --- For people ---

static void check_report_count(struct text *out, int64_t number, const char *noun)
{
    text_format(out, "%" PRId64 " %s%s", number, noun, number == 1 ? "" : "s");
}

static void check_report_coloured(
    const struct check_report *r, struct text *out, const char *code, const char *words)
{
    if (r->colour)
        text_format(out, "\033[%sm%s\033[0m", code, words);
    else
        text_string(out, words);
}

// A line "  label     words". Words that do not fit into the page are wrapped at blanks, or cut in
// a text that came from the wire.
static void check_report_line(
    const struct check_report *r, struct text *out, const char *label, const char *words, bool cut)
{
    if (words[0] == '\0')
        return;
    text_format(out, "  %-*s", CHECK_LABEL_COLUMNS - 2, label);
    size_t length = strlen(words);
    size_t room = r->columns > CHECK_COLUMNS_LEAST ? (size_t)r->columns - CHECK_LABEL_COLUMNS : 0;
    if (room == 0 || length <= room) {
        text_format(out, "%s\n", words);
        return;
    }
    if (cut) {
        text_bytes(out, words, room - 3);
        text_string(out, "...\n");
        return;
    }
    while (length > room) {
        size_t end = room;
        while (end > 0 && words[end] != ' ')
            end--;
        end = end > 0 ? end : room;
        text_bytes(out, words, end);
        words += end + (words[end] == ' ');
        length = strlen(words);
        text_format(out, "\n%*s", CHECK_LABEL_COLUMNS, "");
    }
    text_format(out, "%s\n", words);
}

// Lines of a bot, as it wrote them: each is cut to the page.
static void check_report_lines(
    const struct check_report *r, struct text *out, const char *label, const char *lines)
{
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        struct text line = text_growing();
        text_visible(&line, lines, length);
        if (length > 0)
            check_report_line(r, out, label, line.bytes, true);
        text_destroy(&line);
        label = length > 0 ? "" : label;
        lines += length + (lines[length] == '\n');
    }
}

static void check_report_finding(
    const struct check_report *r, const struct check_finding *f, struct text *out)
{
    text_char(out, '\n');
    check_report_coloured(r, out, f->warning ? "33" : "31", f->warning ? "warning" : "error");
    text_format(out, " %s  %s", f->rule, f->words);
    if (f->count > 1) {
        text_string(out, "   (");
        check_report_count(out, f->count, "time");
        if (check_finding_cases(f) > 1)
            text_format(out, " in %d cases", check_finding_cases(f));
        text_char(out, ')');
    }
    text_char(out, '\n');
    check_report_line(r, out, "sent", f->sent, true);
    check_report_line(r, out, "expected", f->expected, false);
    check_report_line(r, out, "seen", f->seen, false);
    check_report_lines(r, out, "stderr", f->last_words);
    if (f->kind == FINDING_ILLEGAL || f->kind == FINDING_CRASH || f->kind == FINDING_SILENT)
        check_report_line(r, out, "position", f->position, true);
    check_report_line(r, out, "mend", f->mend, false);
    text_format(
        out, "  %-*s%s --case %s\n", CHECK_LABEL_COLUMNS - 2, "again", r->again, f->case_id);
}

static void check_report_head(const struct check_report *r, struct text *out)
{
    const struct check_result *c = r->result;
    char name[4 * WIRE_NAME_BYTES];
    struct text shown = TEXT_IN(name);
    text_visible(&shown, r->player->name, strlen(r->player->name));
    if (c->unstarted) {
        text_format(out, "%s cannot be started", name);
    } else if (c->errors > 0) {
        text_format(out, "%s is not correct: ", name);
        check_report_count(out, c->errors, "error");
    } else {
        text_format(out, "%s is correct", name);
    }
    if (c->warnings > 0) {
        text_string(out, ", ");
        check_report_count(out, c->warnings, "warning");
    }
    text_format(out, ".   %s, ", r->player->wire->name);
    check_report_count(out, c->begun, "game");
    text_string(out, ", ");
    check_report_count(out, c->answers, "answer");
    text_format(out, ", %.1f s\n", (double)c->wall_ns / 1e9);
}

static void check_report_left_out(const struct check_result *c, struct text *out)
{
    const char *before = c->shortened ? "left out because the bot is slow, or fails there:  "
                                      : "not played to the end, since the bot fails there:  ";
    for (size_t i = 0; i < c->case_count; i++) {
        if (!c->cases[i].left_out)
            continue;
        text_format(out, "%s%s (%d of %d games)", before, c->cases[i].id, c->cases[i].games,
            c->cases[i].planned);
        before = ", ";
    }
    if (strcmp(before, ", ") == 0)
        text_char(out, '\n');
    else if (c->shortened)
        text_string(out, "some games were not played to their end, because the bot is slow\n");
}

static void check_report_figures(const struct check_report *r, struct text *out)
{
    const struct check_result *c = r->result;
    if (c->answers == 0)
        return;
    text_format(out, "\nslowest answer  %.1f ms of %" PRId64 "   (%s, game %d, move %d)\n",
        (double)c->slowest.amount / 1e6, c->slowest.limit / NS_PER_MS, c->slowest.case_id,
        c->slowest.game, c->slowest.move);
    text_format(out, "largest answer  %" PRId64 " bytes of %" PRId64 "   (%s, game %d, move %d)\n",
        c->largest.amount, c->largest.limit, c->largest.case_id, c->largest.game, c->largest.move);
    if (c->memory_bytes > 0) {
        text_string(out, "memory          ");
        quantity_print_measured_bytes(out, c->memory_bytes);
        text_string(out, " at most\n");
    }
    check_report_left_out(c, out);
}

void check_report_text(const struct check_report *r, struct text *out)
{
    const struct check_findings *list = &r->result->findings;
    check_report_head(r, out);
    for (size_t i = 0; i < list->count; i++)
        check_report_finding(r, &list->list[i], out);
    if (list->more > 0)
        text_format(out, "\nand %d findings more\n", list->more);
    check_report_figures(r, out);
    text_format(out, "again:  %s\n", r->again);
}

// --- For programs ---

static void check_report_json_finding(const struct check_finding *f, struct text *out)
{
    text_format(
        out, "{\"rule\":\"%s\",\"severity\":\"%s\"", f->rule, f->warning ? "warning" : "error");
    json_key_text(out, "case", f->case_id);
    text_format(out, ",\"game\":%d,\"move\":%d,\"count\":%d,\"cases\":%d", f->game, f->move,
        f->count, check_finding_cases(f));
    json_key_text(out, "words", f->words);
    json_key_text(out, "sent", f->sent);
    json_key_text(out, "expected", f->expected);
    json_key_text(out, "seen", f->seen);
    json_key_text(out, "stderr", f->last_words);
    json_key_text(out, "mend", f->mend);
    text_string(out, ",\"position\":");
    f->position[0] ? text_json(out, f->position) : text_string(out, "null");
    text_char(out, '}');
}

static void check_report_json_extreme(const char *key, const char *unit, double amount,
    const struct check_extreme *x, struct text *out)
{
    if (!x->case_id) {
        text_format(out, ",\"%s\":null", key);
        return;
    }
    text_format(out, ",\"%s\":{\"%s\":%g", key, unit, amount);
    json_key_text(out, "case", x->case_id);
    text_format(out, ",\"game\":%d,\"move\":%d}", x->game, x->move);
}

static void check_report_json_cases(const struct check_result *c, struct text *out)
{
    text_string(out, ",\"cases\":[");
    for (size_t i = 0; i < c->case_count; i++) {
        const struct check_case_result *row = &c->cases[i];
        text_format(out, "%s{\"id\":\"%s\",\"rules\":", i > 0 ? "," : "", row->id);
        text_json(out, row->rules);
        text_format(out, ",\"games\":%d,\"planned\":%d,\"left_out\":%s}", row->games, row->planned,
            row->left_out ? "true" : "false");
    }
    text_char(out, ']');
}

void check_report_json(const struct check_report *r, struct text *out)
{
    const struct check_result *c = r->result;
    text_string(out, "{\"bot\":");
    text_json(out, r->player->name);
    json_key_text(out, "game", r->player->wire->game->name);
    json_key_text(out, "wire", r->player->wire->name);
    text_format(out, ",\"correct\":%s,\"started\":%s,\"errors\":%d,\"warnings\":%d,\"findings\":[",
        c->errors == 0 ? "true" : "false", c->unstarted ? "false" : "true", c->errors, c->warnings);
    for (size_t i = 0; i < c->findings.count; i++) {
        text_string(out, i > 0 ? "," : "");
        check_report_json_finding(&c->findings.list[i], out);
    }
    text_format(out, "],\"more\":%d", c->findings.more);
    check_report_json_cases(c, out);
    check_report_json_extreme("slowest", "ms", (double)c->slowest.amount / 1e6, &c->slowest, out);
    check_report_json_extreme("largest", "bytes", (double)c->largest.amount, &c->largest, out);
    text_format(out,
        ",\"memory_bytes\":%" PRId64 ",\"games\":%" PRId64 ",\"answers\":%" PRId64
        ",\"starts\":%" PRId64 ",\"shortened\":%s,\"wall_ms\":%.3f,\"seed\":%" PRIu64,
        c->memory_bytes, c->games, c->answers, c->starts, c->shortened ? "true" : "false",
        (double)c->wall_ns / 1e6, r->seed);
}
