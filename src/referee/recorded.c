#include "referee/recorded.h"

#include "wire/value.h"

#include <string.h>

// --- Keys ---

static bool take_text(struct value line, const char *key, char *bytes, size_t capacity)
{
    struct value v;
    if (!value_member(line, key, &v))
        return false;
    bytes[0] = '\0';
    return value_is_null(v) || value_string(v, bytes, capacity);
}

static bool take_number(struct value line, const char *key, int64_t *number)
{
    struct value v;
    return value_member(line, key, &v) && value_integer(v, number);
}

static bool take_seat(struct value line, const char *key, int64_t *seat)
{
    struct value v;
    *seat = NOBODY;
    return value_member(line, key, &v) && (value_is_null(v) || value_integer(v, seat));
}

// --- Lines ---

static bool read_header(struct recorded *r, struct value line)
{
    struct value players, items[SEATS];
    if (!take_number(line, "index", &r->index) ||
        !take_text(line, "position", r->position, sizeof r->position) ||
        !value_member(line, "players", &players) || value_items(players, items, SEATS) != SEATS)
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!take_text(items[seat], "name", r->names[seat], sizeof r->names[seat]))
            return false;
    }
    return true;
}

static bool read_move(struct recorded *r, struct value line)
{
    char word[MOVE_TEXT_BYTES];
    if (!take_text(line, "move", word, sizeof word))
        return false;
    if (r->moves.length > 0)
        text_char(&r->moves, ' ');
    text_string(&r->moves, word);
    return true;
}

static bool read_end(struct recorded *r, struct value line)
{
    r->ended = true;
    return take_text(line, "verdict", r->verdict, sizeof r->verdict) &&
        take_text(line, "rule", r->rule, sizeof r->rule) && take_seat(line, "winner", &r->winner) &&
        take_seat(line, "blame", &r->blame) && take_number(line, "moves", &r->plies);
}

// Lines of other types are left alone: they are messages and may be long.
static const struct {
    const char *begin;
    bool (*read)(struct recorded *r, struct value line);
} types[] = {
    {"{\"type\":\"game\",", read_header},
    {"{\"type\":\"move\",", read_move},
    {"{\"type\":\"end\",", read_end},
};

// The line without the digits of its seed, which has 64 bits: more than our JSON reads (G3).
static void copy_line(struct text *out, const char *bytes, size_t length)
{
    const char *key = memmem(bytes, length, "\"seed\":", strlen("\"seed\":"));
    if (!key) {
        text_bytes(out, bytes, length);
        return;
    }
    const char *digits = key + strlen("\"seed\":"), *end = bytes + length, *rest = digits;
    while (rest < end && *rest >= '0' && *rest <= '9')
        rest++;
    text_bytes(out, bytes, (size_t)(digits - bytes));
    text_char(out, '0');
    text_bytes(out, rest, (size_t)(end - rest));
}

static bool read_line(struct recorded *r, const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t begin = strlen(types[i].begin);
        if (length < begin || memcmp(bytes, types[i].begin, begin) != 0)
            continue;
        struct text copy = text_growing();
        copy_line(&copy, bytes, length);
        const struct message message = {.bytes = copy.bytes, .length = copy.length};
        struct value line;
        struct fault fault;
        bool read = !copy.cut && value_check(&message, &line, &fault) && types[i].read(r, line);
        text_destroy(&copy);
        return read;
    }
    return true;
}

bool recorded_read(struct recorded *r, const char *bytes, size_t length, struct error *e)
{
    *r = (struct recorded){.moves = text_growing()};
    const char *end = bytes + length;
    for (int number = 1; bytes < end; number++) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        r->torn = newline == NULL;
        if (r->torn)
            break;
        if (!read_line(r, bytes, (size_t)(newline - bytes)))
            return error_set(e, "line %d cannot be read", number);
        bytes = newline + 1;
    }
    return !r->moves.cut || error_set(e, "out of memory");
}

void recorded_destroy(struct recorded *r)
{
    text_destroy(&r->moves);
}
