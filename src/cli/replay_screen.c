#include "cli/replay_screen.h"

#include "base/clock.h"
#include "cli/screen.h"
#include "cli/stop.h"
#include "cli/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

enum { STOPPED = 130 }; // as a shell tells of Ctrl-C

// If the record came through stdin, the keys come from the terminal itself.
static bool replay_screen_find_keyboard(void)
{
    if (isatty(STDIN_FILENO))
        return true;
    int fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool taken = dup2(fd, STDIN_FILENO) == STDIN_FILENO;
    close(fd);
    return taken;
}

bool replay_screen_is_possible(void)
{
    return screen_is_possible(STDOUT_FILENO) && replay_screen_find_keyboard();
}

static void replay_screen_draw(struct replay_view *v, const struct drawing *style)
{
    struct screen_size size = screen_size(STDOUT_FILENO);
    struct text out = text_growing();
    replay_view_draw(v, style, (struct view_size){size.columns, size.rows}, &out);
    screen_show(&out);
    text_destroy(&out);
}

// How long to wait for a key: until the next step where it plays, else for ever.
static int replay_screen_wait_ms(const struct replay_view *v, int64_t shown_ns)
{
    if (!v->playing)
        return -1;
    int64_t left_ms = v->pace_ms - (clock_now_ns() - shown_ns) / NS_PER_MS;
    return left_ms < 0 ? 0 : (int)left_ms;
}

// Returns false if the keyboard is gone.
static bool replay_screen_read_keys(struct replay_view *v)
{
    char bytes[64];
    ssize_t length = read(STDIN_FILENO, bytes, sizeof bytes);
    if (length > 0)
        replay_view_type(v, bytes, (size_t)length);
    return length > 0;
}

int replay_screen_run(struct replay_view *v, bool ascii)
{
    const struct drawing style = terminal_drawing(stdout, ascii);
    bool gone = false;
    stop_listen(STOP_MATCH, NULL);
    screen_enter(STDOUT_FILENO, true, stop_wake);
    int64_t shown_ns = clock_now_ns();
    while (!v->quit && !gone && !stop_asked()) {
        replay_screen_draw(v, &style);
        // While the shell has the terminal, there are no keys to read.
        struct pollfd ready[] = {{.fd = stop_fd(), .events = POLLIN},
            {.fd = screen_has_keys() ? STDIN_FILENO : -1, .events = POLLIN}};
        int count = poll(ready, 2, replay_screen_wait_ms(v, shown_ns));
        if (count == 0) {
            replay_view_tick(v);
            shown_ns = clock_now_ns();
        } else if (count > 0 && ready[1].revents != 0) {
            int before = v->place.step;
            bool played = v->playing;
            gone = !replay_screen_read_keys(v);
            if (v->place.step != before || v->playing != played)
                shown_ns = clock_now_ns();
        }
        if (count > 0 && ready[0].revents != 0)
            stop_silence();
    }
    screen_leave();
    return stop_asked() ? STOPPED : EXIT_OK;
}
