// The entry of a log that says how games are played from there on.
#include "archive/start_entry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct start_entry two = {.row = 41,
    .machine = "Linux 6.1.0 x86_64",
    .cores = 2,
    .agon = "0.1.0",
    .libraries = "libuv 1.44.2, SQLite 3.40.1",
    .sandboxes = {{"closed", "limits,seccomp"}, {"none", ""}},
    .sandbox_count = 2};

static const char two_words[] =
    "row 41: closed: limits, seccomp; none; Linux 6.1.0 x86_64, 2 cores, agon 0.1.0\n"
    "machine Linux 6.1.0 x86_64\n"
    "cores 2\n"
    "agon 0.1.0\n"
    "libraries libuv 1.44.2, SQLite 3.40.1\n"
    "sandbox closed limits,seccomp\n"
    "sandbox none";

static void an_entry_has_a_line_for_people_and_lines_for_programs(void **state)
{
    (void)state;
    struct text words = text_growing();
    start_entry_print(&words, &two);
    assert_string_equal(words.bytes, two_words);
    text_destroy(&words);
}

static void what_was_written_is_read(void **state)
{
    (void)state;
    struct start_entry read;
    assert_true(start_entry_read(&read, two_words));
    assert_int_equal(read.row, 41);
    assert_true(start_entry_equal(&read, &two));
}

static void an_entry_without_bots_has_no_sandbox(void **state)
{
    (void)state;
    struct start_entry start = two, read;
    struct text words = text_growing();
    start.sandbox_count = 0;
    start.cores = 1;
    start_entry_print(&words, &start);
    assert_int_equal(strncmp(words.bytes,
                         "row 41: no bot was started here; Linux 6.1.0 x86_64, 1 core, agon ", 66),
        0);
    assert_true(start_entry_read(&read, words.bytes));
    assert_true(start_entry_equal(&read, &start));
    text_destroy(&words);
}

static void an_entry_of_a_fleet_says_that_workers_play(void **state)
{
    (void)state;
    static const char begin[] =
        "row 41: workers of a fleet play; handed out on Linux 6.1.0 x86_64, 2 cores, agon 0.1.0\n";
    struct start_entry start = two, read;
    struct text words = text_growing();
    start.sandbox_count = 0;
    start.fleet = true;
    start_entry_print(&words, &start);
    assert_int_equal(strncmp(words.bytes, begin, strlen(begin)), 0);
    assert_true(start_entry_read(&read, words.bytes));
    assert_true(start_entry_equal(&read, &start));
    start.fleet = false;
    assert_false(start_entry_equal(&read, &start));
    text_destroy(&words);
}

static void two_entries_differ_by_anything_but_their_row(void **state)
{
    (void)state;
    struct start_entry other = two;
    other.row = 1;
    assert_true(start_entry_equal(&two, &other));
    strcpy(other.machine, "Linux 6.2.0 x86_64");
    assert_false(start_entry_equal(&two, &other));
    other = two;
    other.cores = 3;
    assert_false(start_entry_equal(&two, &other));
    other = two;
    strcpy(other.sandboxes[0].layers, "limits");
    assert_false(start_entry_equal(&two, &other));
    other = two;
    other.sandbox_count = 1;
    assert_false(start_entry_equal(&two, &other));
    other = two;
    strcpy(other.libraries, "libuv 1.44.3");
    assert_false(start_entry_equal(&two, &other));
}

static const char four_sandboxes[] = "row 1:\nmachine m\ncores 2\nagon 1\nlibraries l\n"
                                     "sandbox a\nsandbox b\nsandbox c\nsandbox d";

// Every beginning of an entry, and entries with a line that is wrong.
static void other_words_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", "row 41", "row x: a\nmachine a\n", "row 0: a",
        "row 1: a\nmachine m\ncores 0\nagon 1\nlibraries l",
        "row 1: a\nmachine m\ncores 2\nagon 1\nlibraries l\nsandbox ",
        "row 1: a\nmachine m\ncores 2\nagon 1\nlibraries l\nsandbox averyverylongmanner limits",
        four_sandboxes, "row 1: a\nmachine m\ncores 2\nagon 1\nlibraries l\nsomething else"};
    struct start_entry read;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(start_entry_read(&read, wrong[i]));
    size_t whole = (size_t)(strstr(two_words, "\nlibraries ") - two_words) + strlen("\nlibraries ");
    for (size_t length = 0; length < whole; length++) {
        char part[sizeof two_words];
        memcpy(part, two_words, length);
        part[length] = '\0';
        assert_false(start_entry_read(&read, part));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_has_a_line_for_people_and_lines_for_programs),
        cmocka_unit_test(what_was_written_is_read),
        cmocka_unit_test(an_entry_without_bots_has_no_sandbox),
        cmocka_unit_test(an_entry_of_a_fleet_says_that_workers_play),
        cmocka_unit_test(two_entries_differ_by_anything_but_their_row),
        cmocka_unit_test(other_words_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
