// Which worker is unfair: the exact tests against a slow second implementation, and whole contests
// that are drawn by lot. With an argument, a number of contests, it prints how often honest workers
// are put into quarantine and how soon others are, as docs/fairness.md tells it.
#include "fleet/fairness.h"

#include "base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLAYERS = 20, WORKERS = 10, SLOW_PAIRS_MOST = 10 };

static const char *const names[PLAYERS] = {"ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal",
    "ivy", "joe", "kim", "lee", "max", "ned", "oda", "pat", "rex", "sue", "tom", "uli"};

// --- A slow second implementation ---

// In how many ways the pairs of a player can be drawn so that there are `faults` among them: every
// way is tried.
static double slow_ways(const struct fairness_stratum *s, int64_t faults)
{
    int pairs = (int)(s->here_pairs + s->elsewhere_pairs);
    unsigned with_fault = (1u << (s->here_faults + s->elsewhere_faults)) - 1;
    double ways = 0;
    for (unsigned drawn = 0; drawn < 1u << pairs; drawn++)
        ways += __builtin_popcount(drawn) == s->here_pairs &&
            __builtin_popcount(drawn & with_fault) == faults;
    return ways;
}

static double slow_all_ways(const struct fairness_stratum *s)
{
    double ways = 0;
    for (int64_t faults = 0; faults <= SLOW_PAIRS_MOST; faults++)
        ways += slow_ways(s, faults);
    return ways;
}

// How likely at least `wanted` faults are, all players together.
static double slow_likelihood(const struct fairness_stratum *strata, size_t count, int64_t wanted)
{
    double likelihood = 0;
    if (count == 0)
        return wanted <= 0;
    for (int64_t faults = 0; faults <= SLOW_PAIRS_MOST; faults++) {
        double ways = slow_ways(strata, faults);
        if (ways > 0)
            likelihood += ways / slow_all_ways(strata) *
                slow_likelihood(strata + 1, count - 1, wanted - faults);
    }
    return likelihood;
}

static struct fairness_stratum draw_stratum(struct random *lot)
{
    struct fairness_stratum s;
    s.here_pairs = 1 + random_below(lot, SLOW_PAIRS_MOST / 2);
    s.elsewhere_pairs = 1 + random_below(lot, SLOW_PAIRS_MOST / 2);
    s.here_faults = random_below(lot, (uint32_t)s.here_pairs + 1);
    s.elsewhere_faults = random_below(lot, (uint32_t)s.elsewhere_pairs + 1);
    return s;
}

static void the_likelihood_is_that_of_trying_every_way(void **state)
{
    (void)state;
    struct random lot = random_seeded(1);
    for (int i = 0; i < 300; i++) {
        struct fairness_stratum strata[3];
        size_t count = 1 + random_below(&lot, 3);
        int64_t seen = 0;
        for (size_t s = 0; s < count; s++) {
            strata[s] = draw_stratum(&lot);
            seen += strata[s].here_faults;
        }
        double slow = slow_likelihood(strata, count, seen);
        double fast = fairness_likelihood(strata, count);
        assert_true(fabs(slow - fast) <= 1e-9 * slow);
    }
}

// Fisher's tea: of 8 cups 4 had milk first, and the lady found all 4: 1 way of 70.
static void with_one_player_it_is_fishers_test(void **state)
{
    (void)state;
    const struct fairness_stratum tea = {4, 4, 4, 0}, nearly = {4, 3, 4, 1};
    assert_true(fabs(fairness_likelihood(&tea, 1) - 1.0 / 70) < 1e-12);
    assert_true(fabs(fairness_likelihood(&nearly, 1) - 17.0 / 70) < 1e-12);
    assert_true(fabs(fairness_expected(&nearly, 1) - 2) < 1e-12);
}

static void players_whom_nobody_else_played_say_nothing(void **state)
{
    (void)state;
    const struct fairness_stratum strata[] = {{50, 50, 0, 0}, {0, 0, 100, 100}};
    assert_true(fairness_likelihood(strata, 2) == 1);
    assert_true(fairness_expected(strata, 2) == 0);
}

static void very_small_likelihoods_keep_their_digits(void **state)
{
    (void)state;
    // One way out of (200 over 100): 9.05e58.
    const struct fairness_stratum s = {100, 100, 100, 0};
    double ways = 1;
    for (int i = 1; i <= 100; i++)
        ways *= (100.0 + i) / i;
    assert_true(fabs(fairness_likelihood(&s, 1) * ways - 1) < 1e-9);
}

static void audits_are_judged_as_tosses_of_a_coin(void **state)
{
    (void)state;
    assert_true(fabs(fairness_audit_likelihood(3, 1) - 5.0 / 16) < 1e-12);
    assert_true(fabs(fairness_audit_likelihood(10, 0) - 1.0 / 1024) < 1e-15);
    assert_true(fairness_audit_likelihood(0, 0) == 1);
    assert_true(fabs(fairness_audit_likelihood(0, 5) - 1) < 1e-12);
}

// --- Contests that are drawn by lot ---

struct drawn_contest {
    int64_t pairs; // of each worker, at most
    int base;      // a player's own faults, in thousandths of its pairs; each player has its own
    int more;      // of worker 1, in percentage points of pairs, for the players that it harms
    int beaten;    // the same for pairs that they are made to lose without a fault
    int harmed;    // so many players are harmed there
    int hiccup;    // pairs in which both players have a fault, in thousandths: they go together
    int64_t audit; // one of so many pairs is played by two workers; 0: none
    double alpha;
};

struct drawn_end {
    int honest;    // honest workers that were put into quarantine
    int64_t found; // after so many pairs worker 1 was; 0: it was not
};

static bool draw_fault(const struct drawn_contest *c, struct random *lot, int worker, int player)
{
    bool own = random_below(lot, 1000) < (uint32_t)(c->base * (player % 4));
    bool harmed = worker == 1 && player < c->harmed && random_below(lot, 100) < (uint32_t)c->more;
    return own || harmed;
}

// The player with the lower number is stronger: it wins up to 9 pairs of 10, and some are drawn. A
// fault loses the pair.
static void draw_points(const struct drawn_contest *c, struct random *lot, struct fairness_pair *p)
{
    int stronger = p->players[0] < p->players[1] ? 0 : 1;
    int apart = abs(p->players[0] - p->players[1]);
    uint32_t percent = random_below(lot, 100);
    int loser = percent < 10 ? NOBODY : (int)percent < 50 + 2 * apart ? 1 - stronger : stronger;
    for (int seat = 0; seat < SEATS; seat++) {
        bool harmed = p->worker == 1 && p->players[seat] < c->harmed;
        if (harmed && random_below(lot, 100) < (uint32_t)c->beaten)
            loser = seat;
        if (p->faulted[seat])
            loser = p->faulted[1 - seat] ? NOBODY : seat;
    }
    p->scored = true;
    if (loser != NOBODY)
        p->lost[loser] = true;
}

static struct fairness_pair draw_pair(
    const struct drawn_contest *c, struct random *lot, int worker, const int players[SEATS])
{
    struct fairness_pair p = {.worker = worker, .players = {players[0], players[1]}};
    bool both = random_below(lot, 1000) < (uint32_t)c->hiccup;
    for (int seat = 0; seat < SEATS; seat++)
        p.faulted[seat] = both || draw_fault(c, lot, worker, players[seat]);
    draw_points(c, lot, &p);
    return p;
}

static void note_look(
    struct fairness *f, int worker, bool is_honest, int64_t pairs, struct drawn_end *end)
{
    struct fairness_finding finding;
    if (!fairness_look(f, worker, names, &finding))
        return;
    assert_true(finding.likelihood < finding.level);
    assert_true(strlen(finding.words) > 0 && strlen(finding.words) < sizeof finding.words - 1);
    if (is_honest)
        end->honest++;
    else
        end->found = pairs;
}

static void play_round(struct fairness *f, const struct drawn_contest *c, struct random *lot,
    int64_t round, struct drawn_end *end)
{
    for (int worker = 1; worker <= WORKERS; worker++) {
        int first = (int)random_below(lot, PLAYERS);
        int second = (first + 1 + (int)random_below(lot, PLAYERS - 1)) % PLAYERS;
        int other = 1 + (worker - 1 + 1 + (int)random_below(lot, WORKERS - 1)) % WORKERS;
        struct fairness_pair p = draw_pair(c, lot, worker, (int[SEATS]){first, second});
        assert_true(fairness_add_pair(f, &p));
        if (c->audit > 0 && random_below(lot, (uint32_t)c->audit) == 0) {
            struct fairness_pair again = draw_pair(c, lot, other, (int[SEATS]){first, second});
            assert_true(fairness_add_pair(f, &again) && fairness_add_audit(f, &p, &again));
            note_look(f, other, other != 1 || c->more + c->beaten == 0, round, end);
        }
        note_look(f, worker, worker != 1 || c->more + c->beaten == 0, round, end);
    }
}

static struct drawn_end play_contest(const struct drawn_contest *c, uint64_t seed)
{
    struct random lot = random_seeded(seed);
    struct fairness *f = fairness_create(PLAYERS, c->alpha);
    struct drawn_end end = {0};
    assert_non_null(f);
    for (int64_t round = 1; round <= c->pairs && end.found == 0; round++)
        play_round(f, c, &lot, round, &end);
    fairness_destroy(f);
    return end;
}

static void honest_workers_stay(void **state)
{
    (void)state;
    const struct drawn_contest contest = {
        .pairs = 400, .base = 30, .hiccup = 5, .audit = 20, .alpha = FAIRNESS_ALPHA};
    for (uint64_t seed = 0; seed < 20; seed++)
        assert_int_equal(play_contest(&contest, seed).honest, 0);
}

// The looks of a worker spend alpha and not more. With a large one that can be seen: of 1,000
// workers at most about 100 may go, and fewer do, since the tests are exact and the bound is loose.
static void honest_workers_are_put_out_no_more_often_than_alpha(void **state)
{
    (void)state;
    const struct drawn_contest contest = {
        .pairs = 150, .base = 30, .hiccup = 5, .audit = 5, .alpha = 0.1};
    int out = 0;
    for (uint64_t seed = 0; seed < 100; seed++)
        out += play_contest(&contest, seed).honest;
    assert_in_range(out, 1, 100 * WORKERS / 10);
}

static void a_worker_that_harms_all_players_is_found_and_nobody_else(void **state)
{
    (void)state;
    const struct drawn_contest much = {
        .pairs = 3000, .base = 10, .more = 50, .harmed = PLAYERS, .alpha = FAIRNESS_ALPHA};
    const struct drawn_contest little = {
        .pairs = 3000, .base = 10, .more = 5, .harmed = PLAYERS, .alpha = FAIRNESS_ALPHA};
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct drawn_end end = play_contest(&much, seed);
        assert_in_range(end.found, FAIRNESS_PAIRS_LEAST, 40);
        assert_int_equal(end.honest, 0);
        end = play_contest(&little, seed);
        assert_in_range(end.found, 20, 3000);
        assert_int_equal(end.honest, 0);
    }
}

static void a_worker_that_harms_one_player_is_found(void **state)
{
    (void)state;
    const struct drawn_contest contest = {
        .pairs = 3000, .base = 10, .more = 50, .harmed = 1, .alpha = FAIRNESS_ALPHA};
    for (uint64_t seed = 0; seed < 10; seed++)
        assert_in_range(play_contest(&contest, seed).found, FAIRNESS_PAIRS_LEAST, 3000);
}

// It plays legal moves that are bad, so that no fault tells it.
static void a_worker_on_which_one_player_loses_is_found(void **state)
{
    (void)state;
    const struct drawn_contest contest = {
        .pairs = 3000, .base = 10, .beaten = 80, .harmed = 1, .alpha = FAIRNESS_ALPHA};
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct drawn_end end = play_contest(&contest, seed);
        assert_in_range(end.found, FAIRNESS_PAIRS_LEAST, 3000);
        assert_int_equal(end.honest, 0);
    }
}

// --- One worker at a time ---

static void add_pairs(struct fairness *f, int64_t worker, int count, int faults)
{
    for (int i = 0; i < count; i++) {
        const struct fairness_pair p = {
            .worker = worker, .players = {0, 1}, .faulted = {i < faults, false}};
        assert_true(fairness_add_pair(f, &p));
    }
}

static void the_words_say_what_was_seen_and_what_was_expected(void **state)
{
    (void)state;
    struct fairness *f = fairness_create(2, FAIRNESS_ALPHA);
    struct fairness_finding finding;
    add_pairs(f, 1, 100, 0);
    add_pairs(f, 2, 50, 50);
    assert_true(fairness_look(f, 2, names, &finding));
    assert_non_null(strstr(finding.words, "made faults or gave up 50 times in its 50 pairs"));
    assert_non_null(strstr(finding.words, "16.7 are expected"));
    fairness_destroy(f);
}

// `lost` of the pairs are lost by player 0; the others by its opponent.
static void add_scored(
    struct fairness *f, int64_t worker, int opponent, uint64_t opening, int count, int lost)
{
    for (int i = 0; i < count; i++) {
        const struct fairness_pair p = {.worker = worker,
            .players = {opponent, 0},
            .scored = true,
            .lost = {i >= lost, i < lost},
            .opening = opening};
        assert_true(fairness_add_pair(f, &p));
    }
}

static void points_are_compared_with_the_same_opponent_and_opening(void **state)
{
    (void)state;
    struct fairness *f = fairness_create(3, FAIRNESS_ALPHA);
    struct fairness_finding finding;
    add_scored(f, 1, 1, 0, 200, 0);
    add_scored(f, 2, 2, 0, 200, 200); // another opponent
    add_scored(f, 3, 1, 7, 200, 200); // another opening
    for (int64_t worker = 1; worker <= 3; worker++)
        assert_false(fairness_look(f, worker, names, &finding));
    add_scored(f, 4, 1, 0, 60, 30);
    assert_true(fairness_look(f, 4, names, &finding));
    assert_non_null(strstr(finding.words, "ann lost 30 of its 60 pairs there"));
    assert_non_null(strstr(finding.words, "6.9 are expected"));
    fairness_destroy(f);
}

static void few_points_are_no_reason_however_sure_that_is(void **state)
{
    (void)state;
    struct fairness *f = fairness_create(2, FAIRNESS_ALPHA);
    struct fairness_finding finding;
    add_scored(f, 1, 1, 0, 20000, 10000);
    add_scored(f, 2, 1, 0, 10000, 5900); // a slow machine
    assert_false(fairness_look(f, 2, names, &finding));
    fairness_destroy(f);
}

static void a_player_that_wins_too_much_is_found(void **state)
{
    (void)state;
    struct fairness *f = fairness_create(2, FAIRNESS_ALPHA);
    struct fairness_finding finding;
    add_scored(f, 1, 1, 0, 100, 90);
    add_scored(f, 2, 1, 0, 50, 5);
    assert_true(fairness_look(f, 2, names, &finding));
    assert_non_null(strstr(finding.words, "ann won 45 of its 50 pairs there"));
    // Who is excluded is not compared with, and begins anew.
    add_scored(f, 3, 1, 0, 50, 45);
    assert_false(fairness_look(f, 3, names, &finding));
    fairness_readmit(f, 2);
    add_scored(f, 2, 1, 0, 50, 45);
    assert_false(fairness_look(f, 2, names, &finding));
    fairness_destroy(f);
}

static void a_worker_without_others_is_never_unfair(void **state)
{
    (void)state;
    struct fairness *f = fairness_create(2, FAIRNESS_ALPHA);
    struct fairness_finding finding;
    add_pairs(f, 1, 1000, 1000);
    assert_false(fairness_look(f, 1, names, &finding));
    fairness_destroy(f);
}

static void who_is_excluded_is_not_compared_with_and_begins_anew(void **state)
{
    (void)state;
    struct fairness *f = fairness_create(2, FAIRNESS_ALPHA);
    struct fairness_finding finding;
    add_pairs(f, 1, 200, 0);
    add_pairs(f, 2, 100, 100);
    add_pairs(f, 3, 100, 90);
    assert_true(fairness_look(f, 2, names, &finding));
    assert_false(fairness_look(f, 2, names, &finding)); // once is enough
    add_pairs(f, 2, 100, 0);                            // what it still hands in changes nothing
    assert_true(fairness_look(f, 3, names, &finding));
    // Only worker 1 is left to be compared with: 0 of 200.
    fairness_readmit(f, 2);
    add_pairs(f, 2, 9, 9);
    assert_false(fairness_look(f, 2, names, &finding)); // too few
    add_pairs(f, 2, 1, 1);
    assert_true(fairness_look(f, 2, names, &finding));
    fairness_destroy(f);
}

static void a_small_excess_is_no_reason_however_sure_it_is(void **state)
{
    (void)state;
    struct fairness *f = fairness_create(2, FAIRNESS_ALPHA);
    struct fairness_finding finding;
    add_pairs(f, 1, 100000, 0);
    add_pairs(f, 2, 10000, 100); // one of a hundred
    assert_false(fairness_look(f, 2, names, &finding));
    fairness_destroy(f);
}

static void audits_that_differ_one_way_put_a_worker_out(void **state)
{
    (void)state;
    struct fairness *f = fairness_create(2, FAIRNESS_ALPHA);
    struct fairness_finding finding;
    const struct fairness_pair with = {.worker = 1, .players = {0, 1}, .faulted = {true}};
    const struct fairness_pair without = {.worker = 2, .players = {0, 1}};
    int audits = 0;
    while (audits < 1000 && !fairness_look(f, 1, names, &finding)) {
        assert_true(fairness_add_audit(f, &with, &without));
        audits++;
    }
    assert_in_range(audits, 22, 40); // 2^-22 is 2.4e-7, and each look has less than that
    assert_non_null(strstr(finding.words, "only one of them saw a fault"));
    assert_false(fairness_look(f, 2, names, &finding));
    fairness_destroy(f);
}

// --- Figures for docs/fairness.md ---

static int compare_numbers(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static void print_power(const char *what, const struct drawn_contest *c, uint64_t contests)
{
    int64_t *found = calloc(contests, sizeof *found);
    uint64_t count = 0, honest = 0;
    for (uint64_t seed = 0; found && seed < contests; seed++) {
        struct drawn_end end = play_contest(c, seed);
        honest += (uint64_t)end.honest;
        if (end.found > 0)
            found[count++] = end.found;
    }
    qsort(found, count, sizeof *found, compare_numbers);
    printf("%-44s found in %llu of %llu contests; pairs until then: median %lld, 90 %% %lld; "
           "honest workers put out: %llu\n",
        what, (unsigned long long)count, (unsigned long long)contests,
        count > 0 ? (long long)found[count / 2] : 0,
        count > 0 ? (long long)found[count * 9 / 10] : 0, (unsigned long long)honest);
    free(found);
}

static void print_figures(uint64_t contests)
{
    static const int points[] = {5, 20, 50}, beaten[] = {30, 50, 80};
    const double alphas[] = {0.1, 0.01, FAIRNESS_ALPHA};
    for (size_t i = 0; i < sizeof alphas / sizeof *alphas; i++) {
        struct drawn_contest c = {
            .pairs = 300, .base = 30, .hiccup = 5, .audit = 50, .alpha = alphas[i]};
        uint64_t out = 0;
        for (uint64_t seed = 0; seed < contests; seed++)
            out += (uint64_t)play_contest(&c, seed).honest;
        printf("alpha %g: %llu of %llu honest workers put out, %.2g of them\n", alphas[i],
            (unsigned long long)out, (unsigned long long)contests * WORKERS,
            (double)out / (double)(contests * WORKERS));
    }
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        char what[80];
        struct drawn_contest c = {.pairs = 5000,
            .base = 10,
            .more = points[i],
            .harmed = PLAYERS,
            .audit = 50,
            .alpha = FAIRNESS_ALPHA};
        snprintf(what, sizeof what, "%d points more for all players:", points[i]);
        print_power(what, &c, contests);
        c.harmed = 1;
        snprintf(what, sizeof what, "%d points more for one player of 20:", points[i]);
        print_power(what, &c, contests);
        c.more = 0;
        c.beaten = beaten[i];
        snprintf(what, sizeof what, "%d %% of its pairs lost on purpose, one player:", c.beaten);
        print_power(what, &c, contests);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_likelihood_is_that_of_trying_every_way),
        cmocka_unit_test(with_one_player_it_is_fishers_test),
        cmocka_unit_test(players_whom_nobody_else_played_say_nothing),
        cmocka_unit_test(very_small_likelihoods_keep_their_digits),
        cmocka_unit_test(audits_are_judged_as_tosses_of_a_coin),
        cmocka_unit_test(honest_workers_stay),
        cmocka_unit_test(honest_workers_are_put_out_no_more_often_than_alpha),
        cmocka_unit_test(a_worker_that_harms_all_players_is_found_and_nobody_else),
        cmocka_unit_test(a_worker_that_harms_one_player_is_found),
        cmocka_unit_test(a_worker_on_which_one_player_loses_is_found),
        cmocka_unit_test(the_words_say_what_was_seen_and_what_was_expected),
        cmocka_unit_test(points_are_compared_with_the_same_opponent_and_opening),
        cmocka_unit_test(few_points_are_no_reason_however_sure_that_is),
        cmocka_unit_test(a_player_that_wins_too_much_is_found),
        cmocka_unit_test(a_worker_without_others_is_never_unfair),
        cmocka_unit_test(who_is_excluded_is_not_compared_with_and_begins_anew),
        cmocka_unit_test(a_small_excess_is_no_reason_however_sure_it_is),
        cmocka_unit_test(audits_that_differ_one_way_put_a_worker_out),
    };
    if (argc == 2) {
        print_figures(strtoull(argv[1], NULL, 10));
        return EXIT_SUCCESS;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
