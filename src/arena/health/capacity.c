// How many games fit on this machine at once: cores, open files, processes, memory.
#include "arena/health/parts.h"

#include "base/columns.h"
#include "base/number.h"
#include "link/sandbox.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum {
    FILES_OF_ARENA = 64,
    FILES_PER_GAME = 16, // two bots: three pipes, a connection, its port and a pidfd each; a record
    PROCESSES_PER_GAME = 4, // two bots, and the first process of the cage of each
    GAMES_ENOUGH = 16,
    SHM_LEAST_MIB = 64,
};

// --- Cores ---

// "0-3,6"
static void capacity_text_cores(struct text *out, const cpu_set_t *cores)
{
    for (int i = 0; i < CPU_SETSIZE; i++) {
        if (!CPU_ISSET(i, cores))
            continue;
        int last = i;
        while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, cores))
            last++;
        text_format(out, "%s%d", out->length > 0 ? "," : "", i);
        if (last > i)
            text_format(out, "-%d", last);
        i = last;
    }
}

// Does the core share its parts with another one (hyper-threads)?
static bool capacity_is_shared(int core)
{
    char path[128], list[64] = "";
    snprintf(
        path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", core);
    FILE *file = fopen(path, "re");
    bool read = file && fgets(list, sizeof list, file);
    if (file)
        fclose(file);
    return read && strpbrk(list, ",-");
}

static void capacity_add_cores(struct health *h)
{
    struct health_finding *f = health_add(h, "machine", "cores");
    cpu_set_t allowed;
    long there = sysconf(_SC_NPROCESSORS_ONLN);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        health_seen(f, "%ld; which of them may be used is not known", there);
        health_mend(f, HEALTH_WEAK, "allow agon to ask for its cores (sched_getaffinity)");
        return;
    }
    char array[128];
    struct text list = TEXT_IN(array);
    int count = CPU_COUNT(&allowed), shared = 0;
    capacity_text_cores(&list, &allowed);
    for (int i = 0; i < CPU_SETSIZE; i++)
        shared += CPU_ISSET(i, &allowed) && capacity_is_shared(i);
    health_seen(f, "%d of %ld may be used: %s%s", count, there, array,
        shared > 0 ? "; some are two threads of one core (hyper-threads)" : "");
    if (count == 1)
        health_mend(f, HEALTH_WEAK, "use a machine with more: agon and all bots share this one");
    else if (shared > 0)
        health_mend(f, HEALTH_WEAK,
            "for equal conditions use one thread of each core: taskset -c LIST agon ...");
}

// --- Files and processes ---

// Fills in the state by how many games are possible at once.
static void capacity_judge(struct health_finding *f, int64_t games, const char *mend)
{
    if (games < GAMES_ENOUGH)
        health_mend(f, games < 1 ? HEALTH_MISSING : HEALTH_WEAK, "%s", mend);
}

static void capacity_add_files(struct health *h)
{
    struct health_finding *f = health_add(h, "machine", "open files");
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        health_seen(f, "no limit");
        return;
    }
    int64_t games = ((int64_t)limit.rlim_cur - FILES_OF_ARENA) / FILES_PER_GAME;
    games = number_larger(games, 0);
    health_seen(f, "at most %" PRId64 ": enough for %" PRId64 " games at once",
        (int64_t)limit.rlim_cur, games);
    capacity_judge(f, games, "allow more: \"ulimit -Hn 4096\", or LimitNOFILE=4096 of systemd");
}

// The least of all limits that there are.
static int64_t capacity_find_processes(const char **which)
{
    static const struct {
        const char *path, *which;
    } files[] = {{"/proc/sys/kernel/pid_max", "kernel.pid_max"},
        {"/proc/sys/kernel/threads-max", "kernel.threads-max"},
        {"/sys/fs/cgroup/pids.max", "pids.max of the cgroup"}};
    int64_t least = INT64_MAX, number;
    struct rlimit limit;
    // Root has no such limit.
    if (geteuid() != 0 && getrlimit(RLIMIT_NPROC, &limit) == 0 && limit.rlim_cur < INT64_MAX) {
        least = (int64_t)limit.rlim_cur;
        *which = "ulimit -u";
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (health_read_number(files[i].path, &number) && number < least) {
            least = number;
            *which = files[i].which;
        }
    }
    return least;
}

static void capacity_add_processes(struct health *h)
{
    struct health_finding *f = health_add(h, "machine", "processes");
    const char *which = NULL;
    int64_t most = capacity_find_processes(&which), games = most / PROCESSES_PER_GAME;
    if (!which) {
        health_seen(f, "no limit was found");
        return;
    }
    health_seen(f, "at most %" PRId64 " (%s): enough for %" PRId64 " games of small bots at once",
        most, which, games);
    capacity_judge(f, games, "allow more: \"ulimit -u\", TasksMax= of systemd, or sysctl");
}

// --- Memory ---

static int64_t capacity_read_meminfo(const char *key)
{
    FILE *file = fopen("/proc/meminfo", "re");
    char line[128];
    int64_t kibibytes = -1;
    size_t length = strlen(key);
    while (file && kibibytes < 0 && fgets(line, sizeof line, file)) {
        if (strncmp(line, key, length) == 0 && line[length] == ':')
            sscanf(line + length + 1, "%" SCNd64, &kibibytes);
    }
    if (file)
        fclose(file);
    return kibibytes;
}

static void capacity_add_memory(struct health *h)
{
    struct health_finding *f = health_add(h, "machine", "memory");
    int64_t kibibytes = capacity_read_meminfo("MemAvailable"), limit;
    if (kibibytes < 0) {
        health_seen(f, "/proc/meminfo does not tell what is free");
        health_mend(f, HEALTH_WEAK, "mount /proc");
        return;
    }
    if (health_read_number("/sys/fs/cgroup/memory.max", &limit) && limit / 1024 < kibibytes)
        kibibytes = limit / 1024;
    int64_t bot = sandbox_default_limits().memory_bytes / 1024, games = kibibytes / (2 * bot);
    health_seen(f,
        "%" PRId64 " MiB are free: enough for %" PRId64
        " games at once in which every bot takes the %" PRId64 " MiB that it may have",
        kibibytes / 1024, games, bot / 1024);
    if (games < 1)
        health_mend(f, HEALTH_WEAK, "use bots that need less, or a machine with more memory");
}

static void capacity_add_shared_memory(struct health *h)
{
    struct health_finding *f = health_add(h, "machine", "/dev/shm");
    struct statvfs room;
    bool there = statvfs("/dev/shm", &room) == 0;
    int64_t mebibytes = there ? (int64_t)((uint64_t)room.f_bavail * room.f_frsize >> 20) : 0;
    if (there)
        health_seen(f, "%" PRId64 " MiB are free", mebibytes);
    else
        health_seen(f, "there is none");
    if (mebibytes < SHM_LEAST_MIB)
        health_mend(f, HEALTH_WEAK, "make it larger: docker run --shm-size=256m");
}

void capacity_examine(struct health *h)
{
    capacity_add_cores(h);
    capacity_add_files(h);
    capacity_add_processes(h);
    capacity_add_memory(h);
    capacity_add_shared_memory(h);
}
