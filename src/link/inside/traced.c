#include "link/inside/traced.h"

#include "link/lack.h"
#include "link/start/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

pid_t traced_start(struct preparation *p, struct fork_servers *servers, int *gate, struct error *e)
{
    int ends[2];
    char lack[LACK_BYTES];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        lack_words(errno, lack);
        error_set(e, "no pipe: %s", lack);
        return -1;
    }
    p->order.gate = ends[0];
    p->order.kept = false; // who traces it sees to its end
    struct started started = preparation_start(p, servers);
    close(ends[0]);
    if (started.error != 0) {
        close(ends[1]);
        lack_words(started.error, lack);
        error_set(e, "no new process: %s", started.what[0] != '\0' ? started.what : lack);
        return -1;
    }
    *gate = ends[1];
    return started.pid;
}
