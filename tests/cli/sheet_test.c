// Tables: columns that stand under each other, whatever the letters, and HTML that cannot break.
#include "cli/sheet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_printed(struct sheet *s, int width, const char *expected)
{
    struct text out = text_growing();
    sheet_print(s, width, &out);
    assert_string_equal(out.bytes, expected);
    text_destroy(&out);
    sheet_destroy(s);
}

static struct sheet two_players(const char *name)
{
    struct sheet s = sheet_empty("rnr");
    sheet_text(&s, "#");
    sheet_text(&s, "player");
    sheet_text(&s, "points");
    sheet_cell(&s, "%d", 1);
    sheet_text(&s, name);
    sheet_cell(&s, "%.1f", 12.5);
    sheet_cell(&s, "%d", 10);
    sheet_text(&s, "bob");
    sheet_text(&s, "");
    return s;
}

static void columns_are_as_wide_as_their_widest_cell(void **state)
{
    (void)state;
    struct sheet s = two_players("annabella");
    assert_true(sheet_has_rows(&s));
    assert_printed(&s, 80,
        " #  player     points\n"
        " 1  annabella    12.5\n"
        "10  bob\n");
}

static void letters_of_any_script_stand_in_their_columns(void **state)
{
    (void)state;
    struct sheet s = two_players("\u65e5\u672c");
    assert_printed(&s, 80,
        " #  player  points\n"
        " 1  \u65e5\u672c      12.5\n"
        "10  bob\n");
}

static void a_table_that_is_too_wide_shortens_its_names(void **state)
{
    (void)state;
    struct sheet s = two_players("annabellafrancesca");
    assert_printed(&s, 22,
        " #  player      points\n"
        " 1  annabella~    12.5\n"
        "10  bob\n");
    s = two_players("\u65e5\u672c\u65e5\u672c\u65e5\u672c");
    assert_printed(&s, 21,
        " #  player     points\n"
        " 1  \u65e5\u672c\u65e5\u672c~    12.5\n"
        "10  bob\n");
}

static void what_would_move_the_cursor_is_not_printed(void **state)
{
    (void)state;
    struct sheet s = two_players("\x1b[2J\xc2\x9bx\xff");
    assert_printed(&s, 80,
        " #  player                points\n"
        " 1  \\u001b[2J\\u009bx\\xff    12.5\n"
        "10  bob\n");
}

static void nothing_in_a_cell_becomes_html(void **state)
{
    (void)state;
    struct text out = text_growing();
    text_html(&out, "<b>\"x\" & 'y'</b>\x1b\xff\u00e9");
    assert_string_equal(
        out.bytes, "&lt;b&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/b&gt;\uFFFD\uFFFD\u00e9");
    text_clear(&out);
    struct sheet s = sheet_empty("nr");
    sheet_text(&s, "<th>");
    sheet_text(&s, "n");
    sheet_text(&s, "a&b");
    sheet_text(&s, "1");
    sheet_html(&s, &out);
    assert_string_equal(out.bytes,
        "<div class=\"wide\"><table>\n"
        "<thead><tr><th class=\"n\">&lt;th&gt;</th><th class=\"r\">n</th></tr>\n</thead>\n"
        "<tbody>\n<tr><td class=\"n\">a&amp;b</td><td class=\"r\">1</td></tr>\n"
        "</tbody></table></div>\n");
    sheet_destroy(&s);
    text_clear(&out);
    s = sheet_empty("ls");
    sheet_text(&s, "a<");
    sheet_text(&s, ">b");
    sheet_list(&s, &out);
    assert_string_equal(out.bytes, "<dl>\n<dt>a&lt;</dt><dd>&gt;b</dd>\n</dl>\n");
    sheet_destroy(&s);
    text_destroy(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_as_wide_as_their_widest_cell),
        cmocka_unit_test(letters_of_any_script_stand_in_their_columns),
        cmocka_unit_test(a_table_that_is_too_wide_shortens_its_names),
        cmocka_unit_test(what_would_move_the_cursor_is_not_printed),
        cmocka_unit_test(nothing_in_a_cell_becomes_html),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
