#include "cli/screen.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { COLUMNS_DEFAULT = 80, ROWS_DEFAULT = 24 };

// The other screen of the terminal, without its cursor.
static const char enter_bytes[] = "\033[?1049h\033[?25l";
static const char leave_bytes[] = "\033[?25h\033[?1049l";

// Signals that end the process. The terminal is given back first.
static const int deadly[] = {SIGABRT, SIGBUS, SIGFPE, SIGHUP, SIGILL, SIGQUIT, SIGSEGV};

enum { DEADLY = sizeof deadly / sizeof *deadly };

static struct sigaction before_deadly[DEADLY], before_end, before_stop, before_resize;
static int output = STDOUT_FILENO;
static bool has_keys;               // single keys are read from stdin,
static struct termios before_keys;  // whose settings were these
static struct termios keys_setting; // and are these while the screen is on
static atomic_bool on;
static atomic_bool suspended; // after Ctrl-Z: the screen is to be taken again
static void (*wake)(void);

static void screen_put(const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(output, bytes, length);
        if (written < 0 && errno != EINTR)
            return; // the terminal is gone
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
}

// Does this process own the terminal? A background job of a shell does not.
static bool screen_is_in_foreground(int fd)
{
    pid_t group = tcgetpgrp(fd);
    return group < 0 || group == getpgrp();
}

bool screen_is_possible(int fd)
{
    const char *terminal = getenv("TERM");
    return isatty(fd) && screen_is_in_foreground(fd) && terminal && *terminal &&
        strcmp(terminal, "dumb") != 0;
}

// Both may be called in a signal handler.
static void screen_take(void)
{
    if (has_keys)
        tcsetattr(STDIN_FILENO, TCSANOW, &keys_setting);
    screen_put(enter_bytes, strlen(enter_bytes));
}

static void screen_give_back(void)
{
    screen_put(leave_bytes, strlen(leave_bytes));
    if (has_keys)
        tcsetattr(STDIN_FILENO, TCSANOW, &before_keys);
}

bool screen_is_on(void)
{
    return atomic_load(&on);
}

bool screen_has_keys(void)
{
    return has_keys && atomic_load(&on);
}

// --- Signals ---

static void screen_die(int signal_number)
{
    screen_leave();
    // The signal goes to its earlier handler: a sanitizer's, or the kernel's own.
    for (int i = 0; i < DEADLY; i++) {
        if (deadly[i] == signal_number)
            sigaction(signal_number, &before_deadly[i], NULL);
    }
    if (signal_number == SIGTERM)
        sigaction(signal_number, &before_end, NULL);
    raise(signal_number);
}

// Ctrl-Z: the shell gets its terminal as it was; with the next picture we take it again.
static void screen_sleep_a_while(int signal_number)
{
    int kept = errno;
    struct sigaction mine;
    sigset_t this_one, others;
    bool was_on = atomic_exchange(&on, false);
    if (was_on)
        screen_give_back();
    sigaction(signal_number, &before_stop, &mine);
    sigemptyset(&this_one);
    sigaddset(&this_one, signal_number);
    raise(signal_number);
    pthread_sigmask(SIG_UNBLOCK, &this_one, &others); // here we sleep
    pthread_sigmask(SIG_SETMASK, &others, NULL);
    sigaction(signal_number, &mine, NULL);
    if (was_on)
        atomic_store(&suspended, true);
    wake();
    errno = kept;
}

static void screen_resize(int signal_number)
{
    (void)signal_number;
    int kept = errno;
    wake();
    errno = kept;
}

// --- In and out ---

// Keys come at once and are not shown; Ctrl-C and Ctrl-Z stay signals. Without NOFLSH the kernel
// drops what was written and not yet shown when it has sent such a signal: also what gives the
// screen back.
static bool screen_prepare_keys(void)
{
    if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &before_keys) != 0)
        return false;
    keys_setting = before_keys;
    keys_setting.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
    keys_setting.c_lflag |= NOFLSH;
    keys_setting.c_cc[VMIN] = 0;
    keys_setting.c_cc[VTIME] = 0;
    return true;
}

static void screen_catch_signals(void)
{
    struct sigaction action = {.sa_handler = screen_die, .sa_flags = SA_RESTART};
    for (int i = 0; i < DEADLY; i++)
        sigaction(deadly[i], &action, &before_deadly[i]);
    // Unless somebody else handles it, and ends in an orderly way.
    sigaction(SIGTERM, NULL, &before_end);
    if (before_end.sa_handler == SIG_DFL)
        sigaction(SIGTERM, &action, NULL);
    action.sa_handler = screen_sleep_a_while;
    sigaction(SIGTSTP, &action, &before_stop);
    action.sa_handler = screen_resize;
    sigaction(SIGWINCH, &action, &before_resize);
}

void screen_enter(int fd, bool keys, void (*woken)(void))
{
    static bool caught;
    wake = woken;
    output = fd;
    has_keys = keys && screen_prepare_keys();
    if (!caught)
        screen_catch_signals();
    caught = true;
    fflush(fd == STDOUT_FILENO ? stdout : stderr);
    screen_take();
    atomic_store(&on, true);
}

// The handlers stay: they are harmless without a screen.
void screen_leave(void)
{
    atomic_store(&suspended, false);
    if (atomic_exchange(&on, false))
        screen_give_back();
}

struct screen_size screen_size(int fd)
{
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return (struct screen_size){COLUMNS_DEFAULT, ROWS_DEFAULT};
    return (struct screen_size){size.ws_col, size.ws_row};
}

// One write, each line wiped only behind its end: nothing flickers. The last line has no line
// break, which would scroll a picture as high as the screen.
void screen_show(const struct text *lines)
{
    if (atomic_load(&suspended) && screen_is_in_foreground(output)) {
        atomic_store(&suspended, false);
        screen_take();
        atomic_store(&on, true);
    }
    struct text out = text_growing();
    text_string(&out, "\033[H");
    const char *line = lines->bytes, *end = line + lines->length;
    while (line < end) {
        size_t length = strcspn(line, "\n");
        text_bytes(&out, line, length);
        line += length + 1;
        text_string(&out, line < end ? "\033[K\r\n" : "\033[K");
    }
    text_string(&out, "\033[J");
    if (!out.cut && screen_is_on())
        screen_put(out.bytes, out.length);
    text_destroy(&out);
}
