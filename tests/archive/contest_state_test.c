// Where a contest stands after some of its games.
#include "archive/contest_state.h"

#include "archive/help.h"

static struct archive archive;
static struct ledger ledger;
static struct contest_state state;

static void look(void)
{
    struct error e = {0};
    if (!archive_open(&archive, place.path, &e) ||
        !ledger_load(&ledger, archive.reader, (int)archive.definition.count, &e) ||
        !contest_state_read(&state, &archive.definition, &ledger, &e))
        fail_msg("%s", e.words);
}

static void look_away(void)
{
    contest_state_destroy(&state);
    ledger_destroy(&ledger);
    archive_close(&archive);
}

static const char three[] = "game: reversi\nplayers: ['@1', '@2', '@3']\n";
static const char swiss[] =
    "game: reversi\nformat: swiss\nrounds: 3\nplayers: ['@1', '@2', '@3', '@4']\n";

static void before_the_first_game_a_change_takes_effect_at_once(void **unused)
{
    (void)unused;
    help_begin(three);
    look();
    assert_false(state.begun);
    assert_false(state.over);
    assert_int_equal(state.at, 0);
    look_away();
}

static void in_a_fixed_schedule_it_takes_effect_behind_the_last_stored_pair(void **unused)
{
    (void)unused;
    help_begin(three);
    help_play(3, help_lower_wins);
    look();
    assert_true(state.begun);
    assert_int_equal(state.at, 2);
    assert_int_equal(state.count, 1); // half of it is played
    assert_int_equal(state.open[0].index, 1);
    assert_int_not_equal(state.open[0].half_points[0], LEDGER_UNKNOWN);
    assert_int_equal(state.open[0].half_points[1], LEDGER_UNKNOWN);
    assert_true(open_pair_plays(&state.open[0], state.open[0].players[0]));
    assert_true(contest_state_is_before(&state, &state.open[0], state.open[0].players[1]));
    assert_true(contest_state_has_open(&state, state.open[0].players[0]));
    look_away();
}

static void elsewhere_it_takes_effect_in_the_next_round(void **unused)
{
    (void)unused;
    help_begin(swiss);
    help_play(1, help_lower_wins);
    look();
    assert_int_equal(state.at, 1);
    assert_int_equal(state.round_games, 1);
    assert_int_equal(state.count, 2);
    look_away();
    help_play(3, help_lower_wins); // the whole first round
    look();
    assert_int_equal(state.at, 1);
    assert_int_equal(state.count, 2); // those of the second
    assert_int_equal(state.open[0].round, 1);
    assert_false(contest_state_is_before(&state, &state.open[0], state.open[0].players[0]));
    look_away();
}

static void a_contest_is_over_when_nothing_is_left(void **unused)
{
    (void)unused;
    help_begin(swiss);
    help_play(HELP_ALL, help_lower_wins);
    look();
    assert_true(state.over);
    assert_int_equal(state.count, 0);
    look_away();
}

static void pairs_of_a_suspended_player_wait(void **unused)
{
    (void)unused;
    help_begin("game: reversi\nrounds: 2\nplayers: ['@1', '@2', '@3']\n");
    help_play(2, help_lower_wins);
    help_log("suspend", "game 3: @1");
    help_play(HELP_ALL, help_lower_wins);
    look();
    bool waits = false;
    for (size_t i = 0; i < state.count; i++)
        waits = waits || open_pair_waits_for(&state.open[i], 0);
    assert_true(waits);
    assert_false(contest_state_has_open(&state, 0));
    look_away();
}

static void a_player_who_was_removed_has_left(void **unused)
{
    (void)unused;
    help_begin(three);
    help_log("remove", "game 1: @3");
    look();
    assert_true(contest_state_has_left(&state, 2));
    assert_false(contest_state_has_left(&state, 0));
    look_away();
}

static int third_fails(const struct pairing *p, int game)
{
    return p->first == 2 || p->second == 2 ? -2 - 2 : help_lower_wins(p, game);
}

static void a_player_who_is_out_by_its_faults_has_left(void **unused)
{
    (void)unused;
    help_begin("game: reversi\nfaults: drop\nrounds: 2\nplayers: ['@1', '@2', '@3']\n");
    help_play(HELP_ALL, third_fails);
    look();
    assert_true(state.out[2]);
    assert_false(state.out[0]);
    assert_true(contest_state_has_left(&state, 2));
    look_away();
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, help_set_up, help_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(before_the_first_game_a_change_takes_effect_at_once),
        IN_A_FOLDER(in_a_fixed_schedule_it_takes_effect_behind_the_last_stored_pair),
        IN_A_FOLDER(elsewhere_it_takes_effect_in_the_next_round),
        IN_A_FOLDER(a_contest_is_over_when_nothing_is_left),
        IN_A_FOLDER(pairs_of_a_suspended_player_wait),
        IN_A_FOLDER(a_player_who_was_removed_has_left),
        IN_A_FOLDER(a_player_who_is_out_by_its_faults_has_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
