// What is special about each game's openings: above all whether one is fair enough. Rules of thumb,
// made of what can be counted at a glance; a player's score of the position would be a better
// judge, and would go here.
#include "contest/openings.h"
#include "games/reversi.h"
#include "games/santorini.h"
#include "games/stones.h"

#include <stdlib.h>

enum {
    REVERSI_MOVES_APART = 3,    // how many more places one side may choose from
    REVERSI_STONES_APART = 6,   // how many more stones it may have
    REVERSI_CORNERS_FROM = 6,   // boards from this size on have corners that decide
    SANTORINI_LEVELS_APART = 1, // how much higher one side's workers may stand together
    STONES_STACKS_LEAST = 4,    // of each type on each side: none is lost in a turn
    STONES_STACKS_APART = 1,    // how many more of a type one side may have
};

// The side with fewer choices has at least two thirds of the other's.
static bool choices_are_close(int a, int b)
{
    return 3 * (a < b ? a : b) >= 2 * (a < b ? b : a);
}

static int count_moves(const struct game *game, const position *p)
{
    move moves[MOVES_MAX];
    return game->moves(p, moves);
}

// No legal move ends the game.
static bool goes_on(const struct game *game, const position *p)
{
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    for (int i = 0; i < count; i++) {
        position after = *p;
        game->apply(&after, moves[i]);
        if (game->outcome(&after).over)
            return false;
    }
    return count > 0;
}

// --- Reversi ---

static bitboard corners(int size)
{
    int last = size - 1;
    return (bitboard)1 | (bitboard)1 << last | (bitboard)1 << last * REVERSI_LENGTH |
        (bitboard)1 << (last * REVERSI_LENGTH + last);
}

static bool reversi_is_balanced(const position *p)
{
    struct reversi r = reversi_load(p);
    bitboard squares = reversi_squares(r.size);
    bitboard places[SEATS] = {reversi_mobility(r.stones[0], r.stones[1], squares),
        reversi_mobility(r.stones[1], r.stones[0], squares)};
    bitboard decided = r.stones[0] | r.stones[1] | places[0] | places[1];
    if (r.size >= REVERSI_CORNERS_FROM && (decided & corners(r.size)))
        return false;
    int moves_apart = __builtin_popcountll(places[0]) - __builtin_popcountll(places[1]);
    int stones_apart = __builtin_popcountll(r.stones[0]) - __builtin_popcountll(r.stones[1]);
    return places[0] && places[1] && abs(moves_apart) <= REVERSI_MOVES_APART &&
        abs(stones_apart) <= REVERSI_STONES_APART;
}

// --- Santorini ---

static bool santorini_is_balanced(const position *p)
{
    struct santorini s = santorini_load(p);
    int levels[SEATS] = {0, 0};
    for (int seat = 0; seat < SEATS; seat++) {
        for (int worker = 0; worker < SANTORINI_WORKERS; worker++) {
            int x, y;
            if (!santorini_worker(p, seat, worker, &x, &y))
                return true; // still being placed
            levels[seat] += santorini_height(p, x, y);
        }
    }
    s.turn = 1 - s.turn;
    position swapped = santorini_store(&s);
    return abs(levels[0] - levels[1]) <= SANTORINI_LEVELS_APART &&
        choices_are_close(
            count_moves(&game_santorini, p), count_moves(&game_santorini, &swapped)) &&
        goes_on(&game_santorini, &swapped);
}

// --- Game of Stones ---

// Bots run a script that begins with White's single request (T3): so does every game, whoever was
// to move when the drawing ended.
static void stones_begin(position *p)
{
    struct stones s = stones_load(p);
    s.turn = 0;
    s.phase = STONES_FIRST;
    *p = stones_store(&s);
}

static bool stones_is_balanced(const position *p)
{
    struct stones s = stones_load(p);
    for (int kind = 0; kind < STONES_KINDS; kind++) {
        int stacks[SEATS];
        for (int seat = 0; seat < SEATS; seat++)
            stacks[seat] = __builtin_popcountll(s.kind[kind] & s.side[seat]);
        if (stacks[0] < STONES_STACKS_LEAST || stacks[1] < STONES_STACKS_LEAST ||
            abs(stacks[0] - stacks[1]) > STONES_STACKS_APART)
            return false;
    }
    s.turn = 1 - s.turn;
    position swapped = stones_store(&s);
    return choices_are_close(count_moves(&game_stones, p), count_moves(&game_stones, &swapped));
}

// --- All ---

static const struct manner {
    const struct game *game;
    void (*begin)(position *p); // NULL: nothing is to be done
    bool (*is_balanced)(const position *p);
} manners[] = {
    {&game_reversi, NULL, reversi_is_balanced},
    {&game_santorini, NULL, santorini_is_balanced},
    {&game_stones, stones_begin, stones_is_balanced},
};

static const struct manner *find_manner(const struct game *game)
{
    for (size_t i = 0; i < sizeof manners / sizeof *manners; i++) {
        if (manners[i].game == game)
            return &manners[i];
    }
    return NULL;
}

void opening_begin(const struct game *game, position *p)
{
    const struct manner *m = find_manner(game);
    if (m && m->begin)
        m->begin(p);
}

bool opening_is_balanced(const struct game *game, const position *p)
{
    const struct manner *m = find_manner(game);
    return (!m || m->is_balanced(p)) && goes_on(game, p);
}
