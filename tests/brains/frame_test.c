// What all searches share, tried with an engine that is as plain as can be.
#include "base/clock.h"
#include "brains/brain.h"
#include "brains/pace.h"
#include "brains/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// --- The transposition table ---

static void what_was_stored_is_found_again(void **state)
{
    (void)state;
    struct tt t;
    assert_true(tt_init(&t, 1 << 16));
    const struct tt_entry in = {
        .best = 0xABCD, .score = -12345, .extra = 0x8001, .depth = 200, .bound = TT_EXACT};
    struct tt_entry out;
    assert_false(tt_probe(&t, 42, &out));
    tt_store(&t, 42, &in);
    assert_true(tt_probe(&t, 42, &out));
    assert_int_equal(out.best, in.best);
    assert_int_equal(out.score, in.score);
    assert_int_equal(out.extra, in.extra);
    assert_int_equal(out.depth, in.depth);
    assert_int_equal(out.bound, in.bound);
    tt_destroy(&t);
}

static void store(struct tt *t, uint64_t key, int depth)
{
    tt_store(t, key, &(struct tt_entry){.best = 1, .depth = (uint8_t)depth, .bound = TT_LOWER});
}

static bool has(const struct tt *t, uint64_t key)
{
    struct tt_entry e;
    return tt_probe(t, key, &e);
}

// One bucket: what is stored fifth drives out another.
static void the_shallowest_entry_goes_first_and_old_ones_before_it(void **state)
{
    (void)state;
    struct tt t;
    assert_true(tt_init(&t, 1));
    for (int i = 0; i < TT_SLOTS; i++)
        store(&t, (uint64_t)(100 + i), 10 + i);
    store(&t, 200, 1);
    assert_false(has(&t, 100));
    assert_true(has(&t, 101) && has(&t, 102) && has(&t, 103) && has(&t, 200));
    tt_grow_old(&t);
    store(&t, 103, 5); // is of this year now
    store(&t, 300, 1);
    assert_false(has(&t, 200));
    store(&t, 301, 1);
    assert_false(has(&t, 101));
    store(&t, 302, 1);
    assert_false(has(&t, 102));
    assert_true(has(&t, 103));
    tt_destroy(&t);
}

static void a_table_in_huge_pages_is_as_large_as_any_other(void **state)
{
    (void)state;
    enum { LARGE_BYTES = 16 << 20 };
    struct tt t;
    const atomic_bool stop = true;
    assert_true(tt_init(&t, LARGE_BYTES));
    assert_int_equal((t.mask + 1) * sizeof *t.buckets, LARGE_BYTES);
    tt_take_huge_pages(&t, INT64_MAX, &stop);
    tt_take_huge_pages(&t, clock_now_ns(), NULL);
    assert_int_equal(t.huge_bytes, 0);
    tt_take_huge_pages(&t, INT64_MAX, NULL);
    assert_int_equal(t.huge_bytes, LARGE_BYTES);
    // The first and the last bucket are there.
    for (uint64_t key = 0; key <= t.mask; key += t.mask) {
        assert_false(has(&t, key));
        store(&t, key, 1);
        assert_true(has(&t, key));
    }
    tt_destroy(&t);
    assert_true(tt_init(&t, LARGE_BYTES / 2));
    tt_take_huge_pages(&t, INT64_MAX, NULL);
    assert_int_equal(t.huge_bytes, 0);
    tt_destroy(&t);
}

static void an_entry_that_two_threads_wrote_at_once_is_not_used(void **state)
{
    (void)state;
    struct tt t;
    assert_true(tt_init(&t, 1));
    store(&t, 7, 3);
    t.buckets[0].slots[0].data ^= 1 << 20;
    assert_false(has(&t, 7));
    tt_destroy(&t);
}

// --- A plain engine ---

struct plain {
    struct root own;
    position start;
};

static int value(struct plain *s, const struct game *game, const position *p, int depth)
{
    if (search_tick(s->own.search))
        return 0;
    struct outcome o = game->outcome(p);
    if (o.over) {
        int mine = game->turn(p);
        return SCORE_STONE * (o.points[mine] - o.points[1 - mine]);
    }
    if (depth == 0)
        return 0;
    move moves[MOVES_MAX];
    int count = game->moves(p, moves), best = -SCORE_WIN;
    for (int i = 0; i < count; i++) {
        position next = *p;
        game->apply(&next, moves[i]);
        int v = value(s, game, &next, depth - 1);
        if (s->own.search->stopped)
            return 0;
        if (game->turn(&next) != game->turn(p))
            v = -v;
        best = v > best ? v : best;
    }
    return best;
}

static void plain_begin(void *state, const struct root *root)
{
    struct plain *s = state;
    s->own = *root;
    s->start = *root->position;
}

static enum step plain_deepen(void *state, int step, struct thought *t)
{
    struct plain *s = state;
    const struct game *game = game_find("reversi", NULL);
    move moves[MOVES_MAX];
    int count = game->moves(&s->start, moves);
    struct thought found = {.best = MOVE_NONE, .score = -SCORE_WIN};
    for (int i = 0; i < count; i++) {
        position next = s->start;
        game->apply(&next, moves[i]);
        int v = value(s, game, &next, step - 1);
        if (s->own.search->stopped)
            return STEP_STOPPED;
        if (game->turn(&next) != game->turn(&s->start))
            v = -v;
        if (v > found.score)
            found = (struct thought){.best = moves[i], .score = v};
    }
    found.depth = step;
    found.line[0] = found.best;
    found.line_length = 1;
    *t = found;
    return step >= 12 ? STEP_LAST : STEP_DONE;
}

static const struct engine plain = {
    .bytes = sizeof(struct plain), .begin = plain_begin, .deepen = plain_deepen};

struct run {
    struct thought thought;
    struct limits limits;
    const atomic_bool *stop;
    const char *variant;
};

static void think(struct run *r)
{
    const struct game *game = game_find("reversi", NULL);
    position p;
    assert_true(game->start(&p, r->variant, NULL));
    void *states[8];
    for (int i = 0; i < 8; i++)
        states[i] = calloc(1, plain.bytes);
    struct tt tt;
    assert_true(tt_init(&tt, 1 << 16));
    search_run(&(struct search_request){.engine = &plain,
                   .states = states,
                   .tt = &tt,
                   .position = &p,
                   .limits = &r->limits,
                   .seed = 1,
                   .stop = r->stop},
        &r->thought);
    tt_destroy(&tt);
    for (int i = 0; i < 8; i++)
        free(states[i]);
    assert_true(game->legal(&p, r->thought.best, NULL));
}

static void the_limit_of_nodes_is_kept(void **state)
{
    (void)state;
    struct run r = {.limits = {.nodes = 5000}};
    think(&r);
    assert_in_range(r.thought.nodes, 1000, 5000);
    struct run again = {.limits = {.nodes = 5000}};
    think(&again);
    assert_memory_equal(&r.thought.line, &again.thought.line, sizeof r.thought.line);
    assert_int_equal(r.thought.nodes, again.thought.nodes);
    assert_int_equal(r.thought.depth, again.thought.depth);
}

static void the_limit_of_depth_is_kept(void **state)
{
    (void)state;
    struct run r = {.limits = {.depth = 4}};
    think(&r);
    assert_int_equal(r.thought.depth, 4);
}

static void the_limit_of_time_ends_it(void **state)
{
    (void)state;
    struct run r = {.limits = {.time_ns = 20 * NS_PER_MS}};
    think(&r); // it would take hours
    assert_true(r.thought.depth >= 1);
}

static void one_that_is_told_to_stop_still_has_an_answer(void **state)
{
    (void)state;
    atomic_bool stop = true;
    struct run r = {.stop = &stop};
    think(&r);
    assert_int_equal(r.thought.depth, 1);
}

static void a_search_that_knows_everything_ends(void **state)
{
    (void)state;
    // 4x4: the second player wins by 8.
    struct run r = {.variant = "4x4"};
    think(&r);
    assert_int_equal(r.thought.depth, 12);
    assert_int_equal(r.thought.score, -8 * SCORE_STONE);
}

static void several_threads_give_the_answer_of_the_first(void **state)
{
    (void)state;
    struct run one = {.variant = "4x4"}, many = {.variant = "4x4", .limits = {.threads = 4}};
    think(&one);
    think(&many);
    assert_int_equal(many.thought.score, one.thought.score);
    assert_int_equal(many.thought.best, one.thought.best);
    assert_true(many.thought.nodes >= one.thought.nodes);
}

// --- How long to think ---

static int64_t pace_ms(int64_t limit_ms, int64_t left_ms, int64_t increment_ms)
{
    const struct allowance a = {
        limit_ms * NS_PER_MS, left_ms * NS_PER_MS, increment_ms * NS_PER_MS};
    return pace_ns(&a) / NS_PER_MS;
}

static void something_is_kept_back_of_what_the_clock_allows(void **state)
{
    (void)state;
    assert_int_equal(pace_ms(0, 0, 0), 0); // no clock
    assert_int_equal(pace_ms(10, 0, 0), 8);
    assert_int_equal(pace_ms(100, 0, 0), 90);
    assert_int_equal(pace_ms(10000, 0, 0), 9950);
    assert_true(pace_ns(&(struct allowance){.limit_ns = 1}) > 0);
}

static void the_time_of_a_game_lasts_to_its_end(void **state)
{
    (void)state;
    int64_t left_ms = 60 * 1000;
    for (int i = 0; i < 200; i++) {
        int64_t taken_ms = pace_ms(10000, left_ms, 0);
        assert_true(taken_ms <= 10000 && taken_ms <= left_ms);
        left_ms -= taken_ms + 1;
        if (left_ms < 20)
            left_ms = 20;
    }
    // What will be added is not there yet.
    assert_true(pace_ms(0, 100, 60000) < 100);
}

// --- Players ---

static void players_are_found_by_name_and_near_misses_are_told(void **state)
{
    (void)state;
    struct error e;
    assert_int_equal(brain_find("@7", &e)->level, 7);
    assert_int_equal(brain_find("@10", &e)->level, LEVELS);
    assert_int_equal(brain_find("@max", &e)->level, BRAIN_MAX);
    assert_null(brain_find("@11", &e));
    assert_non_null(strstr(e.words, "@1 to @10"));
    assert_null(brain_find("@mx", &e));
    assert_non_null(strstr(e.words, "Did you mean \"@max\"?"));
}

static void every_game_has_an_engine_whose_levels_rise(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++) {
        const struct engine *engine = engine_of(games[i]);
        assert_non_null(engine);
        for (int level = 1; level < LEVELS; level++) {
            const struct brain_level *below = &engine->levels[level - 1], *above = below + 1;
            assert_true(above->nodes >= below->nodes && above->lots <= below->lots);
            assert_true(above->nodes > below->nodes || above->lots < below->lots);
        }
        assert_int_equal(engine->levels[LEVELS - 1].lots, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_stored_is_found_again),
        cmocka_unit_test(the_shallowest_entry_goes_first_and_old_ones_before_it),
        cmocka_unit_test(a_table_in_huge_pages_is_as_large_as_any_other),
        cmocka_unit_test(an_entry_that_two_threads_wrote_at_once_is_not_used),
        cmocka_unit_test(the_limit_of_nodes_is_kept),
        cmocka_unit_test(the_limit_of_depth_is_kept),
        cmocka_unit_test(the_limit_of_time_ends_it),
        cmocka_unit_test(one_that_is_told_to_stop_still_has_an_answer),
        cmocka_unit_test(a_search_that_knows_everything_ends),
        cmocka_unit_test(several_threads_give_the_answer_of_the_first),
        cmocka_unit_test(something_is_kept_back_of_what_the_clock_allows),
        cmocka_unit_test(the_time_of_a_game_lasts_to_its_end),
        cmocka_unit_test(players_are_found_by_name_and_near_misses_are_told),
        cmocka_unit_test(every_game_has_an_engine_whose_levels_rise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
