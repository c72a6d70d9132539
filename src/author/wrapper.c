#include "author/wrapper.h"

#include "author/attached_program.h"
#include "author/relay.h"
#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    WRAPPER_PORT_BYTES = 8,
    WRAPPER_RETRY_MS = 50, // between two attempts to connect
    WRAPPER_LOOK_MS = 20,  // how often a program is looked at without a pidfd
    BOT = 0,               // the ends of the relay
    ARENA = 1,
};

struct wrapper {
    const struct wrapper_order *order;
    struct wrapper_end *end;
    struct relay relay;
    struct attached_program program;
    struct relay_end bot, arena; // until the relay has them
    struct words words;          // of the command, with its port
    int listener;                // for a bot that connects; -1: none
    int64_t gone_ns;             // since when the other end is gone; 0: it is there
    int64_t leave_ns;            // when the bot is told to go; 0: not yet
    bool termed;                 // it was
};

// --- Signals, and waiting ---

static void wrapper_read_signals(struct wrapper *w)
{
    unsigned char numbers[16];
    ssize_t n = read(w->order->signals, numbers, sizeof numbers);
    for (ssize_t i = 0; i < n; i++) {
        int number = numbers[i] & ~WRAPPER_SIGNAL_SHARED;
        if (!(numbers[i] & WRAPPER_SIGNAL_SHARED))
            attached_program_signal(&w->program, number);
        w->end->stopped = true;
        w->end->status = 128 + number;
        w->termed = true; // it has been asked to go; now it has the time that SIGTERM gives it
        w->leave_ns = clock_now_ns() + WRAPPER_TERM_MS * NS_PER_MS;
    }
}

// Waits for a signal, the end of the program or one of the other descriptors, for `ms` at most.
static void wrapper_poll(struct wrapper *w, struct pollfd *others, size_t count, int ms)
{
    struct pollfd all[RELAY_POLLS + 2];
    bool runs = w->program.pid > 0 && !w->program.ended;
    if (count > 0)
        memcpy(all, others, count * sizeof *others);
    all[count] = (struct pollfd){w->order->signals, POLLIN, 0};
    all[count + 1] = (struct pollfd){runs ? w->program.pidfd : -1, POLLIN, 0};
    if (runs && w->program.pidfd < 0 && (ms < 0 || ms > WRAPPER_LOOK_MS))
        ms = WRAPPER_LOOK_MS;
    if (poll(all, count + 2, ms) < 0)
        memset(all, 0, sizeof all);
    for (size_t i = 0; i < count; i++)
        others[i].revents = all[i].revents;
    if (all[count].revents != 0)
        wrapper_read_signals(w);
    attached_program_look(&w->program);
}

// --- Connections ---

static void wrapper_set_up_socket(int fd)
{
    // An answer is one small message. It must not wait for a second one.
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
}

static int wrapper_dial_once(const struct target *t, struct error *e)
{
    char port[WRAPPER_PORT_BYTES];
    snprintf(port, sizeof port, "%d", t->port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;
    int wrong = getaddrinfo(t->host, port, &hints, &found), fd = -1;
    if (wrong != 0) {
        error_set(e, "%.80s: %s", t->host, gai_strerror(wrong));
        return -1;
    }
    for (const struct addrinfo *a = found; a && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, 0);
        if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen) != 0) {
            error_set(e, "cannot connect to %.80s:%d: %s", t->host, t->port, strerror(errno));
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    if (fd >= 0)
        wrapper_set_up_socket(fd);
    return fd;
}

// Whoever is dialled may not listen yet.
static bool wrapper_dial(
    struct wrapper *w, const struct target *t, struct relay_end *end, struct error *e)
{
    int64_t until_ns = clock_now_ns() + w->order->wait_ms * NS_PER_MS;
    for (;;) {
        int fd = wrapper_dial_once(t, e);
        if (fd >= 0) {
            *end = (struct relay_end){fd, fd};
            return true;
        }
        if (w->end->stopped || clock_now_ns() >= until_ns)
            return false;
        wrapper_poll(w, NULL, 0, WRAPPER_RETRY_MS);
        if (w->program.pid > 0 && w->program.ended)
            return error_set(e, "the bot ended before it listened at %.80s:%d", t->host, t->port);
    }
}

// A bot that cannot be reached any more is not waited for either.
static bool wrapper_accept(struct wrapper *w, struct error *e)
{
    while (!w->program.ended && !w->end->stopped) {
        struct pollfd ready = {w->listener, POLLIN, 0};
        wrapper_poll(w, &ready, 1, -1);
        int fd = ready.revents ? accept4(w->listener, NULL, NULL, SOCK_CLOEXEC) : -1;
        if (fd < 0)
            continue;
        wrapper_set_up_socket(fd);
        w->bot = (struct relay_end){fd, fd};
        return true;
    }
    return error_set(e, "the bot ended before it connected to its {host} and {port}");
}

static bool wrapper_listen(struct wrapper *w, int *port, struct error *e)
{
    struct sockaddr_in here = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = 0};
    socklen_t length = sizeof here;
    w->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (w->listener < 0 || bind(w->listener, (struct sockaddr *)&here, sizeof here) != 0 ||
        listen(w->listener, 1) != 0 ||
        getsockname(w->listener, (struct sockaddr *)&here, &length) != 0)
        return error_set(e, "no port for the bot: %s", strerror(errno));
    *port = ntohs(here.sin_port);
    return true;
}

// --- The bot ---

static bool wrapper_copy_command(struct wrapper *w, struct error *e)
{
    size_t count = 0;
    while (w->order->command[count])
        count++;
    w->words.list = calloc(count + 1, sizeof *w->words.list);
    for (; w->words.list && w->words.count < count; w->words.count++) {
        char *word = strdup(w->order->command[w->words.count]);
        if (!word)
            break;
        w->words.list[w->words.count] = word;
    }
    return w->words.count == count || error_set(e, "out of memory");
}

// Its stdin and stdout are the protocol's.
static bool wrapper_start_with_pipes(struct wrapper *w, struct error *e)
{
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) {
        error_set(e, "no pipe for the bot: %s", strerror(errno));
        if (to[0] >= 0)
            close(to[0]), close(to[1]);
        return false;
    }
    bool started = attached_program_start(&w->program, w->words.list, to[0], from[1], e);
    close(to[0]);
    close(from[1]);
    w->bot = (struct relay_end){from[0], to[1]};
    return started;
}

// Its stdin and stdout are free. They are those of the terminal, unless the arena has them: then
// what the bot prints goes to stderr.
static bool wrapper_start_free(struct wrapper *w, struct error *e)
{
    bool ours = w->order->arena != NULL;
    int nothing = ours ? -1 : open("/dev/null", O_RDONLY | O_CLOEXEC);
    bool started =
        attached_program_start(&w->program, w->words.list, nothing, ours ? -1 : STDERR_FILENO, e);
    if (nothing >= 0)
        close(nothing);
    return started;
}

static bool wrapper_start_bot(struct wrapper *w, struct error *e)
{
    int port = 0;
    char digits[WRAPPER_PORT_BYTES];
    if (!w->order->command)
        return wrapper_dial(w, w->order->bot, &w->bot, e);
    if (!wrapper_copy_command(w, e))
        return false;
    if (w->order->bot)
        return wrapper_start_free(w, e) && wrapper_dial(w, w->order->bot, &w->bot, e);
    if (!words_contain(&w->words, "{port}"))
        return wrapper_start_with_pipes(w, e);
    if (!wrapper_listen(w, &port, e))
        return false;
    snprintf(digits, sizeof digits, "%d", port);
    if (!words_replace(&w->words, "{port}", digits) ||
        !words_replace(&w->words, "{host}", "127.0.0.1"))
        return error_set(e, "out of memory");
    return wrapper_start_free(w, e) && wrapper_accept(w, e);
}

// --- Passing on ---

// A bot whose arena is gone gets some time to end, and more, but not for ever, as long as it goes
// on writing to somebody who reads. The same time has an arena to read what a bot has left.
static void wrapper_see_to_end(struct wrapper *w, bool moved)
{
    const struct relay_flow *answers = &w->relay.flows[BOT];
    bool gone =
        relay_is_done(&w->relay, ARENA) || (answers->shut && !answers->ended) || w->program.ended;
    int64_t now_ns = clock_now_ns();
    if (gone && w->gone_ns == 0)
        w->gone_ns = now_ns;
    const bool goes_on = moved && !w->termed && !answers->shut &&
        now_ns < w->gone_ns + WRAPPER_LEAVE_MOST_MS * NS_PER_MS;
    if (gone && (w->leave_ns == 0 || goes_on))
        w->leave_ns = now_ns + WRAPPER_LEAVE_MS * NS_PER_MS;
    if (w->leave_ns == 0 || now_ns < w->leave_ns || w->program.pid == 0)
        return;
    attached_program_signal(&w->program, w->termed ? SIGKILL : SIGTERM);
    w->termed = true;
    w->leave_ns = now_ns + WRAPPER_TERM_MS * NS_PER_MS;
}

static int wrapper_wait_ms(const struct wrapper *w)
{
    if (w->leave_ns == 0)
        return -1;
    int64_t left_ns = w->leave_ns - clock_now_ns();
    return left_ns > 0 ? (int)(left_ns / NS_PER_MS) + 1 : 0;
}

// Without a program of ours it ends with the connections.
static bool wrapper_is_over(struct wrapper *w)
{
    bool late = w->leave_ns != 0 && clock_now_ns() >= w->leave_ns;
    if (w->program.pid == 0)
        return (relay_is_done(&w->relay, BOT) && relay_is_done(&w->relay, ARENA)) || late;
    if (!w->program.ended)
        return false;
    // Whatever it has written is there now.
    relay_drain(&w->relay, BOT);
    return relay_is_done(&w->relay, BOT) || late;
}

static void wrapper_pass(struct wrapper *w)
{
    struct pollfd polls[RELAY_POLLS];
    relay_init(&w->relay, w->bot, w->arena);
    w->bot = w->arena = (struct relay_end){-1, -1};
    if (w->order->hello)
        relay_push(&w->relay, w->order->hello, strlen(w->order->hello));
    if (w->order->named)
        relay_drop_name(&w->relay);
    while (!wrapper_is_over(w)) {
        relay_polls(&w->relay, polls);
        wrapper_poll(w, polls, RELAY_POLLS, wrapper_wait_ms(w));
        wrapper_see_to_end(w, relay_pass(&w->relay, polls));
    }
    w->end->spoke = w->relay.flows[BOT].passed > 0;
    w->end->heard = w->relay.flows[ARENA].passed > 0;
    w->end->lost = relay_has_lost(&w->relay, BOT) ? w->relay.flows[BOT].error : 0;
}

static void wrapper_close_end(const struct relay_end *end)
{
    if (end->in >= 0)
        close(end->in);
    if (end->out >= 0 && end->out != end->in)
        close(end->out);
}

// --- The whole ---

static bool wrapper_meet_arena(struct wrapper *w, struct error *e)
{
    if (w->order->arena)
        w->end->met = wrapper_dial(w, w->order->arena, &w->arena, e);
    else
        w->end->met = true;
    return w->end->met;
}

bool wrapper_run(const struct wrapper_order *order, struct wrapper_end *end, struct error *e)
{
    struct wrapper *w = calloc(1, sizeof *w);
    *end = (struct wrapper_end){0};
    if (!w)
        return error_set(e, "out of memory");
    w->order = order;
    w->end = end;
    w->program.pidfd = w->listener = -1;
    w->bot = (struct relay_end){-1, -1};
    w->arena = (struct relay_end){order->arena_in, order->arena_out};
    if (order->arena)
        w->arena = (struct relay_end){-1, -1};
    attached_program_adopt_orphans();
    bool well = wrapper_meet_arena(w, e) && wrapper_start_bot(w, e);
    if (well) {
        wrapper_pass(w);
        relay_close(&w->relay);
    }
    wrapper_close_end(&w->bot);
    wrapper_close_end(&w->arena);
    if (w->listener >= 0)
        close(w->listener);
    attached_program_end(&w->program);
    attached_program_kill_orphans();
    if (!end->stopped)
        end->status = attached_program_exit_status(&w->program);
    words_destroy(&w->words);
    free(w);
    return well;
}
