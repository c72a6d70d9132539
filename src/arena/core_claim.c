#include "arena/core_claim.h"

#include "arena/placement.h"
#include "base/number.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// An abstract socket: a name without a file. Only one process has it, as long as it is open.
static int core_claim_open(const char *family, int core)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int length = snprintf(
        name.sun_path + 1, sizeof name.sun_path - 1, "%s core %d", family, core); // behind a NUL
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const socklen_t bytes =
        (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&name, bytes) == 0)
        return fd;
    close(fd);
    return -1;
}

// The cores of a set, beginning anywhere: where claims are not seen, workers still spread.
static int core_claim_list(const cpu_set_t *allowed, int cores[CPU_SETSIZE])
{
    uint32_t lot = 0;
    int count = 0, list[CPU_SETSIZE];
    for (int core = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, allowed))
            list[count++] = core;
    }
    if (getrandom(&lot, sizeof lot, 0) != sizeof lot)
        lot = 0; // then the first core is where it begins
    for (int i = 0; i < count; i++)
        cores[i] = list[(lot % (unsigned)count + (unsigned)i) % (unsigned)count];
    return count;
}

int64_t core_claim_take(const char *family, int64_t wanted)
{
    cpu_set_t allowed, chosen;
    int cores[CPU_SETSIZE], count, claimed = 0;
    placement_available(&allowed);
    count = core_claim_list(&allowed, cores);
    wanted = number_smaller(wanted, count);
    CPU_ZERO(&chosen);
    for (int i = 0; i < count && claimed < wanted; i++) {
        if (core_claim_open(family, cores[i]) < 0) // it stays open until the process ends
            continue;
        CPU_SET(cores[i], &chosen);
        claimed++;
    }
    for (int i = 0; i < count && CPU_COUNT(&chosen) < wanted; i++)
        CPU_SET(cores[i], &chosen);
    sched_setaffinity(0, sizeof chosen, &chosen); // if that fails, it plays on any of the allowed
    return wanted - claimed;
}
