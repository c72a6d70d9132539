// Santorini as its search sees it: a position with a key for the table, a short code for moves, and
// what one can see without searching: a win in one move, threats of the other side, builds that
// lose.
#ifndef AGON_BRAINS_SANTORINI_BOARD_H
#define AGON_BRAINS_SANTORINI_BOARD_H

#include "base/random.h"
#include "games/santorini_bits.h"

enum { SANTORINI_SQUARES = SANTORINI_ROW * SANTORINI_ROW };

// The two workers of a side are the same to the search: they are kept in order of their squares,
// those not placed yet last. So positions that differ only in their names share one key.
struct santorini_board {
    struct santorini s;
    uint64_t key;
};

// Random numbers. The key of a position is the exclusive or of those for everything on the board.
struct board_keys {
    uint64_t level[SANTORINI_DOME + 1][SANTORINI_SQUARES]; // of a square that has at least so much
    uint64_t worker[SEATS][SANTORINI_SQUARES];
    uint64_t turn; // if the second player is to move
};

// The search has its own code for a move: worker << 12 | to << 6 | at, where `at` is the square
// that is built on. Without a build (a step that wins, or a worker that is placed) at == to.
static inline move board_move(int worker, int to, int at)
{
    return (move)(worker << 12 | to << 6 | at);
}

static inline int move_worker(move m)
{
    return m >> 12;
}

static inline int move_to(move m)
{
    return m >> 6 & 63;
}

static inline int move_at(move m)
{
    return m & 63;
}

static inline bool move_builds(move m)
{
    return move_to(m) != move_at(m);
}

static inline void board_keys_fill(struct board_keys *keys)
{
    struct random r = random_seeded(0x5A27);
    for (int square = 0; square < SANTORINI_SQUARES; square++) {
        for (int level = 0; level <= SANTORINI_DOME; level++)
            keys->level[level][square] = random_next(&r);
        for (int seat = 0; seat < SEATS; seat++)
            keys->worker[seat][square] = random_next(&r);
    }
    keys->turn = random_next(&r);
}

static inline void board_order_workers(uint8_t workers[SANTORINI_WORKERS])
{
    const uint8_t first = workers[0], second = workers[1];
    workers[0] = first < second ? first : second;
    workers[1] = first < second ? second : first;
}

static inline uint64_t board_key(const struct santorini *s, const struct board_keys *keys)
{
    uint64_t key = s->turn ? keys->turn : 0;
    // Level 0 too: it tells the sizes of the board apart.
    for (int level = 0; level <= SANTORINI_DOME; level++) {
        for (bitboard left = s->at_least[level]; left != 0;)
            key ^= keys->level[level][santorini_pop(&left)];
    }
    for (int seat = 0; seat < SEATS; seat++) {
        for (int worker = 0; worker < SANTORINI_WORKERS; worker++) {
            if (s->workers[seat][worker] != SANTORINI_OFF)
                key ^= keys->worker[seat][s->workers[seat][worker]];
        }
    }
    return key;
}

static inline struct santorini_board board_of(
    const struct santorini *s, const struct board_keys *keys)
{
    struct santorini_board b = {.s = *s};
    board_order_workers(b.s.workers[0]);
    board_order_workers(b.s.workers[1]);
    b.key = board_key(&b.s, keys);
    return b;
}

// Makes the other side the one to move, and changes nothing else.
static inline void board_pass(struct santorini_board *b, const struct board_keys *keys)
{
    b->s.turn = !b->s.turn;
    b->key ^= keys->turn;
}

static inline void board_place(struct santorini_board *b, int square, const struct board_keys *keys)
{
    uint8_t *mine = b->s.workers[b->s.turn];
    b->key ^= keys->worker[b->s.turn][square];
    mine[mine[0] == SANTORINI_OFF ? 0 : 1] = (uint8_t)square;
    board_order_workers(mine);
    board_pass(b, keys);
}

// Plays a step that does not win, and its build.
static inline void board_turn(struct santorini_board *b, move m, const struct board_keys *keys)
{
    struct santorini *s = &b->s;
    uint8_t *mine = s->workers[s->turn];
    const int worker = move_worker(m), to = move_to(m), at = move_at(m);
    b->key ^= keys->worker[s->turn][mine[worker]] ^ keys->worker[s->turn][to] ^
        keys->level[santorini_height_at(s, at) + 1][at];
    mine[worker] = (uint8_t)to;
    board_order_workers(mine);
    santorini_raise(s, santorini_bit(at));
    board_pass(b, keys);
}

// Returns the squares around those workers of a seat that stand on level 2 or more: they could win
// there.
static inline bitboard board_brink(const struct santorini *s, int seat)
{
    const bitboard high = s->at_least[SANTORINI_WIN - 1];
    bitboard brink = 0;
    for (int worker = 0; worker < SANTORINI_WORKERS; worker++) {
        const int square = s->workers[seat][worker];
        brink |= (high >> square & 1) != 0 ? santorini_near(square) : 0;
    }
    return brink;
}

// What one sees without searching. All workers are placed.
struct glance {
    bitboard free;
    bitboard wins;    // the squares where the side to move wins now
    bitboard threats; // the squares where the other side would win if it were to move
    // A build on any other square loses at once: it does not stop the threat, or it makes one.
    // Empty if there are two threats or more.
    bitboard safe;
};

static inline struct glance board_glance(const struct santorini *s)
{
    const bitboard free = santorini_free(s), goals = free & santorini_goals(s);
    const bitboard theirs = board_brink(s, !s->turn);
    struct glance g = {
        .free = free, .wins = board_brink(s, s->turn) & goals, .threats = theirs & goals};
    if (g.threats == 0)
        g.safe = ~(theirs & s->at_least[SANTORINI_WIN - 1]);
    else
        g.safe = (g.threats & (g.threats - 1)) == 0 ? g.threats : 0;
    return g;
}

// Returns one of the steps that win. `wins` are those of the glance, and not empty.
static inline move board_win(const struct santorini *s, bitboard wins)
{
    const int to = santorini_first(wins), first = s->workers[s->turn][0];
    const bool can = (s->at_least[SANTORINI_WIN - 1] >> first & 1) != 0 &&
        (santorini_near(first) & santorini_bit(to)) != 0;
    return board_move(can ? 0 : 1, to, to);
}

#endif
