// A browser for tests, with bare sockets: it can say anything, also what no browser would. Reading
// blocks; a test that waits in vain is ended by SIGALRM (arena_help).
#ifndef AGON_TESTS_WEB_CLIENT_H
#define AGON_TESTS_WEB_CLIENT_H

#include "base/text.h"
#include "web/web.h"

#include <netinet/in.h>

struct response {
    int status; // 0: the connection was closed without an answer
    struct text head, body;
};

// Connects to the web; fails the test if that is not possible.
int client_connect(const struct web *w);
// The same from this address of the loopback.
int client_connect_from(const struct web *w, in_addr_t from);
void client_send(int fd, const char *bytes, size_t length);
void client_say(int fd, const char *words);
// One answer; `bare`: to a HEAD, so without a body. To be destroyed.
struct response client_read(int fd, bool bare);
void response_destroy(struct response *r);
// The value of a header, or NULL. Good until the next call.
const char *response_header(const struct response *r, const char *name);
// True when the other side has closed, and nothing more came.
bool client_is_closed(int fd);

// Sends a whole request on a connection of its own and reads the answer. `headers` are whole lines,
// or NULL.
struct response client_request(
    const struct web *w, const char *method, const char *target, const char *headers);
struct response client_get(const struct web *w, const char *target);

// A WebSocket on /feed. Fails the test if the server refuses it.
int client_feed(const struct web *w);
void client_frame(int fd, int opcode, const char *bytes, size_t length);
void client_wish(int fd, const char *json);
// The next frame: its opcode, and its text in `out`, which is cleared. -1: closed without one.
int client_hear(int fd, struct text *out);

#endif
