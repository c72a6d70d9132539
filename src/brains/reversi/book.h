// What the Reversi player knows of the opening: positions up to symmetry, each with the moves that
// are about as good as the best. The book is weights/reversi_book.bin, made by tools/reversi_book:
// a head, then pages in the order of their stones.
#ifndef AGON_BRAINS_REVERSI_BOOK_H
#define AGON_BRAINS_REVERSI_BOOK_H

#include "brains/brain.h"
#include "games/reversi.h"

enum { BOOK_CHOICES = 7, BOOK_NO_MOVE = 0xFF };

#define BOOK_MARK "reversi book 1\n"

// Little-endian, both of them.
struct book_head {
    char mark[16];      // BOOK_MARK
    uint16_t depth;     // of the searches that it was made with
    uint16_t margin;    // by which a move may be worse than the best, in hundredths of a stone
    uint8_t unused[12]; // zero
};

struct book_page {
    bitboard mine, theirs; // the first of its eight views
    int16_t score;         // for the side to move, SCORE_STONE for each stone
    struct book_choice {
        uint8_t at;          // a square, or BOOK_NO_MOVE: no more
        uint8_t loss;        // by which it is worse than the best, in hundredths of a stone
    } choices[BOOK_CHOICES]; // best first
};

extern const struct book_head *const reversi_book_head;
const struct book_page *reversi_book_pages(size_t *count);

// The view of a position on the large board under which a book has it, with X to move whoever is;
// returns the symmetry that leads there.
int reversi_book_view(const position *p, struct reversi *seen);

// What the order of pages goes by: less than, equal to or greater than 0.
int reversi_book_compare(const struct book_page *a, const struct book_page *b);

// False: the position is not in the book. Else `out` is one of its moves, drawn by the seed.
bool reversi_book_answer(const position *p, uint64_t seed, struct thought *out);

#endif
