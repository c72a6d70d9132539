// Reversi: a bot that plays random legal moves. The protocol: docs/protocols/hgp.md
// Over standard input and output, or over TCP: ./reversi HOST PORT. SEED=7 repeats its choices.
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EMPTY = -1 };                  // the players are 0 and 1
static int me = EMPTY, board[10][10]; // [row + 1][column + 1]: its edge stays empty

static int is_legal(int row, int column) // does a stone of mine turn at least one from there?
{
    for (int d = 0; d < 9 && board[row][column] == EMPTY; d++) { // 9 directions; 4 is none
        int down = d / 3 - 1, right = d % 3 - 1, n = 1;
        while (board[row + n * down][column + n * right] == 1 - me)
            n++;
        if (n > 1 && board[row + n * down][column + n * right] == me)
            return 1;
    }
    return 0;
}

// Looks at every legal move and keeps one at random: the n-th with a chance of 1 in n.
static void send_move(void)
{
    int chosen = 0, count = 0;
    for (int i = 0; i < 64; i++)
        if (is_legal(i / 8 + 1, i % 8 + 1) && rand() % ++count == 0)
            chosen = i;
    printf("{\"placed\":[%d,%d]}\n", chosen / 8, chosen % 8);
}

static int number(const char *message, const char *key) // the one behind that key
{
    const char *found = strstr(message, key);
    return found ? atoi(found + strlen(key)) : 0;
}

static void read_board(char *s) // [[-1,-1,...],...]
{
    memset(board, EMPTY, sizeof board); // all bits set: -1
    for (int i = 0; i < 64; i++) {
        s += strspn(s, "[],");
        board[i / 8 + 1][i % 8 + 1] = (int)strtol(s, &s, 10);
    }
}

static void read_changes(const char *message) // {"changed":[[4,2],[4,3]],"by":0,...
{
    int row, column;
    for (const char *s = message; (s = strchr(s + 1, '['));)
        if (sscanf(s, "[%d,%d]", &row, &column) == 2)
            board[(row & 7) + 1][(column & 7) + 1] = number(message, "\"by\":");
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
    puts("{\"name\":\"randomc\"}");
    while (fflush(stdout), getline(&line, &room, stdin) > 0) {
        if (strncmp(line, "{\"board\":", 9) == 0)
            read_board(line + 9), me = number(line, "\"you\":");
        else
            read_changes(line);
        if (number(line, "\"next_turn\":") == me && number(line, "\"game_status\":") == 0)
            send_move(); // also right after my own move, when the opponent must pass
    }
}
