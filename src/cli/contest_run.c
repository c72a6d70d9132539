// agon contest run: plays a contest, which may be interrupted at any moment.
#include "cli/contest_run.h"
#include "arena/placement.h"
#include "base/columns.h"
#include "cli/bots_setup.h"
#include "cli/commands.h"
#include "cli/contest_setup.h"
#include "cli/contest_show.h"
#include "cli/live.h"
#include "cli/notice.h"
#include "cli/program.h"
#include "cli/sandbox_check.h"
#include "cli/screen.h"
#include "cli/start_check.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "cli/web_slug.h"
#include "report/game_line.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMMAND_BYTES = 8192 };

struct contest_run {
    struct contest_setup setup;
    char resume[COMMAND_BYTES];
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
    const struct web_door *door;       // NULL: there is none
    struct web_show *show;             // what it shows; NULL: nothing
};

static bool contest_run_look_at_arena(
    void *user, struct standings *s, size_t *running, struct error *e)
{
    struct contest_run *r = user;
    return arena_copy_standings(r->arena, s, running, e);
}

static void contest_run_begin_live(struct contest_run *r)
{
    const struct live_contest contest = {.title = contest_setup_title(&r->setup),
        .definition = &r->setup.definition,
        .look = contest_run_look_at_arena,
        .user = r};
    r->live = r->lines ? NULL : live_begin(r->door ? web_door_address(r->door) : NULL, &contest);
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

// --- Playing ---

// From now on browsers see the contest.
static bool contest_run_show(struct contest_run *r, struct error *e)
{
    const struct contest_setup *s = &r->setup;
    char slug[WEB_SLUG_BYTES];
    if (!r->door || !r->door->web)
        return true;
    web_slug(slug, s->file);
    r->show = web_add_contest(r->door->web, s->path, slug, e);
    if (!r->show)
        return false;
    web_show_describe(r->show, &s->definition.file, contest_setup_title(s));
    return web_show_arena(r->show, r->arena, e);
}

static void contest_run_hide(struct contest_run *r)
{
    struct error e;
    if (r->show)
        web_show_arena(r->show, NULL, &e); // what is stored stays shown
}

static enum arena_end contest_run_arena(
    struct contest_run *r, struct arena_ended *ended, struct error *e)
{
    const unsigned wants = ARENA_FACTS & ~ARENA_WANTS(ARENA_BEGUN);
    r->arena = arena_create(&r->setup.options, e);
    struct feed *feed = r->arena ? feed_open(arena_feeds(r->arena), wants, e) : NULL;
    if (!feed || !contest_run_show(r, e) || !arena_start(r->arena, e)) {
        contest_run_hide(r);
        if (feed)
            feed_close(feed);
        if (r->arena)
            arena_destroy(r->arena);
        return ARENA_NOT_BEGUN;
    }
    contest_run_listen_to_arena(r, feed);
    feed_close(feed);
    contest_run_hide(r);
    return arena_join(r->arena, ended, e);
}

static enum arena_end contest_run_play_games(
    struct contest_run *r, struct arena_ended *ended, struct error *e)
{
    struct arena_options *o = &r->setup.options;
    o->lobby = r->lobby;
    o->limits = r->limits;
    o->wait_ms = r->wait_ms;
    o->served = r->door ? web_door_address(r->door) : NULL;
    o->keeps_records = o->served != NULL;
    tell_placement(&(struct placement_wish){.cores = (int)o->cores,
        .concurrency = o->concurrency,
        .one_runner = roster_meets_at_ports(&r->setup.roster)});
    stop_listen(STOP_CONTEST, r->resume);
    enum arena_end end = contest_run_arena(r, ended, e);
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
        int status = contest_show_print(r->setup.path, r->left, r->json);
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
    r->name_width = contest_run_longest_name(&r->setup.definition.file);
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
    const struct contest_setup *s = &r->setup;
    struct text out = TEXT_IN(r->resume);
    text_command(&out, "contest run", s->file);
    if (s->concurrency > 0)
        text_format(&out, " --concurrency %" PRId64, s->concurrency);
    if (r->lines)
        text_string(&out, " --lines");
    if (r->json)
        text_string(&out, " --json");
    if (s->require) {
        text_string(&out, " --require-sandbox ");
        text_word(&out, s->require);
    }
    if (r->door && r->door->where) {
        text_string(&out, " --web ");
        text_word(&out, r->door->where);
    }
}

static int contest_run_and_destroy(struct contest_run *r)
{
    int status = contest_setup_read(&r->setup);
    if (status == EXIT_OK)
        status = contest_setup_players(&r->setup);
    if (r->resume[0] == '\0')
        contest_run_name_resume(r);
    if (status == EXIT_OK)
        status = contest_run_play_contest(r);
    if (r->show && r->output_error == 0)
        web_door_stay(r->door);
    contest_setup_destroy(&r->setup);
    return status;
}

int contest_run_file(const struct contest_orders *o)
{
    static struct contest_run r;
    r = (struct contest_run){.setup.file = o->file,
        .lines = o->lines,
        .json = o->json,
        .lobby = o->lobby,
        .limits = o->limits,
        .wait_ms = o->wait_ms,
        .door = o->door};
    snprintf(r.resume, sizeof r.resume, "%s", o->resume);
    return contest_run_and_destroy(&r);
}

int command_contest_run(const struct command *self, int argc, char **argv)
{
    static struct contest_run r;
    static struct web_door door;
    const struct argument arguments[] = {{"FILE", "the contest file", &r.setup.file}};
    const struct option options[] = {
        {"concurrency", "how many games at once, whatever the file says",
            .number = &r.setup.concurrency, .least = 1, .most = CONTEST_CONCURRENCY_MOST,
            .value = "N"},
        {"lines", LINES_HELP, .flag = &r.lines},
        SANDBOX_CHECK_OPTION(&r.setup.require),
        {"expect", EXPECT_HELP, .text = &r.setup.expect, .value = "HEAD"},
        {"json", CONTEST_JSON_HELP, .flag = &r.json},
        web_door_option(&door, WEB_DOOR_WHERE),
        web_door_option(&door, WEB_DOOR_CERTIFICATE),
        web_door_option(&door, WEB_DOOR_KEY),
        web_door_option(&door, WEB_DOOR_ACCESS_LOG),
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    r.door = &door;
    if (!bots_setup())
        return EXIT_WRONG_INPUT;
    status = web_door_open(&door, false, &e) ? contest_run_and_destroy(&r) : wrong_input(&e);
    web_door_close(&door);
    link_process_teardown();
    return status;
}
