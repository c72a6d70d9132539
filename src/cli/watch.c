#include "cli/watch.h"

#include "base/clock.h"
#include "cli/notice.h"
#include "cli/screen.h"
#include "cli/stop.h"
#include "cli/terminal.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    STOPPED = 130, // as a shell tells of Ctrl-C
    WAIT_MOST_MS = 60 * 1000,
};

// --- One board after the other, for a pipe ---

static void watch_print_board(const struct watch *w)
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
        print_line(stderr, "move %d   %s plays %s", v->skipped + v->count,
            v->names[v->moves[(v->count - 1) % VIEW_MOVES_KEPT].seat],
            v->moves[(v->count - 1) % VIEW_MOVES_KEPT].name);
    }
}

// --- The screen ---

void watch_draw(struct watch *w)
{
    struct view *v = &w->view;
    if (!w->drawing)
        return;
    v->playback.hurried = stop_asked();
    const struct drawing style = terminal_drawing(stderr, w->ascii);
    struct screen_size size = screen_size(STDERR_FILENO);
    struct text out = text_growing(), notice = TEXT_IN(v->notice);
    if (!v->begun) // later the keys are shown there
        notice_last(&notice);
    // What the side to move has used so far; the rest of the view is as the last event left it.
    if (w->asked)
        v->clocks[v->game->turn(&v->position)].move_ns = clock_now_ns() - w->asked_at_ns;
    if (v->game) {
        view_draw(v, &style, (struct view_size){size.columns, size.rows}, &out);
        screen_show(&out);
    }
    text_destroy(&out);
}

// Ends the process without finishing the game, like a second Ctrl-C.
static void watch_quit(struct watch *w)
{
    screen_leave();
    fprintf(stderr, "stopped in game %lld at move %d\n", (long long)w->view.index,
        w->view.skipped + w->view.count + 1);
    _exit(STOPPED);
}

bool watch_wants_keys(const struct watch *w)
{
    return w->drawing && screen_has_keys() && !w->keyless;
}

void watch_read_keys(struct watch *w)
{
    char bytes[64];
    ssize_t length = read(STDIN_FILENO, bytes, sizeof bytes);
    if (length > 0)
        playback_type(&w->view.playback, bytes, (size_t)length);
    else
        w->keyless = true;
    if (w->view.playback.quit)
        watch_quit(w);
}

static void watch_start_drawing(struct watch *w)
{
    notice_hold();
    screen_enter(STDERR_FILENO, true, stop_wake);
    w->drawing = true;
}

static void watch_stop_drawing(struct watch *w)
{
    if (!w->drawing)
        return;
    w->drawing = false;
    screen_leave();
    notice_release();
}

// --- What is seen ---

// The clock of the side to move runs from now on; the view shows its figures.
static void watch_ask(struct watch *w)
{
    struct view *v = &w->view;
    w->asked = v->begun && !v->over;
    w->asked_at_ns = clock_now_ns();
    if (!w->asked)
        return;
    int seat = v->game->turn(&v->position);
    struct view_clock *c = &v->clocks[seat];
    const struct budget *budget = &w->budgets[seat];
    c->move_ns = 0;
    if (!w->timed[seat])
        return;
    c->limit_ns = w->moved[seat] ? budget->request_ns : budget->first_ns;
    if (c->has_budget && c->left_ns < c->limit_ns)
        c->limit_ns = c->left_ns;
}

int watch_wait_ms(struct watch *w)
{
    struct playback *p = &w->view.playback;
    if (!w->holding)
        return 0;
    p->hurried = stop_asked();
    int64_t left_ns = playback_wait_ns(p, clock_now_ns() - w->shown_at_ns);
    if (left_ns > 0) {
        int64_t left_ms = left_ns / NS_PER_MS + 1;
        return (int)(left_ms < WAIT_MOST_MS ? left_ms : WAIT_MOST_MS);
    }
    w->holding = false;
    playback_leave(p);
    watch_ask(w);
    return 0;
}

// Shows the position. The next event is taken when it has been looked at.
static void watch_show(struct watch *w)
{
    w->asked = false;
    w->holding = true;
    w->shown_at_ns = clock_now_ns();
    if (w->drawing)
        watch_draw(w);
    else
        watch_print_board(w);
}

static void watch_see_begin(struct watch *w, const struct arena_event *event)
{
    struct view *v = &w->view;
    const struct arena_setup *setup = event->setup;
    view_begin(v, setup->game, &setup->start, event->game);
    v->begun = true;
    for (int seat = 0; seat < SEATS; seat++) {
        watch_rename(w, seat, setup->seats[seat].name);
        v->begun = v->begun && !setup->seats[seat].wire;
        w->moved[seat] = false;
        w->timed[seat] = setup->seats[seat].timed;
        w->budgets[seat] = setup->seats[seat].budget;
        if (w->timed[seat]) {
            v->clocks[seat].has_budget = w->budgets[seat].game_ns > 0;
            v->clocks[seat].left_ns = w->budgets[seat].game_ns;
        }
    }
    watch_show(w);
}

static void watch_take_time(struct watch *w, const struct arena_event *event)
{
    struct view_clock *c = &w->view.clocks[event->seat];
    const struct charge *charge = &event->charge;
    if (!event->has_charge) // nobody was asked
        return;
    bool timed = w->timed[event->seat];
    w->moved[event->seat] = true;
    c->move_ns = timed ? charge->charged_ns : charge->wall_ns;
    c->limit_ns = timed ? charge->limit_ns : 0;
    c->all_ns += c->move_ns;
    c->left_ns = event->left_ns;
}

static void watch_see(struct watch *w, const struct arena_event *event)
{
    struct view *v = &w->view;
    if (event->kind == ARENA_READY && !v->begun) {
        v->begun = true;
        watch_ask(w);
    } else if (event->kind == ARENA_MOVED) {
        watch_take_time(w, event);
        view_move(v, event->seat, event->move, &event->before, &event->after);
        watch_show(w);
    } else if (event->kind == ARENA_OVER) {
        struct result result;
        arena_event_result(event, &result);
        v->over = true;
        snprintf(v->words, sizeof v->words, "%s", result.explanation);
        watch_show(w);
    }
}

void watch_event(struct watch *w, const struct arena_event *event)
{
    const struct view *v = &w->view;
    if (w->done)
        return;
    if (event->kind == ARENA_BEGUN) {
        // A game that was void begins again.
        if (!v->game || v->over || v->index == event->game)
            watch_see_begin(w, event);
    } else if (v->game && v->index == event->game && !v->over) {
        watch_see(w, event);
    }
}

void watch_rename(struct watch *w, int seat, const char *name)
{
    snprintf(w->view.names[seat], sizeof w->view.names[seat], "%s", name);
}

// --- Coming and going ---

void watch_begin(struct watch *w, int64_t game_count)
{
    w->view.games = game_count;
    w->screen = !w->plain && screen_is_possible(STDERR_FILENO);
    if (w->screen)
        watch_start_drawing(w);
}

void watch_end(struct watch *w)
{
    watch_stop_drawing(w);
}

void watch_step_aside(struct watch *w, int64_t index, bool last)
{
    if (!w->screen || w->done || (!last && !isatty(STDOUT_FILENO)))
        return;
    watch_stop_drawing(w);
    w->done = last;
    if (last && w->view.over && w->view.index == index)
        watch_print_board(w);
}

void watch_come_back(struct watch *w)
{
    if (w->screen && !w->done && !w->drawing)
        watch_start_drawing(w);
}
