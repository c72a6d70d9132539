#include "wire/explain.h"

#include "wire/protocols/protocol.h"

// Whether the slip means that the bot thought of another position than that of the request.
static bool explain_is_elsewhere(enum slip slip)
{
    return slip == SLIP_STALE || slip == SLIP_OTHER_PLAYER;
}

// Whether the move would be legal without the slip, in the position that the bot thought of.
static bool explain_is_true(
    const struct wire_stream *s, const struct attempt_try *t, const position *before)
{
    const struct game *game = s->wire->game;
    const struct protocol *protocol = s->wire->protocol;
    if (t->move == MOVE_NONE)
        return false;
    if (!explain_is_elsewhere(t->slip))
        return game->legal(&s->asked, t->move, NULL);
    if (!protocol->imagine || (t->slip == SLIP_STALE && !before))
        return false;
    bool stale = t->slip == SLIP_STALE;
    position p = stale ? *before : s->asked;
    protocol->imagine(&p, &s->asked, stale ? s->seat : 1 - s->seat);
    return game->legal(&p, t->move, NULL);
}

static void explain_find_slips(const struct wire_stream *s, const struct attempt *a,
    const position *before, struct explanation *x)
{
    for (int i = 0; i < a->count; i++) {
        const struct attempt_try *t = &a->tries[i];
        if (!explain_is_true(s, t, before))
            continue;
        x->possible |= SLIP_BIT(t->slip);
        if (x->slip_count == EXPLAINED_SLIPS)
            continue;
        x->slips[x->slip_count++] =
            (struct explained_slip){t->slip, explain_is_elsewhere(t->slip) ? MOVE_NONE : t->move};
    }
}

void wire_explain(const struct wire_stream *s, const struct message *m, const position *before,
    struct explanation *x)
{
    *x = (struct explanation){.wire = s->wire, .position = s->asked, .tried = MOVE_NONE};
    memcpy(x->name, s->name, sizeof x->name);
    move moves[MOVES_MAX];
    x->legal_count = s->wire->game->moves(&s->asked, moves);
    for (int i = 0; i < EXPLAINED_MOVES; i++)
        x->legal[i] = i < x->legal_count ? moves[i] : MOVE_NONE;

    struct value root;
    struct attempt attempt = {.move = MOVE_NONE, .meaning = TEXT_IN(x->meaning)};
    if (!s->wire->protocol->attempt || !wire_check(s->wire, m, &root, NULL))
        return;
    s->wire->protocol->attempt(s, root, &attempt);
    x->tried = attempt.move;
    explain_find_slips(s, &attempt, before, x);
}

// --- In words ---

void explanation_move(const struct explanation *x, move m, struct text *out)
{
    struct wire_bot bot = {.wire = x->wire, .position = x->position};
    memcpy(bot.name, x->name, sizeof bot.name);
    char message[512];
    struct text line = TEXT_IN(message);
    wire_bot_move(&bot, m, &line);
    text_bytes(out, message, strcspn(message, "\n"));
}

void explanation_slip(const struct explanation *x, const struct explained_slip *s, struct text *out)
{
    text_string(out, slips[s->slip].words);
    if (s->meant == MOVE_NONE)
        return;
    text_string(out, ": ");
    explanation_move(x, s->meant, out);
    text_string(out, " would be legal");
}

// A message is JSON; the line of an engine becomes a string.
static void explain_put_message(const struct explanation *x, move m, struct text *out)
{
    char bytes[MOVE_TEXT_BYTES * 2];
    struct text line = TEXT_IN(bytes);
    if (x->wire->engine) {
        explanation_move(x, m, &line);
        text_json(out, bytes);
    } else {
        explanation_move(x, m, out);
    }
}

static void explain_put_legal(const struct explanation *x, struct text *out)
{
    text_format(out, ",\"legal_count\":%d,\"legal\":[", x->legal_count);
    for (int i = 0; i < EXPLAINED_MOVES && x->legal[i] != MOVE_NONE; i++) {
        if (i > 0)
            text_char(out, ',');
        explain_put_message(x, x->legal[i], out);
    }
    text_char(out, ']');
}

static void explain_put_slip(
    const struct explanation *x, const struct explained_slip *s, struct text *out)
{
    char bytes[512];
    struct text words = TEXT_IN(bytes);
    explanation_slip(x, s, &words);
    text_format(out, "{\"id\":\"%s\",\"words\":", slips[s->slip].id);
    text_json(out, bytes);
    if (s->meant != MOVE_NONE) {
        text_string(out, ",\"meant\":");
        explain_put_message(x, s->meant, out);
    }
    text_char(out, '}');
}

void explanation_json(const struct explanation *x, struct text *out)
{
    char bytes[POSITION_TEXT_BYTES];
    struct text words = TEXT_IN(bytes);
    x->wire->game->print(&x->position, &words);
    text_string(out, "{\"position\":");
    text_json(out, bytes);
    text_string(out, ",\"meaning\":");
    if (x->meaning[0] != '\0')
        text_json(out, x->meaning);
    else
        text_string(out, "null");
    explain_put_legal(x, out);
    text_string(out, ",\"slips\":[");
    for (int i = 0; i < x->slip_count; i++) {
        if (i > 0)
            text_char(out, ',');
        explain_put_slip(x, &x->slips[i], out);
    }
    text_string(out, "]}");
}
