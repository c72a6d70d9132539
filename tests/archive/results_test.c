// What a stored contest has come to.
#include "archive/results.h"

#include "archive/help.h"

#include <stdio.h>
#include <string.h>

static const char contest[] = "game: reversi\nplayers: ['@1', '@2', '@3']\n";

struct loaded {
    struct archive archive;
    struct results results;
};

static void load(struct loaded *l)
{
    struct error e = {0};
    if (!archive_open(&l->archive, place.path, &e) ||
        !results_load(&l->results, &l->archive.definition.plan, l->archive.reader, &e))
        fail_msg("%s", e.words);
}

static void unload(struct loaded *l)
{
    results_destroy(&l->results);
    archive_close(&l->archive);
}

static int third_fails(const struct pairing *p, int game)
{
    return p->first == 2 || p->second == 2 ? -2 - 2 : help_lower_wins(p, game);
}

static void nothing_played_is_a_result_too(void **state)
{
    (void)state;
    struct loaded l;
    help_begin(contest);
    load(&l);
    assert_int_equal(l.results.standings.games, 0);
    assert_false(l.results.standings.over);
    assert_int_equal(strlen(l.results.fingerprint), 64);
    unload(&l);
}

static void a_game_counts_when_its_pair_is_complete(void **state)
{
    (void)state;
    struct loaded l;
    help_begin(contest);
    help_play(3, help_lower_wins);
    load(&l);
    const struct standings *s = &l.results.standings;
    assert_int_equal(s->games, 3);
    assert_int_equal(standings_played_pairs(s), 1);
    assert_int_equal(standings_planned_games(s), 6);
    assert_false(s->over);
    unload(&l);
}

static void the_end_is_the_same_whether_or_not_the_contest_was_interrupted(void **state)
{
    (void)state;
    struct loaded l;
    char fingerprint[sizeof l.results.fingerprint];
    help_begin(contest);
    help_play(3, help_lower_wins);
    help_play(HELP_ALL, help_lower_wins);
    load(&l);
    const struct standings *s = &l.results.standings;
    assert_true(s->over && s->has_ratings);
    static const int64_t half_points[] = {8, 4, 0};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(s->list[i].player, i);
        assert_int_equal(s->list[i].line.half_points, half_points[i]);
    }
    memcpy(fingerprint, l.results.fingerprint, sizeof fingerprint);
    unload(&l);
    assert_int_equal(remove(place.path), 0);
    help_begin(contest);
    help_play(HELP_ALL, help_lower_wins);
    load(&l);
    assert_string_equal(l.results.fingerprint, fingerprint);
    unload(&l);
}

// Of three players who meet twice, the third is put out by its first pair.
static void begin_with_faults(const char *faults)
{
    char text[256];
    snprintf(text, sizeof text, "%sgames: 4\nfaults: %s\n", contest, faults);
    help_begin(text);
    help_play(HELP_ALL, third_fails);
}

static void a_dropped_players_pairs_count_up_to_its_fault(void **state)
{
    (void)state;
    struct loaded l;
    begin_with_faults("drop");
    load(&l);
    const struct results *r = &l.results;
    assert_true(r->standings.over);
    assert_int_equal(r->out_at[0], INT64_MAX);
    int64_t out_at = r->out_at[2];
    assert_true(out_at < INT64_MAX);
    assert_int_equal(r->standings.faults[2], 2);
    assert_true(results_counts(r, out_at, 0, 2));
    assert_false(results_counts(r, out_at + 1, 0, 2));
    assert_true(results_counts(r, out_at + 1, 0, 1));
    assert_int_equal(r->standings.pairs.forfeits, 3);
    unload(&l);
}

static void an_erased_players_pairs_never_count(void **state)
{
    (void)state;
    struct loaded l;
    begin_with_faults("erase");
    load(&l);
    assert_false(results_counts(&l.results, l.results.out_at[2], 0, 2));
    assert_true(results_counts(&l.results, 0, 0, 1));
    unload(&l);
}

static void without_a_policy_every_pair_counts(void **state)
{
    (void)state;
    struct loaded l;
    begin_with_faults("continue");
    load(&l);
    assert_int_equal(l.results.standings.faults[2], 8);
    for (int64_t pair = 0; pair < 6; pair++)
        assert_true(results_counts(&l.results, pair, 0, 2));
    unload(&l);
}

#define TEST(rule) cmocka_unit_test_setup_teardown(rule, help_set_up, help_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nothing_played_is_a_result_too),
        TEST(a_game_counts_when_its_pair_is_complete),
        TEST(the_end_is_the_same_whether_or_not_the_contest_was_interrupted),
        TEST(a_dropped_players_pairs_count_up_to_its_fault),
        TEST(an_erased_players_pairs_never_count),
        TEST(without_a_policy_every_pair_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
