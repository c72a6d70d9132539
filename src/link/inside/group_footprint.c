#include "link/inside/group_footprint.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

// How the memory of a process is read; each is more exact than the one before it, and costs more.
enum footprint_depth { FOOTPRINT_STAT, FOOTPRINT_STATUS, FOOTPRINT_ROLLUP };

struct footprint_process {
    char name[LIMIT_PROCESS_BYTES];
    int64_t cpu_ns, memory_bytes;
    int tasks;
};

// The name of a process is chosen by the bot, so only plain characters of it are shown.
static void group_footprint_keep_name(struct footprint_process *p, const char *from, const char *to)
{
    size_t length = (size_t)(to - from);
    if (length >= sizeof p->name)
        length = sizeof p->name - 1;
    for (size_t i = 0; i < length; i++)
        p->name[i] = from[i] > ' ' && from[i] <= '~' ? from[i] : '?';
    p->name[length] = '\0';
}

// The fields are counted from the end of the name, which may contain blanks and parentheses.
static bool group_footprint_read_stat(pid_t pid, struct footprint_process *p)
{
    char path[64], bytes[PROC_FILE_BYTES];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    if (!proc_file_read(path, bytes))
        return false;
    const char *name = strchr(bytes, '('), *behind = strrchr(bytes, ')');
    int64_t times[4], pages;
    char state;
    if (!name || !behind ||
        sscanf(behind + 1,
            " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" SCNd64 " %" SCNd64 " %" SCNd64
            " %" SCNd64 " %*d %*d %d %*d %*u %*u %" SCNd64,
            &state, &times[0], &times[1], &times[2], &times[3], &p->tasks, &pages) != 7)
        return false;
    group_footprint_keep_name(p, name + 1, behind);
    p->cpu_ns =
        (times[0] + times[1] + times[2] + times[3]) * (NS_PER_SECOND / sysconf(_SC_CLK_TCK));
    p->memory_bytes = pages * sysconf(_SC_PAGESIZE);
    if (state == 'Z' || state == 'X') // a zombie has a number and nothing else
        p->memory_bytes = 0;
    return true;
}

// Adds up the values of lines such as "RssAnon:	    1234 kB".
static int64_t group_footprint_sum_lines(const char *bytes, const char *const *names)
{
    int64_t sum = 0;
    for (; *names; names++) {
        const char *line = strstr(bytes, *names);
        if (line)
            sum += strtoll(line + strlen(*names), NULL, 10) * 1024;
    }
    return sum;
}

static bool group_footprint_read_lines(
    pid_t pid, const char *file, const char *const *names, int64_t *sum)
{
    char path[64], bytes[PROC_FILE_BYTES];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file);
    if (!proc_file_read(path, bytes))
        return false;
    *sum = group_footprint_sum_lines(bytes, names);
    return true;
}

static void group_footprint_read_memory(
    pid_t pid, enum footprint_depth depth, struct footprint_process *p)
{
    static const char *const status[] = {"\nRssAnon:", "\nRssShmem:", "\nVmSwap:", NULL};
    static const char *const rollup[] = {"\nPss_Anon:", "\nPss_Shmem:", "\nSwapPss:", NULL};
    if (p->memory_bytes == 0 || depth == FOOTPRINT_STAT)
        return;
    if (depth == FOOTPRINT_ROLLUP &&
        group_footprint_read_lines(pid, "smaps_rollup", rollup, &p->memory_bytes))
        return;
    group_footprint_read_lines(pid, "status", status, &p->memory_bytes);
}

static void group_footprint_note_most(
    struct footprint_most *most, int64_t amount, const struct footprint_process *p)
{
    if (amount < most->amount || (amount == most->amount && most->process[0] != '\0'))
        return;
    most->amount = amount;
    memcpy(most->process, p->name, sizeof most->process);
}

static void group_footprint_add(struct group_footprint *sum, pid_t pid, enum footprint_depth depth)
{
    struct footprint_process p;
    if (!group_footprint_read_stat(pid, &p))
        return;
    group_footprint_read_memory(pid, depth, &p);
    sum->processes++;
    sum->tasks += p.tasks;
    sum->cpu_ns += p.cpu_ns;
    sum->memory_bytes += p.memory_bytes;
    group_footprint_note_most(&sum->memory_most, p.memory_bytes, &p);
    group_footprint_note_most(&sum->cpu_most, p.cpu_ns, &p);
    group_footprint_note_most(&sum->tasks_most, p.tasks, &p);
}

static void group_footprint_read_at(struct census *census, pid_t group, enum footprint_depth depth,
    struct group_footprint *footprint)
{
    *footprint = (struct group_footprint){0};
    // The leader may have started after the census; its number is that of the group.
    if (getpgid(group) == group)
        group_footprint_add(footprint, group, depth);
    for (size_t i = 0; i < census->count; i++) {
        pid_t pid = census->list[i].pid;
        if (census->list[i].group == group && pid != group && getpgid(pid) == group)
            group_footprint_add(footprint, pid, depth);
    }
}

// stat does not tell what is swapped.
static bool group_footprint_can_swap(void)
{
    struct sysinfo info;
    return sysinfo(&info) == 0 && info.totalswap > 0;
}

bool group_footprint_read(
    struct census *census, pid_t group, int64_t memory_limit, struct group_footprint *footprint)
{
    census_take(census);
    enum footprint_depth depth =
        memory_limit > 0 && group_footprint_can_swap() ? FOOTPRINT_STATUS : FOOTPRINT_STAT;
    group_footprint_read_at(census, group, depth, footprint);
    while (memory_limit > 0 && footprint->memory_bytes > memory_limit && depth < FOOTPRINT_ROLLUP)
        group_footprint_read_at(census, group, ++depth, footprint);
    return footprint->processes > 0;
}
