// A table under construction: cells in, aligned columns or an HTML table out. The first row is the
// heading.
#ifndef AGON_CLI_SHEET_H
#define AGON_CLI_SHEET_H

#include "base/text.h"

enum {
    SHEET_WIDTH = 80,        // columns of a terminal, where nobody says otherwise
    SHEET_ANY_WIDTH = 100000 // nothing is to be shortened
};

struct sheet {
    // One letter per column: l left, r right; n a name, s a sentence, both left: these are
    // shortened where a table is too wide.
    const char *columns;
    struct text bytes; // of all cells, each ended by a NUL
    size_t *starts;    // of the cells
    size_t count, capacity;
    bool failed; // out of memory
};

struct sheet sheet_empty(const char *columns);
void sheet_destroy(struct sheet *s);

// The next cell.
void sheet_cell(struct sheet *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sheet_text(struct sheet *s, const char *text);

// Is there a row besides the heading?
bool sheet_has_rows(const struct sheet *s);

// For people: no line is wider than `width` columns as far as names and sentences can give way.
void sheet_print(const struct sheet *s, int width, struct text *out);
void sheet_html(const struct sheet *s, struct text *out);
// Two columns without a heading, as a list of terms.
void sheet_list(const struct sheet *s, struct text *out);

// The text with what HTML gives a meaning to put in another way. Bytes that are no UTF-8, and
// control characters, become U+FFFD.
void text_html(struct text *out, const char *text);

#endif
