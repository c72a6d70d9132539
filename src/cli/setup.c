#include "cli/setup.h"

#include "cli/terminal.h"
#include "link/link.h"

void setup_for_bots(void)
{
    struct error e;
    if (!link_process_setup(&e))
        print_line(stderr, "agon: %s", e.words);
}
