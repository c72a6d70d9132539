// The record of one game: JSON Lines, appended as the game goes on. It is the live feed, the replay
// and the crash log at once; docs/record.md explains every field. A record without its last line
// ("end") is one of an unfinished game.
#ifndef AGON_REFEREE_RECORD_H
#define AGON_REFEREE_RECORD_H

#include "base/error.h"
#include "base/text.h"
#include "referee/event.h"

enum {
    RECORD_FORMAT = 1,
    RECORD_RULES = 1,           // the version of docs/rulings.md
    RECORD_BUFFER_BYTES = 8192, // what may wait to be written
};

struct record_player {
    const char *name;
    const char *player; // as it was given: a command, "@random", "listen:7001"
    const char *wire;   // NULL: none
    const struct budget *budget;
};

struct record_header {
    const struct game *game;
    const position *start;
    uint64_t seed;
    int64_t index; // of the game in its run, from 1
    struct record_player players[SEATS];
    const char *host;    // the machine, in words
    const char *started; // wall clock, for people: "2026-11-15T04:12:49Z"
};

struct record {
    int fd; // -1: none, everything is dropped
    struct text lines;
    struct text last_words; // of seat 1: bots leave in any order, and are recorded in that of seats
    const struct game *game;
    bool failed; // a write failed; `error` says how
    struct error error;
};

// Creates the file, which must not exist; or begins the file anew if the caller has `claimed` it by
// creating it. False: it cannot be.
bool record_open(struct record *r, const char *path, bool claimed, struct error *e);
void record_begin(struct record *r, const struct record_header *header);
void record_event(struct record *r, const struct referee_event *event);
void record_stderr(struct record *r, int seat, const char *head, size_t head_bytes,
    const char *tail, size_t tail_bytes, uint64_t dropped_bytes);
// Writes what waits. False: it could not be written, now or before.
bool record_flush(struct record *r);
// The last line, everything to the disk, and the file closed.
bool record_end(struct record *r, const struct result *result, struct error *e);
void record_destroy(struct record *r); // closes it without an end

#endif
