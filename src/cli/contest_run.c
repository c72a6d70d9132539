// agon contest run and agon contest show: plays a contest that can be interrupted at any moment,
// and prints its table.
#include "cli/contest_run.h"
#include "archive/archive.h"
#include "base/columns.h"
#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/live.h"
#include "cli/notice.h"
#include "cli/players.h"
#include "cli/program.h"
#include "cli/screen.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "cli/tournament.h"
#include "contest/compare.h"
#include "report/game_line.h"
#include "report/standings_table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMMAND_BYTES = 8192 };

static bool print_results(const struct archive *a, bool json, struct error *e)
{
    struct results results;
    struct text out = text_growing();
    bool well = results_load(&results, &a->definition.plan, a->reader, e);
    if (well && json)
        standings_json(&out, &results, &a->definition);
    else if (well)
        well = standings_text(&out, &results, &a->definition, e);
    if (well)
        fwrite(out.bytes, 1, out.length, stdout);
    text_destroy(&out);
    results_destroy(&results);
    return well;
}

// The table of what is stored, if this is the head of the file. `expected` may be NULL.
static int print_standings(const char *file, const struct head *expected, bool json)
{
    struct archive a;
    struct error e;
    int status = EXIT_OK;
    if (!archive_open(&a, file, &e))
        status = wrong_contest(a.path, &a.definition.problems, &e);
    else if ((expected && !reader_expect(a.reader, expected, &e)) || !print_results(&a, json, &e))
        status = wrong_input(&e);
    archive_close(&a);
    return status;
}

int contest_show(const struct command *self, int argc, char **argv)
{
    const char *file = NULL, *expect = NULL;
    bool json = false;
    const struct argument arguments[] = {
        {"FILE", "the contest file, or the file with its results", &file}};
    const struct option options[] = {
        {"expect", EXPECT_HELP, .text = &expect, .value = "HEAD"},
        {"json", "one JSON object", .flag = &json},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct head expected;
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    if (expect && !head_read(&expected, expect, &e))
        return wrong_input(&e);
    return print_standings(file, expect ? &expected : NULL, json);
}

// --- run ---

struct run {
    const char *file;
    char path[ARCHIVE_PATH_BYTES];
    char resume[COMMAND_BYTES];
    struct definition definition;
    struct lineup lineup;
    char *stored;         // the contest file of the games so far; NULL: there are none
    struct text advice;   // the commands that do what the file was edited for, a line each
    int64_t concurrency;  // 0: as in the file
    const char *expect;   // a head, as it was typed; NULL: any will do
    struct head expected; // the same
    struct head left;     // the head of the file when its games were over
    bool has_left;
    bool json;
    bool lines;          // one for each game
    int name_width;      // of the longest name, in columns
    bool printed;        // a line about a game
    struct live *live;   // or a table; NULL: it is not there
    int output_error;    // why stdout can no longer be written to; 0: it can
    struct crowd crowd;  // of the games just played
    struct lobby *lobby; // as in struct tournament
    int64_t wait_ms;
};

static void begin_live(void *user, struct hall *hall)
{
    struct run *r = user;
    const char *title = r->definition.file.name ? r->definition.file.name : r->file;
    r->live = r->lines ? NULL : live_begin(hall, title);
    r->lines = r->live == NULL;
}

static void end_live(void *user)
{
    struct run *r = user;
    if (r->live)
        live_end(r->live);
    r->live = NULL;
}

// Results are safe whether or not somebody reads about them; but who runs `agon ... | head` has
// read enough, and whose disk is full wants to know.
static void check_output(struct run *r)
{
    if (!ferror(stdout) || r->output_error != 0)
        return;
    r->output_error = errno;
    stop_ask();
}

static void report(void *user, int64_t play, const char *const names[SEATS],
    const struct result *result, const struct played *played)
{
    struct run *r = user;
    if (!r->lines)
        return;
    const struct game_line line = {
        .number = play, .names = {names[0], names[1]}, .result = result, .played = played};
    struct text out = text_growing();
    if (r->json)
        game_line_json(&out, &line);
    else
        game_line_text(&out, &line, r->name_width);
    print_bytes(stdout, &out);
    text_destroy(&out);
    r->printed = true;
    check_output(r);
}

static void tell_out(void *user, const char *words)
{
    (void)user;
    notice_say("%s", words);
}

// --- What the file was edited for ---

enum { EDITS_MOST = 10 }; // that are told

// "agon contest add spring.yaml eve 'python3 eve.py'"
static void text_edit(struct text *out, const struct run *r, const struct contest_edit *edit)
{
    static const char *const commands[] = {[EDIT_ADD] = "contest add",
        [EDIT_REMOVE] = "contest remove",
        [EDIT_REPLACE] = "contest replace"};
    struct text environment = text_growing(), time = text_growing();
    const struct change_texts p = change_texts(edit->player, &environment, &time);
    const struct {
        const char *option, *value;
    } options[] = {{"wire", p.wire}, {"directory", p.directory}, {"environment", p.environment},
        {"time", p.time}};
    text_command(out, commands[edit->kind], r->file);
    text_char(out, ' ');
    text_word(out, p.name);
    if (edit->kind != EDIT_REMOVE) {
        text_char(out, ' ');
        text_word(out, p.player);
    }
    for (size_t i = 0; edit->kind != EDIT_REMOVE && i < sizeof options / sizeof *options; i++) {
        if (!options[i].value)
            continue;
        text_format(out, " --%s ", options[i].option);
        text_word(out, options[i].value);
    }
    text_destroy(&environment);
    text_destroy(&time);
}

// Has the log done it already? Then the file only has to be put back.
static bool is_done(const struct contest_file *now, const struct contest_edit *edit)
{
    for (size_t i = 0; i < now->player_count; i++) {
        const struct contest_player *p = &now->players[i];
        if (strcmp(p->name, edit->player->name) == 0)
            return edit->kind == EDIT_REMOVE ? p->until != INT64_MAX && !p->suspended
                                             : contest_compare_players(p, edit->player);
    }
    return false;
}

// The commands that do to the players what the edited file asks for, into r->advice.
static void advise(struct run *r, const struct contest_file *begun, struct reader *reader)
{
    struct contest_edit edits[EDITS_MOST];
    struct definition now;
    struct error ignored;
    size_t count = contest_compare_edits(begun, &r->definition.file, edits, EDITS_MOST);
    if (!definition_stored(&now, reader, &ignored))
        count = 0;
    for (size_t i = 0; i < count && i < EDITS_MOST; i++) {
        if (edits[i].kind == EDIT_MOVE)
            continue;
        text_string(&r->advice, "  ");
        if (is_done(&now.file, &edits[i]))
            text_format(&r->advice, "%s: that has been done, and stands in the log, not here",
                edits[i].player->name);
        else
            text_edit(&r->advice, r, &edits[i]);
        text_char(&r->advice, '\n');
    }
    if (count > EDITS_MOST)
        text_format(&r->advice, "  and %zu more\n", count - EDITS_MOST);
    definition_destroy(&now);
}

// Nothing is stored when we were killed before the first game.
static bool same_openings(
    const struct definition *stored, const struct definition *now, struct error *e)
{
    return stored->opening_text.length == 0 ||
        strcmp(stored->opening_text.bytes, now->opening_text.bytes) == 0 ||
        error_set(e, "%.80s holds other openings", now->file.opening_file);
}

static bool stop_at_once(void *user, const struct store_entry *entry)
{
    (void)user;
    (void)entry;
    return false;
}

// The contest may go on with another file than the stored one if they mean the same.
static bool compare_stored(struct run *r, struct reader *reader, struct error *e)
{
    struct definition stored;
    struct error what;
    const char *text = reader_contest(reader)->text;
    if (!reader_walk_log(reader, stop_at_once, NULL, e))
        return false; // which is not a matter of understanding
    bool same = definition_begun(&stored, reader, &what);
    if (!same) {
        wrong_contest(r->path, &stored.problems, &what);
        error_set(e, "%.160s holds a contest that this agon does not understand", r->path);
    } else if (!contest_compare(&stored.file, &r->definition.file, &what) ||
        !same_openings(&stored, &r->definition, &what)) {
        same = error_set(e,
            "%.60s is not the contest that began: %.100s   (put it back; another contest takes a "
            "file of another name)",
            r->file, what.words);
        advise(r, &stored.file, reader);
    }
    definition_destroy(&stored);
    r->stored = same ? strdup(text) : NULL;
    return same && (r->stored || error_set(e, "out of memory")) &&
        definition_follow_log(&r->definition, reader, e);
}

static bool find_stored(struct run *r, struct error *e)
{
    if (access(r->path, F_OK) != 0)
        return true;
    struct error unread;
    struct reader *reader = reader_open(r->path, &unread);
    if (!reader)
        return true; // new, if we were killed while making it, or wrong: the store will say
    bool same = compare_stored(r, reader, e);
    reader_close(reader);
    return same;
}

static enum tournament_end play_games(struct run *r, bool *began, struct error *e)
{
    const struct contest_file *f = &r->definition.file;
    const struct store_contest contest = {
        .seed = (uint64_t)f->seed, .text = r->stored ? r->stored : r->definition.text.bytes};
    const struct tournament t = {.lineup = &r->lineup,
        .path = r->path,
        .contest = &contest,
        .expected = r->expect ? &r->expected : NULL,
        .concurrency = r->concurrency > 0 ? r->concurrency : f->concurrency,
        .store_records = f->store_records,
        .records = f->records,
        .openings = f->openings == CONTEST_OPENINGS_FILE ? r->definition.opening_text.bytes : NULL,
        .resume = r->resume,
        .lobby = r->lobby,
        .wait_ms = r->wait_ms,
        .report = report,
        .out = tell_out,
        .began = begin_live,
        .ended = end_live,
        .user = r,
        .crowd = &r->crowd};
    enum tournament_end end = tournament_run(&t, began, &r->left, e);
    r->has_left = *began && end != TOURNAMENT_FAILED;
    return end;
}

// The table, unless nobody can read it: then it is said why.
static int conclude(struct run *r)
{
    if (r->output_error == 0) {
        if (r->printed && !r->json)
            putchar('\n');
        // What this process has written must be what it reads now.
        int status = print_standings(r->path, r->has_left ? &r->left : NULL, r->json);
        return status == EXIT_OK ? EXIT_OK : EXIT_FAILED;
    }
    clearerr(stdout); // it has been told
    if (r->output_error != EPIPE)
        output_failed(r->output_error);
    else
        fprintf(stderr, "agon: nobody reads the output any more\n");
    return EXIT_FAILED;
}

static int longest_name(const struct contest_file *f)
{
    int longest = 0;
    for (size_t i = 0; i < f->player_count; i++) {
        int columns = columns_count(f->players[i].name);
        longest = columns > longest ? columns : longest;
    }
    return longest;
}

static int play_contest(struct run *r)
{
    struct error e;
    bool began;
    r->name_width = longest_name(&r->definition.file);
    r->lines = r->lines || r->json || !screen_is_possible(STDOUT_FILENO);
    enum tournament_end end = play_games(r, &began, &e);
    if (!began)
        return wrong_input(&e);
    if (end == TOURNAMENT_FAILED)
        print_line(stderr, "agon: %s", e.words);
    int status = conclude(r);
    fflush(stdout);
    tell_crowd(&r->crowd);
    if (end == TOURNAMENT_OVER)
        return status;
    print_line(stderr, "stopped; to go on:  %s", r->resume);
    return EXIT_FAILED;
}

static void name_resume(struct run *r)
{
    struct text out = TEXT_IN(r->resume);
    text_command(&out, "contest run", r->file);
    if (r->concurrency > 0)
        text_format(&out, " --concurrency %" PRId64, r->concurrency);
    if (r->lines)
        text_string(&out, " --lines");
    if (r->json)
        text_string(&out, " --json");
}

static int run_file(struct run *r)
{
    struct error e;
    if (r->expect && !head_read(&r->expected, r->expect, &e))
        return wrong_input(&e);
    if (archive_holds_results(r->file)) {
        error_set(&e, "%.160s holds results: run the contest file that they are of", r->file);
        return wrong_input(&e);
    }
    if (!definition_load(&r->definition, r->file, &players_words, &e))
        return wrong_contest(r->file, &r->definition.problems, &e);
    if (!archive_path(r->path, r->file, &e) || !find_stored(r, &e) ||
        !definition_complete(&r->definition, &e) || !lineup_read(&r->lineup, &r->definition, &e)) {
        wrong_input(&e);
        if (r->advice.length > 0)
            fprintf(stderr, "players of a contest that has begun are changed by commands:\n%s",
                r->advice.bytes);
        return EXIT_WRONG_INPUT;
    }
    if (r->expect && !r->stored) {
        error_set(&e, "%.80s has not been run yet: it has no head", r->file);
        return wrong_input(&e);
    }
    if (r->resume[0] == '\0')
        name_resume(r);
    return play_contest(r);
}

static int run_and_destroy(struct run *r)
{
    r->advice = text_growing();
    int status = run_file(r);
    text_destroy(&r->advice);
    free(r->stored);
    lineup_destroy(&r->lineup);
    definition_destroy(&r->definition);
    return status;
}

int contest_run_file(const struct contest_orders *o)
{
    static struct run r;
    r = (struct run){.file = o->file,
        .lines = o->lines,
        .json = o->json,
        .lobby = o->lobby,
        .wait_ms = o->wait_ms};
    snprintf(r.resume, sizeof r.resume, "%s", o->resume);
    return run_and_destroy(&r);
}

int contest_run(const struct command *self, int argc, char **argv)
{
    static struct run r;
    const struct argument arguments[] = {{"FILE", "the contest file", &r.file}};
    const struct option options[] = {
        {"concurrency", "how many games at once, whatever the file says", .number = &r.concurrency,
            .least = 1, .most = CONTEST_CONCURRENCY_MOST, .value = "N"},
        {"lines", "one line per game, also on a terminal, instead of the live table",
            .flag = &r.lines},
        {"expect", EXPECT_HELP, .text = &r.expect, .value = "HEAD"},
        {"json", "one JSON object per game, and one for the standings", .flag = &r.json},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    players_setup();
    int status = run_and_destroy(&r);
    link_process_teardown();
    return status;
}
