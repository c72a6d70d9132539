#include "cli/replay_pages.h"

#include "base/columns.h"
#include "report/verdict_text.h"

#include <inttypes.h>
#include <string.h>

enum { US_PER_MS = 1000 };

// Appends a text, broken into lines of at most `columns`, each with `before` in front of it. It is
// safe to show, whatever a bot has sent.
static void replay_pages_wrap(
    struct text *out, const char *before, const char *bytes, size_t length, int columns)
{
    int indent = columns_count(before), used = indent;
    text_string(out, before);
    for (size_t at = 0; at < length;) {
        struct letter letter = letter_at(bytes + at, length - at);
        if (bytes[at] == '\n' || used + 1 >= columns) {
            text_format(out, "\n%*s", indent, "");
            used = indent;
        }
        if (bytes[at] != '\n')
            used += text_visible_letter(out, bytes + at, letter);
        at += letter.bytes;
    }
    text_char(out, '\n');
}

static void replay_pages_put_line(
    struct text *out, const struct recorded_game *g, const struct recorded_line *line, int columns)
{
    static const char *const does[RECORD_LINES] = {[RECORD_TO] = "to  ",
        [RECORD_FROM] = "from",
        [RECORD_MOVE] = "move",
        [RECORD_NOTE] = "note"};
    char before[64];
    struct text label = TEXT_IN(before), rest = text_growing();
    text_format(&label, "%10.3f ms  %s %s  ", (double)line->at_us / US_PER_MS, does[line->kind],
        g->game->seat_names[line->seat]);
    text_bytes(&rest, line->text, line->length);
    if (line->kind == RECORD_MOVE && line->moves < g->move_count) {
        struct recorded_charge charge = g->moves[line->moves].charge;
        charge.limit_ms = recorded_game_limit_ms(g, line->moves);
        text_string(&rest, "  charged ");
        size_t length = rest.length;
        verdict_text_charge(&rest, &charge);
        if (rest.length == length)
            text_string(&rest, "nothing");
    }
    replay_pages_wrap(out, before, rest.bytes, rest.length, columns);
    text_destroy(&rest);
}

static void replay_pages_put_messages(const struct replay_place *p, int columns, struct text *out)
{
    const struct recorded_game *g = p->game;
    bool any = false;
    for (size_t i = 0; i < g->line_count; i++) {
        if (g->lines[i].moves == p->step - 1 || (p->step == 0 && g->lines[i].moves == 0)) {
            replay_pages_put_line(out, g, &g->lines[i], columns);
            any = true;
        }
    }
    if (p->without)
        text_format(out, "%s\n", p->without);
    else if (!any)
        text_string(out, "No message belongs to this step: built-in players have none.\n");
}

// When this step was reached.
static int64_t replay_pages_time_us(const struct replay_place *p, int step)
{
    if (step < 1)
        return 0;
    return step > p->game->move_count ? INT64_MAX : p->game->moves[step - 1].at_us;
}

static void replay_pages_put_stderr(const struct replay_place *p, int columns, struct text *out)
{
    const struct recorded_game *g = p->game;
    for (int seat = 0; seat < SEATS; seat++) {
        const struct recorded_stderr *s = &g->stderrs[seat];
        size_t now = recorded_stderr_until(s, replay_pages_time_us(p, p->step));
        size_t before =
            p->step < 1 ? 0 : recorded_stderr_until(s, replay_pages_time_us(p, p->step - 1));
        text_visible(out, g->players[seat].name, strlen(g->players[seat].name));
        if (s->length == 0) {
            text_string(out, " wrote nothing to stderr.\n\n");
            continue;
        }
        text_format(out,
            " wrote %zu bytes to stderr in this step (of %zu up to here, %zu in all%s)\n",
            now - before, now, s->length,
            s->piece_count > 0 ? "" : "; the record does not say when");
        if (s->dropped_bytes > 0)
            text_format(out, "(%" PRId64 " more bytes were dropped)\n", s->dropped_bytes);
        if (now > before)
            replay_pages_wrap(
                out, "> ", s->text + before, now - before - (s->text[now - 1] == '\n'), columns);
        text_char(out, '\n');
    }
}

static void replay_pages_put_help(struct text *out)
{
    static const char help[] =
        "right, left  . ,    one move on, one back        PageDown, PageUp   ten moves\n"
        "Home, End    g G    the start, the verdict       17 Enter           to move 17\n"
        "[ ]                 to what stands out: a fault, a note, a slow move\n"
        "space               play, pause                  + -                faster, slower\n"
        "f                   flip the board\n"
        "\n"
        "m                   the messages behind the move\n"
        "e                   what the bots wrote to stderr in this move\n"
        "v                   the verdict, explained\n"
        "Tab                 board, messages, stderr, verdict in turn; up and down scroll\n"
        "b                   back to the board\n"
        "q, Ctrl-C           quit\n";
    text_string(out, help);
}

void replay_pages_write(const struct replay_place *p, enum replay_page page,
    const struct drawing *style, int columns, struct text *out)
{
    struct verdict_text_style verdict = {.drawing = *style, .columns = columns, .again = p->again};
    switch (page) {
    case REPLAY_MESSAGES:
        replay_pages_put_messages(p, columns, out);
        break;
    case REPLAY_STDERR:
        replay_pages_put_stderr(p, columns, out);
        break;
    case REPLAY_VERDICT:
        verdict_text_write(out, p->game, p->number, &verdict);
        break;
    default:
        replay_pages_put_help(out);
    }
}

// --- Below the board ---

static void replay_pages_brief_messages(const struct replay_place *p, struct text *out)
{
    const struct recorded_game *g = p->game;
    for (size_t i = 0; i < g->line_count; i++) {
        const struct recorded_line *line = &g->lines[i];
        if (line->moves != p->step - 1 || line->kind == RECORD_MOVE)
            continue;
        text_format(out, "%s %s  ",
            line->kind == RECORD_TO         ? "to"
                : line->kind == RECORD_FROM ? "from"
                                            : "note on",
            g->game->seat_names[line->seat]);
        text_visible(out, line->text, line->length);
        text_char(out, '\n');
    }
}

static void replay_pages_brief_stderr(const struct replay_place *p, struct text *out)
{
    const struct recorded_game *g = p->game;
    for (int seat = 0; seat < SEATS && p->step > 0; seat++) {
        const struct recorded_stderr *s = &g->stderrs[seat];
        size_t at = recorded_stderr_until(s, replay_pages_time_us(p, p->step - 1));
        size_t end = recorded_stderr_until(s, replay_pages_time_us(p, p->step));
        while (at < end) {
            const char *newline = memchr(s->text + at, '\n', end - at);
            size_t stop = newline ? (size_t)(newline - s->text) : end;
            text_format(out, "stderr %s  ", g->game->seat_names[seat]);
            text_visible(out, s->text + at, stop - at);
            text_char(out, '\n');
            at = stop + 1;
        }
    }
}

void replay_pages_brief(const struct replay_place *p, int columns, int rows, struct text *out)
{
    struct text all = text_growing();
    replay_pages_brief_messages(p, &all);
    replay_pages_brief_stderr(p, &all);
    const char *at = all.bytes;
    for (int row = 0; row < rows && *at != '\0'; row++) {
        size_t length = strcspn(at, "\n");
        bool last = row == rows - 1 && at[length] != '\0' && at[length + 1] != '\0';
        struct text line = text_growing();
        text_bytes(&line, at, length);
        columns_shorten(out, last ? "...   m: all messages   e: stderr" : line.bytes, columns);
        text_char(out, '\n');
        text_destroy(&line);
        at += length + 1;
    }
    text_destroy(&all);
}
