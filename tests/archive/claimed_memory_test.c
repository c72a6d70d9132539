// A true record is never called false because memory runs out while it is read: every request for
// memory fails once. The first argument is a true record without its first line.
#include "archive/claimed_game.h"

#include "base/whole_file.h"
#include "referee/seat_clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { NEVER = -1, REQUESTS_MOST = 10000 };
static int left = NEVER; // requests that are served before one fails

static bool fails(void)
{
    return left != NEVER && left-- == 0;
}

// The linker calls these instead (--wrap).
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

static struct text body;

static void a_failure_of_ours_is_not_a_false_record(void **state)
{
    (void)state;
    const struct budget budget = {.start_ns = NS_PER_SECOND, .request_ns = NS_PER_SECOND};
    const struct game *game = game_find("reversi", NULL);
    position start;
    assert_true(game->start(&start, NULL, NULL));
    const struct record_header header = {.game = game,
        .start = &start,
        .seed = 1,
        .index = 1,
        .players = {{.name = "ann", .player = "@random", .budget = &budget},
            {.name = "bob", .player = "@first", .budget = &budget}}};
    struct record record = {.fd = -1, .lines = text_growing(), .last_words = text_growing()};
    record_begin(&record, &header);
    text_bytes(&record.lines, body.bytes, body.length);
    bool holds = false;
    int requests = 0;
    for (; !holds && requests < REQUESTS_MOST; requests++) {
        struct claimed_game c;
        struct error e = {0};
        left = requests;
        holds = claimed_game_read(&c, record.lines.bytes, record.lines.length, &header, &e);
        left = NEVER;
        if (!holds && !c.out_of_memory)
            print_error("request %d: %s\n", requests, e.words);
        assert_int_not_equal(holds, c.out_of_memory);
        claimed_game_destroy(&c);
    }
    assert_true(holds && requests > 10);
    record_destroy(&record);
}

int main(int count, char **arguments)
{
    struct error e;
    body = text_growing();
    if (count != 2 || !whole_file_read(arguments[1], 1 << 20, &body, &e))
        return EXIT_FAILURE;
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_failure_of_ours_is_not_a_false_record)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    text_destroy(&body);
    return failed;
}
