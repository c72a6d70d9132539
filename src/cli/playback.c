#include "cli/playback.h"

#include "base/clock.h"

#include <string.h>

// What + and - go through.
static const int64_t paces_ms[] = {0, 50, 100, 200, 300, 500, 1000, 2000, 3000, 5000, 10000};

enum watch_key {
    KEY_NONE, // a key without a meaning here
    KEY_PAUSE,
    KEY_STEP,
    KEY_FASTER,
    KEY_SLOWER,
    KEY_HELP,
    KEY_QUIT,
};

enum { PACES = sizeof paces_ms / sizeof *paces_ms, STEPS_MOST = 1000 };

static const struct {
    const char *bytes;
    enum watch_key key;
} keys[] = {
    {"\033[C", KEY_STEP}, // the right arrow, in both ways in which terminals send it
    {"\033OC", KEY_STEP},
    {" ", KEY_PAUSE},
    {"p", KEY_PAUSE},
    {".", KEY_STEP},
    {"+", KEY_FASTER},
    {"=", KEY_FASTER}, // the same key without Shift
    {"-", KEY_SLOWER},
    {"?", KEY_HELP},
    {"h", KEY_HELP},
    {"q", KEY_QUIT},
    {"Q", KEY_QUIT},
};

// How many bytes an escape sequence has, whatever it means: its letters are not keys. 1: it is not
// an escape sequence. 0: its other bytes have not come yet.
static size_t playback_sequence_length(const char *bytes, size_t length)
{
    if (bytes[0] != '\033')
        return 1;
    if (length < 2)
        return 0;
    if (bytes[1] != '[' && bytes[1] != 'O')
        return 1;
    for (size_t at = 2; at < length; at++) {
        if (bytes[at] >= '@' && bytes[at] <= '~')
            return at + 1;
    }
    return length < KEY_BYTES_MOST ? 0 : length;
}

static enum watch_key playback_read_key(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strlen(keys[i].bytes) == length && memcmp(bytes, keys[i].bytes, length) == 0)
            return keys[i].key;
    }
    return KEY_NONE;
}

static int64_t playback_next_pace(int64_t pace_ms, bool faster)
{
    for (int i = 0; i < PACES; i++) {
        int64_t candidate = paces_ms[faster ? PACES - 1 - i : i];
        if (faster ? candidate < pace_ms : candidate > pace_ms)
            return candidate;
    }
    return pace_ms;
}

static void playback_press(struct playback *p, enum watch_key key)
{
    switch (key) {
    case KEY_NONE:
        break;
    case KEY_PAUSE:
        p->paused = !p->paused;
        p->steps = 0;
        break;
    case KEY_STEP:
        // The first step pauses a running game, and leaves no position.
        if (p->paused && p->steps < STEPS_MOST)
            p->steps++;
        p->paused = true;
        break;
    case KEY_FASTER:
    case KEY_SLOWER:
        p->pace_ms = playback_next_pace(p->pace_ms, key == KEY_FASTER);
        break;
    case KEY_HELP:
        p->help = !p->help;
        break;
    case KEY_QUIT:
        p->quit = true;
        break;
    }
}

void playback_type(struct playback *p, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        p->begun[p->begun_length++] = bytes[i];
        size_t used = playback_sequence_length(p->begun, p->begun_length);
        if (used == 0)
            continue;
        playback_press(p, playback_read_key(p->begun, used));
        // An Escape that begins no sequence is followed by another key.
        size_t rest = p->begun_length - used;
        p->begun_length = 0;
        if (rest > 0)
            playback_type(p, p->begun + used, rest);
    }
}

int64_t playback_wait_ns(const struct playback *p, int64_t shown_ns)
{
    if (p->hurried || p->quit || (p->paused && p->steps > 0))
        return 0;
    if (p->paused)
        return INT64_MAX;
    int64_t left_ns = p->pace_ms * NS_PER_MS - shown_ns;
    return left_ns > 0 ? left_ns : 0;
}

void playback_leave(struct playback *p)
{
    if (p->steps > 0)
        p->steps--;
}
