// Santorini as the course speaks it: a bot of random turns. See docs/protocols/santorini-course.md
// Over standard input and output, or TCP: ./santorini_course HOST PORT. SEED=7 repeats its choices.
#include <ctype.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NONE = 4 }; // directions are 0 to 8, row by row; 4, in the middle, is none
static const char *const EAST_WEST[] = {"WEST", "PUT", "EAST"}, // direction % 3
    *const NORTH_SOUTH[] = {"NORTH", "PUT", "SOUTH"};           // direction / 3
static char me[33] = "randomc", *cells[36];
static int size; // of the board, 5 or 6

static const char *cell(int x, int y) // "0" or "1ann2"; what is off the board is like a dome
{
    return x < 0 || y < 0 || x >= size || y >= size ? "4" : cells[y * size + x];
}

// Looks at every legal turn and keeps one at random: the n-th with a chance of 1 in n.
static void send_turn(char *board)
{
    int n = 0, id = 0, step = NONE, build = NONE, count = 0;
    for (char *s = strtok(board, "[],\"\n"); s && n < 36; s = strtok(NULL, "[],\"\n"))
        cells[n++] = s;
    size = n < 25 ? 0 : n < 36 ? 5 : 6;
    for (int i = 0; i < size * size * 81; i++) { // each square, each step, each build
        int s = i / 9 % 9, b = i % 9;
        int x = i / 81 % size + s % 3 - 1, y = i / 81 / size + s / 3 - 1; // where the step leads
        const char *from = cells[i / 81], *to = cell(x, y);
        const char *at = cell(x + b % 3 - 1, y + b / 3 - 1);
        int mine = strncmp(from + 1, me, strlen(me)) == 0 && strlen(from) == strlen(me) + 2;
        int can_step = !to[1] && to[0] < '4' && to[0] <= from[0] + 1;
        int can_build = b != NONE && at[0] < '4' && (!at[1] || at == from);
        if (mine && can_step && (to[0] == '3' ? b == NONE : can_build) && rand() % ++count == 0)
            id = from[strlen(from) - 1], step = s, build = b;
    }
    printf("[\"%s%c\",\"%s\",\"%s\"", me, id, EAST_WEST[step % 3], NORTH_SOUTH[step / 3]);
    if (build != NONE) // a step that wins has none
        printf(",\"%s\",\"%s\"", EAST_WEST[build % 3], NORTH_SOUTH[build / 3]);
    puts("]");
}

static void send_place(const char *placed)
{
    char square[32];
    int x, y;
    do { // Nobody tells us yet how large the board is: 0 to 4 fits every one.
        x = rand() % 5, y = rand() % 5;
        snprintf(square, sizeof square, ",%d,%d]", x, y);
    } while (strstr(placed, square));
    printf("[%d,%d]\n", x, y);
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
    printf("\"%s\"\n", me);
    while (fflush(stdout), getline(&line, &room, stdin) > 0) {
        int x;
        sscanf(line, "[\"playing-as\",\"%32[a-z]", me); // only that message changes it
        if (strcmp(line, "[]\n") == 0 || sscanf(line, "[[\"%*[a-z]%*d\",%d", &x) == 1)
            send_place(line); // [] or [["ann1",1,1],...]
        else if (strncmp(line, "[[", 2) == 0 &&
            isdigit((unsigned char)line[line[2] == '"' ? 3 : 2]))
            send_turn(line); // [[0,"0ann1",...],...]
    }
}
