#include "store/reader.h"

#include "store/check.h"
#include "store/record_reader.h"
#include "store/row.h"
#include "store/schema.h"
#include "store/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct database db;
    struct store_contest contest;
    struct statement *contest_row; // holds the contest's text, and the file as it is now
    struct statement *find_game;
    struct record_reader records;
    bool unchecked;          // nothing is checked
    bool has_games, has_log; // they have been checked: only then there is the following
    struct chain games, log;
    int64_t counting; // games that are not void
};

static bool reader_refuse(const struct reader *r, const char *what, struct error *e)
{
    char words[ERROR_WORDS_BYTES];
    snprintf(words, sizeof words,
        "%.160s   (restore a backup; agon verify tells all that is wrong)", what);
    return database_wrong(&r->db, words, e);
}

// --- Opening -------------------------------------------------------------------------------------

static bool reader_read_contest(struct reader *r, struct error *e)
{
    r->contest_row = database_prepare(&r->db, "SELECT seed, text, hash FROM contest", e);
    if (r->contest_row == NULL)
        return false;
    enum statement_step step = statement_step(r->contest_row);
    if (step == STATEMENT_DONE)
        return database_wrong(&r->db, "there is no contest in it", e);
    if (step == STATEMENT_FAILED)
        return database_fail(&r->db, e);
    return row_read(&contest_rows, &r->contest, r->contest_row, 0) ||
        database_wrong(&r->db, "the text of the contest is damaged", e);
}

static bool reader_contest_is_right(const struct reader *r)
{
    return row_is_contest_hash(&r->contest, r->contest_row, 2);
}

static bool reader_check_version(struct reader *r, struct error *e)
{
    return schema_check(&r->db, e) &&
        (r->db.version > 0 || database_wrong(&r->db, "there is no contest in it", e));
}

struct reader *reader_open_unchecked(const char *location, struct error *e)
{
    struct reader *r = calloc(1, sizeof *r);
    if (r == NULL) {
        error_set(e, "no memory to read a contest");
        return NULL;
    }
    r->unchecked = true;
    if (database_open_to_read(&r->db, location, e) && reader_check_version(r, e) &&
        reader_read_contest(r, e))
        return r;
    reader_close(r);
    return NULL;
}

struct reader *reader_open(const char *location, struct error *e)
{
    struct reader *r = reader_open_unchecked(location, e);
    if (r == NULL)
        return NULL;
    r->unchecked = false;
    if (reader_contest_is_right(r))
        return r;
    reader_refuse(r, ROW_CONTEST_CHANGED, e);
    reader_close(r);
    return NULL;
}

void reader_close(struct reader *r)
{
    statement_finalize(r->contest_row);
    statement_finalize(r->find_game);
    record_reader_destroy(&r->records);
    database_close(&r->db);
    free(r);
}

const struct store_contest *reader_contest(const struct reader *r)
{
    return &r->contest;
}

// --- Checking ------------------------------------------------------------------------------------

// The first thing that is wrong; "": nothing is.
struct first {
    char words[ERROR_WORDS_BYTES];
};

static bool reader_keep_first(void *user, int64_t play, const char *words)
{
    (void)play;
    struct first *first = user;
    if (first->words[0] == '\0')
        snprintf(first->words, sizeof first->words, "%s", words);
    return false;
}

static struct check reader_check_with(const struct reader *r, check_found *found, void *user)
{
    return (struct check){&r->db, &r->contest, found, user};
}

static bool reader_check_log_once(struct reader *r, struct error *e)
{
    struct first first = {""};
    const struct check check = reader_check_with(r, reader_keep_first, &first);
    if (r->has_log)
        return true;
    if (!check_log(&check, &r->log, e))
        return false;
    r->has_log = first.words[0] == '\0';
    return r->has_log || reader_refuse(r, first.words, e);
}

// With the log, which says what is void. The games first: whoever changed one is told which.
static bool reader_check_games_once(struct reader *r, struct error *e)
{
    struct first first = {""};
    const struct check check = reader_check_with(r, reader_keep_first, &first);
    if (r->has_games)
        return true;
    if (!check_games(&check, &r->games, &r->counting, e))
        return false;
    if (first.words[0] != '\0')
        return reader_refuse(r, first.words, e);
    r->has_games = reader_check_log_once(r, e);
    return r->has_games;
}

static bool reader_trust_log(struct reader *r, struct error *e)
{
    return r->unchecked || reader_check_log_once(r, e);
}

static bool reader_trust_games(struct reader *r, struct error *e)
{
    return r->unchecked || reader_check_games_once(r, e);
}

struct inspection {
    reader_wrong *each;
    void *user;
    bool found;
};

static bool reader_pass_on(void *user, int64_t play, const char *words)
{
    struct inspection *i = user;
    i->found = true;
    return i->each(i->user, play, words);
}

bool reader_inspect(struct reader *r, reader_wrong *each, void *user, struct error *e)
{
    struct inspection i = {each, user, false};
    const struct check check = reader_check_with(r, reader_pass_on, &i);
    if (!reader_contest_is_right(r))
        reader_pass_on(&i, 0, ROW_CONTEST_CHANGED);
    // The games before the pages: whoever changed a game is told which, also where an index
    // noticed.
    bool read = check_games(&check, &r->games, &r->counting, e) && check_log(&check, &r->log, e) &&
        check_records(&check, e) && check_pages(&check, e);
    r->has_games = r->has_log = read && !i.found;
    return read;
}

bool reader_verify(struct reader *r, struct error *e)
{
    struct first first = {""};
    return reader_inspect(r, reader_keep_first, &first, e) &&
        (first.words[0] == '\0' || database_wrong(&r->db, first.words, e));
}

// --- The head ------------------------------------------------------------------------------------

bool reader_head(struct reader *r, struct head *head, struct error *e)
{
    if (!reader_check_games_once(r, e))
        return false;
    *head = head_of(&r->games, &r->log);
    return true;
}

// The chain as it was after its first `rows` rows. They are checked, so it ends with the hash that
// is stored there.
static bool reader_cut_chain(
    struct reader *r, const char *sql, int64_t rows, struct chain *chain, struct error *e)
{
    row_chain_begin(&r->contest, chain->head);
    chain->rows = rows;
    if (rows == 0)
        return true;
    struct statement *select = database_prepare(&r->db, sql, e);
    if (select == NULL)
        return false;
    statement_bind_number(select, 1, rows);
    bool found = statement_step(select) == STATEMENT_ROW && row_hash(select, 0, chain->head);
    if (!found)
        database_fail(&r->db, e);
    statement_finalize(select);
    return found;
}

// Why the head is another one; `now` is what it is. False in any case.
static bool reader_compare_heads(
    struct reader *r, const struct head *now, const struct head *expected, struct error *e)
{
    struct chain games, log;
    char words[ERROR_WORDS_BYTES];
    bool of_games = now->games < expected->games;
    if (of_games || now->entries < expected->entries) {
        snprintf(words, sizeof words,
            "%s is cut off: it has %" PRId64 " rows, %" PRId64
            " were expected   (restore a backup)",
            of_games ? "the list of games" : "the log", of_games ? now->games : now->entries,
            of_games ? expected->games : expected->entries);
        return database_wrong(&r->db, words, e);
    }
    if (!reader_cut_chain(r, "SELECT hash FROM games WHERE id = $1", expected->games, &games, e) ||
        !reader_cut_chain(r, "SELECT hash FROM log WHERE id = $1", expected->entries, &log, e))
        return false;
    struct head then = head_of(&games, &log);
    if (!head_equal(&then, expected))
        return database_wrong(&r->db,
            "it holds something else than when its head was the expected one   (restore a backup)",
            e);
    snprintf(words, sizeof words,
        "it went on from the expected head: %" PRId64 " more games, %" PRId64
        " more entries of the log",
        now->games - expected->games, now->entries - expected->entries);
    return database_wrong(&r->db, words, e);
}

bool reader_expect(struct reader *r, const struct head *head, struct error *e)
{
    struct head now;
    return reader_head(r, &now, e) &&
        (head_equal(&now, head) || reader_compare_heads(r, &now, head, e));
}

// --- Small questions -----------------------------------------------------------------------------

bool reader_count(struct reader *r, struct reader_counts *counts, struct error *e)
{
    return reader_trust_games(r, e) &&
        database_number(&r->db, "SELECT count(*) FROM games", &counts->games, e) &&
        database_number(
            &r->db, "SELECT count(*) FROM log WHERE kind = 'void'", &counts->voided, e) &&
        database_number(&r->db, "SELECT count(*) FROM log", &counts->entries, e);
}

bool reader_find_game(struct reader *r, int64_t pair, int64_t game, int64_t *id, struct error *e)
{
    static const char sql[] =
        "SELECT id FROM games WHERE pair = $1 AND game = $2 AND void_entry IS NULL";
    if (!reader_trust_games(r, e))
        return false;
    if (r->find_game == NULL)
        r->find_game = database_prepare(&r->db, sql, e);
    if (r->find_game == NULL)
        return false;
    statement_bind_number(r->find_game, 1, pair);
    statement_bind_number(r->find_game, 2, game);
    enum statement_step step = statement_step(r->find_game);
    *id = step == STATEMENT_ROW ? statement_number(r->find_game, 0) : 0;
    bool answered = step != STATEMENT_FAILED || database_fail(&r->db, e);
    statement_reset(r->find_game);
    return answered;
}

bool reader_has_game(struct reader *r, int64_t pair, int64_t game, bool *has, struct error *e)
{
    int64_t id;
    if (!reader_find_game(r, pair, game, &id, e))
        return false;
    *has = id > 0;
    return true;
}

enum stored_record reader_record(struct reader *r, int64_t id, struct text *record, struct error *e)
{
    return reader_trust_games(r, e) ? record_reader_read(&r->records, &r->db, id, record, e)
                                    : STORED_FAILED;
}

// --- Walks ---------------------------------------------------------------------------------------

// Rows that cannot be read stop a walk, also where nothing is checked.
static enum walk_step reader_wrong_row(
    const struct reader *r, const char *what, int64_t id, const char *damage, struct error *e)
{
    char words[ERROR_WORDS_BYTES];
    snprintf(words, sizeof words, "%s %" PRId64 " %s", what, id, damage);
    reader_refuse(r, words, e);
    return WALK_WRONG;
}

struct game_visit {
    const struct reader *reader;
    reader_game *each;
    void *user;
    int64_t rows;
    bool stopped;
};

static enum walk_step reader_visit_game(void *user, const struct game_row *row, struct error *e)
{
    struct game_visit *visit = user;
    if (row->damage[0] != '\0')
        return reader_wrong_row(visit->reader, "the game in row", row->game.id, row->damage, e);
    visit->rows++;
    visit->stopped = !visit->each(visit->user, &row->game);
    return visit->stopped ? WALK_STOP : WALK_ON;
}

// Rows were checked as they are stored; an index must not hide one of them.
static bool reader_came_by_all(
    const struct game_visit *visit, enum reader_order order, struct error *e)
{
    const struct reader *r = visit->reader;
    return visit->stopped || order != READER_BY_PAIR || !r->has_games ||
        visit->rows == r->counting || reader_refuse(r, "its index of the games is damaged", e);
}

bool reader_walk_games(
    struct reader *r, enum reader_order order, reader_game *each, void *user, struct error *e)
{
    struct game_visit visit = {.reader = r, .each = each, .user = user};
    static const enum walk_order walks[] = {[READER_AS_STORED] = WALK_AS_STORED,
        [READER_BY_PAIR] = WALK_BY_PAIR,
        [READER_NEWEST] = WALK_NEWEST};
    return reader_trust_games(r, e) &&
        walk_games(&r->db, walks[order], reader_visit_game, &visit, e) &&
        reader_came_by_all(&visit, order, e);
}

struct entry_visit {
    const struct reader *reader;
    reader_entry *each;
    void *user;
};

static enum walk_step reader_visit_entry(void *user, const struct entry_row *row, struct error *e)
{
    const struct entry_visit *visit = user;
    if (row->damage[0] != '\0')
        return reader_wrong_row(visit->reader, "log entry", row->entry.id, row->damage, e);
    return visit->each(visit->user, &row->entry) ? WALK_ON : WALK_STOP;
}

bool reader_walk_log(struct reader *r, reader_entry *each, void *user, struct error *e)
{
    return reader_trust_log(r, e) &&
        walk_log(&r->db, reader_visit_entry, &(struct entry_visit){r, each, user}, e);
}

static bool reader_chain_game(void *user, const struct store_game *game)
{
    // A record holds measured times, so no two runs have the same one.
    struct store_game result = *game;
    result.record_hash = NULL;
    row_chain(&game_rows, &result, user);
    return true;
}

bool reader_fingerprint(struct reader *r, unsigned char fingerprint[SHA256_BYTES], struct error *e)
{
    row_chain_begin(&r->contest, fingerprint);
    return reader_walk_games(r, READER_BY_PAIR, reader_chain_game, fingerprint, e);
}
