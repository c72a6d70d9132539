#include "cli/progress.h"

#include "base/clock.h"
#include "base/columns.h"
#include "cli/screen.h"

#include <stdio.h>
#include <unistd.h>

enum {
    BAR_COLUMNS = 40,
    SILENT_SECONDS = 2,
    MINUTE_SECONDS = 60,
    HOUR_SECONDS = 60 * MINUTE_SECONDS,
    DAY_SECONDS = 24 * HOUR_SECONDS,
    DAYS_MOST = 10000, // beyond that nobody waits
};

void text_bar(struct text *out, int columns, uint64_t done, uint64_t all)
{
    for (int i = 0; i < columns; i++)
        text_char(out, (double)i * (double)all < (double)done * columns ? '#' : '-');
}

void text_duration(struct text *out, double seconds)
{
    if (seconds >= (double)DAYS_MOST * DAY_SECONDS) {
        text_format(out, "over %d d", DAYS_MOST);
        return;
    }
    int64_t whole = (int64_t)(seconds + 0.5);
    if (whole < MINUTE_SECONDS)
        text_format(out, "%d s", (int)whole);
    else if (whole < HOUR_SECONDS)
        text_format(out, "%d min", (int)(whole / MINUTE_SECONDS));
    else if (whole < DAY_SECONDS)
        text_format(out, "%d h %d min", (int)(whole / HOUR_SECONDS),
            (int)(whole % HOUR_SECONDS / MINUTE_SECONDS));
    else
        text_format(out, "%d d %d h", (int)(whole / DAY_SECONDS),
            (int)(whole % DAY_SECONDS / HOUR_SECONDS));
}

int progress_columns(void)
{
    return screen_size(STDERR_FILENO).columns - 1; // the last one makes terminals wrap
}

void progress_line(const char *line)
{
    struct text out = text_growing();
    text_char(&out, '\r');
    columns_clip(&out, line, progress_columns());
    text_string(&out, "\033[K");
    fputs(out.bytes, stderr);
    fflush(stderr);
    text_destroy(&out);
}

struct progress progress_start(void)
{
    return (struct progress){.start_ns = clock_now_ns(), .terminal = isatty(STDERR_FILENO)};
}

void progress_show(struct progress *p, uint64_t done, uint64_t all)
{
    double seconds = (double)(clock_now_ns() - p->start_ns) / NS_PER_SECOND;
    if (!p->terminal || seconds < SILENT_SECONDS || done == 0)
        return;
    char array[2 * BAR_COLUMNS + 64], figures_array[64];
    struct text line = TEXT_IN(array), figures = TEXT_IN(figures_array);
    text_format(&figures, "  %3.0f %%   ", 100.0 * (double)done / (double)all);
    text_duration(&figures, seconds * (double)(all - done) / (double)done);
    text_string(&figures, " left");
    int room = progress_columns() - 1 - (int)figures.length;
    text_char(&line, ' ');
    text_bar(&line, room < BAR_COLUMNS ? room : BAR_COLUMNS, done, all);
    text_string(&line, figures_array);
    progress_line(array);
    p->drawn = true;
}

void progress_end(struct progress *p)
{
    if (p->drawn)
        progress_line("");
}
