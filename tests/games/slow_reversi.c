// Slow and obvious on purpose: no bits, no tables, nothing shared with src/.
#include "games/slow_reversi.h"

#include "games/slow.h"

#include <string.h>

static const int directions[8][2] = {
    {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};

struct slow_reversi slow_reversi_read(const char *text)
{
    struct slow_reversi s = {.size = 2};
    size_t squares = strcspn(text, " ");
    while ((size_t)(s.size * s.size) < squares)
        s.size++;
    for (int row = 0; row < s.size; row++) {
        for (int column = 0; column < s.size; column++)
            s.board[row][column] = *text++;
    }
    s.turn = text[1];
    return s;
}

void slow_reversi_write(const struct slow_reversi *s, char *text)
{
    for (int row = 0; row < s->size; row++) {
        for (int column = 0; column < s->size; column++)
            *text++ = s->board[row][column];
    }
    *text++ = ' ';
    *text++ = s->turn;
    *text = '\0';
}

static char other(char who)
{
    return who == 'X' ? 'O' : 'X';
}

static bool holds(const struct slow_reversi *s, int row, int column, char what)
{
    return row >= 0 && row < s->size && column >= 0 && column < s->size &&
        s->board[row][column] == what;
}

// How many stones a new stone of `who` encloses in one direction.
static int enclosed(const struct slow_reversi *s, char who, int row, int column, const int step[2])
{
    int count = 0;
    do {
        row += step[0];
        column += step[1];
        count++;
    } while (holds(s, row, column, other(who)));
    return holds(s, row, column, who) ? count - 1 : 0;
}

bool slow_reversi_can_place(const struct slow_reversi *s, char who, int row, int column)
{
    if (!holds(s, row, column, '-'))
        return false;
    for (int d = 0; d < 8; d++) {
        if (enclosed(s, who, row, column, directions[d]) > 0)
            return true;
    }
    return false;
}

bool slow_reversi_can_move(const struct slow_reversi *s, char who)
{
    for (int row = 0; row < s->size; row++) {
        for (int column = 0; column < s->size; column++) {
            if (slow_reversi_can_place(s, who, row, column))
                return true;
        }
    }
    return false;
}

bool slow_reversi_is_over(const struct slow_reversi *s)
{
    return !slow_reversi_can_move(s, 'X') && !slow_reversi_can_move(s, 'O');
}

int slow_reversi_stones(const struct slow_reversi *s, char who)
{
    int count = 0;
    for (int row = 0; row < s->size; row++) {
        for (int column = 0; column < s->size; column++)
            count += s->board[row][column] == who;
    }
    return count;
}

void slow_reversi_place(struct slow_reversi *s, int row, int column)
{
    for (int d = 0; d < 8; d++) {
        int count = enclosed(s, s->turn, row, column, directions[d]);
        for (int i = 1; i <= count; i++)
            s->board[row + i * directions[d][0]][column + i * directions[d][1]] = s->turn;
    }
    s->board[row][column] = s->turn;
    s->turn = other(s->turn);
}

void slow_reversi_pass(struct slow_reversi *s)
{
    s->turn = other(s->turn);
}

static struct slow_count count(const struct slow_reversi *s, int depth)
{
    if (depth == 0)
        return (struct slow_count){1, 1};
    if (slow_reversi_is_over(s))
        return (struct slow_count){0, 1};
    if (!slow_reversi_can_move(s, s->turn)) {
        struct slow_reversi next = *s;
        slow_reversi_pass(&next);
        return count(&next, depth - 1);
    }
    struct slow_count sum = {0, 0};
    for (int row = 0; row < s->size; row++) {
        for (int column = 0; column < s->size; column++) {
            if (!slow_reversi_can_place(s, s->turn, row, column))
                continue;
            struct slow_reversi next = *s;
            slow_reversi_place(&next, row, column);
            struct slow_count below = count(&next, depth - 1);
            sum.nodes += below.nodes;
            sum.leaves += below.leaves;
        }
    }
    return sum;
}

struct slow_count slow_reversi_perft(const char *position, int depth)
{
    struct slow_reversi s = slow_reversi_read(position);
    return count(&s, depth);
}
