// The calls of libagon about many positions at once, and random games. Each position is asked for
// itself, by the call for one position: so a batch cannot differ from it.
#include "library/opened.h"
#include "library/playout.h"

// How many of the statuses are those of a call that went well: what every batch returns.
static int64_t batch_count(int64_t went_well, int32_t status)
{
    return went_well + (status >= 0);
}

int agon_playouts(const struct agon_position *p, uint32_t playouts, uint64_t seed,
    uint64_t counts[3], uint64_t *plies)
{
    struct opened o;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    if (!counts)
        return AGON_BAD_ARGUMENT;
    struct random lot = random_seeded(seed);
    uint64_t moves = 0;
    for (uint32_t i = 0; i < playouts; i++) {
        const int winner = playout_run(o.game, &o.p, &lot, &moves);
        counts[winner == NOBODY ? SEATS : winner]++;
    }
    if (plies)
        *plies += moves;
    return AGON_OK;
}

uint64_t agon_seed(uint64_t seed, uint64_t n)
{
    return random_derive(seed, n);
}

int64_t agon_batch_legal(
    const struct agon_position *p, size_t n, int32_t *actions, size_t stride, int32_t *counts)
{
    if (n > 0 && (!p || !actions || !counts))
        return AGON_BAD_ARGUMENT;
    int64_t well = 0;
    for (size_t i = 0; i < n; i++) {
        counts[i] = agon_legal(p + i, actions + i * stride, stride);
        well = batch_count(well, counts[i]);
    }
    return well;
}

int64_t agon_batch_mask(
    const struct agon_position *p, size_t n, uint8_t *masks, size_t stride, int32_t *counts)
{
    if (n > 0 && (!p || !masks || !counts))
        return AGON_BAD_ARGUMENT;
    int64_t well = 0;
    for (size_t i = 0; i < n; i++) {
        counts[i] = agon_mask(p + i, masks + i * stride, stride);
        well = batch_count(well, counts[i]);
    }
    return well;
}

int64_t agon_batch_apply(struct agon_position *p, size_t n, const int32_t *actions, int32_t *status)
{
    if (n > 0 && (!p || !actions || !status))
        return AGON_BAD_ARGUMENT;
    int64_t well = 0;
    for (size_t i = 0; i < n; i++) {
        status[i] = agon_apply(p + i, actions[i]);
        well = batch_count(well, status[i]);
    }
    return well;
}

int64_t agon_batch_outcome(const struct agon_position *p, size_t n, int32_t *winners)
{
    if (n > 0 && (!p || !winners))
        return AGON_BAD_ARGUMENT;
    int64_t well = 0;
    for (size_t i = 0; i < n; i++) {
        struct agon_outcome outcome;
        const int status = agon_outcome(p + i, &outcome);
        winners[i] = status < 0 ? status : outcome.winner;
        well = batch_count(well, status);
    }
    return well;
}

int64_t agon_batch_turn(const struct agon_position *p, size_t n, int32_t *turns)
{
    if (n > 0 && (!p || !turns))
        return AGON_BAD_ARGUMENT;
    int64_t well = 0;
    for (size_t i = 0; i < n; i++) {
        turns[i] = agon_turn(p + i);
        well = batch_count(well, turns[i]);
    }
    return well;
}

int64_t agon_batch_features(const struct agon_position *p, size_t n, uint8_t *out, size_t stride)
{
    if (n > 0 && (!p || !out))
        return AGON_BAD_ARGUMENT;
    int64_t well = 0;
    for (size_t i = 0; i < n; i++)
        well = batch_count(well, agon_features(p + i, out + i * stride, stride));
    return well;
}

int64_t agon_batch_random(const struct agon_position *p, size_t n, uint64_t seed, int32_t *actions)
{
    if (n > 0 && (!p || !actions))
        return AGON_BAD_ARGUMENT;
    int64_t well = 0;
    for (size_t i = 0; i < n; i++) {
        actions[i] = agon_random_action(p + i, agon_seed(seed, i));
        well = batch_count(well, actions[i]);
    }
    return well;
}

int64_t agon_batch_playouts(
    const struct agon_position *p, size_t n, uint32_t playouts, uint64_t seed, uint64_t *counts)
{
    if (n > 0 && (!p || !counts))
        return AGON_BAD_ARGUMENT;
    int64_t well = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t *mine = counts + 3 * i;
        mine[0] = mine[1] = mine[2] = 0;
        well = batch_count(well, agon_playouts(p + i, playouts, agon_seed(seed, i), mine, NULL));
    }
    return well;
}
