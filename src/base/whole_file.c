#include "base/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WHOLE_FILE_PIECE_BYTES = 1 << 16 };

// O_NONBLOCK: the open itself must not wait if somebody has put a FIFO in the place of the file.
int whole_file_open(const char *path, struct error *e)
{
    struct stat about;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) {
        error_set(e, "%.160s cannot be opened: %s", path, strerror(errno));
        return -1;
    }
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode))
        return fd;
    close(fd);
    error_set(e, "%.160s cannot be read: it is %s, not a file", path,
        S_ISDIR(about.st_mode)        ? "a folder"
            : S_ISFIFO(about.st_mode) ? "a FIFO"
                                      : "a device or a socket");
    return -1;
}

bool whole_file_read(const char *path, size_t most, struct text *out, struct error *e)
{
    int fd = whole_file_open(path, e);
    if (fd < 0)
        return false;
    char piece[WHOLE_FILE_PIECE_BYTES];
    ssize_t got = 1;
    while (out->length <= most && got != 0) {
        got = read(fd, piece, sizeof piece);
        if (got < 0 && errno != EINTR)
            break;
        if (got > 0)
            text_bytes(out, piece, (size_t)got);
    }
    int failed = got < 0 ? errno : out->cut ? ENOMEM : 0;
    close(fd);
    return failed == 0 || error_set(e, "%.160s cannot be read: %s", path, strerror(failed));
}
