#include "referee/recorded.h"

#include "referee/record_form.h"
#include "referee/recorded_line.h"
#include "wire/value.h"

#include <string.h>

// --- Keys ---

static bool recorded_take_text(struct value line, const char *key, char *bytes, size_t capacity)
{
    struct value v;
    if (!value_member(line, key, &v))
        return false;
    bytes[0] = '\0';
    return value_is_null(v) || value_string(v, bytes, capacity);
}

static bool recorded_take_number(struct value line, const char *key, int64_t *number)
{
    struct value v;
    return value_member(line, key, &v) && value_integer(v, number);
}

static bool recorded_take_seat(struct value line, const char *key, int64_t *seat)
{
    struct value v;
    *seat = NOBODY;
    return value_member(line, key, &v) && (value_is_null(v) || value_integer(v, seat));
}

// --- Lines ---

static bool recorded_read_header(struct recorded *r, struct value line)
{
    struct value players, items[SEATS];
    if (!recorded_take_number(line, "index", &r->index) ||
        !recorded_take_text(line, "position", r->position, sizeof r->position) ||
        !value_member(line, "players", &players) || value_items(players, items, SEATS) != SEATS)
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!recorded_take_text(items[seat], "name", r->names[seat], sizeof r->names[seat]))
            return false;
    }
    return true;
}

static bool recorded_read_move(struct recorded *r, struct value line)
{
    char word[MOVE_TEXT_BYTES];
    int64_t seat;
    if (!recorded_take_text(line, "move", word, sizeof word) ||
        !recorded_take_number(line, "seat", &seat))
        return false;
    text_char(&r->seats, seat == 0 ? '0' : '1');
    if (r->moves.length > 0)
        text_char(&r->moves, ' ');
    text_string(&r->moves, word);
    return true;
}

static bool recorded_read_end(struct recorded *r, struct value line)
{
    struct value explanation;
    r->ended = true;
    if (!value_member(line, "explanation", &explanation))
        return false;
    text_bytes(&r->explanation, explanation.at, (size_t)(explanation.end - explanation.at));
    return recorded_take_text(line, "verdict", r->verdict, sizeof r->verdict) &&
        recorded_take_text(line, "rule", r->rule, sizeof r->rule) &&
        recorded_take_seat(line, "winner", &r->winner) &&
        recorded_take_seat(line, "blame", &r->blame) &&
        recorded_take_number(line, "moves", &r->plies);
}

// What is taken from a line; of the others only the form is looked at: they may be long.
static bool (*const readers[RECORD_LINES])(struct recorded *r, struct value line) = {
    [RECORD_GAME] = recorded_read_header,
    [RECORD_MOVE] = recorded_read_move,
    [RECORD_END] = recorded_read_end,
};

static bool recorded_read_values(
    struct recorded *r, enum record_line which, const char *bytes, size_t length)
{
    struct text copy = text_growing();
    recorded_line_without_seed(&copy, bytes, length);
    const struct message message = {.bytes = copy.bytes, .length = copy.length};
    struct value line;
    struct fault fault;
    r->out_of_memory = r->out_of_memory || copy.cut;
    bool read = !copy.cut && value_check(&message, &line, &fault) && readers[which](r, line);
    text_destroy(&copy);
    return read;
}

// The first line is that of the game, and nothing comes after the end; a bot has one line of last
// words at most. A record that was too long was cut before its end.
static bool recorded_is_in_order(
    const struct recorded *r, enum record_line which, int number, bool spoke[SEATS], char seat)
{
    if ((number == 1) != (which == RECORD_GAME) || r->ended || (r->cut && which != RECORD_END))
        return false;
    if (which != RECORD_STDERR)
        return true;
    bool again = spoke[seat == '1'];
    spoke[seat == '1'] = true;
    return !again;
}

// Where the digit of the seat is in a line that begins with it.
static char recorded_seat_of(const char *bytes, size_t length)
{
    static const char key[] = ",\"seat\":";
    const char *at = memmem(bytes, length, key, strlen(key));
    return at && at + strlen(key) < bytes + length ? at[strlen(key)] : '0';
}

static bool recorded_read_line(struct recorded *r, int number, const char *bytes, size_t length,
    bool spoke[SEATS], struct error *e)
{
    enum record_line which;
    if (!record_form_read(bytes, length, number, &which, e))
        return false;
    if (!recorded_is_in_order(r, which, number, spoke, recorded_seat_of(bytes, length)))
        return error_set(e, "line %d is out of place", number);
    if (which == RECORD_GAME)
        text_bytes(&r->header, bytes, length);
    r->cut = r->cut || which == RECORD_CUT;
    return !readers[which] || recorded_read_values(r, which, bytes, length) ||
        error_set(e, "line %d cannot be read", number);
}

bool recorded_read(struct recorded *r, const char *bytes, size_t length, struct error *e)
{
    *r = (struct recorded){.header = text_growing(),
        .moves = text_growing(),
        .seats = text_growing(),
        .explanation = text_growing()};
    const char *end = bytes + length;
    bool spoke[SEATS] = {false, false};
    for (int number = 1; bytes < end; number++) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        r->torn = newline == NULL;
        if (r->torn)
            break;
        if (!recorded_read_line(r, number, bytes, (size_t)(newline - bytes), spoke, e))
            return false;
        bytes = newline + 1;
    }
    if (r->torn && r->ended)
        return error_set(e, "something follows its end");
    r->out_of_memory = r->header.cut || r->moves.cut || r->seats.cut || r->explanation.cut;
    return !r->out_of_memory || error_set(e, "out of memory");
}

void recorded_destroy(struct recorded *r)
{
    text_destroy(&r->header);
    text_destroy(&r->moves);
    text_destroy(&r->seats);
    text_destroy(&r->explanation);
}
