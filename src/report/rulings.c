#include "report/rulings.h"

#include "report/json.h"
#include "report/page_files.h"

#include <stdio.h>
#include <string.h>

enum { RULING_ID_BYTES = 8 };

// A ruling in docs/rulings.md is an item of a list that begins with its id in bold:
//     - **R5 End**: neither can move, or
//       the board is full ...
// and goes on as long as lines are indented.
struct ruling {
    char id[RULING_ID_BYTES];
    const char *words, *end; // as they stand there, behind the id
};

static const char *rulings_line_end(const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    return newline ? newline + 1 : end;
}

static bool rulings_begins(const char *at, const char *end, const char *with)
{
    size_t length = strlen(with);
    return (size_t)(end - at) >= length && memcmp(at, with, length) == 0;
}

// Reads the ruling that begins at `at`, if one does. Returns the line behind it.
static const char *rulings_read(const char *at, const char *end, struct ruling *r)
{
    r->id[0] = '\0';
    const char *next = rulings_line_end(at, end);
    if (!rulings_begins(at, end, "- **"))
        return next;
    const char *id = at + strlen("- **");
    size_t length = strspn(id, "GSRTNU");
    length += strspn(id + length, "0123456789");
    if (length < 2 || length >= sizeof r->id)
        return next;
    while (next < end && *next == ' ')
        next = rulings_line_end(next, end);
    snprintf(r->id, sizeof r->id, "%.*s", (int)length, id);
    r->words = id + length;
    r->end = next;
    return next;
}

// Without the marks of Markdown, on one line.
static void rulings_put_words(struct text *out, const struct ruling *r)
{
    bool blank = true; // the last character was one, or there is none yet
    for (const char *at = r->words; at < r->end; at++) {
        if (rulings_begins(at, r->end, "**")) {
            at++;
            continue;
        }
        bool space = *at == ' ' || *at == '\n';
        if (*at == '`' || (space && blank))
            continue;
        text_char(out, space ? ' ' : *at);
        blank = space;
    }
    if (out->length > 0 && out->bytes[out->length - 1] == ' ')
        out->bytes[--out->length] = '\0';
}

bool rulings_words(const char *id, struct text *out)
{
    const struct page_file *file = page_file_text("rulings.md");
    struct ruling r;
    for (const char *at = file->bytes, *end = at + file->length; at < end;) {
        at = rulings_read(at, end, &r);
        if (r.id[0] != '\0' && strcmp(r.id, id) == 0) {
            rulings_put_words(out, &r);
            return true;
        }
    }
    return false;
}

static void rulings_put(struct text *out, const struct ruling *r, bool first)
{
    struct text words = text_growing();
    rulings_put_words(&words, r);
    text_string(out, first ? "{\"id\":" : ",{\"id\":");
    text_json(out, r->id);
    json_key_text(out, "words", words.bytes);
    text_char(out, '}');
    out->cut = out->cut || words.cut;
    text_destroy(&words);
}

void rulings_json(struct text *out, const struct game *game)
{
    const struct page_file *file = page_file_text("rulings.md");
    char heading[64];
    struct ruling r;
    bool wanted = false, first = true;
    snprintf(heading, sizeof heading, "## %s (", game->title);
    text_char(out, '[');
    for (const char *at = file->bytes, *end = at + file->length; at < end;) {
        if (rulings_begins(at, end, "## "))
            wanted = rulings_begins(at, end, "## For all") || rulings_begins(at, end, heading);
        at = rulings_read(at, end, &r);
        if (!wanted || r.id[0] == '\0')
            continue;
        rulings_put(out, &r, first);
        first = false;
    }
    text_char(out, ']');
}
