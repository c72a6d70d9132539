#include "contest/repeats.h"

#include "base/sha256.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    REPEATS_CAPACITY_LEAST = 64, // a power of 2, as every capacity
    REPEATS_KEPT_MOST = 1 << 20, // different games
    REPEATS_FEW = 3,             // a game that comes so often is no reason to worry,
    REPEATS_PART = 10,           // and neither are copies below this part of all games
};

struct repeated_game {
    uint64_t fingerprint;
    int64_t times; // 0: the place is free
};

static uint64_t repeats_fingerprint(int first, const position *start, const char *moves)
{
    const uint64_t head[] = {(uint64_t)first, position_hash(start)};
    unsigned char digest[SHA256_BYTES];
    struct sha256 s = sha256_begin();
    sha256_add(&s, head, sizeof head);
    sha256_add(&s, moves, strlen(moves));
    sha256_end(&s, digest);
    uint64_t fingerprint;
    memcpy(&fingerprint, digest, sizeof fingerprint);
    return fingerprint;
}

// The place of a game: its own, or a free one.
static struct repeated_game *repeats_place(
    struct repeated_game *table, size_t capacity, uint64_t fingerprint)
{
    size_t at = fingerprint & (capacity - 1);
    while (table[at].times > 0 && table[at].fingerprint != fingerprint)
        at = (at + 1) & (capacity - 1);
    return &table[at];
}

// At least half of the table stays free.
static bool repeats_has_room(struct repeats *r)
{
    if (2 * (r->used + 1) <= r->capacity)
        return true;
    if (r->used == REPEATS_KEPT_MOST)
        return false;
    size_t capacity = r->capacity > 0 ? 2 * r->capacity : REPEATS_CAPACITY_LEAST;
    struct repeated_game *table = calloc(capacity, sizeof *table);
    if (!table)
        return false;
    for (size_t i = 0; i < r->capacity; i++) {
        if (r->table[i].times > 0)
            *repeats_place(table, capacity, r->table[i].fingerprint) = r->table[i];
    }
    free(r->table);
    r->table = table;
    r->capacity = capacity;
    return true;
}

void repeats_add(struct repeats *r, int first, const position *start, const char *moves)
{
    uint64_t fingerprint = repeats_fingerprint(first, start, moves);
    bool room = repeats_has_room(r);
    r->games++;
    if (r->capacity == 0)
        return;
    struct repeated_game *g = repeats_place(r->table, r->capacity, fingerprint);
    if (g->times == 0 && !room)
        return;
    r->used += g->times == 0;
    r->copies += g->times > 0;
    g->fingerprint = fingerprint;
    g->times++;
    if (g->times > r->most)
        r->most = g->times;
}

void repeats_destroy(struct repeats *r)
{
    free(r->table);
    *r = (struct repeats){0};
}

bool repeats_matter(const struct repeats *r)
{
    return r->most > REPEATS_FEW && r->copies >= r->games / REPEATS_PART;
}

bool repeats_words(const struct repeats *r, const struct openings *openings, struct text *out)
{
    if (!repeats_matter(r))
        return false;
    text_format(out,
        "%" PRId64 " of %" PRId64 " games are copies: the same moves came before, up to %" PRId64
        " times. A copy says nothing new, so the result is less sure than it looks. ",
        r->copies, r->games, r->most);
    text_string(out,
        openings->moves > 0 || openings->count > 0
            ? "More different openings make different games"
            : "Let the games begin in different positions: --openings random:8");
    return true;
}

void repeats_json(const struct repeats *r, struct text *out)
{
    text_format(out, "\"repeated\":%" PRId64 ",\"repeats_matter\":%s", r->copies,
        repeats_matter(r) ? "true" : "false");
}
