// The framer: where a message starts and ends (G1), and what is too much (G2).
#include "wire/framer.h"

#include "base/random.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Feeds `stream` in pieces of `piece` bytes and lists the messages, one a line; a broken one is
// shown as !OFFSET instead.
static void cut(const char *stream, size_t length, size_t piece, bool scalars, struct text *out)
{
    struct framer f;
    framer_init(&f, scalars);
    text_clear(out);
    for (size_t at = 0; at < length; at += piece) {
        size_t left = length - at;
        bool ok = framer_feed(&f, stream + at, left < piece ? left : piece);
        struct message m;
        while (framer_next(&f, &m)) {
            if (m.broken)
                text_format(out, "!%zu\n", m.bad_at);
            else {
                text_bytes(out, m.bytes, m.length);
                text_char(out, '\n');
            }
        }
        if (!ok) {
            text_format(out, "flood %d\n", f.flood);
            break;
        }
    }
    framer_destroy(&f);
}

static void assert_cut(const char *stream, size_t length, bool scalars, const char *expected)
{
    struct text out = text_growing();
    for (size_t piece = 1; piece <= length; piece++) {
        cut(stream, length, piece, scalars, &out);
        assert_string_equal(out.bytes, expected);
    }
    text_destroy(&out);
}

struct cut_case {
    const char *stream, *expected;
};

static void values_are_cut_out_of_the_stream_however_it_is_chopped_G1(void **state)
{
    (void)state;
    static const struct cut_case cases[] = {
        {"", ""},
        {" \r\n\t ", ""},
        {"\"OK\"", "\"OK\"\n"},
        {"\"OK\"\n\"OK\"\r\n", "\"OK\"\n\"OK\"\n"},
        {"[1][2]{\"a\":3}\"x\"[]", "[1]\n[2]\n{\"a\":3}\n\"x\"\n[]\n"},
        {"{\"a\":\n  [1,\r\n 2]\n}\n", "{\"a\":\n  [1,\r\n 2]\n}\n"},
        {"[\"]\",\"}\\\"]\"]", "[\"]\",\"}\\\"]\"]\n"},
        {"\"\\\\\"\"b\"", "\"\\\\\"\n\"b\"\n"},
        {"\xEF\xBB\xBF[1]", "[1]\n"},
        {"\xEF\xBB\xBF", ""},
        {"[1", ""},
        {"\"abc", ""},
        {"{}{}{}", "{}\n{}\n{}\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_cut(cases[i].stream, strlen(cases[i].stream), false, cases[i].expected);
        assert_cut(cases[i].stream, strlen(cases[i].stream), true, cases[i].expected);
    }
}

static void what_cannot_become_a_value_is_one_broken_message_and_costs_its_line(void **state)
{
    (void)state;
    static const struct cut_case cases[] = {
        {"thinking about move 5 now, depth 3\n[1]", "!0\n[1]\n"},
        {"5\n[1]", "!0\n[1]\n"},
        {"[1] and [2]\n[3]", "[1]\n!0\n[3]\n"},
        {"{\"placed\":[1,2}\n[1]", "!14\n[1]\n"},
        {"]\n[1]", "!0\n[1]\n"},
        {"[}]\n[1]", "!1\n[1]\n"},
        {"\"OK\n\"OK\"", "!3\n\"OK\"\n"},
        {"[\"a\tb\"] [2]\n[3]", "!3\n[3]\n"},
        {"[\"a\\\nb\"]\n[3]", "!4\n!0\n[3]\n"},
        {"[1],[2]\n[3]", "[1]\n!0\n[3]\n"},
        {"[1]\xEF\xBB\xBF[2]\n[3]", "[1]\n!0\n[3]\n"},
        {"\xEF\xBB[1]\n[2]", "!0\n[2]\n"},
        {"'a'", "!0\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_cut(cases[i].stream, strlen(cases[i].stream), false, cases[i].expected);
    assert_cut("\0[1]", 4, false, "!0\n");
}

static void bare_words_end_at_a_delimiter_where_they_are_allowed(void **state)
{
    (void)state;
    static const struct cut_case cases[] = {
        {"0.2\n{}", "0.2\n{}\n"},
        {"1 2\n", "1\n2\n"},
        {"1[2]true\"x\"null ", "1\n[2]\ntrue\n\"x\"\nnull\n"},
        {"12", ""},
        {"1,2\n[3]", "1\n!0\n[3]\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_cut(cases[i].stream, strlen(cases[i].stream), true, cases[i].expected);
}

static void a_message_of_65536_bytes_is_read_and_one_more_is_a_flood_G2(void **state)
{
    (void)state;
    char *bytes = malloc(FRAMER_MESSAGE_BYTES + 1);
    memset(bytes, 'a', FRAMER_MESSAGE_BYTES + 1);
    static const size_t pieces[] = {1, 7, 4096, FRAMER_MESSAGE_BYTES + 1};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        for (size_t extra = 0; extra <= 1; extra++) {
            size_t length = FRAMER_MESSAGE_BYTES + extra;
            struct framer f;
            struct message m;
            framer_init(&f, false);
            bytes[0] = bytes[length - 1] = '"';
            bool ok = true;
            for (size_t at = 0; at < length && ok; at += pieces[i])
                ok = framer_feed(&f, bytes + at, pieces[i] < length - at ? pieces[i] : length - at);
            assert_int_equal(ok, extra == 0);
            assert_int_equal(f.flood, extra == 0 ? FRAMER_NO_FLOOD : FRAMER_TOO_LONG);
            assert_int_equal(framer_next(&f, &m), extra == 0);
            bytes[length - 1] = 'a';
            framer_destroy(&f);
        }
    }
    free(bytes);
}

static void thirty_two_levels_are_read_and_one_more_is_a_flood_G2(void **state)
{
    (void)state;
    char bytes[2 * FRAMER_LEVELS + 1];
    memset(bytes, '[', FRAMER_LEVELS);
    memset(bytes + FRAMER_LEVELS, ']', FRAMER_LEVELS);
    struct framer f;
    struct message m;
    framer_init(&f, false);
    assert_true(framer_feed(&f, bytes, sizeof bytes - 1));
    assert_true(framer_next(&f, &m));
    assert_int_equal(m.length, 2 * FRAMER_LEVELS);
    assert_false(framer_feed(&f, "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 33));
    assert_int_equal(f.flood, FRAMER_TOO_DEEP);
    assert_false(framer_feed(&f, "\"OK\"", 4));
    framer_destroy(&f);
}

static void sixteen_messages_may_wait_and_one_more_is_a_flood_G2(void **state)
{
    (void)state;
    struct framer f;
    struct message m;
    framer_init(&f, false);
    for (int i = 0; i < FRAMER_QUEUE; i++)
        assert_true(framer_feed(&f, "[]", 2));
    assert_true(framer_next(&f, &m));
    assert_true(framer_feed(&f, "[]", 2));
    assert_false(framer_feed(&f, "[]", 2));
    assert_int_equal(f.flood, FRAMER_TOO_MANY);
    framer_destroy(&f);
}

static void a_line_of_debug_output_is_one_message_and_no_flood(void **state)
{
    (void)state;
    struct framer f;
    struct message m;
    framer_init(&f, false);
    for (int i = 0; i < 1000; i++)
        assert_true(framer_feed(&f, "thinking ", 9));
    assert_true(framer_feed(&f, "\n[1]", 4));
    assert_true(framer_next(&f, &m));
    assert_true(m.broken);
    assert_int_equal(m.length, FRAMER_LINE_BYTES);
    assert_memory_equal(m.bytes, "thinking thinking ", 18);
    assert_true(framer_next(&f, &m));
    assert_false(m.broken);
    framer_destroy(&f);
}

static void an_empty_framer_holds_no_big_buffer(void **state)
{
    (void)state;
    struct framer f;
    struct message m;
    char big[5000];
    memset(big, ' ', sizeof big);
    framer_init(&f, false);
    assert_true(framer_feed(&f, big, sizeof big));
    assert_int_equal(f.capacity, 0);
    big[0] = '[';
    big[sizeof big - 1] = ']';
    assert_true(framer_feed(&f, big, sizeof big));
    assert_true(framer_next(&f, &m));
    assert_true(framer_feed(&f, "\n", 1));
    assert_int_equal(f.capacity, 0);
    framer_destroy(&f);
}

static void what_is_complete_when_a_request_is_sent_is_early_G4(void **state)
{
    (void)state;
    struct framer f;
    struct message m;
    framer_init(&f, false);
    framer_feed(&f, "[1][2", 5);
    framer_mark(&f);
    framer_feed(&f, "]", 1);
    assert_true(framer_next(&f, &m));
    assert_true(m.early);
    assert_true(framer_next(&f, &m));
    assert_false(m.early);
    framer_destroy(&f);
}

static void the_rest_is_what_has_come_of_the_next_message(void **state)
{
    (void)state;
    struct framer f;
    struct message m;
    framer_init(&f, false);
    assert_false(framer_rest(&f, &m));
    framer_feed(&f, "[1] {\"placed\":[1", 16);
    assert_true(framer_rest(&f, &m));
    assert_int_equal(m.length, 12);
    assert_memory_equal(m.bytes, "{\"placed\":[1", 12);
    framer_destroy(&f);
}

// Random streams of the bytes that matter to a framer, cut at random.
static void any_chopping_of_any_stream_gives_the_same_messages(void **state)
{
    (void)state;
    static const char alphabet[] = "[]{}\"\\a1,: \n\r\t\xEF\xBB\xBF\x01";
    struct random random = random_seeded(11);
    struct text whole = text_growing(), pieces = text_growing();
    for (int i = 0; i < 20000; i++) {
        char stream[48];
        size_t length = random_below(&random, sizeof stream) + 1;
        for (size_t k = 0; k < length; k++)
            stream[k] = alphabet[random_below(&random, sizeof alphabet - 1)];
        bool scalars = random_below(&random, 2);
        cut(stream, length, length, scalars, &whole);
        if (strstr(whole.bytes, "flood"))
            continue; // the messages are taken after each piece, so that fewer of them wait
        cut(stream, length, 1 + random_below(&random, 5), scalars, &pieces);
        assert_string_equal(whole.bytes, pieces.bytes);
    }
    text_destroy(&whole);
    text_destroy(&pieces);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_cut_out_of_the_stream_however_it_is_chopped_G1),
        cmocka_unit_test(what_cannot_become_a_value_is_one_broken_message_and_costs_its_line),
        cmocka_unit_test(bare_words_end_at_a_delimiter_where_they_are_allowed),
        cmocka_unit_test(a_message_of_65536_bytes_is_read_and_one_more_is_a_flood_G2),
        cmocka_unit_test(thirty_two_levels_are_read_and_one_more_is_a_flood_G2),
        cmocka_unit_test(sixteen_messages_may_wait_and_one_more_is_a_flood_G2),
        cmocka_unit_test(a_line_of_debug_output_is_one_message_and_no_flood),
        cmocka_unit_test(an_empty_framer_holds_no_big_buffer),
        cmocka_unit_test(what_is_complete_when_a_request_is_sent_is_early_G4),
        cmocka_unit_test(the_rest_is_what_has_come_of_the_next_message),
        cmocka_unit_test(any_chopping_of_any_stream_gives_the_same_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
