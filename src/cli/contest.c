// agon contest: everything about a contest file, by a second word.
#include "base/nearest.h"
#include "cli/commands.h"
#include "cli/lineup.h"
#include "cli/program.h"
#include "cli/terminal.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

// --- init ---

static bool write_new(const char *path, struct error *e)
{
    FILE *file = fopen(path, "wx");
    if (!file && errno == EEXIST)
        return error_set(e, "%.160s exists already; name another file, or remove it", path);
    if (!file)
        return error_set(e, "%.160s cannot be made: %s", path, strerror(errno));
    bool well = fputs(contest_template, file) >= 0;
    well = fclose(file) == 0 && well;
    if (well)
        return true;
    error_set(e, "%.160s cannot be written: %s", path, strerror(errno));
    unlink(path);
    return false;
}

static int contest_init(const struct command *self, int argc, char **argv)
{
    const char *path = "contest.yaml";
    const struct argument arguments[] = {{"FILE", "the file to write (contest.yaml)", &path}};
    // FILE may be left out, but then nothing else stands there either.
    const struct syntax syntax = {self, arguments, argc > 1 ? 1 : 0, NULL, 0};
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    if (!write_new(path, &e))
        return wrong_input(&e);
    printf("%s written.", path);
    print_command("  check it:  ", "contest check", path);
    return EXIT_OK;
}

// --- check ---

// "OK: reversi, round-robin, 4 players, 6 pairs (12 games)"
static void print_summary(const char *path, const struct contest_file *f)
{
    int64_t rounds = contest_file_rounds(f), pairs = contest_file_pairs(f);
    printf("%s: OK: %s", path, f->game->name);
    if (f->variant)
        printf(" %s", f->variant);
    printf(", %s, %zu players", contest_format_name(f->format), f->player_count);
    if (rounds > 1)
        printf(", %" PRId64 " rounds", rounds);
    if (pairs != CONTEST_PAIRS_UNKNOWN)
        printf(", %" PRId64 " pair%s (%" PRId64 " games)", pairs, pairs == 1 ? "" : "s", 2 * pairs);
    else if (f->format == CONTEST_LADDER)
        printf(", without end");
    printf("\n");
}

static int contest_check(const struct command *self, int argc, char **argv)
{
    const char *path = NULL;
    const struct argument arguments[] = {{"FILE", "the contest file", &path}};
    const struct syntax syntax = {self, arguments, 1, NULL, 0};
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    struct contest_input input;
    struct lineup lineup = {0};
    bool well = contest_input_read(&input, path);
    if (well && !lineup_read(&lineup, &input, &e)) {
        fprintf(stderr, "%s: %s\n", path, e.words);
        well = false;
    }
    if (well)
        print_summary(path, &input.file);
    lineup_destroy(&lineup);
    contest_input_destroy(&input);
    return well ? EXIT_OK : EXIT_WRONG_INPUT;
}

// --- The second word ---

static const struct command subcommands[] = {
    {"contest init", "write a contest file to begin with, every key explained",
        "agon contest init spring.yaml", contest_init},
    {"contest check", "say whether a contest file is right, or what is wrong in which line",
        "agon contest check spring.yaml", contest_check},
    {"contest run", "play a contest, or go on with one that was interrupted",
        "agon contest run spring.yaml", contest_run},
    {"contest pause", "let whoever runs a contest finish its running games and stop",
        "agon contest pause spring.yaml", contest_pause},
    {"contest show", "the standings of a contest, also while it runs",
        "agon contest show spring.yaml", contest_show},
    {"contest void", "make a game void: it counts for nothing and is played again",
        "agon contest void spring.yaml 17 --why \"the disk was full\"", contest_void},
    {"contest add", "let another player into a contest that has begun",
        "agon contest add spring.yaml eve \"python3 eve.py\"", contest_add},
    {"contest remove", "let a player leave: it plays no more, and what it has played stays",
        "agon contest remove spring.yaml eve", contest_remove},
    {"contest replace", "let a new version of a player go on in its place",
        "agon contest replace spring.yaml eve \"python3 eve2.py\"", contest_replace},
    {"contest suspend", "let a player rest until it is resumed",
        "agon contest suspend spring.yaml eve", contest_suspend},
    {"contest resume", "let a player that was suspended play again",
        "agon contest resume spring.yaml eve", contest_resume},
    {"contest log", "what was done to a contest besides playing it", "agon contest log spring.yaml",
        contest_log},
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

static const char *second_word(const struct command *c)
{
    return c->name + strlen("contest ");
}

static int print_usage(void)
{
    printf("usage: agon contest COMMAND ...\n\n");
    for (int i = 0; i < SUBCOMMANDS; i++)
        printf("  %-10s %s\n", second_word(&subcommands[i]), subcommands[i].summary);
    printf("\nagon contest COMMAND --help explains a command.\n");
    return EXIT_OK;
}

int command_contest(const struct command *self, int argc, char **argv)
{
    (void)self;
    struct error e;
    const char *names[SUBCOMMANDS];
    const char *name = argc > 1 ? argv[1] : NULL;
    if (!name) {
        error_set(&e, "contest: which command?   (agon contest --help lists them)");
        return wrong_input(&e);
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return print_usage();
    for (int i = 0; i < SUBCOMMANDS; i++) {
        names[i] = second_word(&subcommands[i]);
        if (strcmp(names[i], name) == 0)
            return subcommands[i].run(&subcommands[i], argc - 1, argv + 1);
    }
    int near = nearest_word(name, names, SUBCOMMANDS);
    if (near >= 0)
        error_set(
            &e, "no command \"contest %.40s\". Did you mean \"contest %s\"?", name, names[near]);
    else
        error_set(&e, "no command \"contest %.40s\"   (agon contest --help lists them)", name);
    return wrong_input(&e);
}
