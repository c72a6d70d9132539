#include "archive/claim/claimed_messages.h"

#include "referee/referee.h"

#include <string.h>

// The referee that hears the game again, without clocks and without bots.
struct retrial {
    const struct recorded_game *game;
    struct referee referee;
    struct wire_stream wires[SEATS];
    int moves;    // that the referee has played
    bool differs; // one of them is not the record's
};

// --- What the referee wants ---

static int64_t retrial_send(void *user, int seat, const char *bytes, size_t length)
{
    (void)user, (void)seat, (void)bytes, (void)length;
    return 0;
}

static void retrial_ask(void *user, int seat, const position *p)
{
    (void)user, (void)seat, (void)p;
}

static int64_t retrial_lag(void *user, int seat)
{
    (void)user, (void)seat;
    return 0;
}

static void retrial_happened(void *user, const struct referee_event *event)
{
    struct retrial *t = user;
    if (event->kind != EVENT_MOVED || t->differs)
        return;
    const struct recorded_move *m =
        t->moves < t->game->move_count ? &t->game->moves[t->moves] : NULL;
    t->differs = !m || m->move != event->move || m->forced != event->forced;
    t->moves++;
}

static void retrial_done(void *user)
{
    (void)user;
}

// No clock is looked at: they all charge the wall time, which stands still.
static const struct budget retrial_budget = {.wall = true};
static const struct referee_ops retrial_ops = {.send = retrial_send,
    .ask = retrial_ask,
    .lag = retrial_lag,
    .happened = retrial_happened,
    .done = retrial_done};

// --- The game ---

static void retrial_begin(struct retrial *t)
{
    const struct recorded_game *g = t->game;
    const struct moment now = {0};
    struct referee_setup setup = {
        .game = g->game, .start = g->start, .ops = &retrial_ops, .user = t};
    for (int seat = 0; seat < SEATS; seat++) {
        struct referee_player *player = &setup.players[seat];
        strncpy(player->name, g->players[seat].name, sizeof player->name - 1);
        player->budget = &retrial_budget;
        if (!g->players[seat].wire)
            continue;
        wire_stream_init(&t->wires[seat], g->players[seat].wire, player->name);
        player->wire = &t->wires[seat];
    }
    referee_init(&t->referee, &setup, now);
    referee_start(&t->referee, now);
    for (int seat = 0; seat < SEATS; seat++) {
        if (setup.players[seat].wire)
            referee_opened(&t->referee, seat, now);
    }
}

static void retrial_end(struct retrial *t)
{
    referee_destroy(&t->referee);
    for (int seat = 0; seat < SEATS; seat++) {
        if (t->wires[seat].wire)
            wire_stream_destroy(&t->wires[seat]);
    }
}

// The answer of the seat that is to blame to what it was asked last. NULL: there is none.
static const struct recorded_line *retrial_last_answer(const struct recorded_game *g)
{
    const struct recorded_line *last = g->end.blame == NOBODY
        ? NULL
        : recorded_game_last_message(g, RECORD_FROM, g->end.blame, g->move_count);
    return last && last->moves == g->move_count ? last : NULL;
}

// Bytes that are not UTF-8 are lost in a record, and what stands there instead may be well-formed:
// then nobody can tell whether the message was wrong.
static bool retrial_cannot_tell(const struct recorded_game *g)
{
    static const char instead[] = "\xef\xbf\xbd";
    const struct recorded_line *last = retrial_last_answer(g);
    return last && memmem(last->text, last->length, instead, strlen(instead));
}

static void retrial_hear(struct retrial *t, const struct recorded_line *line)
{
    const struct moment now = {0};
    if (line->kind == RECORD_FROM && t->game->players[line->seat].wire) {
        referee_received(&t->referee, line->seat, line->text, line->length, now);
        referee_received(&t->referee, line->seat, "\n", 1, now);
    } else if (line->kind == RECORD_MOVE && !t->game->players[line->seat].wire &&
        !t->game->moves[line->moves].forced) {
        referee_chose(&t->referee, line->seat, t->game->moves[line->moves].move, now);
    }
}

static void retrial_play(struct retrial *t)
{
    const struct recorded_game *g = t->game;
    // An answer that came too late is in the record, and means nothing.
    bool unheard = g->end.verdict == VERDICT_TIMEOUT || retrial_cannot_tell(g);
    const struct recorded_line *last = unheard ? retrial_last_answer(g) : NULL;
    for (size_t i = 0; i < g->line_count && !t->differs; i++) {
        if (&g->lines[i] != last)
            retrial_hear(t, &g->lines[i]);
    }
}

// --- Its verdict ---

// The rule of a fault that no message shows; NULL: messages show it.
static const char *const silent_rules[VERDICTS] = {
    [VERDICT_TIMEOUT] = "G9",
    [VERDICT_DISCONNECT] = "G5",
    [VERDICT_CRASH] = "G5",
    [VERDICT_FLOOD] = "G2",
    [VERDICT_NO_START] = "G5",
    [VERDICT_LIMIT] = "G5",
};

static bool retrial_check_silent(const struct retrial *t, struct error *e)
{
    const struct recorded_end *end = &t->game->end;
    if (strcmp(end->rule, silent_rules[end->verdict]) != 0)
        return error_set(e, "it has a fault by a rule that does not know it");
    if (!t->game->players[end->blame].wire && end->verdict != VERDICT_TIMEOUT)
        return error_set(e, "a built-in player cannot make the fault that it tells");
    return t->referee.state != REFEREE_DONE ||
        error_set(e, "by its messages the game was over before that");
}

static bool retrial_check_end(const struct retrial *t, struct error *e)
{
    const struct recorded_end *end = &t->game->end;
    const struct result *result = &t->referee.result;
    if (silent_rules[end->verdict])
        return retrial_check_silent(t, e);
    bool same = t->referee.state == REFEREE_DONE && result->verdict == end->verdict &&
        result->winner == end->winner && result->blame == end->blame &&
        strcmp(result->rule, end->rule) == 0;
    return same || retrial_cannot_tell(t->game) ||
        error_set(e, "its messages do not show the end that it tells");
}

bool claimed_messages_check(const struct recorded_game *g, bool *out_of_memory, struct error *e)
{
    struct retrial t = {.game = g};
    retrial_begin(&t);
    retrial_play(&t);
    *out_of_memory = t.referee.state == REFEREE_DONE && t.referee.result.verdict == VERDICT_VOID;
    bool well = !*out_of_memory || error_set(e, "out of memory");
    if (well && (t.differs || t.moves != g->move_count))
        well = error_set(e, "its messages do not lead to its moves");
    well = well && (g->cut || retrial_check_end(&t, e));
    retrial_end(&t);
    return well;
}
