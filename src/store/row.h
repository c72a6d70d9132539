// Rows of the file. For each kind of row there is one table of columns. It says how a struct is
// written, read, copied and chained, so that these four always agree.
#ifndef AGON_STORE_ROW_H
#define AGON_STORE_ROW_H

#include "base/sha256.h"
#include "base/text.h"
#include "store/contents.h"
#include "store/database.h"

#include <stdbool.h>
#include <stddef.h>

enum column_kind { COLUMN_NUMBER, COLUMN_TEXT, COLUMN_HASH };

enum column_role {
    COLUMN_CHAINED, // part of the chain
    COLUMN_MEASURED // differs between two runs of the same contest, so not part of the chain
};

struct column {
    const char *name;
    size_t offset; // in the struct: an int64_t (NUMBER), a const char * (TEXT), or a const unsigned
                   // char * to SHA256_BYTES bytes, which may be NULL (HASH)
    enum column_kind kind;
    enum column_role role;
    int64_t least, most; // of a NUMBER: the values that a store can have written
    int since;           // the first format with this column; 0 if all have it
};

struct row_table {
    const struct column *columns;
    int count;
};

extern const struct row_table game_rows;    // struct store_game
extern const struct row_table entry_rows;   // struct store_entry
extern const struct row_table contest_rows; // struct store_contest

// Binds every column to the parameters from `parameter` on. Returns the parameter after them.
int row_bind(const struct row_table *table, const void *row, struct statement *s, int parameter);

// Fills the struct from the columns of the statement, from `at` on. Texts and hashes are valid as
// long as the row of the statement. Returns false if a text has a NUL inside or a hash has another
// size: we never write such rows.
bool row_read(const struct row_table *table, void *row, const struct statement *s, int at);

enum { ROW_IMPOSSIBLE_BYTES = 96 };
// Whether a store writes such numbers. If not, `words` says "has an impossible number: plies is
// -5". Writer and reader ask this, so code that counts and adds is safe from what a forger has put
// there.
bool row_is_possible(
    const struct row_table *table, const void *row, char words[ROW_IMPOSSIBLE_BYTES]);

// Appends the names of the columns, each with `prefix` before it, separated by commas. A column
// that tables of this format do not have is read as NULL, and a number as STORE_NOT_MEASURED.
void row_names(const struct row_table *table, const char *prefix, int format, struct text *sql);

// Prepares a statement that inserts a row into the table `into`. `first` names the columns that
// stand before those of the row: as many as `firsts`. NULL on failure.
struct statement *row_prepare_insert(const struct database *db, const char *into, const char *first,
    int firsts, const struct row_table *table, struct error *e);

// Returns how many bytes the texts of a row need; and copies them to `bytes`, so that the row
// points to the copies. A byte that is not UTF-8 becomes '?' in the copy.
size_t row_text_bytes(const struct row_table *table, const void *row);
char *row_keep_texts(const struct row_table *table, void *row, char *bytes); // returns their end

// Adds a row to a chain: `head` becomes the hash of `head` and the row. The row is hashed as
// "LENGTH:BYTES," for each chained column in order, numbers in decimal. A hash that is NULL adds
// nothing: rows without a record are chained as they were before records were kept.
void row_chain(const struct row_table *table, const void *row, unsigned char head[SHA256_BYTES]);

// Computes the hash that is stored beside the text of a contest: what `sha256sum` prints for its
// file.
void row_contest_hash(const struct store_contest *contest, unsigned char hash[SHA256_BYTES]);
// True if this column has that hash.
bool row_is_contest_hash(const struct store_contest *contest, const struct statement *s, int at);
#define ROW_CONTEST_CHANGED "the text of the contest was changed after it was stored"

// Reads a hash from a column. Returns false if it has another size.
bool row_hash(const struct statement *s, int at, unsigned char hash[SHA256_BYTES]);

// Fills in the head with which the chains of a contest begin: the contest as a row after 32 zeros.
void row_chain_begin(const struct store_contest *contest, unsigned char head[SHA256_BYTES]);

#endif
