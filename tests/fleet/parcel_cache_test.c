// Entries that travel: the same content is the same bytes, only the right bytes are kept, and a
// cache drops what nobody holds.
#include "fleet/parcel_cache.h"

#include "archive/entry.h"
#include "arena/build.h"
#include "arena/build/folder_tree.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char home[64];

static int set_up(void **state)
{
    (void)state;
    snprintf(home, sizeof home, "/tmp/agon-parcel-XXXXXX");
    return mkdtemp(home) && chmod(home, 0755) == 0 ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    struct error e;
    return folder_tree_remove(home, &e) ? 0 : -1;
}

// The path of a name in it. The last eight stay valid.
static const char *at(const char *name)
{
    static char paths[8][256];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", home, name);
    return path;
}

static void write_file(const char *name, const char *content, mode_t mode)
{
    FILE *file = fopen(at(name), "w");
    assert_non_null(file);
    assert_true(fputs(content, file) >= 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(at(name), mode), 0);
}

// A bot in the folder `name`; bots with other words are other entries.
static void make_entry(const char *name, const char *words)
{
    char path[64];
    assert_int_equal(mkdir(at(name), 0755), 0);
    snprintf(path, sizeof path, "%s/main.py", name);
    write_file(path, words, 0755);
    snprintf(path, sizeof path, "%s/data", name);
    assert_int_equal(mkdir(at(path), 0755), 0);
    snprintf(path, sizeof path, "%s/data/bücher.txt", name);
    write_file(path, "e2", 0644);
    snprintf(path, sizeof path, "%s/book", name);
    assert_int_equal(symlink("data/bücher.txt", at(path)), 0);
    snprintf(path, sizeof path, "%s/.DS_Store", name);
    write_file(path, words, 0644);
}

static struct text pack(const char *name, char hash[ENTRY_HASH_BYTES])
{
    struct entry entry;
    struct error e = {0};
    struct text out = text_growing();
    bool well = entry_look(&entry, at(name), &e) && entry_pack(&entry, at(name), &out, &e);
    if (!well)
        fail_msg("%s", e.words);
    memcpy(hash, entry.hash, ENTRY_HASH_BYTES);
    entry_destroy(&entry);
    return out;
}

static struct parcel_cache open_cache(int64_t most_bytes)
{
    struct parcel_cache c;
    struct error e = {0};
    mkdir(at("cache"), 0700);
    if (!parcel_cache_open(&c, at("cache"), most_bytes, &e))
        fail_msg("%s", e.words);
    return c;
}

static void put(struct parcel_cache *c, const char *name, char hash[ENTRY_HASH_BYTES])
{
    struct text bytes = pack(name, hash);
    struct error e = {0};
    if (!parcel_cache_put(c, hash, bytes.bytes, bytes.length, &e))
        fail_msg("%s", e.words);
    text_destroy(&bytes);
}

static const char *parcel(const char *hash)
{
    char name[100];
    snprintf(name, sizeof name, "cache/parcels/%s.tar", hash);
    return at(name);
}

static bool is_there(const char *hash)
{
    return access(parcel(hash), F_OK) == 0;
}

// --- Packing ---

static void the_same_content_gives_the_same_bytes(void **state)
{
    (void)state;
    char hash[4][ENTRY_HASH_BYTES], command[400];
    make_entry("a", "print(1)\n");
    make_entry("b", "print(1)\n");
    make_entry("c", "print(2)\n");
    snprintf(command, sizeof command,
        "cd %s && touch -d 2001-01-01 b/main.py && tar czf b.tar.gz b", home);
    assert_int_equal(system(command), 0);
    struct text a = pack("a", hash[0]), b = pack("b", hash[1]), packed = pack("b.tar.gz", hash[2]);
    struct text c = pack("c", hash[3]);
    assert_string_equal(hash[0], hash[1]);
    assert_string_equal(hash[0], hash[2]);
    assert_string_not_equal(hash[0], hash[3]);
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.bytes, b.bytes, a.length);
    assert_int_equal(a.length, packed.length);
    assert_memory_equal(a.bytes, packed.bytes, a.length);
    text_destroy(&a);
    text_destroy(&b);
    text_destroy(&packed);
    text_destroy(&c);
}

// All files of the entry lie two folders deep; only one of them may be left away, here and there.
static void an_entry_keeps_its_hash_when_it_is_packed(void **state)
{
    (void)state;
    char hash[ENTRY_HASH_BYTES];
    struct error e = {0};
    struct entry again;
    assert_int_equal(mkdir(at("deep"), 0755), 0);
    assert_int_equal(mkdir(at("deep/one"), 0755), 0);
    write_file("deep/one/agon.yaml", "run: python3 bot/main.py\n", 0644);
    assert_int_equal(mkdir(at("deep/one/bot"), 0755), 0);
    write_file("deep/one/bot/main.py", "", 0644);
    struct text bytes = pack("deep", hash);
    assert_true(entry_look_at_bytes(&again, bytes.bytes, bytes.length, &e));
    assert_string_equal(again.hash, hash);
    assert_string_equal(again.recipe.run, "python3 bot/main.py");
    entry_destroy(&again);
    text_destroy(&bytes);
}

static void an_entry_that_changes_is_not_packed(void **state)
{
    (void)state;
    struct entry entry;
    struct error e = {0};
    struct text out = text_growing();
    make_entry("a", "print(1)\n");
    assert_true(entry_look(&entry, at("a"), &e));
    write_file("a/main.py", "print(2)\n", 0755);
    assert_false(entry_pack(&entry, at("a"), &out, &e));
    assert_non_null(strstr(e.words, "changed while it was packed"));
    entry_destroy(&entry);
    text_destroy(&out);
}

// --- The cache ---

static void a_parcel_is_kept_and_found_again(void **state)
{
    (void)state;
    char hash[ENTRY_HASH_BYTES];
    make_entry("a", "print(1)\n");
    struct parcel_cache c = open_cache(INT64_MAX);
    put(&c, "a", hash);
    parcel_cache_close(&c);
    c = open_cache(INT64_MAX);
    assert_true(parcel_cache_hold(&c, hash));
    assert_false(parcel_cache_hold(&c, "0123"));
    assert_false(parcel_cache_hold(&c, "../../../../etc/passwd"));
    parcel_cache_close(&c);
}

static void a_forged_parcel_is_refused(void **state)
{
    (void)state;
    char hash[ENTRY_HASH_BYTES], other[ENTRY_HASH_BYTES];
    struct error e = {0};
    make_entry("a", "print(1)\n");
    make_entry("b", "print(2)\n");
    struct parcel_cache c = open_cache(INT64_MAX);
    struct text bytes = pack("a", hash), forged = pack("b", other);
    assert_false(parcel_cache_put(&c, hash, forged.bytes, forged.length, &e));
    assert_non_null(strstr(e.words, "not the entry that was asked for"));
    assert_false(parcel_cache_put(&c, hash, bytes.bytes, bytes.length / 3, &e));
    assert_false(parcel_cache_put(&c, hash, "", 0, &e));
    assert_false(parcel_cache_put(&c, "no hash", bytes.bytes, bytes.length, &e));
    assert_false(is_there(hash));
    text_destroy(&bytes);
    text_destroy(&forged);
    parcel_cache_close(&c);
}

static void a_damaged_parcel_is_not_held_and_is_replaced(void **state)
{
    (void)state;
    char hash[ENTRY_HASH_BYTES];
    make_entry("a", "print(1)\n");
    struct parcel_cache c = open_cache(INT64_MAX);
    put(&c, "a", hash);
    parcel_cache_close(&c);
    int fd = open(parcel(hash), O_WRONLY);
    assert_int_equal(pwrite(fd, "x", 1, 1100), 1);
    close(fd);
    c = open_cache(INT64_MAX);
    assert_false(parcel_cache_hold(&c, hash));
    put(&c, "a", hash);
    assert_true(parcel_cache_hold(&c, hash));
    parcel_cache_close(&c);
}

static void a_parcel_that_two_put_at_once_stays_while_the_first_holds_it(void **state)
{
    (void)state;
    char hash[ENTRY_HASH_BYTES];
    make_entry("a", "print(1)\n");
    struct parcel_cache first = open_cache(0), second = open_cache(0);
    put(&first, "a", hash);
    put(&second, "a", hash);
    parcel_cache_close(&second);
    second = open_cache(0);
    parcel_cache_trim(&second);
    assert_true(is_there(hash));
    parcel_cache_close(&first);
    parcel_cache_trim(&second);
    assert_false(is_there(hash));
    parcel_cache_close(&second);
}

static void make_old(const char *hash, int seconds)
{
    const struct timespec times[] = {{.tv_sec = 1000 + seconds}, {.tv_sec = 1000 + seconds}};
    assert_int_equal(utimensat(AT_FDCWD, parcel(hash), times, 0), 0);
}

static void the_oldest_that_nobody_holds_is_dropped_with_what_was_built(void **state)
{
    (void)state;
    char hash[3][ENTRY_HASH_BYTES], name[100];
    const char *names[] = {"a", "b", "c"};
    struct parcel_cache mine = open_cache(INT64_MAX);
    for (int i = 0; i < 3; i++) {
        make_entry(names[i], names[i]);
        put(&mine, names[i], hash[i]);
    }
    parcel_cache_close(&mine);
    assert_int_equal(mkdir(at("cache/built"), 0700), 0);
    snprintf(name, sizeof name, "cache/built/%s", hash[1]);
    assert_int_equal(mkdir(at(name), 0700), 0);
    struct parcel_cache other = open_cache(0), tight = open_cache(0);
    assert_true(parcel_cache_hold(&other, hash[0]));
    make_old(hash[0], 0); // the oldest, but held
    make_old(hash[1], 1);
    make_old(hash[2], 2);
    struct stat seen;
    assert_int_equal(stat(parcel(hash[0]), &seen), 0);
    tight.most_bytes = 2 * seen.st_blocks * 512;
    parcel_cache_trim(&tight);
    assert_true(is_there(hash[0]));
    assert_false(is_there(hash[1]));
    assert_int_not_equal(access(at(name), F_OK), 0);
    assert_true(is_there(hash[2]));
    parcel_cache_close(&other);
    tight.most_bytes = 0;
    parcel_cache_trim(&tight);
    assert_false(is_there(hash[0]) || is_there(hash[2]));
    parcel_cache_close(&tight);
}

// Each process puts, holds and trims the same parcels all the time; what it holds must be there.
static int use_cache(const struct text *bytes, char hash[][ENTRY_HASH_BYTES])
{
    struct error e;
    for (int i = 0; i < 60; i++) {
        int which = i % 3;
        struct parcel_cache c;
        if (!parcel_cache_open(&c, at("cache"), 0, &e))
            return 1;
        bool well = parcel_cache_hold(&c, hash[which]) ||
            parcel_cache_put(&c, hash[which], bytes[which].bytes, bytes[which].length, &e);
        struct entry entry;
        bool is_whole =
            entry_look(&entry, parcel(hash[which]), &e) && strcmp(entry.hash, hash[which]) == 0;
        entry_destroy(&entry);
        parcel_cache_trim(&c);
        parcel_cache_close(&c);
        if (!well || !is_whole)
            return 2;
    }
    return 0;
}

static void processes_share_a_cache(void **state)
{
    (void)state;
    char hash[3][ENTRY_HASH_BYTES];
    struct text bytes[3];
    pid_t children[4];
    const char *names[] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++) {
        make_entry(names[i], names[i]);
        bytes[i] = pack(names[i], hash[i]);
    }
    struct parcel_cache c = open_cache(0);
    parcel_cache_close(&c);
    for (int i = 0; i < 4; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit(use_cache(bytes, hash));
    }
    for (int i = 0; i < 4; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
    for (int i = 0; i < 3; i++)
        text_destroy(&bytes[i]);
}

static void a_full_disk_loses_nothing(void **state)
{
    (void)state;
    char hash[ENTRY_HASH_BYTES];
    struct error e = {0};
    make_entry("a", "print(1)\n");
    struct text bytes = pack("a", hash);
    assert_int_equal(mkdir(at("cache"), 0700), 0);
    if (mount("none", at("cache"), "tmpfs", 0, "size=8k") != 0) {
        text_destroy(&bytes);
        skip(); // only root may do that
    }
    struct parcel_cache c = open_cache(INT64_MAX);
    write_file("cache/filler", "", 0600);
    int fd = open(at("cache/filler"), O_WRONLY);
    char page[4096] = {0};
    while (write(fd, page, sizeof page) > 0)
        ;
    close(fd);
    bool well = parcel_cache_put(&c, hash, bytes.bytes, bytes.length, &e);
    bool left = is_there(hash);
    parcel_cache_close(&c);
    assert_int_equal(umount(at("cache")), 0);
    text_destroy(&bytes);
    assert_false(well || left);
    assert_non_null(strstr(e.words, "No space left"));
}

static void the_home_follows_the_environment(void **state)
{
    (void)state;
    char folder[PATH_MAX];
    struct error e = {0};
    setenv("XDG_CACHE_HOME", at("xdg"), 1);
    assert_true(parcel_cache_home(folder, &e));
    assert_string_equal(folder, at("xdg/agon"));
    assert_int_equal(access(folder, W_OK), 0);
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", home, 1);
    assert_true(parcel_cache_home(folder, &e));
    assert_string_equal(folder, at(".cache/agon"));
    unsetenv("HOME");
    assert_false(parcel_cache_home(folder, &e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_same_content_gives_the_same_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            an_entry_keeps_its_hash_when_it_is_packed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_entry_that_changes_is_not_packed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_parcel_is_kept_and_found_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_forged_parcel_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_damaged_parcel_is_not_held_and_is_replaced, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_parcel_that_two_put_at_once_stays_while_the_first_holds_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            the_oldest_that_nobody_holds_is_dropped_with_what_was_built, set_up, tear_down),
        cmocka_unit_test_setup_teardown(processes_share_a_cache, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_full_disk_loses_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_home_follows_the_environment, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
