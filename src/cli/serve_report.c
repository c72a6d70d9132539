#include "cli/serve_report.h"

#include "cli/notice.h"
#include "link/target.h"

#include <string.h>
#include <time.h>

// Does an earlier player of the contest come to the same port?
static bool serve_report_has_told(const struct contest_file *f, size_t player)
{
    for (size_t i = 0; i < player; i++) {
        if (strcmp(f->players[i].player, f->players[player].player) == 0)
            return true;
    }
    return false;
}

static void serve_report_doors(const struct serve_contest *c)
{
    const struct contest_file *f = &c->setup.definition.file;
    for (size_t i = 0; i < f->player_count; i++) {
        struct target target;
        struct error e;
        if (strncmp(f->players[i].player, "listen:", strlen("listen:")) != 0 ||
            serve_report_has_told(f, i) || !target_parse(f->players[i].player, &target, &e))
            continue;
        bool v6 = strchr(target.host, ':') != NULL;
        notice_say("bots     %s%s%s:%d   %s", v6 ? "[" : "", target.host, v6 ? "]" : "",
            target.port, c->slug);
        target_destroy(&target);
    }
}

// Times of day are those of this machine.
static void serve_report_time(char when[32], int64_t unix_s)
{
    time_t seconds = (time_t)unix_s;
    struct tm local;
    localtime_r(&seconds, &local);
    strftime(when, 32, "%Y-%m-%d %H:%M", &local);
}

static void serve_report_contest(const struct serve_contest *c)
{
    char when[32];
    switch (c->state) {
    case SERVE_SCHEDULED:
        serve_report_time(when, c->starts_s);
        notice_say("contest  %s   begins at %s", c->slug, when);
        break;
    case SERVE_PLAYED:
        notice_say("contest  %s   %s", c->slug,
            serve_contest_was_over(c)   ? "is over"
                : c->setup.resumed.text ? "goes on"
                                        : "begins");
        break;
    case SERVE_FAILED:
        notice_say("contest  %s   is not played", c->slug);
        break;
    default:
        notice_say("contest  %s   is shown", c->slug);
        break;
    }
}

void serve_report(const struct serve_contest *contests, size_t count)
{
    int with_cores = 0;
    for (size_t i = 0; i < count; i++) {
        if (contests[i].state == SERVE_PLAYED || contests[i].state == SERVE_SCHEDULED)
            serve_report_doors(&contests[i]);
        with_cores += contests[i].state == SERVE_PLAYED && contests[i].setup.options.cores > 0;
    }
    for (size_t i = 0; i < count; i++)
        serve_report_contest(&contests[i]);
    if (with_cores > 1)
        notice_say("%d contests give bots cores of their own, and these are the same cores: "
                   "play one after the other, or leave out \"cores\"",
            with_cores);
}
