// Attacks by the network. Their targets are the siege's own: a TCP and a UDP port on the loopback,
// and the port that the arena gave to the opponent.
#include "attack.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <net/ethernet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

enum { LISTENERS_MAX = 64, LISTENS = 10, SCTP = 132 };

// Closes it. SUCCESS if there was one.
static const char *got_socket(int fd)
{
    if (fd < 0)
        return got(false);
    close(fd);
    return "SUCCESS";
}

static struct sockaddr_in loopback(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int connect_port(int port)
{
    struct sockaddr_in to = loopback(port);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) != 0) {
        int why = errno;
        close(fd);
        errno = why;
        return -1;
    }
    return fd;
}

static const char *tcp_connect(void)
{
    return got_socket(connect_port(siege.tcp_port));
}

static const char *tcp_connect_by_six(void)
{
    struct sockaddr_in6 to = {.sin6_family = AF_INET6,
        .sin6_port = htons((uint16_t)siege.tcp_port),
        .sin6_addr.s6_addr = {[10] = 0xff, [11] = 0xff, [12] = 127, [15] = 1}};
    int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return got(false);
    const char *what = got(connect(fd, (struct sockaddr *)&to, sizeof to) == 0);
    close(fd);
    return what;
}

// --- Its first bytes travel without connect() ---

// Sends a byte by `call`: SYS_sendto, SYS_sendmsg or SYS_sendmmsg.
static const char *fast_open_by(long call)
{
    struct sockaddr_in to = loopback(siege.tcp_port);
    char byte = 'x';
    struct iovec part = {&byte, 1};
    struct mmsghdr one = {
        .msg_hdr = {.msg_name = &to, .msg_namelen = sizeof to, .msg_iov = &part, .msg_iovlen = 1}};
    const int flags = MSG_FASTOPEN | MSG_NOSIGNAL;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return got(false);
    long sent = call == SYS_sendto ? syscall(call, fd, "x", 1, flags, &to, sizeof to)
        : call == SYS_sendmsg      ? syscall(call, fd, &one.msg_hdr, flags)
                                   : syscall(call, fd, &one, 1, flags);
    const char *what = got(sent >= 0);
    close(fd);
    return what;
}

static const char *tcp_fast_open(void)
{
    return fast_open_by(SYS_sendto);
}

static const char *tcp_fast_open_by_message(void)
{
    return fast_open_by(SYS_sendmsg);
}

static const char *tcp_fast_open_by_messages(void)
{
    return fast_open_by(SYS_sendmmsg);
}

// connect() says yes at once, and the first write connects.
static const char *tcp_fast_open_later(void)
{
    struct sockaddr_in to = loopback(siege.tcp_port);
    int on = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return got(false);
    const char *what = got(setsockopt(fd, IPPROTO_TCP, TCP_FASTOPEN_CONNECT, &on, sizeof on) == 0 &&
        connect(fd, (struct sockaddr *)&to, sizeof to) == 0 && write(fd, "x", 1) == 1);
    close(fd);
    return what;
}

static const char *tcp_listen(void)
{
    struct sockaddr_in at = loopback(0);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return got(false);
    const char *what = got(bind(fd, (struct sockaddr *)&at, sizeof at) == 0 && listen(fd, 1) == 0);
    close(fd);
    return what;
}

// The system chooses the port, and nobody has to call bind().
static const char *tcp_listen_unbound(void)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return got(false);
    const char *what = got(listen(fd, 1) == 0);
    close(fd);
    return what;
}

static const char *udp_send(void)
{
    struct sockaddr_in to = loopback(siege.udp_port);
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return got(false);
    const char *what = got(sendto(fd, "x", 1, 0, (struct sockaddr *)&to, sizeof to) == 1);
    close(fd);
    return what;
}

// A question to a name server; the siege's UDP port stands for it.
static const char *ask_names(void)
{
    static const unsigned char question[] = {0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 5, 's', 'i',
        'e', 'g', 'e', 7, 'i', 'n', 'v', 'a', 'l', 'i', 'd', 0, 0, 1, 0, 1};
    struct sockaddr_in to = loopback(siege.udp_port);
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO_UDP);
    if (fd < 0)
        return got(false);
    const char *what = got(connect(fd, (struct sockaddr *)&to, sizeof to) == 0 &&
        send(fd, question, sizeof question, 0) == sizeof question);
    close(fd);
    return what;
}

static const char *udp_listen(void)
{
    struct sockaddr_in at = loopback(0);
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return got(false);
    const char *what = got(bind(fd, (struct sockaddr *)&at, sizeof at) == 0);
    close(fd);
    return what;
}

static const char *raw_socket(void)
{
    return got_socket(socket(AF_INET, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_ICMP));
}

static const char *ping_socket(void)
{
    return got_socket(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO_ICMP));
}

static const char *packet_socket(void)
{
    return got_socket(socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, htons(ETH_P_ALL)));
}

static const char *route_socket(void)
{
    return got_socket(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE));
}

// Tells who has which connection.
static const char *diagnosis_socket(void)
{
    return got_socket(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
}

static const char *audit_socket(void)
{
    return got_socket(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_AUDIT));
}

static const char *machine_socket(void)
{
    return got_socket(socket(AF_VSOCK, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

static const char *cipher_socket(void)
{
    return got_socket(socket(AF_ALG, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
}

static const char *bluetooth_socket(void)
{
    return got_socket(socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC, 1));
}

static const char *mptcp_socket(void)
{
    enum { MULTIPATH = 262 };
    struct sockaddr_in to = loopback(siege.tcp_port);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, MULTIPATH);
    if (fd < 0)
        return got(false);
    const char *what = got(connect(fd, (struct sockaddr *)&to, sizeof to) == 0);
    close(fd);
    return what;
}

static const char *sctp_socket(void)
{
    return got_socket(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, SCTP));
}

// --- The port that another was given ---

static bool is_of_arena(unsigned long inode)
{
    char path[PATH_BYTES], link[64], wanted[64];
    snprintf(wanted, sizeof wanted, "socket:[%lu]", inode);
    DIR *folder = opendir(proc_path(siege.arena, "fd"));
    bool found = false;
    for (struct dirent *entry; folder && !found && (entry = readdir(folder));) {
        snprintf(path, sizeof path, "/proc/%d/fd/%s", (int)siege.arena, entry->d_name);
        ssize_t n = readlink(path, link, sizeof link - 1);
        link[n > 0 ? n : 0] = '\0';
        found = strcmp(link, wanted) == 0;
    }
    if (folder)
        closedir(folder);
    return found;
}

// The ports on which the arena listens for others. Where the siege is not alone, only those that
// are seen to be the arena's: nobody else's port is ever called.
static int other_ports(int ports[LISTENERS_MAX])
{
    char line[512];
    int count = 0;
    FILE *table = fopen("/proc/net/tcp", "re");
    while (table && count < LISTENERS_MAX && fgets(line, sizeof line, table)) {
        unsigned port, state;
        unsigned long inode;
        if (sscanf(line, " %*d: %*x:%x %*x:%*x %x %*x:%*x %*x:%*x %*x %*u %*u %lu", &port, &state,
                &inode) != 3 ||
            state != LISTENS || (int)port == siege.own_port || (int)port == siege.tcp_port)
            continue;
        if (siege.alone || is_of_arena(inode))
            ports[count++] = (int)port;
    }
    if (table)
        fclose(table);
    return count;
}

// It looks for the opponent's port before the opponent has found it, and speaks first there.
static const char *connect_as_opponent(void)
{
    int ports[LISTENERS_MAX];
    const char *what = "NOTARGET";
    for (int tries = 0; tries < 50; tries++) {
        int count = other_ports(ports);
        for (int i = 0; i < count; i++) {
            int fd = connect_port(ports[i]);
            what = got(fd >= 0);
            if (fd < 0)
                continue;
            char bytes[256];
            struct timeval patience = {.tv_usec = 200 * 1000};
            setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
            bool heard = send(fd, "{\"name\":\"thief\"}\n", 17, MSG_NOSIGNAL) == 17 &&
                recv(fd, bytes, sizeof bytes, 0) > 0;
            close(fd);
            if (heard)
                return "SUCCESS";
            what = "NOEFFECT"; // nobody talks to it
        }
        nap_ms(2);
    }
    return what;
}

// The same port once more: it is its own, but it has a connection already.
static const char *connect_twice(void)
{
    if (siege.own_port == 0)
        return "NOTARGET";
    return got_socket(connect_port(siege.own_port));
}

// Its own port, on another host: Landlock knows ports and no addresses. Nobody listens there, and
// to be told so means that nobody stopped it.
static const char *own_port_elsewhere(void)
{
    struct sockaddr_in to = loopback(siege.own_port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return got(false);
    const char *what = got(connect(fd, (struct sockaddr *)&to, sizeof to) == 0);
    close(fd);
    return what;
}

const struct attack network_attacks[] = {
    {.name = "tcp_connect", .act = tcp_connect},
    {.name = "tcp_connect_by_six", .act = tcp_connect_by_six},
    {.name = "tcp_fast_open", .act = tcp_fast_open},
    {.name = "tcp_fast_open_by_message", .act = tcp_fast_open_by_message},
    {.name = "tcp_fast_open_by_messages", .act = tcp_fast_open_by_messages},
    {.name = "tcp_fast_open_later", .act = tcp_fast_open_later},
    {.name = "tcp_listen", .act = tcp_listen},
    {.name = "tcp_listen_unbound", .act = tcp_listen_unbound},
    {.name = "udp_send", .act = udp_send},
    {.name = "ask_names", .act = ask_names},
    {.name = "udp_listen", .act = udp_listen},
    {.name = "raw_socket", .act = raw_socket},
    {.name = "ping_socket", .act = ping_socket},
    {.name = "packet_socket", .act = packet_socket},
    {.name = "route_socket", .act = route_socket},
    {.name = "diagnosis_socket", .act = diagnosis_socket},
    {.name = "audit_socket", .act = audit_socket},
    {.name = "machine_socket", .act = machine_socket},
    {.name = "cipher_socket", .act = cipher_socket},
    {.name = "bluetooth_socket", .act = bluetooth_socket},
    {.name = "mptcp_socket", .act = mptcp_socket},
    {.name = "sctp_socket", .act = sctp_socket},
    {.name = "connect_as_opponent", .act = connect_as_opponent, .when = AT_START},
    {.name = "connect_twice", .act = connect_twice},
    {.name = "own_port_elsewhere", .act = own_port_elsewhere},
    {.name = NULL},
};
