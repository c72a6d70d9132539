// Which positions of Game of Stones are fair openings.
#include "games/opening.h"
#include "games/stones.h"

#include <stdlib.h>

enum {
    STACKS_LEAST = 4, // of each type on each side: none is lost in a turn
    STACKS_APART = 1, // how many more of a type one side may have
};

// Bots run a script that begins with White's single request (T3). So every game begins with it,
// whoever was to move when the drawing ended.
void stones_begin_opening(position *p)
{
    struct stones s = stones_load(p);
    s.turn = 0;
    s.phase = STONES_FIRST;
    *p = stones_store(&s);
}

bool stones_is_balanced(const position *p)
{
    struct stones s = stones_load(p);
    for (int kind = 0; kind < STONES_KINDS; kind++) {
        int stacks[SEATS];
        for (int seat = 0; seat < SEATS; seat++)
            stacks[seat] = __builtin_popcountll(s.kind[kind] & s.side[seat]);
        if (stacks[0] < STACKS_LEAST || stacks[1] < STACKS_LEAST ||
            abs(stacks[0] - stacks[1]) > STACKS_APART)
            return false;
    }
    s.turn = 1 - s.turn;
    position swapped = stones_store(&s);
    return opening_choices_are_close(&game_stones, p, &swapped);
}
