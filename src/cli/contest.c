// agon contest: finds its command by the second word. The commands init and check are here.
#include "arena/player_text.h"
#include "arena/roster.h"
#include "base/nearest.h"
#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/help.h"
#include "cli/program.h"
#include "cli/terminal.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

// --- init ---

static bool contest_init_write(const char *path, struct error *e)
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

static int command_contest_init(const struct command *self, int argc, char **argv)
{
    const char *path = "contest.yaml";
    const struct argument arguments[] = {{"FILE", "the file to write (contest.yaml)", &path}};
    // Without any word, FILE keeps its default.
    const struct syntax syntax = {self, arguments, argc > 1 ? 1 : 0, NULL, 0};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!contest_init_write(path, &e))
        return wrong_input(&e);
    print_part(stdout, "%s written.", path);
    print_command("  check it:  ", "contest check", path);
    return EXIT_OK;
}

// --- check ---

// "OK: reversi, round-robin, 4 players, 6 pairs (12 games)"
static void contest_check_print_summary(const char *path, const struct contest_file *f)
{
    int64_t rounds = contest_file_rounds(f), pairs = contest_file_pairs(f);
    print_part(stdout, "%s: OK: %s", path, f->game->name);
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

// A count as JSON; null if it depends on the results.
static void contest_check_key_count(struct text *out, const char *key, int64_t count)
{
    text_format(out, ",\"%s\":", key);
    count == CONTEST_PAIRS_UNKNOWN ? text_string(out, "null") : text_number(out, count);
}

static void contest_check_key_text(struct text *out, const char *key, const char *value)
{
    text_format(out, ",\"%s\":", key);
    value ? text_json(out, value) : text_string(out, "null");
}

static void contest_check_text_problems(struct text *out, const struct contest_problems *p)
{
    text_string(out, ",\"problems\":[");
    for (size_t i = 0; i < p->kept; i++) {
        text_format(out, "%s{\"line\":", i > 0 ? "," : "");
        p->list[i].line > 0 ? text_number(out, p->list[i].line) : text_string(out, "null");
        contest_check_key_text(out, "words", p->list[i].words);
        text_char(out, '}');
    }
    text_format(out, "],\"more\":%zu", p->count - p->kept);
}

// Prints the same as contest_check_print_summary, or the problems, as JSON.
static void contest_check_print_json(
    const char *path, const struct contest_file *f, const struct contest_problems *p)
{
    struct text out = text_growing();
    text_string(&out, "{\"file\":");
    text_json(&out, path);
    text_format(&out, ",\"ok\":%s", p->count == 0 ? "true" : "false");
    if (p->count == 0) {
        int64_t rounds = contest_file_rounds(f), pairs = contest_file_pairs(f);
        bool known = pairs != CONTEST_PAIRS_UNKNOWN;
        contest_check_key_text(&out, "game", f->game->name);
        contest_check_key_text(&out, "variant", f->variant);
        contest_check_key_text(&out, "format", contest_format_name(f->format));
        text_format(&out, ",\"players\":%zu", f->player_count);
        contest_check_key_count(&out, "rounds", rounds > 0 ? rounds : CONTEST_PAIRS_UNKNOWN);
        contest_check_key_count(&out, "pairs", pairs);
        contest_check_key_count(
            &out, "games", known ? GAMES_PER_PAIR * pairs : CONTEST_PAIRS_UNKNOWN);
    } else {
        contest_check_text_problems(&out, p);
    }
    print_document(&out, "check/1");
}

// Could the contest be played?
static bool contest_check_definition(struct definition *d, struct error *e)
{
    struct roster roster = {0};
    bool well = definition_complete(d, e) && roster_read(&roster, d, e);
    roster_destroy(&roster);
    return well;
}

// Checks for --json. If the file can be read and is wrong, the problems are the answer, on stdout.
// A file that cannot be read is wrong input.
static int contest_check_for_programs(const char *path)
{
    struct definition definition;
    struct error e = {0};
    struct contest_problems *problems = &definition.problems;
    bool well = definition_load(&definition, path, &players_words, &e) &&
        contest_check_definition(&definition, &e);
    bool read = definition.text.length > 0 || problems->count > 0;
    if (!well && read && problems->count == 0) {
        problems->list[0] = (struct contest_problem){.line = 0};
        snprintf(problems->list[0].words, sizeof problems->list[0].words, "%s", e.words);
        problems->count = problems->kept = 1;
    }
    if (read)
        contest_check_print_json(path, &definition.file, problems);
    else
        wrong_input(&e);
    definition_destroy(&definition);
    return well ? EXIT_OK : EXIT_WRONG_INPUT;
}

static int command_contest_check(const struct command *self, int argc, char **argv)
{
    const char *path = NULL;
    bool json = false;
    const struct argument arguments[] = {{"FILE", "the contest file", &path}};
    const struct option options[] = {
        {"json", "one JSON object, also about what is wrong", .flag = &json}};
    const struct syntax syntax = {self, arguments, 1, options, 1};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (json)
        return contest_check_for_programs(path);
    struct definition definition;
    bool loaded = definition_load(&definition, path, &players_words, &e);
    bool well = loaded && contest_check_definition(&definition, &e);
    if (well)
        contest_check_print_summary(path, &definition.file);
    else if (loaded)
        print_line(stderr, "%s: %s", path, e.words);
    else
        contest_problems_print(path, &definition.problems, &e);
    definition_destroy(&definition);
    return well ? EXIT_OK : EXIT_WRONG_INPUT;
}

// --- The second word ---

static const struct command subcommands[] = {
    {"contest init", "write a contest file to begin with, every key explained",
        "agon contest init spring.yaml", .run = command_contest_init},
    {"contest check", "say whether a contest file is right, or what is wrong in which line",
        "agon contest check spring.yaml", .run = command_contest_check},
    {"contest run", "play a contest, or go on with one that was interrupted",
        "agon contest run spring.yaml", .run = command_contest_run,
        .statuses = COMMAND_STATUSES_OF_CONTEST},
    {"contest pause", "let whoever runs a contest finish its running games and stop",
        "agon contest pause spring.yaml", .run = command_contest_pause},
    {"contest show", "the standings of a contest, also while it runs",
        "agon contest show spring.yaml", .run = command_contest_show},
    {"contest void", "make a game void: it counts for nothing and is played again",
        "agon contest void spring.yaml 17 --why \"the disk was full\"",
        .run = command_contest_void},
    {"contest add", "let another player into a contest that has begun",
        "agon contest add spring.yaml eve \"python3 eve.py\"", .run = command_contest_add},
    {"contest remove", "let a player leave: it plays no more, and what it has played stays",
        "agon contest remove spring.yaml eve", .run = command_contest_remove},
    {"contest replace", "let a new version of a player go on in its place",
        "agon contest replace spring.yaml eve \"python3 eve2.py\"", .run = command_contest_replace},
    {"contest suspend", "let a player rest until it is resumed",
        "agon contest suspend spring.yaml eve", .run = command_contest_suspend},
    {"contest resume", "let a player that was suspended play again",
        "agon contest resume spring.yaml eve", .run = command_contest_resume},
    {"contest log", "what was done to a contest besides playing it", "agon contest log spring.yaml",
        .run = command_contest_log},
    {"contest record", "print the record of one game", "agon contest record spring.yaml 17",
        .run = command_contest_record},
    {"contest prune", "drop the records of a contest that is over; its results stay",
        "agon contest prune spring.yaml", .run = command_contest_prune},
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

int command_contest(const struct command *self, int argc, char **argv)
{
    const struct command_group group = {self->name, self->summary, subcommands, SUBCOMMANDS};
    enum help_form form;
    struct error e;
    const char *names[SUBCOMMANDS];
    const char *name = argc > 1 ? argv[1] : NULL;
    if (!name) {
        error_set(&e, "contest: which command?   (agon contest --help lists them)");
        return wrong_input(&e);
    }
    if (help_is_asked(name, &form)) {
        help_print_group(&group, form);
        return EXIT_OK;
    }
    for (int i = 0; i < SUBCOMMANDS; i++) {
        names[i] = command_last_word(&subcommands[i]);
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
