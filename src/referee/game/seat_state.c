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

// What is left of the time for the whole game; 0: there is no such time.
static int64_t seat_state_left_ms(const struct seat_state *state)
{
    const struct seat_clock *c = &state->clock;
    if (c->budget->game_ns == 0)
        return 0;
    return c->left_ns > NS_PER_MS ? c->left_ns / NS_PER_MS : 1;
}

void seat_state_tell_clock(const struct seat_state seats[SEATS], int seat, bool first)
{
    const struct budget *budget = seats[seat].player.budget;
    int64_t request_ns = first ? budget->first_ns : budget->request_ns;
    seats[seat].player.wire->clock = (struct wire_clock){
        .request_ms = request_ns / NS_PER_MS,
        .left_ms = {seat_state_left_ms(&seats[0]), seat_state_left_ms(&seats[1])},
        .increment_ms = budget->increment_ns / NS_PER_MS,
    };
}

void seat_state_wire_name(const struct seat_state *state, char name[WIRE_NAME_BYTES])
{
    const struct wire_stream *wire = state->player.wire;
    if (wire && wire->name[0] != '\0')
        memcpy(name, wire->name, WIRE_NAME_BYTES);
    else
        wire_name_make(name, state->player.name, NULL, NULL);
}
