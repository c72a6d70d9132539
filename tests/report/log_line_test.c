// Entries of a contest's log, as they are shown.
#include "report/log_line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

static void assert_shown(void (*show)(struct text *out, const struct store_entry *entry),
    const char *words, const char *expected)
{
    const struct store_entry entry = {.at = 86400, .kind = "void", .words = words};
    struct text out = text_growing();
    show(&out, &entry);
    assert_string_equal(out.bytes, expected);
    text_destroy(&out);
}

static void a_line_has_the_time_the_kind_and_the_first_line_of_the_words(void **state)
{
    (void)state;
    assert_shown(log_line_text, "game 3: the disk was full",
        "1970-01-02 00:00:00  void      game 3: the disk was full\n");
    assert_shown(log_line_text, "first\nsecond", "1970-01-02 00:00:00  void      first\n");
    assert_shown(log_line_text, "\x1b[2J", "1970-01-02 00:00:00  void      \\u001b[2J\n");
}

static void json_has_all_words(void **state)
{
    (void)state;
    assert_shown(log_line_json, "first\nsecond",
        "{\"at\":86400,\"kind\":\"void\",\"words\":\"first\\nsecond\",\"schema\":\"log/1\"}\n");
}

int main(void)
{
    setenv("TZ", "UTC", 1);
    tzset();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_the_time_the_kind_and_the_first_line_of_the_words),
        cmocka_unit_test(json_has_all_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
