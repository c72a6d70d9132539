// Amounts with units: read as people write them, and printed.
#include "base/clock.h"
#include "base/quantity.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void sizes_have_units(void **state)
{
    (void)state;
    const struct {
        const char *text;
        int64_t bytes; // -1: not a size
    } rows[] = {{"0", 0}, {"4096", 4096}, {"1B", 1}, {"64 KiB", 65536}, {"512MiB", 512 << 20},
        {"1.5 GiB", 3 * (INT64_C(1) << 29)}, {"1TiB", INT64_C(1) << 40}, {"1kB", 1000},
        {"2 MB", 2000000}, {"1GB", 1000000000}, {"", -1}, {"-1", -1}, {"1 mib", -1}, {"1M", -1},
        {"MiB", -1}, {"1..5MiB", -1}, {"1.5", -1}, {"0.3 KiB", -1}, {"1MiB ", -1},
        {"999999999999TiB", -1}, {"9999999999999", -1}, {"1s", -1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t bytes = -1;
        bool well = quantity_read_bytes(rows[i].text, &bytes);
        assert_int_equal(well, rows[i].bytes >= 0);
        if (well)
            assert_int_equal(bytes, rows[i].bytes);
    }
}

static void times_have_units(void **state)
{
    (void)state;
    int64_t ms;
    assert_true(quantity_read_ms("1.5s", &ms) && ms == 1500);
    assert_true(quantity_read_ms("10 s", &ms) && ms == 10000);
    assert_true(quantity_read_ms("250", &ms) && ms == 250);
    assert_true(quantity_read_ms("24h", &ms) && ms == 86400000);
    assert_false(quantity_read_ms("1.5", &ms));
    assert_false(quantity_read_ms("1MiB", &ms));
}

static void assert_printed(void (*print)(struct text *, int64_t), int64_t amount, const char *text)
{
    char bytes[64];
    struct text t = TEXT_IN(bytes);
    print(&t, amount);
    assert_string_equal(bytes, text);
}

static void what_is_allowed_is_printed_exactly_and_what_was_measured_rounded_up(void **state)
{
    (void)state;
    assert_printed(quantity_print_bytes, INT64_C(1) << 30, "1 GiB");
    assert_printed(quantity_print_bytes, 512 << 20, "512 MiB");
    assert_printed(quantity_print_bytes, 1500, "1500 bytes");
    assert_printed(quantity_print_ms, 86400000, "24h");
    assert_printed(quantity_print_ms, 1500, "1500ms");
    assert_printed(quantity_print_measured_bytes, (INT64_C(1) << 30) + 1, "1025 MiB");
    assert_printed(quantity_print_measured_bytes, 1025, "2 KiB");
    assert_printed(quantity_print_measured_bytes, 12, "12 bytes");
    assert_printed(quantity_print_measured_ns, 60 * NS_PER_SECOND + 1, "60.1 s");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_have_units),
        cmocka_unit_test(times_have_units),
        cmocka_unit_test(what_is_allowed_is_printed_exactly_and_what_was_measured_rounded_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
