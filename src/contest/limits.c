#include "contest/limits.h"

#include "base/nearest.h"
#include "base/quantity.h"

#include <inttypes.h>
#include <stdlib.h>

enum limits_unit { LIMITS_SIZE, LIMITS_TIME, LIMITS_NUMBER };

static const int64_t tebibyte = INT64_C(1) << 40;
enum { KIBIBYTE = 1024, MEBIBYTE = 1024 * KIBIBYTE, DAY_MS = 24 * 60 * 60 * 1000 };
enum { TASKS_MOST = 100 * 1000, FILES_MOST = 1024 * 1024, FILES_LEAST = 8 };

// A limit that leaves no room to start is a slip of the pen.
static const struct limits_row {
    const char *name;
    enum limits_unit unit;
    int64_t least, most; // of a size: most 0 means as much as there can be
} limits_rows[CONTEST_LIMITS] = {
    [CONTEST_LIMIT_MEMORY] = {"memory", LIMITS_SIZE, MEBIBYTE, 0},
    [CONTEST_LIMIT_TASKS] = {"tasks", LIMITS_NUMBER, 1, TASKS_MOST},
    [CONTEST_LIMIT_CPU] = {"cpu", LIMITS_TIME, 1, 30 * (int64_t)DAY_MS},
    [CONTEST_LIMIT_FILES] = {"files", LIMITS_NUMBER, FILES_LEAST, FILES_MOST},
    [CONTEST_LIMIT_FILE] = {"file", LIMITS_SIZE, KIBIBYTE, 0},
    [CONTEST_LIMIT_SCRATCH] = {"scratch", LIMITS_SIZE, KIBIBYTE, 0},
    [CONTEST_LIMIT_OUTPUT] = {"output", LIMITS_SIZE, KIBIBYTE, 0},
};

static const char *const limits_examples[] = {
    [LIMITS_SIZE] = "a size such as 512 MiB",
    [LIMITS_TIME] = "a time such as 60s",
    [LIMITS_NUMBER] = "a whole number",
};

struct contest_limits contest_limits_unset(void)
{
    struct contest_limits limits;
    for (int i = 0; i < CONTEST_LIMITS; i++)
        limits.of[i] = CONTEST_LIMIT_UNSET;
    return limits;
}

const char *contest_limit_name(enum contest_limit limit)
{
    return limits_rows[limit].name;
}

bool contest_limit_find(const char *name, enum contest_limit *limit)
{
    for (int i = 0; i < CONTEST_LIMITS; i++) {
        if (strcmp(limits_rows[i].name, name) == 0) {
            *limit = (enum contest_limit)i;
            return true;
        }
    }
    return false;
}

// --- Reading ---

static bool limits_read_number(const char *text, int64_t *number)
{
    enum { DIGITS_MOST = 12 };
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > DIGITS_MOST || text[digits] != '\0')
        return false;
    *number = strtoll(text, NULL, 10);
    return true;
}

static bool limits_read_amount(const struct limits_row *row, const char *text, int64_t *value)
{
    switch (row->unit) {
    case LIMITS_SIZE:
        return quantity_read_bytes(text, value);
    case LIMITS_TIME:
        return quantity_read_ms(text, value);
    default:
        return limits_read_number(text, value);
    }
}

static int64_t limits_most(const struct limits_row *row)
{
    return row->most > 0 ? row->most : tebibyte;
}

static void limits_print_amount(struct text *out, const struct limits_row *row, int64_t value)
{
    if (row->unit == LIMITS_SIZE)
        quantity_print_bytes(out, value);
    else if (row->unit == LIMITS_TIME)
        quantity_print_ms(out, value);
    else
        text_number(out, value);
}

bool contest_limit_read(enum contest_limit limit, const char *text, int64_t *value, struct error *e)
{
    const struct limits_row *row = &limits_rows[limit];
    int64_t amount;
    if (strcmp(text, "none") == 0) {
        *value = CONTEST_LIMIT_NONE;
        return true;
    }
    if (!limits_read_amount(row, text, &amount))
        return error_set(e, "\"%s\" takes %s, or none, not \"%.40s\"", row->name,
            limits_examples[row->unit], text);
    if (amount < row->least || amount > limits_most(row)) {
        char bytes[64];
        struct text range = TEXT_IN(bytes);
        limits_print_amount(&range, row, row->least);
        text_string(&range, " to ");
        limits_print_amount(&range, row, limits_most(row));
        return error_set(e, "\"%s\" takes %s, or none, not %.40s", row->name, bytes, text);
    }
    *value = amount;
    return true;
}

static bool limits_refuse_name(const char *name, struct error *e)
{
    const char *names[CONTEST_LIMITS];
    char bytes[96];
    struct text all = TEXT_IN(bytes);
    for (int i = 0; i < CONTEST_LIMITS; i++) {
        names[i] = limits_rows[i].name;
        text_format(&all, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    int near = nearest_word(name, names, CONTEST_LIMITS);
    if (near >= 0)
        return error_set(e, "--limit: no limit \"%.40s\". Did you mean \"%s\"?", name, names[near]);
    return error_set(e, "--limit: no limit \"%.40s\"   (%s)", name, bytes);
}

bool contest_limits_read_option(struct contest_limits *limits, const char *text, struct error *e)
{
    char name[48];
    struct text out = TEXT_IN(name);
    size_t length = strcspn(text, "=");
    if (text[length] != '=')
        return error_set(e, "--limit: \"%.40s\" is not NAME=AMOUNT, such as memory=512MiB", text);
    text_bytes(&out, text, length);
    enum contest_limit limit;
    struct error why;
    if (!contest_limit_find(name, &limit))
        return limits_refuse_name(name, e);
    return contest_limit_read(limit, text + length + 1, &limits->of[limit], &why) ||
        error_set(e, "--limit: %s", why.words);
}

// --- Comparing and printing ---

bool contest_limits_same(const struct contest_limits *a, const struct contest_limits *b)
{
    for (int i = 0; i < CONTEST_LIMITS; i++) {
        if (a->of[i] != b->of[i])
            return false;
    }
    return true;
}

void contest_limits_print(struct text *out, const struct contest_limits *limits)
{
    const char *before = "{";
    for (int i = 0; i < CONTEST_LIMITS; i++) {
        if (limits->of[i] == CONTEST_LIMIT_UNSET)
            continue;
        text_format(out, "%s\"%s\": ", before, limits_rows[i].name);
        before = ", ";
        if (limits->of[i] == CONTEST_LIMIT_NONE)
            text_string(out, "none");
        else
            text_format(out, "%" PRId64 "%s", limits->of[i],
                limits_rows[i].unit == LIMITS_TIME ? "ms" : "");
    }
    text_string(out, before[0] == '{' ? "" : "}");
}
