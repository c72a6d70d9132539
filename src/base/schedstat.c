#include "base/schedstat.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int schedstat_open(void)
{
    return open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
}

int64_t schedstat_waited_ns(int fd)
{
    char bytes[128], *end;
    ssize_t length = pread(fd, bytes, sizeof bytes - 1, 0);
    if (length <= 0)
        return -1;
    bytes[length] = '\0';
    strtoll(bytes, &end, 10); // computed
    int64_t waited = strtoll(end, &end, 10);
    int64_t turns = strtoll(end, &end, 10);
    return turns > 0 ? waited : -1; // the thread that asks has run at least once
}
