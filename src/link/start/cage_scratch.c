#include "link/start/cage_scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>

static const char folder[] = "/tmp";

static uint64_t cage_scratch_mix(uint64_t sum, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static uint64_t cage_scratch_entry(const char *name, const struct stat *s)
{
    uint64_t sum = cage_scratch_mix(UINT64_C(0xcbf29ce484222325), name, strlen(name));
    sum = cage_scratch_mix(sum, &s->st_mode, sizeof s->st_mode);
    sum = cage_scratch_mix(sum, &s->st_mtim, sizeof s->st_mtim);
    return cage_scratch_mix(sum, &s->st_ctim, sizeof s->st_ctim);
}

// Adds up what lies directly in the folder; the order does not count. What lies deeper either came
// with the bot, which sees it read-only, or takes space.
static bool cage_scratch_add_up(uint64_t *sum)
{
    DIR *entries = opendir(folder);
    if (entries == NULL)
        return false;
    *sum = 0;
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        struct stat there;
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            fstatat(dirfd(entries), entry->d_name, &there, AT_SYMLINK_NOFOLLOW) == 0)
            *sum += cage_scratch_entry(entry->d_name, &there);
    }
    closedir(entries);
    return true;
}

bool cage_scratch_note(struct cage_scratch *s)
{
    return statfs(folder, &s->space) == 0 && cage_scratch_add_up(&s->entries);
}

static bool cage_scratch_take_back(const char *attribute)
{
    return removexattr(folder, attribute) == 0 || errno == ENODATA || errno == EOPNOTSUPP;
}

bool cage_scratch_restore(const struct cage_scratch *s)
{
    const struct timespec times[2] = {{0}, {0}};
    struct statfs space;
    uint64_t entries;
    // Files may be many: they are counted first.
    return statfs(folder, &space) == 0 && space.f_bfree == s->space.f_bfree &&
        space.f_ffree == s->space.f_ffree && cage_scratch_take_back("system.posix_acl_access") &&
        cage_scratch_take_back("system.posix_acl_default") && chmod(folder, 0700) == 0 &&
        cage_scratch_add_up(&entries) && entries == s->entries &&
        utimensat(AT_FDCWD, folder, times, 0) == 0;
}
