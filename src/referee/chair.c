#include "referee/chair.h"

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
