// The live table of a contest on a terminal, or of several: standings, how far each contest is, and
// how long it will take.
#ifndef AGON_CLI_LIVE_H
#define AGON_CLI_LIVE_H

#include "archive/definition.h"
#include "archive/standings.h"

enum { LIVE_CONTESTS_MOST = 16 };

struct live;

// One contest. What it points to must live until live_end.
struct live_contest {
    const char *title; // stands above the table
    const struct definition *definition;
    // Fills `s` by standings_copy and sets `*running` to the number of games under way. It is
    // called a few times a second, from a thread of the live table, and must not take long. If it
    // returns false, the table stays as it is.
    bool (*look)(void *user, struct standings *s, size_t *running, struct error *e);
    void *user;
};

// Takes the screen and draws on a thread of its own until live_end. `head` stands above all tables,
// and must live until then; it may be NULL. Returns NULL if there is no memory or no thread for it;
// the contest can go on without the table.
struct live *live_begin(const char *head, const struct live_contest *first);
// Shows one more contest. Returns false if there is no room or no memory for it.
bool live_add(struct live *l, const struct live_contest *contest);
void live_end(struct live *l); // gives the screen back

#endif
