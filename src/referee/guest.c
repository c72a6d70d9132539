#include "referee/guest.h"

#include <stdlib.h>

void guest_remember(struct table_guest *guest, const struct referee *r)
{
    const struct result *result = &r->result;
    if (!guest->player->wire || !guest->player->wire->many_games || result->winner == NOBODY)
        return;
    struct table_result *results =
        realloc(guest->results, (guest->result_count + 1) * sizeof *results);
    if (!results)
        return; // the contest's end will list one game less; the game itself is safe
    guest->results = results;
    struct table_result *last = &results[guest->result_count++];
    referee_wire_name(r, result->winner, last->winner);
    referee_wire_name(r, 1 - result->winner, last->loser);
    last->irregular = verdict_is_fault(result->verdict);
}

void guest_has_left(struct table_guest *guest)
{
    guest->seat = NULL;
    guest->leaving = guest->opened = false;
    guest->result_count = 0;
}

void guest_say_goodbye(struct table_guest *guest, bool at_once)
{
    if (!guest->seat || guest->leaving)
        return;
    guest->leaving = true;
    if (seat_close(guest->seat, at_once))
        guest_has_left(guest);
}

void guest_tell_results(struct table_guest *guest)
{
    if (!guest->player->wire || !guest->seat->opened || guest->seat->lost)
        return;
    struct wire_result *results = calloc(guest->result_count + 1, sizeof *results);
    struct text out = text_growing();
    for (size_t i = 0; results && i < guest->result_count; i++) {
        const struct table_result *r = &guest->results[i];
        results[i] = (struct wire_result){r->winner, r->loser, r->irregular};
    }
    if (results)
        wire_seat_finish(&guest->seat->wire, results, guest->result_count, &out);
    if (out.length > 0)
        seat_send(guest->seat, out.bytes, out.length);
    text_destroy(&out);
    free(results);
}

void guest_destroy(struct table_guest *guest)
{
    free(guest->results);
}
