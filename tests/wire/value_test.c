// What is JSON and what is not (G3), against jansson as the judge, and reading values in place.
#include "wire/value.h"

#include "base/random.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

static bool check(const char *bytes, size_t length, struct value *v, struct fault *fault)
{
    struct message m = {.bytes = bytes, .length = length};
    return value_check(&m, v, fault);
}

static struct value parse(const char *string)
{
    struct value v;
    struct fault fault;
    if (!check(string, strlen(string), &v, &fault))
        fail_msg("%s at %zu: expected %s", string, fault.at, fault.expected);
    return v;
}

struct bad_case {
    const char *text;
    size_t at;
};

static void what_is_not_strict_json_is_refused_at_its_byte_G3(void **state)
{
    (void)state;
    static const struct bad_case cases[] = {
        {"{'placed':[1,2]}", 1},
        {"{\"a\":1,}", 7},
        {"[1,]", 3},
        {"[,1]", 1},
        {"{\"a\" 1}", 5},
        {"{\"a\":1 \"b\":2}", 7},
        {"{a:1}", 1},
        {"[1 2]", 3},
        {"[01]", 2},
        {"[1.]", 3},
        {"[.5]", 1},
        {"[+1]", 1},
        {"[-]", 2},
        {"[1e]", 3},
        {"[NaN]", 1},
        {"[Infinity]", 1},
        {"[-Infinity]", 2},
        {"[nul]", 1},
        {"[TRUE]", 1},
        {"[1 // no\n]", 3},
        {"[/* no */1]", 1},
        {"{\"a\":1,\"b\":2,\"a\":3}", 13},
        {"[\"\\x41\"]", 3},
        {"[\"\x01\"]", 2},
        {"[undefined]", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct value v;
        struct fault fault;
        assert_false(check(cases[i].text, strlen(cases[i].text), &v, &fault));
        assert_int_equal(fault.verdict, VERDICT_MALFORMED);
        assert_string_equal(fault.rule, "G3");
        assert_true(fault.has_at);
        if (fault.at != cases[i].at)
            fail_msg("%s: byte %zu, expected %zu", cases[i].text, fault.at, cases[i].at);
        assert_int_not_equal(fault.expected[0], '\0');
        assert_int_not_equal(fault.seen[0], '\0');
    }
}

static void a_raw_nul_is_refused_wherever_it_stands_G3(void **state)
{
    (void)state;
    static const char text[] = "[1,\"a\",{}]";
    for (size_t at = 0; at <= sizeof text - 1; at++) {
        char bytes[sizeof text];
        memcpy(bytes, text, at);
        bytes[at] = '\0';
        memcpy(bytes + at + 1, text + at, sizeof text - 1 - at);
        struct value v;
        struct fault fault;
        assert_false(check(bytes, sizeof bytes, &v, &fault));
        assert_int_equal(fault.at, at);
    }
}

static void what_jansson_refuses_is_refused_near_its_byte_G3(void **state)
{
    (void)state;
    static const struct bad_case cases[] = {
        {"[1e400]", 1},
        {"[99999999999999999999]", 1},
        {"[\"\\u0000\"]", 8},
        {"[\"\\ud800\"]", 8},
        {"[\"a\\u00g0\"]", 8},
        {"[\"\xC0\x80\"]", 2},
        {"[\"\xED\xA0\x80\"]", 2},
        {"[\"\xFF\"]", 2},
        {"{\"a\":1,\"\\u0061\":2}", 14},
        {"{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9,\"i\":0}", 57},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct value v;
        struct fault fault;
        assert_false(check(cases[i].text, strlen(cases[i].text), &v, &fault));
        assert_string_equal(fault.rule, "G3");
        if (fault.at + 4 < cases[i].at || fault.at > cases[i].at + 4)
            fail_msg("%s: byte %zu, expected about %zu", cases[i].text, fault.at, cases[i].at);
        for (const char *c = fault.seen; *c != '\0'; c++)
            assert_in_range(*c, ' ', '~');
    }
}

// Messages made of pieces that are likely to go together, and others that are not.
static size_t random_message(struct random *random, char *bytes, size_t capacity)
{
    static const char *const pieces[] = {"[", "]", "{", "}", ",", ":", "\"a\"", "\"b\"", "\"\"",
        "1", "0", "-1", "1.0", "1e2", "12345678901", "null", "true", "false", " ", "\n",
        "\"a\":", "\"b\":1", "[1,2]", "{\"x\":1}", "\"\\u0041\"", "\"\\n\"", "\"\xC3\xA9\"",
        "\"\xC3\"", "\"\\ud83d\\ude00\"", "\"\\q\"", "-", ".", "01", "\x7F", "\"\x7F\"", "nul"};
    struct text t = text_fixed(bytes, capacity);
    int count = 1 + (int)random_below(random, 9);
    for (int i = 0; i < count; i++)
        text_string(&t, pieces[random_below(random, sizeof pieces / sizeof *pieces)]);
    return t.length;
}

static void value_check_agrees_with_jansson_on_every_message(void **state)
{
    (void)state;
    struct random random = random_seeded(7);
    int accepted = 0;
    for (int i = 0; i < 400000; i++) {
        char bytes[160];
        size_t length = random_message(&random, bytes, sizeof bytes);
        // The framer never leaves space around a message.
        while (length > 0 && strchr(" \n", bytes[length - 1]))
            length--;
        size_t first = strspn(bytes, " \n");
        if (first >= length)
            continue;
        struct value v;
        struct fault fault;
        bool ours = check(bytes + first, length - first, &v, &fault);
        json_t *root = json_loadb(
            bytes + first, length - first, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
        if (ours != (root != NULL))
            fail_msg("%.*s: ours %d", (int)(length - first), bytes + first, ours);
        accepted += ours;
        json_decref(root);
    }
    assert_true(accepted > 10000);
}

static void integers_are_1_or_1_point_0_and_nothing_else_G3(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_integer;
        int64_t number;
    } cases[] = {
        {"1", true, 1},
        {"-1", true, -1},
        {"0", true, 0},
        {"-0", true, 0},
        {"1.0", true, 1},
        {"-3.000", true, -3},
        {"4294967297", true, 4294967297},
        {"999999999999999999", true, 999999999999999999},
        {"9223372036854775807", true, 922337203685477580}, // 18 digits are enough to be wrong
        {"1.5", false, 0},
        {"1e0", false, 0},
        {"1.0e0", false, 0},
        {"\"1\"", false, 0},
        {"true", false, 0},
        {"null", false, 0},
        {"[1]", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t number = 0;
        assert_int_equal(value_integer(parse(cases[i].text), &number), cases[i].is_integer);
        if (cases[i].is_integer)
            assert_int_equal(number, cases[i].number);
    }
    int64_t number;
    assert_true(value_quotable_integer(parse("\"-1\""), &number));
    assert_int_equal(number, -1);
    assert_false(value_quotable_integer(parse("\"\""), &number));
    assert_false(value_quotable_integer(parse("\" 1\""), &number));
    assert_false(value_quotable_integer(parse("\"01\""), &number));
    assert_false(value_quotable_integer(parse("\"1x\""), &number));
}

static void members_and_items_are_found_whatever_surrounds_them(void **state)
{
    (void)state;
    const char *text =
        "{ \"x\" : [ 1 , [2,\"]\"] , {\"y\":\"}\"} ] ,\n\"\\u0079\":\"a\\\"b\", \"z\" : null }";
    struct value root = parse(text), member, items[3];
    assert_true(value_member(root, "x", &member));
    assert_int_equal(value_items(member, items, 3), 3);
    assert_int_equal(items[1].end - items[1].at, 7);
    assert_memory_equal(items[1].at, "[2,\"]\"]", 7);
    assert_int_equal(value_kind(items[2]), VALUE_OBJECT);
    assert_int_equal(value_items(member, items, 1), 3);
    assert_true(value_member(root, "y", &member));
    assert_true(value_is(member, "a\"b"));
    char copy[8];
    assert_true(value_string(member, copy, sizeof copy));
    assert_string_equal(copy, "a\"b");
    assert_true(value_member(root, "z", &member));
    assert_true(value_is_null(member));
    assert_false(value_member(root, "w", &member));
    assert_int_equal(value_items(root, items, 3), -1);
    assert_int_equal(value_items(parse("[]"), items, 3), 0);
    assert_int_equal(value_items(parse("[ ]"), items, 3), 0);
    assert_false(value_member(parse("{}"), "a", &member));
    assert_false(value_member(parse("[]"), "a", &member));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_strict_json_is_refused_at_its_byte_G3),
        cmocka_unit_test(a_raw_nul_is_refused_wherever_it_stands_G3),
        cmocka_unit_test(what_jansson_refuses_is_refused_near_its_byte_G3),
        cmocka_unit_test(value_check_agrees_with_jansson_on_every_message),
        cmocka_unit_test(integers_are_1_or_1_point_0_and_nothing_else_G3),
        cmocka_unit_test(members_and_items_are_found_whatever_surrounds_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
