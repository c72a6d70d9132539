#include "referee/record_form.h"

#include "referee/record.h"

#include <inttypes.h>
#include <string.h>

enum { LEVELS_MOST = 64, KEYS_MOST = 24 }; // LEVELS: more than any message may have (G2)

// --- JSON as we write it, and messages as bots do ---

struct scan {
    const char *at, *end;
};

static bool record_form_take(struct scan *s, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(s->end - s->at) < length || memcmp(s->at, word, length) != 0)
        return false;
    s->at += length;
    return true;
}

static bool record_form_take_digits(struct scan *s)
{
    const char *first = s->at;
    while (s->at < s->end && *s->at >= '0' && *s->at <= '9')
        s->at++;
    return s->at > first;
}

static bool record_form_take_escape(struct scan *s)
{
    if (s->at == s->end)
        return false;
    if (*s->at != 'u')
        return strchr("\"\\/bfnrt", *s->at++) != NULL;
    s->at++;
    for (int i = 0; i < 4; i++, s->at++) {
        if (s->at == s->end || *s->at == '\0' || !strchr("0123456789abcdefABCDEF", *s->at))
            return false;
    }
    return true;
}

static bool record_form_take_string(struct scan *s)
{
    if (!record_form_take(s, "\""))
        return false;
    while (s->at < s->end) {
        unsigned char c = (unsigned char)*s->at++;
        if (c == '"')
            return true;
        if (c < 0x20 || (c == '\\' && !record_form_take_escape(s)))
            return false;
    }
    return false;
}

static bool record_form_take_number(struct scan *s)
{
    record_form_take(s, "-");
    if (!record_form_take_digits(s) || (record_form_take(s, ".") && !record_form_take_digits(s)))
        return false;
    if (!record_form_take(s, "e") && !record_form_take(s, "E"))
        return true;
    if (!record_form_take(s, "+"))
        record_form_take(s, "-");
    return record_form_take_digits(s);
}

static void record_form_skip_space(struct scan *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t'))
        s->at++;
}

static bool record_form_take_any(struct scan *s, int levels);

static bool record_form_take_members(struct scan *s, int levels, bool named, const char *closing)
{
    record_form_skip_space(s);
    if (record_form_take(s, closing))
        return true;
    do {
        record_form_skip_space(s);
        if (named) {
            if (!record_form_take_string(s))
                return false;
            record_form_skip_space(s);
            if (!record_form_take(s, ":"))
                return false;
        }
        if (!record_form_take_any(s, levels - 1))
            return false;
        record_form_skip_space(s);
    } while (record_form_take(s, ","));
    return record_form_take(s, closing);
}

static bool record_form_take_any(struct scan *s, int levels)
{
    record_form_skip_space(s);
    if (levels == 0 || s->at == s->end)
        return false;
    if (record_form_take(s, "{"))
        return record_form_take_members(s, levels, true, "}");
    if (record_form_take(s, "["))
        return record_form_take_members(s, levels, false, "]");
    return *s->at == '"' ? record_form_take_string(s)
                         : record_form_take(s, "true") || record_form_take(s, "false") ||
            record_form_take(s, "null") || record_form_take_number(s);
}

// --- Values ---

static bool record_form_is_text(struct scan *s)
{
    return record_form_take_string(s);
}

static bool record_form_is_text_or_null(struct scan *s)
{
    return record_form_take(s, "null") || record_form_take_string(s);
}

static bool record_form_is_count(struct scan *s)
{
    return record_form_take_digits(s);
}

// Measured: before the beginning it is less than 0.
static bool record_form_is_time(struct scan *s)
{
    record_form_take(s, "-");
    return record_form_take_digits(s);
}

// Measured: one or more pairs of an offset and a time.
static bool record_form_is_pieces(struct scan *s)
{
    if (!record_form_take(s, "["))
        return false;
    do {
        if (!record_form_is_count(s) || !record_form_take(s, ",") || !record_form_is_time(s))
            return false;
    } while (record_form_take(s, ","));
    return record_form_take(s, "]");
}

static bool record_form_is_seat(struct scan *s)
{
    return record_form_take(s, "0") || record_form_take(s, "1");
}

static bool record_form_is_seat_or_null(struct scan *s)
{
    return record_form_take(s, "null") || record_form_is_seat(s);
}

static bool record_form_is_true(struct scan *s)
{
    return record_form_take(s, "true");
}

static bool record_form_is_any(struct scan *s)
{
    return record_form_take_any(s, LEVELS_MOST);
}

// --- Lines ---

struct key {
    const char *name; // "" : any other keys, as many as there are
    bool (*is_right)(struct scan *s);
    bool optional;
};

// The keys in their order; what is written only sometimes is optional.
static const struct form {
    const char *type;
    struct key keys[KEYS_MOST];
} forms[RECORD_LINES] = {
    [RECORD_GAME] = {"game",
        {{"format", record_form_is_count, false}, {"agon", record_form_is_text, false},
            {"game", record_form_is_text, false}, {"variant", record_form_is_text, false},
            {"rules", record_form_is_count, false}, {"seed", record_form_is_count, false},
            {"index", record_form_is_count, false}, {"position", record_form_is_text, false},
            {"players", record_form_is_any, false}, {"clock", record_form_is_text, false},
            {"pondering", record_form_is_text, true}, {"cores", record_form_is_count, true},
            {"speed_percent", record_form_is_count, true}, {"start_ms", record_form_is_count, true},
            {"first_ms", record_form_is_count, true}, {"request_ms", record_form_is_count, true},
            {"game_ms", record_form_is_count, true}, {"increment_ms", record_form_is_count, true},
            {"limits", record_form_is_any, true}, {"host", record_form_is_text_or_null, false},
            {"started", record_form_is_text_or_null, false}}},
    [RECORD_TO] = {"to",
        {{"seat", record_form_is_seat, false}, {"at_us", record_form_is_time, false},
            {"message", record_form_is_any, true}, {"text", record_form_is_text, true}}},
    [RECORD_FROM] = {"from",
        {{"seat", record_form_is_seat, false}, {"at_us", record_form_is_time, false},
            {"message", record_form_is_any, true}, {"text", record_form_is_text, true}}},
    [RECORD_MOVE] = {"move",
        {{"seat", record_form_is_seat, false}, {"at_us", record_form_is_time, false},
            {"move", record_form_is_text, false}, {"forced", record_form_is_true, true},
            {"wall_us", record_form_is_time, true}, {"waited_us", record_form_is_time, true},
            {"cpu_us", record_form_is_time, true}, {"lost_us", record_form_is_time, true},
            {"lag_us", record_form_is_time, true}, {"charged_us", record_form_is_time, true}}},
    [RECORD_NOTE] = {"note",
        {{"seat", record_form_is_seat, false}, {"at_us", record_form_is_time, false},
            {"words", record_form_is_text, false}}},
    [RECORD_STDERR] = {"stderr",
        {{"seat", record_form_is_seat, false}, {"text", record_form_is_text, false},
            {"dropped_bytes", record_form_is_count, true}, {"tail", record_form_is_text, true},
            {"when_us", record_form_is_pieces, true}, {"", record_form_is_any, true}}},
    [RECORD_PONDERING] = {"pondering",
        {{"seat", record_form_is_seat, false}, {"cpu_us", record_form_is_count, false}}},
    [RECORD_CUT] = {"cut", {{"dropped_bytes", record_form_is_count, false}}},
    // What explains a fault is of many kinds.
    [RECORD_END] = {"end",
        {{"verdict", record_form_is_text, false}, {"winner", record_form_is_seat_or_null, false},
            {"blame", record_form_is_seat_or_null, false},
            {"rule", record_form_is_text_or_null, false},
            {"explanation", record_form_is_text, false}, {"expected", record_form_is_text, true},
            {"seen", record_form_is_text, true}, {"byte", record_form_is_count, true},
            {"", record_form_is_any, true}, {"moves", record_form_is_count, false},
            {"answer", record_form_is_any, true}, {"wall_us", record_form_is_time, false}}},
};

// ,"NAME":
static bool record_form_take_key(struct scan *s, const char *name)
{
    struct scan before = *s;
    if (record_form_take(s, ",\"") && record_form_take(s, name) && record_form_take(s, "\":"))
        return true;
    *s = before;
    return false;
}

static bool record_form_is_known_later(const struct key *k, const struct scan *s)
{
    for (k++; k->name; k++) {
        struct scan copy = *s;
        if (record_form_take_key(&copy, k->name))
            return true;
    }
    return false;
}

static bool record_form_take_others(const struct key *k, struct scan *s)
{
    while (s->at < s->end && *s->at == ',' && !record_form_is_known_later(k, s)) {
        if (!record_form_take(s, ",") || !record_form_take_string(s) || !record_form_take(s, ":") ||
            !k->is_right(s))
            return false;
    }
    return true;
}

static bool record_form_has_form(const struct form *form, struct scan *s)
{
    for (const struct key *k = form->keys; k->name; k++) {
        if (k->name[0] == '\0') {
            if (!record_form_take_others(k, s))
                return false;
        } else if (record_form_take_key(s, k->name)) {
            if (!k->is_right(s))
                return false;
        } else if (!k->optional) {
            return false;
        }
    }
    return record_form_take(s, "}") && s->at == s->end;
}

bool record_form_check(const char *bytes, size_t length, enum record_line *which)
{
    for (int i = 0; i < RECORD_LINES; i++) {
        struct scan s = {bytes, bytes + length};
        if (!record_form_take(&s, "{\"type\":\"") || !record_form_take(&s, forms[i].type) ||
            !record_form_take(&s, "\""))
            continue;
        *which = (enum record_line)i;
        return record_form_has_form(&forms[i], &s);
    }
    return false;
}

// The format that the first line of a record tells; 0: it tells none.
static uint64_t record_form_version(const char *bytes, size_t length)
{
    struct scan s = {bytes, bytes + length};
    if (!record_form_take(&s, "{\"type\":\"game\",\"format\":"))
        return 0;
    const char *number = s.at;
    if (!record_form_take_digits(&s))
        return 0;
    uint64_t version = 0;
    for (; number < s.at && version < UINT32_MAX; number++)
        version = 10 * version + (uint64_t)(*number - '0');
    return version;
}

bool record_form_read(
    const char *bytes, size_t length, int64_t number, enum record_line *which, struct error *e)
{
    uint64_t version = number == 1 ? record_form_version(bytes, length) : 0;
    if (version > RECORD_FORMAT)
        return error_set(e,
            "it was written by a newer agon: its format is %" PRIu64
            ", and this agon reads records up to format %d",
            version, RECORD_FORMAT);
    return record_form_check(bytes, length, which) ||
        error_set(e, "line %" PRId64 " is not one that agon writes", number);
}
