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

enum { OPTIONS_MOST = 40, ARGUMENTS_MOST = 8 };

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

// Reads the option at argv[*at], with its value from the same word or the next one. Sets `alone` if
// the option needs no arguments beside it.
static bool options_parse_long(
    const struct syntax *s, int argc, char **argv, int *at, bool *alone, struct error *e)
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
        *alone = *alone || o->alone;
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

// The arguments as they are typed. Which of them is which is known when all have been read, since
// some may be left out.
struct options_words {
    const char *words[ARGUMENTS_MOST + OPTION_LIST_MOST];
    size_t count;
};

static bool options_take_argument(
    const struct syntax *s, struct options_words *w, const char *word, struct error *e)
{
    size_t last = s->argument_count - 1;
    bool many = s->argument_count > 0 && argument_is_list(&s->arguments[last]);
    if (w->count == (many ? last + OPTION_LIST_MOST : s->argument_count))
        return error_set(
            e, "one argument too many: \"%.40s\"   (agon %s --help)", word, s->command->name);
    w->words[w->count++] = word;
    return true;
}

// Of too few words, those arguments get none that may be left out.
static bool options_give_arguments(
    const struct syntax *s, const struct options_words *w, struct error *e)
{
    size_t missing = s->argument_count > w->count ? s->argument_count - w->count : 0, taken = 0;
    for (size_t i = 0; i < s->argument_count; i++) {
        const struct argument *a = &s->arguments[i];
        if (missing > 0 && argument_is_optional(a)) {
            missing--;
            continue;
        }
        if (taken == w->count)
            return error_set(
                e, "%s is missing: %s   (agon %s --help)", a->name, a->help, s->command->name);
        size_t many = argument_is_list(a) ? w->count - taken : 1;
        for (size_t j = 0; j < many; j++)
            a->target[j] = w->words[taken++];
    }
    return true;
}

// PARSED_HELP: help was asked for and has been printed. PARSED_WRONG: `e` says what is wrong.
static enum parsed options_parse(const struct syntax *s, int argc, char **argv, struct error *e)
{
    struct options_words words = {.count = 0};
    bool only_arguments = false, alone = false;
    enum help_form form;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (!only_arguments && strcmp(word, "--") == 0) {
            only_arguments = true;
        } else if (!only_arguments && help_is_asked(word, &form)) {
            help_print(s, form);
            return PARSED_HELP;
        } else if (!only_arguments && strncmp(word, "--", 2) == 0) {
            if (!options_parse_long(s, argc, argv, &i, &alone, e))
                return PARSED_WRONG;
        } else if (!only_arguments && word[0] == '-' && word[1] != '\0') {
            if (!options_parse_letter(s, argc, argv, &i, e))
                return PARSED_WRONG;
        } else if (!options_take_argument(s, &words, word, e)) {
            return PARSED_WRONG;
        }
    }
    if (alone) { // nothing need be there; what is there counts
        for (size_t i = 0; i < words.count && i < s->argument_count; i++)
            *s->arguments[i].target = words.words[i];
        return PARSED_RUN;
    }
    return options_give_arguments(s, &words, e) ? PARSED_RUN : PARSED_WRONG;
}

bool options_read(const struct syntax *s, int argc, char **argv, int *status)
{
    struct error e;
    enum parsed parsed = options_parse(s, argc, argv, &e);
    if (parsed != PARSED_RUN)
        *status = parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    return parsed == PARSED_RUN;
}
