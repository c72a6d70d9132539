// Writes the record of one game: lines of JSON, appended while the game goes on. One can watch the
// game there, replay it, and see where it stopped if the arena died. docs/record.md explains every
// field. A record without its last line ("end") is that of an unfinished game.
#ifndef AGON_REFEREE_RECORD_H
#define AGON_REFEREE_RECORD_H

#include "base/error.h"
#include "base/text.h"
#include "referee/event.h"

enum {
    RECORD_FORMAT = 1,
    RECORD_RULES = 1,           // the version of docs/rulings.md
    RECORD_BUFFER_BYTES = 8192, // what may wait to be written

    // What is kept in memory of one record, besides its end. Further lines are left out of it, and
    // a line "cut" says so; a file is never cut.
    RECORD_KEPT_MOST_BYTES = 1024 * 1024,
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
    int fd;                 // -1: there is no file
    bool keeps;             // also into memory:
    struct text kept;       // the record so far, without `lines`
    uint64_t dropped_bytes; // of it, because it was too long
    struct text lines;      // that wait to be written
    struct text last_words; // the stderr of seat 1 if it came first: seat 0 is recorded first
    const struct game *game;
    bool failed; // a write failed; `error` says how
    struct error error;
};

// Creates the file, which must not exist yet; if the caller has `claimed` it, the file exists and
// is emptied. Returns false and fills `e` on failure.
bool record_open(struct record *r, const char *path, bool claimed, struct error *e);
// Keeps the record in memory, besides the file or (if fd is -1) instead of it. A lack of memory for
// this is never a failure: the record is not kept then.
void record_keep(struct record *r);
// The first line.
void record_begin(struct record *r, const struct record_header *header);
void record_event(struct record *r, const struct referee_event *event);
// What the bot at a seat wrote to stderr.
struct link_stderr;
void record_stderr(struct record *r, int seat, const struct link_stderr *written);
// Writes the lines that wait. Returns false if they could not be written, now or before.
bool record_flush(struct record *r);
// Writes the last line, waits until everything is on the disk, and closes the file. Returns false
// and fills `e` if something could not be written.
bool record_end(struct record *r, const struct result *result, struct error *e);
// After record_end: the whole record, byte for byte as in the file, for the caller to destroy.
// Empty: it was not kept.
struct text record_take(struct record *r);
void record_destroy(struct record *r); // closes it without an end; harmless when it is closed

#endif
