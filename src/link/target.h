// The text that names a player, taken apart: a command and its words, or a host and a port.
#ifndef AGON_LINK_TARGET_H
#define AGON_LINK_TARGET_H

#include "base/words.h"
#include "link/link.h"

enum { TARGET_HOST_BYTES = 256 };

struct target {
    enum link_kind kind;
    struct words words;           // of a command, still with {host} and {port}
    char host[TARGET_HOST_BYTES]; // LINK_LISTEN, LINK_TCP: without brackets
    int port;                     // LINK_LISTEN: 0 takes any free port
};

// Returns false and fills `e` if the text is wrong; there is nothing to destroy then.
bool target_parse(const char *player, struct target *target, struct error *e);
// The same for HOST:PORT alone, as it follows tcp://. Nothing has to be destroyed.
bool target_parse_address(const char *address, struct target *target, struct error *e);
void target_destroy(struct target *target);

// Writes an address: "127.0.0.1:7001", "[::1]:7001".
void address_words(const struct sockaddr *address, struct text *t);

#endif
