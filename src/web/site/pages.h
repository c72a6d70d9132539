// Answers requests: what the route says becomes a file, a document or the page around one.
#ifndef AGON_WEB_SITE_PAGES_H
#define AGON_WEB_SITE_PAGES_H

#include "web/http/connection.h"
#include "web/site/site.h"

// Answers now, or later, or makes it a viewer.
void pages_request(struct site *s, struct connection *c, const struct request *r);
// The connection is gone: nobody waits for an answer any more.
void pages_forget(struct site *s, struct connection *c);

#endif
