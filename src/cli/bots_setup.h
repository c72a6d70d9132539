// The process that runs bots.
#ifndef AGON_CLI_BOTS_SETUP_H
#define AGON_CLI_BOTS_SETUP_H

// Makes the process ready for bots, before the first one starts. What cannot be had is said on
// stderr, and done without. Ends with link_process_teardown.
void bots_setup(void);

#endif
