#include "referee/game/seat_state.h"

#include <string.h>

bool seat_state_is_idle(const struct seat_state *state)
{
    return !state->player.wire || state->player.wire->waits == WIRE_IDLE;
}

bool seat_state_is_ready(const struct seat_state *state)
{
    return state->open && seat_state_is_idle(state);
}

int64_t seat_state_begin_limit_ns(const struct seat_state *state)
{
    const struct budget *budget = state->player.budget;
    return state->player.opened ? budget->request_ns : budget->start_ns;
}

void seat_state_wire_name(const struct seat_state *state, char name[WIRE_NAME_BYTES])
{
    const struct wire_stream *wire = state->player.wire;
    if (wire && wire->name[0] != '\0')
        memcpy(name, wire->name, WIRE_NAME_BYTES);
    else
        wire_name_make(name, state->player.name, NULL, NULL);
}
