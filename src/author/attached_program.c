#include "author/attached_program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ATTACHED_ORPHAN_ROUNDS = 1000 };

// --- In the new process: only calls that may follow a fork in a process with threads ---

static void attached_program_become(
    char *const *command, int input, int output, pid_t parent, int failure)
{
    // A parent that died before prctl would leave us behind.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL); // what we ignore would stay ignored
    if ((input < 0 || dup2(input, STDIN_FILENO) >= 0) &&
        (output < 0 || dup2(output, STDOUT_FILENO) >= 0))
        execvp(command[0], command);
    int why = errno;
    (void)!write(failure, &why, sizeof why);
    _exit(127);
}

// --- Starting ---

static bool attached_program_explain(struct error *e, const char *program, int why)
{
    const char *hint = "";
    if (why == ENOENT)
        hint = ". Is its name right?";
    else if (why == EACCES)
        hint = ". Has it an execute bit?";
    return error_set(e, "%.120s cannot be started: %s%s", program, strerror(why), hint);
}

static int attached_program_pidfd(pid_t pid)
{
#ifdef SYS_pidfd_open
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (fd >= 0)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
#else
    (void)pid;
    return -1;
#endif
}

bool attached_program_start(
    struct attached_program *p, char *const *command, int input, int output, struct error *e)
{
    *p = (struct attached_program){.pidfd = -1};
    int failure[2], why = 0;
    if (pipe2(failure, O_CLOEXEC) != 0)
        return error_set(e, "no pipe for a program: %s", strerror(errno));
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid == 0)
        attached_program_become(command, input, output, parent, failure[1]);
    if (pid < 0)
        why = errno;
    close(failure[1]);
    if (pid > 0) {
        ssize_t n;
        do
            n = read(failure[0], &why, sizeof why);
        while (n < 0 && errno == EINTR);
        if (n != sizeof why)
            why = 0;
    }
    close(failure[0]);
    p->pid = pid > 0 ? pid : 0;
    if (why != 0) {
        attached_program_end(p);
        return attached_program_explain(e, command[0], why);
    }
    p->pidfd = attached_program_pidfd(pid);
    return true;
}

// --- Its life ---

static bool attached_program_wait(struct attached_program *p, int flags)
{
    if (p->pid == 0 || p->ended)
        return true;
    pid_t got;
    do
        got = waitpid(p->pid, &p->status, flags);
    while (got < 0 && errno == EINTR);
    p->ended = got != 0; // an error: somebody else has waited for it
    return p->ended;
}

bool attached_program_look(struct attached_program *p)
{
    return attached_program_wait(p, WNOHANG);
}

void attached_program_signal(const struct attached_program *p, int signal)
{
    if (p->pid > 0 && !p->ended)
        kill(p->pid, signal);
}

void attached_program_end(struct attached_program *p)
{
    if (!attached_program_look(p)) {
        attached_program_signal(p, SIGKILL);
        attached_program_wait(p, 0);
    }
    if (p->pidfd >= 0)
        close(p->pidfd);
    p->pidfd = -1;
}

int attached_program_exit_status(const struct attached_program *p)
{
    if (WIFSIGNALED(p->status))
        return 128 + WTERMSIG(p->status);
    return WEXITSTATUS(p->status);
}

// --- Orphans ---

void attached_program_adopt_orphans(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

// Kills those that are our children now. Returns false where the kernel does not list them, as in
// some sandboxes, which see to the rest themselves.
static bool attached_program_kill_children(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *list = fopen(path, "re");
    int pid;
    while (list && fscanf(list, "%d", &pid) == 1)
        kill(pid, SIGKILL);
    return list && fclose(list) == 0;
}

void attached_program_kill_orphans(void)
{
    // The children of one that was killed become ours, so that it takes a round for each
    // generation.
    for (int i = 0; i < ATTACHED_ORPHAN_ROUNDS; i++) {
        if (!attached_program_kill_children())
            return;
        pid_t got = waitpid(-1, NULL, WNOHANG);
        if (got < 0 && errno == ECHILD)
            return;
        if (got == 0)
            usleep(1000);
    }
}
