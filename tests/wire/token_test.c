// The message with a token (G10): what is one, in whatever pieces it comes, and what is not.
#include "wire/token.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// What comes of these bytes as the beginning of a stream. `rest` is how many messages follow.
static enum token_step take(const char *bytes, char token[TOKEN_BYTES], struct error *e, int *rest)
{
    struct framer f;
    struct message m;
    framer_init(&f, false);
    framer_feed(&f, bytes, strlen(bytes));
    enum token_step step = token_take(&f, token, e);
    for (*rest = 0; framer_next(&f, &m); (*rest)++)
        continue;
    framer_destroy(&f);
    return step;
}

static void a_token_is_taken_and_what_follows_stays_G10(void **state)
{
    (void)state;
    static const char *const texts[] = {"{\"token\":\"abc234\"}[\"join\",\"ann\"]",
        "\xef\xbb\xbf {\"token\" : \"abc234\"}\r\n\"ann\"\r\n",
        "{\"more\":[1,{\"token\":\"no\"}],\"token\":\"abc234\"}\n{\"name\":\"ann\"}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char token[TOKEN_BYTES];
        struct error e;
        int rest;
        assert_int_equal(take(texts[i], token, &e, &rest), TOKEN_TAKEN);
        assert_string_equal(token, "abc234");
        assert_int_equal(rest, 1);
    }
}

static void a_token_may_come_byte_by_byte(void **state)
{
    (void)state;
    struct text message = text_growing();
    token_write(&message, "abcdefghijklmnopqrstuvwxyz");
    struct framer f;
    framer_init(&f, false);
    char token[TOKEN_BYTES];
    struct error e;
    for (size_t i = 0; i + 2 < message.length; i++) {
        framer_feed(&f, message.bytes + i, 1);
        assert_int_equal(token_take(&f, token, &e), TOKEN_AWAITED);
    }
    framer_feed(&f, "}\n", 2);
    assert_int_equal(token_take(&f, token, &e), TOKEN_TAKEN);
    assert_string_equal(token, "abcdefghijklmnopqrstuvwxyz");
    framer_destroy(&f);
    text_destroy(&message);
}

static void what_is_no_token_is_refused_and_not_repeated(void **state)
{
    (void)state;
    static const char *const texts[] = {"[\"join\",\"secret\"]", "\"secret\"", "GET / HTTP/1.1\r\n",
        "{}", "{\"Token\":\"secret\"}", "{\"token\":7}", "{\"token\":null}", "{\"token\":\"\"}",
        "{\"token\":\"Secret\"}", "{\"token\":\"secret\\n\"}", "{\"token\":\"s\\u0065cret\"}",
        "{\"token\":\"secret\",\"token\":\"secret\"}", "{\"token\":\"secret\\u0000\"}",
        "{\"token\":[\"secret\"]}", "{\"token\":'secret'}", "{\"token\":\"secr\xc3\xa9t\"}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char token[TOKEN_BYTES];
        struct error e = {0};
        int rest;
        enum token_step step = take(texts[i], token, &e, &rest);
        if (strstr(texts[i], "s\\u0065cret")) { // an escape that means a letter
            assert_int_equal(step, TOKEN_TAKEN);
            continue;
        }
        assert_int_equal(step, TOKEN_WRONG);
        assert_non_null(strstr(e.words, "(G10)"));
        assert_null(strstr(e.words, "ecret"));
    }
}

static void a_giant_token_is_refused_before_it_is_complete(void **state)
{
    (void)state;
    char bytes[4096], token[TOKEN_BYTES];
    struct error e;
    int rest;
    memset(bytes, 'a', sizeof bytes);
    bytes[sizeof bytes - 1] = '\0';
    memcpy(bytes, "{\"token\":\"", 10);
    assert_int_equal(take(bytes, token, &e, &rest), TOKEN_WRONG);
    assert_non_null(strstr(e.words, "too long"));
    memcpy(bytes + sizeof bytes - 3, "\"}", 3);
    assert_int_equal(take(bytes, token, &e, &rest), TOKEN_WRONG);
    // 64 letters are a token, 65 are not.
    char message[128];
    snprintf(message, sizeof message, "{\"token\":\"%.64s\"}", bytes + 10);
    assert_int_equal(take(message, token, &e, &rest), TOKEN_TAKEN);
    assert_int_equal(strlen(token), TOKEN_LETTERS_MOST);
    snprintf(message, sizeof message, "{\"token\":\"%.65s\"}", bytes + 10);
    assert_int_equal(take(message, token, &e, &rest), TOKEN_WRONG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token_is_taken_and_what_follows_stays_G10),
        cmocka_unit_test(a_token_may_come_byte_by_byte),
        cmocka_unit_test(what_is_no_token_is_refused_and_not_repeated),
        cmocka_unit_test(a_giant_token_is_refused_before_it_is_complete),
    };
    return cmocka_run_group_tests_name("wire: token", tests, NULL, NULL);
}
