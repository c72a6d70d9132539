// Games of Stones that are drawn by lot, for the tests of its built-in player.
#ifndef AGON_TESTS_BRAINS_STONES_GAMES_H
#define AGON_TESTS_BRAINS_STONES_GAMES_H

#include "base/random.h"
#include "games/stones.h"

enum { LINE_PLIES = 128 };

// A whole game; returns the number of positions in which it was not over.
static inline int draw_game(uint64_t seed, position line[LINE_PLIES])
{
    struct random lot = random_seeded(seed);
    int count = 0;
    game_stones.start(&line[0], NULL, NULL);
    for (;;) {
        move moves[MOVES_MAX];
        const int choices = game_stones.moves(&line[count], moves);
        if (choices == 0)
            return count;
        line[count + 1] = line[count];
        game_stones.apply(&line[count + 1], moves[random_below(&lot, (uint32_t)choices)]);
        count++;
    }
}

// The position `before_end` moves before the end of a game, or its start.
static inline position late_position(uint64_t seed, int before_end)
{
    position line[LINE_PLIES];
    const int count = draw_game(seed, line);
    return line[count > before_end ? count - before_end : 0];
}

// The same position with White and Black changed over. There is no first turn of Black's.
static inline position other_colours(const position *p)
{
    struct stones s = stones_load(p);
    const bitboard white = s.side[0];
    s.side[0] = s.side[1];
    s.side[1] = white;
    s.turn = !s.turn;
    return stones_store(&s);
}

#endif
