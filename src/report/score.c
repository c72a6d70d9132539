#include "report/score.h"

#include <inttypes.h>

void score_count(struct score *scores[SEATS], const struct result *r)
{
    if (r->verdict == VERDICT_VOID)
        return;
    for (int seat = 0; seat < SEATS; seat++) {
        scores[seat]->wins += r->winner == seat;
        scores[seat]->draws += r->winner == NOBODY;
        scores[seat]->losses += r->winner == 1 - seat;
        scores[seat]->faults += r->blame == seat;
    }
}

static int64_t score_wins(const struct score *s)
{
    return s->wins;
}

static int64_t score_draws(const struct score *s)
{
    return s->draws;
}

static int64_t score_losses(const struct score *s)
{
    return s->losses;
}

static int64_t score_faults(const struct score *s)
{
    return s->faults;
}

void score_json(
    struct text *out, const char *const *names, const struct score *const *scores, size_t count)
{
    static const struct {
        const char *key;
        int64_t (*value)(const struct score *s);
    } columns[] = {{"wins", score_wins}, {"draws", score_draws}, {"losses", score_losses},
        {"faults", score_faults}};
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
        text_format(out, "%s\"%s\":{", c > 0 ? "," : "", columns[c].key);
        for (size_t i = 0; i < count; i++) {
            if (i > 0)
                text_char(out, ',');
            text_json(out, names[i]);
            text_format(out, ":%" PRId64, columns[c].value(scores[i]));
        }
        text_char(out, '}');
    }
}
