// Dates with times of day: read as people write them, printed, and counted in seconds.
#include "base/calendar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

static void in_zone(const char *zone)
{
    assert_int_equal(setenv("TZ", zone, 1), 0);
    tzset();
}

static void a_time_with_a_zone_is_the_same_everywhere(void **state)
{
    (void)state;
    // The seconds are those of `date -u -d TEXT +%s`.
    const struct {
        const char *text;
        int64_t seconds;
    } rows[] = {{"1970-01-01 00:00Z", 0}, {"2026-11-20 18:00Z", 1795197600},
        {"2026-11-20T18:00:30Z", 1795197630}, {"2026-11-20 18:00+01:00", 1795194000},
        {"2026-11-20 18:00 -05:30", 1795217400}, {"2000-02-29 23:59:59Z", 951868799},
        {"2100-03-01 00:00Z", 4107542400}, {"9999-12-31 23:59:59Z", 253402300799}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct calendar_time t;
        assert_true(calendar_read(rows[i].text, &t));
        assert_true(calendar_is_given(&t) && t.has_zone);
        in_zone("XXX-9");
        assert_int_equal(calendar_unix_s(&t), rows[i].seconds);
        assert_int_equal(calendar_plain_s(&t), rows[i].seconds);
    }
}

// The days of four centuries, counted by the C library as well.
static void days_are_counted_as_the_library_counts_them(void **state)
{
    (void)state;
    for (int64_t day = 0; day < 146097; day += 13) {
        char bytes[40];
        struct text out = TEXT_IN(bytes);
        struct calendar_time t;
        calendar_print_utc(&out, day * 86400 + 3661);
        assert_true(calendar_read(bytes, &t));
        assert_int_equal(calendar_plain_s(&t), day * 86400 + 3661);
    }
}

static void a_time_without_a_zone_is_local(void **state)
{
    (void)state;
    struct calendar_time t;
    assert_true(calendar_read("2026-11-20 18:00", &t));
    assert_false(t.has_zone);
    in_zone("UTC0");
    assert_int_equal(calendar_unix_s(&t), 1795197600);
    in_zone("XXX-2");
    assert_int_equal(calendar_unix_s(&t), 1795197600 - 7200);
    assert_int_equal(calendar_plain_s(&t), 1795197600);
    // In summer clocks are an hour ahead.
    in_zone("CET-1CEST,M3.5.0,M10.5.0/3");
    assert_int_equal(calendar_unix_s(&t), 1795197600 - 3600);
    assert_true(calendar_read("2026-07-20 18:00", &t));
    assert_int_equal(calendar_unix_s(&t), calendar_plain_s(&t) - 7200);
}

static void what_is_not_a_time_is_refused(void **state)
{
    (void)state;
    const char *const texts[] = {"", "tomorrow", "2026-11-20", "18:00", "2026-11-20 1800",
        "2026-11-20 24:00", "2026-11-20 18:60", "2026-11-20 18:00:60", "2026-13-01 00:00",
        "2026-00-01 00:00", "2026-11-31 00:00", "2027-02-29 00:00", "2100-02-29 00:00",
        "2026-11-00 00:00", "1969-12-31 23:59Z", "26-11-20 18:00", "2026-11-20 18:00 CET",
        "2026-11-20 18:00+1", "2026-11-20 18:00+15:00", "2026-11-20 18:00+01:60",
        "2026-11-20 18:00Zx", "2026-11-20 18:00 x", "2026-11-20  18:00", " 2026-11-20 18:00",
        "+026-11-20 18:00", "2026-11-20 18:", "2026-11-20 18:00:", "2026/11/20 18:00"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct calendar_time t = {.year = 7};
        if (calendar_read(texts[i], &t))
            fail_msg("\"%s\" was read", texts[i]);
        assert_int_equal(t.year, 7);
    }
}

static void what_is_printed_is_read_again(void **state)
{
    (void)state;
    const char *const texts[] = {"2026-11-20 18:00", "2026-11-20 18:00:05", "2026-11-20 18:00Z",
        "2026-11-20 18:00:59+01:00", "2026-11-20 18:00-09:30"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char bytes[40];
        struct text out = TEXT_IN(bytes);
        struct calendar_time t;
        assert_true(calendar_read(texts[i], &t));
        calendar_print(&out, &t);
        assert_string_equal(bytes, texts[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_time_with_a_zone_is_the_same_everywhere),
        cmocka_unit_test(days_are_counted_as_the_library_counts_them),
        cmocka_unit_test(a_time_without_a_zone_is_local),
        cmocka_unit_test(what_is_not_a_time_is_refused),
        cmocka_unit_test(what_is_printed_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
