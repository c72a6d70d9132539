// Attacks by its own streams and its own end: too much output, streams that stay open, a bot that
// does not leave.
#include "attack.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { BLOCK_BYTES = 65536, STDERR_BLOCKS = 256, STDOUT_BLOCKS = 64, SLEEP_S = 600 };

static bool write_blocks(int fd, int count)
{
    static char bytes[BLOCK_BYTES];
    memset(bytes, 'x', sizeof bytes);
    for (int i = 0; i < count; i++) {
        if (write(fd, bytes, sizeof bytes) < 0)
            return false;
    }
    return true;
}

// A text without an end.
static const char *flood_stdout(void)
{
    signal(SIGPIPE, SIG_IGN);
    return got(write(STDOUT_FILENO, "\"", 1) == 1 && write_blocks(STDOUT_FILENO, STDOUT_BLOCKS));
}

// More messages than anybody has asked for.
static const char *flood_messages(void)
{
    static const char message[] = "{\"placed\":[0,0]}\n";
    signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < 10000; i++) {
        if (write(STDOUT_FILENO, message, sizeof message - 1) < 0)
            return got(false);
    }
    return "SUCCESS";
}

// 16 MiB, of 8 that are allowed.
static const char *flood_stderr(void)
{
    signal(SIGPIPE, SIG_IGN);
    return got(write_blocks(STDERR_FILENO, STDERR_BLOCKS));
}

static void stay(void)
{
    for (int i = 0; i < SLEEP_S; i++)
        nap_ms(1000);
    _exit(0);
}

static const char *close_stdout(void)
{
    close(STDOUT_FILENO);
    stay();
    return "SUCCESS";
}

// It leaves, and its child keeps the stream open.
static const char *leave_child_with_stream(void)
{
    pid_t child = fork();
    if (child == 0)
        stay();
    if (child > 0)
        _exit(0);
    return got(false);
}

// The same, with a child that ignores every polite signal and has no streams, after a game that it
// has played to its end.
static const char *leave_child_at_end(void)
{
    pid_t child = fork();
    if (child == 0) {
        for (int number = 1; number < NSIG; number++)
            signal(number, SIG_IGN);
        prctl(PR_SET_PDEATHSIG, 0);
        for (int fd = 0; fd < 3; fd++)
            close(fd);
        stay();
    }
    return got(child > 0);
}

static const char *ignore_end(void)
{
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_IGN);
    stay();
    return "SUCCESS";
}

// Stops itself: nobody can tell it from one that thinks.
static const char *stop_at_end(void)
{
    return got(raise(SIGSTOP) == 0);
}

const struct attack stream_attacks[] = {
    {.name = "flood_stdout", .act = flood_stdout},
    {.name = "flood_messages", .act = flood_messages, .when = AT_START},
    {.name = "flood_stderr", .act = flood_stderr},
    {.name = "close_stdout", .act = close_stdout},
    {.name = "leave_child_with_stream", .act = leave_child_with_stream},
    {.name = "leave_child_at_end", .act = leave_child_at_end, .when = AT_END},
    {.name = "ignore_end", .act = ignore_end, .when = AT_END},
    {.name = "stop_at_end", .act = stop_at_end, .when = AT_END},
    {.name = NULL},
};
