#include "cli/watch.h"

#include "base/clock.h"
#include "base/letter.h"
#include "cli/terminal.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

static void draw(const struct watch *w, const struct table *t, const struct referee_event *event)
{
    const struct game *game = t->fixture.game;
    bool over = event->kind == EVENT_OVER;
    static char board[DRAWING_BYTES];
    struct text out = TEXT_IN(board);
    struct drawing style = terminal_drawing(stderr, w->ascii);
    if (!over)
        style.last = event->move;
    game->draw(&t->referee.position, &style, &out);
    // On a terminal every position takes the place of the one before.
    if (isatty(STDERR_FILENO))
        fputs("\033[H\033[2J", stderr);
    fprintf(stderr, "game %lld   %s: %s   %s: %s\n\n%s\n", (long long)t->fixture.index,
        game->seat_names[0], table_player(t, 0)->name, game->seat_names[1],
        table_player(t, 1)->name, board);
    if (over) {
        print_line(stderr, "%s", event->result->explanation);
        fputs("\n", stderr);
        return;
    }
    char name[MOVE_TEXT_BYTES];
    struct text move_text = TEXT_IN(name);
    game->print_move(event->before, event->move, &move_text);
    print_line(stderr, "move %d   %s plays %s", t->referee.moves,
        table_player(t, event->seat)->name, name);
}

static void print_message(
    const struct table *t, const struct referee_event *event, const char *bytes, size_t length)
{
    struct text out = text_growing();
    text_format(&out, "%10.3f ms  game %lld  %s %s  ", (double)event->at_ns / NS_PER_MS,
        (long long)t->fixture.index, event->kind == EVENT_SENT ? ">" : "<",
        table_player(t, event->seat)->name);
    text_visible(&out, bytes, length);
    text_char(&out, '\n');
    fputs(out.bytes, stderr);
    text_destroy(&out);
}

// What we send are lines, one for each message.
static void print_wire(const struct table *t, const struct referee_event *event)
{
    const char *at = event->bytes, *end = at + event->length;
    while (event->kind == EVENT_SENT && at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        print_message(t, event, at, (size_t)(stop - at));
        at = stop + 1;
    }
    if (event->kind == EVENT_GOT)
        print_message(t, event, event->bytes, event->length);
}

void watch_event(const struct watch *w, const struct table *t, const struct referee_event *event)
{
    switch (event->kind) {
    case EVENT_SENT:
    case EVENT_GOT:
        if (w->wire)
            print_wire(t, event);
        break;
    case EVENT_NOTE:
        if (w->wire)
            print_line(stderr, "%10.3f ms  game %lld  %s %s", (double)event->at_ns / NS_PER_MS,
                (long long)t->fixture.index, table_player(t, event->seat)->name, event->words);
        break;
    case EVENT_MOVED:
    case EVENT_OVER:
        if (!w->board)
            break;
        draw(w, t, event);
        // The arena stands still meanwhile; no bot is charged for that.
        nanosleep(&(struct timespec){w->pace_ms / 1000, w->pace_ms % 1000 * NS_PER_MS}, NULL);
        break;
    }
}
