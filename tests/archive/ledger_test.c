// The ledger: what is stored, pair by pair, as the schedule wants it.
#include "archive/help.h"

#include <string.h>

static const char contest[] = "game: reversi\nplayers: ['@1', '@2', '@3']\n";

static void must_load(struct archive *a, struct ledger *l)
{
    struct error e = {0};
    if (!archive_open(a, place.path, &e) ||
        !ledger_load(l, a->reader, (int)a->definition.count, &e))
        fail_msg("%s", e.words);
}

static void a_result_is_the_first_players_whichever_seat_it_had(void **state)
{
    (void)state;
    struct ledger_pair pair = ledger_unknown(5);
    assert_false(ledger_is_whole(&pair));
    ledger_note(&pair, 0, 0, STORE_NOBODY);
    assert_int_equal(pair.half_points[0], 2);
    ledger_note(&pair, 1, 0, 1); // in the second game it has seat 1, and makes a fault
    assert_int_equal(pair.half_points[1], 0);
    assert_int_equal(pair.faults[1], FAULT_FIRST);
    assert_true(ledger_is_whole(&pair));
    ledger_note(&pair, 1, STORE_NOBODY, STORE_NOBODY);
    const struct pair_result result = ledger_result(&pair);
    assert_int_equal(result.half_points[0], 2);
    assert_int_equal(result.half_points[1], 1);
    assert_int_equal(result.faults[1], FAULT_NOBODY);
}

static void half_pairs_are_kept_as_such(void **state)
{
    (void)state;
    struct archive a;
    struct ledger l;
    help_begin(contest);
    assert_int_equal(help_play(3, help_lower_wins), 3);
    must_load(&a, &l);
    assert_int_equal(l.games, 3);
    assert_int_equal(l.count, 2);
    assert_true(ledger_is_whole(ledger_find(&l, 0)));
    assert_false(ledger_is_whole(ledger_find(&l, 1)));
    assert_null(ledger_find(&l, 2));
    ledger_destroy(&l);
    archive_close(&a);
}

static int second_fails(const struct pairing *p, int game)
{
    (void)game;
    return -2 - p->second;
}

static void faults_are_counted_by_player(void **state)
{
    (void)state;
    struct archive a;
    struct ledger l;
    int64_t faults = 0;
    help_begin(contest);
    assert_int_equal(help_play(HELP_ALL, second_fails), 6);
    must_load(&a, &l);
    for (int i = 0; i < l.players; i++)
        faults += l.faults[i];
    assert_int_equal(faults, 6);
    for (size_t i = 0; i < l.count; i++)
        assert_int_equal(l.pairs[i].faults[0], FAULT_SECOND);
    ledger_destroy(&l);
    archive_close(&a);
}

static void a_new_schedule_is_brought_to_where_the_results_are(void **state)
{
    (void)state;
    struct archive a;
    struct ledger l;
    struct schedule s;
    struct error e = {0};
    help_begin("game: reversi\nformat: swiss\nrounds: 3\nplayers: ['@1', '@2', '@3', '@4']\n");
    assert_int_equal(help_play(HELP_ALL, help_lower_wins), 12);
    must_load(&a, &l);
    assert_true(schedule_init(&s, &a.definition.plan, &e));
    assert_true(ledger_replay(&l, &s, &e));
    assert_int_equal(s.finished, 6);
    struct standing standings[4];
    assert_true(schedule_standings(&s, standings, &e));
    assert_int_equal(standings[0].player, 0);
    schedule_destroy(&s);
    ledger_destroy(&l);
    archive_close(&a);
}

static void a_row_that_makes_no_sense_is_refused(void **state)
{
    (void)state;
    struct archive a;
    struct ledger l;
    struct error e = {0};
    help_begin(contest);
    const struct store_game wrong = {.pair = 0,
        .game = 0,
        .play = 1,
        .first_id = 0,
        .second_id = 17,
        .first_name = "ann",
        .second_name = "nobody",
        .start = "",
        .verdict = "WON",
        .winner = 0,
        .blame = STORE_NOBODY,
        .rule = "",
        .explanation = "",
        .moves = ""};
    help_store(&wrong);
    assert_true(archive_open(&a, place.path, &e));
    assert_false(ledger_load(&l, a.reader, (int)a.definition.count, &e));
    assert_words(&e, "cannot be taken in");
    ledger_destroy(&l);
    archive_close(&a);
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, help_set_up, help_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_is_the_first_players_whichever_seat_it_had),
        IN_A_FOLDER(half_pairs_are_kept_as_such),
        IN_A_FOLDER(faults_are_counted_by_player),
        IN_A_FOLDER(a_new_schedule_is_brought_to_where_the_results_are),
        IN_A_FOLDER(a_row_that_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
