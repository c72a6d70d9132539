#include "cli/playback.h"

#include "base/clock.h"

#include <string.h>

// What + and - go through.
static const int64_t paces_ms[] = {0, 50, 100, 200, 300, 500, 1000, 2000, 3000, 5000, 10000};

enum playback_key {
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
    enum playback_key key;
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

static enum playback_key playback_read_key(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strlen(keys[i].bytes) == length && memcmp(bytes, keys[i].bytes, length) == 0)
            return keys[i].key;
    }
    return KEY_NONE;
}

int64_t playback_next_pace(int64_t pace_ms, bool faster)
{
    for (int i = 0; i < PACES; i++) {
        int64_t candidate = paces_ms[faster ? PACES - 1 - i : i];
        if (faster ? candidate < pace_ms : candidate > pace_ms)
            return candidate;
    }
    return pace_ms;
}

static void playback_press(struct playback *p, enum playback_key key)
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

static void playback_take_key(void *user, const char *bytes, size_t length)
{
    playback_press(user, playback_read_key(bytes, length));
}

void playback_type(struct playback *p, const char *bytes, size_t length)
{
    key_reader_type(&p->keys, bytes, length, playback_take_key, p);
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
