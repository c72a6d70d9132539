// Documents that are made of stored contests: they read files, so they are made on the thread of
// the desk. Contests that were read stay open for a moment, since whoever asks for one page asks
// for the next.
#ifndef AGON_WEB_SITE_DOCUMENTS_H
#define AGON_WEB_SITE_DOCUMENTS_H

#include "web/site/document_wish.h"

enum {
    DOCUMENTS_OPEN_MOST = 4,         // contests
    DOCUMENTS_OPEN_MS = 5000,        // for so long after they were used
    DOCUMENTS_BYTES_MOST = 64 << 20, // of one document
};

struct documents;

struct documents *documents_create(void); // NULL: out of memory
void documents_destroy(struct documents *d);
void documents_make(
    struct documents *d, const struct documents_wish *w, struct documents_result *r);
// Closes contests that nobody has used for a while: a file that is open for reading cannot be
// tidied by whoever writes it. Returns whether any is still open.
bool documents_tidy(struct documents *d);

// The ETag of these bytes.
void documents_etag(char etag[ANSWER_ETAG_BYTES], const char *bytes, size_t length);

#endif
