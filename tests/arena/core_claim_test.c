// Claims of cores, by processes that really claim them. They have a family of their own, so that
// workers on this machine do not matter.
#include "arena/core_claim.h"

#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// A process that has claimed cores, and lives until it is ended.
struct claimant {
    pid_t pid;
    int64_t shared;
    cpu_set_t cores;
};

static struct claimant claim(int64_t wanted)
{
    struct claimant c = {0};
    char family[64];
    int told[2];
    snprintf(family, sizeof family, "agon test %d", (int)getpid());
    assert_int_equal(pipe(told), 0);
    c.pid = fork();
    if (c.pid == 0) {
        c.shared = core_claim_take(family, wanted);
        bool well = sched_getaffinity(0, sizeof c.cores, &c.cores) == 0 &&
            write(told[1], &c, sizeof c) == sizeof c;
        while (well)
            pause();
        _exit(1);
    }
    const pid_t pid = c.pid;
    assert_int_equal(read(told[0], &c, sizeof c), sizeof c);
    c.pid = pid;
    close(told[0]);
    close(told[1]);
    return c;
}

static void end(const struct claimant *c)
{
    assert_int_equal(kill(c->pid, SIGKILL), 0);
    assert_int_equal(waitpid(c->pid, NULL, 0), c->pid);
}

static int available(void)
{
    cpu_set_t allowed;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    return CPU_COUNT(&allowed);
}

static void each_process_has_a_core_of_its_own(void **state)
{
    (void)state;
    if (available() < 2)
        skip();
    const struct claimant a = claim(1), b = claim(1);
    cpu_set_t both;
    CPU_AND(&both, &a.cores, &b.cores);
    assert_int_equal(CPU_COUNT(&a.cores), 1);
    assert_int_equal(CPU_COUNT(&b.cores), 1);
    assert_int_equal(CPU_COUNT(&both), 0);
    assert_int_equal(a.shared + b.shared, 0);
    end(&a);
    end(&b);
}

static void who_finds_nothing_free_shares_and_is_told(void **state)
{
    (void)state;
    const struct claimant a = claim(INT64_MAX), b = claim(1);
    assert_int_equal(CPU_COUNT(&a.cores), available());
    assert_int_equal(a.shared, 0);
    assert_int_equal(CPU_COUNT(&b.cores), 1);
    assert_int_equal(b.shared, 1);
    end(&a);
    end(&b);
}

static void what_a_dead_process_had_is_free(void **state)
{
    (void)state;
    const struct claimant a = claim(INT64_MAX);
    end(&a);
    const struct claimant b = claim(INT64_MAX);
    assert_int_equal(b.shared, 0);
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_process_has_a_core_of_its_own),
        cmocka_unit_test(who_finds_nothing_free_shares_and_is_told),
        cmocka_unit_test(what_a_dead_process_had_is_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
