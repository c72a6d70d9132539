#include "arena/requirement.h"

#include "link/layer_list.h"

bool requirement_of_file(const struct contest_file *f, sandbox_layers *required, struct error *e)
{
    *required = 0;
    return !f->require || layer_list_read(f->require, required, e);
}

// Why no bot can have the layer here.
static const char *requirement_why(enum sandbox_layer layer)
{
    const struct sandbox_probe *probe = sandbox_probed();
    return probe->works & 1u << layer ? "AGON_WITHOUT_LAYERS switches it off"
                                      : probe->why[layer].words;
}

// Returns the first bot that we would start without the layer, or NULL.
static const struct player *requirement_find_without(
    enum sandbox_layer layer, const struct player *players, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (player_is_started(&players[i]) &&
            !(sandbox_layers_of(players[i].sandbox.manner) & 1u << layer))
            return &players[i];
    }
    return NULL;
}

bool requirement_check(sandbox_layers required, const struct player *players, size_t count,
    struct requirement_gaps *gaps)
{
    gaps->count = 0;
    for (int i = 0; i < SANDBOX_LAYER_COUNT; i++) {
        enum sandbox_layer layer = (enum sandbox_layer)i;
        const char *name = sandbox_layer_name(layer);
        if (!(required & 1u << i))
            continue;
        if (!(sandbox_layers_of(SANDBOX_CLOSED) & 1u << i)) {
            error_set(&gaps->list[gaps->count++], "the layer \"%s\" is required: %.180s", name,
                requirement_why(layer));
            continue;
        }
        const struct player *without = requirement_find_without(layer, players, count);
        if (without)
            error_set(&gaps->list[gaps->count++],
                "the layer \"%s\" is required: %.60s is to play in the sandbox \"%s\", which does"
                " not have it   (choose \"closed\")",
                name, without->name, sandbox_manner_name(without->sandbox.manner));
    }
    return gaps->count == 0;
}
