#include "cli/enter_key.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

// Returns false when nothing more can be read.
static bool enter_key_read(const struct enter_key *k)
{
    char keys[64];
    ssize_t count = read(STDIN_FILENO, keys, sizeof keys);
    if (count > 0)
        k->pressed(k->user); // a terminal gives whole lines
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

static void *enter_key_thread(void *argument)
{
    const struct enter_key *k = argument;
    struct pollfd fds[] = {
        {.fd = k->leave[0], .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
    bool open = true;
    while (open) {
        bool ready = poll(fds, sizeof fds / sizeof *fds, -1) > 0;
        if (ready && fds[0].revents != 0)
            open = false;
        else if (ready && fds[1].revents != 0)
            open = enter_key_read(k);
    }
    return NULL;
}

bool enter_key_watch(struct enter_key *k, void (*pressed)(void *user), void *user)
{
    *k = (struct enter_key){.pressed = pressed, .user = user};
    if (isatty(STDIN_FILENO) != 1 || pipe2(k->leave, O_CLOEXEC) != 0)
        return false;
    if (pthread_create(&k->thread, NULL, enter_key_thread, k) == 0)
        return true;
    close(k->leave[0]);
    close(k->leave[1]);
    return false;
}

void enter_key_leave(struct enter_key *k)
{
    close(k->leave[1]);
    pthread_join(k->thread, NULL);
    close(k->leave[0]);
}
