// What is read from a record of the time that the seats used.
#include "referee/recorded_time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct recorded_time times[SEATS];

static void read_record(const char *record)
{
    recorded_time_read(times, record, strlen(record));
}

static void moves_are_added_up_by_seat(void **state)
{
    (void)state;
    read_record(
        "{\"type\":\"game\",\"format\":1}\n"
        "{\"type\":\"move\",\"seat\":0,\"at_us\":5,\"wall_us\":9,\"charged_us\":100}\n"
        "{\"type\":\"move\",\"seat\":1,\"at_us\":6,\"wall_us\":9,\"cpu_us\":4,\"charged_us\":7}\n"
        "{\"type\":\"move\",\"seat\":0,\"at_us\":7,\"charged_us\":30}\n"
        "{\"type\":\"move\",\"seat\":0,\"at_us\":8,\"move\":\"--\",\"forced\":true}\n"
        "{\"type\":\"pondering\",\"seat\":0,\"cpu_us\":12}\n");
    assert_int_equal(times[0].charged_us, 130);
    assert_int_equal(times[0].slowest_us, 100);
    assert_int_equal(times[0].cpu_us, RECORDED_NOT_MEASURED);
    assert_int_equal(times[0].pondered_us, 12);
    assert_int_equal(times[1].charged_us, 7);
    assert_int_equal(times[1].cpu_us, 4);
    assert_int_equal(times[1].pondered_us, RECORDED_NOT_MEASURED);
}

static void the_answer_that_lost_counts_for_whom_it_lost(void **state)
{
    (void)state;
    read_record("{\"type\":\"move\",\"seat\":1,\"at_us\":6,\"charged_us\":7}\n"
                "{\"type\":\"end\",\"verdict\":\"TIMEOUT\",\"blame\":1,"
                "\"answer\":{\"limit_ms\":1,\"charged_us\":1204,\"cpu_us\":900}}\n");
    assert_int_equal(times[1].charged_us, 1211);
    assert_int_equal(times[1].slowest_us, 1204);
    assert_int_equal(times[1].cpu_us, 900);
    assert_int_equal(times[0].slowest_us, RECORDED_NOT_MEASURED);
}

static void what_cannot_be_read_is_left_out(void **state)
{
    (void)state;
    read_record("no JSON\n\n{}\n[1]\n{\"type\":\"move\"}\n"
                "{\"type\":\"move\",\"seat\":2,\"charged_us\":1}\n"
                "{\"type\":\"move\",\"seat\":0,\"charged_us\":-1}\n"
                "{\"type\":\"end\",\"blame\":null,\"answer\":{\"charged_us\":5}}\n"
                "{\"type\":\"move\",\"seat\":0,\"charged_us\":3}"); // torn
    for (int seat = 0; seat < SEATS; seat++)
        assert_memory_equal(&times[seat], &recorded_time_none, sizeof times[seat]);
}

static void times_of_games_are_added_up(void **state)
{
    (void)state;
    struct recorded_time sum = recorded_time_none;
    recorded_time_add(&sum, &(struct recorded_time){5, 5, RECORDED_NOT_MEASURED, 3});
    recorded_time_add(&sum, &(struct recorded_time){9, 4, 2, RECORDED_NOT_MEASURED});
    assert_int_equal(sum.charged_us, 14);
    assert_int_equal(sum.slowest_us, 5);
    assert_int_equal(sum.cpu_us, 2);
    assert_int_equal(sum.pondered_us, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_added_up_by_seat),
        cmocka_unit_test(the_answer_that_lost_counts_for_whom_it_lost),
        cmocka_unit_test(what_cannot_be_read_is_left_out),
        cmocka_unit_test(times_of_games_are_added_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
