// The members of a group are found by asking every process on the machine for its group. It would
// be faster to go from the leader to its children, but that misses orphans, and a bot could hide
// its helpers by making them orphans. With a thousand games at once the list is long, so all links
// of a loop use one census for a while.
#include "link/inside/group_usage.h"

#include "base/clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PROC_PATH_BYTES = 96, CENSUS_GOOD_FOR_MS = 50 };

bool proc_file_read(const char *path, char bytes[PROC_FILE_BYTES])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t length = read(fd, bytes, PROC_FILE_BYTES - 1);
    close(fd);
    bytes[length > 0 ? length : 0] = '\0';
    return length > 0;
}

// The number of a process or task from the name of its folder in /proc; 0 for other names.
static pid_t group_usage_number_of(const struct dirent *entry)
{
    char *end;
    long number = strtol(entry->d_name, &end, 10);
    return *end == '\0' && number > 0 ? (pid_t)number : 0;
}

// The CPU time of all threads of a process, also of those that have ended, in nanoseconds.
static int64_t group_usage_process_cpu_ns(pid_t pid)
{
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
        return 0;
    return t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

// The CPU time of the children that it has waited for, and of theirs. The fields are counted from
// the end of the name, which may contain blanks and parentheses.
static int64_t group_usage_waited_for_children_ns(pid_t pid)
{
    char path[PROC_PATH_BYTES], bytes[PROC_FILE_BYTES];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    if (!proc_file_read(path, bytes))
        return 0;
    const char *behind_name = strrchr(bytes, ')');
    int64_t user, system;
    if (behind_name == NULL ||
        sscanf(behind_name + 1,
            " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %" SCNd64 " %" SCNd64, &user,
            &system) != 2)
        return 0;
    return (user + system) * (NS_PER_SECOND / sysconf(_SC_CLK_TCK));
}

static int64_t group_usage_waited_before(const struct task_waits *before, pid_t task)
{
    for (size_t i = 0; i < before->count; i++) {
        if (before->list[i].task == task)
            return before->list[i].waited_ns;
    }
    return 0;
}

// If there is no memory, the task is left out: then all its waiting since its start will count.
static void group_usage_remember(struct task_waits *waits, pid_t task, int64_t waited_ns)
{
    if (waits->count == waits->room) {
        size_t room = waits->room == 0 ? 8 : 2 * waits->room;
        struct task_wait *list = realloc(waits->list, room * sizeof *list);
        if (list == NULL)
            return;
        waits->list = list;
        waits->room = room;
    }
    waits->list[waits->count++] = (struct task_wait){task, waited_ns};
}

// One look at a group.
struct look {
    const struct task_waits *before;
    struct task_waits *waits;
    struct link_usage *usage;
};

// Reads whether a task runs or is ready to run, and how often it was woken.
static void group_usage_add_sleep(struct link_usage *usage, pid_t pid, pid_t task)
{
    char path[PROC_PATH_BYTES], bytes[PROC_FILE_BYTES];
    snprintf(path, sizeof path, "/proc/%d/task/%d/status", (int)pid, (int)task);
    const char *state = proc_file_read(path, bytes) ? strstr(bytes, "\nState:\t") : NULL;
    // The kernel calls it a voluntary switch when a task goes to sleep by itself.
    const char *sleeps = state ? strstr(state, "\nvoluntary_ctxt_switches:\t") : NULL;
    if (!sleeps)
        return;
    bool ready = state[sizeof "\nState:\t" - 1] == 'R';
    usage->ready = usage->ready || ready;
    usage->wakes += strtoll(strchr(sleeps, '\t'), NULL, 10) - !ready;
}

static void group_usage_add_task(const struct look *look, pid_t pid, pid_t task)
{
    char path[PROC_PATH_BYTES], bytes[PROC_FILE_BYTES];
    int64_t waited_ns;
    snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)pid, (int)task);
    if (!proc_file_read(path, bytes) || sscanf(bytes, "%*u %" SCNd64, &waited_ns) != 1)
        return;
    struct link_usage *usage = look->usage;
    usage->tasks++;
    group_usage_add_sleep(usage, pid, task);
    usage->waited_ns += waited_ns;
    int64_t lately_ns = waited_ns - group_usage_waited_before(look->before, task);
    if (lately_ns > usage->waited_most_ns)
        usage->waited_most_ns = lately_ns;
    if (look->waits != NULL)
        group_usage_remember(look->waits, task, waited_ns);
}

static void group_usage_add_process(const struct look *look, pid_t pid)
{
    look->usage->processes++;
    look->usage->cpu_ns +=
        group_usage_process_cpu_ns(pid) + group_usage_waited_for_children_ns(pid);
    char path[PROC_PATH_BYTES];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path);
    if (tasks == NULL)
        return;
    const struct dirent *entry;
    while ((entry = readdir(tasks)) != NULL) {
        pid_t task = group_usage_number_of(entry);
        if (task != 0)
            group_usage_add_task(look, pid, task);
    }
    closedir(tasks);
}

static void group_usage_count_in(struct census *c, pid_t pid)
{
    if (c->count == c->room) {
        size_t room = c->room == 0 ? 256 : 2 * c->room;
        struct census_entry *list = realloc(c->list, room * sizeof *list);
        if (list == NULL)
            return; // these processes are not counted this time
        c->list = list;
        c->room = room;
    }
    c->list[c->count++] = (struct census_entry){pid, getpgid(pid)};
}

static void group_usage_take_census(struct census *c, int64_t good_for_ns)
{
    int64_t now_ns = clock_now_ns();
    if (c->list != NULL && now_ns - c->taken_at_ns < good_for_ns)
        return;
    DIR *processes = opendir("/proc");
    if (processes == NULL)
        return;
    c->taken_at_ns = now_ns;
    c->count = 0;
    const struct dirent *entry;
    while ((entry = readdir(processes)) != NULL) {
        pid_t pid = group_usage_number_of(entry);
        if (pid != 0)
            group_usage_count_in(c, pid);
    }
    closedir(processes);
}

void census_take(struct census *c)
{
    group_usage_take_census(c, CENSUS_GOOD_FOR_MS * NS_PER_MS);
}

void census_destroy(struct census *c)
{
    free(c->list);
    *c = (struct census){0};
}

bool census_search_group(
    struct census *c, pid_t group, bool (*is_it)(void *user, pid_t pid), void *user)
{
    if (getpgid(group) == group && is_it(user, group))
        return true;
    group_usage_take_census(c, 0);
    for (size_t i = 0; i < c->count; i++) {
        pid_t pid = c->list[i].pid;
        if (c->list[i].group == group && pid != group && is_it(user, pid))
            return true;
    }
    return false;
}

bool group_usage_read(struct census *census, pid_t group, const struct task_waits *before,
    struct task_waits *waits, struct link_usage *usage)
{
    const struct look look = {.before = before, .waits = waits, .usage = usage};
    *usage = (struct link_usage){0};
    if (waits != NULL)
        waits->count = 0;
    // The leader may have started after the census; its number is that of the group.
    if (getpgid(group) == group)
        group_usage_add_process(&look, group);
    census_take(census);
    for (size_t i = 0; i < census->count; i++) {
        pid_t pid = census->list[i].pid;
        if (census->list[i].group == group && pid != group && getpgid(pid) == group)
            group_usage_add_process(&look, pid);
    }
    return usage->processes > 0;
}
