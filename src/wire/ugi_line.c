#include "wire/ugi_line.h"

#include <string.h>

#include "wire/engine_line.h"

void ugi_put_position(const struct game *game, const position *p, struct text *out)
{
    position start;
    text_string(out, "position ");
    if (game->start(&start, NULL, NULL) && position_equal(&start, p)) {
        text_string(out, "startpos");
        return;
    }
    text_string(out, "fen ");
    game->print(p, out);
}

// The text of a position may have blanks in it. It ends before the word "moves", or with the line.
static struct value ugi_take_fen(struct value *rest)
{
    struct value fen = {rest->at, rest->at}, word;
    for (struct value look = *rest; engine_line_word(&look, &word);) {
        struct value here = word;
        if (engine_line_take(&here, "moves")) {
            rest->at = word.at;
            return fen;
        }
        if (fen.at == fen.end)
            fen.at = word.at;
        fen.end = word.end;
    }
    rest->at = rest->end;
    return fen;
}

static bool ugi_play(const struct game *game, position *p, struct value word, struct error *e)
{
    move m;
    struct refusal why;
    if (!engine_line_move(game, p, word, &m, e))
        return false;
    if (!game->legal(p, m, &why))
        return error_set(
            e, "the move %.*s is not legal: %s", (int)(word.end - word.at), word.at, why.words);
    game->apply(p, m);
    return true;
}

bool ugi_read_position(
    const struct game *game, const position *start, struct value rest, position *p, struct error *e)
{
    char text[POSITION_TEXT_BYTES];
    position found = *start;
    if (engine_line_take(&rest, "fen")) {
        if (!engine_line_copy(ugi_take_fen(&rest), text, sizeof text))
            return error_set(e, "the position is too long");
        if (!game->parse(&found, text, e))
            return false;
    } else if (!engine_line_take(&rest, "startpos")) {
        return error_set(e, "a position is \"startpos\" or \"fen\" and a text");
    }
    struct value word;
    bool moves = engine_line_take(&rest, "moves");
    while (moves && engine_line_word(&rest, &word)) {
        if (!ugi_play(game, &found, word, e))
            return false;
    }
    *p = found;
    return true;
}

void ugi_read_go(struct value rest, struct ugi_go *go)
{
    *go = (struct ugi_go){0};
    const struct {
        const char *name;
        int64_t *value;
    } words[] = {
        {"p1time", &go->time_ms[0]},
        {"p2time", &go->time_ms[1]},
        {"p1inc", &go->increment_ms[0]},
        {"p2inc", &go->increment_ms[1]},
        {"movetime", &go->movetime_ms},
        {"depth", &go->depth},
        {"nodes", &go->nodes},
    };
    enum { WORDS = sizeof words / sizeof *words };
    struct value word;
    while (rest.at < rest.end) {
        size_t i = 0;
        while (i < WORDS && !engine_line_take(&rest, words[i].name))
            i++;
        // A clock that has run out is not the same as none.
        if (i < WORDS && engine_line_word(&rest, &word))
            engine_line_number(word, 1, INT32_MAX, words[i].value);
        else if (engine_line_take(&rest, "infinite"))
            go->infinite = true;
        else if (i == WORDS)
            engine_line_word(&rest, &word);
    }
}

void ugi_answer(const struct game *game, const position *p, struct value rest, struct text *out)
{
    static const char *const winners[SEATS] = {"p1win", "p2win"};
    struct outcome outcome = game->outcome(p);
    const char *answer = NULL;
    if (engine_line_take(&rest, "p1turn"))
        answer = game->turn(p) == 0 ? "true" : "false";
    else if (engine_line_take(&rest, "gameover"))
        answer = outcome.over ? "true" : "false";
    else if (engine_line_take(&rest, "result"))
        answer = !outcome.over         ? "none"
            : outcome.winner == NOBODY ? "draw"
                                       : winners[outcome.winner];
    if (answer)
        text_format(out, "response %s\n", answer);
}
