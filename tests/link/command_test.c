// Commands that speak on stdin and stdout: bytes, and how they end.
#include "link/world.h"

#include "base/clock.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

// The runner's clocks want to know what a poll had to do, and when it found the first thing.
static void the_hub_tells_of_the_first_event_and_of_new_descriptors(void **state)
{
    struct world *world = *state;
    struct seat *seat = seat_open(world, bot("echo"));
    until_event(world, seat, 'O');
    assert_int_equal(link_hub_polls(world->hub), 3); // its output, its stderr, its exit
    assert_int_equal(link_hub_polls(world->hub), 0);
    assert_int_equal(link_hub_polled_ns(world->hub), 0);
    seat_send(seat, "x");
    until_received(world, seat, "x");
    int64_t first = link_hub_polled_ns(world->hub);
    assert_true(first > 0 && first <= seat->received_at_ns);
    seat_send(seat, "y");
    usleep(2000); // the loop counts milliseconds
    until_received(world, seat, "xy");
    assert_int_equal(link_hub_polled_ns(world->hub), first);
    seat_finish(world, seat, LINK_GOODBYE);
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
        IN_A_WORLD(without_the_newer_layers_it_still_works),
        IN_A_WORLD(the_hub_tells_of_the_first_event_and_of_new_descriptors),
        IN_A_WORLD(all_layers_are_on_here),
    };
    return cmocka_run_group_tests_name("link: command", tests, NULL, NULL);
}
