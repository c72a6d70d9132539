// The page of a fleet, and what those get who watch it: the same document, when it has changed.
#ifndef AGON_WEB_SITE_FLEET_FEED_H
#define AGON_WEB_SITE_FLEET_FEED_H

#include "base/text.h"
#include "web/blob.h"

#include <stdint.h>

typedef bool fleet_feed_copy(void *user, struct text *out);

// All zeros: there is no fleet.
struct fleet_feed {
    fleet_feed_copy *copy; // NULL: no fleet is shown
    void *user;
    int watchers;
    struct text last;   // the document of `frame`
    struct blob *frame; // the latest
    int64_t number;     // grows with each
};

void fleet_feed_begin(struct fleet_feed *f, fleet_feed_copy *copy, void *user);
void fleet_feed_destroy(struct fleet_feed *f);
// Appends the document. Returns false if there is none at the moment.
bool fleet_feed_document(struct fleet_feed *f, struct text *out);
// Makes a new frame if the document has changed.
void fleet_feed_look(struct fleet_feed *f);

#endif
