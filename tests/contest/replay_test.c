// Stored games played again: what the rules allow to be claimed of a game, and what not.
#include "contest/replay.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { RANDOM_GAMES = 50, MOVES_BYTES = 8192 };

struct played {
    const struct game *game;
    char start[POSITION_TEXT_BYTES];
    char moves[MOVES_BYTES];
    int64_t plies;
    position end;
};

// A random game of at most so many moves.
static void play(struct played *p, const struct game *game, uint64_t seed, int64_t most)
{
    struct random random = random_seeded(seed);
    *p = (struct played){.game = game};
    assert_true(game->start(&p->end, NULL, NULL));
    struct text start = TEXT_IN(p->start), moves = TEXT_IN(p->moves);
    game->print(&p->end, &start);
    move list[MOVES_MAX];
    for (int count; p->plies < most && (count = game->moves(&p->end, list)) > 0; p->plies++) {
        move m = list[random_below(&random, (uint32_t)count)];
        if (p->plies > 0)
            text_char(&moves, ' ');
        game->print_move(&p->end, m, &moves);
        game->apply(&p->end, m);
    }
    assert_false(moves.cut);
}

static struct replay replayed(const struct played *p)
{
    struct replay r;
    struct error e;
    if (!replay_begin(&r, p->game, p->start, &e) || !replay_moves(&r, p->moves, &e))
        fail_msg("%s", e.words);
    assert_int_equal(r.plies, p->plies);
    return r;
}

static void assert_claim(const struct replay *r, const struct replay_claim *claim, const char *why)
{
    struct error e = {0};
    bool right = replay_check(r, claim, &e);
    if (why == NULL && !right)
        fail_msg("%s", e.words);
    if (why != NULL && right)
        fail_msg("it was not noticed that %s", why);
    if (why != NULL && !strstr(e.words, why))
        fail_msg("\"%s\" does not say \"%s\"", e.words, why);
}

static void a_game_that_was_played_is_right(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        for (uint64_t seed = 0; seed < RANDOM_GAMES; seed++) {
            struct played p;
            play(&p, *game, seed, INT64_MAX);
            struct replay r = replayed(&p);
            assert_true(position_equal(&r.position, &p.end));
            struct outcome o = (*game)->outcome(&p.end);
            const struct replay_claim claim = {
                .end = o.winner == NOBODY ? REPLAY_DRAWN : REPLAY_WON,
                .winner = o.winner,
                .blame = NOBODY,
                .rule = o.rule,
                .plies = p.plies,
            };
            assert_claim(&r, &claim, NULL);
        }
    }
}

static void every_other_claim_about_a_won_game_is_refused(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        struct played p;
        play(&p, *game, 1, INT64_MAX);
        struct replay r = replayed(&p);
        struct outcome o = (*game)->outcome(&p.end);
        assert_int_not_equal(o.winner, NOBODY);
        const struct replay_claim right = {REPLAY_WON, o.winner, NOBODY, o.rule, p.plies};
        struct replay_claim claim = right;
        claim.winner = 1 - o.winner;
        assert_claim(&r, &claim, "seat has won, but by the rules it is the ");
        claim.winner = NOBODY;
        assert_claim(&r, &claim, "nobody has won");
        claim = (struct replay_claim){REPLAY_DRAWN, NOBODY, NOBODY, o.rule, p.plies};
        assert_claim(&r, &claim, "nobody has won");
        claim = (struct replay_claim){REPLAY_DRAWN, o.winner, NOBODY, o.rule, p.plies};
        assert_claim(&r, &claim, "has won");
        claim = right;
        claim.plies++;
        assert_claim(&r, &claim, "moves, but there are");
        claim = right;
        claim.rule = "Q1";
        assert_claim(&r, &claim, "rule \"Q1\"");
        claim = right;
        claim.blame = 1 - o.winner;
        assert_claim(&r, &claim, "is blamed");
        for (int end = REPLAY_GAVE_UP; end <= REPLAY_BROKEN_OFF; end++) {
            claim = right;
            claim.end = (enum replay_end)end;
            claim.blame = end == REPLAY_GAVE_UP ? NOBODY : 1 - o.winner;
            assert_claim(&r, &claim, "it was over before that");
        }
    }
}

static void nobody_has_won_a_game_that_goes_on(void **state)
{
    (void)state;
    struct played p;
    play(&p, games[0], 1, 5);
    struct replay r = replayed(&p);
    for (int winner = NOBODY; winner < SEATS; winner++) {
        const struct replay_claim won = {REPLAY_WON, winner, NOBODY, "S5", p.plies};
        assert_claim(&r, &won, "it is not over");
    }
    const struct replay_claim drawn = {REPLAY_DRAWN, NOBODY, NOBODY, "S5", p.plies};
    assert_claim(&r, &drawn, "it is not over");
}

static void only_who_is_to_move_can_give_up(void **state)
{
    (void)state;
    for (int64_t plies = 0; plies < 8; plies++) {
        struct played p;
        play(&p, games[0], 1, plies);
        struct replay r = replayed(&p);
        int turn = p.game->turn(&p.end);
        struct replay_claim claim = {REPLAY_GAVE_UP, 1 - turn, NOBODY, "", plies};
        assert_claim(&r, &claim, NULL);
        claim.winner = turn;
        assert_claim(&r, &claim, "was to move and gave up");
        claim = (struct replay_claim){REPLAY_GAVE_UP, 1 - turn, turn, "", plies};
        assert_claim(&r, &claim, "giving up is not a fault");
    }
}

static void a_fault_loses_for_the_seat_that_could_make_it_G5(void **state)
{
    (void)state;
    for (int64_t plies = 0; plies < 8; plies++) {
        struct played p;
        play(&p, games[0], 1, plies);
        struct replay r = replayed(&p);
        int turn = p.game->turn(&p.end);
        const char *other = "was to move", *began = "but there are moves";
        const struct {
            enum replay_end end;
            const char *of_mover, *of_other; // why not; NULL: possible
        } rows[] = {
            {REPLAY_NEVER_BEGAN, plies > 0 ? began : NULL, plies > 0 ? began : NULL},
            {REPLAY_WRONG_MOVE, NULL, other},
            {REPLAY_WRONG_MESSAGE, NULL, plies > 0 ? other : NULL},
            {REPLAY_BROKEN_OFF, NULL, NULL},
        };
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            struct replay_claim claim = {rows[i].end, 1 - turn, turn, "G5", plies};
            assert_claim(&r, &claim, rows[i].of_mover);
            claim = (struct replay_claim){rows[i].end, turn, 1 - turn, "G5", plies};
            assert_claim(&r, &claim, rows[i].of_other);
            claim = (struct replay_claim){rows[i].end, turn, turn, "G5", plies};
            assert_claim(&r, &claim, "made the fault, but it is said that");
            claim = (struct replay_claim){rows[i].end, turn, NOBODY, "G5", plies};
            assert_claim(&r, &claim, "nobody is blamed for");
            claim = (struct replay_claim){rows[i].end, 7, -6, "G5", plies};
            assert_claim(&r, &claim, "nobody is blamed for");
        }
    }
}

static void a_move_that_cannot_be_played_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *moves, *words;
        int64_t plies;
    } rows[] = {
        {"", NULL, 0},
        {"d3", NULL, 1},
        {"d3 c3", NULL, 2},
        {"d3 d3", "move 2, d3, is not legal: ", 1},
        {"d3 zz", "move 2, \"zz\", cannot be read: ", 1},
        {"d3 --", "move 2, --, is not legal: ", 1},
        {"d3 ", "move 2 is missing behind a blank", 1},
        {" d3", "move 1 is not the text of a move", 0},
        {"d3  c3", "move 2 is not the text of a move", 1},
        {"d3\tc3", "move 1, \"d3\tc3\", cannot be read: ", 0},
        {"d3 cccccccccccccccccccccccccccccccccccc3", "move 2 is not the text of a move", 1},
    };
    const struct game *reversi = game_find("reversi", NULL);
    struct played p;
    play(&p, reversi, 0, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct replay r;
        struct error e = {0};
        assert_true(replay_begin(&r, reversi, p.start, NULL));
        assert_int_equal(replay_moves(&r, rows[i].moves, &e), rows[i].words == NULL);
        if (rows[i].words && !strstr(e.words, rows[i].words))
            fail_msg("\"%s\" does not say \"%s\"", e.words, rows[i].words);
        assert_int_equal(r.plies, rows[i].plies);
    }
    struct replay r;
    struct error e;
    assert_false(replay_begin(&r, reversi, "XXX", &e));
    assert_non_null(strstr(e.words, "its start cannot be read: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_was_played_is_right),
        cmocka_unit_test(every_other_claim_about_a_won_game_is_refused),
        cmocka_unit_test(nobody_has_won_a_game_that_goes_on),
        cmocka_unit_test(only_who_is_to_move_can_give_up),
        cmocka_unit_test(a_fault_loses_for_the_seat_that_could_make_it_G5),
        cmocka_unit_test(a_move_that_cannot_be_played_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
