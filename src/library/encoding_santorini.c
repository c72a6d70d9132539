// Santorini for learners. Actions 0 to 35 place a worker on (x, y), y * 6 + x, also on a board of
// 5x5. Those from 36 on are turns: 36 + (worker * 8 + step) * 9 + build. Steps and builds are
// directions, from north-west to south-east row by row; build 8 is none: the step wins.
#include "games/santorini.h"
#include "library/encoding.h"

enum {
    PLACES = SANTORINI_MAX_SIZE * SANTORINI_MAX_SIZE,
    COMPASS = 8, // directions
    CHOICES = COMPASS + 1,
    TURN_ACTIONS = SANTORINI_WORKERS * COMPASS * CHOICES
};

static const char *const santorini_planes[] = {"height 0", "height 1", "height 2", "height 3",
    "dome", "my worker 1", "my worker 2", "their worker 1", "their worker 2", NULL};

// The middle of the nine squares is no direction: those behind it count one less.
static int32_t encoding_compass(int dx, int dy)
{
    const int32_t square = 3 * (dy + 1) + dx + 1;
    return square > 4 ? square - 1 : square;
}

static void encoding_compass_apart(int32_t direction, int *dx, int *dy)
{
    const int32_t square = direction >= 4 ? direction + 1 : direction;
    *dx = (int)(square % 3) - 1;
    *dy = (int)(square / 3) - 1;
}

static int32_t encoding_santorini_action(const position *p, move m)
{
    (void)p;
    struct santorini_move parts;
    santorini_unpack(m, &parts);
    if (parts.places)
        return parts.y * SANTORINI_MAX_SIZE + parts.x;
    const int32_t build = parts.builds ? encoding_compass(parts.bx, parts.by) : COMPASS;
    return PLACES + (parts.worker * COMPASS + encoding_compass(parts.dx, parts.dy)) * CHOICES +
        build;
}

static move encoding_santorini_move(const position *p, int32_t action)
{
    (void)p;
    struct santorini_move parts = {.places = action < PLACES};
    if (parts.places) {
        parts.x = action % SANTORINI_MAX_SIZE;
        parts.y = action / SANTORINI_MAX_SIZE;
        return santorini_pack(&parts);
    }
    const int32_t turn = action - PLACES, build = turn % CHOICES, step = turn / CHOICES;
    parts.worker = step / COMPASS;
    encoding_compass_apart(step % COMPASS, &parts.dx, &parts.dy);
    parts.builds = build < COMPASS;
    if (parts.builds)
        encoding_compass_apart(build, &parts.bx, &parts.by);
    return santorini_pack(&parts);
}

static void encoding_santorini_features(const position *p, uint8_t *planes)
{
    const int size = santorini_size(p), mine = game_santorini.turn(p);
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++)
            planes[santorini_height(p, x, y) * PLACES + y * SANTORINI_MAX_SIZE + x] = 1;
    }
    for (int i = 0; i < SEATS * SANTORINI_WORKERS; i++) {
        const int seat = i < SANTORINI_WORKERS ? mine : !mine;
        int x, y;
        if (santorini_worker(p, seat, i % SANTORINI_WORKERS, &x, &y))
            planes[(SANTORINI_DOME + 1 + i) * PLACES + y * SANTORINI_MAX_SIZE + x] = 1;
    }
}

const struct encoding encoding_santorini = {
    .game = &game_santorini,
    .actions = PLACES + TURN_ACTIONS,
    .action = encoding_santorini_action,
    .move = encoding_santorini_move,
    .length = SANTORINI_MAX_SIZE,
    .names = santorini_planes,
    .features = encoding_santorini_features,
};
