// Players that speak an engine protocol, as people name them.
#include "base/bridge_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void a_command_without_a_protocol_is_itself(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "./engine x", "@3", "listen:7001", "nboard", "ugi ./x", "./nboard:x", "UGI:./x", ""};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct bridge_text b;
        assert_false(bridge_text_is(texts[i]));
        assert_true(bridge_text_read(&b, texts[i], NULL));
        assert_null(b.protocol);
        assert_ptr_equal(b.command, texts[i]);
        assert_ptr_equal(bridge_text_command(texts[i]), texts[i]);
    }
}

static void protocol_options_and_command_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *text, *protocol;
        struct bridge_limits limits;
        const char *command;
    } table[] = {
        {"nboard:./engine x", "nboard", {0}, "./engine x"},
        {"nboard:depth=16:./engine x", "nboard", {.depth = 16}, "./engine x"},
        {"nboard:contempt=-50,depth=3:x", "nboard", {.depth = 3, .contempt = -50}, "x"},
        {"ugi:nodes=5,movetime=20,depth=7:x:y=z", "ugi",
            {.nodes = 5, .movetime_ms = 20, .depth = 7}, "x:y=z"},
        // What looks like options but is a part of the command.
        {"ugi:./a=b:c", "ugi", {0}, "./a=b:c"},
        {"ugi:engine --depth=3:4", "ugi", {0}, "engine --depth=3:4"},
        {"ugi:env A=b:c x", "ugi", {0}, "env A=b:c x"},
        {"ugi:tcp://host:7001", "ugi", {0}, "tcp://host:7001"},
        {"ugi:'my engine':x", "ugi", {0}, "'my engine':x"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct bridge_text b;
        struct error e;
        assert_true(bridge_text_is(table[i].text));
        if (!bridge_text_read(&b, table[i].text, &e))
            fail_msg("%s: %s", table[i].text, e.words);
        assert_string_equal(b.protocol, table[i].protocol);
        assert_memory_equal(&b.limits, &table[i].limits, sizeof b.limits);
        assert_string_equal(b.command, table[i].command);
    }
}

static void options_of_the_engine_itself_begin_with_a_capital_letter(void **state)
{
    (void)state;
    struct bridge_text b;
    struct bridge_setting s;
    assert_true(bridge_text_read(&b, "ugi:Hash=64,nodes=5,Level=max:./x", NULL));
    assert_int_equal(b.limits.nodes, 5);
    assert_string_equal(b.command, "./x");
    assert_true(bridge_text_next_setting(&b.limits, &s));
    assert_memory_equal(s.name, "Hash=64,", 8);
    assert_int_equal(s.name_bytes, 4);
    assert_int_equal(s.value_bytes, 2);
    assert_true(bridge_text_next_setting(&b.limits, &s));
    assert_memory_equal(s.name, "Level=max:", 10);
    assert_int_equal(s.value_bytes, 3);
    assert_false(bridge_text_next_setting(&b.limits, &s));
}

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"nboard:", "command of the engine is missing"},
        {"ugi:depth=3:  ", "command of the engine is missing"},
        {"ugi:dept=3:x", "Did you mean \"depth\"?"},
        {"nboard:nodes=3:x", "no option \"nodes\""},
        {"nboard:Hash=3:x", "no option \"Hash\""},
        {"ugi:Hash=:x", "no option \"Hash\""},
        {"ugi:contempt=3:x", "no option \"contempt\""},
        {"ugi:depth=0:x", "depth"},
        {"ugi:depth=:x", "depth"},
        {"ugi:depth=3,:x", NULL},
        {"ugi:depth=3,nodes:x", "NAME=NUMBER, not \"nodes\""},
        {"ugi:depth=99999999999999999999999999:x", "NAME=NUMBER"},
        {"ugi:@3", "not the command of an engine"},
        {"ugi:human", "not the command of an engine"},
        {"nboard:listen:7001", "not the command of an engine"},
        {"nboard:ugi:x", "not the command of an engine"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct bridge_text b;
        struct error e = {0};
        bool read = bridge_text_read(&b, table[i][0], &e);
        if (table[i][1] ? read || !strstr(e.words, table[i][1]) : !read)
            fail_msg("%s: %s", table[i][0], e.words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_without_a_protocol_is_itself),
        cmocka_unit_test(protocol_options_and_command_are_told_apart),
        cmocka_unit_test(options_of_the_engine_itself_begin_with_a_capital_letter),
        cmocka_unit_test(what_is_wrong_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
