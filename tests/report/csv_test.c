// Cells of CSV: read back as they were, and never computed by a spreadsheet.
#include "report/csv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool is_one(const char *text)
{
    return strcmp(text, "@1") == 0;
}

static void assert_cell(const char *text, const char *expected)
{
    struct text out = text_growing();
    csv_text(&out, text, is_one);
    assert_string_equal(out.bytes, expected);
    text_destroy(&out);
}

static void plain_text_stays_as_it_is(void **state)
{
    (void)state;
    assert_cell("ann", "ann");
    assert_cell("", "");
    assert_cell("a b=c", "a b=c");
    assert_cell("\u65e5\u672c", "\u65e5\u672c");
}

static void commas_quotes_and_line_ends_stand_in_quotes(void **state)
{
    (void)state;
    assert_cell("a,b", "\"a,b\"");
    assert_cell("say \"x\"", "\"say \"\"x\"\"\"");
    assert_cell("a\nb", "\"a\nb\"");
}

static void what_a_spreadsheet_would_compute_gets_an_apostrophe(void **state)
{
    (void)state;
    assert_cell("=1+1", "'=1+1");
    assert_cell("+cmd|x", "'+cmd|x");
    assert_cell("-2", "'-2");
    assert_cell("\tx", "'\tx");
    assert_cell("=A1,2", "\"'=A1,2\"");
}

static void a_text_with_an_at_sign_is_guarded_unless_it_is_harmless(void **state)
{
    (void)state;
    assert_cell("@1", "@1");
    assert_cell("@SUM(A1)", "'@SUM(A1)");
    struct text out = text_growing();
    csv_text(&out, "@1", NULL);
    assert_string_equal(out.bytes, "'@1");
    text_destroy(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_stays_as_it_is),
        cmocka_unit_test(commas_quotes_and_line_ends_stand_in_quotes),
        cmocka_unit_test(what_a_spreadsheet_would_compute_gets_an_apostrophe),
        cmocka_unit_test(a_text_with_an_at_sign_is_guarded_unless_it_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
