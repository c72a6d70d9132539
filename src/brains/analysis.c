#include "brains/analysis.h"

#include "brains/chance.h"
#include "brains/lines.h"

#include <stdlib.h>

enum { ANALYSIS_SEED = 1 }; // what is drawn by lot is always the same

struct analysis {
    const struct game *game;
    int moves;           // that were played
    int next;            // the first ply that is not done
    position *positions; // one more than moves
    move *played;
    struct analysis_ply *plies; // one more than moves
};

// --- Its life ---

static bool analysis_follow(
    struct analysis *a, const position *start, const move *moves, struct error *e)
{
    a->positions[0] = *start;
    for (int i = 0; i < a->moves; i++) {
        struct refusal why;
        if (!a->game->legal(&a->positions[i], moves[i], &why))
            return error_set(e, "move %d is not legal: %s", i + 1, why.words);
        a->played[i] = moves[i];
        a->positions[i + 1] = a->positions[i];
        a->game->apply(&a->positions[i + 1], moves[i]);
    }
    return true;
}

static struct analysis *analysis_allocate(const struct game *game, int moves)
{
    struct analysis *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    const size_t plies = (size_t)moves + 1;
    *a = (struct analysis){.game = game,
        .moves = moves,
        .positions = calloc(plies, sizeof *a->positions),
        .played = calloc(plies, sizeof *a->played),
        .plies = calloc(plies, sizeof *a->plies)};
    if (a->positions && a->played && a->plies)
        return a;
    analysis_destroy(a);
    return NULL;
}

struct analysis *analysis_create(
    const struct game *game, const position *start, const move *moves, int count, struct error *e)
{
    if (count < 0 || count > ANALYSIS_MOVES_MOST) {
        error_set(e, "%d moves are too many: %d are analysed", count, ANALYSIS_MOVES_MOST);
        return NULL;
    }
    if (!brain_plays(brain_find("@max", NULL), game, e))
        return NULL;
    struct analysis *a = analysis_allocate(game, count);
    if (!a) {
        error_set(e, "out of memory");
        return NULL;
    }
    if (analysis_follow(a, start, moves, e))
        return a;
    analysis_destroy(a);
    return NULL;
}

void analysis_destroy(struct analysis *a)
{
    if (!a)
        return;
    free(a->positions);
    free(a->played);
    free(a->plies);
    free(a);
}

bool analysis_is_of(const struct analysis *a, const struct game *game, const position *start,
    const move *moves, int count)
{
    return a->game == game && a->moves == count && position_equal(&a->positions[0], start) &&
        (count == 0 || memcmp(a->played, moves, (size_t)count * sizeof *moves) == 0);
}

const struct game *analysis_game(const struct analysis *a)
{
    return a->game;
}

int analysis_plies(const struct analysis *a)
{
    return a->moves + 1;
}

int analysis_next(const struct analysis *a)
{
    return a->next;
}

// --- One position ---

static double analysis_result(struct outcome o)
{
    return o.winner == NOBODY ? 0.5 : o.winner == 0 ? 1 : 0;
}

bool analysis_judge(const struct analysis *a, int ply, struct mind *mind,
    const struct limits *limits, const atomic_bool *stop, struct analysis_ply *out)
{
    position p = a->positions[ply];
    *out = (struct analysis_ply){.done = true, .thought = {.best = MOVE_NONE}};
    out->over = a->game->outcome(&p).over;
    move forced = MOVE_NONE;
    line_skip_forced(a->game, &p, &forced, 1);
    const struct outcome o = a->game->outcome(&p);
    if (o.over) {
        out->value = analysis_result(o);
        out->thought.exact = true;
        out->thought.best = forced;
        return true;
    }
    mind_forget(mind);
    mind_think(mind, &p, limits, ANALYSIS_SEED, stop, &out->thought);
    if ((stop && atomic_load(stop)) || out->thought.best == MOVE_NONE)
        return false;
    const double chance = chance_of(a->game, &out->thought);
    out->value = a->game->turn(&p) == 0 ? chance : 1 - chance;
    if (forced != MOVE_NONE) {
        // The score is that of the side to move, here and after the forced moves.
        if (a->game->turn(&p) != a->game->turn(&a->positions[ply]))
            out->thought.score = -out->thought.score;
        out->thought.best = forced;
    }
    return true;
}

void analysis_set(struct analysis *a, int ply, const struct analysis_ply *found)
{
    a->plies[ply] = *found;
    while (a->next <= a->moves && a->plies[a->next].done)
        a->next++;
}

double analysis_loss(const struct analysis *a, int ply)
{
    if (ply >= a->moves || !a->plies[ply].done || !a->plies[ply + 1].done)
        return -1;
    if (a->played[ply] == a->plies[ply].thought.best)
        return 0; // the next position was looked at further: nobody could have known better
    const double lost = a->plies[ply].value - a->plies[ply + 1].value;
    const double loss = a->game->turn(&a->positions[ply]) == 0 ? lost : -lost;
    return loss > 0 ? loss : 0;
}

// --- The whole game ---

// Was there a choice?
static bool analysis_was_asked(const struct analysis *a, int ply)
{
    move moves[MOVES_MAX];
    return ply < a->moves && a->game->moves(&a->positions[ply], moves) > 1;
}

double analysis_accuracy(const struct analysis *a, int seat)
{
    double sum = 0;
    int count = 0;
    for (int ply = 0; ply < a->moves; ply++) {
        const double loss = analysis_loss(a, ply);
        if (loss < 0 || a->game->turn(&a->positions[ply]) != seat || !analysis_was_asked(a, ply))
            continue;
        const double kept = 1 - loss;
        sum += 100 * kept * kept * kept * kept;
        count++;
    }
    return count > 0 ? sum / count : -1;
}

int analysis_count_losses(const struct analysis *a, int seat, double least, double below)
{
    int count = 0;
    for (int ply = 0; ply < a->moves; ply++) {
        const double loss = analysis_loss(a, ply);
        count += a->game->turn(&a->positions[ply]) == seat && loss >= least && loss < below;
    }
    return count;
}

int analysis_turning_point(const struct analysis *a)
{
    const double end = a->plies[a->moves].value;
    if (a->next <= a->moves || end == 0.5)
        return -1;
    for (int ply = a->moves - 1; ply >= 0; ply--)
        if (end > 0.5 ? a->plies[ply].value <= 0.5 : a->plies[ply].value >= 0.5)
            return ply;
    return -1;
}

int analysis_proved_from(const struct analysis *a)
{
    int from = -1;
    for (int ply = a->moves; ply >= 0 && a->plies[ply].done && a->plies[ply].thought.exact; ply--)
        from = ply;
    return from;
}

const position *analysis_position(const struct analysis *a, int ply)
{
    return &a->positions[ply];
}

move analysis_played(const struct analysis *a, int ply)
{
    return ply < a->moves ? a->played[ply] : MOVE_NONE;
}

const struct analysis_ply *analysis_at(const struct analysis *a, int ply)
{
    return &a->plies[ply];
}

void analysis_print_line(const struct analysis *a, int ply, int most, struct text *out)
{
    const struct thought *t = &a->plies[ply].thought;
    position p = a->positions[ply];
    move moves[LINE_MOST];
    int count = line_skip_forced(a->game, &p, moves, LINE_MOST);
    for (int i = 0; i < t->line_length && count < LINE_MOST; i++)
        moves[count++] = t->line[i];
    line_print(
        a->game, &a->positions[ply], moves, count < LINE_MOST ? count : LINE_MOST, most, out);
}

// --- As JSON ---

static void analysis_json_thought(const struct analysis *a, int ply, struct text *out)
{
    const struct thought *t = &a->plies[ply].thought;
    const position *p = &a->positions[ply];
    text_string(out, ",\"score\":");
    if (t->depth > 0) {
        text_char(out, '"');
        chance_print_score(a->game, t, a->game->turn(p), 0, out);
        text_format(out, "\",\"depth\":%d", t->depth);
    } else {
        text_string(out, "null,\"depth\":null");
    }
    text_string(out, ",\"best\":");
    if (t->best != MOVE_NONE) {
        char bytes[MOVE_TEXT_BYTES];
        struct text best = TEXT_IN(bytes);
        a->game->print_move(p, t->best, &best);
        text_json(out, best.bytes);
    } else {
        text_string(out, "null");
    }
    text_format(out, ",\"exact\":%s,\"line\":", t->exact ? "true" : "false");
    char bytes[LINE_MOST * MOVE_TEXT_BYTES];
    struct text line = TEXT_IN(bytes);
    analysis_print_line(a, ply, LINE_MOST, &line);
    text_json(out, line.bytes);
}

static void analysis_json_ply(const struct analysis *a, int ply, struct text *out)
{
    const double loss = analysis_loss(a, ply);
    text_format(out, "{\"ply\":%d,\"value\":%.4f", ply, a->plies[ply].value);
    analysis_json_thought(a, ply, out);
    if (loss >= 0)
        text_format(out, ",\"loss\":%.4f}", loss);
    else
        text_string(out, ",\"loss\":null}");
}

void analysis_json(const struct analysis *a, struct text *out)
{
    const char *comma = "";
    text_char(out, '[');
    for (int ply = 0; ply <= a->moves; ply++) {
        if (!a->plies[ply].done)
            continue;
        text_string(out, comma);
        analysis_json_ply(a, ply, out);
        comma = ",";
    }
    text_char(out, ']');
}
