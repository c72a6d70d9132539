// What those get who watch the page of a contest: the parts of its document that change.
#ifndef AGON_WEB_SITE_CONTEST_FEED_H
#define AGON_WEB_SITE_CONTEST_FEED_H

#include "web/site/site.h"

// Asks for the document; if it has changed, there will be a new frame.
void contest_feed_look(struct site *s, struct web_show *show);
// Fills in a wish for the document of a show's page, and its key on the shelf.
void contest_feed_wish(struct web_show *show, const struct route *route,
    struct documents_wish *wish, struct text *key);
// Copies those members of a JSON object that are among `keys`, which NULL ends.
void contest_feed_pick(struct text *out, const char *json, size_t length, const char *const keys[]);

#endif
