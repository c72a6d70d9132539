#include "referee/table.h"

#include "base/clock.h"
#include "base/random.h"
#include "referee/table/game_record.h"
#include "referee/table/ops.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int table_seat_of(struct table *t, const struct session *s)
{
    return table_participant(t, 0)->session == s ? 0 : 1;
}

const struct player *table_player(const struct table *t, int seat)
{
    return t->participants[seat == 0 ? t->fixture.first : 1 - t->fixture.first].player;
}

// --- The end of a game ---

static bool table_keeps(const struct table *t, const struct participant *participant)
{
    int seat = participant == &t->participants[t->fixture.first] ? 0 : 1;
    // A person whose opponent has left may still think about a move; that session must be closed.
    const struct seat_state *state = &t->referee.seats[seat];
    bool gone = participant->session->lost || state->gone || participant->session->thinking;
    // A bot that could not even join gets a new session for the next game.
    gone = gone || (t->referee.result.blame == seat && !state->begun);
    return !t->closing && !gone &&
        (!participant->player->wire || participant->player->wire->many_games);
}

static void table_is_closed(struct table *t)
{
    runner_remove(t->runner, &t->task);
    for (int i = 0; i < SEATS; i++)
        participant_destroy(&t->participants[i]);
    game_record_destroy(&t->record);
    t->events->closed(t->user, t);
}

static bool table_is_anyone_leaving(const struct table *t)
{
    return t->participants[0].leaving || t->participants[1].leaving;
}

static bool table_is_anyone_here(const struct table *t)
{
    return t->participants[0].session || t->participants[1].session;
}

static bool table_is_ack_owed(const struct table *t)
{
    return participant_owes_ack(&t->participants[0]) || participant_owes_ack(&t->participants[1]);
}

static void table_play_next(struct table *t);

struct text table_take_record(struct table *t)
{
    return record_take(&t->record);
}

// Call it whenever a bot may have left. As soon as both have left or wait for the next game, ends
// the record and tells `finished`, plays the next game, or tells `closed`.
static void table_conclude(struct table *t)
{
    if (table_is_anyone_leaving(t))
        return;
    if (t->playing) {
        t->playing = false;
        crowd_end_game(&t->runner->crowd);
        if (t->watched)
            core_stall_rest(&t->runner->stall);
        game_record_end(&t->record, t->decided, &t->referee.result);
        struct result told = t->referee.result;
        referee_destroy(&t->referee);
        if (t->decided && !t->closing) {
            t->events->finished(t->user, t, &told);
            return;
        }
    }
    if (!t->closing)
        table_play_next(t);
    else if (!table_is_anyone_here(t))
        table_is_closed(t);
}

static void table_let_go(struct table *t, int seat)
{
    struct participant *participant = table_participant(t, seat);
    const struct result *result = &t->referee.result;
    if (participant->why[0] == '\0' && result->blame == seat)
        participant_keep_reason(participant, result->fault.words, "in", t->fixture.index);
    participant_say_goodbye(participant, false);
}

static void table_keep_last_words(struct table *t, int seat)
{
    const struct session *s = table_participant(t, seat)->session;
    if (t->playing && s && s->link)
        game_record_last_words(&t->record, seat, s, t->referee.began_ns, &t->referee.result);
}

static void table_end_game(struct table *t)
{
    for (int seat = 0; seat < SEATS; seat++) {
        struct participant *participant = table_participant(t, seat);
        participant->opened = t->referee.seats[seat].open;
        participant_remember(participant, &t->referee);
        if (table_keeps(t, participant)) {
            table_keep_last_words(t, seat);
            session_forget(participant->session);
            participant_stay(participant, t->fixture.budgets[seat], t->fixture.index);
        } else {
            table_let_go(t, seat);
        }
    }
    table_conclude(t);
}

static void table_see_off(struct table *t, struct participant *participant)
{
    int seat = participant == table_participant(t, 0) ? 0 : 1;
    participant_see_off(participant, t->fixture.budgets[seat]);
}

static void table_set_time(struct ask *ask, const struct seat_state *state)
{
    if (!state->player.timed)
        return;
    const struct seat_clock *clock = &state->clock;
    // The limit of a first move is longer, for bots that are still loading. A built-in player does
    // not need that.
    ask->limit_ns = clock->limit_ns;
    if (clock->budget->request_ns < ask->limit_ns)
        ask->limit_ns = clock->budget->request_ns;
    if (clock->budget->game_ns > 0) {
        ask->left_ns = clock->left_ns;
        ask->increment_ns = clock->budget->increment_ns;
    }
}

static void table_ask_by_event(struct table *t, int seat)
{
    t->open_question = seat;
    const struct table_question question = {++t->questions, seat, &t->referee.position};
    t->events->asked(t->user, t, &question);
}

// Call it after every step of the referee. Asks the player that plays without messages, if it is to
// move, and notices the end of the game. An instant player answers at once, so this is a loop.
static void table_after_step(struct table *t)
{
    while (t->asked_seat != NOBODY) {
        int number = t->asked_seat;
        t->asked_seat = NOBODY;
        struct session *session = table_participant(t, number)->session;
        if (session->player->by_event || session->player->held) {
            table_ask_by_event(t, number);
            break;
        }
        const struct referee *r = &t->referee;
        struct ask ask = {.game = t->fixture.game,
            .position = &r->position,
            .seed = random_derive(t->fixture.seed, (uint64_t)r->moves)};
        if (!session->player->instant) {
            table_set_time(&ask, &r->seats[number]);
            session_ask(session, &ask);
            break;
        }
        move m = session_think(session, &ask);
        referee_chose(&t->referee, number, m, table_now(t));
    }
    if (t->decided && t->playing) {
        t->open_question = NOBODY;
        table_end_game(t);
    }
}

// --- What the seats say ---

// Whether what happens can still change the game. At a table that closes it cannot: some players
// may have left already.
static bool table_is_on(const struct table *t)
{
    return t->playing && !t->decided && !t->closing;
}

static void table_take_choice(struct table *t, int seat, move m, struct moment at)
{
    if (!table_is_on(t))
        return;
    if (m == MOVE_NONE)
        referee_resigned(&t->referee, seat, at);
    else
        referee_chose(&t->referee, seat, m, at);
    table_after_step(t);
}

bool table_answer(struct table *t, int64_t question, move m)
{
    int seat = t->open_question;
    if (seat == NOBODY || question != t->questions)
        return false;
    t->open_question = NOBODY;
    if (table_player(t, seat)->held) {
        referee_release(&t->referee, table_now(t));
        table_after_step(t);
    } else {
        table_take_choice(t, seat, m, table_now(t));
    }
    return true;
}

static void table_session_opened(struct session *s, struct moment at)
{
    struct table *t = s->user;
    table_participant(t, table_seat_of(t, s))->why[0] = '\0';
    if (!table_is_on(t))
        return;
    referee_opened(&t->referee, table_seat_of(t, s), at);
    table_after_step(t);
}

static void table_session_received(
    struct session *s, const char *bytes, size_t length, struct moment at)
{
    struct table *t = s->user;
    if (table_is_on(t)) {
        referee_received(&t->referee, table_seat_of(t, s), bytes, length, at);
        table_after_step(t);
        return;
    }
    struct participant *participant = table_participant(t, table_seat_of(t, s));
    struct fault fault;
    // A message for which nobody waits is kept for the next game, up to a limit.
    if (!wire_stream_feed(&s->wire, bytes, length, &fault)) {
        participant_keep_reason(participant, fault.words, "after", t->fixture.index);
        participant_say_goodbye(participant, false);
    } else if (participant_read_ack(participant)) {
        if (t->closing)
            table_see_off(t, participant);
        table_conclude(t);
    }
}

static void table_session_chose(struct session *s, move m, struct moment at)
{
    struct table *t = s->user;
    table_take_choice(t, table_seat_of(t, s), m, at);
}

static void table_session_lost(
    struct session *s, const struct fault *fault, bool ours, struct moment at)
{
    struct table *t = s->user;
    struct participant *participant = table_participant(t, table_seat_of(t, s));
    participant_keep_reason(
        participant, fault->words, table_is_on(t) ? "in" : "after", t->fixture.index);
    if (!table_is_on(t)) {
        // Between two games it loses nothing by that, and gets a new session for the next game.
        participant_say_goodbye(participant, false);
        return;
    }
    if (ours)
        referee_void(&t->referee, fault->words, at);
    referee_lost(&t->referee, table_seat_of(t, s), fault, at);
    table_after_step(t);
}

static void table_session_noted(struct session *s, const char *words)
{
    struct table *t = s->user;
    if (table_is_on(t))
        referee_note(&t->referee, table_seat_of(t, s), words);
}

static void table_session_leaving(struct session *s)
{
    struct table *t = s->user;
    table_keep_last_words(t, table_seat_of(t, s));
}

static void table_session_closed(struct session *s)
{
    struct table *t = s->user;
    participant_has_left(table_participant(t, table_seat_of(t, s)));
    table_conclude(t);
}

static const struct session_events table_session_events = {
    .opened = table_session_opened,
    .received = table_session_received,
    .chose = table_session_chose,
    .lost = table_session_lost,
    .noted = table_session_noted,
    .leaving = table_session_leaving,
    .closed = table_session_closed,
};

// --- What the runner calls ---

// Looks for answers that have arrived and were not read yet, see session_look.
static void table_look(void *user)
{
    struct table *t = user;
    for (int seat = 0; table_is_on(t) && seat < SEATS; seat++) {
        struct session *s = table_participant(t, seat)->session;
        if (s && t->referee.seats[seat].clock.running)
            session_look(s);
    }
}

static void table_tick(void *user, struct moment now, bool flush_record)
{
    struct table *t = user;
    if (flush_record && t->playing)
        game_record_flush(&t->record);
    if (!table_is_on(t)) {
        for (int i = 0; i < SEATS; i++)
            participant_is_late(&t->participants[i], now);
        return;
    }
    referee_flush(&t->referee);
    if (now.now_ns < referee_wake_ns(&t->referee))
        return;
    referee_tick(&t->referee, now);
    table_after_step(t);
}

// --- Playing ---

void table_init(struct table *t, struct runner *r, const struct player *players[SEATS],
    const struct table_events *events, void *user)
{
    *t = (struct table){
        .runner = r, .events = events, .user = user, .asked_seat = NOBODY, .open_question = NOBODY};
    t->record.fd = -1;
    for (int i = 0; i < SEATS; i++)
        t->participants[i].player = players[i];
    t->task = (struct runner_task){.tick = table_tick, .look = table_look, .user = t};
    runner_add(r, &t->task);
}

void table_put_session(struct table *t, int player, struct session *session)
{
    session->events = &table_session_events;
    session->user = t;
    t->participants[player].session = session;
    t->participants[player].opened = true;
}

const char *table_why_gone(const struct table *t, int player)
{
    return t->participants[player].why;
}

struct session *table_take_session(struct table *t, int player)
{
    struct session *session = t->participants[player].session;
    t->participants[player].session = NULL;
    return session;
}

// A bot that could have stayed has left, and is started again or has to connect again: the record
// of the new game says why.
static void table_note_reasons(struct table *t)
{
    for (int seat = 0; seat < SEATS; seat++) {
        const struct participant *participant = table_participant(t, seat);
        if (participant->why[0] != '\0' && participant->player->wire &&
            participant->player->wire->many_games)
            referee_note(&t->referee, seat, participant->why);
    }
}

static void table_start_game(struct table *t, struct moment now)
{
    table_note_reasons(t);
    referee_start(&t->referee, now);
    // A bot may have opened its stream between two games.
    for (int seat = 0; seat < SEATS; seat++) {
        struct participant *participant = table_participant(t, seat);
        if (participant->session && participant->session->opened && !participant->opened)
            referee_opened(&t->referee, seat, now);
    }
}

// An instant player thinks on our own thread, so its time is not measured.
static bool table_is_timed(const struct player *p)
{
    return !p->untimed && !p->instant;
}

// Clocks that give time back want to know when the core stands still.
static void table_watch_core(struct table *t)
{
    bool are_short = false;
    t->watched = false;
    for (int seat = 0; seat < SEATS; seat++) {
        const struct budget *budget = t->fixture.budgets[seat];
        if (!table_is_timed(table_player(t, seat)) || budget->wall)
            continue;
        t->watched = true;
        are_short = are_short || budget_is_short(budget);
    }
    if (t->watched)
        core_stall_watch(&t->runner->stall, are_short);
}

// Opens the record of the fixture, if it wants one. Returns false and fills `e` if that fails.
static bool table_begin_record(struct table *t, struct error *e)
{
    const struct player *players[SEATS] = {table_player(t, 0), table_player(t, 1)};
    t->recorded = game_record_begin(&t->record, &t->fixture, players, e);
    return t->recorded || !t->fixture.record_path;
}

static void table_begin_game(struct table *t)
{
    const struct fixture *f = &t->fixture;
    t->playing = true;
    crowd_begin_game(&t->runner->crowd);
    t->decided = false;
    table_watch_core(t);
    struct referee_setup setup = {
        .game = f->game,
        .start = f->start,
        .coin = f->coin,
        .ops = &table_ops,
        .user = t,
    };
    bool no_memory = false;
    for (int seat = 0; seat < SEATS; seat++) {
        struct participant *participant = table_participant(t, seat);
        if (!participant->session) {
            participant->session = &participant->own;
            session_init(participant->session, t->runner, participant->player, participant->cores,
                &table_session_events, t);
            no_memory = no_memory || (participant->player->wire && !participant->session->link);
        } else {
            session_new_game(participant->session);
        }
        struct referee_player *player = &setup.players[seat];
        memcpy(player->name, participant->player->name, sizeof player->name);
        player->wire = participant->player->wire ? &participant->session->wire : NULL;
        player->budget = f->budgets[seat];
        player->timed = table_is_timed(participant->player);
        player->opened = participant->opened;
        player->started = session_is_started(participant->session);
        player->held = participant->player->held;
        player->led = participant->player->led;
        player->led_count = participant->player->led_count;
        player->frozen = player->started && f->budgets[seat]->frozen;
    }
    struct moment now = table_now(t);
    referee_init(&t->referee, &setup, now);
    struct error e;
    if (!table_begin_record(t, &e))
        referee_void(&t->referee, e.words, now);
    else if (no_memory)
        referee_void(&t->referee, "there is no memory for another bot", now);
    else
        table_start_game(t, now);
    table_after_step(t);
}

// A game between instant players is over before table_begin_game returns, and `finished` may have
// asked for the next one. So this is a loop, and a call from inside it does nothing.
static void table_play_next(struct table *t)
{
    if (t->inside)
        return;
    t->inside = true;
    while (t->has_next && !table_is_anyone_leaving(t) && !table_is_ack_owed(t)) {
        t->has_next = false;
        table_begin_game(t);
    }
    t->inside = false;
}

void table_play(struct table *t, const struct fixture *f)
{
    t->fixture = *f;
    t->has_next = true;
    table_play_next(t);
}

void table_close(struct table *t, bool at_once)
{
    if (t->closing && !at_once)
        return;
    t->closing = true;
    t->open_question = NOBODY;
    for (int i = 0; i < SEATS; i++) {
        struct participant *participant = &t->participants[i];
        if (participant->session && participant->leaving) {
            session_close(participant->session, at_once);
        } else if (at_once || t->playing) {
            participant_say_goodbye(participant, at_once);
        } else {
            table_see_off(t, participant);
        }
    }
    table_conclude(t);
}
