// A player leaves a contest that has begun, for ever or for a while, or returns.
#include "archive/changes/editing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// --- Games that are not played ---

// Games of a fixed schedule that fall away or wait, by the plan of a definition.
struct left_out {
    int64_t gone, waiting;
};

static struct left_out leaving_count(const struct definition *d)
{
    struct left_out out = {0};
    if (definition_is_fixed(d))
        plan_count_left_out(&d->plan, &out.gone, &out.waiting);
    out.gone *= GAMES_PER_PAIR;
    out.waiting *= GAMES_PER_PAIR;
    return out;
}

// Games of the player that are stored, and whose pair is not whole.
static int64_t leaving_count_halves(const struct contest_state *s, int player)
{
    int64_t halves = 0;
    for (size_t i = 0; i < s->count; i++) {
        for (int game = 0; game < GAMES_PER_PAIR; game++)
            halves += open_pair_plays(&s->open[i], player) &&
                s->open[i].half_points[game] != LEDGER_UNKNOWN;
    }
    return halves;
}

// When halves of its pairs are all that is stored of a round, they become void, and the round is
// drawn again without the player.
static void leaving_go_back(struct contest_state *s, int player)
{
    if (!definition_is_fixed(s->definition) && s->round_games > 0 &&
        s->round_games == leaving_count_halves(s, player))
        s->at--;
}

// --- Leaving ---

struct leaving {
    struct changes *changes;
    struct contest_state state;
    const struct contest_player *who;
    int player; // its number
    struct contest_change change;
    struct change_done *done;
};

static bool leaving_was_removed(const struct leaving *l)
{
    return l->who->until != INT64_MAX && !l->who->suspended;
}

// Gathers the open pairs that the player leaves behind. Pairs that only wait for it are known
// already.
static bool leaving_gather_pairs(struct leaving *l, struct error *e)
{
    const struct contest_state *s = &l->state;
    l->change.pairs = calloc(s->count + 1, sizeof *l->change.pairs);
    if (!l->change.pairs)
        return error_set(e, "out of memory");
    for (size_t i = 0; i < s->count; i++) {
        if (contest_state_is_before(s, &s->open[i], l->player) &&
            !open_pair_waits_for(&s->open[i], l->player))
            l->change.pairs[l->change.pair_count++] = s->open[i].index;
    }
    return true;
}

static bool leaving_check(const struct leaving *l, struct error *e)
{
    const struct contest_state *s = &l->state;
    if (!editing_check_in(l->changes, s, l->who, e))
        return false;
    // Rounds that were played before it left may have become void, and be drawn with it again.
    if (leaving_was_removed(l) && !definition_is_fixed(s->definition) &&
        l->who->until <= s->at + 1 && !contest_state_has_open(s, l->player))
        return error_set(e, "\"%.40s\" has been removed", l->who->name);
    // It leaves its open pairs, whatever follows.
    return l->change.pair_count > 0 || editing_check_rounds(l->changes, s, e);
}

static bool leaving_counts_as_there(const struct contest_player *p)
{
    return p->until == INT64_MAX && !p->suspended;
}

// There must still be two players who can play each other.
static bool leaving_check_others(const struct definition *after, struct error *e)
{
    const struct contest_file *f = &after->file;
    size_t heroes = 0, others = 0;
    for (size_t i = 0; i < f->player_count; i++) {
        if (leaving_counts_as_there(&f->players[i]))
            *(f->format == CONTEST_GAUNTLET && (int64_t)i < f->heroes ? &heroes : &others) += 1;
    }
    if (f->format == CONTEST_GAUNTLET)
        return (heroes > 0 && others > 0) ||
            error_set(e,
                "a gauntlet needs a hero and somebody to meet: add another one first, or "
                "replace this one");
    if (f->format == CONTEST_MATCH)
        return error_set(e, "a match needs its two players: replace this one, or stop");
    return others >= 2 || definition_is_knockout(after) ||
        error_set(e, "a contest needs two players: add another one first");
}

static bool leaving_count_games(struct leaving *l, const struct definition *after, struct error *e)
{
    const struct definition *before = &l->changes->archive.definition;
    l->done->games = GAMES_PER_PAIR * (int64_t)l->change.pair_count;
    if (!definition_is_fixed(before))
        return true;
    struct left_out was = leaving_count(before), is = leaving_count(after);
    if (l->change.kind == CHANGE_REMOVE)
        l->done->games = is.gone - was.gone;
    else
        l->done->games = is.waiting - was.waiting - leaving_count_halves(&l->state, l->player);
    return !leaving_was_removed(l) || l->done->games != 0 ||
        error_set(e, "\"%.40s\" has been removed", l->who->name);
}

// Half a pair is worth nothing. Where the other half only waits, it stays.
static bool leaving_void_halves(const struct leaving *l, struct error *e)
{
    const struct contest_state *s = &l->state;
    if (l->change.kind == CHANGE_SUSPEND && definition_is_fixed(s->definition))
        return true;
    for (size_t i = 0; i < s->count; i++) {
        const struct open_pair *pair = &s->open[i];
        for (int game = 0; game < GAMES_PER_PAIR; game++) {
            if (!open_pair_plays(pair, l->player) || pair->half_points[game] == LEDGER_UNKNOWN)
                continue;
            char reason[ERROR_WORDS_BYTES];
            snprintf(reason, sizeof reason,
                "game %" PRId64 ": %s does not play the other game of the pair",
                pair->index * GAMES_PER_PAIR + game + 1, l->who->name);
            if (!editing_void(l->changes, pair->index, game, reason, e))
                return false;
        }
    }
    return true;
}

// The voids come first: half a pair that nobody finishes would contradict the entry.
static bool leaving_write(struct leaving *l, struct error *e)
{
    struct editing_trial trial;
    bool well = editing_try(l->changes, &l->change, &definition_words, &trial, e) &&
        leaving_check_others(&trial.after, e) && leaving_count_games(l, &trial.after, e) &&
        leaving_void_halves(l, e) && editing_write(l->changes, l->change.kind, &trial, e) &&
        editing_finish(l->changes, e);
    editing_end_trial(&trial);
    return well;
}

static bool leaving_change(struct changes *c, enum change_kind kind, const char *name,
    struct change_done *done, struct error *e)
{
    if (!editing_refresh(c, e))
        return false;
    const struct definition *d = &c->archive.definition;
    // A player who was removed may have to play a game again that is void, and leave once more.
    const struct contest_player *who = change_any_player(&d->file, name);
    if (!who)
        return change_find_player(&d->file, name, e) != NULL;
    struct leaving l = {.changes = c, .who = who, .player = editing_number(c, who), .done = done};
    bool well = contest_state_read(&l.state, d, &c->ledger, e);
    if (well) {
        leaving_go_back(&l.state, l.player);
        l.change = (struct contest_change){.kind = kind, .at = l.state.at, .rest = who->name};
        *done = (struct change_done){.kind = kind,
            .is_fixed = definition_is_fixed(d),
            .at = l.state.at,
            .walkover = d->plan.format->walkover};
        snprintf(done->name, sizeof done->name, "%s", who->name);
        well = leaving_gather_pairs(&l, e) && leaving_check(&l, e) && leaving_write(&l, e);
    }
    free(l.change.pairs);
    contest_state_destroy(&l.state);
    return well;
}

bool changes_remove(struct changes *c, const char *name, struct change_done *done, struct error *e)
{
    return leaving_change(c, CHANGE_REMOVE, name, done, e);
}

bool changes_suspend(struct changes *c, const char *name, struct change_done *done, struct error *e)
{
    return leaving_change(c, CHANGE_SUSPEND, name, done, e);
}

// --- Returning ---

static bool leaving_write_return(
    struct changes *c, const struct contest_state *s, struct change_done *done, struct error *e)
{
    const struct definition *d = &c->archive.definition;
    const struct contest_change change = {
        .kind = CHANGE_RESUME, .at = done->at, .rest = done->name};
    struct editing_trial trial;
    bool well = editing_try(c, &change, &definition_words, &trial, e);
    if (well) {
        int player = editing_number(c, change_any_player(&d->file, done->name));
        done->games = leaving_count(d).waiting - leaving_count(&trial.after).waiting -
            leaving_count_halves(s, player);
        well = editing_write(c, CHANGE_RESUME, &trial, e) && editing_finish(c, e);
    }
    editing_end_trial(&trial);
    return well;
}

bool changes_resume(struct changes *c, const char *name, struct change_done *done, struct error *e)
{
    struct contest_state s = {0};
    if (!editing_refresh(c, e))
        return false;
    const struct definition *d = &c->archive.definition;
    const struct contest_player *who = change_find_player(&d->file, name, e);
    if (!who)
        return false;
    bool well = contest_state_read(&s, d, &c->ledger, e) && editing_check_in(c, &s, who, e) &&
        editing_check_rounds(c, &s, e);
    if (well) {
        *done = (struct change_done){
            .kind = CHANGE_RESUME, .is_fixed = definition_is_fixed(d), .at = s.at};
        snprintf(done->name, sizeof done->name, "%s", who->name);
        well = leaving_write_return(c, &s, done, e);
    }
    contest_state_destroy(&s);
    return well;
}
