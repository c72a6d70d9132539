#include "cli/help.h"

#include "base/text.h"
#include "cli/completion.h"
#include "cli/manual.h"

#include <stdio.h>
#include <string.h>

enum { HELP_COLUMN = 24 };

static const char *const form_names[] = {[HELP_TEXT] = "text",
    [HELP_NAMES] = "names",
    [HELP_MAN] = "man",
    [HELP_BASH] = "bash",
    [HELP_ZSH] = "zsh",
    [HELP_FISH] = "fish"};

// By form; NULL: it is not a script.
static const struct completion *const completions[] = {
    [HELP_BASH] = &completion_bash, [HELP_ZSH] = &completion_zsh, [HELP_FISH] = &completion_fish};

bool help_is_asked(const char *word, enum help_form *form)
{
    static const char begin[] = "--help=";
    *form = HELP_TEXT;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return true;
    for (size_t i = 0; i < sizeof form_names / sizeof *form_names; i++) {
        if (strncmp(word, begin, strlen(begin)) == 0 &&
            strcmp(word + strlen(begin), form_names[i]) == 0) {
            *form = (enum help_form)i;
            return true;
        }
    }
    return false;
}

// --- For people ---

static void help_print_row(const char *left, const char *help)
{
    printf("  %-*s %s\n", HELP_COLUMN, left, help);
}

static void help_print_statuses(const struct command *c)
{
    printf("\nexit status:\n");
    for (int status = 0; status < COMMAND_STATUSES; status++) {
        if (command_status_words(c, status))
            printf("  %d  %s\n", status, command_status_words(c, status));
    }
}

static void help_print_text(const struct syntax *s)
{
    const struct command *c = s->command;
    printf("usage: agon %s", c->name);
    for (size_t i = 0; i < s->argument_count; i++)
        printf(" %s", s->arguments[i].name);
    printf(" [options]\n\n%s\n\n", c->summary);
    for (size_t i = 0; i < s->argument_count; i++)
        help_print_row(s->arguments[i].name, s->arguments[i].help);
    for (size_t i = 0; i < s->option_count; i++) {
        const struct option *o = &s->options[i];
        char left[64];
        struct text words = TEXT_IN(left);
        if (o->letter)
            text_format(&words, "-%c, ", o->letter);
        text_format(&words, "--%s%s%s", o->name, o->flag ? "" : " ", o->flag ? "" : o->value);
        help_print_row(left, o->help);
    }
    help_print_row("--help", "this text");
    // The usual meanings are in agon --help.
    if (c->statuses[0])
        help_print_statuses(c);
    printf("\nexample:  %s\n", c->example);
}

void help_print(const struct syntax *s, enum help_form form)
{
    switch (form) {
    case HELP_TEXT:
        help_print_text(s);
        break;
    case HELP_NAMES:
        printf("%s\n", s->command->name);
        break;
    case HELP_MAN:
        manual_print(s);
        break;
    default:
        completions[form]->command(s);
        break;
    }
}

// --- Groups ---

static void help_print_group_text(const struct command_group *g)
{
    bool all = g->name[0] == '\0';
    if (all)
        printf("agon: %s\n\nusage: agon COMMAND ...\n\n", g->summary);
    else
        printf("usage: agon %s COMMAND ...\n\n", g->name);
    for (size_t i = 0; i < g->count; i++)
        printf("  %-10s %s\n", command_last_word(&g->commands[i]), g->commands[i].summary);
    if (!all) {
        printf("\nagon %s COMMAND --help explains a command.\n", g->name);
        return;
    }
    help_print_statuses(NULL);
    printf("\nagon COMMAND --help explains a command; agon --version says which agon this is.\n");
}

// Runs every command of the group, and of the groups in it, with --help=FORM: each prints its part.
static void help_print_parts(const struct command_group *g, enum help_form form)
{
    for (size_t i = 0; i < g->count; i++) {
        char name[64], word[32];
        snprintf(name, sizeof name, "%s", g->commands[i].name);
        snprintf(word, sizeof word, "--help=%s", form_names[form]);
        char *argv[] = {name, word, NULL};
        g->commands[i].run(&g->commands[i], 2, argv);
    }
}

void help_print_group(const struct command_group *g, enum help_form form)
{
    if (form == HELP_TEXT) {
        help_print_group_text(g);
    } else if (form == HELP_MAN) {
        manual_print_group(g);
    } else if (form == HELP_NAMES) {
        if (g->name[0] != '\0')
            printf("%s\n", g->name);
        help_print_parts(g, form);
    } else {
        completions[form]->group(g);
        help_print_parts(g, form);
        if (g->name[0] == '\0')
            printf("%s", completions[form]->end);
    }
}
