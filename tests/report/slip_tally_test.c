#include "report/slip_tally.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// A game that was lost by a move which these slips explain; the first is the likeliest.
static struct result refused(enum slip first, enum slip second)
{
    struct result r = {.blame = 0};
    r.refused.wire = wire_find("hgp", NULL);
    r.refused.slip_count = 2;
    r.refused.slips[0].slip = first;
    r.refused.slips[1].slip = second;
    r.refused.possible = SLIP_BIT(first) | SLIP_BIT(second);
    return r;
}

static void expect_words(const struct slip_tally *t, const char *expected)
{
    struct text out = text_growing();
    slip_tally_text(&out, t, "mybot");
    assert_string_equal(out.bytes, expected);
    text_destroy(&out);
}

static void the_likeliest_slip_is_told_that_explains_every_move(void **state)
{
    (void)state;
    struct slip_tally t = {0};
    expect_words(&t, "");
    slip_tally_add(&t, &(struct result){.blame = 0}); // lost otherwise
    expect_words(&t, "");
    struct result r = refused(SLIP_SWAPPED, SLIP_STALE);
    slip_tally_add(&t, &r);
    expect_words(&t,
        "perhaps:  row and column (x and y) are swapped. That explains the refused move of "
        "mybot\n");
    r = refused(SLIP_TOO_LOW, SLIP_STALE);
    slip_tally_add(&t, &r);
    expect_words(&t,
        "perhaps:  it looked at the board before the last move: there it was legal. That explains "
        "all 2 refused moves of mybot\n");
    r = refused(SLIP_TOO_LOW, SLIP_SWAPPED);
    slip_tally_add(&t, &r);
    expect_words(&t, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_likeliest_slip_is_told_that_explains_every_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
