#include "cli/stop.h"

#include "cli/screen.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LAST_WORDS_BYTES = 8192,
    EXIT_STOPPED = 130, // as a shell tells of Ctrl-C
};

static const int signals[] = {SIGINT, SIGTERM, STOP_PAUSE_SIGNAL};

enum { SIGNALS = sizeof signals / sizeof *signals };

static struct sigaction before[SIGNALS];
static int caught; // how many of them are caught
static enum stop_manner manner;
static atomic_bool asked, asked_again;
static atomic_int paused_by, paused_mark;
static atomic_bool playing;
static char last_words[LAST_WORDS_BYTES]; // made in advance: a signal handler cannot format
static int bell[2] = {-1, -1};            // a pipe: a byte in it wakes whoever waits

static void stop_say(const char *words)
{
    ssize_t ignored = write(STDERR_FILENO, words, strlen(words));
    (void)ignored;
}

void stop_wake(void)
{
    ssize_t ignored = write(bell[1], "", 1);
    (void)ignored; // a full pipe wakes as well
}

static void stop_hear(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    int kept = errno;
    if (manner == STOP_NEVER)
        return;
    bool pause = signal_number == STOP_PAUSE_SIGNAL;
    if (pause) {
        atomic_store(&paused_mark, info->si_code == SI_QUEUE ? info->si_value.sival_int : 0);
        atomic_store(&paused_by, (int)info->si_pid);
    }
    if (pause && manner == STOP_SERVER) {
        stop_wake();
        errno = kept;
        return;
    }
    bool again = atomic_exchange(&asked, true) || manner == STOP_PERSON;
    if (again && manner == STOP_WORKER && !atomic_exchange(&asked_again, true)) {
        stop_wake();
        errno = kept;
        return;
    }
    if (again && !pause) {
        screen_leave();
        stop_say(last_words);
        _exit(EXIT_STOPPED); // the keeper sees to the bots
    }
    // The screen shows it in its own words.
    if (!again && !screen_is_on() && (manner != STOP_SERVER || atomic_load(&playing)))
        stop_say(pause ? "\nasked to pause: finishing the running games\n"
                       : "\nfinishing the running games (again to stop now)\n");
    stop_wake();
    errno = kept;
}

void stop_listen(enum stop_manner how, const char *resume)
{
    last_words[0] = '\0';
    if (resume)
        snprintf(last_words, sizeof last_words, "stopped; to go on:  %s\n", resume);
    manner = how;
    atomic_store(&asked, false);
    atomic_store(&asked_again, false);
    atomic_store(&paused_by, 0);
    atomic_store(&playing, false);
    if (bell[0] < 0 && pipe2(bell, O_CLOEXEC | O_NONBLOCK) != 0)
        bell[0] = bell[1] = -1; // then a signal is noticed at the next event
    struct sigaction action = {.sa_sigaction = stop_hear, .sa_flags = SA_SIGINFO | SA_RESTART};
    caught = how == STOP_CONTEST || how == STOP_SERVER ? SIGNALS : how == STOP_WORKER ? 2 : 1;
    for (int i = 0; i < caught; i++)
        sigaction(signals[i], &action, &before[i]);
}

void stop_listen_no_more(void)
{
    for (int i = 0; i < caught; i++) {
        // A process that wants a pause may have found us just before the contest ended.
        if (signals[i] == STOP_PAUSE_SIGNAL)
            signal(STOP_PAUSE_SIGNAL, SIG_IGN);
        else
            sigaction(signals[i], &before[i], NULL);
    }
    caught = 0;
}

void stop_set_playing(bool are_under_way)
{
    atomic_store(&playing, are_under_way);
}

void stop_ask(void)
{
    atomic_store(&asked, true);
    stop_wake();
}

bool stop_asked_again(void)
{
    return atomic_load(&asked_again);
}

bool stop_asked(void)
{
    return atomic_load(&asked);
}

pid_t stop_paused_by(void)
{
    return (pid_t)atomic_load(&paused_by);
}

pid_t stop_take_pause(int *mark)
{
    pid_t who = (pid_t)atomic_exchange(&paused_by, 0);
    *mark = atomic_load(&paused_mark);
    return who;
}

int stop_mark_of(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? (int)(about.st_ino & INT_MAX) : 0;
}

int stop_fd(void)
{
    return bell[0];
}

void stop_silence(void)
{
    char bytes[64];
    while (bell[0] >= 0 && read(bell[0], bytes, sizeof bytes) > 0)
        continue;
}
