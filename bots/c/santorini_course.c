// A bot for Santorini. It plays any legal turn; write choose(), and it plays yours.
//
// It talks over standard input and output, or over TCP: ./bot HOST PORT
// With SEED=7 in the environment it draws the same random numbers every time.
#include <netdb.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NAME "mybot" // letters a to z

enum { SIZE_MOST = 6, MOVES_MOST = 2 * 8 * 8 };

struct place {
    int x, y; // x grows east, y grows south
};

struct position {
    int size;                          // of the board: 6 or 5
    int heights[SIZE_MOST][SIZE_MOST]; // [y][x]: 0 to 4, which is a dome
    struct place workers[2][2];        // [player][number]; you are player 0, the opponent is 1
    int player;                        // whose turn it is
    bool won;                          // the opponent has just stepped onto level 3
};

struct move {
    int worker; // 0 or 1
    struct place to, build;
    bool wins; // a step onto level 3: it comes without a build
};

int legal_moves(const struct position *p, struct move moves[MOVES_MOST]); // how many; 0: it is over
struct position play(struct position p, struct move m); // the position after a move
int winner(const struct position *p);                   // when it is over: 0 (you) or 1

// Your bot: returns one of the moves. There are `count`, at least one.
//
// To look ahead, play(*position, moves[0]) is the position after a move, and so on.
// printf shows up in agon's verdict and in its records; gdb works over TCP.
static struct move choose(const struct position *position, const struct move *moves, int count)
{
    (void)position;
    return moves[rand() % count];
}

// Where your next worker begins: one of the places. `workers` are the `placed` ones on the board.
static struct place choose_place(
    const struct place *workers, int placed, const struct place *places, int count)
{
    (void)workers, (void)placed;
    return places[rand() % count];
}

// ---- The rules ----------------------------------------------------------------------------------

static bool is_worker(const struct position *p, struct place at)
{
    for (int i = 0; i < 4; i++) {
        if (p->workers[i / 2][i % 2].x == at.x && p->workers[i / 2][i % 2].y == at.y)
            return true;
    }
    return false;
}

// The height of a place; what is off the board, or has somebody on it, is like a dome.
static int free_height(const struct position *p, struct place at)
{
    bool inside = at.x >= 0 && at.y >= 0 && at.x < p->size && at.y < p->size;
    return inside && !is_worker(p, at) ? p->heights[at.y][at.x] : 4;
}

static struct place neighbour(struct place at, int direction) // 0 to 8, row by row; 4 is the place
{
    return (struct place){at.x + direction % 3 - 1, at.y + direction / 3 - 1};
}

static int level(const struct position *p, struct place at)
{
    return p->heights[at.y][at.x];
}

// Fills in what can be played, and returns how many moves that are. 0: the player has lost.
int legal_moves(const struct position *p, struct move moves[MOVES_MOST])
{
    int count = 0;
    if (p->won)
        return 0;
    for (int i = 0; i < 2 * 9; i++) { // each worker, each step
        int worker = i / 9;
        struct place from = p->workers[p->player][worker], to = neighbour(from, i % 9);
        int height = free_height(p, to);
        if (height == 4 || height > level(p, from) + 1)
            continue;
        if (height == 3) {
            moves[count++] = (struct move){.worker = worker, .to = to, .wins = true};
            continue;
        }
        struct position after = *p; // where it stood can be built on
        after.workers[p->player][worker] = to;
        for (int d = 0; d < 9; d++) {
            if (free_height(&after, neighbour(to, d)) < 4)
                moves[count++] = (struct move){worker, to, neighbour(to, d), false};
        }
    }
    return count;
}

// The position after a move.
struct position play(struct position p, struct move m)
{
    p.workers[p.player][m.worker] = m.to;
    if (!m.wins)
        p.heights[m.build.y][m.build.x]++;
    p.player = 1 - p.player;
    p.won = m.wins;
    return p;
}

// Who has won when the game is over: 0 (you) or 1.
int winner(const struct position *p)
{
    return 1 - p->player;
}

// ---- The protocol, docs/protocols/santorini-course.md: you need not touch what is below ---------

static FILE *incoming, *outgoing; // from and to the arena

static void send_line(void)
{
    putc('\n', outgoing);
    if (fflush(outgoing) != 0) // without it, the arena waits in vain
        exit(0);               // the arena has left
}

// A value of JSON: a list or an object has a list of values, everything else has a text.
struct json {
    char *key, *text;
    struct json *first, *next;
};

static struct json *nodes; // of the message that is being read

static struct json *read_value(char **s)
{
    struct json *value = nodes++, **end = &value->first;
    *s += strspn(*s, " \t\r\n,:");
    bool is_object = **s == '{';
    value->text = *s + (**s == '"');
    if (**s == '"') {
        for (++*s; **s != '"' && **s != '\0'; ++*s)
            *s += **s == '\\' && (*s)[1] != '\0';
        if (**s != '\0')
            *(*s)++ = '\0';
    } else if (**s == '[' || is_object) {
        for (++*s; *s += strspn(*s, " \t\r\n,:"), !strchr("]}", **s); end = &(*end)->next) {
            char *key = is_object ? read_value(s)->text : NULL;
            *end = read_value(s);
            (*end)->key = key;
        }
        *s += **s != '\0';
    } else {
        *s += strcspn(*s, ",]} \t\r\n");
    }
    return value;
}

static int number(const struct json *v)
{
    return v ? atoi(v->text) : 0;
}

static struct position position;
static char me[33] = NAME;

static const char *east_west(struct place from, struct place to)
{
    return to.x < from.x ? "WEST" : to.x > from.x ? "EAST" : "PUT";
}

static const char *north_south(struct place from, struct place to)
{
    return to.y < from.y ? "NORTH" : to.y > from.y ? "SOUTH" : "PUT";
}

// A cell is a height, or a height, an owner and a number: "1ann2".
static void read_cell(const char *cell, struct place at)
{
    size_t length = strlen(me);
    position.heights[at.y][at.x] = cell[0] - '0';
    if (cell[1] < 'a' || cell[1] > 'z')
        return;
    const char *worker = cell + 1 + strspn(cell + 1, "abcdefghijklmnopqrstuvwxyz");
    bool mine = strncmp(cell + 1, me, length) == 0 && cell + 1 + length == worker;
    position.workers[mine ? 0 : 1][*worker == '2'] = at;
}

static void read_board(const struct json *board)
{
    struct place at = {0, 0};
    for (const struct json *row = board->first; row && at.y < SIZE_MOST; row = row->next, at.y++) {
        at.x = 0;
        for (const struct json *c = row->first; c && at.x < SIZE_MOST; c = c->next, at.x++)
            read_cell(c->text, at);
    }
    position.size = at.y;
    position.player = 0;
}

// Nobody tells yet how large the board is: 0 to 4 fits every one.
static struct place place_worker(const struct place *workers, int placed)
{
    struct place places[25];
    int count = 0;
    for (int i = 0; i < 25; i++) {
        bool taken = false;
        for (int n = 0; n < placed; n++)
            taken = taken || (workers[n].x == i % 5 && workers[n].y == i / 5);
        if (!taken)
            places[count++] = (struct place){i % 5, i / 5};
    }
    return choose_place(workers, placed, places, count);
}

static void greet(void)
{
    fprintf(outgoing, "\"%s\"", me);
    send_line();
}

static void send_place(const struct json *placed) // [["ann1",1,1],...]
{
    struct place workers[4];
    int count = 0;
    for (const struct json *w = placed->first; w && count < 4; w = w->next)
        workers[count++] = (struct place){number(w->first->next), number(w->first->next->next)};
    struct place at = place_worker(workers, count);
    fprintf(outgoing, "[%d,%d]", at.x, at.y);
    send_line();
}

static void send_turn(void)
{
    struct move moves[MOVES_MOST];
    struct move m = choose(&position, moves, legal_moves(&position, moves));
    struct place from = position.workers[0][m.worker];
    fprintf(outgoing, "[\"%s%d\",\"%s\",\"%s\"", me, m.worker + 1, east_west(from, m.to),
        north_south(from, m.to));
    if (!m.wins)
        fprintf(outgoing, ",\"%s\",\"%s\"", east_west(m.to, m.build), north_south(m.to, m.build));
    putc(']', outgoing);
    send_line();
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void receive(const struct json *message)
{
    const struct json *entry = message->first;
    if (message->text[0] != '[')
        return; // the name of the opponent: a game begins
    if (!entry)
        send_place(message);
    else if (!entry->first)
        snprintf(me, sizeof me, "%s", entry->next->text); // ["playing-as","anna"]
    else if (is_digit(entry->first->text[0]))
        read_board(message), send_turn(); // [[0,"0ann1",...],...]
    else if (is_digit(entry->first->next->text[0]))
        send_place(message);
    // anything else is the end: [[winner, loser], ...]
}

// ---- The connection: the same in all kits of this language --------------------------------------

static void connect_to(const char *host, const char *port)
{
    struct addrinfo want = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    int fd = -1;
    if (getaddrinfo(host, port, &want, &list) == 0) {
        for (struct addrinfo *a = list; a && fd < 0; a = a->ai_next) {
            fd = socket(a->ai_family, SOCK_STREAM, 0);
            if (connect(fd, a->ai_addr, a->ai_addrlen) != 0)
                close(fd), fd = -1;
        }
        freeaddrinfo(list);
    }
    if (fd < 0) {
        fprintf(stderr, "cannot connect to %s %s\n", host, port);
        exit(1);
    }
    incoming = fdopen(fd, "r"), outgoing = fdopen(dup(fd), "w");
    if (getenv("AGON_TOKEN")) { // a door that asks for tokens reads it before anything else
        fprintf(outgoing, "{\"token\":\"%s\"}", getenv("AGON_TOKEN"));
        send_line();
    }
}

int main(int argc, char **argv)
{
    char *line = NULL;
    size_t room = 0;
    signal(SIGPIPE, SIG_IGN);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    srand(getenv("SEED") ? (unsigned)atoi(getenv("SEED")) : (unsigned)now.tv_nsec);
    if (argc > 2) {
        connect_to(argv[1], argv[2]);
    } else { // the protocol has standard output, so printf writes to standard error
        incoming = stdin, outgoing = fdopen(dup(1), "w");
        dup2(2, 1);
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    greet();
    while (getline(&line, &room, incoming) > 0) {
        char *s = line;
        struct json *all = nodes = calloc(strlen(line) + 1, sizeof *nodes);
        if (line[strspn(line, " \t\r\n")] != '\0')
            receive(read_value(&s));
        free(all);
    }
}
