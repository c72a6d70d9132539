#include "wire/protocols/reply.h"

#include <stdarg.h>
#include <stdio.h>

enum { SHOWN_BYTES = 64 };

// Where the key of the value `where` starts, or the value itself if it has no key.
static const char *reply_key_of(const struct reply *r, struct value where)
{
    const char *at = where.at;
    while (at > r->root.at && (at[-1] == ' ' || at[-1] == '\n' || at[-1] == '\r' || at[-1] == '\t'))
        at--;
    if (at == r->root.at || at[-1] != ':')
        return where.at;
    for (at--; at > r->root.at && at[-1] != '"';)
        at--;
    for (at--; at > r->root.at && at[-1] != '"';)
        at--;
    return at > r->root.at ? at - 1 : where.at;
}

static void reply_point_at(const struct reply *r, struct value where)
{
    r->fault->has_at = true;
    r->fault->at = (size_t)(where.at - r->message->bytes);
}

static void reply_show_seen(const struct reply *r, struct value where)
{
    struct text seen = TEXT_IN(r->fault->seen);
    const char *from = reply_key_of(r, where);
    value_show(&seen, from, (size_t)(where.end - from), SHOWN_BYTES);
}

__attribute__((format(printf, 5, 0))) static enum wire_event_kind reply_wrong_value(
    const struct reply *r, enum verdict v, const char *rule, struct value where,
    const char *expected, va_list arguments)
{
    struct fault *f = r->fault;
    if (!f)
        return WIRE_FAULT;
    fault_set(f, v, rule, "%s", "");
    reply_point_at(r, where);
    vsnprintf(f->expected, sizeof f->expected, expected, arguments);
    reply_show_seen(r, where);
    struct text words = TEXT_IN(f->words);
    text_format(&words, "expected %s, seen %s", f->expected, f->seen);
    return WIRE_FAULT;
}

enum wire_event_kind reply_malformed(
    const struct reply *r, const char *rule, struct value where, const char *expected, ...)
{
    va_list arguments;
    va_start(arguments, expected);
    reply_wrong_value(r, VERDICT_MALFORMED, rule, where, expected, arguments);
    va_end(arguments);
    return WIRE_FAULT;
}

enum wire_event_kind reply_illegal(
    const struct reply *r, const char *rule, struct value where, const char *expected, ...)
{
    va_list arguments;
    va_start(arguments, expected);
    reply_wrong_value(r, VERDICT_ILLEGAL, rule, where, expected, arguments);
    va_end(arguments);
    return WIRE_FAULT;
}

enum wire_event_kind reply_refused(
    const struct reply *r, const struct refusal *why, struct value where)
{
    struct fault *f = r->fault;
    if (!f)
        return WIRE_FAULT;
    fault_set(f, VERDICT_ILLEGAL, why->rule, "%s", why->words);
    reply_point_at(r, where);
    snprintf(f->expected, sizeof f->expected, "%s", why->expected);
    if (why->seen[0] != '\0')
        snprintf(f->seen, sizeof f->seen, "%s", why->seen);
    else
        reply_show_seen(r, where);
    return WIRE_FAULT;
}
