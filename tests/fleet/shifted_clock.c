// A clock that is wrong: loaded before the C library (LD_PRELOAD), it adds AGON_CLOCK_SHIFT_S
// seconds to the time of day. Clocks that only measure how long something takes stay as they are,
// as on a machine whose date was set wrongly.
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t shift_s;

__attribute__((constructor)) static void shifted_clock_read(void)
{
    const char *words = getenv("AGON_CLOCK_SHIFT_S");
    shift_s = words ? strtol(words, NULL, 10) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    int status = (int)syscall(SYS_clock_gettime, clock, t);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        t->tv_sec += shift_s;
    return status;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
    (void)zone;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return -1;
    *t = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *t)
{
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return -1;
    if (t)
        *t = now.tv_sec;
    return now.tv_sec;
}
