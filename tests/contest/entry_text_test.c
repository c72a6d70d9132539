// The text that names an entry.
#include "contest/command_name.h"
#include "contest/entry_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define HASH "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static void a_path_and_a_hash_come_back(void **state)
{
    (void)state;
    struct entry_text t;
    struct error e;
    char bytes[200];
    struct text out = TEXT_IN(bytes);
    assert_true(entry_text_read(&t, "entry:entries/a b.zip#" HASH, &e));
    assert_string_equal(t.path, "entries/a b.zip");
    assert_string_equal(t.hash, HASH);
    entry_text_print(&out, t.path, t.hash);
    assert_string_equal(bytes, "entry:entries/a b.zip#" HASH);
}

static void what_only_looks_like_a_hash_is_part_of_the_path(void **state)
{
    (void)state;
    struct entry_text t;
    struct error e;
    assert_true(entry_text_read(&t, "entry:no#1.zip", &e));
    assert_string_equal(t.path, "no#1.zip");
    assert_string_equal(t.hash, "");
    assert_true(entry_text_read(&t, "entry:x#0123456789ABCDEF", &e));
    assert_string_equal(t.path, "x#0123456789ABCDEF");
}

static void other_texts_are_not_entries(void **state)
{
    (void)state;
    struct entry_text t;
    struct error e;
    assert_false(entry_text_read(&t, "python3 bot.py", &e));
    assert_false(entry_text_read(&t, "entry:", &e));
    assert_string_equal(e.words, "entry: takes the path of a folder, a .zip or a .tar.gz");
    char text[ENTRY_PATH_BYTES + 16] = "entry:";
    memset(text + 6, 'x', ENTRY_PATH_BYTES);
    assert_false(entry_text_read(&t, text, &e));
}

static void a_path_in_a_list_is_told_from_a_command(void **state)
{
    (void)state;
    const struct {
        const char *text, *path;
    } rows[] = {{"entries/*", "entries/*"}, {"entry:entries/ann", "entries/ann"},
        {"entry:a b/*", "a b/*"}, {"ann.zip", "ann.zip"}, {"x/ann.TAR.GZ", "x/ann.TAR.GZ"},
        {"ann.tgz", "ann.tgz"}, {"entries/ann", NULL}, {"./bot", NULL}, {"python3 bot.zip", NULL},
        {"@random", NULL}, {"tcp://host:7001", NULL}, {".zip", NULL}, {"find . -name *", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *path = entry_text_path(rows[i].text);
        if (rows[i].path)
            assert_string_equal(path, rows[i].path);
        else
            assert_null(path);
    }
}

static void an_entry_is_called_after_its_file(void **state)
{
    (void)state;
    const struct {
        const char *path, *name;
    } rows[] = {{"entries/ann.tar.gz", "ann"}, {"entries/ann/", "ann"}, {"ann.v2.zip", "ann.v2"},
        {"ann.tgz", "ann"}, {"ann", "ann"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[PLAYER_NAME_BYTES];
        entry_text_name(name, rows[i].path);
        assert_string_equal(name, rows[i].name);
    }
    char name[PLAYER_NAME_BYTES];
    player_text_name(name, "entry:entries/ann.zip#" HASH);
    assert_string_equal(name, "ann");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_and_a_hash_come_back),
        cmocka_unit_test(what_only_looks_like_a_hash_is_part_of_the_path),
        cmocka_unit_test(other_texts_are_not_entries),
        cmocka_unit_test(a_path_in_a_list_is_told_from_a_command),
        cmocka_unit_test(an_entry_is_called_after_its_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
