// Commands that speak on stdin and stdout: bytes, ends, and what is left of them.
#include "link/world.h"

#include "base/clock.h"

#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

// --- Bytes ---

static void what_is_sent_comes_back_from_an_echo(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("echo"));
    until_event(world, seat, 'O');
    assert_int_equal(link_kind(seat->link), LINK_COMMAND);
    assert_true(link_pid(seat->link) > 0);
    assert_string_equal(link_address(seat->link), "");
    seat_send(seat, "one\n");
    until_received(world, seat, "one\n");
    assert_true(seat->received_at_ns >= link_written_at(seat->link));
    seat_send(seat, "two\n");
    until_received(world, seat, "two\n");
    assert_string_equal(seat->received.bytes, "one\ntwo\n");
    seat_close(seat, LINK_GOODBYE);
    until_event(world, seat, 'C');
    assert_string_equal(seat->story, "ORC");
    assert_true(seat->has_exit);
    assert_int_equal(seat->exit.code, 0);
    assert_int_equal(seat->exit.signal, 0);
    assert_int_equal(seat->exit.pushed, 0);
    seat_free(seat);
}

static void bytes_written_one_by_one_all_arrive(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("byte-by-byte '{\"a\": [1, 2]}'"));
    until_received(world, seat, "{\"a\": [1, 2]}");
    seat_finish(world, seat, LINK_GOODBYE);
}

static void nothing_can_be_sent_before_it_opened_or_after_it_ended(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("say-and-exit x 0"));
    assert_int_equal(link_send(seat->link, "x", 1), LINK_NOT_OPEN);
    assert_int_equal(link_written_at(seat->link), 0);
    until_event(world, seat, 'E');
    assert_int_equal(link_send(seat->link, "x", 1), LINK_NOT_OPEN);
    seat_finish(world, seat, LINK_GOODBYE);
}

static void a_bot_that_never_reads_fills_the_queue_to_its_limit_and_not_further(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("never-read"));
    until_received(world, seat, "here");
    char piece[1000];
    memset(piece, 'x', sizeof piece);
    size_t accepted = 0;
    enum link_sent sent;
    bool queued = false;
    while ((sent = link_send(seat->link, piece, sizeof piece)) != LINK_OVERFLOW) {
        assert_int_not_equal(sent, LINK_NOT_OPEN);
        queued |= sent == LINK_QUEUED;
        assert_true(!queued || sent == LINK_QUEUED);
        assert_true((link_written_at(seat->link) == 0) == queued);
        accepted += sizeof piece;
        assert_true(accepted < 2 * LINK_QUEUE_LIMIT_BYTES);
    }
    assert_true(accepted > LINK_QUEUE_LIMIT_BYTES - sizeof piece);
    seat_close(seat, LINK_GOODBYE);
    until_event(world, seat, 'C');
    assert_int_equal(seat->exit.signal, SIGTERM);
    seat_free(seat);
}

static void a_message_larger_than_the_queue_is_refused_whole(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("echo"));
    until_event(world, seat, 'O');
    char *large = calloc(1, LINK_QUEUE_LIMIT_BYTES + 1);
    assert_int_equal(link_send(seat->link, large, LINK_QUEUE_LIMIT_BYTES + 1), LINK_OVERFLOW);
    free(large);
    seat_send(seat, "small");
    until_received(world, seat, "small");
    assert_string_equal(seat->received.bytes, "small");
    seat_finish(world, seat, LINK_GOODBYE);
}

static void what_was_queued_is_written_when_the_bot_reads_and_its_time_is_told(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("read-late 50"));
    until_event(world, seat, 'O');
    enum { BYTES = 300000 };
    char *large = malloc(BYTES);
    memset(large, 'x', BYTES);
    int64_t before_ns = clock_now_ns();
    assert_int_equal(link_send(seat->link, large, BYTES), LINK_QUEUED);
    free(large);
    assert_int_equal(link_written_at(seat->link), 0);
    until_event(world, seat, 'W');
    assert_true(link_written_at(seat->link) > before_ns);
    until_received_bytes(world, seat, BYTES);
    assert_int_equal(seat->received.length, BYTES);
    seat_finish(world, seat, LINK_GOODBYE);
}

static void what_is_queued_at_a_goodbye_still_arrives(void **state)
{
    struct world *world = *state;
    char file[] = "/tmp/agon-link-test-XXXXXX";
    close(mkstemp(file));
    char command[200];
    snprintf(command, sizeof command, "sh -c 'sleep 0.1; cat > %s'", file);
    struct seat *seat = seat_open(world, command);
    until_event(world, seat, 'O');
    enum { BYTES = 200000 };
    char *large = calloc(1, BYTES);
    assert_int_equal(link_send(seat->link, large, BYTES), LINK_QUEUED);
    free(large);
    seat_close(seat, LINK_GOODBYE);
    until_event(world, seat, 'C');
    assert_int_equal(seat->exit.signal, 0);
    int fd = open(file, O_RDONLY);
    assert_int_equal(lseek(fd, 0, SEEK_END), BYTES);
    close(fd);
    unlink(file);
    seat_free(seat);
}

static void a_paused_link_hears_nothing_until_it_is_resumed(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("echo"));
    until_event(world, seat, 'O');
    link_pause(seat->link);
    seat_send(seat, "quiet");
    turn_for_ms(world, 30);
    assert_string_equal(seat->story, "O");
    link_resume(seat->link);
    assert_string_equal(seat->story, "O");
    until_received(world, seat, "quiet");
    seat_finish(world, seat, LINK_GOODBYE);
}

static void a_flood_stops_at_the_pipe_while_paused(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("flood 1 4000000"));
    seat->pause_when_opened = true;
    until_event(world, seat, 'O');
    turn_for_ms(world, 50);
    assert_int_equal(seat->received.length, 0);
    link_resume(seat->link);
    until_received(world, seat, "done");
    assert_true(seat->received.length >= 4000000);
    seat_finish(world, seat, LINK_GOODBYE);
}

// --- Ends ---

static void assert_end_words(const struct link_end *end, const char *expected)
{
    char words[100];
    struct text t = TEXT_IN(words);
    link_end_words(end, &t);
    assert_string_equal(words, expected);
}

static void an_exit_is_told_with_its_code_after_all_bytes(void **state)
{
    struct world *world = *state;
    for (int code = 0; code < 2; code++) {
        struct seat *seat =
            seat_open(world, bot(code == 0 ? "say-and-exit words 0" : "say-and-exit words 1"));
        until_event(world, seat, 'E');
        assert_string_equal(seat->story, "ORE");
        assert_string_equal(seat->received.bytes, "words");
        assert_int_equal(seat->end.how, LINK_END_EXITED);
        assert_int_equal(seat->end.code, code);
        assert_end_words(&seat->end, code == 0 ? "exited with code 0" : "exited with code 1");
        struct link_stderr heard = link_stderr(seat->link);
        assert_int_equal(heard.head_bytes, strlen("last words\n"));
        assert_memory_equal(heard.head, "last words\n", heard.head_bytes);
        seat_finish(world, seat, LINK_GOODBYE);
    }
}

static void a_full_pipe_is_delivered_before_the_exit_is_told(void **state)
{
    struct world *world = *state;
    for (int i = 0; i < 20; i++) {
        struct seat *seat = seat_open(world, bot("fill-pipe-and-exit 3"));
        until_event(world, seat, 'E');
        assert_int_equal(seat->received.length, 65536);
        assert_int_equal(seat->end.code, 3);
        seat_finish(world, seat, LINK_KILL);
    }
}

static void the_exit_of_a_paused_bot_waits_behind_its_bytes(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("fill-pipe-and-exit 4"));
    seat->pause_when_opened = true;
    until_event(world, seat, 'O');
    turn_for_ms(world, 150);
    assert_string_equal(seat->story, "O");
    link_resume(seat->link);
    until_event(world, seat, 'E');
    assert_string_equal(seat->story, "ORE");
    assert_int_equal(seat->received.length, 65536);
    assert_int_equal(seat->end.how, LINK_END_EXITED);
    assert_int_equal(seat->end.code, 4);
    seat_finish(world, seat, LINK_GOODBYE);
}

static void so_it_does_though_a_grandchild_keeps_the_pipe_open(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("with-child 5"));
    seat->pause_when_opened = true;
    until_event(world, seat, 'O');
    turn_for_ms(world, 3 * LINK_END_GRACE_MS);
    assert_string_equal(seat->story, "O");
    link_resume(seat->link);
    until_event(world, seat, 'E');
    assert_string_equal(seat->story, "ORE");
    assert_int_equal(seat->end.code, 5);
    seat_finish(world, seat, LINK_GOODBYE);
}

static void a_crash_is_told_with_its_signal(void **state)
{
    struct world *world = *state;
    static const struct {
        const char *way, *words;
        int signal;
    } rows[] = {
        {"say-and-raise 11", "was ended by signal 11 (SIGSEGV)", SIGSEGV},
        {"say-and-raise 6", "was ended by signal 6 (SIGABRT)", SIGABRT},
        {"say-and-raise 9", "was ended by signal 9 (SIGKILL)", SIGKILL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct seat *seat = seat_open(world, bot(rows[i].way));
        until_event(world, seat, 'E');
        assert_string_equal(seat->received.bytes, "before");
        assert_int_equal(seat->end.how, LINK_END_SIGNAL);
        assert_int_equal(seat->end.signal, rows[i].signal);
        assert_end_words(&seat->end, rows[i].words);
        seat_finish(world, seat, LINK_GOODBYE);
    }
}

static void closing_its_output_and_living_on_is_not_a_crash(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("close-output"));
    until_event(world, seat, 'E');
    assert_string_equal(seat->received.bytes, "bye");
    assert_int_equal(seat->end.how, LINK_END_CLOSED);
    assert_end_words(&seat->end, "closed its output");
    assert_true(process_lives(link_pid(seat->link)));
    seat_finish(world, seat, LINK_KILL);
}

static void closing_its_input_is_learned_at_the_next_message(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("close-input"));
    until_received(world, seat, "closed");
    assert_int_equal(link_send(seat->link, "hello", 5), LINK_NOT_OPEN);
    assert_string_equal(seat->story, "OR");
    until_event(world, seat, 'E');
    assert_int_equal(seat->end.how, LINK_END_DEAF);
    assert_end_words(&seat->end, "closed its input");
    seat_finish(world, seat, LINK_KILL);
}

static void a_write_to_a_dead_bot_is_told_as_its_crash(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("never-read"));
    until_received(world, seat, "here");
    kill(link_pid(seat->link), SIGSEGV);
    while (process_lives(link_pid(seat->link)))
        usleep(1000);
    assert_int_equal(link_send(seat->link, "x", 1), LINK_NOT_OPEN);
    until_event(world, seat, 'E');
    assert_int_equal(seat->end.how, LINK_END_SIGNAL);
    assert_int_equal(seat->end.signal, SIGSEGV);
    seat_finish(world, seat, LINK_GOODBYE);
}

static void an_arena_that_slept_does_not_take_a_crash_for_a_disconnect(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("close-output"));
    until_event(world, seat, 'O');
    until_received(world, seat, "bye");
    // Somewhere around here the end of the stream is seen. The loop stands still meanwhile.
    turn_for_ms(world, LINK_END_GRACE_MS / 5);
    kill(link_pid(seat->link), SIGSEGV);
    usleep(3 * LINK_END_GRACE_MS * 1000);
    until_event(world, seat, 'E');
    assert_int_equal(seat->end.how, LINK_END_SIGNAL);
    seat_finish(world, seat, LINK_GOODBYE);
}

static void the_exit_is_told_though_a_grandchild_keeps_the_pipe_open(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("with-child 5"));
    until_event(world, seat, 'E');
    assert_int_equal(seat->end.how, LINK_END_EXITED);
    assert_int_equal(seat->end.code, 5);
    pid_t grandchild = (pid_t)atoi(seat->received.bytes);
    assert_true(process_lives(grandchild));
    seat_finish(world, seat, LINK_GOODBYE);
    assert_false(process_lives(grandchild));
}

// --- Goodbye ---

static void a_stopped_bot_is_killed(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("say-and-raise 19")); // SIGSTOP
    until_received(world, seat, "before");
    turn_for_ms(world, 100);
    assert_string_equal(seat->story, "OR");
    seat_close(seat, LINK_GOODBYE);
    until_event(world, seat, 'C');
    assert_int_equal(seat->exit.signal, SIGKILL);
    assert_int_equal(seat->exit.pushed, SIGKILL);
    seat_free(seat);
}

static void a_bot_that_does_not_leave_is_asked_by_SIGTERM_G7(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("leave-on-term"));
    until_received(world, seat, "patient");
    seat_close(seat, LINK_GOODBYE);
    until_event(world, seat, 'C');
    assert_string_equal(seat->story, "ORC");
    assert_int_equal(seat->exit.signal, SIGTERM);
    assert_int_equal(seat->exit.pushed, SIGTERM);
    seat_free(seat);
}

static void a_bot_that_ignores_SIGTERM_is_killed_G7(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("ignore-term"));
    until_received(world, seat, "deaf");
    int64_t start_ns = clock_now_ns();
    seat_close(seat, LINK_GOODBYE);
    until_event(world, seat, 'C');
    assert_int_equal(seat->exit.signal, SIGKILL);
    assert_true(clock_now_ns() - start_ns >= (2 * LINK_LEAVE_GRACE_MS - 5) * NS_PER_MS);
    seat_free(seat);
}

static void a_goodbye_can_be_hastened(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("ignore-term"));
    until_received(world, seat, "deaf");
    seat_close(seat, LINK_GOODBYE);
    turn_for_ms(world, 10);
    seat_close(seat, LINK_KILL);
    until_event(world, seat, 'C');
    assert_string_equal(seat->story, "ORC");
    seat_free(seat);
}

static void grandchildren_go_with_the_group(void **state)
{
    struct world *world = *state;
    for (int leave = LINK_GOODBYE; leave <= LINK_KILL; leave++) {
        struct seat *seat = seat_open(world, bot("with-child"));
        until_received(world, seat, "\n");
        pid_t grandchild = (pid_t)atoi(seat->received.bytes);
        assert_true(process_lives(grandchild));
        seat_finish(world, seat, (enum link_leave)leave);
        assert_false(process_lives(grandchild));
    }
}

static void a_daemon_cannot_leave_the_group_and_goes_with_it(void **state)
{
    struct world *world = *state;
    for (int i = 0; i < 2; i++) {
        struct seat *seat = seat_open(world, bot(i == 0 ? "daemonise" : "daemonise 0"));
        until_received(world, seat, "\n");
        int pid, session, group, refused;
        assert_int_equal(
            sscanf(seat->received.bytes, "%d %d %d %d", &pid, &session, &group, &refused), 4);
        assert_int_equal(session, -1);
        assert_int_equal(group, -1);
        assert_true(refused);
        assert_true(process_lives(pid));
        seat_finish(world, seat, LINK_GOODBYE);
        assert_false(process_lives(pid));
    }
}

static void a_link_can_be_closed_in_every_state_and_inside_every_event(void **state)
{
    struct world *world = *state;
    for (int leave = LINK_GOODBYE; leave <= LINK_KILL; leave++) {
        for (int when = 0; when < 4; when++) {
            struct seat *seat = seat_open(world, bot("say-and-exit words 0"));
            seat->leave = (enum link_leave)leave;
            seat->close_when_opened = when == 1;
            seat->close_when_received = when == 2;
            seat->close_when_ended = when == 3;
            if (when == 0)
                seat_close(seat, seat->leave);
            until_event(world, seat, 'C');
            static const char *const stories[] = {"C", "OC", "ORC", "OREC"};
            assert_string_equal(seat->story, stories[when]);
            seat_free(seat);
        }
    }
}

static void a_flood_does_not_keep_a_bot_from_leaving(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("flood 1 300000"));
    seat->pause_when_opened = true;
    until_event(world, seat, 'O');
    turn_for_ms(world, 20);
    seat_close(seat, LINK_GOODBYE);
    until_event(world, seat, 'C');
    assert_string_equal(seat->story, "OC");
    assert_int_equal(seat->exit.pushed, 0);
    assert_int_equal(seat->exit.code, 0);
    seat_free(seat);
}

// --- stderr ---

static void of_a_flood_on_stderr_the_first_and_the_last_are_kept_G8(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("flood 2 1000000"));
    until_received(world, seat, "done");
    seat_close(seat, LINK_GOODBYE);
    until_event(world, seat, 'C');
    size_t line = strlen("line 000000 of a flood that nobody wants\n");
    size_t lines = (1000000 + line - 1) / line;
    assert_int_equal(seat->heard.length, LINK_STDERR_HEAD_BYTES + LINK_STDERR_TAIL_BYTES);
    assert_int_equal(seat->dropped_bytes, lines * line - seat->heard.length);
    assert_memory_equal(seat->heard.bytes, "line 000000 of", 14);
    char last[100];
    snprintf(last, sizeof last, "line %06d of a flood that nobody wants\n", (int)lines - 1);
    assert_string_equal(seat->heard.bytes + seat->heard.length - line, last);
    seat_free(seat);
}

// --- Birth ---

static void a_bot_is_born_with_three_descriptors_and_default_signals(void **state)
{
    struct world *world = *state;
    int leaked = open("/dev/null", O_RDONLY); // not close-on-exec
    sigset_t blocked, before, after;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    signal(SIGUSR2, SIG_IGN);
    struct seat *seat = seat_open(world, bot("show-birth"));
    sigprocmask(SIG_SETMASK, &before, &after);
    assert_true(sigismember(&after, SIGUSR1)); // ours is as it was
    signal(SIGUSR2, SIG_DFL);
    until_event(world, seat, 'E');
    close(leaked);
    assert_non_null(strstr(seat->received.bytes, "fds 3 ignored 0 blocked 0 leader 1 "));
    seat_finish(world, seat, LINK_GOODBYE);
}

static void we_may_open_more_descriptors_and_a_bot_as_many_as_before(void **state)
{
    struct world *world = *state;
    link_process_teardown();
    struct rlimit before, lowered, raised;
    getrlimit(RLIMIT_NOFILE, &before);
    lowered = (struct rlimit){123, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &lowered);
    assert_true(link_process_setup(NULL));
    getrlimit(RLIMIT_NOFILE, &raised);
    assert_int_equal(raised.rlim_cur, before.rlim_max);
    struct seat *seat = seat_open(world, bot("show-birth"));
    until_event(world, seat, 'E');
    assert_non_null(strstr(seat->received.bytes, " limit 123;"));
    seat_finish(world, seat, LINK_GOODBYE);
    link_process_teardown();
    setrlimit(RLIMIT_NOFILE, &before);
    assert_true(link_process_setup(NULL));
}

static void a_bot_runs_in_its_directory_with_its_environment(void **state)
{
    struct world *world = *state;
    const char *environment[] = {"AGON_TEST_WORD=new", NULL};
    setenv("AGON_TEST_WORD", "old", 1);
    struct seat *seat = seat_open_spec(world,
        &(struct link_spec){.player = bot("show-place AGON_TEST_WORD"),
            .directory = "/usr/bin",
            .environment = environment});
    until_event(world, seat, 'E');
    assert_string_equal(seat->received.bytes, "/usr/bin new");
    assert_string_equal(getenv("AGON_TEST_WORD"), "old");
    seat_finish(world, seat, LINK_GOODBYE);
}

static void words_reach_the_bot_as_a_shell_would_cut_them(void **state)
{
    struct world *world = *state;
    struct seat *seat =
        seat_open(world, bot("show-arguments a 'b c' \"d \\\" e\" f\\ g '' --x='y'"));
    until_event(world, seat, 'E');
    assert_string_equal(seat->received.bytes, "[a][b c][d \" e][f g][][--x=y]");
    seat_finish(world, seat, LINK_GOODBYE);
}

// --- An older kernel ---

static void without_the_newer_layers_it_still_works(void **state)
{
    struct world *world = *state;
    link_layers_limit((struct link_layers){0});
    what_is_sent_comes_back_from_an_echo(state);
    an_exit_is_told_with_its_code_after_all_bytes(state);
    a_crash_is_told_with_its_signal(state);
    struct seat *seat = seat_open(world, bot("with-child"));
    until_received(world, seat, "\n");
    pid_t grandchild = (pid_t)atoi(seat->received.bytes);
    seat_finish(world, seat, LINK_GOODBYE);
    while (process_lives(grandchild)) // killed, and its death is for init to see
        usleep(1000);
}

static void all_layers_are_on_here(void **state)
{
    (void)state;
    struct link_layers layers = link_layers();
    assert_true(layers.exit_events);
    assert_true(layers.subreaper);
    assert_true(layers.keeper);
    assert_true(layers.closed_fds);
#if defined(__x86_64__) || defined(__aarch64__)
    assert_true(layers.group_filter);
#endif
}

// --- Many ---

static void a_hundred_bots_at_once_come_and_go(void **state)
{
    struct world *world = *state;
    enum { BOTS = 100 };
    struct seat *seats[BOTS];
    for (int i = 0; i < BOTS; i++)
        seats[i] = seat_open(world, bot("echo"));
    for (int i = 0; i < BOTS; i++) {
        until_event(world, seats[i], 'O');
        seat_send(seats[i], "ping");
    }
    for (int i = 0; i < BOTS; i++) {
        until_received(world, seats[i], "ping");
        seat_close(seats[i], i % 2 == 0 ? LINK_GOODBYE : LINK_KILL);
    }
    for (int i = 0; i < BOTS; i++) {
        until_event(world, seats[i], 'C');
        seat_free(seats[i]);
    }
}

// --- Usage ---

static void usage_counts_finished_threads_children_and_orphans(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("use-cpu 60"));
    until_received(world, seat, "used");
    struct link_usage usage;
    assert_true(link_usage(seat->link, &usage));
    // Two threads, a child and an orphan, 60 ms each; the child is counted in ticks of 10 ms.
    assert_true(usage.cpu_ns >= 220 * NS_PER_MS);
    assert_true(usage.cpu_ns < 2000 * NS_PER_MS);
    assert_int_equal(usage.processes, 2);
    assert_int_equal(usage.tasks, 2);
    assert_true(usage.waited_most_ns <= usage.waited_ns);
    struct link_usage marked;
    assert_true(link_usage_mark(seat->link, &marked));
    assert_true(link_usage(seat->link, &usage));
    assert_true(usage.cpu_ns >= marked.cpu_ns && usage.waited_ns >= marked.waited_ns);
    assert_true(usage.waited_most_ns <= usage.waited_ns);
    seat_finish(world, seat, LINK_KILL);
}

// More bots than cores, all busy: each has waited for its turn, and the kernel has counted it.
static void a_bot_that_others_keep_from_running_has_waited(void **state)
{
    struct world *world = *state;
    enum { BOTS = 3 };
    struct seat *seats[BOTS];
    cpu_set_t all, one;
    sched_getaffinity(0, sizeof all, &all);
    CPU_ZERO(&one);
    for (int i = 0; CPU_COUNT(&one) == 0; i++) {
        if (CPU_ISSET(i, &all))
            CPU_SET(i, &one);
    }
    sched_setaffinity(0, sizeof one, &one); // inherited by the bots
    for (int i = 0; i < BOTS; i++)
        seats[i] = seat_open(world, bot("spin 150"));
    sched_setaffinity(0, sizeof all, &all);
    for (int i = 0; i < BOTS; i++) {
        struct link_usage usage;
        until_received(world, seats[i], "spun");
        assert_true(link_usage(seats[i]->link, &usage));
        assert_true(usage.cpu_ns >= 150 * NS_PER_MS);
        assert_true(usage.waited_most_ns > 20 * NS_PER_MS);
        assert_true(usage.waited_most_ns <= usage.waited_ns);
        // A mark tells what was waited up to it, and nothing of that is told again.
        struct link_usage marked;
        assert_true(link_usage_mark(seats[i]->link, &marked));
        assert_true(marked.waited_most_ns >= usage.waited_most_ns);
        assert_true(link_usage(seats[i]->link, &usage));
        assert_true(usage.waited_most_ns <= usage.waited_ns - marked.waited_most_ns);
    }
    for (int i = 0; i < BOTS; i++)
        seat_finish(world, seats[i], LINK_KILL);
}

static void a_bot_that_sleeps_is_seen_to_have_been_woken(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("byte-by-byte abcde")); // sleeps after each
    until_received(world, seat, "abcde");
    struct link_usage usage;
    assert_true(link_usage(seat->link, &usage));
    assert_int_equal(usage.tasks, 1);
    assert_true(usage.wakes >= 4);
    seat_finish(world, seat, LINK_KILL);
}

static void usage_is_known_after_the_exit(void **state)
{
    struct world *world = *state;
    struct seat *seat =
        seat_open(world, "sh -c 'i=0; while [ $((i += 1)) -lt 30000 ]; do :; done'");
    until_event(world, seat, 'E');
    struct link_usage usage;
    assert_true(link_usage(seat->link, &usage));
    assert_true(usage.cpu_ns > NS_PER_MS);
    seat_finish(world, seat, LINK_GOODBYE);
}

#define IN_A_WORLD(test) cmocka_unit_test_setup_teardown(test, world_setup, world_teardown)

int main(int count, char **arguments)
{
    if (count > 1)
        cmocka_set_test_filter(arguments[1]);
    const struct CMUnitTest tests[] = {
        IN_A_WORLD(what_is_sent_comes_back_from_an_echo),
        IN_A_WORLD(bytes_written_one_by_one_all_arrive),
        IN_A_WORLD(nothing_can_be_sent_before_it_opened_or_after_it_ended),
        IN_A_WORLD(a_bot_that_never_reads_fills_the_queue_to_its_limit_and_not_further),
        IN_A_WORLD(a_message_larger_than_the_queue_is_refused_whole),
        IN_A_WORLD(what_was_queued_is_written_when_the_bot_reads_and_its_time_is_told),
        IN_A_WORLD(what_is_queued_at_a_goodbye_still_arrives),
        IN_A_WORLD(a_paused_link_hears_nothing_until_it_is_resumed),
        IN_A_WORLD(a_flood_stops_at_the_pipe_while_paused),
        IN_A_WORLD(an_exit_is_told_with_its_code_after_all_bytes),
        IN_A_WORLD(a_full_pipe_is_delivered_before_the_exit_is_told),
        IN_A_WORLD(the_exit_of_a_paused_bot_waits_behind_its_bytes),
        IN_A_WORLD(so_it_does_though_a_grandchild_keeps_the_pipe_open),
        IN_A_WORLD(a_crash_is_told_with_its_signal),
        IN_A_WORLD(closing_its_output_and_living_on_is_not_a_crash),
        IN_A_WORLD(closing_its_input_is_learned_at_the_next_message),
        IN_A_WORLD(a_write_to_a_dead_bot_is_told_as_its_crash),
        IN_A_WORLD(an_arena_that_slept_does_not_take_a_crash_for_a_disconnect),
        IN_A_WORLD(the_exit_is_told_though_a_grandchild_keeps_the_pipe_open),
        IN_A_WORLD(a_stopped_bot_is_killed),
        IN_A_WORLD(a_bot_that_does_not_leave_is_asked_by_SIGTERM_G7),
        IN_A_WORLD(a_bot_that_ignores_SIGTERM_is_killed_G7),
        IN_A_WORLD(a_goodbye_can_be_hastened),
        IN_A_WORLD(grandchildren_go_with_the_group),
        IN_A_WORLD(a_daemon_cannot_leave_the_group_and_goes_with_it),
        IN_A_WORLD(a_link_can_be_closed_in_every_state_and_inside_every_event),
        IN_A_WORLD(a_flood_does_not_keep_a_bot_from_leaving),
        IN_A_WORLD(of_a_flood_on_stderr_the_first_and_the_last_are_kept_G8),
        IN_A_WORLD(a_bot_is_born_with_three_descriptors_and_default_signals),
        IN_A_WORLD(we_may_open_more_descriptors_and_a_bot_as_many_as_before),
        IN_A_WORLD(a_bot_runs_in_its_directory_with_its_environment),
        IN_A_WORLD(words_reach_the_bot_as_a_shell_would_cut_them),
        IN_A_WORLD(without_the_newer_layers_it_still_works),
        IN_A_WORLD(all_layers_are_on_here),
        IN_A_WORLD(a_hundred_bots_at_once_come_and_go),
        IN_A_WORLD(usage_counts_finished_threads_children_and_orphans),
        IN_A_WORLD(a_bot_that_sleeps_is_seen_to_have_been_woken),
        IN_A_WORLD(usage_is_known_after_the_exit),
        IN_A_WORLD(a_bot_that_others_keep_from_running_has_waited),
    };
    return cmocka_run_group_tests_name("link: command", tests, NULL, NULL);
}
