// Which players can start, asked before the first game. The players are commands of this machine,
// and ports that the system chose.
#include "arena/probe.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { HANGS_AFTER_S = 600 };

static struct player named(const char *name, const char *text)
{
    struct player p = {.text = text, .wire = wire_find("stones", NULL)};
    snprintf(p.name, sizeof p.name, "%s", name);
    return p;
}

// One player: the words of what is found of it, "" if it can start.
static const char *found(const char *text)
{
    static char words[PROBE_WORDS_BYTES];
    const struct player player = named("ann", text);
    struct probe_findings findings = {0};
    struct error e;
    assert_true(probe_players(&player, 1, NULL, &findings, &e));
    assert_true(findings.count <= 1);
    snprintf(words, sizeof words, "%s", findings.count == 1 ? findings.list[0].words : "");
    probe_findings_destroy(&findings);
    return words;
}

// --- Starting ---

static void a_command_that_says_something_can_start(void **state)
{
    (void)state;
    assert_string_equal(found("sh -c 'echo hello; cat'"), "");
}

static void a_command_that_stays_and_says_nothing_can_start(void **state)
{
    (void)state;
    assert_string_equal(found("cat"), "");
}

static void a_command_that_ends_cannot_start_and_its_last_words_say_why(void **state)
{
    (void)state;
    assert_string_equal(found("sh -c 'echo first >&2; echo no such module >&2; exit 3'"),
        "ann cannot start: it exited with code 3: no such module");
}

// Lets a process that was stopped go on, when longer than a moment has passed.
static _Noreturn void wake_up(pid_t stopped)
{
    char path[32], stat[256];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)stopped);
    for (bool stands = false; !stands; usleep(10 * 1000)) {
        FILE *file = fopen(path, "r");
        stands = !file || !fgets(stat, sizeof stat, file) || strstr(stat, ") T ");
        if (file)
            fclose(file);
    }
    sleep(1);
    kill(stopped, SIGCONT);
    _exit(0);
}

// When the arena can go on, its patience is over and the bot has ended: that must be seen first.
static void a_command_that_ends_while_the_arena_stands_still_cannot_start(void **state)
{
    (void)state;
    pid_t arena = getpid(), waker = fork();
    assert_true(waker >= 0);
    if (waker == 0)
        wake_up(arena);
    assert_string_equal(
        found("sh -c 'kill -STOP $PPID; exit 3'"), "ann cannot start: it exited with code 3");
    assert_int_equal(waitpid(waker, NULL, 0), waker);
}

// Its link waits for a connection that may be on its way before it tells the exit.
static void who_ends_before_it_dials_in_cannot_start_however_late_that_is_told(void **state)
{
    (void)state;
    pid_t arena = getpid(), waker = fork();
    assert_true(waker >= 0);
    if (waker == 0)
        wake_up(arena);
    assert_non_null(strstr(
        found("sh -c 'kill -STOP $PPID; exit 3' {host} {port}"), "exited with code 3 before it"));
    assert_int_equal(waitpid(waker, NULL, 0), waker);
}

// It ends after a second of CPU time, however long that takes.
static void a_command_that_computes_before_it_ends_is_waited_for(void **state)
{
    (void)state;
    assert_string_equal(found("sh -c 'ulimit -S -t 1; while :; do :; done'"),
        "ann cannot start: it was ended by signal 24 (SIGXCPU)");
}

static void last_words_cannot_harm_a_terminal(void **state)
{
    (void)state;
    assert_string_equal(found("sh -c 'printf \"a\\033[31mb\" >&2; exit 1'"),
        "ann cannot start: it exited with code 1: a?[31mb");
}

static void a_program_that_is_not_there_is_named(void **state)
{
    (void)state;
    const char *words = found("/nowhere/bot");
    assert_non_null(strstr(words, "ann: "));
    assert_non_null(strstr(words, "/nowhere/bot"));
}

static void a_built_in_player_without_its_sign_is_recognised(void **state)
{
    (void)state;
    assert_string_equal(found("random"),
        "ann: random cannot be started. Did you mean the built-in player @random?");
}

// --- Calling ---

// A port of this machine; `open`: somebody listens there.
static int take_port(bool open, char address[64])
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof a;
    assert_int_equal(bind(fd, (struct sockaddr *)&a, length), 0);
    if (open)
        assert_int_equal(listen(fd, 8), 0);
    getsockname(fd, (struct sockaddr *)&a, &length);
    snprintf(address, 64, "tcp://127.0.0.1:%d", ntohs(a.sin_port));
    return fd;
}

static void a_player_that_listens_is_called(void **state)
{
    (void)state;
    char address[64];
    int fd = take_port(true, address);
    assert_string_equal(found(address), "");
    close(fd);
}

static void a_player_that_does_not_listen_cannot_start(void **state)
{
    (void)state;
    char address[64], expected[PROBE_WORDS_BYTES];
    int fd = take_port(false, address);
    snprintf(expected, sizeof expected,
        "ann cannot start: no connection to %s:", address + strlen("tcp://"));
    assert_memory_equal(found(address), expected, strlen(expected));
    close(fd);
}

// --- Many ---

static void all_who_cannot_start_are_found_in_their_order(void **state)
{
    (void)state;
    enum { MANY = 40 }; // more than are tried at once
    struct player players[MANY];
    bool left[MANY] = {[4] = true};
    for (int i = 0; i < MANY; i++) {
        char name[24];
        snprintf(name, sizeof name, "player-%d", i);
        // The later it comes, the sooner it ends. One that computes is waited for.
        const char *ends =
            i < 20 ? "sh -c 'i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done; exit 1'" : "false";
        players[i] = named(name, i % 2 == 0 ? ends : "echo hello");
    }
    struct probe_findings findings = {0};
    struct error e;
    assert_true(probe_players(players, MANY, left, &findings, &e));
    assert_int_equal(findings.count, MANY / 2 - 1);
    size_t expected = 0;
    for (size_t i = 0; i < findings.count; i++, expected += 2) {
        expected += left[expected] ? 2 : 0;
        assert_int_equal(findings.list[i].player, expected);
        assert_memory_equal(
            findings.list[i].words, players[expected].name, strlen(players[expected].name));
    }
    probe_findings_destroy(&findings);
}

static void who_is_built_in_awaited_or_gone_is_not_tried(void **state)
{
    (void)state;
    struct player players[] = {
        named("built-in", "@1"), named("awaited", "listen:0"), named("gone", "/nowhere/bot")};
    players[0].wire = NULL;
    const bool left[] = {false, false, true};
    struct probe_findings findings = {0};
    struct error e;
    assert_true(probe_players(players, 3, left, &findings, &e));
    assert_int_equal(findings.count, 0);
}

// --- Looking only ---

static void programs_are_looked_at_and_not_started(void **state)
{
    (void)state;
    const struct player players[] = {named("ann", "false"), named("bob", "/nowhere/bot")};
    struct probe_findings findings = {0};
    struct error e;
    assert_true(probe_programs(players, 2, &findings, &e));
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.list[0].player, 1);
    assert_non_null(strstr(findings.list[0].words, "/nowhere/bot"));
    probe_findings_destroy(&findings);
}

static void the_same_program_twice_is_one_finding(void **state)
{
    (void)state;
    const struct player players[] = {named("ann", "/nowhere/bot"), named("bob", "/nowhere/bot")};
    struct probe_findings findings = {0};
    struct error e;
    assert_true(probe_programs(players, 2, &findings, &e));
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.list[0].player, 0);
    probe_findings_destroy(&findings);
}

static int setup_process(void **state)
{
    (void)state;
    alarm(HANGS_AFTER_S);
    return link_process_setup(NULL) ? 0 : -1;
}

static int teardown_process(void **state)
{
    (void)state;
    link_process_teardown();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_that_says_something_can_start),
        cmocka_unit_test(a_command_that_stays_and_says_nothing_can_start),
        cmocka_unit_test(a_command_that_ends_cannot_start_and_its_last_words_say_why),
        cmocka_unit_test(a_command_that_ends_while_the_arena_stands_still_cannot_start),
        cmocka_unit_test(who_ends_before_it_dials_in_cannot_start_however_late_that_is_told),
        cmocka_unit_test(a_command_that_computes_before_it_ends_is_waited_for),
        cmocka_unit_test(last_words_cannot_harm_a_terminal),
        cmocka_unit_test(a_program_that_is_not_there_is_named),
        cmocka_unit_test(a_built_in_player_without_its_sign_is_recognised),
        cmocka_unit_test(a_player_that_listens_is_called),
        cmocka_unit_test(a_player_that_does_not_listen_cannot_start),
        cmocka_unit_test(all_who_cannot_start_are_found_in_their_order),
        cmocka_unit_test(who_is_built_in_awaited_or_gone_is_not_tried),
        cmocka_unit_test(programs_are_looked_at_and_not_started),
        cmocka_unit_test(the_same_program_twice_is_one_finding),
    };
    return cmocka_run_group_tests(tests, setup_process, teardown_process);
}
