// The calls of libagon about one position: where it comes from, how it stands, how it looks.
#include "games/svg.h"
#include "library/opened.h"

#include <stdio.h>

int agon_start(struct agon_position *p, int game, const char *variant, struct agon_error *e)
{
    const struct game *g = sealed_game(game);
    struct error error = {0};
    position start;
    if (!p || !g) {
        error_set(&error, "%s", agon_status_words(g ? AGON_BAD_ARGUMENT : AGON_NO_GAME));
        sealed_error(e, &error);
        return g ? AGON_BAD_ARGUMENT : AGON_NO_GAME;
    }
    if (!g->start(&start, variant, &error)) {
        sealed_error(e, &error);
        return AGON_NO_VARIANT;
    }
    sealed_close(p, game, &start);
    return AGON_OK;
}

int agon_parse(struct agon_position *p, int game, const char *text, struct agon_error *e)
{
    const struct game *g = sealed_game(game);
    struct error error = {0};
    position parsed;
    if (!p || !text || !g) {
        error_set(&error, "%s", agon_status_words(g ? AGON_BAD_ARGUMENT : AGON_NO_GAME));
        sealed_error(e, &error);
        return g ? AGON_BAD_ARGUMENT : AGON_NO_GAME;
    }
    if (!g->parse(&parsed, text, &error)) {
        sealed_error(e, &error);
        return AGON_BAD_TEXT;
    }
    sealed_close(p, game, &parsed);
    return AGON_OK;
}

int agon_text(const struct agon_position *p, char *out, size_t bytes)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    if (!opened_can_write(out, bytes))
        return AGON_NO_ROOM;
    struct text t = text_fixed(out, bytes);
    o.game->print(&o.p, &t);
    return opened_written(&t);
}

int agon_game(const struct agon_position *p)
{
    struct opened o;
    return opened_of(p, &o) == AGON_OK ? o.number : AGON_NO_POSITION;
}

const char *agon_variant(const struct agon_position *p)
{
    struct opened o;
    return opened_of(p, &o) == AGON_OK ? o.game->variant(&o.p) : NULL;
}

int agon_turn(const struct agon_position *p)
{
    struct opened o;
    return opened_of(p, &o) == AGON_OK ? o.game->turn(&o.p) : AGON_NO_POSITION;
}

uint64_t agon_hash(const struct agon_position *p)
{
    struct opened o;
    return opened_of(p, &o) == AGON_OK ? position_hash(&o.p) : 0;
}

int agon_outcome(const struct agon_position *p, struct agon_outcome *out)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    const struct outcome result = o.game->outcome(&o.p);
    if (out) {
        *out = (struct agon_outcome){
            .over = result.over,
            .winner = !result.over        ? AGON_UNDECIDED
                : result.winner == NOBODY ? AGON_NOBODY
                                          : result.winner,
            .points = {result.points[0], result.points[1]},
            .rule = result.rule,
            .reason = result.reason,
        };
    }
    return result.over;
}

int agon_symmetry(const struct agon_position *p, int k, struct agon_position *out)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    if (!out || k < 0 || k >= o.game->symmetries)
        return AGON_BAD_ARGUMENT;
    const position turned = o.game->symmetry(&o.p, k);
    sealed_close(out, o.number, &turned);
    return AGON_OK;
}

int agon_perft(const struct agon_position *p, int depth, uint64_t *nodes, uint64_t *leaves)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    if (depth < 0)
        return AGON_BAD_ARGUMENT;
    struct perft_count count = {0};
    o.game->perft(&o.p, depth, &count);
    if (nodes)
        *nodes = count.nodes;
    if (leaves)
        *leaves = count.leaves;
    return AGON_OK;
}

int agon_features(const struct agon_position *p, uint8_t *out, size_t bytes)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    const size_t length = (size_t)o.encoding->length;
    const size_t needed = (size_t)encoding_planes(o.encoding) * length * length;
    if (!out || bytes < needed)
        return AGON_NO_ROOM;
    memset(out, 0, needed);
    o.encoding->features(&o.p, out);
    return (int)needed;
}

// Drawings

// The last move, as the drawing of `o` wants it. A last move that is none is left out.
static move drawn_last(const struct opened *o, const struct agon_position *before, int32_t last)
{
    struct opened b;
    if (opened_of(before, &b) != AGON_OK || b.game != o->game)
        return MOVE_NONE;
    return opened_legal_move(&b, last);
}

int agon_draw(const struct agon_position *p, const struct agon_position *before, int32_t last,
    int how, char *out, size_t bytes)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    if (how & ~(AGON_UNICODE | AGON_COLOUR))
        return AGON_BAD_ARGUMENT;
    if (!opened_can_write(out, bytes))
        return AGON_NO_ROOM;
    const struct drawing style = {
        .unicode = how & AGON_UNICODE,
        .colour = how & AGON_COLOUR,
        .last = drawn_last(&o, before, last),
    };
    struct text t = text_fixed(out, bytes);
    o.game->draw(&o.p, &style, &t);
    return opened_written(&t);
}

int agon_svg(const struct agon_position *p, const struct agon_position *before, int32_t last,
    char *out, size_t bytes)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    if (!opened_can_write(out, bytes))
        return AGON_NO_ROOM;
    const struct drawing style = {.last = drawn_last(&o, before, last)};
    struct text t = text_fixed(out, bytes);
    svg_write(&t, &(struct svg_frame){.title = o.game->title}, o.game, &o.p, &style);
    return opened_written(&t);
}
