// agon contest check: says whether a contest file is right, or what is wrong in which line.
#include "archive/results_place.h"
#include "arena/player_text.h"
#include "arena/probe.h"
#include "arena/requirement.h"
#include "arena/roster.h"
#include "cli/bots_setup.h"
#include "cli/build_notice.h"
#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/terminal.h"
#include "fleet/shared_contest.h"
#include "link/link.h"

#include <inttypes.h>
#include <string.h>

// "OK: reversi, round-robin, 4 players, 6 pairs (12 games)"
static void contest_check_print_summary(const char *path, const struct contest_file *f)
{
    int64_t rounds = contest_file_rounds(f), pairs = contest_file_pairs(f);
    print_part(stdout, "%s: OK: %s", path, f->game->name);
    if (f->variant)
        printf(" %s", f->variant);
    printf(", %s, %zu players", contest_format_name(f->format), f->player_count);
    if (rounds > 1)
        printf(", %" PRId64 " rounds", rounds);
    if (pairs != CONTEST_PAIRS_UNKNOWN)
        printf(", %" PRId64 " pair%s (%" PRId64 " games)", pairs, pairs == 1 ? "" : "s", 2 * pairs);
    else if (f->format == CONTEST_LADDER)
        printf(", without end");
    printf("\n");
}

// A count as JSON; null if it depends on the results.
static void contest_check_key_count(struct text *out, const char *key, int64_t count)
{
    text_format(out, ",\"%s\":", key);
    count == CONTEST_PAIRS_UNKNOWN ? text_string(out, "null") : text_number(out, count);
}

static void contest_check_key_text(struct text *out, const char *key, const char *value)
{
    text_format(out, ",\"%s\":", key);
    value ? text_json(out, value) : text_string(out, "null");
}

static void contest_check_text_problems(struct text *out, const struct contest_problems *p)
{
    text_string(out, ",\"problems\":[");
    for (size_t i = 0; i < p->kept; i++) {
        text_format(out, "%s{\"line\":", i > 0 ? "," : "");
        p->list[i].line > 0 ? text_number(out, p->list[i].line) : text_string(out, "null");
        contest_check_key_text(out, "words", p->list[i].words);
        text_char(out, '}');
    }
    text_format(out, "],\"more\":%zu", p->count - p->kept);
}

// Prints the same as contest_check_print_summary, or the problems, as JSON.
static void contest_check_print_json(const char *path, const struct contest_file *f,
    const struct contest_problems *p, const struct text *entries)
{
    struct text out = text_growing();
    text_string(&out, "{\"file\":");
    text_json(&out, path);
    text_format(&out, ",\"ok\":%s", p->count == 0 ? "true" : "false");
    if (p->count == 0) {
        int64_t rounds = contest_file_rounds(f), pairs = contest_file_pairs(f);
        bool known = pairs != CONTEST_PAIRS_UNKNOWN;
        contest_check_key_text(&out, "game", f->game->name);
        contest_check_key_text(&out, "variant", f->variant);
        contest_check_key_text(&out, "format", contest_format_name(f->format));
        text_format(&out, ",\"players\":%zu", f->player_count);
        contest_check_key_count(&out, "rounds", rounds > 0 ? rounds : CONTEST_PAIRS_UNKNOWN);
        contest_check_key_count(&out, "pairs", pairs);
        contest_check_key_count(
            &out, "games", known ? GAMES_PER_PAIR * pairs : CONTEST_PAIRS_UNKNOWN);
        if (entries->length > 0)
            text_format(&out, ",\"entries\":[%s]", entries->bytes);
    } else {
        contest_check_text_problems(&out, p);
    }
    print_document(&out, "check/1");
}

// Can the layers of the sandbox be had that the file requires?
static bool contest_check_sandbox(const struct roster *l, struct error *e)
{
    sandbox_layers required;
    struct requirement_gaps gaps;
    if (!requirement_of_file(&l->definition->file, &required, e))
        return false;
    if (required == 0)
        return true;
    bool well = requirement_check(required, l->players, l->count, &gaps);
    if (!well && gaps.count == 1)
        return error_set(e, "%s", gaps.list[0].words);
    return well ||
        error_set(e, "%.200s   (and %zu more layers)", gaps.list[0].words, gaps.count - 1);
}

// --- Entries ---

struct contest_check_entries {
    bool json;
    struct text told; // for people: a line for each; for programs: JSON objects
    struct contest_problems *problems;
};

// Takes what is known of an entry, for JSON.
static void contest_check_tell_json(
    struct contest_check_entries *c, const struct roster_build *told)
{
    struct text *out = &c->told;
    if (told->why) {
        struct contest_problems *p = c->problems;
        p->count++;
        if (p->kept < CONTEST_PROBLEMS_MOST) {
            struct contest_problem *problem = &p->list[p->kept++];
            problem->line = 0;
            struct text words = TEXT_IN(problem->words);
            text_format(&words, "%s (%s): %s", told->name, told->path, told->why->words);
        }
        return;
    }
    text_string(out, out->length > 0 ? ",{\"name\":" : "{\"name\":");
    text_json(out, told->name);
    contest_check_key_text(out, "path", told->path);
    contest_check_key_text(out, "hash", told->build->entry.hash);
    contest_check_key_text(out, "run", told->build->entry.recipe.run);
    text_char(out, '}');
}

// "  ann  entries/ann.zip  9f86d081884c  runs ./bot"
static void contest_check_tell(void *user, const struct roster_build *told)
{
    struct contest_check_entries *c = user;
    if (c->json) {
        contest_check_tell_json(c, told);
    } else if (told->why) {
        char what[PLAYER_NAME_BYTES + ENTRY_PATH_BYTES + 16];
        struct text out = TEXT_IN(what);
        text_format(&out, "%s (%s)", told->name, told->path);
        build_notice_print(what, told->build, told->why);
    } else {
        const struct entry *entry = &told->build->entry;
        text_format(&c->told, "  %s  ", told->name);
        text_visible(&c->told, told->path, strlen(told->path));
        text_format(&c->told, "  %.12s  runs ", entry->hash);
        text_visible(&c->told, entry->recipe.run, strlen(entry->recipe.run));
        text_char(&c->told, '\n');
    }
}

// Could the contest be played? Builds its entries; those that cannot be built are told, and `e`
// stays empty. Players that start only outside their sandboxes are in `findings`, and `e` stays
// empty, too.
static bool contest_check_definition(struct definition *d, const char *path,
    struct contest_check_entries *entries, struct probe_findings *findings, struct error *e)
{
    struct roster roster = {0};
    char results[LOCATION_BYTES];
    bool well = results_place_find(results, path, e) && definition_complete(d, e) &&
        (!d->file.fleet || shared_contest_check(d, e)) && roster_read(&roster, d, e);
    if (well && !roster_build(&roster, path, contest_check_tell, entries, e)) {
        *e = (struct error){0};
        well = false;
    }
    well = well && contest_check_sandbox(&roster, e) &&
        probe_sandboxes(roster.players, roster.count, findings, e);
    roster_destroy(&roster);
    return well && findings->count == 0;
}

// Players that cannot start inside are problems of their lines.
static void contest_check_add_findings(struct contest_problems *problems,
    const struct probe_findings *findings, const struct contest_player *players)
{
    for (size_t i = 0; i < findings->count; i++) {
        problems->count++;
        if (problems->kept == CONTEST_PROBLEMS_MOST)
            continue;
        struct contest_problem *problem = &problems->list[problems->kept++];
        problem->line = players[findings->list[i].player].line;
        struct text words = TEXT_IN(problem->words);
        text_string(&words, findings->list[i].words);
    }
}

static void contest_check_print_findings(
    const char *path, const struct probe_findings *findings, const struct contest_player *players)
{
    for (size_t i = 0; i < findings->count; i++)
        print_line(stderr, "%s:%d: %s", path, players[findings->list[i].player].line,
            findings->list[i].words);
}

// Checks for --json. If the file can be read and is wrong, the problems are the answer, on stdout.
// A file that cannot be read is wrong input.
static int contest_check_for_programs(const char *path)
{
    struct definition definition;
    struct error e = {0};
    struct probe_findings findings = {0};
    struct contest_problems *problems = &definition.problems;
    struct contest_check_entries entries = {
        .json = true, .told = text_growing(), .problems = problems};
    bool loaded = definition_load(&definition, path, &players_words, &e);
    bool well = loaded && contest_check_definition(&definition, path, &entries, &findings, &e);
    contest_problems_print_late(&definition);
    bool read = definition.text.length > 0 || problems->count > 0;
    contest_check_add_findings(problems, &findings, definition.file.players);
    probe_findings_destroy(&findings);
    if (!well && read && problems->count == 0) {
        problems->list[0] = (struct contest_problem){.line = 0};
        snprintf(problems->list[0].words, sizeof problems->list[0].words, "%s", e.words);
        problems->count = problems->kept = 1;
    }
    if (read)
        contest_check_print_json(path, &definition.file, problems, &entries.told);
    else
        wrong_input(&e);
    text_destroy(&entries.told);
    definition_destroy(&definition);
    return well ? EXIT_OK : EXIT_WRONG_INPUT;
}

static int contest_check_for_people(const char *path)
{
    struct error e = {0};
    struct definition definition;
    struct probe_findings findings = {0};
    bool loaded = definition_load(&definition, path, &players_words, &e);
    contest_problems_print_late(&definition);
    struct contest_check_entries entries = {.told = text_growing()};
    bool well = loaded && contest_check_definition(&definition, path, &entries, &findings, &e);
    if (well) {
        contest_check_print_summary(path, &definition.file);
        print_bytes(stdout, &entries.told);
    } else if (findings.count > 0)
        contest_check_print_findings(path, &findings, definition.file.players);
    else if (loaded && e.words[0] != '\0')
        print_line(stderr, "%s: %s", path, e.words);
    else if (!loaded)
        contest_problems_print(path, &definition.problems, &e);
    text_destroy(&entries.told);
    probe_findings_destroy(&findings);
    definition_destroy(&definition);
    return well ? EXIT_OK : EXIT_WRONG_INPUT;
}

int command_contest_check(const struct command *self, int argc, char **argv)
{
    const char *path = NULL;
    bool json = false;
    const struct argument arguments[] = {{"FILE", "the contest file", &path}};
    const struct option options[] = {
        {"json", "one JSON object, also about what is wrong", .flag = &json}};
    const struct syntax syntax = {self, arguments, 1, options, 1};
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!bots_setup())
        return EXIT_WRONG_INPUT;
    status = json ? contest_check_for_programs(path) : contest_check_for_people(path);
    link_process_teardown();
    return status;
}
