// The game that a command is about, from its arguments RECORD, or CONTEST and NUMBER: a record file
// (games/2.jsonl; - is stdin), or a contest file or the file with its results, and the number of
// the game. Either way there is a record, which referee/recorded_game.h makes into C values.
#ifndef AGON_CLI_GAME_ARGUMENT_H
#define AGON_CLI_GAME_ARGUMENT_H

#include "referee/recorded_game.h"

// For the tables of a command: its two arguments, the second of which may be left out.
#define GAME_ARGUMENT_FIRST_HELP                                                                   \
    "a record (games/2.jsonl; - is stdin), or a contest file with NUMBER"
#define GAME_ARGUMENT_SECOND_HELP                                                                  \
    "of a contest: the number of the game, as at the beginning of its line"

struct game_argument {
    const char *first, *second; // as they were typed; second NULL: there is none
    struct text record;         // its bytes
    struct recorded_game game;
    int64_t number;      // of the game in its contest, or in the run that wrote the record
    const char *without; // why there are only moves, in a sentence; NULL: this is the record
};

// `second` may be NULL. Returns false if there is no such game or it cannot be read: `e` says why,
// or has no words if that has been printed. Destroy `g` in both cases.
bool game_argument_read(
    struct game_argument *g, const char *first, const char *second, struct error *e);
void game_argument_destroy(struct game_argument *g);

// May a command about this game write to `path`? Returns false with `e` if that is the record or
// the contest that it reads, or the results of any contest.
bool game_argument_allows_output(const struct game_argument *g, const char *path, struct error *e);

// Appends a command about the same game: "agon replay games/2.jsonl", "agon replay cup.yaml 17".
// Options may follow.
void game_argument_command(struct text *out, const struct game_argument *g, const char *command);

#endif
