// Santorini on bitboards: inline functions that the rules, their kernel and a search share.
//
// One fact keeps it short: a worker that can step can also build, because the square that it has
// just left is free and below the dome. Many functions ask that all workers are placed: then they
// say so.
#ifndef AGON_GAMES_SANTORINI_BITS_H
#define AGON_GAMES_SANTORINI_BITS_H

#include "games/santorini.h"

// The number of a square. Also for steps: the square beside another is
// square + santorini_square(dx, dy).
static inline int santorini_square(int x, int y)
{
    return y * SANTORINI_ROW + x;
}

static inline int santorini_x(int square)
{
    return square % SANTORINI_ROW;
}

static inline int santorini_y(int square)
{
    return square / SANTORINI_ROW;
}

static inline bitboard santorini_bit(int square)
{
    return (bitboard)1 << square;
}

// Returns the lowest square of a set that is not empty.
static inline int santorini_first(bitboard set)
{
    return __builtin_ctzll(set);
}

// Takes the lowest square out of a set that is not empty, and returns it.
static inline int santorini_pop(bitboard *set)
{
    int square = santorini_first(*set);
    *set &= *set - 1;
    return square;
}

// Returns the eight squares around one. Those beyond an edge fall into columns and rows that no
// board has: the caller must keep only squares of the board.
static inline bitboard santorini_near(int square)
{
    // The ring around (1,1), which is bit 9.
    return (bitboard)0x070507 << square >> 9;
}

static inline int santorini_height_at(const struct santorini *s, int square)
{
    int height = 0;
    for (int level = 1; level <= SANTORINI_DOME; level++)
        height += (int)(s->at_least[level] >> square & 1);
    return height;
}

// True while workers are still being placed: the last one is not on the board yet.
static inline bool santorini_placing(const struct santorini *s)
{
    return s->workers[SEATS - 1][SANTORINI_WORKERS - 1] == SANTORINI_OFF;
}

// Returns the squares of all workers that are placed.
static inline bitboard santorini_occupied(const struct santorini *s)
{
    bitboard occupied = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        for (int worker = 0; worker < SANTORINI_WORKERS; worker++) {
            if (s->workers[seat][worker] != SANTORINI_OFF)
                occupied |= santorini_bit(s->workers[seat][worker]);
        }
    }
    return occupied;
}

// Returns the squares without a worker and without a dome. All workers must be placed.
static inline bitboard santorini_free(const struct santorini *s)
{
    return s->at_least[0] & ~s->at_least[SANTORINI_DOME] &
        ~(santorini_bit(s->workers[0][0]) | santorini_bit(s->workers[0][1]) |
            santorini_bit(s->workers[1][0]) | santorini_bit(s->workers[1][1]));
}

// Returns the squares on which the next worker may be placed.
static inline bitboard santorini_places(const struct santorini *s)
{
    return s->at_least[0] & ~s->at_least[SANTORINI_WIN] & ~santorini_occupied(s);
}

// Returns the squares around a worker that are not too high for it, free or not.
static inline bitboard santorini_reach(const struct santorini *s, int square)
{
    return santorini_near(square) & ~s->at_least[santorini_height_at(s, square) + 2];
}

// Returns the squares of level 3: a step onto one of them wins.
static inline bitboard santorini_goals(const struct santorini *s)
{
    return s->at_least[SANTORINI_WIN];
}

// Returns where a worker may build after a step. `free` are the free squares before the step.
static inline bitboard santorini_builds(bitboard free, int from, int to)
{
    return santorini_near(to) & (free | santorini_bit(from));
}

// Adds a level on every square of the set. None of them may have a dome.
static inline void santorini_raise(struct santorini *s, bitboard set)
{
    for (int level = SANTORINI_DOME; level > 0; level--)
        s->at_least[level] |= set & s->at_least[level - 1];
}

// True if the side to move has a legal turn. All workers must be placed.
static inline bool santorini_can_turn(const struct santorini *s)
{
    const uint8_t *mine = s->workers[s->turn];
    return (santorini_free(s) & (santorini_reach(s, mine[0]) | santorini_reach(s, mine[1]))) != 0;
}

// One number from 0 to 9 for each square, in four bits that lie in four boards.
struct santorini_sums {
    bitboard ones, twos, fours, eights;
};

// For each square of the board how many of the nine squares in and around it belong to the set.
static inline struct santorini_sums santorini_box(bitboard set)
{
    // Three squares side by side add up to two bits, three such sums above each other to four.
    const bitboard west = set << 1, east = set >> 1, sides = west ^ east;
    const bitboard low = sides ^ set, high = (west & east) | (sides & set);

    const bitboard north_low = low << SANTORINI_ROW, south_low = low >> SANTORINI_ROW;
    const bitboard north_high = high << SANTORINI_ROW, south_high = high >> SANTORINI_ROW;
    const bitboard lows = north_low ^ south_low, highs = north_high ^ south_high;

    const bitboard carry_two = (north_low & south_low) | (lows & low);
    const bitboard two = highs ^ high;
    const bitboard carry_four = carry_two & two;
    const bitboard four = (north_high & south_high) | (highs & high);
    return (struct santorini_sums){
        .ones = lows ^ low,
        .twos = carry_two ^ two,
        .fours = four ^ carry_four,
        .eights = four & carry_four,
    };
}

#if defined(__x86_64__) && !defined(__POPCNT__)

// How many bits each byte has.
static inline uint64_t santorini_byte_counts(bitboard set)
{
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    return (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
}

// The sum of eight bytes, at most 255.
static inline int santorini_add_bytes(uint64_t bytes)
{
    return (int)(bytes * 0x0101010101010101u >> 56);
}

static inline int santorini_count(bitboard set)
{
    return santorini_add_bytes(santorini_byte_counts(set));
}

// The numbers of the squares of the set added up: of at most eight squares, so that it is 72 or
// less and the bytes can be added across the four boards first.
static inline int santorini_add(const struct santorini_sums *sums, bitboard set)
{
    return santorini_add_bytes(santorini_byte_counts(sums->ones & set) +
        2 * santorini_byte_counts(sums->twos & set) + 4 * santorini_byte_counts(sums->fours & set) +
        8 * santorini_byte_counts(sums->eights & set));
}

#else

static inline int santorini_count(bitboard set)
{
    return __builtin_popcountll(set);
}

// The numbers of the squares of the set (at most eight of them) added up.
static inline int santorini_add(const struct santorini_sums *sums, bitboard set)
{
    return santorini_count(sums->ones & set) + 2 * santorini_count(sums->twos & set) +
        4 * santorini_count(sums->fours & set) + 8 * santorini_count(sums->eights & set);
}

#endif

// Returns how many turns a worker has that can reach these squares. A step that does not win offers
// as many builds as there are free squares around its target, and one more for the square just
// left; since the target is free too, that is just what the box around it counts.
static inline int santorini_turns_of(
    bitboard reach, bitboard free, bitboard goals, const struct santorini_sums *box)
{
    const bitboard steps = reach & free;
    return santorini_count(steps & goals) + santorini_add(box, steps & ~goals);
}

// Returns how many legal turns the side to move has. All workers must be placed; `free` is
// santorini_free(s).
static inline int santorini_turns(const struct santorini *s, bitboard free)
{
    const struct santorini_sums box = santorini_box(free);
    const uint8_t *mine = s->workers[s->turn];
    const bitboard goals = santorini_goals(s);
    return santorini_turns_of(santorini_reach(s, mine[0]), free, goals, &box) +
        santorini_turns_of(santorini_reach(s, mine[1]), free, goals, &box);
}

#endif
