#include "cli/bots_setup.h"

#include "cli/terminal.h"
#include "link/layer_list.h"
#include "link/link.h"

#include <stdlib.h>

static bool bots_setup_layers(void)
{
    const char *typed = getenv(BOTS_SETUP_WITHOUT);
    sandbox_layers without;
    struct error e;
    if (!typed || typed[0] == '\0')
        return true;
    if (!layer_list_read(typed, &without, &e)) {
        print_line(stderr, "agon: " BOTS_SETUP_WITHOUT ": %s", e.words);
        return false;
    }
    sandbox_layers_limit(LAYER_LIST_ALL & ~without);
    return true;
}

bool bots_setup(void)
{
    struct error e;
    if (!bots_setup_layers())
        return false;
    // No bot that we start needs a token: we know who it is. And it must not have somebody else's.
    unsetenv("AGON_TOKEN");
    if (!link_process_setup(&e))
        print_line(stderr, "agon: %s", e.words);
    return true;
}
