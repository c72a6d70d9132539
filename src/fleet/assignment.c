#include "fleet/assignment.h"

#include "wire/value.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

enum { SEED_BYTES = 24 };

void assignment_print(struct text *out, const struct assignment *job, const struct game *game)
{
    char bytes[POSITION_TEXT_BYTES];
    struct text start = TEXT_IN(bytes);
    game->print(&job->start, &start);
    text_format(out,
        "{\"number\":%" PRId64 ",\"players\":[%d,%d],\"seed\":\"%" PRIu64 "\",\"coin\":%d,"
        "\"start\":",
        job->number, job->players[0], job->players[1], job->seed, job->coin);
    text_json(out, bytes);
    text_string(out, "}\n");
}

static bool assignment_read_seed(struct value job, uint64_t *seed)
{
    struct value v;
    char digits[SEED_BYTES], *end;
    if (!value_member(job, "seed", &v) || !value_string(v, digits, sizeof digits) ||
        digits[0] < '0' || digits[0] > '9')
        return false;
    errno = 0;
    *seed = strtoull(digits, &end, 10);
    return errno == 0 && *end == '\0';
}

static bool assignment_read_players(struct value job, size_t count, int players[SEATS])
{
    struct value v, items[SEATS];
    if (!value_member(job, "players", &v) || value_items(v, items, SEATS) != SEATS)
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        int64_t player;
        if (!value_integer(items[seat], &player) || player < 0 || player >= (int64_t)count)
            return false;
        players[seat] = (int)player;
    }
    return players[0] != players[1];
}

static bool assignment_read_start(struct value job, const struct game *game, position *start)
{
    struct value v;
    struct error ignored;
    char bytes[POSITION_TEXT_BYTES];
    return value_member(job, "start", &v) && value_string(v, bytes, sizeof bytes) &&
        game->parse(start, bytes, &ignored);
}

bool assignment_read(struct assignment *job, const char *line, size_t length,
    const struct game *game, size_t players, struct error *e)
{
    const struct message m = {.bytes = line, .length = length};
    struct value all, v;
    int64_t coin;
    *job = (struct assignment){0};
    if (value_check(&m, &all, NULL) && value_kind(all) == VALUE_OBJECT &&
        value_member(all, "number", &v) && value_integer(v, &job->number) && job->number > 0 &&
        value_member(all, "coin", &v) && value_integer(v, &coin) && (coin == 0 || coin == 1) &&
        assignment_read_seed(all, &job->seed) &&
        assignment_read_players(all, players, job->players) &&
        assignment_read_start(all, game, &job->start)) {
        job->coin = (int)coin;
        return true;
    }
    return error_set(e, "the database offers a game that cannot be understood: %.*s",
        (int)(length < 160 ? length : 160), line);
}
