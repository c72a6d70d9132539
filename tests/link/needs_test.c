// What a command needs to start, in trees of files made for each test.
#include "link/inside/elf.h"
#include "link/inside/needs.h"
#include "link/inside/pyvenv.h"
#include "link/inside/shebang.h"

#include "base/words.h"

#include <elf.h>
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// --- A tree ---

// Paths of a tree are given relative to its root; `variables` is the environment of the command.
struct tree {
    char root[512];
    char path_variable[1024];
    char *variables[8];
    struct needs needs;
};

static const char *in_tree(const struct tree *t, const char *path)
{
    static char paths[8][1024];
    static int next;
    char *out = paths[next++ % 8];
    snprintf(out, sizeof paths[0], "%s/%s", t->root, path);
    return out;
}

static int tree_setup(void **state)
{
    struct tree *t = calloc(1, sizeof *t);
    char name[] = "/tmp/agon-needs-XXXXXX";
    assert_non_null(mkdtemp(name));
    assert_non_null(realpath(name, t->root));
    setenv("HOME", in_tree(t, "home"), 1);
    snprintf(t->path_variable, sizeof t->path_variable, "PATH=/usr/bin:/bin");
    t->variables[0] = t->path_variable;
    *state = t;
    return 0;
}

static int tree_remove(const char *path, const struct stat *s, int kind, struct FTW *at)
{
    (void)s;
    (void)kind;
    (void)at;
    return remove(path);
}

static int tree_teardown(void **state)
{
    struct tree *t = *state;
    assert_int_equal(chdir("/"), 0);
    nftw(t->root, tree_remove, 16, FTW_DEPTH | FTW_PHYS);
    needs_destroy(&t->needs);
    free(t);
    return 0;
}

static void make_folder(const struct tree *t, const char *path)
{
    char whole[1024];
    snprintf(whole, sizeof whole, "%s", in_tree(t, path));
    for (char *c = whole + strlen(t->root) + 1; *c != '\0'; c++) {
        if (*c == '/') {
            *c = '\0';
            mkdir(whole, 0755);
            *c = '/';
        }
    }
    mkdir(whole, 0755);
}

static void make_parent(const struct tree *t, const char *path)
{
    char parent[512];
    snprintf(parent, sizeof parent, "%s", path);
    char *slash = strrchr(parent, '/');
    if (!slash)
        return;
    *slash = '\0';
    make_folder(t, parent);
}

static void make_bytes(const struct tree *t, const char *path, const void *bytes, size_t length)
{
    make_parent(t, path);
    int fd = open(in_tree(t, path), O_WRONLY | O_CREAT | O_TRUNC, 0755);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, length), (ssize_t)length);
    close(fd);
}

static void make_file(const struct tree *t, const char *path, const char *text)
{
    make_bytes(t, path, text, strlen(text));
}

static void make_link(const struct tree *t, const char *path, const char *target)
{
    make_parent(t, path);
    assert_int_equal(symlink(target, in_tree(t, path)), 0);
}

// A script whose first line asks for a program of the tree.
static void make_script(const struct tree *t, const char *path, const char *interpreter)
{
    char line[1024];
    snprintf(line, sizeof line, "#!%s\n", in_tree(t, interpreter));
    make_file(t, path, line);
}

// --- What is asked and expected ---

static void find_with(struct tree *t, const char *command, const struct needs_question *more)
{
    struct words words;
    struct error e;
    assert_true(words_split(command, &words, &e));
    struct needs_question q = *more;
    q.words = words.list;
    q.environment = t->variables;
    needs_destroy(&t->needs);
    assert_true(needs_find(&t->needs, &q, &e));
    words_destroy(&words);
}

static void find(struct tree *t, const char *command)
{
    assert_int_equal(chdir(t->root), 0);
    find_with(t, command, &(struct needs_question){0});
}

static const struct need *the_need(const struct tree *t, const char *path)
{
    for (size_t i = 0; i < t->needs.count; i++) {
        if (strcmp(t->needs.list[i].path, in_tree(t, path)) == 0)
            return &t->needs.list[i];
    }
    return NULL;
}

// The list has exactly these paths, in this order; NULL ends them.
static void expect(const struct tree *t, ...)
{
    char expected[8192] = "", seen[8192] = "";
    struct text want = TEXT_IN(expected), got = TEXT_IN(seen);
    va_list arguments;
    va_start(arguments, t);
    for (const char *path; (path = va_arg(arguments, const char *));)
        text_format(&want, "%s/%s\n", t->root, path);
    va_end(arguments);
    for (size_t i = 0; i < t->needs.count; i++)
        text_format(&got, "%s\n", t->needs.list[i].path);
    assert_string_equal(seen, expected);
}

static void expect_refused(const struct tree *t, const char *path)
{
    for (size_t i = 0; i < t->needs.refused_count; i++) {
        if (strcmp(t->needs.refused[i].path, in_tree(t, path)) == 0)
            return;
    }
    fail_msg("%s is not among what was refused", path);
}

// --- Programs and words ---

static void a_program_of_the_system_needs_nothing_but_its_script(void **state)
{
    struct tree *t = *state;
    make_file(t, "bots/ann.py", "print()\n");
    make_file(t, "bots/bob.py", "print()\n");
    find(t, "sh bots/ann.py --level 3");
    expect(t, "bots/ann.py", NULL);
    assert_int_equal(t->needs.list[0].kind, NEED_FILE);
    assert_string_equal(t->needs.list[0].why, "the command names it");
}

static void a_program_of_its_own_needs_itself(void **state)
{
    struct tree *t = *state;
    make_file(t, "bots/ann", "not a program\n");
    find(t, "./bots/ann");
    expect(t, "bots/ann", NULL);
    assert_string_equal(t->needs.list[0].why, "the program of the command");
}

static void values_of_options_and_lists_with_colons_name_files(void **state)
{
    struct tree *t = *state;
    make_file(t, "w.bin", "w");
    make_file(t, "a.jar", "a");
    make_file(t, "b.jar", "b");
    find(t, "sh --weights=w.bin -cp a.jar:b.jar Main");
    expect(t, "a.jar", "b.jar", "w.bin", NULL);
}

static void what_does_not_exist_is_left_out(void **state)
{
    struct tree *t = *state;
    find(t, "nowhere/bot missing.py --x=gone.bin");
    expect(t, NULL);
}

static void wrappers_are_looked_through(void **state)
{
    struct tree *t = *state;
    make_file(t, "ann", "x");
    find(t, "env -u A B=1 nice -n 5 stdbuf -oL ./ann");
    expect(t, "ann", NULL);
    assert_string_equal(t->needs.list[0].why, "the program of the command");
}

static void devices_and_fifos_are_no_files(void **state)
{
    struct tree *t = *state;
    assert_int_equal(mkfifo(in_tree(t, "pipe"), 0600), 0);
    find(t, "sh pipe /dev/null /proc/self/status /proc");
    expect(t, NULL);
}

// --- Links ---

static void every_link_on_the_way_is_listed_and_opens_nothing(void **state)
{
    struct tree *t = *state;
    make_file(t, "store/real/ann", "x");
    make_link(t, "a/ann", "../b/ann");
    make_link(t, "b", "c");
    make_link(t, "c/ann", "../store/current/ann");
    make_link(t, "store/current", "real");
    find(t, "a/ann");
    expect(t, "a/ann", "b", "c/ann", "store/current", "store/real/ann", NULL);
    assert_int_equal(the_need(t, "a/ann")->kind, NEED_LINK);
    assert_string_equal(the_need(t, "a/ann")->target, "../b/ann");
    assert_int_equal(the_need(t, "b")->kind, NEED_LINK);
    assert_int_equal(the_need(t, "store/real/ann")->kind, NEED_FILE);
}

static void links_in_a_circle_lead_nowhere(void **state)
{
    struct tree *t = *state;
    make_link(t, "a", "b");
    make_link(t, "b", "a");
    make_link(t, "self", "self/self");
    find(t, "./a ./self");
    assert_null(the_need(t, "self/self"));
    for (size_t i = 0; i < t->needs.count; i++)
        assert_int_equal(t->needs.list[i].kind, NEED_LINK);
}

static void a_long_chain_of_links_ends(void **state)
{
    struct tree *t = *state;
    make_file(t, "l0", "x");
    for (int i = 1; i <= 60; i++) {
        char link[16], target[16];
        snprintf(link, sizeof link, "l%d", i);
        snprintf(target, sizeof target, "l%d", i - 1);
        make_link(t, link, target);
    }
    find(t, "./l30");
    assert_non_null(the_need(t, "l0"));
    find(t, "./l60");
    assert_null(the_need(t, "l0"));
}

// --- Scripts ---

static void the_first_line_of_a_script_names_what_it_needs(void **state)
{
    struct tree *t = *state;
    make_file(t, "tools/run", "x");
    make_script(t, "bot", "tools/run");
    find(t, "./bot");
    expect(t, "bot", "tools/run", NULL);
    assert_string_equal(the_need(t, "tools/run")->why, "the first line of bot asks for it");
}

static void an_interpreter_may_be_a_script(void **state)
{
    struct tree *t = *state;
    make_file(t, "c", "x");
    make_script(t, "b", "c");
    make_script(t, "a", "b");
    find(t, "./a");
    expect(t, "a", "b", "c", NULL);
}

static void scripts_that_run_each_other_end(void **state)
{
    struct tree *t = *state;
    make_script(t, "a", "b");
    make_script(t, "b", "a");
    find(t, "./a");
    expect(t, "a", "b", NULL);
}

static void env_in_the_first_line_is_looked_up_in_path(void **state)
{
    struct tree *t = *state;
    make_file(t, "tools/lang", "x");
    make_file(t, "bot", "#!/usr/bin/env -S LEVEL=3 lang -u\n");
    snprintf(t->path_variable, sizeof t->path_variable, "PATH=%s:/usr/bin", in_tree(t, "tools"));
    find(t, "./bot");
    expect(t, "bot", "tools/lang", NULL);
}

// --- Installations ---

static void the_installation_of_an_interpreter_is_readable(void **state)
{
    struct tree *t = *state;
    make_file(t, "home/.nvm/versions/node/v20.1.0/bin/node", "x");
    make_folder(t, "home/.nvm/versions/node/v20.1.0/lib/node_modules/npm");
    make_file(t, "bot.js", "");
    find(t, in_tree(t, "home/.nvm/versions/node/v20.1.0/bin/node bot.js"));
    expect(t, "bot.js", "home/.nvm/versions/node/v20.1.0", NULL);
    assert_int_equal(t->needs.list[1].kind, NEED_FOLDER);
    assert_string_equal(t->needs.list[1].why, "the installation of node");
}

static void conda_is_found_through_path_and_its_link(void **state)
{
    struct tree *t = *state;
    make_file(t, "home/miniconda3/envs/bot/bin/python3.12", "x");
    make_link(t, "home/miniconda3/envs/bot/bin/python3", "python3.12");
    make_folder(t, "home/miniconda3/envs/bot/lib/python3.12/site-packages");
    make_folder(t, "home/miniconda3/envs/other/lib/python3.12");
    make_file(t, "bot.py", "");
    snprintf(t->path_variable, sizeof t->path_variable, "PATH=%s:/usr/bin",
        in_tree(t, "home/miniconda3/envs/bot/bin"));
    find(t, "python3 bot.py");
    expect(t, "bot.py", "home/miniconda3/envs/bot", NULL);
}

static void java_is_found_by_its_library(void **state)
{
    struct tree *t = *state;
    make_file(t, "home/.sdkman/java/17/bin/java", "x");
    make_file(t, "home/.sdkman/java/17/lib/libjava.so", "x");
    make_link(t, "home/.sdkman/java/current", "17");
    find(t, in_tree(t, "home/.sdkman/java/current/bin/java -version"));
    expect(t, "home/.sdkman/java/17", "home/.sdkman/java/current", NULL);
}

static void a_folder_bin_of_bots_is_not_an_installation(void **state)
{
    struct tree *t = *state;
    make_file(t, "bots/bin/ann", "x");
    make_file(t, "bots/bin/bob", "x");
    make_file(t, "bots/lib/shared.py", "x");
    find(t, "bots/bin/ann");
    expect(t, "bots/bin/ann", NULL);
}

static void in_the_home_folder_only_what_belongs_to_the_program_is_readable(void **state)
{
    struct tree *t = *state;
    make_file(t, "home/.local/bin/python3.12", "x");
    make_folder(t, "home/.local/lib/python3.12");
    make_folder(t, "home/.local/lib/secrets");
    make_folder(t, "home/.local/share/keyrings");
    find(t, in_tree(t, "home/.local/bin/python3.12"));
    expect(t, "home/.local/bin/python3.12", "home/.local/lib/python3.12", NULL);
}

static void a_virtual_environment_brings_what_it_was_made_from(void **state)
{
    struct tree *t = *state;
    char text[2048];
    make_file(t, "opt/python/bin/python3.12", "x");
    make_folder(t, "opt/python/lib/python3.12");
    make_file(t, "venv/bin/python", "a copy\n");
    make_folder(t, "venv/lib");
    snprintf(text, sizeof text, "include-system-site-packages = false\nhome = %s\n",
        in_tree(t, "opt/python/bin"));
    make_file(t, "venv/pyvenv.cfg", text);
    find(t, "venv/bin/python bot.py");
    expect(t, "opt/python", "venv", NULL);
    assert_string_equal(the_need(t, "venv")->why, "a virtual environment");
}

static void a_virtual_environment_of_links_is_readable_too(void **state)
{
    struct tree *t = *state;
    make_file(t, "versions/3.12/bin/python3.12", "x");
    make_folder(t, "versions/3.12/lib/python3.12");
    make_link(t, "venv/bin/python3", in_tree(t, "versions/3.12/bin/python3.12"));
    make_link(t, "venv/bin/python", "python3");
    make_file(t, "venv/pyvenv.cfg", "home = /nowhere\n");
    find(t, "venv/bin/python");
    expect(t, "venv", "versions/3.12", NULL);
}

static void a_shim_brings_its_root(void **state)
{
    struct tree *t = *state;
    make_file(t, "home/.pyenv/shims/python3", "#!/usr/bin/env bash\nexec pyenv exec\n");
    make_file(t, "home/.pyenv/libexec/pyenv", "x");
    make_folder(t, "home/.pyenv/versions/3.12.0/lib/python3.12");
    make_folder(t, "elsewhere/3.13/lib");
    make_link(t, "home/.pyenv/versions/3.13.0", in_tree(t, "elsewhere/3.13"));
    make_file(t, "bot.py", "");
    snprintf(t->path_variable, sizeof t->path_variable, "PATH=%s:/usr/bin:/bin",
        in_tree(t, "home/.pyenv/shims"));
    find(t, "python3 bot.py");
    expect(t, "bot.py", "elsewhere/3.13", "home/.pyenv", NULL);
}

static void variables_name_folders(void **state)
{
    struct tree *t = *state;
    char variable[1024];
    make_folder(t, "lib/one");
    make_folder(t, "lib/two");
    snprintf(variable, sizeof variable, "PYTHONPATH=%s:lib/two:%s", in_tree(t, "lib/one"),
        in_tree(t, "home"));
    make_folder(t, "home");
    t->variables[1] = variable;
    find(t, "sh -c true");
    expect(t, "lib/one", "lib/two", NULL);
    expect_refused(t, "home");
}

// A real one, where this machine's Python can make it.
static void a_real_virtual_environment_is_readable(void **state)
{
    struct tree *t = *state;
    char command[1024];
    snprintf(command, sizeof command, "/usr/bin/python3 -m venv --without-pip %s >/dev/null 2>&1",
        in_tree(t, "real"));
    int status = system(command);
    if (status != 0)
        skip();
    find(t, "real/bin/python bot.py");
    expect(t, "real", NULL);
}

// --- Directory and owner ---

static void a_directory_is_readable_as_a_whole(void **state)
{
    struct tree *t = *state;
    make_file(t, "bots/ann/bot.py", "");
    make_file(t, "bots/bob/bot.py", "");
    make_link(t, "here", "bots/ann");
    assert_int_equal(chdir(t->root), 0);
    find_with(t, "sh bot.py ../bob/bot.py", &(struct needs_question){.directory = "here"});
    expect(t, "bots/ann", "bots/bob/bot.py", "here", NULL);
    assert_int_equal(the_need(t, "bots/ann")->kind, NEED_FOLDER);
    assert_int_equal(the_need(t, "here")->kind, NEED_LINK);
}

static void a_home_folder_is_never_readable_as_a_whole(void **state)
{
    struct tree *t = *state;
    make_file(t, "home/bot.py", "");
    make_file(t, "home/diary", "");
    assert_int_equal(chdir(in_tree(t, "home")), 0);
    find_with(t, "sh bot.py . .. / /tmp /home", &(struct needs_question){.directory = "."});
    expect(t, "home/bot.py", NULL);
    expect_refused(t, "home");
}

static void the_results_stay_hidden_even_before_they_exist(void **state)
{
    struct tree *t = *state;
    const char *const never[] = {"cup/cup.db", "cup/records", NULL};
    make_file(t, "cup/bot.py", "");
    make_file(t, "cup/records/1.jsonl", "");
    assert_int_equal(chdir(t->root), 0);
    find_with(t, "sh bot.py records/1.jsonl",
        &(struct needs_question){.directory = "cup", .never = never});
    expect(t, "cup/bot.py", NULL);
    expect_refused(t, "cup");
    expect_refused(t, "cup/records/1.jsonl");
}

static void its_owner_may_let_it_read_more(void **state)
{
    struct tree *t = *state;
    make_folder(t, "home/data");
    make_file(t, "cup/cup.db", "");
    const char *const read[] = {in_tree(t, "home"), in_tree(t, "gone"), in_tree(t, "cup"), NULL};
    const char *const never[] = {in_tree(t, "cup/cup.db"), NULL};
    find_with(t, "sh", &(struct needs_question){.read = read, .never = never});
    expect(t, "home", NULL);
    assert_string_equal(t->needs.list[0].why, "its owner lets it be read");
    expect_refused(t, "gone");
    expect_refused(t, "cup");
}

static void the_list_is_told_in_lines(void **state)
{
    struct tree *t = *state;
    make_file(t, "bot.py", "");
    make_link(t, "link.py", "bot.py");
    find(t, "sh link.py ..");
    struct text out = text_growing();
    needs_print(&t->needs, &out);
    char expected[4096];
    snprintf(expected, sizeof expected,
        "file    %s/bot.py   the command names it\n"
        "link    %s/link.py -> bot.py   the command names it\n"
        "hidden  /tmp   many things lie there, not only this bot's\n",
        t->root, t->root);
    assert_string_equal(out.bytes, expected);
    text_destroy(&out);
}

// --- ELF ---

// A small program or library, put together by hand: what the loader reads, and nothing else.
struct made_elf {
    Elf64_Ehdr head;
    Elf64_Phdr segments[3];
    Elf64_Dyn entries[8];
    char strings[512];
};

static size_t made_string(struct made_elf *m, size_t *used, const char *text)
{
    size_t at = *used;
    memcpy(m->strings + at, text, strlen(text) + 1);
    *used += strlen(text) + 1;
    return at;
}

static struct made_elf made(const char *interpreter, const char *needed, int tag, const char *path)
{
    struct made_elf m = {0};
    size_t used = 1, entry = 0;
    memcpy(m.head.e_ident, ELFMAG, SELFMAG);
    m.head.e_ident[EI_CLASS] = ELFCLASS64;
    m.head.e_ident[EI_DATA] = ELFDATA2LSB;
    m.head.e_type = ET_DYN;
    m.head.e_phoff = offsetof(struct made_elf, segments);
    m.head.e_phentsize = sizeof(Elf64_Phdr);
    m.head.e_phnum = 3;
    m.segments[0] = (Elf64_Phdr){.p_type = PT_LOAD, .p_vaddr = 0x1000, .p_filesz = sizeof m};
    m.segments[1] = (Elf64_Phdr){.p_type = PT_DYNAMIC,
        .p_offset = offsetof(struct made_elf, entries),
        .p_filesz = sizeof m.entries};
    if (interpreter)
        m.segments[2] = (Elf64_Phdr){.p_type = PT_INTERP,
            .p_offset = offsetof(struct made_elf, strings) + made_string(&m, &used, interpreter),
            .p_filesz = strlen(interpreter) + 1};
    if (needed)
        m.entries[entry++] =
            (Elf64_Dyn){.d_tag = DT_NEEDED, .d_un.d_val = made_string(&m, &used, needed)};
    if (path)
        m.entries[entry++] = (Elf64_Dyn){.d_tag = tag, .d_un.d_val = made_string(&m, &used, path)};
    m.entries[entry++] =
        (Elf64_Dyn){.d_tag = DT_STRTAB, .d_un.d_ptr = 0x1000 + offsetof(struct made_elf, strings)};
    return m;
}

static void make_elf(const struct tree *t, const char *path, struct made_elf m)
{
    make_bytes(t, path, &m, sizeof m);
}

static void libraries_are_found_beside_the_program(void **state)
{
    struct tree *t = *state;
    make_elf(t, "app/bot", made("/lib64/ld.so", "liba.so.1", DT_RUNPATH, "$ORIGIN/../libs"));
    make_elf(t, "libs/liba.so.1.5", made(NULL, "libb.so", DT_RPATH, "/nowhere:${ORIGIN}/more"));
    make_link(t, "libs/liba.so.1", "liba.so.1.5");
    make_elf(t, "libs/more/libb.so", made(NULL, "liba.so.1", DT_RPATH, "$ORIGIN/.."));
    make_file(t, "libs/unused.so", "x");
    find(t, "app/bot");
    expect(t, "app/bot", "libs/liba.so.1", "libs/liba.so.1.5", "libs/more/libb.so", NULL);
    assert_string_equal(the_need(t, "libs/more/libb.so")->why, "a library that bot loads");
}

static void the_loader_of_a_program_is_needed_too(void **state)
{
    struct tree *t = *state;
    make_file(t, "musl/ld.so", "x");
    make_elf(t, "bot", made(in_tree(t, "musl/ld.so"), NULL, 0, NULL));
    find(t, "./bot");
    expect(t, "bot", "musl/ld.so", NULL);
}

static void ld_library_path_is_searched(void **state)
{
    struct tree *t = *state;
    char variable[1024];
    make_elf(t, "bot", made(NULL, "liba.so", 0, NULL));
    make_file(t, "libs/liba.so", "x");
    snprintf(variable, sizeof variable, "LD_LIBRARY_PATH=/nowhere:%s", in_tree(t, "libs"));
    t->variables[1] = variable;
    find(t, "./bot");
    expect(t, "bot", "libs/liba.so", NULL);
}

static size_t read_memory(void *user, uint64_t offset, void *bytes, size_t length)
{
    const struct made_elf *m = user;
    if (offset >= sizeof *m)
        return 0;
    size_t left = sizeof *m - (size_t)offset;
    length = length < left ? length : left;
    memcpy(bytes, (const char *)m + offset, length);
    return length;
}

static bool parse_made(struct made_elf *m, struct elf *elf)
{
    return elf_parse(elf, &(struct elf_source){read_memory, m});
}

static void wrong_numbers_in_an_elf_file_do_no_harm(void **state)
{
    (void)state;
    struct elf elf;
    struct made_elf good = made("/ld", "liba.so", DT_RUNPATH, "/x");
    assert_true(parse_made(&good, &elf));
    assert_string_equal(elf.interpreter, "/ld");
    assert_string_equal(elf.runpath, "/x");
    assert_int_equal(elf.needed_count, 1);
    assert_string_equal(elf.names + elf.needed[0], "liba.so");

    struct made_elf m = good;
    m.head.e_phnum = UINT16_MAX;
    assert_false(parse_made(&m, &elf));
    m = good;
    m.head.e_phoff = UINT64_MAX - 8;
    assert_false(parse_made(&m, &elf));
    m = good;
    m.segments[1].p_offset = UINT64_MAX - 8;
    m.segments[1].p_filesz = UINT64_MAX;
    assert_true(parse_made(&m, &elf));
    assert_int_equal(elf.needed_count, 0);
    m = good;
    m.entries[0].d_un.d_val = UINT64_MAX;
    assert_true(parse_made(&m, &elf));
    assert_int_equal(elf.needed_count, 0);
    m = good;
    m.segments[0].p_offset = UINT64_MAX - 4;
    assert_true(parse_made(&m, &elf));
    assert_int_equal(elf.needed_count, 0);
    m = good;
    memset(m.strings, 'x', sizeof m.strings); // no name ever ends
    assert_true(parse_made(&m, &elf));
    assert_string_equal(elf.interpreter, "");
    assert_int_equal(elf.needed_count, 0);
}

// --- First lines ---

static void expect_line(const char *line, const char *expected)
{
    struct shebang s;
    char seen[1024] = "";
    struct text out = TEXT_IN(seen);
    if (shebang_parse(&s, line, strlen(line))) {
        for (size_t i = 0; i < s.count; i++)
            text_format(&out, "[%s]", s.words[i]);
    }
    assert_string_equal(seen, expected);
}

static void a_first_line_is_read_as_the_kernel_does(void **state)
{
    (void)state;
    expect_line("#!/bin/sh\necho", "[/bin/sh]");
    expect_line("#! \t/bin/sh  -e -u \t\n", "[/bin/sh][-e -u]");
    expect_line("#!/usr/bin/env python3\n", "[/usr/bin/env][python3]");
    expect_line(
        "#!/usr/bin/env -S python3  -u 'a b' c\\ d\n", "[/usr/bin/env][python3][-u][a b][c d]");
    expect_line("#!/usr/bin/env -iS A=1 python3", "[/usr/bin/env][A=1][python3]");
    expect_line("#!/usr/bin/env --split-string=python3 -u", "[/usr/bin/env][python3][-u]");
    expect_line("#!\n/bin/sh", "");
    expect_line("#!", "");
    expect_line("# !/bin/sh", "");
    expect_line("", "");
}

static void env_runs_the_first_word_that_is_neither_option_nor_variable(void **state)
{
    (void)state;
    const char *const words[] = {"env", "-u", "A", "-i", "B=1", "--", "python3", "bot.py"};
    assert_int_equal(shebang_env_program(words, 8), 6);
    assert_int_equal(shebang_env_program(words, 5), 5);
    assert_int_equal(shebang_env_program(words, 1), 1);
}

static void the_home_of_a_virtual_environment_is_read(void **state)
{
    (void)state;
    static const char text[] = "homes = /x\r\n home\t=  /opt/a b/bin \r\nhome = /y\n";
    char home[64];
    assert_true(pyvenv_home(text, strlen(text), home, sizeof home));
    assert_string_equal(home, "/opt/a b/bin");
    assert_false(pyvenv_home(text, strlen(text), home, 2));
    assert_false(pyvenv_home("home", 4, home, sizeof home));
    assert_false(pyvenv_home("home = ", 7, home, sizeof home));
}

#define IN_A_TREE(test) cmocka_unit_test_setup_teardown(test, tree_setup, tree_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_TREE(a_program_of_the_system_needs_nothing_but_its_script),
        IN_A_TREE(a_program_of_its_own_needs_itself),
        IN_A_TREE(values_of_options_and_lists_with_colons_name_files),
        IN_A_TREE(what_does_not_exist_is_left_out),
        IN_A_TREE(wrappers_are_looked_through),
        IN_A_TREE(devices_and_fifos_are_no_files),
        IN_A_TREE(every_link_on_the_way_is_listed_and_opens_nothing),
        IN_A_TREE(links_in_a_circle_lead_nowhere),
        IN_A_TREE(a_long_chain_of_links_ends),
        IN_A_TREE(the_first_line_of_a_script_names_what_it_needs),
        IN_A_TREE(an_interpreter_may_be_a_script),
        IN_A_TREE(scripts_that_run_each_other_end),
        IN_A_TREE(env_in_the_first_line_is_looked_up_in_path),
        IN_A_TREE(the_installation_of_an_interpreter_is_readable),
        IN_A_TREE(conda_is_found_through_path_and_its_link),
        IN_A_TREE(java_is_found_by_its_library),
        IN_A_TREE(a_folder_bin_of_bots_is_not_an_installation),
        IN_A_TREE(in_the_home_folder_only_what_belongs_to_the_program_is_readable),
        IN_A_TREE(a_virtual_environment_brings_what_it_was_made_from),
        IN_A_TREE(a_virtual_environment_of_links_is_readable_too),
        IN_A_TREE(a_shim_brings_its_root),
        IN_A_TREE(variables_name_folders),
        IN_A_TREE(a_real_virtual_environment_is_readable),
        IN_A_TREE(a_directory_is_readable_as_a_whole),
        IN_A_TREE(a_home_folder_is_never_readable_as_a_whole),
        IN_A_TREE(the_results_stay_hidden_even_before_they_exist),
        IN_A_TREE(its_owner_may_let_it_read_more),
        IN_A_TREE(the_list_is_told_in_lines),
        IN_A_TREE(libraries_are_found_beside_the_program),
        IN_A_TREE(the_loader_of_a_program_is_needed_too),
        IN_A_TREE(ld_library_path_is_searched),
        cmocka_unit_test(wrong_numbers_in_an_elf_file_do_no_harm),
        cmocka_unit_test(a_first_line_is_read_as_the_kernel_does),
        cmocka_unit_test(env_runs_the_first_word_that_is_neither_option_nor_variable),
        cmocka_unit_test(the_home_of_a_virtual_environment_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
