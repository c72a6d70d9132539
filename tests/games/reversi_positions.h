// Positions of Reversi, and how its tests read and compare them.
#ifndef AGON_TESTS_REVERSI_POSITIONS_H
#define AGON_TESTS_REVERSI_POSITIONS_H

#include "games/reversi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct game *const game = &game_reversi;

static const char start_8x8[] = "--------"
                                "--------"
                                "--------"
                                "---OX---"
                                "---XO---"
                                "--------"
                                "--------"
                                "-------- X";

static const char start_4x4[] = "-----OX--XO----- X";

static inline position read_position(const char *text)
{
    position p;
    struct error e = {0};
    if (!game->parse(&p, text, &e))
        fail_msg("%s: %s at %zu", text, e.words, e.at);
    return p;
}

static inline move read_move(const position *p, const char *text)
{
    move m = MOVE_NONE;
    struct error e = {0};
    if (!game->parse_move(p, text, &m, &e))
        fail_msg("%s: %s at %zu", text, e.words, e.at);
    return m;
}

static inline void assert_prints(const position *p, const char *expected)
{
    char bytes[POSITION_TEXT_BYTES];
    struct text t = TEXT_IN(bytes);
    game->print(p, &t);
    assert_string_equal(bytes, expected);
}

// Plays moves written one after the other with blanks between them.
static inline void play(position *p, const char *moves)
{
    char word[8];
    for (int length; sscanf(moves, "%7s%n", word, &length) == 1; moves += length) {
        move m = read_move(p, word);
        struct refusal why;
        if (!game->legal(p, m, &why))
            fail_msg("%s: %s", word, why.words);
        game->apply(p, m);
    }
}

static inline void assert_counts(const position *p, int depth, uint64_t nodes, uint64_t leaves)
{
    struct perft_count count;
    game->perft(p, depth, &count);
    assert_true(count.nodes == nodes);
    assert_true(count.leaves == leaves);
}

#endif
