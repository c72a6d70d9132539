// The book of openings of the Reversi player: positions, each with the moves that are about as good
// as the best. Of positions that a symmetry of the board turns into each other it has one. The book
// is the file weights/reversi_book.bin, made by tools/reversi_book: a head, then pages in the order
// of their stones.
#ifndef AGON_BRAINS_REVERSI_BOOK_H
#define AGON_BRAINS_REVERSI_BOOK_H

#include "brains/thought.h"
#include "games/reversi.h"

enum { BOOK_CHOICES = 7, BOOK_NO_MOVE = 0xFF };

#define BOOK_MARK "reversi book 1\n"

// Both structs are as in the file: little-endian.
struct book_head {
    char mark[16];      // BOOK_MARK
    uint16_t depth;     // of the searches that the book was made with
    uint16_t margin;    // how much worse than the best a move may be, in hundredths of a stone
    uint8_t unused[12]; // zero
};

struct book_page {
    bitboard mine, theirs; // the first of the eight views of the position
    int16_t score;         // of the side to move, SCORE_STONE for each stone
    struct book_choice {
        uint8_t at;          // a square; BOOK_NO_MOVE after the last choice
        uint8_t loss;        // how much worse it is than the best, in hundredths of a stone
    } choices[BOOK_CHOICES]; // best first
};

extern const struct book_head *const reversi_book_head;
const struct book_page *reversi_book_pages(size_t *count);

// Fills `seen` with the view under which the book has a position of the large board; in it X is
// always to move. Returns the symmetry that leads there.
int reversi_book_view(const position *p, struct reversi *seen);

// The order of pages: returns a number less than, equal to or greater than 0, as qsort wants it.
int reversi_book_compare(const struct book_page *a, const struct book_page *b);

// Fills `out` with one of the moves that the book has, drawn by the seed. Returns false if the
// position is not in the book.
bool reversi_book_answer(const position *p, uint64_t seed, struct thought *out);

#endif
