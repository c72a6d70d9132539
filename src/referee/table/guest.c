#include "referee/table/guest.h"

#include <inttypes.h>
#include <stdio.h>
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
    guest->leaving = guest->opened = guest->told = false;
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

void guest_keep_reason(struct table_guest *guest, const char *words, const char *when, int64_t game)
{
    struct text why = TEXT_IN(guest->why);
    text_string(&why, words);
    if (when)
        text_format(&why, " %s game %" PRId64, when, game);
}

// --- Between two games, and after the last ---

bool guest_owes_ack(const struct table_guest *guest)
{
    return guest->seat && !guest->leaving && ack_is_owed(&guest->seat->ack);
}

void guest_stay(struct table_guest *guest, const struct budget *budget, int64_t game)
{
    char end[ACK_OF_BYTES];
    snprintf(end, sizeof end, "the end of game %" PRId64, game);
    seat_await_ack(guest->seat, budget, end);
    guest_read_ack(guest); // it may be here already
}

static void leave_for(struct table_guest *guest, const struct fault *fault)
{
    guest_keep_reason(guest, fault->words, NULL, 0);
    guest_say_goodbye(guest, false);
}

bool guest_read_ack(struct table_guest *guest)
{
    struct fault fault;
    if (!guest_owes_ack(guest))
        return false;
    enum ack_state state = ack_read(&guest->seat->ack, &guest->seat->wire, &fault);
    if (state == ACK_WRONG)
        leave_for(guest, &fault);
    return state != ACK_OWED;
}

bool guest_is_late(struct table_guest *guest, struct moment now)
{
    struct fault fault;
    if (!guest_owes_ack(guest) || !seat_ack_is_late(guest->seat, now, &fault))
        return false;
    leave_for(guest, &fault);
    return true;
}

// A process that we started has the time of G7 instead, which begins with the end of its input.
static bool is_awaited(const struct seat *s)
{
    enum link_kind kind = link_kind(s->link);
    return kind == LINK_LISTEN || kind == LINK_TCP;
}

static void tell_results(struct table_guest *guest, const struct budget *budget)
{
    struct seat *s = guest->seat;
    if (!guest->player->wire || !s->opened || s->lost || s->wire.waits != WIRE_IDLE)
        return;
    struct wire_result *results = calloc(guest->result_count + 1, sizeof *results);
    struct text out = text_growing();
    for (size_t i = 0; results && i < guest->result_count; i++) {
        const struct table_result *r = &guest->results[i];
        results[i] = (struct wire_result){r->winner, r->loser, r->irregular};
    }
    if (results)
        wire_seat_finish(&s->wire, results, guest->result_count, &out);
    if (out.length > 0)
        seat_send(s, out.bytes, out.length);
    if (is_awaited(s))
        seat_await_ack(s, budget, "the end of the contest");
    text_destroy(&out);
    free(results);
}

void guest_see_off(struct table_guest *guest, const struct budget *budget)
{
    if (!guest->seat || guest->leaving || guest_owes_ack(guest))
        return;
    if (!guest->told)
        tell_results(guest, budget);
    guest->told = true;
    if (!guest_owes_ack(guest))
        guest_say_goodbye(guest, false);
}

void guest_destroy(struct table_guest *guest)
{
    free(guest->results);
}
