#include "report/rules_document.h"

#include "report/json.h"
#include "report/page_files.h"
#include "report/rulings.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void rules_put_move(
    struct text *out, const struct game *game, const position *p, move m, const char *before)
{
    char bytes[MOVE_TEXT_BYTES];
    struct text printed = TEXT_IN(bytes);
    game->print_move(p, m, &printed);
    text_string(out, before);
    text_json(out, bytes);
}

// "position", "turn" and the legal moves under the key `moves_key`, after a comma if there is one.
static void rules_put_state(
    struct text *out, const struct game *game, const position *p, const char *moves_key)
{
    char bytes[POSITION_TEXT_BYTES];
    struct text printed = TEXT_IN(bytes);
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    game->print(p, &printed);
    text_string(out, "\"position\":");
    text_json(out, bytes);
    text_string(out, ",\"turn\":");
    count == 0 ? text_string(out, "null") : text_number(out, game->turn(p));
    text_format(out, ",\"%s\":[", moves_key);
    for (int i = 0; i < count; i++)
        rules_put_move(out, game, p, moves[i], i > 0 ? "," : "");
    text_char(out, ']');
}

void rules_document(struct text *out, const struct game *game)
{
    char path[64];
    position start;
    snprintf(path, sizeof path, "rules/%s.md", game->name);
    const struct page_file *page = page_file_text(path);
    assert(page && "web/meson.build embeds the page of every game");
    game->start(&start, NULL, NULL);
    text_string(out, "{\"game\":");
    text_json(out, game->name);
    json_key_text(out, "title", game->title);
    text_string(out, ",\"variants\":[");
    for (const char *const *v = game->variants; *v; v++) {
        text_string(out, v == game->variants ? "" : ",");
        text_json(out, *v);
    }
    text_char(out, ']');
    json_key_text(out, "notation", game->notation);
    text_string(out, ",\"seat_names\":[");
    text_json(out, game->seat_names[0]);
    text_char(out, ',');
    text_json(out, game->seat_names[1]);
    text_string(out, "],\"page\":");
    text_json_bytes(out, page->bytes, page->length);
    text_string(out, ",\"rulings\":");
    rulings_json(out, game);
    text_string(out, ",\"start\":{");
    rules_put_state(out, game, &start, "legal");
    text_char(out, '}');
    json_schema(out, "rules/1");
    text_string(out, "}\n");
}

// --- Trying a move ---

// What cannot be read. `what` is "position" or "move".
static void rules_put_unread(struct text *out, const char *what, const struct error *e)
{
    char bytes[ERROR_WORDS_BYTES + 64];
    struct text words = TEXT_IN(bytes);
    text_format(&words, "the %s cannot be read: %s", what, e->words);
    if (e->has_at)
        text_format(&words, " (byte %zu)", e->at);
    text_string(out, "{\"legal\":false,\"refusal\":null,\"words\":");
    text_json(out, bytes);
}

static void rules_put_refusal(struct text *out, const struct refusal *why)
{
    text_string(out, "{\"legal\":false,\"refusal\":{\"rule\":");
    text_json(out, why->rule);
    json_key_text(out, "words", why->words);
    json_key_text(out, "expected", why->expected);
    json_key_text(out, "seen", why->seen);
    text_char(out, '}');
}

static void rules_put_outcome(struct text *out, const struct game *game, const position *p)
{
    struct outcome o = game->outcome(p);
    text_string(out, ",\"outcome\":");
    if (!o.over) {
        text_string(out, "null");
        return;
    }
    text_string(out, "{\"winner\":");
    o.winner == NOBODY ? text_string(out, "null") : text_number(out, o.winner);
    json_key_text(out, "rule", o.rule);
    json_key_text(out, "reason", o.reason);
    text_char(out, '}');
}

static void rules_put_played(struct text *out, const struct game *game, position *p, move m)
{
    char bytes[MOVE_WORDS_BYTES];
    struct text words = TEXT_IN(bytes);
    game->describe_move(p, m, &words);
    rules_put_move(out, game, p, m, "{\"legal\":true,\"move\":");
    json_key_text(out, "words", bytes);
    text_char(out, ',');
    game->apply(p, m);
    rules_put_state(out, game, p, "moves");
    rules_put_outcome(out, game, p);
}

static void rules_put_answer(
    struct text *out, const struct game *game, position *p, const char *move_text)
{
    struct error e;
    struct refusal why;
    move m;
    if (!move_text) {
        text_string(out, "{\"legal\":null,");
        rules_put_state(out, game, p, "moves");
        rules_put_outcome(out, game, p);
    } else if (!game->parse_move(p, move_text, &m, &e)) {
        rules_put_unread(out, "move", &e);
    } else if (!game->legal(p, m, &why)) {
        rules_put_refusal(out, &why);
    } else {
        rules_put_played(out, game, p, m);
    }
}

void rules_try(
    struct text *out, const struct game *game, const char *position_text, const char *move_text)
{
    struct error e = {.words = ""};
    position p;
    bool read = position_text ? game->parse(&p, position_text, &e) : game->start(&p, NULL, &e);
    if (read)
        rules_put_answer(out, game, &p, move_text);
    else
        rules_put_unread(out, "position", &e);
    json_schema(out, "try/1");
    text_string(out, "}\n");
}
