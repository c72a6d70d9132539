// The front door: finds the command and hands it its arguments.
#include "base/nearest.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "store/postgres.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const struct command commands[] = {
    {"play", "play games between two players, refereed",
        "agon play stones @random \"python3 mybot.py\" --games 4", .run = command_play,
        .statuses = {"all games were played", "with --strict: a bot made a fault", NULL,
            "not all games were played: interrupted, void, no memory, nobody reads the output"}},
    {"new", "write a kit: the folder that the author of a bot begins with",
        "agon new reversi --lang python mybot", .run = command_new},
    {"check", "tell whether a bot is correct: all that is wrong with it, in one run",
        "agon check reversi \"python3 mybot.py\"", .run = command_check,
        .statuses = {"the bot is correct; warnings may be there",
            "it is not: the findings say what is wrong",
            "nothing was checked: an argument is wrong, or its program is not there"}},
    {"harden", "play a bot under faults: cut messages, a busy machine, odd opponents, restarts",
        "agon harden reversi \"python3 mybot.py\"", .run = command_harden,
        .statuses = {"the bot made no fault", "it made some: each is printed with its command",
            "nothing was played: an argument is wrong, or its program is not there"}},
    {"host", "wait for bots to join over TCP, and play a contest between them",
        "agon host santorini --listen 7000 --players 4", .run = command_host,
        .statuses = COMMAND_STATUSES_OF_CONTEST},
    {"sprt", "test whether a new version is stronger than the old; stops by itself",
        "agon sprt reversi ./new ./old --elo 0,5", .run = command_sprt,
        .statuses = {"NEW is accepted",
            "it is rejected, or not accepted yet, or a bot cannot start"}},
    {"contest", "run contests of many bots, which may be interrupted at any moment",
        "agon contest run spring.yaml", .run = command_contest},
    {"entry", "try a bot that is handed in as a folder, a .zip or a .tar.gz",
        "agon entry check mybot.zip", .run = command_entry},
    {"token", "tokens by which the players of a contest show who they are",
        "agon token add spring.yaml ann", .run = command_token},
    {"serve", "show contests to everybody with a browser, and play those that are not over",
        "agon serve spring.yaml --web 0.0.0.0:8080", .run = command_serve,
        .statuses = {"every contest is over, or was only shown",
            "one was stopped, or cannot be played; the same command goes on",
            "nothing was served: an argument, a file or the address is wrong"}},
    {"work", "play games of contests that other machines hand out by a database",
        "agon work postgresql://arena_worker@db.example/arena", .run = command_work,
        .statuses = {"it was asked to stop, or --until-idle: there is no work left",
            "it could not go on: the pool of its games failed",
            "the address is wrong, or it was put out of the fleet: to start it again does not"
            " help"}},
    {"fleet", "the machines that play contests together: set up, show, let back",
        "agon fleet show postgresql://db.example/arena", .run = command_fleet},
    {"report", "tell what a contest has come to: text, JSON, CSV, a page for a browser, all games",
        "agon report spring.yaml --html -o spring.html", .run = command_report},
    {"verify", "play every stored game of a contest again and check all that is stored of it",
        "agon verify spring.yaml", .run = command_verify,
        .statuses = {"everything is right", "something is wrong: the words say what"}},
    {"replay", "look at a recorded game move by move, with messages, stderr and its verdict",
        "agon replay games/2.jsonl --verdict", .run = command_replay},
    {"doctor", "tell what this machine can do for contests, and what to do about the rest",
        "agon doctor", .run = command_doctor,
        .statuses = {"contests can be held fairly and safely here",
            "something important is missing: the lines say what"}},
    {"brain", "a built-in player as a bot: speaks its game's protocol on stdin and stdout",
        "agon brain santorini --level 7", .run = command_brain,
        .statuses = {"its games are over",
            "the arena turned it away, broke off, or did not speak the protocol"}},
    {"refight", "fight a recorded game again, against the moves that were played then",
        "agon refight games/2.jsonl --from 17 \"python3 mybot.py\"", .run = command_refight,
        .statuses = {"the game was played, and the bot made no fault", "the bot made a fault", NULL,
            "the game was not played: interrupted, void, no memory"}},
    {"wrap",
        "give a bot another transport: stdin and stdout instead of TCP, or TCP instead of them",
        "agon wrap --connect localhost:7000 -- python3 mybot.py", .run = command_wrap,
        .statuses = {"the bot ended with 0: its exit status is passed on",
            "the bot's, or any other", NULL,
            "the arena or the bot cannot be reached; or the bot's"}},
    {"analyse", "look at a recorded game or a position with the strongest built-in player",
        "agon analyse games/2.jsonl", .run = command_analyse},
    {"show", "draw a position, with its legal moves and its outcome",
        "agon show santorini --position \"01210/12321/02403/01210/00000 11,33 13,31 1\"",
        .run = command_show},
    {"perft", "count all sequences of legal moves of a given length",
        "agon perft reversi 9 --divide", .run = command_perft},
    {"bench", "measure how fast the built-in players search", "agon bench brains --game reversi",
        .run = command_bench},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command_group all_commands = {
    "", "an arena for bots that play board games", commands, COMMANDS};

static int main_unknown_command(const char *name)
{
    const char *names[COMMANDS];
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    int near = nearest_word(name, names, COMMANDS);
    struct error e;
    if (near >= 0)
        error_set(&e, "no command \"%.40s\". Did you mean \"%s\"?", name, names[near]);
    else
        error_set(&e, "no command \"%.40s\"   (agon --help lists them)", name);
    return wrong_input(&e);
}

// Turns "help play" into "play --help".
static void main_turn_help(int argc, char **argv)
{
    static char option[] = "--help";
    for (int i = 2; i < argc; i++)
        argv[i - 1] = argv[i];
    argv[argc - 1] = option;
}

// If agon was started without a standard stream, the next file or socket that it opens would take
// the place of that stream, and what is printed would go there. So /dev/null takes the place. In
// place of stdout it is opened for reading only, so that lost output is still a failure.
static bool main_occupy_streams(void)
{
    static const int modes[] = {
        [STDIN_FILENO] = O_RDONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_WRONLY};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        // open takes the lowest number that is free.
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) != fd)
            return false;
    }
    return true;
}

// Checks that what was printed has arrived: a full disk is a failure. If the reader of a pipe has
// closed it, nothing is said about that: it has read enough.
static int main_delivered(int status)
{
    bool lost = ferror(stdout) != 0;
    int error = fclose(stdout) == 0 ? 0 : errno;
    if (error == 0 && !lost)
        return status;
    if (error != EPIPE)
        output_failed(error);
    // An answer that nobody could read is none.
    const bool was_no = status == EXIT_FAILED && error != EPIPE;
    return status == EXIT_OK || was_no ? EXIT_OURS : status;
}

// An address with a password is refused here, whichever argument it is, so that no message repeats
// it. What stands behind "--" is a bot's.
static bool main_shows_password(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *value = strncmp(argv[i], "--", 2) == 0 ? strchr(argv[i], '=') : NULL;
        if (postgres_shows_password(value != NULL ? value + 1 : argv[i]))
            return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    if (!main_occupy_streams())
        return EXIT_OURS;
    program_called(argv[0]);
    if (argc < 2) {
        struct error e;
        error_set(&e, "which command?   (agon --help lists them)");
        return wrong_input(&e);
    }
    if (main_shows_password(argc, argv)) {
        struct error e;
        postgres_refuse_password(&e);
        return wrong_input(&e);
    }
    const char *name = argv[1];
    bool help = strcmp(name, "help") == 0;
    enum help_form form = HELP_TEXT;
    if ((help && argc == 2) || help_is_asked(name, &form)) {
        help_print_group(&all_commands, form);
        return main_delivered(EXIT_OK);
    }
    if (help) {
        main_turn_help(argc, argv);
        name = argv[1];
    }
    if (strcmp(name, "--version") == 0) {
        printf("agon %s\n", AGON_VERSION);
        return main_delivered(EXIT_OK);
    }
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return main_delivered(commands[i].run(&commands[i], argc - 1, argv + 1));
    }
    return main_unknown_command(name);
}
