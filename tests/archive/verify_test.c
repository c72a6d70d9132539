// What is wrong with results, found without a command.
#include "archive/verify.h"

#include "archive/help.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char three[] = "game: reversi\nplayers: [./ann, ./bob, ./cem]\n";
static struct verification found;

static void verify(const struct verify_request *q)
{
    struct archive a;
    struct error e = {0};
    if (archive_open_unchecked(&a, place.path, &e))
        verify_contest(&a, q, &found);
    else if (a.reader)
        verify_chain(&a, q, &found);
    else
        fail_msg("%s", e.words);
    archive_close(&a);
}

static void assert_right(void)
{
    if (found.finding_count > 0)
        fail_msg("%s", found.findings[0].words);
}

static void assert_first(enum verify_check check, int64_t game, const char *part)
{
    assert_true(found.finding_count > 0);
    const struct verify_finding *f = &found.findings[0];
    if (!strstr(f->words, part))
        fail_msg("\"%s\" is not in \"%s\"", part, f->words);
    assert_string_equal(verify_check_name(f->check), verify_check_name(check));
    assert_int_equal(f->game, game);
}

static int drawn_or_lower_wins(const struct pairing *p, int game)
{
    return game == 0 ? NO_PLAYER : help_lower_wins(p, game);
}

static void a_contest_that_nobody_touched_is_right(void **state)
{
    (void)state;
    help_begin(three);
    help_play(HELP_ALL, drawn_or_lower_wins);
    verify(&(struct verify_request){0});
    assert_right();
    assert_int_equal(found.games, 6);
    assert_int_equal(found.voided, 0);
    assert_int_equal(found.not_played, 0);
    assert_true(found.moves > 100);
}

static void a_changed_row_breaks_the_chain(void **state)
{
    (void)state;
    help_begin(three);
    help_play(HELP_ALL, help_lower_wins);
    help_tamper("UPDATE games SET winner = 1 - winner WHERE id = 3");
    verify(&(struct verify_request){0});
    assert_first(VERIFY_CHAIN, 3, "row 3");
}

static void a_changed_contest_file_is_found_although_it_cannot_be_understood(void **state)
{
    (void)state;
    help_begin(three);
    help_play(2, help_lower_wins);
    help_tamper("UPDATE contest SET text = 'game: chess'");
    verify(&(struct verify_request){0});
    assert_true(found.finding_count > 0);
    assert_int_equal(found.findings[0].check, VERIFY_CHAIN);
}

static void results_that_are_shorter_than_expected_are_found(void **state)
{
    (void)state;
    struct head head;
    struct error e = {0};
    help_begin(three);
    help_play(4, help_lower_wins);
    struct reader *r = reader_open(place.path, &e);
    assert_non_null(r);
    assert_true(reader_head(r, &head, &e));
    reader_close(r);
    const struct verify_request request = {.expected = &head};
    verify(&request);
    assert_right();
    help_tamper("DELETE FROM games WHERE id = 4");
    verify(&(struct verify_request){0});
    int64_t without = found.finding_count;
    verify(&request);
    assert_true(found.finding_count > 0);
    if (without == 0)
        assert_int_equal(found.findings[0].check, VERIFY_HEAD);
}

// A game of the schedule as somebody could have written it.
static struct store_game first_game(void)
{
    static char start[POSITION_TEXT_BYTES];
    struct definition d;
    struct error e = {0};
    assert_true(definition_take(&d, three, &definition_words, &e));
    assert_true(definition_complete(&d, &e));
    struct schedule s;
    struct pairing p;
    assert_true(schedule_init(&s, &d.plan, &e));
    assert_int_equal(schedule_next(&s, &p), NEXT_PAIR);
    int coin;
    position at = definition_start(&d, &p, DEFINITION_NEW_ROW, &coin);
    struct text text = TEXT_IN(start);
    d.game->print(&at, &text);
    static const char *const names[] = {"ann", "bob", "cem"};
    struct store_game g = {.pair = 0,
        .game = 0,
        .play = 1,
        .first_id = p.first,
        .second_id = p.second,
        .first_name = names[p.first],
        .second_name = names[p.second],
        .start = start,
        .verdict = "NO_START",
        .winner = 0,
        .blame = 1,
        .rule = "G5",
        .explanation = "",
        .moves = ""};
    static char explanation[96];
    snprintf(explanation, sizeof explanation, "%s: did not start", g.second_name);
    g.explanation = explanation;
    schedule_destroy(&s);
    definition_destroy(&d);
    return g;
}

static void a_game_against_the_rules_is_found(void **state)
{
    (void)state;
    struct store_game g = first_game();
    g.verdict = "WON";
    g.blame = STORE_NOBODY;
    help_begin(three);
    help_store(&g);
    verify(&(struct verify_request){0});
    assert_first(VERIFY_RULES, 1, "(bob - cem, row 1)");
}

static void a_game_that_the_schedule_does_not_have_is_found(void **state)
{
    (void)state;
    struct store_game g = first_game();
    g.pair = 17;
    g.play = 35;
    help_begin(three);
    help_store(&g);
    verify(&(struct verify_request){0});
    assert_first(VERIFY_SCHEDULE, 35, "the schedule has no such game");
}

static void a_game_of_the_wrong_players_is_found(void **state)
{
    (void)state;
    struct store_game g = first_game();
    g.first_id = 0;
    g.first_name = "ann";
    help_begin(three);
    help_store(&g);
    verify(&(struct verify_request){0});
    assert_first(VERIFY_SCHEDULE, 1, "by the schedule the first seat is");
}

static void a_game_that_is_not_there_is_not_wrong(void **state)
{
    (void)state;
    struct store_game g = first_game();
    g.game = 1; // the second game of the pair has the seats swapped
    g.play = 2;
    int64_t id = g.first_id;
    const char *name = g.first_name;
    g.first_id = g.second_id;
    g.first_name = g.second_name;
    g.second_id = id;
    g.second_name = name;
    char explanation[64];
    snprintf(explanation, sizeof explanation, "%s: did not start", name);
    g.explanation = explanation;
    help_begin(three);
    help_store(&g);
    verify(&(struct verify_request){0});
    assert_right();
    assert_int_equal(found.not_played, 1);
}

static void a_record_that_is_not_there_is_counted_and_a_wrong_one_is_found(void **state)
{
    (void)state;
    char folder[96], path[128];
    help_begin(three);
    help_play(2, help_lower_wins);
    snprintf(folder, sizeof folder, "%s/records", place.folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    verify(&(struct verify_request){.records = folder});
    assert_right();
    assert_int_equal(found.records.missing, 2);
    snprintf(path, sizeof path, "%s/2.jsonl", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("this is not a record\n", file);
    fclose(file);
    verify(&(struct verify_request){.records = folder});
    assert_first(VERIFY_RECORDS, 2, "its record is damaged");
}

static void note_progress(void *user, int64_t done, int64_t all)
{
    (void)done;
    (void)all;
    ++*(int *)user;
}

static void a_stored_record_is_compared_with_its_game(void **state)
{
    (void)state;
    static const struct {
        const char *record, *words;
    } rows[] = {
        {"", "its record lacks its end"},
        {"no record\n", "its record is damaged: line 1 is not one that agon writes"},
    };
    help_begin(three);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        help_record = rows[i].record;
        help_play(1, help_lower_wins);
        verify(&(struct verify_request){0});
        assert_first(VERIFY_RECORDS, 1, rows[0].words);
        assert_int_equal(found.finding_count, i + 1);
        assert_non_null(strstr(found.findings[i].words, rows[i].words));
    }
}

static void a_record_that_was_never_kept_is_counted_and_a_missing_one_is_found(void **state)
{
    (void)state;
    help_begin(three);
    help_play(2, help_lower_wins);
    help_record = "no record\n";
    help_play(2, help_lower_wins);
    help_tamper("DELETE FROM records");
    verify(&(struct verify_request){0});
    assert_first(VERIFY_RECORDS, 3, "its record is missing, and the log does not say that it was");
    assert_int_equal(found.finding_count, 2);
    assert_int_equal(found.stored_records.not_kept, 2);
}

static void more_findings_than_are_kept_are_counted(void **state)
{
    (void)state;
    int told = 0;
    help_begin("game: reversi\nrounds: 60\nplayers: [./ann, ./bob, ./cem]\n");
    help_play(300, help_lower_wins);
    help_tamper("UPDATE games SET explanation = 'no'");
    verify(&(struct verify_request){.progress = note_progress, .user = &told});
    assert_true(found.finding_count > VERIFY_FINDINGS_MOST);
    assert_true(told > 0);
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, help_set_up, help_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(a_contest_that_nobody_touched_is_right),
        IN_A_FOLDER(a_changed_row_breaks_the_chain),
        IN_A_FOLDER(a_changed_contest_file_is_found_although_it_cannot_be_understood),
        IN_A_FOLDER(results_that_are_shorter_than_expected_are_found),
        IN_A_FOLDER(a_game_against_the_rules_is_found),
        IN_A_FOLDER(a_game_that_the_schedule_does_not_have_is_found),
        IN_A_FOLDER(a_game_of_the_wrong_players_is_found),
        IN_A_FOLDER(a_game_that_is_not_there_is_not_wrong),
        IN_A_FOLDER(a_record_that_is_not_there_is_counted_and_a_wrong_one_is_found),
        IN_A_FOLDER(a_stored_record_is_compared_with_its_game),
        IN_A_FOLDER(a_record_that_was_never_kept_is_counted_and_a_missing_one_is_found),
        IN_A_FOLDER(more_findings_than_are_kept_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
