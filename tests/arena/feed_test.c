// Watchers and their queues.
#include "arena/feed.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { BIG_BYTES = 1 << 20 };

static void publish(struct feeds *f, enum arena_event_kind kind, int64_t game, size_t bytes)
{
    static char text[BIG_BYTES];
    feeds_publish(f, arena_event_create(kind, game, bytes > 0 ? text : NULL, bytes));
}

static bool is_readable(struct feed *feed)
{
    struct pollfd ready = {.fd = feed_fd(feed), .events = POLLIN};
    return poll(&ready, 1, 0) == 1;
}

// The game of the next event; 0: there is none.
static int64_t take(struct feed *feed)
{
    struct arena_event *event = feed_take(feed);
    int64_t game = event ? event->game : 0;
    arena_event_release(event);
    return game;
}

static struct feed *watch(struct feeds *f, unsigned wants)
{
    struct error e;
    struct feed *feed = feed_open(f, wants, &e);
    assert_non_null(feed);
    return feed;
}

static void events_come_in_order_to_every_watcher(void **state)
{
    (void)state;
    struct feeds f;
    feeds_init(&f, NULL, NULL);
    struct feed *a = watch(&f, ARENA_FACTS), *b = watch(&f, ARENA_FACTS | ARENA_MOVES);
    publish(&f, ARENA_BEGUN, 1, 0);
    publish(&f, ARENA_MOVED, 2, 0);
    publish(&f, ARENA_OVER, 3, 0);
    assert_int_equal(take(a), 1);
    assert_int_equal(take(a), 3); // it does not want moves
    assert_int_equal(take(a), 0);
    for (int64_t game = 1; game <= 3; game++)
        assert_int_equal(take(b), game);
    assert_int_equal(take(b), 0);
    feed_close(a);
    feed_close(b);
    feeds_destroy(&f);
}

static void a_queue_can_be_polled(void **state)
{
    (void)state;
    struct feeds f;
    feeds_init(&f, NULL, NULL);
    struct feed *feed = watch(&f, ARENA_FACTS);
    assert_false(is_readable(feed));
    publish(&f, ARENA_OVER, 1, 0);
    publish(&f, ARENA_OVER, 2, 0);
    assert_true(is_readable(feed));
    assert_int_equal(take(feed), 1);
    assert_true(is_readable(feed));
    assert_int_equal(take(feed), 2);
    assert_int_equal(take(feed), 0);
    assert_false(is_readable(feed));
    publish(&f, ARENA_OVER, 3, 0);
    assert_true(is_readable(feed));
    feed_close(feed); // with an event in it
    feeds_destroy(&f);
}

static void nobody_wants_what_nobody_asked_for(void **state)
{
    (void)state;
    struct feeds f;
    feeds_init(&f, NULL, NULL);
    assert_false(feeds_want(&f, ARENA_OVER));
    struct feed *feed = watch(&f, ARENA_MOVES);
    assert_true(feeds_want(&f, ARENA_MOVED));
    assert_false(feeds_want(&f, ARENA_OVER));
    feed_close(feed);
    assert_false(feeds_want(&f, ARENA_MOVED));
    feeds_destroy(&f);
}

static void who_does_not_read_misses_frames_but_no_facts(void **state)
{
    (void)state;
    struct feeds f;
    feeds_init(&f, NULL, NULL);
    struct feed *feed = watch(&f, ARENA_FACTS | ARENA_MESSAGES);
    int frames = 2 * FEED_FRAME_BYTES_MOST / BIG_BYTES;
    for (int i = 0; i < frames; i++) {
        publish(&f, ARENA_GOT, 1, BIG_BYTES);
        publish(&f, ARENA_OVER, 2, 0);
    }
    int facts = 0, kept = 0;
    for (int64_t game; (game = take(feed)) != 0;)
        *(game == 2 ? &facts : &kept) += 1;
    assert_int_equal(facts, frames);
    assert_in_range(kept, 1, frames - 1);
    assert_int_equal(kept + feed_missed(feed), frames);
    feed_close(feed);
    feeds_destroy(&f);
}

static void count_room(void *user)
{
    ++*(int *)user;
}

static void facts_beyond_the_limit_say_that_no_game_should_begin(void **state)
{
    (void)state;
    struct feeds f;
    int told = 0;
    feeds_init(&f, count_room, &told);
    struct feed *feed = watch(&f, ARENA_FACTS);
    while (!feeds_are_full(&f))
        publish(&f, ARENA_OVER, 1, BIG_BYTES);
    assert_int_equal(told, 0);
    assert_int_equal(take(feed), 1);
    assert_false(feeds_are_full(&f));
    assert_int_equal(told, 1);
    feed_close(feed);
    feeds_destroy(&f);
}

static void a_full_watcher_that_leaves_is_in_nobodys_way(void **state)
{
    (void)state;
    struct feeds f;
    int told = 0;
    feeds_init(&f, count_room, &told);
    struct feed *feed = watch(&f, ARENA_FACTS);
    while (!feeds_are_full(&f))
        publish(&f, ARENA_OVER, 1, BIG_BYTES);
    feed_close(feed);
    assert_false(feeds_are_full(&f));
    assert_true(told > 0);
    feeds_destroy(&f);
}

static void an_event_keeps_its_result_to_the_byte_and_in_little_memory(void **state)
{
    (void)state;
    const char *const names[SEATS] = {"ann", "bob"};
    static struct result won, lost, read;
    const struct outcome o = {.over = true, .winner = 1, .rule = "R5", .reason = "more stones"};
    result_by_rules(&won, &o, names);
    won.wall_ns = 1;
    struct fault fault;
    fault_set(&fault, VERDICT_CRASH, "G5", "ended by itself");
    result_by_fault(&lost, 0, &fault, names);
    memset(lost.last_words, 'x', sizeof lost.last_words - 1);
    for (size_t i = 0; i < sizeof lost.message; i++)
        lost.message[i] = (char)(i % 9 == 0);
    const struct result *const results[] = {&won, &lost};
    for (int i = 0; i < 2; i++) {
        struct arena_event *event = arena_event_create(ARENA_OVER, 1, NULL, 0);
        assert_true(arena_event_set_result(event, results[i]));
        memset(&read, 7, sizeof read);
        arena_event_result(event, &read);
        assert_memory_equal(&read, results[i], sizeof read);
        if (i == 0)
            assert_true(event->bytes < sizeof *event + 256);
        arena_event_release(event);
    }
}

static void the_end_is_told_last_and_to_everybody(void **state)
{
    (void)state;
    struct feeds f;
    feeds_init(&f, NULL, NULL);
    struct feed *a = watch(&f, ARENA_FACTS), *b = watch(&f, ARENA_WANTS(ARENA_ENDED));
    publish(&f, ARENA_OVER, 1, 0);
    feeds_end(&f);
    assert_int_equal(take(a), 1);
    struct feed *const feeds[] = {a, b};
    for (int i = 0; i < 2; i++) {
        struct arena_event *event = feed_take(feeds[i]);
        assert_non_null(event);
        assert_int_equal(event->kind, ARENA_ENDED);
        arena_event_release(event);
        feed_close(feeds[i]);
    }
    feeds_destroy(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_keeps_its_result_to_the_byte_and_in_little_memory),
        cmocka_unit_test(events_come_in_order_to_every_watcher),
        cmocka_unit_test(a_queue_can_be_polled),
        cmocka_unit_test(nobody_wants_what_nobody_asked_for),
        cmocka_unit_test(who_does_not_read_misses_frames_but_no_facts),
        cmocka_unit_test(facts_beyond_the_limit_say_that_no_game_should_begin),
        cmocka_unit_test(a_full_watcher_that_leaves_is_in_nobodys_way),
        cmocka_unit_test(the_end_is_told_last_and_to_everybody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
