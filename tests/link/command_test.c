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
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

// --- Bytes ---

static void what_is_sent_comes_back_from_an_echo(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("echo"));
    until_event(world, peer, 'O');
    assert_int_equal(link_kind(peer->link), LINK_COMMAND);
    assert_true(link_pid(peer->link) > 0);
    assert_string_equal(link_address(peer->link), "");
    peer_send(peer, "one\n");
    until_received(world, peer, "one\n");
    assert_true(peer->received_at_ns >= link_written_at(peer->link));
    peer_send(peer, "two\n");
    until_received(world, peer, "two\n");
    assert_string_equal(peer->received.bytes, "one\ntwo\n");
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    assert_string_equal(peer->story, "ORC");
    assert_true(peer->has_exit);
    assert_int_equal(peer->exit.code, 0);
    assert_int_equal(peer->exit.signal, 0);
    assert_int_equal(peer->exit.pushed, 0);
    peer_free(peer);
}

static void bytes_written_one_by_one_all_arrive(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("byte-by-byte '{\"a\": [1, 2]}'"));
    until_received(world, peer, "{\"a\": [1, 2]}");
    peer_finish(world, peer, LINK_GOODBYE);
}

static struct peer *command_open_shaped(struct world *world, struct link_shape shape)
{
    struct peer *peer =
        peer_open_spec(world, &(struct link_spec){.player = bot("echo"), .shape = shape});
    until_event(world, peer, 'O');
    return peer;
}

static void a_shaped_link_sends_pieces_and_tells_when_all_is_written(void **state)
{
    struct world *world = *state;
    struct peer *peer = command_open_shaped(
        world, (struct link_shape){.piece_most = 1, .pieces_most = 8, .seed = 1});
    assert_int_equal(link_send(peer->link, "a message, cut", 14), LINK_QUEUED);
    assert_int_equal(link_written_at(peer->link), 0);
    until_received(world, peer, "a message, cut");
    assert_non_null(strchr(peer->story, 'W'));
    assert_true(link_written_at(peer->link) > 0);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_shaped_link_joins_messages_that_follow_each_other(void **state)
{
    struct world *world = *state;
    struct peer *peer = command_open_shaped(world, (struct link_shape){.hold_ms = 1});
    assert_int_equal(link_send(peer->link, "one\n", 4), LINK_QUEUED);
    assert_int_equal(link_send(peer->link, "two\n", 4), LINK_QUEUED);
    until_received(world, peer, "one\ntwo\n");
    assert_string_equal(peer->story, "OWR"); // one write for both
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_shaped_link_that_is_closed_sends_what_waits(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open_spec(world,
        &(struct link_spec){.player = "sh -c 'cat >&2'", .shape = {.hold_ms = 60 * 60 * 1000}});
    until_event(world, peer, 'O');
    assert_int_equal(link_send(peer->link, "last words", 10), LINK_QUEUED);
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    assert_string_equal(peer->heard.bytes, "last words");
    peer_free(peer);
}

static void nothing_can_be_sent_before_it_opened_or_after_it_ended(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("say-and-exit x 0"));
    assert_int_equal(link_send(peer->link, "x", 1), LINK_NOT_OPEN);
    assert_int_equal(link_written_at(peer->link), 0);
    until_event(world, peer, 'E');
    assert_int_equal(link_send(peer->link, "x", 1), LINK_NOT_OPEN);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_bot_that_never_reads_fills_the_queue_to_its_limit_and_not_further(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("never-read"));
    until_received(world, peer, "here");
    char piece[1000];
    memset(piece, 'x', sizeof piece);
    size_t accepted = 0;
    enum link_sent sent;
    bool queued = false;
    while ((sent = link_send(peer->link, piece, sizeof piece)) != LINK_OVERFLOW) {
        assert_int_not_equal(sent, LINK_NOT_OPEN);
        queued |= sent == LINK_QUEUED;
        assert_true(!queued || sent == LINK_QUEUED);
        assert_true((link_written_at(peer->link) == 0) == queued);
        accepted += sizeof piece;
        assert_true(accepted < 2 * LINK_QUEUE_LIMIT_BYTES);
    }
    assert_true(accepted > LINK_QUEUE_LIMIT_BYTES - sizeof piece);
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    assert_int_equal(peer->exit.signal, SIGTERM);
    peer_free(peer);
}

static void a_message_larger_than_the_queue_is_refused_whole(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("echo"));
    until_event(world, peer, 'O');
    char *large = calloc(1, LINK_QUEUE_LIMIT_BYTES + 1);
    assert_int_equal(link_send(peer->link, large, LINK_QUEUE_LIMIT_BYTES + 1), LINK_OVERFLOW);
    free(large);
    peer_send(peer, "small");
    until_received(world, peer, "small");
    assert_string_equal(peer->received.bytes, "small");
    peer_finish(world, peer, LINK_GOODBYE);
}

static void what_was_queued_is_written_when_the_bot_reads_and_its_time_is_told(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("read-late 50"));
    until_event(world, peer, 'O');
    enum { BYTES = 300000 };
    char *large = malloc(BYTES);
    memset(large, 'x', BYTES);
    int64_t before_ns = clock_now_ns();
    assert_int_equal(link_send(peer->link, large, BYTES), LINK_QUEUED);
    free(large);
    assert_int_equal(link_written_at(peer->link), 0);
    until_event(world, peer, 'W');
    assert_true(link_written_at(peer->link) > before_ns);
    until_received_bytes(world, peer, BYTES);
    assert_int_equal(peer->received.length, BYTES);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void what_is_queued_at_a_goodbye_still_arrives(void **state)
{
    struct world *world = *state;
    char file[] = "/tmp/agon-link-test-XXXXXX";
    close(mkstemp(file));
    char command[200];
    snprintf(command, sizeof command, "sh -c 'sleep 0.1; cat > %s'", file);
    struct peer *peer = peer_open(world, command);
    until_event(world, peer, 'O');
    enum { BYTES = 200000 };
    char *large = calloc(1, BYTES);
    assert_int_equal(link_send(peer->link, large, BYTES), LINK_QUEUED);
    free(large);
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    assert_int_equal(peer->exit.signal, 0);
    int fd = open(file, O_RDONLY);
    assert_int_equal(lseek(fd, 0, SEEK_END), BYTES);
    close(fd);
    unlink(file);
    peer_free(peer);
}

static void a_paused_link_hears_nothing_until_it_is_resumed(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("echo"));
    until_event(world, peer, 'O');
    link_pause(peer->link);
    peer_send(peer, "quiet");
    turn_for_ms(world, 30);
    assert_string_equal(peer->story, "O");
    link_resume(peer->link);
    assert_string_equal(peer->story, "O");
    until_received(world, peer, "quiet");
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_flood_stops_at_the_pipe_while_paused(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("flood 1 4000000"));
    peer->pause_when_opened = true;
    until_event(world, peer, 'O');
    turn_for_ms(world, 50);
    assert_int_equal(peer->received.length, 0);
    link_resume(peer->link);
    until_received(world, peer, "done");
    assert_true(peer->received.length >= 4000000);
    peer_finish(world, peer, LINK_GOODBYE);
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
        struct peer *peer =
            peer_open(world, bot(code == 0 ? "say-and-exit words 0" : "say-and-exit words 1"));
        until_event(world, peer, 'E');
        assert_string_equal(peer->story, "ORE");
        assert_string_equal(peer->received.bytes, "words");
        assert_int_equal(peer->end.how, LINK_END_EXITED);
        assert_int_equal(peer->end.code, code);
        assert_end_words(&peer->end, code == 0 ? "exited with code 0" : "exited with code 1");
        struct link_stderr heard = link_stderr(peer->link);
        assert_int_equal(heard.head_bytes, strlen("last words\n"));
        assert_memory_equal(heard.head, "last words\n", heard.head_bytes);
        peer_finish(world, peer, LINK_GOODBYE);
    }
}

// The bot begins its answer, says something on stderr, and ends its answer, all before we look: so
// the loop finds the answer first.
static void what_a_bot_wrote_to_stderr_before_an_answer_is_known_with_the_answer(void **state)
{
    struct world *world = *state;
    char folder[] = "/tmp/agon-link-XXXXXX", pipe_path[64], command[256], byte;
    assert_non_null(mkdtemp(folder));
    snprintf(pipe_path, sizeof pipe_path, "%s/pipe", folder);
    assert_int_equal(mkfifo(pipe_path, 0600), 0);
    snprintf(command, sizeof command,
        "sh -c 'echo warm >&2; read -r line; printf g; echo thinks >&2; echo o; echo >%s; cat'",
        pipe_path);
    struct peer *peer = peer_open(world, command);
    until_event(world, peer, 'O');
    while (link_stderr(peer->link).head_bytes < strlen("warm\n"))
        uv_run(&world->loop, UV_RUN_ONCE);
    uv_run(&world->loop, UV_RUN_NOWAIT); // now the kernel has seen that nothing more is there
    peer_send(peer, "answer\n");
    int fd = open(pipe_path, O_RDONLY);
    assert_int_equal(read(fd, &byte, 1), 1); // it has written all
    close(fd);
    until_received(world, peer, "go\n");
    assert_int_equal(peer->heard_before_received, strlen("warm\nthinks\n"));
    struct link_stderr heard = link_stderr(peer->link);
    assert_int_equal(heard.piece_count, 2);
    assert_int_equal(heard.pieces[1].offset, strlen("warm\n"));
    assert_int_equal(heard.pieces[1].at_ns, peer->received_at_ns);
    peer_finish(world, peer, LINK_GOODBYE);
    unlink(pipe_path);
    rmdir(folder);
}

static void a_full_pipe_is_delivered_before_the_exit_is_told(void **state)
{
    struct world *world = *state;
    for (int i = 0; i < 20; i++) {
        struct peer *peer = peer_open(world, bot("fill-pipe-and-exit 3"));
        until_event(world, peer, 'E');
        assert_int_equal(peer->received.length, 65536);
        assert_int_equal(peer->end.code, 3);
        peer_finish(world, peer, LINK_KILL);
    }
}

static void the_exit_of_a_paused_bot_waits_behind_its_bytes(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("fill-pipe-and-exit 4"));
    peer->pause_when_opened = true;
    until_event(world, peer, 'O');
    turn_for_ms(world, 150);
    assert_string_equal(peer->story, "O");
    link_resume(peer->link);
    until_event(world, peer, 'E');
    assert_string_equal(peer->story, "ORE");
    assert_int_equal(peer->received.length, 65536);
    assert_int_equal(peer->end.how, LINK_END_EXITED);
    assert_int_equal(peer->end.code, 4);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void so_it_does_though_a_grandchild_keeps_the_pipe_open(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("with-child 5"));
    peer->pause_when_opened = true;
    until_event(world, peer, 'O');
    turn_for_ms(world, 3 * LINK_END_GRACE_MS);
    assert_string_equal(peer->story, "O");
    link_resume(peer->link);
    until_event(world, peer, 'E');
    assert_string_equal(peer->story, "ORE");
    assert_int_equal(peer->end.code, 5);
    peer_finish(world, peer, LINK_GOODBYE);
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
        struct peer *peer = peer_open(world, bot(rows[i].way));
        until_event(world, peer, 'E');
        assert_string_equal(peer->received.bytes, "before");
        assert_int_equal(peer->end.how, LINK_END_SIGNAL);
        assert_int_equal(peer->end.signal, rows[i].signal);
        assert_end_words(&peer->end, rows[i].words);
        peer_finish(world, peer, LINK_GOODBYE);
    }
}

static void closing_its_output_and_living_on_is_not_a_crash(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("close-output"));
    until_event(world, peer, 'E');
    assert_string_equal(peer->received.bytes, "bye");
    assert_int_equal(peer->end.how, LINK_END_CLOSED);
    assert_end_words(&peer->end, "closed its output");
    assert_true(process_lives(link_pid(peer->link)));
    peer_finish(world, peer, LINK_KILL);
}

static void closing_its_input_is_learned_at_the_next_message(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("close-input"));
    until_received(world, peer, "closed");
    assert_int_equal(link_send(peer->link, "hello", 5), LINK_NOT_OPEN);
    assert_string_equal(peer->story, "OR");
    until_event(world, peer, 'E');
    assert_int_equal(peer->end.how, LINK_END_DEAF);
    assert_end_words(&peer->end, "closed its input");
    peer_finish(world, peer, LINK_KILL);
}

static void a_write_to_a_dead_bot_is_told_as_its_crash(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("never-read"));
    until_received(world, peer, "here");
    kill(link_pid(peer->link), SIGSEGV);
    while (process_lives(link_pid(peer->link)))
        usleep(1000);
    assert_int_equal(link_send(peer->link, "x", 1), LINK_NOT_OPEN);
    until_event(world, peer, 'E');
    assert_int_equal(peer->end.how, LINK_END_SIGNAL);
    assert_int_equal(peer->end.signal, SIGSEGV);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void an_arena_that_slept_does_not_take_a_crash_for_a_disconnect(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("close-output"));
    until_event(world, peer, 'O');
    until_received(world, peer, "bye");
    // Somewhere around here the end of the stream is seen. The loop stands still meanwhile.
    turn_for_ms(world, LINK_END_GRACE_MS / 5);
    kill(link_pid(peer->link), SIGSEGV);
    usleep(3 * LINK_END_GRACE_MS * 1000);
    until_event(world, peer, 'E');
    assert_int_equal(peer->end.how, LINK_END_SIGNAL);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void the_exit_is_told_though_a_grandchild_keeps_the_pipe_open(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("with-child 5"));
    until_event(world, peer, 'E');
    assert_int_equal(peer->end.how, LINK_END_EXITED);
    assert_int_equal(peer->end.code, 5);
    pid_t grandchild = (pid_t)atoi(peer->received.bytes);
    assert_true(process_lives(grandchild));
    peer_finish(world, peer, LINK_GOODBYE);
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
    struct peer *peer = peer_open(world, bot("with-child"));
    until_received(world, peer, "\n");
    pid_t grandchild = (pid_t)atoi(peer->received.bytes);
    peer_finish(world, peer, LINK_GOODBYE);
    while (process_lives(grandchild)) // killed, and its death is for init to see
        usleep(1000);
}

// The runner's clocks want to know what a poll had to do, and when it found the first thing.
static void the_hub_tells_of_the_first_event_and_of_new_descriptors(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("echo"));
    until_event(world, peer, 'O');
    assert_int_equal(link_hub_polls(world->hub), 3); // its output, its stderr, its exit
    assert_int_equal(link_hub_polls(world->hub), 0);
    assert_int_equal(link_hub_polled_ns(world->hub), 0);
    peer_send(peer, "x");
    until_received(world, peer, "x");
    int64_t first = link_hub_polled_ns(world->hub);
    assert_true(first > 0 && first <= peer->received_at_ns);
    peer_send(peer, "y");
    usleep(2000); // the loop counts milliseconds
    until_received(world, peer, "xy");
    assert_int_equal(link_hub_polled_ns(world->hub), first);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void all_layers_are_on_here(void **state)
{
    (void)state;
    struct link_layers layers = link_layers();
    assert_true(layers.exit_events);
    assert_true(layers.subreaper);
    assert_true(layers.keeper);
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
        IN_A_WORLD(a_shaped_link_sends_pieces_and_tells_when_all_is_written),
        IN_A_WORLD(a_shaped_link_joins_messages_that_follow_each_other),
        IN_A_WORLD(a_shaped_link_that_is_closed_sends_what_waits),
        IN_A_WORLD(nothing_can_be_sent_before_it_opened_or_after_it_ended),
        IN_A_WORLD(a_bot_that_never_reads_fills_the_queue_to_its_limit_and_not_further),
        IN_A_WORLD(a_message_larger_than_the_queue_is_refused_whole),
        IN_A_WORLD(what_was_queued_is_written_when_the_bot_reads_and_its_time_is_told),
        IN_A_WORLD(what_is_queued_at_a_goodbye_still_arrives),
        IN_A_WORLD(a_paused_link_hears_nothing_until_it_is_resumed),
        IN_A_WORLD(a_flood_stops_at_the_pipe_while_paused),
        IN_A_WORLD(an_exit_is_told_with_its_code_after_all_bytes),
        IN_A_WORLD(what_a_bot_wrote_to_stderr_before_an_answer_is_known_with_the_answer),
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
