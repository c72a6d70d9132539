// The games of a contest as text: headers in brackets and numbered moves, as PGN has them, or one
// JSON object per line. docs/report.md describes both.
#include "cli/report.h"

#include "base/clock.h"
#include "report/json.h"
#include "report/played.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE_COLUMNS = 80 };

struct game_walk {
    const struct report *report;
    const struct report_wish *wish;
    struct report_output *out;
    bool found;
};

static bool is_wanted(struct game_walk *walk, const struct store_game *g)
{
    const struct report_wish *w = walk->wish;
    bool wanted =
        (w->player == NO_PLAYER || g->first_id == w->player || g->second_id == w->player) &&
        (w->game == 0 || g->play == w->game);
    walk->found = walk->found || wanted;
    return wanted;
}

static const char *score_of(const struct store_game *g)
{
    return g->winner == 0 ? "1-0" : g->winner == 1 ? "0-1" : "1/2-1/2";
}

// --- As PGN does it ---

// Quotes and backslashes get a backslash; what moves a cursor becomes a question mark.
static void tag(struct text *out, const char *name, const char *value)
{
    text_format(out, "[%s \"", name);
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\')
            text_char(out, '\\');
        bool control = (unsigned char)*value < ' ' || *value == 0x7F;
        text_char(out, control ? '?' : *value);
    }
    text_string(out, "\"]\n");
}

static void tag_number(struct text *out, const char *name, int64_t number)
{
    text_format(out, "[%s \"%" PRId64 "\"]\n", name, number);
}

// Puts a word behind the others, on a new line where it would be too long.
static void add_word(struct text *out, size_t *column, const char *word)
{
    size_t length = strlen(word);
    if (*column > 0 && *column + 1 + length > LINE_COLUMNS) {
        text_char(out, '\n');
        *column = 0;
    }
    if (*column > 0)
        text_char(out, ' ');
    text_bytes(out, word, length);
    *column += length + (*column > 0);
}

static void put_moves(struct text *out, const char *moves, const char *score)
{
    size_t column = 0;
    for (int64_t number = 1; *moves != '\0'; number++) {
        char word[MOVE_TEXT_BYTES + 24];
        size_t length = strcspn(moves, " ");
        int shown = length < MOVE_TEXT_BYTES ? (int)length : MOVE_TEXT_BYTES;
        snprintf(word, sizeof word, "%" PRId64 ". %.*s", number, shown, moves);
        add_word(out, &column, word);
        moves += length + (moves[length] == ' ');
    }
    add_word(out, &column, score);
    text_string(out, "\n\n");
}

static bool put_game(void *user, const struct store_game *g)
{
    struct game_walk *walk = user;
    if (!is_wanted(walk, g))
        return true;
    const struct archive *a = &walk->report->archive;
    struct text *t = &walk->out->text;
    tag(t, "Contest", a->name);
    tag(t, "Game", a->definition.game->name);
    tag(t, "Variant", a->definition.game->variant(&a->definition.start));
    tag_number(t, "Number", g->play);
    tag_number(t, "Pair", g->pair + 1);
    tag(t, "First", g->first_name);
    tag(t, "Second", g->second_name);
    tag(t, "Result", score_of(g));
    tag(t, "Verdict", g->verdict);
    if (g->rule[0] != '\0')
        tag(t, "Rule", g->rule);
    tag(t, "Explanation", g->explanation);
    tag(t, "Start", g->start);
    tag_number(t, "Moves", g->plies);
    text_char(t, '\n');
    put_moves(t, g->moves, score_of(g));
    report_flow(walk->out);
    return !walk->out->failed;
}

// --- As JSON ---

static void key_text(struct text *out, const char *key, const char *value)
{
    text_format(out, ",\"%s\":", key);
    text_json(out, value);
}

static void key_seat(struct text *out, const char *key, int64_t seat)
{
    text_format(out, ",\"%s\":", key);
    seat == STORE_NOBODY ? text_string(out, "null") : text_number(out, seat);
}

// Where the game ended; null if what is stored of it cannot be played.
static void key_end(struct text *out, const struct game *game, const struct store_game *g)
{
    position start, end;
    struct error e;
    const struct played played = {game, &start, g->moves};
    if (game->parse(&start, g->start, &e) && played_end(&played, &end)) {
        char array[POSITION_TEXT_BYTES];
        struct text words = TEXT_IN(array);
        game->print(&end, &words);
        key_text(out, "position", array);
    } else {
        text_string(out, ",\"position\":null");
    }
}

static bool put_game_json(void *user, const struct store_game *g)
{
    struct game_walk *walk = user;
    if (!is_wanted(walk, g))
        return true;
    struct text *t = &walk->out->text;
    text_format(t, "{\"index\":%" PRId64 ",\"pair\":%" PRId64, g->play, g->pair + 1);
    key_text(t, "first", g->first_name);
    key_text(t, "second", g->second_name);
    key_seat(t, "winner", g->winner);
    key_seat(t, "blame", g->blame);
    key_text(t, "verdict", g->verdict);
    key_text(t, "rule", g->rule);
    key_text(t, "explanation", g->explanation);
    key_text(t, "start", g->start);
    key_text(t, "moves", g->moves);
    text_format(
        t, ",\"plies\":%" PRId64 ",\"seconds\":%.6f", g->plies, (double)g->wall_ns / NS_PER_SECOND);
    key_end(t, walk->report->archive.definition.game, g);
    json_schema(t, "stored-game/1");
    text_string(t, "}\n");
    report_flow(walk->out);
    return !walk->out->failed;
}

// --- All of them ---

static bool walk_games(reader_game *each, struct report *r, const struct report_wish *w,
    struct report_output *out, struct error *e)
{
    struct game_walk walk = {r, w, out, false};
    if (!reader_walk_games(r->archive.reader, READER_BY_PAIR, each, &walk, e))
        return false;
    return walk.found || w->game == 0 ||
        error_set(e, "there is no game %" PRId64 " in %.80s", w->game, r->archive.name);
}

bool report_games(
    struct report *r, const struct report_wish *w, struct report_output *out, struct error *e)
{
    return walk_games(put_game, r, w, out, e);
}

bool report_games_json(
    struct report *r, const struct report_wish *w, struct report_output *out, struct error *e)
{
    return walk_games(put_game_json, r, w, out, e);
}
