#include "link/sandbox.h"

#include "base/clock.h"

#include <string.h>

static const char *const manner_names[] = {
    [SANDBOX_NONE] = "none",
    [SANDBOX_OPEN] = "open",
    [SANDBOX_CLOSED] = "closed",
};

static const char *const layer_names[SANDBOX_LAYER_COUNT] = {
    [SANDBOX_LIMITS] = "limits",
    [SANDBOX_SECCOMP] = "seccomp",
    [SANDBOX_LANDLOCK] = "landlock",
    [SANDBOX_PORTS] = "ports",
    [SANDBOX_SIGNALS] = "signals",
    [SANDBOX_PIDS] = "pids",
    [SANDBOX_MOUNTS] = "mounts",
    [SANDBOX_IPC] = "ipc",
    [SANDBOX_USERS] = "users",
    [SANDBOX_CGROUP] = "cgroup",
};

const char *sandbox_manner_name(enum sandbox_manner manner)
{
    return manner_names[manner];
}

bool sandbox_manner_find(const char *name, enum sandbox_manner *manner)
{
    for (int i = 0; i < (int)(sizeof manner_names / sizeof manner_names[0]); i++) {
        if (strcmp(name, manner_names[i]) == 0) {
            *manner = (enum sandbox_manner)i;
            return true;
        }
    }
    return false;
}

const char *sandbox_layer_name(enum sandbox_layer layer)
{
    return layer_names[layer];
}

bool sandbox_layer_find(const char *name, enum sandbox_layer *layer)
{
    for (int i = 0; i < SANDBOX_LAYER_COUNT; i++) {
        if (strcmp(name, layer_names[i]) == 0) {
            *layer = (enum sandbox_layer)i;
            return true;
        }
    }
    return false;
}

struct sandbox_limits sandbox_default_limits(void)
{
    const int64_t mebibyte = INT64_C(1) << 20;
    return (struct sandbox_limits){
        .memory_bytes = 1024 * mebibyte,
        .scratch_bytes = 256 * mebibyte,
        .file_bytes = 256 * mebibyte,
        .output_bytes = 64 * mebibyte,
        .cpu_ns = 3600 * NS_PER_SECOND,
        .tasks = 256,
        .files = 1024,
    };
}
