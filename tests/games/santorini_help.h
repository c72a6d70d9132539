// What Santorini's tests share: texts become positions and moves, or the test fails.
#ifndef AGON_TESTS_SANTORINI_HELP_H
#define AGON_TESTS_SANTORINI_HELP_H

#include "games/santorini.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static const struct game *const game = &game_santorini;

static inline position read_position(const char *text)
{
    position p;
    struct error e = {0};
    if (!game->parse(&p, text, &e))
        fail_msg("%s: byte %zu: %s", text, e.at, e.words);
    return p;
}

static inline move read_move(const position *p, const char *text)
{
    move m = MOVE_NONE;
    struct error e = {0};
    if (!game->parse_move(p, text, &m, &e))
        fail_msg("%s: byte %zu: %s", text, e.at, e.words);
    return m;
}

static inline void assert_position(const position *p, const char *text)
{
    char printed[POSITION_TEXT_BYTES];
    struct text t = TEXT_IN(printed);
    game->print(p, &t);
    assert_string_equal(printed, text);
}

static const char empty_5x5[] = "00000/00000/00000/00000/00000 - - 1";
static const char flat_5x5[] = "00000/00000/00000/00000/00000 11,33 13,31 1";
// First has worker 1 on (1,1), height 2, and worker 2 on (3,3), height 1.
static const char built_5x5[] = "01210/12321/02403/01210/00000 11,33 13,31 1";

#endif
