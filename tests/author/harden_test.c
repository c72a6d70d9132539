// What a round of `agon harden` makes hard, and the odd players.
#include "author/harden_plan.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 500 };

static int harden_count_faults(const struct harden_plan *plan)
{
    int count = 0;
    for (int i = 0; i < HARDEN_FAULTS; i++)
        count += plan->faults[i];
    return count;
}

static void a_round_is_the_same_again(void **state)
{
    (void)state;
    for (int64_t round = 1; round <= ROUNDS; round++) {
        struct harden_plan once = harden_plan_draw(7, round), again = harden_plan_draw(7, round);
        assert_int_equal(once.seed, again.seed);
        assert_int_equal(once.opponent, again.opponent);
        assert_memory_equal(once.faults, again.faults, sizeof once.faults);
    }
    assert_int_not_equal(harden_plan_draw(7, 1).seed, harden_plan_draw(8, 1).seed);
}

static void the_first_rounds_have_each_fault_once(void **state)
{
    (void)state;
    for (int i = 0; i < HARDEN_FAULTS; i++) {
        struct harden_plan plan = harden_plan_draw(3, i + 1);
        assert_int_equal(harden_count_faults(&plan), 1);
        assert_true(plan.faults[i]);
    }
}

static void what_travels_in_pieces_has_its_whole_time(void **state)
{
    (void)state;
    const struct budget usual = {.request_ns = 1000, .first_ns = 5000};
    int tight = 0;
    for (int64_t round = 1; round <= ROUNDS; round++) {
        struct harden_plan plan = harden_plan_draw(11, round);
        struct budget b = harden_plan_budget(&plan, &usual);
        bool shaped = plan.shape.piece_most > 0 || plan.shape.hold_ms > 0;
        tight += plan.faults[HARDEN_TIGHT];
        assert_false(shaped && plan.faults[HARDEN_TIGHT]);
        const int64_t way_ns = shaped ? HARDEN_WAY_MS * NS_PER_MS : 0;
        assert_int_equal(b.first_ns, 5000 + way_ns);
        assert_int_equal(b.request_ns, (plan.faults[HARDEN_TIGHT] ? 250 : 1000) + way_ns);
    }
    assert_true(tight > 0);
}

static void a_plan_has_words(void **state)
{
    (void)state;
    char bytes[160];
    struct text words = TEXT_IN(bytes);
    struct harden_plan plan = {
        .faults = {[HARDEN_BYTES] = true, [HARDEN_BUSY] = true}, .opponent = ODD_MIRROR};
    harden_plan_words(&plan, &words);
    assert_string_equal(bytes, "one byte at a time, all cores busy, against mirror");
}

// --- Odd players ---

static void harden_play_odd(const struct game *game, enum odd_style style, uint64_t seed)
{
    position p;
    struct random random = random_seeded(seed);
    move last = MOVE_NONE;
    assert_true(game->start(&p, NULL, NULL));
    for (int ply = 0; !game->outcome(&p).over; ply++) {
        move moves[MOVES_MAX];
        int count = game->moves(&p, moves);
        move m = ply % 2 == 0 ? moves[random_below(&random, (uint32_t)count)]
                              : odd_choose(style, game, &p, last, seed);
        assert_true(game->legal(&p, m, NULL));
        game->apply(&p, m);
        last = m;
    }
}

static void odd_players_play_legal_games_to_their_end(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++) {
        for (int style = 0; style < ODD_STYLES; style++) {
            for (uint64_t seed = 0; seed < 3; seed++)
                harden_play_odd(games[i], (enum odd_style)style, seed);
        }
    }
}

static void a_mirror_does_the_same_on_the_other_side(void **state)
{
    (void)state;
    const struct game *game = game_find("santorini", NULL);
    position p;
    move moves[MOVES_MAX];
    assert_true(game->start(&p, NULL, NULL));
    assert_true(game->moves(&p, moves) > 0);
    const move placed = moves[0];
    game->apply(&p, placed);
    const move mirrored = odd_choose(ODD_MIRROR, game, &p, placed, 1);
    bool found = false;
    for (int k = 1; k < game->symmetries; k++)
        found |= game->symmetry_move(&p, placed, k) == mirrored;
    assert_true(found);
    assert_int_not_equal(placed, mirrored);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_is_the_same_again),
        cmocka_unit_test(the_first_rounds_have_each_fault_once),
        cmocka_unit_test(what_travels_in_pieces_has_its_whole_time),
        cmocka_unit_test(a_plan_has_words),
        cmocka_unit_test(odd_players_play_legal_games_to_their_end),
        cmocka_unit_test(a_mirror_does_the_same_on_the_other_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
