#include "fleet/parcels.h"

#include "archive/entry_players.h"

#include <limits.h>
#include <stdio.h>

bool parcels_hash(unsigned char bytes[SHA256_BYTES], const char *letters)
{
    if (strlen(letters) != ENTRY_HASH_BYTES - 1 ||
        strspn(letters, "0123456789abcdef") != ENTRY_HASH_BYTES - 1)
        return false;
    for (size_t i = 0; i < SHA256_BYTES; i++) {
        unsigned value = 0;
        sscanf(letters + 2 * i, "%2x", &value);
        bytes[i] = (unsigned char)value;
    }
    return true;
}

// Whoever asks wants to use it: parcels_prune lets it stay for a while.
static bool parcels_is_there(
    struct postgres *p, const unsigned char hash[SHA256_BYTES], bool *is_there, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_bytes(&q, hash, SHA256_BYTES);
    PGresult *r = postgres_ask(
        p, "UPDATE agon.blobs SET at = clock_timestamp() WHERE hash = $1 RETURNING true", &q, e);
    *is_there = r && PQntuples(r) > 0;
    PQclear(r);
    return r != NULL;
}

static bool parcels_insert(struct postgres *p, const unsigned char hash[SHA256_BYTES],
    const struct text *bytes, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_bytes(&q, hash, SHA256_BYTES);
    postgres_add_bytes(&q, bytes->bytes, bytes->length);
    PGresult *r = postgres_ask(
        p, "INSERT INTO agon.blobs (hash, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING", &q, e);
    PQclear(r);
    return r != NULL;
}

static bool parcels_send_one(
    struct postgres *p, const struct entry *entry, const char *place, struct error *e)
{
    unsigned char hash[SHA256_BYTES];
    struct text bytes = text_growing();
    bool is_there = false;
    bool well = (parcels_hash(hash, entry->hash) || error_set(e, "it has no hash")) &&
        parcels_is_there(p, hash, &is_there, e) &&
        (is_there || (entry_pack(entry, place, &bytes, e) && parcels_insert(p, hash, &bytes, e)));
    text_destroy(&bytes);
    return well;
}

bool parcels_send(
    struct postgres *p, const struct roster *roster, const char *file, struct error *e)
{
    for (size_t i = 0; i < roster->count; i++) {
        const struct entry *entry = &roster->builds[i].entry;
        struct entry_text text;
        struct error why;
        char place[PATH_MAX];
        if (entry->hash[0] == '\0')
            continue; // it is built in, or has left
        if (!entry_text_read(&text, roster->definition->file.players[i].player, &why) ||
            !entry_players_place(place, sizeof place, file, text.path, &why) ||
            !parcels_send_one(p, entry, place, &why))
            return error_set(
                e, "%.40s cannot be sent to workers: %.180s", roster->players[i].name, why.words);
    }
    return true;
}

// The text of a contest, and the log of its changes, hold the hashes of its entries.
bool parcels_prune(struct postgres *p, int64_t *count, int64_t *bytes, struct error *e)
{
    PGresult *r = postgres_ask(p,
        "WITH dropped AS (DELETE FROM agon.blobs b WHERE b.at < clock_timestamp() - interval"
        " '1 hour' AND NOT EXISTS (SELECT FROM agon.contests c"
        " JOIN pg_namespace n ON n.nspname = 'agon_' || c.name WHERE c.ended IS NULL"
        " AND position(encode(b.hash, 'hex') IN c.text || array_to_string(c.words, '\n')) > 0)"
        " RETURNING octet_length(b.bytes)::bigint AS size)"
        " SELECT count(*), coalesce(sum(size), 0)::bigint FROM dropped",
        NULL, e);
    *count = r ? postgres_number(r, 0, 0) : 0;
    *bytes = r ? postgres_number(r, 0, 1) : 0;
    PQclear(r);
    return r != NULL;
}
