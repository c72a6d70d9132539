#include "archive/recipe.h"

#include "base/words.h"
#include "contest/file_keys.h"
#include "contest/player.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// --- agon.yaml ---

static bool recipe_read_name(
    struct file_reader *r, const struct file_key *key, const struct tree_node *n, void *target)
{
    char *name = NULL;
    struct error e;
    if (!file_read_text(r, key, n, &name))
        return false;
    bool well = player_name_read(target, name, &e) || file_problem(r, n->line, "%s", e.words);
    free(name);
    return well;
}

// A program and its arguments; what only a shell could do is a problem.
static bool recipe_check_command(
    struct file_reader *r, const struct file_key *key, const struct tree_node *n)
{
    struct words words;
    struct error e;
    if (n->text[0] == '@' || strcmp(n->text, "human") == 0 || strstr(n->text, "://") == n->text)
        return file_problem(r, n->line, "\"%s\" takes a command, not \"%.40s\"", key->key, n->text);
    if (!words_split(n->text, &words, &e))
        return file_problem(r, n->line, "\"%s\": %s", key->key, e.words);
    words_destroy(&words);
    return true;
}

static bool recipe_read_command(
    struct file_reader *r, const struct file_key *key, const struct tree_node *n, void *target)
{
    return file_read_text(r, key, n, target) && recipe_check_command(r, key, n);
}

// One text, or a list of at most `most`; each is checked by `check`.
static bool recipe_read_list(struct file_reader *r, const struct file_key *key,
    const struct tree_node *n, char **list,
    bool (*check)(struct file_reader *, const struct file_key *, const struct tree_node *))
{
    bool well = true;
    int64_t count = 0;
    if (n->kind == TREE_TEXT)
        return file_read_text(r, key, n, &list[0]) && check(r, key, n);
    if (n->kind != TREE_LIST)
        return file_problem(r, n->key_line, "\"%s\" takes a text, or a list of texts", key->key);
    for (const struct tree_node *one = n->first; one; one = one->next, count++) {
        if (count == key->most)
            return file_problem(
                r, one->line, "\"%s\" takes at most %" PRId64 " texts", key->key, key->most);
        well = file_read_text(r, key, one, &list[count]) && check(r, key, one) && well;
    }
    return well;
}

static bool recipe_read_build(
    struct file_reader *r, const struct file_key *key, const struct tree_node *n, void *target)
{
    return recipe_read_list(r, key, n, target, recipe_check_command);
}

// An entry reads its own folder and the system. What else is on the machine is not its to ask for.
static bool recipe_check_read(
    struct file_reader *r, const struct file_key *key, const struct tree_node *n)
{
    const char *path = n->text;
    bool is_system = strncmp(path, "/usr/", 5) == 0 || strncmp(path, "/opt/", 5) == 0;
    size_t length = strlen(path);
    bool climbs = strstr(path, "/../") || (length > 2 && strcmp(path + length - 3, "/..") == 0);
    return (is_system && !climbs) ||
        file_problem(r, n->line,
            "\"%s\" takes paths in /usr and /opt, not \"%.60s\": an entry reads its own folder, "
            "and "
            "only the contest file gives it more",
            key->key, path);
}

static bool recipe_read_paths(
    struct file_reader *r, const struct file_key *key, const struct tree_node *n, void *target)
{
    return recipe_read_list(r, key, n, target, recipe_check_read);
}

static bool recipe_read_environment(
    struct file_reader *r, const struct file_key *key, const struct tree_node *n, void *target)
{
    struct recipe *recipe = target;
    bool well = player_read_variables(r, key, n, &recipe->environment, &recipe->variables);
    for (size_t i = 0; i < recipe->variables; i++) {
        const char *name = recipe->environment[i].name;
        if (name && (strcmp(name, "PATH") == 0 || strncmp(name, "LD_", 3) == 0))
            well = file_problem(r, n->line,
                "\"%s\" cannot set %.40s: where programs and libraries lie is the machine's affair",
                key->key, name);
    }
    return well;
}

static const struct file_key recipe_keys[] = {
    {"name", recipe_read_name, .offset = offsetof(struct recipe, name)},
    {"build", recipe_read_build, .offset = offsetof(struct recipe, build),
        .most = RECIPE_COMMANDS_MOST},
    {"run", recipe_read_command, .offset = offsetof(struct recipe, run)},
    {"game", file_read_game, .offset = offsetof(struct recipe, game)},
    {"wire", file_read_text, .offset = offsetof(struct recipe, wire)},
    {"limits", file_read_limits, .offset = offsetof(struct recipe, limits)},
    {"read", recipe_read_paths, .offset = offsetof(struct recipe, read), .most = RECIPE_READS_MOST},
    {"env", recipe_read_environment, .offset = 0},
    {0},
};

static void recipe_read_yaml(struct recipe *recipe, const struct text *yaml, struct file_reader *r)
{
    struct tree tree;
    struct error e;
    int line;
    if (!tree_read(&tree, yaml->bytes, yaml->length, &line, &e))
        file_problem(r, line, "%s", e.words);
    else if (tree.root && !tree_is_empty(tree.root))
        file_read_map(r, recipe_keys, RECIPE_FILE, tree.root, recipe);
    tree_destroy(&tree);
}

// --- By what is there ---

// How a file with this name is run, and how it is built before that. "%" stands for all files that
// end like it.
static const struct recipe_sort {
    const char *file, *build, *run;
    const char *beside, *build_beside; // if this file is there too, it is built in another way
} sorts[] = {
    {.file = "main.py", .run = "python3 main.py"},
    {.file = "main.js", .run = "node main.js"},
    {.file = "main.c", .build = "gcc -O2 -o bot % -lm -pthread", .run = "./bot"},
    {.file = "main.cpp", .build = "g++ -O2 -o bot % -pthread", .run = "./bot"},
    {.file = "Main.java", .build = "javac %", .run = "java Main"},
    {.file = "main.rs", .build = "rustc -O -o bot main.rs", .run = "./bot"},
    {.file = "main.go",
        .build = "go build -o bot %",
        .run = "./bot",
        .beside = "go.mod",
        .build_beside = "go build -o bot ."},
};

static const char *const makefiles[] = {"GNUmakefile", "makefile", "Makefile"};

enum { SORTS = sizeof sorts / sizeof *sorts };

static bool recipe_has(const struct recipe_file *files, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(files[i].name, name) == 0)
            return true;
    }
    return false;
}

// Appends a name as one word of a command.
static void recipe_add_word(struct text *out, const char *name)
{
    text_char(out, ' ');
    text_string(out, name[0] == '-' ? "'./" : "'");
    for (; *name != '\0'; name++) {
        if (*name == '\'')
            text_string(out, "'\\''");
        else
            text_char(out, *name);
    }
    text_char(out, '\'');
}

static void recipe_add_name(struct text *out, const char *name)
{
    bool is_plain = name[0] != '-' &&
        name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+")] ==
            '\0';
    if (is_plain)
        text_format(out, " %s", name);
    else
        recipe_add_word(out, name);
}

// The command that builds this sort, with the names of all files that end like its main file.
static char *recipe_build_of(
    const struct recipe_sort *sort, const struct recipe_file *files, size_t count)
{
    const char *build =
        sort->beside && recipe_has(files, count, sort->beside) ? sort->build_beside : sort->build;
    const char *ending = strrchr(sort->file, '.'), *mark = strchr(build, '%');
    struct text out = text_growing();
    text_bytes(&out, build, mark ? (size_t)(mark - build) - 1 : strlen(build));
    for (size_t i = 0; mark && i < count; i++) {
        const char *dot = strrchr(files[i].name, '.');
        if (dot && strcmp(dot, ending) == 0)
            recipe_add_name(&out, files[i].name);
    }
    text_string(&out, mark ? mark + 1 : "");
    char *copy = out.cut ? NULL : strdup(out.bytes);
    text_destroy(&out);
    return copy;
}

// The sort of bot that is there. NULL: none, or, after a problem, several.
static const struct recipe_sort *recipe_find_sort(
    struct file_reader *r, const struct recipe_file *files, size_t count, bool has_makefile)
{
    const struct recipe_sort *found = NULL;
    for (size_t i = 0; i < SORTS; i++) {
        // What a Makefile builds is its own affair; scripts are run as they are.
        if (!recipe_has(files, count, sorts[i].file) || (has_makefile && sorts[i].build))
            continue;
        if (found) {
            file_problem(r, 0, "%s and %s are both there: say which by \"run\" in " RECIPE_FILE,
                found->file, sorts[i].file);
            return NULL;
        }
        found = &sorts[i];
    }
    return found;
}

static void recipe_refuse_none(struct file_reader *r)
{
    char bytes[128];
    struct text all = TEXT_IN(bytes);
    for (size_t i = 0; i < SORTS; i++)
        text_format(&all, "%s, ", sorts[i].file);
    file_problem(r, 0,
        "nothing says how it is run: there is no %sno Makefile, and no \"run\" in " RECIPE_FILE,
        bytes);
}

// Fills in what agon.yaml has left out. If it says how the bot is run and not how it is built, then
// nothing is built.
static void recipe_complete(
    struct recipe *recipe, struct file_reader *r, const struct recipe_file *files, size_t count)
{
    bool has_makefile = false;
    for (size_t i = 0; i < sizeof makefiles / sizeof *makefiles; i++)
        has_makefile = has_makefile || recipe_has(files, count, makefiles[i]);
    if (recipe->run)
        return;
    size_t before = r->problems->count;
    const struct recipe_sort *sort = recipe_find_sort(r, files, count, has_makefile);
    if (r->problems->count > before)
        return;
    if (!sort && !has_makefile) {
        recipe_refuse_none(r);
        return;
    }
    recipe->run = strdup(sort ? sort->run : "./bot");
    bool builds = !recipe->build[0] && (has_makefile || sort->build);
    if (builds)
        recipe->build[0] = has_makefile ? strdup("make") : recipe_build_of(sort, files, count);
    if (!recipe->run || (builds && !recipe->build[0]))
        file_problem(r, 0, "out of memory");
}

bool recipe_read(struct recipe *recipe, const struct text *yaml, const struct recipe_file *files,
    size_t count, struct contest_problems *problems)
{
    static const struct contest_words no_words = {0};
    *recipe = (struct recipe){.limits = contest_limits_unset()};
    *problems = (struct contest_problems){0};
    struct file_reader r = {problems, &no_words};
    if (yaml && yaml->length > RECIPE_BYTES_MOST)
        file_problem(&r, 1, "longer than %d KiB", RECIPE_BYTES_MOST / 1024);
    else if (yaml)
        recipe_read_yaml(recipe, yaml, &r);
    if (problems->count == 0)
        recipe_complete(recipe, &r, files, count);
    return problems->count == 0;
}

void recipe_destroy(struct recipe *recipe)
{
    for (size_t i = 0; i <= RECIPE_COMMANDS_MOST; i++)
        free(recipe->build[i]);
    for (size_t i = 0; i <= RECIPE_READS_MOST; i++)
        free(recipe->read[i]);
    for (size_t i = 0; i < recipe->variables; i++) {
        free(recipe->environment[i].name);
        free(recipe->environment[i].value);
    }
    free(recipe->environment);
    free(recipe->run);
    free(recipe->wire);
    *recipe = (struct recipe){0};
}

// --- Toolchains ---

static const struct recipe_tool {
    const char *program, *package;
} recipe_tools[] = {{"bash", "bash"}, {"cargo", "cargo"}, {"cc", "gcc"}, {"clang", "clang"},
    {"clang++", "clang"}, {"cmake", "cmake"}, {"g++", "g++"}, {"gcc", "gcc"}, {"go", "golang-go"},
    {"java", "default-jre-headless"}, {"javac", "default-jdk-headless"}, {"make", "make"},
    {"node", "nodejs"}, {"perl", "perl"}, {"python3", "python3"}, {"ruby", "ruby"},
    {"rustc", "rustc"}, {"sh", "dash"}};

enum { RECIPE_TOOLS = sizeof recipe_tools / sizeof *recipe_tools };

const char *recipe_program(size_t number)
{
    return number < RECIPE_TOOLS ? recipe_tools[number].program : NULL;
}

const char *recipe_package(const char *program)
{
    for (size_t i = 0; i < RECIPE_TOOLS; i++) {
        if (strcmp(recipe_tools[i].program, program) == 0)
            return recipe_tools[i].package;
    }
    return NULL;
}
