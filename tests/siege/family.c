// Attacks by its own processes: out of its group, out of its session, out of sight.
#include "attack.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *new_session_itself(void)
{
    return got(setsid() > 0);
}

static const char *new_session(void)
{
    return got_in_child(new_session_itself);
}

static const char *new_group_itself(void)
{
    return got(setpgid(0, 0) == 0);
}

static const char *new_group(void)
{
    return got_in_child(new_group_itself);
}

static const char *join_arena_group_itself(void)
{
    return got(setpgid(0, getpgid(siege.arena)) == 0);
}

static const char *join_arena_group(void)
{
    return got_in_child(join_arena_group_itself);
}

static void sleep_long(void)
{
    for (int i = 0; i < 600; i++)
        nap_ms(1000);
    _exit(0);
}

// A daemon that leaves its session and its streams. It would end after ten minutes. The siege
// checks that nobody is left.
static const char *daemon_by_double_fork(void)
{
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0) {
            for (int fd = 0; fd < 3; fd++)
                close(fd);
            sleep_long();
        }
        _exit(0);
    }
    waitpid(child, NULL, 0);
    return got(child > 0);
}

// It becomes a child of its parent's: a sibling of the bot.
static const char *sibling_by_clone(void)
{
    long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    return got(child > 0);
}

// A sibling that stays, deaf to all polite signals.
static const char *deaf_sibling(void)
{
    long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        sleep_long();
    }
    return got(child > 0);
}

static const char *keep_orphans(void)
{
    return got(prctl(PR_SET_CHILD_SUBREAPER, 1) == 0);
}

static const char *no_death_signal(void)
{
    return got(prctl(PR_SET_PDEATHSIG, 0) == 0);
}

static const char *not_dumpable(void)
{
    return got(prctl(PR_SET_DUMPABLE, 0) == 0);
}

// It calls itself like its opponent.
static const char *false_name(void)
{
    return got(prctl(PR_SET_NAME, "honest") == 0);
}

static const char *change_memory_map(void)
{
    return got_past(prctl(PR_SET_MM, PR_SET_MM_START_CODE, 0, 0, 0), EINVAL);
}

const struct attack family_attacks[] = {
    {.name = "new_session", .act = new_session},
    {.name = "new_group", .act = new_group},
    {.name = "join_arena_group", .act = join_arena_group},
    {.name = "daemon", .act = daemon_by_double_fork},
    {.name = "sibling_by_clone", .act = sibling_by_clone},
    {.name = "deaf_sibling", .act = deaf_sibling},
    {.name = "keep_orphans", .act = keep_orphans},
    {.name = "no_death_signal", .act = no_death_signal},
    {.name = "not_dumpable", .act = not_dumpable},
    {.name = "false_name", .act = false_name},
    {.name = "change_memory_map", .act = change_memory_map},
    {.name = NULL},
};
