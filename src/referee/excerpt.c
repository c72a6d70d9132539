#include "referee/excerpt.h"

#include <ctype.h>
#include <inttypes.h>
#include <strings.h>

// Reads a text line by line.
struct excerpt_reader {
    const char *at, *end;
    int number; // of the next line, from 0
};

struct excerpt_found {
    int lines;
    int torn;                 // before this line bytes are missing; -1: none are
    int names[EXCERPT_NAMES]; // the last lines that name an error
    int name_count;           // how many such lines there are
    uint64_t dropped_bytes;
};

static bool excerpt_next_line(struct excerpt_reader *r, const char **line, size_t *length)
{
    if (r->at == r->end)
        return false;
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const char *stop = newline ? newline : r->end;
    *line = r->at;
    *length = (size_t)(stop - r->at);
    if (*length > 0 && stop[-1] == '\r')
        --*length;
    r->at = newline ? newline + 1 : r->end;
    r->number++;
    return true;
}

static bool excerpt_has_word(const char *line, size_t length, const char *word)
{
    size_t letters = strlen(word);
    for (size_t i = 0; i + letters <= length; i++) {
        if (strncasecmp(line + i, word, letters) == 0)
            return true;
    }
    return false;
}

// Whether a line looks like the name of an error. Lists of calls are full of such words, but they
// are indented in all languages.
static bool excerpt_names_error(const char *line, size_t length)
{
    static const char *const words[] = {"error", "exception", "panic", "fatal", "traceback",
        "assert", "uncaught", "terminate called", "caused by"};
    if (length == 0 || line[0] == ' ' || line[0] == '\t')
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (excerpt_has_word(line, length, words[i]))
            return true;
    }
    return false;
}

static struct excerpt_found excerpt_survey(
    const struct text *all, const char *tail, uint64_t dropped_bytes)
{
    struct excerpt_found f = {.torn = -1, .dropped_bytes = dropped_bytes};
    struct excerpt_reader r = {all->bytes, all->bytes + all->length, 0};
    const char *line;
    size_t length;
    while (excerpt_next_line(&r, &line, &length)) {
        if (dropped_bytes > 0 && line == tail)
            f.torn = f.lines;
        if (excerpt_names_error(line, length))
            f.names[f.name_count++ % EXCERPT_NAMES] = f.lines;
        f.lines++;
    }
    return f;
}

static bool excerpt_is_kept(const struct excerpt_found *f, int number)
{
    if (f->lines <= EXCERPT_WHOLE_LINES || number >= f->lines - EXCERPT_LAST_LINES)
        return true;
    if (f->name_count == 0)
        return number < EXCERPT_FIRST_LINES;
    for (int i = 0; i < f->name_count && i < EXCERPT_NAMES; i++) {
        if (number >= f->names[i] - EXCERPT_BEFORE_LINES &&
            number <= f->names[i] + EXCERPT_AFTER_LINES)
            return true;
    }
    return false;
}

static void excerpt_put_line(struct text *out, const char *line, size_t length)
{
    size_t shown = length < EXCERPT_LINE_BYTES ? length : EXCERPT_LINE_BYTES;
    while (shown < length && shown > 0 && ((unsigned char)line[shown] & 0xC0) == 0x80)
        shown--; // not in the middle of a letter
    text_bytes(out, line, shown);
    text_string(out, shown < length ? " ...\n" : "\n");
}

// Writes that `left_out` lines were left out before the line `number`.
static void excerpt_put_gap(
    struct text *out, const struct excerpt_found *f, int left_out, int number)
{
    bool torn = f->torn > number - left_out - 1 && f->torn <= number && f->torn >= 0;
    if (left_out == 0 && !torn)
        return;
    text_string(out, "... ");
    if (left_out > 0)
        text_format(out, "%d line%s", left_out, left_out == 1 ? "" : "s");
    if (torn)
        text_format(out, "%s%" PRIu64 " bytes", left_out > 0 ? " and " : "", f->dropped_bytes);
    text_string(out, " left out ...\n");
}

// --- The names of an entry's files ---

enum { EXCERPT_HASH_LETTERS = 64 };

// Where a path ends that begins in quotes, in brackets, or after a blank.
static bool excerpt_is_in_path(char c)
{
    return c != '\0' && !isspace((unsigned char)c) && !strchr("\"'`()<>[]{},;=", c);
}

// The folder in which an entry is built has this ending: compilers write its path into programs.
static const char *excerpt_skip_part(const char *end)
{
    static const char part[] = ".part";
    size_t length = strlen(part);
    bool whole =
        strncmp(end, part, length) == 0 && (end[length] == '/' || !excerpt_is_in_path(end[length]));
    return whole ? end + length : end;
}

// Finds a folder that is called after a hash, behind `at`: its path is from `begin` to the end
// that is returned. NULL: there is none.
static const char *excerpt_find_copy(const char *at, const char **begin)
{
    static const char digits[] = "0123456789abcdef";
    for (const char *slash = at; (slash = strchr(slash, '/')); slash++) {
        if (strspn(slash + 1, digits) != EXCERPT_HASH_LETTERS)
            continue;
        for (*begin = slash; *begin > at && excerpt_is_in_path((*begin)[-1]);)
            --*begin;
        return excerpt_skip_part(slash + 1 + EXCERPT_HASH_LETTERS);
    }
    return NULL;
}

// Writes "mybot" in place of the path of each copy, if the player is "entry:mybot".
static void excerpt_name_entry(struct text *words, const char *player)
{
    static const char entry[] = "entry:";
    if (!player || strncmp(player, entry, strlen(entry)) != 0 || words->length == 0)
        return;
    const char *name = player + strlen(entry), *begin, *end;
    struct text said = text_growing();
    text_bytes(&said, words->bytes, words->length);
    text_clear(words);
    const char *at = said.bytes;
    for (; (end = excerpt_find_copy(at, &begin)); at = end) {
        text_bytes(words, at, (size_t)(begin - at));
        text_bytes(words, name, strcspn(name, "#"));
    }
    text_string(words, at);
    text_destroy(&said);
}

// --- All of it ---

// A NUL would end the text.
static void excerpt_gather(struct text *all, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        text_char(all, bytes[i] == '\0' ? '?' : bytes[i]);
}

void excerpt_write(const struct link_stderr *said, const char *player, struct text *out)
{
    struct text all = text_growing();
    excerpt_gather(&all, said->head, said->head_bytes);
    if (said->dropped_bytes > 0) {
        if (all.length > 0 && all.bytes[all.length - 1] != '\n')
            text_char(&all, '\n');
        excerpt_name_entry(&all, player); // now, so that it has its length
    }
    size_t tail_at = all.length;
    excerpt_gather(&all, said->tail, said->tail_bytes);
    excerpt_name_entry(&all, player);
    struct excerpt_found f = excerpt_survey(&all, all.bytes + tail_at, said->dropped_bytes);
    struct excerpt_reader r = {all.bytes, all.bytes + all.length, 0};
    const char *line;
    size_t length;
    int left_out = 0;
    while (excerpt_next_line(&r, &line, &length)) {
        int number = r.number - 1;
        if (!excerpt_is_kept(&f, number)) {
            left_out++;
            continue;
        }
        excerpt_put_gap(out, &f, left_out, number);
        excerpt_put_line(out, line, length);
        left_out = 0;
    }
    text_destroy(&all);
}
