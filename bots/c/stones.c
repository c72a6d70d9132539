// Game of Stones: a bot that plays random legal moves. The protocol: docs/protocols/stones.md
// Over standard input and output, or over TCP: ./stones HOST PORT. SEED=7 repeats its choices.
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PASS, ATTACK, STRENGTHEN };
static const int STEP_X[] = {0, 0, 1, -1, 1, -1}, STEP_Y[] = {-1, 1, 0, 0, 1, -1};
static int state[9][9], colour; // owner * (height * 4 + type); 1 is White, -1 is Black

static int is_place(int x, int y)
{
    return x >= 0 && y >= 0 && x < 9 && y < 9 && abs(x - y) <= 4 && !(x == 4 && y == 4);
}

// Looks at every legal move and keeps one at random: the n-th with a chance of 1 in n.
static void send_move(int attack_only)
{
    int type = PASS, from_x = 0, from_y = 0, to_x = 0, to_y = 0, count = attack_only ? 0 : 1;
    for (int i = 0; i < 9 * 9 * 6; i++) { // each place, each direction
        int x = i / 6 % 9, y = i / 54, stack = state[y][x] * colour;
        int tx = x + STEP_X[i % 6], ty = y + STEP_Y[i % 6];
        while (is_place(tx, ty) && state[ty][tx] == 0) // to the first stack on the line
            tx += STEP_X[i % 6], ty += STEP_Y[i % 6];
        if (stack <= 0 || !is_place(tx, ty))
            continue;
        int target = state[ty][tx] * colour; // above 0: mine
        int legal = target > 0 ? !attack_only : -target / 4 <= stack / 4;
        if (legal && rand() % ++count == 0)
            type = target > 0 ? STRENGTHEN : ATTACK, from_x = x, from_y = y, to_x = tx, to_y = ty;
    }
    if (type == PASS)
        puts("{\"Type\":0,\"From\":null,\"To\":null}");
    else
        printf("{\"Type\":%d,\"From\":{\"X\":%d,\"Y\":%d},\"To\":{\"X\":%d,\"Y\":%d}}\n", type,
            from_x, from_y, to_x, to_y);
}

static void read_board(char *s) // [[5,5,...],...]
{
    for (int i = 0; i < 81; i++) {
        s += strspn(s, "[],");
        state[i / 9][i % 9] = (int)strtol(s, &s, 10);
    }
}

int main(int argc, char **argv)
{
    static char *line;
    static size_t room;
    if (argc > 2) { // the connection takes the place of standard input and output
        struct addrinfo want = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *to = NULL;
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        if (getaddrinfo(argv[1], argv[2], &want, &to) || connect(fd, to->ai_addr, to->ai_addrlen))
            return fprintf(stderr, "cannot connect to %s %s\n", argv[1], argv[2]), 1;
        freeaddrinfo(to);
        dup2(fd, 0), dup2(fd, 1);
        if (getenv("AGON_TOKEN")) // a door that asks for tokens reads it before anything else
            printf("{\"token\":\"%s\"}\n", getenv("AGON_TOKEN")), fflush(stdout);
    }
    srand(getenv("SEED") ? (unsigned)atoi(getenv("SEED")) : (unsigned)getpid());
    while (getline(&line, &room, stdin) > 0) {
        char *board = strchr(line, '['), *allowed = strstr(line, "\"AllowedMoves\":");
        if (strncmp(line, "{\"Color\":", 9) == 0)
            colour = strchr(line, '-') ? -1 : 1; // the dialect stones-quoted sends "-1"
        if (!board || !allowed)
            continue; // a move that was made: the next request brings the whole board
        read_board(board);
        send_move(strchr(allowed, '0') == NULL);
        fflush(stdout); // without it the arena waits in vain
    }
}
