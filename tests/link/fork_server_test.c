// Fork servers that die at a bad moment: no bot is started twice, and none dies because a thread
// that has nothing to do with it ends.
#include "link/link.h"
#include "link/start/fork_server.h"
#include "link/start/keeper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// --- Processes and threads ---

// Writes our children of this name into `list`, and returns how many there are.
static int children_named(const char *name, pid_t *list, int most)
{
    int count = 0;
    DIR *processes = opendir("/proc");
    assert_non_null(processes);
    for (struct dirent *entry; (entry = readdir(processes));) {
        char path[300], line[512] = "", seen[64];
        int pid, parent;
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        FILE *file = fopen(path, "r");
        if (!file)
            continue;
        if (fgets(line, sizeof line, file) &&
            sscanf(line, "%d (%63[^)]) %*c %d", &pid, seen, &parent) == 3 && parent == getpid() &&
            strcmp(seen, name) == 0 && count < most)
            list[count++] = pid;
        fclose(file);
    }
    closedir(processes);
    return count;
}

static void kill_and_see(pid_t pid)
{
    siginfo_t info;
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | __WALL), 0);
}

// Returns when the kernel has nothing more to do for the thread, which is a little later than
// pthread_join.
static void until_thread_is_gone(pid_t thread)
{
    while (syscall(SYS_tgkill, getpid(), thread, 0) == 0)
        sched_yield();
}

// --- A bot ---

struct echo {
    int to, from; // pipes of `cat`
    struct started started;
};

static void echo_start(struct echo *echo, struct fork_servers *servers, int group)
{
    int in[2], out[2];
    assert_int_equal(pipe2(in, O_CLOEXEC), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    char name[] = "cat", *arguments[] = {name, NULL}, *environment[] = {NULL};
    const struct start_order order = {.path = "/bin/cat",
        .arguments = arguments,
        .environment = environment,
        .directory = "/",
        .fds = {in[0], out[1], STDERR_FILENO},
        .sandbox.manner = SANDBOX_NONE,
        .kept = true,
        .groups = {group},
        .group_count = group >= 0};
    echo->started = fork_server_start(servers, &order);
    assert_int_equal(echo->started.error, 0);
    close(in[0]);
    close(out[1]);
    echo->to = in[1];
    echo->from = out[0];
}

// Whether it lives: one that is about to be killed does not answer any more.
static bool echo_answers(const struct echo *echo)
{
    char byte = 'a';
    return write(echo->to, &byte, 1) == 1 && read(echo->from, &byte, 1) == 1;
}

static void echo_end(struct echo *echo)
{
    close(echo->to);
    kill(echo->started.pid, SIGKILL);
    keeper_slot_release(echo->started.keeper_slot);
    assert_int_equal(waitpid(echo->started.pid, NULL, __WALL), echo->started.pid);
    close(echo->from);
}

// --- The tests ---

static int setup(void **state)
{
    (void)state;
    struct error e;
    alarm(120);
    return link_process_setup(&e) ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    link_process_teardown();
    alarm(0);
    // Nothing is left.
    return waitpid(-1, NULL, WNOHANG | __WALL) == -1 && errno == ECHILD ? 0 : -1;
}

struct runner {
    struct fork_servers servers;
    struct echo echo;
    pid_t thread;
    int group; // -1: none
};

static void *runner_start_a_bot(void *user)
{
    struct runner *runner = user;
    runner->thread = (pid_t)syscall(SYS_gettid);
    fork_servers_init(&runner->servers);
    echo_start(&runner->echo, &runner->servers, runner->group);
    return NULL;
}

// The kernel tells children of the end of the thread that made them as if it were their parent's.
static void a_thread_that_mended_the_first_server_may_end_before_others(void **state)
{
    (void)state;
    pthread_t thread;
    struct runner runner = {.group = -1};
    struct fork_servers servers;
    struct echo echo;
    fork_servers_init(&servers);
    pid_t keeper;
    while (children_named("agon-keeper", &keeper, 1) < 1)
        sched_yield();
    kill_and_see(keeper);
    assert_int_equal(pthread_create(&thread, NULL, runner_start_a_bot, &runner), 0);
    pthread_join(thread, NULL);
    until_thread_is_gone(runner.thread);
    assert_true(echo_answers(&runner.echo));
    echo_start(&echo, &servers, -1);
    assert_true(echo_answers(&echo));
    echo_end(&echo);
    echo_end(&runner.echo);
    fork_servers_close(&runner.servers);
    fork_servers_close(&servers);
}

// Fills a pipe: whoever writes into it waits until somebody reads.
static void make_full_pipe(int ends[2])
{
    char bytes[4096] = {0};
    assert_int_equal(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    while (write(ends[1], bytes, sizeof bytes) > 0)
        continue;
    assert_int_equal(fcntl(ends[1], F_SETFL, 0), 0);
}

// The new process is held before it runs its program: it enters a cgroup, which is a pipe that is
// full. Its fork server is killed meanwhile, and the order goes to another one.
static void a_bot_whose_server_died_before_it_answered_is_not_there_twice(void **state)
{
    (void)state;
    int group[2];
    pthread_t thread;
    pid_t both[3];
    char bytes[4096];
    make_full_pipe(group);
    struct runner runner = {.group = group[1]};
    assert_int_equal(pthread_create(&thread, NULL, runner_start_a_bot, &runner), 0);
    while (children_named("agon-forks", both, 3) < 2)
        sched_yield();
    const pid_t server = runner.servers.list[SANDBOX_NONE].pid;
    const pid_t half_born = both[0] == server ? both[1] : both[0];
    assert_int_equal(kill(server, SIGKILL), 0);
    while (read(group[0], bytes, sizeof bytes) > 0)
        continue;
    pthread_join(thread, NULL);
    assert_int_not_equal(runner.echo.started.pid, half_born);
    assert_int_equal(waitpid(half_born, NULL, WNOHANG | __WALL), -1); // it is gone, and reaped
    assert_true(echo_answers(&runner.echo));
    echo_end(&runner.echo);
    fork_servers_close(&runner.servers);
    close(group[0]);
    close(group[1]);
}

int main(int count, char **arguments)
{
    if (count > 1)
        cmocka_set_test_filter(arguments[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_thread_that_mended_the_first_server_may_end_before_others, setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_bot_whose_server_died_before_it_answered_is_not_there_twice, setup, teardown),
    };
    return cmocka_run_group_tests_name("link: fork server", tests, NULL, NULL);
}
