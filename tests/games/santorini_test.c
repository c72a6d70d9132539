// Santorini: its rules one by one, and its moves as numbers.
#include "games/santorini_help.h"

#include <string.h>

// Plays moves, each of which has to be legal, and returns where they lead.
static position play(const char *text, const char *const *moves)
{
    position p = read_position(text);
    for (; *moves; moves++) {
        struct refusal why = {0};
        const move m = read_move(&p, *moves);
        if (!game->legal(&p, m, &why))
            fail_msg("%s: %s", *moves, why.words);
        game->apply(&p, m);
    }
    return p;
}
#define PLAY(text, ...) play((text), (const char *const[]){__VA_ARGS__, NULL})

static void assert_refusal(const struct refusal *why, const struct refusal *expected)
{
    assert_string_equal(why->rule, expected->rule);
    assert_string_equal(why->words, expected->words);
    assert_string_equal(why->expected, expected->expected);
    assert_string_equal(why->seen, expected->seen);
}

static void assert_code_refused(const char *text, move m, const struct refusal *expected)
{
    const position p = read_position(text);
    struct refusal why = {0};
    assert_false(game->legal(&p, m, &why));
    assert_false(game->legal(&p, m, NULL));
    assert_refusal(&why, expected);
}

static void assert_refused(const char *text, const char *typed, struct refusal expected)
{
    const position p = read_position(text);
    assert_code_refused(text, read_move(&p, typed), &expected);
}

static void assert_legal(const char *text, const char *typed)
{
    PLAY(text, typed);
}

static void assert_over(const position *p, int winner, const char *rule, const char *reason)
{
    const struct outcome o = game->outcome(p);
    move moves[MOVES_MAX];
    assert_true(o.over);
    assert_int_equal(o.winner, winner);
    assert_string_equal(o.rule, rule);
    assert_string_equal(o.reason, reason);
    assert_int_equal(game->moves(p, moves), 0);
}

static void assert_goes_on(const position *p)
{
    const struct outcome o = game->outcome(p);
    assert_false(o.over);
    assert_int_equal(o.winner, NOBODY);
    assert_null(o.rule);
    assert_null(o.reason);
}

// Start, S2 and S4

static void the_board_is_6x6_by_default_and_5x5_as_an_option_S2(void **state)
{
    (void)state;
    position p;
    struct error e = {0};
    assert_true(game->start(&p, NULL, NULL));
    assert_position(&p, "000000/000000/000000/000000/000000/000000 - - 1");
    assert_string_equal(game->variant(&p), "6x6");
    assert_int_equal(santorini_size(&p), 6);
    assert_true(game->start(&p, "5x5", &e));
    assert_position(&p, empty_5x5);
    assert_string_equal(game->variant(&p), "5x5");
    assert_int_equal(santorini_size(&p), 5);
    assert_true(game->start(&p, "6x6", &e));
    assert_false(game->start(&p, "7x7", &e));
    assert_string_equal(e.words, "no variant \"7x7\" of Santorini   (6x6, 5x5)");
}

static void x_grows_east_and_y_grows_south_S2(void **state)
{
    (void)state;
    const position p = PLAY(flat_5x5, "1 e n", "1 s w");
    assert_position(&p, "00100/00000/00000/00000/10000 21,33 14,31 1");
    assert_int_equal(santorini_height(&p, 2, 0), 1);
    assert_int_equal(santorini_height(&p, 0, 4), 1);
    assert_int_equal(santorini_height(&p, 0, 2), 0);
    int x, y;
    assert_true(santorini_worker(&p, 1, 0, &x, &y));
    assert_int_equal(x, 1);
    assert_int_equal(y, 4);
}

static void workers_are_placed_first_second_first_second_S4(void **state)
{
    (void)state;
    position p = PLAY(empty_5x5, "11");
    assert_position(&p, "00000/00000/00000/00000/00000 11,- - 2");
    assert_int_equal(game->turn(&p), 1);
    p = PLAY(empty_5x5, "11", "13");
    assert_position(&p, "00000/00000/00000/00000/00000 11,- 13,- 1");
    p = PLAY(empty_5x5, "11", "13", "33");
    assert_position(&p, "00000/00000/00000/00000/00000 11,33 13,- 2");
    int x, y;
    assert_true(santorini_worker(&p, 0, 1, &x, &y));
    assert_false(santorini_worker(&p, 1, 1, &x, &y));
    p = PLAY(empty_5x5, "11", "13", "33", "31");
    assert_position(&p, flat_5x5);
    assert_int_equal(game->turn(&p), 0);
}

static void a_worker_is_not_placed_off_the_board_S4(void **state)
{
    (void)state;
    assert_refused(empty_5x5, "05",
        (struct refusal){"S4", "a worker cannot be placed off the board",
            "a square from (0,0) to (4,4)", "(0,5)"});
    assert_refused("000000/000000/000000/000000/000000/000000 - - 1", "75",
        (struct refusal){"S4", "a worker cannot be placed off the board",
            "a square from (0,0) to (5,5)", "(7,5)"});
}

static void a_worker_is_not_placed_on_another_S4(void **state)
{
    (void)state;
    assert_refused("00000/00000/00000/00000/00000 11,- - 2", "11",
        (struct refusal){"S4", "the square is occupied", "a square without a worker",
            "worker 1 of first stands on (1,1)"});
}

static void a_worker_is_not_placed_on_level_3_or_a_dome_S4(void **state)
{
    (void)state;
    const char text[] = "12340/00000/00000/00000/00000 - - 1";
    assert_legal(text, "10");
    assert_refused(text, "20",
        (struct refusal){"S4", "a worker cannot be placed on level 3", "a square below level 3",
            "(2,0) has height 3"});
    assert_refused(text, "30",
        (struct refusal){"S4", "a worker cannot be placed on level 4", "a square below level 3",
            "(3,0) has height 4"});
}

static void nothing_is_placed_after_the_fourth_worker_S4(void **state)
{
    (void)state;
    assert_refused(flat_5x5, "00",
        (struct refusal){"S4", "all workers are placed already",
            "a turn: a worker, its step and its build", "a worker placed on (0,0)"});
}

static void there_is_no_turn_before_the_fourth_worker_S4(void **state)
{
    (void)state;
    assert_refused("00000/00000/00000/00000/00000 11,33 13,- 2", "1 n n",
        (struct refusal){
            "S4", "not all workers are placed yet", "a square for a worker", "a turn of worker 1"});
}

// Steps, S5

static void a_step_goes_one_level_up_or_any_number_down_S5(void **state)
{
    (void)state;
    assert_legal("01000/00000/00000/00000/00000 00,44 03,04 1", "1 e e");
    assert_legal("20000/00000/00000/00000/00000 00,44 03,04 1", "1 e w");
    const position p = PLAY("20000/00000/00000/00000/00000 00,44 03,04 1", "1 e w");
    assert_position(&p, "30000/00000/00000/00000/00000 10,44 03,04 2");
}

static void moving_two_levels_up_is_refused_S5(void **state)
{
    (void)state;
    assert_refused("13000/00000/00000/00000/00000 00,44 03,04 1", "1 e s",
        (struct refusal){"S5", "target is 2 levels up", "a step of at most one level up",
            "(1,0) has height 3, worker 1 stands on 1"});
    assert_refused("00000/00000/00000/00003/00000 00,44 03,04 1", "2 n",
        (struct refusal){"S5", "target is 3 levels up", "a step of at most one level up",
            "(4,3) has height 3, worker 2 stands on 0"});
}

static void a_step_that_stays_put_is_refused_S5(void **state)
{
    (void)state;
    const struct santorini_move m = {.worker = 1, .builds = true, .bx = 1};
    assert_code_refused(flat_5x5, santorini_pack(&m),
        &(struct refusal){"S5", "worker 2 does not step", "a step to a neighbouring square",
            "PUT, PUT: it stays on (3,3)"});
}

static void a_step_off_the_board_is_refused_S5(void **state)
{
    (void)state;
    assert_refused("00000/00000/00000/00000/00000 00,44 03,04 1", "1 nw e",
        (struct refusal){"S5", "worker 1 steps off the board", "a square from (0,0) to (4,4)",
            "a step from (0,0) to (-1,-1)"});
    assert_refused("00000/00000/00000/00000/00000 00,44 03,04 1", "2 e n",
        (struct refusal){"S5", "worker 2 steps off the board", "a square from (0,0) to (4,4)",
            "a step from (4,4) to (5,4)"});
}

static void a_step_onto_a_worker_is_refused_S5(void **state)
{
    (void)state;
    assert_refused("00000/00000/00000/00000/00000 00,44 01,10 1", "1 e s",
        (struct refusal){"S5", "target is occupied", "a square without a worker",
            "worker 2 of second stands on (1,0)"});
}

static void a_step_onto_a_dome_is_refused_S5(void **state)
{
    (void)state;
    assert_refused("24000/00000/00000/00000/00000 00,44 03,04 1", "1 e s",
        (struct refusal){"S5", "target is a dome", "a square below level 4", "(1,0) has height 4"});
}

// Builds, S5

static void the_square_just_left_may_be_built_on_S5(void **state)
{
    (void)state;
    const position p = PLAY(flat_5x5, "1 n s");
    assert_position(&p, "00000/01000/00000/00000/00000 10,33 13,31 2");
}

static void a_build_makes_level_3_a_dome_S5(void **state)
{
    (void)state;
    const position p = PLAY(built_5x5, "1 s ne");
    assert_position(&p, "01210/12421/02403/01210/00000 12,33 13,31 2");
}

static void a_step_that_does_not_win_needs_a_build_S5(void **state)
{
    (void)state;
    assert_refused(built_5x5, "1 s",
        (struct refusal){"S5", "a step that does not win needs a build", "a build beside (1,2)",
            "a step alone, to height 2"});
}

static void a_winning_step_with_a_build_is_refused_S5(void **state)
{
    (void)state;
    assert_refused(built_5x5, "1 e n",
        (struct refusal){"S5", "a winning step comes without a build", "the step to (2,1) alone",
            "(2,1) has height 3, and a build on (2,0) follows"});
}

static void a_build_under_itself_is_refused_S5(void **state)
{
    (void)state;
    const struct santorini_move m = {.worker = 0, .dy = 1, .builds = true};
    assert_code_refused(flat_5x5, santorini_pack(&m),
        &(struct refusal){"S5", "worker 1 builds under itself", "a build on a neighbouring square",
            "PUT, PUT: it stands on (1,2)"});
}

static void a_build_off_the_board_is_refused_S5(void **state)
{
    (void)state;
    assert_refused(flat_5x5, "1 n ne",
        (struct refusal){"S5", "worker 1 builds off the board", "a square from (0,0) to (4,4)",
            "a build from (1,0) on (2,-1)"});
}

static void a_build_on_a_worker_is_refused_S5(void **state)
{
    (void)state;
    assert_refused(flat_5x5, "1 s s",
        (struct refusal){"S5", "the place to build on is occupied", "a square without a worker",
            "worker 1 of second stands on (1,3)"});
}

static void a_build_on_a_dome_is_refused_S5(void **state)
{
    (void)state;
    assert_refused(built_5x5, "1 s e",
        (struct refusal){"S5", "the place to build on is a dome", "a square below level 4",
            "(2,2) has height 4"});
}

static void a_number_that_is_no_move_is_refused_S4_S5(void **state)
{
    (void)state;
    assert_code_refused(flat_5x5, MOVE_NONE,
        &(struct refusal){"S5", "this is not a move", "a worker, its step and its build",
            "the number 65535, which stands for nothing"});
    assert_code_refused(empty_5x5, 10,
        &(struct refusal){"S4", "this is not a move", "a square for a worker",
            "the number 10, which stands for nothing"});
}

// The end, S5 and S6

static void stepping_onto_level_3_wins_S5(void **state)
{
    (void)state;
    const position p = PLAY(built_5x5, "1 e");
    assert_position(&p, "01210/12321/02403/01210/00000 21,33 13,31 2");
    assert_over(&p, 0, "S5", "reached level 3");
    assert_refused("01210/12321/02403/01210/00000 21,33 13,31 2", "1 s n",
        (struct refusal){"S5", "the game is over", "no move", "first has won: reached level 3"});
}

// Such a worker can only have been put there by hand. Known counts begin with one.
static void standing_on_level_3_does_not_win_S5(void **state)
{
    (void)state;
    const char text[] = "30000/30000/00000/00000/00000 00,44 03,40 1";
    position p = read_position(text);
    assert_goes_on(&p);
    p = PLAY(text, "2 w n");
    assert_position(&p, "30000/30000/00000/00010/00000 00,34 03,40 2+");
    assert_goes_on(&p);
    p = PLAY(text, "2 w n", "1 e e");
    assert_position(&p, "30000/30000/00000/00110/00000 00,34 13,40 1");
    assert_goes_on(&p);
    p = PLAY(text, "1 s");
    assert_position(&p, "30000/30000/00000/00000/00000 01,44 03,40 2");
    assert_over(&p, 0, "S5", "reached level 3");
}

static void whoever_has_no_turn_left_loses_S6(void **state)
{
    (void)state;
    // Second's two workers stand on the ground in the north-west; (1,0) is their last way out.
    position p = read_position("01000/02000/22000/00000/00000 20,44 00,01 1");
    assert_goes_on(&p);
    p = PLAY("01000/02000/22000/00000/00000 20,44 00,01 1", "1 s nw");
    assert_position(&p, "02000/02000/22000/00000/00000 21,44 00,01 2");
    assert_over(&p, 0, "S6", "no turn left");
    assert_refused("02000/02000/22000/00000/00000 21,44 00,01 2", "1 e e",
        (struct refusal){"S6", "the game is over", "no move", "first has won: no turn left"});
}

static void a_player_who_cannot_turn_after_placing_loses_S6(void **state)
{
    (void)state;
    const position p = PLAY("02000/02000/22000/00000/00000 00,01 44,- 2", "43");
    assert_over(&p, 1, "S6", "no turn left");
}

// Moves as numbers

static void every_number_unpacks_to_what_packs_to_it_or_to_nothing(void **state)
{
    (void)state;
    int codes = 0;
    for (int m = 0; m <= UINT16_MAX; m++) {
        struct santorini_move parts;
        if (!santorini_unpack((move)m, &parts))
            continue;
        codes++;
        assert_int_equal(santorini_pack(&parts), m);
    }
    // 8 x 8 places; 2 workers with 9 steps and 9 builds or none.
    assert_int_equal(codes, 64 + 2 * 9 * 10);
}

static void a_number_is_legal_exactly_when_it_is_among_the_moves(void **state)
{
    (void)state;
    const char *const texts[] = {empty_5x5, flat_5x5, built_5x5,
        "00000/00000/00000/00000/00000 11,- - 2", "01210/12321/02403/01210/00000 21,33 13,31 2",
        "02000/02000/22000/00000/00000 21,44 00,01 2",
        "012100/123210/024030/012310/001200/000001 11,33 13,31 1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const position p = read_position(texts[i]);
        static bool among[UINT16_MAX + 1];
        memset(among, 0, sizeof among);
        move moves[MOVES_MAX];
        const int count = game->moves(&p, moves);
        for (int k = 0; k < count; k++) {
            assert_false(among[moves[k]]);
            among[moves[k]] = true;
        }
        for (int m = 0; m <= UINT16_MAX; m++) {
            struct refusal why = {0};
            assert_int_equal(game->legal(&p, (move)m, &why), among[m]);
            assert_int_equal(why.rule[0], among[m] ? '\0' : 'S');
            assert_true(among[m] || (why.words[0] && why.expected[0] && why.seen[0]));
        }
    }
}

static void assert_mirrored(const char *text, int k, const char *mirrored)
{
    const position p = read_position(text), turned = game->symmetry(&p, k);
    assert_position(&turned, mirrored);
}

static void a_position_and_its_moves_can_be_mirrored(void **state)
{
    (void)state;
    const char text[] = "01230/00004/00000/00000/00000 10,43 02,- 2";
    assert_mirrored(text, 0, text);
    assert_mirrored(text, 1, "03210/40000/00000/00000/00000 30,03 42,- 2");
    assert_mirrored(text, 2, "00000/00000/00000/00004/01230 14,41 02,- 2");
    assert_mirrored(text, 4, "00000/10000/20000/30000/04000 01,34 20,- 2");

    const position place = read_position(empty_5x5), turn = read_position(flat_5x5);
    assert_int_equal(
        game->symmetry_move(&place, read_move(&place, "12"), 1), read_move(&place, "32"));
    assert_int_equal(
        game->symmetry_move(&place, read_move(&place, "12"), 4), read_move(&place, "21"));
    assert_int_equal(
        game->symmetry_move(&turn, read_move(&turn, "2 ne w"), 2), read_move(&turn, "2 se w"));
    assert_int_equal(
        game->symmetry_move(&turn, read_move(&turn, "2 ne w"), 4), read_move(&turn, "2 sw n"));
    assert_int_equal(
        game->symmetry_move(&turn, read_move(&turn, "1 n"), 3), read_move(&turn, "1 s"));
    assert_int_equal(game->symmetry_move(&turn, MOVE_NONE, 3), MOVE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_is_6x6_by_default_and_5x5_as_an_option_S2),
        cmocka_unit_test(x_grows_east_and_y_grows_south_S2),
        cmocka_unit_test(workers_are_placed_first_second_first_second_S4),
        cmocka_unit_test(a_worker_is_not_placed_off_the_board_S4),
        cmocka_unit_test(a_worker_is_not_placed_on_another_S4),
        cmocka_unit_test(a_worker_is_not_placed_on_level_3_or_a_dome_S4),
        cmocka_unit_test(nothing_is_placed_after_the_fourth_worker_S4),
        cmocka_unit_test(there_is_no_turn_before_the_fourth_worker_S4),
        cmocka_unit_test(a_step_goes_one_level_up_or_any_number_down_S5),
        cmocka_unit_test(moving_two_levels_up_is_refused_S5),
        cmocka_unit_test(a_step_that_stays_put_is_refused_S5),
        cmocka_unit_test(a_step_off_the_board_is_refused_S5),
        cmocka_unit_test(a_step_onto_a_worker_is_refused_S5),
        cmocka_unit_test(a_step_onto_a_dome_is_refused_S5),
        cmocka_unit_test(the_square_just_left_may_be_built_on_S5),
        cmocka_unit_test(a_build_makes_level_3_a_dome_S5),
        cmocka_unit_test(a_step_that_does_not_win_needs_a_build_S5),
        cmocka_unit_test(a_winning_step_with_a_build_is_refused_S5),
        cmocka_unit_test(a_build_under_itself_is_refused_S5),
        cmocka_unit_test(a_build_off_the_board_is_refused_S5),
        cmocka_unit_test(a_build_on_a_worker_is_refused_S5),
        cmocka_unit_test(a_build_on_a_dome_is_refused_S5),
        cmocka_unit_test(a_number_that_is_no_move_is_refused_S4_S5),
        cmocka_unit_test(stepping_onto_level_3_wins_S5),
        cmocka_unit_test(standing_on_level_3_does_not_win_S5),
        cmocka_unit_test(whoever_has_no_turn_left_loses_S6),
        cmocka_unit_test(a_player_who_cannot_turn_after_placing_loses_S6),
        cmocka_unit_test(every_number_unpacks_to_what_packs_to_it_or_to_nothing),
        cmocka_unit_test(a_number_is_legal_exactly_when_it_is_among_the_moves),
        cmocka_unit_test(a_position_and_its_moves_can_be_mirrored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
