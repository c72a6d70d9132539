#include "referee/record_form.h"

#include <string.h>

enum { LEVELS_MOST = 64, KEYS_MOST = 20 }; // LEVELS: more than any message may have (G2)

// --- JSON as we write it, and messages as bots do ---

struct scan {
    const char *at, *end;
};

static bool take(struct scan *s, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(s->end - s->at) < length || memcmp(s->at, word, length) != 0)
        return false;
    s->at += length;
    return true;
}

static bool take_digits(struct scan *s)
{
    const char *first = s->at;
    while (s->at < s->end && *s->at >= '0' && *s->at <= '9')
        s->at++;
    return s->at > first;
}

static bool take_escape(struct scan *s)
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

static bool take_string(struct scan *s)
{
    if (!take(s, "\""))
        return false;
    while (s->at < s->end) {
        unsigned char c = (unsigned char)*s->at++;
        if (c == '"')
            return true;
        if (c < 0x20 || (c == '\\' && !take_escape(s)))
            return false;
    }
    return false;
}

static bool take_number(struct scan *s)
{
    take(s, "-");
    if (!take_digits(s) || (take(s, ".") && !take_digits(s)))
        return false;
    if (!take(s, "e") && !take(s, "E"))
        return true;
    if (!take(s, "+"))
        take(s, "-");
    return take_digits(s);
}

static void skip_space(struct scan *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t'))
        s->at++;
}

static bool take_any(struct scan *s, int levels);

static bool take_members(struct scan *s, int levels, bool named, const char *closing)
{
    skip_space(s);
    if (take(s, closing))
        return true;
    do {
        skip_space(s);
        if (named) {
            if (!take_string(s))
                return false;
            skip_space(s);
            if (!take(s, ":"))
                return false;
        }
        if (!take_any(s, levels - 1))
            return false;
        skip_space(s);
    } while (take(s, ","));
    return take(s, closing);
}

static bool take_any(struct scan *s, int levels)
{
    skip_space(s);
    if (levels == 0 || s->at == s->end)
        return false;
    if (take(s, "{"))
        return take_members(s, levels, true, "}");
    if (take(s, "["))
        return take_members(s, levels, false, "]");
    return *s->at == '"' ? take_string(s)
                         : take(s, "true") || take(s, "false") || take(s, "null") || take_number(s);
}

// --- Values ---

static bool is_text(struct scan *s)
{
    return take_string(s);
}

static bool is_text_or_null(struct scan *s)
{
    return take(s, "null") || take_string(s);
}

static bool is_count(struct scan *s)
{
    return take_digits(s);
}

// Measured: before the beginning it is less than 0.
static bool is_time(struct scan *s)
{
    take(s, "-");
    return take_digits(s);
}

static bool is_seat(struct scan *s)
{
    return take(s, "0") || take(s, "1");
}

static bool is_seat_or_null(struct scan *s)
{
    return take(s, "null") || is_seat(s);
}

static bool is_true(struct scan *s)
{
    return take(s, "true");
}

static bool is_any(struct scan *s)
{
    return take_any(s, LEVELS_MOST);
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
        {{"format", is_count, false}, {"agon", is_text, false}, {"game", is_text, false},
            {"variant", is_text, false}, {"rules", is_count, false}, {"seed", is_count, false},
            {"index", is_count, false}, {"position", is_text, false}, {"players", is_any, false},
            {"clock", is_text, false}, {"start_ms", is_count, true}, {"first_ms", is_count, true},
            {"request_ms", is_count, true}, {"game_ms", is_count, true},
            {"increment_ms", is_count, true}, {"host", is_text_or_null, false},
            {"started", is_text_or_null, false}}},
    [RECORD_TO] = {"to",
        {{"seat", is_seat, false}, {"at_us", is_time, false}, {"message", is_any, true},
            {"text", is_text, true}}},
    [RECORD_FROM] = {"from",
        {{"seat", is_seat, false}, {"at_us", is_time, false}, {"message", is_any, true},
            {"text", is_text, true}}},
    [RECORD_MOVE] = {"move",
        {{"seat", is_seat, false}, {"at_us", is_time, false}, {"move", is_text, false},
            {"forced", is_true, true}, {"wall_us", is_time, true}, {"waited_us", is_time, true},
            {"cpu_us", is_time, true}, {"lost_us", is_time, true}, {"lag_us", is_time, true},
            {"charged_us", is_time, true}}},
    [RECORD_NOTE] = {"note",
        {{"seat", is_seat, false}, {"at_us", is_time, false}, {"words", is_text, false}}},
    [RECORD_STDERR] = {"stderr",
        {{"seat", is_seat, false}, {"text", is_text, false}, {"dropped_bytes", is_count, true},
            {"tail", is_text, true}, {"", is_any, true}}},
    [RECORD_CUT] = {"cut", {{"dropped_bytes", is_count, false}}},
    // What explains a fault is of many kinds.
    [RECORD_END] = {"end",
        {{"verdict", is_text, false}, {"winner", is_seat_or_null, false},
            {"blame", is_seat_or_null, false}, {"rule", is_text_or_null, false},
            {"explanation", is_text, false}, {"expected", is_text, true}, {"seen", is_text, true},
            {"byte", is_count, true}, {"", is_any, true}, {"moves", is_count, false},
            {"answer", is_any, true}, {"wall_us", is_time, false}}},
};

// ,"NAME":
static bool take_key(struct scan *s, const char *name)
{
    struct scan before = *s;
    if (take(s, ",\"") && take(s, name) && take(s, "\":"))
        return true;
    *s = before;
    return false;
}

static bool is_known_later(const struct key *k, const struct scan *s)
{
    for (k++; k->name; k++) {
        struct scan copy = *s;
        if (take_key(&copy, k->name))
            return true;
    }
    return false;
}

static bool take_others(const struct key *k, struct scan *s)
{
    while (s->at < s->end && *s->at == ',' && !is_known_later(k, s)) {
        if (!take(s, ",") || !take_string(s) || !take(s, ":") || !k->is_right(s))
            return false;
    }
    return true;
}

static bool has_form(const struct form *form, struct scan *s)
{
    for (const struct key *k = form->keys; k->name; k++) {
        if (k->name[0] == '\0') {
            if (!take_others(k, s))
                return false;
        } else if (take_key(s, k->name)) {
            if (!k->is_right(s))
                return false;
        } else if (!k->optional) {
            return false;
        }
    }
    return take(s, "}") && s->at == s->end;
}

bool record_form_check(const char *bytes, size_t length, enum record_line *which)
{
    for (int i = 0; i < RECORD_LINES; i++) {
        struct scan s = {bytes, bytes + length};
        if (!take(&s, "{\"type\":\"") || !take(&s, forms[i].type) || !take(&s, "\""))
            continue;
        *which = (enum record_line)i;
        return has_form(&forms[i], &s);
    }
    return false;
}
