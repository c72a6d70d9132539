// agon analyse GAME: a position, its best lines while they deepen, and moves to try.
#include "author/deepening.h"
#include "base/nearest.h"
#include "base/number.h"
#include "cli/analyse_lines.h"
#include "cli/progress.h"
#include "cli/terminal.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SESSION_LINE_BYTES = 1024,
    SESSION_MOVES_MOST = 1000, // that can be taken back
    SESSION_REDRAW_MS = 150,
    SESSION_GO_S = 3, // how long "go" thinks where nobody can press Enter
    SESSION_SECONDS_MOST = 86400,
};

struct analyse_session {
    struct analyse_session_wish wish;
    position positions[SESSION_MOVES_MOST + 1];
    int count; // of moves that can be taken back; positions[count] is shown
    bool terminal;
    bool quit;
    char typed[SESSION_LINE_BYTES]; // what ended the thinking; "": nothing but Enter
};

static const position *session_position(const struct analyse_session *s)
{
    return &s->positions[s->count];
}

// --- What is shown ---

static void session_show_board(const struct analyse_session *s)
{
    char bytes[DRAWING_BYTES];
    struct text board = TEXT_IN(bytes);
    const struct game *game = s->wish.game;
    struct drawing style = terminal_drawing(stdout, s->wish.ascii);
    game->draw(session_position(s), &style, &board);
    printf("%s\n", bytes);
    const struct outcome o = game->outcome(session_position(s));
    if (!o.over)
        printf("%s to move\n", game->seat_names[game->turn(session_position(s))]);
    else if (o.winner == NOBODY)
        printf("over: a draw, %s\n", o.reason);
    else
        printf("over: %s wins, %s\n", game->seat_names[o.winner], o.reason);
}

static void session_show_moves(const struct analyse_session *s)
{
    move moves[MOVES_MAX];
    const int count = s->wish.game->moves(session_position(s), moves);
    for (int i = 0; i < count; i++) {
        char bytes[MOVE_TEXT_BYTES];
        struct text name = TEXT_IN(bytes);
        s->wish.game->print_move(session_position(s), moves[i], &name);
        printf("%s%s", i > 0 ? " " : "", bytes);
    }
    printf("\n");
}

static void session_show_text(const struct analyse_session *s)
{
    char bytes[POSITION_TEXT_BYTES];
    struct text text = TEXT_IN(bytes);
    s->wish.game->print(session_position(s), &text);
    printf("%s\n", bytes);
}

// --- Thinking ---

// Draws the lines; on a terminal over those that were drawn before. Returns how many.
static int session_draw(const struct analyse_session *s, struct deepening *d, int drawn)
{
    struct line lines[LINES_WANTED_MOST];
    const int count = deepening_copy(d, lines, s->wish.lines);
    struct text out = text_growing();
    if (drawn > 0)
        text_format(&out, "\033[%dA", drawn);
    analyse_lines_text(s->wish.game, session_position(s), lines, count,
        s->terminal ? progress_columns() : SESSION_LINE_BYTES, s->terminal ? "\033[K" : "", &out);
    print_bytes(stdout, &out);
    text_destroy(&out);
    return count;
}

// Is there something to read on stdin within so many milliseconds?
static bool session_hears(int ms)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&in, 1, ms) > 0;
}

static void session_go(struct analyse_session *s, const char *typed)
{
    struct error e;
    int64_t seconds = SESSION_GO_S;
    if (*typed && !number_read("go", typed, 1, SESSION_SECONDS_MOST, &seconds, &e)) {
        wrong_input(&e);
        return;
    }
    struct deepening *d = deepening_start(&(struct deepening_wish){.game = s->wish.game,
                                              .position = *session_position(s),
                                              .lines = s->wish.lines,
                                              .threads = s->wish.threads},
        &e);
    if (!d) {
        wrong_input(&e);
        return;
    }
    int drawn = 0;
    if (s->terminal && !*typed) {
        printf("Enter ends it; so does a move or a command.\n");
        while (!deepening_is_over(d) && !session_hears(SESSION_REDRAW_MS))
            drawn = session_draw(s, d, drawn);
        if (session_hears(0) && fgets(s->typed, sizeof s->typed, stdin))
            drawn++; // the terminal has gone to the next line
        if (s->typed[strspn(s->typed, " \t\r\n")] == '\0')
            s->typed[0] = '\0';
    } else {
        deepening_wait(d, 1000 * seconds);
    }
    session_draw(s, d, drawn);
    deepening_stop(d);
}

// --- Commands ---

static void session_move(struct analyse_session *s, const char *typed)
{
    struct error e;
    struct refusal why;
    const struct game *game = s->wish.game;
    position p = *session_position(s);
    move m;
    if (!game->parse_move(&p, typed, &m, &e)) {
        wrong_input(&e);
        return;
    }
    if (!game->legal(&p, m, &why)) {
        print_line(stderr, "agon: %s: %s", why.rule, why.words);
        return;
    }
    if (s->count == SESSION_MOVES_MOST) {
        memmove(s->positions, s->positions + 1, SESSION_MOVES_MOST * sizeof *s->positions);
        s->count--;
    }
    game->apply(&p, m);
    s->positions[++s->count] = p;
    session_show_board(s);
}

static void session_command_back(struct analyse_session *s, const char *rest)
{
    (void)rest;
    if (s->count == 0) {
        print_line(stderr, "agon: no move was made here");
        return;
    }
    s->count--;
    session_show_board(s);
}

static void session_command_start(struct analyse_session *s, const char *rest)
{
    struct error e;
    position p;
    if (!s->wish.game->start(&p, *rest ? rest : s->wish.game->variant(session_position(s)), &e)) {
        wrong_input(&e);
        return;
    }
    s->count = 0;
    s->positions[0] = p;
    session_show_board(s);
}

static void session_command_position(struct analyse_session *s, const char *rest)
{
    struct error e, why;
    position p;
    if (!s->wish.game->parse(&p, rest, &why)) {
        error_in_text(&e, "position", rest, &why);
        wrong_input(&e);
        return;
    }
    s->count = 0;
    s->positions[0] = p;
    session_show_board(s);
}

static void session_command_lines(struct analyse_session *s, const char *rest)
{
    struct error e;
    int64_t lines;
    if (!number_read("lines", rest, 1, LINES_WANTED_MOST, &lines, &e))
        wrong_input(&e);
    else
        s->wish.lines = (int)lines;
}

static void session_command_board(struct analyse_session *s, const char *rest)
{
    (void)rest;
    session_show_board(s);
}

static void session_command_moves(struct analyse_session *s, const char *rest)
{
    (void)rest;
    session_show_moves(s);
}

static void session_command_text(struct analyse_session *s, const char *rest)
{
    (void)rest;
    session_show_text(s);
}

static void session_command_quit(struct analyse_session *s, const char *rest)
{
    (void)rest;
    s->quit = true;
}

static void session_command_help(struct analyse_session *s, const char *rest);

static const struct session_command {
    const char *name, *takes, *help;
    void (*run)(struct analyse_session *s, const char *rest);
} session_commands[] = {
    {"go", "[SECONDS]", "think about the best lines, until Enter is pressed", session_go},
    {"lines", "N", "how many lines", session_command_lines},
    {"back", "", "take the last move back", session_command_back},
    {"start", "[VARIANT]", "begin at the start", session_command_start},
    {"position", "TEXT", "begin there", session_command_position},
    {"board", "", "draw the board", session_command_board},
    {"moves", "", "list the legal moves", session_command_moves},
    {"text", "", "print the position as text", session_command_text},
    {"help", "", "this list", session_command_help},
    {"quit", "", "the end", session_command_quit},
};

enum { SESSION_COMMANDS = sizeof session_commands / sizeof *session_commands };

static void session_command_help(struct analyse_session *s, const char *rest)
{
    (void)rest;
    printf("  MOVE                 %s\n", s->wish.game->notation);
    for (int i = 0; i < SESSION_COMMANDS; i++)
        printf("  %-9s%-12s%s\n", session_commands[i].name, session_commands[i].takes,
            session_commands[i].help);
}

// An empty line thinks. What is not a command is a move.
static void session_obey(struct analyse_session *s, char *line)
{
    line += strspn(line, " \t");
    line[strcspn(line, "\r\n")] = '\0';
    const size_t length = strcspn(line, " \t");
    const char *rest = line + length + strspn(line + length, " \t");
    if (length == 0) {
        session_go(s, "");
        return;
    }
    for (int i = 0; i < SESSION_COMMANDS; i++)
        if (strlen(session_commands[i].name) == length &&
            strncmp(line, session_commands[i].name, length) == 0) {
            session_commands[i].run(s, rest);
            return;
        }
    session_move(s, line);
}

// The next line: one that was typed while the session thought, or one that is typed now.
static bool session_read(struct analyse_session *s, char line[SESSION_LINE_BYTES])
{
    if (s->typed[0] != '\0') {
        memcpy(line, s->typed, SESSION_LINE_BYTES);
        s->typed[0] = '\0';
        return true;
    }
    if (s->terminal) {
        printf("> ");
        fflush(stdout);
    }
    return fgets(line, SESSION_LINE_BYTES, stdin) != NULL;
}

int analyse_session(const struct analyse_session_wish *wish)
{
    char line[SESSION_LINE_BYTES];
    struct analyse_session *s = calloc(1, sizeof *s);
    if (!s)
        return wrong_input(&(struct error){.words = "out of memory"});
    s->wish = *wish;
    s->positions[0] = wish->position;
    s->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (s->terminal) {
        session_show_board(s);
        printf("A move, go, back, help or quit.\n");
    }
    while (!s->quit && session_read(s, line)) {
        session_obey(s, line);
        fflush(stdout);
    }
    free(s);
    return EXIT_OK;
}
