#include "cli/score.h"

#include "base/clock.h"
#include "base/columns.h"
#include "cli/terminal.h"
#include "report/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { POINTER_COLUMNS = 100, BOARD_INDENT = 7, LEGAL_SHORT_BYTES = 24 };

void score_count(struct score *scores[SEATS], const struct result *r)
{
    if (r->verdict == VERDICT_VOID)
        return;
    for (int seat = 0; seat < SEATS; seat++) {
        scores[seat]->wins += r->winner == seat;
        scores[seat]->draws += r->winner == NOBODY;
        scores[seat]->losses += r->winner == 1 - seat;
        scores[seat]->faults += r->blame == seat;
    }
}

// Names of any letters stand below each other.
static void text_players(
    struct text *out, const char *left, const char *does, const char *right, int width)
{
    columns_pad(out, left, width);
    text_format(out, "  %s ", does);
    columns_pad(out, right, width);
    text_string(out, "  ");
}

static void text_fault_line(struct text *out, const struct result *r)
{
    char array[64];
    struct text what = TEXT_IN(array);
    text_string(&what, verdicts[r->verdict].code);
    if (r->verdict != VERDICT_NO_START) // then there is no game to have moves
        text_format(&what, " at move %d", r->moves + 1);
    text_format(
        out, "%-22s  %s%s%s", array, r->rule, r->rule[0] != '\0' ? ": " : "", r->fault.words);
}

void score_print_game(
    int64_t index, const char *const names[SEATS], int width, const struct result *r)
{
    struct text out = text_growing();
    text_format(&out, "%3" PRId64 "  ", index);
    if (r->verdict == VERDICT_VOID) {
        text_players(&out, names[0], "and     ", names[1], width);
        text_string(&out, r->explanation);
    } else if (r->blame != NOBODY) {
        text_players(&out, names[r->blame], "loses to", names[1 - r->blame], width);
        text_fault_line(&out, r);
    } else {
        int left = r->winner == NOBODY ? 0 : r->winner;
        const char *does = r->winner == NOBODY ? "draws   " : "beats   ";
        text_players(&out, names[left], does, names[1 - left], width);
        text_format(&out, "%-22s %3d move%s  %6.3f s", r->reason, r->moves,
            r->moves == 1 ? " " : "s", (double)r->wall_ns / NS_PER_SECOND);
    }
    print_line(stdout, "%s", out.bytes);
    fflush(stdout);
    text_destroy(&out);
}

// One line of a bot's own text: no escape sequence of its reaches the terminal. Returns how many
// columns the letters before the byte `at` take.
static int print_safely(const char *bytes, size_t length, size_t at)
{
    int columns = 0;
    for (size_t i = 0; i < length;) {
        struct letter letter = letter_at(bytes + i, length - i);
        if (letter.shown)
            fwrite(bytes + i, 1, letter.bytes, stdout);
        else
            putchar(bytes[i] == '\t' || bytes[i] == '\r' ? ' ' : '?');
        i += letter.bytes;
        columns += i <= at ? letter.columns : 0;
    }
    putchar('\n');
    return columns;
}

static size_t line_length(const char *bytes, size_t length)
{
    const char *newline = memchr(bytes, '\n', length);
    return newline ? (size_t)(newline - bytes) : length;
}

static void print_label(const char *label)
{
    printf("       %-12s", label);
}

static void print_detail(const char *label, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        size_t line = line_length(text + at, length - at);
        print_label(at == 0 ? label : "");
        print_safely(text + at, line, 0);
        at += line + 1;
    }
}

// How much of the message is there.
static size_t kept_bytes(const struct result *r)
{
    size_t most = sizeof r->message - 1;
    return r->message_bytes < most ? r->message_bytes : most;
}

// The message line by line, and a pointer below the line in which it is wrong.
static void print_message(const struct result *r)
{
    const struct fault *f = &r->fault;
    size_t length = kept_bytes(r);
    for (size_t at = 0; at < length;) {
        size_t line = line_length(r->message + at, length - at);
        bool here = f->has_at && f->at >= at && f->at <= at + line;
        print_label(at == 0 ? "it sent" : "");
        int columns = print_safely(r->message + at, line, here ? f->at - at : 0);
        if (here && columns < POINTER_COLUMNS)
            printf("       %-12s%*s byte %zu\n", "", columns + 1, "^", f->at);
        at += line + 1;
    }
}

static void print_board(const struct explanation *x, const struct drawing *style)
{
    struct drawing marked = *style;
    marked.last = x->tried;
    marked.refused = true;
    struct text board = text_growing();
    x->wire->game->draw(&x->position, &marked, &board);
    for (size_t at = 0; at < board.length;) {
        size_t line = line_length(board.bytes + at, board.length - at);
        printf("%*s%.*s\n", line > 0 ? BOARD_INDENT : 0, "", (int)line, board.bytes + at);
        at += line + 1;
    }
    text_destroy(&board);
}

// Short moves stand in one line, long ones below each other.
static void print_legal(const struct explanation *x)
{
    struct text out = text_growing();
    for (int i = 0; i < EXPLAINED_MOVES && x->legal[i] != MOVE_NONE; i++) {
        size_t line = out.length;
        explanation_move(x, x->legal[i], &out);
        text_string(&out, out.length - line > LEGAL_SHORT_BYTES ? "\n" : "  ");
    }
    text_format(
        &out, "%s(%d in all)", x->legal_count > EXPLAINED_MOVES ? "... " : "", x->legal_count);
    print_detail("legal here", out.bytes);
    text_destroy(&out);
}

static void print_refused(const struct explanation *x, const struct drawing *style)
{
    print_board(x, style);
    print_legal(x);
    for (int i = 0; i < x->slip_count; i++) {
        struct text slip = text_growing();
        explanation_slip(x, &x->slips[i], &slip);
        print_detail(i == 0 ? "perhaps" : "or", slip.bytes);
        text_destroy(&slip);
    }
}

void score_print_details(const struct result *r, const struct drawing *style)
{
    print_message(r);
    print_detail("it means", r->refused.meaning);
    print_detail("expected", r->fault.expected);
    print_detail("seen", r->fault.seen);
    if (r->refused.wire)
        print_refused(&r->refused, style);
    print_detail("stderr", r->last_words);
    fflush(stdout);
}

static void text_seat(struct text *out, const char *key, const char *const names[SEATS], int seat)
{
    text_format(out, ",\"%s\":", key);
    if (seat == NOBODY)
        text_string(out, "null");
    else
        text_json(out, names[seat]);
}

static void text_fault(struct text *out, const struct result *r)
{
    text_string(out, ",\"expected\":");
    text_json(out, r->fault.expected);
    text_string(out, ",\"seen\":");
    text_json(out, r->fault.seen);
    text_string(out, ",\"message\":");
    text_json_bytes(out, r->message, kept_bytes(r));
    if (r->fault.has_at)
        text_format(out, ",\"byte\":%zu", r->fault.at);
    if (r->refused.wire) {
        text_string(out, ",\"refused\":");
        explanation_json(&r->refused, out);
    }
    text_string(out, ",\"stderr\":");
    text_json(out, r->last_words);
}

void score_print_game_json(int64_t index, const char *const names[SEATS], const struct result *r,
    const struct played *played, int64_t record)
{
    struct text out = text_growing();
    text_format(&out, "{\"index\":%" PRId64, index);
    text_seat(&out, "first", names, 0);
    text_seat(&out, "second", names, 1);
    text_seat(&out, "winner", names, r->winner);
    text_format(&out, ",\"verdict\":\"%s\"", verdicts[r->verdict].code);
    text_seat(&out, "blame", names, r->blame);
    text_string(&out, ",\"rule\":");
    if (r->rule[0] != '\0')
        text_json(&out, r->rule);
    else
        text_string(&out, "null");
    text_string(&out, ",\"explanation\":");
    text_json(&out, r->explanation);
    text_format(
        &out, ",\"moves\":%d,\"seconds\":%.6f", r->moves, (double)r->wall_ns / NS_PER_SECOND);
    if (r->blame != NOBODY)
        text_fault(&out, r);
    played_json(&out, played);
    if (record > 0)
        text_format(&out, ",\"record\":\"%" PRId64 ".jsonl\"", record);
    json_schema(&out, "game/1");
    text_char(&out, '}');
    puts(out.bytes);
    fflush(stdout);
    text_destroy(&out);
}

static int64_t wins_of(const struct score *s)
{
    return s->wins;
}

static int64_t draws_of(const struct score *s)
{
    return s->draws;
}

static int64_t losses_of(const struct score *s)
{
    return s->losses;
}

static int64_t faults_of(const struct score *s)
{
    return s->faults;
}

void score_tell_crowd(const struct crowd *crowd)
{
    struct text words = text_growing();
    if (crowd_words(crowd, &words))
        fprintf(stderr, "agon: %s\n", words.bytes);
    text_destroy(&words);
}

void score_json(
    struct text *out, const char *const *names, const struct score *const *scores, size_t count)
{
    static const struct {
        const char *key;
        int64_t (*value)(const struct score *s);
    } columns[] = {
        {"wins", wins_of}, {"draws", draws_of}, {"losses", losses_of}, {"faults", faults_of}};
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
        text_format(out, "%s\"%s\":{", c > 0 ? "," : "", columns[c].key);
        for (size_t i = 0; i < count; i++) {
            if (i > 0)
                text_char(out, ',');
            text_json(out, names[i]);
            text_format(out, ":%" PRId64, columns[c].value(scores[i]));
        }
        text_char(out, '}');
    }
}
