#include "link/inside/pyvenv.h"

#include <string.h>

static bool pyvenv_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

// Leaves out the blanks at both ends.
static void pyvenv_trim(const char **at, const char **end)
{
    while (*at < *end && pyvenv_is_blank(**at))
        (*at)++;
    while (*end > *at && pyvenv_is_blank((*end)[-1]))
        (*end)--;
}

static bool pyvenv_take(const char *at, const char *end, char *home, size_t capacity)
{
    const char *equals = memchr(at, '=', (size_t)(end - at));
    if (!equals)
        return false;
    const char *key = at, *key_end = equals, *value = equals + 1;
    pyvenv_trim(&key, &key_end);
    pyvenv_trim(&value, &end);
    size_t length = (size_t)(end - value);
    if (key_end - key != 4 || memcmp(key, "home", 4) != 0 || length == 0 || length >= capacity ||
        memchr(value, '\0', length))
        return false;
    memcpy(home, value, length);
    home[length] = '\0';
    return true;
}

bool pyvenv_home(const char *bytes, size_t length, char *home, size_t capacity)
{
    const char *at = bytes, *all = bytes + length;
    while (at < all) {
        const char *newline = memchr(at, '\n', (size_t)(all - at));
        const char *end = newline ? newline : all;
        if (pyvenv_take(at, end, home, capacity))
            return true;
        at = newline ? newline + 1 : all;
    }
    return false;
}
