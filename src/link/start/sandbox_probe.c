// Which layers of the sandbox work here. Each one is put on alone, and an act is tried that it has
// to stop: only an error from that act counts, whatever the kernel says of itself. Implements the
// part of link/sandbox.h that is about layers.
#include "link/inside/cgroup.h"
#include "link/sandbox.h"
#include "link/start/fork_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <uv.h>

// The act by which a layer is tried.
struct layer_trial {
    enum sandbox_manner manner;
    const char *act;  // in words
    const char *path; // of the file that is opened; NULL: none
    int errors[2];    // what it must get: one of these
};

static const struct layer_trial trials[SANDBOX_LAYER_COUNT] = {
    [SANDBOX_LIMITS] = {SANDBOX_OPEN, "write a file beyond its limit", NULL, {EFBIG, 0}},
    [SANDBOX_SECCOMP] = {SANDBOX_CLOSED, "choose its cores", NULL, {EPERM, 0}},
    [SANDBOX_LANDLOCK] = {SANDBOX_CLOSED, "read the root folder", "/", {EACCES, 0}},
    [SANDBOX_PORTS] = {SANDBOX_CLOSED, "connect to another port", NULL, {EACCES, 0}},
    [SANDBOX_SIGNALS] = {SANDBOX_CLOSED, "signal the arena", NULL, {EPERM, 0}},
    [SANDBOX_PIDS] = {SANDBOX_OPEN, "signal the arena", NULL, {ESRCH, 0}},
    [SANDBOX_MOUNTS] = {SANDBOX_CLOSED, "read /proc of the host", "/proc/self/stat", {ENOENT, 0}},
    [SANDBOX_IPC] = {SANDBOX_OPEN, "look at shared memory of the arena", NULL, {EINVAL, EIDRM}},
    [SANDBOX_USERS] = {SANDBOX_OPEN, "signal the arena", NULL, {EPERM, 0}},
};

static struct {
    pthread_mutex_t lock;
    sandbox_layers tried;
    struct sandbox_probe found;
    sandbox_layers allowed;
} probe = {.lock = PTHREAD_MUTEX_INITIALIZER, .allowed = ~0u};

// A port of ours; -1 with errno on failure.
static int sandbox_probe_listen(int *port)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
        listen(fd, 1) == 0 && getsockname(fd, (struct sockaddr *)&address, &length) == 0) {
        *port = ntohs(address.sin_port);
        return fd;
    }
    close(fd);
    return -1;
}

static bool sandbox_probe_judge(
    enum sandbox_layer layer, const struct started *started, struct error *why)
{
    const struct layer_trial *trial = &trials[layer];
    if (started->error != 0)
        return error_set(why, "it cannot be put on: %s%s%s", started->what,
            started->what[0] == '\0' ? "" : ": ", uv_strerror(-started->error));
    for (int i = 0; i < 2; i++) {
        if (trial->errors[i] != 0 && started->act_error == trial->errors[i])
            return true;
    }
    if (started->act_error == 0)
        return error_set(why, "a bot could %s", trial->act);
    return error_set(why,
        "a bot that tries to %s is told \"%s\", which does not tell whether it"
        " was stopped",
        trial->act, uv_strerror(-started->act_error));
}

static void sandbox_probe_try(
    struct fork_servers *servers, int null, enum sandbox_layer layer, struct sandbox_probe *found)
{
    const struct layer_trial *trial = &trials[layer];
    struct order_act act = {.layer = layer, .pid = getpid(), .object = -1};
    if (layer == SANDBOX_CGROUP) {
        if (cgroup_try(&found->why[layer]))
            found->works |= 1u << layer;
        return;
    }
    if (layer == SANDBOX_USERS && geteuid() != 0) {
        error_set(&found->why[layer], "only root can give each bot a user of its own");
        return;
    }
    int door = layer == SANDBOX_PORTS ? sandbox_probe_listen(&act.port) : -1;
    if (layer == SANDBOX_IPC)
        act.object = shmget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
    char *const nothing[] = {NULL};
    const struct start_order order = {.path = trial->path != NULL ? trial->path : "",
        .arguments = nothing,
        .environment = nothing,
        .directory = "/",
        .fds = {null, null, null},
        .sandbox = {.manner = trial->manner,
            .limits = {.file_bytes = 4096, .scratch_bytes = 65536}},
        .layers = 1u << layer,
        .user = fork_server_new_user(1u << layer),
        .filtered = layer == SANDBOX_SECCOMP,
        .dials = layer == SANDBOX_PORTS,
        .act = &act};
    struct started started = fork_server_start(servers, &order);
    if (started.error == 0) {
        while (waitpid(started.pid, NULL, __WALL) == -1 && errno == EINTR)
            continue;
        fork_server_leave(servers, started.cage);
    }
    if (sandbox_probe_judge(layer, &started, &found->why[layer]))
        found->works |= 1u << layer;
    if (door >= 0)
        close(door);
    if (act.object >= 0)
        shmctl(act.object, IPC_RMID, NULL);
}

// Tries those that have not been tried yet: a bot that needs few of them does not wait for all.
static sandbox_layers sandbox_probe_find(sandbox_layers wanted)
{
    pthread_mutex_lock(&probe.lock);
    if (wanted & ~probe.tried) {
        struct fork_servers servers;
        fork_servers_init(&servers);
        int null = open("/dev/null", O_RDWR | O_CLOEXEC);
        for (int layer = 0; layer < SANDBOX_LAYER_COUNT; layer++) {
            if (wanted & ~probe.tried & 1u << layer)
                sandbox_probe_try(&servers, null, (enum sandbox_layer)layer, &probe.found);
        }
        close(null);
        fork_servers_close(&servers);
        probe.tried |= wanted;
    }
    sandbox_layers works = probe.found.works & wanted;
    pthread_mutex_unlock(&probe.lock);
    return works;
}

const struct sandbox_probe *sandbox_probed(void)
{
    sandbox_probe_find(~0u);
    return &probe.found;
}

void sandbox_layers_limit(sandbox_layers allowed)
{
    probe.allowed = allowed;
}

sandbox_layers sandbox_layers_of(enum sandbox_manner manner)
{
    const sandbox_layers open = 1u << SANDBOX_LIMITS | 1u << SANDBOX_SECCOMP | 1u << SANDBOX_PIDS |
        1u << SANDBOX_MOUNTS | 1u << SANDBOX_IPC | 1u << SANDBOX_CGROUP;
    if (manner == SANDBOX_NONE)
        return 0;
    return sandbox_probe_find(manner == SANDBOX_OPEN ? open : ~0u) & probe.allowed;
}
