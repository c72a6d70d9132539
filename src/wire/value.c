#include "wire/value.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum {
    PLAIN_KEYS = 8,    // the most keys of an object that we check ourselves; jansson checks more
    PLAIN_DIGITS = 9,  // the same for the digits of a number
    MOST_DIGITS = 18,  // so many digits always fit into 63 bits
    SHOWN_BYTES = 48,  // so much of a message is shown in a fault
    STRING_BYTES = 256 // a string with escapes is decoded up to this length
};

// ---------------------------------------------------------------------------------------------
// The check is one pass of recursive descent. It stops at the first byte that the grammar does not
// allow, and remembers whether it saw something that jansson has to check.
// ---------------------------------------------------------------------------------------------

struct value_check {
    const char *at, *end;
    const char *wanted; // set at the first fault: what the grammar asks for at `at`
    const char *reason; // what jansson says about it, if jansson found it
    int levels;
    bool unusual;
};

static bool value_wanted(struct value_check *c, const char *what)
{
    c->wanted = what;
    return false;
}

static void value_skip_space(struct value_check *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\n' || *c->at == '\r' || *c->at == '\t'))
        c->at++;
}

static bool value_next_is(const struct value_check *c, char byte)
{
    return c->at < c->end && *c->at == byte;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool value_check_string(struct value_check *c)
{
    for (c->at++; c->at < c->end; c->at++) {
        unsigned char byte = (unsigned char)*c->at;
        if (byte >= 'A' && byte <= 'z' && byte != '\\')
            continue; // a letter: the usual case
        if (byte == '"') {
            c->at++;
            return true;
        }
        if (byte < ' ')
            return value_wanted(c, "no control character inside a string");
        if (byte == '\\') {
            c->unusual = true;
            if (++c->at == c->end)
                break;
            if (!strchr("\"\\/bfnrtu", *c->at) || *c->at == '\0')
                return value_wanted(
                    c, "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u behind a backslash");
        } else if (byte >= 0x7F) {
            size_t length = letter_utf8_length(c->at, (size_t)(c->end - c->at));
            if (length == 0)
                return value_wanted(c, "text in UTF-8");
            c->unusual = true;
            c->at += length - 1;
        }
    }
    return value_wanted(c, "the closing quote of a string");
}

static bool value_check_digits(struct value_check *c)
{
    const char *first = c->at;
    while (c->at < c->end && is_digit(*c->at))
        c->at++;
    if (c->at - first > PLAIN_DIGITS)
        c->unusual = true;
    return c->at > first || value_wanted(c, "a digit");
}

static bool value_check_number(struct value_check *c)
{
    if (*c->at == '-')
        c->at++;
    if (value_next_is(c, '0')) {
        c->at++;
        if (c->at < c->end && is_digit(*c->at))
            return value_wanted(c, "no digit behind a leading 0");
    } else if (!value_check_digits(c)) {
        return false;
    }
    if (value_next_is(c, '.')) {
        c->unusual = true;
        c->at++;
        if (!value_check_digits(c))
            return false;
    }
    if (value_next_is(c, 'e') || value_next_is(c, 'E')) {
        c->unusual = true;
        c->at++;
        if (value_next_is(c, '+') || value_next_is(c, '-'))
            c->at++;
        return value_check_digits(c);
    }
    return true;
}

static bool value_check_word(struct value_check *c)
{
    static const char *const words[] = {"null", "true", "false"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(c->end - c->at) >= length && memcmp(c->at, words[i], length) == 0) {
            c->at += length;
            return true;
        }
    }
    // Python prints a list of strings like this.
    return value_wanted(c, *c->at == '\'' ? "a string in double quotes" : "a JSON value");
}

static bool value_check_value(struct value_check *c);

static bool value_check_array(struct value_check *c)
{
    c->at++;
    value_skip_space(c);
    if (value_next_is(c, ']')) {
        c->at++;
        return true;
    }
    for (;;) {
        if (!value_check_value(c))
            return false;
        value_skip_space(c);
        if (value_next_is(c, ']')) {
            c->at++;
            return true;
        }
        if (!value_next_is(c, ','))
            return value_wanted(c, "a comma or ]");
        c->at++;
        value_skip_space(c);
    }
}

// Whether the key that ends at c->at differs from all earlier ones.
static bool value_check_key(
    struct value_check *c, struct value keys[PLAIN_KEYS], int *count, const char *first)
{
    if (*count == PLAIN_KEYS) {
        c->unusual = true;
        return true;
    }
    size_t length = (size_t)(c->at - first);
    for (int i = 0; i < *count; i++) {
        if ((size_t)(keys[i].end - keys[i].at) == length &&
            memcmp(keys[i].at, first, length) == 0) {
            c->at = first;
            return value_wanted(c, "every key of an object once");
        }
    }
    keys[(*count)++] = (struct value){first, c->at};
    return true;
}

static bool value_check_object(struct value_check *c)
{
    struct value keys[PLAIN_KEYS];
    int count = 0;
    c->at++;
    value_skip_space(c);
    if (value_next_is(c, '}')) {
        c->at++;
        return true;
    }
    for (;;) {
        const char *key = c->at;
        if (!value_next_is(c, '"'))
            return value_wanted(c, "a key in double quotes");
        if (!value_check_string(c) || !value_check_key(c, keys, &count, key))
            return false;
        value_skip_space(c);
        if (!value_next_is(c, ':'))
            return value_wanted(c, "a colon");
        c->at++;
        value_skip_space(c);
        if (!value_check_value(c))
            return false;
        value_skip_space(c);
        if (value_next_is(c, '}')) {
            c->at++;
            return true;
        }
        if (!value_next_is(c, ','))
            return value_wanted(c, "a comma or }");
        c->at++;
        value_skip_space(c);
    }
}

static bool value_check_value(struct value_check *c)
{
    if (c->at == c->end)
        return value_wanted(c, "a JSON value");
    if (*c->at == '"')
        return value_check_string(c);
    if (*c->at == '-' || is_digit(*c->at))
        return value_check_number(c);
    if (*c->at != '{' && *c->at != '[')
        return value_check_word(c);
    if (c->levels == FRAMER_LEVELS)
        return value_wanted(c, "at most 32 levels");
    c->levels++;
    bool ok = *c->at == '{' ? value_check_object(c) : value_check_array(c);
    c->levels--;
    return ok;
}

// Lets jansson check a message that has the right grammar but unusual parts.
static bool value_check_unusual(const struct message *m, struct value_check *c, json_error_t *error)
{
    json_t *root = json_loadb(m->bytes, m->length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, error);
    json_decref(root);
    if (root)
        return true;
    // jansson's position is behind the byte that is wrong.
    size_t at = error->position > 0 ? (size_t)error->position - 1 : 0;
    c->at = m->bytes + (at < m->length ? at : m->length - 1);
    if (json_error_code(error) == json_error_numeric_overflow) {
        while (c->at > m->bytes && (is_digit(c->at[-1]) || strchr("+-.eE", c->at[-1])))
            c->at--;
        return value_wanted(c, "a number that is not so large");
    }
    c->reason = error->text;
    return value_wanted(c, "strict JSON (RFC 8259)");
}

void value_show(struct text *out, const char *bytes, size_t length, size_t most)
{
    size_t shown = length < most ? length : most;
    for (size_t i = 0; i < shown; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == '\n' || byte == '\r' || byte == '\t')
            text_char(out, ' ');
        else if (byte < ' ' || byte >= 0x7F)
            text_format(out, "\\x%02x", byte);
        else
            text_char(out, (char)byte);
    }
    if (shown < length)
        text_string(out, "...");
}

// `reason` is what jansson said; NULL if it was not asked.
static bool value_not_json(const struct message *m, size_t at, const char *expected,
    const char *reason, struct fault *fault)
{
    if (!fault)
        return false;
    fault_set(fault, VERDICT_MALFORMED, "G3", "%s", "");
    fault->has_at = true;
    fault->at = at;
    snprintf(fault->expected, sizeof fault->expected, "%s", expected);
    struct text seen = TEXT_IN(fault->seen), words = TEXT_IN(fault->words);
    if (at < m->length)
        value_show(&seen, m->bytes + at, m->length - at, SHOWN_BYTES);
    else
        text_string(&seen, "the end of the message");
    text_string(&words, "not strict JSON: ");
    if (reason)
        value_show(&words, reason, strlen(reason), sizeof fault->words);
    else
        text_format(&words, "expected %s, seen %s", expected, fault->seen);
    return false;
}

bool value_check(const struct message *m, struct value *v, struct fault *fault)
{
    if (m->broken) {
        const char *expected = m->bad_at == 0 ? "a message that starts with {, [ or \""
            : (unsigned char)m->bytes[m->bad_at] < ' '
            ? "no control character inside a string"
            : "the bracket that closes the last open one";
        return value_not_json(m, m->bad_at, expected, NULL, fault);
    }
    json_error_t error; // holds the words when jansson refuses
    struct value_check c = {.at = m->bytes, .end = m->bytes + m->length};
    bool ok = value_check_value(&c);
    if (ok && c.at < c.end)
        ok = value_wanted(&c, "the end of the message");
    if (ok && c.unusual)
        ok = value_check_unusual(m, &c, &error);
    if (!ok)
        return value_not_json(m, (size_t)(c.at - m->bytes), c.wanted, c.reason, fault);
    *v = (struct value){m->bytes, m->bytes + m->length};
    return true;
}

// --- Reading checked text ---

enum value_kind value_kind(struct value v)
{
    switch (*v.at) {
    case '{':
        return VALUE_OBJECT;
    case '[':
        return VALUE_ARRAY;
    case '"':
        return VALUE_STRING;
    case 't':
    case 'f':
    case 'n':
        return VALUE_WORD;
    default:
        return VALUE_NUMBER;
    }
}

static const char *value_behind_space(const char *at)
{
    while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')
        at++;
    return at;
}

static const char *value_behind_string(const char *at)
{
    for (at++; *at != '"'; at++) {
        if (*at == '\\')
            at++;
    }
    return at + 1;
}

// The end of the value that starts at `at`.
static const char *value_behind_value(const char *at, const char *end)
{
    if (*at == '"')
        return value_behind_string(at);
    if (*at != '{' && *at != '[') {
        while (at < end && *at != ',' && *at != '}' && *at != ']' && *at > ' ')
            at++;
        return at;
    }
    // [ and { differ only in the bit 0x20, and so do ] and }; and checked brackets match.
    for (int levels = 0;; at++) {
        char bracket = (char)(*at | 0x20);
        if (*at == '"')
            at = value_behind_string(at) - 1;
        else if (bracket == '{')
            levels++;
        else if (bracket == '}' && --levels == 0)
            return at + 1;
    }
}

// Reads the bytes from `first` to before `end` as an integer. Returns false if they are not one.
static bool value_read_integer(const char *at, const char *end, int64_t *number)
{
    bool negative = at < end && *at == '-';
    at += negative;
    if (at == end || !is_digit(*at) || (*at == '0' && at + 1 < end && is_digit(at[1])))
        return false;
    int64_t value = 0;
    for (int digits = 0; at < end && is_digit(*at); at++) {
        if (value > 0)
            digits++;
        if (digits < MOST_DIGITS)
            value = value * 10 + (*at - '0');
    }
    if (at < end && *at == '.' && at + 1 < end) {
        for (at++; at < end && *at == '0';)
            at++;
    }
    *number = negative ? -value : value;
    return at == end;
}

bool value_integer(struct value v, int64_t *number)
{
    return value_kind(v) == VALUE_NUMBER && value_read_integer(v.at, v.end, number);
}

bool value_quotable_integer(struct value v, int64_t *number)
{
    if (value_kind(v) == VALUE_STRING)
        return value_read_integer(v.at + 1, v.end - 1, number);
    return value_integer(v, number);
}

bool value_is_null(struct value v)
{
    return *v.at == 'n';
}

bool value_string(struct value v, char *bytes, size_t capacity)
{
    if (value_kind(v) != VALUE_STRING)
        return false;
    struct text copy = text_fixed(bytes, capacity);
    size_t length = (size_t)(v.end - v.at);
    if (!memchr(v.at, '\\', length)) {
        text_bytes(&copy, v.at + 1, length - 2);
        return true;
    }
    json_t *string = json_loadb(v.at, length, JSON_DECODE_ANY, NULL);
    if (string)
        text_string(&copy, json_string_value(string));
    json_decref(string);
    return string != NULL;
}

bool value_is(struct value v, const char *string)
{
    if (value_kind(v) != VALUE_STRING)
        return false;
    size_t length = strlen(string), room = (size_t)(v.end - v.at) - 2;
    if (length == room && memcmp(v.at + 1, string, length) == 0)
        return true;
    if (!memchr(v.at, '\\', room + 2))
        return false;
    // An escape makes the text longer than the string, so an equal string fits.
    char decoded[STRING_BYTES];
    return length < sizeof decoded && value_string(v, decoded, sizeof decoded) &&
        strcmp(decoded, string) == 0;
}

// Takes the parts of an array one by one, beginning with an empty `item`. Returns false at the end.
static bool value_next_item(struct value array, struct value *item)
{
    const char *at = value_behind_space(item->at ? item->end : array.at + 1);
    if (item->at && *at == ',')
        at = value_behind_space(at + 1);
    if (*at == ']')
        return false;
    *item = (struct value){at, value_behind_value(at, array.end)};
    return true;
}

int value_items(struct value v, struct value *items, int most)
{
    if (value_kind(v) != VALUE_ARRAY)
        return -1;
    int count = 0;
    for (struct value item = {0}; value_next_item(v, &item); count++) {
        if (count < most)
            items[count] = item;
    }
    return count;
}

bool value_member(struct value v, const char *key, struct value *member)
{
    if (value_kind(v) != VALUE_OBJECT)
        return false;
    const char *at = value_behind_space(v.at + 1);
    while (*at != '}') {
        struct value name = {at, value_behind_string(at)};
        at = value_behind_space(value_behind_space(name.end) + 1);
        struct value here = {at, value_behind_value(at, v.end)};
        if (value_is(name, key)) {
            *member = here;
            return true;
        }
        at = value_behind_space(here.end);
        if (*at == ',')
            at = value_behind_space(at + 1);
    }
    return false;
}

void value_library(struct text *out)
{
    text_format(out, "jansson %s", jansson_version_str());
}
