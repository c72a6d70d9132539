#include "link/world.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { HANGS_AFTER_S = 600 }; // a test that hangs is ended by SIGALRM

static void note(struct peer *peer, char letter)
{
    peer->world->happened = true;
    uv_stop(&peer->world->loop);
    size_t length = strlen(peer->story);
    if (letter == 'R' && length > 0 && peer->story[length - 1] == 'R')
        return;
    assert_true(length + 1 < sizeof peer->story);
    assert_null(strchr(peer->story, 'C'));
    peer->story[length] = letter;
}

// Turns the loop until something happened to some link.
static void turn(struct world *world)
{
    world->happened = false;
    uv_run(&world->loop, UV_RUN_DEFAULT);
    assert_true(world->happened); // or else nothing will ever happen again
}

static void on_opened(struct link *link, void *user)
{
    struct peer *peer = user;
    note(peer, 'O');
    if (peer->pause_when_opened)
        link_pause(link);
    if (peer->close_when_opened)
        link_close(link, peer->leave);
}

static void on_failed(struct link *link, void *user, const struct link_failure *why)
{
    (void)link;
    struct peer *peer = user;
    note(peer, 'F');
    peer->failure = *why;
}

static void on_received(
    struct link *link, void *user, const char *bytes, size_t length, int64_t at_ns)
{
    struct peer *peer = user;
    note(peer, 'R');
    text_bytes(&peer->received, bytes, length);
    assert_true(at_ns >= peer->received_at_ns);
    peer->received_at_ns = at_ns;
    peer->heard_before_received = link_stderr(link).head_bytes;
    if (peer->close_when_received)
        link_close(link, peer->leave);
}

static void on_written(struct link *link, void *user, int64_t at_ns)
{
    note(user, 'W');
    assert_true(at_ns > 0 && at_ns == link_written_at(link));
}

static void on_stranger(struct link *link, void *user, const char *from)
{
    (void)link;
    note(user, 'S');
    assert_non_null(strstr(from, "127.0.0.1:"));
}

static void on_ended(struct link *link, void *user, const struct link_end *end)
{
    struct peer *peer = user;
    note(peer, 'E');
    peer->end = *end;
    if (peer->close_when_ended)
        link_close(link, peer->leave);
}

static void on_closed(struct link *link, void *user)
{
    struct peer *peer = user;
    note(peer, 'C');
    peer->has_exit = link_exit(link, &peer->exit);
    struct link_stderr words = link_stderr(link);
    text_bytes(&peer->heard, words.head, words.head_bytes);
    text_bytes(&peer->heard, words.tail, words.tail_bytes);
    peer->dropped_bytes = words.dropped_bytes;
    peer->link = NULL;
}

static const struct link_events events = {
    .opened = on_opened,
    .failed = on_failed,
    .received = on_received,
    .written = on_written,
    .stranger = on_stranger,
    .ended = on_ended,
    .closed = on_closed,
};

int count_open_fds(void)
{
    DIR *dir = opendir("/proc/self/fd");
    int count = 0;
    while (readdir(dir) != NULL)
        count++;
    closedir(dir);
    return count;
}

// libuv keeps two descriptors for the whole process from its first loop on.
static void make_first_loop(void)
{
    uv_loop_t loop;
    uv_loop_init(&loop);
    uv_loop_close(&loop);
}

int world_setup(void **state)
{
    alarm(HANGS_AFTER_S);
    make_first_loop();
    struct world *world = calloc(1, sizeof *world);
    world->fds_before = count_open_fds();
    assert_true(link_process_setup(NULL));
    assert_int_equal(uv_loop_init(&world->loop), 0);
    world->hub = link_hub_create(&world->loop, NULL);
    assert_non_null(world->hub);
    *state = world;
    return 0;
}

int world_teardown(void **state)
{
    struct world *world = *state;
    while (world->peers != NULL) { // of a test that failed
        struct peer *peer = world->peers;
        if (peer->link != NULL)
            peer_finish(world, peer, LINK_KILL);
        else
            peer_free(peer);
    }
    link_hub_close(world->hub);
    uv_run(&world->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&world->loop), 0);
    link_process_teardown();
    assert_int_equal(waitpid(-1, NULL, WNOHANG | __WALL), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(count_open_fds(), world->fds_before);
    free(world);
    alarm(0);
    return 0;
}

struct peer *peer_open_spec(struct world *world, const struct link_spec *spec)
{
    struct peer *peer = calloc(1, sizeof *peer);
    peer->world = world;
    peer->next = world->peers;
    world->peers = peer;
    peer->received = text_growing();
    peer->heard = text_growing();
    peer->link = link_open(world->hub, spec, &events, peer);
    assert_non_null(peer->link);
    assert_string_equal(peer->story, ""); // nothing comes from inside link_open
    return peer;
}

struct peer *peer_open(struct world *world, const char *player)
{
    return peer_open_spec(world, &(struct link_spec){.player = player});
}

void peer_close(struct peer *peer, enum link_leave leave)
{
    char before[sizeof peer->story];
    strcpy(before, peer->story);
    link_close(peer->link, leave);
    assert_string_equal(peer->story, before);
}

void peer_send(struct peer *peer, const char *text)
{
    assert_int_equal(link_send(peer->link, text, strlen(text)), LINK_SENT);
    assert_true(link_written_at(peer->link) > 0);
}

void peer_free(struct peer *peer)
{
    assert_null(peer->link);
    struct peer **place = &peer->world->peers;
    while (*place != peer)
        place = &(*place)->next;
    *place = peer->next;
    text_destroy(&peer->received);
    text_destroy(&peer->heard);
    free(peer);
}

void until_event(struct world *world, const struct peer *peer, char letter)
{
    while (strchr(peer->story, letter) == NULL)
        turn(world);
}

void until_received(struct world *world, const struct peer *peer, const char *text)
{
    while (strstr(peer->received.bytes, text) == NULL)
        turn(world);
}

void until_received_bytes(struct world *world, const struct peer *peer, size_t length)
{
    while (peer->received.length < length)
        turn(world);
}

static void on_turned(uv_timer_t *timer)
{
    *(bool *)timer->data = true;
    uv_stop(timer->loop);
}

void turn_for_ms(struct world *world, unsigned ms)
{
    bool over = false;
    uv_timer_t timer;
    uv_timer_init(&world->loop, &timer);
    timer.data = &over;
    uv_timer_start(&timer, on_turned, ms, 0);
    while (!over)
        uv_run(&world->loop, UV_RUN_DEFAULT);
    uv_close((uv_handle_t *)&timer, NULL);
    uv_run(&world->loop, UV_RUN_NOWAIT);
}

void peer_finish(struct world *world, struct peer *peer, enum link_leave leave)
{
    peer_close(peer, leave);
    until_event(world, peer, 'C');
    peer_free(peer);
}

const char *bot(const char *way)
{
    static char line[2 * PATH_MAX + 256];
    struct text t = TEXT_IN(line);
    // Behind a backslash every character is meant as it stands, quotes too.
    for (const char *path = getenv("AGON_TEST_BOT"); *path != '\0'; path++) {
        text_char(&t, '\\');
        text_char(&t, *path);
    }
    text_char(&t, ' ');
    text_string(&t, way);
    return line;
}

bool process_lives(pid_t pid)
{
    char path[64], line[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    if (fgets(line, sizeof line, file) == NULL)
        line[0] = '\0';
    fclose(file);
    const char *behind = strrchr(line, ')');
    return behind != NULL && behind[2] != 'Z' && behind[2] != 'X';
}
