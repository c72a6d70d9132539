// The arena's side of the fork servers: gives them orders, and notices when one has died.
#ifndef AGON_LINK_START_FORK_SERVER_H
#define AGON_LINK_START_FORK_SERVER_H

#include "link/start/order.h"

#include <sys/resource.h>

// Forks the first fork server, so call it before any thread is started. Returns false and fills `e`
// on failure.
bool fork_server_setup(struct error *e);
void fork_server_teardown(void); // kills what is still in the keeper's table

enum { FORK_SERVER_SORTS = 4 }; // none, open, closed, closed and dialling in

struct fork_server {
    unsigned generation;     // how many there were before it
    int socket;              // -1: it has not been started
    struct order_room *room; // shared with it
    pid_t pid;
    bool filtered, writes; // see struct forker_request
    sandbox_layers layers; // of its bots
};

// Those of one loop; used by its thread only.
struct fork_servers {
    struct fork_server list[FORK_SERVER_SORTS];
};

void fork_servers_init(struct fork_servers *s);
void fork_servers_close(struct fork_servers *s); // waits for their end

// A user for the next bot: unprivileged, and nobody else's for a long time. 0 where users are not
// ours to give.
uid_t fork_server_new_user(sandbox_layers layers);

// What to start. `sandbox.read` and `hides` are lists of absolute paths, ended by NULL.
struct start_order {
    const char *path; // what execve gets: absolute, or relative to `directory`
    char *const *arguments;
    char *const *environment;
    const char *directory; // where it runs, absolute
    int fds[3];            // become its 0, 1 and 2; stay open here
    struct sandbox sandbox;
    const char *const *links; // that it sees: path, target, path, target, ...; may be NULL
    const char *scratch;      // that it may write, if it is not in its cage; NULL: it is
    const char *const *hides;
    sandbox_layers layers; // to be put on
    uid_t user;            // fork_server_new_user
    int port;              // that it may connect to; 0: none
    bool dials;
    bool filtered;          // by seccomp
    bool kept;              // it gets a slot of the keeper
    struct rlimit files;    // its limit of open descriptors, if the sandbox has none
    const cpu_set_t *cores; // where it may run; NULL: where the calling thread may
    int groups[ORDER_GROUPS_MOST], group_count; // of cgroups that it enters
    int gate; // it waits for the end of this one before it runs its program; 0: it does not wait
    const struct order_act *act; // is tried instead of a program; NULL: the program is run
};

// A cage that a bot is in; `number` may be ORDER_NO_CAGE.
struct cage_ticket {
    int sort, number;
    unsigned generation;
};

struct started {
    pid_t pid; // also the id of its session and its group
    int keeper_slot;
    struct cage_ticket cage; // to be given back by fork_server_leave
    enum start_step step;    // on failure
    int error;               // errno, 0 on success
    char what[64];           // START_CAGE: what could not be done
    int act_error;           // what the act got
};

// Returns when the new process runs its program, or when the start has failed and the process is
// gone.
struct started fork_server_start(struct fork_servers *s, const struct start_order *order);

// The bot's own process was reaped: its cage ends the rest of it.
void fork_server_leave(struct fork_servers *s, struct cage_ticket cage);

// Whether the fork server that made the cage has died, and the bot with it.
bool fork_server_is_lost(const struct fork_servers *s, struct cage_ticket cage);

#endif
