#include "referee/game/seat_state.h"

#include <string.h>

bool chair_is_idle(const struct referee_chair *chair)
{
    return !chair->player.wire || chair->player.wire->waits == WIRE_IDLE;
}

bool chair_is_ready(const struct referee_chair *chair)
{
    return chair->open && chair_is_idle(chair);
}

int64_t chair_begin_limit_ns(const struct referee_chair *chair)
{
    const struct budget *budget = chair->player.budget;
    return chair->player.opened ? budget->request_ns : budget->start_ns;
}

void chair_wire_name(const struct referee_chair *chair, char name[WIRE_NAME_BYTES])
{
    const struct wire_seat *wire = chair->player.wire;
    if (wire && wire->name[0] != '\0')
        memcpy(name, wire->name, WIRE_NAME_BYTES);
    else
        wire_name_make(name, chair->player.name, NULL, NULL);
}
