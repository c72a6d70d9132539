// Whether the process behind a connection from this machine can be found: then nobody but a bot can
// connect to the port that it was given.
#include "arena/health/parts.h"

#include "link/link.h"

void connections_examine(struct health *h)
{
    struct health_finding *f = health_add(h, "network", "peers");
    struct error e = {0};
    if (link_knows_strangers(&e)) {
        health_seen(f, "the process behind a connection from this machine can be found");
        return;
    }
    health_seen(f, "%s", e.words);
    health_mend(f, HEALTH_WEAK,
        "bring up the loopback device, mount /proc without subset=pid, or let bots speak on stdin "
        "and stdout");
}
