// The socket is asked for by netlink, which takes microseconds. /proc/net lists all sockets of the
// machine, and is read only where netlink does not answer.
#include "link/inside/peer.h"

#include "link/link.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    PEER_ANSWER_BYTES = 8192,
    PEER_LINE_BYTES = 512,
    PEER_LISTENS = 10, // the kernel's number for a socket that listens
};

// A connection as the other end sees it.
struct peer_ends {
    struct sockaddr_in theirs, ours;
};

// What the kernel says of a socket.
enum peer_answer { PEER_NO_ANSWER, PEER_NO_SOCKET, PEER_SOCKET };

static atomic_int peer_ways = PEER_BY_NETLINK | PEER_BY_PROC;

void peer_ways_limit(int ways)
{
    atomic_store(&peer_ways, ways);
}

// --- Which socket is it ---

static enum peer_answer peer_read_reply(
    const struct peer_ends *ends, const char *bytes, size_t length, uint64_t *inode)
{
    struct nlmsghdr head;
    if (length < sizeof head)
        return PEER_NO_ANSWER;
    memcpy(&head, bytes, sizeof head);
    if (head.nlmsg_type == NLMSG_ERROR && length >= NLMSG_LENGTH(sizeof(struct nlmsgerr))) {
        struct nlmsgerr problem;
        memcpy(&problem, bytes + NLMSG_HDRLEN, sizeof problem);
        return problem.error == -ENOENT ? PEER_NO_SOCKET : PEER_NO_ANSWER;
    }
    struct inet_diag_msg about;
    if (head.nlmsg_type != SOCK_DIAG_BY_FAMILY || length < NLMSG_LENGTH(sizeof about))
        return PEER_NO_ANSWER;
    memcpy(&about, bytes + NLMSG_HDRLEN, sizeof about);
    // If the connection is gone, the kernel may tell of a socket that listens at the same port.
    if (about.idiag_state == PEER_LISTENS || about.id.idiag_sport != ends->theirs.sin_port ||
        about.id.idiag_dport != ends->ours.sin_port)
        return PEER_NO_SOCKET;
    *inode = about.idiag_inode;
    return PEER_SOCKET;
}

static enum peer_answer peer_ask_netlink(const struct peer_ends *ends, uint64_t *inode)
{
    struct {
        struct nlmsghdr head;
        struct inet_diag_req_v2 body;
    } request = {
        .head = {.nlmsg_len = sizeof request,
            .nlmsg_type = SOCK_DIAG_BY_FAMILY,
            .nlmsg_flags = NLM_F_REQUEST},
        .body = {.sdiag_family = AF_INET,
            .sdiag_protocol = IPPROTO_TCP,
            .idiag_states = ~0U,
            .id = {.idiag_sport = ends->theirs.sin_port,
                .idiag_dport = ends->ours.sin_port,
                .idiag_src = {ends->theirs.sin_addr.s_addr},
                .idiag_dst = {ends->ours.sin_addr.s_addr},
                .idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE}}},
    };
    int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (fd < 0)
        return PEER_NO_ANSWER;
    enum peer_answer answer = PEER_NO_ANSWER;
    char bytes[PEER_ANSWER_BYTES];
    if (send(fd, &request, sizeof request, 0) == (ssize_t)sizeof request) {
        ssize_t length = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT); // it is there by now
        if (length > 0)
            answer = peer_read_reply(ends, bytes, (size_t)length, inode);
    }
    close(fd);
    return answer;
}

// An address of /proc/net: eight hexadecimal digits, or 32 in the list of IPv6, of which the last
// eight are the IPv4 address that we look for.
static bool peer_is_at(const char *address, unsigned port, const struct sockaddr_in *wanted)
{
    size_t digits = strlen(address);
    return digits >= 8 && port == ntohs(wanted->sin_port) &&
        strtoul(address + digits - 8, NULL, 16) == wanted->sin_addr.s_addr;
}

static enum peer_answer peer_search_list(
    const char *path, const struct peer_ends *ends, uint64_t *inode)
{
    FILE *list = fopen(path, "re");
    if (list == NULL)
        return PEER_NO_ANSWER;
    enum peer_answer answer = PEER_NO_SOCKET;
    char line[PEER_LINE_BYTES];
    while (answer == PEER_NO_SOCKET && fgets(line, sizeof line, list) != NULL) {
        char theirs[33], ours[33];
        unsigned their_port, our_port;
        if (sscanf(line,
                " %*d: %32[0-9A-F]:%x %32[0-9A-F]:%x %*x %*x:%*x %*x:%*x %*x %*u %*d %" SCNu64,
                theirs, &their_port, ours, &our_port, inode) == 5 &&
            peer_is_at(theirs, their_port, &ends->theirs) &&
            peer_is_at(ours, our_port, &ends->ours))
            answer = PEER_SOCKET;
    }
    fclose(list);
    return answer;
}

static enum peer_answer peer_ask_proc(const struct peer_ends *ends, uint64_t *inode)
{
    enum peer_answer answer = peer_search_list("/proc/net/tcp", ends, inode);
    // A program that only knows IPv6 sockets reaches an IPv4 address by one of those.
    if (answer == PEER_NO_SOCKET && peer_search_list("/proc/net/tcp6", ends, inode) == PEER_SOCKET)
        answer = PEER_SOCKET;
    return answer;
}

static enum peer_answer peer_ask(const struct peer_ends *ends, uint64_t *inode)
{
    int ways = atomic_load(&peer_ways);
    enum peer_answer answer = PEER_NO_ANSWER;
    if (ways & PEER_BY_NETLINK)
        answer = peer_ask_netlink(ends, inode);
    if (answer == PEER_NO_ANSWER && (ways & PEER_BY_PROC))
        answer = peer_ask_proc(ends, inode);
    // A socket that nobody holds any more has no number.
    return answer == PEER_SOCKET && *inode == 0 ? PEER_NO_SOCKET : answer;
}

// --- Who holds it ---

struct peer_search {
    char socket[40]; // "socket:[12345]", as /proc shows it
    bool hidden;     // a process does not let us see what it holds
};

static bool peer_holds(void *user, pid_t pid)
{
    struct peer_search *search = user;
    char path[40], name[sizeof search->socket];
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *descriptors = opendir(path);
    if (descriptors == NULL) {
        search->hidden = search->hidden || errno == EACCES || errno == EPERM;
        return false;
    }
    bool holds = false;
    const struct dirent *entry;
    while (!holds && (entry = readdir(descriptors)) != NULL) {
        ssize_t length = readlinkat(dirfd(descriptors), entry->d_name, name, sizeof name);
        holds = length == (ssize_t)strlen(search->socket) &&
            memcmp(name, search->socket, (size_t)length) == 0;
        search->hidden = search->hidden || (length < 0 && errno == EACCES);
    }
    closedir(descriptors);
    return holds;
}

enum peer_who peer_find(struct census *census, int fd, pid_t group)
{
    struct peer_ends ends;
    socklen_t theirs = sizeof ends.theirs, ours = sizeof ends.ours;
    if (getpeername(fd, (struct sockaddr *)&ends.theirs, &theirs) != 0)
        return errno == ENOTCONN ? PEER_CLOSED : PEER_UNKNOWN;
    if (getsockname(fd, (struct sockaddr *)&ends.ours, &ours) != 0 ||
        ends.theirs.sin_family != AF_INET || ends.ours.sin_family != AF_INET)
        return PEER_UNKNOWN;
    uint64_t inode = 0, still = 0;
    enum peer_answer answer = peer_ask(&ends, &inode);
    if (answer != PEER_SOCKET)
        return answer == PEER_NO_SOCKET ? PEER_CLOSED : PEER_UNKNOWN;
    struct peer_search search = {.hidden = false};
    snprintf(search.socket, sizeof search.socket, "socket:[%" PRIu64 "]", inode);
    if (census_search_group(census, group, peer_holds, &search))
        return PEER_OF_GROUP;
    // Its process may have ended while we looked.
    if (peer_ask(&ends, &still) == PEER_NO_SOCKET)
        return PEER_CLOSED;
    return search.hidden ? PEER_UNKNOWN : PEER_STRANGER;
}

// --- Whether it works here ---

static bool peer_connect_to_self(int fds[3])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    for (int i = 0; i < 2; i++)
        fds[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return fds[0] >= 0 && fds[1] >= 0 &&
        bind(fds[0], (struct sockaddr *)&address, sizeof address) == 0 && listen(fds[0], 1) == 0 &&
        getsockname(fds[0], (struct sockaddr *)&address, &length) == 0 &&
        connect(fds[1], (struct sockaddr *)&address, sizeof address) == 0 &&
        (fds[2] = accept4(fds[0], NULL, NULL, SOCK_CLOEXEC)) >= 0;
}

bool link_knows_strangers(struct error *e)
{
    int fds[3] = {-1, -1, -1};
    struct census census = {0};
    bool connected = peer_connect_to_self(fds);
    int problem = errno;
    enum peer_who who = connected ? peer_find(&census, fds[2], getpgrp()) : PEER_UNKNOWN;
    census_destroy(&census);
    for (int i = 0; i < 3; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
    }
    if (!connected)
        return error_set(e, "no connection within this machine: %s", strerror(problem));
    return who == PEER_OF_GROUP ||
        error_set(e,
            "the kernel does not tell whose a connection is: neither by netlink "
            "(NETLINK_SOCK_DIAG) nor by /proc/net/tcp and /proc/PID/fd");
}
