// The entry of a contest's log that says how its games are played from there on: in which
// sandboxes, on which machine, by which versions. There is one for each time that the contest was
// begun or gone on with.
#ifndef AGON_ARCHIVE_START_ENTRY_H
#define AGON_ARCHIVE_START_ENTRY_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define START_ENTRY_KIND "start"

enum { START_ENTRY_TEXT_BYTES = 200, START_ENTRY_WORD_BYTES = 16, START_ENTRY_SANDBOXES = 3 };

// The sandbox of bots that are started here.
struct start_sandbox {
    char manner[START_ENTRY_WORD_BYTES]; // "closed"
    char layers[START_ENTRY_TEXT_BYTES]; // that are put on: names with commas between; may be ""
};

struct start_entry {
    int64_t row;                            // the first row of games that is stored after it
    char machine[START_ENTRY_TEXT_BYTES];   // "Linux 6.1.0 x86_64"
    int64_t cores;                          // that it may use
    char agon[START_ENTRY_TEXT_BYTES];      // its version
    char libraries[START_ENTRY_TEXT_BYTES]; // "libuv 1.44.2, SQLite 3.40.1"
    struct start_sandbox sandboxes[START_ENTRY_SANDBOXES]; // one for each manner that bots have
    size_t sandbox_count;                                  // 0: no bot is started here
    bool fleet; // the games are played by workers; this is the machine that hands them out
};

// Appends the words of the entry: one line for people, then lines for programs. What is not a line
// of its own is left out: members must have no newline.
void start_entry_print(struct text *out, const struct start_entry *s);
// Reads the words of an entry. Returns false if they are not what start_entry_print writes.
bool start_entry_read(struct start_entry *s, const char *words);

// Is everything the same but the row?
bool start_entry_equal(const struct start_entry *a, const struct start_entry *b);

// For people: "closed: limits, seccomp; none"; "no bot was started here"; "workers of a fleet
// play".
void start_entry_text_sandboxes(struct text *out, const struct start_entry *s);
// For people: "Linux 6.1.0 x86_64, 2 cores, agon 0.1.0"; "handed out on Linux ...".
void start_entry_text_machine(struct text *out, const struct start_entry *s);

#endif
