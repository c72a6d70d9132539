#include "cli/host_door.h"

#include "arena/conditions.h"
#include "base/number.h"
#include "link/link.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PORT_MOST = 65535 };

void host_door_name(const struct host_door *d, int64_t number, char port[HOST_PORT_BYTES])
{
    const char *colon = strrchr(d->address, ':');
    int host = colon ? (int)(colon + 1 - d->address) : 0;
    if (d->shared)
        snprintf(port, HOST_PORT_BYTES, "listen:%.140s", d->address);
    else
        snprintf(port, HOST_PORT_BYTES, "listen:%.*s%" PRId64, host < 130 ? host : 130, d->address,
            d->first_port + number);
}

// Reads "7000-7003", or 7000 alone. Bots that say no name need a port each.
static bool host_door_read_range(const struct host_doors *h, struct host_door *d, struct error *e)
{
    const char *colon = strrchr(d->address, ':'), *first = colon ? colon + 1 : d->address;
    const char *dash = strchr(first, '-');
    d->shared = !dash && d->wire->says_name;
    d->ports = 1;
    if (!d->shared) {
        char number[16];
        snprintf(number, sizeof number, "%.*s", dash ? (int)(dash - first) : 15, first);
        if (!number_read("--listen", number, 1, PORT_MOST, &d->first_port, e))
            return false;
        int64_t last = d->first_port;
        bool alone = h->listen.count == 1;
        if (!dash && alone && h->players == 0)
            return error_set(e,
                "bots that speak %s say no name, so each needs its own port: how "
                "many are there?   (--players N)",
                d->wire->name);
        if (!dash && alone)
            last = d->first_port + h->players - 1;
        if (dash && !number_read("--listen", dash + 1, d->first_port, PORT_MOST, &last, e))
            return false;
        d->ports = last - d->first_port + 1;
        if (last > PORT_MOST)
            return error_set(
                e, "there is no port %" PRId64 ": the last one is %d", last, PORT_MOST);
    }
    char port[HOST_PORT_BYTES];
    host_door_name(d, d->ports - 1, port);
    return link_check(port, NULL, e);
}

// Reads ADDRESS or ADDRESS=WIRE.
static bool host_door_read(
    const struct host_doors *h, const struct game *game, struct host_door *d, struct error *e)
{
    const char *equals = strchr(d->address, '=');
    const char *named = equals ? equals + 1 : h->wire;
    if (!wire_choose(game, named, &d->wire, e))
        return false;
    if (d->wire->engine)
        return error_set(e,
            "engines that speak %s do not connect by themselves: they are started, as the player "
            "%.*s:COMMAND of a contest file",
            d->wire->name, (int)strcspn(d->wire->name, "-"), d->wire->name);
    d->any_dialect = !named && d->wire->bot_opens;
    if (equals)
        d->address[equals - d->address] = '\0';
    struct budget budget;
    if (!conditions_budget(&budget, d->wire, h->time, h->clock, e))
        return false;
    d->patience_ns = budget.start_ns;
    return host_door_read_range(h, d, e);
}

bool host_doors_read(struct host_doors *h, const struct game *game, struct error *e)
{
    int64_t ports = 0;
    bool shared = false;
    for (size_t i = 0; i < h->listen.count; i++) {
        struct host_door *d = &h->list[i];
        if (strlen(h->listen.texts[i]) >= sizeof d->address)
            return error_set(e, "--listen: \"%.40s...\" is not an address", h->listen.texts[i]);
        snprintf(d->address, sizeof d->address, "%s", h->listen.texts[i]);
        if (!host_door_read(h, game, d, e))
            return false;
        shared = shared || d->shared;
        ports += d->shared ? 0 : d->ports;
    }
    if (h->players == 0 && !shared)
        h->players = ports;
    bool fits = shared ? h->players == 0 || ports <= h->players : ports == h->players;
    return (fits && h->players != 1) ||
        error_set(e, "there are %" PRId64 " ports for %" PRId64 " players", ports, h->players);
}

const struct host_door *host_door_of(const struct host_doors *h, const char *player)
{
    for (size_t i = 0; i < h->listen.count; i++) {
        char port[HOST_PORT_BYTES];
        for (int64_t number = 0; number < h->list[i].ports; number++) {
            host_door_name(&h->list[i], number, port);
            if (strcmp(port, player) == 0)
                return &h->list[i];
        }
    }
    return NULL;
}
