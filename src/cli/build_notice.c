#include "cli/build_notice.h"

#include "cli/progress.h"
#include "cli/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOG_LINES_SHOWN = 40 };

// Where the last lines of a text begin.
static size_t build_notice_last_lines(const struct text *said)
{
    size_t at = said->length, lines = 0;
    while (at > 0 && said->bytes[at - 1] == '\n')
        at--;
    for (; at > 0; at--) {
        if (said->bytes[at - 1] == '\n' && ++lines == LOG_LINES_SHOWN)
            break;
    }
    return at;
}

static void build_notice_print_log(const struct build *b)
{
    size_t at = build_notice_last_lines(&b->said);
    if (at > 0)
        print_line(stderr, "  (the last %d lines; all of it is in %s)", LOG_LINES_SHOWN, b->log);
    while (at < b->said.length) {
        size_t length = strcspn(b->said.bytes + at, "\n");
        // A NUL would end the text early.
        length = at + length > b->said.length ? b->said.length - at : length;
        print_line(stderr, "  %.*s", (int)length, b->said.bytes + at);
        at += length + 1;
    }
}

void build_notice_print(const char *what, const struct build *b, const struct error *why)
{
    const struct contest_problems *p = &b->entry.problems;
    for (size_t i = 0; i < p->kept; i++) {
        if (p->list[i].line > 0)
            print_line(
                stderr, "%s: " RECIPE_FILE ":%d: %s", what, p->list[i].line, p->list[i].words);
        else
            print_line(stderr, "%s: %s", what, p->list[i].words);
    }
    if (p->count > p->kept)
        print_line(stderr, "%s: and %zu more", what, p->count - p->kept);
    if (p->count == 0)
        print_line(stderr, "%s: %s", what, why->words);
    if (b->said.length > 0)
        build_notice_print_log(b);
}

bool build_notice_make(struct build *b, const struct build_order *order, struct error *e)
{
    const bool terminal = isatty(STDERR_FILENO);
    if (terminal) {
        struct text words = text_growing();
        text_string(&words, "building ");
        text_visible(&words, order->path, strlen(order->path));
        text_string(&words, " ...");
        progress_line(words.bytes);
        text_destroy(&words);
    }
    bool well = build_make(b, order, e);
    if (terminal)
        progress_line("");
    return well;
}

// --- Of a contest ---

struct build_notice {
    struct progress progress;
    uint64_t done, all;
};

static void build_notice_tell(void *user, const struct roster_build *told)
{
    struct build_notice *n = user;
    progress_show(&n->progress, ++n->done, n->all);
    if (!told->why)
        return;
    char what[PLAYER_NAME_BYTES + ENTRY_PATH_BYTES + 16];
    struct text out = TEXT_IN(what);
    text_format(&out, "%s (%s)", told->name, told->path);
    progress_end(&n->progress);
    build_notice_print(what, told->build, told->why);
}

bool build_notice_roster(struct roster *l, const char *file, struct error *e)
{
    struct build_notice n = {.progress = progress_start(), .all = roster_entries(l)};
    bool well = roster_build(l, file, build_notice_tell, &n, e);
    progress_end(&n.progress);
    *e = (struct error){0};
    return well;
}

// --- Without a contest ---

static bool build_notice_make_folder(const char *path, struct error *e)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST ||
        error_set(e, "%.160s cannot be made: %s", path, strerror(errno));
}

bool build_notice_shelf(char *shelf, size_t size, struct error *e)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct text path = text_fixed(shelf, size);
    bool has_cache = cache && cache[0] == '/', has_home = home && home[0] == '/';
    if (!has_cache && !has_home)
        return error_set(e, "entries are built in ~/.cache/agon: set HOME, or XDG_CACHE_HOME");
    text_string(&path, has_cache ? cache : home);
    text_string(&path, has_cache ? "" : "/.cache");
    if (!build_notice_make_folder(shelf, e))
        return false;
    text_string(&path, "/agon");
    if (!build_notice_make_folder(shelf, e))
        return false;
    text_string(&path, "/entries");
    return !path.cut || error_set(e, "the path of the cache is too long");
}
