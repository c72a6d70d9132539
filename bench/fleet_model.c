#include "fleet_model.h"

#include "base/random.h"
#include "event_heap.h"

#include <stdlib.h>

#define EDGES 0.9

enum { GAMES_PER_PAIR = 2, SERVER_CORES_MOST = 64, EDGE_GAMES = 10 };

struct fleet_worker {
    int free_cores;
    int64_t waiting; // leases that no core plays yet
    int64_t playing;
    int64_t finished; // games that are to be handed in
    bool calls;       // its connection is in use
    bool idle;        // it was given nothing, and waits
    bool gathers;     // records wait for others
    bool listens;     // it hears when it is woken
    bool scarce;      // it was given less than it wanted
    int64_t asks;     // the answer to which call is it: an old poll means nothing
};

struct simulation {
    const struct fleet_model *model;
    const struct setup *setup;
    const struct costs *costs;
    double mean_s, now, from, to;
    struct random random;
    struct event_heap events;

    struct fleet_worker *workers;
    int worker_count, cores;
    int next_idle; // where the search for one to be woken goes on

    double server_free[SERVER_CORES_MOST], server_busy;
    double flush_begin, flush_busy;
    int64_t listeners;

    int64_t open;      // leases that nobody has taken
    int64_t awaited;   // games that are offered, and whose records are not looked at yet
    int64_t submitted; // games that wait for the coordinator
    int64_t under_way; // games that are drawn and not counted
    bool coordinating; // the coordinator's thread has something to do
    bool offered;      // that was the last thing it did, so fetching is next
    bool window_is_full;
    double rests_until;
    double coordinator_busy, coordinating_since, window_full, window_full_since;
    double played;          // core seconds of games
    int64_t ended, counted; // games
};

static void simulation_at(struct simulation *s, struct event e)
{
    event_heap_add(&s->events, e);
}

// The part of a stretch of time that is measured.
static double measured_part(const struct simulation *s, double from, double to)
{
    from = from > s->from ? from : s->from;
    to = to < s->to ? to : s->to;
    return to > from ? to - from : 0;
}

// --- The server ---

static void server_call(struct simulation *s, enum call_kind call, int worker, int64_t count)
{
    simulation_at(
        s, (struct event){s->now + s->costs->way, 0, CALL_ARRIVES, call, worker, count, 0});
}

static double server_cost(const struct costs *c, enum call_kind call, int64_t count)
{
    const bool small = call == BEAT || call == SHOW || call == LISTEN;
    const double each[] = {[TAKE] = c->take_lease,
        [SUBMIT] = c->submit_game,
        [BEAT] = c->beat_lease,
        [SHOW] = c->beat_lease,
        [LISTEN] = 0,
        [FETCH] = c->fetch_game,
        [OFFER] = c->offer_lease,
        [STORE] = c->store_game};
    return (small ? c->small_call : c->call) + each[call] * (double)count;
}

// Every process of the server whose client listens looks whether the notice is for it.
static void server_notify(struct simulation *s)
{
    const int cores = s->setup->server_cores;
    const double each = s->costs->listener * (double)s->listeners / cores;
    for (int i = 0; i < cores; i++) {
        double begin = s->now > s->server_free[i] ? s->now : s->server_free[i];
        s->server_free[i] = begin + each;
        s->server_busy += measured_part(s, begin, begin + each);
    }
}

// Calls are served in the order in which they come, each by one core.
static void server_serve(struct simulation *s, struct event e)
{
    if (e.call == TAKE) { // it gets what is there now
        e.wanted = e.count;
        e.count = e.count < s->open ? e.count : s->open;
        s->open -= e.count;
    }
    int core = 0;
    for (int i = 1; i < s->setup->server_cores; i++)
        core = s->server_free[i] < s->server_free[core] ? i : core;
    double cost = server_cost(s->costs, e.call, e.count);
    double begin = s->now > s->server_free[core] ? s->now : s->server_free[core];
    s->server_free[core] = begin + cost;
    s->server_busy += measured_part(s, begin, begin + cost);
    e.kind = CALL_SERVED;
    e.at = begin + cost;
    simulation_at(s, e);
}

// A commit waits for the disk, which writes for all who wait at once.
static void server_commit(struct simulation *s, struct event e)
{
    double flush = s->costs->flush, done = s->now;
    bool writes = e.call == STORE ||
        (s->setup->all_durable && e.call != FETCH && !(e.call == TAKE && e.count == 0));
    if (writes) {
        if (s->now > s->flush_begin) { // the flush that was planned last has begun
            double end = s->flush_begin + flush;
            s->flush_begin = s->now > end ? s->now : end;
            s->flush_busy += measured_part(s, s->flush_begin, s->flush_begin + flush);
        }
        done = s->flush_begin + flush;
    }
    e.kind = CALL_ANSWERED;
    e.at = done + s->costs->way;
    simulation_at(s, e);
}

// --- Workers ---

static double worker_duration(struct simulation *s)
{
    return s->mean_s *
        s->model->durations[random_below(&s->random, (uint32_t)s->model->duration_count)];
}

static void worker_play(struct simulation *s, int worker, int64_t left)
{
    double lasts = worker_duration(s);
    s->played += measured_part(s, s->now, s->now + lasts);
    simulation_at(s, (struct event){s->now + lasts, 0, GAME_ENDS, 0, worker, left, 0});
}

// As many pairs for each core as last so long, or `least`.
static int64_t pairs_for(const struct simulation *s, double seconds, int least)
{
    int64_t lasting = (int64_t)(seconds / (GAMES_PER_PAIR * s->mean_s));
    return lasting > least ? lasting : least;
}

// How many leases it is without.
static int64_t worker_wants(const struct simulation *s, const struct fleet_worker *w)
{
    int64_t ahead = pairs_for(s, s->setup->ahead_s, s->setup->ahead);
    return (int64_t)s->cores * (1 + ahead) - w->playing - w->waiting;
}

static void worker_act(struct simulation *s, int worker)
{
    struct fleet_worker *w = &s->workers[worker];
    for (; w->free_cores > 0 && w->waiting > 0; w->waiting--, w->free_cores--, w->playing++)
        worker_play(s, worker, GAMES_PER_PAIR - 1);
    if (w->calls)
        return;
    int64_t ahead = pairs_for(s, s->setup->ahead_s, s->setup->ahead);
    int64_t wanted = worker_wants(s, w);
    bool takes = wanted > 0 && 2 * wanted > s->cores * ahead && !w->idle; // half of it is gone
    // A core that has nothing to do is more urgent than a record that waits.
    bool hands_in = w->finished > 0 && (!w->gathers || w->finished >= s->setup->submit_most);
    if (hands_in && !(takes && w->free_cores > 0)) {
        int64_t count = w->finished < s->setup->submit_most ? w->finished : s->setup->submit_most;
        w->finished -= count;
        w->calls = true;
        server_call(s, SUBMIT, worker, count);
    } else if (takes) {
        w->calls = true;
        server_call(s, TAKE, worker, wanted < s->setup->take_most ? wanted : s->setup->take_most);
    }
}

// It was given nothing. That it listens, and asks once more, are two calls.
static void worker_waits(struct simulation *s, int worker)
{
    struct fleet_worker *w = &s->workers[worker];
    const double until = s->now + s->setup->poll_s;
    simulation_at(s, (struct event){until, 0, WORKER_POLLS, 0, worker, w->asks, 0});
    if (!s->setup->few_listen)
        return;
    for (int i = w->listens; i < 2; i++)
        server_call(s, LISTEN, worker, 0);
    s->listeners += !w->listens;
    w->listens = true;
}

// A worker that has leases again stops listening when it beats.
static void worker_beats(struct simulation *s, int worker)
{
    struct fleet_worker *w = &s->workers[worker];
    server_call(s, BEAT, worker, w->playing + w->waiting);
    simulation_at(s, (struct event){s->now + s->setup->beat_s, 0, WORKER_BEATS, 0, worker, 0, 0});
    if (!w->listens || w->idle)
        return;
    server_call(s, LISTEN, worker, 0);
    s->listeners--;
    w->listens = false;
}

static void worker_answered(struct simulation *s, const struct event *e)
{
    struct fleet_worker *w = &s->workers[e->worker];
    if (e->call == BEAT || e->call == SHOW || e->call == LISTEN)
        return; // they have a connection of their own here: they are few
    w->calls = false;
    w->asks++;
    if (e->call == TAKE) {
        w->waiting += e->count;
        w->scarce = e->count < e->wanted;
        w->idle = e->count == 0;
        if (w->idle)
            worker_waits(s, e->worker);
    }
    worker_act(s, e->worker);
}

static void worker_game_ended(struct simulation *s, const struct event *e)
{
    struct fleet_worker *w = &s->workers[e->worker];
    s->ended += s->now >= s->from && s->now < s->to;
    if (w->finished++ == 0 && s->setup->gather_s > 0) {
        w->gathers = true;
        double until = s->now + (w->scarce ? s->setup->gather_scarce_s : s->setup->gather_s);
        simulation_at(s, (struct event){until, 0, WORKER_HANDS_IN, 0, e->worker, 0, 0});
    }
    if (e->count > 0) {
        worker_play(s, e->worker, e->count - 1);
    } else {
        w->playing--;
        w->free_cores++;
    }
    worker_act(s, e->worker);
}

static void workers_wake(struct simulation *s, int64_t leases)
{
    int64_t woken = 0;
    for (int i = 0; i < s->worker_count && (s->setup->wakes_all || leases > 0); i++) {
        s->next_idle = (s->next_idle + 1) % s->worker_count;
        struct fleet_worker *w = &s->workers[s->next_idle];
        if (!w->idle)
            continue;
        w->idle = false;
        leases -= worker_wants(s, w);
        woken++;
        worker_act(s, s->next_idle);
    }
    if (woken > 0)
        server_notify(s);
}

// --- The coordinator ---

static void coordinator_works(
    struct simulation *s, double cost, enum event_kind then, int64_t count)
{
    simulation_at(s, (struct event){s->now + cost, 0, then, 0, -1, count, 0});
}

static void coordinator_begins(struct simulation *s)
{
    s->coordinating = true;
    s->coordinating_since = s->now;
}

static void coordinator_ends(struct simulation *s)
{
    s->coordinating = false;
    s->coordinator_busy += measured_part(s, s->coordinating_since, s->now);
}

static void coordinator_note_window(struct simulation *s)
{
    bool full = s->under_way + GAMES_PER_PAIR > s->setup->window;
    if (s->window_is_full)
        s->window_full += measured_part(s, s->window_full_since, s->now);
    s->window_is_full = full;
    s->window_full_since = s->now;
}

// How many pairs may be offered now: as many as the workers can hold, and the window lets through.
static int64_t coordinator_may_offer(const struct simulation *s)
{
    int64_t room = (s->setup->window - s->under_way) / GAMES_PER_PAIR;
    int64_t each = pairs_for(s, s->setup->offered_s, s->setup->offered);
    int64_t wanted = (int64_t)s->worker_count * s->cores * each - s->awaited / GAMES_PER_PAIR;
    return room < wanted ? room : wanted;
}

static void coordinator_act(struct simulation *s)
{
    if (s->coordinating || s->now < s->rests_until)
        return;
    int64_t pairs = coordinator_may_offer(s);
    if (pairs > 0 && !(s->offered && s->submitted > 0)) {
        s->offered = true;
        coordinator_begins(s);
        s->under_way += GAMES_PER_PAIR * pairs;
        s->awaited += GAMES_PER_PAIR * pairs;
        coordinator_note_window(s);
        coordinator_works(s, s->costs->draw * (double)pairs, COORDINATOR_DREW, pairs);
    } else if (s->submitted > 0) {
        s->offered = false;
        coordinator_begins(s);
        int64_t count = s->submitted < s->setup->fetch_most ? s->submitted : s->setup->fetch_most;
        s->submitted -= count;
        server_call(s, FETCH, -1, count);
    }
}

// A round is over. If there is little to be fetched, it waits until there is more.
static void coordinator_rests(struct simulation *s)
{
    if (s->submitted >= s->setup->fetch_most / 2)
        return;
    s->rests_until = s->now + s->setup->pause_s;
    simulation_at(s, (struct event){s->rests_until, 0, COORDINATOR_RESTED, 0, -1, 0, 0});
}

static void coordinator_answered(struct simulation *s, const struct event *e)
{
    if (e->call == FETCH) {
        double cost = s->costs->replay * (double)e->count / s->setup->replay_threads;
        coordinator_works(s, cost, COORDINATOR_REPLAYED, e->count);
    } else if (e->call == OFFER) {
        s->open += e->count;
        coordinator_ends(s);
        if (s->submitted == 0)
            coordinator_rests(s);
        workers_wake(s, e->count);
    } else { // STORE, by the thread of the store
        s->under_way -= e->count;
        s->counted += s->now >= s->from && s->now < s->to ? e->count : 0;
        coordinator_note_window(s);
    }
    coordinator_act(s);
}

// --- The whole ---

static void simulation_step(struct simulation *s, const struct event *e)
{
    switch (e->kind) {
    case CALL_ARRIVES:
        server_serve(s, *e);
        break;
    case CALL_SERVED:
        server_commit(s, *e);
        break;
    case CALL_ANSWERED:
        if (e->call == SUBMIT) {
            s->submitted += e->count;
            coordinator_act(s);
        }
        if (e->worker >= 0)
            worker_answered(s, e);
        else
            coordinator_answered(s, e);
        break;
    case GAME_ENDS:
        worker_game_ended(s, e);
        break;
    case WORKER_POLLS:
        if (s->workers[e->worker].idle && s->workers[e->worker].asks == e->count) {
            s->workers[e->worker].idle = false;
            worker_act(s, e->worker);
        }
        break;
    case WORKER_HANDS_IN:
        s->workers[e->worker].gathers = false;
        worker_act(s, e->worker);
        break;
    case WORKER_BEATS:
        worker_beats(s, e->worker);
        break;
    case WORKER_SHOWS:
        server_call(s, SHOW, e->worker, s->workers[e->worker].playing);
        simulation_at(
            s, (struct event){s->now + s->setup->show_s, 0, WORKER_SHOWS, 0, e->worker, 0, 0});
        break;
    case COORDINATOR_REPLAYED:
        s->awaited -= e->count;
        server_call(s, STORE, -1, e->count);
        coordinator_ends(s);
        coordinator_rests(s);
        coordinator_act(s);
        break;
    case COORDINATOR_RESTED:
        coordinator_act(s);
        break;
    case COORDINATOR_DREW:
        server_call(s, OFFER, -1, e->count);
        break;
    }
}

static struct outcome simulation_outcome(struct simulation *s)
{
    coordinator_note_window(s);
    double span = s->to - s->from;
    double cores = (double)s->worker_count * s->cores;
    struct outcome o = {
        .efficiency = s->played / (span * cores),
        .games_per_s = (double)s->counted / span,
        .limit = "nothing",
    };
    // What is played and not counted is no use. A few games more or less are the edges of the span.
    if ((double)s->counted + EDGE_GAMES < EDGES * (double)s->ended)
        o.efficiency *= (double)s->counted / (double)s->ended;
    if (o.efficiency >= 0.95)
        return o;
    const struct {
        double used;
        const char *name;
    } parts[] = {
        {s->server_busy / span / s->setup->server_cores, "the server's cores"},
        {s->flush_busy / span, "the server's disk"},
        {s->coordinator_busy / span, "the coordinator, which does one thing after the other"},
        {s->window_full / span, "the window of games under way"},
    };
    double most = 0.5; // the first one that is busy nearly all the time is the cause
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i].used > most + 0.02) {
            most = parts[i].used;
            o.limit = parts[i].name;
        }
    }
    if (most == 0.5)
        o.limit = "waiting for answers";
    return o;
}

struct outcome fleet_model_run(const struct fleet_model *m)
{
    const int workers = m->workers, cores = m->cores;
    struct simulation s = {.model = m,
        .setup = m->setup,
        .costs = m->costs,
        .mean_s = m->mean_s,
        .worker_count = workers,
        .cores = cores,
        .from = 20 + 6 * m->mean_s,
        .workers = calloc((size_t)workers, sizeof *s.workers)};
    if (!s.workers)
        exit(1);
    s.to = s.from + 10 + 12 * m->mean_s;
    s.random = random_seeded(1);
    for (int i = 0; i < workers; i++) {
        s.workers[i].free_cores = cores;
        s.workers[i].idle = true;
        double beat = m->setup->beat_s * i / workers; // workers do not come all at once
        simulation_at(&s, (struct event){beat, 0, WORKER_BEATS, 0, i, 0, 0});
        if (m->setup->show_s > 0)
            simulation_at(&s, (struct event){beat, 0, WORKER_SHOWS, 0, i, 0, 0});
    }
    coordinator_act(&s);
    while (s.events.count > 0 && s.events.items[0].at < s.to) {
        struct event e = event_heap_next(&s.events);
        s.now = e.at;
        simulation_step(&s, &e);
    }
    s.now = s.to;
    struct outcome o = simulation_outcome(&s);
    free(s.events.items);
    free(s.workers);
    return o;
}
