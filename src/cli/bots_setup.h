// Makes the process ready to run bots.
#ifndef AGON_CLI_BOTS_SETUP_H
#define AGON_CLI_BOTS_SETUP_H

// To be called before the first bot starts, and to be ended by link_process_teardown. If the
// machine lacks something, stderr says so, and agon goes on without it.
void bots_setup(void);

#endif
