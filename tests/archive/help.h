// What the tests of the archive share: a contest with results in a folder of its own, which is
// played without bots. Its games are short and right by the rules: the loser gives up.
#ifndef AGON_TESTS_ARCHIVE_HELP_H
#define AGON_TESTS_ARCHIVE_HELP_H

#include "archive/archive.h"
#include "archive/ledger.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

struct help_place {
    char folder[64];
    char file[96];  // the contest file
    char path[256]; // its results: a file or, where AGON_POSTGRES is set, an address
};

// The one of the running test.
extern struct help_place place;
int help_set_up(void **state);
int help_tear_down(void **state);

// Writes the contest file of the place.
void help_write(const char *text);
// The same, and begins its results.
void help_begin(const char *text);
// Begins results of a text that need not be a contest.
void help_begin_anything(const char *text);

// Which player wins a game: the first or the second of the pair. NO_PLAYER: nobody. A negative
// number -2 - N: player N loses by a fault.
typedef int help_judge(const struct pairing *p, int game);
help_judge help_lower_wins; // the one with the lower number

enum { HELP_ALL = 1000 * 1000 };
// Plays at most `most` of the games that can be played now, in the order of the schedule; returns
// how many there were.
int64_t help_play(int64_t most, help_judge *judge);
// What help_play stores as the record of every game; NULL: nothing. Each test begins with NULL.
extern const char *help_record;
// Stores one game that the schedule need not have.
void help_store(const struct store_game *game);
// Adds an entry to the log.
void help_log(const char *kind, const char *words);
// Changes the results behind the store's back.
void help_tamper(const char *sql);

void assert_words(const struct error *e, const char *part);

#endif
