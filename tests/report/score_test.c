// The points of two players in a match.
#include "report/score.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void count(struct score scores[SEATS], enum verdict v, int winner, int blame)
{
    const struct result r = {.verdict = v, .winner = winner, .blame = blame};
    score_count((struct score *[]){&scores[0], &scores[1]}, &r);
}

static void each_game_counts_for_both_seats(void **state)
{
    (void)state;
    struct score scores[SEATS] = {0};
    count(scores, VERDICT_WON, 0, NOBODY);
    count(scores, VERDICT_DRAW, NOBODY, NOBODY);
    count(scores, VERDICT_TIMEOUT, 0, 1);
    struct text out = text_growing();
    score_json(&out, (const char *[]){"ann", "bob"},
        (const struct score *[]){&scores[0], &scores[1]}, SEATS);
    assert_string_equal(out.bytes,
        "\"wins\":{\"ann\":2,\"bob\":0},\"draws\":{\"ann\":1,\"bob\":1},"
        "\"losses\":{\"ann\":0,\"bob\":2},\"faults\":{\"ann\":0,\"bob\":1}");
    text_destroy(&out);
}

static void a_void_game_counts_for_nobody(void **state)
{
    (void)state;
    struct score scores[SEATS] = {0};
    count(scores, VERDICT_VOID, NOBODY, NOBODY);
    assert_int_equal(scores[0].draws + scores[1].draws, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_game_counts_for_both_seats),
        cmocka_unit_test(a_void_game_counts_for_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
