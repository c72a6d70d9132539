// The rules of Santorini as they are written, with loops over everything.
#include "games/slow_santorini.h"

#include "games/slow.h"

#include <stdlib.h>
#include <string.h>

// Text

void slow_santorini_read(struct slow_santorini *s, const char *text)
{
    memset(s, 0, sizeof *s);
    s->stepped_up = -1;
    int row = 0, column = 0;
    for (; *text != ' '; text++) {
        if (*text == '/') {
            row++;
            column = 0;
        } else {
            s->height[row][column++] = *text - '0';
        }
    }
    s->size = row + 1;
    for (int player = 0; player < 2; player++) {
        text++;
        while (*text != ' ') {
            if (*text == '-' || *text == ',') {
                text++;
            } else {
                s->x[player][s->placed[player]] = text[0] - '0';
                s->y[player][s->placed[player]] = text[1] - '0';
                s->placed[player]++;
                text += 2;
            }
        }
    }
    s->turn = text[1] - '1';
    const int other = 1 - s->turn;
    for (int worker = 0; worker < s->placed[other]; worker++) {
        if (s->height[s->y[other][worker]][s->x[other][worker]] == 3 && text[2] != '+')
            s->stepped_up = other;
    }
}

void slow_santorini_write(const struct slow_santorini *s, char text[SLOW_TEXT_BYTES])
{
    bool set_up_high = false; // the player who is not to move is on level 3 and has not won
    for (int y = 0; y < s->size; y++) {
        for (int x = 0; x < s->size; x++)
            *text++ = (char)('0' + s->height[y][x]);
        *text++ = y < s->size - 1 ? '/' : ' ';
    }
    for (int player = 0; player < 2; player++) {
        for (int worker = 0; worker < s->placed[player]; worker++) {
            const int x = s->x[player][worker], y = s->y[player][worker];
            *text++ = (char)('0' + x);
            *text++ = (char)('0' + y);
            if (worker == 0)
                *text++ = ',';
            if (player != s->turn && s->height[y][x] == 3 && s->stepped_up == -1)
                set_up_high = true;
        }
        if (s->placed[player] < 2)
            *text++ = '-';
        *text++ = ' ';
    }
    *text++ = (char)('1' + s->turn);
    if (set_up_high)
        *text++ = '+';
    *text = '\0';
}

void slow_santorini_write_move(
    const struct slow_santorini *s, const struct slow_santorini_move *m, char text[SLOW_MOVE_BYTES])
{
    if (!m->places) {
        *text++ = (char)('0' + s->x[s->turn][m->worker]);
        *text++ = (char)('0' + s->y[s->turn][m->worker]);
        *text++ = '-';
    }
    *text++ = (char)('0' + m->x);
    *text++ = (char)('0' + m->y);
    if (m->builds) {
        *text++ = '+';
        *text++ = (char)('0' + m->build_x);
        *text++ = (char)('0' + m->build_y);
    }
    *text = '\0';
}

// Rules

static bool occupied(const struct slow_santorini *s, int x, int y)
{
    for (int player = 0; player < 2; player++) {
        for (int worker = 0; worker < s->placed[player]; worker++) {
            if (s->x[player][worker] == x && s->y[player][worker] == y)
                return true;
        }
    }
    return false;
}

static bool neighbours(int x, int y, int other_x, int other_y)
{
    const int across = abs(x - other_x), down = abs(y - other_y);
    return across <= 1 && down <= 1 && across + down > 0;
}

static bool all_placed(const struct slow_santorini *s)
{
    return s->placed[0] == 2 && s->placed[1] == 2;
}

// "A move goes to a neighbouring square, not occupied, at most one level up, below level 4."
static bool can_step(const struct slow_santorini *s, int worker, int x, int y)
{
    const int from_x = s->x[s->turn][worker], from_y = s->y[s->turn][worker];
    return neighbours(from_x, from_y, x, y) && !occupied(s, x, y) &&
        s->height[y][x] <= s->height[from_y][from_x] + 1 && s->height[y][x] < 4;
}

// "A neighbouring square of the new place, not occupied, below level 4"; `s` is after the step, so
// that the square just left counts as free.
static bool can_build(const struct slow_santorini *s, int from_x, int from_y, int x, int y)
{
    return neighbours(from_x, from_y, x, y) && !occupied(s, x, y) && s->height[y][x] < 4;
}

static int add_turns(const struct slow_santorini *s, int worker, int x, int y,
    struct slow_santorini_move *moves, int count)
{
    struct slow_santorini stepped = *s;
    stepped.x[s->turn][worker] = x;
    stepped.y[s->turn][worker] = y;
    struct slow_santorini_move m = {.worker = worker, .x = x, .y = y};
    if (s->height[y][x] == 3) {
        moves[count++] = m;
        return count;
    }
    m.builds = true;
    for (m.build_x = 0; m.build_x < s->size; m.build_x++) {
        for (m.build_y = 0; m.build_y < s->size; m.build_y++) {
            if (can_build(&stepped, x, y, m.build_x, m.build_y))
                moves[count++] = m;
        }
    }
    return count;
}

int slow_santorini_moves(
    const struct slow_santorini *s, struct slow_santorini_move moves[SLOW_MOVES_MAX])
{
    int count = 0;
    if (s->stepped_up != -1)
        return 0;
    for (int x = 0; x < s->size; x++) {
        for (int y = 0; y < s->size; y++) {
            if (!all_placed(s)) {
                if (!occupied(s, x, y) && s->height[y][x] < 3)
                    moves[count++] = (struct slow_santorini_move){.places = true, .x = x, .y = y};
                continue;
            }
            for (int worker = 0; worker < 2; worker++) {
                if (can_step(s, worker, x, y))
                    count = add_turns(s, worker, x, y, moves, count);
            }
        }
    }
    return count;
}

void slow_santorini_play(struct slow_santorini *s, const struct slow_santorini_move *m)
{
    const int worker = m->places ? s->placed[s->turn]++ : m->worker;
    s->x[s->turn][worker] = m->x;
    s->y[s->turn][worker] = m->y;
    if (m->builds)
        s->height[m->build_y][m->build_x]++;
    if (!m->places && s->height[m->y][m->x] == 3)
        s->stepped_up = s->turn;
    s->turn = 1 - s->turn;
}

int slow_santorini_winner(const struct slow_santorini *s)
{
    struct slow_santorini_move moves[SLOW_MOVES_MAX];
    if (s->stepped_up != -1)
        return s->stepped_up;
    return slow_santorini_moves(s, moves) == 0 ? 1 - s->turn : -1;
}

static void walk(const struct slow_santorini *s, int depth, struct slow_count *count)
{
    if (depth == 0) {
        count->nodes++;
        count->leaves++;
        return;
    }
    struct slow_santorini_move moves[SLOW_MOVES_MAX];
    const int n = slow_santorini_moves(s, moves);
    if (n == 0)
        count->leaves++;
    for (int i = 0; i < n; i++) {
        struct slow_santorini after = *s;
        slow_santorini_play(&after, &moves[i]);
        walk(&after, depth - 1, count);
    }
}

struct slow_count slow_santorini_perft(const char *position, int depth)
{
    struct slow_santorini s;
    slow_santorini_read(
        &s, position ? position : "000000/000000/000000/000000/000000/000000 - - 1");
    struct slow_count count = {0};
    walk(&s, depth, &count);
    return count;
}
