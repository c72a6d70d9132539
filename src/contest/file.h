// The contest file, which an organiser writes by hand: reads it, checks it and fills in the
// defaults. docs/contest-file.md explains every key.
//
// Pure: a text comes in; a struct, or problems with their lines, come out. The caller reads the
// file from the disk and tries whether the players start.
#ifndef AGON_CONTEST_FILE_H
#define AGON_CONTEST_FILE_H

#include "base/calendar.h"
#include "base/error.h"
#include "contest/limits.h"
#include "contest/player_name.h"
#include "contest/presence.h"
#include "games/game.h"

enum {
    CONTEST_PLAYERS_MOST = 1000,
    CONTEST_CONCURRENCY_MOST = 256, // games at once
    CONTEST_CORES_MOST = 64,        // of each bot
    CONTEST_SPEED_MOST_PERCENT = 10000,
    CONTEST_TITLE_LETTERS = 80,
    CONTEST_PATHS_MOST = 64,     // of one key "read"
    CONTEST_PROBLEMS_MOST = 10,  // problems that are kept; the others are only counted
    CONTEST_PROBLEM_BYTES = 384, // of its words
    CONTEST_AUDIT_DEFAULT = 50,
    CONTEST_AUDIT_MOST = 1000 * 1000,
    CONTEST_UNSET = -1,         // a time that the file does not give
    CONTEST_PAIRS_UNKNOWN = -1, // the number of pairs depends on the results
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

// What a fault costs a player: only the game, the rest of the contest, or all its games (S9).
enum contest_faults { CONTEST_CONTINUE, CONTEST_DROP, CONTEST_ERASE };

// Limits of time. Each may be CONTEST_UNSET: then that of the contest counts for a player, and that
// of the wire for a contest.
struct contest_time {
    int64_t start_ms;
    int64_t first_ms;
    int64_t request_ms;
    int64_t game_ms; // 0 means no limit
    int64_t increment_ms;
};

struct contest_variable {
    char *name, *value;
};

// How much a bot that agon starts is shut off, in the order of contest_sandbox_name.
enum contest_sandbox { CONTEST_SANDBOX_NONE, CONTEST_SANDBOX_OPEN, CONTEST_SANDBOX_CLOSED };

// Files and folders. A relative path is meant from the folder of the contest file.
struct contest_paths {
    char **list;
    size_t count;
};

struct contest_player {
    char name[PLAYER_NAME_BYTES];         // unique
    char *look;                           // player_name_look of it, unique too; NULL if not known
    char *player;                         // a command, "@random", "listen:7001", "tcp://host:7001"
    char *wire;                           // NULL means that of the contest
    char *directory;                      // where a command runs; NULL means the current folder
    struct contest_variable *environment; // in addition to the environment of agon
    size_t variables;
    struct contest_time time;
    struct contest_limits limits;
    int sandbox;               // enum contest_sandbox; CONTEST_UNSET means that of the contest
    struct contest_paths read; // what it may read besides, in addition to that of the contest
    int line;                  // in the file

    // What has changed since the contest began: see contest/change.h.
    bool added;     // the player came after the start
    bool suspended; // the player rests
    // When the player takes part: see contest/presence.h.
    int64_t from, until;
    struct absence *absences;
    size_t absence_count;
    int64_t *withdrawn; // pairs in that span that the player does not play
    size_t withdrawn_count;
    struct contest_player *before; // the version before it was replaced, or NULL
    int64_t until_row;             // of an earlier version: the last row of its games
    int version;                   // from 1
};

struct contest_file {
    char *name; // NULL means the name of the file
    const struct game *game;
    char *variant; // NULL means the default of the game
    char *wire;    // NULL means the default of the game

    int format;              // enum contest_format
    int64_t rounds;          // 0 means the default of the format
    int64_t pairs;           // how many pairs two players play each time they meet
    int64_t heroes;          // gauntlet: how many of the first players meet all the others
    int64_t tie_break_pairs; // knockout: at most so many more pairs for a meeting that is level
    int seeding_by_lot;      // 0 means in the order of the list, the strongest first

    enum contest_openings openings;
    int64_t opening_moves; // CONTEST_OPENINGS_RANDOM
    char *opening_file;    // CONTEST_OPENINGS_FILE
    int64_t seed;

    struct contest_time time;
    struct contest_limits limits;
    int wall_clock; // 1 if players get no time back when the machine is busy
    int frozen;     // 1 if bots that are started here stand still while they are not asked
    int64_t cores;  // for each bot that is started here; 0 means that bots share cores
    int64_t min_speed_percent; // a worker of a fleet must be so fast; 0 means any
    int scale_time;            // 1 if a worker scales the times by its speed
    int64_t concurrency;       // games at once
    bool store_records;        // true if records are stored with the results
    char *records;             // the folder for files of records; NULL if there are no such files
    char *results;             // where they are stored: a path or an address; NULL: beside the file
    int faults;                // enum contest_faults
    char *tokens;          // NULL if no player needs one; "required", or the file with them (G10)
    int64_t suspend_after; // so many faults in a row put a player out; 0 means never
    char *require;         // layers of the sandbox, with commas between; NULL means none

    int sandbox;               // enum contest_sandbox
    struct contest_paths read; // what every bot may read besides

    int fleet;     // 1 if the games are played by workers (agon work)
    int64_t audit; // one pair of so many is played by two workers; 0 means none

    int shows_stderr;                   // 1 if pages show what bots write to stderr
    struct calendar_time starts;        // when it begins, if that is given
    struct calendar_time entries_until; // entries that come later are left out, if that is given

    struct contest_player *players;
    size_t player_count;
};

struct contest_problem {
    int line; // from 1
    char words[CONTEST_PROBLEM_BYTES];
};

// The first problems, in the order of their lines.
struct contest_problems {
    struct contest_problem list[CONTEST_PROBLEMS_MOST];
    size_t kept;
    size_t count; // of all problems, also those that were not kept
};

// Checks that need other layers, which this one may not use: the caller brings them. Each may be
// NULL: then everything passes.
struct contest_words {
    // Is there a wire with this name, and is it a wire of the game?
    bool (*wire)(const struct game *game, const char *name, struct error *e);
    // Can bots that speak these two wires share a port? A wire may be NULL: the default of the
    // game. The bots must say their names, and they must speak the same wire, or their first
    // message must tell which one they speak.
    bool (*share)(const struct game *game, const char *wire, const char *other);
    // Is this text a player? Also fills in the name that it gets if the file does not say one.
    bool (*player)(
        const struct game *game, const char *text, char name[PLAYER_NAME_BYTES], struct error *e);
    // Does the text name layers of the sandbox, with commas between them?
    bool (*layers)(const char *text, struct error *e);
};

// Reads the text of a contest file into `f`. Returns false if there are problems. The caller
// destroys `f` in both cases.
bool contest_file_read(struct contest_file *f, const char *bytes, size_t length,
    const struct contest_words *words, struct contest_problems *problems);
void contest_file_destroy(struct contest_file *f);

// True if the key "records" takes this text for something else than a folder. ("./store" is one.)
bool contest_records_is_word(const char *text);

const char *contest_format_name(int format);
const char *contest_sandbox_name(int sandbox); // "none", "open", "closed"
// True if the whole schedule is known from the start.
bool contest_format_is_fixed(int format);

// Returns how many rounds the contest has, the default of its format included; 0 if it has no such
// number.
int64_t contest_file_rounds(const struct contest_file *f);
// Returns how many pairs of games the contest has, or CONTEST_PAIRS_UNKNOWN.
int64_t contest_file_pairs(const struct contest_file *f);

// An example of a contest file with every key and its explanation. It has no problems.
extern const char contest_template[];

#endif
