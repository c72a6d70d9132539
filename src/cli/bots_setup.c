#include "cli/bots_setup.h"

#include "cli/terminal.h"
#include "link/link.h"

#include <stdlib.h>

void bots_setup(void)
{
    struct error e;
    // No bot that we start needs a token: we know who it is. And it must not have somebody else's.
    unsetenv("AGON_TOKEN");
    if (!link_process_setup(&e))
        print_line(stderr, "agon: %s", e.words);
}
