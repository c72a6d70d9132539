// agon contest run: plays a contest, which may be interrupted at any moment.
#include "cli/contest_run.h"
#include "archive/archive.h"
#include "archive/resume.h"
#include "archive/token_file.h"
#include "arena/arena.h"
#include "arena/placement.h"
#include "arena/player_text.h"
#include "arena/requirement.h"
#include "base/columns.h"
#include "cli/bots_setup.h"
#include "cli/build_notice.h"
#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/contest_show.h"
#include "cli/live.h"
#include "cli/notice.h"
#include "cli/program.h"
#include "cli/sandbox_check.h"
#include "cli/screen.h"
#include "cli/start_check.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "report/game_line.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMMAND_BYTES = 8192 };

struct contest_run {
    const char *file;
    char path[ARCHIVE_PATH_BYTES];
    char tokens[TOKEN_FILE_PATH_BYTES]; // their file, if the contest asks for them
    char resume[COMMAND_BYTES];
    struct definition definition;
    struct roster roster;
    struct resume resumed;   // what is stored already
    int64_t concurrency;     // 0: as in the file
    const char *require;     // layers of the sandbox besides those of the file; NULL: none
    const char *expect;      // a head, as it was typed; NULL: any will do
    struct head expected;    // the same
    const struct head *left; // the head of the file when its games were over; NULL: not known
    bool json;
    bool lines;                        // one for each game
    int name_width;                    // of the longest name, in columns
    bool printed;                      // a line about a game
    struct live *live;                 // or a table; NULL: it is not there
    int output_error;                  // why stdout can no longer be written to; 0: it can
    struct arena *arena;               // while it plays
    struct lobby *lobby;               // as in struct arena_options
    const struct lobby_limits *limits; // the same
    int64_t wait_ms;                   // the same
};

static bool contest_run_look_at_arena(
    void *user, struct standings *s, size_t *running, struct error *e)
{
    struct contest_run *r = user;
    return arena_copy_standings(r->arena, s, running, e);
}

static void contest_run_begin_live(struct contest_run *r)
{
    const struct live_options options = {
        .title = r->definition.file.name ? r->definition.file.name : r->file,
        .definition = &r->definition,
        .look = contest_run_look_at_arena,
        .user = r};
    r->live = r->lines ? NULL : live_begin(&options);
    r->lines = r->live == NULL;
}

static void contest_run_end_live(struct contest_run *r)
{
    if (r->live)
        live_end(r->live);
    r->live = NULL;
}

// Stops the contest if stdout cannot be written: the reader of `agon ... | head` has read enough,
// or a disk is full. The results so far are stored.
static void contest_run_check_output(struct contest_run *r)
{
    if (!ferror(stdout) || r->output_error != 0)
        return;
    r->output_error = errno;
    stop_ask();
}

static void contest_run_report_game(struct contest_run *r, const struct arena_event *over)
{
    const struct arena_setup *setup = over->setup;
    if (!r->lines)
        return;
    struct result result;
    arena_event_result(over, &result);
    const struct played played = {setup->game, &setup->start, over->text};
    const struct game_line line = {.number = over->game,
        .names = {setup->seats[0].name, setup->seats[1].name},
        .result = &result,
        .played = &played};
    struct text out = text_growing();
    if (r->json)
        game_line_json(&out, &line);
    else
        game_line_text(&out, &line, r->name_width);
    print_bytes(stdout, &out);
    text_destroy(&out);
    r->printed = true;
    contest_run_check_output(r);
}

// --- While games are played ---

// Returns true if there are more events to come.
static bool contest_run_hear_event(struct contest_run *r, const struct arena_event *event)
{
    switch (event->kind) {
    case ARENA_STARTED:
        contest_run_begin_live(r);
        break;
    case ARENA_OVER:
        contest_run_report_game(r, event);
        break;
    case ARENA_SAID:
    case ARENA_JOINED:
    case ARENA_ABSENT:
    case ARENA_OUT:
        notice_say("%s", event->text);
        break;
    case ARENA_ENDED:
        contest_run_end_live(r);
        return false;
    default:
        break;
    }
    return true;
}

static void contest_run_stop_arena(struct contest_run *r)
{
    char words[64];
    pid_t who = stop_paused_by();
    snprintf(words, sizeof words, "asked for by process %d", (int)who);
    if (who != 0)
        arena_pause(r->arena, words);
    else
        arena_stop(r->arena, POOL_FINISH);
}

static void contest_run_listen_to_arena(struct contest_run *r, struct feed *feed)
{
    bool more = true, stopped = false;
    while (more) {
        if (stop_asked() && !stopped) {
            stopped = true;
            contest_run_stop_arena(r);
        }
        struct arena_event *event = feed_take(feed);
        if (event) {
            more = contest_run_hear_event(r, event);
            arena_event_release(event);
            continue;
        }
        struct pollfd ready[] = {
            {.fd = feed_fd(feed), .events = POLLIN}, {.fd = stop_fd(), .events = POLLIN}};
        poll(ready, sizeof ready / sizeof *ready, -1);
        stop_silence();
    }
}

// --- What the file was edited for ---

// "agon contest add spring.yaml eve 'python3 eve.py'"
static void contest_run_text_edit(
    struct text *out, const struct contest_run *r, const struct contest_edit *edit)
{
    static const char *const commands[] = {[EDIT_ADD] = "contest add",
        [EDIT_REMOVE] = "contest remove",
        [EDIT_REPLACE] = "contest replace"};
    struct change_space space = change_space();
    const struct change_texts p = change_texts(edit->player, &space);
    const struct {
        const char *option, *value;
    } options[] = {{"wire", p.wire}, {"directory", p.directory}, {"environment", p.environment},
        {"time", p.time}, {"limits", p.limits}, {"sandbox", p.sandbox}, {"read", p.read}};
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
    change_space_destroy(&space);
}

// Prints the commands that change the players as the edited file wants it, one in each line.
static void contest_run_print_edits(const struct contest_run *r)
{
    const struct resume *resume = &r->resumed;
    struct text out = text_growing();
    for (size_t i = 0; i < resume->edit_count && i < RESUME_EDITS_MOST; i++) {
        const struct contest_edit *edit = &resume->edits[i].edit;
        if (edit->kind == EDIT_MOVE)
            continue;
        text_string(&out, "  ");
        if (resume->edits[i].done)
            text_format(&out, "%s: that has been done, and stands in the log, not here",
                edit->player->name);
        else
            contest_run_text_edit(&out, r, edit);
        text_char(&out, '\n');
    }
    if (resume->edit_count > RESUME_EDITS_MOST)
        text_format(&out, "  and %zu more\n", resume->edit_count - RESUME_EDITS_MOST);
    if (out.length > 0)
        fprintf(
            stderr, "players of a contest that has begun are changed by commands:\n%s", out.bytes);
    text_destroy(&out);
}

// Prints why the contest cannot go on.
static int contest_run_refuse_resume(const struct contest_run *r, const struct error *e)
{
    if (r->resumed.begun.problems.count > 0)
        contest_problems_print(r->path, &r->resumed.begun.problems, e);
    wrong_input(e);
    contest_run_print_edits(r);
    return EXIT_WRONG_INPUT;
}

static enum arena_end contest_run_arena(struct contest_run *r, const struct arena_options *o,
    struct arena_ended *ended, struct error *e)
{
    const unsigned wants = ARENA_FACTS & ~ARENA_WANTS(ARENA_BEGUN);
    r->arena = arena_create(o, e);
    struct feed *feed = r->arena ? feed_open(arena_feeds(r->arena), wants, e) : NULL;
    if (!feed || !arena_start(r->arena, e)) {
        if (feed)
            feed_close(feed);
        if (r->arena)
            arena_destroy(r->arena);
        return ARENA_NOT_BEGUN;
    }
    contest_run_listen_to_arena(r, feed);
    feed_close(feed);
    return arena_join(r->arena, ended, e);
}

static enum arena_end contest_run_play_games(
    struct contest_run *r, struct arena_ended *ended, struct error *e)
{
    const struct contest_file *f = &r->definition.file;
    const struct store_contest contest = {.seed = (uint64_t)f->seed,
        .text = r->resumed.text ? r->resumed.text : r->definition.text.bytes};
    const struct arena_options options = {.roster = &r->roster,
        .path = r->path,
        .contest = &contest,
        .expected = r->expect ? &r->expected : NULL,
        .concurrency = r->concurrency > 0 ? r->concurrency : f->concurrency,
        .cores = players_are_started(r->roster.players, r->roster.count) ? f->cores : 0,
        .store_records = f->store_records,
        .records = f->records,
        .openings = f->openings == CONTEST_OPENINGS_FILE ? r->definition.opening_text.bytes : NULL,
        .lobby = r->lobby,
        .tokens = f->tokens ? r->tokens : NULL,
        .limits = r->limits,
        .wait_ms = r->wait_ms};
    tell_placement(&(struct placement_wish){.cores = (int)options.cores,
        .concurrency = options.concurrency,
        .one_runner = roster_meets_at_ports(&r->roster)});
    stop_listen(STOP_CONTEST, r->resume);
    enum arena_end end = contest_run_arena(r, &options, ended, e);
    stop_listen_no_more();
    return end;
}

// Prints the table; if stdout cannot be written, prints why.
static int contest_run_conclude(struct contest_run *r)
{
    if (r->output_error == 0) {
        if (r->printed && !r->json)
            putchar('\n');
        // The file must still have the head with which this process has left it.
        int status = contest_show_print(r->path, r->left, r->json);
        return status == EXIT_OK ? EXIT_OK : EXIT_FAILED;
    }
    clearerr(stdout); // the reason is printed here
    if (r->output_error != EPIPE)
        output_failed(r->output_error);
    else
        fprintf(stderr, "agon: nobody reads the output any more\n");
    return EXIT_FAILED;
}

static int contest_run_longest_name(const struct contest_file *f)
{
    int longest = 0;
    for (size_t i = 0; i < f->player_count; i++) {
        int columns = columns_count(f->players[i].name);
        longest = columns > longest ? columns : longest;
    }
    return longest;
}

static int contest_run_play_contest(struct contest_run *r)
{
    struct error e = {0};
    struct arena_ended ended = {0};
    r->name_width = contest_run_longest_name(&r->definition.file);
    r->lines = r->lines || r->json || !screen_is_possible(STDOUT_FILENO);
    enum arena_end end = contest_run_play_games(r, &ended, &e);
    if (end == ARENA_NOT_BEGUN) {
        start_check_print(&ended.findings);
        return wrong_input(&e);
    }
    if (end == ARENA_FAILED)
        print_line(stderr, "agon: %s", e.words);
    r->left = end == ARENA_FAILED ? NULL : &ended.head;
    int status = contest_run_conclude(r);
    fflush(stdout);
    tell_crowd(&ended.crowd);
    if (end == ARENA_PLAYED)
        return status;
    print_line(stderr, "stopped; to go on:  %s", r->resume);
    return EXIT_FAILED;
}

static void contest_run_name_resume(struct contest_run *r)
{
    struct text out = TEXT_IN(r->resume);
    text_command(&out, "contest run", r->file);
    if (r->concurrency > 0)
        text_format(&out, " --concurrency %" PRId64, r->concurrency);
    if (r->lines)
        text_string(&out, " --lines");
    if (r->json)
        text_string(&out, " --json");
    if (r->require) {
        text_string(&out, " --require-sandbox ");
        text_word(&out, r->require);
    }
}

// Returns false after telling which layers of the sandbox are missing that the file or the command
// line requires.
static bool contest_run_check_sandbox(const struct contest_run *r)
{
    sandbox_layers required, typed;
    struct error e;
    if (!requirement_of_file(&r->definition.file, &required, &e) ||
        !sandbox_check_read(r->require, &typed, &e))
        return wrong_input(&e) == EXIT_OK;
    return sandbox_check_players(required | typed, r->roster.players, r->roster.count);
}

static int contest_run_checked_file(struct contest_run *r)
{
    struct error e;
    if (r->expect && !head_read(&r->expected, r->expect, &e))
        return wrong_input(&e);
    if (archive_holds_results(r->file)) {
        error_set(&e, "%.160s holds results: run the contest file that they are of", r->file);
        return wrong_input(&e);
    }
    bool loaded = definition_load(&r->definition, r->file, &players_words, &e);
    contest_problems_print_late(&r->definition);
    if (!loaded)
        return contest_problems_print(r->file, &r->definition.problems, &e);
    if (!archive_path(r->path, r->file, &e) ||
        !token_file_path(r->tokens, r->file, r->definition.file.tokens, &e))
        return wrong_input(&e);
    if (!resume_read(&r->resumed, &r->definition, r->file, r->path, &e))
        return contest_run_refuse_resume(r, &e);
    if (!definition_complete(&r->definition, &e) || !roster_read(&r->roster, &r->definition, &e))
        return wrong_input(&e);
    if (r->expect && !r->resumed.text) {
        error_set(&e, "%.80s has not been run yet: it has no head", r->file);
        return wrong_input(&e);
    }
    if (!contest_run_check_sandbox(r))
        return EXIT_WRONG_INPUT;
    if (!build_notice_roster(&r->roster, r->file, &e))
        return wrong_input(&e);
    if (r->resume[0] == '\0')
        contest_run_name_resume(r);
    return contest_run_play_contest(r);
}

static int contest_run_and_destroy(struct contest_run *r)
{
    int status = contest_run_checked_file(r);
    roster_destroy(&r->roster);
    resume_destroy(&r->resumed);
    definition_destroy(&r->definition);
    return status;
}

int contest_run_file(const struct contest_orders *o)
{
    static struct contest_run r;
    r = (struct contest_run){.file = o->file,
        .lines = o->lines,
        .json = o->json,
        .lobby = o->lobby,
        .limits = o->limits,
        .wait_ms = o->wait_ms};
    snprintf(r.resume, sizeof r.resume, "%s", o->resume);
    return contest_run_and_destroy(&r);
}

int command_contest_run(const struct command *self, int argc, char **argv)
{
    static struct contest_run r;
    const struct argument arguments[] = {{"FILE", "the contest file", &r.file}};
    const struct option options[] = {
        {"concurrency", "how many games at once, whatever the file says", .number = &r.concurrency,
            .least = 1, .most = CONTEST_CONCURRENCY_MOST, .value = "N"},
        {"lines", LINES_HELP, .flag = &r.lines},
        SANDBOX_CHECK_OPTION(&r.require),
        {"expect", EXPECT_HELP, .text = &r.expect, .value = "HEAD"},
        {"json", CONTEST_JSON_HELP, .flag = &r.json},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!bots_setup())
        return EXIT_WRONG_INPUT;
    status = contest_run_and_destroy(&r);
    link_process_teardown();
    return status;
}
