// What every engine owes, whatever its game: the limits are kept, the answers are legal and the
// same everywhere. All variants of all games, on positions drawn by lot.
#include "base/clock.h"
#include "base/cpu.h"
#include "base/random.h"
#include "brains/brain.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum {
    PLIES_MOST = 300,
    MEMORY_BYTES = 1 << 16,
    // Until a search that is stopped has come back from where it was (brain.h).
    NODES_SLACK = 300, // the last five squares of Reversi have up to 206 positions
};

// --- Positions ---

struct spot {
    const struct game *game;
    position position;
    uint64_t seed; // another one for each
};

// The line of a whole game; returns its length.
static int draw_line(
    const struct game *game, const char *variant, uint64_t seed, position line[PLIES_MOST])
{
    struct random lot = random_seeded(seed);
    assert_true(game->start(&line[0], variant, NULL));
    for (int ply = 0;; ply++) {
        move moves[MOVES_MAX];
        const int count = game->moves(&line[ply], moves);
        if (count == 0)
            return ply;
        assert_true(ply + 1 < PLIES_MOST);
        line[ply + 1] = line[ply];
        game->apply(&line[ply + 1], moves[random_below(&lot, (uint32_t)count)]);
    }
}

// Calls `look` for about every `stride`th position of `lines` games of every variant.
static void for_each_spot(int lines, int stride, void (*look)(const struct spot *spot))
{
    static position line[PLIES_MOST];
    for (int g = 0; games[g]; g++) {
        for (int v = 0; games[g]->variants[v]; v++) {
            for (int i = 0; i < lines; i++) {
                const int length = draw_line(games[g], games[g]->variants[v], (uint64_t)i, line);
                for (int ply = i % stride; ply < length; ply += stride) {
                    look(&(struct spot){
                        games[g], line[ply], random_derive((uint64_t)i, (uint64_t)ply)});
                }
            }
        }
    }
}

// --- Questions ---

static struct thought ask(const struct spot *s, const struct limits *limits, size_t memory_bytes)
{
    struct mind *mind = mind_create(brain_find("@max", NULL), s->game, memory_bytes);
    assert_non_null(mind);
    struct thought t;
    mind_think(mind, &s->position, limits, s->seed, NULL, &t);
    mind_destroy(mind);
    return t;
}

static void expect_legal(const struct spot *s, const struct thought *t)
{
    position at = s->position;
    assert_in_range(t->line_length, 1, LINE_MOST);
    assert_int_equal(t->line[0], t->best);
    for (int i = 0; i < t->line_length; i++) {
        assert_true(s->game->legal(&at, t->line[i], NULL));
        s->game->apply(&at, t->line[i]);
    }
}

// --- Depth ---

static void look_at_depth(const struct spot *s)
{
    const int depth = 1 + (int)(s->seed % 6);
    const struct thought t = ask(s, &(struct limits){.depth = depth}, MEMORY_BYTES);
    expect_legal(s, &t);
    assert_true(t.depth == depth || (t.exact && t.depth < depth));
}

static void the_limit_of_depth_is_kept_exactly(void **state)
{
    (void)state;
    for_each_spot(20, 5, look_at_depth);
}

// --- Memory ---

// To a depth, since what is remembered shows in how many nodes that takes.
static void look_again(const struct spot *s)
{
    const struct limits limits = {.depth = 4};
    struct mind *mind = mind_create(brain_find("@max", NULL), s->game, MEMORY_BYTES);
    assert_non_null(mind);
    struct thought first, again;
    mind_think(mind, &s->position, &limits, s->seed, NULL, &first);
    mind_forget(mind);
    mind_think(mind, &s->position, &limits, s->seed, NULL, &again);
    mind_destroy(mind);
    assert_int_equal(again.nodes, first.nodes);
    assert_int_equal(again.best, first.best);
    assert_int_equal(again.score, first.score);
}

static void one_that_has_forgotten_a_game_is_as_new(void **state)
{
    (void)state;
    for_each_spot(5, 5, look_again);
}

// --- Nodes ---

static void look_at_nodes(const struct spot *s)
{
    const struct limits limits = {.nodes = 1 + s->seed % 3000};
    const struct thought least = ask(s, &(struct limits){.depth = 1}, MEMORY_BYTES);
    const struct thought t = ask(s, &limits, MEMORY_BYTES);
    expect_legal(s, &t);
    assert_true(t.nodes == least.nodes || t.nodes < limits.nodes + NODES_SLACK);
    // The depth that it tells was reached: it took no more nodes than there were.
    const struct thought again = ask(s, &(struct limits){.depth = t.depth}, MEMORY_BYTES);
    assert_true(again.nodes <= t.nodes);
    assert_true(t.depth >= 1);
}

static void the_limit_of_nodes_is_kept_and_the_depth_that_is_told_was_reached(void **state)
{
    (void)state;
    for_each_spot(20, 5, look_at_nodes);
}

static void look_at_shared_nodes(const struct spot *s)
{
    enum { THREADS = 3 };
    const struct limits limits = {.nodes = 1 + s->seed % 3000, .threads = THREADS};
    const struct thought least = ask(s, &(struct limits){.depth = 1}, MEMORY_BYTES);
    const struct thought t = ask(s, &limits, MEMORY_BYTES);
    expect_legal(s, &t);
    assert_true(t.nodes < least.nodes + limits.nodes + THREADS * NODES_SLACK);
}

static void the_limit_of_nodes_is_for_all_threads_together(void **state)
{
    (void)state;
    for_each_spot(4, 9, look_at_shared_nodes);
}

// --- Memory and threads ---

// One bucket: the threads write over each other's entries all the time.
static void look_at_little_memory(const struct spot *s)
{
    const struct limits limits = {.nodes = 4000, .threads = 4};
    const struct thought t = ask(s, &limits, 1);
    expect_legal(s, &t);
}

static void several_threads_with_next_to_no_memory_answer_well(void **state)
{
    (void)state;
    for_each_spot(3, 9, look_at_little_memory);
}

static void look_at_much_memory(const struct spot *s)
{
    assert_null(mind_create(brain_find("@max", NULL), s->game, SIZE_MAX / 4));
}

static void memory_that_is_not_there_is_refused(void **state)
{
    (void)state;
    for_each_spot(1, PLIES_MOST, look_at_much_memory);
}

// One that has searched on many threads goes on with few, and the other way round.
static void look_at_changing_threads(const struct spot *s)
{
    struct mind *mind = mind_create(brain_find("@max", NULL), s->game, 0);
    assert_non_null(mind);
    static const int threads[] = {1, 4, 2, 0, BRAIN_THREADS_MOST + 1, 1};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        const struct limits limits = {.nodes = 1000, .threads = threads[i]};
        struct thought t;
        mind_think(mind, &s->position, &limits, s->seed, NULL, &t);
        expect_legal(s, &t);
    }
    mind_destroy(mind);
}

static void the_number_of_threads_may_change_from_move_to_move(void **state)
{
    (void)state;
    for_each_spot(1, PLIES_MOST, look_at_changing_threads);
}

// --- Time, and the stop ---

static void look_at_time(const struct spot *s)
{
    const struct limits limits = {
        .time_ns = 1 + (int64_t)(s->seed % (uint64_t)NS_PER_MS), .threads = 1 + (int)(s->seed & 1)};
    const struct thought t = ask(s, &limits, MEMORY_BYTES);
    expect_legal(s, &t);
}

static void a_moment_is_enough_for_a_legal_answer(void **state)
{
    (void)state;
    for_each_spot(6, 5, look_at_time);
}

struct told {
    atomic_bool thinking, stop;
};

static void *tell_to_stop(void *argument)
{
    struct told *told = argument;
    const struct timespec moment = {.tv_nsec = 5 * NS_PER_MS};
    while (!atomic_load(&told->thinking))
        nanosleep(&moment, NULL);
    nanosleep(&moment, NULL);
    atomic_store(&told->stop, true);
    return NULL;
}

// It would go on for hours.
static void look_at_stop(const struct spot *s)
{
    struct told told = {false, false};
    struct mind *mind = mind_create(brain_find("@max", NULL), s->game, 0);
    pthread_t teller;
    assert_int_equal(pthread_create(&teller, NULL, tell_to_stop, &told), 0);
    struct thought t;
    atomic_store(&told.thinking, true);
    mind_think(mind, &s->position, &(struct limits){.threads = 3}, s->seed, &told.stop, &t);
    pthread_join(teller, NULL);
    mind_destroy(mind);
    expect_legal(s, &t);
}

static void one_that_is_told_to_stop_ends_all_its_threads(void **state)
{
    (void)state;
    for_each_spot(1, PLIES_MOST, look_at_stop);
}

// --- The same everywhere ---

static void expect_same(const struct thought *a, const struct thought *b)
{
    assert_int_equal(a->best, b->best);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->exact, b->exact);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->line_length, b->line_length);
    assert_memory_equal(a->line, b->line, (size_t)a->line_length * sizeof *a->line);
}

static void look_at_levels(const struct spot *s)
{
    const struct limits limits = {.nodes = 1500};
    const enum cpu_level best = cpu_level();
    const struct thought first = ask(s, &limits, MEMORY_BYTES);
    for (int level = CPU_PLAIN; level < (int)best; level++) {
        cpu_limit((enum cpu_level)level);
        const struct thought t = ask(s, &limits, MEMORY_BYTES);
        expect_same(&t, &first);
    }
    cpu_limit(CPU_LEVELS - 1);
}

static void every_instruction_set_gives_the_same_answer_in_the_same_nodes(void **state)
{
    (void)state;
    for_each_spot(6, 5, look_at_levels);
}

// --- Positions without a choice ---

static int choices; // that were none

static void look_at_choices(const struct spot *s)
{
    move moves[MOVES_MAX];
    if (s->game->moves(&s->position, moves) > 1)
        return;
    choices++;
    for (uint64_t nodes = 1; nodes < 10000; nodes *= 9) {
        const struct thought t = ask(s, &(struct limits){.nodes = nodes}, MEMORY_BYTES);
        assert_int_equal(t.best, moves[0]);
        expect_legal(s, &t);
    }
    // Nobody would wait for an hour to see that it ends.
    const struct limits hour = {.time_ns = (int64_t)3600 * 1000 * NS_PER_MS};
    const struct thought t = ask(s, &hour, MEMORY_BYTES);
    assert_int_equal(t.best, moves[0]);
    assert_true(t.nodes < 10100);
}

static void the_only_move_is_the_answer_and_takes_no_time(void **state)
{
    (void)state;
    for_each_spot(60, 1, look_at_choices);
    assert_true(choices > 50);
}

static void a_game_that_is_over_has_no_answer(void **state)
{
    (void)state;
    static position line[PLIES_MOST];
    static const char *const names[] = {"@1", "@10", "@max"};
    for (int g = 0; games[g]; g++) {
        for (int v = 0; games[g]->variants[v]; v++) {
            const int length = draw_line(games[g], games[g]->variants[v], 1, line);
            for (uint64_t i = 0; i < 12; i++) {
                struct mind *mind = mind_create(brain_find(names[i % 3], NULL), games[g], 0);
                struct thought t;
                mind_think(mind, &line[length], &(struct limits){0}, i, NULL, &t);
                mind_destroy(mind);
                assert_int_equal(t.best, MOVE_NONE);
                assert_int_equal(t.line_length, 0);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_limit_of_depth_is_kept_exactly),
        cmocka_unit_test(one_that_has_forgotten_a_game_is_as_new),
        cmocka_unit_test(the_limit_of_nodes_is_kept_and_the_depth_that_is_told_was_reached),
        cmocka_unit_test(the_limit_of_nodes_is_for_all_threads_together),
        cmocka_unit_test(several_threads_with_next_to_no_memory_answer_well),
        cmocka_unit_test(memory_that_is_not_there_is_refused),
        cmocka_unit_test(the_number_of_threads_may_change_from_move_to_move),
        cmocka_unit_test(a_moment_is_enough_for_a_legal_answer),
        cmocka_unit_test(one_that_is_told_to_stop_ends_all_its_threads),
        cmocka_unit_test(every_instruction_set_gives_the_same_answer_in_the_same_nodes),
        cmocka_unit_test(the_only_move_is_the_answer_and_takes_no_time),
        cmocka_unit_test(a_game_that_is_over_has_no_answer),
    };
    return cmocka_run_group_tests_name("brains limits", tests, NULL, NULL);
}
