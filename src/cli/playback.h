// How fast a watched game goes: its pace, pauses, single steps, and the keys for them. Pure: keys
// and the time come in as arguments.
#ifndef AGON_CLI_PLAYBACK_H
#define AGON_CLI_PLAYBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum watch_key {
    KEY_NONE, // nothing that means anything here
    KEY_PAUSE,
    KEY_STEP,
    KEY_FASTER,
    KEY_SLOWER,
    KEY_HELP,
    KEY_QUIT,
};

struct playback {
    int64_t pace_ms; // how long each position stays, at least
    bool paused;
    bool hurried; // no more waiting at all: the game is to be finished
    bool quit;
    bool help; // the keys are explained
    int steps; // positions that may still be left although it is paused
};

// What the first bytes typed mean; `used` of `length`, which is at least 1, belong to that key.
enum watch_key watch_key_read(const char *bytes, size_t length, size_t *used);

void playback_press(struct playback *p, enum watch_key key);

// How long a position that has been shown for `shown_ns` stays: 0 when it may be left now,
// INT64_MAX when only a key can tell. Whoever leaves it calls playback_leave.
int64_t playback_wait_ns(const struct playback *p, int64_t shown_ns);
void playback_leave(struct playback *p);

#endif
