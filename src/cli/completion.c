#include "cli/completion.h"

#include "author/kit_language.h"
#include "base/text.h"
#include "brains/brain.h"
#include "wire/wire.h"

#include <stdio.h>
#include <string.h>

enum { WORDS_BYTES = 512 };

// The commands that have a second word, as bash and zsh ask for them.
#define COMPLETION_GROUPS                                                                          \
    "$command == contest || $command == entry || $command == fleet || $command == token"

#define FILES "/" // stands for names of files

// --- What can stand in a place ---

static void completion_put_word(struct text *out, const char *word)
{
    text_format(out, "%s%s", out->length > 0 ? " " : "", word);
}

static void completion_put_games(struct text *out)
{
    for (int i = 0; games[i]; i++)
        completion_put_word(out, games[i]->name);
}

static void completion_put_players(struct text *out)
{
    for (int i = 0; brains[i].name; i++)
        completion_put_word(out, brains[i].name);
    completion_put_word(out, "human");
}

static void completion_put_wires(struct text *out)
{
    for (int i = 0; wires[i].name; i++)
        completion_put_word(out, wires[i].name);
}

static void completion_put_languages(struct text *out)
{
    for (size_t i = 0; i < kit_language_count; i++)
        completion_put_word(out, kit_languages[i].name);
}

static void completion_put_files(struct text *out)
{
    text_string(out, FILES);
}

// What can be typed, by the name of an argument or of an option's value.
static const struct {
    const char *name;
    void (*put)(struct text *out);
} places[] = {{"GAME", completion_put_games}, {"A", completion_put_players},
    {"B", completion_put_players}, {"[NEW]", completion_put_players},
    {"[OLD]", completion_put_players}, {"PLAYER", completion_put_players},
    {"FILE", completion_put_files}, {"RECORD", completion_put_files},
    {"[FILE...]", completion_put_files}, {"DIR", completion_put_files},
    {"LANG", completion_put_languages}};

static void completion_put_place(struct text *out, const char *name)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (strcmp(places[i].name, name) == 0)
            places[i].put(out);
    }
}

static void completion_put_value(struct text *out, const struct option *o)
{
    if (strncmp(o->name, "wire", strlen("wire")) == 0)
        completion_put_wires(out);
    else if (strcmp(o->name, "openings") == 0)
        completion_put_files(out);
    else
        completion_put_place(out, o->value);
}

// `text` inside single quotes of a shell, with a backslash before each of the `special` letters.
static void completion_print_quoted(const char *text, const char *special, const char *quote)
{
    for (; *text != '\0'; text++) {
        if (strchr(special, *text))
            putchar('\\');
        if (*text == '\'')
            printf("%s", quote);
        else
            putchar(*text);
    }
}

// --- bash ---

static const char bash_end[] =
    "    esac\n"
    "    local option word skip= n=0\n"
    "    for option in \"${options[@]}\"; do\n"
    "        if [[ $option == \"${COMP_WORDS[COMP_CWORD - 1]}=\"* ]]; then\n"
    "            _agon_offer \"${option#*=}\"\n"
    "            return\n"
    "        fi\n"
    "    done\n"
    "    if [[ ${COMP_WORDS[COMP_CWORD]} == -* ]]; then\n"
    "        _agon_offer \"${options[*]%%=*} --help\"\n"
    "        return\n"
    "    fi\n"
    "    # How many arguments stand before this word, options and their values not counted.\n"
    "    for word in \"${COMP_WORDS[@]:at:COMP_CWORD - at}\"; do\n"
    "        if [[ $skip || $word == @ ]]; then\n"
    "            skip=\n"
    "        elif [[ $word == -* ]]; then\n"
    "            for option in \"${options[@]}\"; do\n"
    "                [[ $option == \"$word=\"* ]] && skip=1\n"
    "            done\n"
    "        else\n"
    "            ((n += 1))\n"
    "        fi\n"
    "    done\n"
    "    _agon_offer \"${arguments[n]-$more}\"\n"
    "}\n"
    "complete -F _agon agon\n";

static const char bash_begin[] =
    "# Completion of agon for bash, written by agon --help=bash.\n"
    "# _agon_offer WORDS: those that begin like the word that is typed; files if it is a slash.\n"
    "_agon_offer() {\n"
    "    # Of @max bash makes two words here, and one when it puts in what is offered.\n"
    "    local typed=${COMP_WORDS[COMP_CWORD]} lead=\n"
    "    [[ ${COMP_WORDS[COMP_CWORD - 1]} == @ ]] && lead=@\n"
    "    if [[ $1 == / ]]; then\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        mapfile -t COMPREPLY < <(compgen -f -- \"$typed\")\n"
    "    else\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$lead$typed\")\n"
    "    fi\n"
    "}\n"
    "_agon() {\n"
    "    # `more` is what can stand behind the last of the arguments.\n"
    "    local command=${COMP_WORDS[1]} at=2 arguments=() more= options=()\n"
    "    COMPREPLY=()\n"
    "    if ((COMP_CWORD == 1)) || [[ $command == help && COMP_CWORD -eq 2 ]]; then\n";

static void completion_print_last_words(const struct command_group *g)
{
    for (size_t i = 0; i < g->count; i++)
        printf("%s%s", i > 0 ? " " : "", command_last_word(&g->commands[i]));
}

static void completion_bash_group(const struct command_group *g)
{
    bool all = g->name[0] == '\0';
    if (all)
        printf("%s        _agon_offer \"", bash_begin);
    else
        printf("    '%s')\n        arguments=('", g->name);
    completion_print_last_words(g);
    if (all)
        printf(" help --help --version\"\n        return\n    fi\n"
               "    if [[ " COMPLETION_GROUPS " ]] &&\n"
               "        ((COMP_CWORD > at)); then\n"
               "        command+=\" ${COMP_WORDS[at]}\"\n"
               "    fi\n"
               "    case $command in\n");
    else
        printf("')\n        ;;\n");
}

static void completion_bash_command(const struct syntax *s)
{
    printf("    '%s')\n        arguments=(", s->command->name);
    if (strchr(s->command->name, ' '))
        printf("'' "); // its second word
    for (size_t i = 0; i < s->argument_count; i++) {
        char words[WORDS_BYTES];
        struct text out = TEXT_IN(words);
        completion_put_place(&out, s->arguments[i].name);
        if (argument_is_list(&s->arguments[i]))
            printf(")\n        more=('%s'", words);
        else
            printf("%s'%s'", i > 0 ? " " : "", words);
    }
    printf(")\n        options=(");
    for (size_t i = 0; i < s->option_count; i++) {
        const struct option *o = &s->options[i];
        char words[WORDS_BYTES];
        struct text out = TEXT_IN(words);
        if (!o->flag)
            completion_put_value(&out, o);
        printf("%s--%s", i > 0 ? " " : "", o->name);
        if (!o->flag)
            printf("='%s'", words);
        if (o->letter)
            printf(" -%c='%s'", o->letter, words);
    }
    printf(")\n        ;;\n");
}

const struct completion completion_bash = {
    completion_bash_group, completion_bash_command, bash_end};

// --- zsh ---

// In a specification of _arguments.
static void completion_zsh_text(const char *text)
{
    completion_print_quoted(text, "[]:\\", "'\\''");
}

static void completion_zsh_place(const char *name, const char *words)
{
    printf(":%s:", name);
    if (strcmp(words, FILES) == 0)
        printf("_files");
    else if (words[0] != '\0')
        printf("(%s)", words);
}

static void completion_zsh_group(const struct command_group *g)
{
    bool all = g->name[0] == '\0';
    if (all)
        printf("#compdef agon\n# Completion of agon for zsh, written by agon --help=zsh.\n"
               "_agon() {\n"
               "    local command=$words[2]\n"
               "    local -a commands\n"
               "    if [[ " COMPLETION_GROUPS " ]] &&\n"
               "        (( CURRENT > 3 )); then\n"
               "        command=\"$command $words[3]\"\n"
               "        shift words\n"
               "        (( CURRENT-- ))\n"
               "    fi\n"
               "    if (( CURRENT == 2 )); then\n"
               "        command=\n"
               "    fi\n"
               "    shift words\n"
               "    (( CURRENT-- ))\n"
               "    case $command in\n");
    printf("    '%s')\n        commands=(", g->name);
    for (size_t i = 0; i < g->count; i++) {
        printf("\n            '%s:", command_last_word(&g->commands[i]));
        completion_print_quoted(g->commands[i].summary, ":\\", "'\\''");
        printf("'");
    }
    printf(")\n        _describe command commands\n        ;;\n");
}

static void completion_zsh_command(const struct syntax *s)
{
    printf("    '%s')\n        _arguments", s->command->name);
    for (size_t i = 0; i < s->option_count; i++) {
        const struct option *o = &s->options[i];
        char words[WORDS_BYTES];
        struct text out = TEXT_IN(words);
        if (!o->flag)
            completion_put_value(&out, o);
        for (int name = 0; name < (o->letter ? 2 : 1); name++) {
            if (name == 0)
                printf(" \\\n            '--%s%s[", o->name, o->flag ? "" : "=");
            else
                printf(" \\\n            '-%c[", o->letter);
            completion_zsh_text(o->help);
            printf("]");
            if (!o->flag)
                completion_zsh_place(o->value, words);
            printf("'");
        }
    }
    printf(" \\\n            '--help[this text]'");
    for (size_t i = 0; i < s->argument_count; i++) {
        char words[WORDS_BYTES];
        struct text out = TEXT_IN(words);
        completion_put_place(&out, s->arguments[i].name);
        if (argument_is_list(&s->arguments[i]))
            printf(" \\\n            '*");
        else
            printf(" \\\n            '%zu", i + 1);
        completion_zsh_place(s->arguments[i].name, words);
        printf("'");
    }
    printf("\n        ;;\n");
}

const struct completion completion_zsh = {
    completion_zsh_group, completion_zsh_command, "    esac\n}\n_agon \"$@\"\n"};

// --- fish ---

static const char fish_begin[] =
    "# Completion of agon for fish, written by agon --help=fish.\n"
    "# __agon_at N WORDS...: is the command these words, and has N or more others behind it?\n"
    "function __agon_at\n"
    "    set -l typed (commandline -opc)[2..-1]\n"
    "    set -l words $argv[2..-1]\n"
    "    set -l count (count $words)\n"
    "    test (count $typed) -ge (math $count + $argv[1]); or return 1\n"
    "    test $count -eq 0; or test \"$typed[1..$count]\" = \"$words\"\n"
    "end\n"
    "# __agon_is N WORDS...: the same with exactly N others.\n"
    "function __agon_is\n"
    "    __agon_at $argv; and test (count (commandline -opc)[2..-1]) -eq "
    "(math (count $argv) - 1 + $argv[1])\n"
    "end\n"
    "complete -c agon -f\n";

static void completion_fish_group(const struct command_group *g)
{
    if (g->name[0] == '\0')
        printf("%s", fish_begin);
    for (size_t i = 0; i < g->count; i++) {
        printf("complete -c agon -n '__agon_is 0 %s' -a %s -d '", g->name,
            command_last_word(&g->commands[i]));
        completion_print_quoted(g->commands[i].summary, "\\'", "'");
        printf("'\n");
    }
}

static void completion_fish_words(const char *words)
{
    if (strcmp(words, FILES) == 0)
        printf(" -F");
    else if (words[0] != '\0')
        printf(" -a '%s'", words);
}

static void completion_fish_command(const struct syntax *s)
{
    for (size_t i = 0; i < s->option_count; i++) {
        const struct option *o = &s->options[i];
        char words[WORDS_BYTES];
        struct text out = TEXT_IN(words);
        if (!o->flag)
            completion_put_value(&out, o);
        printf("complete -c agon -n '__agon_at 0 %s' -l %s", s->command->name, o->name);
        if (o->letter)
            printf(" -s %c", o->letter);
        if (!o->flag)
            printf(" -r");
        completion_fish_words(words);
        printf(" -d '");
        completion_print_quoted(o->help, "\\'", "'");
        printf("'\n");
    }
    for (size_t i = 0; i < s->argument_count; i++) {
        char words[WORDS_BYTES];
        struct text out = TEXT_IN(words);
        completion_put_place(&out, s->arguments[i].name);
        if (words[0] == '\0')
            continue;
        printf("complete -c agon -n '__agon_%s %zu %s'",
            argument_is_list(&s->arguments[i]) ? "at" : "is", i, s->command->name);
        completion_fish_words(words);
        printf("\n");
    }
}

const struct completion completion_fish = {completion_fish_group, completion_fish_command, ""};
