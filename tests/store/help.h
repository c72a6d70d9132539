// What the tests of the store share: a folder of their own, games that can be made up again from
// their numbers, and the whole content of a file as a text.
#ifndef AGON_TESTS_STORE_HELP_H
#define AGON_TESTS_STORE_HELP_H

#include "base/text.h"
#include "store/reader.h"
#include "store/store.h"

#include <stdarg.h>
#include <stdatomic.h>

#include <setjmp.h>
#include <stddef.h>

#include <cmocka.h>

enum { GAMES_PER_PAIR = 2, HELP_GAMES_MOST = 8192, HELP_PATH_BYTES = 256 };

struct place {
    char folder[64];
    char path[HELP_PATH_BYTES]; // of the contest in it; or its address, if `server` is set
    const char *server;         // AGON_POSTGRES: the tests of both engines run there. NULL: files
};

// The one of the running test.
extern struct place place;
int place_set_up(void **state);
int place_tear_down(void **state);

void place_make(struct place *p);
void place_remove(struct place *p); // with everything in it
void place_remove_contest(struct place *p);

extern const struct store_contest help_contest;

// The game that the contest plays as its `number`-th, from 0; every third has a record. The texts
// live until the next call in the same thread.
struct store_game help_game(int64_t number);

// What `done` was told, by the number in the tag.
struct heard {
    atomic_int durable[HELP_GAMES_MOST], refused[HELP_GAMES_MOST];
    struct error last; // of a refusal or a failure; read it after store_wait
};
void *help_tag(int64_t number);
store_done help_done;

// Opens with help_contest; `heard` may be NULL. NULL and words on failure.
struct store *help_open(struct place *p, struct heard *heard, struct error *e);
struct store *help_must_open(struct place *p, struct heard *heard);
void help_must_add(struct store *s, int64_t number);
void help_must_close(struct store *s);
// Stores the first `games` games at `place` and closes.
void help_store_games(int64_t games);

struct reader *help_must_read(struct place *p);
bool help_has(struct reader *r, int64_t number);
// Changes the file, or the tables, behind the store's back. Bytes are written as SQLite has them:
// x'00'.
void help_tamper(struct place *p, const char *sql);
// The only value that a query gives.
int64_t help_number(struct place *p, const char *sql);

// Keep all that is in the tables; and put it back.
void help_save(struct place *p);
void help_restore(struct place *p);

// Runs the tests of both engines and, where the contests are files, those about files.
int help_run(const struct CMUnitTest *both, size_t both_count, const struct CMUnitTest *files,
    size_t file_count);

void assert_words(const struct error *e, const char *part);
void assert_verifies(struct place *p);
void assert_verify_says(struct place *p, const char *part);

#endif
