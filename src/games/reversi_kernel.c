// Perft for Reversi: how many sequences of moves there are, by the generator that a search uses.
#include "games/kernel.h"
#include "games/reversi_bits.h"

void KERNEL(reversi_perft)(const struct reversi *r, int depth, struct perft_count *count);

// What all positions of one count share.
struct walk {
    bitboard squares; // of the board
    uint64_t ended;   // games that were over before the last ply
};

static uint64_t count_moves(
    struct walk *w, bitboard mine, bitboard theirs, bitboard moves, int depth);

// The side to move cannot place a stone: it passes, or the game is over.
static uint64_t count_pass(struct walk *w, bitboard mine, bitboard theirs, int depth)
{
    bitboard replies = bits_mobility(theirs, mine, w->squares);
    if (replies == 0) {
        w->ended++;
        return 0;
    }
    return depth == 1 ? 1 : count_moves(w, theirs, mine, replies, depth - 1);
}

static uint64_t count_moves(
    struct walk *w, bitboard mine, bitboard theirs, bitboard moves, int depth)
{
    if (moves == 0)
        return count_pass(w, mine, theirs, depth);
    if (depth == 1)
        return (uint64_t)bits_count(moves);
    uint64_t nodes = 0;
    for (; moves != 0; moves &= moves - 1) {
        int at = bits_lowest(moves);
        bitboard turned = bits_flips(mine, theirs, at);
        bitboard next = theirs ^ turned, other = mine | turned | UINT64_C(1) << at;
        bitboard replies = bits_mobility(next, other, w->squares);
        // Counting the last ply here, not one call deeper, keeps the loop free of calls.
        if (depth == 2 && replies != 0)
            nodes += (uint64_t)bits_count(replies);
        else
            nodes += count_moves(w, next, other, replies, depth - 1);
    }
    return nodes;
}

void KERNEL(reversi_perft)(const struct reversi *r, int depth, struct perft_count *count)
{
    struct walk w = {.squares = bits_squares(r->size)};
    bitboard mine = r->stones[r->turn], theirs = r->stones[1 - r->turn];
    uint64_t nodes = 1;
    if (depth > 0)
        nodes = count_moves(&w, mine, theirs, bits_mobility(mine, theirs, w.squares), depth);
    *count = (struct perft_count){.nodes = nodes, .leaves = nodes + w.ended};
}
