// Game of Stones proved: known counts, symmetries, and the rules against slow_stones.c.
#include "games/stones_positions.h"

#include "base/cpu.h"
#include "base/random.h"
#include "games/slow.h"
#include "games/slow_stones.h"

// ---- known counts ----

// Each level of instructions has its own code; all must agree. Deep ones run at the best level
// only.
static void counts_are_those_known(void **state)
{
    (void)state;
    enum { EVERY_LEVEL_NODES = 2000000, BEST_LEVEL_NODES = 18000000 };
    cpu_limit(CPU_LEVELS - 1);
    const enum cpu_level best = cpu_level();
    int compared = 0;
    for (enum cpu_level level = CPU_PLAIN; level <= best; level++) {
        const uint64_t most = level == best ? BEST_LEVEL_NODES : EVERY_LEVEL_NODES;
        cpu_limit(level);
        for (int i = 0; i < KNOWN_COUNTS; i++) {
            const struct known_counts *known = &known_counts[i];
            if (strcmp(known->game, "stones") != 0)
                continue;
            const position p = parsed(known->position ? known->position : START " w first");
            for (int depth = 0; known->nodes[depth] && known->nodes[depth] <= most; depth++) {
                struct perft_count count;
                game_stones.perft(&p, depth, &count);
                assert_int_equal(count.nodes, known->nodes[depth]);
                compared++;
            }
        }
    }
    assert_true(compared >= 16);
}

// Positions near the end: games that end on the way count as leaves and not as nodes.
static void counts_of_ending_games_are_those_of_the_slow_rules(void **state)
{
    (void)state;
    static const char *const texts[] = {
        ROWS("5,0,6,0,7", BLACK) " w attack",
        ROWS("5,0,6,0,7", BLACK) " w any",
        ROWS("5,0,6,0,7", "-5,0,-6,0,-5") " w any",
        ROWS("9,0,10,0,11", "-13,0,-14,0,-15") " w attack",
        ROWS("13,10,6,9,7", "-9,-6,-10,-5,-7") " b any",
        STONES_EXAMPLE " b any",
    };
    cpu_limit(CPU_LEVELS - 1);
    const enum cpu_level best = cpu_level();
    bool differ = false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const position p = parsed(texts[i]);
        for (int depth = 0; depth <= 3; depth++) {
            const struct slow_count slow = slow_stones_perft(texts[i], depth);
            differ = differ || slow.nodes != slow.leaves;
            for (enum cpu_level level = CPU_PLAIN; level <= best; level++) {
                cpu_limit(level);
                struct perft_count count;
                game_stones.perft(&p, depth, &count);
                assert_int_equal(count.nodes, slow.nodes);
                assert_int_equal(count.leaves, slow.leaves);
            }
        }
    }
    assert_true(differ);
}

static void all_twelve_symmetries_are_different_and_keep_the_counts(void **state)
{
    (void)state;
    assert_int_equal(game_stones.symmetries, 12);
    const position p = parsed(STONES_EXAMPLE " b attack");
    position images[12];
    for (int k = 0; k < 12; k++) {
        images[k] = game_stones.symmetry(&p, k);
        struct perft_count count;
        game_stones.perft(&images[k], 3, &count);
        assert_int_equal(count.nodes, 22683);
        for (int i = 0; i < k; i++)
            assert_false(position_equal(&images[k], &images[i]));
    }
    assert_true(position_equal(&images[0], &p));
}

// ---- the second implementation ----

// What the random games came to, so that no kind of ending goes untested.
struct tally {
    int positions, games, longest;
    int extinct, no_attack, covered;
};

static move code_of(const struct slow_stones_move *m)
{
    const struct stones_move same = {
        (enum stones_type)m->type, m->from_x, m->from_y, m->to_x, m->to_y};
    return stones_pack(&same);
}

static void assert_same_position(const position *p, const struct slow_stones *s)
{
    for (int y = 0; y < 9; y++) {
        for (int x = 0; x < 9; x++) {
            if (stones_cell(p, x, y) != s->state[y][x])
                fail_msg("X %d, Y %d: %d, not %d", x, y, stones_cell(p, x, y), s->state[y][x]);
        }
    }
    assert_int_equal(game_stones.turn(p), s->player == 1 ? 0 : 1);
    static const char *const phases[] = {"first", "attack", "any"};
    assert_string_equal(phases[stones_phase(p)], s->phase);
}

static void assert_same_outcome(const position *p, const struct slow_stones *s)
{
    const char *reason;
    const int winner = slow_stones_winner(s, &reason);
    const struct outcome end = game_stones.outcome(p);
    assert_int_equal(end.over, winner != 0);
    assert_int_equal(end.winner, winner == 0 ? NOBODY : winner == 1 ? 0 : 1);
    if (winner)
        assert_string_equal(end.reason, reason);
}

static int by_code(const void *a, const void *b)
{
    const move *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

// The same set of moves, each legal, each leading to the same position. Returns how many.
static int assert_same_moves(const position *p, const struct slow_stones *s)
{
    move fast[MOVES_MAX], slow_codes[SLOW_STONES_MOVES];
    struct slow_stones_move slow[SLOW_STONES_MOVES];
    const int count = slow_stones_moves(s, slow);
    assert_int_equal(game_stones.moves(p, fast), count);
    for (int i = 0; i < count; i++) {
        slow_codes[i] = code_of(&slow[i]);
        assert_true(game_stones.legal(p, slow_codes[i], NULL));
        position next = *p;
        struct slow_stones slow_next = *s;
        game_stones.apply(&next, slow_codes[i]);
        slow_stones_apply(&slow_next, &slow[i]);
        assert_same_position(&next, &slow_next);
    }
    qsort(fast, (size_t)count, sizeof *fast, by_code);
    qsort(slow_codes, (size_t)count, sizeof *slow_codes, by_code);
    assert_memory_equal(fast, slow_codes, (size_t)count * sizeof *fast);
    return count;
}

static bool loses(const struct slow_stones *s, const struct slow_stones_move *m)
{
    struct slow_stones next = *s;
    slow_stones_apply(&next, m);
    const char *reason;
    return slow_stones_winner(&next, &reason) == -s->player;
}

// One random game to its end. In every other game nobody covers a last stack of his own: those get
// long. There is always the pass instead.
static void compare_game(const char *start, struct random *r, struct tally *tally)
{
    position p = parsed(start);
    struct slow_stones s;
    slow_stones_read(start, &s);
    for (int length = 0;; length++) {
        assert_same_position(&p, &s);
        assert_same_outcome(&p, &s);
        tally->positions++;
        const int count = assert_same_moves(&p, &s);
        if (count == 0) {
            tally->longest = length > tally->longest ? length : tally->longest;
            break;
        }
        struct slow_stones_move moves[SLOW_STONES_MOVES];
        slow_stones_moves(&s, moves);
        struct slow_stones_move *m = &moves[random_below(r, (uint32_t)count)];
        while (m->type == 2 && tally->games % 2 && loses(&s, m))
            m = &moves[random_below(r, (uint32_t)count)];
        tally->covered += m->type == 2 && loses(&s, m);
        game_stones.apply(&p, code_of(m));
        slow_stones_apply(&s, m);
    }
    tally->games++;
    if (strcmp(game_stones.outcome(&p).reason, "no attack left") == 0)
        tally->no_attack++;
    else
        tally->extinct++;
}

// The stones of both sides scattered: one stack of each type and more, some of them high.
static void scatter(struct random *r, char text[POSITION_TEXT_BYTES])
{
    int state[9][9] = {{0}};
    for (int side = -1; side <= 1; side += 2) {
        int left = 30, stacks = 3 + (int)random_below(r, 24);
        for (int i = 0; i < stacks && left > 0; i++) {
            int x, y, height = random_below(r, 3) ? 1 : 1 + (int)random_below(r, 9);
            if (height > left - 2)
                height = 1;
            do {
                x = (int)random_below(r, 9);
                y = (int)random_below(r, 9);
            } while (!stones_is_place(x, y) || state[y][x]);
            const int type = i < 3 ? i + 1 : 1 + (int)random_below(r, 3);
            state[y][x] = side * (height * 4 + type);
            left -= height;
        }
    }
    struct text t = text_fixed(text, POSITION_TEXT_BYTES);
    for (int i = 0; i < 81; i++)
        text_format(&t, "%s%d", i == 0 ? "[[" : i % 9 ? "," : "],[", state[i / 9][i % 9]);
    static const char *const whose[] = {"w first", "w attack", "w any", "b attack", "b any"};
    text_format(&t, "]] %s", whose[random_below(r, 5)]);
}

static void random_games_are_those_of_the_slow_rules(void **state)
{
    (void)state;
    enum { POSITIONS = 20000, LONGEST = 117 };
    struct random r = random_seeded(20);
    struct tally tally = {0};
    while (tally.positions < POSITIONS) {
        char text[POSITION_TEXT_BYTES];
        scatter(&r, text);
        compare_game(tally.games % 4 == 0 ? START " w first" : text, &r, &tally);
    }
    assert_true(tally.extinct > 100);
    assert_true(tally.no_attack > 50);
    assert_true(tally.covered > 20);
    assert_in_range(tally.longest, 1, LONGEST); // T9
}

// legal() says what the protocol's list says, for every value a move can have.
static void every_value_is_judged_as_the_protocol_says(void **state)
{
    (void)state;
    struct random r = random_seeded(21);
    for (int round = 0; round < 12; round++) {
        char text[POSITION_TEXT_BYTES];
        scatter(&r, text);
        const position p = parsed(round == 0 ? STONES_EXAMPLE " b any" : text);
        struct slow_stones s;
        slow_stones_read(round == 0 ? STONES_EXAMPLE " b any" : text, &s);
        const bool over = game_stones.outcome(&p).over;
        for (int code = 0; code <= UINT16_MAX; code++) {
            struct stones_move m;
            bool valid = stones_unpack((move)code, &m) && !over;
            if (valid) {
                const struct slow_stones_move same = {
                    (int)m.type, m.from_x, m.from_y, m.to_x, m.to_y};
                valid = slow_stones_valid(&s, &same);
            }
            struct refusal why = {.words = ""};
            assert_int_equal(game_stones.legal(&p, (move)code, &why), valid);
            assert_int_equal(
                why.rule[0] == 'T' && why.words[0] && why.expected[0] && why.seen[0], !valid);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_known),
        cmocka_unit_test(counts_of_ending_games_are_those_of_the_slow_rules),
        cmocka_unit_test(all_twelve_symmetries_are_different_and_keep_the_counts),
        cmocka_unit_test(random_games_are_those_of_the_slow_rules),
        cmocka_unit_test(every_value_is_judged_as_the_protocol_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
