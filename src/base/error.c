#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(struct error *e, const char *format, ...)
{
    if (!e)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->words, sizeof e->words, format, arguments);
    va_end(arguments);
    e->at = 0;
    e->has_at = e->passes = false;
    return false;
}

bool error_at(struct error *e, size_t at, const char *format, ...)
{
    if (!e)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->words, sizeof e->words, format, arguments);
    va_end(arguments);
    e->at = at;
    e->has_at = true;
    e->passes = false;
    return false;
}
