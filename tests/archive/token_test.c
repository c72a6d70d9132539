// Tokens of a contest: what is kept of them, and that it is never lost or read by others.
#include "archive/token_file.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { WRITERS = 4, TOKENS_EACH = 10 };

static char folder[] = "/tmp/agon-tokens-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/cup.tokens", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static int remove_file(void **state)
{
    (void)state;
    unlink(path);
    return 0;
}

static void a_token_is_26_letters_and_digits_and_never_the_same(void **state)
{
    (void)state;
    char first[TOKEN_BYTES], second[TOKEN_BYTES];
    struct error e;
    assert_true(token_make(first, &e) && token_make(second, &e));
    assert_true(token_fits(first));
    assert_int_equal(strlen(first), 26);
    assert_string_not_equal(first, second);
}

static void only_the_hash_of_a_token_is_kept_and_it_finds_the_name(void **state)
{
    (void)state;
    char token[TOKEN_BYTES];
    struct error e;
    assert_true(token_file_add(path, "ann", token, &e));
    char bytes[512] = "";
    int fd = open(path, O_RDONLY);
    assert_true(read(fd, bytes, sizeof bytes - 1) > 0);
    close(fd);
    assert_null(strstr(bytes, token));
    struct token_list list;
    unsigned char hash[SHA256_BYTES];
    assert_true(token_file_load(path, &list, NULL, &e));
    token_hash(token, hash);
    assert_string_equal(token_list_find(&list, hash)->name, "ann");
    hash[31] ^= 1;
    assert_null(token_list_find(&list, hash));
    token_list_destroy(&list);
}

static void only_its_owner_may_read_the_file(void **state)
{
    (void)state;
    char token[TOKEN_BYTES];
    struct stat about;
    struct error e;
    struct token_list list;
    mode_t before = umask(0);
    assert_true(token_file_add(path, "ann", token, &e));
    umask(before);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    chmod(path, 0640);
    assert_false(token_file_load(path, &list, NULL, &e));
    assert_non_null(strstr(e.words, "others may read or write"));
    assert_non_null(strstr(e.words, "chmod 600"));
}

static void a_player_has_one_token_until_it_is_revoked(void **state)
{
    (void)state;
    char first[TOKEN_BYTES], second[TOKEN_BYTES];
    struct error e;
    assert_true(token_file_add(path, "ann", first, &e));
    assert_false(token_file_add(path, "ann", second, &e));
    assert_string_equal(e.words, "ann has a token already: revoke it first");
    assert_false(token_file_add(path, "\xd0\xb0nn", second, &e)); // with a Cyrillic letter
    assert_non_null(strstr(e.words, "looks like ann"));
    assert_false(token_file_add(path, "a\tb", second, &e));
    assert_true(token_file_revoke(path, "ann", &e));
    assert_false(token_file_revoke(path, "ann", &e));
    assert_string_equal(e.words, "ann has no token");
    assert_true(token_file_add(path, "ann", second, &e));
    struct token_list list;
    unsigned char hash[SHA256_BYTES];
    assert_true(token_file_load(path, &list, NULL, &e));
    assert_int_equal(list.count, 1);
    token_hash(first, hash);
    assert_null(token_list_find(&list, hash));
    token_list_destroy(&list);
}

static void without_a_file_it_is_said_how_to_make_one(void **state)
{
    (void)state;
    struct token_list list;
    struct error e;
    assert_false(token_file_load(path, &list, NULL, &e));
    assert_non_null(strstr(e.words, "agon token add"));
    assert_false(token_file_revoke(path, "ann", &e));
    assert_int_equal(access(path, F_OK), -1); // and none was made
}

static void two_writers_lose_nothing_of_each_other(void **state)
{
    (void)state;
    for (int w = 0; w < WRITERS; w++) {
        if (fork() != 0)
            continue;
        bool well = true;
        for (int i = 0; i < TOKENS_EACH; i++) {
            char name[32], token[TOKEN_BYTES];
            struct error e;
            snprintf(name, sizeof name, "%c%c", 'p' + w, 'a' + i);
            well = token_file_add(path, name, token, &e) && well;
        }
        _exit(well ? 0 : 1);
    }
    for (int w = 0; w < WRITERS; w++) {
        int status;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    struct token_list list;
    struct error e;
    assert_true(token_file_load(path, &list, NULL, &e));
    assert_int_equal(list.count, WRITERS * TOKENS_EACH);
    token_list_destroy(&list);
}

static void a_change_is_seen_by_its_stamp(void **state)
{
    (void)state;
    char token[TOKEN_BYTES];
    struct error e;
    struct token_list list;
    struct token_file_stamp before, now;
    assert_true(token_file_add(path, "ann", token, &e));
    assert_true(token_file_load(path, &list, &before, &e));
    token_list_destroy(&list);
    assert_true(token_file_look(path, &now) && token_file_is_same(&before, &now));
    assert_true(token_file_revoke(path, "ann", &e));
    assert_true(token_file_look(path, &now) && !token_file_is_same(&before, &now));
}

static void a_file_that_is_something_else_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } files[] = {
        {"players:\n", "its first line is not"},
        {"agon tokens 1\nann\n", "line 2: it does not begin with a hash"},
        {"agon tokens 1\n"
         "be4ed9ab370027577140ed07dc7dd3eecd7efa78b313cf2214a96ec9c52f2712 ann\n",
            "line 2: there is no time"},
        {"agon tokens 1\n"
         "be4ed9ab370027577140ed07dc7dd3eecd7efa78b313cf2214a96ec9c52f2712 7 ann\n"
         "be4ed9ab370027577140ed07dc7dd3eecd7efa78b313cf2214a96ec9c52f2712 7 ann\n",
            "line 3: ann has a token already"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct token_list list;
        struct error e;
        assert_false(token_list_read(&list, files[i].text, strlen(files[i].text), &e));
        assert_non_null(strstr(e.words, files[i].words));
        assert_int_equal(list.count, 0);
    }
}

static void the_file_lies_beside_the_contest_or_where_it_says(void **state)
{
    (void)state;
    static const struct {
        const char *contest, *named, *path;
    } places[] = {
        {"cup.yaml", NULL, "cup.tokens"},
        {"a.b/cup", "required", "a.b/cup.tokens"},
        {"a/cup.yaml", "all.tokens", "a/all.tokens"},
        {"a/cup.yaml", "/etc/all", "/etc/all"},
        {"all.tokens", NULL, "all.tokens"},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char found[TOKEN_FILE_PATH_BYTES];
        struct error e;
        assert_true(token_file_path(found, places[i].contest, places[i].named, &e));
        assert_string_equal(found, places[i].path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token_is_26_letters_and_digits_and_never_the_same),
        cmocka_unit_test_teardown(
            only_the_hash_of_a_token_is_kept_and_it_finds_the_name, remove_file),
        cmocka_unit_test_teardown(only_its_owner_may_read_the_file, remove_file),
        cmocka_unit_test_teardown(a_player_has_one_token_until_it_is_revoked, remove_file),
        cmocka_unit_test_teardown(without_a_file_it_is_said_how_to_make_one, remove_file),
        cmocka_unit_test_teardown(two_writers_lose_nothing_of_each_other, remove_file),
        cmocka_unit_test_teardown(a_change_is_seen_by_its_stamp, remove_file),
        cmocka_unit_test(a_file_that_is_something_else_is_refused_with_its_line),
        cmocka_unit_test(the_file_lies_beside_the_contest_or_where_it_says),
    };
    return cmocka_run_group_tests_name("archive: token", tests, make_folder, remove_folder);
}
