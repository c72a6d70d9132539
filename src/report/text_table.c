#include "report/text_table.h"

#include "base/columns.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 80, GAP = 2, NAME_LEAST = 8, SENTENCE_LEAST = 12, CELLS_LEAST = 64 };

struct text_table text_table_empty(const char *columns)
{
    return (struct text_table){.columns = columns, .bytes = text_growing()};
}

void text_table_destroy(struct text_table *table)
{
    text_destroy(&table->bytes);
    free(table->starts);
}

// --- Cells ---

static bool text_table_begin_cell(struct text_table *table)
{
    if (table->count == table->capacity) {
        size_t capacity = table->capacity > 0 ? 2 * table->capacity : CELLS_LEAST;
        size_t *starts = realloc(table->starts, capacity * sizeof *starts);
        table->failed = table->failed || !starts;
        if (!starts)
            return false;
        table->starts = starts;
        table->capacity = capacity;
    }
    table->starts[table->count++] = table->bytes.length;
    return true;
}

void text_table_text(struct text_table *table, const char *text)
{
    if (!text_table_begin_cell(table))
        return;
    text_bytes(&table->bytes, text, strlen(text) + 1);
    table->failed = table->failed || table->bytes.cut;
}

void text_table_cell(struct text_table *table, const char *format, ...)
{
    char cell[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell, sizeof cell, format, arguments);
    va_end(arguments);
    text_table_text(table, cell);
}

static size_t text_table_columns(const struct text_table *table)
{
    return strlen(table->columns);
}

static size_t text_table_rows(const struct text_table *table)
{
    return table->failed ? 0 : table->count / text_table_columns(table);
}

static const char *text_table_at(const struct text_table *table, size_t row, size_t column)
{
    return table->bytes.bytes + table->starts[row * text_table_columns(table) + column];
}

bool text_table_has_rows(const struct text_table *table)
{
    return text_table_rows(table) > 1;
}

// --- For people ---

static void text_table_measure(const struct text_table *table, int widths_of[])
{
    for (size_t column = 0; column < text_table_columns(table); column++) {
        widths_of[column] = 0;
        for (size_t row = 0; row < text_table_rows(table); row++) {
            int width = columns_count(text_table_at(table, row, column));
            if (width > widths_of[column])
                widths_of[column] = width;
        }
    }
}

// The widest column that can give way loses one column at a time.
static void text_table_squeeze(const struct text_table *table, int widths_of[], int most)
{
    int total = -GAP;
    size_t count = text_table_columns(table);
    for (size_t column = 0; column < count; column++)
        total += widths_of[column] + GAP;
    for (; total > most; total--) {
        size_t widest = count;
        for (size_t column = 0; column < count; column++) {
            char kind = table->columns[column];
            int least = kind == 'n' ? NAME_LEAST : SENTENCE_LEAST;
            if ((kind == 'n' || kind == 's') && widths_of[column] > least &&
                (widest == count || widths_of[column] > widths_of[widest]))
                widest = column;
        }
        if (widest == count)
            return;
        widths_of[widest]--;
    }
}

static void text_table_blanks(struct text *out, int columns)
{
    for (int i = 0; i < columns; i++)
        text_char(out, ' ');
}

static void text_table_print_row(
    const struct text_table *table, size_t row, const int widths_of[], struct text *out)
{
    int behind = 0; // blanks that are written when something follows them
    for (size_t column = 0; column < text_table_columns(table); column++) {
        const char *cell = text_table_at(table, row, column);
        bool right = table->columns[column] == 'r';
        int width = widths_of[column], used = columns_count(cell);
        int free_columns = used < width ? width - used : 0;
        if (cell[0] != '\0') {
            text_table_blanks(out, behind + (right ? free_columns : 0));
            used = columns_shorten(out, cell, width);
            behind = right ? 0 : width - used;
        } else {
            behind += width;
        }
        behind += GAP;
    }
    text_char(out, '\n');
}

void text_table_print(const struct text_table *table, int width, struct text *out)
{
    int widths_of[COLUMNS_MOST];
    if (text_table_columns(table) > COLUMNS_MOST)
        return;
    text_table_measure(table, widths_of);
    text_table_squeeze(table, widths_of, width);
    for (size_t row = 0; row < text_table_rows(table); row++)
        text_table_print_row(table, row, widths_of, out);
}
