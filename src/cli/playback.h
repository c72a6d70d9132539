// How fast a watched game goes: its pace, pauses, single steps, and the keys for them. It does no
// I/O: keys and the time come in as arguments.
#ifndef AGON_CLI_PLAYBACK_H
#define AGON_CLI_PLAYBACK_H

#include "cli/key_reader.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct playback {
    int64_t pace_ms; // how long each position stays, at least
    bool paused;
    bool hurried; // no more waiting at all: the game is to be finished
    bool quit;
    bool help; // the keys are explained
    int steps; // positions that may still be left although it is paused
    struct key_reader keys;
};

// Presses the keys that these bytes are. A key may come in several parts.
void playback_type(struct playback *p, const char *bytes, size_t length);

// How long a position that has been shown for `shown_ns` stays: 0 when it may be left now,
// INT64_MAX when only a key can tell. The caller calls playback_leave when it leaves the position.
int64_t playback_wait_ns(const struct playback *p, int64_t shown_ns);
void playback_leave(struct playback *p);

// The next faster or slower pace of those that + and - go through.
int64_t playback_next_pace(int64_t pace_ms, bool faster);

#endif
