// What a viewer wants to watch: one message of the feed, read strictly. Pure.
#ifndef AGON_WEB_WISH_H
#define AGON_WEB_WISH_H

#include "web/http/route.h"

enum wish_kind { WISH_NOTHING, WISH_HOME, WISH_FLEET, WISH_CONTEST, WISH_REPLAY };

struct wish {
    enum wish_kind kind;
    char slug[ROUTE_SLUG_BYTES]; // of the contest
    int64_t game;
    int64_t lines; // that the viewer has already
};

// False: this is no such message (docs/api.md).
bool wish_read(struct wish *w, const char *bytes, size_t length);

#endif
