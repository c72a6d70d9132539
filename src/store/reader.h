// Reads the file of a contest, or its schema in a PostgreSQL database. Any process may read at any
// time, also while the owner writes. A reader sees the file as it was when the reader was opened.
// Only one thread may use a reader at a time.
//
// A reader never returns results that were changed behind agon's back: before the first game it
// checks both chains, before the first entry of the log it checks the chain of the log. If
// something is wrong, all functions below fail, and `e` names the first thing that is wrong.
#ifndef AGON_STORE_READER_H
#define AGON_STORE_READER_H

#include "base/error.h"
#include "base/sha256.h"
#include "base/text.h"
#include "store/contents.h"
#include "store/head.h"

struct reader;

// Returns NULL and fills `e` on failure.
struct reader *reader_open(const char *location, struct error *e);
// The same, but nothing is checked: only for code that reports what is wrong with the file.
struct reader *reader_open_unchecked(const char *location, struct error *e);
void reader_close(struct reader *r);

// The contest is valid until the reader is closed.
const struct store_contest *reader_contest(const struct reader *r);

struct reader_counts {
    int64_t games;   // rows of games
    int64_t voided;  // those of them that do not count
    int64_t entries; // rows of the log
};
bool reader_count(struct reader *r, struct reader_counts *counts, struct error *e);

// Finds the row of the game that counts; `id` becomes 0 if there is none.
bool reader_find_game(struct reader *r, int64_t pair, int64_t game, int64_t *id, struct error *e);
// Sets `has` to whether the game has a row that counts.
bool reader_has_game(struct reader *r, int64_t pair, int64_t game, bool *has, struct error *e);

// Calls `each` for all games in the order in which they were stored; or only for those that count,
// in the order of pair and game, which is the same in every run of the same contest; or only for
// those that count, the one that was stored last first. `each` returns false to stop; that is not a
// failure, and rows behind it are not read.
enum reader_order { READER_AS_STORED, READER_BY_PAIR, READER_NEWEST };
typedef bool reader_game(void *user, const struct store_game *game);
bool reader_walk_games(
    struct reader *r, enum reader_order order, reader_game *each, void *user, struct error *e);

typedef bool reader_entry(void *user, const struct store_entry *entry);
bool reader_walk_log(struct reader *r, reader_entry *each, void *user, struct error *e);

// Appends the record of the game in the row `id` to `record`, at most STORE_RECORD_MOST_BYTES.
// Fills `e` unless it returns STORED_FOUND.
enum stored_record reader_record(
    struct reader *r, int64_t id, struct text *record, struct error *e);

// Finds everything that is wrong with the file: its pages, the contest, both chains, and whether
// games and log agree about which games are void. Returns false and fills `e` if the file could not
// be read. `each` gets the number of the game by the schedule, or 0, and returns false to end the
// inspection. It cannot see that rows are missing at the very end: see reader_expect. Records are
// not unpacked; reader_record checks each when it is read.
typedef bool reader_wrong(void *user, int64_t play, const char *words);
bool reader_inspect(struct reader *r, reader_wrong *each, void *user, struct error *e);
// The same, but stops at the first thing that is wrong: then returns false and fills `e` with it.
bool reader_verify(struct reader *r, struct error *e);

// Gets the head of the file (store/head.h).
bool reader_head(struct reader *r, struct head *head, struct error *e);
// True if this is the head of the file. If not, `e` says whether rows are missing, were replaced,
// or have been added since.
bool reader_expect(struct reader *r, const struct head *head, struct error *e);

// Computes one fingerprint for all results: the hash of the last game in a chain of those that
// count, in the order of pair and game, without the hashes of their records. Two runs of the same
// contest have the same fingerprint, whatever the order in which their games ended.
bool reader_fingerprint(struct reader *r, unsigned char fingerprint[SHA256_BYTES], struct error *e);

#endif
