// A look into a contest's file, by anyone and at any time, also while its owner writes on.
// A reader sees the file as it was when the reader was opened. One thread at a time.
//
// Nobody gets to see results that were changed behind agon's back: before the first game is handed
// out, both chains are checked; before the first entry of the log, that of the log. Everything
// below then fails, and the words name the first thing that is wrong.
#ifndef AGON_STORE_READER_H
#define AGON_STORE_READER_H

#include "base/error.h"
#include "base/sha256.h"
#include "base/text.h"
#include "store/contents.h"
#include "store/head.h"

struct reader;

struct reader *reader_open(const char *path, struct error *e); // NULL and words on failure
// The same, but nothing is checked: only for whoever tells what is wrong with the file.
struct reader *reader_open_unchecked(const char *path, struct error *e);
void reader_close(struct reader *r);

const struct store_contest *reader_contest(const struct reader *r); // until it is closed

struct reader_counts {
    int64_t games, voided; // rows; of them those that do not count
    int64_t entries;       // of the log
};
bool reader_count(struct reader *r, struct reader_counts *counts, struct error *e);

// The row of the game that counts; 0: there is none.
bool reader_find_game(struct reader *r, int64_t pair, int64_t game, int64_t *id, struct error *e);
// Does the game have a row that counts?
bool reader_has_game(struct reader *r, int64_t pair, int64_t game, bool *has, struct error *e);

// All games: as they were stored; or only those that count, by pair and game, which is the same
// in every run of the same contest. `each` returns false to stop; that is no failure.
enum reader_order { READER_AS_STORED, READER_BY_PAIR };
typedef bool reader_game(void *user, const struct store_game *game);
bool reader_walk_games(
    struct reader *r, enum reader_order order, reader_game *each, void *user, struct error *e);

typedef bool reader_entry(void *user, const struct store_entry *entry);
bool reader_walk_log(struct reader *r, reader_entry *each, void *user, struct error *e);

// Appends the record of the game in that row to `record`, at most STORE_RECORD_MOST_BYTES.
// There are words for everything but STORED_FOUND.
enum stored_record reader_record(
    struct reader *r, int64_t id, struct text *record, struct error *e);

// Tells everything that is wrong with the file: its pages, the contest, both chains, and whether
// games and log agree about what is void. False: it could not be read. `each` is told the number of
// the game by the schedule, or 0, and returns false to hear no more. What cannot be seen: rows that
// are missing at the very end; see reader_expect. Records are not unpacked: each is checked when it
// is read, by reader_record.
typedef bool reader_wrong(void *user, int64_t play, const char *words);
bool reader_inspect(struct reader *r, reader_wrong *each, void *user, struct error *e);
// The same for whoever wants to know only whether all is right. False: the first thing that is not.
bool reader_verify(struct reader *r, struct error *e);

// The head of the file (store/head.h).
bool reader_head(struct reader *r, struct head *head, struct error *e);
// Is this the head of the file? If not, the words say whether rows are missing, were replaced, or
// have been added since.
bool reader_expect(struct reader *r, const struct head *head, struct error *e);

// One fingerprint for all results: that of the last game in a chain of those that count, by pair
// and game, without the hashes of their records. Two runs of the same contest agree in it, whatever
// the order in which games ended.
bool reader_fingerprint(struct reader *r, unsigned char fingerprint[SHA256_BYTES], struct error *e);

#endif
