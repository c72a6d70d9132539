// Writes the record of one game: lines of JSON, appended while the game goes on. One can watch the
// game there, replay it, and see where it stopped if the arena died. docs/record.md explains every
// field. A record without its last line ("end") is that of an unfinished game.
#ifndef AGON_REFEREE_RECORD_H
#define AGON_REFEREE_RECORD_H

#include "base/error.h"
#include "base/text.h"
#include "link/link.h"
#include "referee/event.h"

#include <pthread.h>

enum {
    RECORD_FORMAT = 1,
    RECORD_RULES = 1,           // the version of docs/rulings.md
    RECORD_BUFFER_BYTES = 8192, // what may wait to be written

    // The most that is kept in memory of one record, without its end. Further lines are left out,
    // and a line "cut" says so. A file is never cut.
    RECORD_KEPT_MOST_BYTES = 1024 * 1024,
};

struct record_player {
    const char *name;
    const char *player; // as it was given: a command, "@random", "listen:7001"
    const char *wire;   // NULL: none
    const struct budget *budget;
    struct sandbox_limits limits;
    bool started; // by us, in the sandbox:
    enum sandbox_manner manner;
    sandbox_layers layers; // that were put on
};

// What the record says of a player; `layers` are those that this machine puts on.
struct player;
struct record_player record_player(const struct player *player, const struct budget *budget);

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
    bool keeps;             // the record is kept in memory:
    struct text kept;       // what it has so far, without `lines`;
    uint64_t dropped_bytes; // so much was left out because it is too long
    struct text lines;      // that wait to be written
    pthread_mutex_t *lock;  // for referee/table/game_record.h; NULL: none
    struct text last_words; // the stderr of seat 1 if it came first: seat 0 is recorded first
    const struct game *game;
    bool failed; // a write failed; `error` says how
    struct error error;
};

// Creates the file, which must not exist yet; if the caller has `claimed` it, the file exists and
// is emptied. Returns false and fills `e` on failure.
bool record_open(struct record *r, const char *path, bool claimed, struct error *e);
// Keeps the record in memory: as well as in the file, or instead of it if r->fd is -1. If there is
// no memory for that, the record is not kept, and nothing fails.
void record_keep(struct record *r);
// The first line.
void record_begin(struct record *r, const struct record_header *header);
void record_event(struct record *r, const struct referee_event *event);
// What the bot at a seat wrote to stderr, in a game that began at `began_ns` (clock_now_ns).
void record_stderr(struct record *r, int seat, const struct link_stderr *said, int64_t began_ns);
// Writes the lines that wait. Returns false if they could not be written, now or before.
bool record_flush(struct record *r);
// Writes the last line, waits until everything is on the disk, and closes the file. Returns false
// and fills `e` if something could not be written.
bool record_end(struct record *r, const struct result *result, struct error *e);
// After record_end: returns the whole record, byte for byte as in the file. The caller destroys it.
// It is empty if the record was not kept.
struct text record_take(struct record *r);
// How much of a record that is kept there is so far: whole lines. After record_take: nothing.
size_t record_length(const struct record *r);
// Copies what is there from byte `from` on, at most `most` bytes. Returns how many. What was copied
// once stays the same until the record is taken or destroyed.
size_t record_copy(const struct record *r, size_t from, char *bytes, size_t most);
// Closes the file without a last line, if record_end has not closed it, and frees what is kept.
void record_destroy(struct record *r);

#endif
