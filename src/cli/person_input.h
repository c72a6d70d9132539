// What a person who plays can type: what a line means, and the texts that answer it. It does no
// I/O: a terminal, a browser and a test read and print for themselves.
#ifndef AGON_CLI_PERSON_INPUT_H
#define AGON_CLI_PERSON_INPUT_H

#include "games/game.h"

enum { PERSON_FILTER_BYTES = 32, PERSON_WORDS_BYTES = 640, PERSON_LINE_BYTES = 256 };

enum person_wish {
    PERSON_NOTHING, // an empty line
    PERSON_MOVE,    // `move`, which is legal
    PERSON_MOVES,   // the legal moves, those that contain `filter`
    PERSON_HELP,
    PERSON_HINT,
    PERSON_UNDO,
    PERSON_BOARD,
    PERSON_HISTORY, // the moves of the game so far
    PERSON_RESIGN,  // gives up this game
    PERSON_QUIT,    // gives up this game and those that would follow
    PERSON_UNKNOWN, // `words` says in one line what is wrong with it
};

struct person_input {
    enum person_wish wish;
    move move;
    char filter[PERSON_FILTER_BYTES];
    char words[PERSON_WORDS_BYTES];
};

// Reads a line in a position of a game that is not over.
void person_input_read(
    const struct game *game, const position *p, const char *line, struct person_input *out);

// "4 moves, such as d3": how many legal moves there are, and one of them.
void person_input_count(const struct game *game, const position *p, struct text *out);
// How a move is typed here, and the commands; several lines.
void person_input_help(const struct game *game, const position *p, struct text *out);
// The legal moves whose text contains the filter ("" fits all), in as many columns as fit into
// `width`; a line that says so where there is none.
void person_input_moves(
    const struct game *game, const position *p, const char *filter, int width, struct text *out);

#endif
