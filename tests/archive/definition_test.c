// The definition of a contest: read without its players, with problems as values.
#include "archive/help.h"

#include <stdio.h>
#include <string.h>

static void a_stored_contest_opens_without_its_players(void **state)
{
    (void)state;
    help_begin("game: reversi\nseed: 7\nplayers:\n"
               "  - '@a-level-of-another-day'\n"
               "  - /a/folder/that/is/not/there/bob\n"
               "  - {name: eve, player: './eve | cat'}\n"
               "  - tcp://not a port\n");
    struct archive a;
    struct error e = {0};
    if (!archive_open(&a, place.file, &e))
        fail_msg("%s", e.words);
    const struct definition *d = &a.definition;
    assert_int_equal(d->count, 4);
    assert_string_equal(d->names[0], "@a-level-of-another-day");
    assert_string_equal(d->names[1], "bob");
    assert_string_equal(d->names[2], "eve");
    assert_null(d->wires[0]);
    assert_ptr_equal(d->wires[1], wire_default(d->game));
    assert_int_equal(d->plan.players, 4);
    assert_string_equal(a.name, "spring");
    archive_close(&a);
}

static bool nobody_plays(
    const struct game *game, const char *text, char name[PLAYER_NAME_BYTES], struct error *e)
{
    (void)game;
    (void)name;
    return error_set(e, "%s does not play", text);
}

static void the_words_of_the_caller_say_who_can_play(void **state)
{
    (void)state;
    struct definition d;
    struct error e = {0};
    const struct contest_words words = {
        .wire = definition_knows_wire, .share = definition_share_port, .player = nobody_plays};
    assert_false(
        definition_take(&d, "game: reversi\nplayers:\n  - ./ann\n  - ./bob\n", &words, &e));
    assert_int_equal(d.problems.count, 2);
    assert_int_equal(d.problems.list[0].line, 3);
    assert_string_equal(d.problems.list[0].words, "./ann does not play");
    assert_string_equal(e.words, "line 3: ./ann does not play");
    definition_destroy(&d);
}

static void problems_come_back_with_their_lines(void **state)
{
    (void)state;
    struct definition d;
    struct error e = {0};
    help_write("game: reversi\nsed: 7\nplayers:\n  - ./ann\n  - {name: bob, player: ./bob, wire: "
               "stones}\n");
    assert_false(definition_load(&d, place.file, &definition_words, &e));
    assert_int_equal(d.problems.count, 2);
    assert_int_equal(d.problems.list[0].line, 2);
    assert_non_null(strstr(d.problems.list[0].words, "Did you mean \"seed\"?"));
    assert_int_equal(d.problems.list[1].line, 5);
    assert_words(&e, "spring.yaml:2: ");
    definition_destroy(&d);
}

static void a_file_that_is_not_there_is_an_error_without_problems(void **state)
{
    (void)state;
    struct definition d;
    struct error e = {0};
    assert_false(definition_load(&d, place.file, &definition_words, &e));
    assert_int_equal(d.problems.count, 0);
    assert_words(&e, "spring.yaml");
    definition_destroy(&d);
}

static void openings_lie_beside_the_contest_file(void **state)
{
    (void)state;
    char path[128];
    struct definition d;
    struct error e = {0};
    help_write("game: reversi\nopenings: list.txt\nplayers: ['@1', '@2']\n");
    snprintf(path, sizeof path, "%s/list.txt", place.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("d3 c3\nd3 c5\n", file);
    fclose(file);
    assert_true(definition_load(&d, place.file, &definition_words, &e));
    assert_true(definition_complete(&d, &e));
    assert_string_equal(d.opening_text.bytes, "d3 c3\nd3 c5\n");
    assert_int_equal(d.openings.count, 2);
    definition_destroy(&d);
}

static void openings_that_cannot_be_played_are_refused(void **state)
{
    (void)state;
    char path[128];
    struct definition d;
    struct error e = {0};
    help_write("game: reversi\nopenings: list.txt\nplayers: ['@1', '@2']\n");
    snprintf(path, sizeof path, "%s/list.txt", place.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("d3 d3\n", file);
    fclose(file);
    assert_true(definition_load(&d, place.file, &definition_words, &e));
    assert_false(definition_complete(&d, &e));
    assert_words(&e, "openings: list.txt: ");
    definition_destroy(&d);
}

static void the_log_is_followed(void **state)
{
    (void)state;
    help_begin("game: reversi\nplayers: [./ann, ./bob, ./cem]\n");
    help_log("remove", "game 3: bob");
    help_log("add", "game 7: {name: dan, player: \"@gone\"}");
    help_log("pause", "nothing that concerns the players");
    struct archive a;
    struct error e = {0};
    if (!archive_open(&a, place.path, &e))
        fail_msg("%s", e.words);
    assert_int_equal(a.definition.changes, 2);
    assert_int_equal(a.definition.count, 4);
    assert_string_equal(a.definition.names[3], "dan");
    assert_non_null(a.definition.plan.presence);
    assert_int_equal(a.definition.presence[1].until, 1);
    archive_close(&a);
    struct reader *r = reader_open(place.path, &e);
    struct definition begun;
    assert_true(definition_begun(&begun, r, &e));
    assert_int_equal(begun.file.player_count, 3);
    definition_destroy(&begun);
    reader_close(r);
}

static void a_log_that_makes_no_sense_is_an_error(void **state)
{
    (void)state;
    help_begin("game: reversi\nplayers: [./ann, ./bob, ./cem]\n");
    help_log("remove", "game 3: eve");
    struct archive a;
    struct error e = {0};
    assert_false(archive_open(&a, place.path, &e));
    assert_words(&e, "the log of the contest cannot be followed: ");
    archive_close(&a);
}

static void a_change_can_be_done_and_completed_again(void **state)
{
    (void)state;
    struct definition d;
    struct error e = {0};
    assert_true(definition_take(
        &d, "game: reversi\nplayers: [./ann, ./bob, ./cem]\n", &definition_words, &e));
    assert_true(definition_complete(&d, &e));
    assert_null(d.plan.presence);
    assert_true(definition_change(&d, CHANGE_REMOVE, "game 1: ann", &definition_words, &e));
    assert_true(definition_complete(&d, &e));
    assert_non_null(d.plan.presence);
    assert_int_equal(d.changes, 1);
    assert_false(definition_change(&d, CHANGE_REMOVE, "game 1: eve", &definition_words, &e));
    assert_int_equal(d.changes, 1);
    definition_destroy(&d);
}

// Santorini's protocol fixes no start; that of Reversi turns it by the player ids.
static void a_replaced_player_leaves_old_rows_where_they_began(void **state)
{
    (void)state;
    struct definition d;
    struct error e = {0};
    assert_true(definition_take(
        &d, "game: reversi\nplayers: [./ann, '@random']\nseed: 3\n", &definition_words, &e));
    assert_true(definition_change(
        &d, CHANGE_REPLACE, "row 4: {name: ann, player: \"@1\"}", &definition_words, &e));
    assert_true(definition_complete(&d, &e));
    assert_int_equal(d.version_count, 1);
    assert_ptr_equal(d.versions[0].wire, wire_default(d.game));
    assert_null(d.wires[0]);
    bool turned = false;
    for (uint64_t seed = 0; seed < 16; seed++) {
        const struct pairing p = {.first = 0, .second = 1, .seed = seed};
        int coin;
        position before = definition_start(&d, &p, 4, &coin);
        position after = definition_start(&d, &p, 5, &coin);
        position new_row = definition_start(&d, &p, DEFINITION_NEW_ROW, &coin);
        assert_true(position_equal(&after, &d.start));
        assert_true(position_equal(&new_row, &d.start));
        turned = turned || !position_equal(&before, &d.start);
    }
    assert_true(turned);
    definition_destroy(&d);
}

static void what_has_not_been_run_cannot_be_opened(void **state)
{
    (void)state;
    struct archive a;
    struct error e = {0};
    assert_false(archive_open(&a, place.file, &e));
    assert_words(&e, "there is no ");
    archive_close(&a);
    help_write("game: reversi\nplayers: ['@1', '@2']\n");
    assert_false(archive_open(&a, place.file, &e));
    assert_words(&e, "has not been run yet");
    archive_close(&a);
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, help_set_up, help_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(a_stored_contest_opens_without_its_players),
        IN_A_FOLDER(the_words_of_the_caller_say_who_can_play),
        IN_A_FOLDER(problems_come_back_with_their_lines),
        IN_A_FOLDER(a_file_that_is_not_there_is_an_error_without_problems),
        IN_A_FOLDER(openings_lie_beside_the_contest_file),
        IN_A_FOLDER(openings_that_cannot_be_played_are_refused),
        IN_A_FOLDER(the_log_is_followed),
        IN_A_FOLDER(a_log_that_makes_no_sense_is_an_error),
        IN_A_FOLDER(a_change_can_be_done_and_completed_again),
        IN_A_FOLDER(a_replaced_player_leaves_old_rows_where_they_began),
        IN_A_FOLDER(what_has_not_been_run_cannot_be_opened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
