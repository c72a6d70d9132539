#include "author/harden.h"

#include "arena/player_text.h"
#include "author/burners.h"
#include "author/seed_variable.h"
#include "base/clock.h"

#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

// One match of a round.
struct harden_round {
    struct harden_options *options;
    struct harden_result *result;
    const struct harden_plan *plan;
    struct match_options match;
    struct seed_variable seed;
    int break_after; // moves, then it is broken off; 0: it is played to its end
    int moves;
};

static bool harden_is_stopped(const struct harden_options *o)
{
    return o->stopped && o->stopped();
}

static void harden_drop_record(const struct harden_options *o, int64_t record)
{
    char path[RECORD_FOLDER_PATH_BYTES];
    if (record == 0)
        return;
    snprintf(path, sizeof path, "%s/%" PRId64 ".jsonl", o->folder, record);
    unlink(path);
}

static void harden_add_failure(
    struct harden_round *round, const struct arena_event *over, const struct result *result)
{
    struct harden_result *r = round->result;
    struct harden_failure *list =
        realloc(r->failures, (r->failure_count + 1) * sizeof *r->failures);
    if (!list) {
        r->incomplete = true;
        return;
    }
    r->failures = list;
    struct harden_failure *f = &list[r->failure_count++];
    *f = (struct harden_failure){
        .plan = *round->plan, .game = over->game, .record = over->record, .result = *result};
    if (round->options->failed)
        round->options->failed(round->options->user, f);
}

static void harden_take_over(struct harden_round *round, const struct arena_event *over)
{
    struct result result;
    arena_event_result(over, &result);
    round->result->games++;
    round->result->voids += result.verdict == VERDICT_VOID;
    round->result->spoke |= result.verdict == VERDICT_MALFORMED || result.verdict == VERDICT_FLOOD;
    bool blamed = result.blame != NOBODY && over->setup->players[result.blame] == 0;
    if (blamed)
        harden_add_failure(round, over, &result);
    else
        harden_drop_record(round->options, over->record);
}

// Returns false at the end of the match.
static bool harden_take_event(
    struct harden_round *round, struct match *m, const struct arena_event *event)
{
    if (event->kind == ARENA_OVER && round->break_after == 0)
        harden_take_over(round, event);
    else if (event->kind == ARENA_OVER)
        harden_drop_record(round->options, event->record);
    round->result->spoke |= event->kind == ARENA_GOT && event->player == 0;
    if (event->kind == ARENA_MOVED && ++round->moves == round->break_after)
        match_stop(m, POOL_NOW);
    return event->kind != ARENA_ENDED;
}

static void harden_listen(struct harden_round *round, struct match *m, struct feed *feed)
{
    bool goes_on = true, stopped = false;
    while (goes_on) {
        if (!stopped && harden_is_stopped(round->options)) {
            stopped = true;
            match_stop(m, POOL_FINISH);
        }
        struct arena_event *event = feed_take(feed);
        if (event) {
            goes_on = harden_take_event(round, m, event);
            arena_event_release(event);
            continue;
        }
        struct pollfd ready[] = {{.fd = feed_fd(feed), .events = POLLIN},
            {.fd = stopped ? -1 : round->options->stop_fd, .events = POLLIN}};
        poll(ready, sizeof ready / sizeof *ready, -1);
    }
}

static bool harden_play(struct harden_round *round, struct error *e)
{
    unsigned wants = ARENA_FACTS | (round->break_after > 0 ? ARENA_WANTS(ARENA_MOVED) : 0U) |
        (round->result->spoke ? 0U : ARENA_WANTS(ARENA_GOT));
    struct error why;
    struct match *m = match_create(&round->match, e);
    struct feed *feed = m ? feed_open(match_feeds(m), wants, e) : NULL;
    bool started = feed && match_start(m, e);
    if (started)
        harden_listen(round, m, feed);
    if (feed)
        feed_close(feed);
    struct crowd crowd;
    if (!m || match_join(m, &crowd, &why) != MATCH_FAILED)
        return started;
    if (started)
        *e = why;
    return false;
}

static bool harden_set_up(
    struct harden_round *round, const struct harden_plan *plan, struct error *e)
{
    const struct harden_options *o = round->options;
    round->plan = plan;
    round->match = o->match;
    struct match_options *m = &round->match;
    m->players[0].shape = plan->shape;
    odd_player_init(&m->players[1], plan->opponent);
    players_tell_apart(&m->players[0], &m->players[1]);
    m->budget = harden_plan_budget(plan, &o->match.budget);
    m->games = HARDEN_GAMES;
    m->concurrency = 1;
    m->seed = plan->seed;
    return seed_variable_add(&round->seed, &m->players[0], plan->seed) ||
        error_set(e, "out of memory");
}

// The game that is broken off has no record: its bot did nothing wrong.
static bool harden_break(const struct harden_round *round, struct error *e)
{
    struct harden_round broken = *round;
    broken.break_after = round->plan->broken_after;
    broken.match.records.path = NULL;
    return harden_play(&broken, e);
}

static bool harden_play_round(struct harden_round *round, struct error *e)
{
    struct burners burners = {0};
    if (round->plan->faults[HARDEN_BUSY] && !burners_start(&burners, e))
        return false;
    bool well = !round->plan->faults[HARDEN_RESTART] || harden_break(round, e);
    well = well && (harden_is_stopped(round->options) || harden_play(round, e));
    burners_stop(&burners);
    return well;
}

bool harden_run(struct harden_options *o, struct harden_result *r, struct error *e)
{
    const int64_t began_ns = clock_now_ns();
    bool well = true;
    for (int64_t i = 0; well && i < o->rounds && (i == 0 || r->spoke); i++) {
        r->stopped = harden_is_stopped(o);
        if (r->stopped || (o->for_ns > 0 && i > 0 && clock_now_ns() - began_ns >= o->for_ns))
            break;
        const struct harden_plan plan = harden_plan_draw(o->seed, o->first + i);
        struct harden_round round = {.options = o, .result = r};
        if (o->began)
            o->began(o->user, &plan);
        // Records get numbers that are free, also after those of the rounds before.
        well = harden_set_up(&round, &plan, e) &&
            record_folder_open(&round.match.records, o->folder, e) && harden_play_round(&round, e);
        seed_variable_destroy(&round.seed);
        r->rounds++;
        r->stopped = harden_is_stopped(o);
    }
    if (o->folder)
        rmdir(o->folder); // stays if there is a record in it
    r->wall_ns = clock_now_ns() - began_ns;
    return well;
}

void harden_result_destroy(struct harden_result *r)
{
    free(r->failures);
}
