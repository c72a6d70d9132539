// Reads a record line by line, and follows the game by its rules.
#include "report/game_replay/parts.h"

#include "base/words.h"
#include "referee/record_form.h"
#include "referee/recorded_line.h"
#include "report/json.h"
#include "report/rulings.h"
#include "wire/wire.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct game_replay *game_replay_create(bool shows_stderr)
{
    struct game_replay *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->shows_stderr = shows_stderr;
    r->rest = text_growing();
    r->header = text_growing();
    for (int seat = 0; seat < SEATS; seat++)
        r->plays[seat] = text_growing();
    return r;
}

void game_replay_destroy(struct game_replay *r)
{
    if (!r)
        return;
    text_destroy(&r->rest);
    text_destroy(&r->header);
    for (int seat = 0; seat < SEATS; seat++)
        text_destroy(&r->plays[seat]);
    free(r);
}

bool game_replay_has_begun(const struct game_replay *r)
{
    return r->game != NULL;
}

bool game_replay_is_over(const struct game_replay *r)
{
    return r->ended;
}

// --- Values of a line ---

// Strict JSON in UTF-8: may be copied into a document as it is.
static bool game_replay_is_json(struct value v)
{
    const struct message m = {.bytes = v.at, .length = (size_t)(v.end - v.at)};
    struct value checked;
    return value_check(&m, &checked, NULL);
}

static bool game_replay_take_text(struct value line, const char *key, char *bytes, size_t capacity)
{
    struct value v;
    return value_member(line, key, &v) && value_string(v, bytes, capacity);
}

// --- Lines ---

// What stands in a command in place of a player whose own command is hidden.
static const char *const game_replay_placeholders[SEATS] = {"FIRST BOT", "SECOND BOT"};

// How a player is named in a command: as it was typed, or, where that is hidden, by a placeholder.
static bool game_replay_take_player(struct game_replay *r, int seat, struct value player)
{
    struct value name, typed;
    if (!value_member(player, "name", &name) || !value_member(player, "player", &typed) ||
        value_kind(name) != VALUE_STRING || value_kind(typed) != VALUE_STRING)
        return false;
    bool empty = typed.end - typed.at == 2; // only the quotes
    r->hides_player[seat] = empty || (!r->shows_stderr && typed.at[1] != '@');
    if (r->hides_player[seat]) {
        text_word(&r->plays[seat], game_replay_placeholders[seat]);
        return true;
    }
    size_t capacity = (size_t)(typed.end - typed.at) + 1; // decoded it is not longer
    char *word = malloc(capacity);
    bool taken = word && value_string(typed, word, capacity);
    if (taken)
        text_word(&r->plays[seat], word);
    free(word);
    return taken;
}

static bool game_replay_read_start(struct game_replay *r, struct value line, struct error *e)
{
    char name[MOVE_TEXT_BYTES], text[POSITION_TEXT_BYTES];
    const struct game *game = NULL;
    if (game_replay_take_text(line, "game", name, sizeof name))
        game = game_find(name, e);
    if (!game || !game_replay_take_text(line, "position", text, sizeof text) ||
        !game->parse(&r->start, text, e))
        return false;
    r->now = r->before = r->start;
    r->game = game;
    return true;
}

static bool game_replay_read_header(
    struct game_replay *r, struct value line, struct text *lines, struct error *e)
{
    (void)lines;
    struct value players, items[SEATS]; // no page needs the seed
    recorded_line_without_seed(&r->header, line.at, (size_t)(line.end - line.at));
    struct value header = game_replay_line(r->header.bytes, r->header.length);
    if (r->header.cut || !game_replay_is_json(header) ||
        !value_member(header, "players", &players) || value_items(players, items, SEATS) != SEATS)
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        if (value_kind(items[seat]) != VALUE_OBJECT ||
            !game_replay_take_player(r, seat, items[seat]))
            return false;
    }
    return game_replay_read_start(r, header, e);
}

// A message becomes a string, byte for byte as it was on the wire.
static bool game_replay_read_message(
    struct game_replay *r, struct value line, struct text *lines, struct error *e)
{
    (void)r;
    (void)e;
    struct value message;
    bool raw = value_member(line, "message", &message);
    if (!raw && (!value_member(line, "text", &message) || !game_replay_is_json(message)))
        return false;
    text_string(lines, "{\"type\":");
    struct value type;
    value_member(line, "type", &type);
    game_replay_copy(lines, type);
    game_replay_copy_key(lines, line, "seat");
    game_replay_copy_key(lines, line, "at_us");
    text_string(lines, ",\"text\":");
    if (raw)
        text_json_bytes(lines, message.at, (size_t)(message.end - message.at));
    else
        game_replay_copy(lines, message);
    text_string(lines, "}\n");
    return true;
}

// The line without its last brace: more keys follow.
static void game_replay_open_line(struct text *lines, struct value line)
{
    text_json_copy(lines, line.at, (size_t)(line.end - line.at) - 1);
}

static bool game_replay_read_move(
    struct game_replay *r, struct value line, struct text *lines, struct error *e)
{
    char word[MOVE_TEXT_BYTES], words[MOVE_WORDS_BYTES];
    int64_t seat;
    struct value v;
    move m;
    position after = r->now;
    if (!game_replay_is_json(line) || !game_replay_take_text(line, "move", word, sizeof word) ||
        !value_member(line, "seat", &v) || !value_integer(v, &seat))
        return false;
    if (!recorded_line_play(r->game, &after, (int)seat, word, &m, e))
        return false;
    struct text described = TEXT_IN(words);
    r->game->describe_move(&r->now, m, &described);
    r->before = r->now;
    r->now = after;
    r->moves++;
    game_replay_open_line(lines, line);
    text_char(lines, ',');
    game_replay_put_state(lines, r->game, &r->now);
    json_key_text(lines, "words", words);
    text_string(lines, "}\n");
    return true;
}

static bool game_replay_read_plain(
    struct game_replay *r, struct value line, struct text *lines, struct error *e)
{
    (void)r;
    (void)e;
    if (!game_replay_is_json(line))
        return false;
    game_replay_copy(lines, line);
    text_char(lines, '\n');
    return true;
}

static bool game_replay_read_cut(
    struct game_replay *r, struct value line, struct text *lines, struct error *e)
{
    r->cut = true;
    return game_replay_read_plain(r, line, lines, e);
}

static bool game_replay_read_stderr(
    struct game_replay *r, struct value line, struct text *lines, struct error *e)
{
    return !r->shows_stderr || game_replay_read_plain(r, line, lines, e);
}

// Where one would play on: in the position of the fault; after a regular end, before the last move.
// False: that is not known.
static bool game_replay_last_position(
    const struct game_replay *r, struct value end, char text[POSITION_TEXT_BYTES])
{
    struct value refused;
    struct error ignored; // then there is no command
    if (value_member(end, "refused", &refused) && value_kind(refused) == VALUE_OBJECT &&
        game_replay_take_text(refused, "position", text, POSITION_TEXT_BYTES)) {
        position p;
        return r->game->parse(&p, text, &ignored) && !r->game->outcome(&p).over;
    }
    const position *p = r->game->outcome(&r->now).over ? &r->before : &r->now;
    struct text printed = text_fixed(text, POSITION_TEXT_BYTES);
    r->game->print(p, &printed);
    return !r->cut && !r->game->outcome(p).over;
}

// agon play GAME A B --position TEXT, with the protocols that are not the usual one.
static void game_replay_put_command(struct text *out, const struct game_replay *r, const char *text)
{
    static const char *const options[SEATS] = {"wire-first", "wire-second"};
    struct value header = game_replay_line(r->header.bytes, r->header.length), players,
                 items[SEATS], wire;
    text_format(out, "agon play %s %s %s", r->game->name, r->plays[0].bytes, r->plays[1].bytes);
    value_member(header, "players", &players);
    value_items(players, items, SEATS);
    for (int seat = 0; seat < SEATS; seat++) {
        char name[MOVE_TEXT_BYTES];
        const struct wire *w = NULL;
        struct error ignored; // a wire that there is no more
        if (value_member(items[seat], "wire", &wire) && value_string(wire, name, sizeof name))
            w = wire_find(name, &ignored);
        if (w && w != wire_default(r->game))
            text_format(out, " --%s %s", options[seat], name);
    }
    text_string(out, " --position ");
    text_word(out, text);
}

// The placeholders in that command, by seat; null: the player stands there itself.
static void game_replay_put_placeholders(struct text *out, const struct game_replay *r)
{
    text_string(out, ",\"placeholders\":[");
    for (int seat = 0; seat < SEATS; seat++) {
        text_string(out, seat > 0 ? "," : "");
        if (r->hides_player[seat])
            text_json(out, game_replay_placeholders[seat]);
        else
            text_string(out, "null");
    }
    text_char(out, ']');
}

static void game_replay_put_end_keys(
    const struct game_replay *r, struct value line, struct text *lines)
{
    char rule[8], position_text[POSITION_TEXT_BYTES];
    struct text words = text_growing();
    text_string(lines, ",\"rule_text\":");
    if (game_replay_take_text(line, "rule", rule, sizeof rule) && rulings_words(rule, &words))
        text_json_bytes(lines, words.bytes, words.length);
    else
        text_string(lines, "null");
    text_clear(&words);
    text_string(lines, ",\"command\":");
    if (game_replay_last_position(r, line, position_text)) {
        game_replay_put_command(&words, r, position_text);
        text_json_bytes(lines, words.bytes, words.length);
        game_replay_put_placeholders(lines, r);
    } else {
        text_string(lines, "null");
    }
    lines->cut = lines->cut || words.cut;
    text_destroy(&words);
}

static bool game_replay_read_end(
    struct game_replay *r, struct value line, struct text *lines, struct error *e)
{
    (void)e;
    struct value answer;
    if (!game_replay_is_json(line))
        return false;
    r->ended = true;
    game_replay_open_line(lines, line);
    game_replay_put_end_keys(r, line, lines);
    text_string(lines, ",\"charge\":");
    if (value_member(line, "answer", &answer))
        game_replay_copy(lines, answer);
    else
        text_string(lines, "null");
    text_string(lines, "}\n");
    return true;
}

static bool (*const game_replay_readers[RECORD_LINES])(
    struct game_replay *r, struct value line, struct text *lines, struct error *e) = {
    [RECORD_GAME] = game_replay_read_header,
    [RECORD_TO] = game_replay_read_message,
    [RECORD_FROM] = game_replay_read_message,
    [RECORD_MOVE] = game_replay_read_move,
    [RECORD_NOTE] = game_replay_read_plain,
    [RECORD_STDERR] = game_replay_read_stderr,
    [RECORD_PONDERING] = game_replay_read_plain,
    [RECORD_CUT] = game_replay_read_cut,
    [RECORD_END] = game_replay_read_end,
};

static bool game_replay_read_line(
    struct game_replay *r, const char *bytes, size_t length, struct text *lines, struct error *e)
{
    enum record_line which;
    struct error why = {.words = ""};
    int64_t number = ++r->line_count;
    if (!record_form_read(bytes, length, number, &which, e))
        return false;
    if ((number == 1) != (which == RECORD_GAME) || r->ended || (r->cut && which != RECORD_END))
        return error_set(e, "line %" PRId64 " is out of place", number);
    struct text mended = text_growing();
    bool has_nul = recorded_line_without_nul(&mended, bytes, length) && !mended.cut;
    struct value line =
        has_nul ? game_replay_line(mended.bytes, mended.length) : game_replay_line(bytes, length);
    bool read = game_replay_readers[which](r, line, lines, &why);
    text_destroy(&mended);
    if (read)
        return true;
    return error_set(e, "line %" PRId64 " cannot be read%s%.*s", number,
        why.words[0] != '\0' ? ": " : "", ERROR_WORDS_BYTES / 2, why.words);
}

static bool game_replay_take(
    struct game_replay *r, const char *bytes, size_t length, struct text *lines, struct error *e)
{
    if (length > GAME_REPLAY_MOST_BYTES - r->bytes)
        return error_set(e, "the record is longer than %d bytes", GAME_REPLAY_MOST_BYTES);
    r->bytes += length;
    for (const char *end = bytes + length; bytes < end;) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        const char *stop = newline ? newline : end;
        bool begun = r->rest.length > 0;
        if (!newline || begun)
            text_bytes(&r->rest, bytes, (size_t)(stop - bytes));
        if (r->rest.cut)
            return error_set(e, "no memory for line %" PRId64, r->line_count + 1);
        if (newline &&
            !game_replay_read_line(r, begun ? r->rest.bytes : bytes,
                begun ? r->rest.length : (size_t)(newline - bytes), lines, e))
            return false;
        if (newline)
            text_clear(&r->rest);
        bytes = newline ? newline + 1 : end;
    }
    return !lines->cut || error_set(e, "no memory for the lines");
}

bool game_replay_feed(
    struct game_replay *r, const char *bytes, size_t length, struct text *lines, struct error *e)
{
    r->failed = r->failed || !game_replay_take(r, bytes, length, lines, &r->error);
    if (r->failed && e)
        *e = r->error;
    return !r->failed;
}
