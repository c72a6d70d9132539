// Tables: columns that stand under each other, whatever the letters, and HTML that cannot break.
#include "report/text_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_printed(struct text_table *table, int width, const char *expected)
{
    struct text out = text_growing();
    text_table_print(table, width, &out);
    assert_string_equal(out.bytes, expected);
    text_destroy(&out);
    text_table_destroy(table);
}

static struct text_table two_players(const char *name)
{
    struct text_table table = text_table_empty("rnr");
    text_table_text(&table, "#");
    text_table_text(&table, "player");
    text_table_text(&table, "points");
    text_table_cell(&table, "%d", 1);
    text_table_text(&table, name);
    text_table_cell(&table, "%.1f", 12.5);
    text_table_cell(&table, "%d", 10);
    text_table_text(&table, "bob");
    text_table_text(&table, "");
    return table;
}

static void columns_are_as_wide_as_their_widest_cell(void **state)
{
    (void)state;
    struct text_table table = two_players("annabella");
    assert_true(text_table_has_rows(&table));
    assert_printed(&table, 80,
        " #  player     points\n"
        " 1  annabella    12.5\n"
        "10  bob\n");
}

static void letters_of_any_script_stand_in_their_columns(void **state)
{
    (void)state;
    struct text_table table = two_players("\u65e5\u672c");
    assert_printed(&table, 80,
        " #  player  points\n"
        " 1  \u65e5\u672c      12.5\n"
        "10  bob\n");
}

static void a_table_that_is_too_wide_shortens_its_names(void **state)
{
    (void)state;
    struct text_table table = two_players("annabellafrancesca");
    assert_printed(&table, 22,
        " #  player      points\n"
        " 1  annabella~    12.5\n"
        "10  bob\n");
    table = two_players("\u65e5\u672c\u65e5\u672c\u65e5\u672c");
    assert_printed(&table, 21,
        " #  player     points\n"
        " 1  \u65e5\u672c\u65e5\u672c~    12.5\n"
        "10  bob\n");
}

static void what_would_move_the_cursor_is_not_printed(void **state)
{
    (void)state;
    struct text_table table = two_players("\x1b[2J\xc2\x9bx\xff");
    assert_printed(&table, 80,
        " #  player                points\n"
        " 1  \\u001b[2J\\u009bx\\xff    12.5\n"
        "10  bob\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_as_wide_as_their_widest_cell),
        cmocka_unit_test(letters_of_any_script_stand_in_their_columns),
        cmocka_unit_test(a_table_that_is_too_wide_shortens_its_names),
        cmocka_unit_test(what_would_move_the_cursor_is_not_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
