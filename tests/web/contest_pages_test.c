// What the home page is told of a stored contest.
#include "web/site/contest_pages.h"

#include "archive/help.h"

#include <jansson.h>
#include <string.h>

static const char contest[] = "game: reversi\ngames: 20\nplayers:\n"
                              "  - {name: ann, player: '@1'}\n"
                              "  - {name: bob, player: '@2'}\n"
                              "  - {name: cid, player: '@3'}\n";

// What is known after so many games; to be destroyed.
static struct documents_summary summary_after(int64_t count)
{
    struct contest_pages pages = {0};
    struct documents_summary summary = {.leaders = text_growing()};
    struct error e = {0};
    help_begin(contest);
    help_play(count, help_lower_wins);
    if (!contest_pages_open(&pages, place.path, &e) || !contest_pages_summary(&pages, &summary, &e))
        fail_msg("%s", e.words);
    contest_pages_close(&pages);
    return summary;
}

// The object of a verdict; to be released.
static json_t *verdict_of(const struct documents_summary *summary, size_t i)
{
    struct text out = text_growing();
    verdict_line_put(&out, &summary->verdicts[i], "cup");
    json_t *object = json_loads(out.bytes, 0, NULL);
    text_destroy(&out);
    return object;
}

static void whoever_has_not_played_has_no_rating(void **state)
{
    (void)state;
    struct documents_summary summary = summary_after(2);
    json_t *leaders = json_loads(summary.leaders.bytes, 0, NULL);
    json_t *game = verdict_of(&summary, 0);
    assert_int_equal(json_array_size(leaders), 3);
    int rated = 0;
    for (size_t i = 0; i < 3; i++) {
        json_t *one = json_array_get(leaders, i), *name = json_object_get(one, "player");
        bool played = json_equal(name, json_object_get(game, "first")) ||
            json_equal(name, json_object_get(game, "second"));
        assert_int_equal(json_is_number(json_object_get(one, "rating")), played);
        assert_int_equal(json_is_number(json_object_get(one, "error")), played);
        rated += played;
    }
    assert_int_equal(rated, 2);
    json_decref(game);
    json_decref(leaders);
    documents_summary_destroy(&summary);
}

static void the_last_games_are_known_the_newest_first(void **state)
{
    (void)state;
    struct documents_summary summary = summary_after(50);
    assert_int_equal(summary.verdict_count, DOCUMENTS_VERDICTS);
    for (size_t i = 0; i + 1 < DOCUMENTS_VERDICTS; i++)
        assert_true(summary.verdicts[i].number > summary.verdicts[i + 1].number);
    json_t *newest = verdict_of(&summary, 0);
    assert_string_equal(json_string_value(json_object_get(newest, "contest")), "cup");
    assert_int_equal(json_integer_value(json_object_get(newest, "number")), 50);
    assert_true(json_is_integer(json_object_get(newest, "winner")));
    json_decref(newest);
    documents_summary_destroy(&summary);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            whoever_has_not_played_has_no_rating, help_set_up, help_tear_down),
        cmocka_unit_test_setup_teardown(
            the_last_games_are_known_the_newest_first, help_set_up, help_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
