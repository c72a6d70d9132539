// The queue of the store: it never makes anybody wait, and takes additions from any thread.
#include "store/help.h"
#include "store/queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Holds the writer inside `done` until it is let go.
struct gate {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    bool open;
};

static void wait_at_gate(void *user, void *tag, const struct error *error)
{
    (void)tag;
    (void)error;
    struct gate *gate = user;
    pthread_mutex_lock(&gate->lock);
    while (!gate->open)
        pthread_cond_wait(&gate->moved, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
}

static void open_gate(struct gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    gate->open = true;
    pthread_cond_broadcast(&gate->moved);
    pthread_mutex_unlock(&gate->lock);
}

static void a_full_queue_refuses_and_never_waits(void **state)
{
    (void)state;
    struct gate gate = {.lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER};
    struct store_options options = {
        .location = place.path, .contest = &help_contest, .done = wait_at_gate, .user = &gate};
    struct store *s = store_open(&options, NULL);
    assert_non_null(s);
    assert_int_equal(store_room(s), QUEUE_MOST);
    for (int64_t i = 0; i < QUEUE_MOST; i++) {
        help_must_add(s, i);
        assert_int_equal(store_room(s), QUEUE_MOST - 1 - i);
    }
    struct error e;
    struct store_game more = help_game(QUEUE_MOST);
    assert_false(store_add_game(s, &more, NULL, &e));
    assert_words(&e, "the store is behind: 65536 additions wait");
    open_gate(&gate);
    assert_true(store_wait(s, NULL));
    assert_int_equal(store_room(s), QUEUE_MOST);
    assert_true(store_add_game(s, &more, NULL, &e));
    help_must_close(s);
    struct reader *r = help_must_read(&place);
    struct reader_counts counts;
    assert_true(reader_count(r, &counts, NULL));
    assert_int_equal(counts.games, QUEUE_MOST + 1);
    reader_close(r);
}

// Games that are under way when it happens still find room.
static void large_records_leave_no_room_for_games_to_begin(void **state)
{
    (void)state;
    struct gate gate = {.lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER};
    struct store_options options = {
        .location = place.path, .contest = &help_contest, .done = wait_at_gate, .user = &gate};
    struct store *s = store_open(&options, NULL);
    size_t length = STORE_RECORD_MOST_BYTES;
    char *record = malloc(length);
    memset(record, 'x', length);
    int64_t added = 0;
    for (; store_room(s) > 0; added++) {
        struct store_game game = help_game(added);
        game.record = record;
        game.record_bytes = length;
        assert_true(store_add_game(s, &game, NULL, NULL));
    }
    assert_int_equal(added, QUEUE_MOST_BYTES / STORE_RECORD_MOST_BYTES);
    help_must_add(s, added);
    free(record);
    open_gate(&gate);
    help_must_close(s);
    assert_verifies(&place);
}

enum { ADDERS = 4, GAMES_OF_ADDER = 200 };

struct adder {
    pthread_t thread;
    struct store *store;
    int64_t first, added;
};

static void *add_some(void *argument)
{
    struct adder *adder = argument;
    for (int64_t i = 0; i < GAMES_OF_ADDER; i++) {
        int64_t number = adder->first + i;
        struct store_game game = help_game(number);
        adder->added += store_add_game(adder->store, &game, help_tag(number), NULL);
    }
    return NULL;
}

static void several_threads_may_add(void **state)
{
    (void)state;
    struct heard *heard = calloc(1, sizeof *heard);
    struct store *s = help_must_open(&place, heard);
    struct adder adders[ADDERS];
    for (int i = 0; i < ADDERS; i++) {
        adders[i] = (struct adder){.store = s, .first = i * GAMES_OF_ADDER};
        assert_int_equal(pthread_create(&adders[i].thread, NULL, add_some, &adders[i]), 0);
    }
    for (int i = 0; i < ADDERS; i++) {
        pthread_join(adders[i].thread, NULL);
        assert_int_equal(adders[i].added, GAMES_OF_ADDER);
    }
    help_must_close(s);
    for (int i = 0; i < ADDERS * GAMES_OF_ADDER; i++)
        assert_int_equal(heard->durable[i], 1);
    assert_verifies(&place);
    free(heard);
}

static void a_reader_sees_one_moment_while_the_owner_writes_on(void **state)
{
    (void)state;
    struct store *s = help_must_open(&place, NULL);
    for (int64_t i = 0; i < 10; i++)
        help_must_add(s, i);
    assert_true(store_wait(s, NULL));
    struct reader *before = help_must_read(&place);
    for (int64_t i = 10; i < 20; i++)
        help_must_add(s, i);
    assert_true(store_wait(s, NULL));
    struct reader *after = help_must_read(&place);
    struct reader_counts counts;
    assert_true(reader_count(before, &counts, NULL));
    assert_int_equal(counts.games, 10);
    assert_true(reader_count(after, &counts, NULL));
    assert_int_equal(counts.games, 20);
    assert_true(reader_verify(before, NULL));
    assert_true(reader_verify(after, NULL));
    reader_close(before);
    reader_close(after);
    help_must_close(s);
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, place_set_up, place_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_full_queue_refuses_and_never_waits),
        STORE_TEST(large_records_leave_no_room_for_games_to_begin),
        STORE_TEST(several_threads_may_add),
        STORE_TEST(a_reader_sees_one_moment_while_the_owner_writes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
