// Tries the forbidden acts in a small cgroup: implements cgroup_try of cgroup.h.
#include "link/inside/cgroup.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRY_MEMORY_BYTES = 16 * 1024 * 1024 }; // the limit; four times that is used

enum try_end { TRY_ENTRY_FAILED = 1, TRY_TASK_STARTED, TRY_MEMORY_USED };

// In the new process: enters the group, starts a process, uses memory.
_Noreturn static void cgroup_trial_act(const struct cgroup *group)
{
    int fds[CGROUP_PLACES];
    int count = cgroup_entries(group, fds);
    for (int i = 0; i < count; i++) {
        if (write(fds[i], "0", 1) != 1)
            _exit(TRY_ENTRY_FAILED);
    }
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    if (pid > 0)
        _exit(TRY_TASK_STARTED);
    size_t bytes = (size_t)4 * TRY_MEMORY_BYTES;
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (size_t i = 0; memory != MAP_FAILED && i < bytes; i += 4096)
        *(volatile char *)(memory + i) = 1;
    _exit(TRY_MEMORY_USED);
}

static bool cgroup_trial_judge(const struct cgroup *group, int status, struct error *e)
{
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    if (code == TRY_ENTRY_FAILED)
        return error_set(e, "no process can enter a cgroup that we made");
    if (code == TRY_TASK_STARTED || !cgroup_saw(group, LIMIT_TASKS))
        return error_set(e, "a process in a cgroup for one task could start another");
    if (code == TRY_MEMORY_USED || !cgroup_saw(group, LIMIT_MEMORY))
        return error_set(e, "a process could use more memory than its cgroup allows");
    return true;
}

bool cgroup_try(struct error *e)
{
    const struct cgroup_means means = cgroup_means();
    if (!means.memory || !means.tasks)
        return error_set(e, "no cgroup for %s can be made here (version 2 must be delegated to us)",
            means.tasks        ? "memory"
                : means.memory ? "tasks"
                               : "memory and tasks");
    struct cgroup *group =
        cgroup_take(&(struct sandbox_limits){.memory_bytes = TRY_MEMORY_BYTES, .tasks = 1}, e);
    if (!group)
        return false;
    pid_t pid = fork();
    if (pid == 0)
        cgroup_trial_act(group);
    int status = 0;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    bool well = pid > 0 ? cgroup_trial_judge(group, status, e)
                        : error_set(e, "no process to try a cgroup with: %s", strerror(errno));
    cgroup_return(group);
    return well;
}
