// The shelf: documents that were made, kept as long as they are asked for. Whoever asks for one
// that is being made waits with the others; what cannot be read at the moment is used as it was;
// one that is older than a second is looked after first, and one that took long to make is used for
// ten times as long. All on the loop's thread.
#ifndef AGON_WEB_SITE_SHELF_H
#define AGON_WEB_SITE_SHELF_H

#include "web/site/desk.h"

enum {
    SHELF_BYTES_MOST = 64 << 20, // of all documents
    SHELF_COUNT_MOST = 1024,
    SHELF_FRESH_MS = 1000,
    SHELF_PATIENCE = 10, // a document is fresh for so many times the time that it took
    SHELF_KEY_BYTES = 2048,
};

struct shelf;

// A document. `body` NULL: there is none, and `status` and `words` say why.
struct shelf_document {
    int status;
    struct blob *body;
    const char *type;
    char etag[ANSWER_ETAG_BYTES];
    const char *words;
};

// Somebody who waits for a document.
struct shelf_waiter {
    struct shelf_waiter *next;
    // Called once, also at once. The document is there during the call.
    void (*ready)(struct shelf_waiter *w, const struct shelf_document *d);
    void *user;
};

struct shelf *shelf_create(struct desk *desk); // NULL: out of memory
void shelf_destroy(struct shelf *s);           // waiters are forgotten

// Asks for what `wish` says, under this key. Takes the wish. False: too much is asked at the
// moment, and the waiter is not called.
bool shelf_ask(
    struct shelf *s, const char *key, struct documents_wish *wish, struct shelf_waiter *w);
// It does not wait any more.
void shelf_leave(struct shelf *s, struct shelf_waiter *w);

#endif
