// The games of a contest as text: headers in brackets and numbered moves, as PGN has them, or one
// JSON object per line. docs/report.md describes both.
#include "report/report_tables.h"

#include "base/clock.h"
#include "referee/recorded_words.h"
#include "report/json.h"
#include "report/played.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE_COLUMNS = 80 };

struct report_games_state {
    const struct report *report;
    const struct report_options *options;
    struct report_output *out;
    bool found;
};

static bool report_games_is_wanted(struct report_games_state *walk, const struct store_game *g)
{
    const struct report_options *options = walk->options;
    bool wanted = (options->player == NO_PLAYER || g->first_id == options->player ||
                      g->second_id == options->player) &&
        (options->game == 0 || g->play == options->game);
    walk->found = walk->found || wanted;
    return wanted;
}

static const char *report_games_score(const struct store_game *g)
{
    return g->winner == 0 ? "1-0" : g->winner == 1 ? "0-1" : "1/2-1/2";
}

// --- As PGN does it ---

// Quotes and backslashes get a backslash; what moves a cursor becomes a question mark.
static void report_games_tag(struct text *out, const char *name, const char *value)
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

static void report_games_tag_number(struct text *out, const char *name, int64_t number)
{
    text_format(out, "[%s \"%" PRId64 "\"]\n", name, number);
}

// Puts a word behind the others, on a new line where it would be too long.
static void report_games_add_word(struct text *out, size_t *column, const char *word)
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

static void report_games_put_moves(struct text *out, const char *moves, const char *score)
{
    size_t column = 0;
    for (int64_t number = 1; *moves != '\0'; number++) {
        char word[MOVE_TEXT_BYTES + 24];
        size_t length = strcspn(moves, " ");
        int shown = length < MOVE_TEXT_BYTES ? (int)length : MOVE_TEXT_BYTES;
        snprintf(word, sizeof word, "%" PRId64 ". %.*s", number, shown, moves);
        report_games_add_word(out, &column, word);
        moves += length + (moves[length] == ' ');
    }
    report_games_add_word(out, &column, score);
    text_string(out, "\n\n");
}

// --- What the bots said ---

// Reads what the record of the game has; for one game only, since records are long. Returns false
// if there is no record. Destroy `w` if it returns true.
static bool report_games_read_words(
    const struct report_games_state *walk, const struct store_game *g, struct recorded_words *w)
{
    struct text record = text_growing();
    struct error ignored; // agon verify tells what is wrong with records
    bool found = walk->options->game != 0 &&
        reader_record(walk->report->archive->reader, g->id, &record, &ignored) == STORED_FOUND;
    if (found)
        recorded_words_read(w, record.bytes, record.length);
    for (int seat = 0; found && walk->options->hides_stderr && seat < SEATS; seat++)
        text_clear(&w->stderr_text[seat]);
    text_destroy(&record);
    return found;
}

// Lines behind a semicolon, which is a comment in PGN.
static void report_games_put_lines(struct text *out, const struct text *said)
{
    for (const char *at = said->bytes; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        text_string(out, ";   ");
        text_visible(out, at, length);
        text_char(out, '\n');
        at += length + (at[length] == '\n');
    }
}

static void report_games_put_words(
    struct text *out, const struct store_game *g, const struct recorded_words *w)
{
    const char *const names[SEATS] = {g->first_name, g->second_name};
    bool any = false;
    for (int seat = 0; seat < SEATS; seat++) {
        if (g->blame == seat && w->last_message[seat].length > 0) {
            text_format(out, "; the last message of %s:\n", names[seat]);
            report_games_put_lines(out, &w->last_message[seat]);
            any = true;
        }
        if (w->stderr_text[seat].length > 0) {
            text_format(out, "; stderr of %s:\n", names[seat]);
            report_games_put_lines(out, &w->stderr_text[seat]);
            any = true;
        }
    }
    if (any)
        text_char(out, '\n');
}

static void report_games_key_words(
    struct text *out, const struct store_game *g, const struct recorded_words *w)
{
    if (g->blame >= 0 && g->blame < SEATS && w->last_message[g->blame].length > 0)
        json_key_text(out, "message", w->last_message[g->blame].bytes);
    text_string(out, ",\"stderr\":[");
    for (int seat = 0; seat < SEATS; seat++) {
        text_string(out, seat > 0 ? "," : "");
        text_json(out, w->stderr_text[seat].bytes);
    }
    text_char(out, ']');
}

// --- As text ---

static bool report_games_put_text(void *user, const struct store_game *g)
{
    struct report_games_state *walk = user;
    if (!report_games_is_wanted(walk, g))
        return true;
    const struct archive *a = walk->report->archive;
    struct text *t = &walk->out->text;
    report_games_tag(t, "Contest", a->name);
    report_games_tag(t, "Game", a->definition.game->name);
    report_games_tag(t, "Variant", a->definition.game->variant(&a->definition.start));
    report_games_tag_number(t, "Number", g->play);
    report_games_tag_number(t, "Pair", g->pair + 1);
    report_games_tag(t, "First", g->first_name);
    report_games_tag(t, "Second", g->second_name);
    report_games_tag(t, "Result", report_games_score(g));
    report_games_tag(t, "Verdict", g->verdict);
    if (g->rule[0] != '\0')
        report_games_tag(t, "Rule", g->rule);
    report_games_tag(t, "Explanation", g->explanation);
    report_games_tag(t, "Start", g->start);
    report_games_tag_number(t, "Moves", g->plies);
    text_char(t, '\n');
    report_games_put_moves(t, g->moves, report_games_score(g));
    struct recorded_words words;
    if (report_games_read_words(walk, g, &words)) {
        report_games_put_words(t, g, &words);
        recorded_words_destroy(&words);
    }
    report_flow(walk->out);
    return !walk->out->failed;
}

// --- As JSON ---

static void report_games_key_seat(struct text *out, const char *key, int64_t seat)
{
    text_format(out, ",\"%s\":", key);
    seat == STORE_NOBODY ? text_string(out, "null") : text_number(out, seat);
}

// Where the game ended; null if what is stored of it cannot be played.
static void report_games_key_end(
    struct text *out, const struct game *game, const struct store_game *g)
{
    position start, end;
    struct error e;
    const struct played played = {game, &start, g->moves};
    if (game->parse(&start, g->start, &e) && played_end(&played, &end)) {
        char array[POSITION_TEXT_BYTES];
        struct text words = TEXT_IN(array);
        game->print(&end, &words);
        json_key_text(out, "position", array);
    } else {
        text_string(out, ",\"position\":null");
    }
}

// By seat; null where it was not measured.
static void report_games_key_pondered(struct text *t, const struct store_game *g)
{
    const int64_t pondered[SEATS] = {g->first_pondered_ns, g->second_pondered_ns};
    text_string(t, ",\"pondered_seconds\":[");
    for (int seat = 0; seat < SEATS; seat++) {
        text_string(t, seat > 0 ? "," : "");
        if (pondered[seat] == STORE_NOT_MEASURED)
            text_string(t, "null");
        else
            text_format(t, "%.6f", (double)pondered[seat] / NS_PER_SECOND);
    }
    text_char(t, ']');
}

static bool report_games_put_json(void *user, const struct store_game *g)
{
    struct report_games_state *walk = user;
    if (!report_games_is_wanted(walk, g))
        return true;
    struct text *t = &walk->out->text;
    text_format(t, "{\"index\":%" PRId64 ",\"pair\":%" PRId64, g->play, g->pair + 1);
    json_key_text(t, "first", g->first_name);
    json_key_text(t, "second", g->second_name);
    report_games_key_seat(t, "winner", g->winner);
    report_games_key_seat(t, "blame", g->blame);
    json_key_text(t, "verdict", g->verdict);
    json_key_text(t, "rule", g->rule);
    json_key_text(t, "explanation", g->explanation);
    json_key_text(t, "start", g->start);
    json_key_text(t, "moves", g->moves);
    text_format(
        t, ",\"plies\":%" PRId64 ",\"seconds\":%.6f", g->plies, (double)g->wall_ns / NS_PER_SECOND);
    report_games_key_pondered(t, g);
    report_games_key_end(t, walk->report->definition->game, g);
    struct recorded_words words;
    if (report_games_read_words(walk, g, &words)) {
        report_games_key_words(t, g, &words);
        recorded_words_destroy(&words);
    }
    json_schema(t, "stored-game/1");
    text_string(t, "}\n");
    report_flow(walk->out);
    return !walk->out->failed;
}

// --- All of them ---

static bool report_games_walk(reader_game *each, const struct report *r,
    const struct report_options *options, struct report_output *out, struct error *e)
{
    struct report_games_state walk = {r, options, out, false};
    if (!reader_walk_games(r->archive->reader, READER_BY_PAIR, each, &walk, e))
        return false;
    return walk.found || options->game == 0 ||
        error_set(e, "there is no game %" PRId64 " in %.80s", options->game, r->archive->name);
}

bool report_games(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    return report_games_walk(report_games_put_text, r, options, out, e);
}

bool report_games_json(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    return report_games_walk(report_games_put_json, r, options, out, e);
}
