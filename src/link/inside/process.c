// What is done once for the whole process. Implements link_process_setup and link_layers of link.h.
#include "link/inside/process.h"

#include "link/inside/cgroup.h"
#include "link/link.h"
#include "link/start/filter.h"
#include "link/start/fork_server.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct link_layers layers;
static struct rlimit nofile_limit;

struct link_layers link_layers(void)
{
    return layers;
}

void link_layers_limit(struct link_layers allowed)
{
    layers.exit_events &= allowed.exit_events;
    layers.group_filter &= allowed.group_filter;
    layers.subreaper &= allowed.subreaper;
    layers.keeper &= allowed.keeper;
    prctl(PR_SET_CHILD_SUBREAPER, layers.subreaper, 0, 0, 0);
}

struct rlimit process_nofile_limit(void)
{
    return nofile_limit;
}

bool process_filters(enum sandbox_manner manner)
{
    return manner == SANDBOX_CLOSED ? sandbox_layers_of(manner) & 1u << SANDBOX_SECCOMP
                                    : layers.group_filter;
}

static bool process_has_exit_events(void)
{
    int fd = (int)syscall(SYS_pidfd_open, getpid(), 0);
    if (fd < 0)
        return false;
    close(fd);
    return true;
}

static bool process_has_group_filter(void)
{
    unsigned action = SECCOMP_RET_ERRNO;
    return filter_exists() && syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

// Opens descriptors 0 to 2 if they are closed. Else a pipe of ours could get such a number, and the
// standard stream of a bot would replace it.
static void process_fill_standard_streams(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd > STDERR_FILENO)
        close(fd);
}

static void process_raise_nofile_limit(void)
{
    if (getrlimit(RLIMIT_NOFILE, &nofile_limit) != 0)
        return;
    struct rlimit raised = nofile_limit;
    raised.rlim_cur = raised.rlim_max;
    setrlimit(RLIMIT_NOFILE, &raised);
}

bool link_process_setup(struct error *e)
{
    process_fill_standard_streams();
    signal(SIGPIPE, SIG_IGN);
    // The program that started us may have ignored SIGCHLD. Then we would get no exit codes.
    signal(SIGCHLD, SIG_DFL);
    layers = (struct link_layers){
        .exit_events = process_has_exit_events(),
        .group_filter = process_has_group_filter(),
        .subreaper = prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0,
    };
    cgroup_setup();
    layers.keeper = fork_server_setup(e);
    process_raise_nofile_limit(); // last: bots and those who start them keep the old limit
    return layers.keeper;
}

void link_process_teardown(void)
{
    fork_server_teardown();
    cgroup_teardown();
    if (nofile_limit.rlim_max != 0)
        setrlimit(RLIMIT_NOFILE, &nofile_limit);
    prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
    layers = (struct link_layers){0};
}
