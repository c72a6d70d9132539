// Which positions of Santorini are fair openings.
#include "games/opening.h"
#include "games/santorini.h"

#include <stdlib.h>

enum { LEVELS_APART = 1 }; // how much higher one side's workers may stand together

bool santorini_is_balanced(const position *p)
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
    return abs(levels[0] - levels[1]) <= LEVELS_APART &&
        opening_choices_are_close(&game_santorini, p, &swapped) &&
        opening_goes_on(&game_santorini, &swapped);
}
