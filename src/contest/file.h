// The contest file: what an organiser writes by hand, read, checked and given its defaults.
// docs/contest-file.md explains every key.
//
// Pure: text in, struct out, and problems with their lines. Reading the file from the disk, and
// trying whether its players start, is the caller's.
#ifndef AGON_CONTEST_FILE_H
#define AGON_CONTEST_FILE_H

#include "base/error.h"
#include "contest/player_name.h"
#include "contest/presence.h"
#include "games/game.h"

enum {
    CONTEST_PLAYERS_MOST = 1000,
    CONTEST_CONCURRENCY_MOST = 256, // games at once
    CONTEST_TITLE_LETTERS = 80,
    CONTEST_PROBLEMS_MOST = 10, // that are kept
    CONTEST_UNSET = -1,         // a time that the file leaves to its default
    CONTEST_PAIRS_UNKNOWN = -1, // the number depends on the results
};

// In the order of contest_format_name.
enum contest_format {
    CONTEST_ROUND_ROBIN,
    CONTEST_GAUNTLET,
    CONTEST_SWISS,
    CONTEST_KNOCKOUT,
    CONTEST_DOUBLE_KNOCKOUT,
    CONTEST_LADDER,
    CONTEST_MATCH,
    CONTEST_FORMATS
};

enum contest_openings { CONTEST_OPENINGS_NONE, CONTEST_OPENINGS_RANDOM, CONTEST_OPENINGS_FILE };

// What a fault costs: the game; the rest of the contest; all games of it (S9).
enum contest_faults { CONTEST_CONTINUE, CONTEST_DROP, CONTEST_ERASE };

// Each may be CONTEST_UNSET: the contest's own is used, and where that is unset, the wire's.
struct contest_time {
    int64_t start_ms;
    int64_t first_ms;
    int64_t request_ms;
    int64_t game_ms; // 0: no such limit
    int64_t increment_ms;
};

struct contest_variable {
    char *name, *value;
};

struct contest_player {
    char name[PLAYER_NAME_BYTES];         // unique
    char *look;                           // of the name: unique as well; NULL: not known
    char *player;                         // a command, "@random", "listen:7001", "tcp://host:7001"
    char *wire;                           // NULL: the contest's
    char *directory;                      // where a command runs; NULL: here
    struct contest_variable *environment; // in addition to agon's own
    size_t variables;
    struct contest_time time;
    int line; // in the file

    // What has become of it since the contest began: see contest/change.h.
    bool added;
    bool suspended;
    // Where it plays, until before the last; from 0. Rounds; in a fixed schedule, pairs.
    int64_t from, until;
    struct absence *absences; // in between; not in a fixed schedule
    size_t absence_count;
    int64_t *withdrawn; // pairs that it does not play all the same
    size_t withdrawn_count;
    struct contest_player *before; // what it was until it was replaced, or NULL
    int64_t until_row;             // of such an earlier version: the last row of its games
    int version;                   // from 1
};

struct contest_file {
    char *name; // NULL: the file's
    const struct game *game;
    char *variant; // NULL: the game's default
    char *wire;    // NULL: the game's own

    int format;              // enum contest_format
    int64_t rounds;          // 0: the format's default
    int64_t pairs;           // that two players play each time they meet
    int64_t heroes;          // gauntlet: so many of the first players meet all the others
    int64_t tie_break_pairs; // knockout: at most so many more for a meeting that is level; 0: none
    int seeding_by_lot;      // else in the order of the list, the strongest first

    enum contest_openings openings;
    int64_t opening_moves; // CONTEST_OPENINGS_RANDOM
    char *opening_file;    // CONTEST_OPENINGS_FILE
    int64_t seed;

    struct contest_time time;
    int wall_clock;        // no refunds for the load of the machine
    int64_t concurrency;   // games at once
    char *records;         // the folder for them; NULL: none are kept beside the results
    int faults;            // enum contest_faults
    int64_t suspend_after; // faults of a player in a row; 0: never

    struct contest_player *players;
    size_t player_count;
};

struct contest_problem {
    int line; // from 1
    char words[ERROR_WORDS_BYTES];
};

// The first of them by line.
struct contest_problems {
    struct contest_problem list[CONTEST_PROBLEMS_MOST];
    size_t kept;
    size_t count; // all of them
};

// What is known only to other layers. Each may be NULL: then anything will do.
struct contest_words {
    // Is there such a wire, and is it one of the game's?
    bool (*wire)(const struct game *game, const char *name, struct error *e);
    // Can bots that speak these (NULL: the game's own) share a port? They must say their names, and
    // what they speak must be the same or be told by their first message.
    bool (*share)(const struct game *game, const char *wire, const char *other);
    // Is this a player? Also fills in what it is called when the file does not say.
    bool (*player)(
        const struct game *game, const char *text, char name[PLAYER_NAME_BYTES], struct error *e);
};

// False: there are problems. The file is to be destroyed in both cases.
bool contest_file_read(struct contest_file *f, const char *bytes, size_t length,
    const struct contest_words *words, struct contest_problems *problems);
void contest_file_destroy(struct contest_file *f);

const char *contest_format_name(int format);
// Is the whole schedule known from the start?
bool contest_format_is_fixed(int format);

// How many rounds there are with the format's default; 0: no such number.
int64_t contest_file_rounds(const struct contest_file *f);
// How many pairs of games, or CONTEST_PAIRS_UNKNOWN.
int64_t contest_file_pairs(const struct contest_file *f);

// A contest file with every key in it, explained: read by contest_file_read without a problem.
extern const char contest_template[];

#endif
