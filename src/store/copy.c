#include "store/copy.h"

#include "base/folder.h"
#include "store/check.h"
#include "store/database/engine.h"
#include "store/database_owner.h"
#include "store/location.h"
#include "store/new_contest.h"
#include "store/owner.h"
#include "store/postgres.h"
#include "store/row.h"
#include "store/schema.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// --- Rows ----------------------------------------------------------------------------------------

// Goes over the rows of a query. Returns false if it fails, or `each` does.
typedef bool copy_row(const struct statement *row, void *user, struct error *e);

static bool copy_each(
    const struct database *db, const char *sql, copy_row *each, void *user, struct error *e)
{
    struct statement *select = database_prepare_walk(db, sql, e);
    if (select == NULL)
        return false;
    enum statement_step step = STATEMENT_DONE;
    bool well = true;
    while (well && (step = statement_step(select)) == STATEMENT_ROW)
        well = each(select, user, e);
    if (step == STATEMENT_FAILED)
        well = database_fail(db, e);
    statement_finalize(select);
    return well;
}

// Copies the rows of one of the two chained tables.
struct copy_table {
    const struct database *to;
    const struct row_table *columns;
    struct statement *insert;
};

// Columns 0 to 2 are the id, the hash, and of a game the entry that made it void.
static bool copy_chained_row(const struct statement *row, void *user, struct error *e)
{
    const struct copy_table *t = user;
    union {
        struct store_game game;
        struct store_entry entry;
    } values;
    unsigned char hash[SHA256_BYTES];
    int64_t id = statement_number(row, 0);
    if (!row_hash(row, 1, hash) || !row_read(t->columns, &values, row, 3))
        return error_set(
            e, "row %" PRId64 " is damaged   (agon verify tells all that is wrong)", id);
    int next = 1;
    statement_bind_number(t->insert, next++, id);
    statement_bind_bytes(t->insert, next++, hash, sizeof hash);
    if (t->columns == &game_rows && statement_is_null(row, 2))
        statement_bind_null(t->insert, next++);
    else if (t->columns == &game_rows)
        statement_bind_number(t->insert, next++, statement_number(row, 2));
    row_bind(t->columns, &values, t->insert, next);
    return statement_run(t->insert) || database_fail(t->to, e);
}

static bool copy_chained(const struct database *from, const struct database *to, const char *name,
    const struct row_table *columns, struct error *e)
{
    bool of_games = columns == &game_rows;
    char array[1024];
    struct text select = TEXT_IN(array);
    text_format(&select, "SELECT id, hash, %s, ", of_games ? "void_entry" : "NULL");
    row_names(columns, "", from->format, &select);
    text_format(&select, " FROM %s ORDER BY id", name);
    struct copy_table t = {.to = to, .columns = columns};
    t.insert = row_prepare_insert(
        to, name, of_games ? "id, hash, void_entry" : "id, hash", of_games ? 3 : 2, columns, e);
    bool copied = t.insert != NULL && copy_each(from, array, copy_chained_row, &t, e);
    statement_finalize(t.insert);
    return copied;
}

// --- Records -------------------------------------------------------------------------------------

static const char copy_dictionaries[] = "SELECT id, 0, frame FROM dictionaries ORDER BY id";
static const char copy_records[] = "SELECT game, dictionary, frame FROM records ORDER BY game";

// All frames, with their numbers, as one hash.
struct copy_frames {
    struct sha256 hash;
    const struct database *to; // NULL: they are only hashed
    struct statement *insert;
    bool of_records;
};

static bool copy_frame(const struct statement *row, void *user, struct error *e)
{
    struct copy_frames *f = user;
    size_t length;
    const void *frame = statement_bytes(row, 2, &length);
    const int64_t numbers[] = {statement_number(row, 0), statement_number(row, 1), (int64_t)length};
    sha256_add(&f->hash, numbers, sizeof numbers);
    if (frame != NULL)
        sha256_add(&f->hash, frame, length);
    if (f->to == NULL)
        return true;
    int next = 1;
    statement_bind_number(f->insert, next++, numbers[0]);
    if (f->of_records && statement_is_null(row, 1))
        statement_bind_null(f->insert, next++);
    else if (f->of_records)
        statement_bind_number(f->insert, next++, numbers[1]);
    statement_bind_bytes(f->insert, next, frame != NULL ? frame : "", length);
    return statement_run(f->insert) || database_fail(f->to, e);
}

static bool copy_frames_into(
    const struct database *from, struct copy_frames *f, const char *insert, struct error *e)
{
    f->of_records = strstr(insert, "records") != NULL;
    f->insert = f->to != NULL ? database_prepare(f->to, insert, e) : NULL;
    bool copied = (f->to == NULL || f->insert != NULL) &&
        copy_each(from, f->of_records ? copy_records : copy_dictionaries, copy_frame, f, e);
    statement_finalize(f->insert);
    return copied;
}

// Hashes the frames of `from` and, if `to` is not NULL, copies them.
static bool copy_all_frames(const struct database *from, const struct database *to,
    unsigned char hash[SHA256_BYTES], struct error *e)
{
    struct copy_frames f = {.hash = sha256_begin(), .to = to};
    bool copied = from->format < SCHEMA_WITH_RECORDS ||
        (copy_frames_into(from, &f, "INSERT INTO dictionaries (id, frame) VALUES ($1, $2)", e) &&
            copy_frames_into(
                from, &f, "INSERT INTO records (game, dictionary, frame) VALUES ($1, $2, $3)", e));
    sha256_end(&f.hash, hash);
    return copied;
}

// --- The whole -----------------------------------------------------------------------------------

// What is being copied.
struct copy {
    struct database from;
    struct statement *contest_row; // holds the text of the contest
    struct store_contest contest;
};

static bool copy_found(void *user, int64_t play, const char *words)
{
    (void)play;
    struct error *first = user;
    if (first->words[0] == '\0')
        error_set(first, "%s", words);
    return false;
}

// The head of a contest whose chains are right.
static bool copy_check(
    const struct copy *c, const struct database *db, struct head *head, struct error *e)
{
    struct error first = {.words = ""};
    const struct check check = {db, &c->contest, copy_found, &first};
    struct chain games, log;
    int64_t counting;
    if (!check_games(&check, &games, &counting, e) || !check_log(&check, &log, e) ||
        !check_records(&check, e))
        return false;
    *head = head_of(&games, &log);
    return first.words[0] == '\0' || database_wrong(db, first.words, e);
}

static bool copy_open_source(struct copy *c, const char *location, struct error *e)
{
    struct database *db = &c->from;
    if (!database_open_to_read(db, location, e) || !schema_check(db, e))
        return false;
    if (db->version == 0)
        return database_wrong(db, "there is no contest in it", e);
    c->contest_row = database_prepare(db, "SELECT seed, text, hash FROM contest", e);
    if (c->contest_row == NULL)
        return false;
    if (statement_step(c->contest_row) != STATEMENT_ROW ||
        !row_read(&contest_rows, &c->contest, c->contest_row, 0) ||
        !row_is_contest_hash(&c->contest, c->contest_row, 2))
        return database_wrong(db, ROW_CONTEST_CHANGED, e);
    return true;
}

// Into empty tables, in a transaction that the caller commits.
static bool copy_fill(struct copy *c, const struct database *to, struct head *head, struct error *e)
{
    unsigned char sent[SHA256_BYTES], received[SHA256_BYTES];
    struct head copied;
    if (!copy_check(c, &c->from, head, e) || !new_contest_write(to, &c->contest, e) ||
        !copy_chained(&c->from, to, "log", &entry_rows, e) ||
        !copy_chained(&c->from, to, "games", &game_rows, e) ||
        !copy_all_frames(&c->from, to, sent, e) || !copy_check(c, to, &copied, e) ||
        !copy_all_frames(to, NULL, received, e))
        return false;
    return (head_equal(head, &copied) && memcmp(sent, received, sizeof sent) == 0) ||
        database_wrong(to, "what arrived is not what was sent", e);
}

static bool copy_refuse(const char *to, struct error *e)
{
    return error_set(e, "%.160s exists already: a copy takes a place where nothing is", to);
}

static bool copy_into_file(struct copy *c, const char *path, struct head *head, struct error *e)
{
    struct owner owner = {.fd = -1};
    struct text draft;
    struct database db;
    bool exists = true;
    char *whole = location_settle_path(path);
    bool copied = whole != NULL || error_set(e, "%.160s cannot be made: %s", path, strerror(errno));
    copied = copied && owner_take(&owner, whole, e) && location_exists(whole, &exists, e) &&
        (!exists || copy_refuse(path, e));
    if (copied) {
        bool complete = new_contest_draft_open(&draft, &db, whole, e) && database_begin(&db, e) &&
            schema_update(&db, e) && copy_fill(c, &db, head, e) && database_commit(&db, e);
        copied = new_contest_draft_close(&draft, &db, whole, complete, e) && folder_sync(whole, e);
    }
    owner_release(&owner);
    free(whole);
    return copied;
}

static bool copy_into_database(
    struct copy *c, const char *address, struct head *head, struct error *e)
{
    struct database db;
    bool copied = database_open_to_write(&db, address, e) && database_owner_take(&db, e) &&
        schema_check(&db, e) && (db.version == 0 || copy_refuse(address, e)) &&
        database_make_durable(&db, e) && database_begin(&db, e) && new_contest_tables(&db, e) &&
        copy_fill(c, &db, head, e) && database_commit(&db, e);
    database_owner_release(&db);
    database_close(&db);
    return copied;
}

bool copy_contest(const char *from, const char *to, struct head *head, struct error *e)
{
    struct copy c = {0};
    bool copied = copy_open_source(&c, from, e) &&
        (postgres_is_place(to) ? copy_into_database(&c, to, head, e)
                               : copy_into_file(&c, to, head, e));
    statement_finalize(c.contest_row);
    database_close(&c.from);
    return copied;
}
