#include "cli/debugging.h"

#include "arena/conditions.h"
#include "arena/player_text.h"
#include "base/bridge_text.h"
#include "base/clock.h"
#include "cli/terminal.h"
#include "contest/command_name.h"
#include "link/target.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEBUGGING_TICK_MS = 50, DEBUGGING_END_MS = 300 };

// --- Before the game ---

// agon wrap --connect 127.0.0.1:{port} -- COMMAND, with {port} to be replaced later.
static bool debugging_wrap(struct debugging *d, const struct words *command, struct error *e)
{
    static const char *const before[] = {"wrap", "--connect", "127.0.0.1:{port}", "--"};
    enum { BEFORE = sizeof before / sizeof *before };
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    size_t count = 1 + BEFORE + command->count;
    d->words.list = calloc(count + 1, sizeof *d->words.list);
    for (size_t i = 0; d->words.list && i < count; i++) {
        const char *word = i == 0 ? program
            : i <= BEFORE         ? before[i - 1]
                                  : command->list[i - 1 - BEFORE];
        if (!(d->words.list[i] = strdup(word)))
            break;
        d->words.count++;
    }
    if (length <= 0)
        return error_set(e, "agon does not find its own program: %s", strerror(errno));
    return d->words.count == count || error_set(e, "out of memory");
}

bool debugging_change_request(struct debugging *d, struct match_request *q, struct error *e)
{
    const char **text = &q->players[d->player];
    struct target target;
    if ((*text)[0] == '@' || strcmp(*text, "human") == 0 || entry_text_is(*text) ||
        bridge_text_is(*text))
        return error_set(e,
            "--debug is for a command (\"python3 mybot/main.py {host} {port}\") or "
            "listen:PORT; built-in players and entries have no debugger");
    if (!target_parse(*text, &target, e))
        return false;
    bool well = true;
    d->text = *text;
    d->here = target.kind == LINK_DIAL_IN;
    d->starts = d->here || target.kind == LINK_COMMAND;
    if (d->here) {
        d->words = target.words;
        target.words = (struct words){0};
    } else if (d->starts) {
        well = debugging_wrap(d, &target.words, e);
    }
    target_destroy(&target);
    if (!well)
        return false;
    if (d->starts)
        *text = "listen:0";
    if (!q->sandbox)
        q->sandbox = "none"; // a debugger may look at all of it
    return true;
}

// The first bot of the two.
static bool debugging_find_player(
    struct debugging *d, const struct match_request *q, struct error *e)
{
    for (d->player = 0; d->player < SEATS; d->player++) {
        const char *text = q->players[d->player];
        if (text[0] != '@' && strcmp(text, "human") != 0)
            break;
    }
    if (d->player == SEATS || strcmp(q->players[1 - d->player], "human") == 0)
        return error_set(e, "--debug is for a bot against a built-in player or another bot");
    return q->games == 1 || error_set(e, "--debug is for one game: leave out --games");
}

struct debugging *debugging_create(struct match_request *q, bool watch, bool ascii, struct error *e)
{
    struct debugging *d = watch ? NULL : calloc(1, sizeof *d);
    if (!d) {
        error_set(e, watch ? "--debug and --watch: one of them" : "out of memory");
        return NULL;
    }
    d->ascii = ascii;
    if (debugging_find_player(d, q, e) && debugging_change_request(d, q, e))
        return d;
    words_destroy(&d->words);
    free(d);
    return NULL;
}

void debugging_restore_name(
    const struct debugging *d, struct match_options *m, struct match_request *q)
{
    q->players[d->player] = d->text;
    if (!d->starts)
        return;
    player_text_name(m->players[d->player].name, d->text);
    players_tell_apart(&m->players[0], &m->players[1]);
}

void debugging_change_session(struct debugging *d, struct match_session *s)
{
    struct player *bot = &s->options.players[d->player];
    bot->untimed = true;
    bot->held = true;
    s->options.budget.start_ns = CONDITIONS_DAY_MS * NS_PER_MS;
    s->wants |= ARENA_MOVES | ARENA_FACTS;
    s->deaf = d->here;
    s->tick_ms = DEBUGGING_TICK_MS;
    d->match = &s->match;
    d->game = s->options.game;
    for (int i = 0; i < SEATS; i++)
        debugging_rename(d, i, s->options.players[i].name);
    d->program.pidfd = -1;
    d->last = MOVE_NONE;
}

void debugging_rename(struct debugging *d, int player, const char *name)
{
    d->names[player] = name;
}

// --- What is said ---

static void debugging_end_prompt(struct debugging *d)
{
    if (d->prompted)
        fputc('\n', stderr);
    d->prompted = false;
}

static void debugging_draw(const struct debugging *d)
{
    struct drawing style = terminal_drawing(stderr, d->ascii);
    struct text board = text_growing();
    style.last = d->last;
    d->game->draw(&d->position, &style, &board);
    print_bytes(stderr, &board);
    text_destroy(&board);
}

static void debugging_prompt(struct debugging *d)
{
    print_part(stderr, "move %d: %s is to be asked  [Enter: ask, b: board, g: go on, q: quit] ",
        d->skipped + d->moves + 1, d->names[d->player]);
    fflush(stderr);
    d->prompted = true;
}

static void debugging_tell_move(struct debugging *d, const struct arena_event *event)
{
    char words[MOVE_TEXT_BYTES];
    struct text name = TEXT_IN(words);
    d->game->print_move(&event->before, event->move, &name);
    debugging_end_prompt(d);
    print_line(
        stderr, "move %d: %s played %s", d->skipped + d->moves, d->names[event->player], words);
}

static void debugging_tell_port(const struct debugging *d, int port)
{
    print_line(stderr, "waiting for the bot at 127.0.0.1:%d. Start it so that it connects there%s",
        port, d->command ? ", such as:" : "");
    if (d->command)
        print_line(stderr, "    %s 127.0.0.1 %d", d->command, port);
}

// --- The bot in this terminal ---

static void debugging_start(struct debugging *d, int port)
{
    struct error e;
    char digits[16];
    snprintf(digits, sizeof digits, "%d", port);
    if (d->started)
        return;
    d->started = words_replace(&d->words, "{port}", digits) &&
        words_replace(&d->words, "{host}", "127.0.0.1") &&
        attached_program_start(&d->program, d->words.list, -1, -1, &e);
    d->prompted = d->started && d->here;
    if (d->started)
        return;
    print_line(stderr, "agon: %s", e.words);
    d->quit = true;
    match_stop(*d->match, POOL_NOW);
}

void debugging_tick(struct debugging *d)
{
    if (!d->started || d->quit || !attached_program_look(&d->program) || d->moves > 0 || d->asked)
        return;
    // It may have connected, and its end is on the way; but nobody waits for a day for it.
    d->quit = true;
    match_stop(*d->match, POOL_NOW);
}

void debugging_end(struct debugging *d)
{
    debugging_end_prompt(d);
    struct pollfd soon = {d->started ? d->program.pidfd : -1, POLLIN, 0};
    poll(&soon, 1, d->started ? DEBUGGING_END_MS : 0); // most bots end by themselves
    if (d->started && !attached_program_look(&d->program))
        print_line(
            stderr, "agon waits for the bot to end; leave the debugger when you are through");
    while (d->started && !attached_program_look(&d->program)) {
        struct pollfd ended = {d->program.pidfd, POLLIN, 0};
        poll(&ended, 1, d->program.pidfd < 0 ? DEBUGGING_TICK_MS : -1);
    }
    if (d->started)
        attached_program_end(&d->program);
    words_destroy(&d->words);
}

// --- One request at a time ---

static void debugging_let_go(struct debugging *d)
{
    d->asked = false;
    match_answer(*d->match, d->asked_game, d->question, MOVE_NONE);
}

static void debugging_obey(struct debugging *d, char key)
{
    d->prompted = false;
    switch (key) {
    case '\0':
        debugging_let_go(d);
        break;
    case 'g':
        d->let_go = INT32_MAX;
        debugging_let_go(d);
        break;
    case 'q':
        d->quit = true;
        match_stop(*d->match, POOL_NOW);
        break;
    default:
        debugging_draw(d);
        debugging_prompt(d);
        break;
    }
}

// What was typed ahead stays for the next request.
static void debugging_take_lines(struct debugging *d)
{
    char *newline;
    while (d->asked && !d->quit && (newline = memchr(d->line, '\n', d->length))) {
        size_t taken = (size_t)(newline - d->line) + 1;
        char key = taken > 1 ? d->line[0] : '\0';
        memmove(d->line, d->line + taken, d->length - taken);
        d->length -= taken;
        debugging_obey(d, key);
    }
}

static void debugging_hold(struct debugging *d, const struct arena_event *event)
{
    bool shown = d->skipped + d->moves + 1 > d->let_go;
    d->asked = true;
    d->asked_game = event->game;
    d->question = event->question;
    d->position = event->after;
    if (d->here && shown) {
        debugging_end_prompt(d);
        debugging_draw(d);
        print_line(stderr, "move %d: %s is asked", d->skipped + d->moves + 1, d->names[d->player]);
    }
    d->prompted = d->prompted || d->here;
    if (d->here || !shown) {
        debugging_let_go(d);
    } else {
        debugging_prompt(d);
        debugging_take_lines(d);
    }
}

void debugging_event(struct debugging *d, const struct arena_event *event)
{
    if (event->kind == ARENA_SAID && event->port > 0) {
        if (d->starts)
            debugging_start(d, event->port);
        else
            debugging_tell_port(d, event->port);
    } else if (event->kind == ARENA_BEGUN) {
        d->moves = 0;
    } else if (event->kind == ARENA_MOVED) {
        d->moves++;
        d->last = event->move;
        if (d->skipped + d->moves >= d->let_go)
            debugging_tell_move(d, event);
    } else if (event->kind == ARENA_OVER) {
        debugging_end_prompt(d);
    } else if (event->kind == ARENA_ASKED) {
        debugging_hold(d, event);
    }
}

bool debugging_wants_keys(const struct debugging *d)
{
    return d->asked && !d->here;
}

// The end of the input goes on to the end: nobody is there who could press a key.
void debugging_read_keys(struct debugging *d)
{
    ssize_t n = read(STDIN_FILENO, d->line + d->length, sizeof d->line - 1 - d->length);
    if (n < 0 && errno == EINTR)
        return;
    if (n <= 0) {
        debugging_end_prompt(d);
        debugging_obey(d, 'g');
        return;
    }
    d->length += (size_t)n;
    debugging_take_lines(d);
    if (d->length == sizeof d->line - 1)
        d->length = 0;
}
