// What people and programs are told of an analysis.
#include "author/analysis_report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { NODES = 3000 };

// A game of Santorini in which the second player lets the first one climb: she wins by her move.
static const char *const start = "12300/00000/00000/00000/00000 00,44 42,24 1";
static const char *const moves[] = {"00-10+01", "42-43+42", "10-20", NULL};

static struct analysis *judged(void)
{
    const struct game *game = game_find("santorini", NULL);
    struct error e;
    position first;
    move list[8];
    int count = 0;
    assert_true(game->parse(&first, start, &e));
    for (position p = first; moves[count]; count++) {
        if (!game->parse_move(&p, moves[count], &list[count], &e))
            fail_msg("%s: %s", moves[count], e.words);
        game->apply(&p, list[count]);
    }
    struct analysis *a = analysis_create(game, &first, list, count, &e);
    if (!a)
        fail_msg("%s", e.words);
    struct mind *mind = mind_create(brain_find("@max", NULL), game, 0);
    for (int ply = 0; ply < analysis_plies(a); ply++) {
        struct analysis_ply found;
        assert_true(analysis_judge(a, ply, mind, &(struct limits){.nodes = NODES}, NULL, &found));
        analysis_set(a, ply, &found);
    }
    mind_destroy(mind);
    return a;
}

static struct analysis_report report_of(const struct analysis *a)
{
    return (struct analysis_report){.analysis = a,
        .title = "Santorini 5x5, game 1",
        .names = {"ann", "b<o>b\033"},
        .result = "ann won",
        .by = "3,000 nodes",
        .unicode = true};
}

static void assert_has(const struct text *t, const char *words)
{
    if (!strstr(t->bytes, words))
        fail_msg("\"%s\" is not in:\n%s", words, t->bytes);
}

static void the_text_tells_moves_accuracy_and_what_is_proved(void **state)
{
    (void)state;
    struct analysis *a = judged();
    struct analysis_report r = report_of(a);
    struct text out = text_growing();
    analysis_report_text(&r, 80, &out);
    assert_has(&out, "Santorini 5x5, game 1: ann against b<o>b\\u001b, ann won\n");
    assert_has(&out, "   1  ann");
    assert_has(&out, "10-20");
    assert_has(&out, "accuracy        ann ");
    assert_has(&out, "proved          from ");
    assert_has(&out, "█\naccuracy");
    assert_null(strchr(out.bytes, '\033'));
    text_clear(&out);
    r.unicode = false;
    analysis_report_text(&r, 80, &out);
    assert_has(&out, "9\naccuracy");
    text_destroy(&out);
    analysis_destroy(a);
}

static void the_graph_is_an_svg_file_in_which_names_are_text(void **state)
{
    (void)state;
    struct analysis *a = judged();
    const struct analysis_report r = report_of(a);
    struct text out = text_growing();
    analysis_report_svg(&r, &out);
    assert_int_equal(strncmp(out.bytes, "<svg xmlns=", 11), 0);
    assert_has(&out, "against b&lt;o&gt;b\uFFFD</text>");
    assert_has(&out, "</svg>\n");
    assert_null(strstr(out.bytes, "<o>"));
    assert_null(strchr(out.bytes, '\033'));
    text_destroy(&out);
    analysis_destroy(a);
}

// Who plays only what the built-in player thinks best has lost nothing.
static void the_winning_move_loses_nothing(void **state)
{
    (void)state;
    struct analysis *a = judged();
    const int last = analysis_plies(a) - 1;
    assert_true(analysis_at(a, last)->over);
    assert_true(analysis_at(a, last)->value == 1);
    assert_true(analysis_loss(a, last - 1) == 0);
    assert_true(analysis_accuracy(a, 0) > 0);
    assert_int_equal(analysis_proved_from(a) <= last, 1);
    analysis_destroy(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_text_tells_moves_accuracy_and_what_is_proved),
        cmocka_unit_test(the_graph_is_an_svg_file_in_which_names_are_text),
        cmocka_unit_test(the_winning_move_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
