#include "store/record_reader.h"

#include "store/row.h"
#include "store/schema.h"

#include <inttypes.h>
#include <string.h>

void record_reader_destroy(struct record_reader *r)
{
    statement_finalize(r->select);
    unpacker_destroy(r->unpacker);
    *r = (struct record_reader){0};
}

// --- The dictionary ------------------------------------------------------------------------------

// The frame in this column; one that is too long is read as NULL.
static struct packed record_reader_packed_at(const struct statement *s, int at)
{
    size_t length;
    const void *frame = statement_bytes(s, at, &length);
    return (struct packed){frame, length};
}

// The unpacker gets the dictionary in this row; if there is none that it can use, unpacking will
// say so. False: the file cannot be read.
static bool record_reader_load_dictionary(
    struct record_reader *r, const struct database *db, int64_t id, struct error *e)
{
    if (id == r->dictionary)
        return true;
    struct statement *select = database_prepare(
        db, "SELECT frame FROM dictionaries WHERE id = $1 AND length(frame) <= $2", e);
    if (select == NULL)
        return false;
    statement_bind_number(select, 1, id);
    statement_bind_number(select, 2, PACK_FRAME_MOST_BYTES);
    enum statement_step step = statement_step(select);
    const struct packed packed =
        step == STATEMENT_ROW ? record_reader_packed_at(select, 0) : (struct packed){0};
    unpacker_set_dictionary(r->unpacker, &packed);
    r->dictionary = id;
    bool read = step != STATEMENT_FAILED || database_fail(db, e);
    statement_finalize(select);
    return read;
}

// --- One record ----------------------------------------------------------------------------------

// Whether a record that is not there may be missing.
static enum stored_record record_reader_find_missing(
    struct record_reader *r, const struct database *db, int64_t id, struct error *e)
{
    if (!r->knows_prune &&
        !database_number(
            db, "SELECT coalesce(max(game), 0) FROM log WHERE kind = 'prune'", &r->pruned_up_to, e))
        return STORED_FAILED;
    r->knows_prune = true;
    if (id <= r->pruned_up_to) {
        error_set(e, "its record was dropped (agon contest prune)");
        return STORED_DROPPED;
    }
    error_set(e, "its record is missing, and the log does not say that it was dropped");
    return STORED_WRONG;
}

static bool record_reader_fits(
    const struct unpacked *record, const unsigned char hash[SHA256_BYTES], struct error *e)
{
    unsigned char own[SHA256_BYTES];
    struct sha256 s = sha256_begin();
    sha256_add(&s, record->bytes, record->length);
    sha256_end(&s, own);
    return memcmp(own, hash, SHA256_BYTES) == 0 ||
        error_set(e, "its record was changed after it was stored");
}

// The frame in column 2 of the statement, whose length is in column 1, packed with the dictionary
// in column 3.
static enum stored_record record_reader_unpack(struct record_reader *r, const struct database *db,
    const unsigned char hash[SHA256_BYTES], struct text *record, struct error *e)
{
    const struct packed packed = record_reader_packed_at(r->select, 2);
    bool with_dictionary = !statement_is_null(r->select, 3);
    struct unpacked unpacked;
    if (packed.frame == NULL) {
        error_set(e, "its record is damaged: %" PRId64 " bytes are packed",
            statement_number(r->select, 1));
        return STORED_WRONG;
    }
    if (r->unpacker == NULL && (r->unpacker = unpacker_create()) == NULL) {
        error_set(e, "there is no memory to unpack a record");
        return STORED_FAILED;
    }
    if (with_dictionary && !record_reader_load_dictionary(r, db, statement_number(r->select, 3), e))
        return STORED_FAILED;
    if (!unpacker_unpack(r->unpacker, &packed, with_dictionary, &unpacked, e) ||
        !record_reader_fits(&unpacked, hash, e))
        return STORED_WRONG;
    text_bytes(record, unpacked.bytes, unpacked.length);
    return STORED_FOUND;
}

static bool record_reader_prepare(
    struct record_reader *r, const struct database *db, struct error *e)
{
    if (r->select == NULL)
        r->select = database_prepare(db,
            db->format < SCHEMA_WITH_RECORDS
                ? "SELECT NULL, NULL, NULL, NULL FROM games WHERE $1 > 0 AND id = $2"
                : "SELECT g.record_hash, length(r.frame),"
                  " CASE WHEN length(r.frame) <= $1 THEN r.frame END, r.dictionary"
                  " FROM games g LEFT JOIN records r ON r.game = g.id WHERE g.id = $2",
            e);
    return r->select != NULL;
}

enum stored_record record_reader_read(struct record_reader *r, const struct database *db,
    int64_t id, struct text *record, struct error *e)
{
    if (!record_reader_prepare(r, db, e))
        return STORED_FAILED;
    statement_bind_number(r->select, 1, PACK_FRAME_MOST_BYTES);
    statement_bind_number(r->select, 2, id);
    enum stored_record found = STORED_FAILED;
    unsigned char hash[SHA256_BYTES];
    enum statement_step step = statement_step(r->select);
    if (step == STATEMENT_DONE) {
        error_set(e, "there is no game in row %" PRId64, id);
    } else if (step == STATEMENT_FAILED) {
        database_fail(db, e);
    } else if (statement_is_null(r->select, 0)) {
        error_set(e, "its record was not kept");
        found = STORED_NOT_KEPT;
    } else if (!row_hash(r->select, 0, hash)) {
        error_set(e, "the hash of its record is damaged");
        found = STORED_WRONG;
    } else if (statement_is_null(r->select, 1)) {
        found = record_reader_find_missing(r, db, id, e);
    } else {
        found = record_reader_unpack(r, db, hash, record, e);
    }
    statement_reset(r->select);
    return found;
}
