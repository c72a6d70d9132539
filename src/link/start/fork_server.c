#include "link/start/fork_server.h"

#include "link/start/forker.h"
#include "link/start/keeper.h"
#include "link/start/lasting_fork.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST_USER = 0x40000000, USERS = 1 << 14 };

// The rooms of all fork servers. Their pages take memory only when they are used.
enum { ROOMS = 512 };

static struct {
    pthread_mutex_t lock;
    int socket; // to the first fork server; -1: there is none
    pid_t pid;
    struct order_room *rooms; // shared with all fork servers
    bool taken[ROOMS];
} first = {.lock = PTHREAD_MUTEX_INITIALIZER, .socket = -1};

static void fork_server_reap(pid_t pid)
{
    while (waitpid(pid, NULL, __WALL) == -1 && errno == EINTR)
        continue;
}

static bool fork_server_send(
    int socket, const void *bytes, size_t length, const int *fds, size_t fd_count)
{
    struct iovec part = {(void *)(uintptr_t)bytes, length};
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(ORDER_FDS_MOST * sizeof(int))];
    } control = {.head = {.cmsg_len = CMSG_LEN(fd_count * sizeof(int)),
                     .cmsg_level = SOL_SOCKET,
                     .cmsg_type = SCM_RIGHTS}};
    memcpy(CMSG_DATA(&control.head), fds, fd_count * sizeof(int));
    const struct msghdr message = {.msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = &control,
        .msg_controllen = CMSG_SPACE(fd_count * sizeof(int))};
    ssize_t sent;
    do
        sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)length;
}

static bool fork_server_receive(int socket, void *bytes, size_t length)
{
    ssize_t got;
    do
        got = recv(socket, bytes, length, 0);
    while (got < 0 && errno == EINTR);
    if (got == 0)
        errno = ESRCH;
    return got == (ssize_t)length;
}

// --- The first one ---

static pid_t fork_server_fork_first(int socket)
{
    pid_t arena = getpid();
    pid_t pid = fork();
    if (pid == 0)
        forker_run(socket, arena);
    return pid;
}

// `make` is fork_server_fork_first before there are threads, and lasting_fork while the lock is
// held.
static bool fork_server_open_first(pid_t (*make)(int socket))
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    pid_t pid = make(ends[1]);
    int error = errno;
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        errno = error;
        return false;
    }
    first.socket = ends[0];
    first.pid = pid;
    return true;
}

static void fork_server_close_first(void)
{
    if (first.socket < 0)
        return;
    close(first.socket);
    first.socket = -1;
    fork_server_reap(first.pid);
}

static void fork_server_close_rooms(void)
{
    if (first.rooms != NULL)
        munmap(first.rooms, ROOMS * sizeof *first.rooms);
    first.rooms = NULL;
}

bool fork_server_setup(struct error *e)
{
    void *rooms = mmap(NULL, ROOMS * sizeof *first.rooms, PROT_READ | PROT_WRITE,
        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (rooms == MAP_FAILED)
        return error_set(e, "no memory for the orders of bots: %s", strerror(errno));
    first.rooms = rooms;
    memset(first.taken, 0, sizeof first.taken);
    if (!keeper_open(e)) {
        fork_server_close_rooms();
        return false;
    }
    if (fork_server_open_first(fork_server_fork_first))
        return true;
    error_set(e, "the process that starts bots cannot be started: %s", strerror(errno));
    keeper_close();
    fork_server_close_rooms();
    return false;
}

void fork_server_teardown(void)
{
    fork_server_close_first();
    lasting_fork_close();
    keeper_close();
    fork_server_close_rooms();
}

static struct order_room *fork_server_take_room(void)
{
    struct order_room *room = NULL;
    pthread_mutex_lock(&first.lock);
    for (int i = 0; i < ROOMS && room == NULL && first.rooms != NULL; i++) {
        if (!first.taken[i]) {
            first.taken[i] = true;
            room = &first.rooms[i];
        }
    }
    pthread_mutex_unlock(&first.lock);
    return room;
}

// Its pages are given back, too, and are zero when it is taken again.
static void fork_server_return_room(struct order_room *room)
{
    pthread_mutex_lock(&first.lock);
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = ((uintptr_t)room + page - 1) / page * page;
    uintptr_t end = (uintptr_t)(room + 1) / page * page;
    madvise((void *)begin, end - begin, MADV_REMOVE);
    memset(room->cages, 0, sizeof room->cages);
    first.taken[room - first.rooms] = false;
    pthread_mutex_unlock(&first.lock);
}

// --- Those of a loop ---

void fork_servers_init(struct fork_servers *s)
{
    for (int i = 0; i < FORK_SERVER_SORTS; i++)
        s->list[i] = (struct fork_server){.socket = -1};
}

static void fork_server_close(struct fork_server *s)
{
    if (s->socket < 0)
        return;
    close(s->socket);
    fork_server_reap(s->pid);
    // If it was killed, its cages end with it, and have become our children.
    while (waitpid(-s->pid, NULL, __WALL) > 0 || errno == EINTR)
        continue;
    fork_server_return_room(s->room);
    *s = (struct fork_server){.socket = -1, .generation = s->generation + 1};
}

void fork_servers_close(struct fork_servers *s)
{
    for (int i = 0; i < FORK_SERVER_SORTS; i++)
        fork_server_close(&s->list[i]);
}

// Asks the first fork server for another one. If that has died, it is replaced.
static bool fork_server_request(const struct forker_request *request, int socket, pid_t *pid)
{
    struct {
        pid_t pid;
        int error;
    } answer = {.error = ESRCH};
    pthread_mutex_lock(&first.lock);
    for (int tries = 0; tries < 2; tries++) {
        if (first.socket >= 0 &&
            fork_server_send(first.socket, request, sizeof *request, &socket, 1) &&
            fork_server_receive(first.socket, &answer, sizeof answer))
            break;
        answer.error = ESRCH;
        fork_server_close_first();
        if (!fork_server_open_first(lasting_fork)) {
            answer.error = errno;
            break;
        }
    }
    pthread_mutex_unlock(&first.lock);
    *pid = answer.pid;
    errno = answer.error;
    return answer.error == 0;
}

static bool fork_server_open(struct fork_server *s, struct forker_request request)
{
    int ends[2] = {-1, -1};
    request.room = fork_server_take_room();
    if (request.room == NULL) {
        errno = EAGAIN;
        return false;
    }
    bool good = socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0 &&
        fork_server_request(&request, ends[1], &s->pid);
    int error = errno;
    if (ends[1] >= 0)
        close(ends[1]);
    if (good) {
        s->socket = ends[0];
        s->room = request.room;
        s->filtered = request.filtered;
        s->writes = request.writes;
        s->layers = request.layers;
    } else {
        if (ends[0] >= 0)
            close(ends[0]);
        fork_server_return_room(request.room);
    }
    errno = error;
    return good;
}

// --- Orders ---

struct order_writer {
    struct order_room *room;
    size_t used;
    bool full;
};

static size_t order_writer_add(struct order_writer *w, const char *text)
{
    size_t place = w->used, bytes = strlen(text) + 1;
    // The lists of pointers that execve gets need room, too: two bytes for each of the shortest
    // texts, eight for its pointer.
    if (bytes > sizeof w->room->text / 4 - w->used) {
        w->full = true;
        return 0;
    }
    memcpy(w->room->text + place, text, bytes);
    w->used += bytes;
    return place;
}

static size_t order_writer_add_list(struct order_writer *w, const char *const *list, size_t *count)
{
    size_t place = w->used;
    *count = 0;
    for (; list != NULL && *list != NULL; list++, ++*count)
        order_writer_add(w, *list);
    return place;
}

// Returns false if the order is too long.
static bool fork_server_write(struct order_room *room, const struct start_order *from, int slot)
{
    struct order_writer w = {.room = room};
    struct order *order = &room->order;
    *order = (struct order){.manner = from->sandbox.manner,
        .layers = from->layers,
        .limits = from->sandbox.limits,
        .user = from->user,
        .port = from->port,
        .keeper_slot = slot,
        .groups = from->group_count,
        .gated = from->gate > 0};
    if (from->act != NULL) {
        order->act = *from->act;
        order->acts = true;
    }
    order->files = from->files;
    if (order->limits.files != 0 &&
        (from->files.rlim_max == 0 || (rlim_t)order->limits.files < from->files.rlim_max))
        order->files = (struct rlimit){(rlim_t)order->limits.files, (rlim_t)order->limits.files};
    if (from->cores != NULL)
        order->cores = *from->cores;
    else
        sched_getaffinity(0, sizeof order->cores, &order->cores);
    order->path = order_writer_add(&w, from->path);
    order->arguments =
        order_writer_add_list(&w, (const char *const *)from->arguments, &order->argument_count);
    order->environment = order_writer_add_list(
        &w, (const char *const *)from->environment, &order->environment_count);
    order->cage = w.used;
    // What a cage is made for: the sizes and numbers first, as text.
    char numbers[64];
    snprintf(numbers, sizeof numbers, "%d %lld", (int)from->sandbox.manner,
        (long long)from->sandbox.limits.scratch_bytes);
    order_writer_add(&w, numbers);
    order->directory = order_writer_add(&w, from->directory);
    order->reads = order_writer_add_list(&w, from->sandbox.read, &order->read_count);
    const char *writes[3] = {from->sandbox.write, from->scratch};
    if (writes[0] == NULL)
        writes[0] = writes[1], writes[1] = NULL;
    order->writes = order_writer_add_list(&w, writes, &order->write_count);
    order->links = order_writer_add_list(&w, from->links, &order->link_count);
    order->hides = order_writer_add_list(&w, from->hides, &order->hide_count);
    order->cage_bytes = w.used - order->cage;
    order->room = w.used;
    return !w.full;
}

// Those of another arena on this machine are others: its number is part of them.
uid_t fork_server_new_user(sandbox_layers layers)
{
    static atomic_uint given;
    if (!(layers & 1u << SANDBOX_USERS))
        return 0;
    return FIRST_USER + ((uid_t)getpid() & 0xffff) * USERS + atomic_fetch_add(&given, 1) % USERS;
}

static int fork_server_sort(const struct start_order *order)
{
    return order->sandbox.manner == SANDBOX_CLOSED && order->dials ? 3 : (int)order->sandbox.manner;
}

// Returns false if the server cannot be reached.
static bool fork_server_ask(
    const struct fork_server *s, const struct start_order *order, struct started *started)
{
    char byte = 0;
    int fds[ORDER_FDS_MOST], count = 3 + order->group_count;
    memcpy(fds, order->fds, sizeof order->fds);
    memcpy(fds + 3, order->groups, sizeof order->groups);
    if (order->gate > 0)
        fds[count++] = order->gate;
    if (!fork_server_send(s->socket, &byte, sizeof byte, fds, (size_t)count) ||
        !fork_server_receive(s->socket, &byte, sizeof byte))
        return false;
    const struct answer *answer = &s->room->answer;
    started->pid = answer->pid;
    started->cage = (struct cage_ticket){
        .sort = fork_server_sort(order), .number = answer->cage, .generation = s->generation};
    started->step = answer->step;
    started->error = answer->error;
    started->act_error = answer->act_error;
    memcpy(started->what, answer->what, sizeof started->what);
    return true;
}

// A server that died before it answered may have left a process that is about to run the program.
// That is a child of ours, since it was made with CLONE_PARENT; and its number is in the slot.
static void fork_server_end_half_born(int slot)
{
    pid_t pid = slot == KEEPER_NO_SLOT ? 0 : keeper_slot_take_back(slot);
    if (pid <= 0)
        return;
    kill(-pid, SIGKILL);
    kill(pid, SIGKILL); // it may not have made its group yet
    fork_server_reap(pid);
}

// An order to a server that has died is given to a new one.
static void fork_server_give(
    struct fork_servers *all, const struct start_order *order, struct started *started)
{
    const struct forker_request request = {.manner = order->sandbox.manner,
        .dials = order->dials,
        .filtered = order->filtered,
        .writes = order->sandbox.write != NULL,
        .layers = order->layers};
    struct fork_server *s = &all->list[fork_server_sort(order)];
    if (s->filtered != request.filtered || s->writes != request.writes ||
        s->layers != request.layers)
        fork_server_close(s);
    for (int tries = 0; tries < 2; tries++) {
        if (s->socket < 0 && !fork_server_open(s, request))
            break;
        if (!fork_server_write(s->room, order, started->keeper_slot)) {
            started->step = START_EXEC;
            started->error = E2BIG;
            return;
        }
        if (fork_server_ask(s, order, started))
            return;
        fork_server_close(s);
        fork_server_end_half_born(started->keeper_slot);
        errno = ESRCH;
    }
    started->error = errno;
}

// The first fork server sends nothing unless it is asked, so there is something to read only when
// it has died.
static void fork_server_mend_first(void)
{
    char byte;
    pthread_mutex_lock(&first.lock);
    if (first.socket >= 0 && recv(first.socket, &byte, 1, MSG_DONTWAIT | MSG_PEEK) == 0) {
        fork_server_close_first();
        fork_server_open_first(lasting_fork);
    }
    pthread_mutex_unlock(&first.lock);
}

struct started fork_server_start(struct fork_servers *s, const struct start_order *order)
{
    fork_server_mend_first();
    struct started started = {.pid = -1,
        .keeper_slot = KEEPER_NO_SLOT,
        .cage = {.number = ORDER_NO_CAGE},
        .step = START_CLONE};
    if (order->kept) {
        started.keeper_slot = keeper_slot_take();
        if (started.keeper_slot == KEEPER_NO_SLOT) {
            started.error = EAGAIN;
            return started;
        }
    }
    fork_server_give(s, order, &started);
    if (started.error != 0) {
        keeper_slot_release(started.keeper_slot);
        started.keeper_slot = KEEPER_NO_SLOT;
        if (started.pid > 0)
            fork_server_reap(started.pid);
    }
    return started;
}

void fork_server_leave(struct fork_servers *all, struct cage_ticket cage)
{
    const struct fork_server *s = &all->list[cage.sort];
    if (cage.number == ORDER_NO_CAGE || s->generation != cage.generation)
        return;
    atomic_int *state = &s->room->cages[cage.number];
    atomic_store(state, CAGE_CHECK);
    syscall(SYS_futex, state, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

bool fork_server_is_lost(const struct fork_servers *all, struct cage_ticket cage)
{
    if (cage.number == ORDER_NO_CAGE)
        return false;
    const struct fork_server *s = &all->list[cage.sort];
    siginfo_t info = {0};
    return s->generation != cage.generation ||
        (waitid(P_PID, (id_t)s->pid, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 &&
            info.si_pid != 0);
}
