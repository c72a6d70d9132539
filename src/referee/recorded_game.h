// The record of a game as C values (docs/record.md): who played, every move with the position in
// which it was played, the messages, stderr, and the verdict. Pure.
//
// A record comes from a file, so nothing in it is believed: every line must have the form of one
// that agon writes, every move must be legal where it stands, and all of it is bounded. The record
// of a game that is not over has no end; its last line may be torn, and is left out then.
#ifndef AGON_REFEREE_RECORDED_GAME_H
#define AGON_REFEREE_RECORDED_GAME_H

#include "base/error.h"
#include "games/game.h"
#include "referee/record_form.h"
#include "wire/verdict.h"
#include "wire/wire.h"

enum {
    // Of one record. The store keeps 4 MiB; a file has all that was said, and both bots may write
    // 64 MiB (docs/referee.md).
    RECORDED_GAME_MOST_BYTES = 256 * 1024 * 1024,
    RECORDED_UNKNOWN = -1,   // instead of a time that the record does not tell
    RECORDED_LEGAL_MOST = 4, // legal moves that are told with a refused one
    RECORDED_SLIPS_MOST = 2,
};

// All texts are ended by a NUL and live as long as the game. "": the record does not say.

struct recorded_player {
    const char *name;
    const char *player; // as it was typed: a command, "@7"
    const char *wire_name;
    const struct wire *wire; // NULL: it plays without messages, or there is no such wire any more
    // Each may be RECORDED_UNKNOWN.
    int64_t start_ms, first_ms, request_ms, game_ms, increment_ms;
};

// What an answer took. Each may be RECORDED_UNKNOWN.
struct recorded_charge {
    int64_t wall_us, waited_us, cpu_us, lost_us, lag_us, charged_us;
    int64_t limit_ms; // of a verdict only
};

struct recorded_move {
    int seat;
    move move;
    bool forced; // nobody was asked
    int64_t at_us;
    char text[MOVE_TEXT_BYTES];
    position before;
    struct recorded_charge charge;
};

// A line of kind RECORD_TO, RECORD_FROM, RECORD_MOVE or RECORD_NOTE.
struct recorded_line {
    enum record_line kind;
    int seat;
    int64_t at_us;
    int moves;        // how many had been played before this line
    const char *text; // the message, byte for byte; the move; the words of a note
    size_t length;
};

struct recorded_piece {
    size_t offset;
    int64_t at_us;
};

struct recorded_stderr {
    const char *text; // what is kept of the beginning, and right behind it of the end
    size_t length;
    size_t cut_at;                 // where bytes are missing between the two,
    int64_t dropped_bytes;         // as many as that
    struct recorded_piece *pieces; // when which part was written, in this order
    size_t piece_count;            // 0: that is not known
};

struct recorded_slip {
    const char *words, *meant;
};

// A move that was refused.
struct recorded_refused {
    const char *position, *meaning;
    int64_t legal_count;
    const char *legal[RECORDED_LEGAL_MOST]; // NULL behind the last
    struct recorded_slip slips[RECORDED_SLIPS_MOST];
    int slip_count;
};

struct recorded_end {
    enum verdict verdict;
    int winner, blame; // a seat, or NOBODY
    const char *rule, *explanation, *expected, *seen;
    int64_t byte; // of the last message of the blamed seat, or RECORDED_UNKNOWN
    bool has_refused;
    struct recorded_refused refused;
    struct recorded_charge answer;
    int64_t wall_us;
};

struct recorded_game {
    const struct game *game;
    position start, last; // where it began; after the last move
    uint64_t seed;
    int64_t index;
    int64_t speed_percent; // of the machine that the times are scaled for, or RECORDED_UNKNOWN
    struct recorded_player players[SEATS];
    const char *clock, *pondering, *host, *started, *agon;
    struct recorded_move *moves;
    int move_count;
    struct recorded_line *lines;
    size_t line_count;
    struct recorded_stderr stderrs[SEATS];
    int64_t pondered_us[SEATS]; // or RECORDED_UNKNOWN
    bool cut;                   // lines are missing before the end
    bool ended;                 // only then the following is set
    struct recorded_end end;

    bool out_of_memory; // it could not be read for want of memory, and may be right

    // The rest belongs to this module.
    char *strings;
    size_t strings_length, strings_capacity, moves_capacity, lines_capacity;
};

// Returns false if the record cannot be read; `e` names the line. Destroy `g` in both cases.
bool recorded_game_read(struct recorded_game *g, const char *bytes, size_t length, struct error *e);
void recorded_game_destroy(struct recorded_game *g);

// The position after `count` moves, and the move that led to it (MOVE_NONE at the start).
const position *recorded_game_position(const struct recorded_game *g, int count);
move recorded_game_last_move(const struct recorded_game *g, int count);

// The budget of a move, by its number from 0: its first one or a later one. May be
// RECORDED_UNKNOWN.
int64_t recorded_game_limit_ms(const struct recorded_game *g, int number);

// The last message from a seat that stands before its `moves`-th move was followed by another; NULL
// if it sent none. `kind` is RECORD_TO or RECORD_FROM.
const struct recorded_line *recorded_game_last_message(
    const struct recorded_game *g, enum record_line kind, int seat, int moves);

// The message that the blamed seat did not answer well: the last one to it before its answer, or,
// if it did not answer, before the game ended. What it was sent after its fault is left out. NULL
// if there is none.
const struct recorded_line *recorded_game_asked(const struct recorded_game *g);

// How many bytes of its stderr the seat had written when its time was `at_us`. All of it, if the
// record does not say when it was written.
size_t recorded_stderr_until(const struct recorded_stderr *s, int64_t at_us);

#endif
