#include "report/game_line.h"

#include "base/clock.h"
#include "base/columns.h"
#include "report/json.h"

#include <inttypes.h>
#include <string.h>

enum { POINTER_COLUMNS = 100, BOARD_INDENT = 7, LEGAL_SHORT_BYTES = 24 };

// --- One line for people ---

// Names of any letters stand below each other.
static void game_line_names(
    struct text *out, const char *left, const char *does, const char *right, int name_columns)
{
    columns_pad(out, left, name_columns);
    text_format(out, "  %s ", does);
    columns_pad(out, right, name_columns);
    text_string(out, "  ");
}

static void game_line_fault(struct text *out, const struct result *r)
{
    char array[64];
    struct text what = TEXT_IN(array);
    text_string(&what, verdicts[r->verdict].code);
    if (r->verdict != VERDICT_NO_START) // then there is no game to have moves
        text_format(&what, " at move %d", r->moves + 1);
    text_format(
        out, "%-22s  %s%s%s", array, r->rule, r->rule[0] != '\0' ? ": " : "", r->fault.words);
}

void game_line_text(struct text *out, const struct game_line *g, int name_columns)
{
    const struct result *r = g->result;
    const char *const *names = g->names;
    struct text line = text_growing();
    text_format(&line, "%3" PRId64 "  ", g->number);
    if (r->verdict == VERDICT_VOID) {
        game_line_names(&line, names[0], "and     ", names[1], name_columns);
        text_string(&line, r->explanation);
    } else if (r->blame != NOBODY) {
        game_line_names(&line, names[r->blame], "loses to", names[1 - r->blame], name_columns);
        game_line_fault(&line, r);
    } else {
        int left = r->winner == NOBODY ? 0 : r->winner;
        const char *does = r->winner == NOBODY ? "draws   " : "beats   ";
        game_line_names(&line, names[left], does, names[1 - left], name_columns);
        text_format(&line, "%-22s %3d move%s  %6.3f s", r->reason, r->moves,
            r->moves == 1 ? " " : "s", (double)r->wall_ns / NS_PER_SECOND);
    }
    text_visible(out, line.bytes, line.length);
    text_char(out, '\n');
    text_destroy(&line);
}

// --- The lines below it ---

// One line of a bot's own text: no escape sequence of its reaches the terminal. Returns how many
// columns the letters before the byte `at` take.
static int game_line_safely(struct text *out, const char *bytes, size_t length, size_t at)
{
    int columns = 0;
    for (size_t i = 0; i < length;) {
        struct letter letter = letter_at(bytes + i, length - i);
        if (letter.shown)
            text_bytes(out, bytes + i, letter.bytes);
        else
            text_char(out, bytes[i] == '\t' || bytes[i] == '\r' ? ' ' : '?');
        i += letter.bytes;
        columns += i <= at ? letter.columns : 0;
    }
    text_char(out, '\n');
    return columns;
}

static size_t game_line_length(const char *bytes, size_t length)
{
    const char *newline = memchr(bytes, '\n', length);
    return newline ? (size_t)(newline - bytes) : length;
}

static void game_line_label(struct text *out, const char *label)
{
    text_format(out, "       %-12s", label);
}

static void game_line_detail(struct text *out, const char *label, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        size_t line = game_line_length(text + at, length - at);
        game_line_label(out, at == 0 ? label : "");
        game_line_safely(out, text + at, line, 0);
        at += line + 1;
    }
}

// How many bytes of the message are kept in the result.
static size_t game_line_kept_bytes(const struct result *r)
{
    size_t most = sizeof r->message - 1;
    return r->message_bytes < most ? r->message_bytes : most;
}

// The message line by line, and a pointer below the line in which it is wrong.
static void game_line_message(struct text *out, const struct result *r)
{
    const struct fault *f = &r->fault;
    size_t length = game_line_kept_bytes(r);
    for (size_t at = 0; at < length;) {
        size_t line = game_line_length(r->message + at, length - at);
        bool here = f->has_at && f->at >= at && f->at <= at + line;
        game_line_label(out, at == 0 ? "it sent" : "");
        int columns = game_line_safely(out, r->message + at, line, here ? f->at - at : 0);
        if (here && columns < POINTER_COLUMNS)
            text_format(out, "       %-12s%*s byte %zu\n", "", columns + 1, "^", f->at);
        at += line + 1;
    }
}

static void game_line_board(
    struct text *out, const struct explanation *x, const struct drawing *style)
{
    struct drawing marked = *style;
    marked.last = x->tried;
    marked.refused = true;
    struct text board = text_growing();
    x->wire->game->draw(&x->position, &marked, &board);
    for (size_t at = 0; at < board.length;) {
        size_t line = game_line_length(board.bytes + at, board.length - at);
        text_format(out, "%*s", line > 0 ? BOARD_INDENT : 0, "");
        text_bytes(out, board.bytes + at, line);
        text_char(out, '\n');
        at += line + 1;
    }
    text_destroy(&board);
}

// Short moves stand in one line, long ones below each other.
static void game_line_legal(struct text *out, const struct explanation *x)
{
    struct text moves = text_growing();
    for (int i = 0; i < EXPLAINED_MOVES && x->legal[i] != MOVE_NONE; i++) {
        size_t line = moves.length;
        explanation_move(x, x->legal[i], &moves);
        text_string(&moves, moves.length - line > LEGAL_SHORT_BYTES ? "\n" : "  ");
    }
    text_format(
        &moves, "%s(%d in all)", x->legal_count > EXPLAINED_MOVES ? "... " : "", x->legal_count);
    game_line_detail(out, "legal here", moves.bytes);
    text_destroy(&moves);
}

static void game_line_slips(struct text *out, const struct explanation *x)
{
    for (int i = 0; i < x->slip_count; i++) {
        struct text slip = text_growing();
        explanation_slip(x, &x->slips[i], &slip);
        game_line_detail(out, i == 0 ? "perhaps" : "or", slip.bytes);
        text_destroy(&slip);
    }
}

void game_line_details(
    struct text *out, const struct result *r, bool with_slips, const struct drawing *style)
{
    game_line_message(out, r);
    game_line_detail(out, "it means", r->refused.meaning);
    game_line_detail(out, "expected", r->fault.expected);
    game_line_detail(out, "seen", r->fault.seen);
    if (r->refused.wire) {
        game_line_board(out, &r->refused, style);
        game_line_legal(out, &r->refused);
    }
    if (with_slips)
        game_line_slips(out, &r->refused);
    game_line_detail(out, "stderr", r->last_words);
}

// --- For programs ---

static void game_line_key_seat(
    struct text *out, const char *key, const char *const names[SEATS], int seat)
{
    text_format(out, ",\"%s\":", key);
    if (seat == NOBODY)
        text_string(out, "null");
    else
        text_json(out, names[seat]);
}

static void game_line_fault_json(struct text *out, const struct result *r)
{
    json_key_text(out, "expected", r->fault.expected);
    json_key_text(out, "seen", r->fault.seen);
    text_string(out, ",\"message\":");
    text_json_bytes(out, r->message, game_line_kept_bytes(r));
    if (r->fault.has_at)
        text_format(out, ",\"byte\":%zu", r->fault.at);
    if (r->refused.wire) {
        text_string(out, ",\"refused\":");
        explanation_json(&r->refused, out);
    }
    json_key_text(out, "stderr", r->last_words);
}

void game_line_json(struct text *out, const struct game_line *g)
{
    const struct result *r = g->result;
    text_format(out, "{\"index\":%" PRId64, g->number);
    game_line_key_seat(out, "first", g->names, 0);
    game_line_key_seat(out, "second", g->names, 1);
    game_line_key_seat(out, "winner", g->names, r->winner);
    text_format(out, ",\"verdict\":\"%s\"", verdicts[r->verdict].code);
    game_line_key_seat(out, "blame", g->names, r->blame);
    if (r->rule[0] != '\0')
        json_key_text(out, "rule", r->rule);
    else
        text_string(out, ",\"rule\":null");
    json_key_text(out, "explanation", r->explanation);
    text_format(
        out, ",\"moves\":%d,\"seconds\":%.6f", r->moves, (double)r->wall_ns / NS_PER_SECOND);
    if (r->blame != NOBODY)
        game_line_fault_json(out, r);
    played_json(out, g->played);
    if (g->record > 0)
        text_format(out, ",\"record\":\"%" PRId64 ".jsonl\"", g->record);
    json_schema(out, "game/1");
    text_string(out, "}\n");
}
