// Attacks on limits and priorities, its own and those of others.
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

enum { IOPRIO_REALTIME = 1 << 13 };

static const char *limit_of(pid_t pid)
{
    struct rlimit same;
    return got(prlimit(pid, RLIMIT_NOFILE, NULL, &same) == 0 &&
        prlimit(pid, RLIMIT_NOFILE, &same, NULL) == 0);
}

static const char *limit_arena(void)
{
    return limit_of(siege.arena);
}

static const char *limit_victim(void)
{
    return limit_of(siege.victim);
}

static const char *raise_files(void)
{
    struct rlimit l;
    getrlimit(RLIMIT_NOFILE, &l);
    l.rlim_max++;
    return got(setrlimit(RLIMIT_NOFILE, &l) == 0);
}

// Each limit that has a ceiling, one above it.
static const char *raise_limits(void)
{
    const char *what = "UNLIMITED";
    for (int which = 0; which < (int)RLIM_NLIMITS; which++) {
        struct rlimit l;
        getrlimit((__rlimit_resource_t)which, &l);
        if (l.rlim_max == RLIM_INFINITY)
            continue;
        l.rlim_max++;
        what = got(setrlimit((__rlimit_resource_t)which, &l) == 0);
        if (strcmp(what, "SUCCESS") == 0)
            return what;
    }
    return what;
}

static const char *nicer_itself(void)
{
    return got(setpriority(PRIO_PROCESS, 0, -5) == 0);
}

static const char *nicer_in_child(void)
{
    return got_in_child(nicer_itself);
}

static const char *slow_victim(void)
{
    return got(setpriority(PRIO_PROCESS, (id_t)siege.victim, 5) == 0);
}

static const char *realtime_itself(void)
{
    return got(sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){1}) == 0);
}

static const char *realtime(void)
{
    return got_in_child(realtime_itself);
}

static const char *batch_victim(void)
{
    return got(sched_setscheduler(siege.victim, SCHED_BATCH, &(struct sched_param){0}) == 0);
}

static const char *input_priority(void)
{
    enum { OF_PROCESS = 1 };
    return got(syscall(SYS_ioprio_set, OF_PROCESS, siege.victim, 2 << 13) == 0);
}

static const char *input_realtime(void)
{
    enum { OF_PROCESS = 1 };
    return got(syscall(SYS_ioprio_set, OF_PROCESS, 0, IOPRIO_REALTIME) == 0);
}

static const char *move_victim(void)
{
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    return got(sched_setaffinity(siege.victim, sizeof first, &first) == 0);
}

// It goes to every core that there is, the opponent's included.
static const char *all_cores_itself(void)
{
    cpu_set_t all;
    memset(&all, 0xff, sizeof all);
    return got(sched_setaffinity(0, sizeof all, &all) == 0);
}

static const char *all_cores(void)
{
    return got_in_child(all_cores_itself);
}

static const char *spare_from_memory_killer(void)
{
    return got_writing("/proc/self/oom_score_adj", "-1\n");
}

static const char *blame_arena_for_memory(void)
{
    return got_writing(proc_path(siege.arena, "oom_score_adj"), "0\n");
}

const struct attack priority_attacks[] = {
    {.name = "limit_arena", .act = limit_arena},
    {.name = "limit_victim", .act = limit_victim},
    {.name = "raise_files", .act = raise_files},
    {.name = "raise_limits", .act = raise_limits},
    {.name = "nicer", .act = nicer_in_child},
    {.name = "slow_victim", .act = slow_victim},
    {.name = "realtime", .act = realtime},
    {.name = "batch_victim", .act = batch_victim},
    {.name = "input_priority", .act = input_priority},
    {.name = "input_realtime", .act = input_realtime},
    {.name = "move_victim", .act = move_victim},
    {.name = "all_cores", .act = all_cores},
    {.name = "spare_from_memory_killer", .act = spare_from_memory_killer},
    {.name = "blame_arena_for_memory", .act = blame_arena_for_memory},
    {.name = NULL},
};
