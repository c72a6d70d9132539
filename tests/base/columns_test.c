// Texts in the columns of a terminal.
#include "base/columns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void letters_of_any_script_take_their_columns(void **state)
{
    (void)state;
    assert_int_equal(columns_count("ann"), 3);
    assert_int_equal(columns_count("\u0141\u00f3d\u017a"), 4);
    assert_int_equal(columns_count("\u65e5\u672c"), 4);
    assert_int_equal(columns_count("e\u0301"), 1);
    assert_int_equal(columns_count("\U0001F40D"), 2);
    assert_int_equal(columns_count("\U0001F680"), 2);
    assert_int_equal(columns_count("\xff\xc3"), 8);     // "\xff\xc3"
    assert_int_equal(columns_count("\u1112\u1161"), 2); // two parts of one syllable
}

static void no_letter_is_cut_in_two(void **state)
{
    (void)state;
    char bytes[32];
    struct text out = TEXT_IN(bytes);
    assert_int_equal(columns_clip(&out, "a\u65e5\u672c", 4), 3);
    assert_string_equal(bytes, "a\u65e5");
    text_clear(&out);
    assert_int_equal(columns_clip(&out, "e\u0301x", 1), 1);
    assert_string_equal(bytes, "e\u0301");
    text_clear(&out);
    assert_int_equal(columns_clip(&out, "a", 0), 0);
    assert_string_equal(bytes, "");
}

static void a_name_fills_its_place_and_says_when_it_was_longer(void **state)
{
    (void)state;
    static const struct {
        const char *name, *shown;
    } cases[] = {{"ann", "ann  "}, {"annie", "annie"}, {"annika", "anni~"},
        {"\u65e5\u672c\u65e5", "\u65e5\u672c~"}, {"a\u65e5\u672c\u65e5", "a\u65e5~ "}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char bytes[32];
        struct text out = TEXT_IN(bytes);
        columns_pad(&out, cases[i].name, 5);
        assert_string_equal(bytes, cases[i].shown);
    }
}

static void what_would_move_the_cursor_counts_as_its_escape(void **state)
{
    (void)state;
    char bytes[32];
    struct text out = TEXT_IN(bytes);
    assert_int_equal(columns_count("\x1b[2J"), 9);
    assert_int_equal(columns_clip(&out, "a\x1b", 6), 1); // no half of an escape
    assert_string_equal(bytes, "a");
    assert_int_equal(columns_clip(&out, "\x1b", 6), 6);
    assert_string_equal(bytes, "a\\u001b");
}

static void a_long_line_is_broken_at_blanks(void **state)
{
    (void)state;
    static const struct {
        const char *string;
        int indent, columns;
        const char *shown;
    } cases[] = {{"", 4, 10, ""}, {"one", 0, 2, "one"}, {"one two", 0, 7, "one two"},
        {"one two", 0, 6, "one\ntwo"}, {" one  two three ", 2, 9, "one two\n  three"},
        {"a unbreakable b", 1, 5, "a\n unbreakable\n b"},
        {"\u65e5\u672c \u65e5", 0, 7, "\u65e5\u672c \u65e5"},
        {"\u65e5\u672c \u65e5", 0, 6, "\u65e5\u672c\n\u65e5"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char bytes[64];
        struct text out = TEXT_IN(bytes);
        columns_wrap(&out, cases[i].string, cases[i].indent, cases[i].columns);
        assert_string_equal(bytes, cases[i].shown);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_of_any_script_take_their_columns),
        cmocka_unit_test(no_letter_is_cut_in_two),
        cmocka_unit_test(a_name_fills_its_place_and_says_when_it_was_longer),
        cmocka_unit_test(what_would_move_the_cursor_counts_as_its_escape),
        cmocka_unit_test(a_long_line_is_broken_at_blanks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
