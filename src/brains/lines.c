#include "brains/lines.h"

#include "brains/chance.h"
#include "brains/search.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINES_SEED = 1, // what is drawn by lot is always the same
    LINES_FIRST_NODES = 1000,
    LINES_STEP_FACTOR = 4, // a step may cost so many times the nodes of the one before
    LINES_STEPS_MOST = 14,
};

struct lines {
    const struct game *game;
    position position;
    int wanted;
    int count;      // of legal moves
    int step;       // that is under way, from 1 on
    int candidates; // how many of the moves, from the first, it looks at
    int next;       // the place of the next one
    uint64_t nodes;
    struct line all[MOVES_MAX];
};

// --- Its life ---

struct lines *lines_create(const struct game *game, const position *p, int wanted, struct error *e)
{
    move moves[MOVES_MAX];
    if (!brain_plays(brain_find("@max", NULL), game, e))
        return NULL;
    const int count = game->moves(p, moves);
    if (count == 0) {
        error_set(e, "the game is over there");
        return NULL;
    }
    struct lines *l = calloc(1, sizeof *l);
    if (!l) {
        error_set(e, "out of memory");
        return NULL;
    }
    *l = (struct lines){.game = game,
        .position = *p,
        .wanted = wanted < 1             ? 1
            : wanted > LINES_WANTED_MOST ? LINES_WANTED_MOST
                                         : wanted,
        .count = count,
        .step = 1,
        .candidates = count};
    for (int i = 0; i < count; i++)
        l->all[i].thought.best = moves[i];
    return l;
}

void lines_destroy(struct lines *l)
{
    free(l);
}

// --- One move ---

int line_skip_forced(const struct game *game, position *p, move *skipped, int most)
{
    int count = 0;
    while (game->forced && !game->outcome(p).over) {
        const move forced = game->forced(p);
        if (forced == MOVE_NONE)
            break;
        if (count < most)
            skipped[count] = forced;
        count++;
        game->apply(p, forced);
    }
    return count;
}

// The game is over in `p`: the score of `seat`, as a search would give it.
static int lines_final_score(const struct game *game, const position *p, int seat)
{
    if (engine_of(game)->counts_stones)
        return engine_of(game)->final_score(p, seat);
    const int winner = game->outcome(p).winner;
    return winner == NOBODY ? 0 : winner == seat ? SCORE_WIN : -SCORE_WIN;
}

// A proved win is one move further away, seen from the position before the move.
static int lines_move_back(const struct game *game, int score)
{
    if (engine_of(game)->counts_stones || score == 0)
        return score;
    return score > 0 ? score - 1 : score + 1;
}

static uint64_t lines_step_nodes(int step)
{
    uint64_t nodes = LINES_FIRST_NODES;
    for (int i = 1; i < step; i++)
        nodes *= LINES_STEP_FACTOR;
    return nodes;
}

bool lines_judge(const struct lines *l, struct mind *mind, int threads, const atomic_bool *stop,
    struct line *out)
{
    const struct game *game = l->game;
    const move first = l->all[l->next].thought.best;
    const int seat = game->turn(&l->position);
    position p = l->position;
    struct thought *t = &out->thought;
    *out = (struct line){.step = l->step, .thought = {.best = first, .line = {first}}};
    game->apply(&p, first);
    int length = 1 + line_skip_forced(game, &p, t->line + 1, LINE_MOST - 1);
    length = length < LINE_MOST ? length : LINE_MOST;
    struct thought found = {.exact = true};
    if (game->outcome(&p).over) {
        found.score = lines_final_score(game, &p, seat);
    } else {
        const struct limits limits = {.nodes = lines_step_nodes(l->step), .threads = threads};
        mind_think(mind, &p, &limits, LINES_SEED, stop, &found);
        if ((stop && atomic_load(stop)) || found.best == MOVE_NONE)
            return false;
        if (game->turn(&p) != seat)
            found.score = -found.score;
    }
    t->exact = found.exact;
    t->score = found.exact ? lines_move_back(game, found.score) : found.score;
    t->depth = found.depth + 1;
    t->nodes = found.nodes;
    for (int i = 0; i < found.line_length && length < LINE_MOST; i++)
        t->line[length++] = found.line[i];
    t->line_length = length;
    out->chance = chance_of(game, t);
    return true;
}

// --- The steps ---

// The better one first; equal ones stay in the order of the rules.
static int lines_compare_scores(const void *left, const void *right)
{
    const struct line *a = left, *b = right;
    if (a->chance != b->chance)
        return a->chance > b->chance ? -1 : 1;
    if (a->thought.score != b->thought.score)
        return a->thought.score > b->thought.score ? -1 : 1;
    return a->thought.best < b->thought.best ? -1 : a->thought.best > b->thought.best;
}

static void lines_begin_step(struct lines *l)
{
    qsort(l->all, (size_t)l->candidates, sizeof *l->all, lines_compare_scores);
    // Four times the wanted ones, then twice, then one more than is wanted.
    const int wish = l->step == 1 ? 4 * l->wanted : l->step == 2 ? 2 * l->wanted : l->wanted + 1;
    if (wish < l->candidates)
        l->candidates = wish;
    l->step++;
    l->next = 0;
}

void lines_take(struct lines *l, const struct line *found)
{
    l->all[l->next] = *found;
    l->nodes += found->thought.nodes;
    l->next++;
    if (l->next == l->candidates)
        lines_begin_step(l);
}

bool lines_done(const struct lines *l)
{
    if (l->step > LINES_STEPS_MOST)
        return true;
    if (l->next > 0 || l->step == 1)
        return false;
    for (int i = 0; i < l->wanted && i < l->count; i++)
        if (!l->all[i].thought.exact)
            return false;
    // A proved win needs no other move; anything else does until all candidates are proved.
    for (int i = 0; i < l->candidates; i++)
        if (!l->all[i].thought.exact)
            return l->wanted == 1 && l->all[0].chance == 1;
    return true;
}

uint64_t lines_nodes(const struct lines *l)
{
    return l->nodes;
}

// In the middle of a step some were looked at further than others: all of them that are still in
// question are compared.
int lines_copy(const struct lines *l, struct line *out, int most)
{
    struct line candidates[MOVES_MAX];
    const int count = l->step == 1 ? l->next : l->candidates;
    memcpy(candidates, l->all, (size_t)count * sizeof *candidates);
    qsort(candidates, (size_t)count, sizeof *candidates, lines_compare_scores);
    const int copied = count < most ? count : most;
    memcpy(out, candidates, (size_t)copied * sizeof *out);
    return copied;
}

void line_print(const struct game *game, const position *p, const move *moves, int count, int most,
    struct text *out)
{
    position at = *p;
    for (int i = 0; i < count && i < most && game->legal(&at, moves[i], NULL); i++) {
        if (i > 0)
            text_char(out, ' ');
        game->print_move(&at, moves[i], out);
        game->apply(&at, moves[i]);
    }
}
