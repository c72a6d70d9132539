// agon contest pause: asks whoever runs a contest to finish its running games and stop, and waits
// until that has happened.
#include "archive/archive.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "store/owner.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

enum { LOOK_EVERY_MS = 100 };

// Until the process has ended, or has let go of the results: agon serve goes on with other contests
// and shows this one.
static bool contest_pause_wait_for_end(
    const char *path, const struct owner_process *owner, struct error *e)
{
    struct pollfd ended = {.fd = owner->pidfd, .events = POLLIN};
    struct owner_process now;
    while (poll(&ended, 1, LOOK_EVERY_MS) <= 0) {
        if (!owner_find(path, &now, e))
            return false;
        if (now.pidfd >= 0)
            close(now.pidfd);
        if (now.pid != owner->pid)
            return true;
    }
    return true;
}

// Sends the signal, with the mark of the contest that is meant.
static bool contest_pause_ask(const char *path, const struct owner_process *owner)
{
    siginfo_t about = {.si_signo = STOP_PAUSE_SIGNAL, .si_code = SI_QUEUE};
    about.si_pid = getpid();
    about.si_uid = getuid();
    about.si_value.sival_int = stop_mark_of(path);
    return pidfd_send_signal(owner->pidfd, STOP_PAUSE_SIGNAL, &about, 0) == 0 || errno == ESRCH;
}

static bool contest_pause_file(const char *file, struct error *e)
{
    char path[ARCHIVE_PATH_BYTES];
    struct owner_process owner;
    if (!archive_path(path, file, e))
        return false;
    if (access(path, F_OK) != 0)
        return error_set(e, "%.80s has not been run yet: there is no %.80s", file, path);
    if (!owner_find(path, &owner, e))
        return false;
    if (owner.pid == 0)
        return error_set(e, "nobody is running %.160s", file);
    bool sent = contest_pause_ask(path, &owner);
    if (!sent) {
        error_set(e, "process %d cannot be asked: %s", (int)owner.pid, strerror(errno));
    } else {
        fprintf(stderr, "process %d finishes its running games\n", (int)owner.pid);
        sent = contest_pause_wait_for_end(path, &owner, e);
    }
    close(owner.pidfd);
    return sent;
}

int command_contest_pause(const struct command *self, int argc, char **argv)
{
    const char *file = NULL;
    const struct argument arguments[] = {{"FILE", "the contest file", &file}};
    const struct syntax syntax = {self, arguments, 1, NULL, 0};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!contest_pause_file(file, &e))
        return wrong_input(&e);
    print_command("paused; to go on:  ", "contest run", file);
    return EXIT_OK;
}
