// Attacks by what processes share: sockets of files and of names, shared memory, queues.
#include "attack.h"

#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// A socket by a path, or, where `abstract`, by a name that no folder has.
static int connect_to(const char *name, bool abstract)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t length = strlen(name);
    if (length + 2 > sizeof to.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(to.sun_path + (abstract ? 1 : 0), name, length);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
    if (connect(fd, (struct sockaddr *)&to, size) != 0) {
        int why = errno;
        close(fd);
        errno = why;
        return -1;
    }
    return fd;
}

static const char *got_connected(const char *name, bool abstract)
{
    int fd = connect_to(name, abstract);
    if (fd < 0)
        return got(false);
    close(fd);
    return "SUCCESS";
}

static const char *socket_in_temporary_folder(void)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/tmp/%s.socket", siege.token);
    return got_connected(path, false);
}

static const char *socket_in_canary(void)
{
    return got_connected(canary_path("run.socket"), false);
}

static const char *abstract_socket(void)
{
    return got_connected(siege.token, true);
}

// A name that another bot could look for.
static const char *abstract_listen(void)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path + 1, sizeof at.sun_path - 1, "%s-bot", siege.token);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return got(false);
    const char *what = got(bind(fd, (struct sockaddr *)&at, sizeof at) == 0 && listen(fd, 1) == 0);
    close(fd);
    return what;
}

// It has a socket without a call of socket(): one of a pair, which can send to any other.
static const char *datagram_by_pair(void)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    int length = snprintf(to.sun_path + 1, sizeof to.sun_path - 1, "%s.datagrams", siege.token);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + (size_t)length + 1);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends) != 0)
        return got(false);
    const char *what = got(sendto(ends[0], "x", 1, 0, (struct sockaddr *)&to, size) == 1);
    close(ends[0]);
    close(ends[1]);
    return what;
}

// The same with a name of its own, under which another bot finds it.
static const char *name_for_pair(void)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path + 1, sizeof at.sun_path - 1, "%s-pair", siege.token);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return got(false);
    const char *what = got(bind(ends[0], (struct sockaddr *)&at, sizeof at) == 0);
    close(ends[0]);
    close(ends[1]);
    return what;
}

// Memory that it shares with whoever takes the descriptor at the other end.
static const char *pass_memory(void)
{
    int fd = connect_to(siege.token, true);
    if (fd < 0)
        return got(false);
    int memory = memfd_create("shared", MFD_CLOEXEC);
    char control[CMSG_SPACE(sizeof(int))] = {0}, byte = 'm';
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control,
        .msg_controllen = sizeof control};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(head), &memory, sizeof memory);
    const char *what = got(sendmsg(fd, &message, MSG_NOSIGNAL) == 1);
    close(memory);
    close(fd);
    return what;
}

static const char *own_socket_pair(void)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return got(false);
    close(ends[0]);
    close(ends[1]);
    return "SUCCESS";
}

static const char *shared_file_in_memory(void)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/dev/shm/%s", siege.token);
    return got_reading(path);
}

// PLANTED: for the next game, where it must not be found.
static const char *message_in_shared_memory(void)
{
    char name[PATH_BYTES];
    snprintf(name, sizeof name, "/%s-message", siege.token);
    int fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd < 0)
        return errno == EEXIST ? "SUCCESS" : got(false);
    close(fd);
    return "PLANTED";
}

static const char *system_v_memory(void)
{
    int id = shmget(siege.sysv_key, 0, 0);
    if (id < 0)
        return got(false);
    void *at = shmat(id, NULL, SHM_RDONLY);
    if (at == (void *)-1)
        return got(false);
    shmdt(at);
    return "SUCCESS";
}

// What a bot leaves of System V outlives it.
static const char *message_in_system_v_memory(void)
{
    int id = shmget(siege.sysv_key + 1, 4096, IPC_CREAT | IPC_EXCL | 0600);
    if (id < 0)
        return errno == EEXIST ? "SUCCESS" : got(false);
    return "PLANTED";
}

static const char *system_v_semaphore(void)
{
    return got(semget(siege.sysv_key, 0, 0) >= 0);
}

static const char *system_v_queue(void)
{
    int id = msgget(siege.sysv_key, 0);
    struct {
        long type;
        char text[1];
    } message = {1, {'m'}};
    return got(id >= 0 && msgsnd(id, &message, sizeof message.text, IPC_NOWAIT) == 0);
}

// Lists what the whole system has, without a key.
static const char *list_system_v_memory(void)
{
    struct shm_info info;
    int last = shmctl(0, SHM_INFO, (struct shmid_ds *)&info);
    return last < 0 ? got(false) : info.used_ids > 0 ? "SUCCESS" : "EMPTY";
}

static const char *posix_queue(void)
{
    char name[PATH_BYTES];
    snprintf(name, sizeof name, "/%s", siege.token);
    mqd_t queue = mq_open(name, O_WRONLY | O_NONBLOCK);
    if (queue == (mqd_t)-1)
        return got(false);
    const char *what = got(mq_send(queue, "m", 1, 0) == 0);
    mq_close(queue);
    return what;
}

const struct attack ipc_attacks[] = {
    {.name = "socket_in_temporary_folder", .act = socket_in_temporary_folder},
    {.name = "socket_in_canary", .act = socket_in_canary},
    {.name = "abstract_socket", .act = abstract_socket},
    {.name = "abstract_listen", .act = abstract_listen},
    {.name = "datagram_by_pair", .act = datagram_by_pair},
    {.name = "name_for_pair", .act = name_for_pair},
    {.name = "pass_memory", .act = pass_memory},
    {.name = "own_socket_pair", .act = own_socket_pair},
    {.name = "shared_file_in_memory", .act = shared_file_in_memory},
    {.name = "message_in_shared_memory", .act = message_in_shared_memory},
    {.name = "system_v_memory", .act = system_v_memory},
    {.name = "message_in_system_v_memory", .act = message_in_system_v_memory},
    {.name = "system_v_semaphore", .act = system_v_semaphore},
    {.name = "system_v_queue", .act = system_v_queue},
    {.name = "list_system_v_memory", .act = list_system_v_memory},
    {.name = "posix_queue", .act = posix_queue},
    {.name = NULL},
};
