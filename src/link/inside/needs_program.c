// An interpreter is more than its program. Where it is not part of the system, its installation is
// found by how it lies there, and not by its name:
//
// - PREFIX/bin/NAME, where PREFIX/lib holds something that is called after NAME (lib/python3.12,
//   lib/node_modules, lib/libjava.so): PREFIX. So it is with pyenv's and nvm's versions, conda, uv.
// - PREFIX/bin/NAME, where PREFIX has a pyvenv.cfg: PREFIX, and what its line `home` names.
// - ROOT/shims/NAME beside ROOT/versions or ROOT/installs: ROOT. So it is with pyenv, rbenv, asdf.
//
// Each link on the way to the program is looked at in the same way.
#include "link/inside/needs_program.h"

#include "link/inside/executable.h"
#include "link/inside/needs_library.h"
#include "link/inside/pyvenv.h"
#include "link/inside/shebang.h"
#include "link/inside/way.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    SCRIPTS_MOST = 5,  // a script may be run by a script, and so on; the kernel allows as many
    NAMES_MOST = 4096, // that are looked at in one folder
    PYVENV_BYTES = 4096,
};

static size_t needs_program_read(const char *path, char *bytes, size_t capacity)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return 0;
    ssize_t length = read(fd, bytes, capacity);
    close(fd);
    return length > 0 ? (size_t)length : 0;
}

static bool needs_program_is_folder(const char *parent, const char *name)
{
    char path[PATH_MAX];
    struct stat s;
    return snprintf(path, sizeof path, "%s/%s", parent, name) < (int)sizeof path &&
        stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

// --- Installations ---

// The folder of the last folder of a path, if that is called `name`: "/a" for "/a/bin/x" and "bin".
static bool needs_program_parent(const char *file, const char *name, char parent[PATH_MAX])
{
    snprintf(parent, PATH_MAX, "%s", file);
    char *slash = strrchr(parent, '/');
    *slash = '\0';
    slash = strrchr(parent, '/');
    if (!slash || strcmp(slash + 1, name) != 0)
        return false;
    *slash = '\0';
    return parent[0] != '\0';
}

// "python" of "python3.12", "node" of "node".
static size_t needs_program_stem(const char *name)
{
    size_t length = 0;
    while (isalpha((unsigned char)name[length]))
        length++;
    return length;
}

static bool needs_program_is_called_after(const char *entry, const char *name)
{
    size_t stem = needs_program_stem(name);
    if (stem == 0)
        return false;
    return strncmp(entry, name, stem) == 0 ||
        (strncmp(entry, "lib", 3) == 0 && strncmp(entry + 3, name, stem) == 0);
}

// Puts on the list what PREFIX/lib holds of this name. Returns false if there is nothing. Without
// `add` it is only looked for.
static bool needs_program_scan_lib(
    struct needs_search *s, const char *lib, const char *name, const char *why, bool add)
{
    DIR *dir = opendir(lib);
    bool found = false;
    const struct dirent *entry;
    for (int i = 0; dir && i < NAMES_MOST && (entry = readdir(dir)); i++) {
        if (!needs_program_is_called_after(entry->d_name, name))
            continue;
        found = true;
        char path[PATH_MAX], real[PATH_MAX];
        if (!add)
            break;
        if (snprintf(path, sizeof path, "%s/%s", lib, entry->d_name) < (int)sizeof path &&
            needs_search_follow(s, path, why, real))
            needs_search_add(s, real, why);
    }
    if (dir)
        closedir(dir);
    return found;
}

static bool needs_program_lib_has(
    struct needs_search *s, const char *prefix, const char *name, const char *why, bool add)
{
    static const char *const libs[] = {"lib", "lib64"};
    char lib[PATH_MAX];
    bool found = false;
    for (size_t i = 0; i < sizeof libs / sizeof *libs; i++) {
        if (snprintf(lib, sizeof lib, "%s/%s", prefix, libs[i]) < (int)sizeof lib)
            found = needs_program_scan_lib(s, lib, name, why, add) || found;
    }
    return found;
}

// The prefix of a program that lies in `bin`. In a folder for many things, such as ~/.local, only
// what is called after the program.
static void needs_program_add_prefix(struct needs_search *s, const char *prefix, const char *name)
{
    char why[NEED_WHY_BYTES];
    snprintf(why, sizeof why, "the installation of %.100s", name);
    if (needs_search_is_system(prefix))
        return;
    if (needs_search_is_shared(s, prefix))
        needs_program_lib_has(s, prefix, name, why, true);
    else if (needs_program_lib_has(s, prefix, name, why, false))
        needs_search_add(s, prefix, why);
}

static void needs_program_add_venv(struct needs_search *s, const char *prefix)
{
    char path[PATH_MAX], bytes[PYVENV_BYTES], home[PATH_MAX], real[PATH_MAX], parent[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/pyvenv.cfg", prefix) >= (int)sizeof path ||
        access(path, F_OK) != 0)
        return;
    needs_search_add(s, prefix, "a virtual environment");
    size_t length = needs_program_read(path, bytes, sizeof bytes);
    if (!pyvenv_home(bytes, length, home, sizeof home) || home[0] != '/' ||
        !needs_search_follow(s, home, "the virtual environment was made from it", real))
        return;
    size_t end = strlen(real);
    snprintf(real + end, sizeof real - end, "/python");
    if (needs_program_parent(real, "bin", parent))
        needs_program_add_prefix(s, parent, "python");
}

// A version may be a link that leads out of the root.
static void needs_program_add_versions(struct needs_search *s, const char *versions)
{
    DIR *dir = opendir(versions);
    const struct dirent *entry;
    for (int i = 0; dir && i < NAMES_MOST && (entry = readdir(dir)); i++) {
        char path[PATH_MAX], real[PATH_MAX];
        if (entry->d_name[0] != '.' && entry->d_type == DT_LNK &&
            snprintf(path, sizeof path, "%s/%s", versions, entry->d_name) < (int)sizeof path &&
            needs_search_follow(s, path, "a version that a shim can choose", real))
            needs_search_add(s, real, "a version that a shim can choose");
    }
    if (dir)
        closedir(dir);
}

static void needs_program_add_shims(struct needs_search *s, const char *root)
{
    static const char *const names[] = {"versions", "installs"};
    bool chooses = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char versions[PATH_MAX];
        if (!needs_program_is_folder(root, names[i]) ||
            snprintf(versions, sizeof versions, "%s/%s", root, names[i]) >= (int)sizeof versions)
            continue;
        chooses = true;
        needs_program_add_versions(s, versions);
    }
    if (chooses)
        needs_search_add(s, root, "the program is a shim, which chooses a version in it");
}

// Looks how one file on the way to a program lies: the program itself, or a link to it.
static void needs_program_look_around(struct needs_search *s, const char *file)
{
    char parent[PATH_MAX];
    if (needs_search_is_system(file))
        return;
    if (needs_program_parent(file, "bin", parent)) {
        needs_program_add_venv(s, parent);
        needs_program_add_prefix(s, parent, strrchr(file, '/') + 1);
    } else if (needs_program_parent(file, "shims", parent)) {
        needs_program_add_shims(s, parent);
    }
}

// --- The program ---

static void needs_program_met_link(void *user, const char *link, const char *target)
{
    (void)target;
    needs_program_look_around(user, link);
}

static void needs_program_add_at(
    struct needs_search *s, const char *path, const char *why, int scripts);

// A name without a slash is looked for in PATH; folders there may be relative.
static void needs_program_add_named(
    struct needs_search *s, const char *name, const char *why, int scripts)
{
    static char *const nothing[] = {NULL};
    char path[PATH_MAX];
    char *const *environment = s->question->environment ? s->question->environment : nothing;
    if (executable_find(name, environment, path))
        needs_program_add_at(s, path, why, scripts);
}

static void needs_program_add_interpreter(
    struct needs_search *s, const char *script, const struct shebang *line, int scripts)
{
    char why[NEED_WHY_BYTES];
    const char *slash = strrchr(script, '/');
    snprintf(why, sizeof why, "the first line of %.100s asks for it", slash + 1);
    if (strchr(line->words[0], '/'))
        needs_program_add_at(s, line->words[0], why, scripts + 1);
    size_t run = shebang_is_env(line->words[0]) ? shebang_env_program(line->words, line->count)
                                                : line->count;
    if (run < line->count)
        needs_program_add_named(s, line->words[run], why, scripts + 1);
}

static void needs_program_add_at(
    struct needs_search *s, const char *path, const char *why, int scripts)
{
    char real[PATH_MAX];
    if (scripts > SCRIPTS_MOST || !needs_search_follow(s, path, why, real))
        return;
    way_follow(path, s->base, needs_program_met_link, s, real);
    needs_search_add(s, real, why);
    if (!needs_search_visits(s, real))
        return;
    needs_program_look_around(s, real);
    char bytes[SHEBANG_BYTES];
    struct shebang line;
    if (shebang_parse(&line, bytes, needs_program_read(real, bytes, sizeof bytes)))
        needs_program_add_interpreter(s, real, &line, scripts);
    else if (!needs_search_is_system(real) || needs_search_variable(s, "LD_LIBRARY_PATH") ||
        needs_search_variable(s, "LD_PRELOAD"))
        needs_library_add_all(s, real);
}

void needs_program_add(struct needs_search *s, const char *name, const char *why)
{
    needs_program_add_named(s, name, why, 0);
}
