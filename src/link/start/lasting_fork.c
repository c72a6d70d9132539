#include "link/start/lasting_fork.h"

#include "link/start/forker.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool running, asked, ending;
    int socket;
    pid_t pid; // the answer
    int error;
} lasting = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void *lasting_fork_thread(void *unused)
{
    pthread_setname_np(pthread_self(), "agon fork");
    pthread_mutex_lock(&lasting.lock);
    while (!lasting.ending) {
        if (!lasting.asked) {
            pthread_cond_wait(&lasting.changed, &lasting.lock);
            continue;
        }
        pid_t arena = getpid();
        lasting.pid = fork();
        if (lasting.pid == 0)
            forker_run(lasting.socket, arena);
        lasting.error = errno;
        lasting.asked = false;
        pthread_cond_broadcast(&lasting.changed);
    }
    pthread_mutex_unlock(&lasting.lock);
    return unused;
}

// Returns errno, 0 on success.
static int lasting_fork_open(void)
{
    // This thread must not get signals that other threads expect.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    lasting.ending = false;
    int error = pthread_create(&lasting.thread, NULL, lasting_fork_thread, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    lasting.running = error == 0;
    return error;
}

pid_t lasting_fork(int socket)
{
    pthread_mutex_lock(&lasting.lock);
    lasting.pid = -1;
    lasting.error = lasting.running ? 0 : lasting_fork_open();
    if (lasting.running) {
        lasting.socket = socket;
        lasting.asked = true;
        pthread_cond_broadcast(&lasting.changed);
        while (lasting.asked)
            pthread_cond_wait(&lasting.changed, &lasting.lock);
    }
    pid_t pid = lasting.pid;
    int error = lasting.error;
    pthread_mutex_unlock(&lasting.lock);
    errno = error;
    return pid;
}

void lasting_fork_close(void)
{
    pthread_mutex_lock(&lasting.lock);
    const bool was_running = lasting.running;
    lasting.running = false;
    lasting.ending = true;
    pthread_cond_broadcast(&lasting.changed);
    pthread_mutex_unlock(&lasting.lock);
    if (was_running)
        pthread_join(lasting.thread, NULL);
}
