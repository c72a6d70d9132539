// Entries as players of a contest file: what stands in its text afterwards, and what is said of
// entries that are wrong.
#include "archive/definition.h"
#include "archive/help.h"
#include "archive/resume.h"

#include "contest/entry_text.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Makes an entry NAME with a main.py of this content and, unless it is NULL, an agon.yaml.
static void make_entry(const char *name, const char *content, const char *yaml)
{
    char path[160];
    snprintf(path, sizeof path, "%s/entries", place.folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/entries/%s", place.folder, name);
    mkdir(path, 0700);
    const struct {
        const char *name, *content;
    } files[] = {{"main.py", content}, {"agon.yaml", yaml}};
    for (int i = 0; i < 2; i++) {
        if (!files[i].content)
            continue;
        snprintf(path, sizeof path, "%s/entries/%s/%s", place.folder, name, files[i].name);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        assert_true(fputs(files[i].content, file) >= 0);
        assert_int_equal(fclose(file), 0);
    }
}

static void remove_entries(void)
{
    char command[160];
    snprintf(command, sizeof command, "rm -rf %s/entries", place.folder);
    assert_int_equal(system(command), 0);
}

static int tear_down(void **state)
{
    remove_entries();
    return help_tear_down(state);
}

static void load(struct definition *d, const char *text)
{
    struct error e = {0};
    help_write(text);
    bool well = definition_load(d, place.file, &definition_words, &e);
    if (!well)
        print_error("%s\n", e.words);
    assert_true(well);
}

static void wrong(const char *text, const char *said)
{
    struct definition d;
    struct error e;
    char bytes[2048];
    struct text out = TEXT_IN(bytes);
    help_write(text);
    assert_false(definition_load(&d, place.file, &definition_words, &e));
    for (size_t i = 0; i < d.problems.kept; i++)
        text_format(&out, "%d: %s\n", d.problems.list[i].line, d.problems.list[i].words);
    assert_string_equal(bytes, said);
    definition_destroy(&d);
}

static void a_pattern_stands_for_entries_by_name(void **state)
{
    (void)state;
    struct definition d;
    make_entry("zoe", "1", NULL);
    make_entry("bob", "2", "name: Ann\n");
    load(&d, "players: entries/* # all of them\ngame: reversi\n");
    assert_int_equal(d.file.player_count, 2);
    assert_string_equal(d.file.players[0].name, "Ann");
    assert_string_equal(d.file.players[1].name, "zoe");
    struct entry_text entry;
    struct error e;
    assert_true(entry_text_read(&entry, d.file.players[0].player, &e));
    assert_string_equal(entry.path, "entries/bob");
    assert_int_equal(strlen(entry.hash), ENTRY_HASH_BYTES - 1);
    assert_int_equal(d.file.players[0].line, 1);
    definition_destroy(&d);
}

static void entries_and_others_stand_in_one_list(void **state)
{
    (void)state;
    struct definition d;
    make_entry("ann", "1", "wire: hgp\n");
    make_entry("bob", "2", NULL);
    // A byte order mark, letters of several bytes and line ends of two must not shift anything.
    load(&d,
        "\xEF\xBB\xBFname: \"Zo\xc3\xab \xe6\x96\x87\"\r\ngame: reversi\r\nplayers:\r\n"
        "  - '@first'\r\n  - entries/a*\r\n  - {name: Zo\xc3\xab, player: 'entry:entries/bob'}\r\n"
        "  - entry:entries/bob\r\n  - '@random'\r\n");
    const char *const names[] = {"@first", "ann", "Zo\xc3\xab", "bob", "@random"};
    assert_int_equal(d.file.player_count, 5);
    for (int i = 0; i < 5; i++)
        assert_string_equal(d.file.players[i].name, names[i]);
    assert_string_equal(d.file.players[1].wire, "hgp");
    assert_string_equal(d.file.players[2].player, d.file.players[3].player);
    assert_int_equal(d.file.players[4].line, 8);
    definition_destroy(&d);
}

// --- The deadline ---

// The clock of the disk cannot be set; the date of a file can be set to the far future.
static void hand_in_late(const char *name)
{
    char path[160];
    const struct timespec late[2] = {{.tv_sec = 4000000000}, {.tv_sec = 4000000000}};
    snprintf(path, sizeof path, "%s/entries/%s/main.py", place.folder, name);
    assert_int_equal(utimensat(AT_FDCWD, path, late, 0), 0);
}

static void an_entry_that_came_late_is_left_out_with_words(void **state)
{
    (void)state;
    struct definition d;
    make_entry("ann", "1", NULL);
    make_entry("bob", "2", NULL);
    make_entry("eve", "3", NULL);
    hand_in_late("bob");
    load(&d, "game: reversi\nplayers: entries/*\nentries_until: 2090-01-01 00:00Z\n");
    assert_int_equal(d.file.player_count, 2);
    assert_string_equal(d.file.players[0].name, "ann");
    assert_string_equal(d.file.players[1].name, "eve");
    assert_string_equal(d.late.bytes,
        "entries/bob came or was changed at 2096-10-02 07:06:40Z, after entries_until "
        "(2090-01-01 00:00Z): it is left out\n");
    definition_destroy(&d);
    // Whoever is named in the list is taken at any time.
    load(&d,
        "game: reversi\nplayers: [entries/a*, entry:entries/bob]\n"
        "entries_until: 2090-01-01 00:00Z\n");
    assert_int_equal(d.file.player_count, 2);
    assert_string_equal(d.late.bytes, "");
    definition_destroy(&d);
}

static void if_all_came_late_there_is_no_contest(void **state)
{
    (void)state;
    make_entry("ann", "1", NULL);
    make_entry("bob", "2", NULL);
    wrong("game: reversi\nplayers: entries/*\nentries_until: 1999-12-31 23:59\n",
        "2: there is no entry in entries/* that came before entries_until\n");
}

// The files may have been copied since, and their contents replaced.
static void who_is_in_the_results_is_not_late(void **state)
{
    (void)state;
    static const char text[] =
        "game: reversi\nplayers: entries/*\nentries_until: 2090-01-01 00:00Z\n";
    struct definition d;
    make_entry("ann", "1", NULL);
    make_entry("bob", "2", NULL);
    load(&d, text);
    help_begin_anything(d.text.bytes);
    definition_destroy(&d);
    make_entry("eve", "3", NULL);
    hand_in_late("bob");
    hand_in_late("eve");
    load(&d, text);
    assert_int_equal(d.file.player_count, 2);
    assert_string_equal(d.file.players[1].name, "bob");
    assert_non_null(strstr(d.late.bytes, "entries/eve came"));
    assert_null(strstr(d.late.bytes, "entries/bob"));
    definition_destroy(&d);
}

// What is stored is read again without the entries.
static void the_text_is_enough_where_the_entries_are_not(void **state)
{
    (void)state;
    struct definition d, again;
    struct error e;
    make_entry("ann", "1", NULL);
    make_entry("bob", "2", NULL);
    load(&d, "game: reversi\nplayers: entries/*\n");
    remove_entries();
    assert_true(definition_take(&again, d.text.bytes, &definition_words, &e));
    assert_true(contest_compare(&d.file, &again.file, &e));
    assert_true(definition_complete(&again, &e));
    definition_destroy(&d);
    definition_destroy(&again);
}

static void a_file_without_entries_stays_as_it_is(void **state)
{
    (void)state;
    struct definition d;
    const char text[] = "game: reversi\nplayers: ['@first', 'python3 main.py', ./bot]\n";
    load(&d, text);
    assert_string_equal(d.text.bytes, text);
    definition_destroy(&d);
}

static void other_content_is_another_contest(void **state)
{
    (void)state;
    struct definition d, now;
    struct error e;
    make_entry("ann", "1", NULL);
    make_entry("bob", "2", NULL);
    load(&d, "game: reversi\nplayers: entries/*\n");
    help_begin(d.text.bytes);
    load(&now, "game: reversi\nplayers: entries/*\n");
    struct resume resume;
    assert_true(resume_read(&resume, &now, place.file, place.path, &e));
    resume_destroy(&resume);
    definition_destroy(&now);
    make_entry("bob", "3", NULL);
    load(&now, "game: reversi\nplayers: entries/*\n");
    assert_false(resume_read(&resume, &now, place.file, place.path, &e));
    assert_words(&e, "the entry of bob has other content");
    assert_int_equal(resume.edit_count, 1);
    assert_int_equal(resume.edits[0].edit.kind, EDIT_REPLACE);
    resume_destroy(&resume);
    definition_destroy(&now);
    definition_destroy(&d);
}

static void all_that_is_wrong_is_told_at_once(void **state)
{
    (void)state;
    make_entry("ann", "1", "nmae: x\nrun: a|b\n");
    make_entry("bob", "2", NULL);
    wrong("game: reversi\nplayers: entries/*\nconcurency: 4\n",
        "2: entries/ann: agon.yaml:1: unknown key \"nmae\". Did you mean \"name\"?\n"
        "2: entries/ann: agon.yaml:2: \"run\": '|' would need a shell, and a command is run "
        "without "
        "one. Quote it if it is meant as it stands, or write sh -c '...'\n"
        "3: unknown key \"concurency\". Did you mean \"concurrency\"?\n");
}

static void patterns_that_find_nothing_or_too_much_are_told(void **state)
{
    (void)state;
    make_entry("ann", "1", NULL);
    wrong("game: reversi\nplayers: entries/*.zip\n", "2: there is no entry in entries/*.zip\n");
    wrong("game: reversi\nplayers: nowhere/*\n",
        "2: the folder nowhere/ cannot be read: No such file or directory\n");
    wrong("game: reversi\nplayers: '*/x'\n",
        "2: only the last part of a path can have a *, not \"*/x\"\n");
    wrong("game: reversi\nplayers: entries/ann/*\n",
        "2: entries/ann/main.py is neither a folder nor a .zip or .tar.gz: move it away, or write "
        "a "
        "pattern that leaves it out\n");
    wrong("game: reversi\nplayers: [entry:nowhere, '@first']\n",
        "2: nowhere: there is no such folder or file\n");
    wrong("game: reversi\nplayers: entries/*\n", "2: a contest has 2 to 1000 players, not 1\n");
}

static void two_entries_of_one_name_are_told(void **state)
{
    (void)state;
    make_entry("ann", "1", NULL);
    make_entry("bob", "2", "name: ann\n");
    wrong("game: reversi\nplayers: entries/*\n",
        "2: entries/ann and entries/bob are both called \"ann\": give one another \"name\" in its "
        "agon.yaml, or another file name\n");
}

static void lines_of_an_entry_are_checked(void **state)
{
    (void)state;
    make_entry("ann", "1", "wire: stones-quoted\n");
    make_entry("bob", "2", NULL);
    wrong("game: stones\nplayers:\n  - '@first'\n  - name: ann\n    player: entry:entries/ann\n",
        "5: entries/ann speaks stones-quoted: add \"wire: stones-quoted\"\n");
    wrong("game: stones\nplayers:\n  - '@first'\n  - player: entry:entries/bob\n",
        "4: an entry that is written as lines needs its \"name\"\n");
    wrong("game: stones\nplayers:\n  - '@first'\n  - name: bob\n    player: entry:entries/bob\n"
          "    directory: x\n",
        "6: an entry runs in its own folder: leave out \"directory\"\n");
    wrong("game: stones\nplayers:\n  - '@first'\n  - name: bob\n    player: entry:entries/*\n",
        "5: a pattern stands for many players: write it as a line of the list, \"- entries/*\"\n");
    wrong("game: stones\nplayers:\n  - '@first'\n  - >-\n    entry:entries/bob\n",
        "4: write the path of an entry on one line\n");
}

static void a_hash_in_the_file_must_be_that_of_the_entry(void **state)
{
    (void)state;
    make_entry("ann", "1", NULL);
    char text[300];
    snprintf(
        text, sizeof text, "game: reversi\nplayers: ['@first', 'entry:entries/ann#%064d']\n", 7);
    struct definition d;
    struct error e;
    help_write(text);
    assert_false(definition_load(&d, place.file, &definition_words, &e));
    assert_words(&e, "entries/ann is not what the file says: its hash is ");
    definition_destroy(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_pattern_stands_for_entries_by_name, help_set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            entries_and_others_stand_in_one_list, help_set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            the_text_is_enough_where_the_entries_are_not, help_set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_file_without_entries_stays_as_it_is, help_set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_content_is_another_contest, help_set_up, tear_down),
        cmocka_unit_test_setup_teardown(all_that_is_wrong_is_told_at_once, help_set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            patterns_that_find_nothing_or_too_much_are_told, help_set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_entries_of_one_name_are_told, help_set_up, tear_down),
        cmocka_unit_test_setup_teardown(lines_of_an_entry_are_checked, help_set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_hash_in_the_file_must_be_that_of_the_entry, help_set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            an_entry_that_came_late_is_left_out_with_words, help_set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            if_all_came_late_there_is_no_contest, help_set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_is_in_the_results_is_not_late, help_set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
