// The answer to a request: status, headers, body. Pure, but for the date.
#ifndef AGON_WEB_HTTP_ANSWER_H
#define AGON_WEB_HTTP_ANSWER_H

#include "base/text.h"
#include "web/blob.h"
#include "web/http/request.h"

enum { ANSWER_ETAG_BYTES = 40, ANSWER_PACK_LEAST_BYTES = 1024 };

struct http_answer {
    int status;
    const char *type; // "application/json"; NULL: there is no body
    // The body: a blob, which the answer holds, or bytes that stay for ever.
    struct blob *blob;
    const char *bytes;
    size_t length;
    bool gzipped;                 // the body is
    bool varies;                  // there is a body of the other kind, too
    char etag[ANSWER_ETAG_BYTES]; // with its quotes; "": none
    const char *cache;            // "Cache-Control"; NULL: no-store
    const char *allow;            // "Allow", of a 405; NULL: none
    const char *location;         // "Location", of a 302; NULL: none. Plain ASCII
    const char *name;             // of the file, for a download; NULL: it is shown. Plain ASCII
};

// The words of a status: "Not Found".
const char *answer_reason(int status);
// Takes the packed form of a larger document if the request allows it. It has an ETag of its own.
void answer_pack(struct http_answer *a, const struct request *r);
// Makes it a 304 if the request has this version already.
void answer_shorten(struct http_answer *a, const struct request *r);
// Appends the status line and all headers. `closes`: the connection ends with it.
void answer_head(struct text *out, const struct http_answer *a, bool closes);
// An answer whose body is an error/1 document with these words. NULL blob if memory runs out.
struct http_answer answer_error(int status, const char *words);
// What is said where nothing better is known.
const char *answer_words(int status);

#endif
