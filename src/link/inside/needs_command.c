// The rules for a command as a whole: its programs, its words, its directory, its variables.
#include "link/inside/needs.h"

#include "link/inside/needs_program.h"
#include "link/inside/needs_search.h"
#include "link/inside/shebang.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- Words that name files ---

static bool needs_command_word_exists(struct needs_search *s, const char *word)
{
    char path[PATH_MAX];
    struct stat status;
    return word[0] != '\0' &&
        snprintf(path, sizeof path, "%s/%s", word[0] == '/' ? "" : s->base, word) <
        (int)sizeof path &&
        stat(path, &status) == 0;
}

static bool needs_command_add_word(struct needs_search *s, const char *word, const char *why)
{
    char real[PATH_MAX];
    if (!needs_command_word_exists(s, word))
        return false;
    if (needs_search_follow(s, word, why, real))
        needs_search_add(s, real, why);
    return true;
}

// Paths with colons between them, as in -cp a.jar:b.jar and in PYTHONPATH.
static void needs_command_add_words(struct needs_search *s, const char *words, const char *why)
{
    char word[PATH_MAX];
    while (*words != '\0') {
        size_t length = strcspn(words, ":");
        if (snprintf(word, sizeof word, "%.*s", (int)length, words) < (int)sizeof word)
            needs_command_add_word(s, word, why);
        words += length + (words[length] != '\0');
    }
}

// "bot.py", "--weights=w.bin", "a.jar:b.jar".
static void needs_command_add_argument(struct needs_search *s, const char *argument)
{
    static const char why[] = "the command names it";
    const char *equals = strchr(argument, '=');
    if (needs_command_add_word(s, argument, why) ||
        (equals && needs_command_add_word(s, equals + 1, why)))
        return;
    if (strchr(argument, ':'))
        needs_command_add_words(s, equals ? equals + 1 : argument, why);
}

// --- Programs that run another one ---

static bool needs_command_is_wrapper(const char *program)
{
    static const char *const wrappers[] = {"nice", "stdbuf", "timeout", "taskset", "nohup", "time",
        "ionice", "chrt", "numactl", "setarch", "unbuffer"};
    const char *slash = strrchr(program, '/');
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++) {
        if (strcmp(slash ? slash + 1 : program, wrappers[i]) == 0)
            return true;
    }
    return false;
}

// `env`, `nice` and the like run the program that one of their words names.
static void needs_command_add_programs(struct needs_search *s)
{
    static const char why[] = "the program of the command";
    char *const *words = s->question->words;
    size_t count = 0;
    while (words[count])
        count++;
    for (size_t i = 0; i < count;) {
        needs_program_add(s, words[i], why);
        const char *const *rest = (const char *const *)words + i;
        if (shebang_is_env(words[i]))
            i += shebang_env_program(rest, count - i);
        else if (needs_command_is_wrapper(words[i]) && i + 1 < count)
            for (i++; i + 1 < count && (words[i][0] == '-' || strspn(words[i], "0123456789") > 0);)
                i++;
        else
            break;
    }
}

// --- All of it ---

// The directory is relative to our current folder, and not to itself.
static void needs_command_add_directory(struct needs_search *s)
{
    static const char why[] = "the folder that it runs in";
    char here[PATH_MAX], path[PATH_MAX], real[PATH_MAX];
    const char *directory = s->question->directory;
    if (!directory || !getcwd(here, sizeof here))
        return;
    bool relative = directory[0] != '/';
    if (snprintf(path, sizeof path, "%s/%s", relative ? here : "", directory) < (int)sizeof path &&
        needs_search_follow(s, path, why, real))
        needs_search_add(s, real, why);
}

// Variables that name where an interpreter looks for more.
static void needs_command_add_variables(struct needs_search *s)
{
    static const char *const names[] = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "NODE_PATH",
        "CLASSPATH", "JAVA_HOME", "PERL5LIB", "RUBYLIB"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = needs_search_variable(s, names[i]);
        char why[NEED_WHY_BYTES];
        snprintf(why, sizeof why, "the variable %s names it", names[i]);
        if (value)
            needs_command_add_words(s, value, why);
    }
}

static void needs_command_add_read(struct needs_search *s)
{
    static const char why[] = "its owner lets it be read";
    char real[PATH_MAX];
    for (const char *const *path = s->question->read; path && *path; path++) {
        if (needs_search_follow(s, *path, why, real))
            needs_search_add_asked(s, real, why);
        else
            needs_search_refuse(s, *path, "it does not exist, or we may not look there");
    }
}

bool needs_find(struct needs *needs, const struct needs_question *question, struct error *e)
{
    struct needs_search s;
    if (!needs_search_init(&s, needs, question))
        return error_set(e, "no memory to find out what %.80s needs", question->words[0]);
    needs_command_add_programs(&s);
    needs_command_add_directory(&s);
    for (char *const *word = question->words + 1; *word; word++)
        needs_command_add_argument(&s, *word);
    needs_command_add_variables(&s);
    needs_command_add_read(&s);
    needs_search_finish(&s);
    needs_search_destroy(&s);
    return !s.no_memory ||
        error_set(e, "no memory to find out what %.80s needs", question->words[0]);
}

void needs_print(const struct needs *needs, struct text *out)
{
    static const char *const kinds[] = {
        [NEED_FILE] = "file", [NEED_FOLDER] = "folder", [NEED_LINK] = "link"};
    for (size_t i = 0; i < needs->count; i++) {
        const struct need *n = &needs->list[i];
        text_format(out, "%-8s", kinds[n->kind]);
        text_visible(out, n->path, strlen(n->path));
        if (n->target) {
            text_string(out, " -> ");
            text_visible(out, n->target, strlen(n->target));
        }
        text_string(out, "   ");
        text_visible(out, n->why, strlen(n->why));
        text_char(out, '\n');
    }
    for (size_t i = 0; i < needs->refused_count; i++) {
        text_string(out, "hidden  ");
        text_visible(out, needs->refused[i].path, strlen(needs->refused[i].path));
        text_format(out, "   %s\n", needs->refused[i].why);
    }
}
