#include "link/start/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH_MOST = 32 };

bool scratch_make(uid_t owner, char path[SCRATCH_PATH_BYTES])
{
    const char *folder = getenv("TMPDIR");
    if (folder == NULL || folder[0] != '/')
        folder = "/tmp";
    if (snprintf(path, SCRATCH_PATH_BYTES, "%s/agon-scratch-XXXXXX", folder) >=
        SCRATCH_PATH_BYTES) {
        errno = ENAMETOOLONG;
        return false;
    }
    return mkdtemp(path) != NULL && (owner == 0 || chown(path, owner, owner) == 0);
}

// A walk through a folder. What lies too deep is moved up to `top` and removed later, so that
// neither the stack nor the descriptors run out.
struct scratch_walk {
    int top;
    unsigned moved;
};

static void scratch_empty(struct scratch_walk *walk, int folder, int depth)
{
    fchmod(folder, 0700);
    DIR *entries = fdopendir(folder);
    if (entries == NULL) {
        close(folder);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
            continue;
        if (unlinkat(folder, name, 0) == 0 || (errno != EISDIR && errno != EPERM))
            continue;
        char higher[32];
        snprintf(higher, sizeof higher, "moved-%u", walk->moved);
        if (depth >= DEPTH_MOST && renameat(folder, name, walk->top, higher) == 0) {
            walk->moved++;
            continue;
        }
        int below = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (below < 0 && fchmodat(folder, name, 0700, 0) == 0)
            below = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (below >= 0)
            scratch_empty(walk, below, depth + 1);
        unlinkat(folder, name, AT_REMOVEDIR);
    }
    closedir(entries);
}

void scratch_remove(const char *path)
{
    // Each round removes what was moved up in the one before.
    for (unsigned moved = 1; moved > 0;) {
        struct scratch_walk walk = {.top = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
        if (walk.top < 0)
            return;
        int folder = fcntl(walk.top, F_DUPFD_CLOEXEC, 0);
        if (folder >= 0)
            scratch_empty(&walk, folder, 0);
        close(walk.top);
        moved = walk.moved;
    }
    rmdir(path);
}
