// agon play: games between two players, refereed.
#include "arena/conditions.h"
#include "arena/player_text.h"
#include "base/columns.h"
#include "cli/bots_setup.h"
#include "cli/commands.h"
#include "cli/debugging.h"
#include "cli/fault_hint.h"
#include "cli/human.h"
#include "cli/notice.h"
#include "cli/play_summary.h"
#include "cli/position_argument.h"
#include "cli/start_check.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "cli/trace.h"
#include "cli/watch.h"
#include "cli/web_door.h"
#include "report/game_line.h"

#include <inttypes.h>
#include <stdlib.h>

// As typed.
struct play_request {
    struct match_request match;
    int64_t pace;
    bool json, watch, verbose, ascii, strict, debug;
    struct web_door door;
};

struct play {
    struct match_session session;
    char title[2 * PLAYER_NAME_BYTES + 16]; // for the web
    struct watch *watch;                    // NULL: nobody watches
    struct human *human;                    // NULL: nobody plays
    struct debugging *debugging;            // NULL: no bot is in a debugger
    struct arena_event *over; // its result is told when its end has been looked at; NULL: none
    bool enough;              // nothing more is told
    bool json, verbose, ascii;
    struct play_summary summary;
    bool explained[SEATS][VERDICTS]; // by player: a fault of that kind has been shown in full
    bool fell[SEATS];                // the same: it ended before it had said anything
};

// --- What was asked for ---

static bool play_check_people(
    const struct match_options *m, const struct play_request *q, struct error *e)
{
    return !m->players[0].untimed || !m->players[1].untimed || q->match.games == 1 ||
        error_set(e, "two people play one game at a time: leave out --games");
}

// --- What is said ---

static int play_name_width(const char *const names[SEATS])
{
    int a = columns_count(names[0]), b = columns_count(names[1]);
    return a > b ? a : b;
}

// Has a fault of this kind by this player been explained? Only the first one is; the others are in
// the records.
static bool play_is_explained(struct play *p, int player, enum verdict v)
{
    bool explained = p->explained[player][v];
    p->explained[player][v] = true;
    return explained && !p->verbose;
}

static void play_text_result(
    struct play *p, const struct arena_event *over, const struct game_line *line, struct text *out)
{
    const struct result *result = line->result;
    game_line_text(out, line, play_name_width(line->names));
    if (result->blame == NOBODY)
        return;
    bool explained = play_is_explained(p, over->setup->players[result->blame], result->verdict);
    if (!explained) {
        struct drawing style = terminal_drawing(stdout, p->ascii);
        // Of many games it is told at the end, if it explains every refused move.
        game_line_details(out, result, p->session.options.games == 1, &style);
    }
    if (over->record > 0)
        fault_hint_record(out, p->session.options.records.path, over->record);
    else if (!explained)
        fault_hint_unkept(out);
}

static void play_print_game(
    struct play *p, const struct arena_event *over, const struct result *result)
{
    const struct arena_setup *setup = over->setup;
    const struct played played = {setup->game, &setup->start, over->text};
    const struct game_line line = {.number = over->game,
        .names = {setup->seats[0].name, setup->seats[1].name},
        .result = result,
        .played = &played,
        .record = over->record};
    struct text out = text_growing();
    if (p->json)
        game_line_json(&out, &line);
    else
        play_text_result(p, over, &line, &out);
    print_bytes(stdout, &out);
    text_destroy(&out);
}

// Stops if stdout cannot be written (the reader of `agon play ... | head` has read enough, or a
// disk is full), or if the person wants no further game.
static void play_check_enough(struct play *p)
{
    if (!ferror(stdout) && !(p->human && p->human->quit))
        return;
    p->enough = true;
    match_stop(p->session.match, POOL_FINISH);
}

// Such a bot may lack something in its sandbox.
static void play_note_fall(struct play *p, const int players[SEATS], const struct result *r)
{
    bool ended = r->verdict == VERDICT_NO_START || r->verdict == VERDICT_CRASH;
    if (ended && r->blame != NOBODY && r->moves <= r->blame && r->message_bytes == 0)
        p->fell[players[r->blame]] = true;
}

static void play_report_game(struct play *p, const struct arena_event *over)
{
    struct result result;
    arena_event_result(over, &result);
    bool last = over->game == p->session.options.games || stop_asked();
    if (p->watch)
        watch_step_aside(p->watch, over->game, last);
    play_summary_add(&p->summary, over, &result);
    match_session_count(&p->session, over);
    play_note_fall(p, over->setup->players, &result);
    play_print_game(p, over, &result);
    if (p->watch)
        watch_come_back(p->watch);
    play_check_enough(p);
    if (p->session.options.waits)
        match_go_on(p->session.match);
}

// --- What happens ---

static void play_take_event(void *user, struct arena_event *event)
{
    struct play *p = user;
    if (p->debugging)
        debugging_event(p->debugging, event);
    else if (event->kind == ARENA_SAID)
        notice_say("%s", event->text);
    if (p->verbose && event->seat != NOBODY)
        trace_event(event, p->session.options.players[event->player].name);
    if (p->human)
        human_event(p->human, event);
    if (p->watch)
        watch_event(p->watch, event);
    if (event->kind != ARENA_OVER || p->enough)
        return;
    if (p->watch && p->watch->holding) {
        p->over = event;
        arena_event_hold(event);
    } else {
        play_report_game(p, event);
    }
}

// A watcher sees the end of a game before its result is printed.
static int play_wait_ms(void *user)
{
    struct play *p = user;
    int ms = watch_wait_ms(p->watch);
    if (ms == 0 && p->over) {
        play_report_game(p, p->over);
        arena_event_release(p->over);
        p->over = NULL;
    }
    return ms;
}

static void play_tick(void *user)
{
    struct play *p = user;
    if (p->debugging)
        debugging_tick(p->debugging);
    else
        watch_draw(p->watch);
}

static bool play_wants_keys(void *user)
{
    const struct play *p = user;
    if (p->debugging)
        return debugging_wants_keys(p->debugging);
    return p->human ? p->human->asked : watch_wants_keys(p->watch);
}

static void play_read_keys(void *user)
{
    struct play *p = user;
    if (p->debugging)
        debugging_read_keys(p->debugging);
    else if (p->human)
        human_read(p->human);
    else
        watch_read_keys(p->watch);
}

static void play_print_summary(const struct play *p, const struct play_request *q)
{
    struct text out = text_growing();
    if (p->json) {
        play_summary_json(&p->summary, &p->session, &q->match, &out);
        print_document(&out, "play/1");
        return;
    }
    play_summary_text(&p->summary, &p->session, &q->match, &out);
    fputs(out.bytes, stdout);
    text_destroy(&out);
}

// --- The command ---

// With --strict a fault counts even if not all games could be played.
static int play_status(const struct play *p, const struct play_request *q, enum match_end end)
{
    if (q->strict && p->summary.scores[0].faults + p->summary.scores[1].faults > 0)
        return EXIT_FAILED;
    return p->summary.voids > 0 || end == MATCH_STOPPED ? EXIT_OURS : EXIT_OK;
}

static int play_run(struct play *p, const struct play_request *q)
{
    struct error e;
    if (!match_request_sandbox(&p->session.options, &q->match))
        return EXIT_WRONG_INPUT;
    snprintf(p->title, sizeof p->title, "%s against %s", p->session.options.players[0].name,
        p->session.options.players[1].name);
    p->session.web = q->door.web;
    p->session.title = p->title;
    if (p->watch)
        watch_begin(p->watch, p->session.options.games);
    enum match_end end = match_session_run(&p->session, &e);
    if (p->watch)
        watch_end(p->watch);
    if (end == MATCH_FAILED) {
        print_line(stderr, "agon: %s", e.words);
        return EXIT_OURS;
    }
    play_print_summary(p, q);
    tell_crowd(&p->session.crowd);
    match_session_tell_repeats(&p->session);
    for (int i = 0; i < SEATS && !stop_asked(); i++) {
        if (p->fell[i])
            start_check_sandbox(&p->session.options.players[i]);
    }
    if (end == MATCH_STOPPED)
        fprintf(stderr, "stopped after %" PRId64 " of %" PRId64 " games\n", p->summary.played,
            p->session.options.games);
    return play_status(p, q, end);
}

// A person sees the board at every turn, so that --watch has nothing to add.
static bool play_seat_people(struct play *p, const struct play_request *q, struct error *e)
{
    p->human = calloc(1, sizeof *p->human);
    if (!p->human)
        return error_set(e, "out of memory");
    *p->human = (struct human){.players = p->session.options.players,
        .match = &p->session.match,
        .ascii = q->ascii,
        .recorded = q->match.record != NULL};
    p->session.options.waits = true; // the person may want no further game
    p->session.wants_keys = play_wants_keys;
    p->session.typed = play_read_keys;
    return true;
}

static bool play_prepare_watch(struct play *p, const struct play_request *q, struct error *e)
{
    p->watch = calloc(1, sizeof *p->watch);
    if (!p->watch)
        return error_set(e, "out of memory");
    p->watch->ascii = q->ascii;
    p->watch->plain = q->verbose; // both on one screen would be a muddle
    p->watch->view.playback.pace_ms = q->pace;
    p->session.options.waits = true;
    p->session.wait_ms = play_wait_ms;
    p->session.tick = play_tick;
    p->session.tick_ms = WATCH_TICK_MS;
    p->session.wants_keys = play_wants_keys;
    p->session.typed = play_read_keys;
    return true;
}

static bool play_prepare(struct play *p, struct play_request *q, struct error *e)
{
    struct match_options *o = &p->session.options;
    p->json = q->json;
    p->verbose = q->verbose;
    p->ascii = q->ascii;
    p->summary.counted = pair_count_empty();
    p->summary.debugs = q->debug;
    o->keeps_moves = true;
    p->session.event = play_take_event;
    p->session.user = p;
    if ((q->debug && !(p->debugging = debugging_create(&q->match, q->watch, q->ascii, e))) ||
        !match_request_players(o, &q->match, e) || !play_check_people(o, q, e) ||
        !match_request_conditions(o, &q->match, e))
        return false;
    if (p->debugging)
        debugging_restore_name(p->debugging, o, &q->match);
    bool people = o->players[0].untimed || o->players[1].untimed;
    if (people ? !play_seat_people(p, q, e) : q->watch && !play_prepare_watch(p, q, e))
        return false;
    p->session.wants = ARENA_FACTS;
    if (!p->human && !p->watch)
        p->session.wants &= ~ARENA_WANTS(ARENA_BEGUN);
    else
        p->session.wants |= ARENA_MOVES;
    if (p->verbose)
        p->session.wants |= ARENA_MESSAGES;
    if (p->debugging) {
        debugging_change_session(p->debugging, &p->session);
        p->session.tick = play_tick;
        p->session.wants_keys = play_wants_keys;
        p->session.typed = play_read_keys;
    }
    return true;
}

int command_play(const struct command *self, int argc, char **argv)
{
    struct play_request q = {
        .match = {.games = 1, .games_default = 1, .concurrency = 1, .seed = MATCH_SEED_NOT_GIVEN}};
    struct match_request *m = &q.match;
    const struct argument arguments[] = {
        {"GAME", position_argument_games(), &m->game},
        {"A", "a player, who begins the first game", &m->players[0]},
        {"B",
            "the other: @1 to @10, @max, @random, human, a command, listen:PORT, tcp://HOST:PORT, "
            "entry:PATH, nboard:ENGINE, ugi:ENGINE",
            &m->players[1]},
    };
    const struct option options[] = {
        {"games", "how many games; who begins alternates (1)", .number = &m->games, .least = 1,
            .most = MATCH_GAMES_MOST, .value = "N"},
        match_request_option(m, MATCH_CONCURRENCY),
        match_request_option(m, MATCH_SEED),
        match_request_option(m, MATCH_TIME),
        match_request_option(m, MATCH_CLOCK),
        match_request_option(m, MATCH_LIMIT),
        match_request_option(m, MATCH_PONDERING),
        match_request_option(m, MATCH_CORES),
        match_request_option(m, MATCH_WIRE),
        {"wire-first", "the protocol of A", .text = &m->wires[0], .value = "NAME"},
        {"wire-second", "the protocol of B", .text = &m->wires[1], .value = "NAME"},
        match_request_option(m, MATCH_VARIANT),
        {"position", "where to begin instead of the start", .text = &m->position, .value = "TEXT"},
        {"openings", "where every two games begin: none, random:K or a file (none)",
            .text = &m->openings, .value = "WHAT"},
        match_request_option(m, MATCH_RECORD),
        match_request_option(m, MATCH_SANDBOX),
        match_request_option(m, MATCH_READ),
        match_request_option(m, MATCH_REQUIRE),
        {"watch", "draw the board live; on a terminal, ? shows the keys", .flag = &q.watch},
        {"pace", "with --watch: how long each position stays (0)", .number = &q.pace, .least = 0,
            .most = CONDITIONS_DAY_MS, .value = "MS"},
        {"debug",
            "for a debugger: no clocks, one request at a time; a bot with {host} {port} has this "
            "terminal",
            .flag = &q.debug},
        {"ascii", "draw without Unicode", .flag = &q.ascii},
        {"verbose", "show the wire as it happens, and every fault in full", .flag = &q.verbose},
        {"strict", "end with exit status 1 if a bot made a fault", .flag = &q.strict},
        {"json", "one JSON object per game, and one for the summary", .flag = &q.json},
        web_door_option(&q.door, WEB_DOOR_WHERE),
        web_door_option(&q.door, WEB_DOOR_CERTIFICATE),
        web_door_option(&q.door, WEB_DOOR_KEY),
        web_door_option(&q.door, WEB_DOOR_ACCESS_LOG),
    };
    const struct syntax syntax = {self, arguments, 3, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    struct position_argument about;
    if (!position_argument_read(&about, m->game, m->variant, m->position, &e))
        return wrong_input(&e);
    struct play p = {.session.options = {.game = about.game, .start = about.position}};
    if (!bots_setup())
        return EXIT_WRONG_INPUT;
    if (!play_prepare(&p, &q, &e) || !web_door_open(&q.door, false, &e)) {
        status = wrong_input(&e);
    } else {
        status = play_run(&p, &q);
        web_door_stay(&q.door);
    }
    web_door_close(&q.door);
    link_process_teardown();
    record_ranges_destroy(&p.summary.records);
    repeats_destroy(&p.session.repeats);
    openings_destroy(&p.session.options.openings);
    match_request_destroy(&q.match);
    if (p.debugging)
        debugging_end(p.debugging);
    free(p.debugging);
    free(p.human);
    free(p.watch);
    return status;
}
