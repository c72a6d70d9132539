// Messages of a bot to itself in its next game, or to another bot of its author: nothing of a game
// may be left. What it has left it looks for in its next game.
#include "attack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

// A file for a bot of the same author in another game.
static const char *message_in_temporary_folder(void)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/tmp/%s-message", siege.token);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0 ? "PLANTED" : got(false);
}

// What it leaves in its scratch folder is there in the next game only if nobody cleaned up.
static const char *message_in_scratch(void)
{
    const char *path = scratch_path("message");
    if (access(path, F_OK) == 0)
        return "SUCCESS";
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0 ? "PLANTED" : got(false);
}

// --- Messages to itself in the next game, which take no space ---

enum { MAGIC_TIME = 1234567, MAGIC_RIGHTS = 0712 };

// The folder itself, and never one that others use, too: NULL if it has none.
static const char *own_scratch(void)
{
    return getenv("TMPDIR");
}

static const char *message_in_times(void)
{
    const char *folder = own_scratch();
    const struct timespec times[2] = {{MAGIC_TIME, 0}, {MAGIC_TIME, 0}};
    struct stat now;
    if (!folder)
        return "NOTARGET";
    if (stat(folder, &now) == 0 && now.st_mtim.tv_sec == MAGIC_TIME)
        return "SUCCESS";
    return utimensat(AT_FDCWD, folder, times, 0) == 0 ? "PLANTED" : got(false);
}

static const char *message_in_mode(void)
{
    const char *folder = own_scratch();
    struct stat now;
    if (!folder)
        return "NOTARGET";
    if (stat(folder, &now) == 0 && (now.st_mode & 0777) == MAGIC_RIGHTS)
        return "SUCCESS";
    return chmod(folder, MAGIC_RIGHTS) == 0 ? "PLANTED" : got(false);
}

// A list of rights for single users.
static const char *message_in_rights(void)
{
    const char *folder = own_scratch();
    static const char name[] = "system.posix_acl_access";
    const struct {
        uint32_t version;
        struct {
            uint16_t tag, rights;
            uint32_t user;
        } entries[5];
    } list = {
        2, {{0x01, 7, ~0u}, {0x02, 0, getuid()}, {0x04, 0, ~0u}, {0x10, 0, ~0u}, {0x20, 0, ~0u}}};
    char bytes[256];
    if (!folder)
        return "NOTARGET";
    if (getxattr(folder, name, bytes, sizeof bytes) > 0)
        return "SUCCESS";
    return setxattr(folder, name, &list, sizeof list, 0) == 0 ? "PLANTED" : got(false);
}

// Renames the folder in which its program lies, if that is in its scratch folder. It puts it back
// when it finds it renamed, so that it can start once more.
static const char *rename_own_folder(void)
{
    char path[PATH_BYTES], there[PATH_BYTES + 8];
    snprintf(path, sizeof path, "%s", siege.program);
    char *end = strncmp(path, "/tmp/", 5) == 0 ? strchr(path + 5, '/') : NULL;
    if (!end)
        return "NOTARGET";
    *end = '\0';
    snprintf(there, sizeof there, "%s-moved", path);
    if (rename(path, there) != 0)
        return got(false);
    return got(rename(there, path) == 0);
}

// Its number in the next game tells how many processes it started in this one.
static const char *message_in_numbers(void)
{
    enum { MANY = 150 };
    if (getpid() > MANY)
        return "SUCCESS";
    for (int i = 0; i < MANY; i++) {
        pid_t child = fork();
        if (child == 0)
            _exit(0);
        if (child < 0 || waitpid(child, NULL, 0) != child)
            return got(false);
    }
    return "PLANTED";
}

const struct attack message_attacks[] = {
    {.name = "message_in_temporary_folder", .act = message_in_temporary_folder},
    {.name = "message_in_scratch", .act = message_in_scratch},
    {.name = "message_in_times", .act = message_in_times},
    {.name = "message_in_mode", .act = message_in_mode},
    {.name = "message_in_rights", .act = message_in_rights},
    {.name = "rename_own_folder", .act = rename_own_folder},
    {.name = "message_in_numbers", .act = message_in_numbers},
    {.name = NULL},
};
