#include "link/start/cage.h"

#include "link/inside/needs.h"
#include "link/start/cage_files.h"
#include "link/start/cage_scratch.h"
#include "link/start/ruleset.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    IDLE_MOST =
        64, // so many cages wait for their bot; then the one that waited longest is given up
    WHAT_BYTES = sizeof((struct answer *)0)->what,
};

static const char *const readable_machine[] = {"/proc/meminfo", "/proc/cpuinfo", "/proc/stat",
    "/proc/loadavg", "/proc/uptime", "/proc/version", "/proc/filesystems",
    "/sys/devices/system/cpu", "/sys/fs/cgroup"};
static const char *const usable_devices[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

// --- Messages with descriptors ---

// Sends a message with up to two descriptors; those that are -1 are left out.
static bool cage_send(int socket, const void *bytes, size_t length, const int fds[2])
{
    struct iovec part = {(void *)(uintptr_t)bytes, length};
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(2 * sizeof(int))];
    } control = {.head = {.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
    size_t count = fds[0] < 0 ? 0 : fds[1] < 0 ? 1 : 2;
    control.head.cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(&control.head), fds, count * sizeof(int));
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > 0) {
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL) == (ssize_t)length;
}

// Returns false when the other side has gone. Descriptors that did not come are -1.
static bool cage_receive(int socket, void *bytes, size_t length, int fds[2])
{
    struct iovec part = {bytes, length};
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(2 * sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = &control,
        .msg_controllen = sizeof control};
    ssize_t got;
    do
        got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    fds[0] = fds[1] = -1;
    const struct cmsghdr *head = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (head != NULL && head->cmsg_type == SCM_RIGHTS)
        memcpy(fds, CMSG_DATA(head), head->cmsg_len - CMSG_LEN(0));
    return got == (ssize_t)length;
}

// --- The rules for its files ---

static bool cage_allow_list(int ruleset, const struct order_room *room, size_t place, size_t count,
    enum ruleset_right right)
{
    const char *path = room->text + place;
    for (size_t i = 0; i < count; i++, path += strlen(path) + 1) {
        if (!ruleset_allow(ruleset, path, right))
            return false;
    }
    return true;
}

// In a /proc of its own it may read all.
static bool cage_allow_machine(int ruleset, const struct order *order)
{
    const sandbox_layers own_processes = 1u << SANDBOX_PIDS | 1u << SANDBOX_MOUNTS;
    bool good = true;
    if ((order->layers & own_processes) == own_processes)
        good = ruleset_allow(ruleset, "/proc", RULESET_READ);
    for (size_t i = 0; good && i < sizeof readable_machine / sizeof readable_machine[0]; i++)
        good = ruleset_allow(ruleset, readable_machine[i], RULESET_READ);
    return good;
}

int cage_make_ruleset(const struct order_room *room)
{
    const struct order *order = &room->order;
    bool files = (order->layers & 1u << SANDBOX_LANDLOCK) && order->manner == SANDBOX_CLOSED;
    bool signals = order->layers & 1u << SANDBOX_SIGNALS;
    int ruleset = ruleset_create(files, signals);
    if (ruleset < 0 || !files)
        return ruleset;
    bool good = true;
    for (const char *const *folder = needs_system_folders; good && *folder != NULL; folder++)
        good = ruleset_allow(ruleset, *folder, RULESET_READ);
    for (size_t i = 0; good && i < sizeof usable_devices / sizeof usable_devices[0]; i++)
        good = ruleset_allow(ruleset, usable_devices[i], RULESET_DEVICE);
    if (order->layers & 1u << SANDBOX_MOUNTS)
        good = good && ruleset_allow(ruleset, "/", RULESET_LIST) &&
            ruleset_allow(ruleset, "/tmp", RULESET_WRITE);
    good = good && cage_allow_machine(ruleset, order) &&
        cage_allow_list(ruleset, room, order->reads, order->read_count, RULESET_READ) &&
        cage_allow_list(ruleset, room, order->writes, order->write_count, RULESET_WRITE);
    if (!good) {
        int error = errno;
        close(ruleset);
        errno = error;
        return -1;
    }
    return ruleset;
}

// --- The first process of a cage ---

struct inmate_report {
    int error;
    char what[WHAT_BYTES];
};

struct inmate {
    struct order_room *room;
    atomic_int *state;
    uint64_t pass;
    uid_t user;
    int spaces;
    int to_server; // a socket
    bool has_scratch;
    struct cage_scratch scratch; // when it was made
    const char *doing;           // what failed
};

static bool inmate_write(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    int error = errno;
    close(fd);
    errno = error;
    return good;
}

// Its users are the same as ours: there is only one.
static bool inmate_map_users(uid_t user, gid_t group)
{
    char text[64];
    snprintf(text, sizeof text, "%u %u 1\n", user, user);
    if (!inmate_write("/proc/self/uid_map", text) || !inmate_write("/proc/self/setgroups", "deny"))
        return false;
    snprintf(text, sizeof text, "%u %u 1\n", group, group);
    return inmate_write("/proc/self/gid_map", text);
}

static bool inmate_make_files(struct inmate *m)
{
    struct cage_files files = {
        .room = m->room, .pass = m->pass, .user = m->user, .processes = m->spaces & CLONE_NEWPID};
    bool good = m->room->order.manner == SANDBOX_CLOSED ? cage_files_close(&files)
                                                        : cage_files_open(&files);
    m->doing = files.doing;
    return good;
}

static bool inmate_settle_in(struct inmate *m, uid_t user, gid_t group)
{
    m->doing = "become its user";
    if ((m->spaces & CLONE_NEWUSER) && !inmate_map_users(user, group))
        return false;
    m->doing = "name its host";
    if ((m->spaces & CLONE_NEWUTS) &&
        syscall(SYS_sethostname, "sandbox", 7L, 0L, 0L, 0L, m->pass) != 0)
        return false;
    if ((m->spaces & CLONE_NEWNS) && !inmate_make_files(m))
        return false;
    m->has_scratch = (m->spaces & CLONE_NEWNS) && m->room->order.manner == SANDBOX_CLOSED;
    m->doing = "look at its scratch folder";
    return !m->has_scratch || cage_scratch_note(&m->scratch);
}

// Tells the fork server how it went: an error with what was being done, or the rules.
static bool inmate_report(struct inmate *m, bool good)
{
    int ruleset = -1;
    if (good && (m->room->order.layers & (1u << SANDBOX_LANDLOCK | 1u << SANDBOX_SIGNALS)) != 0) {
        m->doing = "make the rules for its files";
        ruleset = cage_make_ruleset(m->room);
        good = ruleset >= 0;
    }
    struct inmate_report report = {.error = good ? 0 : errno};
    snprintf(report.what, sizeof report.what, "%s", good ? "" : m->doing);
    bool sent = cage_send(m->to_server, &report, sizeof report, (int[]){ruleset, -1});
    close(ruleset);
    return sent && good;
}

static void inmate_clean_up(const struct inmate *m)
{
    // Without a namespace of processes this would end all processes of the user.
    if ((m->spaces & CLONE_NEWPID) && getpid() == 1)
        kill(-1, SIGKILL);
    // SIGCHLD is ignored: this returns when no child is left.
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        continue;
    // Else a bot could tell itself something by how many processes it starts. Where there is no
    // such file, it can.
    if ((m->spaces & CLONE_NEWPID) && getpid() == 1)
        inmate_write("/proc/sys/kernel/ns_last_pid", "1");
    bool clean = !m->has_scratch || cage_scratch_restore(&m->scratch);
    atomic_store(m->state, clean ? CAGE_READY : CAGE_DIRTY);
}

static _Noreturn void inmate_run(struct inmate *m, uid_t user, gid_t group)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    prctl(PR_SET_NAME, "agon-cage");
    signal(SIGCHLD, SIG_IGN);
    if (!inmate_report(m, inmate_settle_in(m, user, group)))
        _exit(1);
    syscall(SYS_close_range, 0U, ~0U, 0U);
    for (;;) {
        int state = atomic_load(m->state);
        if (state == CAGE_CHECK)
            inmate_clean_up(m);
        else
            syscall(SYS_futex, m->state, FUTEX_WAIT, state, NULL, NULL, 0);
    }
}

// --- The maker of cages ---

// A process that has started somebody in another namespace of processes cannot make such a
// namespace any more. So a fork server has a child that only makes cages.

struct cage_request {
    int number;
};

struct cage_report {
    int error;
    int spaces;
    char what[WHAT_BYTES];
};

static int cage_spaces(bool as_root, sandbox_layers layers)
{
    int spaces = 0;
    if (layers & 1u << SANDBOX_PIDS)
        spaces |= CLONE_NEWPID;
    if (layers & 1u << SANDBOX_MOUNTS)
        spaces |= CLONE_NEWNS;
    if (layers & 1u << SANDBOX_IPC)
        spaces |= CLONE_NEWIPC | CLONE_NEWUTS;
    if (spaces != 0 && !as_root)
        spaces |= CLONE_NEWUSER;
    return spaces;
}

// Makes one; `fds` gets a pidfd of its first process and the rules for its files.
static struct cage_report cage_make(const struct cages *c, int number, int fds[2])
{
    const struct order *order = &c->room->order;
    struct cage_report report = {.spaces = cage_spaces(c->as_root, order->layers)};
    int ends[2];
    snprintf(report.what, sizeof report.what, "make a cage");
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        report.error = errno;
        return report;
    }
    struct inmate inmate = {.room = c->room,
        .state = &c->room->cages[number],
        .pass = c->pass,
        .spaces = report.spaces,
        .user = order->user,
        .to_server = ends[1]};
    uid_t user = geteuid();
    gid_t group = getegid();
    int pidfd = -1;
    pid_t pid = (pid_t)syscall(
        SYS_clone, inmate.spaces | CLONE_PIDFD | SIGCHLD, 0L, &pidfd, 0L, 0L, c->pass);
    if (pid == 0) {
        close(ends[0]); // else it could not see that its maker has died
        inmate_run(&inmate, user, group);
    }
    report.error = pid < 0 ? errno : 0;
    close(ends[1]);
    struct inmate_report first;
    int from_inmate[2];
    if (pid > 0 && cage_receive(ends[0], &first, sizeof first, from_inmate)) {
        report.error = first.error;
        memcpy(report.what, first.what, sizeof report.what);
        fds[1] = from_inmate[0];
    } else if (pid > 0) {
        report.error = ECHILD;
    }
    fds[0] = pidfd;
    close(ends[0]);
    return report;
}

static _Noreturn void cage_maker_run(const struct cages *c, int socket)
{
    prctl(PR_SET_NAME, "agon-cages");
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    signal(SIGCHLD, SIG_IGN);
    struct cage_request request;
    int none[2];
    while (cage_receive(socket, &request, sizeof request, none)) {
        int fds[2] = {-1, -1};
        struct cage_report report = cage_make(c, request.number, fds);
        cage_send(socket, &report, sizeof report, fds);
        for (int i = 0; i < 2; i++) {
            if (fds[i] >= 0)
                close(fds[i]);
        }
    }
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        continue;
    _exit(0);
}

bool cages_open(struct cages *c)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    // Not the C library's fork: what libraries do after a fork was meant for the arena.
    pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0L, 0L, 0L, 0L);
    if (pid == 0) {
        close(ends[0]);
        cage_maker_run(c, ends[1]);
    }
    close(ends[1]);
    c->maker = ends[0];
    return pid > 0;
}

// --- The fork server's side ---

static void cage_give_up(struct cages *c, int number)
{
    struct cage *cage = &c->list[number];
    syscall(SYS_pidfd_send_signal, cage->pidfd, SIGKILL, NULL, 0);
    close(cage->pidfd);
    if (cage->ruleset >= 0)
        close(cage->ruleset);
    free(cage->plan);
    *cage = (struct cage){.pidfd = -1};
    atomic_store(&c->room->cages[number], CAGE_NONE);
}

static bool cage_order(struct cages *c, int number, char what[WHAT_BYTES])
{
    const struct order *order = &c->room->order;
    struct cage_request request = {.number = number};
    struct cage_report report = {.error = ECHILD, .what = "reach the maker of cages"};
    int fds[2] = {-1, -1};
    atomic_store(&c->room->cages[number], CAGE_TAKEN);
    if (cage_send(c->maker, &request, sizeof request, fds))
        cage_receive(c->maker, &report, sizeof report, fds);
    struct cage *cage = &c->list[number];
    *cage = (struct cage){.pidfd = fds[0],
        .ruleset = fds[1],
        .spaces = report.spaces,
        .user = order->user,
        .layers = order->layers,
        .plan = malloc(order->cage_bytes + 1),
        .plan_bytes = order->cage_bytes};
    memcpy(what, report.what, WHAT_BYTES);
    if (report.error == 0 && cage->plan != NULL) {
        memcpy(cage->plan, c->room->text + order->cage, order->cage_bytes);
        return true;
    }
    cage_give_up(c, number);
    errno = report.error != 0 ? report.error : ENOMEM;
    return false;
}

static bool cage_fits(const struct cages *c, const struct cage *cage)
{
    const struct order *order = &c->room->order;
    return cage->layers == order->layers && cage->plan_bytes == order->cage_bytes &&
        memcmp(cage->plan, c->room->text + order->cage, order->cage_bytes) == 0;
}

// Looks through all cages: gives up those that are dirty, and the one that has waited longest if
// too many wait. Returns the one that fits, or a free number, or ORDER_NO_CAGE if there is neither.
static int cages_look(struct cages *c)
{
    int fitting = ORDER_NO_CAGE, idle = 0, unused = ORDER_NO_CAGE, oldest = ORDER_NO_CAGE;
    for (size_t i = 0; i < c->count; i++) {
        struct cage *cage = &c->list[i];
        int state = atomic_load(&c->room->cages[i]);
        if (cage->pidfd >= 0 && state == CAGE_DIRTY)
            cage_give_up(c, (int)i);
        if (cage->pidfd < 0) {
            unused = unused == ORDER_NO_CAGE ? (int)i : unused;
        } else if (state == CAGE_READY && cage_fits(c, cage)) {
            if (fitting == ORDER_NO_CAGE)
                fitting = (int)i;
        } else if (state == CAGE_READY) {
            idle++;
            if (oldest == ORDER_NO_CAGE || cage->used < c->list[oldest].used)
                oldest = (int)i;
        }
    }
    if (fitting != ORDER_NO_CAGE)
        return fitting;
    if (idle >= IDLE_MOST) {
        cage_give_up(c, oldest);
        unused = oldest;
    }
    if (unused == ORDER_NO_CAGE && c->count < ORDER_CAGES_MOST) {
        unused = (int)c->count++;
        c->list[unused].pidfd = -1;
    }
    return unused;
}

int cages_take(struct cages *c)
{
    struct answer *answer = &c->room->answer;
    int number = cages_look(c);
    answer->step = START_CAGE;
    answer->error = 0;
    if (number == ORDER_NO_CAGE) {
        snprintf(answer->what, sizeof answer->what, "find room for another bot");
        answer->error = EAGAIN;
        return ORDER_NO_CAGE;
    }
    if (c->list[number].pidfd < 0 && !cage_order(c, number, answer->what)) {
        answer->error = errno != 0 ? errno : EIO;
        return ORDER_NO_CAGE;
    }
    c->list[number].used = ++c->now;
    atomic_store(&c->room->cages[number], CAGE_TAKEN);
    return number;
}

void cages_close(struct cages *c)
{
    for (size_t i = 0; i < c->count; i++) {
        if (c->list[i].pidfd >= 0)
            cage_give_up(c, (int)i);
    }
    close(c->maker);
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        continue;
}
