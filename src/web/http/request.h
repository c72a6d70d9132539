// One HTTP/1.1 request, read from bytes without any I/O. Strict: what RFC 9112 lets a server
// refuse is refused, since two programs that read the same bytes in two ways are how requests are
// smuggled past a proxy. All that comes from outside is bounded.
#ifndef AGON_WEB_HTTP_REQUEST_H
#define AGON_WEB_HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REQUEST_LINE_BYTES_MOST = 4096,   // the first line; 414 beyond it
    REQUEST_HEADER_BYTES_MOST = 8192, // all lines after it; 431 beyond it
    REQUEST_HEADERS_MOST = 64,        // how many of them; 431 beyond it
    REQUEST_BYTES_MOST = REQUEST_LINE_BYTES_MOST + REQUEST_HEADER_BYTES_MOST,
    REQUEST_BODY_BYTES_MOST = 1024, // 413 beyond it
};

enum request_method { REQUEST_GET, REQUEST_HEAD, REQUEST_POST, REQUEST_OTHER };

// Bytes of the request, in the place where they were read.
struct request_text {
    const char *at;
    size_t length;
};

struct request {
    enum request_method method;
    struct request_text method_text;
    struct request_text target; // from its path on; of "http://host/x" the rest is in `host`
    // Headers; those that are missing have the length 0 and `at` NULL. A host that the target names
    // takes the place of "Host".
    struct request_text host, origin, if_none_match, user_agent;
    struct request_text ws_key, ws_version, ws_protocol;
    bool keeps_alive;  // the connection may be used again
    bool takes_gzip;   // "Accept-Encoding" allows it
    bool upgrades;     // to a WebSocket
    size_t body_bytes; // "Content-Length"
    size_t head_bytes; // of the request without its body
};

enum request_step { REQUEST_MORE, REQUEST_READ, REQUEST_WRONG };

// Reads the head of a request at the beginning of the bytes. REQUEST_MORE: it is not whole yet.
// REQUEST_WRONG: `status` is the answer, and the connection cannot be used any more.
enum request_step request_read(struct request *r, const char *bytes, size_t length, int *status);

bool request_text_is(struct request_text t, const char *string);        // exactly this
bool request_text_is_nocase(struct request_text t, const char *string); // ASCII letters
// Whether the list "a, b;q=1, c" has this word, in whatever case; parameters are not looked at.
bool request_list_has(struct request_text list, const char *word);

#endif
