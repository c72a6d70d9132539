// Santorini proven from outside: the known counts, and the comparison with the slow implementation.
#include "games/santorini_help.h"

#include "base/cpu.h"
#include "base/random.h"
#include "games/known_counts.h"
#include "games/slow.h"
#include "games/slow_santorini.h"

#include <stdlib.h>
#include <string.h>

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
        cmocka_unit_test(the_known_counts_hold),
        cmocka_unit_test(the_known_counts_from_the_empty_board_hold),
        cmocka_unit_test(a_finished_game_has_no_lines_and_is_one_leaf),
        cmocka_unit_test(both_implementations_agree_from_the_start_to_the_end),
        cmocka_unit_test(both_implementations_agree_on_built_up_boards),
        cmocka_unit_test(both_implementations_count_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
