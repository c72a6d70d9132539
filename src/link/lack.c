#include "link/lack.h"

#include <errno.h>
#include <sys/resource.h>

#include <uv.h>

enum { SPARE_FDS = 16 }; // kept for the pipes of a bot, records and results

static rlim_t lack_most_fds(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

void lack_words(int error, char words[LACK_BYTES])
{
    struct text t = text_fixed(words, LACK_BYTES);
    text_string(&t, uv_strerror(-error));
    if (error == EMFILE)
        text_format(&t, " (agon may have %llu: raise ulimit -n, or play fewer games at once)",
            (unsigned long long)lack_most_fds());
    else if (error == ENFILE)
        text_string(&t, " on the whole machine (sysctl fs.file-max)");
}

bool lack_is_near(int fd)
{
    rlim_t most = lack_most_fds();
    return most != RLIM_INFINITY && (rlim_t)fd + SPARE_FDS >= most;
}
