// The speed of a machine: the fixed search does the same work everywhere, and what was measured is
// kept until the machine is started again.
#include "fleet/speed.h"

#include "base/whole_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void the_search_looks_at_the_known_number_of_nodes(void **state)
{
    (void)state;
    struct error e = {0};
    double speed = 0;
    if (!speed_measure(&speed, 2, &e)) // it compares the nodes of every run
        fail_msg("%s", e.words);
    assert_true(speed > 0);
    print_message("# speed %.2f\n", speed);
}

static void the_speed_is_that_of_the_median_in_hundredths(void **state)
{
    (void)state;
    const int64_t unit_ns = (int64_t)SPEED_REFERENCE_US * 1000;
    const int64_t same[] = {unit_ns, unit_ns, unit_ns};
    const int64_t mixed[] = {9 * unit_ns, unit_ns / 100, 3 * unit_ns};
    assert_true(speed_of_times(same, 3) == 1.0);
    assert_true(speed_of_times(mixed, 3) == 0.33);
}

static void write_speed(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

static void what_was_measured_is_kept_and_nothing_else_is_believed(void **state)
{
    (void)state;
    char folder[] = "/tmp/agon-speed-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/speed", folder);
    struct error e;
    struct text kept = text_growing();
    double speed, again;
    write_speed(path, "agon 0.0.0 cores 1 boot x speed 77.00\n");
    assert_true(speed_find(&speed, 1, folder, &e)); // another version's: measured again
    assert_true(speed != 77.0);
    assert_true(whole_file_read(path, 4096, &kept, &e));
    char *number = strstr(kept.bytes, "speed ");
    assert_non_null(number);
    snprintf(number, strlen(number) + 1, "speed 7\n");
    write_speed(path, kept.bytes);
    assert_true(speed_find(&again, 1, folder, &e)); // it has not been measured again
    assert_true(again == 7.0);
    assert_true(speed_find(&again, 2, folder, &e)); // on more cores it is
    assert_true(again != 7.0);
    text_destroy(&kept);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    assert_true(speed_find(&again, 1, folder, &e)); // without the folder it is measured
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_search_looks_at_the_known_number_of_nodes),
        cmocka_unit_test(the_speed_is_that_of_the_median_in_hundredths),
        cmocka_unit_test(what_was_measured_is_kept_and_nothing_else_is_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
