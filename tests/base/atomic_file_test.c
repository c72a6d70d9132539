// Files that are replaced as a whole: until the end the old one is there.
#include "base/atomic_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/agon-atomic-XXXXXX";
static char path[64], part_path[80], link_path[64];

static int make_folder(void **state)
{
    (void)state;
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/page", folder);
    snprintf(part_path, sizeof part_path, "%s.part", path);
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    unlink(part_path);
    unlink(link_path);
    return rmdir(folder);
}

static void assert_holds(const char *expected)
{
    char bytes[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    assert_int_equal(length, strlen(expected));
    assert_string_equal(bytes, expected);
}

static void the_old_file_stands_until_the_new_one_is_finished(void **state)
{
    (void)state;
    struct error e;
    struct atomic_file file;
    assert_true(atomic_file_write(path, "old", 3, &e));
    assert_true(atomic_file_open(&file, path, &e));
    fputs("new", file.stream);
    fflush(file.stream);
    assert_holds("old");
    assert_true(atomic_file_finish(&file, &e));
    assert_holds("new");
    assert_int_equal(access(part_path, F_OK), -1);
}

static void a_discarded_file_leaves_the_old_one_and_nothing_else(void **state)
{
    (void)state;
    struct error e;
    struct atomic_file file;
    assert_true(atomic_file_write(path, "old", 3, &e));
    assert_true(atomic_file_open(&file, path, &e));
    fputs("new", file.stream);
    atomic_file_discard(&file);
    assert_holds("old");
    assert_int_equal(access(part_path, F_OK), -1);
}

static void a_symbolic_link_is_followed_and_stays_a_link(void **state)
{
    (void)state;
    struct error e;
    struct stat about;
    assert_true(atomic_file_write(path, "old", 3, &e));
    assert_int_equal(symlink(path, link_path), 0);
    assert_true(atomic_file_write(link_path, "new", 3, &e));
    assert_holds("new");
    assert_int_equal(lstat(link_path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
}

// Somebody may have put a FIFO under the name that the file has until its end.
static void what_is_in_the_way_of_the_unfinished_file_is_removed(void **state)
{
    (void)state;
    struct error e;
    assert_int_equal(mkfifo(part_path, 0600), 0);
    assert_true(atomic_file_write(path, "new", 3, &e));
    assert_holds("new");
}

static void what_could_not_be_written_is_reported_at_the_end(void **state)
{
    (void)state;
    struct error e = {0};
    assert_false(atomic_file_write("/dev/full", "new", 3, &e));
    assert_non_null(strstr(e.words, "/dev/full cannot be written: "));
}

static void a_folder_that_is_not_there_is_an_error(void **state)
{
    (void)state;
    struct error e = {0};
    struct atomic_file file;
    assert_false(atomic_file_open(&file, "/nowhere/at/all", &e));
    assert_string_equal(e.words, "/nowhere/at/all cannot be written: No such file or directory");
}

#define TEST(rule) cmocka_unit_test_setup_teardown(rule, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_old_file_stands_until_the_new_one_is_finished),
        TEST(a_discarded_file_leaves_the_old_one_and_nothing_else),
        TEST(a_symbolic_link_is_followed_and_stays_a_link),
        TEST(what_is_in_the_way_of_the_unfinished_file_is_removed),
        TEST(what_could_not_be_written_is_reported_at_the_end),
        TEST(a_folder_that_is_not_there_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
