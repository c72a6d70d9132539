#include "cli/contest_problems.h"

#include "cli/terminal.h"

#include <string.h>

int contest_problems_print(
    const char *path, const struct contest_problems *p, const struct error *e)
{
    if (p->count == 0)
        return wrong_input(e);
    for (size_t i = 0; i < p->kept; i++) {
        if (path)
            print_line(stderr, "%s:%d: %s", path, p->list[i].line, p->list[i].words);
        else
            print_line(stderr, "agon: %s", p->list[i].words);
    }
    if (path && p->count > p->kept)
        print_line(stderr, "%s: and %zu more", path, p->count - p->kept);
    return EXIT_WRONG_INPUT;
}

void contest_problems_print_late(const struct definition *d)
{
    const char *line = d->late.bytes;
    for (const char *end; (end = strchr(line, '\n')); line = end + 1)
        print_line(stderr, "agon: %.*s", (int)(end - line), line);
}
