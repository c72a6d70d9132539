#include "cli/sandbox_check.h"

#include "arena/requirement.h"
#include "cli/terminal.h"
#include "link/layer_list.h"

bool sandbox_check_read(const char *typed, sandbox_layers *required, struct error *e)
{
    struct error why;
    *required = 0;
    return !typed || layer_list_read(typed, required, &why) ||
        error_set(e, "--require-sandbox: %.200s", why.words);
}

bool sandbox_check_players(sandbox_layers required, const struct player *players, size_t count)
{
    struct requirement_gaps gaps;
    if (requirement_check(required, players, count, &gaps))
        return true;
    for (size_t i = 0; i < gaps.count; i++)
        print_line(stderr, "agon: %s", gaps.list[i].words);
    return false;
}
