// agon contest pause: asks whoever runs a contest to finish its running games and stop, and waits
// until that has happened.
#include "archive/archive.h"
#include "archive/results_place.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "fleet/fleet_pause.h"
#include "store/database_owner.h"
#include "store/owner.h"
#include "store/postgres.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

enum { LOOK_EVERY_MS = 100, ASK_EVERY_MS = 500 };

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

// Asks the coordinator again and again until it has let go of the contest.
static bool contest_pause_coordinator(struct postgres *p, const char *location, const char *contest,
    const struct database_owner *owner, struct error *e)
{
    struct database_owner now = *owner;
    while (now.is_here && now.pid == owner->pid && now.since == owner->since) {
        if (!fleet_pause_ask(p, contest, e))
            return false;
        poll(NULL, 0, ASK_EVERY_MS);
        if (!database_owner_find(location, &now, e))
            return false;
    }
    return true;
}

// The process may be on any machine. The coordinator of a fleet is asked by way of the database;
// anybody else can be asked only there.
static bool contest_pause_in_database(const char *location, struct error *e)
{
    struct database_owner owner;
    struct postgres_place place;
    struct postgres p = {0};
    bool heard = false;
    if (!database_owner_find(location, &owner, e))
        return false;
    if (!owner.is_here)
        return error_set(e, "nobody is running %.160s", location);
    bool well = postgres_place_read(&place, location, e) &&
        postgres_open(&p, place.url, "agon contest pause", e) &&
        fleet_pause_check(&p, place.contest, &heard, e);
    if (well && heard) {
        fprintf(
            stderr, "process %" PRId64 " on %s hands out no more games\n", owner.pid, owner.host);
        well = contest_pause_coordinator(&p, location, place.contest, &owner, e);
    } else if (well) {
        well = error_set(e,
            "process %" PRId64 " on %.80s runs it: stop it there   (kill -INT %" PRId64 ")",
            owner.pid, owner.host, owner.pid);
    }
    postgres_close(&p);
    return well;
}

static bool contest_pause_file(const char *file, struct error *e)
{
    char path[ARCHIVE_PATH_BYTES];
    struct owner_process owner;
    bool exists = false;
    if (!results_place_find(path, file, e) || !location_exists(path, &exists, e))
        return false;
    if (!exists)
        return error_set(e, "%.80s has not been run yet: there is no %.80s", file, path);
    if (postgres_is_place(path))
        return contest_pause_in_database(path, e);
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
    const struct argument arguments[] = {{"FILE", CONTEST_FILE_HELP, &file}};
    const struct syntax syntax = {self, arguments, 1, NULL, 0};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!contest_pause_file(file, &e))
        return wrong_input(&e);
    fputs("paused", stdout);
    print_go_on(file);
    return EXIT_OK;
}
