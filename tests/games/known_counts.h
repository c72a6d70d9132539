// Known counts: the number of legal sequences of exactly `depth` moves, each found by at least two
// independent programs. The test suite checks those up to thirty million nodes, the benchmark the
// deeper ones. Where `leaves` is 0 it is not known and only `nodes` is compared.
#ifndef AGON_TESTS_KNOWN_COUNTS_H
#define AGON_TESTS_KNOWN_COUNTS_H

#include <stddef.h>
#include <stdint.h>

struct known_counts {
    const char *game;
    const char *label;
    const char *position; // NULL: the start
    uint64_t nodes[14];   // by depth, from 1 at index 1; 0: not known
    uint64_t leaves[14];
};

// The example of the Game of Stones protocol.
#define STONES_EXAMPLE                                                                             \
    "[[0,-5,19,0,5,0,0,0,0],[-10,-6,0,0,6,0,0,0,0],[-5,0,0,-7,0,5,-5,0,0],"                        \
    "[0,-6,7,-5,0,0,-6,-5,0],[5,0,0,0,0,0,0,-5,0],[0,0,-6,5,5,5,0,0,0],"                           \
    "[0,0,0,0,0,-6,7,6,9],[0,0,0,0,0,-6,0,6,5],[0,0,0,0,0,-13,0,0,5]]"

static const struct known_counts known_counts[] = {
    {
        "reversi",
        "start",
        NULL,
        {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571056, 212258216, 1939879668,
            18429618408},
        {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800, 1939886636,
            18429641748},
    },
    {
        "stones",
        "start",
        NULL,
        {1, 42, 1797, 260556, 11010135, 1557472755},
        {0},
    },
    {
        "stones",
        "example, Black attacks",
        STONES_EXAMPLE " b attack",
        {1, 22, 1275, 22683, 1021120, 17785928, 815566098},
        {0},
    },
    {
        "stones",
        "example, Black is free",
        STONES_EXAMPLE " b any",
        {1, 59, 1092, 54145, 1002787, 47394310, 713316029},
        {0},
    },
    {
        "santorini",
        "5x5 flat, cross",
        "00000/00000/00000/00000/00000 12,32 21,23 1",
        {1, 68, 5156, 350208, 24545388, 1578268436},
        {0},
    },
    {
        "santorini",
        "5x5 flat, square",
        "00000/00000/00000/00000/00000 11,33 13,31 1",
        {1, 80, 6176, 426384, 29096316, 1874228956},
        {0},
    },
    {
        "santorini",
        "5x5 built up",
        "01210/12321/02403/01210/00000 11,33 13,31 1",
        {1, 57, 3061, 130586, 5436987, 198592853},
        {0},
    },
    {
        "santorini",
        "6x6 flat, diagonal",
        "000000/000000/000000/000000/000000/000000 00,22 11,33 1",
        {1, 52, 4744, 275074, 23991068, 1388544904},
        {0},
    },
    {
        "santorini",
        "6x6 flat, centre",
        "000000/000000/000000/000000/000000/000000 22,33 23,32 1",
        {1, 72, 5572, 475620, 42098360, UINT64_C(3503180260)},
        {0},
    },
    {
        "santorini",
        "6x6 built up",
        "012100/123210/024030/012310/001200/000001 11,33 13,31 1",
        {1, 72, 4759, 271212, 15281059, 768308301},
        {0},
    },
};

enum { KNOWN_COUNTS = sizeof known_counts / sizeof *known_counts };

#endif
