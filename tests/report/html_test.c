// Text in HTML: nothing that a bot calls itself can become a tag.
#include "base/html.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_escaped(const char *text, const char *expected)
{
    struct text out = text_growing();
    html_escape(&out, text);
    assert_string_equal(out.bytes, expected);
    text_destroy(&out);
}

static void what_means_something_in_html_becomes_an_entity(void **state)
{
    (void)state;
    assert_escaped("<b>\"x\" & 'y'</b>", "&lt;b&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/b&gt;");
    assert_escaped("&lt;", "&amp;lt;");
    assert_escaped("", "");
}

static void letters_of_any_script_stay_as_they_are(void **state)
{
    (void)state;
    assert_escaped("\u00e9 \u65e5\u672c \U0001F40D", "\u00e9 \u65e5\u672c \U0001F40D");
}

static void what_is_not_shown_becomes_a_replacement_character(void **state)
{
    (void)state;
    assert_escaped("\x1b[2J", "\uFFFD[2J");
    assert_escaped("\xff\xc3", "\uFFFD\uFFFD");
    assert_escaped("a\u202eb", "a\uFFFDb"); // turns the direction of the text
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_means_something_in_html_becomes_an_entity),
        cmocka_unit_test(letters_of_any_script_stay_as_they_are),
        cmocka_unit_test(what_is_not_shown_becomes_a_replacement_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
