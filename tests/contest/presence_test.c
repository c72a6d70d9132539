// Players who come late, leave or rest: what becomes of their pairs, and that nobody else's change.
#include "contest/played.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { AHEAD_MOST = 16 };

// A contest that is played to its end, the pairs as they were handed out.
struct run {
    struct schedule schedule;
    struct pairing log[LOG_MOST];
    size_t count;
};

static struct run one, two;

// `width` pairs at a time. Like played_out, but indexes may be left out.
static void play(struct run *r, const struct plan *p, judge *j, int width)
{
    struct error e;
    memset(r, 0, sizeof *r);
    assert_true(schedule_init(&r->schedule, p, &e));
    struct pairing running[AHEAD_MOST];
    struct random lots = random_seeded((uint64_t)width);
    int count = 0;
    for (;;) {
        enum schedule_next next =
            count < width ? schedule_next(&r->schedule, &running[count]) : NEXT_WAIT;
        assert_int_not_equal(next, NEXT_FAILED);
        if (next == NEXT_PAIR) {
            assert_true(r->count == 0 || r->log[r->count - 1].index < running[count].index);
            r->log[r->count++] = running[count++];
        } else if (count > 0) {
            int which = (int)random_below(&lots, (uint32_t)count);
            const struct pair_result result = j(&running[which]);
            assert_true(schedule_result(&r->schedule, running[which].index, &result, &e));
            running[which] = running[--count];
        } else {
            assert_int_equal(next, NEXT_OVER);
            break;
        }
    }
    assert_int_equal(schedule_running(&r->schedule), 0);
    assert_int_equal(schedule_played(&r->schedule), r->count);
}

static void end(struct run *r)
{
    schedule_destroy(&r->schedule);
}

static const struct pairing *find(const struct run *r, int64_t index)
{
    for (size_t i = 0; i < r->count; i++) {
        if (r->log[i].index == index)
            return &r->log[i];
    }
    return NULL;
}

// Everything about it: number, round, seats and seed, on which the opening depends.
static void assert_same(const struct pairing *a, const struct pairing *b)
{
    assert_non_null(b);
    assert_int_equal(a->index, b->index);
    assert_int_equal(a->round, b->round);
    assert_int_equal(a->first, b->first);
    assert_int_equal(a->second, b->second);
    assert_true(a->seed == b->seed);
}

static bool plays(const struct pairing *p, int player)
{
    return p->first == player || p->second == player;
}

static void assert_same_run(const struct run *a, const struct run *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_same(&a->log[i], &b->log[i]);
    for (int i = 0; i < a->schedule.field.plan.players; i++)
        assert_memory_equal(&a->schedule.field.lines[i], &b->schedule.field.lines[i],
            sizeof *a->schedule.field.lines);
}

static int meetings(const struct run *r, int a, int b)
{
    int count = 0;
    for (size_t i = 0; i < r->count; i++)
        count += plays(&r->log[i], a) && plays(&r->log[i], b);
    return count;
}

enum { PLAYERS = 9 };

static void everybody_is_there(struct presence presence[PLAYERS])
{
    for (int i = 0; i < PLAYERS; i++)
        presence[i] = (struct presence){.until = INT64_MAX};
}

static const struct format *const fixed[] = {&format_round_robin, &format_gauntlet};

// --- Fixed schedules ---

static void whoever_is_added_meets_everybody_and_changes_nobody_elses_pairs(void **state)
{
    (void)state;
    for (int added = 1; added <= 4; added++) {
        for (int k = 0; k < 2; k++) {
            struct plan begun = {.format = fixed[k],
                .players = PLAYERS - added,
                .rounds = 3,
                .seed = 5,
                .lots = k == 0,
                .heroes = k == 0 ? 0 : 2};
            struct plan p = begun;
            p.players = PLAYERS;
            p.added = added;
            play(&one, &begun, judge_by_strength, 4);
            play(&two, &p, judge_by_strength, 4);
            for (size_t i = 0; i < one.count; i++)
                assert_same(&one.log[i], &two.log[i]);
            for (size_t i = one.count; i < two.count; i++)
                assert_true(
                    two.log[i].first >= begun.players || two.log[i].second >= begun.players);
            for (int a = 0; a < PLAYERS; a++) {
                for (int b = begun.players; b < PLAYERS; b++) {
                    bool meet = k == 0 || a < 2;
                    assert_true(a == b || meetings(&two, a, b) == (meet ? 3 : 0));
                }
            }
            assert_int_equal(schedule_pairs(&two.schedule), two.count);
            end(&one);
            end(&two);
        }
    }
}

static void the_pairs_of_newcomers_are_begun_by_turns(void **state)
{
    (void)state;
    struct plan p = {.format = &format_round_robin, .players = PLAYERS, .rounds = 1, .added = 4};
    play(&one, &p, judge_by_strength, 1);
    for (int i = 0; i < PLAYERS; i++) {
        const struct account *line = &one.schedule.field.lines[i];
        int64_t more = 2 * line->firsts - line->pairs;
        assert_true(more >= -2 && more <= 2);
    }
    end(&one);
}

// Who is removed before the pair 12 does not play from there on, nor the earlier pairs that it left
// open; all others are as they were.
static void whoever_is_removed_plays_no_more_and_the_others_as_before(void **state)
{
    (void)state;
    struct presence presence[PLAYERS];
    for (int strict = 0; strict < 2; strict++) {
        for (int player = 0; player < PLAYERS; player++) {
            struct plan begun = {.format = &format_round_robin,
                .players = PLAYERS,
                .rounds = 2,
                .seed = 5,
                .lots = true,
                .suspend_after = strict ? 1000 : 0};
            struct plan p = begun;
            play(&one, &begun, judge_by_strength, 4);
            everybody_is_there(presence);
            presence[player].until = 12;
            p.presence = presence;
            struct withdrawal open = {.player = player};
            for (size_t i = 0; i < 12; i++)
                open.pair = plays(&one.log[i], player) ? one.log[i].index : open.pair;
            p.withdrawals = &open;
            p.withdrawal_count = 1;
            play(&two, &p, judge_by_strength, 4);
            size_t kept = 0;
            for (size_t i = 0; i < one.count; i++) {
                const struct pairing *it = &one.log[i], *now = find(&two, it->index);
                bool left = plays(it, player) && (it->index >= 12 || it->index == open.pair);
                if (left)
                    assert_null(now);
                else
                    assert_same(it, now);
                kept += !left;
            }
            assert_int_equal(two.count, kept);
            assert_int_equal(schedule_pairs(&two.schedule), kept);
            assert_int_equal(two.schedule.left_out, one.count - kept);
            assert_int_equal(two.schedule.forfeits, 0);
            end(&one);
            end(&two);
        }
    }
}

static void two_who_are_removed_are_not_counted_twice(void **state)
{
    (void)state;
    struct presence presence[PLAYERS];
    everybody_is_there(presence);
    presence[2].until = 20;
    presence[5].until = 50;
    const struct withdrawal open[] = {{3, 2}, {3, 5}, {7, 2}, {30, 5}};
    struct plan p = {.format = &format_round_robin,
        .players = PLAYERS,
        .rounds = 4,
        .added = 2,
        .presence = presence,
        .withdrawals = open,
        .withdrawal_count = 4};
    play(&one, &p, judge_by_strength, 3);
    assert_int_equal(schedule_pairs(&one.schedule), one.count);
    assert_int_equal(one.count + (size_t)one.schedule.left_out, 4 * 36);
    end(&one);
}

static void a_huge_contest_counts_who_has_left_at_once(void **state)
{
    (void)state;
    static struct presence presence[1000];
    for (int i = 0; i < 1000; i++)
        presence[i] = (struct presence){.until = i == 7 ? 0 : INT64_MAX};
    struct plan p = {.format = &format_round_robin,
        .players = 1000,
        .rounds = 1000 * 1000,
        .presence = presence};
    struct schedule s;
    assert_true(schedule_init(&s, &p, NULL));
    assert_true(schedule_pairs(&s) == INT64_C(999) * 499 * 1000 * 1000);
    schedule_destroy(&s);
}

static void what_waits_for_a_resting_player_is_counted_and_played_when_it_returns(void **state)
{
    (void)state;
    struct presence presence[PLAYERS];
    everybody_is_there(presence);
    struct plan p = {.format = &format_round_robin, .players = PLAYERS, .seed = 5};
    play(&one, &p, judge_by_strength, 4);
    presence[3].until = 12;
    presence[3].resting = true;
    p.presence = presence;
    play(&two, &p, judge_by_strength, 4);
    assert_int_equal(schedule_pairs(&two.schedule), one.count);
    assert_int_equal(two.schedule.waiting, one.count - two.count);
    assert_int_equal(two.schedule.gone, 0);
    end(&two);
    everybody_is_there(presence);
    play(&two, &p, judge_by_strength, 4);
    assert_same_run(&one, &two);
    end(&one);
    end(&two);
}

// Player 3 rests from pair 12 on; 5 leaves at pair 20 and does not play its earlier pair with 3
// either, which waited.
static void what_waits_for_one_player_falls_away_when_the_other_leaves(void **state)
{
    (void)state;
    struct presence presence[PLAYERS];
    struct plan p = {.format = &format_round_robin, .players = PLAYERS, .rounds = 2, .seed = 5};
    play(&one, &p, judge_by_strength, 4);
    everybody_is_there(presence);
    presence[3].until = 12;
    presence[3].resting = true;
    presence[5].until = 60;
    struct withdrawal open = {-1, 5};
    for (size_t i = 12; i < 60; i++)
        open.pair = plays(&one.log[i], 3) && plays(&one.log[i], 5) ? one.log[i].index : open.pair;
    assert_true(open.pair >= 12);
    p.presence = presence;
    p.withdrawals = &open;
    p.withdrawal_count = 1;
    play(&two, &p, judge_by_strength, 4);
    int64_t gone = 0, waiting = 0;
    for (size_t i = 0; i < one.count; i++) {
        const struct pairing *it = &one.log[i];
        bool left = plays(it, 5) && (it->index >= 60 || it->index == open.pair);
        gone += left;
        waiting += !left && plays(it, 3) && it->index >= 12;
    }
    assert_int_equal(two.schedule.gone, gone);
    assert_int_equal(two.schedule.waiting, waiting);
    assert_int_equal(two.count + (size_t)(gone + waiting), one.count);
    end(&one);
    end(&two);
}

// --- Rounds that depend on results ---

static const struct format *const drawn[] = {
    &format_swiss, &format_ladder, &format_knockout, &format_double_knockout};

static int64_t rounds_of(const struct format *f)
{
    return f == &format_swiss || f == &format_ladder ? 8 : 0;
}

// Player 2 leaves before round 2, 4 comes late, 6 rests; and 1 leaves its pair of round 1 open.
static void changes_leave_earlier_rounds_as_they_were(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        struct plan begun = {.format = drawn[k],
            .players = PLAYERS,
            .rounds = rounds_of(drawn[k]),
            .seed = 5,
            .tie_breaks = 2};
        struct plan p = begun;
        struct presence presence[PLAYERS];
        everybody_is_there(presence);
        presence[2].until = 2;
        p.presence = presence;
        play(&one, &begun, judge_by_strength, 4);
        play(&two, &p, judge_by_strength, 4);
        for (size_t i = 0; i < one.count && one.log[i].round < 2; i++)
            assert_same(&one.log[i], &two.log[i]);
        for (size_t i = 0; i < two.count; i++)
            assert_true(two.log[i].round < 2 || !plays(&two.log[i], 2));
        end(&one);
        end(&two);
    }
}

static void a_resting_player_is_paired_again_when_it_returns(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct presence presence[PLAYERS];
        const struct absence rest[] = {{1, 3}, {5, INT64_MAX}};
        everybody_is_there(presence);
        presence[6].absences = rest;
        presence[6].absence_count = 2;
        struct plan p = {
            .format = drawn[k], .players = PLAYERS, .rounds = 8, .seed = 5, .presence = presence};
        play(&one, &p, judge_by_strength, 4);
        int rounds_played = 0;
        for (size_t i = 0; i < one.count; i++) {
            int64_t round = one.log[i].round;
            assert_false(plays(&one.log[i], 6) && ((round >= 1 && round < 3) || round >= 5));
            rounds_played += plays(&one.log[i], 6);
        }
        assert_true(rounds_played >= 2);
        assert_int_equal(schedule_pairs(&one.schedule), one.count);
        end(&one);
    }
}

static void a_pair_that_is_left_open_is_won_by_the_other_one(void **state)
{
    (void)state;
    static const int widths[] = {1, 5};
    for (int strict = 0; strict < 2; strict++) {
        struct plan p = {.format = &format_swiss,
            .players = PLAYERS,
            .rounds = 4,
            .length = 2,
            .seed = 5,
            .suspend_after = strict ? 1000 : 0};
        play(&one, &p, judge_by_number, 4);
        // Its second pair of the second round is left open.
        const struct pairing left = one.log[9];
        assert_int_equal(left.round, 1);
        struct presence presence[PLAYERS];
        everybody_is_there(presence);
        presence[left.first].until = 2;
        const struct withdrawal open = {left.index, left.first};
        p.presence = presence;
        p.withdrawals = &open;
        p.withdrawal_count = 1;
        for (int k = 0; k < 2; k++) {
            play(&two, &p, judge_by_number, widths[k]);
            for (size_t i = 0; i < two.count; i++)
                assert_true(two.log[i].round < 2 || !plays(&two.log[i], left.first));
            assert_null(find(&two, left.index));
            assert_int_equal(two.schedule.forfeits, 1);
            assert_int_equal(two.schedule.left_out, 0);
            assert_int_equal(two.schedule.field.lines[left.second].forfeits_won, 2);
            assert_int_equal(two.schedule.field.lines[left.first].forfeits_lost, 2);
            assert_int_equal(schedule_pairs(&two.schedule), two.count + 1);
            end(&two);
        }
        end(&one);
    }
}

static void on_a_ladder_it_falls_away(void **state)
{
    (void)state;
    struct plan p = {.format = &format_ladder, .players = PLAYERS, .rounds = 8, .seed = 5};
    const struct withdrawal open = {5, 0};
    struct presence presence[PLAYERS];
    everybody_is_there(presence);
    play(&one, &p, judge_by_number, 4);
    const struct pairing left = one.log[5];
    struct withdrawal who = {open.pair, left.second};
    presence[left.second].until = left.round + 1;
    p.presence = presence;
    p.withdrawals = &who;
    p.withdrawal_count = 1;
    play(&two, &p, judge_by_number, 4);
    assert_null(find(&two, 5));
    assert_int_equal(two.schedule.left_out, 1);
    assert_int_equal(two.schedule.forfeits, 0);
    assert_int_equal(two.schedule.field.lines[left.first].forfeits_won, 0);
    end(&one);
    end(&two);
}

static void in_a_knockout_whoever_leaves_a_meeting_loses_it(void **state)
{
    (void)state;
    // The better seed wins everything; 0 leaves in the middle of the first round, and in the next
    // one there is somebody in its place.
    struct plan p = {.format = &format_knockout, .players = 8, .length = 3, .seed = 5};
    play(&one, &p, judge_by_number, 4);
    int64_t last = -1;
    for (size_t i = 0; i < one.count; i++) {
        if (one.log[i].round == 0 && plays(&one.log[i], 0))
            last = one.log[i].index;
    }
    const struct pairing *pair = find(&one, last);
    int other = pair->first == 0 ? pair->second : pair->first;
    struct presence presence[PLAYERS];
    everybody_is_there(presence);
    presence[0].until = 1;
    const struct withdrawal open = {last, 0};
    p.presence = presence;
    p.withdrawals = &open;
    p.withdrawal_count = 1;
    play(&two, &p, judge_by_number, 4);
    bool went_on = false;
    for (size_t i = 0; i < two.count; i++) {
        assert_true(two.log[i].round < 1 || !plays(&two.log[i], 0));
        went_on = went_on || (two.log[i].round == 1 && plays(&two.log[i], other));
    }
    assert_true(went_on);
    struct standing standings[8];
    assert_true(schedule_standings(&two.schedule, standings, NULL));
    assert_int_equal(standings[0].player, 1);
    end(&one);
    end(&two);
}

static void in_a_knockout_an_opponent_of_whoever_has_left_goes_on_without_a_game(void **state)
{
    (void)state;
    for (int k = 2; k < 4; k++) {
        for (int player = 0; player < PLAYERS; player++) {
            for (int64_t until = 0; until < 4; until++) {
                struct presence presence[PLAYERS];
                everybody_is_there(presence);
                presence[player].until = until;
                struct plan p = {
                    .format = drawn[k], .players = PLAYERS, .seed = 5, .presence = presence};
                play(&one, &p, judge_by_number, 4);
                struct standing standings[PLAYERS];
                assert_true(schedule_standings(&one.schedule, standings, NULL));
                assert_true(standings[0].player == (player == 0 ? 1 : 0));
                for (size_t i = 0; i < one.count; i++)
                    assert_true(one.log[i].round < until || !plays(&one.log[i], player));
                end(&one);
            }
        }
    }
}

static void a_newcomer_joins_a_swiss_without_points_and_the_rounds_stay(void **state)
{
    (void)state;
    struct presence presence[PLAYERS];
    everybody_is_there(presence);
    presence[8].from = 2;
    struct plan p = {
        .format = &format_swiss, .players = PLAYERS, .added = 1, .seed = 5, .presence = presence};
    play(&one, &p, judge_by_number, 4);
    assert_int_equal(one.log[one.count - 1].round, 2); // three rounds, as for eight players
    assert_int_equal(one.schedule.field.lines[8].pairs + one.schedule.field.lines[8].byes, 1);
    for (size_t i = 0; i < one.count; i++)
        assert_true(one.log[i].round >= 2 || !plays(&one.log[i], 8));
    end(&one);
}

// --- With a fault policy ---

static struct pair_result judge_with_faults(const struct pairing *p)
{
    struct pair_result r = judge_by_strength(p);
    if (plays(p, 4) && p->index >= 9) {
        bool first = p->first == 4;
        r.half_points[0] = r.half_points[1] = first ? 0 : 2;
        r.faults[0] = r.faults[1] = first ? FAULT_FIRST : FAULT_SECOND;
    }
    return r;
}

// Whoever left is not erased by it, and pairs of two who are both gone are worth nothing.
static void leaving_and_being_out_go_together(void **state)
{
    (void)state;
    static const enum fault_policy policies[] = {FAULTS_DROP, FAULTS_ERASE};
    for (int k = 0; k < 2; k++) {
        struct presence presence[PLAYERS];
        everybody_is_there(presence);
        presence[3].until = 15;
        presence[4].until = 25;
        struct plan p = {.format = &format_round_robin,
            .players = PLAYERS,
            .rounds = 2,
            .seed = 5,
            .faults = policies[k],
            .presence = presence,
            .added = 1};
        play(&one, &p, judge_with_faults, 1);
        play(&two, &p, judge_with_faults, 1);
        assert_same_run(&one, &two);
        const struct account *lines = one.schedule.field.lines;
        assert_true(lines[4].out && !lines[3].out);
        for (size_t i = 0; i < one.count; i++) {
            assert_false(plays(&one.log[i], 3) && one.log[i].index >= 15);
            assert_false(plays(&one.log[i], 4) && one.log[i].index >= 25);
        }
        int64_t all = 0;
        for (int i = 0; i < PLAYERS; i++)
            all += lines[i].forfeits_won - lines[i].forfeits_lost;
        assert_int_equal(all, 0);
        end(&one);
        end(&two);
    }
}

static void the_width_does_not_matter(void **state)
{
    (void)state;
    static const struct format *const all[] = {&format_round_robin, &format_gauntlet, &format_swiss,
        &format_ladder, &format_knockout, &format_double_knockout};
    for (int k = 0; k < 6; k++) {
        for (int strict = 0; strict < 2; strict++) {
            struct presence presence[PLAYERS];
            everybody_is_there(presence);
            presence[5].until = 2;
            presence[7].from = k < 2 ? 0 : 1;
            const struct withdrawal open[] = {{1, 5}, {6, 2}};
            struct plan p = {.format = all[k],
                .players = PLAYERS,
                .rounds = k < 4 ? 6 : 0,
                .seed = 5,
                .presence = presence,
                .withdrawals = open,
                .withdrawal_count = 2,
                .suspend_after = strict ? 1000 : 0,
                .added = k < 4 ? 2 : 0};
            play(&one, &p, judge_by_strength, 1);
            play(&two, &p, judge_by_strength, 7);
            assert_same_run(&one, &two);
            end(&one);
            end(&two);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_is_added_meets_everybody_and_changes_nobody_elses_pairs),
        cmocka_unit_test(the_pairs_of_newcomers_are_begun_by_turns),
        cmocka_unit_test(whoever_is_removed_plays_no_more_and_the_others_as_before),
        cmocka_unit_test(two_who_are_removed_are_not_counted_twice),
        cmocka_unit_test(a_huge_contest_counts_who_has_left_at_once),
        cmocka_unit_test(what_waits_for_a_resting_player_is_counted_and_played_when_it_returns),
        cmocka_unit_test(what_waits_for_one_player_falls_away_when_the_other_leaves),
        cmocka_unit_test(changes_leave_earlier_rounds_as_they_were),
        cmocka_unit_test(a_resting_player_is_paired_again_when_it_returns),
        cmocka_unit_test(a_pair_that_is_left_open_is_won_by_the_other_one),
        cmocka_unit_test(on_a_ladder_it_falls_away),
        cmocka_unit_test(in_a_knockout_whoever_leaves_a_meeting_loses_it),
        cmocka_unit_test(in_a_knockout_an_opponent_of_whoever_has_left_goes_on_without_a_game),
        cmocka_unit_test(a_newcomer_joins_a_swiss_without_points_and_the_rounds_stay),
        cmocka_unit_test(leaving_and_being_out_go_together),
        cmocka_unit_test(the_width_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
