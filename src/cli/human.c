#include "cli/human.h"

#include "cli/options.h"
#include "cli/terminal.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES = 256, LOOK_UP_MS = 100, COLUMNS = 80, COLUMN_GAP = 2 };

// One line from stdin, without its newline. False: the input ended, or nobody waits any more.
// Reads byte by byte: what is behind the line stays for the next question.
static bool read_line(char line[LINE_BYTES], const atomic_bool *stop)
{
    size_t length = 0;
    while (!atomic_load(stop)) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        if (poll(&input, 1, LOOK_UP_MS) <= 0)
            continue;
        char c;
        ssize_t n = read(STDIN_FILENO, &c, 1);
        if (n < 0 && errno == EINTR)
            continue;
        bool ended = n <= 0;
        if (ended && length == 0)
            return false;
        if (ended || c == '\n') {
            line[length] = '\0';
            return true;
        }
        if (c != '\r' && length + 1 < LINE_BYTES)
            line[length++] = c;
    }
    return false;
}

// The legal moves in columns, numbered unless a move could be taken for a number (`22` in
// Santorini). Returns whether they are.
static bool list_moves(const struct game *game, const position *p, const move *moves, int count)
{
    int widest = 0;
    bool numbered = true;
    char bytes[MOVE_TEXT_BYTES];
    for (int i = 0; i < count; i++) {
        struct text name = TEXT_IN(bytes);
        game->print_move(p, moves[i], &name);
        numbered = numbered && bytes[strspn(bytes, "0123456789")] != '\0';
        widest = (int)name.length > widest ? (int)name.length : widest;
    }
    int columns = COLUMNS / (widest + 5 + COLUMN_GAP);
    for (int i = 0; i < count; i++) {
        struct text name = TEXT_IN(bytes);
        game->print_move(p, moves[i], &name);
        bool last = (i + 1) % columns == 0 || i + 1 == count;
        if (numbered)
            fprintf(stderr, "%4d ", i + 1);
        fprintf(stderr, "%*s%-*s%s", numbered ? 0 : COLUMN_GAP, "", widest + COLUMN_GAP, bytes,
            last ? "\n" : "");
    }
    return numbered;
}

// What was typed: a move in the notation or, if `count` is not 0, its number in the list.
// MOVE_NONE: neither, and the person has been told why.
static move understand(
    const struct game *game, const position *p, const char *line, const move *moves, int count)
{
    int64_t number;
    if (count > 0 && options_number("", line, 1, count, &number, NULL))
        return moves[number - 1];
    move m;
    struct error e;
    struct refusal why;
    if (!game->parse_move(p, line, &m, &e))
        print_line(stderr, "not a move: %s", e.words);
    else if (!game->legal(p, m, &why))
        print_line(stderr, "not legal: %s (%s)", why.words, why.rule);
    else
        return m;
    return MOVE_NONE;
}

move human_think(const struct player *player, const struct ask *ask, void **memory)
{
    (void)player;
    (void)memory;
    const struct game *game = ask->game;
    const position *p = ask->position;
    static char board[DRAWING_BYTES];
    struct text out = TEXT_IN(board);
    struct drawing style = terminal_drawing(stderr, false);
    game->draw(p, &style, &out);
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    fprintf(stderr, "\n%s\n", board);
    bool numbered = list_moves(game, p, moves, count);
    for (;;) {
        fprintf(stderr, "%s, your move%s: ", game->seat_names[game->turn(p)],
            numbered ? " (or its number)" : "");
        char line[LINE_BYTES];
        if (!read_line(line, ask->stop)) {
            fputc('\n', stderr);
            return MOVE_NONE;
        }
        move m = understand(game, p, line, moves, numbered ? count : 0);
        if (m != MOVE_NONE)
            return m;
    }
}
