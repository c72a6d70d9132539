// Bytes that are passed between two ends: whole, in order, with their ends, and never blocking.
#include "author/relay.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

// A relay between a socket (end 0) and two pipes (end 1), and the far sides of all.
struct bridge {
    struct relay relay;
    int socket;  // far side of end 0
    int in, out; // far sides of end 1: what we write comes in, what comes out we read
};

static int begin(void **state)
{
    static struct bridge b;
    int sockets[2], to[2], from[2];
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets), 0);
    assert_int_equal(pipe(to), 0);
    assert_int_equal(pipe(from), 0);
    b.socket = sockets[1];
    b.in = from[1];
    b.out = to[0];
    relay_init(
        &b.relay, (struct relay_end){sockets[0], sockets[0]}, (struct relay_end){from[0], to[1]});
    fcntl(b.socket, F_SETFL, O_NONBLOCK);
    fcntl(b.in, F_SETFL, O_NONBLOCK);
    fcntl(b.out, F_SETFL, O_NONBLOCK);
    *state = &b;
    return 0;
}

static int end(void **state)
{
    struct bridge *b = *state;
    if (b->socket >= 0)
        close(b->socket);
    if (b->in >= 0)
        close(b->in);
    if (b->out >= 0)
        close(b->out);
    relay_close(&b->relay);
    return 0;
}

// Passes what can be passed now.
static void pass(struct bridge *b)
{
    struct pollfd polls[RELAY_POLLS];
    for (int i = 0; i < 8; i++) {
        relay_polls(&b->relay, polls);
        poll(polls, RELAY_POLLS, 0);
        relay_pass(&b->relay, polls);
    }
}

static void close_one(int *fd)
{
    close(*fd);
    *fd = -1;
}

static void bytes_pass_in_both_directions(void **state)
{
    struct bridge *b = *state;
    char got[8] = "";
    assert_int_equal(write(b->socket, "\0\xff\n", 3), 3);
    assert_int_equal(write(b->in, "abc", 3), 3);
    pass(b);
    assert_int_equal(read(b->out, got, sizeof got), 3);
    assert_memory_equal(got, "\0\xff\n", 3);
    assert_int_equal(read(b->socket, got, sizeof got), 3);
    assert_memory_equal(got, "abc", 3);
}

static void what_is_pushed_comes_first(void **state)
{
    struct bridge *b = *state;
    char got[8] = "";
    assert_int_equal(write(b->socket, "b", 1), 1);
    relay_push(&b->relay, "a", 1);
    pass(b);
    assert_int_equal(read(b->out, got, sizeof got), 2);
    assert_string_equal(got, "ab");
}

// In whatever pieces it comes, only a name that comes first is dropped.
static void a_name_that_was_said_before_is_dropped(void **state)
{
    static const struct {
        const char *pieces[3], *passed;
    } rows[] = {
        {{"{\"name\": \"a}b\"}\n{\"placed\":[2,3]}\n"}, "hi{\"placed\":[2,3]}\n"},
        {{" { \"na", "me\" :\"\\\"}\"", "}[]"}, "hi[]"},
        {{"{\"placed\":[2,3]}\n"}, "hi{\"placed\":[2,3]}\n"},
        {{"{\"name", "s\":1}", "{\"name\":2}"}, "hi{\"names\":1}{\"name\":2}"},
        {{"{\"name\":"}, "hi"}, // nobody knows yet
    };
    end(state);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin(state);
        struct bridge *b = *state;
        char got[64] = "";
        relay_push(&b->relay, "hi", 2);
        relay_drop_name(&b->relay);
        for (int k = 0; k < 3 && rows[i].pieces[k]; k++) {
            const char *piece = rows[i].pieces[k];
            assert_int_equal(write(b->socket, piece, strlen(piece)), strlen(piece));
            pass(b);
        }
        assert_true(read(b->out, got, sizeof got - 1) > 0);
        assert_string_equal(got, rows[i].passed);
        end(state);
    }
    begin(state);
}

static void what_is_held_passes_when_nothing_more_comes(void **state)
{
    struct bridge *b = *state;
    char got[16] = "";
    relay_drop_name(&b->relay);
    assert_int_equal(write(b->socket, "{\"name\":", 8), 8);
    shutdown(b->socket, SHUT_WR);
    pass(b);
    assert_int_equal(read(b->out, got, sizeof got), 8);
    assert_true(relay_is_done(&b->relay, 0));
}

static void an_end_is_told_and_the_other_direction_goes_on(void **state)
{
    struct bridge *b = *state;
    char got[8] = "";
    assert_int_equal(write(b->socket, "last", 4), 4);
    shutdown(b->socket, SHUT_WR);
    pass(b);
    assert_int_equal(read(b->out, got, sizeof got), 4);
    assert_int_equal(read(b->out, got, sizeof got), 0);
    assert_true(relay_is_done(&b->relay, 0));
    assert_false(relay_is_done(&b->relay, 1));
    assert_int_equal(write(b->in, "on", 2), 2);
    pass(b);
    assert_int_equal(read(b->socket, got, sizeof got), 2);
    close_one(&b->in);
    pass(b);
    assert_int_equal(read(b->socket, got, sizeof got), 0);
    assert_true(relay_is_done(&b->relay, 1));
}

static void whoever_reads_no_more_is_not_waited_for(void **state)
{
    struct bridge *b = *state;
    close_one(&b->out);
    assert_int_equal(write(b->socket, "lost", 4), 4);
    pass(b);
    assert_int_equal(write(b->socket, "lost", 4), 4);
    shutdown(b->socket, SHUT_WR);
    pass(b);
    assert_true(relay_is_done(&b->relay, 0));
}

// Nobody reads at the far end: the relay keeps what fits, and takes no more.
static void a_full_pipe_blocks_nobody(void **state)
{
    struct bridge *b = *state;
    static char many[1 << 16], got[1 << 16];
    size_t sent = 0, read_back = 0;
    for (size_t i = 0; i < sizeof many; i++)
        many[i] = (char)(i * 7);
    for (int i = 0; i < 100; i++) {
        ssize_t n = write(b->socket, many + sent % sizeof many, sizeof many - sent % sizeof many);
        sent += n > 0 ? (size_t)n : 0;
        pass(b);
    }
    shutdown(b->socket, SHUT_WR);
    assert_true(sent > RELAY_BUFFER_BYTES);
    for (int i = 0; i < 10000 && read_back < sent; i++) {
        ssize_t n = read(b->out, got, sizeof got);
        for (ssize_t k = 0; k < n; k++, read_back++)
            assert_int_equal(got[k], many[read_back % sizeof many]);
        pass(b);
    }
    assert_int_equal(read_back, sent);
    pass(b);
    assert_true(relay_is_done(&b->relay, 0));
}

// The pipe of a program that has ended is kept open by its child.
static void a_pipe_without_end_can_be_drained(void **state)
{
    struct bridge *b = *state;
    char got[8] = "";
    assert_int_equal(write(b->in, "abc", 3), 3);
    relay_drain(&b->relay, 1);
    pass(b);
    assert_int_equal(read(b->socket, got, sizeof got), 3);
    assert_true(relay_is_done(&b->relay, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bytes_pass_in_both_directions, begin, end),
        cmocka_unit_test_setup_teardown(what_is_pushed_comes_first, begin, end),
        cmocka_unit_test_setup_teardown(a_name_that_was_said_before_is_dropped, begin, end),
        cmocka_unit_test_setup_teardown(what_is_held_passes_when_nothing_more_comes, begin, end),
        cmocka_unit_test_setup_teardown(an_end_is_told_and_the_other_direction_goes_on, begin, end),
        cmocka_unit_test_setup_teardown(whoever_reads_no_more_is_not_waited_for, begin, end),
        cmocka_unit_test_setup_teardown(a_full_pipe_blocks_nobody, begin, end),
        cmocka_unit_test_setup_teardown(a_pipe_without_end_can_be_drained, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
