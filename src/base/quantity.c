#include "base/quantity.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdlib.h>

struct unit {
    const char *name;
    int64_t size;
};

static const int64_t kibibyte = 1024, mebibyte = 1024 * 1024;

// Each list ends with a row without a name. The first row is for a number without a unit.
static const struct unit times[] = {
    {"", 1}, {"ms", 1}, {"s", 1000}, {"m", 60 * 1000}, {"h", 60 * 60 * 1000}, {0}};
static const struct unit sizes[] = {{"", 1}, {"B", 1}, {"KiB", 1 << 10}, {"MiB", 1 << 20},
    {"GiB", 1 << 30}, {"TiB", INT64_C(1) << 40}, {0}};
static const struct unit decimal_sizes[] = {
    {"kB", 1000}, {"MB", 1000 * 1000}, {"GB", 1000 * 1000 * 1000}, {0}};

static const struct unit *quantity_find_unit(const struct unit *units, const char *name)
{
    while (units->name && strcmp(units->name, name) != 0)
        units++;
    return units->name ? units : NULL;
}

// Cuts the digits of a text into a whole number and a fraction `part` / `scale`. Returns what
// follows them, or NULL if it is not a number.
static const char *quantity_read_digits(
    const char *text, int64_t *whole, int64_t *part, int64_t *scale)
{
    enum { WHOLE_DIGITS_MOST = 12, PART_DIGITS_MOST = 6 };
    size_t whole_digits = strspn(text, "0123456789");
    if (whole_digits == 0 || whole_digits > WHOLE_DIGITS_MOST)
        return NULL;
    *whole = strtoll(text, NULL, 10);
    *part = 0;
    *scale = 1;
    text += whole_digits;
    if (*text != '.')
        return text;
    size_t part_digits = strspn(++text, "0123456789");
    if (part_digits == 0 || part_digits > PART_DIGITS_MOST)
        return NULL;
    *part = strtoll(text, NULL, 10);
    for (size_t i = 0; i < part_digits; i++)
        *scale *= 10;
    return text + part_digits;
}

static bool quantity_read(
    const char *text, const struct unit *units, const struct unit *more, int64_t *amount)
{
    int64_t whole, part, scale;
    text = quantity_read_digits(text, &whole, &part, &scale);
    if (!text)
        return false;
    text += strspn(text, " ");
    const struct unit *unit = quantity_find_unit(units, text);
    if (!unit && more)
        unit = quantity_find_unit(more, text);
    if (!unit || whole > INT64_MAX / 2 / unit->size)
        return false;
    *amount = whole * unit->size + part * unit->size / scale;
    return part * unit->size % scale == 0;
}

bool quantity_read_ms(const char *text, int64_t *ms)
{
    return quantity_read(text, times, NULL, ms);
}

bool quantity_read_bytes(const char *text, int64_t *bytes)
{
    return quantity_read(text, sizes, decimal_sizes, bytes);
}

static const struct unit *quantity_largest_unit(const struct unit *units, int64_t amount)
{
    const struct unit *largest = &units[1];
    for (const struct unit *u = &units[1]; u->name && amount > 0; u++) {
        if (amount % u->size == 0)
            largest = u;
    }
    return largest;
}

void quantity_print_ms(struct text *out, int64_t ms)
{
    const struct unit *unit = quantity_largest_unit(times, ms);
    text_format(out, "%" PRId64 "%s", ms / unit->size, unit->name);
}

void quantity_print_bytes(struct text *out, int64_t bytes)
{
    const struct unit *unit = quantity_largest_unit(sizes, bytes);
    text_format(out, "%" PRId64 " %s", bytes / unit->size, unit->size == 1 ? "bytes" : unit->name);
}

static int64_t quantity_round_up(int64_t amount, int64_t size)
{
    return amount / size + (amount % size != 0);
}

void quantity_print_measured_bytes(struct text *out, int64_t bytes)
{
    if (bytes >= mebibyte)
        text_format(out, "%" PRId64 " MiB", quantity_round_up(bytes, mebibyte));
    else if (bytes >= kibibyte)
        text_format(out, "%" PRId64 " KiB", quantity_round_up(bytes, kibibyte));
    else
        text_format(out, "%" PRId64 " bytes", bytes);
}

void quantity_print_measured_ns(struct text *out, int64_t ns)
{
    int64_t tenths = quantity_round_up(ns, NS_PER_SECOND / 10);
    text_format(out, "%" PRId64 ".%d s", tenths / 10, (int)(tenths % 10));
}
