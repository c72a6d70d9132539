// Cgroups as the kernel of this machine has them. Where none can be made, there is nothing to test.
#include "link/inside/cgroup.h"
#include "link/inside/cgroup_place.h"

#include "base/text.h"
#include "base/whole_file.h"

#include <dirent.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const struct sandbox_limits small = {.memory_bytes = 16 << 20, .tasks = 3};

static int setup(void **state)
{
    (void)state;
    cgroup_setup();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    cgroup_teardown();
    return 0;
}

static void need(bool means)
{
    if (means)
        return;
    print_message("# no such cgroup can be made here\n");
    skip();
}

// A process in the group that runs `act`. Its end is its exit code, or minus the signal.
static int run_inside(const struct cgroup *group, int (*act)(void))
{
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); // a test that fails leaves nobody behind
        int fds[CGROUP_PLACES];
        int count = cgroup_entries(group, fds);
        for (int i = 0; i < count; i++) {
            if (write(fds[i], "0", 1) != 1)
                _exit(100);
        }
        _exit(act());
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int do_nothing(void)
{
    return 0;
}

static int start_four(void)
{
    int started = 0;
    for (int i = 0; i < 4; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            pause();
            _exit(0);
        }
        started += pid > 0;
    }
    return started; // the rest is left to whoever gives the group back
}

static void the_forbidden_acts_are_stopped(void **state)
{
    (void)state;
    struct error e = {0};
    bool both = cgroup_means().memory && cgroup_means().tasks;
    bool works = cgroup_try(&e);
    if (!both)
        assert_non_null(strstr(e.words, "no cgroup for"));
    assert_int_equal(works, both);
}

static void tasks_are_counted_by_the_kernel(void **state)
{
    (void)state;
    struct error e;
    need(cgroup_means().tasks);
    struct cgroup *group = cgroup_take(&small, &e);
    assert_non_null(group);
    assert_true(cgroup_limits(group, LIMIT_TASKS));
    assert_false(cgroup_limits(group, LIMIT_CPU));
    assert_int_equal(run_inside(group, do_nothing), 0);
    assert_false(cgroup_saw(group, LIMIT_TASKS));
    assert_int_equal(run_inside(group, start_four), 2); // with itself that is 3
    assert_true(cgroup_saw(group, LIMIT_TASKS));
    assert_false(cgroup_saw(group, LIMIT_MEMORY));
    cgroup_return(group); // kills the two that are left
    assert_true(waitpid(-1, NULL, 0) > 0 && waitpid(-1, NULL, 0) > 0);
}

static void a_group_that_is_used_again_has_seen_nothing(void **state)
{
    (void)state;
    struct error e;
    need(cgroup_means().tasks);
    struct cgroup *group = cgroup_take(&(struct sandbox_limits){.tasks = 1}, &e);
    assert_non_null(group);
    assert_int_equal(run_inside(group, start_four), 0);
    assert_true(cgroup_saw(group, LIMIT_TASKS));
    cgroup_return(group);
    struct cgroup *again = cgroup_take(&small, &e);
    assert_ptr_equal(again, group);
    assert_false(cgroup_saw(again, LIMIT_TASKS));
    assert_int_equal(run_inside(again, do_nothing), 0);
    cgroup_return(again);
}

// --- What killed arenas leave ---

static struct cgroup_place place_of_tasks(void)
{
    struct cgroup_place place;
    struct error e;
    struct text mounts = text_growing(), own = text_growing();
    assert_true(whole_file_read("/proc/self/mountinfo", 1 << 20, &mounts, &e));
    assert_true(whole_file_read("/proc/self/cgroup", 1 << 20, &own, &e));
    assert_true(cgroup_place_find(&place, "pids", mounts.bytes, own.bytes));
    text_destroy(&mounts);
    text_destroy(&own);
    return place;
}

static int count_of_ours(const char *folder, pid_t pid)
{
    char number[32];
    int count = 0;
    snprintf(number, sizeof number, "-%d-", (int)pid);
    DIR *entries = opendir(folder);
    for (const struct dirent *entry; entries && (entry = readdir(entries));)
        count += strncmp(entry->d_name, "agon-", 5) == 0 && strstr(entry->d_name, number);
    if (entries)
        closedir(entries);
    return count;
}

static void what_a_killed_arena_has_left_is_removed_by_the_next(void **state)
{
    (void)state;
    struct error e;
    need(cgroup_means().tasks);
    cgroup_teardown();
    const struct cgroup_place place = place_of_tasks();
    pid_t arena = fork();
    if (arena == 0) {
        cgroup_setup();
        raise(cgroup_take(&small, &e) ? SIGKILL : SIGTERM);
    }
    int status;
    assert_int_equal(waitpid(arena, &status, 0), arena);
    assert_int_equal(WTERMSIG(status), SIGKILL);
    assert_int_equal(count_of_ours(place.folder, arena), 1);
    cgroup_setup();
    assert_int_equal(count_of_ours(place.folder, arena), 0);
    struct cgroup *group = cgroup_take(&small, &e);
    assert_non_null(group);
    assert_int_equal(count_of_ours(place.folder, getpid()), 1);
    cgroup_return(group);
    cgroup_teardown();
    assert_int_equal(count_of_ours(place.folder, getpid()), 0);
    cgroup_setup();
}

int main(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_forbidden_acts_are_stopped, setup, teardown),
        cmocka_unit_test_setup_teardown(tasks_are_counted_by_the_kernel, setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_group_that_is_used_again_has_seen_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(
            what_a_killed_arena_has_left_is_removed_by_the_next, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
