#include "cli/replay_view.h"

#include "base/clock.h"
#include "base/columns.h"
#include "cli/board_lines.h"
#include "report/verdict_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    PAGE_STEPS = 10,
    TYPED_MOST = 99999,
    US_PER_MS = 1000,
    WIDTH_LEAST = 20,
    BESIDE_COLUMNS = 21, // with fewer beside the board, view_draw puts clocks and moves below it,
    BELOW_ROWS = 4,      // in so many rows
    BRIEF_ROWS_LEAST = 3
};

static const int64_t ns_per_us = 1000;

// --- Steps ---

int replay_view_last_step(const struct replay_view *v)
{
    return v->place.game->move_count + (v->place.game->ended ? 1 : 0);
}

// How many moves have been played at this step.
static int replay_view_moves(const struct replay_view *v)
{
    return v->place.step < v->place.game->move_count ? v->place.step : v->place.game->move_count;
}

static void replay_view_go(struct replay_view *v, int64_t step)
{
    int last = replay_view_last_step(v);
    v->place.step = step < 0 ? 0 : step > last ? last : (int)step;
    v->scroll = 0;
}

// Did something happen in this step that an author looks for: a fault, a note, a move that took
// more than half of its time?
static bool replay_view_is_marked(const struct replay_view *v, int step)
{
    const struct recorded_game *g = v->place.game;
    if (step == replay_view_last_step(v) && g->ended && g->end.blame != NOBODY)
        return true;
    for (size_t i = 0; i < g->line_count; i++) {
        if (g->lines[i].kind == RECORD_NOTE && g->lines[i].moves == step - 1)
            return true;
    }
    if (step < 1 || step > g->move_count)
        return false;
    int64_t limit_ms = recorded_game_limit_ms(g, step - 1);
    return limit_ms > 0 && g->moves[step - 1].charge.charged_us > limit_ms * US_PER_MS / 2;
}

static void replay_view_go_to_mark(struct replay_view *v, int direction)
{
    int last = replay_view_last_step(v);
    for (int step = v->place.step + direction; step >= 0 && step <= last; step += direction) {
        if (replay_view_is_marked(v, step)) {
            replay_view_go(v, step);
            return;
        }
    }
}

void replay_view_tick(struct replay_view *v)
{
    if (v->playing)
        replay_view_go(v, (int64_t)v->place.step + 1);
    v->playing = v->playing && v->place.step < replay_view_last_step(v);
}

// --- Keys ---

enum replay_key {
    REPLAY_NO_KEY,
    REPLAY_NEXT,
    REPLAY_BEFORE,
    REPLAY_UP,
    REPLAY_DOWN,
    REPLAY_FORWARD,
    REPLAY_BACK,
    REPLAY_FIRST,
    REPLAY_LAST,
    REPLAY_MARK_BEFORE,
    REPLAY_MARK_NEXT,
    REPLAY_PLAY,
    REPLAY_FASTER,
    REPLAY_SLOWER,
    REPLAY_FLIP,
    REPLAY_NEXT_PAGE,
    REPLAY_SHOW_BOARD,
    REPLAY_SHOW_MESSAGES,
    REPLAY_SHOW_STDERR,
    REPLAY_SHOW_VERDICT,
    REPLAY_SHOW_HELP,
    REPLAY_ENTER,
    REPLAY_QUIT,
};

// Terminals send the same key in several ways.
static const struct {
    const char *bytes;
    enum replay_key key;
} replay_keys[] = {
    {"\033[C", REPLAY_NEXT},
    {"\033OC", REPLAY_NEXT},
    {".", REPLAY_NEXT},
    {"l", REPLAY_NEXT},
    {"\033[D", REPLAY_BEFORE},
    {"\033OD", REPLAY_BEFORE},
    {",", REPLAY_BEFORE},
    {"h", REPLAY_BEFORE},
    {"\033[A", REPLAY_UP},
    {"\033OA", REPLAY_UP},
    {"k", REPLAY_UP},
    {"\033[B", REPLAY_DOWN},
    {"\033OB", REPLAY_DOWN},
    {"j", REPLAY_DOWN},
    {"\033[6~", REPLAY_FORWARD},
    {"\033[5~", REPLAY_BACK},
    {"\033[H", REPLAY_FIRST},
    {"\033OH", REPLAY_FIRST},
    {"\033[1~", REPLAY_FIRST},
    {"\033[7~", REPLAY_FIRST},
    {"g", REPLAY_FIRST},
    {"\033[F", REPLAY_LAST},
    {"\033OF", REPLAY_LAST},
    {"\033[4~", REPLAY_LAST},
    {"\033[8~", REPLAY_LAST},
    {"G", REPLAY_LAST},
    {"[", REPLAY_MARK_BEFORE},
    {"]", REPLAY_MARK_NEXT},
    {" ", REPLAY_PLAY},
    {"p", REPLAY_PLAY},
    {"+", REPLAY_FASTER},
    {"=", REPLAY_FASTER},
    {"-", REPLAY_SLOWER},
    {"f", REPLAY_FLIP},
    {"\t", REPLAY_NEXT_PAGE},
    {"b", REPLAY_SHOW_BOARD},
    {"m", REPLAY_SHOW_MESSAGES},
    {"e", REPLAY_SHOW_STDERR},
    {"v", REPLAY_SHOW_VERDICT},
    {"?", REPLAY_SHOW_HELP},
    {"\n", REPLAY_ENTER},
    {"\r", REPLAY_ENTER},
    {"q", REPLAY_QUIT},
    {"Q", REPLAY_QUIT},
};

static enum replay_key replay_view_find_key(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof replay_keys / sizeof *replay_keys; i++) {
        if (strlen(replay_keys[i].bytes) == length &&
            memcmp(replay_keys[i].bytes, bytes, length) == 0)
            return replay_keys[i].key;
    }
    return REPLAY_NO_KEY;
}

// The key of a page shows it, and once more the board.
static void replay_view_show(struct replay_view *v, enum replay_page page)
{
    v->page = v->page == page ? REPLAY_BOARD : page;
    v->scroll = 0;
}

// On a page of text the keys up and down scroll, on the board they step.
static void replay_view_vertical(struct replay_view *v, int direction)
{
    if (v->page == REPLAY_BOARD)
        replay_view_go(v, (int64_t)v->place.step + direction);
    else
        v->scroll = v->scroll + direction < 0 ? 0 : v->scroll + direction;
}

static void replay_view_press_page(struct replay_view *v, enum replay_key key)
{
    if (key == REPLAY_NEXT_PAGE)
        replay_view_show(v, v->page < REPLAY_VERDICT ? v->page + 1 : REPLAY_BOARD);
    else
        replay_view_show(v, REPLAY_BOARD + (enum replay_page)(key - REPLAY_SHOW_BOARD));
}

static void replay_view_press(struct replay_view *v, enum replay_key key)
{
    switch (key) {
    case REPLAY_NEXT:
    case REPLAY_BEFORE:
        v->playing = false;
        replay_view_go(v, (int64_t)v->place.step + (key == REPLAY_NEXT ? 1 : -1));
        break;
    case REPLAY_UP:
    case REPLAY_DOWN:
        replay_view_vertical(v, key == REPLAY_DOWN ? 1 : -1);
        break;
    case REPLAY_FORWARD:
    case REPLAY_BACK:
        replay_view_go(
            v, (int64_t)v->place.step + (key == REPLAY_FORWARD ? PAGE_STEPS : -PAGE_STEPS));
        break;
    case REPLAY_FIRST:
        replay_view_go(v, 0);
        break;
    case REPLAY_LAST:
        replay_view_go(v, replay_view_last_step(v));
        break;
    case REPLAY_MARK_BEFORE:
    case REPLAY_MARK_NEXT:
        replay_view_go_to_mark(v, key == REPLAY_MARK_NEXT ? 1 : -1);
        break;
    case REPLAY_PLAY: // at the end it begins again
        v->playing = !v->playing;
        if (v->playing && v->place.step == replay_view_last_step(v))
            replay_view_go(v, 0);
        break;
    case REPLAY_FASTER:
    case REPLAY_SLOWER:
        v->pace_ms = playback_next_pace(v->pace_ms, key == REPLAY_FASTER);
        break;
    case REPLAY_FLIP:
        v->flipped = !v->flipped;
        break;
    case REPLAY_QUIT:
        v->quit = true;
        break;
    case REPLAY_NO_KEY:
    case REPLAY_ENTER:
        break;
    default:
        replay_view_press_page(v, key);
    }
}

static void replay_view_take_key(void *user, const char *bytes, size_t length)
{
    struct replay_view *v = user;
    if (length == 1 && bytes[0] >= '0' && bytes[0] <= '9') {
        int typed = (v->typed == REPLAY_NOTHING_TYPED ? 0 : v->typed) * 10 + bytes[0] - '0';
        v->typed = typed > TYPED_MOST ? TYPED_MOST : typed;
        return;
    }
    enum replay_key key = replay_view_find_key(bytes, length);
    if (key == REPLAY_ENTER && v->typed != REPLAY_NOTHING_TYPED) {
        v->playing = false;
        replay_view_go(v, v->typed);
    }
    v->typed = REPLAY_NOTHING_TYPED;
    replay_view_press(v, key);
}

void replay_view_type(struct replay_view *v, const char *bytes, size_t length)
{
    key_reader_type(&v->keys, bytes, length, replay_view_take_key, v);
}

// --- The board ---

static void replay_view_take_clock(struct view_clock *c, const struct recorded_charge *charge,
    int64_t limit_ms, const struct recorded_player *p)
{
    if (charge->charged_us == RECORDED_UNKNOWN)
        return;
    c->move_ns = charge->charged_us * ns_per_us;
    c->all_ns += c->move_ns;
    c->limit_ns = limit_ms > 0 ? limit_ms * NS_PER_MS : 0;
    c->left_ns -= c->move_ns - (p->increment_ms > 0 ? p->increment_ms * NS_PER_MS : 0);
}

// "wall 14.0 ms; waited 2.1 ms; not charged 2.0 ms"
static void replay_view_put_details(struct text *out, const struct recorded_charge *c)
{
    const struct {
        const char *name;
        int64_t us;
    } parts[] = {{"wall", c->wall_us}, {"waited", c->waited_us}, {"cpu", c->cpu_us},
        {"refunded", c->wall_us >= 0 && c->charged_us >= 0 ? c->wall_us - c->charged_us : -1}};
    text_clear(out);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].us >= US_PER_MS / 10)
            text_format(out, "%s%s %.1f ms", out->length > 0 ? "; " : "", parts[i].name,
                (double)parts[i].us / US_PER_MS);
    }
}

static void replay_view_take_move(struct replay_view *v, int number)
{
    const struct recorded_game *g = v->place.game;
    const struct recorded_move *m = &g->moves[number];
    struct view *view = &v->view;
    struct text details = TEXT_IN(view->details[m->seat]);
    replay_view_take_clock(&view->clocks[m->seat], &m->charge, recorded_game_limit_ms(g, number),
        &g->players[m->seat]);
    replay_view_put_details(&details, &m->charge);
    view_move(view, m->seat, m->move, &m->before, recorded_game_position(g, number + 1));
}

// In words: which move this is, and what it does.
static void replay_view_describe(struct text *out, const struct replay_view *v)
{
    const struct recorded_game *g = v->place.game;
    if (v->place.step > g->move_count) {
        verdict_text_headline(out, g, v->place.number);
        return;
    }
    text_format(out, "move %d/%d", v->place.step, g->move_count);
    if (v->place.step == 0) {
        text_string(out, ": the start");
        return;
    }
    const struct recorded_move *m = &g->moves[v->place.step - 1];
    char words[MOVE_WORDS_BYTES];
    struct text described = TEXT_IN(words);
    g->game->describe_move(&m->before, m->move, &described);
    text_string(out, ": ");
    text_visible(out, g->players[m->seat].name, strlen(g->players[m->seat].name));
    text_format(out, " %s", words);
}

static void replay_view_put_status(struct text *out, const struct replay_view *v)
{
    if (v->typed != REPLAY_NOTHING_TYPED) {
        text_format(out, "go to move %d: Enter", v->typed);
        return;
    }
    replay_view_describe(out, v);
    if (v->playing)
        text_format(out, "   playing, %" PRId64 " ms  space: pause", v->pace_ms);
    else
        text_string(out, "   ?: keys  q: quit");
}

static void replay_view_make_board(struct replay_view *v)
{
    const struct recorded_game *g = v->place.game;
    struct view *view = &v->view;
    int moves = replay_view_moves(v);
    view_begin(view, g->game, &g->start, v->place.number);
    view->begun = true;
    for (int seat = 0; seat < SEATS; seat++) {
        const struct recorded_player *p = &g->players[seat];
        snprintf(view->names[seat], sizeof view->names[seat], "%s", p->name);
        view->details[seat][0] = '\0';
        view->clocks[seat].has_budget = p->game_ms > 0;
        view->clocks[seat].left_ns = p->game_ms > 0 ? p->game_ms * NS_PER_MS : 0;
    }
    for (int i = 0; i < moves; i++)
        replay_view_take_move(v, i);
    view->over = v->place.step > g->move_count || g->game->outcome(&view->position).over;
    if (v->place.step > g->move_count && g->end.blame != NOBODY) {
        struct text details = TEXT_IN(view->details[g->end.blame]);
        replay_view_take_clock(&view->clocks[g->end.blame], &g->end.answer, g->end.answer.limit_ms,
            &g->players[g->end.blame]);
        replay_view_put_details(&details, &g->end.answer);
    }
    struct text status = TEXT_IN(view->status);
    replay_view_put_status(&status, v);
}

// --- Pages of text ---

static int replay_view_count_lines(const struct text *page)
{
    int count = 0;
    for (const char *at = page->bytes; (at = strchr(at, '\n')); at++)
        count++;
    return count;
}

// What fits of the page from the scrolled line on, filled up with empty lines.
static void replay_view_cut_page(
    struct replay_view *v, const struct text *page, int rows, int columns, struct text *out)
{
    int count = replay_view_count_lines(page), most = count > rows ? count - rows : 0;
    v->scroll = v->scroll > most ? most : v->scroll;
    const char *at = page->bytes;
    for (int i = 0; i < v->scroll; i++)
        at = strchr(at, '\n') + 1;
    for (int row = 0; row < rows; row++) {
        size_t length = strcspn(at, "\n");
        board_lines_clip(out, at, length, columns);
        text_char(out, '\n');
        at += length + (at[length] == '\n');
    }
}

static void replay_view_draw_page(
    struct replay_view *v, const struct drawing *style, struct view_size size, struct text *out)
{
    char bytes[VIEW_WORDS_BYTES];
    struct text page = text_growing(), status = TEXT_IN(bytes);
    int columns = size.columns - 1 < WIDTH_LEAST ? WIDTH_LEAST : size.columns - 1;
    int rows = size.rows - 1;
    replay_pages_write(&v->place, v->page, style, columns, &page);
    bool more = replay_view_count_lines(&page) > rows;
    replay_view_cut_page(v, &page, rows, size.columns > 1 ? size.columns - 1 : 1, out);
    if (v->page == REPLAY_HELP)
        text_string(&status, "?: back");
    else
        replay_view_put_status(&status, v);
    if (more)
        text_string(&status, "   up, down: scroll");
    columns_shorten(out, bytes, size.columns > 1 ? size.columns - 1 : 1);
    text_char(out, '\n');
    text_destroy(&page);
}

// A board that is cut does not scroll: the last line begins with the size that it wants.
static void replay_view_tell_size(
    struct replay_view *v, const struct board_lines *board, struct view_size size)
{
    char before[VIEW_WORDS_BYTES];
    if (size.columns > board->columns && size.rows > board->count)
        return;
    memcpy(before, v->view.status, sizeof before);
    struct text status = TEXT_IN(v->view.status); // empty now
    text_format(&status, "too small: %dx%d  ", board->columns + 1, board->count + 1);
    text_string(&status, before);
}

// How many rows the board wants, with what stands beside or below it and the last line.
static int replay_view_board_rows(
    struct replay_view *v, const struct drawing *style, struct view_size size)
{
    static struct board_lines board;
    const int columns = size.columns;
    board_lines_draw(&board, v->view.game, &v->view.position, style);
    replay_view_tell_size(v, &board, size);
    return board.count + 1 + (columns - board.columns < BESIDE_COLUMNS ? BELOW_ROWS : 0);
}

// Where the terminal is higher than the board, the messages of the step stand below it. The last
// line of the view stays the last.
static void replay_view_draw_board(
    struct replay_view *v, const struct drawing *style, struct view_size size, struct text *out)
{
    replay_view_make_board(v);
    int board_rows = replay_view_board_rows(v, style, size);
    int spare = size.rows - board_rows;
    if (spare < BRIEF_ROWS_LEAST) {
        view_draw(&v->view, style, size, out);
        return;
    }
    struct text board = text_growing(), brief = text_growing();
    view_draw(&v->view, style, (struct view_size){size.columns, board_rows}, &board);
    replay_pages_brief(&v->place, size.columns > 1 ? size.columns - 1 : 1, spare - 1, &brief);
    size_t last = board.length > 0 ? board.length - 1 : 0;
    while (last > 0 && board.bytes[last - 1] != '\n')
        last--;
    text_bytes(out, board.bytes, last);
    text_char(out, '\n');
    text_string(out, brief.bytes);
    for (int row = replay_view_count_lines(&brief) + 1; row < spare; row++)
        text_char(out, '\n');
    text_string(out, board.bytes + last);
    text_destroy(&board);
    text_destroy(&brief);
}

void replay_view_draw(
    struct replay_view *v, const struct drawing *style, struct view_size size, struct text *out)
{
    struct drawing turned = *style;
    turned.flipped = v->flipped;
    if (v->page == REPLAY_BOARD)
        replay_view_draw_board(v, &turned, size, out);
    else
        replay_view_draw_page(v, &turned, size, out);
}

void replay_view_begin(struct replay_view *v)
{
    v->typed = REPLAY_NOTHING_TYPED;
    v->view.games = 0;
}
