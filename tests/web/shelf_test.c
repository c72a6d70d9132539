// The shelf with more documents than it keeps, and those who wait for them.
#include "web/site/shelf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static uv_loop_t loop;
static struct desk *desk;
static struct shelf *shelf;
static int told;

static int setup_shelf(void **state)
{
    struct error e = {0};
    (void)state;
    told = 0;
    assert_int_equal(uv_loop_init(&loop), 0);
    desk = desk_create(&loop, &e);
    assert_non_null(desk);
    shelf = shelf_create(desk);
    assert_non_null(shelf);
    return 0;
}

static int teardown_shelf(void **state)
{
    (void)state;
    desk_destroy(desk);
    shelf_destroy(shelf);
    uv_run(&loop, UV_RUN_DEFAULT);
    return uv_loop_close(&loop);
}

static bool ask(const char *key, struct shelf_waiter *w)
{
    struct documents_wish wish = {.kind = DOCUMENTS_NOTHING};
    return shelf_ask(shelf, key, &wish, w);
}

static void count_one(struct shelf_waiter *w, const struct shelf_document *d)
{
    (void)w;
    (void)d;
    told++;
}

// Asks for one more, as a connection does that has sent its next request already.
static void ask_on(struct shelf_waiter *w, const struct shelf_document *d)
{
    static struct shelf_waiter more = {.ready = count_one};
    (void)d;
    *(int *)w->user += 1;
    (void)ask("one more", &more);
}

static void count_old(struct shelf_waiter *w, const struct shelf_document *d)
{
    (void)d;
    *(int *)w->user += 1;
}

static void run_until_told(int count)
{
    while (told < count)
        uv_run(&loop, UV_RUN_ONCE);
}

static bool ask_number(int number, struct shelf_waiter *w)
{
    char key[32];
    snprintf(key, sizeof key, "%d", number);
    *w = (struct shelf_waiter){.ready = count_one};
    return ask(key, w);
}

// All but this document were used later, and there are as many as are kept: it is the next to go
// while its own waiters are being told.
static void a_document_stays_until_all_who_wait_for_it_are_told(void **state)
{
    static struct shelf_waiter others[SHELF_COUNT_MOST];
    int told_old = 0;
    struct shelf_waiter last = {.ready = count_old, .user = &told_old};
    struct shelf_waiter first = {.ready = ask_on, .user = &told_old};
    (void)state;
    for (int i = 0; i < SHELF_COUNT_MOST - 1; i++) {
        assert_true(ask_number(i, &others[i]));
        run_until_told(i + 1);
    }
    // Whoever asks last is told first.
    assert_true(ask("old", &last));
    assert_true(ask("old", &first));
    // One that is not fresh any more has to wait, or is refused: it was used all the same.
    for (int i = 0; i < SHELF_COUNT_MOST - 1; i++)
        (void)ask_number(i, &others[i]);
    while (told_old < 2)
        uv_run(&loop, UV_RUN_ONCE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_document_stays_until_all_who_wait_for_it_are_told, setup_shelf, teardown_shelf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
