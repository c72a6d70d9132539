#include "arena/player_text.h"

#include "archive/definition.h"
#include "brains/brain.h"
#include "brains/pace.h"
#include "contest/command_name.h"
#include "contest/entry_text.h"
#include "link/layer_list.h"

#include <stdio.h>
#include <string.h>

static move player_text_think(const struct player *player, const struct ask *ask, void **memory)
{
    const struct brain *brain = player->user;
    if (brain_is_instant(brain))
        return brain_choose(brain, ask->game, ask->position, ask->seed);
    if (!*memory)
        *memory = mind_create(brain, ask->game, 0);
    if (!*memory)
        return MOVE_NONE;
    const struct limits limits = {
        .time_ns = pace_ns(&(struct allowance){ask->limit_ns, ask->left_ns, ask->increment_ns}),
        .book = true};
    struct thought thought;
    mind_think(*memory, ask->position, &limits, ask->seed, ask->stop, &thought);
    return thought.best;
}

static void player_text_forget_game(void *memory)
{
    mind_destroy(memory);
}

bool player_read(struct player *p, const char *text, const struct game *game,
    const struct wire *wire, struct error *e)
{
    *p = (struct player){.text = text};
    if (text[0] == '@') {
        const struct brain *brain = brain_find(text, e);
        if (!brain || !brain_plays(brain, game, e))
            return false;
        p->think = player_text_think;
        p->forget = player_text_forget_game;
        p->user = brain;
        p->instant = brain_is_instant(brain);
        player_text_name(p->name, text);
        return true;
    }
    if (strcmp(text, "human") == 0) {
        p->by_event = true;
        p->untimed = true;
        snprintf(p->name, sizeof p->name, "human");
        return true;
    }
    struct entry_text entry;
    struct bridge_text bridge;
    if (!bridge_text_read(&bridge, text, e) ||
        (bridge.protocol && !wire_choose(game, bridge.protocol, &wire, e)))
        return false;
    if (entry_text_is(text) ? !entry_text_read(&entry, text, e) : !link_check(text, NULL, e))
        return false;
    if (!wire)
        return error_set(
            e, "this game has no protocol for bots: only built-in players can play it");
    if (wire->engine && strncmp(text, "listen:", strlen("listen:")) == 0)
        return error_set(
            e, "an engine that speaks %s is started: it does not come to a port", wire->name);
    p->wire = wire;
    p->limits = bridge.limits;
    player_text_name(p->name, text);
    return true;
}

static bool player_text_check(
    const struct game *game, const char *text, char name[PLAYER_NAME_BYTES], struct error *e)
{
    struct player player;
    if (strcmp(text, "human") == 0)
        return error_set(e, "a person cannot play in a contest");
    if (!player_read(&player, text, game, wire_default(game), e))
        return false;
    player_text_name(name, text);
    return true;
}

static bool player_text_check_layers(const char *text, struct error *e)
{
    sandbox_layers layers;
    return layer_list_read(text, &layers, e);
}

const struct contest_words players_words = {
    definition_knows_wire, definition_share_port, player_text_check, player_text_check_layers};

void players_tell_apart(struct player *a, struct player *b)
{
    char names[SEATS][PLAYER_NAME_BYTES];
    memcpy(names[0], a->name, sizeof names[0]);
    memcpy(names[1], b->name, sizeof names[1]);
    command_names_tell_apart(names, a->text, b->text);
    memcpy(a->name, names[0], sizeof names[0]);
    memcpy(b->name, names[1], sizeof names[1]);
}

bool players_are_started(const struct player *players, size_t count)
{
    enum link_kind kind;
    for (size_t i = 0; i < count; i++) {
        if (players[i].wire && link_check(players[i].text, &kind, NULL) &&
            (kind == LINK_COMMAND || kind == LINK_DIAL_IN))
            return true;
    }
    return false;
}
