// A contest goes on from its file only if the file still describes the contest that began.
#include "archive/resume.h"

#include "archive/help.h"

#include <stdio.h>
#include <string.h>

static const char three[] = "game: reversi\nplayers: [./ann, ./bob, ./cem]\n";

static struct definition now;
static struct resume resumed;

static bool go_on(const char *text, struct error *e)
{
    help_write(text);
    if (!definition_load(&now, place.file, &definition_words, e))
        fail_msg("%s", e->words);
    return resume_read(&resumed, &now, place.file, place.path, e);
}

static void end(void)
{
    resume_destroy(&resumed);
    definition_destroy(&now);
}

static void a_new_contest_has_nothing_to_go_on_with(void **state)
{
    (void)state;
    struct error e = {0};
    assert_true(go_on(three, &e));
    assert_null(resumed.text);
    end();
}

static void the_same_contest_goes_on_with_what_the_log_did(void **state)
{
    (void)state;
    struct error e = {0};
    help_begin(three);
    help_log("remove", "game 1: bob");
    assert_true(go_on("# with a title now\nname: Spring\ngame: reversi\nconcurrency: 2\n"
                      "players: [./ann, ./bob, ./cem]\n",
        &e));
    assert_string_equal(resumed.text, three);
    assert_int_equal(now.changes, 1);
    assert_int_equal(now.file.players[1].until, 0);
    end();
}

static void another_contest_does_not(void **state)
{
    (void)state;
    struct error e = {0};
    help_begin(three);
    assert_false(go_on("game: reversi\nseed: 2\nplayers: [./ann, ./bob, ./cem]\n", &e));
    assert_words(&e, "is not the contest that began: ");
    assert_int_equal(resumed.edit_count, 0);
    assert_null(resumed.text);
    end();
}

static void another_sandbox_is_another_contest(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"sandbox: open\n", "\"sandbox\" has changed"}, {"read: data\n", "\"read\" has changed"}};
    help_begin(three);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct error e = {0};
        char text[256];
        snprintf(text, sizeof text, "%s%s", texts[i][0], three);
        assert_false(go_on(text, &e));
        assert_words(&e, texts[i][1]);
        end();
    }
    struct error e = {0};
    assert_false(
        go_on("game: reversi\nplayers: [./ann, {player: ./bob, sandbox: none}, ./cem]\n", &e));
    assert_words(&e, "bob has other settings");
    end();
    assert_true(go_on("sandbox: closed\ngame: reversi\nplayers: [./ann, ./bob, ./cem]\n", &e));
    end();
}

static void other_required_layers_are_another_contest(void **state)
{
    (void)state;
    struct error e = {0};
    char text[256];
    help_begin(three);
    snprintf(text, sizeof text, "require: [limits]\n%s", three);
    assert_false(go_on(text, &e));
    assert_words(&e, "\"require\" has changed");
    end();
}

static void edited_players_are_told(void **state)
{
    (void)state;
    struct error e = {0};
    help_begin(three);
    help_log("remove", "game 1: bob");
    assert_false(go_on("game: reversi\nplayers: [./ann, ./cem, ./eve]\n", &e));
    assert_int_equal(resumed.edit_count, 2);
    for (size_t i = 0; i < 2; i++) {
        bool removed = resumed.edits[i].edit.kind == EDIT_REMOVE;
        assert_string_equal(resumed.edits[i].edit.player->name, removed ? "bob" : "eve");
        assert_int_equal(resumed.edits[i].done, removed);
    }
    end();
}

static void other_openings_are_another_contest(void **state)
{
    (void)state;
    static const char text[] = "game: reversi\nopenings: list.txt\nplayers: ['@1', '@2']\n";
    char path[128];
    struct error e = {0};
    help_begin(text);
    help_log(DEFINITION_OPENINGS_ENTRY, "d3 c3\n");
    snprintf(path, sizeof path, "%s/list.txt", place.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("d3 c5\n", file);
    fclose(file);
    assert_false(go_on(text, &e));
    assert_words(&e, "list.txt holds other openings");
    end();
}

static void a_stored_contest_file_that_nobody_understands_is_told(void **state)
{
    (void)state;
    struct error e = {0};
    static const char text[] = "game: reversi\nof: the future\nplayers: ['@1', '@2']\n";
    help_begin_anything(text);
    assert_false(go_on(three, &e));
    assert_words(&e, "holds a contest that this agon does not understand");
    assert_int_equal(resumed.begun.problems.count, 1);
    assert_int_equal(resumed.begun.problems.list[0].line, 2);
    end();
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, help_set_up, help_tear_down)

static void other_limits_are_another_contest(void **state)
{
    (void)state;
    struct error e = {0};
    help_begin("game: reversi\nlimits: {memory: 1 GiB}\nplayers: [./ann, ./bob]\n");
    assert_true(go_on("game: reversi\nlimits: {memory: 1024 MiB}\nplayers: [./ann, ./bob]\n", &e));
    end();
    assert_false(go_on("game: reversi\nlimits: {memory: 2 GiB}\nplayers: [./ann, ./bob]\n", &e));
    assert_non_null(strstr(e.words, "\"limits\" has changed"));
    end();
    assert_false(go_on("game: reversi\nlimits: {memory: 1 GiB}\n"
                       "players: [./ann, {player: ./bob, limits: {tasks: 5}}]\n",
        &e));
    assert_non_null(strstr(e.words, "bob has other settings"));
    assert_int_equal(resumed.edit_count, 1);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(a_new_contest_has_nothing_to_go_on_with),
        IN_A_FOLDER(the_same_contest_goes_on_with_what_the_log_did),
        IN_A_FOLDER(other_limits_are_another_contest),
        IN_A_FOLDER(another_contest_does_not),
        IN_A_FOLDER(another_sandbox_is_another_contest),
        IN_A_FOLDER(other_required_layers_are_another_contest),
        IN_A_FOLDER(edited_players_are_told),
        IN_A_FOLDER(other_openings_are_another_contest),
        IN_A_FOLDER(a_stored_contest_file_that_nobody_understands_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
