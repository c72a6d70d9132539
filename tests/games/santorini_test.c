// Santorini: its rules one by one, its moves as numbers, the known counts, and the comparison with
// the slow implementation.
#include "games/santorini_help.h"

#include "base/cpu.h"
#include "base/random.h"
#include "games/known_counts.h"
#include "games/slow.h"
#include "games/slow_santorini.h"

#include <stdlib.h>
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
        &(struct refusal){"S5", "this is no move", "a worker, its step and its build",
            "the number 65535, which stands for nothing"});
    assert_code_refused(empty_5x5, 10,
        &(struct refusal){"S4", "this is no move", "a square for a worker",
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

// Counts

enum { NODES_MAX = 6000000 };

// Runs `check` once for each instruction-set level that this machine has.
static void at_every_level(void (*check)(const void *), const void *argument)
{
    for (int level = CPU_PLAIN; level < CPU_LEVELS; level++) {
        cpu_limit((enum cpu_level)level);
        if ((int)cpu_level() == level)
            check(argument);
    }
    cpu_limit(CPU_LEVELS - 1);
}

static struct perft_count count(const char *text, int depth)
{
    const position p = read_position(text);
    struct perft_count n;
    game->perft(&p, depth, &n);
    return n;
}

static void check_known_counts(const void *unused)
{
    (void)unused;
    for (int i = 0; i < KNOWN_COUNTS; i++) {
        const struct known_counts *known = &known_counts[i];
        if (strcmp(known->game, game->name) != 0)
            continue;
        for (int depth = 0; known->nodes[depth] != 0 && known->nodes[depth] < NODES_MAX; depth++)
            assert_int_equal(count(known->position, depth).nodes, known->nodes[depth]);
    }
}

static void the_known_counts_hold(void **state)
{
    (void)state;
    at_every_level(check_known_counts, NULL);
}

// Published for pairs of workers without order: 75,900 ways to place both pairs on the empty 5x5
// board and 4,313,232 lines of one turn more. Here the order in which a player places its two
// workers matters and gives four lines for each of those: the two players' workers alternate, but
// whichever of a pair comes first, the same squares are taken in the end.
static void check_counts_from_the_empty_board(const void *unused)
{
    (void)unused;
    assert_int_equal(count(empty_5x5, 1).nodes, 25);
    assert_int_equal(count(empty_5x5, 2).nodes, 25 * 24);
    assert_int_equal(count(empty_5x5, 3).nodes, 25 * 24 * 23);
    assert_int_equal(count(empty_5x5, 4).nodes, 4 * 75900);
    assert_int_equal(count(empty_5x5, 5).nodes, 4 * 4313232);
    assert_int_equal(count(empty_5x5, 5).leaves, 4 * 4313232);
}

static void the_known_counts_from_the_empty_board_hold(void **state)
{
    (void)state;
    at_every_level(check_counts_from_the_empty_board, NULL);
}

static void check_counts_of_finished_games(const void *unused)
{
    (void)unused;
    // Won by a step, and no turn left: one game that ended before the first move.
    const char *const over[] = {"01210/12321/02403/01210/00000 21,33 13,31 2",
        "02000/02000/22000/00000/00000 21,44 00,01 2"};
    for (size_t i = 0; i < sizeof over / sizeof *over; i++) {
        assert_int_equal(count(over[i], 0).nodes, 1);
        assert_int_equal(count(over[i], 0).leaves, 1);
        for (int depth = 1; depth < 4; depth++) {
            assert_int_equal(count(over[i], depth).nodes, 0);
            assert_int_equal(count(over[i], depth).leaves, 1);
        }
    }
}

static void a_finished_game_has_no_lines_and_is_one_leaf(void **state)
{
    (void)state;
    at_every_level(check_counts_of_finished_games, NULL);
}

// The slow implementation

// A move's text is at most eight bytes long, so it is also a number, which sorts fast.
static uint64_t key(const char *text)
{
    uint64_t number = 0;
    memcpy(&number, text, strlen(text));
    return number;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

// 4 placings, at most 144 builds (S10), one step that wins, and the position after it.
enum { LONGEST_GAME = 4 + 144 + 1 + 1 };

struct seen {
    int positions, climbed, stuck, placings;
};

// Both print, move and judge alike here. Returns how many moves there are, the real ones.
static int assert_same(const position *p, move moves[MOVES_MAX], struct seen *seen)
{
    char text[POSITION_TEXT_BYTES], slow_text[SLOW_TEXT_BYTES];
    struct text t = TEXT_IN(text);
    game->print(p, &t);
    const position again = read_position(text);
    assert_true(position_equal(p, &again));

    struct slow_santorini slow;
    slow_santorini_read(&slow, text);
    slow_santorini_write(&slow, slow_text);
    assert_string_equal(text, slow_text);

    struct slow_santorini_move slow_moves[SLOW_MOVES_MAX];
    uint64_t keys[MOVES_MAX], slow_keys[SLOW_MOVES_MAX];
    const int count = game->moves(p, moves);
    assert_int_equal(slow_santorini_moves(&slow, slow_moves), count);
    for (int i = 0; i < count; i++) {
        char typed[SLOW_MOVE_BYTES], printed[MOVE_TEXT_BYTES];
        slow_santorini_write_move(&slow, &slow_moves[i], typed);
        slow_keys[i] = key(typed);
        t = TEXT_IN(printed);
        game->print_move(p, moves[i], &t);
        keys[i] = key(printed);

        position after = *p;
        struct slow_santorini slow_after = slow;
        const move m = read_move(p, typed);
        assert_true(game->legal(p, m, NULL));
        game->apply(&after, m);
        slow_santorini_play(&slow_after, &slow_moves[i]);
        t = TEXT_IN(text);
        game->print(&after, &t);
        slow_santorini_write(&slow_after, slow_text);
        assert_string_equal(text, slow_text);
    }
    qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    qsort(slow_keys, (size_t)count, sizeof *slow_keys, compare_keys);
    assert_memory_equal(keys, slow_keys, (size_t)count * sizeof *keys);

    const struct outcome o = game->outcome(p);
    assert_int_equal(o.winner, slow_santorini_winner(&slow));
    assert_int_equal(o.over, o.winner != NOBODY);
    seen->positions++;
    seen->climbed += o.over && strcmp(o.reason, "reached level 3") == 0;
    seen->stuck += o.over && strcmp(o.reason, "no turn left") == 0;
    seen->placings += slow.placed[1] < 2;
    return count;
}

// The same for `positions` positions of a random game from here, or fewer if it ends before.
static void assert_same_along(position p, int positions, struct random *r, struct seen *seen)
{
    move moves[MOVES_MAX];
    for (int i = 0; i < positions; i++) {
        const int count = assert_same(&p, moves, seen);
        if (count == 0)
            return;
        game->apply(&p, moves[random_below(r, (uint32_t)count)]);
    }
}

// A board that is built up in one of many ways, and workers anywhere on it, low ones in every other
// case, so that wins are near and players are stuck. Some of these texts the parser refuses.
static bool random_built(struct random *r, position *p)
{
    const uint32_t size = 5 + random_below(r, 2);
    const uint32_t flat = random_below(r, 12), lowest = random_below(r, 5);
    uint32_t heights[SANTORINI_MAX_SIZE * SANTORINI_MAX_SIZE], workers[4];
    for (uint32_t i = 0; i < size * size; i++)
        heights[i] = random_below(r, 12) < flat ? 0 : lowest + random_below(r, 5 - lowest);
    const bool low = random_below(r, 2) == 0;
    const uint32_t placed = random_below(r, 8) == 0 ? random_below(r, 4) : 4;
    for (uint32_t i = 0; i < placed; i++) {
        workers[i] = random_below(r, size * size);
        if (low)
            heights[workers[i]] = random_below(r, 3);
    }

    char bytes[POSITION_TEXT_BYTES];
    struct text t = TEXT_IN(bytes);
    for (uint32_t i = 0; i < size * size; i++)
        text_format(&t, i > 0 && i % size == 0 ? "/%u" : "%u", heights[i]);
    for (uint32_t i = 0; i < 4; i++) {
        // Here by owner; they are placed in turns, first's workers as 0 and 2.
        const uint32_t worker = i / 2 + i % 2 * 2;
        text_char(&t, i % 2 == 0 ? ' ' : ',');
        if (worker < placed)
            text_format(&t, "%u%u", workers[worker] % size, workers[worker] / size);
        else
            text_char(&t, '-');
    }
    const uint32_t turn = placed < 4 ? placed % 2 : random_below(r, 2);
    text_format(&t, random_below(r, 4) == 0 ? " %u+" : " %u", turn + 1);
    return game->parse(p, bytes, NULL);
}

static void both_implementations_agree_from_the_start_to_the_end(void **state)
{
    (void)state;
    struct random r = random_seeded(2024);
    struct seen seen = {0};
    while (seen.positions < 8000) {
        position p;
        assert_true(game->start(&p, game->variants[random_below(&r, 2)], NULL));
        assert_same_along(p, LONGEST_GAME, &r, &seen);
    }
    assert_true(seen.climbed > 100);
    assert_true(seen.stuck > 0);
    assert_true(seen.placings > 400);
}

static void both_implementations_agree_on_built_up_boards(void **state)
{
    (void)state;
    struct random r = random_seeded(7);
    struct seen seen = {0};
    while (seen.positions < 16000) {
        position p;
        if (random_built(&r, &p))
            assert_same_along(p, 4, &r, &seen);
    }
    assert_true(seen.climbed > 400);
    assert_true(seen.stuck > 150);
    assert_true(seen.placings > 200);
}

struct expected_count {
    const char *text;
    int depth;
    struct slow_count slow;
};

static void check_expected_count(const void *argument)
{
    const struct expected_count *expected = argument;
    const struct perft_count n = count(expected->text, expected->depth);
    assert_int_equal(n.nodes, expected->slow.nodes);
    assert_int_equal(n.leaves, expected->slow.leaves);
}

static void both_implementations_count_alike(void **state)
{
    (void)state;
    struct random r = random_seeded(99);
    for (int boards = 0; boards < 200;) {
        position p;
        if (!random_built(&r, &p))
            continue;
        boards++;
        char text[POSITION_TEXT_BYTES];
        struct text t = TEXT_IN(text);
        game->print(&p, &t);
        struct expected_count expected = {.text = text};
        for (; expected.depth <= 4 && expected.slow.nodes < 1000; expected.depth++) {
            expected.slow = slow_santorini_perft(text, expected.depth);
            at_every_level(check_expected_count, &expected);
        }
    }
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
        cmocka_unit_test(the_known_counts_hold),
        cmocka_unit_test(the_known_counts_from_the_empty_board_hold),
        cmocka_unit_test(a_finished_game_has_no_lines_and_is_one_leaf),
        cmocka_unit_test(both_implementations_agree_from_the_start_to_the_end),
        cmocka_unit_test(both_implementations_agree_on_built_up_boards),
        cmocka_unit_test(both_implementations_count_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
