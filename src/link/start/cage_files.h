// The file system of a cage. These functions are called by the first process of the cage.
#ifndef AGON_LINK_START_CAGE_FILES_H
#define AGON_LINK_START_CAGE_FILES_H

#include "link/start/order.h"

enum { CAGE_ROOFS_MOST = 64 };

struct cage_files {
    const struct order_room *room;
    uint64_t pass;              // see filter.h
    uid_t user;                 // that the bot becomes; 0: it stays what we are
    bool processes;             // it has a namespace of processes, so that /proc can be its own
    const char *doing;          // what failed, in words
    int roofs[CAGE_ROOFS_MOST]; // mounts above the bot's own files in its scratch folder
    int roof_count;
};

// A root of its own: the system and the folders that its order names, to read; a scratch folder.
bool cage_files_close(struct cage_files *f);
// The files of the host, but for those that its order hides.
bool cage_files_open(struct cage_files *f);

#endif
