// What is read from a record of what the bots said.
#include "referee/recorded_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct recorded_words words;

static void read_record(const char *record)
{
    recorded_words_read(&words, record, strlen(record));
}

static int forget(void **state)
{
    (void)state;
    recorded_words_destroy(&words);
    return 0;
}

static void the_last_message_of_each_seat_is_kept(void **state)
{
    (void)state;
    read_record("{\"type\":\"from\",\"seat\":0,\"at_us\":1,\"message\":{\"a\":[1, 2]}}\n"
                "{\"type\":\"from\",\"seat\":1,\"at_us\":2,\"message\":\"OK\"}\n"
                "{\"type\":\"from\",\"seat\":0,\"at_us\":3,\"text\":\"no \\\"JSON\\\"\"}\n"
                "{\"type\":\"to\",\"seat\":1,\"at_us\":4,\"message\":7}\n");
    assert_string_equal(words.last_message[0].bytes, "no \"JSON\"");
    assert_string_equal(words.last_message[1].bytes, "\"OK\"");
    assert_string_equal(words.stderr_text[0].bytes, "");
}

static void stderr_is_decoded_and_says_what_is_missing(void **state)
{
    (void)state;
    read_record(
        "{\"type\":\"stderr\",\"seat\":0,\"text\":\"Traceback\\nboom\\n\"}\n"
        "{\"type\":\"stderr\",\"seat\":1,\"text\":\"a\",\"dropped_bytes\":90,\"tail\":\"z\"}\n");
    assert_string_equal(words.stderr_text[0].bytes, "Traceback\nboom\n");
    assert_string_equal(words.stderr_text[1].bytes, "a\n(90 bytes are left out)\nz");
}

static void what_cannot_be_read_is_left_out(void **state)
{
    (void)state;
    read_record(
        "\n{}\n[1]\nnonsense\n{\"type\":\"stderr\",\"seat\":2,\"text\":\"x\"}\n"
        "{\"type\":\"stderr\",\"seat\":0,\"text\":7}\n{\"type\":\"from\",\"seat\":1,\"message\"");
    for (int seat = 0; seat < SEATS; seat++) {
        assert_string_equal(words.last_message[seat].bytes, "");
        assert_string_equal(words.stderr_text[seat].bytes, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_last_message_of_each_seat_is_kept, forget),
        cmocka_unit_test_teardown(stderr_is_decoded_and_says_what_is_missing, forget),
        cmocka_unit_test_teardown(what_cannot_be_read_is_left_out, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
