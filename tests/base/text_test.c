// Text under construction: fixed texts never overflow, growing ones keep everything.
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void a_fixed_text_keeps_what_fits_and_says_that_it_was_cut(void **state)
{
    (void)state;
    char small[8];
    struct text t = TEXT_IN(small);
    text_string(&t, "abc");
    assert_false(t.cut);
    text_string(&t, "defghij");
    assert_true(t.cut);
    assert_string_equal(small, "abcdefg");
    text_char(&t, 'x');
    assert_string_equal(small, "abcdefg");
    text_clear(&t);
    assert_string_equal(small, "");
    assert_false(t.cut);
}

static void a_format_longer_than_a_fixed_text_is_cut_at_its_end(void **state)
{
    (void)state;
    char bytes[300];
    struct text t = TEXT_IN(bytes);
    text_format(&t, "%0400d", 7);
    assert_true(t.cut);
    assert_int_equal(t.length, 299);
    assert_int_equal(strlen(bytes), 299);
}

static void a_growing_text_keeps_everything(void **state)
{
    (void)state;
    struct text t = text_growing();
    assert_string_equal(t.bytes, "");
    for (int i = 0; i < 1000; i++)
        text_format(&t, "%d,", i);
    text_format(&t, "%01000d", 5);
    assert_false(t.cut);
    assert_int_equal(t.length, 10 * 2 + 90 * 3 + 900 * 4 + 1000);
    assert_memory_equal(t.bytes, "0,1,2,", 6);
    text_destroy(&t);
    assert_string_equal(t.bytes, "");
}

static void numbers_are_printed_to_the_ends_of_their_range(void **state)
{
    (void)state;
    char bytes[64];
    struct text t = TEXT_IN(bytes);
    text_number(&t, 0);
    text_char(&t, ' ');
    text_number(&t, INT64_MIN);
    text_char(&t, ' ');
    text_number(&t, INT64_MAX);
    assert_string_equal(bytes, "0 -9223372036854775808 9223372036854775807");
}

static void a_json_string_is_escaped_and_always_valid(void **state)
{
    (void)state;
    char bytes[128];
    struct text t = TEXT_IN(bytes);
    text_json(
        &t, "a\"b\\c\n\x01 \xC3\xA9 \xE2\x99\x9F \xFF \xC0\x80 \xED\xA0\x80 \xF0\x9F\x98\x80 \xE2");
    assert_string_equal(bytes,
        "\"a\\\"b\\\\c\\n\\u0001 \xC3\xA9 \xE2\x99\x9F \\ufffd "
        "\\ufffd\\ufffd \\ufffd\\ufffd\\ufffd \xF0\x9F\x98\x80 \\ufffd\"");
}

static void a_json_string_has_nothing_in_it_that_moves_a_cursor(void **state)
{
    (void)state;
    char bytes[128];
    struct text t = TEXT_IN(bytes);
    text_json(&t, "\x7f\xc2\x85\xc2\x9b \u202e \u2028 \ufeff \xef\xbf\xbf \U000E0041");
    assert_string_equal(
        bytes, "\"\\u007f\\u0085\\u009b \\u202e \\u2028 \\ufeff \\uffff \\udb40\\udc41\"");
}

static void json_that_is_copied_has_neither_and_means_the_same(void **state)
{
    (void)state;
    char bytes[128];
    struct text t = TEXT_IN(bytes);
    static const char json[] = "{\"a\\n\":\t[1,\"\\\"\x7f\xc2\x9b\u202e\xC3\xA9\U000E0041\xFF\"]}";
    text_json_copy(&t, json, strlen(json));
    assert_string_equal(
        bytes, "{\"a\\n\":\t[1,\"\\\"\\u007f\\u009b\\u202e\xC3\xA9\\udb40\\udc41\\ufffd\"]}");
}

static void outside_text_becomes_visible_whatever_it_holds(void **state)
{
    (void)state;
    static const struct {
        const char *text, *visible;
    } cases[] = {
        {"ann \u00e9\u65e5\U0001F40D", "ann \u00e9\u65e5\U0001F40D"},
        {"\x1b[2J", "\\u001b[2J"},
        {"a\tb\r\nc", "a\\tb\\u000d\\nc"},
        {"\x7f\xc2\x9b", "\\u007f\\u009b"},
        {"\u202eann\u2066", "\\u202eann\\u2066"},
        {"\u200b\ufeff\u00ad", "\\u200b\\ufeff\\u00ad"},
        {"\U000E0041", "\\U000e0041"},
        {"\x9b\xff\xed\xa0\x80", "\\x9b\\xff\\xed\\xa0\\x80"},
        {"\xef\xbf\xbe", "\\ufffe"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char bytes[64];
        struct text t = TEXT_IN(bytes);
        text_visible(&t, cases[i].text, strlen(cases[i].text));
        assert_string_equal(bytes, cases[i].visible);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fixed_text_keeps_what_fits_and_says_that_it_was_cut),
        cmocka_unit_test(a_format_longer_than_a_fixed_text_is_cut_at_its_end),
        cmocka_unit_test(a_growing_text_keeps_everything),
        cmocka_unit_test(numbers_are_printed_to_the_ends_of_their_range),
        cmocka_unit_test(a_json_string_is_escaped_and_always_valid),
        cmocka_unit_test(a_json_string_has_nothing_in_it_that_moves_a_cursor),
        cmocka_unit_test(json_that_is_copied_has_neither_and_means_the_same),
        cmocka_unit_test(outside_text_becomes_visible_whatever_it_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
