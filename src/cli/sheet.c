#include "cli/sheet.h"

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

// --- Letters ---

// Ranges of letters that take no column, or two. Not all there are; those that names are made of.
static const struct {
    uint32_t from, to;
    int columns;
} widths[] = {
    {0x300, 0x36F, 0},     // accents that are put on the letter before
    {0x200B, 0x200F, 0},   // marks without a face
    {0x20D0, 0x20FF, 0},   //
    {0xFE00, 0xFE0F, 0},   //
    {0x1100, 0x115F, 2},   // Hangul
    {0x2E80, 0xA4CF, 2},   // Chinese, Japanese, Yi
    {0xAC00, 0xD7A3, 2},   // Hangul
    {0xF900, 0xFAFF, 2},   // Chinese
    {0xFE30, 0xFE6F, 2},   //
    {0xFF00, 0xFF60, 2},   // letters as wide as Chinese ones
    {0xFFE0, 0xFFE6, 2},   //
    {0x1F300, 0x1F64F, 2}, // pictures
    {0x1F900, 0x1FAFF, 2}, //
    {0x20000, 0x3FFFD, 2}, // Chinese
};

struct letter {
    size_t bytes; // at least 1
    int columns;
    bool shown; // false: it is no UTF-8, or a control character
};

static uint32_t decode(const unsigned char *s, size_t length)
{
    static const unsigned char first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t code = s[0] & first_bits[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (s[i] & 0x3F);
    return code;
}

static struct letter letter_at(const char *text)
{
    size_t length = text_utf8_length(text, strlen(text));
    if (length == 0)
        return (struct letter){1, 1, false};
    uint32_t code = decode((const unsigned char *)text, length);
    if (code < 0x20 || (code >= 0x7F && code < 0xA0))
        return (struct letter){length, 1, false};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        if (code >= widths[i].from && code <= widths[i].to)
            return (struct letter){length, widths[i].columns, true};
    }
    return (struct letter){length, 1, true};
}

int sheet_columns(const char *text)
{
    int columns = 0;
    while (*text != '\0') {
        struct letter letter = letter_at(text);
        columns += letter.columns;
        text += letter.bytes;
    }
    return columns;
}

// At most so many columns of the text; a sign at its end says that there was more.
static int print_clipped(struct text *out, const char *text, int most)
{
    bool fits = sheet_columns(text) <= most;
    int used = 0, room = fits ? most : most - 1;
    while (*text != '\0') {
        struct letter letter = letter_at(text);
        if (used + letter.columns > room)
            break;
        letter.shown ? text_bytes(out, text, letter.bytes) : text_char(out, '?');
        used += letter.columns;
        text += letter.bytes;
    }
    if (!fits)
        text_char(out, '~');
    return fits ? used : used + 1;
}

// --- For people ---

static void measure(const struct sheet *s, int widths_of[])
{
    for (size_t column = 0; column < column_count(s); column++) {
        widths_of[column] = 0;
        for (size_t row = 0; row < row_count(s); row++) {
            int width = sheet_columns(cell_at(s, row, column));
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
        int width = widths_of[column], used = sheet_columns(cell);
        int free_columns = used < width ? width - used : 0;
        if (cell[0] != '\0') {
            pad(out, behind + (right ? free_columns : 0));
            used = print_clipped(out, cell, width);
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
    while (*text != '\0') {
        struct letter letter = letter_at(text);
        const char *entity = entity_of(*text);
        if (!letter.shown)
            text_string(out, "\xEF\xBF\xBD");
        else if (entity)
            text_string(out, entity);
        else
            text_bytes(out, text, letter.bytes);
        text += letter.bytes;
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
