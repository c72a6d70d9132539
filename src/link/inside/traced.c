#include "link/inside/traced.h"

#include "link/lack.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { EXIT_NOT_RUN = 127 };

// In the new process: only system calls, since other threads may hold locks.
__attribute__((noreturn)) static void traced_run(const struct traced_order *order, int gate)
{
    char byte;
    for (int i = 0; i < 3; i++) {
        if (dup2(order->fds[i], i) < 0)
            _exit(EXIT_NOT_RUN);
    }
    setsid();
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    while (read(gate, &byte, 1) < 0 && errno == EINTR)
        continue;
    syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0);
    if (order->directory == NULL || chdir(order->directory) == 0)
        execve(order->path, order->arguments, order->environment);
    _exit(EXIT_NOT_RUN);
}

pid_t traced_start(const struct traced_order *order, int *gate, struct error *e)
{
    int ends[2];
    char lack[LACK_BYTES];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        lack_words(errno, lack);
        error_set(e, "no pipe: %s", lack);
        return -1;
    }
    // A fork and not spawn(): that returns only when the program runs. The start in a sandbox takes
    // its place for a manner other than none; it has to wait at the gate in the same way.
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[1]);
        traced_run(order, ends[0]);
    }
    int error = errno;
    close(ends[0]);
    if (pid < 0) {
        close(ends[1]);
        lack_words(error, lack);
        error_set(e, "no new process: %s", lack);
        return -1;
    }
    *gate = ends[1];
    return pid;
}
