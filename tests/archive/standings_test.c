// Standings from made-up results: live and final ones are the same, and a copy is a copy.
#include "archive/standings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { PLAYERS_MOST = 16 };

// Who wins how much against whom.
typedef struct pair_result judge(const struct pairing *p);

// Players with lower numbers are stronger, and neighbours draw one of their games.
static struct pair_result by_number(const struct pairing *p)
{
    bool first_wins = p->first < p->second;
    bool neighbours = p->first - p->second == 1 || p->second - p->first == 1;
    int points = first_wins ? 2 : 0;
    return (struct pair_result){.half_points = {points, neighbours ? 1 : points}};
}

// The same, but player 2 loses each game by a fault.
static struct pair_result with_a_fault(const struct pairing *p)
{
    struct pair_result r = by_number(p);
    for (int game = 0; game < GAMES_PER_PAIR; game++) {
        if (p->first == 2 || p->second == 2)
            r.half_points[game] = p->first == 2 ? 0 : 2;
        r.faults[game] = p->first == 2 ? FAULT_FIRST : p->second == 2 ? FAULT_SECOND : FAULT_NOBODY;
    }
    return r;
}

// --- A contest under way ---

struct world {
    struct schedule schedule;
    int64_t games, faults[PLAYERS_MOST];
};

static void begin(struct world *w, const struct plan *p)
{
    *w = (struct world){0};
    assert_true(schedule_init(&w->schedule, p, NULL));
}

// Plays at most so many pairs.
static void play(struct world *w, judge *j, int64_t most)
{
    struct pairing pair;
    while (most-- > 0 && schedule_next(&w->schedule, &pair) == NEXT_PAIR) {
        struct pair_result r = j(&pair);
        for (int game = 0; game < GAMES_PER_PAIR; game++) {
            if (r.faults[game] != FAULT_NOBODY)
                w->faults[r.faults[game] == FAULT_FIRST ? pair.first : pair.second]++;
        }
        w->games += GAMES_PER_PAIR;
        assert_true(schedule_result(&w->schedule, pair.index, &r, NULL));
    }
}

static void end(struct world *w)
{
    schedule_destroy(&w->schedule);
}

static void look(struct standings *s, const struct world *w)
{
    assert_true(standings_copy(s, &w->schedule, w->faults, w->games, NULL));
    assert_true(standings_rank(s, NULL));
}

static void compute(struct standings *s, const struct world *w)
{
    assert_true(standings_init(s, &w->schedule.field.plan, NULL));
    look(s, w);
    assert_true(standings_rate(s, NULL));
}

static void assert_same(const struct standings *a, const struct standings *b)
{
    assert_int_equal(a->players, b->players);
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->over, b->over);
    assert_int_equal(a->round, b->round);
    assert_int_equal(a->rounds, b->rounds);
    assert_memory_equal(&a->pairs, &b->pairs, sizeof a->pairs);
    assert_memory_equal(a->faults, b->faults, a->players * sizeof *a->faults);
    assert_memory_equal(a->ratings, b->ratings, a->players * sizeof *a->ratings);
    for (size_t i = 0; i < a->players; i++) {
        const struct standing *x = &a->list[i], *y = &b->list[i];
        assert_int_equal(x->player, y->player);
        assert_int_equal(x->rank, y->rank);
        assert_int_equal(x->line.half_points, y->line.half_points);
        assert_true(x->buchholz == y->buchholz && x->sonneborn_berger == y->sonneborn_berger);
        assert_true(x->glicko.rating == y->glicko.rating && x->stage == y->stage);
    }
}

// --- What they say ---

static void a_round_robin_is_ranked_by_points(void **state)
{
    (void)state;
    const struct plan p = {.format = &format_round_robin, .players = 4};
    struct world w;
    struct standings s;
    begin(&w, &p);
    play(&w, by_number, INT64_MAX);
    compute(&s, &w);
    // Six pairs: each stronger player wins 2 to 0, or 1.5 to 0.5 against a neighbour.
    static const int64_t half_points[] = {11, 8, 4, 1};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(s.list[i].player, i);
        assert_int_equal(s.list[i].rank, i + 1);
        assert_int_equal(s.list[i].line.half_points, half_points[i]);
        assert_true(i == 0 || s.ratings[i].value < s.ratings[i - 1].value);
    }
    assert_true(s.over);
    assert_int_equal(s.games, 12);
    assert_int_equal(standings_played_pairs(&s), 6);
    assert_int_equal(standings_planned_games(&s), 12);
    assert_int_equal(s.round, 0);
    assert_false(standings_by_buchholz(&s));
    standings_destroy(&s);
    end(&w);
}

static void equal_points_of_a_swiss_are_ranked_by_buchholz(void **state)
{
    (void)state;
    const struct plan p = {.format = &format_swiss, .players = 8, .rounds = 3, .seed = 5};
    struct world w;
    struct standings s;
    begin(&w, &p);
    play(&w, by_number, INT64_MAX);
    compute(&s, &w);
    assert_true(s.over && standings_by_buchholz(&s));
    assert_int_equal(s.rounds, 3);
    size_t ties = 0;
    for (size_t i = 1; i < s.players; i++) {
        const struct standing *better = &s.list[i - 1], *row = &s.list[i];
        assert_true(better->line.half_points >= row->line.half_points);
        if (better->line.half_points != row->line.half_points)
            continue;
        ties++;
        assert_true(better->buchholz >= row->buchholz);
        assert_true(
            better->buchholz > row->buchholz || better->sonneborn_berger >= row->sonneborn_berger);
    }
    assert_true(ties > 0);
    standings_destroy(&s);
    end(&w);
}

static void a_ladder_is_ranked_by_its_glicko_numbers(void **state)
{
    (void)state;
    const struct plan p = {.format = &format_ladder, .players = 6, .seed = 2};
    struct world w;
    struct standings s;
    begin(&w, &p);
    play(&w, by_number, 60);
    compute(&s, &w);
    assert_true(standings_by_glicko(&s));
    assert_false(s.over);
    assert_true(s.round > 1);
    assert_int_equal(s.rounds, 0); // without end
    assert_int_equal(s.list[0].player, 0);
    for (size_t i = 1; i < s.players; i++)
        assert_true(s.list[i - 1].glicko.rating >= s.list[i].glicko.rating);
    standings_destroy(&s);
    end(&w);
}

static void assert_out(enum fault_policy faults, int64_t suspend_after, const char *word)
{
    const struct plan p = {.format = &format_round_robin,
        .players = 4,
        .rounds = 2,
        .faults = faults,
        .suspend_after = suspend_after};
    struct world w;
    struct standings s;
    begin(&w, &p);
    play(&w, with_a_fault, INT64_MAX);
    compute(&s, &w);
    assert_true(s.over);
    assert_int_equal(s.faults[0], 0);
    assert_int_equal(s.faults[2], 2);
    assert_int_equal(s.pairs.forfeits, 5);
    assert_int_equal(standings_played_pairs(&s), 7);
    assert_int_equal(standings_planned_games(&s), 14);
    for (size_t i = 0; i < s.players; i++) {
        const char *out = standings_out(&s, &s.list[i]);
        if (s.list[i].player == 2)
            assert_string_equal(out, word);
        else
            assert_null(out);
    }
    assert_int_equal(s.list[3].player == 2, true);
    standings_destroy(&s);
    end(&w);
}

static void a_player_put_out_by_its_faults_is_last_and_its_games_are_forfeits(void **state)
{
    (void)state;
    assert_out(FAULTS_DROP, 0, "dropped");
    assert_out(FAULTS_ERASE, 0, "erased");
    assert_out(FAULTS_CONTINUE, 2, "suspended");
}

// --- Live and final ---

static void the_same_come_out_live_half_way_and_at_the_end(void **state)
{
    (void)state;
    for (int f = 0; formats[f]; f++) {
        const struct plan p = {.format = formats[f],
            .players = formats[f] == &format_match ? 2 : 11,
            .rounds =
                formats[f] == &format_knockout || formats[f] == &format_double_knockout ? 0 : 6,
            .faults = f % 2 == 0 ? FAULTS_CONTINUE : FAULTS_DROP,
            .seed = 3,
            .lots = true};
        struct world live_world, stored;
        struct standings live, final;
        begin(&live_world, &p);
        assert_true(standings_init(&live, &p, NULL));
        for (int64_t pairs = 0; pairs <= 40; pairs += 8) {
            // A new process reads what is stored so far; the live one only goes on.
            begin(&stored, &p);
            play(&stored, with_a_fault, pairs);
            compute(&final, &stored);
            look(&live, &live_world);
            assert_true(standings_rate(&live, NULL));
            assert_same(&live, &final);
            standings_destroy(&final);
            end(&stored);
            play(&live_world, with_a_fault, 8);
        }
        standings_destroy(&live);
        end(&live_world);
    }
}

static void a_copy_does_not_change_while_the_contest_goes_on(void **state)
{
    (void)state;
    const struct plan p = {.format = &format_round_robin, .players = 6, .rounds = 3};
    struct world w;
    struct standings s, at_once;
    begin(&w, &p);
    play(&w, by_number, 20);
    compute(&at_once, &w);
    assert_true(standings_init(&s, &p, NULL));
    assert_true(standings_copy(&s, &w.schedule, w.faults, w.games, NULL));
    play(&w, by_number, 20);
    assert_true(standings_rank(&s, NULL) && standings_rate(&s, NULL));
    assert_same(&s, &at_once);
    standings_destroy(&s);
    standings_destroy(&at_once);
    end(&w);
}

static void ratings_stay_until_they_are_fitted_again(void **state)
{
    (void)state;
    const struct plan p = {.format = &format_round_robin, .players = 6, .rounds = 3};
    struct world w;
    struct standings s;
    begin(&w, &p);
    assert_true(standings_init(&s, &p, NULL));
    look(&s, &w);
    assert_false(s.has_ratings);
    assert_true(standings_rate(&s, NULL));
    struct rating before = s.ratings[0];
    play(&w, by_number, 20);
    look(&s, &w);
    assert_true(s.has_ratings && s.rated_pairs != s.pairs.counted);
    assert_memory_equal(&before, &s.ratings[0], sizeof before);
    assert_true(standings_rate(&s, NULL));
    assert_true(s.rated_pairs == s.pairs.counted && s.ratings[0].value > before.value);
    standings_destroy(&s);
    end(&w);
}

static void nothing_played_is_a_table_too(void **state)
{
    (void)state;
    const struct plan p = {.format = &format_knockout, .players = 5};
    struct world w;
    struct standings s;
    begin(&w, &p);
    compute(&s, &w);
    assert_false(s.over);
    assert_int_equal(s.games, 0);
    for (size_t i = 0; i < s.players; i++)
        assert_int_equal(s.list[i].rank, 1);
    standings_destroy(&s);
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_robin_is_ranked_by_points),
        cmocka_unit_test(equal_points_of_a_swiss_are_ranked_by_buchholz),
        cmocka_unit_test(a_ladder_is_ranked_by_its_glicko_numbers),
        cmocka_unit_test(a_player_put_out_by_its_faults_is_last_and_its_games_are_forfeits),
        cmocka_unit_test(the_same_come_out_live_half_way_and_at_the_end),
        cmocka_unit_test(a_copy_does_not_change_while_the_contest_goes_on),
        cmocka_unit_test(ratings_stay_until_they_are_fitted_again),
        cmocka_unit_test(nothing_played_is_a_table_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
