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

static void contest_pause_wait_for_end(int pidfd)
{
    struct pollfd ended = {.fd = pidfd, .events = POLLIN};
    while (poll(&ended, 1, -1) < 0 && errno == EINTR)
        ;
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
    bool sent = pidfd_send_signal(owner.pidfd, STOP_PAUSE_SIGNAL, NULL, 0) == 0 || errno == ESRCH;
    if (!sent) {
        error_set(e, "process %d cannot be asked: %s", (int)owner.pid, strerror(errno));
    } else {
        fprintf(stderr, "process %d finishes its running games\n", (int)owner.pid);
        contest_pause_wait_for_end(owner.pidfd);
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
