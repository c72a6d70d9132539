// The rules of Santorini (S2, S4 to S6 and S10 of docs/rulings.md).
#include "games/santorini.h"

#include "games/kernel.h"
#include "games/santorini_bits.h"
#include "games/santorini_text.h"

#include <assert.h>
#include <string.h>

KERNEL_DECLARE(void, santorini_perft, const struct santorini *, int, struct perft_count *);

_Static_assert(
    sizeof(struct santorini) == 56, "no padding, so that equal positions are equal bytes");
_Static_assert(sizeof(struct santorini) <= sizeof(position), "it fits");

// A move is either MOVE_PLACES | y << 3 | x, or worker << 8 | step << 4 | build, where a direction
// is 3 * (dy + 1) + dx + 1 and no build is DIRECTIONS.
enum { DIRECTIONS = 9, NO_BUILD = DIRECTIONS, MOVE_PLACES = 0x4000, COORDINATE_MAX = 7 };

static const char *const variants[] = {"6x6", "5x5", NULL};
static const int variant_sizes[] = {6, 5};

struct santorini santorini_load(const position *p)
{
    struct santorini s;
    memcpy(&s, p->words, sizeof s);
    return s;
}

position santorini_store(const struct santorini *s)
{
    position p = {0};
    memcpy(p.words, s, sizeof *s);
    return p;
}

// Moves

static int santorini_direction(int dx, int dy)
{
    assert(dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1);
    return 3 * (dy + 1) + dx + 1;
}

move santorini_pack(const struct santorini_move *m)
{
    if (m->places) {
        assert(m->x >= 0 && m->x <= COORDINATE_MAX && m->y >= 0 && m->y <= COORDINATE_MAX);
        return (move)(MOVE_PLACES | m->y << 3 | m->x);
    }
    assert(m->worker >= 0 && m->worker < SANTORINI_WORKERS);
    const int build = m->builds ? santorini_direction(m->bx, m->by) : NO_BUILD;
    return (move)(m->worker << 8 | santorini_direction(m->dx, m->dy) << 4 | build);
}

bool santorini_unpack(move m, struct santorini_move *out)
{
    *out = (struct santorini_move){0};
    if ((m & ~077) == MOVE_PLACES) {
        out->places = true;
        out->x = m & 7;
        out->y = m >> 3 & 7;
        return true;
    }
    const int worker = m >> 8, step = m >> 4 & 15, build = m & 15;
    if (worker >= SANTORINI_WORKERS || step >= DIRECTIONS || build > NO_BUILD)
        return false;
    out->worker = worker;
    out->dx = step % 3 - 1;
    out->dy = step / 3 - 1;
    out->builds = build != NO_BUILD;
    if (out->builds) {
        out->bx = build % 3 - 1;
        out->by = build / 3 - 1;
    }
    return true;
}

// Squares

static bool santorini_on_board(const struct santorini *s, int x, int y)
{
    return x >= 0 && x < s->size && y >= 0 && y < s->size;
}

int santorini_size(const position *p)
{
    return santorini_load(p).size;
}

int santorini_height(const position *p, int x, int y)
{
    const struct santorini s = santorini_load(p);
    return santorini_height_at(&s, santorini_square(x, y));
}

bool santorini_worker(const position *p, int seat, int worker, int *x, int *y)
{
    const struct santorini s = santorini_load(p);
    const int square = s.workers[seat][worker];
    if (square == SANTORINI_OFF)
        return false;
    *x = santorini_x(square);
    *y = santorini_y(square);
    return true;
}

// The game

static bool santorini_start(position *p, const char *variant, struct error *e)
{
    int chosen = 0;
    while (variant && variants[chosen] && strcmp(variants[chosen], variant) != 0)
        chosen++;
    if (!variants[chosen])
        return error_set(e, "no variant \"%.40s\" of Santorini   (6x6, 5x5)", variant);

    struct santorini s = {.size = (uint8_t)variant_sizes[chosen]};
    for (int square = 0; square < SANTORINI_MAX_SIZE * SANTORINI_ROW; square++) {
        if (santorini_on_board(&s, santorini_x(square), santorini_y(square)))
            s.at_least[0] |= santorini_bit(square);
    }
    memset(s.workers, SANTORINI_OFF, sizeof s.workers);
    *p = santorini_store(&s);
    return true;
}

static const char *santorini_variant(const position *p)
{
    return variants[santorini_size(p) == variant_sizes[0] ? 0 : 1];
}

static int santorini_turn(const position *p)
{
    return santorini_load(p).turn;
}

static struct outcome santorini_outcome(const position *p)
{
    const struct santorini s = santorini_load(p);
    if (s.won) {
        return (struct outcome){
            .over = true, .winner = !s.turn, .rule = "S5", .reason = "reached level 3"};
    }
    if (!santorini_placing(&s) && !santorini_can_turn(&s)) {
        return (struct outcome){
            .over = true, .winner = !s.turn, .rule = "S6", .reason = "no turn left"};
    }
    return (struct outcome){.winner = NOBODY};
}

// The turns of one worker, appended to `moves`; returns how many there are now.
static int add_turns(const struct santorini *s, int worker, move *moves, int count)
{
    const bitboard free = santorini_free(s);
    const int from = s->workers[s->turn][worker];
    struct santorini_move m = {.worker = worker};
    for (bitboard steps = free & santorini_reach(s, from); steps != 0;) {
        const int to = santorini_pop(&steps);
        m.dx = santorini_x(to) - santorini_x(from);
        m.dy = santorini_y(to) - santorini_y(from);
        m.builds = (santorini_goals(s) & santorini_bit(to)) == 0;
        if (!m.builds)
            moves[count++] = santorini_pack(&m);
        for (bitboard builds = m.builds ? santorini_builds(free, from, to) : 0; builds != 0;) {
            const int at = santorini_pop(&builds);
            m.bx = santorini_x(at) - santorini_x(to);
            m.by = santorini_y(at) - santorini_y(to);
            moves[count++] = santorini_pack(&m);
        }
    }
    return count;
}

static int santorini_moves(const position *p, move moves[MOVES_MAX])
{
    const struct santorini s = santorini_load(p);
    int count = 0;
    if (s.won)
        return 0;
    if (!santorini_placing(&s)) {
        for (int worker = 0; worker < SANTORINI_WORKERS; worker++)
            count = add_turns(&s, worker, moves, count);
        return count;
    }
    for (bitboard places = santorini_places(&s); places != 0;) {
        const int at = santorini_pop(&places);
        moves[count++] = santorini_pack(
            &(struct santorini_move){.places = true, .x = santorini_x(at), .y = santorini_y(at)});
    }
    return count;
}

static void santorini_apply(position *p, move m)
{
    struct santorini s = santorini_load(p);
    struct santorini_move parts;
    santorini_unpack(m, &parts);
    uint8_t *mine = s.workers[s.turn];
    if (parts.places) {
        mine[mine[0] == SANTORINI_OFF ? 0 : 1] = (uint8_t)santorini_square(parts.x, parts.y);
    } else {
        const int to = mine[parts.worker] + santorini_square(parts.dx, parts.dy);
        mine[parts.worker] = (uint8_t)to;
        if (parts.builds)
            santorini_raise(&s, santorini_bit(to + santorini_square(parts.bx, parts.by)));
        s.won = !parts.builds;
    }
    s.turn = !s.turn;
    *p = santorini_store(&s);
}

static void santorini_pick_perft(const position *p, int depth, struct perft_count *count)
{
    const struct santorini s = santorini_load(p);
    KERNEL_PICK(santorini_perft)(&s, depth, count);
}

// Why not

// Says who stands on a square of the board, if anybody does.
static bool refuse_occupied(const struct santorini *s, int x, int y, const char *rule,
    const char *what, struct refusal *why)
{
    for (int seat = 0; seat < SEATS; seat++) {
        for (int worker = 0; worker < SANTORINI_WORKERS; worker++) {
            if (s->workers[seat][worker] != santorini_square(x, y))
                continue;
            refuse(why, rule, "%s is occupied", what);
            refusal_expected(why, "a square without a worker");
            refusal_seen(why, "worker %d of %s stands on (%d,%d)", worker + 1,
                game_santorini.seat_names[seat], x, y);
            return true;
        }
    }
    return false;
}

static bool legal_place(
    const struct santorini *s, const struct santorini_move *m, struct refusal *why)
{
    if (!santorini_placing(s)) {
        refuse(why, "S4", "all workers are placed already");
        refusal_expected(why, "a turn: a worker, its step and its build");
        refusal_seen(why, "a worker placed on (%d,%d)", m->x, m->y);
        return false;
    }
    if (!santorini_on_board(s, m->x, m->y)) {
        refuse(why, "S4", "a worker cannot be placed off the board");
        refusal_expected(why, "a square from (0,0) to (%d,%d)", s->size - 1, s->size - 1);
        refusal_seen(why, "(%d,%d)", m->x, m->y);
        return false;
    }
    if (refuse_occupied(s, m->x, m->y, "S4", "the square", why))
        return false;
    const int height = santorini_height_at(s, santorini_square(m->x, m->y));
    if (height >= SANTORINI_WIN) {
        refuse(why, "S4", "a worker cannot be placed on level %d", height);
        refusal_expected(why, "a square below level %d", SANTORINI_WIN);
        refusal_seen(why, "(%d,%d) has height %d", m->x, m->y, height);
        return false;
    }
    return true;
}

// The step from (x - dx, y - dy) to (x, y).
static bool legal_step(
    const struct santorini *s, const struct santorini_move *m, int x, int y, struct refusal *why)
{
    const int worker = m->worker + 1;
    if (m->dx == 0 && m->dy == 0) {
        refuse(why, "S5", "worker %d does not step", worker);
        refusal_expected(why, "a step to a neighbouring square");
        refusal_seen(why, "PUT, PUT: it stays on (%d,%d)", x, y);
        return false;
    }
    if (!santorini_on_board(s, x, y)) {
        refuse(why, "S5", "worker %d steps off the board", worker);
        refusal_expected(why, "a square from (0,0) to (%d,%d)", s->size - 1, s->size - 1);
        refusal_seen(why, "a step from (%d,%d) to (%d,%d)", x - m->dx, y - m->dy, x, y);
        return false;
    }
    if (refuse_occupied(s, x, y, "S5", "target", why))
        return false;
    const int height = santorini_height_at(s, santorini_square(x, y));
    const int stands = santorini_height_at(s, s->workers[s->turn][m->worker]);
    if (height == SANTORINI_DOME) {
        refuse(why, "S5", "target is a dome");
        refusal_expected(why, "a square below level %d", SANTORINI_DOME);
        refusal_seen(why, "(%d,%d) has height %d", x, y, height);
        return false;
    }
    if (height > stands + 1) {
        refuse(why, "S5", "target is %d levels up", height - stands);
        refusal_expected(why, "a step of at most one level up");
        refusal_seen(
            why, "(%d,%d) has height %d, worker %d stands on %d", x, y, height, worker, stands);
        return false;
    }
    return true;
}

// The build from (x, y) after the step there, or its absence.
static bool legal_build(
    const struct santorini *s, const struct santorini_move *m, int x, int y, struct refusal *why)
{
    const int reached = santorini_height_at(s, santorini_square(x, y));
    const int bx = x + m->bx, by = y + m->by;
    if (!m->builds && reached == SANTORINI_WIN)
        return true;
    if (!m->builds) {
        refuse(why, "S5", "a step that does not win needs a build");
        refusal_expected(why, "a build beside (%d,%d)", x, y);
        refusal_seen(why, "a step alone, to height %d", reached);
        return false;
    }
    if (reached == SANTORINI_WIN) {
        refuse(why, "S5", "a winning step comes without a build");
        refusal_expected(why, "the step to (%d,%d) alone", x, y);
        refusal_seen(
            why, "(%d,%d) has height %d, and a build on (%d,%d) follows", x, y, reached, bx, by);
        return false;
    }
    if (m->bx == 0 && m->by == 0) {
        refuse(why, "S5", "worker %d builds under itself", m->worker + 1);
        refusal_expected(why, "a build on a neighbouring square");
        refusal_seen(why, "PUT, PUT: it stands on (%d,%d)", x, y);
        return false;
    }
    if (!santorini_on_board(s, bx, by)) {
        refuse(why, "S5", "worker %d builds off the board", m->worker + 1);
        refusal_expected(why, "a square from (0,0) to (%d,%d)", s->size - 1, s->size - 1);
        refusal_seen(why, "a build from (%d,%d) on (%d,%d)", x, y, bx, by);
        return false;
    }
    const bool just_left = bx == x - m->dx && by == y - m->dy;
    if (!just_left && refuse_occupied(s, bx, by, "S5", "the place to build on", why))
        return false;
    if (santorini_height_at(s, santorini_square(bx, by)) == SANTORINI_DOME) {
        refuse(why, "S5", "the place to build on is a dome");
        refusal_expected(why, "a square below level %d", SANTORINI_DOME);
        refusal_seen(why, "(%d,%d) has height %d", bx, by, SANTORINI_DOME);
        return false;
    }
    return true;
}

static bool santorini_legal(const position *p, move m, struct refusal *why)
{
    const struct santorini s = santorini_load(p);
    const bool placing = santorini_placing(&s);
    const struct outcome result = santorini_outcome(p);
    struct santorini_move parts;
    if (result.over) {
        refuse(why, result.rule, "the game is over");
        refusal_expected(why, "no move");
        refusal_seen(
            why, "%s has won: %s", game_santorini.seat_names[result.winner], result.reason);
        return false;
    }
    if (!santorini_unpack(m, &parts)) {
        refuse(why, placing ? "S4" : "S5", "this is not a move");
        refusal_expected(
            why, placing ? "a square for a worker" : "a worker, its step and its build");
        refusal_seen(why, "the number %u, which stands for nothing", (unsigned)m);
        return false;
    }
    if (parts.places)
        return legal_place(&s, &parts, why);
    if (placing) {
        refuse(why, "S4", "not all workers are placed yet");
        refusal_expected(why, "a square for a worker");
        refusal_seen(why, "a turn of worker %d", parts.worker + 1);
        return false;
    }
    const int from = s.workers[s.turn][parts.worker];
    const int x = santorini_x(from) + parts.dx, y = santorini_y(from) + parts.dy;
    return legal_step(&s, &parts, x, y, why) && legal_build(&s, &parts, x, y, why);
}

// Symmetry: bit 0 of its number mirrors east and west, bit 1 north and south, bit 2 then swaps
// x and y.

// `far` is what 0 is mirrored to: the last coordinate for squares, 0 for directions.
static void turn_pair(int *x, int *y, int far, int k)
{
    const int turned_x = k & 1 ? far - *x : *x;
    const int turned_y = k & 2 ? far - *y : *y;
    *x = k & 4 ? turned_y : turned_x;
    *y = k & 4 ? turned_x : turned_y;
}

static int turn_square(const struct santorini *s, int square, int k)
{
    int x = santorini_x(square), y = santorini_y(square);
    turn_pair(&x, &y, s->size - 1, k);
    return santorini_square(x, y);
}

static position santorini_symmetry(const position *p, int k)
{
    const struct santorini s = santorini_load(p);
    struct santorini turned = s;
    for (int level = 1; level <= SANTORINI_DOME; level++) {
        turned.at_least[level] = 0;
        for (bitboard set = s.at_least[level]; set != 0;)
            turned.at_least[level] |= santorini_bit(turn_square(&s, santorini_pop(&set), k));
    }
    for (int seat = 0; seat < SEATS; seat++) {
        for (int worker = 0; worker < SANTORINI_WORKERS; worker++) {
            const int square = s.workers[seat][worker];
            if (square != SANTORINI_OFF)
                turned.workers[seat][worker] = (uint8_t)turn_square(&s, square, k);
        }
    }
    return santorini_store(&turned);
}

static move santorini_symmetry_move(const position *p, move m, int k)
{
    const struct santorini s = santorini_load(p);
    struct santorini_move parts;
    // A value that is not a move, or a square off the board, has no mirror image.
    if (!santorini_unpack(m, &parts) || (parts.places && !santorini_on_board(&s, parts.x, parts.y)))
        return m;
    turn_pair(&parts.x, &parts.y, parts.places ? s.size - 1 : 0, k);
    turn_pair(&parts.dx, &parts.dy, 0, k);
    turn_pair(&parts.bx, &parts.by, 0, k);
    return santorini_pack(&parts);
}

const struct game game_santorini = {
    .name = "santorini",
    .title = "Santorini",
    .variants = variants,
    .seat_names = {"first", "second"},
    .seat_signs = {{"A", "B"}, {"●", "○"}},
    .notation = "a square to place a worker: 23 (column 2, row 3); later from-to+build: 11-12+22, "
                "or worker, step and build: 1 s e; the step up to level 3 wins without a build",
    .symmetries = 8,
    .start = santorini_start,
    .variant = santorini_variant,
    .turn = santorini_turn,
    .moves = santorini_moves,
    .legal = santorini_legal,
    .apply = santorini_apply,
    .outcome = santorini_outcome,
    .perft = santorini_pick_perft,
    .symmetry = santorini_symmetry,
    .symmetry_move = santorini_symmetry_move,
    .parse = santorini_parse,
    .print = santorini_print,
    .parse_move = santorini_parse_move,
    .print_move = santorini_print_move,
    .describe_move = santorini_describe_move,
    .draw = santorini_draw,
    .picture = santorini_picture,
    .is_balanced = santorini_is_balanced,
};
