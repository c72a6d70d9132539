#include "cli/view.h"

#include "base/clock.h"
#include "base/columns.h"
#include "cli/board_lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    LINE_BYTES = 1024,
    GAP_COLUMNS = 2,
    PANEL_COLUMNS_LEAST = 18, // with fewer it stands below the board
    PANEL_COLUMNS_MOST = 60,
    PANEL_LINES_MOST = 120,
    SIGN_COLUMNS_LEAST = 17, // with as many, the sign of a player's pieces is shown
    MOVE_COLUMNS_GAP = 2,
    MS_FROM_S = 10, // from so many seconds on, no thousandths are shown
};

static const char *const bold = "\033[1m", *const dim = "\033[2m", *const normal = "\033[0m";

// --- What is told beside it ---

struct view_panel {
    char lines[PANEL_LINES_MOST][LINE_BYTES];
    int count, most, columns;
};

// The line to be filled next. Without room for it, the last one, which is not counted.
static struct text view_panel_line(struct view_panel *p)
{
    int number = p->count < p->most ? p->count++ : PANEL_LINES_MOST - 1;
    return TEXT_IN(p->lines[number]);
}

static void view_text_seconds(struct text *out, int64_t ns)
{
    double seconds = (double)ns / NS_PER_SECOND;
    text_format(out, seconds < MS_FROM_S ? "%.3f" : "%.1f", seconds);
}

// "1", "0.25": a limit, which is a round figure.
static void view_text_limit(struct text *out, int64_t ns)
{
    text_format(out, "%g", (double)ns / NS_PER_SECOND);
}

static int view_seat_to_move(const struct view *v)
{
    return v->over ? NOBODY : v->game->turn(&v->position);
}

static void view_text_player(
    struct text *line, const struct view *v, const struct drawing *style, int seat, int columns)
{
    bool moves = view_seat_to_move(v) == seat;
    char bytes[LINE_BYTES];
    struct text plain = TEXT_IN(bytes);
    text_string(&plain, moves ? "> " : "  ");
    if (columns < SIGN_COLUMNS_LEAST)
        text_string(&plain, v->game->seat_names[seat]);
    else
        game_print_seat(v->game, seat, style->unicode, &plain);
    text_format(&plain, " %s", v->names[seat]);
    if (moves && style->colour)
        text_string(line, bold);
    columns_shorten(line, bytes, columns);
    if (moves && style->colour)
        text_string(line, normal);
}

// "0.412 of 3 s"
static void view_text_move_time(struct text *line, const struct view_clock *c)
{
    view_text_seconds(line, c->move_ns);
    if (c->limit_ns > 0) {
        text_string(line, " of ");
        view_text_limit(line, c->limit_ns);
    }
    text_string(line, " s");
}

// "12.3 s in all", or with a budget for the game "47.1 s left"
static void view_text_game_time(struct text *line, const struct view_clock *c)
{
    view_text_seconds(line, c->has_budget ? c->left_ns : c->all_ns);
    text_string(line, c->has_budget ? " s left" : " s in all");
}

static void view_text_title(struct text *line, const struct view *v)
{
    text_string(line, v->game->title);
    if (v->games > 1)
        text_format(line, "  game %" PRId64 "/%" PRId64, v->index, v->games);
    else if (v->games == 0)
        text_format(line, "  game %" PRId64, v->index);
}

// The last moves in as many columns as fit, numbered, one below the other.
static void view_add_moves(struct view_panel *p, const struct view *v, const struct drawing *style)
{
    int rows = p->most - p->count, widest = 1;
    int kept = v->count < VIEW_MOVES_KEPT ? v->count : VIEW_MOVES_KEPT;
    for (int i = v->count - kept; i < v->count; i++) {
        int length = (int)strlen(v->moves[i % VIEW_MOVES_KEPT].name);
        widest = length > widest ? length : widest;
    }
    int seat_columns = (int)strlen(v->game->seat_names[0]);
    if ((int)strlen(v->game->seat_names[1]) > seat_columns)
        seat_columns = (int)strlen(v->game->seat_names[1]);
    int column_width = 3 + 1 + seat_columns + 1 + widest + MOVE_COLUMNS_GAP;
    int columns = (p->columns + MOVE_COLUMNS_GAP) / column_width;
    columns = columns < 1 ? 1 : columns;
    int room = rows * columns, shown = room < kept ? room : kept;
    int first = v->count - shown;
    for (int row = 0; row < rows && row < shown; row++) {
        struct text line = view_panel_line(p);
        for (int i = first + row; i < v->count; i += rows) {
            const struct view_move *m = &v->moves[i % VIEW_MOVES_KEPT];
            bool marked = i == v->count - 1 && style->colour;
            text_format(&line, "%s%3d %-*s %-*s%s%*s", marked ? bold : "", v->skipped + i + 1,
                seat_columns, v->game->seat_names[m->seat], widest, m->name, marked ? normal : "",
                i + rows < v->count ? MOVE_COLUMNS_GAP : 0, "");
        }
    }
}

// A line for each part of it that "; " ends, so that narrow panels have room for them.
static void view_add_details(struct view_panel *p, const char *details)
{
    static const char end[] = "; ";
    while (*details != '\0') {
        const char *next = strstr(details, end);
        int length = next ? (int)(next - details) : (int)strlen(details);
        struct text line = view_panel_line(p);
        text_format(&line, "  %.*s", length, details);
        details += next ? (size_t)length + strlen(end) : (size_t)length;
    }
}

// Beside the board there is room to tell one thing a line.
static void view_fill_beside(
    struct view_panel *p, const struct view *v, const struct drawing *style)
{
    struct text title = view_panel_line(p);
    view_text_title(&title, v);
    for (int seat = 0; seat < SEATS; seat++) {
        view_panel_line(p);
        struct text name = view_panel_line(p);
        view_text_player(&name, v, style, seat, p->columns);
        struct text move_time = view_panel_line(p), game_time = view_panel_line(p);
        text_string(&move_time, "  ");
        view_text_move_time(&move_time, &v->clocks[seat]);
        text_string(&game_time, "  ");
        view_text_game_time(&game_time, &v->clocks[seat]);
        view_add_details(p, v->details[seat]);
    }
    view_panel_line(p);
    if (p->count < p->most)
        view_add_moves(p, v, style);
}

// The last moves that fit into one line.
static void view_text_last_moves(struct text *line, const struct view *v, int columns)
{
    char all[LINE_BYTES];
    int kept = v->count < VIEW_MOVES_KEPT ? v->count : VIEW_MOVES_KEPT;
    int from = v->count;
    size_t length = strlen("...") + 1;
    while (from > v->count - kept) {
        size_t more = strlen(v->moves[(from - 1) % VIEW_MOVES_KEPT].name) + 1;
        if (length + more + 6 > (size_t)columns || length + more >= sizeof all)
            break;
        length += more;
        from--;
    }
    if (from < v->count)
        text_format(line, "%s%d:", from > 0 ? "... " : "", v->skipped + from + 1);
    for (int i = from; i < v->count; i++)
        text_format(line, " %s", v->moves[i % VIEW_MOVES_KEPT].name);
}

// Both players in one line.
static void view_text_players(
    struct text *line, const struct view *v, const struct drawing *style, int columns)
{
    for (int seat = 0; seat < SEATS; seat++) {
        char bytes[64];
        struct text figures = TEXT_IN(bytes);
        view_text_move_time(&figures, &v->clocks[seat]);
        int room = columns / SEATS - (int)figures.length - GAP_COLUMNS - 1;
        view_text_player(line, v, style, seat, room < 1 ? 1 : room);
        text_format(line, "  %s ", bytes);
    }
}

// Below the board every line counts: the most important comes first.
static void view_fill_below(struct view_panel *p, const struct view *v, const struct drawing *style)
{
    int name_columns = p->columns - 36; // the figures take the rest
    name_columns = name_columns < 12 ? 12 : name_columns;
    if (p->most == 1) {
        struct text line = view_panel_line(p);
        view_text_players(&line, v, style, p->columns);
        return;
    }
    if (p->most >= 2) {
        for (int seat = 0; seat < SEATS; seat++) {
            struct text line = view_panel_line(p);
            view_text_player(&line, v, style, seat, name_columns);
            int used = board_lines_columns(line.bytes, line.length);
            text_format(&line, "%*s", name_columns - used + GAP_COLUMNS, "");
            view_text_move_time(&line, &v->clocks[seat]);
            text_string(&line, ", ");
            view_text_game_time(&line, &v->clocks[seat]);
        }
    }
    if (p->most != 2) {
        struct text line = view_panel_line(p);
        view_text_last_moves(&line, v, p->columns);
    }
    if (p->most >= 4) {
        struct text line = view_panel_line(p);
        view_text_title(&line, v);
    }
}

// --- The last line ---

static void view_text_keys(struct text *line, const struct view *v)
{
    text_string(line, v->playback.paused ? "paused  space: on" : "space: pause");
    text_format(line, "  .: step  +/-: %" PRId64 " ms  q: quit  ?: help", v->playback.pace_ms);
}

static void view_text_status(struct text *line, const struct view *v)
{
    static const char help[] = "space: pause, go on  . or right: step  +/-: speed  q: stop "
                               "now  Ctrl-C: finish";
    if (v->status[0] != '\0')
        text_string(line, v->status);
    else if (v->playback.help)
        text_string(line, help);
    else if (v->playback.hurried)
        text_string(line, "finishing the game (Ctrl-C again to stop now)");
    else if (v->over)
        text_format(line, "%s%s", v->playback.paused ? "(paused) " : "", v->words);
    else if (v->notice[0] != '\0')
        text_string(line, v->notice);
    else if (!v->begun)
        text_string(line, "waiting for the players");
    else
        view_text_keys(line, v);
}

// --- All of it ---

static void view_put_beside(const struct board_lines *b, const struct view_panel *p, int rows,
    int columns, struct text *out)
{
    for (int row = 0; row < rows; row++) {
        int used = 0;
        if (row < b->count)
            used = board_lines_clip(out, b->lines[row], b->lengths[row], columns);
        if (row < p->count && p->lines[row][0] != '\0') {
            text_format(out, "%*s", b->columns + GAP_COLUMNS - used, "");
            board_lines_clip(out, p->lines[row], strlen(p->lines[row]), p->columns);
        }
        text_char(out, '\n');
    }
}

static void view_put_below(const struct board_lines *b, const struct view_panel *p, int rows,
    int columns, struct text *out)
{
    for (int row = 0; row < rows; row++) {
        int beyond = row - b->count;
        if (beyond < 0)
            board_lines_clip(out, b->lines[row], b->lengths[row], columns);
        else if (beyond < p->count)
            board_lines_clip(out, p->lines[beyond], strlen(p->lines[beyond]), columns);
        text_char(out, '\n');
    }
}

void view_draw(
    const struct view *v, const struct drawing *style, struct view_size size, struct text *out)
{
    static _Thread_local struct board_lines board;
    static _Thread_local struct view_panel panel;
    int columns = size.columns > 1 ? size.columns - 1 : 1; // the last one makes terminals wrap
    int rows = size.rows - 1;                              // without the last line
    struct drawing marked = *style;
    marked.last = v->last;
    board_lines_draw(&board, v->game, &v->position, &marked);
    memset(panel.lines, 0, sizeof panel.lines);
    panel.count = 0;
    panel.columns = columns - board.columns - GAP_COLUMNS;
    if (panel.columns >= PANEL_COLUMNS_LEAST) {
        panel.columns = panel.columns < PANEL_COLUMNS_MOST ? panel.columns : PANEL_COLUMNS_MOST;
        panel.most = rows < PANEL_LINES_MOST - 1 ? rows : PANEL_LINES_MOST - 1;
        panel.most = board.free < panel.most ? board.free : panel.most;
        if (panel.most > 0)
            view_fill_beside(&panel, v, style);
        view_put_beside(&board, &panel, rows, columns, out);
    } else {
        int spare = rows - board.count;
        panel.columns = columns;
        panel.most = spare > 4 ? 4 : spare < 0 ? 0 : spare;
        if (panel.most > 0)
            view_fill_below(&panel, v, style);
        view_put_below(&board, &panel, rows, columns, out);
    }
    char bytes[LINE_BYTES];
    struct text status = TEXT_IN(bytes);
    view_text_status(&status, v);
    if (style->colour)
        text_string(out, v->over ? bold : dim);
    columns_shorten(out, bytes, columns);
    if (style->colour)
        text_string(out, normal);
    text_char(out, '\n');
}

// --- The state ---

void view_begin(struct view *v, const struct game *game, const position *start, int64_t index)
{
    v->game = game;
    v->position = *start;
    v->last = MOVE_NONE;
    v->index = index;
    v->count = 0;
    v->begun = v->over = false;
    v->words[0] = '\0';
    memset(v->clocks, 0, sizeof v->clocks);
}

void view_move(struct view *v, int seat, move m, const position *before, const position *after)
{
    struct view_move *entry = &v->moves[v->count++ % VIEW_MOVES_KEPT];
    struct text name = TEXT_IN(entry->name);
    entry->seat = seat;
    v->game->print_move(before, m, &name);
    v->position = *after;
    v->last = m;
}
