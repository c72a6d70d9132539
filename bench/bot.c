// The bot of the benchmarks: plays the script of its game (script.h) in the game's protocol and
// answers at once. It hardly looks at what it reads, so that a core that it shares with the referee
// is the referee's.
//
//     bench_bot [--skip N] [--think MS | --sleep MS] [--spin THREADS] [--attend FILE] GAME
//         [HOST PORT]
//
// --skip N       the game begins at its move number N (then the arena is given that position)
// --think MS     honest but slow: computes until so long after it read the request
// --sleep MS     the same, but it sleeps
// --spin THREADS dishonest: so many threads burn time meanwhile
// --attend FILE  counts itself there from its first answer to its end, see attendance.h
//
// Without HOST and PORT it plays on its standard input and output.
#include "attendance.h"
#include "script.h"

#include "base/clock.h"
#include "games/reversi.h"
#include "games/santorini.h"
#include "games/stones.h"

#include <arpa/inet.h>
#include <getopt.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { INPUT_BYTES = 65536, NAME_BYTES = 40, REPLY_BYTES = 128 };

struct reply {
    int length;
    char bytes[REPLY_BYTES];
};

struct bot {
    const struct protocol *protocol;
    int skip;
    int64_t think_ns;
    bool sleeps; // instead of thinking
    int spinners;
    struct attendance *attendance; // NULL: it does not count itself
    int in, out;
    char name[NAME_BYTES];
    int seat; // in the running game; NOBODY: not known yet
    int id;   // hgp's player id
    int asked;
    int64_t read_at_ns;
    struct reply replies[SEATS][SCRIPT_MOVES_MAX];
};

struct protocol {
    const char *game;
    const char *greeting; // what is sent first, or NULL
    int (*print)(const struct bot *b, const struct script_move *m, char bytes[REPLY_BYTES]);
    void (*read)(struct bot *b, const char *line);
};

// --- Answering ---

static void say(struct bot *b, const char *bytes, int length)
{
    if (write(b->out, bytes, (size_t)length) != length)
        exit(EXIT_FAILURE);
}

static void think(const struct bot *b)
{
    int64_t until = b->read_at_ns + b->think_ns;
    struct timespec moment = {until / NS_PER_SECOND, until % NS_PER_SECOND};
    if (b->sleeps)
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, NULL);
    while (clock_now_ns() < until)
        continue;
}

static void answer(struct bot *b)
{
    const struct reply *reply = &b->replies[b->seat][b->asked++];
    if (b->attendance && b->asked == 1)
        attendance_come(b->attendance);
    if (b->think_ns > 0)
        think(b);
    say(b, reply->bytes, reply->length);
}

// All answers, before the game begins. `start`: where its script starts, NULL: as usual. Returns
// the seat that moves first.
static int prepare(struct bot *b, const position *start)
{
    static struct script script;
    if (!script_make(&script, b->protocol->game, start, b->skip))
        exit(EXIT_FAILURE);
    int counts[SEATS] = {0};
    for (int i = 0; i < script.count; i++) {
        const struct script_move *m = &script.moves[i];
        struct reply *reply = &b->replies[m->seat][counts[m->seat]];
        if (m->forced)
            continue;
        reply->length = b->protocol->print(b, m, reply->bytes);
        counts[m->seat]++;
    }
    return script.turn;
}

// --- Game of Stones ---

static int stones_print(const struct bot *b, const struct script_move *m, char bytes[REPLY_BYTES])
{
    (void)b;
    struct stones_move s;
    stones_unpack(m->move, &s);
    if (s.type == STONES_PASS)
        return snprintf(bytes, REPLY_BYTES, "{\"Type\":0,\"From\":null,\"To\":null}\n");
    return snprintf(bytes, REPLY_BYTES,
        "{\"Type\":%d,\"From\":{\"X\":%d,\"Y\":%d},\"To\":{\"X\":%d,\"Y\":%d}}\n", (int)s.type,
        s.from_x, s.from_y, s.to_x, s.to_y);
}

// {"Color":..., {"Board":... or {"Player":...
static void stones_read(struct bot *b, const char *line)
{
    static const char color[] = "{\"Color\":";
    if (line[2] == 'C')
        b->seat = line[sizeof color - 1] == '-' ? 1 : 0;
    else if (line[2] == 'B')
        answer(b);
}

// --- Reversi ---

static int reversi_reply(const struct bot *b, const struct script_move *m, char bytes[REPLY_BYTES])
{
    (void)b;
    return snprintf(bytes, REPLY_BYTES, "{\"placed\":[%d,%d]}\n", m->move / REVERSI_LENGTH,
        m->move % REVERSI_LENGTH);
}

static int number_after(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    return at ? atoi(at + strlen(key)) : -1;
}

// When player 1 begins, the stones of the start have changed hands (R2): another game.
static position reversi_start(int first_id)
{
    position p;
    game_reversi.start(&p, NULL, NULL);
    struct reversi r = reversi_load(&p);
    const bitboard of_player_0 = UINT64_C(1) << 27 | UINT64_C(1) << 36; // [3,3] and [4,4]
    bitboard all = r.stones[0] | r.stones[1];
    r.stones[first_id] = of_player_0;
    r.stones[1 - first_id] = all & ~of_player_0;
    return reversi_store(&r);
}

// {"version":..., {"board":... or {"changed":...
static void reversi_read(struct bot *b, const char *line)
{
    if (line[2] == 'v')
        return;
    int next = number_after(line, "\"next_turn\":");
    if (line[2] == 'b') {
        b->id = number_after(line, "\"you\":");
        position start = reversi_start(next);
        int turn = prepare(b, b->skip > 0 ? NULL : &start);
        b->seat = b->id == next ? turn : 1 - turn;
    }
    bool over = line[2] == 'c' && number_after(line, "\"game_status\":") != 0;
    if (next == b->id && !over)
        answer(b);
}

// --- Santorini ---

static int santorini_reply(
    const struct bot *b, const struct script_move *m, char bytes[REPLY_BYTES])
{
    static const char *const east_west[] = {"WEST", "PUT", "EAST"};
    static const char *const north_south[] = {"NORTH", "PUT", "SOUTH"};
    struct santorini_move s;
    santorini_unpack(m->move, &s);
    if (s.places)
        return snprintf(bytes, REPLY_BYTES, "[\"place\",%d,%d]\n", s.x, s.y);
    int length =
        snprintf(bytes, REPLY_BYTES, "[[\"move\",{\"player\":\"%s\",\"id\":%d},[\"%s\",\"%s\"]]",
            b->name, s.worker + 1, east_west[s.dx + 1], north_south[s.dy + 1]);
    if (s.builds)
        length += snprintf(bytes + length, REPLY_BYTES - (size_t)length,
            ",[\"build\",[\"%s\",\"%s\"]]", east_west[s.bx + 1], north_south[s.by + 1]);
    return length + snprintf(bytes + length, REPLY_BYTES - (size_t)length, "]\n");
}

static void santorini_name(struct bot *b, const char *line)
{
    static const char before[] = "[\"name\",\"";
    size_t length = strcspn(line + sizeof before - 1, "\"");
    snprintf(b->name, sizeof b->name, "%.*s", (int)length, line + sizeof before - 1);
    prepare(b, NULL);
}

static void santorini_read(struct bot *b, const char *line)
{
    static const char first_place[] = "[\"place\",[]]";
    static const char ok[] = "\"OK\"\n";
    switch (line[2]) {
    case 'p': // place
        if (b->seat == NOBODY)
            b->seat = strncmp(line, first_place, sizeof first_place - 1) == 0 ? 0 : 1;
        answer(b);
        break;
    case 't': // turn, tournament_finished
        if (line[3] == 'u') {
            answer(b);
            break;
        }
        say(b, ok, sizeof ok - 1);
        break;
    case 'n': // name, new_game
        if (line[3] == 'a')
            santorini_name(b, line);
        b->seat = NOBODY;
        b->asked = 0;
        say(b, ok, sizeof ok - 1);
        break;
    case 'o': // over
        say(b, ok, sizeof ok - 1);
        break;
    default: // "OK"
        break;
    }
}

// --- Running ---

static const struct protocol protocols[] = {
    {"stones", NULL, stones_print, stones_read},
    {"reversi", NULL, reversi_reply, reversi_read},
    {"santorini", "[\"join\",\"bench\"]\n", santorini_reply, santorini_read},
};

// The arena sends one line per message (G1).
static void play(struct bot *b)
{
    static char input[INPUT_BYTES];
    size_t held = 0;
    ssize_t got;
    while ((got = read(b->in, input + held, sizeof input - 1 - held)) > 0) {
        if (b->think_ns > 0)
            b->read_at_ns = clock_now_ns();
        held += (size_t)got;
        char *line = input, *newline;
        while ((newline = memchr(line, '\n', held - (size_t)(line - input)))) {
            *newline = '\0';
            b->protocol->read(b, line);
            line = newline + 1;
        }
        held -= (size_t)(line - input);
        memmove(input, line, held);
    }
}

static bool dial(struct bot *b, const char *host, const char *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
    const int on = 1;
    b->in = b->out = socket(AF_INET, SOCK_STREAM, 0);
    return inet_pton(AF_INET, host, &address.sin_addr) == 1 &&
        connect(b->in, (const struct sockaddr *)&address, sizeof address) == 0 &&
        setsockopt(b->in, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0;
}

static void *spin(void *unused)
{
    (void)unused;
    for (volatile uint64_t turns = 0;; turns++)
        continue;
    return NULL;
}

static bool read_options(struct bot *b, int argc, char **argv)
{
    static const struct option options[] = {
        {"skip", required_argument, NULL, 's'},
        {"think", required_argument, NULL, 't'},
        {"sleep", required_argument, NULL, 'l'},
        {"spin", required_argument, NULL, 'p'},
        {"attend", required_argument, NULL, 'a'},
        {0},
    };
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (option == 's')
            b->skip = atoi(optarg);
        else if (option == 't' || option == 'l')
            b->think_ns = atoi(optarg) * NS_PER_MS;
        else if (option == 'p')
            b->spinners = atoi(optarg);
        else if (option == 'a' && (b->attendance = attendance_open(optarg)))
            continue;
        else
            return false;
        b->sleeps = b->sleeps || option == 'l';
    }
    for (size_t i = 0; optind < argc && i < sizeof protocols / sizeof *protocols; i++) {
        if (strcmp(protocols[i].game, argv[optind]) == 0)
            b->protocol = &protocols[i];
    }
    return b->protocol && (argc == optind + 1 || argc == optind + 3);
}

int main(int argc, char **argv)
{
    static struct bot b = {.in = STDIN_FILENO, .out = STDOUT_FILENO, .name = "bench"};
    if (!read_options(&b, argc, argv)) {
        fprintf(stderr,
            "usage: bench_bot [--skip N] [--think MS | --sleep MS] [--spin THREADS] "
            "[--attend FILE] GAME [HOST PORT]\n");
        return EXIT_FAILURE;
    }
    if (argc == optind + 3 && !dial(&b, argv[optind + 1], argv[optind + 2])) {
        perror("bench_bot: no connection");
        return EXIT_FAILURE;
    }
    prepare(&b, NULL);
    for (int i = 0; i < b.spinners; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, spin, NULL) != 0)
            return EXIT_FAILURE;
    }
    if (b.protocol->greeting)
        say(&b, b.protocol->greeting, (int)strlen(b.protocol->greeting));
    play(&b);
    if (b.attendance && b.asked > 0)
        attendance_go(b.attendance);
    return EXIT_SUCCESS;
}
