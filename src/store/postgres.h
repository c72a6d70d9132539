// A connection to a PostgreSQL database, and the place of a contest in it. One thread at a time
// uses a connection.
//
// A contest is named by an address like postgresql://db.example/arena#spring: what stands before
// the
// '#' is libpq's, the rest is the name of the contest in that database. An address never holds a
// password: it would stand in lists of processes and in logs. libpq finds it by itself (PGPASSWORD,
// ~/.pgpass, a service file), as it finds certificates for TLS.
#ifndef AGON_STORE_POSTGRES_H
#define AGON_STORE_POSTGRES_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libpq-fe.h>

enum {
    POSTGRES_URL_BYTES = 1024,
    POSTGRES_NAME_BYTES = 48, // of a contest
    POSTGRES_PARAMETERS_MOST = 32,
    POSTGRES_NUMBER_BYTES = 24,
    POSTGRES_STATE_BYTES = 6 // of an SQLSTATE, with its NUL
};

struct postgres_place {
    char url[POSTGRES_URL_BYTES];      // for libpq
    char contest[POSTGRES_NAME_BYTES]; // "" if the address names none
};

// Does this begin as the address of a database?
bool postgres_is_place(const char *words);
// Does this seem to be the address of a database with a password in it? Looks at the bare letters:
// a password with a '/', '#' or '%' makes libpq read the address otherwise, and quote it.
bool postgres_shows_password(const char *words);
// Fills `e` with what is to be said then. Returns false.
bool postgres_refuse_password(struct error *e);
// Returns false and fills `e` if the address is wrong or has a password in it.
bool postgres_place_read(struct postgres_place *place, const char *words, struct error *e);
// The name of a contest has letters (ASCII), digits, '-', '_' and '.', and begins with a letter or
// a digit.
bool postgres_is_contest_name(const char *name);

struct postgres {
    PGconn *connection;
    char refused[POSTGRES_STATE_BYTES]; // the SQLSTATE of the last failure, or ""
    char url[POSTGRES_URL_BYTES];
};

// Connects. `purpose` is what the list of connections (pg_stat_activity) shows: "agon work". The
// database must hold UTF-8. A peer that has gone without a word is noticed after about half a
// minute. The caller closes the connection after a failure, too.
bool postgres_open(struct postgres *p, const char *url, const char *purpose, struct error *e);
void postgres_close(struct postgres *p);

// Connections that a thread has closed and may open again: to connect costs the server a process.
// Between postgres_pool_begin and postgres_pool_end, postgres_close keeps a few connections of the
// calling thread, and postgres_open takes them, with nothing left of their past.
void postgres_pool_begin(void);
void postgres_pool_end(void);

// True if the connection is lost, and must be opened anew.
bool postgres_is_lost(const struct postgres *p);

// --- Statements ----------------------------------------------------------------------------------

// The parameters $1, $2, ... of a statement, in order. Texts and bytes must live until the
// statement has been sent.
struct postgres_parameters {
    int count;
    Oid types[POSTGRES_PARAMETERS_MOST];
    const char *values[POSTGRES_PARAMETERS_MOST];
    int lengths[POSTGRES_PARAMETERS_MOST];
    int formats[POSTGRES_PARAMETERS_MOST];
    char numbers[POSTGRES_PARAMETERS_MOST][POSTGRES_NUMBER_BYTES];
};

void postgres_add_number(struct postgres_parameters *p, int64_t number);
void postgres_add_text(struct postgres_parameters *p, const char *text);
void postgres_add_bytes(struct postgres_parameters *p, const void *bytes, size_t length);
void postgres_add_null(struct postgres_parameters *p);
// A value of any type (pg_type), in the format 0 (text) or 1 (binary).
void postgres_add_value(
    struct postgres_parameters *p, Oid type, const char *value, size_t length, int format);

// Runs statements without parameters and results.
bool postgres_run(struct postgres *p, const char *sql, struct error *e);
// Runs one statement. Returns its result, whose values are binary, for the caller to free by
// PQclear; NULL on failure. `parameters` may be NULL.
PGresult *postgres_ask(struct postgres *p, const char *sql,
    const struct postgres_parameters *parameters, struct error *e);
// The same for a statement that was prepared under a name (postgres_prepare).
bool postgres_prepare(struct postgres *p, const char *name, const char *sql, struct error *e);
PGresult *postgres_ask_prepared(struct postgres *p, const char *name,
    const struct postgres_parameters *parameters, struct error *e);

// The values of a binary result. Of NULL: 0, "".
int64_t postgres_number(const PGresult *result, int row, int column); // int8, int4, int2 or bool
// Text, ended by a NUL, valid until PQclear.
const char *postgres_text(const PGresult *result, int row, int column);
const void *postgres_bytes(const PGresult *result, int row, int column, size_t *length);

// True if the server refused the last statement with this SQLSTATE. Only right after a failure.
bool postgres_refused(const struct postgres *p, const char *state);
// Fills `e` with what the server, or the network, has to say: about a result, or about the
// connection (`result` NULL); and whether that passes. Returns false.
bool postgres_fail(const struct postgres *p, const PGresult *result, struct error *e);
// "PostgreSQL 15.3"
struct text;
void postgres_library(struct text *out);

#endif
