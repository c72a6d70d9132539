#include "cli/tournament.h"

#include "base/random.h"
#include "cli/conditions.h"
#include "cli/guests.h"
#include "cli/hall.h"
#include "cli/start_check.h"
#include "cli/stop.h"
#include "link/lack.h"
#include "referee/table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    TRIES = 3, // a void game is played again so many times in all
    STAGES_MOST = 256,
    PATH_BYTES = 4096,
};

struct stage;

// Where one game after the other is played.
struct lane {
    struct stage *stage;
    struct table table;
    const struct player *players[SEATS];
    struct hall_game *game; // NULL: over, its bots may still be leaving
    int who[SEATS];         // plays here, by number
    bool busy;
    char record_path[PATH_BYTES];
};

// One runner with its lanes, on a thread of its own. Games start from `bell` only, so that a
// table is never used again from inside itself, and bots are heard between two built-in games.
struct stage {
    struct crew *crew;
    pthread_t thread;
    int number;
    struct runner *runner; // its own, or the lobby's
    struct runner own;
    uv_async_t bell;
    bool has_bell; // under the hall's lock
    struct lane *lanes;
    int64_t lane_count, busy;
};

struct crew {
    struct hall hall;
    const struct tournament *tournament;
    struct lobby *lobby;     // NULL: nobody is awaited
    struct lobby *own_lobby; // the same if it is ours; else NULL
    struct stage stages[STAGES_MOST];
    int64_t stage_count;
    char host[CONDITIONS_HOST_BYTES];
};

// --- One game ---

static void set_up(struct lane *lane, struct fixture *f)
{
    const struct hall_game *g = lane->game;
    const struct tournament *t = lane->stage->crew->tournament;
    *f = (struct fixture){
        .game = t->lineup->definition->game,
        .start = g->start,
        .index = hall_play_number(g),
        .seed = random_derive(g->pair->pairing.seed, (uint64_t)g->number),
        .coin = g->coin,
        .budgets = {&t->lineup->budgets[g->players[0]], &t->lineup->budgets[g->players[1]]},
        .host = lane->stage->crew->host,
        .record_kept = t->store_records,
    };
    if (t->records) {
        snprintf(lane->record_path, sizeof lane->record_path, "%s/%" PRId64 ".jsonl", t->records,
            f->index);
        f->record_path = lane->record_path;
    }
}

static void play(struct lane *lane)
{
    struct fixture f;
    set_up(lane, &f);
    // What stands there is of a game that was never stored: we were killed in the middle of it.
    if (f.record_path)
        unlink(f.record_path);
    text_clear(&lane->game->moves);
    table_play(&lane->table, &f);
}

static void happened(void *user, struct table *t, const struct referee_event *event)
{
    struct lane *lane = user;
    if (lane->game)
        played_note(&lane->game->moves, t->fixture.game, event);
}

static void give_up(struct lane *lane, const struct result *result)
{
    struct error e;
    error_set(&e, "game %" PRId64 " could not be played in %d tries: %.200s",
        hall_play_number(lane->game), lane->game->tries, result->explanation);
    hall_give_up(&lane->stage->crew->hall, lane->game, &e);
}

static enum attendance attendance_of(const struct lane *lane, int seat)
{
    return lane->stage->crew->tournament->lineup->attendance[lane->who[seat]];
}

static bool is_awaited(const struct lane *lane, int seat)
{
    return attendance_of(lane, seat) == ATTENDS_AWAITED;
}

// Those who are called can play their next game when they are rid of this one. Of those who are
// awaited the lobby knows when they can.
static void free_called(struct lane *lane)
{
    for (int seat = 0; seat < SEATS; seat++) {
        if (attendance_of(lane, seat) == ATTENDS_CALLED)
            hall_set_free(&lane->stage->crew->hall, lane->who[seat], true);
    }
}

static void finished(void *user, struct table *t, const struct result *result)
{
    struct lane *lane = user;
    struct hall *h = &lane->stage->crew->hall;
    for (int seat = 0; seat < SEATS; seat++) {
        if (is_awaited(lane, seat))
            lobby_give_back(lane->stage->crew->lobby, lane->who[seat], table_take_session(t, seat),
                table_why_gone(t, seat));
    }
    if (result->verdict != VERDICT_VOID) {
        lane->game->result = *result;
        lane->game->record = table_take_record(t);
        hall_add(h, lane->game);
    } else if (lane->game->tries < TRIES) {
        hall_put_back(h, lane->game);
    } else {
        give_up(lane, result);
    }
    lane->game = NULL;
    table_close(t, false);
}

static void closed(void *user, struct table *t)
{
    (void)t;
    struct lane *lane = user;
    free_called(lane);
    lane->busy = false;
    lane->stage->busy--;
    uv_async_send(&lane->stage->bell);
}

static const struct table_events table_events = {
    .happened = happened, .finished = finished, .closed = closed};

// A game that somebody did not come for is lost without being played (G5). If neither did, by who
// should have begun it, which is the other one in the second game of their pair.
static void forfeit(struct lane *lane, int seat)
{
    struct hall *h = &lane->stage->crew->hall;
    struct error e;
    struct result *r = &lane->game->result;
    *r = (struct result){.blame = seat, .winner = 1 - seat, .rule = "G5"};
    fault_set(&r->fault, VERDICT_NO_START, "G5", "was not connected when the game was to begin: %s",
        lobby_why_away(lane->stage->crew->lobby, lane->who[seat]));
    r->verdict = r->fault.verdict;
    struct text words = TEXT_IN(r->explanation);
    text_format(&words, "%s: %s", lane->players[seat]->name, r->fault.words);
    if (lobby_is_deserted(lane->stage->crew->lobby)) {
        // Rather our network than all of them.
        error_set(&e, "nobody is connected any more");
        hall_give_up(h, lane->game, &e);
    } else {
        hall_add(h, lane->game);
    }
    lane->game = NULL;
}

// Fetches the sessions of those who are in the lobby. Returns who is absent, or NOBODY.
static int fetch(struct lane *lane, struct session *sessions[SEATS])
{
    int absent = NOBODY;
    for (int seat = SEATS - 1; seat >= 0; seat--) {
        if (!is_awaited(lane, seat))
            continue;
        sessions[seat] = lobby_take(lane->stage->crew->lobby, lane->who[seat]);
        if (!sessions[seat])
            absent = seat;
    }
    return absent;
}

static void begin(struct lane *lane, struct hall_game *g)
{
    struct stage *s = lane->stage;
    struct session *sessions[SEATS] = {0};
    lane->game = g;
    for (int seat = 0; seat < SEATS; seat++) {
        lane->who[seat] = g->players[seat];
        lane->players[seat] = &s->crew->tournament->lineup->players[g->players[seat]];
    }
    int absent = fetch(lane, sessions);
    if (absent != NOBODY) {
        forfeit(lane, absent);
        for (int seat = 0; seat < SEATS; seat++) {
            if (is_awaited(lane, seat))
                lobby_give_back(s->crew->lobby, lane->who[seat], sessions[seat], "");
        }
        free_called(lane);
        return;
    }
    lane->busy = true;
    s->busy++;
    table_init(&lane->table, s->runner, lane->players, &table_events, lane);
    for (int seat = 0; seat < SEATS; seat++) {
        if (sessions[seat])
            table_put_session(&lane->table, seat, sessions[seat]);
    }
    play(lane);
}

// --- One runner ---

static void wake_all(void *user)
{
    struct crew *c = user;
    for (int64_t i = 0; i < c->stage_count; i++) {
        if (c->stages[i].has_bell)
            uv_async_send(&c->stages[i].bell);
    }
}

static void set_bell(struct stage *s, bool has_bell)
{
    pthread_mutex_lock(&s->crew->hall.lock);
    s->has_bell = has_bell;
    pthread_mutex_unlock(&s->crew->hall.lock);
}

static void leave(struct stage *s)
{
    set_bell(s, false);
    uv_close((uv_handle_t *)&s->bell, NULL);
    // A port at which bots were awaited would keep the loop running for ever.
    uv_stop(&s->runner->loop);
}

static void look_around(uv_async_t *bell)
{
    struct stage *s = bell->data;
    struct hall *h = &s->crew->hall;
    hall_tell(h); // also while every lane has a game
    for (int64_t i = 0; i < s->lane_count; i++) {
        if (s->lanes[i].busy)
            continue;
        // The lobby has the runner of the first.
        struct hall_game *g = hall_take(h, s->number == 0, stop_asked());
        if (!g)
            break;
        begin(&s->lanes[i], g);
    }
    if (s->busy == 0 && (stop_asked() || hall_is_over(h)))
        leave(s);
}

static void run_lanes(struct stage *s)
{
    for (int64_t i = 0; i < s->lane_count; i++)
        s->lanes[i].stage = s;
    s->bell.data = s;
    int error = uv_async_init(&s->runner->loop, &s->bell, look_around);
    if (error != 0) {
        struct error e;
        char lack[LACK_BYTES];
        lack_words(-error, lack);
        error_set(&e, "no runner for games could be made: %s", lack);
        hall_fail(&s->crew->hall, &e);
        return;
    }
    set_bell(s, true);
    uv_async_send(&s->bell);
    uv_run(&s->runner->loop, UV_RUN_DEFAULT);
    uv_run(&s->runner->loop, UV_RUN_NOWAIT); // the bell goes before the lobby does
    struct crew *c = s->crew;
    if (!c->tournament->crowd)
        return;
    pthread_mutex_lock(&c->hall.lock);
    crowd_join(c->tournament->crowd, &s->runner->crowd);
    pthread_mutex_unlock(&c->hall.lock);
}

static void *run_stage(void *argument)
{
    struct stage *s = argument;
    struct error e;
    // The bots inherit the core: placement beats everything.
    runner_pin(s->number);
    s->lanes = calloc((size_t)s->lane_count, sizeof *s->lanes);
    if (!s->lanes) {
        error_set(&e, "out of memory");
        hall_fail(&s->crew->hall, &e);
    } else if (s->runner) {
        run_lanes(s);
    } else if (!runner_init(&s->own, &e)) {
        hall_fail(&s->crew->hall, &e);
    } else {
        s->runner = &s->own;
        run_lanes(s);
        runner_destroy(s->runner);
    }
    free(s->lanes);
    return NULL;
}

// --- All of them ---

static void attended(void *user, int number, bool free)
{
    struct crew *c = user;
    hall_set_free(&c->hall, number, free);
}

// For people.
static void tell_lobby(void *user, const struct lobby_event *event)
{
    const struct crew *c = user;
    if (c->tournament->out)
        c->tournament->out(c->tournament->user, event->words);
}

// For people and for the log.
static void note_lobby(void *user, const struct lobby_event *event)
{
    struct crew *c = user;
    if (event->kind == LOBBY_ABSENT)
        hall_note_later(&c->hall, "absent", event->words);
    tell_lobby(c, event);
}

static void broken(void *user, const struct error *e)
{
    struct crew *c = user;
    hall_fail(&c->hall, e);
}

static const struct lobby_events gathering_events = {.said = tell_lobby};
static const struct lobby_events playing_events = {
    .said = note_lobby, .changed = attended, .broke = broken};

static void run_stages(struct crew *c)
{
    int64_t lanes = c->tournament->concurrency;
    int64_t count = worker_cores() < lanes ? worker_cores() : lanes;
    if (count > STAGES_MOST)
        count = STAGES_MOST;
    if (lineup_meets_at_ports(c->tournament->lineup))
        count = 1;
    for (int64_t i = 0; i < count; i++)
        c->stages[i] = (struct stage){
            .crew = c, .number = (int)i, .lane_count = lanes / count + (i < lanes % count)};
    c->stage_count = count;
    if (c->lobby)
        c->stages[0].runner = lobby_runner(c->lobby);
    // Number 0 runs here; one that gets no thread leaves its games to the others.
    int64_t started = 1;
    while (started < count &&
        pthread_create(&c->stages[started].thread, NULL, run_stage, &c->stages[started]) == 0)
        started++;
    run_stage(&c->stages[0]);
    for (int64_t i = 1; i < started; i++)
        pthread_join(c->stages[i].thread, NULL);
}

static void run_until_stopped(struct crew *c)
{
    const struct tournament *t = c->tournament;
    conditions_host(c->host);
    if (t->began)
        t->began(t->user, &c->hall);
    if (c->lobby)
        lobby_attend(c->lobby, &playing_events, c);
    run_stages(c);
    if (c->lobby)
        lobby_attend(c->lobby, NULL, NULL);
    if (t->ended)
        t->ended(t->user);
}

// What was done to a contest from outside stands in its log.
static void note_pause(struct crew *c)
{
    char words[64];
    pid_t who = stop_paused_by();
    if (who == 0)
        return;
    snprintf(words, sizeof words, "asked for by process %d", (int)who);
    hall_note(&c->hall, "pause", words);
}

// A new contest wants a folder without records; one that goes on finds its own there.
static bool prepare_folder(const char *folder, bool is_new, struct error *e)
{
    if (!folder || is_new)
        return conditions_folder(folder, e);
    return mkdir(folder, 0755) == 0 || errno == EEXIST ||
        error_set(e, "the folder %.80s cannot be made: %s", folder, strerror(errno));
}

static void stop_lobby(void *user)
{
    lobby_stop(user);
}

static bool gather_guests(struct crew *c, bool is_new, const bool *left, struct error *e)
{
    const struct tournament *t = c->tournament;
    c->lobby = t->lobby;
    if (!c->lobby && guests_are_awaited(t->lineup, left)) {
        c->lobby = c->own_lobby = lobby_create(&gathering_events, c, e);
        if (!c->lobby)
            return false;
    }
    if (c->lobby)
        stop_tell(stop_lobby, c->lobby);
    if (!c->own_lobby)
        return true;
    return guests_gather(c->lobby, t->lineup, left, is_new ? 0 : t->wait_ms, e);
}

// Everybody who still plays is there, or can start.
static bool gather(struct crew *c, bool is_new, struct error *e)
{
    const struct lineup *l = c->tournament->lineup;
    bool *left = calloc(l->count, sizeof *left);
    if (!left)
        return error_set(e, "out of memory");
    bool well = (is_new || hall_find_left(&c->hall, left, e)) &&
        start_check_players(l->players, l->count, left, e) && gather_guests(c, is_new, left, e);
    free(left);
    return well;
}

// A bot that cannot start leaves no trace of a new contest: its file may yet be put right.
static bool open_hall(struct crew *c, struct error *e)
{
    const struct tournament *t = c->tournament;
    bool is_new = access(t->path, F_OK) != 0;
    if (!prepare_folder(t->records, is_new, e))
        return false;
    if (is_new && !gather(c, is_new, e)) {
        if (t->records)
            rmdir(t->records); // which only goes if it is empty
        return false;
    }
    stop_listen(t->resume); // whoever owns the file can be asked to give it back
    if (!hall_open(&c->hall, t, e))
        return false;
    if (is_new || !hall_has_games(&c->hall) || gather(c, is_new, e))
        return true;
    struct error closing;
    hall_close(&c->hall, &closing);
    return false;
}

enum tournament_end tournament_run(
    const struct tournament *t, bool *began, struct head *left, struct error *e)
{
    *began = false;
    struct crew *c = calloc(1, sizeof *c);
    if (!c) {
        error_set(e, "out of memory");
        return TOURNAMENT_FAILED;
    }
    c->tournament = t;
    c->hall.wake = wake_all;
    c->hall.user = c;
    *began = open_hall(c, e);
    if (*began) {
        run_until_stopped(c);
        note_pause(c);
    }
    bool over = *began && hall_is_over(&c->hall);
    bool well = *began && hall_close(&c->hall, e);
    *left = c->hall.head;
    struct error untold;
    if (c->lobby && well && over && !guests_dismiss(c->lobby, t->lineup, t->path, &untold) &&
        t->out)
        t->out(t->user, untold.words);
    stop_listen_no_more();
    if (c->own_lobby)
        lobby_destroy(c->own_lobby);
    free(c);
    if (!well)
        return TOURNAMENT_FAILED;
    return over ? TOURNAMENT_OVER : TOURNAMENT_INTERRUPTED;
}
