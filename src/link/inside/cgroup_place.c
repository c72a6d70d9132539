#include "link/inside/cgroup_place.h"

#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SMALL_FILE_BYTES = 4096 };

// --- Finding ---

// Does the list, of words between commas, have the word?
static bool cgroup_place_lists(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += length) {
        bool begins = at == list || at[-1] == ',';
        if (begins && (at[length] == ',' || at[length] == '\0'))
            return true;
    }
    return false;
}

// Copies the next line of `text` and returns where the following one begins; NULL at the end.
static const char *cgroup_place_line(const char *text, char line[PATH_MAX + 512])
{
    if (*text == '\0')
        return NULL;
    size_t length = strcspn(text, "\n");
    snprintf(line, PATH_MAX + 512, "%.*s", (int)length, text);
    return text + length + (text[length] == '\n');
}

// Which of our groups: "4:memory:/a/b" in version 1, "0::/a/b" in version 2.
static bool cgroup_place_own_path(
    const char *groups, const char *controller, bool unified, char path[PATH_MAX])
{
    char line[PATH_MAX + 512];
    while ((groups = cgroup_place_line(groups, line))) {
        char *list = strchr(line, ':'), *at = list ? strchr(list + 1, ':') : NULL;
        if (!at)
            continue;
        *at++ = '\0';
        if (unified ? list[1] == '\0' : cgroup_place_lists(list + 1, controller)) {
            snprintf(path, PATH_MAX, "%s", at);
            return true;
        }
    }
    return false;
}

// A line of mountinfo: "36 35 0:31 ROOT POINT rw ... - TYPE SOURCE OPTIONS". A mount may show only
// a part of the hierarchy, which begins at ROOT.
static bool cgroup_place_from_mount(
    struct cgroup_place *place, const char *line, const char *controller, const char *groups)
{
    char root[PATH_MAX], point[PATH_MAX], type[32], options[256], path[PATH_MAX];
    const char *dash = strstr(line, " - ");
    if (!dash || sscanf(line, "%*d %*d %*s %4095s %4095s", root, point) != 2 ||
        sscanf(dash, " - %31s %*s %255s", type, options) != 2)
        return false;
    bool unified = strcmp(type, "cgroup2") == 0;
    if (!unified && (strcmp(type, "cgroup") != 0 || !cgroup_place_lists(options, controller)))
        return false;
    if (!cgroup_place_own_path(groups, controller, unified, path))
        return false;
    size_t skipped = strcmp(root, "/") == 0 ? 0 : strlen(root);
    if (strncmp(path, root, skipped) != 0 || (path[skipped] != '/' && path[skipped] != '\0'))
        return false;
    int length = snprintf(place->folder, sizeof place->folder, "%s%s", point, path + skipped);
    place->unified = unified;
    return length > 0 && (size_t)length < sizeof place->folder;
}

bool cgroup_place_find(
    struct cgroup_place *place, const char *controller, const char *mounts, const char *groups)
{
    char line[PATH_MAX + 512];
    *place = (struct cgroup_place){0};
    struct cgroup_place unified = {0};
    while ((mounts = cgroup_place_line(mounts, line))) {
        struct cgroup_place found = {0};
        if (!cgroup_place_from_mount(&found, line, controller, groups))
            continue;
        if (!found.unified) { // a controller that version 1 has is not in version 2
            *place = found;
            return true;
        }
        unified = found;
    }
    *place = unified;
    return unified.folder[0] != '\0';
}

// --- Names ---

static unsigned long long cgroup_place_start_of(long pid)
{
    char path[64], bytes[SMALL_FILE_BYTES];
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, bytes, sizeof bytes - 1);
    if (fd >= 0)
        close(fd);
    if (length <= 0)
        return 0;
    bytes[length] = '\0';
    const char *behind_name = strrchr(bytes, ')');
    unsigned long long start = 0;
    if (behind_name)
        sscanf(behind_name + 1,
            " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
            &start);
    return start;
}

static unsigned long long cgroup_place_namespace(void)
{
    struct stat s;
    return stat("/proc/self/ns/pid", &s) == 0 ? (unsigned long long)s.st_ino : 0;
}

void cgroup_place_name(char name[CGROUP_NAME_BYTES], int number)
{
    snprintf(name, CGROUP_NAME_BYTES, "agon-%llu-%ld-%llu-%d", cgroup_place_namespace(),
        (long)getpid(), cgroup_place_start_of(getpid()), number);
}

bool cgroup_place_is_stale(const char *name)
{
    unsigned long long namespace, start;
    long pid;
    int number, end = 0;
    if (sscanf(name, "agon-%llu-%ld-%llu-%d%n", &namespace, &pid, &start, &number, &end) != 4 ||
        name[end] != '\0')
        return false;
    return namespace == cgroup_place_namespace() && cgroup_place_start_of(pid) != start;
}

// A group that still has processes cannot be removed, and stays.
void cgroup_place_sweep(const struct cgroup_place *place)
{
    DIR *entries = opendir(place->folder);
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        if (cgroup_place_is_stale(entry->d_name))
            unlinkat(dirfd(entries), entry->d_name, AT_REMOVEDIR);
    }
    if (entries)
        closedir(entries);
}

// --- Files ---

bool cgroup_place_write(int group, const char *file, const char *text)
{
    int fd = openat(group, file, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t length = (ssize_t)strlen(text);
    bool well = write(fd, text, (size_t)length) == length;
    int error = errno;
    close(fd);
    errno = error;
    return well;
}

long long cgroup_place_count(int group, const char *file, const char *key)
{
    char bytes[SMALL_FILE_BYTES];
    int fd = openat(group, file, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, bytes, sizeof bytes - 1);
    if (fd >= 0)
        close(fd);
    if (length < 0)
        return -1;
    bytes[length] = '\0';
    size_t key_length = strlen(key);
    for (const char *at = bytes; *at != '\0'; at += strcspn(at, "\n") + 1) {
        if (strncmp(at, key, key_length) == 0 && at[key_length] == ' ')
            return atoll(at + key_length);
        if (at[strcspn(at, "\n")] == '\0')
            break;
    }
    return -1;
}
