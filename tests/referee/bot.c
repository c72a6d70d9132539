// A bot for tests: speaks any wire by the bot's side of src/wire and plays random legal moves,
// always the same one in the same position. Its name tells its seed.
//
//     bot WIRE [SEED [HOST PORT]]      on stdin and stdout, or over a connection to HOST
//     bot WIRE SEED listen PORT        serves one connection after the other; says its port first
//
// Manners for tests, in the environment: BOT_MANNERS=leaves (exits when its first game is over),
// sulks (never acknowledges the end of a game), tells (says on stderr how its contest ended),
// thinks (computes for a while before each move) or spins (has a child that computes all the time).
// BOT_GO=FILE: makes no move over a connection before there is such a file, and says "waits".
// BOT_FIRST=COMMAND: has a shell run this when the first bytes have come, before it answers them. A
// bot that is only tried gets none.
#include "base/random.h"
#include "wire/wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { GO_LOOK_US = 10 * 1000, THINKS_MS = 25 };

static int dial(const char *host, const char *port)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;
    if (getaddrinfo(host, port, &hints, &found) != 0)
        return -1;
    int fd = socket(found->ai_family, found->ai_socktype, 0);
    if (fd >= 0 && connect(fd, found->ai_addr, found->ai_addrlen) != 0) {
        close(fd);
        fd = -1;
    }
    freeaddrinfo(found);
    return fd;
}

static bool send_all(int fd, struct text *out)
{
    for (size_t done = 0; done < out->length;) {
        ssize_t n = write(fd, out->bytes + done, out->length - done);
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    text_clear(out);
    return true;
}

// Listens on the loopback and says where.
static int serve(const char *port)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)strtoul(port, NULL, 10)),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, length) != 0 || listen(fd, 16) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &length) != 0)
        return -1;
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return fd;
}

struct bot {
    struct wire_bot wire;
    uint64_t seed;
    struct text out;
    bool leaves, sulks, tells, thinks;
    const char *go, *first;
    int in;
    bool leaving;
};

// Until it may move, or the arena is gone.
static void wait_for_leave(const struct bot *b)
{
    char byte;
    if (!b->go || access(b->go, F_OK) == 0)
        return;
    fprintf(stderr, "waits\n");
    while (access(b->go, F_OK) != 0) {
        ssize_t n = recv(b->in, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN))
            return;
        usleep(GO_LOOK_US);
    }
}

// By the CPU time of this process.
static void compute_ms(long ms)
{
    struct timespec start, now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    do
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < ms);
}

static move draw(const struct game *game, const position *p, uint64_t seed)
{
    move moves[MOVES_MAX];
    struct random lot = random_seeded(seed);
    return moves[random_below(&lot, (uint32_t)game->moves(p, moves))];
}

// Answers everything that has arrived. False: the arena sent something that does not exist.
static bool answer(struct bot *b)
{
    for (;;) {
        struct wire_bot_event event;
        struct error e;
        size_t before = b->out.length;
        switch (wire_bot_next(&b->wire, &event, &b->out, &e)) {
        case BOT_NOTHING:
            return true;
        case BOT_TURN: {
            wait_for_leave(b);
            if (b->thinks)
                compute_ms(THINKS_MS);
            // The same in every process: what it plays depends on the position alone.
            uint64_t seed = random_mix(b->seed ^ position_hash(&b->wire.position));
            move m = draw(b->wire.wire->game, &b->wire.position, seed);
            wire_bot_move(&b->wire, m, &b->out);
            break;
        }
        case BOT_OVER:
            b->leaving = b->leaves;
            if (b->sulks)
                b->out.length = before;
            break;
        case BOT_FINISHED:
            if (b->tells)
                fprintf(stderr, "%.*s\n", (int)event.message.length, event.message.bytes);
            break;
        case BOT_ERROR:
            fprintf(stderr, "%s\n", e.words);
            return false;
        default:
            break;
        }
    }
}

static bool play(const struct wire *wire, uint64_t seed, int in, int out)
{
    const char *manners = getenv("BOT_MANNERS");
    struct bot b = {
        .seed = seed,
        .out = text_growing(),
        .leaves = manners && strcmp(manners, "leaves") == 0,
        .sulks = manners && strcmp(manners, "sulks") == 0,
        .tells = manners && strcmp(manners, "tells") == 0,
        .thinks = manners && strcmp(manners, "thinks") == 0,
        .go = getenv("BOT_GO"),
        .first = getenv("BOT_FIRST"),
        .in = in,
    };
    wire_bot_init(
        &b.wire, wire, (char[]){'t', 'e', 's', 't', 'e', 'r', (char)('a' + seed % 26), 0}, NULL);
    if (manners && strcmp(manners, "spins") == 0 && fork() == 0) {
        for (;;)
            compute_ms(1000);
    }
    wire_bot_open(&b.wire, &b.out);
    bool well = send_all(out, &b.out);
    char bytes[65536];
    ssize_t n;
    while (well && !b.leaving && (n = read(in, bytes, sizeof bytes)) > 0) {
        struct error e;
        well = (!b.first || system(b.first) == 0) && wire_bot_feed(&b.wire, bytes, (size_t)n, &e) &&
            answer(&b) && send_all(out, &b.out);
        b.first = NULL;
    }
    wire_bot_destroy(&b.wire);
    text_destroy(&b.out);
    return well;
}

int main(int argc, char **argv)
{
    const struct wire *wire = argc > 1 ? wire_find(argv[1], NULL) : NULL;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (!wire)
        return EXIT_FAILURE;
    if (argc <= 4)
        return play(wire, seed, STDIN_FILENO, STDOUT_FILENO) ? EXIT_SUCCESS : EXIT_FAILURE;
    bool serves = strcmp(argv[3], "listen") == 0;
    int fd = serves ? serve(argv[4]) : dial(argv[3], argv[4]);
    if (fd < 0)
        return EXIT_FAILURE;
    if (!serves)
        return play(wire, seed, fd, fd) ? EXIT_SUCCESS : EXIT_FAILURE;
    for (int guest; (guest = accept(fd, NULL, NULL)) >= 0; close(guest))
        play(wire, seed, guest, guest);
    return EXIT_SUCCESS;
}
