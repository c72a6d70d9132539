// The rules of Game of Stones: T1, T2, T5, T6 and T9 of docs/rulings.md.
#include "games/kernel.h"
#include "games/stones_bits.h"
#include "games/stones_text.h"

#include <stdlib.h>

_Static_assert(sizeof(struct stones) <= sizeof(position), "a position holds the game");

KERNEL_DECLARE(void, stones_perft, const struct stones *, int, struct perft_count *);

enum {
    TURNS = 6, // rotations of the hexagon; with the reflections 12 symmetries
    SLOTS = STONES_LENGTH * STONES_LENGTH,
    SLOT_BITS = 7, // a move's code: type, from and to, as Y * 9 + X each
    SLOT_MASK = (1 << SLOT_BITS) - 1,
    TYPE_SHIFT = 2 * SLOT_BITS
};

static const char *const variants[] = {"standard", NULL};
static const char *const reason_extinct[STONES_KINDS] = {"A extinct", "B extinct", "C extinct"};

static const int8_t start_cells[STONES_LENGTH][STONES_LENGTH] = {
    {5, 5, 5, 5, -5, 0, 0, 0, 0},
    {-5, 6, 6, 6, -6, -5, 0, 0, 0},
    {-5, -6, 7, 7, -7, -6, -5, 0, 0},
    {-5, -6, -7, 5, -5, -7, -6, -5, 0},
    {-5, -6, -7, -5, 0, 5, 7, 6, 5},
    {0, 5, 6, 7, 5, -5, 7, 6, 5},
    {0, 0, 5, 6, 7, -7, -7, 6, 5},
    {0, 0, 0, 5, 6, -6, -6, -6, 5},
    {0, 0, 0, 0, 5, -5, -5, -5, -5},
};

static const char *side_name(int seat)
{
    return game_stones.seat_names[seat];
}

struct stones stones_load(const position *p)
{
    struct stones s;
    memcpy(&s, p, sizeof s);
    return s;
}

position stones_store(const struct stones *s)
{
    position p = {{0}};
    memcpy(&p, s, sizeof *s);
    return p;
}

move stones_pack(const struct stones_move *m)
{
    return (move)(m->type << TYPE_SHIFT | STONES_SLOT(m->from_x, m->from_y) << SLOT_BITS |
        STONES_SLOT(m->to_x, m->to_y));
}

bool stones_unpack(move m, struct stones_move *out)
{
    int type = m >> TYPE_SHIFT, from = (m >> SLOT_BITS) & SLOT_MASK, to = m & SLOT_MASK;
    if (type > STONES_STRENGTHEN || from >= SLOTS || to >= SLOTS || (type == STONES_PASS && m != 0))
        return false;
    *out = (struct stones_move){
        .type = (enum stones_type)type,
        .from_x = from % STONES_LENGTH,
        .from_y = from / STONES_LENGTH,
        .to_x = to % STONES_LENGTH,
        .to_y = to / STONES_LENGTH,
    };
    return true;
}

static bool in_square(int x, int y)
{
    return x >= 0 && y >= 0 && x < STONES_LENGTH && y < STONES_LENGTH;
}

static bool stones_on_board(int x, int y)
{
    return in_square(x, y) && abs(x - y) <= STONES_CENTRE;
}

bool stones_is_place(int x, int y)
{
    return stones_on_board(x, y) && !(x == STONES_CENTRE && y == STONES_CENTRE);
}

int stones_cell(const position *p, int x, int y)
{
    if (!stones_is_place(x, y))
        return 0;
    const struct stones s = stones_load(p);
    const int cell = STONES_CELL(x, y), seat = stones_owner(&s, cell);
    if (seat == NOBODY)
        return 0;
    int number = stones_height(&s, cell) * 4 + stones_kind(&s, cell) + 1;
    return seat == 0 ? number : -number;
}

enum stones_phase stones_phase(const position *p)
{
    return (enum stones_phase)stones_load(p).phase;
}

static bool stones_start(position *p, const char *variant, struct error *e)
{
    if (variant && strcmp(variant, variants[0]) != 0)
        return error_set(e, "Game of Stones has no variant \"%.40s\" (standard)", variant);
    struct stones s = {.turn = 0, .phase = STONES_FIRST};
    for (int cell = 0; cell < STONES_CELLS; cell++) {
        int slot = stones_slot[cell];
        int number = start_cells[slot / STONES_LENGTH][slot % STONES_LENGTH];
        if (number)
            stones_put(&s, number < 0, abs(number) % 4 - 1, abs(number) / 4, cell);
    }
    *p = stones_store(&s);
    return true;
}

static const char *stones_variant(const position *p)
{
    (void)p;
    return variants[0];
}

static int stones_turn(const position *p)
{
    return stones_load(p).turn;
}

// The seat that lacks a type, and which, or NOBODY.
static int extinct_seat(const struct stones *s, int *kind)
{
    for (int seat = 0; seat < SEATS; seat++) {
        for (int k = 0; k < STONES_KINDS; k++) {
            if (!(s->side[seat] & s->kind[k])) {
                *kind = k;
                return seat;
            }
        }
    }
    return NOBODY;
}

static struct outcome outcome_of(const struct stones *s)
{
    int kind;
    int loser = extinct_seat(s, &kind);
    if (loser != NOBODY)
        return (struct outcome){
            .over = true, .winner = !loser, .rule = "T6", .reason = reason_extinct[kind]};
    if (s->phase == STONES_ANY)
        return (struct outcome){.winner = NOBODY}; // there is always the pass
    struct stones_lines lines;
    stones_lines_of(s, &lines);
    if (stones_count_attacks(&lines, s->turn) == 0)
        return (struct outcome){
            .over = true, .winner = !s->turn, .rule = "T6", .reason = "no attack left"};
    return (struct outcome){.winner = NOBODY};
}

static struct outcome stones_outcome(const position *p)
{
    const struct stones s = stones_load(p);
    return outcome_of(&s);
}

static move pack_cells(enum stones_type type, int from, int to)
{
    return (move)(type << TYPE_SHIFT | stones_slot[from] << SLOT_BITS | stones_slot[to]);
}

// The moves of one order of lines: attacks, and in a free phase both ways of each join.
static int list_moves(const struct stones_lines *b, const struct stones *s,
    const struct stones_pairs *pairs, enum stones_order order, move *out)
{
    const bitboard occupied = b->side[0][order] | b->side[1][order];
    const bitboard mine = b->side[s->turn][order], joins = pairs->joins[order];
    bitboard left = pairs->attacks[order] | (s->phase == STONES_ANY ? joins : 0);
    int count = 0;
    while (left) {
        const int upper = stones_pop(&left);
        const int above = stones_turned[order][upper];
        const int below = stones_turned[order][stones_below(occupied, upper)];
        if (joins & STONES_BIT(upper)) {
            out[count++] = pack_cells(STONES_STRENGTHEN, above, below);
            out[count++] = pack_cells(STONES_STRENGTHEN, below, above);
        } else if (mine & STONES_BIT(upper)) {
            out[count++] = pack_cells(STONES_ATTACK, above, below);
        } else {
            out[count++] = pack_cells(STONES_ATTACK, below, above);
        }
    }
    return count;
}

static int stones_moves(const position *p, move moves[MOVES_MAX])
{
    const struct stones s = stones_load(p);
    int kind;
    if (extinct_seat(&s, &kind) != NOBODY)
        return 0;
    struct stones_lines lines;
    struct stones_pairs pairs;
    stones_lines_of(&s, &lines);
    stones_see(&lines, s.turn, &pairs);
    int count = 0;
    for (enum stones_order order = 0; order < STONES_ORDERS; order++)
        count += list_moves(&lines, &s, &pairs, order, moves + count);
    if (s.phase == STONES_ANY)
        moves[count++] = pack_cells(STONES_PASS, 0, 0);
    return count;
}

static void stones_apply(position *p, move m)
{
    struct stones s = stones_load(p);
    struct stones_move taken = {0};
    stones_unpack(m, &taken);
    if (taken.type != STONES_PASS) {
        const int from = STONES_CELL(taken.from_x, taken.from_y);
        const int to = STONES_CELL(taken.to_x, taken.to_y);
        const int kind = stones_kind(&s, from);
        int height = stones_height(&s, from);
        if (taken.type == STONES_STRENGTHEN)
            height += stones_height(&s, to);
        stones_lift(&s, from);
        stones_lift(&s, to);
        stones_put(&s, s.turn, kind, height, to);
    }
    if (s.phase != STONES_MUST_ATTACK)
        s.turn = !s.turn;
    s.phase = s.phase == STONES_MUST_ATTACK ? STONES_ANY : STONES_MUST_ATTACK;
    *p = stones_store(&s);
}

// A stack in words: "White's A of height 1", or "empty".
static const char *stack_words(const struct stones *s, int cell, char words[32])
{
    struct text t = text_fixed(words, 32);
    int seat = stones_owner(s, cell);
    if (seat == NOBODY)
        text_string(&t, "empty");
    else
        text_format(&t, "%s's %c of height %d", side_name(seat), 'A' + stones_kind(s, cell),
            stones_height(s, cell));
    return words;
}

static const char *cell_name(int cell, char name[STONES_PLACE_BYTES])
{
    return stones_place_name(
        stones_slot[cell] % STONES_LENGTH, stones_slot[cell] / STONES_LENGTH, name);
}

static bool refuse_code(move m, struct refusal *why)
{
    refuse(why, "T3", "%u is not the code of any move", (unsigned)m);
    refusal_expected(why, "a pass, an attack or a strengthening");
    refusal_seen(why, "code %u", (unsigned)m);
    return false;
}

static bool refuse_over(const struct outcome *end, struct refusal *why)
{
    refuse(why, end->rule, "the game is over: %s has won", side_name(end->winner));
    refusal_expected(why, "no move");
    refusal_seen(why, "%s, %s has lost", end->reason, side_name(!end->winner));
    return false;
}

static bool refuse_type(const struct stones *s, enum stones_type type, struct refusal *why)
{
    const char *what = type == STONES_PASS ? "pass" : "strengthen";
    refuse(why, "T3", "%s may not %s now: an attack is due", side_name(s->turn), what);
    refusal_expected(why, "an attack");
    refusal_seen(why, "%s", type == STONES_PASS ? "a pass" : "a strengthening");
    return false;
}

static bool refuse_place(int x, int y, struct refusal *why)
{
    char name[STONES_PLACE_BYTES];
    stones_place_name(x, y, name);
    refuse(why, "T1", stones_on_board(x, y) ? "%s is the hole" : "%s is not on the board", name);
    refusal_expected(why, "one of the 60 places of the board");
    refusal_seen(why, "X %d, Y %d", x, y);
    return false;
}

// A pair of different places; how a refusal starts: "D4 cannot attack C4".
struct stones_attempt {
    const struct stones *s;
    enum stones_type type;
    int from, to;
    char from_name[STONES_PLACE_BYTES], to_name[STONES_PLACE_BYTES], start[48];
};

static bool refuse_from(const struct stones_attempt *a, struct refusal *why)
{
    char stack[32];
    const bool empty = stones_owner(a->s, a->from) == NOBODY;
    refuse(why, "T5", "%s: %s is %s", a->start, a->from_name, empty ? "empty" : "the opponent's");
    refusal_expected(why, "a stack of %s's to move", side_name(a->s->turn));
    refusal_seen(why, "%s is %s", a->from_name, stack_words(a->s, a->from, stack));
    return false;
}

static bool refuse_to(const struct stones_attempt *a, struct refusal *why)
{
    char stack[32];
    const int wanted = a->type == STONES_ATTACK ? !a->s->turn : a->s->turn;
    const char *reason = "empty";
    if (stones_owner(a->s, a->to) != NOBODY)
        reason = a->type == STONES_ATTACK ? "of its own side" : "the opponent's";
    refuse(why, "T5", "%s: %s is %s", a->start, a->to_name, reason);
    refusal_expected(why, "a stack of %s's on the target", side_name(wanted));
    refusal_seen(why, "%s is %s", a->to_name, stack_words(a->s, a->to, stack));
    return false;
}

static int stones_sign(int n)
{
    return (n > 0) - (n < 0);
}

// From the one place to the other, step by step, over nothing but empty places.
static bool check_line(
    const struct stones_attempt *a, const struct stones_move *m, struct refusal *why)
{
    const int dx = m->to_x - m->from_x, dy = m->to_y - m->from_y;
    if (dx != 0 && dy != 0 && dx != dy) {
        refuse(why, "T1", "%s: they are not on one line", a->start);
        refusal_expected(why, "a straight line N, S, E, W, SE or NW");
        refusal_seen(why, "%d %s and %d %s", abs(dx), dx > 0 ? "east" : "west", abs(dy),
            dy > 0 ? "south" : "north");
        return false;
    }
    int x = m->from_x + stones_sign(dx), y = m->from_y + stones_sign(dy);
    for (; x != m->to_x || y != m->to_y; x += stones_sign(dx), y += stones_sign(dy)) {
        const int cell = STONES_CELL(x, y);
        char name[STONES_PLACE_BYTES], stack[32];
        if (cell == STONES_HOLE) {
            refuse(why, "T1", "%s: the line crosses the hole", a->start);
            refusal_expected(why, "a line that ends before the hole");
            refusal_seen(why, "%s, the hole, between them", cell_name(cell, name));
            return false;
        }
        if (stones_owner(a->s, cell) != NOBODY) {
            refuse(why, "T5", "%s: %s stands between", a->start, cell_name(cell, name));
            refusal_expected(why, "nothing but empty places between them");
            refusal_seen(why, "%s is %s", name, stack_words(a->s, cell, stack));
            return false;
        }
    }
    return true;
}

static bool check_height(const struct stones_attempt *a, struct refusal *why)
{
    const int from = stones_height(a->s, a->from), to = stones_height(a->s, a->to);
    if (a->type != STONES_ATTACK || from >= to)
        return true;
    refuse(why, "T5", "%s: height %d against %d", a->start, from, to);
    refusal_expected(why, "a target not higher than the attacker");
    refusal_seen(why, "%s is %c of height %d, %s is %c of height %d", a->from_name,
        'A' + stones_kind(a->s, a->from), from, a->to_name, 'A' + stones_kind(a->s, a->to), to);
    return false;
}

// An attack or a strengthening between two places.
static bool check_stacks(const struct stones *s, const struct stones_move *m, struct refusal *why)
{
    struct stones_attempt a = {.s = s, .type = m->type};
    a.from = STONES_CELL(m->from_x, m->from_y);
    a.to = STONES_CELL(m->to_x, m->to_y);
    if (why) {
        struct text words = TEXT_IN(a.start);
        text_format(&words, "%s cannot %s %s", cell_name(a.from, a.from_name),
            m->type == STONES_ATTACK ? "attack" : "go onto", cell_name(a.to, a.to_name));
    }
    if (stones_owner(s, a.from) != s->turn)
        return refuse_from(&a, why);
    if (a.from == a.to) {
        refuse(why, "T5", "%s: it stands there already", a.start);
        refusal_expected(why, "two different places");
        refusal_seen(why, "%s twice", a.to_name);
        return false;
    }
    if (stones_owner(s, a.to) != (m->type == STONES_ATTACK ? !s->turn : s->turn))
        return refuse_to(&a, why);
    return check_line(&a, m, why) && check_height(&a, why);
}

static bool stones_legal(const position *p, move m, struct refusal *why)
{
    struct stones_move taken;
    if (!stones_unpack(m, &taken))
        return refuse_code(m, why);
    const struct stones s = stones_load(p);
    const struct outcome end = outcome_of(&s);
    if (end.over)
        return refuse_over(&end, why);
    if (s.phase != STONES_ANY && taken.type != STONES_ATTACK)
        return refuse_type(&s, taken.type, why);
    if (taken.type == STONES_PASS)
        return true;
    if (!stones_is_place(taken.from_x, taken.from_y))
        return refuse_place(taken.from_x, taken.from_y, why);
    if (!stones_is_place(taken.to_x, taken.to_y))
        return refuse_place(taken.to_x, taken.to_y, why);
    // Most moves are legal: words are looked for only when they are needed.
    return check_stacks(&s, &taken, NULL) || (why && check_stacks(&s, &taken, why));
}

static void stones_pick_perft(const position *p, int depth, struct perft_count *count)
{
    const struct stones s = stones_load(p);
    if (depth == 0)
        *count = (struct perft_count){1, 1};
    else if (outcome_of(&s).over)
        *count = (struct perft_count){0, 1};
    else
        KERNEL_PICK(stones_perft)(&s, depth, count);
}

// Symmetry k turns the hexagon k mod 6 times by 60 degrees, from 6 on after a reflection that swaps
// X and Y. Lines go to lines and the hole stays, so that all twelve keep the rules.
static void turn_place(int *x, int *y, int k)
{
    int u = *x - STONES_CENTRE, v = *y - STONES_CENTRE;
    if (k >= TURNS) {
        int swapped = u;
        u = v;
        v = swapped;
    }
    for (int i = 0; i < k % TURNS; i++) {
        int east = u - v;
        v = u;
        u = east;
    }
    *x = u + STONES_CENTRE;
    *y = v + STONES_CENTRE;
}

static position stones_symmetry(const position *p, int k)
{
    const struct stones s = stones_load(p);
    struct stones turned = {.turn = s.turn, .phase = s.phase};
    bitboard left = s.side[0] | s.side[1];
    while (left) {
        const int cell = stones_pop(&left);
        int x = stones_slot[cell] % STONES_LENGTH, y = stones_slot[cell] / STONES_LENGTH;
        turn_place(&x, &y, k);
        stones_put(&turned, stones_owner(&s, cell), stones_kind(&s, cell), stones_height(&s, cell),
            STONES_CELL(x, y));
    }
    return stones_store(&turned);
}

static move stones_symmetry_move(const position *p, move m, int k)
{
    (void)p;
    struct stones_move taken;
    if (!stones_unpack(m, &taken) || taken.type == STONES_PASS)
        return m;
    turn_place(&taken.from_x, &taken.from_y, k);
    turn_place(&taken.to_x, &taken.to_y, k);
    // What is off the board may be turned to where no coordinates are.
    if (!in_square(taken.from_x, taken.from_y) || !in_square(taken.to_x, taken.to_y))
        return MOVE_NONE;
    return stones_pack(&taken);
}

const struct game game_stones = {
    .name = "stones",
    .title = "Game of Stones",
    .variants = variants,
    .seat_names = {"White", "Black"},
    .seat_signs = {{"ABC", "abc"}, {"ABC", "abc"}},
    .notation =
        "from and to: D4xC4 attacks C4 with the stack on D4, D4+D5 puts it on your own stack, "
        "pass ends the turn",
    .symmetries = 2 * TURNS,
    .start = stones_start,
    .variant = stones_variant,
    .turn = stones_turn,
    .moves = stones_moves,
    .legal = stones_legal,
    .apply = stones_apply,
    .outcome = stones_outcome,
    .perft = stones_pick_perft,
    .symmetry = stones_symmetry,
    .symmetry_move = stones_symmetry_move,
    .parse = stones_parse,
    .print = stones_print,
    .parse_move = stones_parse_move,
    .print_move = stones_print_move,
    .describe_move = stones_describe_move,
    .draw = stones_draw,
    .picture = stones_picture,
    .begin_opening = stones_begin_opening,
    .is_balanced = stones_is_balanced,
};
