// The live table of a contest on a terminal: standings, how far the contest is, and how long it
// will take.
#ifndef AGON_CLI_LIVE_H
#define AGON_CLI_LIVE_H

#include "archive/definition.h"
#include "archive/standings.h"

struct live;

struct live_options {
    const char *title; // stands above the table
    const struct definition *definition;
    // Fills `s` by standings_copy and sets `*running` to the number of games under way. It is
    // called a few times a second, from a thread of the live table, and must not take long.
    bool (*look)(void *user, struct standings *s, size_t *running, struct error *e);
    void *user;
};

// Takes the screen and draws on a thread of its own until live_end. Title, definition and `user`
// must live until then. Returns NULL if there is no memory or no thread for it; the contest can go
// on without the table.
struct live *live_begin(const struct live_options *options);
void live_end(struct live *l); // gives the screen back

#endif
