// What waits to be written: additions with copies of their texts and records, in order, within
// bounds.
// Not locked: its owner sees to that.
#ifndef AGON_STORE_QUEUE_H
#define AGON_STORE_QUEUE_H

#include "base/error.h"
#include "store/contents.h"

#include <stddef.h>

enum addition_kind {
    ADD_GAME,
    ADD_ENTRY,
    ADD_VOID,
    ADD_PRUNE_ALL,       // drops all records,
    ADD_PRUNE_FAULTLESS, // or those of games in which nobody made a fault
};

struct addition {
    struct addition *next;
    enum addition_kind kind;
    struct store_game game;   // ADD_VOID: only its pair and number
    struct store_entry entry; // ADD_VOID, and ADD_GAME for one that is void: why
    void *tag;
    bool refused;       // it alone was not written,
    struct error error; // and why
    size_t bytes;       // of all this
    char texts[];
};

struct queue {
    struct addition *first, *last;
    size_t count, bytes; // of everything that is not settled, taken or not
};

// NULL: no memory.
struct addition *addition_create(enum addition_kind kind, const struct store_game *game,
    const struct store_entry *entry, void *tag);

// How many more may be appended.
size_t queue_room(const struct queue *q);
// Does the queue hold so many bytes that nobody should begin a game?
bool queue_is_heavy(const struct queue *q);
void queue_append(struct queue *q, struct addition *a);
// Takes up to `most` off the front, as a list. They count until they are settled.
struct addition *queue_take(struct queue *q, size_t most);
void queue_settle(struct queue *q, size_t count, size_t bytes);

#endif
