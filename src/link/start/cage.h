// Cages: namespaces for one bot, in which it sees its own processes, its own files and nothing
// else. A cage costs a millisecond to make, so a fork server keeps it for the next game of the same
// bot. A small process of ours lives in it as its first process: it makes the file system, takes in
// orphans, and, when the bot has gone, ends what is left and looks whether the cage is clean.
#ifndef AGON_LINK_START_CAGE_H
#define AGON_LINK_START_CAGE_H

#include "link/start/order.h"

struct cage {
    int pidfd;   // of its first process; -1: there is no such cage
    int ruleset; // the rules for the files in it; -1: none
    int spaces;  // the namespaces that it has: CLONE_NEWPID and so on
    uid_t user;  // that the bot becomes; 0: it stays what we are
    sandbox_layers layers;
    char *plan; // what it was made for: `cage` of its order
    size_t plan_bytes;
    uint64_t used; // when: greater is later
};

struct cages {
    struct order_room *room;
    uint64_t pass; // see filter.h
    bool as_root;
    int maker; // a socket to the process that makes them
    uint64_t now;
    size_t count; // of `list`, with those that are free again
    struct cage list[ORDER_CAGES_MOST];
};

// Starts the process that makes cages; before anybody is started in one. The members above `maker`
// must be set. Returns false with errno.
bool cages_open(struct cages *c);

// A cage for the order in the room: a clean one that was made for the same, or a new one. Returns
// its number, or ORDER_NO_CAGE after filling step, error and words of the answer.
int cages_take(struct cages *c);

// The rules for the files of the order in the room; -1 with errno on failure.
int cage_make_ruleset(const struct order_room *room);

void cages_close(struct cages *c);

#endif
