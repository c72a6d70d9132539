#include "report/slip_tally.h"

#include <inttypes.h>

void slip_tally_add(struct slip_tally *t, const struct result *r)
{
    const struct explanation *x = &r->refused;
    if (!x->wire)
        return;
    if (t->refused == 0) {
        t->possible = x->possible;
        t->named_count = x->slip_count;
        for (int i = 0; i < x->slip_count; i++)
            t->named[i] = x->slips[i];
    }
    t->possible &= x->possible;
    t->refused++;
}

void slip_tally_text(struct text *out, const struct slip_tally *t, const char *name)
{
    if (t->refused == 0 || t->possible == 0)
        return;
    enum slip slip = (enum slip)__builtin_ctz(t->possible);
    for (int i = t->named_count - 1; i >= 0; i--) {
        if (t->possible & SLIP_BIT(t->named[i].slip))
            slip = t->named[i].slip;
    }
    text_format(out, "perhaps:  %s. That explains ", slips[slip].words);
    if (t->refused == 1)
        text_format(out, "the refused move of %s\n", name);
    else
        text_format(out, "all %" PRId64 " refused moves of %s\n", t->refused, name);
}
