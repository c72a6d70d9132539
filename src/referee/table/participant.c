#include "referee/table/participant.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void participant_remember(struct participant *participant, const struct referee *r)
{
    const struct result *result = &r->result;
    if (!participant->player->wire || !participant->player->wire->many_games ||
        result->winner == NOBODY)
        return;
    struct participant_result *results =
        realloc(participant->results, (participant->result_count + 1) * sizeof *results);
    if (!results)
        return; // the contest's end will list one game less; the game itself is safe
    participant->results = results;
    struct participant_result *last = &results[participant->result_count++];
    referee_wire_name(r, result->winner, last->winner);
    referee_wire_name(r, 1 - result->winner, last->loser);
    last->irregular = verdict_is_fault(result->verdict);
}

void participant_has_left(struct participant *participant)
{
    participant->session = NULL;
    participant->leaving = participant->opened = participant->told = false;
    participant->result_count = 0;
}

void participant_say_goodbye(struct participant *participant, bool at_once)
{
    if (!participant->session || participant->leaving)
        return;
    participant->leaving = true;
    if (session_close(participant->session, at_once))
        participant_has_left(participant);
}

void participant_keep_reason(
    struct participant *participant, const char *words, const char *when, int64_t game)
{
    struct text why = TEXT_IN(participant->why);
    text_string(&why, words);
    if (when)
        text_format(&why, " %s game %" PRId64, when, game);
}

// --- Between two games, and after the last ---

bool participant_owes_ack(const struct participant *participant)
{
    return participant->session && !participant->leaving && ack_is_owed(&participant->session->ack);
}

void participant_stay(struct participant *participant, const struct budget *budget, int64_t game)
{
    char end[ACK_OF_BYTES];
    snprintf(end, sizeof end, "the end of game %" PRId64, game);
    session_await_ack(participant->session, budget, end);
    participant_read_ack(participant); // it may be here already
}

static void participant_leave_for(struct participant *participant, const struct fault *fault)
{
    participant_keep_reason(participant, fault->words, NULL, 0);
    participant_say_goodbye(participant, false);
}

bool participant_read_ack(struct participant *participant)
{
    struct fault fault;
    if (!participant_owes_ack(participant))
        return false;
    enum ack_state state =
        ack_read(&participant->session->ack, &participant->session->wire, &fault);
    if (state == ACK_WRONG)
        participant_leave_for(participant, &fault);
    return state != ACK_OWED;
}

bool participant_is_late(struct participant *participant, struct moment now)
{
    struct fault fault;
    if (!participant_owes_ack(participant) ||
        !session_ack_is_late(participant->session, now, &fault))
        return false;
    participant_leave_for(participant, &fault);
    return true;
}

// Whether we wait for its last acknowledgement. A process that we started is not waited for: after
// the end of its input it has the time of G7.
static bool participant_is_awaited(const struct session *s)
{
    enum link_kind kind = link_kind(s->link);
    return kind == LINK_LISTEN || kind == LINK_TCP;
}

static void participant_tell_results(struct participant *participant, const struct budget *budget)
{
    struct session *s = participant->session;
    if (!participant->player->wire || !s->opened || s->lost || s->wire.waits != WIRE_IDLE)
        return;
    struct wire_result *results = calloc(participant->result_count + 1, sizeof *results);
    struct text out = text_growing();
    for (size_t i = 0; results && i < participant->result_count; i++) {
        const struct participant_result *r = &participant->results[i];
        results[i] = (struct wire_result){r->winner, r->loser, r->irregular};
    }
    if (results)
        wire_stream_finish(&s->wire, results, participant->result_count, &out);
    if (out.length > 0)
        session_send(s, out.bytes, out.length);
    if (participant_is_awaited(s))
        session_await_ack(s, budget, "the end of the contest");
    text_destroy(&out);
    free(results);
}

void participant_see_off(struct participant *participant, const struct budget *budget)
{
    if (!participant->session || participant->leaving || participant_owes_ack(participant))
        return;
    if (!participant->told)
        participant_tell_results(participant, budget);
    participant->told = true;
    if (!participant_owes_ack(participant))
        participant_say_goodbye(participant, false);
}

void participant_destroy(struct participant *participant)
{
    free(participant->results);
}
