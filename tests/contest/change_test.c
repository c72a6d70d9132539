// What is done to the players of a contest that has begun, as its log tells it.
#include "contest/change.h"
#include "contest/compare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool is_wire(const struct game *game, const char *name, struct error *e)
{
    return strcmp(name, "hgp") == 0 || error_set(e, "no wire \"%s\" for %s", name, game->name);
}

static bool is_player(
    const struct game *game, const char *text, char name[PLAYER_NAME_BYTES], struct error *e)
{
    (void)game;
    if (strcmp(text, "@third") == 0)
        return error_set(e, "no built-in player \"@third\"");
    struct text own = text_fixed(name, PLAYER_NAME_BYTES);
    text_string(&own, text);
    return true;
}

static const struct contest_words words = {.wire = is_wire, .player = is_player};

static struct contest_file file_of(const char *text)
{
    struct contest_file f;
    struct contest_problems problems;
    if (!contest_file_read(&f, text, strlen(text), &words, &problems))
        fail_msg("%s", problems.list[0].words);
    return f;
}

static struct contest_file contest(const char *format)
{
    char text[256];
    snprintf(text, sizeof text,
        "format: %s\ngame: reversi\nplayers: [{name: ann, player: ./ann}, {name: bob, player: "
        "./bob}]\n",
        format);
    return file_of(text);
}

static bool follows(struct contest_file *f, enum change_kind kind, const char *text)
{
    struct error e;
    return change_follow(f, kind, text, &words, &e);
}

static void assert_refused(
    struct contest_file *f, enum change_kind kind, const char *text, const char *why)
{
    struct error e;
    assert_false(change_follow(f, kind, text, &words, &e));
    assert_string_equal(e.words, why);
}

// --- Words ---

static void kinds_have_the_names_of_their_commands(void **state)
{
    (void)state;
    static const char *const names[] = {"add", "remove", "suspend", "resume", "replace"};
    for (int i = 0; i < CHANGE_KINDS; i++) {
        assert_string_equal(change_name((enum change_kind)i), names[i]);
        assert_int_equal(change_find(names[i]), i);
    }
    assert_int_equal(change_find("void"), CHANGE_KINDS);
    assert_int_equal(change_find(""), CHANGE_KINDS);
}

static void a_fixed_schedule_counts_games_and_the_others_rounds(void **state)
{
    (void)state;
    int64_t pairs[] = {2, 5};
    struct contest_change c = {
        .kind = CHANGE_REMOVE, .at = 18, .pairs = pairs, .pair_count = 2, .rest = "bob"};
    struct contest_file robin = contest("round-robin"), swiss = contest("swiss");
    char array[128];
    struct text out = TEXT_IN(array);
    change_print(&out, &robin, &c);
    assert_string_equal(array, "game 37, without 5 6 11 12: bob");
    text_clear(&out);
    change_print(&out, &swiss, &c);
    assert_string_equal(array, "round 19, without 5 6 11 12: bob");
    text_clear(&out);
    c = (struct contest_change){.kind = CHANGE_REPLACE, .at = 36, .rest = "{}"};
    change_print(&out, &swiss, &c);
    assert_string_equal(array, "row 36: {}");
    contest_file_destroy(&robin);
    contest_file_destroy(&swiss);
}

static void what_is_printed_is_understood(void **state)
{
    (void)state;
    int64_t pairs[] = {2, 5};
    struct contest_file f = contest("round-robin");
    struct text out = text_growing();
    change_print(&out, &f,
        &(struct contest_change){
            .kind = CHANGE_REMOVE, .at = 18, .pairs = pairs, .pair_count = 2, .rest = "bob"});
    assert_true(follows(&f, CHANGE_REMOVE, out.bytes));
    assert_int_equal(f.players[1].until, 18);
    assert_int_equal(f.players[1].withdrawn_count, 2);
    assert_int_equal(f.players[1].withdrawn[0], 2);
    assert_int_equal(f.players[1].withdrawn[1], 5);
    text_destroy(&out);
    contest_file_destroy(&f);
}

static void assert_told(const struct contest_file *f, enum change_kind kind, const char *text,
    const char *expected_name, const char *expected_when)
{
    char place[64], name[PLAYER_NAME_BYTES];
    struct text when = TEXT_IN(place);
    assert_true(change_tell(f, kind, text, &when, name));
    assert_string_equal(name, expected_name);
    assert_string_equal(place, expected_when);
}

static void everybody_may_know_who_and_when(void **state)
{
    (void)state;
    struct contest_file f = contest("round-robin");
    assert_told(&f, CHANGE_REMOVE, "game 37, without 5 6: bob", "bob", "from game 37 on");
    assert_told(&f, CHANGE_ADD, "game 61: {\"name\": \"eve\", \"environment\": {KEY: secret}}",
        "eve", "from game 61 on");
    assert_told(&f, CHANGE_REPLACE, "row 36: {name: bob, player: x}", "bob", "after 36 games");
    char name[PLAYER_NAME_BYTES];
    char place[64];
    struct text nowhere = TEXT_IN(place);
    assert_false(change_tell(&f, CHANGE_ADD, "game 61: {player: x}", &nowhere, name));
    contest_file_destroy(&f);
}

static void words_without_sense_are_refused(void **state)
{
    (void)state;
    struct contest_file f = contest("round-robin");
    static const char *const bad[] = {"", "bob", "game", "game 1", "game 1:bob", "game -1: bob",
        "game x: bob", "round 1: bob", "game 2: bob", "game 0: bob", "row 1: bob",
        "game 99999999999999999999: bob", "game 1, without: bob", "game 1, without 2 3: bob",
        "game 1, without 1: bob", "game 1, without 5 6 5 6: bob", "game 1, without 1 2 bob"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (follows(&f, CHANGE_REMOVE, bad[i]))
            fail_msg("understood: %s", bad[i]);
    }
    assert_true(f.players[1].until == INT64_MAX && f.players[1].withdrawn_count == 0);
    assert_refused(&f, CHANGE_RESUME, "game 1, without 1 2: bob",
        "\"game 1, without 1 2: bob\" does not tell when and who");
    contest_file_destroy(&f);
}

// --- Coming and going ---

static void players_come_and_go(void **state)
{
    (void)state;
    struct contest_file f = contest("ladder");
    assert_true(follows(&f, CHANGE_ADD, "round 5: {name: eve, player: ./eve, wire: hgp}"));
    assert_int_equal(f.player_count, 3);
    assert_string_equal(f.players[2].name, "eve");
    assert_string_equal(f.players[2].wire, "hgp");
    assert_int_equal(f.players[2].from, 4);
    assert_true(f.players[2].added && !f.players[1].added);
    assert_true(follows(&f, CHANGE_REMOVE, "round 8: bob"));
    assert_int_equal(f.players[1].until, 7);
    assert_refused(&f, CHANGE_REMOVE, "round 9: bob", "\"bob\" has been removed");
    assert_true(follows(&f, CHANGE_REMOVE, "round 3: eve")); // it never plays
    assert_int_equal(f.players[2].until, 4);
    assert_refused(
        &f, CHANGE_REMOVE, "round 3: an", "there is no player \"an\". Did you mean \"ann\"?");
    contest_file_destroy(&f);
}

static void who_cannot_come_leaves_no_trace(void **state)
{
    (void)state;
    struct contest_file f = contest("ladder");
    assert_refused(&f, CHANGE_ADD, "round 2: {name: ann, player: ./bot}",
        "two players are called \"ann\", the other in line 3: give each its own name");
    assert_refused(&f, CHANGE_ADD, "round 2: '@third'", "no built-in player \"@third\"");
    assert_refused(&f, CHANGE_ADD, "round 2: {player: ./bot, wire: telepathy}",
        "no wire \"telepathy\" for reversi");
    assert_false(follows(&f, CHANGE_ADD, "round 2: {name: bot"));
    assert_refused(&f, CHANGE_ADD, "round 2: ", "there is no player");
    assert_int_equal(f.player_count, 2);
    assert_true(follows(&f, CHANGE_ADD, "round 2: ./bot"));
    contest_file_destroy(&f);
}

static void who_was_removed_leaves_again_when_it_has_a_game_to_play_again(void **state)
{
    (void)state;
    struct contest_file f = contest("round-robin");
    assert_true(follows(&f, CHANGE_REMOVE, "game 7: bob"));
    assert_false(follows(&f, CHANGE_REMOVE, "game 7: bob"));
    assert_true(follows(&f, CHANGE_REMOVE, "game 7, without 3 4: bob"));
    assert_int_equal(f.players[1].withdrawn[0], 1);
    assert_true(follows(&f, CHANGE_REMOVE, "game 5: bob"));
    assert_int_equal(f.players[1].until, 2);
    contest_file_destroy(&f);
}

static void a_match_is_between_two(void **state)
{
    (void)state;
    struct contest_file f = contest("match");
    assert_refused(&f, CHANGE_ADD, "game 3: ./eve", "a match has 2 players");
    contest_file_destroy(&f);
}

static void nobody_comes_to_a_bracket_that_is_drawn(void **state)
{
    (void)state;
    struct contest_file f = contest("knockout");
    assert_refused(&f, CHANGE_ADD, "round 2: ./eve",
        "the bracket of a knockout is drawn when its first game is played");
    assert_true(follows(&f, CHANGE_ADD, "round 1: ./eve"));
    contest_file_destroy(&f);
}

static void an_added_player_does_not_change_the_number_of_rounds(void **state)
{
    (void)state;
    struct contest_file f = contest("swiss");
    assert_int_equal(contest_file_rounds(&f), 1);
    assert_true(follows(&f, CHANGE_ADD, "round 1: ./eve"));
    assert_int_equal(contest_file_rounds(&f), 1);
    contest_file_destroy(&f);
}

// --- Resting ---

static void in_a_fixed_schedule_a_rest_is_forgotten_when_it_ends(void **state)
{
    (void)state;
    struct contest_file f = contest("round-robin");
    struct contest_player *bob = &f.players[1];
    assert_refused(&f, CHANGE_RESUME, "game 7: bob", "\"bob\" is not suspended");
    assert_true(follows(&f, CHANGE_SUSPEND, "game 7, without 3 4: bob"));
    assert_true(bob->suspended && bob->until == 3 && bob->withdrawn_count == 1);
    assert_refused(&f, CHANGE_SUSPEND, "game 7: bob", "\"bob\" is suspended already");
    assert_true(follows(&f, CHANGE_RESUME, "game 9: bob"));
    assert_true(!bob->suspended && bob->until == INT64_MAX && bob->withdrawn_count == 0);
    contest_file_destroy(&f);
}

static void elsewhere_it_is_a_gap(void **state)
{
    (void)state;
    struct contest_file f = contest("swiss");
    struct contest_player *bob = &f.players[1];
    assert_true(follows(&f, CHANGE_SUSPEND, "round 3, without 3 4: bob"));
    assert_true(follows(&f, CHANGE_RESUME, "round 5: bob"));
    assert_true(follows(&f, CHANGE_SUSPEND, "round 8: bob"));
    assert_int_equal(bob->absence_count, 2);
    assert_int_equal(bob->absences[0].from, 2);
    assert_int_equal(bob->absences[0].until, 4);
    assert_true(bob->absences[1].until == INT64_MAX && bob->until == INT64_MAX);
    assert_int_equal(bob->withdrawn_count, 1);
    assert_true(follows(&f, CHANGE_REMOVE, "round 9: bob")); // it was gone before
    assert_int_equal(bob->until, 7);
    assert_int_equal(bob->absence_count, 1);
    assert_false(bob->suspended);
    assert_refused(&f, CHANGE_RESUME, "round 9: bob", "\"bob\" has been removed");
    contest_file_destroy(&f);
}

static void a_knockout_waits_for_nobody(void **state)
{
    (void)state;
    struct contest_file f = contest("knockout");
    assert_refused(&f, CHANGE_SUSPEND, "round 1: bob",
        "a knockout cannot wait for anybody: replace \"bob\", or remove it");
    contest_file_destroy(&f);
}

// --- Replacing ---

static void a_new_version_goes_on_under_the_same_name(void **state)
{
    (void)state;
    struct contest_file f = contest("swiss");
    const struct contest_player *bob = &f.players[1];
    assert_int_equal(bob->version, 1);
    assert_true(follows(&f, CHANGE_REPLACE, "row 36: {name: bob, player: ./bob2, time: 5s}"));
    assert_true(follows(&f, CHANGE_REPLACE, "row 40: {name: bob, player: ./bob3}"));
    assert_int_equal(f.player_count, 2);
    assert_int_equal(bob->version, 3);
    assert_string_equal(bob->player, "./bob3");
    assert_int_equal(bob->time.request_ms, CONTEST_UNSET);
    assert_string_equal(bob->before->player, "./bob2");
    assert_int_equal(bob->before->until_row, 40);
    assert_int_equal(bob->before->time.request_ms, 5000);
    assert_string_equal(bob->before->before->player, "./bob");
    assert_int_equal(bob->before->before->until_row, 36);
    contest_file_destroy(&f);
}

static void who_is_not_there_is_not_replaced(void **state)
{
    (void)state;
    struct contest_file f = contest("swiss");
    assert_refused(
        &f, CHANGE_REPLACE, "row 3: {name: zoe, player: ./zoe}", "there is no player \"zoe\"");
    assert_true(follows(&f, CHANGE_REMOVE, "round 3: bob"));
    assert_refused(
        &f, CHANGE_REPLACE, "row 3: {name: bob, player: ./bob2}", "\"bob\" has been removed");
    assert_true(follows(&f, CHANGE_REPLACE, "row 30: {name: ann, player: ./ann2}"));
    assert_refused(&f, CHANGE_REPLACE, "row 3: {name: ann, player: ./ann3}",
        "\"ann\" is replaced before it was replaced");
    assert_int_equal(f.players[0].version, 2);
    contest_file_destroy(&f);
}

static void a_player_survives_being_printed(void **state)
{
    (void)state;
    struct contest_file f =
        file_of("game: reversi\nplayers:\n- {name: \"a \\\"b: #\", player: \"./x -y 'z'\", wire: "
                "hgp, directory: d, environment: {A: \"1\", B: \"\"}, time: {start: 1s, game: 0}, "
                "limits: {memory: 1.5 GiB, cpu: 1m, tasks: none}, "
                "sandbox: none, read: [\"a, b\", /c]}\n"
                "- '@random'\n");
    for (size_t i = 0; i < f.player_count; i++) {
        struct text out = text_growing();
        struct change_space space = change_space();
        const struct change_texts texts = change_texts(&f.players[i], &space);
        text_string(&out, "row 1: ");
        assert_true(change_print_player(&out, &texts, NULL));
        assert_true(follows(&f, CHANGE_REPLACE, out.bytes));
        assert_true(contest_compare_players(&f.players[i], f.players[i].before));
        change_space_destroy(&space);
        text_destroy(&out);
    }
    contest_file_destroy(&f);
}

// --- A file that was edited ---

static void an_edited_file_tells_what_it_was_edited_for(void **state)
{
    (void)state;
    struct contest_file begun = contest("swiss");
    struct contest_file edited =
        file_of("format: swiss\ngame: reversi\nplayers: [{name: ann, player: ./ann2}, {name: eve, "
                "player: ./eve}]\n");
    struct contest_edit edits[3];
    assert_int_equal(contest_compare_edits(&begun, &edited, edits, 3), 3);
    assert_int_equal(edits[0].kind, EDIT_REPLACE);
    assert_string_equal(edits[0].player->player, "./ann2");
    assert_int_equal(edits[1].kind, EDIT_ADD);
    assert_string_equal(edits[1].player->name, "eve");
    assert_int_equal(edits[2].kind, EDIT_REMOVE);
    assert_string_equal(edits[2].player->name, "bob");
    struct error e;
    assert_false(contest_compare(&begun, &edited, &e));
    assert_string_equal(e.words, "ann has other settings");
    contest_file_destroy(&edited);
    edited = file_of("format: swiss\ngame: reversi\nplayers: [{name: bob, player: ./bob}, {name: "
                     "ann, player: ./ann}]\n");
    assert_int_equal(contest_compare_edits(&begun, &edited, edits, 3), 1);
    assert_int_equal(edits[0].kind, EDIT_MOVE);
    assert_false(contest_compare(&begun, &edited, &e));
    assert_string_equal(e.words, "the players stand in another order, from bob on");
    contest_file_destroy(&begun);
    contest_file_destroy(&edited);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_have_the_names_of_their_commands),
        cmocka_unit_test(a_fixed_schedule_counts_games_and_the_others_rounds),
        cmocka_unit_test(what_is_printed_is_understood),
        cmocka_unit_test(everybody_may_know_who_and_when),
        cmocka_unit_test(words_without_sense_are_refused),
        cmocka_unit_test(players_come_and_go),
        cmocka_unit_test(who_cannot_come_leaves_no_trace),
        cmocka_unit_test(who_was_removed_leaves_again_when_it_has_a_game_to_play_again),
        cmocka_unit_test(a_match_is_between_two),
        cmocka_unit_test(nobody_comes_to_a_bracket_that_is_drawn),
        cmocka_unit_test(an_added_player_does_not_change_the_number_of_rounds),
        cmocka_unit_test(in_a_fixed_schedule_a_rest_is_forgotten_when_it_ends),
        cmocka_unit_test(elsewhere_it_is_a_gap),
        cmocka_unit_test(a_knockout_waits_for_nobody),
        cmocka_unit_test(a_new_version_goes_on_under_the_same_name),
        cmocka_unit_test(who_is_not_there_is_not_replaced),
        cmocka_unit_test(a_player_survives_being_printed),
        cmocka_unit_test(an_edited_file_tells_what_it_was_edited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
