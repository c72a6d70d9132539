#include "archive/verify.h"

#include "archive/verify/record_check.h"
#include "archive/verify/rules.h"
#include "archive/verify/schedule_walk.h"

#include <inttypes.h>
#include <stdio.h>

enum { PROGRESS_EVERY = 256 }; // rows

struct verify {
    struct archive *archive;
    const struct verify_request *request;
    struct verification *result;
    struct schedule_walk walk;
    bool follows;       // everything up to here was right, so the walk goes on
    int64_t done, all;  // rows looked at, and to be looked at in all walks
    struct text record; // the last one that was read from the results
};

// --- What is wrong ---

const char *verify_check_name(enum verify_check check)
{
    static const char *const names[] = {[VERIFY_CHAIN] = "chain",
        [VERIFY_HEAD] = "head",
        [VERIFY_CONTEST] = "contest",
        [VERIFY_RULES] = "rules",
        [VERIFY_SCHEDULE] = "schedule",
        [VERIFY_RECORDS] = "records",
        [VERIFY_TABLE] = "table"};
    return names[check];
}

void verification_add(
    struct verification *v, enum verify_check check, int64_t game, const char *words)
{
    if (v->finding_count < VERIFY_FINDINGS_MOST) {
        struct verify_finding *f = &v->findings[v->finding_count];
        *f = (struct verify_finding){.check = check, .game = game};
        snprintf(f->words, sizeof f->words, "%s", words);
    }
    v->finding_count++;
}

// "game 17 (ann - bob, row 16): ..."
static void verify_add_game(
    struct verify *v, enum verify_check check, const struct store_game *g, const struct error *why)
{
    struct error words;
    error_set(&words, "game %" PRId64 " (%.32s - %.32s, row %" PRId64 "): %.160s", g->play,
        g->first_name, g->second_name, g->id, why->words);
    verification_add(v->result, check, g->play, words.words);
}

// A row that cannot be read ends a walk. If the chain is wrong, that has been found already.
static void verify_end_walk(struct verify *v, enum verify_check check, const struct error *e)
{
    if (v->result->finding_count == 0)
        verification_add(v->result, check, 0, e->words);
}

static void verify_progress(struct verify *v)
{
    if (++v->done % PROGRESS_EVERY == 0 && v->request->progress)
        v->request->progress(v->request->user, v->done, v->all);
}

// --- The checks ---

static bool verify_found_in_chain(void *user, int64_t play, const char *words)
{
    verification_add(user, VERIFY_CHAIN, play, words);
    return true;
}

// Returns false if the file cannot be read at all.
static bool verify_chains(struct archive *a, const struct verify_request *q, struct verification *v)
{
    struct error e;
    if (!reader_inspect(a->reader, verify_found_in_chain, v, &e)) {
        verification_add(v, VERIFY_CHAIN, 0, e.words);
        return false;
    }
    if (q->expected && v->finding_count == 0 && !reader_expect(a->reader, q->expected, &e))
        verification_add(v, VERIFY_HEAD, 0, e.words);
    return true;
}

static void verify_seed(struct verify *v)
{
    const struct archive *a = v->archive;
    if (reader_contest(a->reader)->seed != (uint64_t)a->definition.file.seed)
        verification_add(v->result, VERIFY_CONTEST, 0,
            "the seed is not the one that the stored contest file says");
}

// The record that is stored with its game. A stored record is whole.
static void verify_stored_record(
    struct verify *v, const struct store_game *g, const struct pairing *pairing)
{
    struct error why;
    text_clear(&v->record);
    enum stored_record state = reader_record(v->archive->reader, g->id, &v->record, &why);
    if (state == STORED_FOUND) {
        enum record_state seen =
            verify_record_bytes(&v->record, g, &v->archive->definition, pairing, &why);
        if (seen == RECORD_IS_TORN)
            error_set(&why, "its record lacks its end");
        state = seen == RECORD_IS_RIGHT ? STORED_FOUND : STORED_WRONG;
    }
    v->result->stored_records.right += state == STORED_FOUND;
    v->result->stored_records.dropped += state == STORED_DROPPED;
    v->result->stored_records.not_kept += state == STORED_NOT_KEPT;
    if (state == STORED_WRONG || state == STORED_FAILED)
        verify_add_game(v, VERIFY_RECORDS, g, &why);
}

static bool verify_game_rules(void *user, const struct store_game *g)
{
    struct verify *v = user;
    struct error why;
    verify_progress(v);
    v->result->games++;
    v->result->voided += g->void_reason != NULL;
    if (!verify_rules(v->archive->definition.game, g, &v->result->moves, &why))
        verify_add_game(v, VERIFY_RULES, g, &why);
    if (g->void_reason) // the others are looked at in the order of the schedule
        verify_stored_record(v, g, NULL);
    return true;
}

// The record in the folder.
static void verify_game_record(
    struct verify *v, const struct store_game *g, const struct pairing *pairing)
{
    char path[ARCHIVE_PATH_BYTES];
    struct error why;
    snprintf(path, sizeof path, "%s/%" PRId64 ".jsonl", v->request->records, g->play);
    switch (verify_record(path, g, &v->archive->definition, pairing, &why)) {
    case RECORD_IS_RIGHT:
        v->result->records.right++;
        break;
    case RECORD_IS_TORN:
        v->result->records.torn++;
        break;
    case RECORD_IS_MISSING:
        v->result->records.missing++;
        break;
    case RECORD_IS_WRONG:
        verify_add_game(v, VERIFY_RECORDS, g, &why);
        break;
    }
}

// Along the schedule as long as the games follow it.
static bool verify_game_place(void *user, const struct store_game *g)
{
    struct verify *v = user;
    struct error why;
    verify_progress(v);
    if (v->follows && !schedule_walk_match(&v->walk, g, &why)) {
        verify_add_game(v, VERIFY_SCHEDULE, g, &why);
        v->follows = false;
    }
    const struct pairing *pairing = v->follows ? schedule_walk_pairing(&v->walk, g) : NULL;
    verify_stored_record(v, g, pairing);
    if (v->request->records)
        verify_game_record(v, g, pairing);
    return true;
}

// --- All of it ---

// If the games cannot be trusted, the schedule is not followed.
static void verify_schedule(struct verify *v)
{
    struct error e;
    v->follows = v->result->finding_count == 0;
    if (v->follows && !schedule_walk_init(&v->walk, &v->archive->definition, &e)) {
        verification_add(v->result, VERIFY_SCHEDULE, 0, e.words);
        v->follows = false;
    }
    if (!reader_walk_games(v->archive->reader, READER_BY_PAIR, verify_game_place, v, &e))
        verify_end_walk(v, VERIFY_SCHEDULE, &e);
    if (v->result->finding_count == 0) {
        v->result->not_played = schedule_walk_not_played(&v->walk);
        v->result->forfeits = v->walk.forfeits;
    }
    schedule_walk_destroy(&v->walk);
}

void verify_contest(struct archive *a, const struct verify_request *q, struct verification *result)
{
    struct verify v = {.archive = a, .request = q, .result = result, .record = text_growing()};
    struct reader_counts counts;
    struct error e;
    *result = (struct verification){0};
    if (!verify_chains(a, q, result))
        return;
    verify_seed(&v);
    if (reader_count(a->reader, &counts, &e))
        v.all = 2 * counts.games - counts.voided;
    if (!reader_walk_games(a->reader, READER_AS_STORED, verify_game_rules, &v, &e))
        verify_end_walk(&v, VERIFY_RULES, &e);
    verify_schedule(&v);
    text_destroy(&v.record);
}

void verify_chain(struct archive *a, const struct verify_request *q, struct verification *result)
{
    *result = (struct verification){0};
    verify_chains(a, q, result);
}
