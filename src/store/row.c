#include "store/row.h"

#include "base/letter.h"
#include "store/schema.h"

#include <inttypes.h>
#include <stdio.h>
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

// --- To and from statements ----------------------------------------------------------------------

int row_bind(const struct row_table *table, const void *row, struct statement *s, int parameter)
{
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->kind == COLUMN_NUMBER)
            statement_bind_number(s, parameter++, row_number_of(c, row));
        else if (c->kind == COLUMN_HASH) // NULL is bound as NULL
            statement_bind_bytes(s, parameter++, row_hash_of(c, row), SHA256_BYTES);
        else
            statement_bind_text(s, parameter++, row_text_of(c, row));
    }
    return parameter;
}

static bool row_read_hash(const struct column *c, void *row, const struct statement *s, int at)
{
    size_t length;
    const unsigned char *hash = statement_bytes(s, at, &length);
    memcpy((char *)row + c->offset, &hash, sizeof hash);
    return statement_is_null(s, at) || (hash != NULL && length == SHA256_BYTES);
}

bool row_read(const struct row_table *table, void *row, const struct statement *s, int at)
{
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->kind == COLUMN_NUMBER) {
            int64_t number = statement_number(s, at++);
            memcpy((char *)row + c->offset, &number, sizeof number);
        } else if (c->kind == COLUMN_HASH) {
            if (!row_read_hash(c, row, s, at++))
                return false;
        } else {
            size_t length;
            const char *text = statement_text(s, at++, &length);
            if (text == NULL || strlen(text) != length)
                return false;
            row_set_text(c, row, text);
        }
    }
    return true;
}

bool row_is_possible(
    const struct row_table *table, const void *row, char words[ROW_IMPOSSIBLE_BYTES])
{
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->kind != COLUMN_NUMBER)
            continue;
        int64_t number = row_number_of(c, row);
        if (number >= c->least && number <= c->most)
            continue;
        snprintf(words, ROW_IMPOSSIBLE_BYTES, "has an impossible number: %s is %" PRId64, c->name,
            number);
        return false;
    }
    return true;
}

void row_names(const struct row_table *table, const char *prefix, int format, struct text *sql)
{
    const char *comma = "";
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->since > format && c->kind == COLUMN_NUMBER)
            text_format(sql, "%s%d", comma, STORE_NOT_MEASURED);
        else if (c->since > format)
            text_format(sql, "%sNULL", comma);
        else
            text_format(sql, "%s%s%s", comma, prefix, c->name);
        comma = ", ";
    }
}

struct statement *row_prepare_insert(const struct database *db, const char *into, const char *first,
    int firsts, const struct row_table *table, struct error *e)
{
    char array[1024];
    struct text sql = TEXT_IN(array);
    text_format(&sql, "INSERT INTO %s (%s, ", into, first);
    row_names(table, "", db->format, &sql);
    text_string(&sql, ") VALUES ($1");
    for (int i = 2; i <= firsts + table->count; i++)
        text_format(&sql, ", $%d", i);
    text_char(&sql, ')');
    return database_prepare(db, sql.bytes, e);
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

// PostgreSQL takes nothing but UTF-8, and what is stored must not depend on where it is stored.
static void row_make_utf8(char *text, size_t length)
{
    for (size_t at = 0, step; at < length; at += step) {
        step = letter_utf8_length(text + at, length - at);
        if (step == 0) {
            text[at] = '?';
            step = 1;
        }
    }
}

char *row_keep_texts(const struct row_table *table, void *row, char *bytes)
{
    for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
        if (c->kind != COLUMN_TEXT)
            continue;
        size_t length = strlen(row_text_of(c, row)) + 1;
        memcpy(bytes, row_text_of(c, row), length);
        row_make_utf8(bytes, length - 1);
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

bool row_hash(const struct statement *s, int at, unsigned char hash[SHA256_BYTES])
{
    size_t length;
    const void *bytes = statement_bytes(s, at, &length);
    if (bytes == NULL || length != SHA256_BYTES)
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

bool row_is_contest_hash(const struct store_contest *contest, const struct statement *s, int at)
{
    unsigned char stored[SHA256_BYTES], hash[SHA256_BYTES];
    row_contest_hash(contest, hash);
    return row_hash(s, at, stored) && memcmp(stored, hash, SHA256_BYTES) == 0;
}

void row_chain_begin(const struct store_contest *contest, unsigned char head[SHA256_BYTES])
{
    memset(head, 0, SHA256_BYTES);
    row_chain(&contest_rows, contest, head);
}
