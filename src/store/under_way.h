// Which games of a contest are under way, in a small file FILE-games beside the file of the
// contest. It is memory that is shared with the file: what is noted there costs no call and no wait
// for a disk, and is still there when the process has died. (It need not be there after a power
// failure.) The owner of the contest makes it, and removes it when it ends. So if a new owner finds
// it, the last one has died.
#ifndef AGON_STORE_UNDER_WAY_H
#define AGON_STORE_UNDER_WAY_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UNDER_WAY_MOST = 512, UNDER_WAY_SEATS = 2, UNDER_WAY_NO_SLOT = -1 };

// The kind of the entries in the log that tell of such games.
#define UNDER_WAY_ENTRY "died"

struct under_way_game {
    int64_t number;                     // in the schedule, from 1
    int64_t players[UNDER_WAY_SEATS];   // their numbers, by seat
    int64_t processes[UNDER_WAY_SEATS]; // 0: none, or not known
};

// What a dead owner has left.
struct under_way_left {
    int64_t owner; // its pid,
    int64_t since; // and when it began, in seconds since 1970
    struct under_way_game games[UNDER_WAY_MOST];
    size_t count;
};

// --- For the owner ---

struct under_way_slots; // the memory

struct under_way {
    struct under_way_slots *slots; // NULL: nothing is noted
    char *path;
};

// Makes the file for the contest in `file`, in place of one that is there. Returns false and fills
// `e` on failure; then all other functions do nothing. To be closed in both cases.
bool under_way_open(struct under_way *u, const char *file, struct error *e);
void under_way_close(struct under_way *u); // removes the file

// A game begins. Returns its slot; UNDER_WAY_NO_SLOT if there is none left. One thread at a time.
int under_way_begin(struct under_way *u, const struct under_way_game *game);
// Its bots run in these processes. Only for the thread that plays the game, as is under_way_end.
void under_way_set_processes(
    struct under_way *u, int slot, const int64_t processes[UNDER_WAY_SEATS]);
void under_way_end(struct under_way *u, int slot);

// --- For the next owner ---

// Reads what the last owner has left. `left` is empty if there is no such file. Returns false and
// fills `e` if the file is damaged.
bool under_way_read(const char *file, struct under_way_left *left, struct error *e);
// The same for the bytes of the file. Pure.
bool under_way_parse(
    const void *bytes, size_t length, struct under_way_left *left, struct error *e);

// A game as a line for programs, for the log: "owner 12 since 1700000000 game 3 players 0 1
// processes 13 14". And the same back; returns false for any other text.
void under_way_print(
    struct text *out, const struct under_way_left *left, const struct under_way_game *game);
bool under_way_scan(const char *line, struct under_way_left *left, struct under_way_game *game);

#endif
