#include "contest/command_name.h"

#include "base/bridge_text.h"
#include "base/text.h"
#include "base/words.h"
#include "contest/entry_text.h"

#include <stdio.h>
#include <string.h>

enum { LABEL_BYTES = 256 };

// --- Programs that run another one ---

// Lists are words between blanks.
struct launcher {
    const char *name;
    const char *valued; // options that are followed by a value
    const char *code;   // the option that is followed by code
    const char *module; // options that are followed by the name of what runs, with dots in it
    const char *verbs;  // words in front of what runs
    int skipped;        // so many arguments come before what runs
    bool classes;       // what runs is a class: a.b.Main
};

static const struct launcher launchers[] = {
    {"python", .valued = "-W -X", .code = "-c", .module = "-m"},
    {"python2", .valued = "-W", .code = "-c", .module = "-m"},
    {"python3", .valued = "-W -X", .code = "-c", .module = "-m"},
    {"pypy3", .valued = "-W -X", .code = "-c", .module = "-m"},
    {"java",
        .valued = "-cp -classpath --class-path -p --module-path --add-modules --add-opens "
                  "--add-exports",
        .module = "-m --module", .classes = true},
    {"node", .valued = "-r --require --import --loader", .code = "-e", .verbs = "inspect"},
    {"deno", .verbs = "run"},
    {"bun", .verbs = "run", .code = "-e"},
    {"dotnet", .verbs = "run exec"},
    {"ruby", .valued = "-I -r", .code = "-e"},
    {"perl", .valued = "-I", .code = "-e"},
    {"php", .valued = "-d", .code = "-r"},
    {"julia", .code = "-e"},
    {"lua", .valued = "-l", .code = "-e"},
    {"Rscript", .code = "-e"},
    {"racket", .code = "-e"},
    {"guile", .valued = "-L", .code = "-c"},
    {"sh", .code = "-c"},
    {"bash", .code = "-c"},
    {"dash", .code = "-c"},
    {"ocaml", .valued = "-I"},
    {"mono", .valued = NULL},
    {"env", .valued = "-u -C"},
    {"stdbuf", .valued = "-i -o -e"},
    {"nice", .valued = "-n"},
    {"taskset", .skipped = 1},
    {"gdb", .valued = "-ex -x -iex -ix"},
    {"rust-gdb", .valued = "-ex -x -iex -ix"},
    {"lldb", .valued = "-o -s -O -S"},
};

static const struct launcher *find_launcher(const char *name)
{
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
        if (strcmp(launchers[i].name, name) == 0)
            return &launchers[i];
    }
    return NULL;
}

static bool is_listed(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; at && length > 0 && (at = strstr(at, word)); at++) {
        bool begins = at == list || at[-1] == ' ';
        if (begins && (at[length] == ' ' || at[length] == '\0'))
            return true;
    }
    return false;
}

// --- What runs ---

enum kind { KIND_FILE, KIND_CODE, KIND_MODULE, KIND_CLASS };

// The word of a command after which it is called, and what it is.
struct program {
    size_t at;
    enum kind kind;
};

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] != '\0' ? slash + 1 : path;
}

// Without its ending: "my.bot" of "my.bot.py", ".bot" of ".bot".
static size_t command_stem_length(const char *base)
{
    const char *dot = strrchr(base, '.');
    return dot && dot > base ? (size_t)(dot - base) : strlen(base);
}

static const struct launcher *launcher_of(const char *word)
{
    char stem[32];
    const char *base = base_of(word);
    snprintf(stem, sizeof stem, "%.*s",
        (int)(command_stem_length(base) < 31 ? command_stem_length(base) : 31), base);
    return find_launcher(stem);
}

static bool ends_with(const char *word, const char *end)
{
    size_t length = strlen(word), tail = strlen(end);
    return length > tail && strcmp(word + length - tail, end) == 0;
}

static enum kind kind_of_argument(const struct launcher *l, const char *word)
{
    bool is_file = strchr(word, '/') || ends_with(word, ".java") || ends_with(word, ".jar");
    return l && l->classes && !is_file ? KIND_CLASS : KIND_FILE;
}

// Returns false if the command runs nothing but launchers: then the last of them gives the name.
static bool find_program(const struct words *words, struct program *found)
{
    const struct launcher *l = NULL;
    int skipped = 0;
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->list[i];
        bool more = i + 1 < words->count;
        if (l && more && is_listed(l->code, word)) {
            *found = (struct program){i + 1, KIND_CODE};
            return true;
        }
        if (l && more && is_listed(l->module, word)) {
            *found = (struct program){i + 1, l->classes ? KIND_CLASS : KIND_MODULE};
            return true;
        }
        if (l && is_listed(l->valued, word)) {
            i++;
            continue;
        }
        // An option, an address to be filled in, a variable for `env`, or "run".
        if (*word == '-' || strchr(word, '{') || strchr(word, '=') ||
            (l && is_listed(l->verbs, word)) || (l && skipped < l->skipped && ++skipped))
            continue;
        *found = (struct program){i, kind_of_argument(l, word)};
        const struct launcher *next = launcher_of(word);
        if (!next)
            return true;
        l = next;
        skipped = 0;
    }
    return false;
}

static void put_name(struct text *out, const char *word, enum kind kind)
{
    char first[LABEL_BYTES]; // of code, its first word
    struct text beginning = TEXT_IN(first);
    if (kind == KIND_CODE) {
        text_bytes(&beginning, word, strcspn(word, " \t\n"));
        word = first;
    }
    const char *base = kind == KIND_MODULE ? word : base_of(word);
    const char *dot = strrchr(base, '.');
    if (kind == KIND_CLASS)
        text_string(out, dot && dot[1] != '\0' ? dot + 1 : base);
    else
        text_bytes(out, base, kind == KIND_MODULE ? strlen(base) : command_stem_length(base));
}

void command_name(char name[PLAYER_NAME_BYTES], const char *command)
{
    struct words words;
    struct program program = {0};
    char label[LABEL_BYTES];
    struct text out = TEXT_IN(label);
    if (words_split(command, &words, NULL)) {
        find_program(&words, &program);
        if (words.count > 0)
            put_name(&out, words.list[program.at], program.kind);
        words_destroy(&words);
    }
    player_name_make(name, label);
}

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

void player_text_name(char name[PLAYER_NAME_BYTES], const char *text)
{
    struct entry_text entry;
    text = bridge_text_command(text);
    if (text[0] == '@' || begins_with(text, "listen:") || begins_with(text, "tcp://"))
        player_name_make(name, text);
    else if (entry_text_read(&entry, text, NULL))
        entry_text_name(name, entry.path);
    else
        command_name(name, text);
}

// --- Telling two apart ---

struct command_words {
    struct words words;
    struct program program;
};

// The part of the path that the other one does not have, from behind: "v1" of "bots/v1/bot.py".
static void put_folder(struct text *out, const char *path, const char *other)
{
    size_t length = strlen(path), other_length = strlen(other), same = 0;
    while (same < length && same < other_length &&
        path[length - 1 - same] == other[other_length - 1 - same])
        same++;
    size_t end = length - same, from;
    while (path[end] != '/' && path[end] != '\0')
        end++;
    from = end;
    while (from > 0 && path[from - 1] != '/')
        from--;
    text_bytes(out, path + from, end - from);
}

// "depth 4" of "--depth 4" and "--depth=4".
static void put_argument(struct text *out, const struct words *words, size_t at)
{
    const char *word = words->list[at];
    const char *before = at > 0 ? words->list[at - 1] : "";
    if (before[0] == '-' && !strchr(before, '=') && word[0] != '-')
        text_format(out, "%s ", before + strspn(before, "-"));
    word += strspn(word, "-");
    size_t key = strcspn(word, "=");
    text_bytes(out, word, key);
    if (word[key] == '=')
        text_format(out, " %s", word + key + 1);
}

// The name of `c` by what `other` does not have at the word `at`, which both may have.
static void put_difference(struct text *out, const char *name, const struct command_words *c,
    const struct command_words *other, size_t at)
{
    bool is_program = at == c->program.at && at == other->program.at &&
        c->program.kind == KIND_FILE && other->program.kind == KIND_FILE;
    if (is_program) {
        const char *path = c->words.list[at], *twin = other->words.list[at];
        if (strcmp(base_of(path), base_of(twin)) != 0) {
            text_string(out, base_of(path)); // "bot.py" and "bot.js"
            return;
        }
        size_t before = out->length;
        put_folder(out, path, twin);
        text_format(out, "%s%s", out->length > before ? "/" : "", name);
        return;
    }
    text_string(out, name);
    if (at >= c->words.count)
        return; // the other one has an argument more
    text_string(out, " (");
    put_argument(out, &c->words, at);
    text_char(out, ')');
}

static bool command_words_read(struct command_words *c, const char *text)
{
    *c = (struct command_words){0};
    if (!words_split(bridge_text_command(text), &c->words, NULL))
        return false;
    find_program(&c->words, &c->program);
    return true;
}

static void name_by_difference(
    char names[2][PLAYER_NAME_BYTES], const struct command_words *a, const struct command_words *b)
{
    size_t at = 0;
    while (at < a->words.count && at < b->words.count &&
        strcmp(a->words.list[at], b->words.list[at]) == 0)
        at++;
    if (at == a->words.count && at == b->words.count)
        return;
    char labels[2][LABEL_BYTES], made[2][PLAYER_NAME_BYTES];
    for (int i = 0; i < 2; i++) {
        struct text out = TEXT_IN(labels[i]);
        put_difference(&out, names[i], i == 0 ? a : b, i == 0 ? b : a, at);
        player_name_make(made[i], labels[i]);
    }
    if (!player_names_look_alike(made[0], made[1]))
        memcpy(names, made, sizeof made);
}

// "agon (nboard depth 3)": how an engine is spoken to, if nothing else differs.
static void name_by_bridge(char names[2][PLAYER_NAME_BYTES], const char *first, const char *second)
{
    char made[2][PLAYER_NAME_BYTES];
    for (int i = 0; i < 2; i++) {
        const char *text = i == 0 ? first : second, *command = bridge_text_command(text);
        char label[LABEL_BYTES];
        struct text out = TEXT_IN(label);
        text_string(&out, names[i]);
        if (command > text)
            text_string(&out, " (");
        for (const char *c = text; c + 1 < command; c++)
            text_char(&out, *c == ':' || *c == ',' || *c == '=' ? ' ' : *c);
        if (command > text)
            text_char(&out, ')');
        player_name_make(made[i], label);
    }
    if (!player_names_look_alike(made[0], made[1]))
        memcpy(names, made, sizeof made);
}

// As much of the name as leaves room for the number.
static void number_name(char name[PLAYER_NAME_BYTES], int number)
{
    char whole[PLAYER_NAME_BYTES];
    memcpy(whole, name, sizeof whole);
    for (size_t keep = strlen(whole);; keep--) {
        char label[LABEL_BYTES];
        snprintf(label, sizeof label, "%.*s:%d", (int)keep, whole, number);
        if (keep == 0 || player_name_read(name, label, NULL))
            return;
    }
}

void command_names_tell_apart(
    char names[2][PLAYER_NAME_BYTES], const char *first, const char *second)
{
    if (!player_names_look_alike(names[0], names[1]))
        return;
    struct command_words a, b;
    bool first_read = command_words_read(&a, first), second_read = command_words_read(&b, second);
    if (first_read && second_read && strcmp(names[0], names[1]) == 0)
        name_by_difference(names, &a, &b);
    if (first_read)
        words_destroy(&a.words);
    if (second_read)
        words_destroy(&b.words);
    if (strcmp(names[0], names[1]) == 0)
        name_by_bridge(names, first, second);
    for (int i = 0; i < 2 && player_names_look_alike(names[0], names[1]); i++) {
        number_name(names[0], 1);
        number_name(names[1], 2);
    }
}
