// Whether the process behind a connection from this machine can be found: then nobody but a bot can
// connect to the port that it was given.
#include "arena/health/parts.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

// A connection of this process to itself.
struct connections_pair {
    int door, near, far; // -1: there is none
};

static bool connections_open(struct connections_pair *p, int *port)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    *p = (struct connections_pair){-1, -1, -1};
    p->door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    p->near = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (p->door < 0 || p->near < 0 ||
        bind(p->door, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(p->door, 1) != 0 ||
        getsockname(p->door, (struct sockaddr *)&address, &length) != 0 ||
        connect(p->near, (struct sockaddr *)&address, sizeof address) != 0)
        return false;
    p->far = accept(p->door, NULL, NULL);
    length = sizeof address;
    if (p->far < 0 || getsockname(p->near, (struct sockaddr *)&address, &length) != 0)
        return false;
    *port = ntohs(address.sin_port);
    return true;
}

static void connections_close(const struct connections_pair *p)
{
    const int fds[] = {p->door, p->near, p->far};
    for (int i = 0; i < 3; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
    }
}

// The number of the socket whose own port this is, as the kernel lists it; 0: it is not listed.
static uint64_t connections_find_socket(int port)
{
    FILE *file = fopen("/proc/net/tcp", "re");
    char line[512];
    uint64_t found = 0;
    while (file && found == 0 && fgets(line, sizeof line, file)) {
        unsigned own;
        uint64_t inode;
        if (sscanf(line, " %*d: %*8x:%x %*8x:%*x %*x %*x:%*x %*x:%*x %*x %*d %*d %" SCNu64, &own,
                &inode) == 2 &&
            (int)own == port)
            found = inode;
    }
    if (file)
        fclose(file);
    return found;
}

void connections_examine(struct health *h)
{
    struct health_finding *f = health_add(h, "network", "peers");
    struct connections_pair pair;
    struct stat about;
    int port = 0;
    bool open = connections_open(&pair, &port);
    bool seen = open && fstat(pair.near, &about) == 0 &&
        connections_find_socket(port) == (uint64_t)about.st_ino;
    connections_close(&pair);
    health_seen(f, "%s",
        seen       ? "the socket behind a connection from this machine can be found"
            : open ? "the kernel does not list the sockets of this machine in /proc/net/tcp"
                   : "no connection to 127.0.0.1 could be made");
    if (!seen)
        health_mend(f, HEALTH_WEAK, "%s",
            open ? "mount /proc without subset=pid, or let bots speak on stdin and stdout"
                 : "bring up the loopback device: ip link set lo up");
}
