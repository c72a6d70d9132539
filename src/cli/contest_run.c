// agon contest run: plays a contest, which may be interrupted at any moment.
#include "cli/contest_run.h"
#include "arena/placement.h"
#include "base/columns.h"
#include "cli/bots_setup.h"
#include "cli/commands.h"
#include "cli/contest_setup.h"
#include "cli/contest_show.h"
#include "cli/coordination.h"
#include "cli/live.h"
#include "cli/notice.h"
#include "cli/over_line.h"
#include "cli/program.h"
#include "cli/sandbox_check.h"
#include "cli/screen.h"
#include "cli/start_check.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "cli/web_slug.h"

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
    bool no_wait;                      // for another process that hands out the same contest
    bool again;                        // it failed, and is to be tried again
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
    if (!r->lines)
        return;
    struct text out = text_growing();
    over_line_write(&out, over, &(struct over_line){r->setup.file, r->name_width, r->json});
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
    const struct live_source live = arena_live_source(r->arena);
    return web_show_live(r->show, &live, e);
}

static void contest_run_hide(struct contest_run *r)
{
    struct error e;
    if (r->show)
        web_show_live(r->show, NULL, &e); // what is stored stays shown
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
    if (!contest_setup_is_shared(&r->setup))
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
    r->again = contest_setup_is_shared(&r->setup) && !stop_asked() && r->output_error == 0 &&
        (end == ARENA_FAILED || end == ARENA_NOT_BEGUN) && e.passes;
    if (r->again) {
        notice_say("%s: trying again", e.words);
        snprintf(r->setup.again, sizeof r->setup.again, "%s", e.words);
        return EXIT_FAILED;
    }
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
    if (s->results) {
        text_string(&out, " --results ");
        text_word(&out, s->results);
    }
    if (r->lines)
        text_string(&out, " --lines");
    if (r->json)
        text_string(&out, " --json");
    if (s->here)
        text_string(&out, " --here");
    if (s->require) {
        text_string(&out, " --require-sandbox ");
        text_word(&out, s->require);
    }
    if (r->door && r->door->where) {
        text_string(&out, " --web ");
        text_word(&out, r->door->where);
    }
}

static void contest_run_forget_setup(struct contest_run *r)
{
    const struct contest_setup asked = r->setup;
    contest_setup_destroy(&r->setup);
    r->setup = (struct contest_setup){.file = asked.file,
        .results = asked.results,
        .require = asked.require,
        .expect = asked.expect,
        .concurrency = asked.concurrency,
        .here = asked.here};
    memcpy(r->setup.again, asked.again, sizeof asked.again);
}

// Somebody who waits for its turn does not go on with a contest that the one before was asked to
// pause.
static int contest_run_check_pause(struct contest_run *r)
{
    struct error e = {0};
    struct text words = text_growing();
    bool paused = false;
    int status = EXIT_OK;
    if (!coordination_is_paused(r->setup.path, &paused, &words, &e))
        status = wrong_input(&e);
    if (paused) {
        contest_run_name_resume(r);
        print_line(stderr, "paused, %s; to go on:  %s", words.bytes, r->resume);
        status = EXIT_FAILED;
    }
    text_destroy(&words);
    return status;
}

// Reads the contest; again, if somebody has played it meanwhile.
static int contest_run_read(struct contest_run *r)
{
    struct error e = {0};
    bool waited = true;
    int status = contest_setup_read(&r->setup);
    while (status == EXIT_OK && contest_setup_is_shared(&r->setup) && waited) {
        if (postgres_is_place(r->setup.path) &&
            !coordination_wait_for_turn(r->setup.path, r->no_wait, &waited, &e))
            return wrong_input(&e);
        waited = waited && postgres_is_place(r->setup.path);
        if (!waited)
            break;
        status = contest_run_check_pause(r);
        if (status != EXIT_OK)
            break;
        contest_run_forget_setup(r);
        status = contest_setup_read(&r->setup);
    }
    return status == EXIT_OK ? contest_setup_players(&r->setup) : status;
}

// Is the contest still to be read, from a database that is away? Then its location is filled in.
static bool contest_run_is_early(
    const struct contest_run *r, char location[static ARCHIVE_PATH_BYTES])
{
    const struct contest_setup *s = &r->setup;
    if (r->no_wait || !contest_setup_is_shared(s) || !postgres_is_place(s->path) ||
        !coordination_is_away(s->path))
        return false;
    notice_say("trying again until the database is there");
    memcpy(location, s->path, ARCHIVE_PATH_BYTES);
    return true;
}

// Plays the contest; a fleet goes on when a database that was away is there again.
static int contest_run_turns(struct contest_run *r)
{
    struct coordination c = {0};
    char location[ARCHIVE_PATH_BYTES] = "";
    for (;;) {
        int status = contest_run_read(r);
        if (r->resume[0] == '\0')
            contest_run_name_resume(r);
        // A contest that was played already may lose its database again while it is read.
        r->again = status != EXIT_OK &&
            (location[0] != '\0' ? coordination_is_away(location)
                                 : contest_run_is_early(r, location));
        if (status == EXIT_OK) {
            memcpy(location, r->setup.path, sizeof location);
            status = contest_run_play_contest(r);
        }
        if (!r->again)
            return status;
        if (!coordination_wait_for_database(&c, location)) {
            print_line(stderr, "agon: that happened too often; to go on:  %s", r->resume);
            return EXIT_FAILED;
        }
        contest_run_forget_setup(r);
    }
}

static int contest_run_and_destroy(struct contest_run *r)
{
    int status = contest_run_turns(r);
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
        {"here", "play on this machine, also if the file says \"fleet: yes\"",
            .flag = &r.setup.here},
        {"no-wait",
            "of a fleet: do not wait for the database, nor for a process that hands out the games",
            .flag = &r.no_wait},
        SANDBOX_CHECK_OPTION(&r.setup.require),
        {"results", "where the results are, whatever the file says: a file, or an address",
            .text = &r.setup.results, .value = "PLACE"},
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
