// agon contest remove, suspend and resume: a player leaves a contest that has begun, for ever or
// for a while.
#include "cli/changing.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "cli/terminal.h"

#include <inttypes.h>
#include <stdlib.h>

struct leaver {
    const char *file, *name;
    enum change_kind kind;
    int64_t at;
    int64_t games; // that are not played, or wait, or are played after all
    bool walkover; // the others win them
};

static bool counts_as_there(const struct contest_player *p)
{
    return p->until == INT64_MAX && !p->suspended;
}

// After the change: there must be somebody to play with.
static bool check_others_stay(const struct changing *c, struct error *e)
{
    const struct contest_file *f = &c->archive.definition.file;
    size_t heroes = 0, others = 0;
    for (size_t i = 0; i < f->player_count; i++) {
        if (counts_as_there(&f->players[i]))
            *(f->format == CONTEST_GAUNTLET && (int64_t)i < f->heroes ? &heroes : &others) += 1;
    }
    if (f->format == CONTEST_GAUNTLET)
        return (heroes > 0 && others > 0) ||
            error_set(e,
                "a gauntlet needs a hero and somebody to meet: add another one first, or "
                "replace this one");
    if (f->format == CONTEST_MATCH)
        return error_set(e, "a match needs its two players: replace this one, or stop");
    return others >= 2 || changing_is_knockout(c) ||
        error_set(e, "a contest needs two players: add another one first");
}

// What it has left open is not played any more. That it rests itself is known already.
static bool gather_open(struct changing *c, const struct survey *s, const struct contest_player *p,
    struct contest_change *change, struct error *e)
{
    change->pairs = calloc(s->count + 1, sizeof *change->pairs);
    if (!change->pairs)
        return error_set(e, "out of memory");
    for (size_t i = 0; i < s->count; i++) {
        int player = changing_number(c, p);
        if (survey_is_before(s, &s->open[i], player) && !survey_waits_for(&s->open[i], player))
            change->pairs[change->pair_count++] = s->open[i].index;
    }
    return true;
}

// Half a pair is worth nothing. Where the other half only waits, it stays.
static bool void_halves(
    struct changing *c, const struct survey *s, const struct leaver *l, int player, struct error *e)
{
    if (l->kind == CHANGE_SUSPEND && changing_is_fixed(c))
        return true;
    for (size_t i = 0; i < s->count; i++) {
        const struct survey_pair *pair = &s->open[i];
        for (int game = 0; game < GAMES_PER_PAIR; game++) {
            if (!survey_plays(pair, player) || pair->half_points[game] == LEDGER_UNKNOWN)
                continue;
            char reason[ERROR_WORDS_BYTES];
            snprintf(reason, sizeof reason,
                "game %" PRId64 ": %s does not play the other game of the pair",
                pair->index * GAMES_PER_PAIR + game + 1, l->name);
            if (!changing_void(c, pair->index, game, reason, e))
                return false;
        }
    }
    return true;
}

// Games of a fixed schedule that fall away or wait, by what the file of the contest says now.
struct left_out {
    int64_t gone, waiting;
};

static void count_left_out(const struct changing *c, struct left_out *out)
{
    *out = (struct left_out){0};
    if (changing_is_fixed(c))
        plan_count_left_out(&c->archive.definition.plan, &out->gone, &out->waiting);
    out->gone *= GAMES_PER_PAIR;
    out->waiting *= GAMES_PER_PAIR;
}

// Games of the player that are stored, and whose pair is not whole.
static int64_t count_halves(const struct survey *s, int player)
{
    int64_t halves = 0;
    for (size_t i = 0; i < s->count; i++) {
        for (int game = 0; game < GAMES_PER_PAIR; game++)
            halves +=
                survey_plays(&s->open[i], player) && s->open[i].half_points[game] != LEDGER_UNKNOWN;
    }
    return halves;
}

static bool check_can_leave(struct changing *c, const struct survey *s,
    const struct contest_player *p, const struct contest_change *change, struct error *e)
{
    bool removed = p->until != INT64_MAX && !p->suspended;
    if (!changing_check_in(c, s, p, e))
        return false;
    // Rounds that were played before it left may have become void, and be drawn with it again.
    if (removed && !changing_is_fixed(c) && p->until <= s->at + 1 &&
        !survey_has_open(s, changing_number(c, p)))
        return error_set(e, "\"%.40s\" has been removed", p->name);
    // What it leaves open it leaves, whatever follows.
    return change->pair_count > 0 || changing_check_rounds(c, s, e);
}

struct leaving {
    const struct survey *survey;
    struct leaver *leaver;
    int player;
    bool removed; // before the change
    struct left_out before;
};

// `user` is a struct leaving. The voids come first: half a pair that nobody finishes would
// contradict the entry.
static bool let_go(struct changing *c, void *user, struct error *e)
{
    const struct leaving *l = user;
    struct left_out now;
    if (!check_others_stay(c, e))
        return false;
    count_left_out(c, &now);
    if (changing_is_fixed(c) && l->leaver->kind == CHANGE_REMOVE)
        l->leaver->games = now.gone - l->before.gone;
    else if (changing_is_fixed(c))
        l->leaver->games = now.waiting - l->before.waiting - count_halves(l->survey, l->player);
    if (l->removed && changing_is_fixed(c) && l->leaver->games == 0)
        return error_set(e, "\"%.40s\" has been removed", l->leaver->name);
    return void_halves(c, l->survey, l->leaver, l->player, e);
}

// When halves of its pairs are all that is stored of a round, they become void, and the round is
// drawn again without the player.
static void go_back(const struct changing *c, struct survey *s, int player)
{
    if (!changing_is_fixed(c) && s->round_games > 0 && s->round_games == count_halves(s, player))
        s->at--;
}

static bool write_leaving(struct changing *c, struct survey *s, struct leaver *l,
    const struct contest_player *p, struct error *e)
{
    go_back(c, s, changing_number(c, p));
    struct contest_change change = {.kind = l->kind, .at = s->at, .rest = l->name};
    struct leaving leaving = {.survey = s,
        .leaver = l,
        .player = changing_number(c, p),
        .removed = p->until != INT64_MAX && !p->suspended};
    bool well = gather_open(c, s, p, &change, e) && check_can_leave(c, s, p, &change, e);
    count_left_out(c, &leaving.before);
    l->at = s->at;
    l->walkover = c->archive.definition.plan.format->walkover;
    l->games = GAMES_PER_PAIR * (int64_t)change.pair_count;
    well = well && changing_write(c, &change, let_go, &leaving, e);
    free(change.pairs);
    return well;
}

static bool leave(struct changing *c, struct leaver *l, struct error *e)
{
    struct survey s = {0};
    // Who was removed may have to play a game again that is void, and leave once more.
    const struct contest_player *p = changing_find(c, l->name);
    if (!p)
        return change_find_player(&c->archive.definition.file, l->name, e) != NULL;
    l->name = p->name;
    bool well =
        survey_take(&s, &c->archive.definition, &c->ledger, e) && write_leaving(c, &s, l, p, e);
    survey_destroy(&s);
    return well;
}

static bool come_back(struct changing *c, struct leaver *l, struct error *e)
{
    struct survey s = {0};
    struct left_out before, after;
    const struct contest_player *p = change_find_player(&c->archive.definition.file, l->name, e);
    if (!p)
        return false;
    l->name = p->name;
    bool well = survey_take(&s, &c->archive.definition, &c->ledger, e) &&
        changing_check_in(c, &s, p, e) && changing_check_rounds(c, &s, e);
    count_left_out(c, &before);
    const struct contest_change change = {.kind = l->kind, .at = s.at, .rest = l->name};
    well = well && changing_write(c, &change, NULL, NULL, e);
    count_left_out(c, &after);
    l->at = s.at;
    if (well)
        l->games = before.waiting - after.waiting - count_halves(&s, changing_number(c, p));
    survey_destroy(&s);
    return well;
}

// "bob is removed: 12 games fall away"
static void text_leaver(struct text *out, const struct changing *c, const struct leaver *l)
{
    static const char *const states[CHANGE_KINDS] = {[CHANGE_REMOVE] = "is removed",
        [CHANGE_SUSPEND] = "is suspended",
        [CHANGE_RESUME] = "plays again"};
    text_format(out, "%s %s", l->name, states[l->kind]);
    if (!changing_is_fixed(c)) {
        text_string(out, l->kind == CHANGE_RESUME ? " from " : ", from ");
        changing_text_place(out, c, l->at);
        text_string(out, " on");
    }
    if (l->games == 0)
        return;
    text_string(out, changing_is_fixed(c) ? ": " : "; ");
    const char *what = l->kind == CHANGE_RESUME             ? "are to be played"
        : l->kind == CHANGE_SUSPEND && changing_is_fixed(c) ? "wait"
        : l->walkover                                       ? "are won by the other one"
                                                            : "fall away";
    text_format(out, "%" PRId64 " games %s", l->games, what);
}

static int change_leaver(const struct command *self, int argc, char **argv, enum change_kind kind)
{
    struct leaver l = {.kind = kind};
    const struct argument arguments[] = {
        {"FILE", "the contest file", &l.file}, {"NAME", "what the player is called", &l.name}};
    const struct syntax syntax = {self, arguments, 2, NULL, 0};
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    struct changing c;
    int status = EXIT_WRONG_INPUT;
    struct text words = text_growing();
    if (changing_open(&c, l.file)) {
        bool well = kind == CHANGE_RESUME ? come_back(&c, &l, &e) : leave(&c, &l, &e);
        status = well ? EXIT_OK : wrong_input(&e);
        if (well)
            text_leaver(&words, &c, &l);
    }
    status = changing_close(&c, status);
    if (status == EXIT_OK) {
        print_part(stdout, "%s", words.bytes);
        print_command("; to go on:  ", "contest run", l.file);
    }
    text_destroy(&words);
    return status;
}

int contest_remove(const struct command *self, int argc, char **argv)
{
    return change_leaver(self, argc, argv, CHANGE_REMOVE);
}

int contest_suspend(const struct command *self, int argc, char **argv)
{
    return change_leaver(self, argc, argv, CHANGE_SUSPEND);
}

int contest_resume(const struct command *self, int argc, char **argv)
{
    return change_leaver(self, argc, argv, CHANGE_RESUME);
}
