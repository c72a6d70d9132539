// What the arena and a fork server tell each other. An order and its answer lie in memory that both
// share; a byte on a socket, with the descriptors of the bot beside it, says that there is an
// order, and a byte back that there is an answer.
#ifndef AGON_LINK_START_ORDER_H
#define AGON_LINK_START_ORDER_H

#include "link/sandbox.h"

#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

enum {
    ORDER_TEXT_BYTES = 4 * 1024 * 1024, // of the texts and lists of one order
    ORDER_CAGES_MOST = 4096,            // of one fork server
    ORDER_NO_CAGE = -1,
    ORDER_GROUPS_MOST = 2,
    ORDER_FDS_MOST = 3 + ORDER_GROUPS_MOST + 1,
};

// What was being done when the start failed.
enum start_step {
    START_CLONE,     // making a process
    START_CAGE,      // making its sandbox
    START_PREPARE,   // setting up the new process: descriptors, limits, signals
    START_DIRECTORY, // changing to its directory
    START_EXEC,      // running its program
};

// An act that the sandbox forbids; it is tried instead of running a program.
struct order_act {
    enum sandbox_layer layer; // that should stop it
    pid_t pid;                // SANDBOX_SIGNALS, SANDBOX_PIDS, SANDBOX_USERS: whom to signal
    int port;                 // SANDBOX_PORTS: where to connect
    int object;               // SANDBOX_IPC: a shared memory segment of ours
};

// Texts are given by their place in `text`, each ended by a zero byte. A list of texts is the place
// of the first one; the others follow it.
struct order {
    enum sandbox_manner manner;
    sandbox_layers layers; // that are to be put on
    struct sandbox_limits limits;
    struct rlimit files; // its limit of open descriptors; all zero: the same as ours
    uid_t user;      // that it becomes, unless its cage has one already; 0: it stays what we are
    int port;        // that it may connect to; 0: none
    cpu_set_t cores; // where it may run
    int keeper_slot; // see keeper.h; -1: none
    struct order_act act;
    bool acts;  // `act` is tried; there is no program
    int groups; // so many descriptors of cgroups come along; it enters them
    bool gated; // one more descriptor comes along: it waits until that ends, then runs its program.
                // What fails after the answer is seen by its exit with code 127

    size_t path; // what execve gets: absolute, or relative to `directory`
    size_t arguments, argument_count;
    size_t environment, environment_count;
    size_t directory; // where it runs

    // The cage: whatever is the same here for two bots can be given to one after the other.
    size_t cage, cage_bytes; // of all that follows in `text`
    size_t reads, read_count;
    size_t links, link_count; // path, target, path, target, ...
    size_t hides, hide_count;
    size_t writes, write_count;

    size_t room; // where the lists of pointers for execve can be put, at the end
};

struct answer {
    pid_t pid;            // of the bot, also the id of its group
    int cage;             // its number, to be given back; ORDER_NO_CAGE
    enum start_step step; // on failure
    int error;            // errno; 0: it runs its program
    char what[64];        // START_CAGE: what could not be done
    int act_error;        // what the act got; 0: it was done
};

// What a cage is doing. The arena sets CAGE_CHECK, and the cage's own process answers.
enum cage_state {
    CAGE_NONE,  // there is none of this number
    CAGE_READY, // nobody is in it
    CAGE_TAKEN, // a bot is in it, or was
    CAGE_CHECK, // the bot has gone: end what is left of it, and look whether the cage is clean
    CAGE_DIRTY, // it left something in its scratch folder: cannot be used again
};

struct order_room {
    struct order order;
    struct answer answer;
    atomic_int cages[ORDER_CAGES_MOST];           // enum cage_state
    _Alignas(char *) char text[ORDER_TEXT_BYTES]; // lists of pointers are put there
};

#endif
