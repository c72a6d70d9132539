// Debian 12's header knows version 2 of Landlock only, so the structures of later versions are
// declared here. An older kernel takes the larger structures as long as their ends are zero.
#include "link/start/ruleset.h"

#include "link/start/bare.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct landlock_rules {
    uint64_t files, ports, scopes;
};

struct landlock_path {
    uint64_t rights;
    int32_t folder;
} __attribute__((packed));

struct landlock_port {
    uint64_t rights, port;
};

enum { VERSION_FLAG = 1, RULE_PATH = 1, RULE_PORT = 2 };

enum {
    FILE_EXECUTE = 1 << 0,
    FILE_WRITE = 1 << 1,
    FILE_READ = 1 << 2,
    FOLDER_READ = 1 << 3,
    ALL_OF_1 = (1 << 13) - 1,
    RENAME_ACROSS = 1 << 13,  // version 2
    TRUNCATE = 1 << 14,       // version 3
    DEVICE_CONTROL = 1 << 15, // version 5
    BIND_PORT = 1 << 0,       // version 4
    CONNECT_PORT = 1 << 1,
    SCOPE_SOCKETS = 1 << 0, // version 6
    SCOPE_SIGNALS = 1 << 1,
};

int ruleset_version(void)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, VERSION_FLAG);
    return version > 0 ? (int)version : 0;
}

static uint64_t ruleset_all_rights(int version)
{
    return (uint64_t)ALL_OF_1 | (version >= 2 ? RENAME_ACROSS : 0) | (version >= 3 ? TRUNCATE : 0) |
        (version >= 5 ? DEVICE_CONTROL : 0);
}

int ruleset_create(bool files, bool signals)
{
    int version = ruleset_version();
    const struct landlock_rules rules = {
        .files = files ? ruleset_all_rights(version) : 0,
        .scopes = signals && version >= 6 ? SCOPE_SOCKETS | SCOPE_SIGNALS : 0,
    };
    return (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
}

bool ruleset_allow(int ruleset, const char *path, enum ruleset_right right)
{
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT || errno == ENOTDIR;
    uint64_t all = ruleset_all_rights(ruleset_version());
    uint64_t rights = FILE_READ | FOLDER_READ | FILE_EXECUTE;
    if (right == RULESET_LIST)
        rights = FOLDER_READ;
    else if (right == RULESET_DEVICE)
        rights = (FILE_READ | FILE_WRITE | TRUNCATE | DEVICE_CONTROL) & all;
    else if (right == RULESET_WRITE)
        rights = all;
    struct stat s;
    if (fstat(fd, &s) == 0 && !S_ISDIR(s.st_mode))
        rights &= FILE_EXECUTE | FILE_WRITE | FILE_READ | TRUNCATE | DEVICE_CONTROL;
    const struct landlock_path rule = {.rights = rights, .folder = fd};
    bool good = syscall(SYS_landlock_add_rule, ruleset, RULE_PATH, &rule, 0) == 0;
    int error = errno;
    close(fd);
    errno = error;
    return good;
}

BARE bool ruleset_put_on(int ruleset)
{
    return syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
}

BARE bool ruleset_restrict_ports(int port)
{
    const struct landlock_rules rules = {.ports = BIND_PORT | CONNECT_PORT};
    const struct landlock_port rule = {.rights = CONNECT_PORT, .port = (uint64_t)port};
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    bool good = ruleset >= 0 &&
        (port == 0 || syscall(SYS_landlock_add_rule, ruleset, RULE_PORT, &rule, 0) == 0) &&
        ruleset_put_on(ruleset);
    int error = errno;
    syscall(SYS_close, ruleset);
    errno = error;
    return good;
}
