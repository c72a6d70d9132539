#include "games/slow_stones.h"

#include "games/slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int directions[6][2] = {{0, -1}, {0, 1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}};

void slow_stones_read(const char *text, struct slow_stones *s)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < 81; i++) {
        text += strspn(text, "[],");
        char *end;
        s->state[i / 9][i % 9] = (int)strtol(text, &end, 10);
        text = end;
    }
    char side;
    if (sscanf(text, "]] %c %7s", &side, s->phase) == 2)
        s->player = side == 'w' ? 1 : -1;
}

static bool valid_location(int x, int y)
{
    static const char board[9][10] = {
        "XXXXX....",
        "XXXXXX...",
        "XXXXXXX..",
        "XXXXXXXX.",
        "XXXX.XXXX",
        ".XXXXXXXX",
        "..XXXXXXX",
        "...XXXXXX",
        "....XXXXX",
    };
    return x >= 0 && x <= 8 && y >= 0 && y <= 8 && board[y][x] == 'X';
}

static int owner(int number)
{
    return number > 0 ? 1 : number < 0 ? -1 : 0;
}

static int height(int number)
{
    return abs(number) / 4;
}

static int type(int number)
{
    return abs(number) % 4;
}

static bool must_attack(const struct slow_stones *s)
{
    return strcmp(s->phase, "any") != 0;
}

// A valid straight line with nothing but empty spaces in between.
static bool joined(const struct slow_stones *s, const struct slow_stones_move *m)
{
    for (int d = 0; d < 6; d++) {
        int x = m->from_x + directions[d][0], y = m->from_y + directions[d][1];
        while (valid_location(x, y)) {
            if (x == m->to_x && y == m->to_y)
                return true;
            if (s->state[y][x] != 0)
                break;
            x += directions[d][0];
            y += directions[d][1];
        }
    }
    return false;
}

bool slow_stones_valid(const struct slow_stones *s, const struct slow_stones_move *m)
{
    if (must_attack(s) && m->type != 1)
        return false;
    if (m->type == 0)
        return true;
    if (!valid_location(m->from_x, m->from_y) || !valid_location(m->to_x, m->to_y))
        return false;
    const int from = s->state[m->from_y][m->from_x], to = s->state[m->to_y][m->to_x];
    if (m->type == 1)
        return owner(from) == s->player && owner(to) == -s->player && joined(s, m) &&
            height(from) >= height(to);
    return owner(from) == s->player && owner(to) == s->player && joined(s, m);
}

// The attacks, and where allowed the strengthenings, of the stack on (x, y).
static int moves_of(const struct slow_stones *s, int x, int y, struct slow_stones_move *moves)
{
    int count = 0;
    for (int d = 0; d < 6; d++) {
        int to_x = x + directions[d][0], to_y = y + directions[d][1];
        while (valid_location(to_x, to_y) && s->state[to_y][to_x] == 0) {
            to_x += directions[d][0];
            to_y += directions[d][1];
        }
        if (!valid_location(to_x, to_y))
            continue;
        const int from = s->state[y][x], to = s->state[to_y][to_x];
        if (owner(to) == -s->player && height(from) >= height(to))
            moves[count++] = (struct slow_stones_move){1, x, y, to_x, to_y};
        if (owner(to) == s->player && !must_attack(s))
            moves[count++] = (struct slow_stones_move){2, x, y, to_x, to_y};
    }
    return count;
}

static int all_moves(const struct slow_stones *s, struct slow_stones_move *moves)
{
    int count = 0;
    for (int y = 0; y < 9; y++) {
        for (int x = 0; x < 9; x++) {
            if (valid_location(x, y) && owner(s->state[y][x]) == s->player)
                count += moves_of(s, x, y, moves + count);
        }
    }
    if (!must_attack(s))
        moves[count++] = (struct slow_stones_move){0, 0, 0, 0, 0};
    return count;
}

static bool has(const struct slow_stones *s, int player, int wanted)
{
    for (int y = 0; y < 9; y++) {
        for (int x = 0; x < 9; x++) {
            if (owner(s->state[y][x]) == player && type(s->state[y][x]) == wanted)
                return true;
        }
    }
    return false;
}

int slow_stones_winner(const struct slow_stones *s, const char **reason)
{
    static const char *const extinct[] = {NULL, "A extinct", "B extinct", "C extinct"};
    for (int player = 1; player >= -1; player -= 2) {
        for (int wanted = 1; wanted <= 3; wanted++) {
            if (!has(s, player, wanted)) {
                *reason = extinct[wanted];
                return -player;
            }
        }
    }
    struct slow_stones_move moves[SLOW_STONES_MOVES];
    if (all_moves(s, moves) == 0) {
        *reason = "no attack left";
        return -s->player;
    }
    *reason = NULL;
    return 0;
}

int slow_stones_moves(const struct slow_stones *s, struct slow_stones_move moves[SLOW_STONES_MOVES])
{
    const char *reason;
    return slow_stones_winner(s, &reason) ? 0 : all_moves(s, moves);
}

void slow_stones_apply(struct slow_stones *s, const struct slow_stones_move *m)
{
    int *from = &s->state[m->from_y][m->from_x], *to = &s->state[m->to_y][m->to_x];
    if (m->type == 1)
        *to = *from;
    if (m->type == 2)
        *to = s->player * ((height(*from) + height(*to)) * 4 + type(*from));
    if (m->type != 0)
        *from = 0;
    if (strcmp(s->phase, "attack") == 0) {
        strcpy(s->phase, "any");
    } else {
        strcpy(s->phase, "attack");
        s->player = -s->player;
    }
}

static void count(const struct slow_stones *s, int depth, struct slow_count *total)
{
    if (depth == 0) {
        total->nodes++;
        total->leaves++;
        return;
    }
    struct slow_stones_move moves[SLOW_STONES_MOVES];
    const int number = slow_stones_moves(s, moves);
    if (number == 0)
        total->leaves++;
    for (int i = 0; i < number; i++) {
        struct slow_stones next = *s;
        slow_stones_apply(&next, &moves[i]);
        count(&next, depth - 1, total);
    }
}

struct slow_count slow_stones_perft(const char *position, int depth)
{
    struct slow_stones s;
    struct slow_count total = {0, 0};
    slow_stones_read(position, &s);
    count(&s, depth, &total);
    return total;
}
