// Files that are read as a whole: all of their bytes, and nothing that one could wait for.
#include "base/whole_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/agon-whole-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
    (void)state;
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/file", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void write_letters(size_t count)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (size_t i = 0; i < count; i++)
        fputc('a' + (int)(i % 26), file);
    assert_int_equal(fclose(file), 0);
}

static void all_bytes_come_however_long_the_file_is(void **state)
{
    (void)state;
    enum { LENGTH = 300001 };
    struct error e;
    struct text out = text_growing();
    text_string(&out, "before ");
    write_letters(LENGTH);
    assert_true(whole_file_read(path, 2 * LENGTH, &out, &e));
    assert_int_equal(out.length, 7 + LENGTH);
    assert_memory_equal(out.bytes, "before abcde", 12);
    assert_int_equal(out.bytes[7 + LENGTH - 1], 'a' + (LENGTH - 1) % 26);
    text_destroy(&out);
}

static void a_file_that_is_too_long_is_not_read_to_its_end(void **state)
{
    (void)state;
    struct error e;
    struct text out = text_growing();
    write_letters(1000000);
    assert_true(whole_file_read(path, 1000, &out, &e));
    assert_true(out.length > 1000 && out.length < 1000000);
    text_destroy(&out);
}

static void assert_refused(const char *of, const char *why)
{
    struct error e = {0};
    struct text out = text_growing();
    char expected[160];
    assert_false(whole_file_read(of, 1000, &out, &e));
    snprintf(expected, sizeof expected, "%s %s", of, why);
    assert_string_equal(e.words, expected);
    text_destroy(&out);
}

static void a_fifo_is_refused_without_waiting_for_a_writer(void **state)
{
    (void)state;
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_refused(path, "cannot be read: it is a FIFO, not a file");
}

static void folders_devices_and_what_is_not_there_are_refused(void **state)
{
    (void)state;
    assert_refused(folder, "cannot be read: it is a folder, not a file");
    assert_refused("/dev/zero", "cannot be read: it is a device or a socket, not a file");
    assert_refused(path, "cannot be opened: No such file or directory");
}

#define TEST(rule) cmocka_unit_test_setup_teardown(rule, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_bytes_come_however_long_the_file_is),
        TEST(a_file_that_is_too_long_is_not_read_to_its_end),
        TEST(a_fifo_is_refused_without_waiting_for_a_writer),
        TEST(folders_devices_and_what_is_not_there_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
