// Where a connection comes from, without its port: one machine, or one home behind a router. Of an
// IPv6 address the first 64 bits count, since a machine may change the others as it likes.
#ifndef AGON_ARENA_LOBBY_ADDRESS_H
#define AGON_ARENA_LOBBY_ADDRESS_H

#include <stdbool.h>

enum { ADDRESS_BYTES = 16, ADDRESS_TEXT_BYTES = 56 };

struct lobby_address {
    unsigned char bytes[ADDRESS_BYTES];
    bool known;
};

// Reads "127.0.0.1:7001" or "[::1]:7001". What is something else becomes an address that is not
// known.
struct lobby_address address_read(const char *text);
// False if one of them is not known.
bool address_is_same(const struct lobby_address *a, const struct lobby_address *b);
// "127.0.0.1", "2001:db8::/64"
void address_show(const struct lobby_address *a, char text[ADDRESS_TEXT_BYTES]);

#endif
