// A table under construction: cells go in row by row, and come out as aligned columns for people.
// The first row is the heading.
#ifndef AGON_REPORT_TEXT_TABLE_H
#define AGON_REPORT_TEXT_TABLE_H

#include "base/text.h"

enum {
    TEXT_TABLE_WIDTH = 80,        // columns of a terminal, by default
    TEXT_TABLE_ANY_WIDTH = 100000 // shortens nothing
};

struct text_table {
    // One letter for each column: l left, r right; n a name, s a sentence. Names and sentences are
    // aligned left, and are shortened if a table is too wide.
    const char *columns;
    struct text bytes; // of all cells, each ended by a NUL
    size_t *starts;    // of the cells
    size_t count, capacity;
    bool failed; // out of memory: the table then has no rows
};

// `columns` must live as long as the table.
struct text_table text_table_empty(const char *columns);
void text_table_destroy(struct text_table *table);

// Both add the next cell.
void text_table_cell(struct text_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_table_text(struct text_table *table, const char *text);

// Is there a row besides the heading?
bool text_table_has_rows(const struct text_table *table);

// For people. No line is wider than `width` columns, as far as names and sentences can be
// shortened. What must not be sent to a terminal is written as an escape (base/letter.h).
void text_table_print(const struct text_table *table, int width, struct text *out);

#endif
