// What was done to the players of a contest, in a report. It tells who and when, but not how a
// player was started or with which environment: only the organiser, who has the log, may know that.
#include "report/report_tables.h"

struct report_changes_state {
    const struct contest_file *file;
    void (*each)(void *user, const char *kind, const char *when, const char *player);
    void *user;
};

static bool report_changes_tell(void *user, const struct store_entry *entry)
{
    const struct report_changes_state *walk = user;
    enum change_kind kind = change_find(entry->kind);
    char place[64], name[PLAYER_NAME_BYTES];
    struct text when = TEXT_IN(place);
    if (kind != CHANGE_KINDS && change_tell(walk->file, kind, entry->words, &when, name))
        walk->each(walk->user, entry->kind, place, name);
    return true;
}

static bool report_changes_walk(const struct report *r,
    void (*each)(void *user, const char *kind, const char *when, const char *player), void *user,
    struct error *e)
{
    struct report_changes_state walk = {&r->definition->file, each, user};
    return reader_walk_log(r->archive->reader, report_changes_tell, &walk, e);
}

static void report_changes_add_row(
    void *user, const char *kind, const char *when, const char *player)
{
    struct text_table *table = user;
    text_table_text(table, kind);
    text_table_text(table, player);
    text_table_text(table, when);
}

bool report_table_changes(const struct report *r, struct text_table *table, struct error *e)
{
    report_changes_add_row(table, "change", "when", "player");
    return report_changes_walk(r, report_changes_add_row, table, e);
}

struct report_changes_list {
    struct text *out;
    bool some;
};

static void report_changes_add_object(
    void *user, const char *kind, const char *when, const char *player)
{
    struct report_changes_list *list = user;
    text_string(list->out, list->some ? ",{\"kind\":" : "{\"kind\":");
    text_json(list->out, kind);
    text_string(list->out, ",\"player\":");
    text_json(list->out, player);
    text_string(list->out, ",\"when\":");
    text_json(list->out, when);
    text_char(list->out, '}');
    list->some = true;
}

bool report_changes_json(const struct report *r, struct text *out, struct error *e)
{
    struct report_changes_list list = {out, false};
    text_string(out, ",\"changes\":[");
    bool well = report_changes_walk(r, report_changes_add_object, &list, e);
    text_char(out, ']');
    return well;
}
