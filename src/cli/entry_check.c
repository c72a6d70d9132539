// agon entry check: unpacks, builds and starts an entry as a contest would, and says how it is run.
#include "arena/build.h"
#include "arena/probe.h"
#include "cli/bots_setup.h"
#include "cli/build_notice.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "report/json.h"

#include <inttypes.h>
#include <limits.h>

static void entry_check_print(const struct build *b)
{
    const struct entry *entry = &b->entry;
    print_line(stdout, "%s: OK: %zu file%s, %" PRId64 " KiB", entry->name, entry->files,
        entry->files == 1 ? "" : "s", (entry->bytes + 1023) / 1024);
    print_line(stdout, "hash   %s", entry->hash);
    for (char *const *command = entry->recipe.build; *command; command++)
        print_line(stdout, "build  %s", *command);
    print_line(stdout, "run    %s", entry->recipe.run);
    if (entry->recipe.game)
        print_line(stdout, "game   %s", entry->recipe.game->name);
    if (entry->recipe.wire)
        print_line(stdout, "wire   %s", entry->recipe.wire);
    print_line(stdout, "in     %s", b->folder);
}

static void entry_check_json_commands(struct text *out, const struct recipe *r)
{
    text_string(out, ",\"build\":[");
    for (size_t i = 0; r->build[i]; i++) {
        text_string(out, i > 0 ? "," : "");
        text_json(out, r->build[i]);
    }
    text_char(out, ']');
}

static void entry_check_json_problems(
    struct text *out, const struct build *b, const struct error *why)
{
    const struct contest_problems *p = &b->entry.problems;
    text_string(out, ",\"problems\":[");
    for (size_t i = 0; i < p->kept; i++) {
        text_format(out, "%s{\"line\":", i > 0 ? "," : "");
        p->list[i].line > 0 ? text_number(out, p->list[i].line) : text_string(out, "null");
        json_key_text(out, "words", p->list[i].words);
        text_char(out, '}');
    }
    if (p->count == 0) {
        text_string(out, "{\"line\":null");
        json_key_text(out, "words", why->words);
        text_char(out, '}');
    }
    text_format(out, "],\"more\":%zu,\"log\":", p->count - p->kept);
    text_json_bytes(out, b->said.bytes, b->said.length);
}

// `why` is NULL if all is well.
static void entry_check_print_json(const char *path, const struct build *b, const struct error *why)
{
    const struct entry *entry = &b->entry;
    struct text out = text_growing();
    text_string(&out, "{\"path\":");
    text_json(&out, path);
    text_format(&out, ",\"ok\":%s", why ? "false" : "true");
    if (why) {
        entry_check_json_problems(&out, b, why);
    } else {
        json_key_text(&out, "name", entry->name);
        json_key_text(&out, "hash", entry->hash);
        text_format(&out, ",\"files\":%zu,\"bytes\":%" PRId64, entry->files, entry->bytes);
        entry_check_json_commands(&out, &entry->recipe);
        json_key_text(&out, "run", entry->recipe.run);
        text_string(&out, ",\"game\":");
        entry->recipe.game ? text_json(&out, entry->recipe.game->name) : text_string(&out, "null");
        text_string(&out, ",\"wire\":");
        entry->recipe.wire ? text_json(&out, entry->recipe.wire) : text_string(&out, "null");
        json_key_text(&out, "folder", b->folder);
    }
    print_document(&out, "entry/1");
}

// Does it start inside the sandbox, with what a bot gets? It is not asked for a move, so any
// protocol will do.
static bool entry_check_start(struct build *b, struct error *e)
{
    struct player player = {
        .name = "it", .sandbox = {.manner = SANDBOX_CLOSED, .limits = sandbox_default_limits()}};
    struct probe_findings findings = {0};
    const struct game *game = b->entry.recipe.game ? b->entry.recipe.game : games[0];
    bool well = wire_choose(game, NULL, &player.wire, e) && build_equip(b, &player, e) &&
        probe_sandboxes(&player, 1, &findings, e);
    if (findings.count > 0)
        well = error_set(e, "%.250s", findings.list[0].words);
    probe_findings_destroy(&findings);
    return well;
}

int command_entry_check(const struct command *self, int argc, char **argv)
{
    const char *path = NULL;
    bool json = false;
    const struct argument arguments[] = {{"FILE", "a folder, a .zip or a .tar.gz", &path}};
    const struct option options[] = {
        {"json", "one JSON object, also about what is wrong", .flag = &json}};
    const struct syntax syntax = {self, arguments, 1, options, 1};
    char shelf[PATH_MAX];
    struct build build;
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!build_notice_shelf(shelf, sizeof shelf, &e))
        return wrong_input(&e);
    bots_setup();
    const struct build_order order = {.path = path, .hash = "", .shelf = shelf};
    bool well = build_make(&build, &order, &e) && entry_check_start(&build, &e);
    if (json)
        entry_check_print_json(path, &build, well ? NULL : &e);
    else if (well)
        entry_check_print(&build);
    else
        build_notice_print(path, &build, &e);
    build_destroy(&build);
    link_process_teardown();
    return well ? EXIT_OK : EXIT_WRONG_INPUT;
}
