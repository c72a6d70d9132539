// How strong versions are, by the tests between them.
#include "author/strength.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct strength s;

static void add(struct text *file, const char *game, const char *old, int64_t old_time,
    const char *new, int64_t new_time, double elo, double error)
{
    struct strength_version a = {.subject = "a <b> & \"c\"", .time_s = old_time};
    struct strength_version b = {.subject = "d", .time_s = new_time};
    strcpy(a.name, old);
    strcpy(b.name, new);
    const struct strength_entry entry = {.game = game,
        .verdict = "accepted",
        .old = &a,
        .new = &b,
        .elo = elo,
        .error = error,
        .games = 100,
        .at_s = 5};
    strength_line(&entry, file);
}

static const struct strength_version *version(const char *name)
{
    for (int i = 0; i < s.version_count; i++)
        if (strcmp(s.versions[i].name, name) == 0)
            return &s.versions[i];
    fail_msg("no version %s", name);
    return NULL;
}

static void read_all(const struct text *file, const char *game)
{
    struct error e;
    if (!strength_read(&s, game, file->bytes, file->length, &e) || !strength_judge(&s, &e))
        fail_msg("%s", e.words);
}

// One after the other: differences add up, and so do the squares of their errors.
static void a_chain_of_tests_adds_up(void **state)
{
    (void)state;
    struct text file = text_growing();
    add(&file, "reversi", "one", 1, "two", 2, 30, 3);
    add(&file, "reversi", "two", 2, "three", 3, 20, 4);
    add(&file, "stones", "one", 1, "three", 3, -900, 1);
    read_all(&file, "reversi");
    assert_int_equal(s.version_count, 3);
    assert_string_equal(s.versions[0].name, "one");
    assert_true(s.versions[0].elo == 0 && s.versions[0].error == 0);
    assert_true(fabs(version("two")->elo - 30) < 1e-6 && fabs(version("two")->error - 3) < 1e-6);
    assert_true(
        fabs(version("three")->elo - 50) < 1e-6 && fabs(version("three")->error - 5) < 1e-6);
    assert_int_equal(version("two")->games, 200);
    text_destroy(&file);
}

static void commits_of_the_same_second_are_ordered_by_their_tests(void **state)
{
    (void)state;
    struct text file = text_growing();
    add(&file, "reversi", "b", 7, "a", 7, 10, 1);
    add(&file, "reversi", "c", 7, "b", 7, 10, 1);
    add(&file, "reversi", "a", 7, "later", 8, 10, 1);
    read_all(&file, "reversi");
    static const char *const order[] = {"c", "b", "a", "later"};
    for (int i = 0; i < 4; i++) {
        assert_string_equal(s.versions[i].name, order[i]);
        assert_true(fabs(s.versions[i].elo - 10 * i) < 1e-6);
    }
    add(&file, "reversi", "a", 7, "c", 7, -20, 1); // which goes round in a circle
    read_all(&file, "reversi");
    assert_string_equal(s.versions[3].name, "later");
    text_destroy(&file);
}

// Two tests of the same versions: the surer one counts more, by the squares of the errors.
static void tests_of_the_same_versions_are_weighed(void **state)
{
    (void)state;
    struct text file = text_growing();
    add(&file, "reversi", "one", 1, "two", 2, 10, 1);
    add(&file, "reversi", "one", 1, "two", 2, 40, 2);
    read_all(&file, "reversi");
    assert_true(fabs(version("two")->elo - (10 * 1.0 + 40 * 0.25) / 1.25) < 1e-6);
    assert_true(fabs(version("two")->error - sqrt(1 / 1.25)) < 1e-6);
    text_destroy(&file);
}

static void versions_that_were_never_compared_stand_apart(void **state)
{
    (void)state;
    struct text file = text_growing(), out = text_growing();
    add(&file, "reversi", "three", 3, "four", 4, 7, 1);
    add(&file, "reversi", "one", 1, "two", 2, 10, 1);
    read_all(&file, "reversi");
    assert_true(version("one")->group != version("four")->group);
    assert_true(version("one")->elo == 0 && version("three")->elo == 0);
    strength_text(&s, &out);
    assert_non_null(strstr(out.bytes, "not compared with those above"));
    text_clear(&out);
    strength_svg(&s, "T <x>", &out);
    assert_non_null(strstr(out.bytes, "T &lt;x&gt;"));
    assert_non_null(strstr(out.bytes, "a &lt;b&gt; &amp;"));
    assert_null(strstr(out.bytes, "<b>"));
    text_destroy(&out);
    text_destroy(&file);
}

// The lowest line of this plot lies little above its lower end, which is less than 0.
static void the_zero_of_the_plot_has_no_minus(void **state)
{
    (void)state;
    struct text file = text_growing(), out = text_growing();
    add(&file, "reversi", "one", 1, "two", 2, 377, 151);
    read_all(&file, "reversi");
    strength_svg(&s, "T", &out);
    assert_non_null(strstr(out.bytes, ">+0</text>"));
    assert_null(strstr(out.bytes, ">-0</text>"));
    text_destroy(&out);
    text_destroy(&file);
}

static void a_torn_last_line_is_left_out_and_a_wrong_one_is_named(void **state)
{
    (void)state;
    struct error e;
    struct text file = text_growing();
    add(&file, "reversi", "one", 1, "two", 2, 10, 1);
    text_string(&file, "{\"at\":1,\"ga");
    read_all(&file, "reversi");
    assert_int_equal(s.version_count, 2);
    text_string(&file, "\n");
    assert_false(strength_read(&s, "reversi", file.bytes, file.length, &e));
    assert_non_null(strstr(e.words, "line 2"));
    static const char *const wrong[] = {"[]\n", "{}\n",
        "{\"game\":\"reversi\",\"old\":{},\"new\":{},\"elo\":1,\"error\":1,\"games\":1}\n",
        "{\"game\":\"reversi\",\"old\":{\"version\":\"a\",\"subject\":\"\",\"time\":1},\"new\":"
        "{\"version\":\"a\",\"subject\":\"\",\"time\":1},\"elo\":1,\"error\":1,\"games\":1}\n",
        "{\"game\":\"reversi\",\"old\":{\"version\":\"a\",\"subject\":\"\",\"time\":1},\"new\":"
        "{\"version\":\"b\",\"subject\":\"\",\"time\":1},\"elo\":1,\"error\":0,\"games\":1}\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(strength_read(&s, "reversi", wrong[i], strlen(wrong[i]), &e));
        assert_non_null(strstr(e.words, "line 1"));
    }
    text_destroy(&file);
}

static void who_won_everything_is_much_stronger_but_not_without_end(void **state)
{
    (void)state;
    double elo, error;
    strength_estimate(14, 14, &elo, &error);
    assert_true(elo > 400 && elo < 800 && error > 100);
    double other, same;
    strength_estimate(0, 14, &other, &same);
    assert_true(fabs(elo + other) < 1e-6 && fabs(error - same) < 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_of_tests_adds_up),
        cmocka_unit_test(commits_of_the_same_second_are_ordered_by_their_tests),
        cmocka_unit_test(tests_of_the_same_versions_are_weighed),
        cmocka_unit_test(versions_that_were_never_compared_stand_apart),
        cmocka_unit_test(the_zero_of_the_plot_has_no_minus),
        cmocka_unit_test(a_torn_last_line_is_left_out_and_a_wrong_one_is_named),
        cmocka_unit_test(who_won_everything_is_much_stronger_but_not_without_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
