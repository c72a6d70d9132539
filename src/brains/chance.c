#include "brains/chance.h"

#include "brains/search.h"

#include <math.h>
#include <stdlib.h>

double chance_of(const struct game *game, const struct thought *t)
{
    if (t->exact)
        return t->score > 0 ? 1 : t->score < 0 ? 0 : 0.5;
    return 1 / (1 + exp(-t->score / engine_of(game)->chance_score));
}

void chance_print_score(
    const struct game *game, const struct thought *t, int turn, int seat, struct text *out)
{
    const int score = turn == seat ? t->score : -t->score;
    if (!t->exact)
        text_format(out, "%+.1f", (double)score / SCORE_STONE);
    else if (engine_of(game)->counts_stones || score == 0)
        text_format(out, score == 0 ? "0" : "%+d", score / SCORE_STONE);
    else
        text_format(out, "%c#%d", score > 0 ? '+' : '-', SCORE_WIN - abs(score));
}
