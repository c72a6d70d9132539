// The contests of the crash test.
#ifndef AGON_TESTS_CRASH_SORTS_H
#define AGON_TESTS_CRASH_SORTS_H

#include "base/error.h"

#include <stdbool.h>

struct sort {
    const char *game, *wire;
    const char *format; // with all the keys that it needs
    bool spawned;       // half of the players are processes
    bool faulty;        // and there is one that breaks a rule in every game
    bool changed;       // and players come, leave, rest and are replaced after a few games
    bool disk_fails;    // instead of being killed
};

enum { SORTS = 12 };
extern const struct sort sorts[SORTS];

// A new contest in a folder of its own: the same file for all, since it is part of the fingerprint.
// `bot` is the path of the test bot.
void sorts_write(const struct sort *s, const char *folder, const char *bot);
// Changes the players of a contest that has begun. False and words: that could not be done.
bool sorts_change(
    const struct sort *s, const char *folder, const char *agon, const char *bot, struct error *e);

#endif
