#include "cli/human.h"

#include "base/clock.h"
#include "base/columns.h"
#include "brains/brain.h"
#include "cli/person_input.h"
#include "cli/screen.h"
#include "cli/terminal.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

enum {
    NAME_COLUMNS = 30,
    TYPING_COLUMNS = 10,
    TOLD_MS = 100, // the time of an opponent that took longer is shown
    HINT_MS = 1000,
};

// The player that gives hints: strong enough for nearly everyone, and quick.
static const char hint_player[] = "@5";

// --- What is told ---

static const struct player *human_player_of(const struct human *h, int seat)
{
    return &h->players[seat == 0 ? h->first : 1 - h->first];
}

static void human_text_name(struct text *out, const struct human *h, int seat)
{
    columns_shorten(out, human_player_of(h, seat)->name, NAME_COLUMNS);
}

// How many bytes of a line fit into one line of the terminal: up to the last blank that fits, or
// all.
static size_t human_fitting_length(const char *line, size_t length, int columns)
{
    size_t fits = 0, at = 0;
    for (int used = 0; at < length && used <= columns;) {
        if (line[at] == ' ' && at > 0)
            fits = at;
        struct letter letter = letter_at(line + at, length - at);
        used += letter.columns;
        at += letter.bytes;
        if (used > columns && fits > 0)
            return fits;
    }
    return length;
}

// Prints lines. Those that are wider than the terminal are wrapped.
static void human_print_wrapped(const char *lines)
{
    int columns = isatty(STDERR_FILENO) ? screen_size(STDERR_FILENO).columns - 1 : INT_MAX;
    while (*lines != '\0') {
        size_t rest = strcspn(lines, "\n");
        size_t length = human_fitting_length(lines, rest, columns);
        print_line(stderr, "%.*s", (int)length, lines);
        lines += length < rest ? length + 1 : rest + (lines[rest] == '\n');
    }
}

static void human_print_board(const struct human *h)
{
    static _Thread_local char board[DRAWING_BYTES];
    struct text out = TEXT_IN(board);
    struct drawing style = terminal_drawing(stderr, h->ascii);
    style.last = h->kept > 0 ? h->moves[h->kept - 1].move : MOVE_NONE;
    h->game->draw(&h->position, &style, &out);
    fputs(board, stderr);
}

static int human_board_rows(const struct human *h)
{
    static _Thread_local char board[DRAWING_BYTES];
    struct text out = TEXT_IN(board);
    const struct drawing style = {.last = MOVE_NONE};
    int rows = 0;
    h->game->draw(&h->position, &style, &out);
    for (const char *c = board; *c != '\0'; c++)
        rows += *c == '\n';
    return rows;
}

// "d3: puts a stone on d3 and turns 1"
static void human_text_move(
    struct text *out, const struct human *h, const struct human_move *m, bool words)
{
    h->game->print_move(&m->before, m->move, out);
    if (!words)
        return;
    text_string(out, ": ");
    h->game->describe_move(&m->before, m->move, out);
    if (m->took_ns >= TOLD_MS * NS_PER_MS)
        text_format(out, " (%.1f s)", (double)m->took_ns / NS_PER_SECOND);
}

static void human_print_move(const struct human *h, const struct human_move *m)
{
    struct text line = text_growing();
    human_text_name(&line, h, m->seat);
    text_string(&line, " plays ");
    human_text_move(&line, h, m, true);
    human_print_wrapped(line.bytes);
    text_destroy(&line);
}

// Prints the moves from this one on in one line; without their descriptions if there is no room.
static void human_print_brief(const struct human *h, int from, bool words)
{
    struct text line = text_growing();
    for (int i = from; i < h->kept; i++) {
        const struct human_move *m = &h->moves[i];
        text_string(&line, i > from ? ", " : "");
        if (i == from || m->seat != h->moves[i - 1].seat) {
            human_text_name(&line, h, m->seat);
            text_string(&line, " plays ");
        }
        human_text_move(&line, h, m, words);
    }
    if (words && columns_count(line.bytes) >= screen_size(STDERR_FILENO).columns)
        human_print_brief(h, from, false);
    else
        human_print_wrapped(line.bytes);
    text_destroy(&line);
}

// The last own move of the seat, or -1.
static int human_last_own(const struct human *h, int seat)
{
    int at = h->kept - 1;
    while (at >= 0 && (h->moves[at].seat != seat || h->moves[at].forced))
        at--;
    return at;
}

// The board, and below it all that has happened since the seat's last own move. Where both do not
// fit into the terminal, the moves stand in one line above the board.
static void human_print_turn(const struct human *h, int seat)
{
    int from = human_last_own(h, seat) + 1;
    int rows = screen_size(STDERR_FILENO).rows;
    if (human_board_rows(h) + h->kept - from + 2 > rows) {
        human_print_brief(h, from, true);
        human_print_board(h);
        return;
    }
    fputc('\n', stderr);
    human_print_board(h);
    for (int i = from; i < h->kept; i++)
        human_print_move(h, &h->moves[i]);
}

static void human_print_history(const struct human *h)
{
    int width = screen_size(STDERR_FILENO).columns, used = 0;
    for (int i = 0; i < h->kept; i++) {
        char bytes[2 * MOVE_TEXT_BYTES];
        struct text entry = TEXT_IN(bytes);
        text_format(&entry, "%3d. ", h->count - h->kept + i + 1);
        h->game->print_move(&h->moves[i].before, h->moves[i].move, &entry);
        if (used > 0 && used + 2 + (int)entry.length >= width) {
            fputc('\n', stderr);
            used = 0;
        }
        used += fprintf(stderr, "%s%s", used > 0 ? "  " : "", bytes);
    }
    fputs(h->kept > 0 ? "\n" : "no move has been played yet\n", stderr);
}

// Takes one line; or two, if there is no room to type behind it.
static void human_print_prompt(const struct human *h, int seat)
{
    struct text who = text_growing(), what = text_growing();
    game_print_seat(h->game, seat, terminal_drawing(stderr, h->ascii).unicode, &who);
    text_char(&who, ' ');
    human_text_name(&who, h, seat);
    text_string(&who, ", your move");
    text_char(&what, '(');
    person_input_count(h->game, &h->position, &what);
    text_string(&what, "; or help): ");
    int needed = columns_count(who.bytes) + columns_count(what.bytes) + TYPING_COLUMNS;
    fprintf(stderr, "%s%c%s", who.bytes, needed < screen_size(STDERR_FILENO).columns ? ' ' : '\n',
        what.bytes);
    text_destroy(&what);
    text_destroy(&who);
}

// --- What is asked for besides a move ---

// The hint has a mind of its own, so that an opponent of the same level learns nothing from it.
static void human_print_hint(struct human *h)
{
    struct error e;
    const struct brain *brain = brain_find(hint_player, &e);
    struct mind *mind =
        brain && brain_plays(brain, h->game, &e) ? mind_create(brain, h->game, 0) : NULL;
    if (!mind) {
        fprintf(stderr, "no hint: there is no built-in player for this game, or no memory\n");
        return;
    }
    const struct limits limits = {.time_ns = HINT_MS * NS_PER_MS};
    const atomic_bool never = false;
    struct thought thought;
    mind_think(mind, &h->position, &limits, (uint64_t)h->count, &never, &thought);
    mind_destroy(mind);
    if (thought.best == MOVE_NONE)
        return;
    h->hints++;
    struct text line = text_growing();
    text_format(&line, "hint: after a short look %s plays ", hint_player);
    h->game->print_move(&h->position, thought.best, &line);
    text_string(&line, ": ");
    h->game->describe_move(&h->position, thought.best, &line);
    human_print_wrapped(line.bytes);
    text_destroy(&line);
}

// A referee and a record cannot go back. So the whole game is taken back, and another one begins at
// the position in which the person wants to decide again.
static bool human_take_back(struct human *h, int seat)
{
    const struct player *opponent = human_player_of(h, 1 - seat);
    int at = human_last_own(h, seat);
    if (at < 0) {
        fprintf(stderr, "there is nothing to take back: you have not moved yet\n");
    } else if (opponent->wire) {
        print_line(
            stderr, "%s cannot take back: its protocol has no word for that", opponent->name);
    } else if (h->recorded) {
        human_print_wrapped(
            "nothing can be taken back in a game that is recorded, since the record tells "
            "what was played: play without --record for that");
    } else {
        h->position = h->moves[at].before;
        h->count -= h->kept - at;
        h->kept = at;
        h->taken_back = true;
        match_take_back(*h->match, h->asked_game, &h->position);
        fprintf(stderr, "taken back; the game goes on from here\n");
    }
    return h->taken_back;
}

// Does what the person has typed. Returns true if that is an answer; `answer` is then the move, or
// MOVE_NONE to give up.
static bool human_obey(struct human *h, const struct person_input *in, move *answer)
{
    const int seat = h->game->turn(&h->position);
    struct text out = text_growing();
    bool answered = false;
    switch (in->wish) {
    case PERSON_NOTHING:
        break;
    case PERSON_MOVE:
        *answer = in->move;
        answered = true;
        break;
    case PERSON_MOVES:
        person_input_moves(
            h->game, &h->position, in->filter, screen_size(STDERR_FILENO).columns, &out);
        break;
    case PERSON_HELP:
        person_input_help(h->game, &h->position, &out);
        break;
    case PERSON_HINT:
        human_print_hint(h);
        break;
    case PERSON_UNDO:
        answered = human_take_back(h, seat);
        break;
    case PERSON_BOARD:
        human_print_turn(h, seat);
        break;
    case PERSON_HISTORY:
        human_print_history(h);
        break;
    case PERSON_QUIT:
        h->quit = true;
        answered = true;
        break;
    case PERSON_RESIGN:
        answered = true;
        break;
    case PERSON_UNKNOWN:
        text_format(&out, "%s\n", in->words);
        break;
    }
    human_print_wrapped(out.bytes);
    text_destroy(&out);
    return answered;
}

static void human_answer(struct human *h, move answer)
{
    h->asked = false;
    match_answer(*h->match, h->asked_game, h->question, answer);
}

static void human_take_line(struct human *h)
{
    struct person_input input;
    move answer = MOVE_NONE;
    h->line[h->length] = '\0';
    h->length = 0;
    person_input_read(h->game, &h->position, h->line, &input);
    if (human_obey(h, &input, &answer))
        human_answer(h, answer);
    else
        human_print_prompt(h, h->game->turn(&h->position));
}

// Reads byte by byte: what was typed behind the line is for the next question.
void human_read(struct human *h)
{
    char c;
    ssize_t n = read(STDIN_FILENO, &c, 1);
    if (n < 0 && errno == EINTR)
        return;
    if (n <= 0 && h->length == 0) {
        fputc('\n', stderr);
        human_answer(h, MOVE_NONE);
    } else if (n <= 0 || c == '\n') {
        human_take_line(h);
    } else if (h->length + 1 < sizeof h->line) {
        h->line[h->length++] = c;
    }
}

// --- The game as it goes on ---

static void human_see_begin(struct human *h, const struct arena_event *event)
{
    h->game = event->setup->game;
    h->first = event->setup->players[0];
    if (h->taken_back) { // what led here is still known
        h->taken_back = false;
        return;
    }
    h->position = event->setup->start;
    h->kept = h->count = h->hints = 0;
}

static void human_see_question(struct human *h, const struct arena_event *event)
{
    h->asked = true;
    h->asked_game = event->game;
    h->question = event->question;
    human_print_turn(h, event->seat);
    human_print_prompt(h, event->seat);
}

static void human_remember(struct human *h, const struct arena_event *event)
{
    if (h->kept == HUMAN_MOVES_KEPT) {
        h->kept--;
        memmove(h->moves, h->moves + 1, sizeof *h->moves * (size_t)h->kept);
    }
    h->moves[h->kept++] = (struct human_move){.before = event->before,
        .move = event->move,
        .seat = event->seat,
        .forced = event->forced,
        .took_ns = event->has_charge ? event->charge.wall_ns : 0};
    h->count++;
}

// Tells a person who has moved that the opponent is thinking.
static void human_tell_who_thinks(const struct human *h, int seat)
{
    int next = h->game->turn(&h->position);
    const struct player *player = human_player_of(h, next);
    if (next != seat && human_player_of(h, seat)->untimed && !player->untimed && !player->instant &&
        !h->game->outcome(&h->position).over)
        print_line(stderr, "%s thinks", player->name);
}

static void human_tell_end(const struct human *h, const struct result *result)
{
    fputc('\n', stderr);
    human_print_board(h);
    if (h->kept > 0)
        human_print_move(h, &h->moves[h->kept - 1]);
    print_part(stderr, "%s", result->explanation);
    if (h->hints > 0)
        fprintf(stderr, " (%d hint%s)", h->hints, h->hints == 1 ? "" : "s");
    fputs("\n\n", stderr);
}

void human_event(struct human *h, const struct arena_event *event)
{
    if (event->kind == ARENA_BEGUN) {
        human_see_begin(h, event);
    } else if (event->kind == ARENA_MOVED) {
        human_remember(h, event);
        h->position = event->after;
        human_tell_who_thinks(h, event->seat);
    } else if (event->kind == ARENA_ASKED) {
        human_see_question(h, event);
    } else if (event->kind == ARENA_OVER) {
        if (h->asked) // the opponent is gone
            fputc('\n', stderr);
        h->asked = false;
        struct result result;
        arena_event_result(event, &result);
        human_tell_end(h, &result);
    }
}
