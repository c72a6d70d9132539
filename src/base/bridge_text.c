#include "base/bridge_text.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/number.h"

enum { BRIDGE_WORD_BYTES = 24, BRIDGE_LIMIT_MOST = 1000000000 };

static const char *const bridge_protocols[] = {"nboard", "ugi"};

// An option that a player may have: its name, where its value goes, and who knows it.
struct bridge_option {
    const char *name;
    int64_t *value;
    int64_t least, most;
    bool nboard, ugi;
};

// The name of the protocol, and in `rest` what follows its colon; NULL if there is none.
static const char *bridge_text_protocol(const char *text, const char **rest)
{
    for (size_t i = 0; i < sizeof bridge_protocols / sizeof *bridge_protocols; i++) {
        size_t length = strlen(bridge_protocols[i]);
        if (strncmp(text, bridge_protocols[i], length) == 0 && text[length] == ':') {
            *rest = text + length + 1;
            return bridge_protocols[i];
        }
    }
    return NULL;
}

bool bridge_text_is(const char *text)
{
    const char *rest;
    return bridge_text_protocol(text, &rest) != NULL;
}

// How long the options are that stand before a colon: "depth=16". 0: there are none. No command
// begins so: a variable before a command would be followed by a blank.
static size_t bridge_text_options(const char *rest)
{
    size_t length = strcspn(rest, ": \t\r\n/'\"");
    return rest[length] == ':' && memchr(rest, '=', length) ? length : 0;
}

static bool bridge_text_set(const char *protocol, struct bridge_option *options, size_t count,
    const char *name, const char *value, struct error *e)
{
    bool nboard = strcmp(protocol, "nboard") == 0;
    const char *known[8];
    size_t known_count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct bridge_option *o = &options[i];
        if (nboard ? !o->nboard : !o->ugi)
            continue;
        known[known_count++] = o->name;
        if (strcmp(o->name, name) == 0)
            return number_read(name, value, o->least, o->most, o->value, e);
    }
    nearest_refuse(e, "option", name, known, known_count, NULL);
    return false;
}

static bool bridge_text_is_setting(const struct bridge_text *b, const char *option)
{
    return *option >= 'A' && *option <= 'Z' && strcmp(b->protocol, "ugi") == 0;
}

// Reads "depth=16,nodes=4000".
static bool bridge_text_read_options(
    struct bridge_text *b, const char *from, size_t length, struct error *e)
{
    struct bridge_limits *l = &b->limits;
    struct bridge_option options[] = {
        {"depth", &l->depth, 1, 250, true, true},
        {"nodes", &l->nodes, 1, BRIDGE_LIMIT_MOST, false, true},
        {"movetime", &l->movetime_ms, 1, BRIDGE_LIMIT_MOST, false, true},
        {"contempt", &l->contempt, -10000, 10000, true, false},
    };
    for (const char *all = from, *end = from + length; from < end;) {
        size_t whole = strcspn(from, ",:"), key = strcspn(from, "=,:");
        if (bridge_text_is_setting(b, from) && key + 1 < whole) {
            l->settings = all;
            l->settings_bytes = length;
            from += whole + 1;
            continue;
        }
        char name[BRIDGE_WORD_BYTES], value[BRIDGE_WORD_BYTES];
        if (key >= whole || key >= sizeof name || whole - key - 1 >= sizeof value)
            return error_set(
                e, "%s: an option is NAME=NUMBER, not \"%.*s\"", b->protocol, (int)whole, from);
        snprintf(name, sizeof name, "%.*s", (int)key, from);
        snprintf(value, sizeof value, "%.*s", (int)(whole - key - 1), from + key + 1);
        if (!bridge_text_set(
                b->protocol, options, sizeof options / sizeof *options, name, value, e))
            return false;
        from += whole + 1;
    }
    return true;
}

bool bridge_text_read(struct bridge_text *b, const char *text, struct error *e)
{
    *b = (struct bridge_text){.command = text};
    const char *rest;
    b->protocol = bridge_text_protocol(text, &rest);
    if (!b->protocol)
        return true;
    size_t options = bridge_text_options(rest);
    if (options > 0 && !bridge_text_read_options(b, rest, options, e))
        return false;
    b->command = options > 0 ? rest + options + 1 : rest;
    if (b->command[strspn(b->command, " \t")] == '\0')
        return error_set(
            e, "%s: the command of the engine is missing: %s:./engine", b->protocol, b->protocol);
    if (b->command[0] == '@' || strncmp(b->command, "listen:", 7) == 0 ||
        strcmp(b->command, "human") == 0 || bridge_text_is(b->command))
        return error_set(
            e, "%s: \"%.40s\" is not the command of an engine", b->protocol, b->command);
    return true;
}

bool bridge_text_next_setting(struct bridge_limits *l, struct bridge_setting *s)
{
    while (l->settings_bytes > 0) {
        const char *option = l->settings, *end = option + l->settings_bytes;
        const char *comma = memchr(option, ',', l->settings_bytes);
        const char *stop = comma ? comma : end;
        const char *equals = memchr(option, '=', (size_t)(stop - option));
        l->settings = comma ? comma + 1 : end;
        l->settings_bytes = (size_t)(end - l->settings);
        if (equals && *option >= 'A' && *option <= 'Z') {
            *s = (struct bridge_setting){.name = option,
                .value = equals + 1,
                .name_bytes = (size_t)(equals - option),
                .value_bytes = (size_t)(stop - equals - 1)};
            return true;
        }
    }
    return false;
}

const char *bridge_text_command(const char *text)
{
    struct bridge_text b;
    return bridge_text_read(&b, text, NULL) ? b.command : text;
}
