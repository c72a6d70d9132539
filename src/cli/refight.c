// agon refight: a recorded game again, against the moves that were played then.
#include "author/refight.h"
#include "arena/conditions.h"
#include "author/recorded_opponent.h"
#include "base/bridge_text.h"
#include "base/columns.h"
#include "cli/bots_setup.h"
#include "cli/commands.h"
#include "cli/debugging.h"
#include "cli/fault_hint.h"
#include "cli/game_argument.h"
#include "cli/match_request.h"
#include "cli/match_session.h"
#include "cli/notice.h"
#include "cli/start_check.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "cli/trace.h"
#include "cli/watch.h"
#include "report/game_line.h"
#include "report/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define REFIGHT_THEN "@8" // strong, and fast enough to be waited for

// As typed.
struct refight_request {
    struct match_request match;
    const char *record, *number, *bot, *seat, *then;
    int64_t from, pace;
    bool lead, json, watch, verbose, ascii, debug;
};

struct refight_command {
    struct match_session session;
    struct game_argument game;
    struct refight refight;
    const char *whose; // why the bot has its seat, for people
    struct recorded_opponent opponent;
    char time[REFIGHT_TIME_BYTES];
    const char *then;
    const char *names[SEATS]; // of the new game, by seat
    char then_name[2 * PLAYER_NAME_BYTES];
    bool json, verbose, ascii;
    struct watch *watch;         // NULL: nobody watches
    struct debugging *debugging; // NULL: no clocks are stopped
    struct arena_event *over;    // the end of the game; NULL: it was not played to its end
};

// --- What is said ---

// The built-in player has moved for the opponent: from now on it is called by its own name.
static void refight_command_take_over(struct refight_command *r)
{
    const struct recorded_player *players = r->game.game.players;
    const int other = 1 - r->refight.seat;
    r->names[other] = r->then;
    if (strcmp(r->then, players[r->refight.seat].name) == 0) {
        snprintf(r->then_name, sizeof r->then_name, "%s (for %s)", r->then, players[other].name);
        r->names[other] = r->then_name;
    }
    if (r->watch)
        watch_rename(r->watch, other, r->names[other]);
    if (r->debugging)
        debugging_rename(r->debugging, other, r->names[other]);
}

static void refight_command_text_result(struct refight_command *r, struct text *out,
    const char *when, const struct result *result, const char *const names[SEATS])
{
    int widths[SEATS] = {columns_count(names[0]), columns_count(names[1])};
    const struct game_line line = {
        .number = r->game.number, .names = {names[0], names[1]}, .result = result};
    text_format(out, "%-4s", when);
    game_line_text(out, &line, widths[0] > widths[1] ? widths[0] : widths[1]);
}

static void refight_command_print_text(
    struct refight_command *r, const struct result *result, const struct refight_deviation *d)
{
    const struct recorded_game *g = &r->game.game;
    const char *const names[SEATS] = {g->players[0].name, g->players[1].name};
    struct text out = text_growing();
    refight_text_deviation(&out, &r->refight, d, result, r->then);
    print_line(stdout, "%s", out.bytes);
    text_clear(&out);
    struct result old;
    if (g->ended) {
        refight_old_result(g, &old);
        refight_command_text_result(r, &out, "was", &old, names);
    }
    refight_command_text_result(r, &out, "now", result, r->names);
    if (result->blame != NOBODY) {
        struct drawing style = terminal_drawing(stdout, r->ascii);
        game_line_details(&out, result, true, &style);
    }
    if (r->over->record > 0 && result->blame != NOBODY)
        fault_hint_record(&out, r->session.options.records.path, r->over->record);
    else if (r->over->record > 0)
        text_format(&out, "record:  %s/%" PRId64 ".jsonl\n", r->session.options.records.path,
            r->over->record);
    print_bytes(stdout, &out);
    text_destroy(&out);
    if (refight_may_need_lead(&r->refight, result))
        print_line(stderr, "the bot did not see what came before move %d; with --lead it does",
            r->refight.from);
}

static void refight_command_json_move(struct text *out, const char *key, const char *text)
{
    text_format(out, ",\"%s\":", key);
    if (text[0] != '\0')
        text_json(out, text);
    else
        text_string(out, "null");
}

static void refight_command_json_deviation(
    struct text *out, const struct refight_command *r, const struct refight_deviation *d)
{
    if (d->number == 0) {
        text_string(out, ",\"deviation\":null");
        return;
    }
    text_format(out, ",\"deviation\":{\"move\":%d,\"player\":", d->number);
    text_json(out, r->game.game.players[d->seat].name);
    refight_command_json_move(out, "played", d->played);
    refight_command_json_move(out, "recorded", d->recorded);
    text_char(out, '}');
}

static void refight_command_json_result(
    struct text *out, const char *key, const struct result *result, const char *const names[SEATS])
{
    text_format(out, ",\"%s\":{\"verdict\":\"%s\"", key, verdicts[result->verdict].code);
    refight_command_json_move(out, "winner", result->winner == NOBODY ? "" : names[result->winner]);
    refight_command_json_move(out, "blame", result->blame == NOBODY ? "" : names[result->blame]);
    refight_command_json_move(out, "rule", result->rule);
    text_format(out, ",\"moves\":%d}", result->moves);
}

static void refight_command_print_json(
    struct refight_command *r, const struct result *result, const struct refight_deviation *d)
{
    const struct recorded_game *g = &r->game.game;
    const struct refight *f = &r->refight;
    const char *const names[SEATS] = {g->players[0].name, g->players[1].name};
    const struct arena_setup *setup = r->over->setup;
    const struct played played = {setup->game, &setup->start, r->over->text};
    const struct game_line line = {.number = r->game.number,
        .names = {r->names[0], r->names[1]},
        .result = result,
        .played = &played,
        .record = r->over->record};
    struct text out = text_growing();
    game_line_json(&out, &line);
    print_bytes(stdout, &out);
    text_clear(&out);
    text_string(&out, "{\"player\":");
    text_json(&out, names[f->seat]);
    text_format(
        &out, ",\"seat\":%d,\"from\":%d,\"led\":%s", f->seat, f->from, f->led ? "true" : "false");
    json_key_text(&out, "then", r->then);
    refight_command_json_deviation(&out, r, d);
    struct result old;
    if (g->ended) {
        refight_old_result(g, &old);
        refight_command_json_result(&out, "old", &old, names);
    } else {
        text_string(&out, ",\"old\":null");
    }
    struct result counted = *result;
    counted.moves += f->skipped;
    refight_command_json_result(&out, "new", &counted, r->names);
    print_document(&out, "refight/1");
}

static int refight_command_report(struct refight_command *r)
{
    struct result result;
    struct refight_deviation deviation;
    arena_event_result(r->over, &result);
    refight_compare(&r->refight, r->over->text, &deviation);
    if (deviation.taken_over)
        refight_command_take_over(r);
    if (r->json) {
        refight_command_print_json(r, &result, &deviation);
    } else {
        // Moves have the numbers that they have in the record.
        result.moves += r->refight.skipped;
        refight_command_print_text(r, &result, &deviation);
    }
    if (result.verdict == VERDICT_VOID)
        return EXIT_OURS;
    return result.blame == r->refight.seat ? EXIT_FAILED : EXIT_OK;
}

// --- What happens ---

static void refight_command_event(void *user, struct arena_event *event)
{
    struct refight_command *r = user;
    if (event->kind == ARENA_SAID && !r->debugging)
        notice_say("%s", event->text);
    if (event->kind == ARENA_MOVED &&
        refight_is_taken_over(&r->refight, &event->before, event->move))
        refight_command_take_over(r);
    if (r->verbose && event->seat != NOBODY)
        trace_event(event, r->names[event->player]);
    if (r->debugging)
        debugging_event(r->debugging, event);
    if (r->watch)
        watch_event(r->watch, event);
    if (event->kind == ARENA_OVER && !r->over) {
        r->over = event;
        arena_event_hold(event);
    }
}

static int refight_command_wait_ms(void *user)
{
    const struct refight_command *r = user;
    return r->watch ? watch_wait_ms(r->watch) : 0;
}

static void refight_command_tick(void *user)
{
    const struct refight_command *r = user;
    if (r->watch)
        watch_draw(r->watch);
    if (r->debugging)
        debugging_tick(r->debugging);
}

static bool refight_command_wants_keys(void *user)
{
    const struct refight_command *r = user;
    return r->debugging ? debugging_wants_keys(r->debugging) : watch_wants_keys(r->watch);
}

static void refight_command_read_keys(void *user)
{
    const struct refight_command *r = user;
    if (r->debugging)
        debugging_read_keys(r->debugging);
    else
        watch_read_keys(r->watch);
}

// --- What was asked for ---

static const char *refight_command_or_null(const char *text)
{
    return text && text[0] != '\0' ? text : NULL;
}

// What the record says holds unless an option says otherwise.
static void refight_command_take_conditions(struct refight_command *r, struct refight_request *q)
{
    const struct recorded_game *g = &r->game.game;
    const struct recorded_player *was = &g->players[r->refight.seat];
    struct match_request *m = &q->match;
    refight_time(g, r->refight.seat, r->time);
    if (!m->time)
        m->time = refight_command_or_null(r->time);
    if (!m->clock)
        m->clock = refight_command_or_null(g->clock);
    if (!m->pondering)
        m->pondering = refight_command_or_null(g->pondering);
    // An engine speaks what its text says, and nobody else does.
    if (!m->wire && was->wire && !was->wire->engine && !bridge_text_is(q->bot))
        m->wire = was->wire->name;
}

static bool refight_command_read_players(
    struct refight_command *r, struct refight_request *q, struct error *e)
{
    struct match_options *o = &r->session.options;
    struct match_request *m = &q->match;
    int seat = r->refight.seat;
    m->players[seat] = q->bot;
    m->players[1 - seat] = q->then;
    if (q->then[0] != '@')
        return error_set(e, "--then %.40s: who plays on is a built-in player, such as @6", q->then);
    if (r->debugging && !debugging_change_request(r->debugging, m, e))
        return false;
    if (!match_request_players(o, m, e))
        return false;
    r->opponent = (struct recorded_opponent){
        .game = &r->game.game, .seat = 1 - seat, .then = o->players[1 - seat]};
    recorded_opponent_seat(&r->opponent, &o->players[1 - seat]);
    snprintf(
        o->players[seat].name, sizeof o->players[seat].name, "%s", r->game.game.players[seat].name);
    return true;
}

// Begins where the record is at move --from, or leads the bot there.
static bool refight_command_place(
    struct refight_command *r, const struct refight_request *q, struct error *e)
{
    struct match_options *o = &r->session.options;
    struct player *bot = &o->players[r->refight.seat];
    const struct recorded_game *g = &r->game.game;
    if (!refight_init(&r->refight, g, r->refight.seat, q->from, bot->wire, q->lead, e))
        return false;
    o->start = r->refight.start;
    o->alike = true;
    o->alike_seed = q->match.seed == MATCH_SEED_NOT_GIVEN ? g->seed : (uint64_t)q->match.seed;
    o->alike_coin = refight_coin(&r->refight, bot->wire);
    if (r->refight.led) {
        bot->led = r->refight.led_moves;
        bot->led_count = r->refight.from - 1;
    }
    return true;
}

static bool refight_command_prepare_watch(
    struct refight_command *r, const struct refight_request *q, struct error *e)
{
    r->watch = calloc(1, sizeof *r->watch);
    if (!r->watch)
        return error_set(e, "out of memory");
    r->watch->ascii = q->ascii;
    r->watch->plain = q->verbose;
    r->watch->view.playback.pace_ms = q->pace;
    r->watch->view.skipped = r->refight.skipped;
    r->session.wants |= ARENA_MOVES;
    r->session.wait_ms = refight_command_wait_ms;
    r->session.tick_ms = WATCH_TICK_MS;
    return true;
}

static void refight_command_prepare_debugging(struct refight_command *r)
{
    const struct recorded_player *was = &r->game.game.players[r->refight.seat];
    enum link_kind kind;
    struct debugging *d = r->debugging;
    d->skipped = r->refight.skipped;
    d->let_go = r->refight.led ? r->refight.from - 1 : 0;
    d->ascii = r->ascii;
    if (was->wire && link_check(was->player, &kind, NULL) && kind == LINK_COMMAND)
        d->command = was->player;
    debugging_change_session(d, &r->session);
}

static bool refight_command_prepare(
    struct refight_command *r, struct refight_request *q, struct error *e)
{
    struct match_session *s = &r->session;
    if (q->debug && q->watch)
        return error_set(e, "--debug and --watch: one of them");
    if (q->debug && !(r->debugging = calloc(1, sizeof *r->debugging)))
        return error_set(e, "out of memory");
    if (r->debugging)
        r->debugging->player = r->refight.seat;
    s->wants = ARENA_FACTS | (q->verbose ? ARENA_MESSAGES : 0);
    s->options.keeps_moves = true;
    s->event = refight_command_event;
    s->user = r;
    refight_command_take_conditions(r, q);
    if (!refight_command_read_players(r, q, e) || !refight_command_place(r, q, e) ||
        !match_request_conditions(&s->options, &q->match, e))
        return false;
    if (q->watch && !refight_command_prepare_watch(r, q, e))
        return false;
    if (r->debugging)
        refight_command_prepare_debugging(r);
    if (r->watch || r->debugging) {
        s->tick = refight_command_tick;
        s->wants_keys = refight_command_wants_keys;
        s->typed = refight_command_read_keys;
    }
    return true;
}

// --- The command ---

static void refight_command_announce(const struct refight_command *r)
{
    const struct refight *f = &r->refight;
    const struct recorded_game *g = f->record;
    if (r->game.without)
        print_line(stderr, "%s", r->game.without);
    print_line(stderr, "the bot has the %s seat, that of %s (%s), and plays from move %d%s",
        f->seat == 0 ? "first" : "second", g->players[f->seat].name, r->whose, f->from,
        f->led ? "; until then it is asked, and led" : "");
}

static int refight_command_run(struct refight_command *r, const struct refight_request *q)
{
    struct error e;
    if (!match_request_sandbox(&r->session.options, &q->match))
        return EXIT_WRONG_INPUT;
    if (!r->json)
        refight_command_announce(r);
    if (r->watch)
        watch_begin(r->watch, 1);
    enum match_end end = match_session_run(&r->session, &e);
    if (r->watch && r->over)
        watch_step_aside(r->watch, r->over->game, true);
    if (r->watch)
        watch_end(r->watch);
    int status = EXIT_OURS;
    if (end == MATCH_FAILED)
        print_line(stderr, "agon: %s", e.words);
    else if (r->over)
        status = refight_command_report(r);
    else
        print_line(stderr, "stopped before the game was over");
    fflush(stdout);
    if (r->debugging)
        debugging_end(r->debugging);
    return status;
}

static bool refight_command_read_game(
    struct refight_command *r, const struct refight_request *q, struct error *e)
{
    struct refight *f = &r->refight;
    if (!game_argument_read(&r->game, q->record, q->number, e) ||
        !refight_find_seat(&r->game.game, q->seat, &f->seat, &r->whose, e))
        return false;
    r->session.options.game = r->game.game.game;
    for (int i = 0; i < SEATS; i++)
        r->names[i] = r->game.game.players[i].name;
    return true;
}

static void refight_command_destroy(struct refight_command *r)
{
    arena_event_release(r->over);
    refight_destroy(&r->refight);
    openings_destroy(&r->session.options.openings);
    game_argument_destroy(&r->game);
    free(r->watch);
    free(r->debugging);
}

int command_refight(const struct command *self, int argc, char **argv)
{
    struct refight_request q = {.then = REFIGHT_THEN,
        .from = 1,
        .match = {.games = 1, .games_default = 1, .concurrency = 1, .seed = MATCH_SEED_NOT_GIVEN}};
    struct match_request *m = &q.match;
    const struct argument arguments[] = {
        {"RECORD", GAME_ARGUMENT_FIRST_HELP, &q.record},
        {"[NUMBER]", GAME_ARGUMENT_SECOND_HELP, &q.number},
        {"BOT", "who fights it again: a command, listen:PORT, entry:PATH, @7", &q.bot},
    };
    const struct option options[] = {
        {"from", "the move from which it is fought; those before it are as they were (1)",
            .number = &q.from, .least = 1, .most = INT32_MAX, .value = "K"},
        {"seat",
            "whose place the bot takes: first, second or a name (who made the fault, or the only "
            "bot, or who lost)",
            .text = &q.seat, .value = "WHO"},
        {"then",
            "the built-in player who goes on when the bot plays another move (" REFIGHT_THEN ")",
            .text = &q.then, .value = "PLAYER"},
        {"lead", "show the bot the moves before --from too: it is asked, and led", .flag = &q.lead},
        {"debug",
            "for a debugger: no clocks, one request at a time; a bot with {host} {port} has this "
            "terminal",
            .flag = &q.debug},
        match_request_option(m, MATCH_SEED),
        match_request_option(m, MATCH_TIME),
        match_request_option(m, MATCH_CLOCK),
        match_request_option(m, MATCH_LIMIT),
        match_request_option(m, MATCH_PONDERING),
        match_request_option(m, MATCH_WIRE),
        match_request_option(m, MATCH_RECORD),
        match_request_option(m, MATCH_SANDBOX),
        match_request_option(m, MATCH_READ),
        match_request_option(m, MATCH_REQUIRE),
        {"watch", "draw the board live; on a terminal, ? shows the keys", .flag = &q.watch},
        {"pace", "with --watch: how long each position stays (0)", .number = &q.pace, .least = 0,
            .most = CONDITIONS_DAY_MS, .value = "MS"},
        {"ascii", "draw without Unicode", .flag = &q.ascii},
        {"verbose", "show the wire as it happens", .flag = &q.verbose},
        {"json", "one JSON object for the game, and one that compares it", .flag = &q.json},
    };
    const struct syntax syntax = {self, arguments, 3, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    struct refight_command r = {
        .then = q.then, .json = q.json, .verbose = q.verbose, .ascii = q.ascii};
    if (!refight_command_read_game(&r, &q, &e)) {
        status = wrong_input(&e);
        refight_command_destroy(&r);
        return status;
    }
    if (!bots_setup()) {
        refight_command_destroy(&r);
        return EXIT_WRONG_INPUT;
    }
    if (refight_command_prepare(&r, &q, &e))
        status = refight_command_run(&r, &q);
    else
        status = wrong_input(&e);
    link_process_teardown();
    match_request_destroy(m);
    refight_command_destroy(&r);
    return status;
}
