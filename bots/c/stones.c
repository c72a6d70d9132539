// A bot for Game of Stones. It plays any legal move; write choose(), and it plays yours.
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

enum { WHITE = 1, BLACK = -1 };
enum { A = 1, B, C }; // kinds of stacks
enum move_type { PASS, ATTACK, STRENGTHEN };
enum phase { FIRST, MUST_ATTACK, FREE }; // White's first turn is one attack
enum { MOVES_MOST = 256 };

struct position {
    int state[9][9]; // [y][x]: owner * (height * 4 + kind); 0 is empty
    int player;      // whose turn it is: WHITE or BLACK
    enum phase phase;
};

struct place {
    int x, y;
};

struct move {
    enum move_type type;
    struct place from, to; // a pass has neither
};

int owner(int stack);  // WHITE, BLACK, or 0 if there is none
int height(int stack); // 1 or more
int kind(int stack);   // A, B or C
int legal_moves(const struct position *p, struct move moves[MOVES_MOST]); // how many; 0: it is over
struct position play(struct position p, struct move m); // the position after a move
int winner(const struct position *p);                   // when it is over: WHITE or BLACK

// Your bot: returns one of the moves. There are `count`, at least one. You are position->player.
//
// To look ahead, play(*position, moves[0]) is the position after a move, and so on. A turn is two
// moves, so the next one may be yours again: look at `player`.
// printf shows up in agon's verdict and in its records; gdb works over TCP.
static struct move choose(const struct position *position, const struct move *moves, int count)
{
    (void)position;
    return moves[rand() % count];
}

// ---- The rules ----------------------------------------------------------------------------------

int owner(int stack)
{
    return (stack > 0) - (stack < 0);
}

int height(int stack)
{
    return abs(stack) / 4;
}

int kind(int stack)
{
    return abs(stack) % 4;
}

static bool is_place(int x, int y)
{
    bool inside = x >= 0 && y >= 0 && x < 9 && y < 9 && abs(x - y) <= 4;
    return inside && !(x == 4 && y == 4); // the hole in the middle
}

// The player who has no stack left of one kind, or 0.
static int loser(const struct position *p)
{
    bool has[3][4] = {{false}}; // [owner + 1][kind]
    for (int i = 0; i < 81; i++)
        has[owner(p->state[i / 9][i % 9]) + 1][kind(p->state[i / 9][i % 9])] = true;
    for (int player = BLACK; player <= WHITE; player += 2) {
        if (!has[player + 1][A] || !has[player + 1][B] || !has[player + 1][C])
            return player;
    }
    return 0;
}

// Fills in what can be played, and returns how many moves that are. 0: the game is over.
int legal_moves(const struct position *p, struct move moves[MOVES_MOST])
{
    static const int step[6][2] = {{0, -1}, {0, 1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}};
    int count = 0;
    if (loser(p))
        return 0;
    if (p->phase == FREE)
        moves[count++] = (struct move){.type = PASS};
    for (int i = 0; i < 9 * 9 * 6; i++) { // each place, each direction
        int x = i / 6 % 9, y = i / 54, stack = p->state[y][x];
        if (owner(stack) != p->player)
            continue;
        struct place to = {x, y};
        do // to the first stack on the line
            to.x += step[i % 6][0], to.y += step[i % 6][1];
        while (is_place(to.x, to.y) && p->state[to.y][to.x] == 0);
        if (!is_place(to.x, to.y))
            continue;
        int target = p->state[to.y][to.x];
        enum move_type type = owner(target) == p->player ? STRENGTHEN : ATTACK;
        if (type == ATTACK ? height(target) <= height(stack) : p->phase == FREE)
            moves[count++] = (struct move){type, {x, y}, to};
    }
    return count;
}

// The position after a move.
struct position play(struct position p, struct move m)
{
    if (m.type != PASS) {
        int *from = &p.state[m.from.y][m.from.x], *to = &p.state[m.to.y][m.to.x];
        *to = m.type == ATTACK ? *from : *from + p.player * 4 * height(*to);
        *from = 0;
    }
    if (p.phase != MUST_ATTACK)
        p.player = -p.player;
    p.phase = p.phase == MUST_ATTACK ? FREE : MUST_ATTACK;
    return p;
}

// Who has won when the game is over. Who must attack and cannot has lost, too.
int winner(const struct position *p)
{
    return loser(p) ? -loser(p) : -p->player;
}

// ---- The protocol, docs/protocols/stones.md: you need not touch what is below -------------------

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

static struct json *get(const struct json *object, const char *key) // NULL if it is not there
{
    struct json *v = object->first;
    while (v && !(v->key && strcmp(v->key, key) == 0))
        v = v->next;
    return v;
}

static struct position position;
static int me;
static bool first;

static void greet(void)
{
    // This protocol has no names.
}

static void send_move(struct move m)
{
    if (m.type == PASS)
        fputs("{\"Type\":0,\"From\":null,\"To\":null}", outgoing);
    else
        fprintf(outgoing, "{\"Type\":%d,\"From\":{\"X\":%d,\"Y\":%d},\"To\":{\"X\":%d,\"Y\":%d}}",
            m.type, m.from.x, m.from.y, m.to.x, m.to.y);
    send_line();
}

static void receive(const struct json *message)
{
    struct move moves[MOVES_MOST];
    const struct json *colour = get(message, "Color"), *board = get(message, "Board");
    const struct json *allowed = get(message, "AllowedMoves"),
                      *state = board ? get(board, "state") : NULL;
    if (colour)
        me = number(colour), first = me == WHITE;
    if (!state || !allowed)
        return; // a move that was made: the next request brings the whole board
    int y = 0;
    for (const struct json *row = state->first; row && y < 9; row = row->next, y++) {
        int x = 0;
        for (const struct json *c = row->first; c && x < 9; c = c->next)
            position.state[y][x++] = number(c);
    }
    bool attack_only = !allowed->first || !allowed->first->next;
    position.phase = first ? FIRST : attack_only ? MUST_ATTACK : FREE;
    position.player = me;
    first = false;
    send_move(choose(&position, moves, legal_moves(&position, moves)));
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
