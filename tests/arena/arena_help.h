// What the tests of the arena share: a folder for each test, contests in it that can be run, events
// that are waited for, and everything that a contest has stored as one text. A test that waits in
// vain is ended by SIGALRM.
#ifndef AGON_TESTS_ARENA_ARENA_HELP_H
#define AGON_TESTS_ARENA_ARENA_HELP_H

#include "arena/arena.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { HELP_PATH_BYTES = 256 };

// For cmocka: once for all tests of a program.
int help_setup_process(void **state);
int help_teardown_process(void **state);

// For cmocka: the folder of the running test, an absolute path.
extern char help_folder[HELP_PATH_BYTES];
int help_setup(void **state);
int help_teardown(void **state);
#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, help_setup, help_teardown)

// Fills `path` with a path inside the folder of the test.
void help_path(char path[HELP_PATH_BYTES], const char *name);
bool help_exists(const char *path);
void help_write(const char *path, const char *text);
// The number of lines in a file; 0: there is none.
int help_count_lines(const char *path);

// The bot of tests/referee/bot.c, to be used in commands.
const char *help_bot(void);
// Fails the test with the words of the error, unless `well`.
void must(bool well, const struct error *e);

// --- Events ---

struct feed *help_watch(struct feeds *f, unsigned wants);
// The next event, to be released. Waits for it.
struct arena_event *help_next_event(struct feed *feed);
// Takes events until one of this kind comes, and returns its game. Fails the test if ARENA_ENDED
// comes before.
int64_t help_wait_for(struct feed *feed, enum arena_event_kind kind);
// The verdict of an ARENA_OVER.
enum verdict help_verdict(const struct arena_event *over);
// Takes all events up to ARENA_ENDED; returns how many were of this kind.
int help_drain(struct feed *feed, enum arena_event_kind kind);

// --- Contests ---

// A contest in a folder of its own, ready to be run. It must not be moved.
struct hosted {
    char folder[HELP_PATH_BYTES], path[HELP_PATH_BYTES], records[HELP_PATH_BYTES];
    struct definition definition;
    struct roster roster;
    struct store_contest contest;
    struct arena_options options; // may be changed before it runs
};

// `name` is that of the folder, which is made if it is not there. `text` must live on; its
// `records: games` is a folder inside.
void hosted_init(struct hosted *h, const char *name, const char *text);
void hosted_destroy(struct hosted *h);
// Creates an arena for it, and watches it before it starts. `feed` is set.
struct arena *hosted_start(struct hosted *h, unsigned wants, struct feed **feed);
// Waits for the end; the feed is closed.
enum arena_end hosted_join(struct arena *a, struct feed *feed, struct arena_ended *ended);
// Runs it to its end, which must be ARENA_PLAYED.
void hosted_play(struct hosted *h);

// All that is stored and was not measured: fingerprint, standings, every column of the games that
// count, their records in the file and those in the folder. To be destroyed.
struct text hosted_contents(const struct hosted *h);
// Fails the test where the contents of the two differ.
void hosted_must_equal(const struct hosted *a, const struct hosted *b);
void hosted_fingerprint(const struct hosted *h, char fingerprint[2 * SHA256_BYTES + 1]);
// The words of all entries of this kind in the log, a line each. To be destroyed.
struct text hosted_log(const struct hosted *h, const char *kind);
struct reader_counts hosted_counts(const struct hosted *h);
// Is the game of this number (from 1) stored, and does it count?
bool hosted_has_game(const struct hosted *h, int64_t number);

#endif
