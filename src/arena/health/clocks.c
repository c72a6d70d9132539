// Whether time is measured fairly: what a busy machine costs a bot is given back only if the kernel
// counts it.
#include "arena/health/parts.h"

#include "base/clock.h"
#include "base/schedstat.h"

#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SPIN_MS = 40, SEEN_LEAST_US = 1000, STEAL_MOST_PER_MILLE = 10 };

// --- The refund ---

// Two threads that compute on one core: each has to wait for the other.
struct clocks_trial {
    cpu_set_t core;
    atomic_bool there, done;
    int64_t waited_ns; // by the kernel's count; -1: it does not say
};

static void *clocks_spin(void *argument)
{
    struct clocks_trial *t = argument;
    sched_setaffinity(0, sizeof t->core, &t->core);
    atomic_store(&t->there, true);
    while (!atomic_load(&t->done))
        ;
    return NULL;
}

static void *clocks_wait(void *argument)
{
    struct clocks_trial *t = argument;
    int fd = schedstat_open();
    sched_setaffinity(0, sizeof t->core, &t->core);
    while (!atomic_load(&t->there))
        sched_yield();
    int64_t before = schedstat_waited_ns(fd);
    for (int64_t end = clock_now_ns() + SPIN_MS * NS_PER_MS; clock_now_ns() < end;)
        ;
    int64_t after = schedstat_waited_ns(fd);
    t->waited_ns = before < 0 || after < 0 ? -1 : after - before;
    if (fd >= 0)
        close(fd);
    atomic_store(&t->done, true);
    return NULL;
}

static bool clocks_try_waiting(struct clocks_trial *t)
{
    cpu_set_t allowed;
    pthread_t spinner, waiter;
    *t = (struct clocks_trial){.waited_ns = -1};
    CPU_ZERO(&t->core);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return false;
    int first = 0;
    while (first < CPU_SETSIZE - 1 && !CPU_ISSET(first, &allowed))
        first++;
    CPU_SET(first, &t->core);
    if (pthread_create(&spinner, NULL, clocks_spin, t) != 0)
        return false;
    bool began = pthread_create(&waiter, NULL, clocks_wait, t) == 0;
    if (!began)
        atomic_store(&t->done, true);
    pthread_join(spinner, NULL);
    if (began)
        pthread_join(waiter, NULL);
    return began;
}

static void clocks_add_refund(struct health *h)
{
    struct health_finding *f = health_add(h, "clocks", "refund");
    struct clocks_trial trial;
    int64_t counted;
    bool tried = clocks_try_waiting(&trial);
    if (tried && trial.waited_ns >= SEEN_LEAST_US * (NS_PER_MS / 1000)) {
        health_seen(f, "of %d ms on a shared core the kernel counted %.1f ms of waiting", SPIN_MS,
            (double)trial.waited_ns / NS_PER_MS);
        return;
    }
    health_seen(f, "%s",
        !tried                    ? "it could not be tried: no thread could be started"
            : trial.waited_ns < 0 ? "/proc/PID/schedstat does not tell how long a process waits"
                                  : "the kernel does not count how long a process waits");
    bool off = health_read_number("/proc/sys/kernel/sched_schedstats", &counted) && counted == 0;
    health_mend(f, HEALTH_MISSING, "%s; bots pay for a busy machine until then (--clock wall)",
        off ? "sysctl -w kernel.sched_schedstats=1" : "use a kernel with CONFIG_SCHED_INFO");
}

// --- Priority ---

static void *clocks_come_first(void *argument)
{
    bool *may = argument;
    const struct sched_param first = {.sched_priority = 1};
    *may = sched_setscheduler(0, SCHED_FIFO, &first) == 0; // of this thread, which ends
    return NULL;
}

static void clocks_add_priority(struct health *h)
{
    struct health_finding *f = health_add(h, "clocks", "priority");
    bool may = false;
    pthread_t thread;
    if (pthread_create(&thread, NULL, clocks_come_first, &may) == 0)
        pthread_join(thread, NULL);
    health_seen(f, "%s",
        may ? "agon may have real-time priority, so that it notices at once when a core stands"
              " still"
            : "agon may not have real-time priority: on a busy machine it notices late when a core"
              " stands still");
    if (!may)
        health_mend(f, HEALTH_WEAK,
            "allow it: \"ulimit -r 1\", LimitRTPRIO=1 of systemd, or setcap cap_sys_nice+ep"
            " agon");
}

// --- Cores that the host takes ---

static void clocks_add_steal(struct health *h)
{
    struct health_finding *f = health_add(h, "clocks", "steal");
    int64_t parts[8] = {0}, all = 0;
    FILE *file = fopen("/proc/stat", "re");
    bool read = file && fscanf(file, "cpu") == 0;
    for (int i = 0; read && i < 8; i++) {
        read = fscanf(file, "%" SCNd64, &parts[i]) == 1;
        all += parts[i];
    }
    if (file)
        fclose(file);
    if (!read || all <= 0) {
        health_seen(f, "/proc/stat does not tell what the host of a virtual machine takes");
        return;
    }
    int64_t stolen = parts[7];
    health_seen(f, "%s: %.2f %% of all time since it was started",
        stolen > 0 ? "a host takes the cores of this machine away now and then"
                   : "no host was seen to take a core away",
        100.0 * (double)stolen / (double)all);
    if (stolen > all / 1000 * STEAL_MOST_PER_MILLE)
        health_mend(f, HEALTH_WEAK, "use a machine whose cores are not shared");
}

void clocks_examine(struct health *h)
{
    clocks_add_refund(h);
    clocks_add_priority(h);
    clocks_add_steal(h);
}
