// What the parts of a replay share: its state, and how values are taken from a line.
#ifndef AGON_REPORT_GAME_REPLAY_PARTS_H
#define AGON_REPORT_GAME_REPLAY_PARTS_H

#include "games/game.h"
#include "report/game_replay.h"
#include "wire/value.h"

struct game_replay {
    bool shows_stderr;
    const struct game *game; // NULL: the header has not been read
    position start, now;
    position before;          // the last move
    int64_t moves;            // played so far
    bool cut, ended, failed;  // lines are missing; the end was read; no more is read
    struct error error;       // why it failed
    int64_t line_count;       // read so far
    size_t bytes;             // taken so far
    struct text rest;         // the beginning of a line that is not whole yet
    struct text header;       // the first line, without its newline and with the seed 0
    struct text plays[SEATS]; // who plays, as a word of a command
    bool hides_player[SEATS]; // that word is a placeholder
};

// A line whose form has been checked (referee/record_form.h): its brackets and quotes match, so
// that its parts can be found, but what is in its strings has not been looked at.
struct value game_replay_line(const char *bytes, size_t length);
void game_replay_copy(struct text *out, struct value v);
// KEY with its value as it stands in `from`, after a comma; null if there is no such key.
void game_replay_copy_key(struct text *out, struct value from, const char *key);
// Appends "position", "turn" and, unless the game is over, "legal", without a comma before them.
void game_replay_put_state(struct text *out, const struct game *game, const position *p);

#endif
