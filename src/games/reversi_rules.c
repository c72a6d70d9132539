// The rules of Reversi: rulings R2 to R5 and R8. The generator is in reversi_bits.h; text and
// drawing are in reversi_text.c and reversi_draw.c.
#include "games/reversi.h"

#include "games/kernel.h"
#include "games/reversi_bits.h"
#include "games/reversi_text.h"

#include <string.h>

KERNEL_DECLARE(void, reversi_perft, const struct reversi *, int, struct perft_count *);

_Static_assert(sizeof(struct reversi) == 3 * sizeof(uint64_t), "a position has no hidden bytes");

// The three variants and the sizes of their boards; variant_sizes goes with variant_names.
static const char *const variant_names[] = {"8x8", "6x6", "4x4", NULL};
static const uint8_t variant_sizes[] = {8, 6, 4};

struct reversi reversi_load(const position *p)
{
    struct reversi r;
    memcpy(&r, p, sizeof r);
    return r;
}

position reversi_store(const struct reversi *r)
{
    position p = {0};
    memcpy(&p, r, sizeof *r);
    return p;
}

bitboard reversi_squares(int size)
{
    return bits_squares(size);
}

bitboard reversi_mobility(bitboard mine, bitboard theirs, bitboard squares)
{
    return bits_mobility(mine, theirs, squares);
}

bitboard reversi_flips(bitboard mine, bitboard theirs, int at)
{
    return bits_flips(mine, theirs, at);
}

// Where that seat may place a stone, whether it is its turn or not.
static bitboard reversi_targets(const struct reversi *r, int seat)
{
    return bits_mobility(r->stones[seat], r->stones[1 - seat], reversi_squares(r->size));
}

static bool reversi_start(position *p, const char *variant, struct error *e)
{
    int chosen = 0;
    while (variant && variant_names[chosen] && strcmp(variant, variant_names[chosen]) != 0)
        chosen++;
    if (!variant_names[chosen])
        return error_set(e, "Reversi has no variant \"%.40s\"   (8x8, 6x6, 4x4)", variant);
    int size = variant_sizes[chosen];
    int north_west = (size / 2 - 1) * (REVERSI_LENGTH + 1); // of the four squares in the centre
    struct reversi r = {
        .stones = {UINT64_C(0x102) << north_west, UINT64_C(0x201) << north_west},
        .size = (uint8_t)size,
    };
    *p = reversi_store(&r);
    return true;
}

static const char *reversi_variant(const position *p)
{
    struct reversi r = reversi_load(p);
    int i = 0;
    while (variant_sizes[i] != r.size)
        i++;
    return variant_names[i];
}

static int reversi_turn(const position *p)
{
    return reversi_load(p).turn;
}

static int reversi_moves(const position *p, move list[MOVES_MAX])
{
    struct reversi r = reversi_load(p);
    int count = 0;
    for (bitboard rest = reversi_targets(&r, r.turn); rest != 0; rest &= rest - 1)
        list[count++] = (move)bits_lowest(rest);
    if (count == 0 && reversi_targets(&r, 1 - r.turn) != 0)
        list[count++] = REVERSI_PASS;
    return count;
}

static struct outcome reversi_outcome(const position *p)
{
    struct reversi r = reversi_load(p);
    int first = bits_count(r.stones[0]), second = bits_count(r.stones[1]);
    struct outcome o = {.winner = NOBODY, .points = {first, second}};
    if (reversi_targets(&r, 0) != 0 || reversi_targets(&r, 1) != 0)
        return o;
    bool full = first + second == r.size * r.size;
    o.over = true;
    o.rule = "R5";
    if (first == second) {
        o.reason = full ? "equal stones, board full" : "equal stones, neither can move";
        return o;
    }
    o.winner = first > second ? 0 : 1;
    if (o.points[1 - o.winner] == 0)
        o.reason = "no stone left";
    else
        o.reason = full ? "more stones, board full" : "more stones, neither can move";
    return o;
}

// The protocol has no word for a pass, so nobody is asked for one (R4).
static move reversi_forced(const position *p)
{
    struct reversi r = reversi_load(p);
    bool passes = reversi_targets(&r, r.turn) == 0 && reversi_targets(&r, 1 - r.turn) != 0;
    return passes ? REVERSI_PASS : MOVE_NONE;
}

static const char *reversi_name_of(int seat)
{
    return game_reversi.seat_names[seat];
}

static bool refuse_after_the_end(const struct outcome *o, struct refusal *why)
{
    refuse(why, "R5", "the game is over: %s", o->reason);
    refusal_expected(why, "no move");
    refusal_seen(why, "X has %d stones, O has %d, and neither can place another", o->points[0],
        o->points[1]);
    return false;
}

static bool refuse_pass(const struct reversi *r, bitboard possible, struct refusal *why)
{
    const char *me = reversi_name_of(r->turn), *other = reversi_name_of(1 - r->turn);
    char example[MOVE_TEXT_BYTES];
    struct text t = TEXT_IN(example);
    reversi_print_square(bits_lowest(possible), &t);
    refuse(why, "R4", "%s may not pass while it can place a stone", me);
    refusal_expected(why, "a square where a stone of %s is turned, such as %s", other, example);
    refusal_seen(why, "a pass, with %d other move%s to choose from", bits_count(possible),
        bits_count(possible) == 1 ? "" : "s");
    return false;
}

static bool refuse_square(const struct reversi *r, int at, bitboard possible, struct refusal *why)
{
    const char *me = reversi_name_of(r->turn), *other = reversi_name_of(1 - r->turn);
    char square[MOVE_TEXT_BYTES];
    struct text t = TEXT_IN(square);
    reversi_print_square(at, &t);
    bitboard bit = UINT64_C(1) << at;
    if ((bit & reversi_squares(r->size)) == 0) {
        refuse(why, "R3", "%s is off the board", square);
        refusal_expected(why, "a square from a1 to %c%d", 'a' + r->size - 1, r->size);
        refusal_seen(why, "%s on a board of %d by %d", square, r->size, r->size);
        return false;
    }
    if (bit & (r->stones[0] | r->stones[1])) {
        refuse(why, "R3", "%s is occupied", square);
        refusal_expected(why, "an empty square");
        refusal_seen(
            why, "a stone of %s on %s", reversi_name_of(r->stones[1] & bit ? 1 : 0), square);
        return false;
    }
    refuse(why, "R3", "a stone of %s on %s turns no stone", me, square);
    if (possible != 0)
        refusal_expected(why, "an empty square where at least one stone of %s is turned", other);
    else
        refusal_expected(why, "the pass --: there is no square where %s turns a stone", me);
    refusal_seen(why, "no line from %s over stones of %s to a stone of %s", square, other, me);
    return false;
}

static bool reversi_legal(const position *p, move m, struct refusal *why)
{
    struct reversi r = reversi_load(p);
    bitboard possible = reversi_targets(&r, r.turn);
    if (m < REVERSI_PASS && (possible >> m & 1) != 0)
        return true;
    if (possible == 0) {
        struct outcome o = reversi_outcome(p);
        if (o.over)
            return refuse_after_the_end(&o, why);
    }
    if (m < REVERSI_PASS)
        return refuse_square(&r, m, possible, why);
    if (m == REVERSI_PASS)
        return possible == 0 || refuse_pass(&r, possible, why);
    refuse(why, "R3", "%d is not a move", m);
    refusal_expected(why, "the number of a square, 0 to 63, or %d for a pass", REVERSI_PASS);
    refusal_seen(why, "%d", m);
    return false;
}

static void reversi_apply(position *p, move m)
{
    struct reversi r = reversi_load(p);
    if (m != REVERSI_PASS) {
        bitboard *mine = &r.stones[r.turn], *theirs = &r.stones[1 - r.turn];
        bitboard turned = bits_flips(*mine, *theirs, m);
        *mine |= turned | UINT64_C(1) << m;
        *theirs ^= turned;
    }
    r.turn ^= 1;
    *p = reversi_store(&r);
}

static void reversi_pick_perft(const position *p, int depth, struct perft_count *count)
{
    struct reversi r = reversi_load(p);
    KERNEL_PICK(reversi_perft)(&r, depth, count);
}

// The eight symmetries of a square as three independent choices. The bits of a symmetry's number
// say which are taken, in this order.
enum { MIRROR_COLUMNS = 1, MIRROR_ROWS = 2, TRANSPOSE = 4, SYMMETRIES = 8 };

static int square_seen(int size, int at, int k)
{
    int row = at / REVERSI_LENGTH, column = at % REVERSI_LENGTH;
    if (k & MIRROR_COLUMNS)
        column = size - 1 - column;
    if (k & MIRROR_ROWS)
        row = size - 1 - row;
    return k & TRANSPOSE ? column * REVERSI_LENGTH + row : row * REVERSI_LENGTH + column;
}

static position reversi_symmetry(const position *p, int k)
{
    struct reversi r = reversi_load(p);
    for (int seat = 0; seat < SEATS; seat++) {
        bitboard seen = 0;
        for (bitboard rest = r.stones[seat]; rest != 0; rest &= rest - 1)
            seen |= UINT64_C(1) << square_seen(r.size, bits_lowest(rest), k);
        r.stones[seat] = seen;
    }
    return reversi_store(&r);
}

static move reversi_symmetry_move(const position *p, move m, int k)
{
    struct reversi r = reversi_load(p);
    bool on_board = m < REVERSI_PASS && (reversi_squares(r.size) >> m & 1) != 0;
    return on_board ? (move)square_seen(r.size, m, k) : m;
}

const struct game game_reversi = {
    .name = "reversi",
    .title = "Reversi",
    .variants = variant_names,
    .seat_names = {"X", "O"},
    .seat_signs = {{"X", "O"}, {"●", "○"}},
    .notation = "a square, column and row: d3; where there is none, agon passes for you",
    .symmetries = SYMMETRIES,
    .start = reversi_start,
    .variant = reversi_variant,
    .turn = reversi_turn,
    .moves = reversi_moves,
    .legal = reversi_legal,
    .apply = reversi_apply,
    .outcome = reversi_outcome,
    .forced = reversi_forced,
    .perft = reversi_pick_perft,
    .symmetry = reversi_symmetry,
    .symmetry_move = reversi_symmetry_move,
    .parse = reversi_parse,
    .print = reversi_print,
    .parse_move = reversi_parse_move,
    .print_move = reversi_print_move,
    .describe_move = reversi_describe_move,
    .draw = reversi_draw,
    .picture = reversi_picture,
    .is_balanced = reversi_is_balanced,
};
