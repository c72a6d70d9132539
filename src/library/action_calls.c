// The calls of libagon about actions: which are legal, what one does, how it is written.
#include "library/opened.h"
#include "library/playout.h"

#include <stdio.h>

int agon_legal(const struct agon_position *p, int32_t *actions, size_t capacity)
{
    struct opened o;
    move moves[MOVES_MAX];
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    const int count = o.game->moves(&o.p, moves);
    if ((size_t)count > capacity || (count > 0 && !actions))
        return AGON_NO_ROOM;
    for (int i = 0; i < count; i++)
        actions[i] = o.encoding->action(&o.p, moves[i]);
    return count;
}

int agon_mask(const struct agon_position *p, uint8_t *mask, size_t bytes)
{
    struct opened o;
    move moves[MOVES_MAX];
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    if (!mask || bytes < (size_t)o.encoding->actions)
        return AGON_NO_ROOM;
    const int count = o.game->moves(&o.p, moves);
    memset(mask, 0, (size_t)o.encoding->actions);
    for (int i = 0; i < count; i++)
        mask[o.encoding->action(&o.p, moves[i])] = 1;
    return count;
}

// Fills `out`, which may be NULL.
static void action_refused(const struct refusal *why, struct agon_refusal *out)
{
    if (!out)
        return;
    *out = (struct agon_refusal){0};
    snprintf(out->rule, sizeof out->rule, "%s", why->rule);
    snprintf(out->words, sizeof out->words, "%s", why->words);
    snprintf(out->expected, sizeof out->expected, "%s", why->expected);
    snprintf(out->seen, sizeof out->seen, "%s", why->seen);
}

int agon_is_legal(const struct agon_position *p, int32_t action, struct agon_refusal *why)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    struct refusal refusal = {0};
    // The rules know what to say of a number that means nothing.
    if (o.game->legal(&o.p, opened_move(&o, action), why ? &refusal : NULL))
        return 1;
    action_refused(&refusal, why);
    return 0;
}

int agon_apply(struct agon_position *p, int32_t action)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    const move m = opened_legal_move(&o, action);
    if (m == MOVE_NONE)
        return AGON_ILLEGAL;
    o.game->apply(&o.p, m);
    sealed_close(p, o.number, &o.p);
    return AGON_OK;
}

int32_t agon_forced(const struct agon_position *p)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    const move m = o.game->forced ? o.game->forced(&o.p) : MOVE_NONE;
    return m == MOVE_NONE ? AGON_NO_ACTION : o.encoding->action(&o.p, m);
}

// What both texts of an action have in common.
static int action_printed(
    const struct agon_position *p, int32_t action, char *out, size_t bytes, bool described)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    const move m = opened_legal_move(&o, action);
    if (m == MOVE_NONE)
        return AGON_ILLEGAL;
    if (!opened_can_write(out, bytes))
        return AGON_NO_ROOM;
    struct text t = text_fixed(out, bytes);
    if (described)
        o.game->describe_move(&o.p, m, &t);
    else
        o.game->print_move(&o.p, m, &t);
    return opened_written(&t);
}

int agon_action_text(const struct agon_position *p, int32_t action, char *out, size_t bytes)
{
    return action_printed(p, action, out, bytes, false);
}

int agon_describe(const struct agon_position *p, int32_t action, char *out, size_t bytes)
{
    return action_printed(p, action, out, bytes, true);
}

int32_t agon_parse_action(
    const struct agon_position *p, const char *text, struct agon_refusal *why, struct agon_error *e)
{
    struct opened o;
    struct error error = {0};
    struct refusal refusal = {0};
    move m;
    int status = opened_of(p, &o);
    if (status == AGON_OK && !text)
        status = AGON_BAD_ARGUMENT;
    if (status != AGON_OK) {
        error_set(&error, "%s", agon_status_words(status));
    } else if (!o.game->parse_move(&o.p, text, &m, &error)) {
        status = AGON_BAD_TEXT;
    } else if (!o.game->legal(&o.p, m, &refusal)) {
        status = AGON_ILLEGAL;
        error_set(&error, "%s (rule %s)", refusal.words, refusal.rule);
        action_refused(&refusal, why);
    } else {
        return o.encoding->action(&o.p, m);
    }
    sealed_error(e, &error);
    return status;
}

int32_t agon_symmetry_action(const struct agon_position *p, int32_t action, int k)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    const move m = opened_legal_move(&o, action);
    if (m == MOVE_NONE)
        return AGON_ILLEGAL;
    if (k < 0 || k >= o.game->symmetries)
        return AGON_BAD_ARGUMENT;
    const position turned = o.game->symmetry(&o.p, k);
    return o.encoding->action(&turned, o.game->symmetry_move(&o.p, m, k));
}

int32_t agon_random_action(const struct agon_position *p, uint64_t seed)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    const move m = playout_draw(o.game, &o.p, seed);
    return m == MOVE_NONE ? AGON_OVER : o.encoding->action(&o.p, m);
}
