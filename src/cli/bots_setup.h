// Makes the process ready to run bots.
#ifndef AGON_CLI_BOTS_SETUP_H
#define AGON_CLI_BOTS_SETUP_H

#include <stdbool.h>

// For tests: layers of the sandbox that are not to be used, with commas between them.
#define BOTS_SETUP_WITHOUT "AGON_WITHOUT_LAYERS"

// To be called before the first bot starts, and to be ended by link_process_teardown. If the
// machine lacks something, stderr says so, and agon goes on without it. Returns false after telling
// that BOTS_SETUP_WITHOUT is wrong: then nothing may be started, and nothing is to be ended.
bool bots_setup(void);

#endif
