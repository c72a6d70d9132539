// Why a bot does not start inside. A program that shuts itself off (shut.c) stands for the sandbox.
#include "link/diagnosis.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64];
static struct diagnosis found;

static const char *in_folder(const char *name)
{
    static char paths[4][128];
    static int next;
    char *out = paths[next++ % 4];
    snprintf(out, sizeof paths[0], "%s/%s", folder, name);
    return out;
}

static void make(const char *name, const char *text)
{
    FILE *f = fopen(in_folder(name), "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    assert_int_equal(chmod(in_folder(name), 0755), 0);
}

static int make_folder(void **state)
{
    (void)state;
    if (!link_process_setup(NULL))
        return -1;
    char name[] = "/tmp/agon-diagnosis-XXXXXX";
    assert_non_null(mkdtemp(name));
    snprintf(folder, sizeof folder, "%s", name);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[128];
    link_process_teardown();
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

// Whether this machine can do what the tests need.
static bool can_shut(void)
{
    char command[512];
    snprintf(command, sizeof command, "%s /tmp -- true", getenv("AGON_TEST_SHUT"));
    int status = system(command);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Compares the command with itself behind `shut` with these options.
static void compare(const char *options, const char *command)
{
    if (!can_shut())
        skip();
    char inside[1024];
    struct error e = {0};
    snprintf(inside, sizeof inside, "%s %s -- %s", getenv("AGON_TEST_SHUT"), options, command);
    const struct link_spec bare = {.player = command, .directory = folder};
    const struct link_spec shut = {.player = inside, .directory = folder};
    if (!diagnosis_compare(&bare, &shut, &found, &e))
        fail_msg("%s", e.words);
}

static void expect_words(const char *expected)
{
    struct text out = text_growing();
    assert_true(diagnosis_words(&found, "ann", &out));
    assert_string_equal(out.bytes, expected);
    text_destroy(&out);
}

static const char *with_folder(const char *format)
{
    static char words[512];
    struct text out = TEXT_IN(words);
    for (const char *c = format; *c != '\0'; c++)
        *c == '%' ? text_string(&out, folder) : text_char(&out, *c);
    return words;
}

// --- Starting ---

static void a_bot_that_starts_inside_is_not_compared(void **state)
{
    (void)state;
    make("bot", "#!/bin/sh\nread line\n");
    compare(folder, "./bot");
    assert_true(found.starts_inside);
    struct text out = text_growing();
    assert_false(diagnosis_words(&found, "ann", &out));
    assert_int_equal(out.length, 0);
    text_destroy(&out);
}

static void a_bot_that_speaks_first_has_started(void **state)
{
    (void)state;
    make("bot", "#!/bin/sh\necho hello\nexit 1\n");
    compare(folder, "./bot");
    assert_true(found.starts_inside);
}

static void a_bot_that_starts_nowhere_is_no_matter_of_the_sandbox(void **state)
{
    (void)state;
    make("bot", "#!/bin/sh\nexit 3\n");
    compare(folder, "./bot");
    assert_false(found.starts_inside);
    assert_false(found.starts_outside);
    assert_int_equal(found.count, 0);
    assert_false(diagnosis_words(&found, "ann", &(struct text){0}));
}

static void a_bot_that_dials_in_has_started_when_it_connects(void **state)
{
    (void)state;
    make("bot",
        "import socket, sys\nsocket.create_connection((sys.argv[1], int(sys.argv[2])))\n"
        "sys.stdin.read()\n");
    compare(folder, "/usr/bin/python3 bot {host} {port}");
    assert_true(found.starts_inside);
}

// --- Lacking ---

static void a_file_that_it_cannot_read_is_named(void **state)
{
    (void)state;
    make("bot", "#!/bin/sh\ncat data/weights.bin >/dev/null || exit 1\nread line\n");
    assert_int_equal(mkdir(in_folder("data"), 0755), 0);
    make("data/weights.bin", "w");
    compare(in_folder("bot"), "./bot");
    assert_false(found.starts_inside);
    assert_true(found.starts_outside);
    assert_int_equal(found.findings[0].act, DIAGNOSIS_READ);
    assert_string_equal(found.findings[0].path, in_folder("data/weights.bin"));
    assert_int_equal(found.end.how, LINK_END_EXITED);
    assert_int_equal(found.end.code, 1);
    expect_words(with_folder("ann starts outside the sandbox and not inside: it cannot read "
                             "%/data/weights.bin; add `read: [%/data]`"));
}

static void what_it_looks_for_in_many_places_is_no_news(void **state)
{
    (void)state;
    make("bot",
        "#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8; do cat gone$i; done 2>/dev/null\n"
        "cat w.bin >/dev/null || exit 1\nread line\n");
    make("w.bin", "w");
    compare(in_folder("bot"), "./bot");
    assert_int_equal(found.count, 1);
    assert_string_equal(found.findings[0].path, in_folder("w.bin"));
}

static void a_program_that_it_cannot_run_is_named(void **state)
{
    (void)state;
    make("tool", "#!/bin/sh\nexit 0\n");
    make("bot", "#!/bin/sh\n./tool || exit 1\nread line\n");
    compare(in_folder("bot"), "./bot");
    assert_true(found.starts_outside);
    assert_int_equal(found.findings[0].act, DIAGNOSIS_RUN);
    assert_string_equal(found.findings[0].path, in_folder("tool"));
}

static void the_bot_itself_may_be_what_is_lacking(void **state)
{
    (void)state;
    make("bot", "#!/bin/sh\nread line\n");
    compare("/usr", "./bot");
    assert_true(found.starts_outside);
    expect_words(with_folder(
        "ann starts outside the sandbox and not inside: it cannot run %/bot; add `read: [%]`"));
}

static void a_file_that_it_cannot_write_is_named(void **state)
{
    (void)state;
    make("bot", "#!/bin/sh\n: >log || exit 1\nread line\n");
    compare(in_folder("bot"), "./bot");
    expect_words(with_folder("ann starts outside the sandbox and not inside: it cannot write "
                             "%/log; it may write to its scratch folder, which TMPDIR names"));
}

static void a_call_that_is_refused_is_named(void **state)
{
    (void)state;
    make("bot", "import socket, sys\nsocket.socket()\nsys.stdin.read()\n");
    char options[128];
    snprintf(options, sizeof options, "-n %s", folder);
    compare(options, "/usr/bin/python3 bot");
    expect_words(
        "ann starts outside the sandbox and not inside: it may not call socket (the network)");
}

// --- Its limits ---

static void players_that_we_do_not_start_cannot_be_traced(void **state)
{
    (void)state;
    struct error e = {0};
    assert_false(diagnosis_run(&(struct link_spec){.player = "tcp://localhost:1"}, &found, &e));
    assert_string_equal(e.words, "tcp://localhost:1 is not started by us");
}

static void nothing_is_left_of_what_was_traced(void **state)
{
    (void)state;
    char script[256], command[128];
    int marked = 500000 + getpid(); // in the command line of what must be gone
    snprintf(script, sizeof script, "#!/bin/sh\nsleep %d &\n(setsid sleep %d &)\nexit 1\n", marked,
        marked);
    make("bot", script);
    // Which of its processes ends first is a matter of luck.
    for (int i = 0; i < 10; i++) {
        compare(folder, "./bot");
        assert_false(found.starts_outside);
    }
    link_process_teardown();
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    snprintf(command, sizeof command, "ps -eo args | grep -qx 'sleep %d'; [ $? = 1 ]", marked);
    assert_int_equal(system(command), 0);
}

// A bot that cannot even be run has ended before anybody can trace it. Its cage must end, too.
static void a_bot_that_ends_before_it_is_traced_leaves_nothing(void **state)
{
    (void)state;
    make("bot", "#!/no/such/interpreter\n");
    for (int i = 0; i < 20; i++) {
        const struct link_spec spec = {
            .player = in_folder("bot"), .directory = folder, .sandbox = {.manner = SANDBOX_CLOSED}};
        struct error e = {0};
        diagnosis_look_inside(&spec, &found, &e);
        assert_false(found.starts_inside);
    }
    link_process_teardown();
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

// The real sandbox: what the bot reads lies in a folder that its command does not name.
static void what_it_lacks_in_a_closed_sandbox_is_named(void **state)
{
    (void)state;
    if (!(sandbox_probed()->works & 1u << SANDBOX_LANDLOCK))
        skip();
    char data[128], script[512], player[256], expected[1024];
    snprintf(data, sizeof data, "/var/tmp/agon-data-%d", (int)getpid());
    FILE *f = fopen(data, "w");
    assert_non_null(f);
    fclose(f);
    snprintf(script, sizeof script, "#!/bin/sh\ncat %s || exit 1\nread line\n", data);
    make("bot", script);
    snprintf(player, sizeof player, "%s", in_folder("bot"));
    const struct link_spec spec = {.player = player, .sandbox = {.manner = SANDBOX_CLOSED}};
    struct error e = {0};
    if (!diagnosis_run(&spec, &found, &e))
        fail_msg("%s", e.words);
    assert_false(found.starts_inside);
    assert_true(found.starts_outside);
    snprintf(expected, sizeof expected,
        "ann starts outside the sandbox and not inside: it cannot read %s; add `read: [%s]`", data,
        data);
    expect_words(expected);
    unlink(data);
}

static void a_start_that_fails_once_is_tried_again(void **state)
{
    (void)state;
    char player[256];
    make("bot", "#!/bin/sh\nmkdir once 2>/dev/null && exit 1\nread line\n");
    snprintf(player, sizeof player, "%s", in_folder("bot"));
    const struct link_spec spec = {.player = player, .directory = folder};
    struct error e = {0};
    if (!diagnosis_compare(&spec, &spec, &found, &e))
        fail_msg("%s", e.words);
    assert_true(found.starts_inside);
    assert_false(diagnosis_words(&found, "ann", &(struct text){0}));
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(a_bot_that_starts_inside_is_not_compared),
        IN_A_FOLDER(a_bot_that_speaks_first_has_started),
        IN_A_FOLDER(a_bot_that_starts_nowhere_is_no_matter_of_the_sandbox),
        IN_A_FOLDER(a_bot_that_dials_in_has_started_when_it_connects),
        IN_A_FOLDER(a_file_that_it_cannot_read_is_named),
        IN_A_FOLDER(what_it_looks_for_in_many_places_is_no_news),
        IN_A_FOLDER(a_program_that_it_cannot_run_is_named),
        IN_A_FOLDER(the_bot_itself_may_be_what_is_lacking),
        IN_A_FOLDER(a_file_that_it_cannot_write_is_named),
        IN_A_FOLDER(a_call_that_is_refused_is_named),
        IN_A_FOLDER(a_start_that_fails_once_is_tried_again),
        IN_A_FOLDER(players_that_we_do_not_start_cannot_be_traced),
        IN_A_FOLDER(what_it_lacks_in_a_closed_sandbox_is_named),
        IN_A_FOLDER(a_bot_that_ends_before_it_is_traced_leaves_nothing),
        IN_A_FOLDER(nothing_is_left_of_what_was_traced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
