// Tells when Enter is pressed at the terminal while the process does something else.
#ifndef AGON_CLI_ENTER_KEY_H
#define AGON_CLI_ENTER_KEY_H

#include <pthread.h>
#include <stdbool.h>

struct enter_key {
    pthread_t thread;
    int leave[2]; // a pipe: when its writing end is closed, the thread ends
    void (*pressed)(void *user);
    void *user;
};

// Calls `pressed` from a thread of its own each time Enter is pressed, until enter_key_leave.
// Returns false if stdin is not a terminal, or the host lacks something: then nothing is watched.
bool enter_key_watch(struct enter_key *k, void (*pressed)(void *user), void *user);
void enter_key_leave(struct enter_key *k);

#endif
