// What protects arena, opponent and results from a bot: the layers of the sandbox, and the means by
// which processes are kept together.
#include "arena/health/parts.h"

#include "link/layer_list.h"
#include "link/link.h"

#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define BIT(layer) (1u << (layer))

enum { LANDLOCK_ASK_VERSION = 1 }; // LANDLOCK_CREATE_RULESET_VERSION

struct protection_row {
    const char *does;        // where it works
    sandbox_layers stand_in; // one of these stops the same acts
    bool needed;             // if none of those works either, no contest is safe
    bool in_namespaces;      // an ordinary user gets it only in a user namespace
    const char *mend;
};

static const struct protection_row rows[SANDBOX_LAYER_COUNT] = {
    [SANDBOX_LIMITS] = {"a process of a bot cannot pass the kernel's limits", 0, true, false,
        "use a kernel that keeps the limits of setrlimit"},
    [SANDBOX_SECCOMP] = {"system calls that no bot needs are refused", 0, true, false,
        "use a kernel with CONFIG_SECCOMP_FILTER on x86-64 or arm64, and a container that allows"
        " seccomp"},
    [SANDBOX_LANDLOCK] = {"files of others are refused", BIT(SANDBOX_MOUNTS), true, false,
        "use Linux 5.13 or later with \"landlock\" in /sys/kernel/security/lsm (boot with"
        " lsm=landlock,...)"},
    [SANDBOX_PORTS] = {"a bot connects to its own port only", 0, false, false,
        "use Linux 6.7 or later, with Landlock"},
    [SANDBOX_SIGNALS] = {"no signal goes from a bot to others",
        BIT(SANDBOX_PIDS) | BIT(SANDBOX_USERS), true, false,
        "use Linux 6.12 or later, with Landlock"},
    [SANDBOX_PIDS] = {"a bot sees its own processes only",
        BIT(SANDBOX_SIGNALS) | BIT(SANDBOX_USERS), true, true, NULL},
    [SANDBOX_MOUNTS] = {"a bot has a file system of its own", BIT(SANDBOX_LANDLOCK), true, true,
        NULL},
    [SANDBOX_IPC] = {"shared memory and queues of a bot are its own", 0, false, true, NULL},
    [SANDBOX_USERS] = {"each bot runs as a user of its own", 0, false, false,
        "run agon as root if bots are to be different users"},
    [SANDBOX_CGROUP] = {"the kernel counts memory and tasks of all processes of a bot", 0, false,
        false,
        "run agon in a scope of its own: systemd-run --user --scope -p Delegate=yes agon ...; or"
        " as root"},
};

// What keeps an ordinary user from making namespaces.
static const char *protection_mend_namespaces(void)
{
    int64_t number;
    if (health_read_number("/proc/sys/kernel/unprivileged_userns_clone", &number) && number == 0)
        return "sysctl -w kernel.unprivileged_userns_clone=1, or run agon as root";
    if (health_read_number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", &number) &&
        number != 0)
        return "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or run agon as root";
    if (health_read_number("/proc/sys/user/max_user_namespaces", &number) && number == 0)
        return "sysctl -w user.max_user_namespaces=10000, or run agon as root";
    return "let the container make user namespaces (docker run --security-opt"
           " seccomp=unconfined), or run agon outside of it";
}

static void protection_see_layer(struct health_finding *f, enum sandbox_layer layer)
{
    long version = layer == SANDBOX_LANDLOCK
        ? syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_ASK_VERSION)
        : 0;
    if (version > 0)
        health_seen(f, "%s (Landlock version %ld)", rows[layer].does, version);
    else
        health_seen(f, "%s", rows[layer].does);
}

static void protection_add_layer(struct health *h, enum sandbox_layer layer)
{
    const struct sandbox_probe *probe = sandbox_probed();
    const struct protection_row *row = &rows[layer];
    const sandbox_layers on = sandbox_layers_of(SANDBOX_CLOSED);
    struct health_finding *f = health_add(h, "sandbox", sandbox_layer_name(layer));
    if (on & BIT(layer)) {
        protection_see_layer(f, layer);
        return;
    }
    bool needed = row->needed && !(on & row->stand_in);
    enum health_state state = needed ? HEALTH_MISSING : HEALTH_WEAK;
    if (probe->works & BIT(layer)) {
        health_seen(f, "it works, and AGON_WITHOUT_LAYERS switches it off");
        health_mend(f, state, "unset AGON_WITHOUT_LAYERS");
        return;
    }
    health_seen(f, "%s", probe->why[layer].words);
    const char *mend = row->in_namespaces ? protection_mend_namespaces() : row->mend;
    if (layer == SANDBOX_CGROUP && geteuid() == 0)
        mend = "mount a cgroup with the controllers memory and pids, in which agon may make groups";
    health_mend(f, state, "%s", mend);
}

static void protection_add_means(struct health *h)
{
    const struct link_layers on = link_layers();
    const struct {
        const char *name, *with, *without;
        bool works;
        enum health_state state; // if it does not
        const char *mend;
    } means[] = {
        {"exit events", "the kernel tells when a bot ends", "agon looks every few milliseconds",
            on.exit_events, HEALTH_WEAK, "use Linux 5.3 or later"},
        {"process groups", "no process of a bot leaves its group",
            "a process of an open bot can leave its group and live on", on.group_filter,
            HEALTH_WEAK, "see seccomp"},
        {"orphans", "agon ends what bots leave behind", "orphans of bots go to init", on.subreaper,
            HEALTH_WEAK, "use Linux 3.4 or later"},
        {"keeper", "all bots end if agon dies", "no process could be forked that starts bots",
            on.keeper, HEALTH_MISSING, "see the limits on processes and memory below"},
    };
    for (size_t i = 0; i < sizeof means / sizeof *means; i++) {
        struct health_finding *f = health_add(h, "processes", means[i].name);
        health_seen(f, "%s", means[i].works ? means[i].with : means[i].without);
        if (!means[i].works)
            health_mend(f, means[i].state, "%s", means[i].mend);
    }
}

void protection_examine(struct health *h)
{
    for (int layer = 0; layer < SANDBOX_LAYER_COUNT; layer++)
        protection_add_layer(h, (enum sandbox_layer)layer);
    protection_add_means(h);
}
