#include "cli/progress.h"

#include "base/clock.h"

#include <stdio.h>
#include <unistd.h>

enum { BAR_COLUMNS = 40, SILENT_SECONDS = 2 };

struct progress progress_start(void)
{
    return (struct progress){.start_ns = clock_now_ns(), .terminal = isatty(STDERR_FILENO)};
}

void progress_show(struct progress *p, uint64_t done, uint64_t all)
{
    double seconds = (double)(clock_now_ns() - p->start_ns) / NS_PER_SECOND;
    if (!p->terminal || seconds < SILENT_SECONDS || done == 0)
        return;
    char bar[BAR_COLUMNS + 1];
    for (int i = 0; i < BAR_COLUMNS; i++)
        bar[i] = (uint64_t)i * all < done * BAR_COLUMNS ? '#' : '-';
    bar[BAR_COLUMNS] = '\0';
    double left = seconds * (double)(all - done) / (double)done;
    fprintf(
        stderr, "\r %s  %3.0f %%   %.0f s left   ", bar, 100.0 * (double)done / (double)all, left);
    fflush(stderr);
    p->drawn = true;
}

void progress_end(struct progress *p)
{
    if (p->drawn)
        fprintf(stderr, "\r\033[K");
}
