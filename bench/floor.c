// The floor under the referee: what a move costs when nobody looks at it. Knows no rules, has no
// clock, reads no JSON and keeps no record: it takes the conversation of a game from a record that
// the referee wrote, and holds it again with the same bots, with as few system calls as the
// protocol needs: what a bot hears while it is not asked leaves with what it is asked next.
//
//     bench_floor GAMES BOT RECORD [NEXT]
//
// BOT is a command without quotes; with {host} and {port} in it, it is one that dials in. Without
// NEXT every game has new bots; with it all games are played on one connection, RECORD first and
// then NEXT again and again.
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SEATS = 2, WORDS_MAX = 16, PORT_BYTES = 8, INPUT_BYTES = 65536 };

extern char **environ;

// What is written to a bot, or how much is waited for from it.
struct step {
    bool waits;
    int seat;
    size_t length;
    char *bytes;
};

struct conversation {
    struct step *steps;
    size_t count;
    struct step pending[SEATS]; // what is yet to be written
    bool owes_ack[SEATS];       // for the end of the game: that comes after the record (S7)
    int moves;
};

struct peer {
    pid_t pid;
    int in, out;  // what it writes, what it reads
    size_t early; // bytes that came before they were waited for
};

struct floor {
    char *words[WORDS_MAX + 1];
    bool dials_in;
    int listener;
    char port[PORT_BYTES];
    int epoll;
    struct peer peers[SEATS];
};

__attribute__((format(printf, 1, 2), noreturn)) static void fail(const char *words, ...)
{
    va_list list;
    va_start(list, words);
    fputs("bench_floor: ", stderr);
    vfprintf(stderr, words, list);
    fputc('\n', stderr);
    va_end(list);
    exit(EXIT_FAILURE);
}

// --- The conversation ---

static void add_step(struct conversation *c, struct step step)
{
    c->steps = realloc(c->steps, (c->count + 1) * sizeof *c->steps);
    if (!c->steps)
        fail("no memory");
    c->steps[c->count++] = step;
}

static void add_pending(struct conversation *c, int seat)
{
    if (c->pending[seat].length > 0)
        add_step(c, c->pending[seat]);
    c->pending[seat] = (struct step){0};
}

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

// One line of a record (docs/record.md): {"type":"to","seat":0,...,"message":MESSAGE}
static void add_line(struct conversation *c, const char *line)
{
    static const char seat_key[] = "\"seat\":", message_key[] = "\"message\":";
    bool to = begins(line, "{\"type\":\"to\""), from = begins(line, "{\"type\":\"from\"");
    c->moves += begins(line, "{\"type\":\"move\"");
    const char *seat = strstr(line, seat_key), *message = strstr(line, message_key);
    if ((!to && !from) || !seat || !message)
        return;
    message += sizeof message_key - 1;
    size_t length = strcspn(message, "\n") - 1; // without the bracket that ends the line
    int number = seat[sizeof seat_key - 1] == '1';
    if (from) {
        add_pending(c, number);
        add_step(c, (struct step){.waits = true, .seat = number, .length = length + 1});
        return;
    }
    c->owes_ack[number] = begins(message, "[\"over\"");
    struct step *step = &c->pending[number];
    step->seat = number;
    step->bytes = realloc(step->bytes, step->length + length + 1);
    if (!step->bytes)
        fail("no memory");
    memcpy(step->bytes + step->length, message, length);
    step->bytes[step->length + length] = '\n';
    step->length += length + 1;
}

static struct conversation read_record(const char *path)
{
    struct conversation c = {0};
    FILE *file = fopen(path, "re");
    if (!file)
        fail("%s cannot be read: %s", path, strerror(errno));
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, file) > 0)
        add_line(&c, line);
    free(line);
    fclose(file);
    for (int seat = 0; seat < SEATS; seat++)
        add_pending(&c, seat);
    for (int seat = 0; seat < SEATS; seat++) {
        if (c.owes_ack[seat])
            add_step(&c, (struct step){.waits = true, .seat = seat, .length = strlen("\"OK\"\n")});
    }
    if (c.moves == 0)
        fail("%s is no record of a game", path);
    return c;
}

static void forget(struct conversation *c)
{
    for (size_t i = 0; i < c->count; i++)
        free(c->steps[i].bytes);
    free(c->steps);
}

// --- The bots ---

static void read_command(struct floor *f, char *command)
{
    int count = 0;
    for (char *word = strtok(command, " "); word; word = strtok(NULL, " ")) {
        if (count == WORDS_MAX)
            fail("the command is too long");
        f->dials_in = f->dials_in || strcmp(word, "{port}") == 0;
        f->words[count++] = word;
    }
}

static void listen_for_bots(struct floor *f)
{
    static char host[] = "127.0.0.1";
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    f->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(f->listener, (const struct sockaddr *)&address, sizeof address) != 0 ||
        listen(f->listener, SEATS) != 0 ||
        getsockname(f->listener, (struct sockaddr *)&address, &length) != 0)
        fail("no port: %s", strerror(errno));
    snprintf(f->port, sizeof f->port, "%d", ntohs(address.sin_port));
    for (char **word = f->words; *word; word++) {
        if (strcmp(*word, "{host}") == 0)
            *word = host;
        else if (strcmp(*word, "{port}") == 0)
            *word = f->port;
    }
}

static void start_on_pipes(struct floor *f, struct peer *p)
{
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
        fail("no pipe: %s", strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    int error = posix_spawn(&p->pid, f->words[0], &actions, NULL, f->words, environ);
    if (error != 0)
        fail("%s cannot be started: %s", f->words[0], strerror(error));
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    p->out = to[1];
    p->in = from[0];
}

static void start_dialling(struct floor *f, struct peer *p)
{
    const int on = 1;
    int error = posix_spawn(&p->pid, f->words[0], NULL, NULL, f->words, environ);
    if (error != 0)
        fail("%s cannot be started: %s", f->words[0], strerror(error));
    p->in = p->out = accept4(f->listener, NULL, NULL, SOCK_CLOEXEC);
    if (p->in < 0)
        fail("no connection: %s", strerror(errno));
    setsockopt(p->in, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static void start_bots(struct floor *f)
{
    for (int seat = 0; seat < SEATS; seat++) {
        struct peer *p = &f->peers[seat];
        *p = (struct peer){0};
        f->dials_in ? start_dialling(f, p) : start_on_pipes(f, p);
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)seat};
        epoll_ctl(f->epoll, EPOLL_CTL_ADD, p->in, &event);
    }
}

static void end_bots(struct floor *f)
{
    for (int seat = 0; seat < SEATS; seat++) {
        struct peer *p = &f->peers[seat];
        close(p->in);
        if (p->out != p->in)
            close(p->out);
    }
    for (int seat = 0; seat < SEATS; seat++)
        waitpid(f->peers[seat].pid, NULL, 0);
}

// --- Playing ---

static void send_to(struct floor *f, const struct step *step)
{
    if (write(f->peers[step->seat].out, step->bytes, step->length) != (ssize_t)step->length)
        fail("a bot does not read: %s", strerror(errno));
}

static void wait_for(struct floor *f, const struct step *step)
{
    static char input[INPUT_BYTES];
    struct peer *wanted = &f->peers[step->seat];
    while (wanted->early < step->length) {
        struct epoll_event event;
        if (epoll_wait(f->epoll, &event, 1, -1) != 1)
            continue;
        struct peer *p = &f->peers[event.data.u32];
        ssize_t got = read(p->in, input, sizeof input);
        if (got <= 0)
            fail("a bot left in the middle of the game");
        p->early += (size_t)got;
    }
    wanted->early -= step->length;
}

static void hold(struct floor *f, const struct conversation *c)
{
    for (size_t i = 0; i < c->count; i++)
        c->steps[i].waits ? wait_for(f, &c->steps[i]) : send_to(f, &c->steps[i]);
}

int main(int argc, char **argv)
{
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage: bench_floor GAMES BOT RECORD [NEXT]\n");
        return EXIT_FAILURE;
    }
    struct floor f = {.epoll = epoll_create1(EPOLL_CLOEXEC)};
    read_command(&f, argv[2]);
    if (f.dials_in)
        listen_for_bots(&f);
    struct conversation first = read_record(argv[3]), next = read_record(argv[argc - 1]);
    bool one_connection = argc == 5;
    long games = atol(argv[1]);
    for (long game = 0; game < games; game++) {
        if (game == 0 || !one_connection)
            start_bots(&f);
        hold(&f, game == 0 ? &first : &next);
        if (game == games - 1 || !one_connection)
            end_bots(&f);
    }
    forget(&first);
    forget(&next);
    return EXIT_SUCCESS;
}
