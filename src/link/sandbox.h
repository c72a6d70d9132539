// What a bot that we start may do: its manner, its limits, what it may read. The sandbox is made of
// layers; which of them this machine can put on is found out by trying the forbidden act.
#ifndef AGON_LINK_SANDBOX_H
#define AGON_LINK_SANDBOX_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

enum sandbox_manner {
    SANDBOX_NONE,   // no sandbox; only its process group is kept together
    SANDBOX_OPEN,   // its owner's files and network as usual, but nobody else's bots and results
    SANDBOX_CLOSED, // the system and its own folder to read, a scratch folder to write, nothing
                    // else
};

const char *sandbox_manner_name(enum sandbox_manner manner); // "none", "open", "closed"
bool sandbox_manner_find(const char *name, enum sandbox_manner *manner);

// 0 everywhere: no limit. A limit that is passed ends the bot's game with the verdict LIMIT.
struct sandbox_limits {
    int64_t memory_bytes;  // of all its processes together
    int64_t scratch_bytes; // in its scratch folder
    int64_t file_bytes;    // of one file that it writes
    int64_t output_bytes;  // that it writes to stdout, its connection and stderr in one game
    int64_t cpu_ns;        // of all its processes together, in one game
    int tasks;             // processes and threads at once
    int files;             // open descriptors of one process
};

struct sandbox_limits sandbox_default_limits(void);

struct sandbox {
    enum sandbox_manner manner;
    struct sandbox_limits limits;
    const char *const *read; // more files and folders that it may read, ended by NULL; may be NULL
    const char *write;       // one folder that it may write, beside its scratch; may be NULL
};

// --- The layers ---

// What stops a bot, one means each; several stop the same act. The names are those of `require:`.
enum sandbox_layer {
    SANDBOX_LIMITS,   // "limits": the kernel's limits of a process (files, one file, memory of one)
    SANDBOX_SECCOMP,  // "seccomp": system calls that no bot needs are refused
    SANDBOX_LANDLOCK, // "landlock": files outside those that it may read or write are refused
    SANDBOX_PORTS,    // "ports": by Landlock it connects to its own port only, and binds none
    SANDBOX_SIGNALS,  // "signals": by Landlock no signal and no abstract socket goes outside
    SANDBOX_PIDS,     // "pids": a process namespace with a /proc of its own
    SANDBOX_MOUNTS,   // "mounts": a file system of its own, with a scratch folder of limited size
    SANDBOX_IPC,      // "ipc": shared memory, queues and the host's name are its own
    SANDBOX_USERS,    // "users": an unprivileged user, a different one for each bot (as root)
    SANDBOX_CGROUP,   // "cgroup": memory and tasks of all its processes together, by the kernel
    SANDBOX_LAYER_COUNT,
};

// A set of layers: bit 1 << layer.
typedef uint32_t sandbox_layers;

const char *sandbox_layer_name(enum sandbox_layer layer);
bool sandbox_layer_find(const char *name, enum sandbox_layer *layer);

// The layers that link_process_setup has seen to work here. For those that do not work, `why` says
// what was tried and what came of it.
struct sandbox_probe {
    sandbox_layers works;
    struct error why[SANDBOX_LAYER_COUNT];
};

const struct sandbox_probe *sandbox_probed(void);

// For tests: from now on puts on no layer that is not in `allowed`.
void sandbox_layers_limit(sandbox_layers allowed);

// The layers that a bot of this manner gets here.
sandbox_layers sandbox_layers_of(enum sandbox_manner manner);

#endif
