#include "cli/match.h"

#include "base/random.h"
#include "cli/conditions.h"
#include "cli/notice.h"
#include "cli/players.h"
#include "cli/screen.h"
#include "contest/pair_count.h"
#include "contest/player_name.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TRIES = 3, // a void game is played again so many times in all
    RUNNERS_MOST = 256,
};

// A finished game that waits for its turn to be reported.
struct finished {
    int first;
    struct result result;
    position start;
    struct text moves;
    int64_t record;
};

struct shared {
    struct match *match;
    atomic_llong next; // the game to start next, from 0
    pthread_mutex_t lock;
    struct finished **waiting; // by index; NULL: not finished
    int64_t reported;
    char host[CONDITIONS_HOST_BYTES];
    struct error error; // of the first runner that failed
    atomic_bool failed;
    atomic_bool enough; // the match is decided
};

struct lane {
    struct shared *shared;
    struct table table;
    int64_t index; // of its game
    int tries;
    struct text moves;
    int64_t record; // the number of its game's; 0: none
    char record_path[RECORD_FOLDER_PATH_BYTES];
    int64_t *open; // how many lanes of its runner are not closed yet
};

struct runner_thread {
    struct shared *shared;
    pthread_t thread;
    int number;
    int64_t lanes;
};

static volatile sig_atomic_t interrupted;
static volatile sig_atomic_t somebody_plays; // a person, who wants to stop and not to finish a game
static void (*tell_interrupted)(void);       // may be NULL

static void interrupt(int signal_number)
{
    (void)signal_number;
    int kept = errno;
    // The second one stops at once; the keeper sees to the bots.
    if (interrupted || somebody_plays) {
        screen_leave();
        _exit(130);
    }
    interrupted = 1;
    static const char words[] = "\nfinishing the running games (again to stop now)\n";
    ssize_t ignored = screen_is_on() ? 0 : write(STDERR_FILENO, words, sizeof words - 1);
    (void)ignored;
    if (tell_interrupted)
        tell_interrupted();
    errno = kept;
}

bool match_is_interrupted(void)
{
    return interrupted != 0;
}

// --- In game order ---

static void forget(struct finished *f)
{
    if (f)
        text_destroy(&f->moves);
    free(f);
}

static void report(const struct shared *s, const struct finished *f)
{
    struct match *m = s->match;
    const struct match_game game = {.index = s->reported + 1,
        .first = f->first,
        .result = &f->result,
        .played = {m->game, &f->start, f->moves.bytes},
        .record = f->record};
    m->report(m->user, &game);
}

// The game of a lane, to be reported when its turn comes. NULL: out of memory.
static struct finished *take_finished(struct lane *lane, const struct result *result)
{
    struct finished *f = lane->moves.cut ? NULL : malloc(sizeof *f);
    if (!f)
        return NULL;
    const struct fixture *fixture = &lane->table.fixture;
    *f = (struct finished){fixture->first, *result, fixture->start, lane->moves, lane->record};
    lane->moves = text_growing();
    return f;
}

// Keeps a result until all before it have been reported, then reports what can be.
static void hand_in(struct lane *lane, const struct result *result)
{
    struct shared *s = lane->shared;
    const struct match *m = s->match;
    struct finished *mine = take_finished(lane, result);
    pthread_mutex_lock(&s->lock);
    if (mine) {
        s->waiting[lane->index] = mine;
    } else if (!s->failed) {
        s->failed = !error_set(&s->error, "out of memory");
    }
    while (!s->enough && s->reported < m->games && s->waiting[s->reported]) {
        struct finished *f = s->waiting[s->reported];
        report(s, f);
        forget(f);
        s->waiting[s->reported] = NULL;
        s->reported++;
        s->enough = m->enough && m->enough(m->user);
    }
    pthread_mutex_unlock(&s->lock);
}

// --- One lane: one game after the other ---

// Seats alternate: the first player begins the odd games. The player ids of hgp are drawn for every
// two games, and with them the protocol's start (R2).
static void set_up(struct lane *lane, struct fixture *f)
{
    struct shared *s = lane->shared;
    const struct match *m = s->match;
    uint64_t pair = random_derive(~m->seed, (uint64_t)(lane->index / 2));
    *f = (struct fixture){
        .game = m->game,
        .start = m->start,
        .index = lane->index + 1,
        .seed = random_derive(m->seed, (uint64_t)lane->index),
        .first = (int)(lane->index % 2),
        .coin = (int)(pair & 1),
        .budgets = {&m->budget, &m->budget},
        .host = s->host,
    };
    for (int i = 0; i < SEATS; i++) {
        if (m->players[i].wire) {
            wire_turn_start(m->players[i].wire, &f->start, f->coin);
            break;
        }
    }
    openings_place(&m->openings, m->game, lane->index / 2, pair, &f->start);
}

// Where no file can be made, the record will fail and say why.
static void claim_record(struct lane *lane, struct fixture *f)
{
    struct match *m = lane->shared->match;
    lane->record = 0;
    if (!m->records.path)
        return;
    lane->record = record_folder_claim(&m->records, f->index, lane->record_path);
    f->record_path = lane->record_path;
    f->record_claimed = lane->record > 0;
}

// Who comes by itself must know where to.
static void tell_port(const struct table *t)
{
    for (int i = 0; i < SEATS; i++) {
        const struct session *s = t->participants[i].session;
        bool awaited = strncmp(t->participants[i].player->text, "listen:", 7) == 0;
        if (awaited && s && s->link && link_port(s->link) > 0)
            notice_say(
                "waiting for a bot at %s (%s)", link_address(s->link), s->player->wire->name);
    }
}

static void play(struct lane *lane, const struct fixture *f)
{
    struct shared *s = lane->shared;
    if (s->match->begins) {
        pthread_mutex_lock(&s->lock);
        s->match->begins(s->match->user, f);
        pthread_mutex_unlock(&s->lock);
    }
    text_clear(&lane->moves);
    table_play(&lane->table, f);
}

static void play_next(struct lane *lane)
{
    struct shared *s = lane->shared;
    bool stop = interrupted || s->failed || s->enough;
    lane->index = stop ? s->match->games : atomic_fetch_add(&s->next, 1);
    lane->tries = 0;
    if (lane->index >= s->match->games) {
        table_close(&lane->table, false);
        return;
    }
    struct fixture f;
    set_up(lane, &f);
    claim_record(lane, &f);
    play(lane, &f);
    if (lane->index == 0)
        tell_port(&lane->table);
}

// A bot that comes by itself is known by its port until it has said its name. There is one lane
// then, so nobody reads the names meanwhile.
static void learn_name(struct match *m, const struct table *t, int player)
{
    struct player *p = &m->players[player];
    const struct wire_seat *wire = t->referee.seats[t->fixture.first == player ? 0 : 1].player.wire;
    char name[PLAYER_NAME_BYTES];
    if (strncmp(p->name, "listen:", 7) != 0 || !wire || wire->wanted[0] == '\0' ||
        !player_name_read(name, wire->name, NULL))
        return;
    snprintf(p->name, sizeof p->name, "%s", name);
    players_tell_apart(&m->players[0], &m->players[1]);
}

static void finished(void *user, struct table *t, const struct result *result)
{
    struct lane *lane = user;
    for (int i = 0; i < SEATS; i++)
        learn_name(lane->shared->match, t, i);
    if (lane->record > 0 && !t->recorded) {
        unlink(lane->record_path); // which we made, and nobody has written to
        lane->record = 0;
    }
    if (result->verdict == VERDICT_VOID && ++lane->tries < TRIES) {
        struct fixture f = t->fixture;
        if (!t->recorded)
            claim_record(lane, &f);
        play(lane, &f);
        return;
    }
    const struct match *m = lane->shared->match;
    struct fixture from = t->fixture;
    if (m->again && m->again(m->user, &from.start)) {
        play(lane, &from);
        return;
    }
    hand_in(lane, result);
    play_next(lane);
}

static void happened(void *user, struct table *t, const struct referee_event *event)
{
    struct lane *lane = user;
    struct shared *s = lane->shared;
    if (s->match->keeps_moves)
        played_note(&lane->moves, s->match->game, event);
    if (!s->match->watch)
        return;
    pthread_mutex_lock(&s->lock);
    s->match->watch(s->match->user, t, event);
    pthread_mutex_unlock(&s->lock);
}

static void closed(void *user, struct table *t)
{
    struct lane *lane = user;
    // A port at which bots were awaited would keep the loop running for ever.
    if (--*lane->open == 0)
        uv_stop(&t->runner->loop);
}

static const struct table_events silent_events = {.finished = finished, .closed = closed};
static const struct table_events heard_events = {
    .happened = happened, .finished = finished, .closed = closed};

// --- One runner: its lanes ---

static void run_lanes(struct shared *s, struct runner *runner, struct lane *lanes, int64_t count)
{
    const struct player *players[SEATS] = {&s->match->players[0], &s->match->players[1]};
    bool heard = s->match->watch || s->match->keeps_moves;
    const struct table_events *events = heard ? &heard_events : &silent_events;
    int64_t open = count;
    for (int64_t i = 0; i < count; i++) {
        lanes[i].shared = s;
        lanes[i].open = &open;
        lanes[i].moves = text_growing();
        table_init(&lanes[i].table, runner, players, events, &lanes[i]);
        play_next(&lanes[i]);
    }
    uv_run(&runner->loop, UV_RUN_DEFAULT);
    for (int64_t i = 0; i < count; i++)
        text_destroy(&lanes[i].moves);
}

static void fail(struct shared *s, const struct error *e)
{
    pthread_mutex_lock(&s->lock);
    if (!s->failed)
        s->error = *e;
    s->failed = true;
    pthread_mutex_unlock(&s->lock);
}

static void run(struct shared *s, int number, int64_t lane_count)
{
    // The bots inherit the core: placement beats everything.
    runner_pin(number);
    struct runner runner;
    struct error e;
    if (!runner_init(&runner, &e)) {
        fail(s, &e);
        return;
    }
    struct lane *lanes = calloc((size_t)lane_count, sizeof *lanes);
    if (lanes) {
        run_lanes(s, &runner, lanes, lane_count);
    } else {
        error_set(&e, "out of memory");
        fail(s, &e);
    }
    pthread_mutex_lock(&s->lock);
    crowd_join(&s->match->crowd, &runner.crowd);
    pthread_mutex_unlock(&s->lock);
    runner_destroy(&runner);
    free(lanes);
}

static void *run_thread(void *argument)
{
    struct runner_thread *t = argument;
    run(t->shared, t->number, t->lanes);
    return NULL;
}

static void run_all(struct shared *s)
{
    int64_t lanes =
        s->match->concurrency < s->match->games ? s->match->concurrency : s->match->games;
    int64_t runners = worker_cores() < lanes ? worker_cores() : lanes;
    if (runners > RUNNERS_MOST)
        runners = RUNNERS_MOST;
    struct runner_thread threads[RUNNERS_MOST];
    int64_t started = 1;
    // Number 0 runs here; a runner that gets no thread leaves its lanes to the others.
    for (; started < runners; started++) {
        threads[started] = (struct runner_thread){.shared = s,
            .number = (int)started,
            .lanes = lanes / runners + (started < lanes % runners)};
        if (pthread_create(&threads[started].thread, NULL, run_thread, &threads[started]) != 0)
            break;
    }
    run(s, 0, lanes / runners + (0 < lanes % runners));
    for (int64_t i = 1; i < started; i++)
        pthread_join(threads[i].thread, NULL);
}

int match_half_points(const struct match_game *g, int player)
{
    const struct result *r = g->result;
    if (r->verdict == VERDICT_VOID)
        return PAIR_COUNT_VOID;
    if (r->winner == NOBODY)
        return 1;
    int winner = r->winner == 0 ? g->first : 1 - g->first;
    return winner == player ? 2 : 0;
}

enum match_end match_run(struct match *m, struct error *e)
{
    struct shared s = {.match = m, .lock = PTHREAD_MUTEX_INITIALIZER};
    s.waiting = calloc((size_t)m->games, sizeof(struct finished *));
    if (!s.waiting) {
        error_set(e, "out of memory");
        return MATCH_FAILED;
    }
    conditions_host(s.host);
    interrupted = 0;
    tell_interrupted = m->interrupted;
    somebody_plays = m->players[0].untimed || m->players[1].untimed;
    struct sigaction action = {.sa_handler = interrupt}, before;
    sigaction(SIGINT, &action, &before);
    run_all(&s);
    sigaction(SIGINT, &before, NULL);
    for (int64_t i = s.reported; i < m->games; i++)
        forget(s.waiting[i]);
    free(s.waiting);
    if (s.failed) {
        *e = s.error;
        return MATCH_FAILED;
    }
    return interrupted ? MATCH_INTERRUPTED : MATCH_PLAYED;
}
