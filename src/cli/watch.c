#include "cli/watch.h"

#include "base/clock.h"
#include "cli/match.h"
#include "cli/notice.h"
#include "cli/screen.h"
#include "cli/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    REDRAW_MS = 100, // for the running clock
    STOPPED = 130,   // as a shell tells of Ctrl-C
    WAIT_MOST_MS = 60 * 1000,
};

// A byte in it wakes whoever waits for something to happen; a signal handler can write one.
static int bell[2] = {-1, -1};

void watch_wake(void)
{
    ssize_t ignored = write(bell[1], "", 1);
    (void)ignored;
}

static void silence(void)
{
    char bytes[64];
    while (read(bell[0], bytes, sizeof bytes) > 0)
        continue;
}

// --- One board after the other, for a pipe ---

static void print_board(const struct watch *w)
{
    const struct view *v = &w->view;
    static char board[DRAWING_BYTES];
    struct text out = TEXT_IN(board);
    struct drawing style = terminal_drawing(stderr, w->ascii);
    style.last = v->last;
    v->game->draw(&v->position, &style, &out);
    fprintf(stderr, "game %lld   %s: %s   %s: %s\n\n%s\n", (long long)v->index,
        v->game->seat_names[0], v->names[0], v->game->seat_names[1], v->names[1], board);
    if (v->over) {
        print_line(stderr, "%s", v->words);
        fputs("\n", stderr);
    } else if (v->count > 0) {
        print_line(stderr, "move %d   %s plays %s", v->count,
            v->names[v->moves[(v->count - 1) % VIEW_MOVES_KEPT].seat],
            v->moves[(v->count - 1) % VIEW_MOVES_KEPT].name);
    }
}

// Nobody types; only Ctrl-C cuts a position short.
static void linger(struct watch *w)
{
    for (;;) {
        w->view.playback.hurried = match_is_interrupted();
        int64_t left_ns = playback_wait_ns(&w->view.playback, clock_now_ns() - w->shown_at_ns);
        if (left_ns <= 0)
            return;
        int64_t left_ms = left_ns / NS_PER_MS + 1;
        struct pollfd rings = {.fd = bell[0], .events = POLLIN};
        poll(&rings, 1, (int)(left_ms < WAIT_MOST_MS ? left_ms : WAIT_MOST_MS));
        silence();
    }
}

// --- The screen ---

// What the side to move has used so far; the rest of the view is as the last event left it.
static void draw(struct watch *w)
{
    struct view *v = &w->view;
    const struct drawing style = terminal_drawing(stderr, w->ascii);
    struct screen_size size = screen_size(STDERR_FILENO);
    struct text out = text_growing(), notice = TEXT_IN(v->notice);
    if (!v->begun) // later there are the keys to tell
        notice_last(&notice);
    if (w->asked)
        v->clocks[v->game->turn(&v->position)].move_ns = clock_now_ns() - w->asked_at_ns;
    if (v->game) {
        view_draw(v, &style, (struct view_size){size.columns, size.rows}, &out);
        screen_show(&out);
    }
    text_destroy(&out);
}

// The game that runs is not finished, as after a second Ctrl-C.
static void quit(struct watch *w)
{
    screen_leave();
    fprintf(
        stderr, "stopped in game %lld at move %d\n", (long long)w->view.index, w->view.count + 1);
    _exit(STOPPED);
}

static void read_keys(struct watch *w)
{
    char bytes[64];
    ssize_t length = read(STDIN_FILENO, bytes, sizeof bytes);
    if (length > 0)
        playback_type(&w->view.playback, bytes, (size_t)length);
    if (w->view.playback.quit)
        quit(w);
}

// Draws, and does what the keys say, until there is no more to look at.
static void *run_drawer(void *argument)
{
    struct watch *w = argument;
    pthread_mutex_lock(&w->lock);
    while (w->drawing) {
        w->view.playback.hurried = match_is_interrupted();
        draw(w);
        pthread_mutex_unlock(&w->lock);
        struct pollfd events[] = {{.fd = bell[0], .events = POLLIN},
            {.fd = screen_has_keys() && !w->keyless ? STDIN_FILENO : -1, .events = POLLIN}};
        poll(events, 2, REDRAW_MS);
        silence();
        pthread_mutex_lock(&w->lock);
        if (events[1].revents & POLLIN)
            read_keys(w);
        else if (events[1].revents != 0)
            w->keyless = true;
        pthread_cond_broadcast(&w->changed);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static void start_drawer(struct watch *w)
{
    notice_hold();
    screen_enter(STDERR_FILENO, true, watch_wake);
    w->drawing = true;
    if (pthread_create(&w->drawer, NULL, run_drawer, w) == 0)
        return;
    w->drawing = w->screen = false; // then one board after the other
    screen_leave();
    notice_release();
}

static void stop_drawer(struct watch *w)
{
    pthread_mutex_lock(&w->lock);
    bool was_drawing = w->drawing;
    w->drawing = false;
    pthread_mutex_unlock(&w->lock);
    if (!was_drawing)
        return;
    watch_wake();
    pthread_join(w->drawer, NULL);
    screen_leave();
    notice_release();
}

// Called with the lock. Whoever plays waits here until the position has been looked at.
static void hold(struct watch *w)
{
    watch_wake();
    for (;;) {
        int64_t now_ns = clock_now_ns();
        int64_t left_ns = playback_wait_ns(&w->view.playback, now_ns - w->shown_at_ns);
        if (left_ns <= 0 || !w->drawing)
            break;
        if (left_ns > WAIT_MOST_MS * NS_PER_MS)
            left_ns = WAIT_MOST_MS * NS_PER_MS;
        int64_t until_ns = now_ns + left_ns;
        const struct timespec until = {until_ns / NS_PER_SECOND, until_ns % NS_PER_SECOND};
        pthread_cond_clockwait(&w->changed, &w->lock, CLOCK_MONOTONIC, &until);
    }
    playback_leave(&w->view.playback);
}

// --- What is seen ---

static bool is_timed(const struct player *player)
{
    return !player->untimed && !player->instant;
}

// From now on a clock runs: its figures are those of the move to come.
static void ask(struct watch *w)
{
    struct view *v = &w->view;
    w->asked = v->begun && !v->over;
    w->asked_at_ns = clock_now_ns();
    if (!w->asked)
        return;
    int seat = v->game->turn(&v->position);
    struct view_clock *c = &v->clocks[seat];
    const struct budget *budget = w->budgets[seat];
    c->move_ns = 0;
    if (!budget)
        return;
    c->limit_ns = w->moved[seat] ? budget->request_ns : budget->first_ns;
    if (c->has_budget && c->left_ns < c->limit_ns)
        c->limit_ns = c->left_ns;
}

// The position is there to be looked at; then the next one to move is asked.
static void show(struct watch *w)
{
    w->asked = false;
    w->shown_at_ns = clock_now_ns();
    if (w->screen) {
        hold(w);
    } else {
        print_board(w);
        linger(w);
    }
    ask(w);
}

static void take_player(struct watch *w, int seat, const struct player *player)
{
    struct view *v = &w->view;
    snprintf(v->names[seat], sizeof v->names[seat], "%s", player->name);
    v->begun = v->begun && !player->wire;
    w->moved[seat] = false;
    if (w->budgets[seat]) {
        v->clocks[seat].has_budget = w->budgets[seat]->game_ns > 0;
        v->clocks[seat].left_ns = w->budgets[seat]->game_ns;
    }
}

void watch_game(struct watch *w, const struct fixture *f)
{
    pthread_mutex_lock(&w->lock);
    struct view *v = &w->view;
    if (!w->done && (!v->game || v->over)) {
        view_begin(v, f->game, &f->start, f->index);
        v->begun = true;
        for (int seat = 0; seat < SEATS; seat++) {
            const struct player *player = &w->players[seat == 0 ? f->first : 1 - f->first];
            w->budgets[seat] = is_timed(player) ? f->budgets[seat] : NULL;
            take_player(w, seat, player);
        }
        show(w);
    }
    pthread_mutex_unlock(&w->lock);
}

static void take_time(struct watch *w, const struct table *t, const struct referee_event *event)
{
    struct view_clock *c = &w->view.clocks[event->seat];
    const struct charge *charge = event->charge;
    if (!charge) // nobody was asked
        return;
    w->moved[event->seat] = true;
    c->move_ns = w->budgets[event->seat] ? charge->charged_ns : charge->wall_ns;
    c->limit_ns = w->budgets[event->seat] ? charge->limit_ns : 0;
    c->all_ns += c->move_ns;
    c->left_ns = t->referee.seats[event->seat].clock.left_ns;
}

static void see(struct watch *w, const struct table *t, const struct referee_event *event)
{
    struct view *v = &w->view;
    if (event->kind == EVENT_SENT && !v->begun) {
        v->begun = true;
        ask(w);
    } else if (event->kind == EVENT_MOVED) {
        take_time(w, t, event);
        view_move(v, event->seat, event->move, event->before, &t->referee.position);
        show(w);
    } else if (event->kind == EVENT_OVER) {
        v->over = true;
        snprintf(v->words, sizeof v->words, "%s", event->result->explanation);
        show(w);
    }
}

void watch_event(struct watch *w, const struct table *t, const struct referee_event *event)
{
    pthread_mutex_lock(&w->lock);
    if (!w->done && w->view.game && w->view.index == t->fixture.index)
        see(w, t, event);
    pthread_mutex_unlock(&w->lock);
}

// --- Coming and going ---

void watch_begin(struct watch *w, const struct player players[SEATS], int64_t game_count)
{
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
    w->players = players;
    w->view.games = game_count;
    w->screen = !w->plain && screen_is_possible(STDERR_FILENO);
    if (pipe2(bell, O_CLOEXEC | O_NONBLOCK) != 0)
        w->screen = false;
    if (w->screen)
        start_drawer(w);
}

void watch_end(struct watch *w)
{
    stop_drawer(w);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->lock);
    for (int i = 1; i >= 0; i--) {
        int fd = bell[i];
        bell[i] = -1; // a signal may still come
        if (fd >= 0)
            close(fd);
    }
}

void watch_step_aside(struct watch *w, int64_t index, bool last)
{
    if (!w->screen || w->done || (!last && !isatty(STDOUT_FILENO)))
        return;
    stop_drawer(w);
    w->done = last;
    if (last && w->view.over && w->view.index == index)
        print_board(w);
}

void watch_come_back(struct watch *w)
{
    if (w->screen && !w->done && !w->drawing)
        start_drawer(w);
}
