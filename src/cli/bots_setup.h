// Makes the process ready to run bots.
#ifndef AGON_CLI_BOTS_SETUP_H
#define AGON_CLI_BOTS_SETUP_H

// An environment variable: layers of the sandbox that are not to be used, so that one can see what
// the others stop. An unknown name ends agon with words on stderr.
#define BOTS_SETUP_WITHOUT "AGON_WITHOUT_LAYERS"

// To be called before the first bot starts, and to be ended by link_process_teardown. If the
// machine lacks something, stderr says so, and agon goes on without it.
void bots_setup(void);

#endif
