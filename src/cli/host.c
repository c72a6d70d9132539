// agon host: waits for bots to join over TCP and plays a round robin between them.
#include "cli/host.h"
#include "base/clock.h"
#include "base/random.h"
#include "cli/commands.h"
#include "cli/conditions.h"
#include "cli/subject.h"
#include "cli/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS_MOST = 1000, LOOK_MS = 50 };

// --- The schedule ---

// Game g of the round robin: every round each two meet twice, with seats swapped.
static void schedule(const struct host *h, int64_t g, int entrants[SEATS])
{
    int64_t n = h->entrant_count, pair = g / 2 % (n * (n - 1) / 2);
    int a = 0;
    while (pair >= n - 1 - a)
        pair -= n - 1 - a++;
    int b = a + 1 + (int)pair;
    entrants[0] = g % 2 == 0 ? a : b;
    entrants[1] = g % 2 == 0 ? b : a;
}

// --- Games ---

static void remember_result(struct host *h, const struct result *r, const int entrants[SEATS])
{
    if (r->winner == NOBODY)
        return;
    struct table_result *results = realloc(h->results, (h->result_count + 1) * sizeof *results);
    if (!results)
        return; // the end of the contest will list one game less
    h->results = results;
    struct table_result *last = &results[h->result_count++];
    snprintf(
        last->winner, sizeof last->winner, "%.32s", h->entrants[entrants[r->winner]].player.name);
    snprintf(
        last->loser, sizeof last->loser, "%.32s", h->entrants[entrants[1 - r->winner]].player.name);
    last->irregular = verdict_is_fault(r->verdict);
}

static void report(struct host *h, int64_t index, const int entrants[SEATS], const struct result *r)
{
    const char *names[SEATS];
    struct score *scores[SEATS];
    for (int seat = 0; seat < SEATS; seat++) {
        names[seat] = h->entrants[entrants[seat]].player.name;
        scores[seat] = &h->entrants[entrants[seat]].score;
    }
    score_count(scores, r);
    remember_result(h, r, entrants);
    if (h->json)
        score_print_game_json(index + 1, names, r);
    else
        score_print_game(index + 1, names, r);
    h->finished++;
}

static void game_finished(void *user, struct table *t, const struct result *result)
{
    struct pairing *p = user;
    struct host *h = p->host;
    int64_t now = clock_now_ns();
    for (int seat = 0; seat < SEATS; seat++) {
        struct entrant *e = &h->entrants[p->entrants[seat]];
        e->playing = false;
        struct seat *back = table_take(t, seat);
        if (back && !back->lost) {
            back->events = &lobby_events;
            back->user = p->visitors[seat];
            e->visitor = p->visitors[seat];
        } else {
            // Gone: it comes back for its next game, or not at all.
            lobby_forget(p->visitors[seat]);
            e->away_since_ns = now;
        }
    }
    report(h, p->index, p->entrants, result);
    table_close(t, false);
}

static void game_closed(void *user, struct table *t)
{
    (void)t;
    struct pairing *p = user;
    struct host *h = p->host;
    for (struct pairing **at = &h->pairings; *at; at = &(*at)->next) {
        if (*at == p) {
            *at = p->next;
            break;
        }
    }
    free(p);
}

static const struct table_events table_events = {
    .finished = game_finished,
    .closed = game_closed,
};

static void start_game(struct host *h, int64_t g, const int entrants[SEATS])
{
    struct pairing *p = calloc(1, sizeof *p);
    if (!p)
        return; // tried again at the next look
    h->done[g] = true;
    *p = (struct pairing){.host = h, .index = g, .next = h->pairings};
    h->pairings = p;
    for (int seat = 0; seat < SEATS; seat++) {
        struct entrant *e = &h->entrants[entrants[seat]];
        p->entrants[seat] = entrants[seat];
        p->players[seat] = &e->player;
        p->visitors[seat] = e->visitor;
        e->visitor = NULL;
        e->playing = true;
    }
    table_init(&p->table, &h->runner, p->players, &table_events, p);
    for (int seat = 0; seat < SEATS; seat++)
        table_seat(&p->table, seat, &p->visitors[seat]->seat);
    struct fixture f = {
        .game = h->game,
        .start = h->start,
        .index = g + 1,
        .seed = random_derive(h->seed, (uint64_t)g),
        .first_id = (int)(random_derive(~h->seed, (uint64_t)(g / 2)) & 1),
        .budgets = {&h->budget, &h->budget},
        .host = h->host_words,
    };
    wire_turn_start(h->wire, &f.start, f.first_id);
    if (h->record) {
        snprintf(h->record_path, sizeof h->record_path, "%s/%" PRId64 ".jsonl", h->record, g + 1);
        f.record_path = h->record_path;
    }
    table_play(&p->table, &f);
}

// A game that somebody did not come back for.
static void forfeit(struct host *h, int64_t g, const int entrants[SEATS], const bool absent[SEATS])
{
    h->done[g] = true;
    struct result r = {.verdict = VERDICT_VOID, .winner = NOBODY, .blame = NOBODY, .rule = "G5"};
    struct text words = TEXT_IN(r.explanation);
    if (absent[0] && absent[1]) {
        text_string(&words, "void: neither of the two is connected any more");
    } else {
        r.blame = absent[0] ? 0 : 1;
        r.winner = 1 - r.blame;
        fault_set(&r.fault, VERDICT_NO_START, "G5", "was not connected when the game was to begin");
        r.verdict = r.fault.verdict;
        text_format(&words, "%s: %s", h->entrants[entrants[r.blame]].player.name, r.fault.words);
    }
    report(h, g, entrants, &r);
}

static bool is_absent(const struct host *h, const struct entrant *e, int64_t now)
{
    if (e->visitor || e->playing)
        return false;
    return h->wire->many_games || now - e->away_since_ns > h->budget.start_ns;
}

static bool is_ready(const struct entrant *e)
{
    return e->visitor && !e->playing && e->visitor->seat.wire.waits == WIRE_IDLE;
}

static void start_what_can_be(struct host *h)
{
    int64_t now = clock_now_ns();
    for (int64_t g = 0; g < h->games; g++) {
        if (h->done[g])
            continue;
        int entrants[SEATS];
        schedule(h, g, entrants);
        const struct entrant *a = &h->entrants[entrants[0]], *b = &h->entrants[entrants[1]];
        const bool absent[SEATS] = {is_absent(h, a, now), is_absent(h, b, now)};
        if (absent[0] || absent[1])
            forfeit(h, g, entrants, absent);
        else if (is_ready(a) && is_ready(b))
            start_game(h, g, entrants);
    }
}

// --- The end ---

static void say_farewell(struct host *h, struct visitor *v)
{
    struct wire_result *results = calloc(h->result_count + 1, sizeof *results);
    struct text out = text_growing();
    for (size_t i = 0; results && i < h->result_count; i++) {
        const struct table_result *r = &h->results[i];
        results[i] = (struct wire_result){r->winner, r->loser, r->irregular};
    }
    if (results && h->wire->many_games)
        wire_seat_finish(&v->seat.wire, results, h->result_count, &out);
    if (out.length > 0)
        seat_send(&v->seat, out.bytes, out.length);
    text_destroy(&out);
    free(results);
}

static void close_lobby(struct host *h)
{
    h->closing = true;
    uv_close((uv_handle_t *)&h->look, NULL);
    for (struct visitor *v = h->visitors, *next; v; v = next) {
        next = v->next;
        if (v->gone)
            continue;
        v->gone = true;
        if (v->connected && v->entrant >= 0)
            say_farewell(h, v);
        seat_close(&v->seat, !v->connected);
    }
}

void host_look_around(struct host *h)
{
    if (uv_is_closing((uv_handle_t *)&h->look))
        return;
    lobby_look(h);
    if (h->entrant_count == h->players && !h->done) {
        int64_t n = h->players;
        h->games = n * (n - 1) * h->rounds;
        h->done = calloc((size_t)h->games, sizeof *h->done);
        fprintf(stderr, "all are here: %" PRId64 " games\n", h->games);
    }
    if (h->done)
        start_what_can_be(h);
    if (h->closing || (h->done && h->finished == h->games))
        close_lobby(h);
}

static void look(uv_timer_t *timer)
{
    host_look_around(timer->data);
}

static int by_wins(const void *a, const void *b)
{
    const struct entrant *const *x = a, *const *y = b;
    int64_t points_x = 2 * (*x)->score.wins + (*x)->score.draws;
    int64_t points_y = 2 * (*y)->score.wins + (*y)->score.draws;
    return points_x < points_y ? 1 : points_x > points_y ? -1 : 0;
}

static void print_table(const struct host *h)
{
    const struct entrant *order[HOST_PLAYERS_MOST];
    for (int i = 0; i < h->entrant_count; i++)
        order[i] = &h->entrants[i];
    qsort(order, (size_t)h->entrant_count, sizeof *order, by_wins);
    printf("\n #  %-20s %6s %5s %5s %5s %7s\n", "player", "points", "W", "D", "L", "faults");
    for (int i = 0; i < h->entrant_count; i++) {
        const struct score *s = &order[i]->score;
        printf("%2d  %-20s %6.1f %5" PRId64 " %5" PRId64 " %5" PRId64 " %7" PRId64 "\n", i + 1,
            order[i]->player.name, (double)s->wins + (double)s->draws / 2, s->wins, s->draws,
            s->losses, s->faults);
    }
}

static void print_summary_json(const struct host *h)
{
    const char *names[HOST_PLAYERS_MOST];
    const struct score *scores[HOST_PLAYERS_MOST];
    for (int i = 0; i < h->entrant_count; i++) {
        names[i] = h->entrants[i].player.name;
        scores[i] = &h->entrants[i].score;
    }
    struct text out = text_growing();
    text_format(&out, "{\"summary\":{\"games\":%" PRId64 ",", h->finished);
    score_json(&out, names, scores, (size_t)h->entrant_count);
    text_format(&out, ",\"seed\":%" PRIu64 "}}", h->seed);
    puts(out.bytes);
    text_destroy(&out);
}

static int run(struct host *h)
{
    struct error e;
    if (!link_process_setup(&e))
        fprintf(stderr, "agon: %s\n", e.words);
    if (!runner_init(&h->runner, &e)) {
        fprintf(stderr, "agon: %s\n", e.words);
        link_process_teardown();
        return EXIT_FAILED;
    }
    uv_timer_init(&h->runner.loop, &h->look);
    h->look.data = h;
    uv_timer_start(&h->look, look, LOOK_MS, LOOK_MS);
    lobby_await_next(h);
    uv_run(&h->runner.loop, UV_RUN_DEFAULT);
    runner_destroy(&h->runner);
    link_process_teardown();
    bool complete = h->done && h->finished == h->games;
    if (complete && h->json)
        print_summary_json(h);
    else if (complete)
        print_table(h);
    free(h->done);
    free(h->results);
    return complete ? EXIT_OK : EXIT_FAILED;
}

int command_host(const struct command *self, int argc, char **argv)
{
    const char *game = NULL, *listen = NULL, *wire = NULL, *variant = NULL, *record = NULL;
    const char *time = NULL, *clock = NULL;
    int64_t players = 2, rounds = 1, seed = 1;
    bool json = false;
    const struct argument arguments[] = {{"GAME", subject_games(), &game}};
    const struct option options[] = {
        {"listen",
            "where bots connect: PORT, HOST:PORT or [IPv6]:PORT; loopback if no host is named",
            .text = &listen, .value = "ADDR"},
        {"players", "how many bots to wait for (2)", .number = &players, .least = 2,
            .most = HOST_PLAYERS_MOST, .value = "N"},
        {"rounds", "how often each two meet, with both seats (1)", .number = &rounds, .least = 1,
            .most = ROUNDS_MOST, .value = "N"},
        {"seed", "of drawn lots (1)", .number = &seed, .least = 0, .most = INT64_MAX, .value = "N"},
        {"time",
            "for each request but the first; or start=MS,first=MS,request=MS,game=MS,increment=MS",
            .text = &time, .value = "MS"},
        {"clock", "refunded or wall", .text = &clock, .value = "KIND"},
        {"wire", "the protocol that the bots speak", .text = &wire, .value = "NAME"},
        {"variant", "a variant of the game, such as 5x5", .text = &variant, .value = "NAME"},
        {"record", "write every game to DIR/NUMBER.jsonl", .text = &record, .value = "DIR"},
        {"json", "one JSON object per game, and one for the summary", .flag = &json},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    struct subject subject;
    if (!subject_read(&subject, game, variant, NULL))
        return EXIT_WRONG_INPUT;
    static struct host h;
    h = (struct host){.game = subject.game,
        .start = subject.position,
        .players = players,
        .rounds = rounds,
        .seed = (uint64_t)seed,
        .json = json};
    if (!listen) {
        error_set(&e, "--listen is missing: where are the bots to connect?");
        return wrong_input(&e);
    }
    snprintf(h.listen, sizeof h.listen, "listen:%.110s", listen);
    if (!conditions_wire(h.game, wire, &h.wire, &e))
        return wrong_input(&e);
    if (!h.wire) {
        error_set(&e, "%s has no protocol for bots", h.game->name);
        return wrong_input(&e);
    }
    if (!link_check(h.listen, NULL, &e) || !conditions_budget(&h.budget, h.wire, time, clock, &e) ||
        !conditions_folder(record, &e))
        return wrong_input(&e);
    h.record = record;
    h.door = (struct player){.name = "visitor", .text = h.listen, .wire = h.wire};
    gethostname(h.host_words, sizeof h.host_words - 1);
    return run(&h);
}
