#include "archive/start_entry.h"

#include "base/number.h"

#include <inttypes.h>
#include <stdio.h>

enum { CORES_MOST = 1000 * 1000 };

// --- For people ---

static void start_entry_text_layers(struct text *out, const char *layers)
{
    for (const char *c = layers; *c != '\0'; c++) {
        text_char(out, *c);
        if (*c == ',')
            text_char(out, ' ');
    }
}

void start_entry_text_sandboxes(struct text *out, const struct start_entry *s)
{
    if (s->sandbox_count == 0)
        text_string(out, s->fleet ? "workers of a fleet play" : "no bot was started here");
    for (size_t i = 0; i < s->sandbox_count; i++) {
        const struct start_sandbox *sandbox = &s->sandboxes[i];
        text_format(out, "%s%s", i > 0 ? "; " : "", sandbox->manner);
        if (sandbox->layers[0] == '\0')
            continue;
        text_string(out, ": ");
        start_entry_text_layers(out, sandbox->layers);
    }
}

void start_entry_text_machine(struct text *out, const struct start_entry *s)
{
    text_format(out, "%s%s, %" PRId64 " core%s, agon %s", s->fleet ? "handed out on " : "",
        s->machine, s->cores, s->cores == 1 ? "" : "s", s->agon);
}

// --- For programs ---

void start_entry_print(struct text *out, const struct start_entry *s)
{
    text_format(out, "row %" PRId64 ": ", s->row);
    start_entry_text_sandboxes(out, s);
    text_string(out, "; ");
    start_entry_text_machine(out, s);
    text_format(out, "\nmachine %s\ncores %" PRId64 "\nagon %s\nlibraries %s", s->machine, s->cores,
        s->agon, s->libraries);
    for (size_t i = 0; i < s->sandbox_count; i++)
        text_format(out, "\nsandbox %s%s%s", s->sandboxes[i].manner,
            s->sandboxes[i].layers[0] != '\0' ? " " : "", s->sandboxes[i].layers);
    text_string(out, s->fleet ? "\nplayed by workers" : "");
}

// Takes the next line if it begins with `word`: the rest of it goes to `value`.
static bool start_entry_take(
    const char **words, const char *word, char value[START_ENTRY_TEXT_BYTES])
{
    size_t length = strlen(word);
    if (strncmp(*words, word, length) != 0)
        return false;
    const char *begin = *words + length;
    size_t rest = strcspn(begin, "\n");
    if (rest >= START_ENTRY_TEXT_BYTES)
        return false;
    memcpy(value, begin, rest);
    value[rest] = '\0';
    *words = begin + rest + (begin[rest] == '\n');
    return true;
}

static bool start_entry_take_number(
    const char **words, const char *word, int64_t most, int64_t *number)
{
    char value[START_ENTRY_TEXT_BYTES];
    return start_entry_take(words, word, value) && number_read("", value, 1, most, number, NULL);
}

static bool start_entry_take_sandbox(const char **words, struct start_entry *s)
{
    char value[START_ENTRY_TEXT_BYTES];
    if (s->sandbox_count == START_ENTRY_SANDBOXES || !start_entry_take(words, "sandbox ", value))
        return false;
    struct start_sandbox *sandbox = &s->sandboxes[s->sandbox_count];
    size_t manner = strcspn(value, " ");
    if (manner == 0 || manner >= START_ENTRY_WORD_BYTES)
        return false;
    snprintf(sandbox->manner, sizeof sandbox->manner, "%.*s", (int)manner, value);
    snprintf(
        sandbox->layers, sizeof sandbox->layers, "%s", value + manner + (value[manner] == ' '));
    s->sandbox_count++;
    return true;
}

static bool start_entry_take_row(const char **words, struct start_entry *s)
{
    char digits[32];
    size_t length = strlen("row "), count;
    if (strncmp(*words, "row ", length) != 0)
        return false;
    count = strcspn(*words + length, ":");
    if (count >= sizeof digits || (*words)[length + count] != ':')
        return false;
    snprintf(digits, sizeof digits, "%.*s", (int)count, *words + length);
    *words += strcspn(*words, "\n");
    *words += **words == '\n';
    return number_read("", digits, 1, INT64_MAX, &s->row, NULL);
}

static bool start_entry_take_fleet(const char **words, struct start_entry *s)
{
    char who[START_ENTRY_TEXT_BYTES];
    if (s->fleet || !start_entry_take(words, "played by ", who) || strcmp(who, "workers") != 0)
        return false;
    s->fleet = true;
    return true;
}

bool start_entry_read(struct start_entry *s, const char *words)
{
    *s = (struct start_entry){0};
    bool well = start_entry_take_row(&words, s) &&
        start_entry_take(&words, "machine ", s->machine) &&
        start_entry_take_number(&words, "cores ", CORES_MOST, &s->cores) &&
        start_entry_take(&words, "agon ", s->agon) &&
        start_entry_take(&words, "libraries ", s->libraries);
    while (well && *words != '\0')
        well = start_entry_take_sandbox(&words, s) || start_entry_take_fleet(&words, s);
    return well;
}

bool start_entry_equal(const struct start_entry *a, const struct start_entry *b)
{
    bool same = a->cores == b->cores && a->fleet == b->fleet &&
        strcmp(a->machine, b->machine) == 0 && strcmp(a->agon, b->agon) == 0 &&
        strcmp(a->libraries, b->libraries) == 0 && a->sandbox_count == b->sandbox_count;
    for (size_t i = 0; same && i < a->sandbox_count; i++)
        same = strcmp(a->sandboxes[i].manner, b->sandboxes[i].manner) == 0 &&
            strcmp(a->sandboxes[i].layers, b->sandboxes[i].layers) == 0;
    return same;
}
