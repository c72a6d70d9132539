// The players of a definition, ready to be started: their sandboxes.
#include "arena/roster.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static struct definition definition;
static struct roster roster;
static char folder[64], file[96];

static int make_place(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/agon-roster-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/cup.yaml", folder);
    return 0;
}

static int leave_place(void **state)
{
    (void)state;
    char data[128];
    roster_destroy(&roster);
    definition_destroy(&definition);
    snprintf(data, sizeof data, "%s/data", folder);
    rmdir(data);
    unlink(file);
    return rmdir(folder);
}

static bool read_roster(const char *text, struct error *e)
{
    FILE *f = fopen(file, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    if (!definition_load(&definition, file, &definition_words, e) ||
        !definition_complete(&definition, e))
        fail_msg("%s", e->words);
    return roster_read(&roster, &definition, e);
}

static void make_data(void)
{
    char data[128];
    snprintf(data, sizeof data, "%s/data", folder);
    assert_int_equal(mkdir(data, 0755), 0);
}

static void bots_of_a_contest_are_closed_unless_it_says_otherwise(void **state)
{
    (void)state;
    struct error e;
    assert_true(
        read_roster("game: reversi\nplayers: [./ann, {player: ./bob, sandbox: none}]\n", &e));
    assert_int_equal(roster.players[0].sandbox.manner, SANDBOX_CLOSED);
    assert_int_equal(roster.players[1].sandbox.manner, SANDBOX_NONE);
    assert_null(roster.players[0].sandbox.read);
    const struct sandbox_limits limits = sandbox_default_limits();
    assert_int_equal(roster.players[0].sandbox.limits.tasks, limits.tasks);
    assert_true(limits.tasks > 0);
}

static void its_own_limits_come_before_those_of_the_contest(void **state)
{
    (void)state;
    struct error e;
    assert_true(read_roster("game: reversi\nlimits: {memory: 64 MiB, tasks: 9}\nplayers:\n- ./ann\n"
                            "- {player: ./bob, limits: {tasks: 5}}\n"
                            "- {player: ./cid, sandbox: none}\n",
        &e));
    const struct sandbox_limits usual = sandbox_default_limits();
    const int tasks[] = {9, 5, 9};
    for (int i = 0; i < 3; i++) {
        const struct sandbox_limits *limits = &roster.players[i].sandbox.limits;
        assert_int_equal(limits->memory_bytes, 64 << 20);
        assert_int_equal(limits->tasks, tasks[i]);
        assert_int_equal(limits->scratch_bytes, i == 2 ? 0 : usual.scratch_bytes);
    }
}

static void what_may_be_read_lies_beside_the_contest_file(void **state)
{
    (void)state;
    struct error e;
    char data[128];
    make_data();
    snprintf(data, sizeof data, "%s/data", folder);
    assert_true(read_roster("game: reversi\nsandbox: open\nread: /usr\nplayers:\n- ./ann\n"
                            "- {player: ./bob, sandbox: closed, read: [data]}\n",
        &e));
    assert_int_equal(roster.players[0].sandbox.manner, SANDBOX_OPEN);
    assert_string_equal(roster.players[0].sandbox.read[0], "/usr");
    assert_null(roster.players[0].sandbox.read[1]);
    assert_int_equal(roster.players[1].sandbox.manner, SANDBOX_CLOSED);
    assert_string_equal(roster.players[1].sandbox.read[0], "/usr");
    assert_string_equal(roster.players[1].sandbox.read[1], data);
    assert_null(roster.players[1].sandbox.read[2]);
}

static void what_may_be_read_must_exist(void **state)
{
    (void)state;
    struct error e = {0};
    assert_false(read_roster("game: reversi\nplayers: [./ann, {player: ./bob, read: gone}]\n", &e));
    char expected[ERROR_WORDS_BYTES];
    snprintf(expected, sizeof expected,
        "\"read\": bob is to read %s/gone: No such file or directory", folder);
    assert_string_equal(e.words, expected);
}

#define IN_A_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, leave_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_PLACE(bots_of_a_contest_are_closed_unless_it_says_otherwise),
        IN_A_PLACE(its_own_limits_come_before_those_of_the_contest),
        IN_A_PLACE(what_may_be_read_lies_beside_the_contest_file),
        IN_A_PLACE(what_may_be_read_must_exist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
