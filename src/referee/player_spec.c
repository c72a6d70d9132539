#include "referee/player_spec.h"

#include "link/link.h"

bool player_is_started(const struct player *p)
{
    enum link_kind kind;
    return p->wire && link_check(p->text, &kind, NULL) &&
        (kind == LINK_COMMAND || kind == LINK_DIAL_IN);
}
