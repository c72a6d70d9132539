// Records are replayed on several threads, and come back in the order in which they were handed in.
// Whether a record holds is tried by liar_test.c.
#include "fleet/coordinator/parts.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { RECORDS = 1000 };

static struct replayed_record list[RECORDS];
static const char damaged[] = "this is not a frame";

// Every third record is wanted, and is damaged.
static void fill(void)
{
    for (int i = 0; i < RECORDS; i++)
        list[i] = (struct replayed_record){
            .id = i, .wanted = i % 3 == 0, .packed = {damaged, sizeof damaged}};
}

static struct replays *create(void)
{
    struct error e = {0};
    struct replays *r = replays_create(NULL, 0, &e);
    assert_non_null(r);
    return r;
}

static void records_come_back_in_their_order(void **state)
{
    (void)state;
    struct replays *r = create();
    for (int round = 0; round < 3; round++) {
        int64_t next = 0;
        fill();
        replays_begin(r, list, RECORDS);
        for (const struct replayed_record *p; (p = replays_next(r)); replays_counted(r)) {
            assert_int_equal(p->id, next++);
            assert_false(p->holds);
            assert_int_equal(p->why.words[0] != '\0', p->wanted);
        }
        assert_int_equal(next, RECORDS);
        replays_end(r);
    }
    replays_destroy(r);
}

static void a_list_may_be_left_in_the_middle(void **state)
{
    (void)state;
    struct replays *r = create();
    for (int counted = 0; counted < 200; counted += 50) {
        fill();
        replays_begin(r, list, RECORDS);
        for (int i = 0; i < counted; i++, replays_counted(r))
            assert_int_equal(replays_next(r)->id, i);
        replays_end(r);
        assert_null(replays_next(r));
        assert_false(list[RECORDS - 1].is_done); // it was not even begun
    }
    replays_destroy(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_come_back_in_their_order),
        cmocka_unit_test(a_list_may_be_left_in_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
