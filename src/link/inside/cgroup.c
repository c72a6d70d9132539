#include "link/inside/cgroup.h"

#include "base/whole_file.h"
#include "link/inside/cgroup_place.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <uv.h>

enum { PROC_TEXT_MOST_BYTES = 1024 * 1024 };

// What a place is for. Several may be the same folder.
enum cgroup_role { CGROUP_MEMORY, CGROUP_TASKS, CGROUP_ROLES };

_Static_assert((int)CGROUP_ROLES == (int)CGROUP_PLACES, "at most one place for each role");

static const char *const controllers[CGROUP_ROLES] = {"memory", "pids"};

struct cgroup {
    struct cgroup *next; // of those that are free
    char name[CGROUP_NAME_BYTES];
    // Descriptors of its cgroup.procs; -1: there is none, or it is the same as an earlier one. Its
    // folders are found by their names: with 2,000 bots at once each descriptor counts.
    int entries[CGROUP_ROLES];
    struct sandbox_limits limits;
    long long kills, refusals; // when it was taken
};

// The groups of this process. Everything but `free`, `leaving` and `number` is set by cgroup_setup.
static struct {
    uv_mutex_t lock;
    bool ready;
    struct cgroup_place places[CGROUP_ROLES]; // "" : nothing can be had there
    int first[CGROUP_ROLES];                  // the first role with the same folder
    char leaf[PATH_MAX];                      // the group that this process has moved to; "" : none
    struct cgroup *free;
    struct cgroup *leaving; // given back while processes in them were still dying
    int number;
} groups;

struct cgroup_means cgroup_means(void)
{
    return (struct cgroup_means){
        .memory = groups.places[CGROUP_MEMORY].folder[0] != '\0',
        .tasks = groups.places[CGROUP_TASKS].folder[0] != '\0',
    };
}

// The path of a group's folder.
enum { CGROUP_PATH_BYTES = PATH_MAX + CGROUP_NAME_BYTES };

static void cgroup_path(const struct cgroup *group, enum cgroup_role role, char *path)
{
    snprintf(path, CGROUP_PATH_BYTES, "%s/%s", groups.places[role].folder, group->name);
}

// Opens the folder of a group, or returns -1.
static int cgroup_open(const struct cgroup *group, enum cgroup_role role)
{
    char path[CGROUP_PATH_BYTES];
    cgroup_path(group, role, path);
    return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

static bool cgroup_write(
    const struct cgroup *group, enum cgroup_role role, const char *file, const char *text)
{
    int folder = cgroup_open(group, role);
    bool written = folder >= 0 && cgroup_place_write(folder, file, text);
    if (folder >= 0)
        close(folder);
    return written;
}

static long long cgroup_count(
    const struct cgroup *group, enum cgroup_role role, const char *file, const char *key)
{
    int folder = cgroup_open(group, role);
    long long count = folder < 0 ? -1 : cgroup_place_count(folder, file, key);
    if (folder >= 0)
        close(folder);
    return count;
}

// --- Making and removing ---

static void cgroup_destroy(struct cgroup *group)
{
    for (int role = 0; role < CGROUP_ROLES; role++) {
        if (group->entries[role] < 0)
            continue;
        close(group->entries[role]);
        char path[CGROUP_PATH_BYTES];
        cgroup_path(group, (enum cgroup_role)role, path);
        rmdir(path); // one that is not empty yet is removed by the next arena
    }
    free(group);
}

static bool cgroup_make_folder(struct cgroup *group, enum cgroup_role role, struct error *e)
{
    char path[CGROUP_PATH_BYTES + sizeof "/cgroup.procs"];
    cgroup_path(group, role, path);
    if (mkdir(path, 0755) != 0)
        return error_set(e, "no cgroup %.160s: %s", path, strerror(errno));
    size_t length = strlen(path);
    strcpy(path + length, "/cgroup.procs");
    group->entries[role] = open(path, O_WRONLY | O_CLOEXEC);
    if (group->entries[role] >= 0)
        return true;
    path[length] = '\0';
    error_set(e, "the cgroup %.160s cannot be used: %s", path, strerror(errno));
    rmdir(path);
    return false;
}

static struct cgroup *cgroup_make(struct error *e)
{
    struct cgroup *group = calloc(1, sizeof *group);
    if (!group) {
        error_set(e, "no memory for a cgroup");
        return NULL;
    }
    for (int role = 0; role < CGROUP_ROLES; role++)
        group->entries[role] = -1;
    uv_mutex_lock(&groups.lock);
    int number = groups.number++;
    uv_mutex_unlock(&groups.lock);
    cgroup_place_name(group->name, number);
    for (int role = 0; role < CGROUP_ROLES; role++) {
        if (groups.places[role].folder[0] == '\0' || groups.first[role] != role)
            continue;
        if (!cgroup_make_folder(group, (enum cgroup_role)role, e)) {
            cgroup_destroy(group);
            return NULL;
        }
    }
    return group;
}

// --- Limits ---

// "max" or "-1" stands for no limit, by version.
static void cgroup_limit_text(char text[32], int64_t limit, const char *none)
{
    if (limit > 0)
        snprintf(text, 32, "%" PRId64, limit);
    else
        snprintf(text, 32, "%s", none);
}

// What is swapped counts, too. In version 1 the limit with swap can never be below the one without,
// so they are written in both orders; the kernel may have been built without it.
static bool cgroup_limit_memory(const struct cgroup *group, int64_t bytes)
{
    const enum cgroup_role memory = CGROUP_MEMORY;
    char text[32];
    if (groups.places[memory].unified) {
        cgroup_limit_text(text, bytes, "max");
        cgroup_write(group, memory, "memory.swap.max", bytes > 0 ? "0" : "max");
        cgroup_write(group, memory, "memory.oom.group", "1");
        return cgroup_write(group, memory, "memory.max", text);
    }
    cgroup_limit_text(text, bytes, "-1");
    cgroup_write(group, memory, "memory.memsw.limit_in_bytes", text);
    if (!cgroup_write(group, memory, "memory.limit_in_bytes", text)) {
        cgroup_write(group, memory, "memory.force_empty", "0"); // what the last bot has left there
        if (!cgroup_write(group, memory, "memory.limit_in_bytes", text))
            return false;
    }
    cgroup_write(group, memory, "memory.memsw.limit_in_bytes", text);
    return true;
}

static bool cgroup_limit_tasks(const struct cgroup *group, int tasks)
{
    char text[32];
    cgroup_limit_text(text, tasks, "max");
    return cgroup_write(group, groups.first[CGROUP_TASKS], "pids.max", text);
}

static bool cgroup_has(enum cgroup_role role)
{
    return groups.places[role].folder[0] != '\0';
}

static bool cgroup_set_limits(struct cgroup *group, const struct sandbox_limits *limits)
{
    bool fresh = group->limits.memory_bytes == 0 && group->limits.tasks == 0;
    if (cgroup_has(CGROUP_MEMORY) &&
        (fresh || group->limits.memory_bytes != limits->memory_bytes) &&
        !cgroup_limit_memory(group, limits->memory_bytes))
        return false;
    if (cgroup_has(CGROUP_TASKS) && (fresh || group->limits.tasks != limits->tasks) &&
        !cgroup_limit_tasks(group, limits->tasks))
        return false;
    group->limits = *limits;
    return true;
}

static long long cgroup_kills(const struct cgroup *group)
{
    if (!cgroup_has(CGROUP_MEMORY))
        return -1;
    const char *file =
        groups.places[CGROUP_MEMORY].unified ? "memory.events" : "memory.oom_control";
    return cgroup_count(group, CGROUP_MEMORY, file, "oom_kill");
}

static long long cgroup_refusals(const struct cgroup *group)
{
    if (!cgroup_has(CGROUP_TASKS))
        return -1;
    return cgroup_count(group, groups.first[CGROUP_TASKS], "pids.events", "max");
}

// --- Taking and giving back ---

// Returns true if nobody was there. Numbers of processes that are already dead may be in the list.
static bool cgroup_kill_all(const struct cgroup *group)
{
    bool empty = true;
    for (int role = 0; role < CGROUP_ROLES; role++) {
        if (group->entries[role] < 0)
            continue;
        char path[CGROUP_PATH_BYTES + sizeof "/cgroup.procs"];
        cgroup_path(group, (enum cgroup_role)role, path);
        strcat(path, "/cgroup.procs");
        FILE *list = fopen(path, "re");
        int pid;
        while (list && fscanf(list, "%d", &pid) == 1) {
            empty = false;
            if (pid > 1)
                kill(pid, SIGKILL);
        }
        if (list)
            fclose(list);
    }
    return empty;
}

// Those whose processes are gone by now can be used again. To be called under the lock.
static void cgroup_look_at_leaving(void)
{
    for (struct cgroup **at = &groups.leaving; *at;) {
        struct cgroup *group = *at;
        if (!cgroup_kill_all(group)) {
            at = &group->next;
            continue;
        }
        *at = group->next;
        group->next = groups.free;
        groups.free = group;
    }
}

static struct cgroup *cgroup_take_free(void)
{
    uv_mutex_lock(&groups.lock);
    cgroup_look_at_leaving();
    struct cgroup *group = groups.free;
    if (group)
        groups.free = group->next;
    uv_mutex_unlock(&groups.lock);
    return group;
}

struct cgroup *cgroup_take(const struct sandbox_limits *limits, struct error *e)
{
    if (!groups.ready) {
        error_set(e, "there are no cgroups here");
        return NULL;
    }
    struct cgroup *group = cgroup_take_free();
    if (group && !cgroup_set_limits(group, limits)) { // try a new one
        cgroup_destroy(group);
        group = NULL;
    }
    if (!group) {
        group = cgroup_make(e);
        if (group && !cgroup_set_limits(group, limits)) {
            error_set(e, "the limits of a cgroup cannot be set: %s", strerror(errno));
            cgroup_destroy(group);
            return NULL;
        }
    }
    if (group) {
        group->kills = cgroup_kills(group);
        group->refusals = cgroup_refusals(group);
    }
    return group;
}

int cgroup_entries(const struct cgroup *group, int fds[CGROUP_PLACES])
{
    int count = 0;
    for (int role = 0; role < CGROUP_ROLES; role++) {
        if (group->entries[role] >= 0)
            fds[count++] = group->entries[role];
    }
    return count;
}

void cgroup_return(struct cgroup *group)
{
    uv_mutex_lock(&groups.lock);
    group->next = groups.leaving;
    groups.leaving = group;
    cgroup_look_at_leaving();
    uv_mutex_unlock(&groups.lock);
}

bool cgroup_limits(const struct cgroup *group, enum limit_kind kind)
{
    if (kind == LIMIT_MEMORY)
        return cgroup_has(CGROUP_MEMORY) && group->limits.memory_bytes > 0;
    return kind == LIMIT_TASKS && cgroup_has(CGROUP_TASKS) && group->limits.tasks > 0;
}

bool cgroup_saw(const struct cgroup *group, enum limit_kind kind)
{
    if (!cgroup_limits(group, kind))
        return false;
    return kind == LIMIT_MEMORY ? cgroup_kills(group) > group->kills
                                : cgroup_refusals(group) > group->refusals;
}

// --- What can be had ---

static bool cgroup_move_self(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool moved = fd >= 0 && cgroup_place_write(fd, "cgroup.procs", "0");
    if (fd >= 0)
        close(fd);
    return moved;
}

// Goes back to the group that this process came from. That needs to be one without controllers.
static void cgroup_leave_leaf(void)
{
    if (groups.leaf[0] == '\0')
        return;
    char parent[PATH_MAX];
    snprintf(parent, sizeof parent, "%s", groups.leaf);
    *strrchr(parent, '/') = '\0';
    int fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        cgroup_place_write(fd, "cgroup.subtree_control", "-memory");
        cgroup_place_write(fd, "cgroup.subtree_control", "-pids");
        close(fd);
    }
    if (cgroup_move_self(parent))
        rmdir(groups.leaf);
    groups.leaf[0] = '\0';
}

// In version 2 a group with processes cannot have groups with controllers below it. So this process
// moves one down, and tries again.
static bool cgroup_switch_on(const char *folder, const char *controller)
{
    char text[32];
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    snprintf(text, sizeof text, "+%s", controller);
    bool on = cgroup_place_write(fd, "cgroup.subtree_control", text);
    if (!on && errno == EBUSY && groups.leaf[0] == '\0') {
        char name[CGROUP_NAME_BYTES];
        cgroup_place_name(name, groups.number++);
        int length = snprintf(groups.leaf, sizeof groups.leaf, "%s/%s", folder, name);
        if (length >= (int)sizeof groups.leaf || mkdir(groups.leaf, 0755) != 0)
            groups.leaf[0] = '\0';
        else
            on = cgroup_move_self(groups.leaf) &&
                cgroup_place_write(fd, "cgroup.subtree_control", text);
        if (!on)
            cgroup_leave_leaf();
    }
    close(fd);
    return on;
}

// Keeps the place of a role only if a group can be made there that has the file.
static void cgroup_try_place(enum cgroup_role role)
{
    static const char *const files[CGROUP_ROLES][2] = {
        [CGROUP_MEMORY] = {"memory.limit_in_bytes", "memory.max"},
        [CGROUP_TASKS] = {"pids.max", "pids.max"},
    };
    struct cgroup_place *place = &groups.places[role];
    cgroup_place_sweep(place);
    if (place->unified)
        cgroup_switch_on(place->folder, controllers[role]);
    char name[CGROUP_NAME_BYTES], path[PATH_MAX + 2 * CGROUP_NAME_BYTES];
    cgroup_place_name(name, groups.number++);
    snprintf(path, sizeof path, "%s/%s", place->folder, name);
    if (mkdir(path, 0755) != 0) {
        place->folder[0] = '\0';
        return;
    }
    size_t length = strlen(path);
    snprintf(path + length, sizeof path - length, "/%s", files[role][place->unified]);
    if (access(path, R_OK | W_OK) != 0)
        place->folder[0] = '\0';
    path[length] = '\0';
    rmdir(path);
}

static void cgroup_find_places(const char *mounts, const char *own)
{
    for (int role = 0; role < CGROUP_ROLES; role++) {
        groups.first[role] = role;
        if (!cgroup_place_find(&groups.places[role], controllers[role], mounts, own))
            continue;
        cgroup_try_place((enum cgroup_role)role);
        for (int other = 0; other < role && cgroup_has((enum cgroup_role)role); other++) {
            if (groups.first[role] == role &&
                strcmp(groups.places[role].folder, groups.places[other].folder) == 0)
                groups.first[role] = other;
        }
    }
}

void cgroup_setup(void)
{
    struct error ignored; // without these files there are no cgroups
    struct text mounts = text_growing(), own = text_growing();
    uv_mutex_init(&groups.lock);
    if (whole_file_read("/proc/self/mountinfo", PROC_TEXT_MOST_BYTES, &mounts, &ignored) &&
        whole_file_read("/proc/self/cgroup", PROC_TEXT_MOST_BYTES, &own, &ignored))
        cgroup_find_places(mounts.bytes, own.bytes);
    text_destroy(&mounts);
    text_destroy(&own);
    groups.ready = cgroup_has(CGROUP_MEMORY) || cgroup_has(CGROUP_TASKS);
}

static void cgroup_destroy_all(struct cgroup **list)
{
    for (struct cgroup *group = *list, *next; group; group = next) {
        next = group->next;
        cgroup_destroy(group);
    }
    *list = NULL;
}

void cgroup_teardown(void)
{
    cgroup_destroy_all(&groups.free);
    cgroup_destroy_all(&groups.leaving);
    groups.ready = false;
    cgroup_leave_leaf();
    for (int role = 0; role < CGROUP_ROLES; role++)
        groups.places[role].folder[0] = '\0';
    uv_mutex_destroy(&groups.lock);
}
