// A bot for Reversi. It plays any legal move; write choose(), and it plays yours.
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

#define NAME "mybot"

enum { EMPTY = -1, SIZE_MOST = 10, MOVES_MOST = SIZE_MOST * SIZE_MOST };

struct position {
    int size; // of the board: 8, or less
    int board[SIZE_MOST]
             [SIZE_MOST]; // [row][column]: EMPTY, or the player (0 or 1) whose stone it is
    int player;           // whose turn it is: 0 or 1
};

struct move {
    int row, column;
};

int legal_moves(const struct position *p, struct move moves[MOVES_MOST]); // how many; 0: it is over
struct position play(struct position p, struct move m); // the position after a move
int winner(const struct position *p); // when it is over: 0, 1, or EMPTY for a draw

// Your bot: returns one of the moves. There are `count`, at least one. You are position->player.
//
// To look ahead, play(*position, moves[0]) is the position after a move, and so on.
// printf shows up in agon's verdict and in its records; gdb works over TCP.
static struct move choose(const struct position *position, const struct move *moves, int count)
{
    (void)position;
    return moves[rand() % count];
}

// ---- The rules ----------------------------------------------------------------------------------

static int cell(const struct position *p, int row, int column) // EMPTY beyond the edge
{
    bool inside = row >= 0 && column >= 0 && row < p->size && column < p->size;
    return inside ? p->board[row][column] : EMPTY;
}

// How many stones a stone of the player on this square turns over in one direction.
static int turned(const struct position *p, struct move m, int down, int right)
{
    int n = 0;
    while (cell(p, m.row + (n + 1) * down, m.column + (n + 1) * right) == 1 - p->player)
        n++;
    return cell(p, m.row + (n + 1) * down, m.column + (n + 1) * right) == p->player ? n : 0;
}

static bool is_legal(const struct position *p, struct move m)
{
    int all = 0;
    for (int d = 0; d < 9; d++) // 4, in the middle, is no direction, and turns nothing
        all += d == 4 ? 0 : turned(p, m, d / 3 - 1, d % 3 - 1);
    return p->board[m.row][m.column] == EMPTY && all > 0;
}

// Fills in what can be played, and returns how many moves that are. 0: the game is over.
int legal_moves(const struct position *p, struct move moves[MOVES_MOST])
{
    int count = 0;
    for (int i = 0; i < p->size * p->size; i++) {
        struct move m = {i / p->size, i % p->size};
        if (is_legal(p, m))
            moves[count++] = m;
    }
    return count;
}

// The position after a move. A player who cannot move is skipped.
struct position play(struct position p, struct move m)
{
    struct move moves[MOVES_MOST];
    for (int d = 0; d < 9; d++) {
        int down = d / 3 - 1, right = d % 3 - 1;
        for (int n = d == 4 ? 0 : turned(&p, m, down, right); n > 0; n--)
            p.board[m.row + n * down][m.column + n * right] = p.player;
    }
    p.board[m.row][m.column] = p.player;
    p.player = 1 - p.player;
    if (legal_moves(&p, moves) == 0)
        p.player = 1 - p.player;
    return p;
}

// Who has more stones when the game is over: 0, 1, or EMPTY for a draw.
int winner(const struct position *p)
{
    int lead = 0;
    for (int i = 0; i < p->size * p->size; i++) {
        int stone = p->board[i / p->size][i % p->size];
        lead += stone == 0 ? 1 : stone == 1 ? -1 : 0;
    }
    return lead > 0 ? 0 : lead < 0 ? 1 : EMPTY;
}

// ---- The protocol, docs/protocols/hgp.md: you need not touch what is below ----------------------

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
static int me = EMPTY;

static void greet(void)
{
    fprintf(outgoing, "{\"name\":\"%s\"}", NAME);
    send_line();
}

static void read_board(const struct json *board)
{
    int row = 0;
    for (const struct json *r = board->first; r && row < SIZE_MOST; r = r->next, row++) {
        int column = 0;
        for (const struct json *c = r->first; c && column < SIZE_MOST; c = c->next)
            position.board[row][column++] = number(c);
    }
    position.size = row;
}

static void receive(const struct json *message)
{
    struct move moves[MOVES_MOST];
    const struct json *board = get(message, "board"), *changed = get(message, "changed");
    if (board) // once, at the start
        read_board(board), me = number(get(message, "you"));
    for (const struct json *c = changed ? changed->first : NULL; c; c = c->next) // a move
        position.board[number(c->first)][number(c->first->next)] = number(get(message, "by"));
    // After your own move it is your turn again if the opponent cannot move.
    if (!get(message, "next_turn") || number(get(message, "next_turn")) != me ||
        number(get(message, "game_status")) != 0)
        return;
    position.player = me;
    struct move m = choose(&position, moves, legal_moves(&position, moves));
    fprintf(outgoing, "{\"placed\":[%d,%d]}", m.row, m.column);
    send_line();
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
