// A player comes to a contest that has begun, or takes the place of another.
#include "archive/changes/editing.h"

#include <stdio.h>

// As the player would stand in the contest file. What is not said of it is as it was with `old`,
// which may be NULL.
static bool coming_print(struct text *out, const struct change_texts *player,
    const struct contest_player *old, struct error *e)
{
    struct change_space space = change_space();
    struct change_texts as = old ? change_texts(old, &space) : (struct change_texts){0};
    as.name = player->name;
    as.player = player->player;
    as.wire = player->wire ? player->wire : as.wire;
    as.directory = player->directory ? player->directory : as.directory;
    as.environment = player->environment ? player->environment : as.environment;
    as.time = player->time ? player->time : as.time;
    as.limits = player->limits ? player->limits : as.limits;
    as.sandbox = player->sandbox ? player->sandbox : as.sandbox;
    as.read = player->read ? player->read : as.read;
    bool well = change_print_player(out, &as, e);
    change_space_destroy(&space);
    return well && (!out->cut || error_set(e, "out of memory"));
}

static bool coming_can_start(const struct definition *after, const char *name,
    const struct change_guard *guard, struct change_done *done, struct error *e)
{
    const struct contest_player *p = change_any_player(&after->file, name);
    if (!p)
        return error_set(e, "there is no player \"%.40s\"", name);
    done->version = p->version;
    return !guard->can_start ||
        guard->can_start(guard->user, after, (int)(p - after->file.players), e);
}

// Writes a change whose kind and place `done` has already.
static bool coming_write(struct changes *c, const struct change_texts *player,
    const struct contest_player *old, const struct change_guard *guard, struct change_done *done,
    struct error *e)
{
    struct text text = text_growing();
    struct editing_trial trial = {0};
    snprintf(done->name, sizeof done->name, "%s", player->name);
    bool well = coming_print(&text, player, old, e);
    const struct contest_change change = {.kind = done->kind, .at = done->at, .rest = text.bytes};
    well = well && editing_try(c, &change, guard->words, &trial, e) &&
        coming_can_start(&trial.after, player->name, guard, done, e) &&
        editing_write(c, done->kind, &trial, e) && editing_finish(c, e);
    editing_end_trial(&trial);
    text_destroy(&text);
    return well;
}

static bool coming_check(const struct changes *c, const struct change_texts *player,
    const struct contest_state *s, struct error *e)
{
    const struct definition *d = &c->archive.definition;
    if (change_any_player(&d->file, player->name))
        return error_set(e,
            "there is or was a player \"%.40s\": whoever comes has a name of its own, and a new "
            "version comes by agon contest replace",
            player->name);
    if (definition_is_knockout(d) && s->begun)
        return error_set(e,
            "the bracket is drawn, so nobody can come any more; agon contest replace puts another "
            "player in the place of one who is there");
    return editing_check_rounds(c, s, e);
}

bool changes_add(struct changes *c, const struct change_texts *player,
    const struct change_guard *guard, struct change_done *done, struct error *e)
{
    struct contest_state s = {0};
    const struct definition *d = &c->archive.definition;
    bool well = editing_refresh(c, e) && contest_state_read(&s, d, &c->ledger, e) &&
        coming_check(c, player, &s, e);
    if (well) {
        bool is_fixed = definition_is_fixed(d);
        *done = (struct change_done){.kind = CHANGE_ADD,
            .is_fixed = is_fixed,
            .at = is_fixed ? d->plan.format->pairs(&d->plan) : s.at};
        well = coming_write(c, player, NULL, guard, done, e);
    }
    contest_state_destroy(&s);
    return well;
}

bool changes_replace(struct changes *c, const struct change_texts *player,
    const struct change_guard *guard, struct change_done *done, struct error *e)
{
    struct contest_state s = {0};
    struct reader_counts counts;
    const struct definition *d = &c->archive.definition;
    if (!editing_refresh(c, e))
        return false;
    const struct contest_player *old = change_find_player(&d->file, player->name, e);
    bool well = old && contest_state_read(&s, d, &c->ledger, e) &&
        editing_check_in(c, &s, old, e) &&
        (!s.over || definition_is_fixed(d) || error_set(e, "the contest is over")) &&
        reader_count(c->archive.reader, &counts, e);
    if (well) {
        *done = (struct change_done){
            .kind = CHANGE_REPLACE, .is_fixed = definition_is_fixed(d), .at = counts.games};
        well = coming_write(c, player, old, guard, done, e);
    }
    contest_state_destroy(&s);
    return well;
}
