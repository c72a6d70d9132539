// How what a bot uses is judged, and when it is looked at again. The figures are the test's.
#include "link/inside/cgroup_place.h"
#include "link/inside/limit_judge.h"
#include "link/inside/scratch_usage.h"

#include "base/clock.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const int64_t mebibyte = INT64_C(1) << 20;
static const int64_t ms = NS_PER_MS;

// Looks at a bot that uses so much, `at_ms` after its start.
static bool look(struct limit_state *state, const struct sandbox_limits *limits, int64_t at_ms,
    struct group_footprint seen, struct limit_passed *passed)
{
    return limit_judge(limits, state, &seen, at_ms * ms, passed);
}

static int64_t pause_ms(const struct limit_state *state)
{
    return (state->due_ns - state->looked_ns) / ms;
}

static void a_bot_far_below_its_limits_is_looked_at_seldom(void **s)
{
    (void)s;
    struct limit_state state = {0};
    struct limit_passed passed;
    struct sandbox_limits limits = {
        .memory_bytes = 2048 * mebibyte, .tasks = 512, .cpu_ns = 3600 * NS_PER_SECOND};
    struct group_footprint seen = {
        .memory_bytes = 10 * mebibyte, .cpu_ns = 50 * ms, .tasks = 1, .processes = 1};
    assert_false(look(&state, &limits, 100, seen, &passed));
    assert_int_equal(pause_ms(&state), LIMIT_LOOK_MOST_MS);
}

static void the_nearer_its_limit_the_sooner_it_is_looked_at(void **s)
{
    (void)s;
    struct sandbox_limits limits = {.memory_bytes = 1024 * mebibyte};
    int64_t last_ms = LIMIT_LOOK_MOST_MS + 1;
    for (int64_t used = 0; used <= 1024; used += 256) {
        struct limit_state state = {0};
        struct limit_passed passed;
        assert_false(look(&state, &limits, 100,
            (struct group_footprint){.memory_bytes = used * mebibyte, .processes = 1}, &passed));
        assert_true(pause_ms(&state) < last_ms);
        assert_true(pause_ms(&state) >= LIMIT_LOOK_LEAST_MS);
        last_ms = pause_ms(&state);
    }
    assert_int_equal(last_ms, LIMIT_LOOK_LEAST_MS);
}

static void the_faster_it_grows_the_sooner_it_is_looked_at(void **s)
{
    (void)s;
    struct sandbox_limits limits = {.memory_bytes = 8192 * mebibyte};
    struct limit_passed passed;
    struct limit_state state = {0};
    struct group_footprint seen = {.processes = 1};
    look(&state, &limits, 100, seen, &passed);
    assert_int_equal(pause_ms(&state), LIMIT_LOOK_MOST_MS);
    seen.memory_bytes = 4096 * mebibyte; // in half a second; expected is twice that speed
    look(&state, &limits, 600, seen, &passed);
    assert_in_range(pause_ms(&state), 249, 251);
    look(&state, &limits, 1100, seen, &passed); // it has stopped growing
    assert_int_equal(pause_ms(&state), LIMIT_LOOK_MOST_MS);
}

static void what_is_passed_is_named_with_its_figures(void **s)
{
    (void)s;
    struct limit_state state = {0};
    struct limit_passed passed;
    struct sandbox_limits limits = {.memory_bytes = 1024 * mebibyte, .tasks = 4};
    struct group_footprint seen = {.memory_bytes = 1057 * mebibyte,
        .tasks = 5,
        .processes = 5,
        .memory_most = {900 * mebibyte, "python3"}};
    assert_true(look(&state, &limits, 100, seen, &passed));
    assert_int_equal(passed.kind, LIMIT_MEMORY);
    char bytes[200];
    struct text words = TEXT_IN(bytes);
    limit_words(&passed, &words);
    assert_string_equal(bytes, "used 1057 MiB of memory, and 1 GiB is the limit");
    words = TEXT_IN(bytes);
    limit_expected_words(&passed, &words);
    assert_string_equal(bytes, "at most 1 GiB of memory");
    words = TEXT_IN(bytes);
    limit_seen_words(&passed, &words);
    assert_string_equal(bytes, "1057 MiB in 5 processes, most in python3");
}

static void exactly_the_limit_is_allowed(void **s)
{
    (void)s;
    struct limit_state state = {0};
    struct limit_passed passed;
    struct sandbox_limits limits = {
        .memory_bytes = 64 * mebibyte, .tasks = 4, .cpu_ns = NS_PER_SECOND};
    struct group_footprint seen = {
        .memory_bytes = 64 * mebibyte, .tasks = 4, .cpu_ns = NS_PER_SECOND, .processes = 1};
    assert_false(look(&state, &limits, 100, seen, &passed));
    seen.tasks = 5;
    assert_true(look(&state, &limits, 200, seen, &passed));
    assert_int_equal(passed.kind, LIMIT_TASKS);
    assert_int_equal(passed.seen, 5);
}

// A bot that lets children compute which nobody waits for does not get their time for free.
static void cpu_time_of_processes_that_are_gone_still_counts(void **s)
{
    (void)s;
    struct limit_state state = {0};
    struct limit_passed passed;
    struct sandbox_limits limits = {.cpu_ns = NS_PER_SECOND};
    struct group_footprint busy = {.cpu_ns = 400 * ms, .processes = 2};
    struct group_footprint alone = {.cpu_ns = 0, .processes = 1};
    assert_false(look(&state, &limits, 100, busy, &passed));
    assert_false(look(&state, &limits, 200, alone, &passed));
    assert_false(look(&state, &limits, 300, busy, &passed));
    assert_false(look(&state, &limits, 400, alone, &passed));
    assert_true(look(&state, &limits, 500, busy, &passed));
    assert_int_equal(passed.kind, LIMIT_CPU);
    assert_int_equal(passed.seen, 1200 * ms);
}

static void cpu_time_is_counted_for_each_game(void **s)
{
    (void)s;
    struct limit_state state = {0};
    struct limit_passed passed;
    struct sandbox_limits limits = {.cpu_ns = NS_PER_SECOND};
    struct group_footprint seen = {.cpu_ns = 900 * ms, .processes = 1};
    assert_false(look(&state, &limits, 900, seen, &passed));
    state.new_game = true;
    seen.cpu_ns = 1100 * ms;
    assert_false(look(&state, &limits, 1100, seen, &passed));
    seen.cpu_ns = 2100 * ms;
    assert_false(look(&state, &limits, 2100, seen, &passed));
    seen.cpu_ns = 2101 * ms;
    assert_true(look(&state, &limits, 2200, seen, &passed));
}

static void every_limit_has_a_name_and_a_line_on_how_exact_it_is(void **s)
{
    (void)s;
    for (int i = 0; i < LIMIT_KINDS; i++) {
        enum limit_kind kind = (enum limit_kind)i, found;
        assert_true(limit_find(limit_name(kind), &found));
        assert_int_equal(found, kind);
        struct sandbox_limits limits = {0};
        assert_false(limit_is_any(&limits));
        limit_set(&limits, kind, 7);
        assert_int_equal(limit_get(&limits, kind), 7);
        assert_true(limit_is_any(&limits));
        char with[200], without[200];
        struct text all = TEXT_IN(with), none = TEXT_IN(without);
        limit_exactness(kind, (1U << SANDBOX_LAYER_COUNT) - 1, &all);
        limit_exactness(kind, 0, &none);
        assert_ptr_equal(strstr(with, limit_name(kind)), with);
        assert_false(all.cut || none.cut);
        bool differs = kind != LIMIT_CPU && kind != LIMIT_OUTPUT;
        assert_int_equal(strcmp(with, without) != 0, differs);
    }
    enum limit_kind kind;
    assert_false(limit_find("colour", &kind));
}

// --- The scratch folder ---

static void a_scratch_folder_is_added_up_and_links_are_not_followed(void **s)
{
    (void)s;
    char folder[] = "/tmp/agon-scratch-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    assert_int_equal(scratch_usage(folder, 1000 * mebibyte), 0);
    snprintf(path, sizeof path, "%s/inner", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/inner/link", folder);
    assert_int_equal(symlink("/", path), 0);
    assert_int_equal(scratch_usage(folder, 1000 * mebibyte), 2 * SCRATCH_ENTRY_BYTES);
    assert_true(scratch_usage(folder, SCRATCH_ENTRY_BYTES) > SCRATCH_ENTRY_BYTES);
    unlink(path);
    snprintf(path, sizeof path, "%s/inner", folder);
    rmdir(path);
    rmdir(folder);
    assert_int_equal(scratch_usage(folder, 1000 * mebibyte), 0);
}

// --- Where cgroups are ---

static void our_groups_are_found_in_both_versions(void **s)
{
    (void)s;
    struct cgroup_place place;
    const char *mounts = "30 20 0:26 / /sys/fs/cgroup rw shared:9 - tmpfs tmpfs rw\n"
                         "31 30 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
                         "32 30 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
                         "33 30 0:29 /box /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids,xattr\n";
    const char *own = "3:pids:/box/a\n2:memory:/a/b\n0::/user.slice\n";
    assert_true(cgroup_place_find(&place, "memory", mounts, own));
    assert_string_equal(place.folder, "/sys/fs/cgroup/memory/a/b");
    assert_false(place.unified);
    assert_true(cgroup_place_find(&place, "pids", mounts, own));
    assert_string_equal(place.folder, "/sys/fs/cgroup/pids/a");
    assert_true(cgroup_place_find(&place, "freezer", mounts, own));
    assert_string_equal(place.folder, "/sys/fs/cgroup/unified/user.slice");
    assert_true(place.unified);
    assert_false(cgroup_place_find(&place, "memory", "", own));
    assert_false(cgroup_place_find(&place, "pids", mounts, "3:pids:/elsewhere\n"));
}

static void only_groups_of_arenas_that_are_gone_are_stale(void **s)
{
    (void)s;
    char name[CGROUP_NAME_BYTES], other[CGROUP_NAME_BYTES];
    unsigned long long namespace, start;
    long pid;
    cgroup_place_name(name, 3);
    assert_false(cgroup_place_is_stale(name));
    assert_int_equal(sscanf(name, "agon-%llu-%ld-%llu-3", &namespace, &pid, &start), 3);
    snprintf(other, sizeof other, "agon-%llu-%ld-%llu-3", namespace, pid, start + 1);
    assert_true(cgroup_place_is_stale(other)); // the number was given to another process
    snprintf(other, sizeof other, "agon-%llu-%ld-%llu-3", namespace + 1, pid, start + 1);
    assert_false(cgroup_place_is_stale(other)); // of another process namespace
    assert_false(cgroup_place_is_stale("agon"));
    assert_false(cgroup_place_is_stale("user.slice"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bot_far_below_its_limits_is_looked_at_seldom),
        cmocka_unit_test(the_nearer_its_limit_the_sooner_it_is_looked_at),
        cmocka_unit_test(the_faster_it_grows_the_sooner_it_is_looked_at),
        cmocka_unit_test(what_is_passed_is_named_with_its_figures),
        cmocka_unit_test(exactly_the_limit_is_allowed),
        cmocka_unit_test(cpu_time_of_processes_that_are_gone_still_counts),
        cmocka_unit_test(cpu_time_is_counted_for_each_game),
        cmocka_unit_test(every_limit_has_a_name_and_a_line_on_how_exact_it_is),
        cmocka_unit_test(a_scratch_folder_is_added_up_and_links_are_not_followed),
        cmocka_unit_test(our_groups_are_found_in_both_versions),
        cmocka_unit_test(only_groups_of_arenas_that_are_gone_are_stale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
