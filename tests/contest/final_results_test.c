// What the players are told at the end of a contest (S8) is what its table says (S9).
#include "base/random.h"
#include "contest/final_results.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { PLAYERS_MOST = 16, PAIRS_MOST = 4096, WIN = 2 };

// One game in so many ends by a fault.
static uint32_t faults_every;

// Same pair, same result. There are no draws: Santorini has none (S10), and no other protocol tells
// of a contest.
static struct pair_result judge_with_faults(const struct pairing *p)
{
    struct random r = random_seeded(p->seed);
    struct pair_result result = {0};
    for (int game = 0; game < GAMES_PER_PAIR; game++) {
        bool first_wins = random_below(&r, 2) == 0;
        result.half_points[game] = first_wins ? WIN : 0;
        if (random_below(&r, faults_every) == 0)
            result.faults[game] = first_wins ? FAULT_SECOND : FAULT_FIRST;
    }
    return result;
}

// --- From the results to what is told ---

struct tale {
    struct schedule schedule;
    struct final_results told;
    struct pairing pairs[PAIRS_MOST];
    int64_t wins[PLAYERS_MOST], losses[PLAYERS_MOST];
};

static void tell(struct tale *tale, struct final_result g)
{
    if (!final_results_settle(&tale->told, &g))
        return;
    tale->wins[g.winner]++;
    tale->losses[g.loser]++;
}

static void tell_pair(struct tale *tale, const struct pairing *p)
{
    struct pair_result r = judge_with_faults(p);
    if (final_results_is_forfeit(&tale->told, p->index, p->first, p->second))
        return;
    for (int game = 0; game < GAMES_PER_PAIR; game++) {
        bool first_won = r.half_points[game] == WIN;
        tell(tale,
            (struct final_result){p->index, first_won ? p->first : p->second,
                first_won ? p->second : p->first, r.faults[game] != FAULT_NOBODY});
    }
}

static void tell_all(struct tale *tale, const struct plan *p)
{
    struct error e;
    memset(tale, 0, sizeof *tale);
    assert_true(schedule_init(&tale->schedule, p, &e));
    assert_true(final_results_init(&tale->told, &tale->schedule));
    struct pairing *pair = tale->pairs;
    for (; schedule_next(&tale->schedule, pair) == NEXT_PAIR; pair++) {
        struct pair_result r = judge_with_faults(pair);
        assert_true(schedule_result(&tale->schedule, pair->index, &r, &e));
    }
    assert_false(tale->told.failed);
    for (const struct pairing *played = tale->pairs; played < pair; played++)
        tell_pair(tale, played);
    for (size_t i = 0; i < tale->told.count; i++)
        tell(tale, tale->told.forfeits[i]);
}

static void end(struct tale *tale)
{
    final_results_destroy(&tale->told);
    schedule_destroy(&tale->schedule);
}

// --- The table ---

static struct tale tale; // large

static void check(const struct plan *p)
{
    struct standing table[PLAYERS_MOST];
    struct error e;
    tell_all(&tale, p);
    assert_true(schedule_standings(&tale.schedule, table, &e));
    for (int i = 0; i < p->players; i++) {
        assert_int_equal(tale.wins[table[i].player], table[i].line.wins);
        assert_int_equal(tale.losses[table[i].player], table[i].line.losses);
    }
    end(&tale);
}

static void wins_and_losses_are_those_of_the_table_S8_S9(void **state)
{
    (void)state;
    static const enum fault_policy policies[] = {FAULTS_CONTINUE, FAULTS_DROP, FAULTS_ERASE};
    for (const struct format *const *format = formats; *format; format++) {
        for (uint64_t seed = 1; seed <= 24; seed++) {
            struct plan p = {.format = *format,
                .players = *format == &format_match ? 2 : 2 + (int)(seed % 11),
                .rounds = *format == &format_match || *format == &format_ladder ? 20 : 0,
                .seed = seed,
                .faults = policies[seed % 3]};
            p.suspend_after = p.faults == FAULTS_CONTINUE && seed % 2 == 0 ? 2 : 0;
            faults_every = seed % 4 < 2 ? 3 : 20;
            check(&p);
        }
    }
}

static void all_games_of_who_was_erased_are_its_losses_by_a_fault_S9(void **state)
{
    (void)state;
    // Of three players the second makes a fault.
    const struct plan p = {.format = &format_round_robin, .players = 3, .faults = FAULTS_ERASE};
    faults_every = 1000;
    tell_all(&tale, &p);
    tale.schedule.field.lines[1].out = true;
    struct final_result won = {.winner = 1, .loser = 0}, lost = {.winner = 2, .loser = 1};
    struct final_result other = {.winner = 2, .loser = 0};
    assert_true(final_results_settle(&tale.told, &won));
    assert_true(won.winner == 0 && won.loser == 1 && won.by_fault);
    assert_true(final_results_settle(&tale.told, &lost));
    assert_true(lost.winner == 2 && lost.loser == 1 && lost.by_fault);
    assert_true(final_results_settle(&tale.told, &other));
    assert_true(other.winner == 2 && other.loser == 0 && !other.by_fault);
    // And if the third makes one, too, their game counts for nobody.
    tale.schedule.field.lines[2].out = true;
    assert_false(final_results_settle(&tale.told, &lost));
    end(&tale);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_and_losses_are_those_of_the_table_S8_S9),
        cmocka_unit_test(all_games_of_who_was_erased_are_its_losses_by_a_fault_S9),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
