#include "store/row.h"

#include "store/schema.h"

#include <string.h>

// A sum of so many of the largest numbers overflows only in a file of a terabyte.
#define COUNT_MOST (INT64_C(1) << 32)
#define SECONDS_MOST (INT64_C(1) << 40) // since 1970
#define NS_MOST (INT64_C(1) << 60)      // half a lifetime

#define NUMBER(type, field, least, most)                                                           \
    {                                                                                              \
#field, offsetof(struct type, field), COLUMN_NUMBER, COLUMN_CHAINED, least, most, 0        \
    }
#define TEXT(type, field)                                                                          \
    {                                                                                              \
#field, offsetof(struct type, field), COLUMN_TEXT, COLUMN_CHAINED, 0, 0, 0                 \
    }

static const struct column game_columns[] = {
    NUMBER(store_game, pair, 0, COUNT_MOST),
    NUMBER(store_game, game, 0, COUNT_MOST),
    NUMBER(store_game, play, 0, COUNT_MOST),
    NUMBER(store_game, first_id, 0, COUNT_MOST),
    NUMBER(store_game, second_id, 0, COUNT_MOST),
    TEXT(store_game, first_name),
    TEXT(store_game, second_name),
    TEXT(store_game, start),
    TEXT(store_game, verdict),
    NUMBER(store_game, winner, STORE_NOBODY, 1),
    NUMBER(store_game, blame, STORE_NOBODY, 1),
    TEXT(store_game, rule),
    TEXT(store_game, explanation),
    TEXT(store_game, moves),
    NUMBER(store_game, plies, 0, COUNT_MOST),
    {"wall_ns", offsetof(struct store_game, wall_ns), COLUMN_NUMBER, COLUMN_MEASURED, 0, NS_MOST,
        0},
    {"first_pondered_ns", offsetof(struct store_game, first_pondered_ns), COLUMN_NUMBER,
        COLUMN_MEASURED, STORE_NOT_MEASURED, NS_MOST, SCHEMA_WITH_PONDERING},
    {"second_pondered_ns", offsetof(struct store_game, second_pondered_ns), COLUMN_NUMBER,
        COLUMN_MEASURED, STORE_NOT_MEASURED, NS_MOST, SCHEMA_WITH_PONDERING},
    {"record_hash", offsetof(struct store_game, record_hash), COLUMN_HASH, COLUMN_CHAINED, 0, 0,
        SCHEMA_WITH_RECORDS},
};

static const struct column entry_columns[] = {
    NUMBER(store_entry, at, 0, SECONDS_MOST),
    TEXT(store_entry, kind),
    NUMBER(store_entry, game, 0, COUNT_MOST),
    TEXT(store_entry, words),
};

static const struct column contest_columns[] = {
    NUMBER(store_contest, seed, INT64_MIN, INT64_MAX),
    TEXT(store_contest, text),
};

const struct row_table game_rows = {game_columns, sizeof game_columns / sizeof game_columns[0]};
const struct row_table entry_rows = {entry_columns, sizeof entry_columns / sizeof entry_columns[0]};
const struct row_table contest_rows = {
    contest_columns, sizeof contest_columns / sizeof contest_columns[0]};

// --- The fields of a struct ----------------------------------------------------------------------

static int64_t row_number_of(const struct column *c, const void *row)
{
    int64_t number;
    memcpy(&number, (const char *)row + c->offset, sizeof number);
    return number;
}

static const char *row_text_of(const struct column *c, const void *row)
{
    const char *text;
    memcpy(&text, (const char *)row + c->offset, sizeof text);
    return text == NULL ? "" : text;
}

static const unsigned char *row_hash_of(const struct column *c, const void *row)
{
    const unsigned char *hash;
    memcpy(&hash, (const char *)row + c->offset, sizeof hash);
    return hash;
}

static void row_set_text(const struct column *c, void *row, const char *text)
{
    memcpy((char *)row + c->offset, &text, sizeof text);
}

// --- To and from SQLite --------------------------------------------------------------------------

int row_bind(const struct row_table *table, const void *row, sqlite3_stmt *statement, int parameter)
{
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->kind == COLUMN_NUMBER)
            sqlite3_bind_int64(statement, parameter++, row_number_of(c, row));
        else if (c->kind == COLUMN_HASH) // NULL is bound as NULL
            sqlite3_bind_blob(
                statement, parameter++, row_hash_of(c, row), SHA256_BYTES, SQLITE_STATIC);
        else
            sqlite3_bind_text(statement, parameter++, row_text_of(c, row), -1, SQLITE_STATIC);
    }
    return parameter;
}

static bool row_read_hash(const struct column *c, void *row, sqlite3_stmt *statement, int at)
{
    const unsigned char *hash = sqlite3_column_blob(statement, at);
    memcpy((char *)row + c->offset, &hash, sizeof hash);
    return sqlite3_column_type(statement, at) == SQLITE_NULL ||
        (hash != NULL && sqlite3_column_bytes(statement, at) == SHA256_BYTES);
}

bool row_read(const struct row_table *table, void *row, sqlite3_stmt *statement, int at)
{
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->kind == COLUMN_NUMBER) {
            int64_t number = sqlite3_column_int64(statement, at++);
            memcpy((char *)row + c->offset, &number, sizeof number);
        } else if (c->kind == COLUMN_HASH) {
            if (!row_read_hash(c, row, statement, at++))
                return false;
        } else {
            const char *text = (const char *)sqlite3_column_text(statement, at);
            int length = sqlite3_column_bytes(statement, at++);
            if (text == NULL || strlen(text) != (size_t)length)
                return false;
            row_set_text(c, row, text);
        }
    }
    return true;
}

const struct column *row_find_impossible(
    const struct row_table *table, const void *row, int64_t *number)
{
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->kind != COLUMN_NUMBER)
            continue;
        *number = row_number_of(c, row);
        if (*number < c->least || *number > c->most)
            return c;
    }
    return NULL;
}

void row_names(const struct row_table *table, const char *prefix, int version, struct text *sql)
{
    const char *comma = "";
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->since > version && c->kind == COLUMN_NUMBER)
            text_format(sql, "%s%d", comma, STORE_NOT_MEASURED);
        else if (c->since > version)
            text_format(sql, "%sNULL", comma);
        else
            text_format(sql, "%s%s%s", comma, prefix, c->name);
        comma = ", ";
    }
}

// --- Copies --------------------------------------------------------------------------------------

size_t row_text_bytes(const struct row_table *table, const void *row)
{
    size_t bytes = 0;
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->kind == COLUMN_TEXT)
            bytes += strlen(row_text_of(c, row)) + 1;
    }
    return bytes;
}

char *row_keep_texts(const struct row_table *table, void *row, char *bytes)
{
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->kind != COLUMN_TEXT)
            continue;
        size_t length = strlen(row_text_of(c, row)) + 1;
        memcpy(bytes, row_text_of(c, row), length);
        row_set_text(c, row, bytes);
        bytes += length;
    }
    return bytes;
}

// --- The chain -----------------------------------------------------------------------------------

static void row_hash_field(struct sha256 *s, const char *bytes, size_t length)
{
    char array[24];
    struct text before = TEXT_IN(array);
    text_number(&before, (int64_t)length);
    text_char(&before, ':');
    sha256_add(s, array, before.length);
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
        char array[24];
        struct text digits = TEXT_IN(array);
        if (c->kind == COLUMN_NUMBER) {
            text_number(&digits, row_number_of(c, row));
            row_hash_field(&s, array, digits.length);
        } else if (c->kind == COLUMN_HASH) {
            if (row_hash_of(c, row) != NULL)
                row_hash_field(&s, (const char *)row_hash_of(c, row), SHA256_BYTES);
        } else {
            const char *bytes = row_text_of(c, row);
            row_hash_field(&s, bytes, strlen(bytes));
        }
    }
    sha256_end(&s, head);
}

bool row_hash(sqlite3_stmt *statement, int at, unsigned char hash[SHA256_BYTES])
{
    const void *bytes = sqlite3_column_blob(statement, at);
    if (bytes == NULL || sqlite3_column_bytes(statement, at) != SHA256_BYTES)
        return false;
    memcpy(hash, bytes, SHA256_BYTES);
    return true;
}

void row_contest_hash(const struct store_contest *contest, unsigned char hash[SHA256_BYTES])
{
    struct sha256 s = sha256_begin();
    sha256_add(&s, contest->text, strlen(contest->text));
    sha256_end(&s, hash);
}

bool row_is_contest_hash(const struct store_contest *contest, sqlite3_stmt *statement, int at)
{
    unsigned char stored[SHA256_BYTES], hash[SHA256_BYTES];
    row_contest_hash(contest, hash);
    return row_hash(statement, at, stored) && memcmp(stored, hash, SHA256_BYTES) == 0;
}

void row_chain_begin(const struct store_contest *contest, unsigned char head[SHA256_BYTES])
{
    memset(head, 0, SHA256_BYTES);
    row_chain(&contest_rows, contest, head);
}
