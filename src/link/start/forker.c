#include "link/start/forker.h"

#include "link/start/birth.h"
#include "link/start/cage.h"
#include "link/start/filter.h"
#include "link/start/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// --- Messages ---

// Returns the length, 0 if the arena has gone, and closes nothing. `fds` gets what came along.
static ssize_t forker_receive(
    int socket, void *bytes, size_t length, int fds[ORDER_FDS_MOST], int *fd_count)
{
    struct iovec part = {bytes, length};
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(ORDER_FDS_MOST * sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = &control,
        .msg_controllen = sizeof control};
    ssize_t got;
    do
        got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    *fd_count = 0;
    const struct cmsghdr *head = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (head != NULL && head->cmsg_type == SCM_RIGHTS) {
        *fd_count = (int)((head->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        memcpy(fds, CMSG_DATA(head), (size_t)*fd_count * sizeof(int));
    }
    return got;
}

static void forker_close_all(int *fds, int count)
{
    for (int i = 0; i < count; i++)
        close(fds[i]);
}

// --- A fork server ---

struct forker {
    int socket;
    pid_t arena;
    struct order_room *room;
    struct forker_request request;
    struct cages cages;
    cpu_set_t cores;
};

static bool forker_write(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    close(fd);
    return good;
}

// In a namespace of users of its own an ordinary user may make cages.
static void forker_enter_own_users(void)
{
    char users[64], groups[64];
    snprintf(users, sizeof users, "%u %u 1\n", geteuid(), geteuid());
    snprintf(groups, sizeof groups, "%u %u 1\n", getegid(), getegid());
    if (unshare(CLONE_NEWUSER) == 0 && forker_write("/proc/self/uid_map", users) &&
        forker_write("/proc/self/setgroups", "deny"))
        forker_write("/proc/self/gid_map", groups);
}

// The lists that execve needs, in the room behind the texts. Returns NULL if they do not fit.
static char **forker_make_list(struct order_room *room, size_t place, size_t count)
{
    size_t begin = (room->order.room + sizeof(char *) - 1) / sizeof(char *) * sizeof(char *);
    size_t end = begin + (count + 1) * sizeof(char *);
    if (end > sizeof room->text)
        return NULL;
    char **list = (char **)(void *)(room->text + begin);
    char *text = room->text + place;
    for (size_t i = 0; i < count; i++, text += strlen(text) + 1)
        list[i] = text;
    list[count] = NULL;
    room->order.room = end;
    return list;
}

// The next child is born into the cage.
static bool forker_aim(const struct forker *f, const struct cage *cage)
{
    return cage == NULL || !(cage->spaces & CLONE_NEWPID) ||
        syscall(SYS_setns, cage->pidfd, CLONE_NEWPID, 0L, 0L, 0L, f->cages.pass) == 0;
}

static bool forker_place(struct forker *f)
{
    const cpu_set_t *wanted = &f->room->order.cores;
    if (CPU_EQUAL(wanted, &f->cores))
        return true;
    if (syscall(SYS_sched_setaffinity, 0, sizeof *wanted, wanted, 0L, 0L, f->cages.pass) != 0)
        return false;
    f->cores = *wanted;
    return true;
}

static void forker_start_bot(struct forker *f, const int fds[ORDER_FDS_MOST])
{
    struct order_room *room = f->room;
    const struct order *order = &room->order;
    const sandbox_layers spaces = 1u << SANDBOX_PIDS | 1u << SANDBOX_MOUNTS | 1u << SANDBOX_IPC;
    struct answer *answer = &room->answer;
    *answer = (struct answer){.cage = ORDER_NO_CAGE, .pid = -1};
    if (!forker_place(f)) {
        answer->step = START_PREPARE;
        answer->error = errno;
        return;
    }
    const struct cage *cage = NULL;
    if (order->layers & spaces) {
        answer->cage = cages_take(&f->cages);
        if (answer->cage == ORDER_NO_CAGE)
            return;
        cage = &f->cages.list[answer->cage];
    }
    struct birth birth = {.order = order,
        .answer = answer,
        .path = room->text + order->path,
        .directory = room->text + order->directory,
        .arguments = forker_make_list(room, order->arguments, order->argument_count),
        .environment = forker_make_list(room, order->environment, order->environment_count),
        .fds = {fds[0], fds[1], fds[2]},
        .groups = {fds[3], fds[4]},
        .gate = order->gated ? fds[3 + order->groups] : -1,
        .arena = f->arena,
        .cage = cage != NULL ? cage->pidfd : -1,
        .spaces = cage != NULL ? cage->spaces : 0,
        .ruleset = cage != NULL ? cage->ruleset : -1,
        .user = cage != NULL ? cage->user : order->user,
        .pass = f->cages.pass,
        .slot = order->keeper_slot >= 0 ? keeper_slot_numbered(order->keeper_slot) : NULL};
    bool good = birth.arguments != NULL && birth.environment != NULL;
    answer->step = START_PREPARE;
    answer->error = E2BIG;
    if (good && cage == NULL && order->layers & (1u << SANDBOX_LANDLOCK | 1u << SANDBOX_SIGNALS)) {
        birth.ruleset = cage_make_ruleset(room);
        good = birth.ruleset >= 0;
        answer->error = errno;
    }
    if (good && !forker_aim(f, cage)) {
        good = false;
        answer->error = errno;
    }
    if (good)
        birth_begin(&birth);
    if (cage == NULL && birth.ruleset >= 0)
        close(birth.ruleset);
    if (answer->error != 0 && answer->cage != ORDER_NO_CAGE) {
        // Nobody was in it but the process that has just failed, which the arena reaps.
        atomic_store(&room->cages[answer->cage], CAGE_READY);
        answer->cage = ORDER_NO_CAGE;
    }
}

static _Noreturn void forker_serve(struct forker *f)
{
    prctl(PR_SET_NAME, "agon-forks");
    setpgid(0, 0); // with its cages, so that the arena can wait for all of them
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    f->cages.room = f->room;
    f->cages.as_root = geteuid() == 0;
    if (getrandom(&f->cages.pass, sizeof f->cages.pass, 0) != sizeof f->cages.pass)
        _exit(1);
    const sandbox_layers spaces = 1u << SANDBOX_PIDS | 1u << SANDBOX_MOUNTS | 1u << SANDBOX_IPC;
    if ((f->request.layers & spaces) && !f->cages.as_root)
        forker_enter_own_users();
    enum filter_kind kind = f->request.manner != SANDBOX_CLOSED ? FILTER_GROUP
        : f->request.dials                                      ? FILTER_CLOSED_DIAL
                                                                : FILTER_CLOSED;
    // A compiler has to change modes and times, wherever its files lie.
    sandbox_layers layers = f->request.layers | (f->request.writes ? 1u << SANDBOX_MOUNTS : 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (f->request.filtered && !filter_install(kind, layers, f->cages.pass))
        _exit(1);
    if ((f->request.layers & spaces) && !cages_open(&f->cages))
        _exit(1);
    char byte;
    int fds[ORDER_FDS_MOST] = {0}, count;
    while (forker_receive(f->socket, &byte, sizeof byte, fds, &count) > 0) {
        if (count == 3 + f->room->order.groups + f->room->order.gated)
            forker_start_bot(f, fds);
        forker_close_all(fds, count);
        if (send(f->socket, &byte, 1, MSG_NOSIGNAL) != 1)
            break;
    }
    if (f->request.layers & spaces)
        cages_close(&f->cages);
    _exit(0);
}

// --- The first one ---

static void forker_open_server(
    int own_socket, pid_t arena, const struct forker_request *request, int socket)
{
    // A plain fork, but the arena becomes its parent.
    pid_t pid = (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0L, 0L, 0L, 0L);
    if (pid == 0) {
        dup2(STDERR_FILENO, own_socket); // /dev/null
        static struct forker f;
        f.socket = socket;
        f.arena = arena;
        f.request = *request;
        f.room = request->room;
        forker_serve(&f);
    }
    struct {
        pid_t pid;
        int error;
    } answer = {pid, pid < 0 ? errno : 0};
    send(own_socket, &answer, sizeof answer, MSG_NOSIGNAL);
}

static void forker_close_from(unsigned begin)
{
    if (syscall(SYS_close_range, begin, ~0U, 0U) == 0)
        return;
    long limit = sysconf(_SC_OPEN_MAX);
    for (long fd = (long)begin; fd < limit; fd++)
        close((int)fd);
}

_Noreturn void forker_run(int socket, pid_t arena)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    setsid();
    prctl(PR_SET_NAME, "agon-keeper");
    dup2(socket, STDIN_FILENO);
    socket = STDIN_FILENO;
    fcntl(socket, F_SETFD, FD_CLOEXEC);
    forker_close_from(STDIN_FILENO + 1);
    // Descriptors that come with orders must not get the numbers of standard streams.
    while (open("/dev/null", O_RDWR | O_CLOEXEC) < STDERR_FILENO)
        continue;
    if (chdir("/") != 0) {
        // It needs no folder, and must not keep one busy.
    }
    // A server has two descriptors for each cage.
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    struct forker_request request;
    int fds[ORDER_FDS_MOST], count;
    while (forker_receive(socket, &request, sizeof request, fds, &count) == sizeof request) {
        if (count == 1)
            forker_open_server(socket, arena, &request, fds[0]);
        forker_close_all(fds, count);
    }
    keeper_kill_all();
    _exit(0);
}
