// What is done to a contest that has begun, without a command and without a bot.
#include "archive/changes.h"

#include "archive/help.h"
#include "store/owner.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char three[] = "game: reversi\nplayers: [./ann, ./bob, ./cem]\n";
static const char swiss[] =
    "game: reversi\nformat: swiss\nrounds: 3\nplayers: [./ann, ./bob, ./cem, ./dan]\n";

static struct changes changes;

static void must_open(void)
{
    struct error e = {0};
    if (!changes_open(&changes, place.file, &e))
        fail_msg("%s", e.words);
}

static void must_close(void)
{
    struct error e = {0};
    if (!changes_close(&changes, &e))
        fail_msg("%s", e.words);
}

// --- What the log holds ---

struct log_end {
    int64_t entries;
    char kind[32], words[256];
};

static bool take_last(void *user, const struct store_entry *entry)
{
    struct log_end *end = user;
    end->entries++;
    snprintf(end->kind, sizeof end->kind, "%s", entry->kind);
    snprintf(end->words, sizeof end->words, "%s", entry->words);
    return true;
}

static struct log_end end_of_log(void)
{
    struct log_end end = {0};
    struct error e = {0};
    struct reader *r = reader_open(place.path, &e);
    assert_non_null(r);
    assert_true(reader_walk_log(r, take_last, &end, &e));
    reader_close(r);
    return end;
}

static void assert_log_ends_with(const char *kind, const char *words)
{
    struct log_end end = end_of_log();
    assert_string_equal(end.kind, kind);
    if (strncmp(end.words, words, strlen(words)) != 0)
        fail_msg("\"%s\" does not begin with \"%s\"", end.words, words);
}

// --- Opening ---

static void a_contest_that_has_not_begun_needs_no_change(void **state)
{
    (void)state;
    struct error e = {0};
    help_write(three);
    assert_false(changes_open(&changes, place.file, &e));
    assert_words(&e, "has not been run yet: the file itself can still be changed");
    assert_true(changes_close(&changes, &e));
}

static void a_contest_that_somebody_runs_is_left_alone(void **state)
{
    (void)state;
    help_begin(three);
    int ready[2], end[2];
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(end), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) { // owns the contest until the other end is closed
        struct owner owner;
        char byte = owner_take(&owner, place.path, NULL) ? 'y' : 'n';
        close(end[1]);
        _exit(write(ready[1], &byte, 1) != 1 || read(end[0], &byte, 1) != 0);
    }
    char byte = 0;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(byte, 'y');
    struct error e = {0};
    assert_false(changes_open(&changes, place.file, &e));
    assert_int_equal(changes.runner, child);
    assert_words(&e, "is running");
    changes_close(&changes, &e);
    close(end[1]);
    close(end[0]);
    close(ready[0]);
    close(ready[1]);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

// --- Void ---

static void a_void_game_is_played_again(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_voided done;
    help_begin(three);
    assert_int_equal(help_play(HELP_ALL, help_lower_wins), 6);
    must_open();
    assert_true(
        changes_void(&changes, &(struct change_void){.number = 4, .why = "a test"}, &done, &e));
    assert_int_equal(done.later, 0);
    assert_int_equal(strncmp(done.game, "game 4 (", 8), 0);
    must_close();
    assert_log_ends_with("void", "game 4 (");
    assert_int_equal(help_play(HELP_ALL, help_lower_wins), 1);
}

static void games_that_depend_on_a_result_are_void_only_if_that_is_wanted(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_voided done;
    help_begin(swiss);
    assert_int_equal(help_play(HELP_ALL, help_lower_wins), 12);
    must_open();
    assert_false(changes_void(&changes, &(struct change_void){.number = 1}, &done, &e));
    assert_words(&e, "8 later games depend on its result");
    assert_true(
        changes_void(&changes, &(struct change_void){.number = 1, .later = true}, &done, &e));
    assert_int_equal(done.later, 8);
    must_close();
    assert_int_equal(help_play(HELP_ALL, help_lower_wins), 9);
}

static void a_game_that_is_not_stored_cannot_be_void(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_voided done;
    help_begin(three);
    must_open();
    assert_false(changes_void(&changes, &(struct change_void){.number = 1}, &done, &e));
    assert_words(&e, "no game 1 is stored that counts");
    must_close();
    assert_int_equal(end_of_log().entries, 0);
}

// --- Coming ---

static int starts; // how often somebody was to be started

static bool starts_well(void *user, const struct definition *d, int player, struct error *e)
{
    (void)e;
    starts++;
    assert_string_equal(d->names[player], user);
    return true;
}

static bool cannot_start(void *user, const struct definition *d, int player, struct error *e)
{
    (void)user;
    return error_set(e, "%s cannot start", d->names[player]);
}

static void a_newcomer_plays_behind_a_fixed_schedule(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_done done;
    char name[] = "eve";
    const struct change_guard guard = {&definition_words, starts_well, name};
    help_begin(three);
    help_play(2, help_lower_wins);
    starts = 0;
    must_open();
    const struct change_texts eve = {.name = "eve", .player = "./eve"};
    if (!changes_add(&changes, &eve, &guard, &done, &e))
        fail_msg("%s", e.words);
    assert_int_equal(starts, 1);
    assert_true(done.is_fixed);
    assert_int_equal(done.at, 3);
    must_close();
    assert_log_ends_with("add", "game 7: ");
    assert_int_equal(help_play(HELP_ALL, help_lower_wins), 4 + 6);
}

static void a_newcomer_of_another_format_plays_from_the_next_round_on(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_done done;
    const struct change_guard guard = {.words = &definition_words};
    const struct change_texts eve = {.name = "eve", .player = "./eve"};
    help_begin(swiss);
    help_play(1, help_lower_wins);
    must_open();
    assert_true(changes_add(&changes, &eve, &guard, &done, &e));
    assert_false(done.is_fixed);
    assert_int_equal(done.at, 1);
    must_close();
}

static void who_cannot_start_does_not_come(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_done done;
    const struct change_guard guard = {.words = &definition_words, .can_start = cannot_start};
    const struct change_texts eve = {.name = "eve", .player = "./eve"};
    help_begin(three);
    must_open();
    assert_false(changes_add(&changes, &eve, &guard, &done, &e));
    assert_words(&e, "eve cannot start");
    assert_int_equal(changes.archive.definition.count, 3); // nothing has changed
    must_close();
    assert_int_equal(end_of_log().entries, 0);
}

static void a_name_is_taken_for_ever(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_done done;
    const struct change_guard guard = {.words = &definition_words};
    const struct change_texts bob = {.name = "bob", .player = "./bob2"};
    help_begin(three);
    must_open();
    assert_true(changes_remove(&changes, "bob", &done, &e));
    assert_false(changes_add(&changes, &bob, &guard, &done, &e));
    assert_words(&e, "there is or was a player \"bob\"");
    must_close();
}

static void nobody_comes_to_a_bracket(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_done done;
    const struct change_guard guard = {.words = &definition_words};
    const struct change_texts eve = {.name = "eve", .player = "./eve"};
    help_begin("game: reversi\nformat: knockout\nplayers: [./ann, ./bob, ./cem, ./dan]\n");
    help_play(1, help_lower_wins);
    must_open();
    assert_false(changes_add(&changes, &eve, &guard, &done, &e));
    assert_words(&e, "the bracket is drawn");
    must_close();
}

static void a_new_version_keeps_what_is_not_said_anew(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_done done;
    const struct change_guard guard = {.words = &definition_words};
    help_begin(
        "game: reversi\nplayers:\n  - {name: ann, player: ./ann, directory: /tmp}\n  - ./bob\n");
    help_play(2, help_lower_wins);
    must_open();
    assert_true(changes_replace(
        &changes, &(struct change_texts){.name = "ann", .player = "./ann2"}, &guard, &done, &e));
    assert_int_equal(done.version, 2);
    assert_int_equal(done.at, 2);
    // A second change sees the first.
    assert_true(changes_replace(
        &changes, &(struct change_texts){.name = "ann", .player = "./ann3"}, &guard, &done, &e));
    assert_int_equal(done.version, 3);
    must_close();
    struct archive a;
    assert_true(archive_open(&a, place.path, &e));
    assert_string_equal(a.definition.file.players[0].player, "./ann3");
    assert_string_equal(a.definition.file.players[0].directory, "/tmp");
    assert_int_equal(a.definition.version_count, 2);
    archive_close(&a);
}

static void who_is_not_there_is_not_replaced(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_done done;
    const struct change_guard guard = {.words = &definition_words};
    help_begin(three);
    must_open();
    assert_false(changes_replace(
        &changes, &(struct change_texts){.name = "bib", .player = "./b"}, &guard, &done, &e));
    assert_words(&e, "Did you mean \"bob\"?");
    must_close();
}

// --- Leaving and returning ---

static void games_of_a_player_who_leaves_fall_away(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_done done;
    help_begin(three);
    help_play(2, help_lower_wins);
    must_open();
    assert_true(changes_remove(&changes, "ann", &done, &e));
    assert_string_equal(done.name, "ann");
    assert_int_equal(done.games, 4);
    assert_false(done.walkover);
    assert_false(changes_remove(&changes, "ann", &done, &e));
    assert_words(&e, "\"ann\" has been removed");
    must_close();
    assert_int_equal(help_play(HELP_ALL, help_lower_wins), 0);
}

static void half_a_pair_becomes_void(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_done done;
    struct archive a;
    struct reader_counts counts;
    help_begin(three);
    help_play(1, help_lower_wins); // bob against cem
    must_open();
    assert_true(changes_remove(&changes, "cem", &done, &e));
    must_close();
    assert_true(archive_open(&a, place.path, &e));
    assert_true(reader_count(a.reader, &counts, &e));
    assert_int_equal(counts.games, 1);
    assert_int_equal(counts.voided, 1);
    archive_close(&a);
    assert_int_equal(help_play(HELP_ALL, help_lower_wins), 2); // ann against bob
}

static void two_players_must_stay(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_done done;
    help_begin(three);
    must_open();
    assert_true(changes_remove(&changes, "ann", &done, &e));
    assert_false(changes_remove(&changes, "bob", &done, &e));
    assert_words(&e, "a contest needs two players");
    must_close();
    assert_int_equal(end_of_log().entries, 1);
}

static void games_of_a_suspended_player_wait_until_it_returns(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_done done;
    help_begin(three);
    help_play(2, help_lower_wins);
    must_open();
    assert_true(changes_suspend(&changes, "ann", &done, &e));
    assert_int_equal(done.kind, CHANGE_SUSPEND);
    assert_int_equal(done.games, 4);
    must_close();
    assert_int_equal(help_play(HELP_ALL, help_lower_wins), 0);
    must_open();
    assert_true(changes_resume(&changes, "ann", &done, &e));
    assert_int_equal(done.games, 4);
    assert_false(changes_resume(&changes, "ann", &done, &e));
    must_close();
    assert_int_equal(help_play(HELP_ALL, help_lower_wins), 4);
}

static void elsewhere_a_player_leaves_from_the_next_round_on(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_done done;
    help_begin(swiss);
    help_play(4, help_lower_wins);
    must_open();
    assert_true(changes_suspend(&changes, "dan", &done, &e));
    assert_int_equal(done.at, 1);
    assert_true(done.walkover);
    must_close();
    help_play(HELP_ALL, help_lower_wins);
    must_open();
    assert_false(changes_resume(&changes, "dan", &done, &e));
    assert_words(&e, "the contest is over");
    must_close();
}

static int third_fails(const struct pairing *p, int game)
{
    return p->first == 2 || p->second == 2 ? -2 - 2 : help_lower_wins(p, game);
}

static void who_is_out_by_its_faults_neither_leaves_nor_is_replaced(void **state)
{
    (void)state;
    struct error e = {0};
    struct change_done done;
    const struct change_guard guard = {.words = &definition_words};
    help_begin("game: reversi\nfaults: drop\nrounds: 2\nplayers: [./ann, ./bob, ./cem]\n");
    help_play(6, third_fails);
    must_open();
    assert_false(changes_remove(&changes, "cem", &done, &e));
    assert_words(&e, "cem is out by its faults");
    assert_false(changes_replace(
        &changes, &(struct change_texts){.name = "cem", .player = "./c"}, &guard, &done, &e));
    assert_words(&e, "cem is out by its faults");
    must_close();
}

// --- Records ---

// Player 1 loses all its games by faults.
static int bob_faults(const struct pairing *p, int game)
{
    return p->first == 1 || p->second == 1 ? -2 - 1 : help_lower_wins(p, game);
}

static void records_are_dropped_when_the_contest_is_over(void **state)
{
    (void)state;
    struct error e = {0};
    help_record = "{}\n";
    help_begin(three);
    help_play(5, help_lower_wins);
    must_open();
    assert_false(changes_prune(&changes, false, &e));
    assert_words(&e, "the contest is not over: its records stay until it is");
    must_close();
    help_play(HELP_ALL, help_lower_wins);
    must_open();
    assert_true(changes_prune(&changes, false, &e));
    must_close();
    assert_log_ends_with("prune", "6 records dropped: ");
}

static void records_that_are_not_there_are_not_dropped(void **state)
{
    (void)state;
    struct error e = {0};
    help_begin(three);
    help_play(HELP_ALL, help_lower_wins);
    must_open();
    assert_false(changes_prune(&changes, false, &e));
    assert_words(&e, "there are no records to be dropped");
    must_close();
    assert_int_equal(end_of_log().entries, 0);
}

static void records_of_faults_can_stay(void **state)
{
    (void)state;
    struct error e = {0};
    help_record = "{}\n";
    help_begin(three);
    help_play(HELP_ALL, bob_faults);
    must_open();
    assert_true(changes_prune(&changes, true, &e));
    must_close();
    assert_log_ends_with("prune", "2 records dropped, but none of a fault: ");
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, help_set_up, help_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(a_contest_that_has_not_begun_needs_no_change),
        IN_A_FOLDER(a_contest_that_somebody_runs_is_left_alone),
        IN_A_FOLDER(a_void_game_is_played_again),
        IN_A_FOLDER(games_that_depend_on_a_result_are_void_only_if_that_is_wanted),
        IN_A_FOLDER(a_game_that_is_not_stored_cannot_be_void),
        IN_A_FOLDER(a_newcomer_plays_behind_a_fixed_schedule),
        IN_A_FOLDER(a_newcomer_of_another_format_plays_from_the_next_round_on),
        IN_A_FOLDER(who_cannot_start_does_not_come),
        IN_A_FOLDER(a_name_is_taken_for_ever),
        IN_A_FOLDER(nobody_comes_to_a_bracket),
        IN_A_FOLDER(a_new_version_keeps_what_is_not_said_anew),
        IN_A_FOLDER(who_is_not_there_is_not_replaced),
        IN_A_FOLDER(games_of_a_player_who_leaves_fall_away),
        IN_A_FOLDER(half_a_pair_becomes_void),
        IN_A_FOLDER(two_players_must_stay),
        IN_A_FOLDER(games_of_a_suspended_player_wait_until_it_returns),
        IN_A_FOLDER(elsewhere_a_player_leaves_from_the_next_round_on),
        IN_A_FOLDER(who_is_out_by_its_faults_neither_leaves_nor_is_replaced),
        IN_A_FOLDER(records_are_dropped_when_the_contest_is_over),
        IN_A_FOLDER(records_that_are_not_there_are_not_dropped),
        IN_A_FOLDER(records_of_faults_can_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
