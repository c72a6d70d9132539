#include "cli/options.h"

#include "base/nearest.h"
#include "base/number.h"
#include "cli/help.h"
#include "cli/terminal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MOST = 40 };

enum parsed { PARSED_RUN, PARSED_HELP, PARSED_WRONG };

static const struct option *options_find(
    const struct syntax *s, const char *name, size_t length, struct error *e)
{
    const char *names[OPTIONS_MOST + 1];
    size_t count = 0;
    for (; count < s->option_count && count < OPTIONS_MOST; count++) {
        names[count] = s->options[count].name;
        if (strlen(names[count]) == length && memcmp(names[count], name, length) == 0)
            return &s->options[count];
    }
    names[count++] = "help";
    char typed[41];
    snprintf(typed, sizeof typed, "%.*s", (int)(length < 40 ? length : 40), name);
    int near = nearest_word(typed, names, count);
    if (near >= 0)
        error_set(e, "no option --%s. Did you mean --%s?", typed, names[near]);
    else
        error_set(e, "no option --%s   (agon %s --help lists them)", typed, s->command->name);
    return NULL;
}

static bool options_take_value(const struct option *o, const char *value, struct error *e)
{
    if (!value)
        return error_set(e, "--%s needs a value: --%s %s", o->name, o->name, o->value);
    if (o->text) {
        *o->text = value;
        return true;
    }
    if (o->list) {
        if (o->list->count == OPTION_LIST_MOST)
            return error_set(
                e, "--%s can be given %d times, not more often", o->name, OPTION_LIST_MOST);
        o->list->texts[o->list->count++] = value;
        return true;
    }
    char what[64];
    snprintf(what, sizeof what, "--%s", o->name);
    return number_read(what, value, o->least, o->most, o->number, e);
}

// Reads the option at argv[*at], with its value from the same word or the next one.
static bool options_parse_long(
    const struct syntax *s, int argc, char **argv, int *at, struct error *e)
{
    const char *name = argv[*at] + 2;
    const char *equals = strchr(name, '=');
    if (strncmp(name, "help=", strlen("help=")) == 0)
        return error_set(e, "--help=FORM: the forms are text, man, bash, zsh and fish");
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const struct option *o = options_find(s, name, length, e);
    if (!o)
        return false;
    if (o->flag) {
        if (equals)
            return error_set(e, "--%s takes no value", o->name);
        *o->flag = true;
        return true;
    }
    return options_take_value(o, equals ? equals + 1 : *at + 1 < argc ? argv[++*at] : NULL, e);
}

// The same for an option of one letter.
static bool options_parse_letter(
    const struct syntax *s, int argc, char **argv, int *at, struct error *e)
{
    const char *word = argv[*at];
    for (size_t i = 0; i < s->option_count; i++) {
        const struct option *o = &s->options[i];
        if (o->letter && o->letter == word[1] && word[2] == '\0' && !o->flag)
            return options_take_value(o, *at + 1 < argc ? argv[++*at] : NULL, e);
    }
    return error_set(
        e, "no option %.40s   (options are long: agon %s --help)", word, s->command->name);
}

// `given` counts the arguments that have been read. The last one may take many.
static bool options_take_argument(
    const struct syntax *s, size_t *given, const char *word, struct error *e)
{
    size_t last = s->argument_count - 1;
    bool many = s->argument_count > 0 && argument_is_list(&s->arguments[last]);
    if (many ? *given == last + OPTION_LIST_MOST : *given == s->argument_count)
        return error_set(
            e, "one argument too many: \"%.40s\"   (agon %s --help)", word, s->command->name);
    if (many && *given >= last)
        s->arguments[last].target[*given - last] = word;
    else
        *s->arguments[*given].target = word;
    *given += 1;
    return true;
}

// PARSED_HELP: help was asked for and has been printed. PARSED_WRONG: `e` says what is wrong.
static enum parsed options_parse(const struct syntax *s, int argc, char **argv, struct error *e)
{
    size_t given = 0;
    bool only_arguments = false;
    enum help_form form;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (!only_arguments && strcmp(word, "--") == 0) {
            only_arguments = true;
        } else if (!only_arguments && help_is_asked(word, &form)) {
            help_print(s, form);
            return PARSED_HELP;
        } else if (!only_arguments && strncmp(word, "--", 2) == 0) {
            if (!options_parse_long(s, argc, argv, &i, e))
                return PARSED_WRONG;
        } else if (!only_arguments && word[0] == '-' && word[1] != '\0') {
            if (!options_parse_letter(s, argc, argv, &i, e))
                return PARSED_WRONG;
        } else if (!options_take_argument(s, &given, word, e)) {
            return PARSED_WRONG;
        }
    }
    if (given < s->argument_count && !argument_is_list(&s->arguments[given])) {
        error_set(e, "%s is missing: %s   (agon %s --help)", s->arguments[given].name,
            s->arguments[given].help, s->command->name);
        return PARSED_WRONG;
    }
    return PARSED_RUN;
}

bool options_read(const struct syntax *s, int argc, char **argv, int *status)
{
    struct error e;
    enum parsed parsed = options_parse(s, argc, argv, &e);
    if (parsed != PARSED_RUN)
        *status = parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    return parsed == PARSED_RUN;
}
