// Positions of Game of Stones, and how its tests read and compare them.
#ifndef AGON_TESTS_STONES_POSITIONS_H
#define AGON_TESTS_STONES_POSITIONS_H

#include "games/stones.h"

#include "games/known_counts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define START                                                                                      \
    "[[5,5,5,5,-5,0,0,0,0],[-5,6,6,6,-6,-5,0,0,0],[-5,-6,7,7,-7,-6,-5,0,0],"                       \
    "[-5,-6,-7,5,-5,-7,-6,-5,0],[-5,-6,-7,-5,0,5,7,6,5],[0,5,6,7,5,-5,7,6,5],"                     \
    "[0,0,5,6,7,-7,-7,6,5],[0,0,0,5,6,-6,-6,-6,5],[0,0,0,0,5,-5,-5,-5,-5]]"

// White stands on A1 (A), C1 (B) and E1 (C), Black on A3 (a), C3 (b) and E3 (c): few lines, so that
// little can be done. Tests put other numbers in the place of some of them.
#define ROWS(first, third)                                                                         \
    "[[" first ",0,0,0,0],[0,0,0,0,0,0,0,0,0],[" third ",0,0,0,0],[0,0,0,0,0,0,0,0,0],"            \
    "[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],"             \
    "[0,0,0,0,0,0,0,0,0]]"

#define BLACK "-5,0,-6,0,-7" // one stack of each type for the third row

static inline position parsed(const char *text)
{
    position p;
    struct error e = {.words = ""};
    if (!game_stones.parse(&p, text, &e))
        fail_msg("%s: byte %zu: %s", text, e.at, e.words);
    return p;
}

static inline move typed(const position *p, const char *text)
{
    move m;
    struct error e = {.words = ""};
    if (!game_stones.parse_move(p, text, &m, &e))
        fail_msg("%s: byte %zu: %s", text, e.at, e.words);
    return m;
}

static inline void assert_position(const position *p, const char *text)
{
    char printed[POSITION_TEXT_BYTES];
    struct text t = TEXT_IN(printed);
    game_stones.print(p, &t);
    assert_string_equal(printed, text);
}

#endif
