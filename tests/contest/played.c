#include "contest/played.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RUNNING_MOST = 16 };

struct pair_result judge_by_chance(const struct pairing *p)
{
    uint64_t lot = random_mix(p->seed);
    return (struct pair_result){.half_points = {(int)(lot % 3), (int)(lot / 3 % 3)}};
}

struct pair_result judge_by_number(const struct pairing *p)
{
    int half_points = p->first < p->second ? 2 : 0;
    return (struct pair_result){.half_points = {half_points, half_points}};
}

struct pair_result judge_level(const struct pairing *p)
{
    (void)p;
    return (struct pair_result){.half_points = {2, 0}};
}

struct pair_result judge_by_strength(const struct pairing *p)
{
    struct pair_result r = {0};
    for (int game = 0; game < 2; game++) {
        double score = elo_score(60.0 * (p->second - p->first));
        double lot = (double)(random_mix(p->seed + (uint64_t)game) >> 11) / 9007199254740992.0;
        r.half_points[game] = lot < score ? 2 : 0;
    }
    return r;
}

static void finish_one(struct played *c, struct pairing *running, int *count, int which, judge *j)
{
    struct pair_result r = j(&running[which]);
    assert_true(schedule_result(&c->schedule, running[which].index, &r, NULL));
    running[which] = running[--*count];
}

void played_out(struct played *c, const struct plan *p, judge *j, int width, size_t limit)
{
    struct error e;
    memset(c, 0, sizeof *c);
    assert_true(schedule_init(&c->schedule, p, &e));
    struct pairing running[RUNNING_MOST];
    struct random r = random_seeded((uint64_t)width);
    int count = 0;
    for (;;) {
        enum schedule_next next = NEXT_WAIT;
        if (count < width && c->count < limit)
            next = schedule_next(&c->schedule, &running[count]);
        assert_int_not_equal(next, NEXT_FAILED);
        if (next == NEXT_PAIR) {
            assert_true(c->count < LOG_MOST);
            assert_int_equal(running[count].index, (int64_t)c->count);
            c->log[c->count++] = running[count++];
        } else if (count > 0) {
            finish_one(c, running, &count, (int)random_below(&r, (uint32_t)count), j);
        } else {
            assert_true(next == NEXT_OVER || c->count == limit);
            break;
        }
    }
    assert_int_equal(schedule_running(&c->schedule), 0);
    assert_true(schedule_standings(&c->schedule, c->standings, &e));
}

void played_end(struct played *c)
{
    schedule_destroy(&c->schedule);
}

void played_count_meetings(struct played *c)
{
    memset(c->met, 0, sizeof c->met);
    for (size_t i = 0; i < c->count; i++) {
        const struct pairing *p = &c->log[i];
        assert_true(p->first >= 0 && p->first < PLAYERS_MOST && p->first != p->second);
        c->met[p->first][p->second]++;
        c->met[p->second][p->first]++;
    }
}

void played_assert_nobody_twice_in_a_round(const struct played *c, int64_t pairs_each)
{
    int64_t seen[PLAYERS_MOST] = {0}, round = -1;
    for (size_t i = 0; i < c->count; i++) {
        if (c->log[i].round != round)
            memset(seen, 0, sizeof seen);
        assert_true(c->log[i].round >= round);
        round = c->log[i].round;
        assert_true(++seen[c->log[i].first] <= pairs_each);
        assert_true(++seen[c->log[i].second] <= pairs_each);
    }
}

void played_assert_beginnings_balanced(const struct played *c, int players, int64_t most)
{
    for (int i = 0; i < players; i++) {
        const struct account *line = &c->schedule.field.lines[i];
        assert_true(llabs(2 * line->firsts - line->pairs) <= most);
    }
}

const struct standing *played_standing(const struct played *c, int player)
{
    for (int i = 0; i < c->schedule.field.plan.players; i++) {
        if (c->standings[i].player == player)
            return &c->standings[i];
    }
    fail();
    return NULL;
}
