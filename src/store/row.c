#include "store/row.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NUMBER(type, field)                                                                        \
    {                                                                                              \
#field, offsetof(struct type, field), COLUMN_NUMBER, COLUMN_CHAINED                        \
    }
#define TEXT(type, field)                                                                          \
    {                                                                                              \
#field, offsetof(struct type, field), COLUMN_TEXT, COLUMN_CHAINED                          \
    }

static const struct column game_columns[] = {
    NUMBER(store_game, pair),
    NUMBER(store_game, game),
    NUMBER(store_game, play),
    NUMBER(store_game, first_id),
    NUMBER(store_game, second_id),
    TEXT(store_game, first_name),
    TEXT(store_game, second_name),
    TEXT(store_game, start),
    TEXT(store_game, verdict),
    NUMBER(store_game, winner),
    NUMBER(store_game, blame),
    TEXT(store_game, rule),
    TEXT(store_game, explanation),
    TEXT(store_game, moves),
    NUMBER(store_game, plies),
    {"wall_ns", offsetof(struct store_game, wall_ns), COLUMN_NUMBER, COLUMN_MEASURED},
    {"record", offsetof(struct store_game, record), COLUMN_TEXT, COLUMN_LARGE},
};

static const struct column entry_columns[] = {
    NUMBER(store_entry, at),
    TEXT(store_entry, kind),
    NUMBER(store_entry, game),
    TEXT(store_entry, words),
};

static const struct column contest_columns[] = {
    NUMBER(store_contest, seed),
    TEXT(store_contest, text),
};

const struct row_table game_rows = {game_columns, sizeof game_columns / sizeof game_columns[0]};
const struct row_table entry_rows = {entry_columns, sizeof entry_columns / sizeof entry_columns[0]};
const struct row_table contest_rows = {
    contest_columns, sizeof contest_columns / sizeof contest_columns[0]};

// --- The fields of a struct ----------------------------------------------------------------------

static int64_t number_of(const struct column *c, const void *row)
{
    int64_t number;
    memcpy(&number, (const char *)row + c->offset, sizeof number);
    return number;
}

static const char *text_of(const struct column *c, const void *row)
{
    const char *text;
    memcpy(&text, (const char *)row + c->offset, sizeof text);
    return text == NULL && c->role != COLUMN_LARGE ? "" : text;
}

static void set_text(const struct column *c, void *row, const char *text)
{
    memcpy((char *)row + c->offset, &text, sizeof text);
}

// --- To and from SQLite --------------------------------------------------------------------------

int row_bind(const struct row_table *table, const void *row, sqlite3_stmt *statement, int parameter)
{
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->kind == COLUMN_NUMBER)
            sqlite3_bind_int64(statement, parameter++, number_of(c, row));
        else
            sqlite3_bind_text(statement, parameter++, text_of(c, row), -1, SQLITE_STATIC);
    }
    return parameter;
}

bool row_read(const struct row_table *table, void *row, sqlite3_stmt *statement, int at)
{
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->role == COLUMN_LARGE) {
            set_text(c, row, NULL);
        } else if (c->kind == COLUMN_NUMBER) {
            int64_t number = sqlite3_column_int64(statement, at++);
            memcpy((char *)row + c->offset, &number, sizeof number);
        } else {
            const char *text = (const char *)sqlite3_column_text(statement, at);
            int length = sqlite3_column_bytes(statement, at++);
            if (text == NULL || strlen(text) != (size_t)length)
                return false;
            set_text(c, row, text);
        }
    }
    return true;
}

void row_names(const struct row_table *table, const char *prefix, bool with_large, struct text *sql)
{
    const char *comma = "";
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->role == COLUMN_LARGE && !with_large)
            continue;
        text_format(sql, "%s%s%s", comma, prefix, c->name);
        comma = ", ";
    }
}

// --- Copies --------------------------------------------------------------------------------------

size_t row_text_bytes(const struct row_table *table, const void *row)
{
    size_t bytes = 0;
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->kind == COLUMN_TEXT && text_of(c, row) != NULL)
            bytes += strlen(text_of(c, row)) + 1;
    }
    return bytes;
}

char *row_keep_texts(const struct row_table *table, void *row, char *bytes)
{
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->kind != COLUMN_TEXT || text_of(c, row) == NULL)
            continue;
        size_t length = strlen(text_of(c, row)) + 1;
        memcpy(bytes, text_of(c, row), length);
        set_text(c, row, bytes);
        bytes += length;
    }
    return bytes;
}

// --- The chain -----------------------------------------------------------------------------------

static void hash_field(struct sha256 *s, const char *bytes, size_t length)
{
    char before[24];
    sha256_add(s, before, (size_t)snprintf(before, sizeof before, "%zu:", length));
    sha256_add(s, bytes, length);
    sha256_add(s, ",", 1);
}

void row_chain(const struct row_table *table, const void *row, unsigned char head[SHA256_BYTES])
{
    struct sha256 s = sha256_begin();
    sha256_add(&s, head, SHA256_BYTES);
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->role != COLUMN_CHAINED)
            continue;
        char digits[24];
        const char *bytes = digits;
        if (c->kind == COLUMN_NUMBER)
            snprintf(digits, sizeof digits, "%" PRId64, number_of(c, row));
        else
            bytes = text_of(c, row);
        hash_field(&s, bytes, strlen(bytes));
    }
    sha256_end(&s, head);
}

void row_chain_begin(const struct store_contest *contest, unsigned char head[SHA256_BYTES])
{
    memset(head, 0, SHA256_BYTES);
    row_chain(&contest_rows, contest, head);
}
