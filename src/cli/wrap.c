// agon wrap: one bot, every transport. A bot that talks over stdin and stdout connects to an arena,
// one that connects or listens talks over stdin and stdout.
#include "author/wrapper.h"
#include "base/bridge_text.h"
#include "base/number.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "wire/token.h"
#include "wire/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    WRAP_WAIT_SECONDS = 10,
    WRAP_DAY_SECONDS = 24 * 60 * 60,
    WRAP_GAMES_MOST = 1000 * 1000 * 1000,
    WRAP_VAIN_MOST = 3, // connections in a row that came to nothing
};

// As typed.
struct wrap_request {
    const char *connect, *dial, *token, *name, *games;
    struct option_list command;
    bool stdio;
    int64_t wait;
};

struct wrap {
    struct wrapper_order order;
    struct target arena, bot;
    struct words words; // of a command that was given as one word
    struct text hello;
    int64_t games; // 0: for ever
};

// --- Signals ---

static int wrap_pipe[2] = {-1, -1};

static void wrap_hear(int number, siginfo_t *info, void *context)
{
    (void)context;
    int saved = errno;
    // Ctrl-C reaches all programs of the terminal, so that the bot has it already.
    bool shared = info->si_code == SI_KERNEL;
    unsigned char byte = (unsigned char)(shared ? number | WRAPPER_SIGNAL_SHARED : number);
    (void)!write(wrap_pipe[1], &byte, 1);
    errno = saved;
}

static bool wrap_listen_to_signals(struct error *e)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    if (pipe2(wrap_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return error_set(e, "no pipe: %s", strerror(errno));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction now, before;
        now = (struct sigaction){.sa_sigaction = wrap_hear, .sa_flags = SA_SIGINFO};
        // nohup, or a shell that starts it in the background, has a reason to ignore one.
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &now, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    return true;
}

// --- What was asked for ---

static bool wrap_read_games(struct wrap *w, const struct wrap_request *q, struct error *e)
{
    w->games = 1;
    if (!q->games)
        return true;
    if (!q->connect)
        return error_set(e, "--games is for --connect: over stdin and stdout there is one arena");
    if (strcmp(q->games, "forever") == 0) {
        w->games = 0;
        return true;
    }
    return number_read("--games", q->games, 1, WRAP_GAMES_MOST, &w->games, e);
}

static bool wrap_read_address(
    const char *option, const char *text, struct target *target, struct error *e)
{
    struct error wrong;
    char full[TARGET_HOST_BYTES + 16];
    bool port = strspn(text, "0123456789") == strlen(text);
    snprintf(full, sizeof full, "%s%.250s", port ? "127.0.0.1:" : "", text);
    return target_parse_address(full, target, &wrong) ||
        error_set(e, "%s: %s", option, wrong.words);
}

static bool wrap_read_ends(struct wrap *w, const struct wrap_request *q, struct error *e)
{
    if (q->stdio == (q->connect != NULL))
        return error_set(e, "where is the arena? --connect HOST:PORT, or --stdio: one of them");
    if (q->connect && !wrap_read_address("--connect", q->connect, &w->arena, e))
        return false;
    if (q->dial && !wrap_read_address("--dial", q->dial, &w->bot, e))
        return false;
    w->order.arena = q->connect ? &w->arena : NULL;
    w->order.bot = q->dial ? &w->bot : NULL;
    return true;
}

// Elsewhere a bot is one text, so one word with blanks is taken for that.
static bool wrap_read_command(struct wrap *w, struct wrap_request *q, struct error *e)
{
    struct option_list *list = &q->command;
    while (list->texts[list->count])
        list->count++;
    if (list->count == 0)
        return q->dial ||
            error_set(e, "which bot? Its command follows two dashes: -- python3 mybot.py");
    if (bridge_text_is(list->texts[0]))
        return error_set(
            e, "%.60s is an engine: only agon's own arenas speak with it", list->texts[0]);
    w->order.command = list->texts;
    if (list->count == 1 && strchr(list->texts[0], ' ') && access(list->texts[0], F_OK) != 0) {
        if (!words_split(list->texts[0], &w->words, e))
            return false;
        w->order.command = (const char *const *)w->words.list;
    }
    bool port = false, host = false;
    for (const char *const *word = w->order.command; *word; word++) {
        port = port || strstr(*word, "{port}");
        host = host || strstr(*word, "{host}");
    }
    if (port && q->dial)
        return error_set(e, "--dial is for a bot that listens: such a one is not told a {port}");
    return port || !host || error_set(e, "{host} without {port}: a bot that connects needs both");
}

// The command line can be seen by everybody on the machine, the environment cannot. The bot must
// not show the token a second time.
static bool wrap_read_hello(struct wrap *w, const struct wrap_request *q, struct error *e)
{
    const char *token = q->token ? q->token : q->connect ? getenv("AGON_TOKEN") : NULL;
    w->hello = text_growing();
    if ((q->token || q->name) && !q->connect)
        return error_set(e, "--token and --name are for an arena that it connects to");
    if (token && token[0] != '\0') {
        if (!token_fits(token))
            return error_set(e, "%s is not a token: a token has letters a-z and digits only",
                q->token ? "what --token says" : "AGON_TOKEN");
        token_write(&w->hello, token);
    }
    if (q->name) {
        if (!wire_name_fits(q->name))
            return error_set(e, "--name %.40s: a name has 1 to 32 letters a-z", q->name);
        text_format(&w->hello, "{\"name\":\"%s\"}\n", q->name);
    }
    w->order.hello = w->hello.length > 0 ? w->hello.bytes : NULL;
    w->order.named = q->name != NULL;
    unsetenv("AGON_TOKEN");
    return true;
}

// Takes stdin and stdout away from everybody else, so that closing them tells the arena.
static bool wrap_take_streams(struct wrap *w, struct error *e)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    w->order.arena_in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    w->order.arena_out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    bool well = nothing >= 0 && w->order.arena_in >= 0 && w->order.arena_out >= 0 &&
        dup2(nothing, STDIN_FILENO) >= 0 && dup2(nothing, STDOUT_FILENO) >= 0;
    if (nothing >= 0)
        close(nothing);
    return well || error_set(e, "stdin and stdout cannot be used: %s", strerror(errno));
}

// --- Playing ---

// An arena without a word, or a bot without one that failed, will do the same again.
static bool wrap_was_in_vain(const struct wrapper_end *end)
{
    return !end->heard && (!end->spoke || end->status != 0);
}

// One connection after the other. That an arena is gone after the first is the end, not a failure.
static int wrap_play(struct wrap *w)
{
    struct wrapper_end end = {0};
    struct error e;
    int vain = 0;
    for (int64_t played = 0; w->games == 0 || played < w->games; played++) {
        if (!wrapper_run(&w->order, &end, &e)) {
            if (end.stopped || (!end.met && played > 0 && w->games == 0))
                break;
            return our_failure(&e);
        }
        if (end.stopped)
            break;
        if (end.lost != 0) {
            error_set(&e, "the arena did not get all that the bot wrote: %s", strerror(end.lost));
            return our_failure(&e);
        }
        vain = wrap_was_in_vain(&end) ? vain + 1 : 0;
        if (vain == WRAP_VAIN_MOST) {
            error_set(&e, "%d connections in a row came to nothing: the arena sent nothing%s", vain,
                w->order.hello ? ". Are token and name right?"
                               : ". Does it ask for a --token, or for a --name?");
            return our_failure(&e);
        }
        w->order.wait_ms = 0; // the arena has been there
    }
    return end.status;
}

int command_wrap(const struct command *self, int argc, char **argv)
{
    struct wrap_request q = {.wait = WRAP_WAIT_SECONDS};
    const struct argument arguments[] = {{"[COMMAND...]",
        "the bot; one that connects has {host} and {port} in its command", q.command.texts}};
    const struct option options[] = {
        {"connect", "the arena is there, and the bot is to join it", .text = &q.connect,
            .value = "HOST:PORT"},
        {"stdio", "the arena is at stdin and stdout", .flag = &q.stdio},
        {"dial", "the bot listens there, and is connected to", .text = &q.dial,
            .value = "HOST:PORT"},
        {"token",
            "the token to show to the arena (the variable AGON_TOKEN, which others cannot see)",
            .text = &q.token, .value = "TOKEN"},
        {"name", "say this name first, instead of the one that a bot of Reversi may say (R7)",
            .text = &q.name, .value = "NAME"},
        {"games",
            "connect so often, with the bot started anew; forever: until the arena is closed (1)",
            .text = &q.games, .value = "N"},
        {"wait",
            "how many seconds to wait for an arena, or a bot, that does not listen yet "
            "(10)",
            .number = &q.wait, .least = 0, .most = WRAP_DAY_SECONDS, .value = "S"},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    struct wrap w = {.order.wait_ms = q.wait * 1000};
    if (!wrap_read_ends(&w, &q, &e) || !wrap_read_command(&w, &q, &e) ||
        !wrap_read_games(&w, &q, &e) || !wrap_read_hello(&w, &q, &e) ||
        !wrap_listen_to_signals(&e) || (q.stdio && !wrap_take_streams(&w, &e))) {
        status = wrong_input(&e);
    } else {
        w.order.signals = wrap_pipe[0];
        status = wrap_play(&w);
    }
    text_destroy(&w.hello);
    words_destroy(&w.words);
    return status;
}
