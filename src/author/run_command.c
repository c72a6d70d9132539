#include "author/run_command.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { RUN_PIECE_BYTES = 1 << 16, RUN_MOST_BYTES = 4 << 20 };

static int run_spawn(
    const char *const *arguments, const char *folder, bool with_stderr, int output, pid_t *child)
{
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    if (with_stderr)
        posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
    else
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (folder)
        posix_spawn_file_actions_addchdir_np(&files, folder);
    char *const *list; // posix_spawnp does not change them, but does not say so
    memcpy(&list, &arguments, sizeof list);
    const int failed = posix_spawnp(child, arguments[0], &files, NULL, list, environ);
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

// Reads to the end. What is beyond the limit is read and forgotten.
static void run_read(int input, struct text *out)
{
    char piece[RUN_PIECE_BYTES];
    ssize_t got;
    while ((got = read(input, piece, sizeof piece)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0 && out->length < RUN_MOST_BYTES)
            text_bytes(out, piece, (size_t)got);
}

bool run_command_status(const char *const *arguments, const char *folder, bool with_stderr,
    struct text *out, int *status, struct error *e)
{
    int pipes[2], ended = 0;
    pid_t child;
    if (pipe2(pipes, O_CLOEXEC) != 0)
        return error_set(e, "no pipe for %.80s: %s", arguments[0], strerror(errno));
    const int failed = run_spawn(arguments, folder, with_stderr, pipes[1], &child);
    close(pipes[1]);
    if (failed != 0) {
        close(pipes[0]);
        return error_set(e, "%.80s cannot be started: %s", arguments[0], strerror(failed));
    }
    run_read(pipes[0], out);
    close(pipes[0]);
    while (waitpid(child, &ended, 0) < 0 && errno == EINTR)
        ;
    *status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
    return true;
}

bool run_command(const char *const *arguments, const char *folder, bool with_stderr,
    struct text *out, struct error *e)
{
    int status;
    return run_command_status(arguments, folder, with_stderr, out, &status, e) &&
        (status == 0 || error_set(e, "%.80s ended with exit status %d", arguments[0], status));
}
