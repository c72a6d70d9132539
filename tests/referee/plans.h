// How most games of the referee's tests begin, and how they are judged.
#ifndef AGON_TESTS_REFEREE_PLANS_H
#define AGON_TESTS_REFEREE_PLANS_H

#include "referee/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct world_plan santorini = {
    .wires = {"santorini", "santorini"}, .names = {"first", "second"}};
static const struct world_plan course = {
    .wires = {"santorini-course", "santorini-course"}, .names = {"first", "second"}};
static const struct world_plan hgp = {.wires = {"hgp", "hgp"}, .names = {"first", "second"}};
static const struct world_plan stones = {
    .wires = {"stones", "stones"}, .names = {"first", "second"}};

// Legal first moves: of white, then of black.
static const char white[] = "{\"Type\":1,\"From\":{\"X\":7,\"Y\":6},\"To\":{\"X\":7,\"Y\":7}}";
static const char black[] = "{\"Type\":1,\"From\":{\"X\":1,\"Y\":4},\"To\":{\"X\":1,\"Y\":5}}";

static inline void assert_verdict(const struct world *w, enum verdict v, int blame)
{
    assert_int_equal(w->overs, 1);
    assert_string_equal(verdicts[w->result.verdict].code, verdicts[v].code);
    assert_int_equal(w->result.blame, blame);
    assert_int_equal(w->result.winner, blame == NOBODY ? NOBODY : 1 - blame);
}

static inline bool contains(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

// Brings a Santorini game into a state.
static inline struct world *world_in(enum referee_state wanted)
{
    struct world *w = world_new(&santorini);
    world_start(w);
    if (wanted == REFEREE_OPENING)
        return w;
    for (int seat = 0; seat < SEATS; seat++) {
        world_open(w, seat);
        world_say(w, seat, seat == 0 ? "[\"join\",\"ann\"]" : "[\"join\",\"bob\"]");
    }
    if (wanted == REFEREE_BEGINNING)
        return w;
    world_say(w, 0, "\"OK\"");
    world_say(w, 1, "\"OK\"");
    if (wanted == REFEREE_DONE)
        world_say(w, 0, "[\"place\",9,9]");
    return w;
}

#endif
