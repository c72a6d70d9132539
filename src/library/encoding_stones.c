// Game of Stones for learners. A stack goes to the next stack of its line, so a cell and a
// direction say all: cell * 6 + direction is an attack, 366 more a strengthening, and 732 the pass.
// Cells are numbered row by row from 0 to 60, the hole (30) among them.
#include "games/stones_bits.h"
#include "library/encoding.h"

enum {
    COURSES = 6, // directions
    WAYS = STONES_CELLS * COURSES,
    PASS_ACTION = 2 * WAYS,
    CELLS_OF_PLANE = STONES_LENGTH * STONES_LENGTH
};

// N, S, E, W, SE, NW.
static const int course_x[COURSES] = {0, 0, 1, -1, 1, -1};
static const int course_y[COURSES] = {-1, 1, 0, 0, 1, -1};

static const char *const stones_planes[] = {"my A", "my B", "my C", "their A", "their B", "their C",
    "height", "places", "must attack", "first turn", NULL};

static int encoding_sign(int difference)
{
    return (difference > 0) - (difference < 0);
}

static int32_t encoding_stones_action(const position *p, move m)
{
    (void)p;
    struct stones_move parts;
    if (!stones_unpack(m, &parts) || parts.type == STONES_PASS)
        return PASS_ACTION;
    const int dx = encoding_sign(parts.to_x - parts.from_x);
    const int dy = encoding_sign(parts.to_y - parts.from_y);
    int course = 0;
    while (course < COURSES - 1 && (course_x[course] != dx || course_y[course] != dy))
        course++;
    const int32_t way = STONES_CELL(parts.from_x, parts.from_y) * COURSES + course;
    return parts.type == STONES_ATTACK ? way : WAYS + way;
}

// Where there is no stack to go to, the neighbouring cell stands for it: the rules say why not.
static move encoding_stones_move(const position *p, int32_t action)
{
    if (action == PASS_ACTION)
        return stones_pack(&(struct stones_move){.type = STONES_PASS});
    const struct stones s = stones_load(p);
    const int course = action % COURSES, cell = action % WAYS / COURSES;
    struct stones_move parts = {
        .type = action < WAYS ? STONES_ATTACK : STONES_STRENGTHEN,
        .from_x = stones_slot[cell] % STONES_LENGTH,
        .from_y = stones_slot[cell] / STONES_LENGTH,
    };
    int x = parts.from_x + course_x[course], y = parts.from_y + course_y[course];
    if (x < 0 || y < 0 || x >= STONES_LENGTH || y >= STONES_LENGTH)
        return MOVE_NONE;
    parts.to_x = x;
    parts.to_y = y;
    for (; stones_is_place(x, y); x += course_x[course], y += course_y[course]) {
        if (stones_owner(&s, STONES_CELL(x, y)) == NOBODY)
            continue;
        parts.to_x = x;
        parts.to_y = y;
        break;
    }
    return stones_pack(&parts);
}

static void encoding_stones_features(const position *p, uint8_t *planes)
{
    const struct stones s = stones_load(p);
    for (int cell = 0; cell < STONES_CELLS; cell++) {
        uint8_t *at = planes + stones_slot[cell];
        if (cell == STONES_HOLE)
            continue;
        at[7 * CELLS_OF_PLANE] = 1;
        at[8 * CELLS_OF_PLANE] = s.phase != STONES_ANY;
        at[9 * CELLS_OF_PLANE] = s.phase == STONES_FIRST;
        const int owner = stones_owner(&s, cell);
        if (owner == NOBODY)
            continue;
        const int kind = stones_kind(&s, cell) + (owner == s.turn ? 0 : STONES_KINDS);
        at[kind * CELLS_OF_PLANE] = 1;
        at[6 * CELLS_OF_PLANE] = (uint8_t)stones_height(&s, cell);
    }
}

const struct encoding encoding_stones = {
    .game = &game_stones,
    .actions = PASS_ACTION + 1,
    .action = encoding_stones_action,
    .move = encoding_stones_move,
    .length = STONES_LENGTH,
    .names = stones_planes,
    .features = encoding_stones_features,
};
