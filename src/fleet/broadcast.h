// A broadcast tells watchers in this process what happens in the contests of a database, wherever
// they are played: which contests there are, whether they are played now, which games are over. It
// has a thread and a connection of its own, and only reads. A database that goes away is tried
// again until it is there.
#ifndef AGON_FLEET_BROADCAST_H
#define AGON_FLEET_BROADCAST_H

#include "arena/live_source.h"

struct broadcast;
struct broadcast_contest;

enum broadcast_state {
    BROADCAST_RESTING, // nobody plays the contest
    BROADCAST_PLAYED,
    BROADCAST_AWAY, // the database cannot be reached
};

// The texts must live until broadcast_destroy.
struct broadcast_options {
    const char *url;     // of the database
    const char *contest; // the only one to be told of; "": all, also those that come later
    // Both are called on the broadcast's thread. A contest was found; what is returned belongs to
    // it from now on, as `show`.
    void *(*found)(void *user, struct broadcast_contest *c);
    // The state of a contest has changed. Its games are to be seen (broadcast_live_source) while it
    // is not resting. `words` say what is wrong with the database, or are NULL.
    void (*changed)(void *user, void *show, struct broadcast_contest *c, enum broadcast_state state,
        const char *words);
    void *user;
    // Only games under way are to be seen: somebody else tells which are over. An end that a worker
    // shows is left out then, so that whoever watches takes it from what is stored.
    bool under_way_only;
    bool hosts; // the names of machines are told (broadcast_copy_fleet)
};

// Connects, and begins to look. Returns NULL and fills `e` if the database cannot be
// reached, or does not hold the contest that is named.
struct broadcast *broadcast_start(const struct broadcast_options *options, struct error *e);
// Ends the thread, after all contests were told to rest: nothing is called and told any more.
void broadcast_stop(struct broadcast *r);
// Frees a broadcast that was stopped. All watchers have closed their feeds.
void broadcast_destroy(struct broadcast *r);

// Appends fleet/1, as it was a moment ago. Returns false if the database has no fleet, or cannot be
// reached. From any thread.
bool broadcast_copy_fleet(struct broadcast *r, struct text *out);

const char *broadcast_contest_name(const struct broadcast_contest *c);
struct live_source broadcast_live_source(struct broadcast_contest *c);

#endif
