#include "store/postgres.h"

#include "base/clock.h"
#include "base/text.h"

#include <ctype.h>
#include <endian.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_FORMAT, BINARY_FORMAT };
enum { REFUSAL_MS = 2000 }; // so long a server may take to say why it refuses us
// From the catalogue of PostgreSQL (pg_type), which never changes them.
enum { OID_ANY = 0, OID_BYTES = 17, OID_INT8 = 20, OID_TEXT = 25 };

// --- Places --------------------------------------------------------------------------------------

static const char *const postgres_schemes[] = {"postgresql://", "postgres://"};

bool postgres_is_place(const char *words)
{
    for (size_t i = 0; i < sizeof postgres_schemes / sizeof postgres_schemes[0]; i++) {
        if (strncmp(words, postgres_schemes[i], strlen(postgres_schemes[i])) == 0)
            return true;
    }
    return false;
}

bool postgres_is_contest_name(const char *name)
{
    size_t length = strlen(name);
    return length > 0 && length < POSTGRES_NAME_BYTES && isalnum((unsigned char)name[0]) &&
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == length;
}

// The colon between a user and a password, or between a host and a port; NULL if there is none.
static const char *postgres_find_colon(const char *words)
{
    bool in_brackets = false; // of an address of IPv6
    for (; *words != '\0' && strchr("/?", *words) == NULL; words++) {
        in_brackets = *words == '[' || (in_brackets && *words != ']');
        if (*words == ':' && !in_brackets)
            return words;
    }
    return NULL;
}

bool postgres_shows_password(const char *words)
{
    if (!postgres_is_place(words))
        return false;
    const char *start = strstr(words, "://") + 3;
    if (strstr(start, "password=") != NULL)
        return true;
    const char *colon = postgres_find_colon(start);
    if (colon == NULL)
        return false;
    const char *behind = colon + 1 + strspn(colon + 1, "0123456789");
    bool is_port = *behind == '\0' || strchr(",/?#", *behind) != NULL;
    // Behind a port, only what stands after a '?' may have an '@': "?user=ann@example".
    return memchr(colon, '@', is_port ? strcspn(colon, "?") : strlen(colon)) != NULL;
}

bool postgres_refuse_password(struct error *e)
{
    return error_set(e,
        "a password does not belong into an address, where others can read it   (put it into"
        " ~/.pgpass or PGPASSWORD)");
}

// By libpq's own reading: "user:secret@", "?password=" and "?sslpassword=" alike.
static bool postgres_has_password(const PQconninfoOption *options)
{
    for (const PQconninfoOption *o = options; o->keyword != NULL; o++) {
        if (strstr(o->keyword, "password") != NULL && o->val != NULL)
            return true;
    }
    return false;
}

bool postgres_place_read(struct postgres_place *place, const char *words, struct error *e)
{
    const char *mark = strchr(words, '#');
    size_t length = mark != NULL ? (size_t)(mark - words) : strlen(words);
    *place = (struct postgres_place){0};
    if (!postgres_is_place(words) || length >= sizeof place->url)
        return error_set(e, "not the address of a database: postgresql://HOST/DATABASE");
    if (postgres_shows_password(words))
        return postgres_refuse_password(e);
    memcpy(place->url, words, length);
    if (mark != NULL && !postgres_is_contest_name(mark + 1))
        return error_set(e,
            "not a name for a contest: %.60s   (letters, digits, '-', '_' and '.', at most %d)",
            mark + 1, POSTGRES_NAME_BYTES - 1);
    if (mark != NULL)
        memcpy(place->contest, mark + 1, strlen(mark + 1) + 1);
    char *why = NULL;
    PQconninfoOption *options = PQconninfoParse(place->url, &why);
    bool well = options != NULL;
    if (!well)
        error_set(e, "the address of the database is wrong: %.*s",
            why != NULL ? (int)strcspn(why, "\n") : 0, why != NULL ? why : "");
    else if (postgres_has_password(options))
        well = postgres_refuse_password(e);
    PQconninfoFree(options);
    PQfreemem(why);
    return well;
}

// --- Connections ---------------------------------------------------------------------------------

static void postgres_ignore_notice(void *user, const PGresult *result)
{
    (void)user;
    (void)result;
}

static bool postgres_check_encoding(struct postgres *p, struct error *e)
{
    const char *encoding = PQparameterStatus(p->connection, "server_encoding");
    return (encoding != NULL && strcmp(encoding, "UTF8") == 0) ||
        error_set(e,
            "%.120s: the database holds %s, and not UTF-8   (createdb -E UTF8 -T template0)",
            p->url, encoding != NULL ? encoding : "an unknown encoding");
}

// The server gives up a connection into nothing as soon as we do: a machine that has gone must not
// keep its lock on a contest for hours, which is what a server does by itself.
static bool postgres_share_patience(struct postgres *p, struct error *e)
{
    static const char *const settings[][2] = {{"keepalives_idle", "tcp_keepalives_idle"},
        {"keepalives_interval", "tcp_keepalives_interval"},
        {"keepalives_count", "tcp_keepalives_count"}, {"tcp_user_timeout", "tcp_user_timeout"}};
    char sql[512] = "";
    struct text out = TEXT_IN(sql);
    PQconninfoOption *options = PQconninfo(p->connection);
    for (const PQconninfoOption *o = options; o != NULL && o->keyword != NULL; o++) {
        for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
            if (strcmp(o->keyword, settings[i][0]) == 0 && o->val != NULL)
                text_format(&out, "SET %s = %ld;", settings[i][1], strtol(o->val, NULL, 10));
        }
    }
    PQconninfoFree(options);
    return postgres_run(p, sql, e);
}

// --- Connections that are kept -------------------------------------------------------------------

enum { POSTGRES_POOL_MOST = 4 };

static _Thread_local struct {
    bool is_open;
    struct postgres idle[POSTGRES_POOL_MOST];
} postgres_pool;

void postgres_pool_begin(void)
{
    postgres_pool.is_open = true;
}

void postgres_pool_end(void)
{
    for (int i = 0; i < POSTGRES_POOL_MOST; i++)
        PQfinish(postgres_pool.idle[i].connection);
    memset(&postgres_pool, 0, sizeof postgres_pool);
}

// Keeps the connection of `p`, if there is room for it.
static bool postgres_keep(const struct postgres *p)
{
    struct error ignored; // a connection that fails is closed
    struct postgres kept = *p;
    if (!postgres_pool.is_open || postgres_is_lost(p) ||
        PQpipelineStatus(p->connection) != PQ_PIPELINE_OFF ||
        (PQtransactionStatus(p->connection) != PQTRANS_IDLE &&
            !postgres_run(&kept, "ROLLBACK", &ignored)))
        return false;
    for (int i = 0; i < POSTGRES_POOL_MOST; i++) {
        if (postgres_pool.idle[i].connection != NULL)
            continue;
        postgres_pool.idle[i] = kept;
        return true;
    }
    return false;
}

// Takes a connection that was kept, if the server still knows it.
static bool postgres_take_kept(struct postgres *p, const char *url)
{
    struct error ignored; // then another one is opened
    for (int i = 0; i < POSTGRES_POOL_MOST; i++) {
        struct postgres *kept = &postgres_pool.idle[i];
        if (kept->connection == NULL || strcmp(kept->url, url) != 0)
            continue;
        *p = *kept;
        *kept = (struct postgres){0};
        if (postgres_run(p, "DISCARD ALL", &ignored) && postgres_share_patience(p, &ignored))
            return true;
        PQfinish(p->connection);
    }
    return false;
}

// --- Opening -------------------------------------------------------------------------------------

// The SQLSTATE in words like "FATAL:  53300: sorry, too many clients already", or "". The first
// word is in the server's language, the blanks are not.
static void postgres_find_state(const char *said, char state[static POSTGRES_STATE_BYTES])
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    state[0] = '\0';
    for (const char *at = said; (at = strstr(at, ":  ")) != NULL;) {
        at += strlen(":  ");
        if (strspn(at, capitals) == POSTGRES_STATE_BYTES - 1 && at[POSTGRES_STATE_BYTES - 1] == ':')
            snprintf(state, POSTGRES_STATE_BYTES, "%s", at);
    }
}

// libpq says why a server has refused us only in words, of the server's language. So the server is
// asked once more, for words that have an SQLSTATE. Without an answer `refused` stays empty.
static void postgres_learn_refusal(
    struct postgres *p, const char *const *keywords, const char *const *values)
{
    const int64_t until_ns = clock_now_ns() + REFUSAL_MS * NS_PER_MS;
    PGconn *c = PQconnectStartParams(keywords, values, 1);
    PostgresPollingStatusType status =
        PQstatus(c) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
    PQsetErrorVerbosity(c, PQERRORS_VERBOSE);
    while (status == PGRES_POLLING_READING || status == PGRES_POLLING_WRITING) {
        struct pollfd ready = {
            .fd = PQsocket(c), .events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        const int64_t left_ns = until_ns - clock_now_ns();
        if (left_ns <= 0 || poll(&ready, 1, (int)(left_ns / NS_PER_MS) + 1) <= 0)
            break;
        status = PQconnectPoll(c);
    }
    if (status == PGRES_POLLING_FAILED)
        postgres_find_state(PQerrorMessage(c), p->refused);
    PQfinish(c);
}

static bool postgres_connect(
    struct postgres *p, const char *url, const char *purpose, struct error *e)
{
    // What stands before the address is overruled by it, what stands behind it overrules it.
    const char *const keywords[] = {"connect_timeout", "keepalives_idle", "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "dbname", "application_name", "client_encoding",
        NULL};
    const char *const values[] = {"10", "10", "5", "3", "25000", url, purpose, "UTF8", NULL};
    *p = (struct postgres){0};
    snprintf(p->url, sizeof p->url, "%s", url);
    p->connection = PQconnectdbParams(keywords, values, 1);
    if (p->connection == NULL)
        return error_set(e, "no memory for a connection to the database");
    PQsetNoticeReceiver(p->connection, postgres_ignore_notice, NULL);
    if (PQstatus(p->connection) != CONNECTION_OK) {
        postgres_learn_refusal(p, keywords, values);
        return postgres_fail(p, NULL, e);
    }
    return postgres_check_encoding(p, e) && postgres_share_patience(p, e);
}

bool postgres_open(struct postgres *p, const char *url, const char *purpose, struct error *e)
{
    return postgres_take_kept(p, url) || postgres_connect(p, url, purpose, e);
}

void postgres_close(struct postgres *p)
{
    if (!postgres_keep(p))
        PQfinish(p->connection);
    *p = (struct postgres){0};
}

bool postgres_is_lost(const struct postgres *p)
{
    return p->connection == NULL || PQstatus(p->connection) != CONNECTION_OK;
}

// Failures that may pass by themselves: the beginnings of their SQLSTATEs.
static const char *const postgres_passing[] = {
    "08",    // the connection
    "40",    // a transaction that another one was in the way of
    "53",    // too many connections, no memory, a full disk
    "55P03", // a lock that was waited for too long
    "57",    // somebody has ended the statement or the server, or starts it
    "58",    // the disk of the server
};

static bool postgres_passes(const char *state)
{
    for (size_t i = 0; i < sizeof postgres_passing / sizeof *postgres_passing; i++) {
        if (strncmp(state, postgres_passing[i], strlen(postgres_passing[i])) == 0)
            return true;
    }
    return false;
}

// --- Words ---------------------------------------------------------------------------------------

static const struct {
    const char *state; // the beginning of an SQLSTATE
    const char *words;
} postgres_failures[] = {
    {"53100", "the disk of the database is full"},
    {"53300", "the database has too many connections"},
    {"53", "the database has not enough memory or disk"},
    {"57P", "the database is shutting down or starting up"},
    {"08", "the database cannot be reached"},
    {"28", "the database does not let us in"},
    {"3D000", "there is no such database"},
    {"42501", "no right to do this in the database"},
    {"55P03", "somebody keeps a lock for too long"},
    {"25006", "the database is read-only"},
    {"58", "the database cannot read or write its disk"},
    {"XX", "the database is damaged"},
    {"AG", "the fleet refused"},
};

static const char *postgres_words(const char *state)
{
    for (size_t i = 0; i < sizeof postgres_failures / sizeof *postgres_failures; i++) {
        if (strncmp(state, postgres_failures[i].state, strlen(postgres_failures[i].state)) == 0)
            return postgres_failures[i].words;
    }
    return "the database refused";
}

// What libpq has to say of the connection, without its address: "FATAL:  " ends with two blanks in
// every language.
static const char *postgres_said(const struct postgres *p)
{
    const char *said = p->connection != NULL ? PQerrorMessage(p->connection) : "no connection";
    const char *mark = strstr(said, ":  ");
    return mark != NULL ? mark + strlen(":  ") : said;
}

bool postgres_fail(const struct postgres *p, const PGresult *result, struct error *e)
{
    const char *state = result != NULL ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : p->refused;
    const char *said = result != NULL ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    const char *words = "the database cannot be reached";
    if (state != NULL && state[0] != '\0')
        words = postgres_words(state);
    else if (PQconnectionNeedsPassword(p->connection))
        words = "the database does not let us in";
    if (said == NULL || said[0] == '\0')
        said = postgres_said(p);
    error_set(e, "%.80s: %s (%.*s)", p->url, words, (int)strcspn(said, "\n"), said);
    // Without an SQLSTATE it was not the server that spoke, but libpq, of the connection. It may
    // say that the connection is lost before PQstatus does.
    if (e != NULL)
        e->passes = state != NULL && state[0] != '\0' ? postgres_passes(state)
                                                      : !PQconnectionNeedsPassword(p->connection);
    return false;
}

void postgres_library(struct text *out)
{
    const int version = PQlibVersion(); // 150003 is 15.3
    text_format(out, "libpq %d.%d", version / 10000, version % 10000);
}

bool postgres_refused(const struct postgres *p, const char *state)
{
    return strcmp(p->refused, state) == 0;
}

// --- Parameters ----------------------------------------------------------------------------------

void postgres_add_value(
    struct postgres_parameters *p, Oid type, const char *value, size_t length, int format)
{
    if (p->count == POSTGRES_PARAMETERS_MOST)
        abort(); // a statement of ours has too many
    p->types[p->count] = type;
    p->values[p->count] = value;
    p->lengths[p->count] = (int)length;
    p->formats[p->count++] = format;
}

void postgres_add_number(struct postgres_parameters *p, int64_t number)
{
    char *digits = p->numbers[p->count < POSTGRES_PARAMETERS_MOST ? p->count : 0];
    snprintf(digits, POSTGRES_NUMBER_BYTES, "%" PRId64, number);
    postgres_add_value(p, OID_INT8, digits, 0, TEXT_FORMAT);
}

void postgres_add_text(struct postgres_parameters *p, const char *text)
{
    postgres_add_value(p, OID_TEXT, text, 0, TEXT_FORMAT);
}

void postgres_add_bytes(struct postgres_parameters *p, const void *bytes, size_t length)
{
    postgres_add_value(p, OID_BYTES, bytes != NULL ? bytes : "", length, BINARY_FORMAT);
}

void postgres_add_null(struct postgres_parameters *p)
{
    postgres_add_value(p, OID_ANY, NULL, 0, TEXT_FORMAT);
}

// --- Statements ----------------------------------------------------------------------------------

static bool postgres_is_good(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
}

// Returns a result that is good; NULL and words otherwise.
static PGresult *postgres_settle(struct postgres *p, PGresult *result, struct error *e)
{
    p->refused[0] = '\0';
    if (postgres_is_good(result))
        return result;
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    snprintf(p->refused, sizeof p->refused, "%s", state != NULL ? state : "");
    postgres_fail(p, result, e);
    PQclear(result);
    return NULL;
}

bool postgres_run(struct postgres *p, const char *sql, struct error *e)
{
    PGresult *result = postgres_settle(p, PQexec(p->connection, sql), e);
    PQclear(result);
    return result != NULL;
}

PGresult *postgres_ask(struct postgres *p, const char *sql,
    const struct postgres_parameters *parameters, struct error *e)
{
    static const struct postgres_parameters none;
    const struct postgres_parameters *with = parameters != NULL ? parameters : &none;
    return postgres_settle(p,
        PQexecParams(p->connection, sql, with->count, with->types, with->values, with->lengths,
            with->formats, BINARY_FORMAT),
        e);
}

bool postgres_prepare(struct postgres *p, const char *name, const char *sql, struct error *e)
{
    PGresult *result = postgres_settle(p, PQprepare(p->connection, name, sql, 0, NULL), e);
    PQclear(result);
    return result != NULL;
}

PGresult *postgres_ask_prepared(struct postgres *p, const char *name,
    const struct postgres_parameters *parameters, struct error *e)
{
    static const struct postgres_parameters none;
    const struct postgres_parameters *with = parameters != NULL ? parameters : &none;
    return postgres_settle(p,
        PQexecPrepared(p->connection, name, with->count, with->values, with->lengths, with->formats,
            BINARY_FORMAT),
        e);
}

// --- Results -------------------------------------------------------------------------------------

int64_t postgres_number(const PGresult *result, int row, int column)
{
    const char *bytes = PQgetvalue(result, row, column);
    uint64_t eight;
    uint32_t four;
    uint16_t two;
    switch (PQgetisnull(result, row, column) ? 0 : PQgetlength(result, row, column)) {
    case sizeof eight:
        memcpy(&eight, bytes, sizeof eight);
        return (int64_t)be64toh(eight);
    case sizeof four:
        memcpy(&four, bytes, sizeof four);
        return (int32_t)be32toh(four);
    case sizeof two:
        memcpy(&two, bytes, sizeof two);
        return (int16_t)be16toh(two);
    case 1:
        return bytes[0];
    default:
        return 0;
    }
}

const char *postgres_text(const PGresult *result, int row, int column)
{
    return PQgetvalue(result, row, column); // "" for NULL
}

const void *postgres_bytes(const PGresult *result, int row, int column, size_t *length)
{
    *length = (size_t)PQgetlength(result, row, column);
    return PQgetvalue(result, row, column);
}
