// The text of a player, taken apart.
#ifndef AGON_LINK_TARGET_H
#define AGON_LINK_TARGET_H

#include "base/words.h"
#include "link/link.h"

enum { TARGET_HOST_BYTES = 256 };

struct target {
    enum link_kind kind;
    struct words words;           // of a command, braces still in place
    char host[TARGET_HOST_BYTES]; // LINK_LISTEN, LINK_TCP: without brackets
    int port;                     // LINK_LISTEN: 0 takes any free port
};

bool target_parse(const char *player, struct target *target, struct error *e);
// HOST:PORT alone, as it stands behind tcp://. There is nothing to destroy.
bool target_parse_address(const char *address, struct target *target, struct error *e);
void target_destroy(struct target *target);

// "127.0.0.1:7001", "[::1]:7001"
void address_words(const struct sockaddr *address, struct text *t);

#endif
