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

enum { HANGS_AFTER_S = 60 }; // a test that hangs is ended by SIGALRM

static void note(struct seat *seat, char letter)
{
    seat->world->happened = true;
    uv_stop(&seat->world->loop);
    size_t length = strlen(seat->story);
    if (letter == 'R' && length > 0 && seat->story[length - 1] == 'R')
        return;
    assert_true(length + 1 < sizeof seat->story);
    assert_null(strchr(seat->story, 'C'));
    seat->story[length] = letter;
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
    struct seat *seat = user;
    note(seat, 'O');
    if (seat->pause_when_opened)
        link_pause(link);
    if (seat->close_when_opened)
        link_close(link, seat->leave);
}

static void on_failed(struct link *link, void *user, const struct link_failure *why)
{
    (void)link;
    struct seat *seat = user;
    note(seat, 'F');
    seat->failure = *why;
}

static void on_received(
    struct link *link, void *user, const char *bytes, size_t length, int64_t at_ns)
{
    struct seat *seat = user;
    note(seat, 'R');
    text_bytes(&seat->received, bytes, length);
    assert_true(at_ns >= seat->received_at_ns);
    seat->received_at_ns = at_ns;
    if (seat->close_when_received)
        link_close(link, seat->leave);
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
    struct seat *seat = user;
    note(seat, 'E');
    seat->end = *end;
    if (seat->close_when_ended)
        link_close(link, seat->leave);
}

static void on_closed(struct link *link, void *user)
{
    struct seat *seat = user;
    note(seat, 'C');
    seat->has_exit = link_exit(link, &seat->exit);
    struct link_stderr words = link_stderr(link);
    text_bytes(&seat->heard, words.head, words.head_bytes);
    text_bytes(&seat->heard, words.tail, words.tail_bytes);
    seat->dropped_bytes = words.dropped_bytes;
    seat->link = NULL;
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
    while (world->seats != NULL) { // of a test that failed
        struct seat *seat = world->seats;
        if (seat->link != NULL)
            seat_finish(world, seat, LINK_KILL);
        else
            seat_free(seat);
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

struct seat *seat_open_spec(struct world *world, const struct link_spec *spec)
{
    struct seat *seat = calloc(1, sizeof *seat);
    seat->world = world;
    seat->next = world->seats;
    world->seats = seat;
    seat->received = text_growing();
    seat->heard = text_growing();
    seat->link = link_open(world->hub, spec, &events, seat);
    assert_non_null(seat->link);
    assert_string_equal(seat->story, ""); // nothing comes from inside link_open
    return seat;
}

struct seat *seat_open(struct world *world, const char *player)
{
    return seat_open_spec(world, &(struct link_spec){.player = player});
}

void seat_close(struct seat *seat, enum link_leave leave)
{
    char before[sizeof seat->story];
    strcpy(before, seat->story);
    link_close(seat->link, leave);
    assert_string_equal(seat->story, before);
}

void seat_send(struct seat *seat, const char *text)
{
    assert_int_equal(link_send(seat->link, text, strlen(text)), LINK_SENT);
    assert_true(link_written_at(seat->link) > 0);
}

void seat_free(struct seat *seat)
{
    assert_null(seat->link);
    struct seat **place = &seat->world->seats;
    while (*place != seat)
        place = &(*place)->next;
    *place = seat->next;
    text_destroy(&seat->received);
    text_destroy(&seat->heard);
    free(seat);
}

void until_event(struct world *world, const struct seat *seat, char letter)
{
    while (strchr(seat->story, letter) == NULL)
        turn(world);
}

void until_received(struct world *world, const struct seat *seat, const char *text)
{
    while (strstr(seat->received.bytes, text) == NULL)
        turn(world);
}

void until_received_bytes(struct world *world, const struct seat *seat, size_t length)
{
    while (seat->received.length < length)
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

void seat_finish(struct world *world, struct seat *seat, enum link_leave leave)
{
    seat_close(seat, leave);
    until_event(world, seat, 'C');
    seat_free(seat);
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
