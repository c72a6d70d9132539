#include "cli/sheet.h"

#include "base/columns.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 80, GAP = 2, NAME_LEAST = 8, SENTENCE_LEAST = 12, CELLS_LEAST = 64 };

struct sheet sheet_empty(const char *columns)
{
    return (struct sheet){.columns = columns, .bytes = text_growing()};
}

void sheet_destroy(struct sheet *s)
{
    text_destroy(&s->bytes);
    free(s->starts);
}

// --- Cells ---

static bool begin_cell(struct sheet *s)
{
    if (s->count == s->capacity) {
        size_t capacity = s->capacity > 0 ? 2 * s->capacity : CELLS_LEAST;
        size_t *starts = realloc(s->starts, capacity * sizeof *starts);
        s->failed = s->failed || !starts;
        if (!starts)
            return false;
        s->starts = starts;
        s->capacity = capacity;
    }
    s->starts[s->count++] = s->bytes.length;
    return true;
}

void sheet_text(struct sheet *s, const char *text)
{
    if (!begin_cell(s))
        return;
    text_bytes(&s->bytes, text, strlen(text) + 1);
    s->failed = s->failed || s->bytes.cut;
}

void sheet_cell(struct sheet *s, const char *format, ...)
{
    char cell[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell, sizeof cell, format, arguments);
    va_end(arguments);
    sheet_text(s, cell);
}

static size_t column_count(const struct sheet *s)
{
    return strlen(s->columns);
}

static size_t row_count(const struct sheet *s)
{
    return s->failed ? 0 : s->count / column_count(s);
}

static const char *cell_at(const struct sheet *s, size_t row, size_t column)
{
    return s->bytes.bytes + s->starts[row * column_count(s) + column];
}

bool sheet_has_rows(const struct sheet *s)
{
    return row_count(s) > 1;
}

// --- For people ---

static void measure(const struct sheet *s, int widths_of[])
{
    for (size_t column = 0; column < column_count(s); column++) {
        widths_of[column] = 0;
        for (size_t row = 0; row < row_count(s); row++) {
            int width = columns_count(cell_at(s, row, column));
            if (width > widths_of[column])
                widths_of[column] = width;
        }
    }
}

// The widest column that can give way loses one column at a time.
static void squeeze(const struct sheet *s, int widths_of[], int most)
{
    int total = -GAP;
    size_t count = column_count(s);
    for (size_t column = 0; column < count; column++)
        total += widths_of[column] + GAP;
    for (; total > most; total--) {
        size_t widest = count;
        for (size_t column = 0; column < count; column++) {
            char kind = s->columns[column];
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

static void pad(struct text *out, int columns)
{
    for (int i = 0; i < columns; i++)
        text_char(out, ' ');
}

static void print_row(const struct sheet *s, size_t row, const int widths_of[], struct text *out)
{
    int behind = 0; // blanks that are written when something follows them
    for (size_t column = 0; column < column_count(s); column++) {
        const char *cell = cell_at(s, row, column);
        bool right = s->columns[column] == 'r';
        int width = widths_of[column], used = columns_count(cell);
        int free_columns = used < width ? width - used : 0;
        if (cell[0] != '\0') {
            pad(out, behind + (right ? free_columns : 0));
            used = columns_shorten(out, cell, width);
            behind = right ? 0 : width - used;
        } else {
            behind += width;
        }
        behind += GAP;
    }
    text_char(out, '\n');
}

void sheet_print(const struct sheet *s, int width, struct text *out)
{
    int widths_of[COLUMNS_MOST];
    if (column_count(s) > COLUMNS_MOST)
        return;
    measure(s, widths_of);
    squeeze(s, widths_of, width);
    for (size_t row = 0; row < row_count(s); row++)
        print_row(s, row, widths_of, out);
}

// --- For browsers ---

static const char *entity_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void text_html(struct text *out, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        struct letter letter = letter_at(text, left);
        const char *entity = entity_of(*text);
        if (!letter.shown)
            text_string(out, "\xEF\xBF\xBD");
        else if (entity)
            text_string(out, entity);
        else
            text_bytes(out, text, letter.bytes);
        text += letter.bytes;
        left -= letter.bytes;
    }
}

static void html_row(const struct sheet *s, size_t row, struct text *out)
{
    const char *tag = row == 0 ? "th" : "td";
    text_string(out, "<tr>");
    for (size_t column = 0; column < column_count(s); column++) {
        char kind = s->columns[column];
        text_format(out, "<%s", tag);
        if (kind == 'r' || kind == 'n')
            text_format(out, " class=\"%c\"", kind);
        text_char(out, '>');
        text_html(out, cell_at(s, row, column));
        text_format(out, "</%s>", tag);
    }
    text_string(out, "</tr>\n");
}

void sheet_html(const struct sheet *s, struct text *out)
{
    text_string(out, "<div class=\"wide\"><table>\n<thead>");
    for (size_t row = 0; row < row_count(s); row++) {
        html_row(s, row, out);
        if (row == 0)
            text_string(out, "</thead>\n<tbody>\n");
    }
    text_string(out, "</tbody></table></div>\n");
}

void sheet_list(const struct sheet *s, struct text *out)
{
    text_string(out, "<dl>\n");
    for (size_t row = 0; row < row_count(s); row++) {
        text_string(out, "<dt>");
        text_html(out, cell_at(s, row, 0));
        text_string(out, "</dt><dd>");
        text_html(out, cell_at(s, row, 1));
        text_string(out, "</dd>\n");
    }
    text_string(out, "</dl>\n");
}
