// Games of Santorini that are drawn by lot, for the tests of its built-in player.
#ifndef AGON_TESTS_BRAINS_SANTORINI_GAMES_H
#define AGON_TESTS_BRAINS_SANTORINI_GAMES_H

#include "base/random.h"
#include "games/santorini_bits.h"

static const struct game *const game = &game_santorini;
static const char *const sizes[] = {"5x5", "6x6"};

enum { PLIES_MOST = 160 };

// A whole game of moves drawn by lot; returns how many positions are not over.
static inline int draw_game(uint64_t seed, position line[PLIES_MOST])
{
    struct random lot = random_seeded(seed);
    int count = 0;
    game->start(&line[0], sizes[seed % 2], NULL);
    for (;;) {
        move moves[MOVES_MAX];
        int choices = game->moves(&line[count], moves);
        if (choices == 0)
            return count;
        line[count + 1] = line[count];
        game->apply(&line[++count], moves[random_below(&lot, (uint32_t)choices)]);
    }
}

static inline bool is_placing(const position *p)
{
    const struct santorini s = santorini_load(p);
    return santorini_placing(&s);
}

// Whether one of these moves is a step that wins.
static inline bool has_win(const move *moves, int count)
{
    for (int i = 0; i < count; i++) {
        struct santorini_move m;
        santorini_unpack(moves[i], &m);
        if (!m.places && !m.builds)
            return true;
    }
    return false;
}

static inline bool can_win(const position *p)
{
    move moves[MOVES_MAX];
    return has_win(moves, game->moves(p, moves));
}

static inline bool would_win(const position *p)
{
    struct santorini s = santorini_load(p);
    s.turn = !s.turn;
    const position passed = santorini_store(&s);
    return can_win(&passed);
}

#endif
