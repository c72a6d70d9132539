// Looking on while games are played: the board drawn live (--watch), the wire as it happens
// (--verbose).
#ifndef AGON_CLI_WATCH_H
#define AGON_CLI_WATCH_H

#include "referee/table.h"

struct watch {
    bool board;
    bool wire;
    bool ascii;
    int64_t pace_ms; // how long each position stays, at least
};

void watch_event(const struct watch *w, const struct table *t, const struct referee_event *event);

#endif
