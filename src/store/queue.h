// The additions that wait to be written, in order, with copies of their texts and records. It has
// no lock: its owner must lock it.
#ifndef AGON_STORE_QUEUE_H
#define AGON_STORE_QUEUE_H

#include "base/error.h"
#include "store/contents.h"

#include <stddef.h>

enum {
    QUEUE_MOST = 65536,                  // how many additions may be under way
    QUEUE_MOST_BYTES = 64 * 1024 * 1024, // with so many bytes there is no room for games
};

enum addition_kind {
    ADD_GAME,
    ADD_ENTRY,
    ADD_VOID,
    ADD_PRUNE_ALL,       // drops all records
    ADD_PRUNE_FAULTLESS, // drops the records of games in which nobody made a fault
};

struct addition {
    struct addition *next;
    enum addition_kind kind;
    struct store_game game;   // for ADD_VOID only its pair and game
    struct store_entry entry; // for ADD_VOID, and for an ADD_GAME that is void: the reason
    void *tag;
    bool refused;       // this addition was not written, though others were;
    struct error error; // why
    size_t bytes;       // the size of everything here
    char texts[];
};

struct queue {
    struct addition *first, *last;
    size_t count, bytes; // of all additions that are not settled, also of those that were taken
};

// Makes an addition with copies of all texts. Returns NULL if memory runs out.
struct addition *addition_create(enum addition_kind kind, const struct store_game *game,
    const struct store_entry *entry, void *tag);

// Returns how many more additions may be appended.
size_t queue_room(const struct queue *q);
// True if the queue holds so many bytes that no new game should begin.
bool queue_is_heavy(const struct queue *q);
void queue_append(struct queue *q, struct addition *a);
// Takes up to `most` additions off the front, as a list. They count as part of the queue until
// queue_settle is told that so many, with so many bytes, have been written.
struct addition *queue_take(struct queue *q, size_t most);
void queue_settle(struct queue *q, size_t count, size_t bytes);

#endif
