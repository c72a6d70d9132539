// Rows of the file: one table of columns for each kind says how its struct is written, read, copied
// and chained, so that no two of these can disagree.
#ifndef AGON_STORE_ROW_H
#define AGON_STORE_ROW_H

#include "base/sha256.h"
#include "base/text.h"
#include "store/contents.h"

#include <stdbool.h>
#include <stddef.h>

#include <sqlite3.h>

enum column_kind { COLUMN_NUMBER, COLUMN_TEXT, COLUMN_HASH };

enum column_role {
    COLUMN_CHAINED, // part of the chain
    COLUMN_MEASURED // not the same in two runs of the same contest, so no part of it
};

struct column {
    const char *name;
    size_t offset; // in the struct: an int64_t (NUMBER), a const char * (TEXT), or a const unsigned
                   // char * to SHA256_BYTES bytes, which may be NULL (HASH)
    enum column_kind kind;
    enum column_role role;
    int64_t least, most; // of a NUMBER: what a store can have written
    int since;           // the version of the file that has this column first; 0: all have it
};

struct row_table {
    const struct column *columns;
    int count;
};

extern const struct row_table game_rows;    // struct store_game
extern const struct row_table entry_rows;   // struct store_entry
extern const struct row_table contest_rows; // struct store_contest

// Binds every column to the parameters from `parameter` on; returns the next one.
int row_bind(
    const struct row_table *table, const void *row, sqlite3_stmt *statement, int parameter);

// Fills the struct from the statement's columns from `at` on. Texts and hashes live as long as the
// statement's row. False: a text has a NUL inside or a hash another size, which we never write.
bool row_read(const struct row_table *table, void *row, sqlite3_stmt *statement, int at);

// A column whose number no store can have written, and that number; NULL: there is none. Whoever
// counts and adds need not fear what a forger has put there.
const struct column *row_find_impossible(
    const struct row_table *table, const void *row, int64_t *number);

// The names of the columns with `prefix` before each, separated by commas. A column that a file of
// this version lacks is read as NULL.
void row_names(const struct row_table *table, const char *prefix, int version, struct text *sql);

// How many bytes the texts of a row need, and a copy of them that the row then points to.
size_t row_text_bytes(const struct row_table *table, const void *row);
char *row_keep_texts(const struct row_table *table, void *row, char *bytes); // returns their end

// The next link of a chain: `head` becomes the hash of `head` and the row. The row is hashed as
// "LENGTH:BYTES," for each chained column in order, numbers in decimal. A hash that is NULL adds
// nothing: rows without a record are chained as they were before records were kept.
void row_chain(const struct row_table *table, const void *row, unsigned char head[SHA256_BYTES]);

// What is stored beside the text of a contest: the same that `sha256sum` gives for its file.
void row_contest_hash(const struct store_contest *contest, unsigned char hash[SHA256_BYTES]);
// Is that the hash in this column?
bool row_is_contest_hash(const struct store_contest *contest, sqlite3_stmt *statement, int at);
#define ROW_CONTEST_CHANGED "the text of the contest was changed after it was stored"

// A hash of a column; false: it has another size.
bool row_hash(sqlite3_stmt *statement, int at, unsigned char hash[SHA256_BYTES]);

// Where the chains of a contest begin: the link of the contest after 32 zeros.
void row_chain_begin(const struct store_contest *contest, unsigned char head[SHA256_BYTES]);

#endif
