#include "cli/stop.h"

#include "cli/screen.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    LAST_WORDS_BYTES = 8192,
    EXIT_STOPPED = 130, // as a shell tells of Ctrl-C
};

static const int signals[] = {SIGINT, SIGTERM, STOP_PAUSE_SIGNAL};

enum { SIGNALS = sizeof signals / sizeof *signals };

static struct sigaction before[SIGNALS];
static bool listening;
static atomic_bool asked;
static atomic_int paused_by;
static void (*_Atomic told)(void *user); // by stop_tell; or NULL
static void *told_user;
static atomic_int telling;                // calls of it that are under way
static char last_words[LAST_WORDS_BYTES]; // made in advance: a signal handler cannot format

static void say(const char *words)
{
    ssize_t ignored = write(STDERR_FILENO, words, strlen(words));
    (void)ignored;
}

static void tell(void)
{
    atomic_fetch_add(&telling, 1);
    void (*call)(void *user) = atomic_load(&told);
    if (call)
        call(told_user);
    atomic_fetch_sub(&telling, 1);
}

static void hear(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    int kept = errno;
    bool again = atomic_exchange(&asked, true);
    bool pause = signal_number == STOP_PAUSE_SIGNAL;
    if (pause)
        atomic_store(&paused_by, (int)info->si_pid);
    if (again && !pause) {
        screen_leave();
        say(last_words);
        _exit(EXIT_STOPPED); // the keeper sees to the bots
    }
    tell();
    // A screen says it in its own words.
    if (!again && !screen_is_on())
        say(pause ? "\nasked to pause: finishing the running games\n"
                  : "\nfinishing the running games (again to stop now)\n");
    errno = kept;
}

void stop_listen(const char *resume)
{
    snprintf(last_words, sizeof last_words, "stopped; to go on:  %s\n", resume);
    atomic_store(&asked, false);
    atomic_store(&paused_by, 0);
    struct sigaction action = {.sa_sigaction = hear, .sa_flags = SA_SIGINFO | SA_RESTART};
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &action, &before[i]);
    listening = true;
}

void stop_tell(void (*call)(void *user), void *user)
{
    told_user = user;
    atomic_store(&told, call);
    if (stop_asked())
        tell();
}

void stop_listen_no_more(void)
{
    atomic_store(&told, NULL);
    while (atomic_load(&telling) > 0)
        sched_yield();
    // One who wants a pause may have found us just before the contest ended.
    if (listening)
        signal(STOP_PAUSE_SIGNAL, SIG_IGN);
    for (int i = 0; listening && i < SIGNALS; i++) {
        if (signals[i] != STOP_PAUSE_SIGNAL)
            sigaction(signals[i], &before[i], NULL);
    }
    listening = false;
}

void stop_ask(void)
{
    atomic_store(&asked, true);
    tell();
}

bool stop_asked(void)
{
    return atomic_load(&asked);
}

pid_t stop_paused_by(void)
{
    return (pid_t)atomic_load(&paused_by);
}
