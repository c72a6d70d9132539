#include "link/inside/scratch_usage.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK_BYTES = 512 }; // the unit of st_blocks

static int64_t scratch_usage_below(int fd, int64_t enough, int depth);

// A folder that is gone by now, or that the bot has closed to everybody, counts as itself only.
static int64_t scratch_usage_folder(int parent, const char *name, int64_t enough, int depth)
{
    if (depth == SCRATCH_DEPTH_MOST)
        return enough + 1;
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    return fd < 0 ? 0 : scratch_usage_below(fd, enough, depth);
}

// Closes `fd`.
static int64_t scratch_usage_below(int fd, int64_t enough, int depth)
{
    int64_t sum = 0;
    DIR *entries = fdopendir(fd);
    if (!entries) {
        close(fd);
        return 0;
    }
    for (const struct dirent *entry; sum <= enough && (entry = readdir(entries));) {
        struct stat s;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            fstatat(dirfd(entries), entry->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        int64_t bytes = (int64_t)s.st_blocks * BLOCK_BYTES;
        sum += bytes > SCRATCH_ENTRY_BYTES ? bytes : SCRATCH_ENTRY_BYTES;
        if (S_ISDIR(s.st_mode) && sum <= enough)
            sum += scratch_usage_folder(dirfd(entries), entry->d_name, enough - sum, depth + 1);
    }
    closedir(entries);
    return sum;
}

int64_t scratch_usage(const char *folder, int64_t enough)
{
    return scratch_usage_folder(AT_FDCWD, folder, enough, 0);
}
