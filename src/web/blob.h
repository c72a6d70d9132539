// Bytes that do not change any more and are held by several: a document, a frame of the feed.
// Whoever sends them holds them until they are sent, so one copy does for a thousand viewers.
#ifndef AGON_WEB_BLOB_H
#define AGON_WEB_BLOB_H

#include "base/text.h"

#include <stdatomic.h>

struct blob {
    atomic_int holders;
    struct blob *packed; // see blob_packed; NULL: not asked for yet
    size_t length;
    char bytes[];
};

// A copy of the bytes with one holder; NULL: out of memory.
struct blob *blob_create(const char *bytes, size_t length);
// The same of a text; NULL also if the text is cut.
struct blob *blob_of_text(const struct text *t);
// A frame of the feed with this text in it.
struct blob *blob_frame(const struct text *t);
// The same bytes in the form of gzip, made when they are first asked for and held by `b`. NULL: out
// of memory. Only for the web's loop.
struct blob *blob_packed(struct blob *b);
struct blob *blob_hold(struct blob *b); // returns it; `b` may be NULL
void blob_release(struct blob *b);      // the last one frees it; `b` may be NULL

#endif
