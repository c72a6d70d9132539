#include "arena/lobby/address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

enum { ADDRESS_KEPT_BYTES = 8 }; // of an IPv6 address

// An IPv4 address as one of IPv6 begins with these.
static const unsigned char address_mapped[12] = {[10] = 0xff, [11] = 0xff};

static bool address_is_v4(const struct lobby_address *a)
{
    return memcmp(a->bytes, address_mapped, sizeof address_mapped) == 0;
}

struct lobby_address address_read(const char *text)
{
    struct lobby_address a = {.known = false};
    char host[ADDRESS_TEXT_BYTES];
    const char *colon = strrchr(text, ':');
    bool brackets = text[0] == '[';
    size_t length = colon ? (size_t)(colon - text) : 0;
    if (length < 3 || length >= sizeof host)
        return a;
    snprintf(host, sizeof host, "%.*s", (int)length - 2 * brackets, text + brackets);
    if (inet_pton(AF_INET, host, a.bytes + sizeof address_mapped) == 1) {
        memcpy(a.bytes, address_mapped, sizeof address_mapped);
        a.known = true;
    } else if (inet_pton(AF_INET6, host, a.bytes) == 1) {
        a.known = true;
        if (!address_is_v4(&a))
            memset(a.bytes + ADDRESS_KEPT_BYTES, 0, ADDRESS_BYTES - ADDRESS_KEPT_BYTES);
    }
    return a;
}

bool address_is_same(const struct lobby_address *a, const struct lobby_address *b)
{
    return a->known && b->known && memcmp(a->bytes, b->bytes, ADDRESS_BYTES) == 0;
}

void address_show(const struct lobby_address *a, char text[ADDRESS_TEXT_BYTES])
{
    char host[INET6_ADDRSTRLEN] = "?";
    bool v4 = address_is_v4(a);
    inet_ntop(
        v4 ? AF_INET : AF_INET6, a->bytes + (v4 ? sizeof address_mapped : 0), host, sizeof host);
    snprintf(text, ADDRESS_TEXT_BYTES, "%s%s", host, v4 ? "" : "/64");
}
