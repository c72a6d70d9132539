#include "cli/bots_setup.h"

#include "cli/terminal.h"
#include "link/link.h"

void bots_setup(void)
{
    struct error e;
    if (!link_process_setup(&e))
        print_line(stderr, "agon: %s", e.words);
}
