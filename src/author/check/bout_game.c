// The games of a bout: how each begins, who moves, how it ends.
#include "author/check/bout.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>

enum {
    ALONE_EVERY = 2, // moves of the bot: one of so many is told to it by itself
    SHORT_MOVES = 4, // of a slow bot are enough in a game, if there is no time for more
};

static const struct game *bout_game(const struct bout *b)
{
    return b->player.wire->game;
}

// --- The end of a game ---

static void bout_keep_result(struct bout *b, int winner, bool irregular)
{
    // There is no draw where results are told (S10).
    bool won = winner == b->plan.seat;
    const char *own = b->session.wire.name, *other = b->session.wire.opponent;
    if (!b->player.wire->many_games)
        return;
    struct bout_result *kept = &b->kept[b->result_count];
    snprintf(kept->winner, sizeof kept->winner, "%s", won ? own : other);
    snprintf(kept->loser, sizeof kept->loser, "%s", won ? other : own);
    b->results[b->result_count++] =
        (struct wire_result){.winner = kept->winner, .loser = kept->loser, .irregular = irregular};
}

static void bout_finish_contest(struct bout *b)
{
    if (b->player.wire->many_games)
        wire_stream_finish(&b->session.wire, b->results, b->result_count, &b->out);
    if (b->session.wire.waits == WIRE_ACK) {
        bout_await(b, BOUT_FINISHING, b->battery->options->budget.request_ns);
    } else {
        bout_flush(b);
        bout_rest(b);
    }
}

void bout_next_game(struct bout *b)
{
    bout_judge_memory(b);
    battery_case(b->battery, b->order.row)->games++;
    b->battery->result->games++;
    b->game++;
    if (b->game < b->order.first + b->order.count)
        bout_begin_game(b);
    else
        bout_finish_contest(b);
}

void bout_end_game(struct bout *b, enum verdict verdict, int winner, int blame)
{
    const struct wire_end end = {.verdict = verdict, .winner = winner, .blame = blame};
    bout_keep_result(b, winner, blame != NOBODY);
    seat_clock_stop(&b->clock);
    wire_stream_over(&b->session.wire, &end, &b->out);
    if (b->session.wire.waits == WIRE_ACK)
        bout_await(b, BOUT_ENDING, b->battery->options->budget.request_ns);
    else if (b->player.wire->many_games)
        bout_next_game(b);
    else {
        bout_flush(b);
        bout_next_game(b);
    }
}

// --- Moves ---

static void bout_play(struct bout *b, move m)
{
    const struct game *game = bout_game(b);
    b->before = b->position;
    b->has_before = true;
    b->last_mover = game->turn(&b->position);
    game->apply(&b->position, m);
    wire_stream_tell(&b->session.wire, &b->before, m, &b->position, &b->out);
}

static bool bout_is_cut(const struct bout *b, enum plan_cut cut)
{
    return b->plan.cut == cut && b->own_moves >= b->plan.cut_moves;
}

static void bout_ask(struct bout *b)
{
    const struct budget *budget = &b->battery->options->budget;
    wire_stream_ask(&b->session.wire, &b->position, &b->out);
    bout_await(b, BOUT_ASKED, b->own_moves == 0 ? budget->first_ns : budget->request_ns);
    if (bout_is_cut(b, CUT_WHILE_ASKED))
        bout_end_game(b, VERDICT_DISCONNECT, b->plan.seat, 1 - b->plan.seat);
}

// A slow bot is not led to the end of every game.
static bool bout_is_shortened(struct bout *b)
{
    bool cut =
        b->plan.cut == CUT_NEVER && b->own_moves >= SHORT_MOVES && battery_is_late(b->battery);
    b->battery->result->shortened = b->battery->result->shortened || cut;
    return cut;
}

// It is the opponent's turn. Returns false if the game does not simply go on.
static bool bout_opponent_moves(struct bout *b)
{
    if (bout_is_cut(b, CUT_BY_FAULT)) {
        bout_end_game(b, b->plan.verdict, b->plan.seat, 1 - b->plan.seat);
        return false;
    }
    if (bout_is_shortened(b)) {
        bout_end_game(b, VERDICT_DISCONNECT, b->plan.seat, 1 - b->plan.seat);
        return false;
    }
    if (bout_is_cut(b, CUT_BY_SILENCE)) {
        b->silenced = true;
        bout_flush(b);
        bout_leave(b, false);
        return false;
    }
    bout_play(b, opponent_choose(&b->plan.opponent, bout_game(b), &b->position));
    return true;
}

static bool bout_pauses(struct bout *b)
{
    int ms = b->order.row->pause_ms;
    if (ms == 0 || b->state == BOUT_PAUSED)
        return false;
    bout_flush(b);
    b->state = BOUT_PAUSED;
    b->until_ns = clock_now_ns() + ms * NS_PER_MS;
    return true;
}

// Plays on until the bot has something to answer.
void bout_advance(struct bout *b)
{
    const struct game *game = bout_game(b);
    for (;;) {
        struct outcome o = game->outcome(&b->position);
        if (o.over) {
            bout_end_game(b, o.winner == NOBODY ? VERDICT_DRAW : VERDICT_WON, o.winner, NOBODY);
            return;
        }
        move forced = game->forced ? game->forced(&b->position) : MOVE_NONE;
        if (forced != MOVE_NONE) {
            bout_play(b, forced);
        } else if (game->turn(&b->position) == b->plan.seat) {
            bout_ask(b);
            return;
        } else if (bout_pauses(b) || !bout_opponent_moves(b)) {
            return;
        } else {
            b->state = BOUT_BEGINNING; // the next move of the opponent is paused for again
        }
    }
}

// --- The beginning of a game ---

// A name that is nearly the bot's: with a letter more or less, at the end or at the beginning.
static void bout_similar_name(const char *own, int game, char name[WIRE_NAME_BYTES])
{
    switch (game % 4) {
    case 0:
        snprintf(name, WIRE_NAME_BYTES, "%.31sx", own);
        break;
    case 1:
        snprintf(name, WIRE_NAME_BYTES, "%.*s", (int)strlen(own) - 1, own);
        break;
    case 2:
        snprintf(name, WIRE_NAME_BYTES, "x%.31s", own);
        break;
    default:
        snprintf(name, WIRE_NAME_BYTES, "%s", own + 1);
        break;
    }
}

// The opponent's name resembles the bot's, so that a bot that compares only a part of it is wrong.
// If the bot was renamed, its opponent has the name that it wanted.
static void bout_opponent_name(const struct bout *b, char name[WIRE_NAME_BYTES])
{
    const struct wire_stream *w = &b->session.wire;
    if (b->plan.name && strcmp(b->plan.name, w->name) != 0) {
        snprintf(name, WIRE_NAME_BYTES, "%s", b->plan.name);
    } else if (b->order.row->renames) {
        snprintf(name, WIRE_NAME_BYTES, "%s", w->wanted);
    } else {
        name[0] = '\0';
        if (w->name[0] != '\0')
            bout_similar_name(w->name, b->game, name);
        if (strcmp(name, w->name) == 0 || !wire_name_fits(name))
            snprintf(name, WIRE_NAME_BYTES, "%s", strcmp(w->name, "rival") == 0 ? "foe" : "rival");
    }
}

void bout_begin_game(struct bout *b)
{
    const struct plan_setting setting = {.wire = b->player.wire,
        .variant = b->battery->options->variant,
        .seed = bout_seed(b->battery, b->order.row, b->game),
        .index = b->game};
    b->order.row->plan(&setting, &b->plan);
    b->battery->result->begun++;
    char opponent[WIRE_NAME_BYTES];
    bout_opponent_name(b, opponent);
    b->position = b->plan.start;
    b->has_before = false;
    b->own_moves = 0;
    b->last_mover = NOBODY;
    session_new_game(&b->session);
    const struct wire_game game = {
        .start = &b->plan.start, .seat = b->plan.seat, .opponent = opponent, .coin = b->plan.coin};
    wire_stream_begin(&b->session.wire, &game, &b->out);
    if (b->session.wire.waits == WIRE_ACK) {
        bout_await(b, BOUT_BEGINNING, b->battery->options->budget.request_ns);
    } else {
        b->state = BOUT_BEGINNING;
        bout_advance(b);
    }
}

void bout_moved(struct bout *b, move m)
{
    const struct game *game = bout_game(b);
    bool glued = b->order.row->shape.hold_ms > 0 || b->own_moves % ALONE_EVERY == 0;
    b->own_moves++;
    b->state = BOUT_BEGINNING;
    bout_play(b, m);
    // What it is told of its own move leaves alone, but where messages are to be glued.
    if (!glued && !game->outcome(&b->position).over && game->turn(&b->position) != b->plan.seat)
        bout_flush(b);
    bout_advance(b);
}
