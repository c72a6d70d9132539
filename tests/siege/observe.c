// Attacks that only look: at others' time, environment, descriptors and folders.
#include "attack.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_INHERITED = 3, MANY_INSTANCES = 200 };

static const char *reading_of(pid_t pid, const char *name)
{
    return pid > 0 ? got_reading(proc_path(pid, name)) : "NOTARGET";
}

static const char *time_opponent(void)
{
    return reading_of(siege.opponent, "stat");
}

static const char *time_victim(void)
{
    return reading_of(siege.victim, "stat");
}

static const char *schedule_of_opponent(void)
{
    return reading_of(siege.opponent, "schedstat");
}

static const char *schedule_of_arena(void)
{
    return reading_of(siege.arena, "schedstat");
}

// Every process has a clock of its CPU time, whose number is made of its pid.
static const char *clock_of_victim(void)
{
    struct timespec now;
    enum { OF_SCHEDULER = 2, NUMBER_SHIFT = 3 };
    clockid_t clock = (clockid_t)((~(unsigned)siege.victim << NUMBER_SHIFT) | OF_SCHEDULER);
    return got(syscall(SYS_clock_gettime, clock, &now) == 0);
}

static const char *scheduler_of_victim(void)
{
    errno = 0;
    return got(getpriority(PRIO_PROCESS, (id_t)siege.victim) != -1 || errno == 0);
}

static const char *count_events_of_victim(void)
{
    struct perf_event_attr event = {
        .type = PERF_TYPE_SOFTWARE,
        .size = sizeof event,
        .config = PERF_COUNT_SW_TASK_CLOCK,
    };
    int fd = (int)syscall(SYS_perf_event_open, &event, siege.victim, -1, -1, 0);
    const char *what = got(fd >= 0);
    if (fd >= 0)
        close(fd);
    return what;
}

static const char *environment_of_arena(void)
{
    return reading_of(siege.arena, "environ");
}

static const char *environment_of_parent(void)
{
    const char *what = reading_of(getppid(), "environ");
    return strcmp(what, "EMPTY") == 0 ? "NOEFFECT" : what;
}

// The environment of the arena holds a secret; its own must not.
static const char *environment_of_its_own(void)
{
    return getenv("SIEGE_SECRET") ? "SUCCESS" : "HIDDEN";
}

static const char *command_of_opponent(void)
{
    return reading_of(siege.opponent, "cmdline");
}

static const char *map_of_arena(void)
{
    return reading_of(siege.arena, "maps");
}

static const char *listing(const char *path)
{
    DIR *folder = opendir(path);
    if (folder)
        closedir(folder);
    return got(folder != NULL);
}

static const char *descriptors_of_arena(void)
{
    return listing(proc_path(siege.arena, "fd"));
}

// Writes into the opponent's stdout: a move that it never made.
static const char *speak_for_opponent(void)
{
    if (siege.opponent == 0)
        return "NOTARGET";
    return got_writing(proc_path(siege.opponent, "fd/1"), "{\"placed\":[0,0]}\n");
}

static const char *listen_to_opponent(void)
{
    if (siege.opponent == 0)
        return "NOTARGET";
    int fd = open(proc_path(siege.opponent, "fd/0"), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const char *what = got(fd >= 0);
    if (fd >= 0)
        close(fd);
    return what;
}

static const char *through_root_of(pid_t pid)
{
    char name[PATH_BYTES];
    snprintf(name, sizeof name, "root%s/secret", siege.canary);
    return got_reading(proc_path(pid, name));
}

static const char *root_of_arena(void)
{
    return through_root_of(siege.arena);
}

static const char *root_of_parent(void)
{
    return through_root_of(getppid());
}

static const char *folder_of_arena(void)
{
    return listing(proc_path(siege.arena, "cwd/"));
}

// Descriptors that the arena forgot to close: more than stdin, stdout and stderr.
static const char *inherited_descriptors(void)
{
    DIR *own = opendir("/proc/self/fd");
    const char *what = "EBADF";
    for (struct dirent *entry; own && (entry = readdir(own));) {
        int fd = atoi(entry->d_name);
        if (fd >= FIRST_INHERITED && fd != dirfd(own))
            what = "SUCCESS";
    }
    if (own) {
        closedir(own);
        return what;
    }
    for (int fd = FIRST_INHERITED; fd < 1024; fd++) {
        if (fcntl(fd, F_GETFD) >= 0)
            what = "SUCCESS";
    }
    return what;
}

// A descriptor of a folder outside, through which ".." leads on.
static const char *climb_out(void)
{
    char name[PATH_BYTES] = "";
    for (int i = 0; i < 32; i++)
        strcat(name, "../");
    strncat(name, siege.canary + 1, sizeof name - strlen(name) - 1);
    strncat(name, "/secret", sizeof name - strlen(name) - 1);
    int here = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    int fd = here < 0 ? -1 : openat(here, name, O_RDONLY | O_CLOEXEC);
    const char *what = got(fd >= 0);
    if (fd >= 0)
        close(fd);
    if (here >= 0)
        close(here);
    return what;
}

static const char *watch_folder(void)
{
    int fd = inotify_init1(IN_CLOEXEC);
    if (fd < 0)
        return got(false);
    const char *what = got(inotify_add_watch(fd, canary_path("other"), IN_ALL_EVENTS) >= 0);
    close(fd);
    return what;
}

// There is only a certain number of them for each user.
static const char *use_up_watches(void)
{
    int fds[MANY_INSTANCES], count = 0;
    while (count < MANY_INSTANCES && (fds[count] = inotify_init1(IN_CLOEXEC)) >= 0)
        count++;
    const char *what = got(count == MANY_INSTANCES);
    while (count > 0)
        close(fds[--count]);
    return what;
}

static const char *watch_file_system(void)
{
    int fd = fanotify_init(FAN_CLASS_NOTIF | FAN_CLOEXEC, O_RDONLY);
    const char *what = got(fd >= 0);
    if (fd >= 0)
        close(fd);
    return what;
}

// Whoever opens the file then has to wait for it.
static const char *lease(void)
{
    int fd = open(canary_path("other/bot.py"), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return got(false);
    const char *what = got(fcntl(fd, F_SETLEASE, F_RDLCK) == 0);
    close(fd);
    return what;
}

const struct attack observe_attacks[] = {
    {.name = "time_opponent", .act = time_opponent},
    {.name = "time_victim", .act = time_victim},
    {.name = "schedule_of_opponent", .act = schedule_of_opponent},
    {.name = "schedule_of_arena", .act = schedule_of_arena},
    {.name = "clock_of_victim", .act = clock_of_victim},
    {.name = "scheduler_of_victim", .act = scheduler_of_victim},
    {.name = "count_events_of_victim", .act = count_events_of_victim},
    {.name = "environment_of_arena", .act = environment_of_arena},
    {.name = "environment_of_parent", .act = environment_of_parent},
    {.name = "environment_of_its_own", .act = environment_of_its_own},
    {.name = "command_of_opponent", .act = command_of_opponent},
    {.name = "map_of_arena", .act = map_of_arena},
    {.name = "descriptors_of_arena", .act = descriptors_of_arena},
    {.name = "speak_for_opponent", .act = speak_for_opponent},
    {.name = "listen_to_opponent", .act = listen_to_opponent},
    {.name = "root_of_arena", .act = root_of_arena},
    {.name = "root_of_parent", .act = root_of_parent},
    {.name = "folder_of_arena", .act = folder_of_arena},
    {.name = "inherited_descriptors", .act = inherited_descriptors, .when = AT_START},
    {.name = "climb_out", .act = climb_out},
    {.name = "watch_folder", .act = watch_folder},
    {.name = "use_up_watches", .act = use_up_watches},
    {.name = "watch_file_system", .act = watch_file_system},
    {.name = "lease", .act = lease},
    {.name = NULL},
};
