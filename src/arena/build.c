#include "arena/build.h"

#include "arena/build/folder_tree.h"
#include "arena/build/job.h"
#include "arena/conditions.h"
#include "base/atomic_file.h"
#include "base/clock.h"
#include "base/words.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// --- What the recipe asks for ---

static bool build_take_environment(struct build *b, struct error *e)
{
    const struct recipe *r = &b->entry.recipe;
    b->environment = calloc(r->variables + 1, sizeof *b->environment);
    if (!b->environment)
        return error_set(e, "out of memory");
    for (size_t i = 0; i < r->variables; i++) {
        const struct contest_variable *v = &r->environment[i];
        if (asprintf(&b->environment[i], "%s=%s", v->name, v->value) < 0) {
            b->environment[i] = NULL;
            return error_set(e, "out of memory");
        }
    }
    return true;
}

// --- Toolchains ---

// Says which program is missing, and which package has it.
static bool build_check_program(
    const struct build *b, const char *command, const char *folder, struct error *e)
{
    const struct link_spec spec = {.player = command,
        .directory = folder,
        .environment = (const char *const *)b->environment,
        .sandbox = {.manner = SANDBOX_CLOSED, .foreign = true}};
    struct words words;
    if (link_check_program(&spec, e))
        return true;
    if (!words_split(command, &words, NULL))
        return false;
    const char *package = recipe_package(words.list[0]);
    if (package)
        error_set(e, "it needs %s, which is not here: install the Debian package %s", words.list[0],
            package);
    words_destroy(&words);
    return false;
}

// rustup keeps programs and toolchains in a home folder, and in the sandbox HOME is another one.
struct build_tools {
    const char **environment; // that of the recipe, and RUSTUP_HOME
    char rustup[PATH_MAX];    // RUSTUP_HOME=...
    char programs[PATH_MAX];
    const char *reads[3]; // these folders
};

// Writes the folder that a variable names, or that lies in our home. Returns false if there is
// none.
static bool build_find_folder(struct text *out, const char *variable, const char *in_home)
{
    const char *own = getenv(variable), *home = getenv("HOME");
    bool has_own = own && own[0] == '/';
    size_t before = out->length;
    if (!has_own && (!home || home[0] != '/'))
        return false;
    text_format(out, "%s%s", has_own ? own : home, has_own ? "" : in_home);
    return !out->cut && access(out->bytes + before, R_OK | X_OK) == 0;
}

static void build_find_rustup(struct build_tools *t, size_t variables)
{
    struct text rustup = TEXT_IN(t->rustup), programs = TEXT_IN(t->programs);
    text_string(&rustup, "RUSTUP_HOME=");
    if (!build_find_folder(&rustup, "RUSTUP_HOME", "/.rustup"))
        return;
    t->environment[variables] = t->rustup;
    t->reads[0] = strchr(t->rustup, '=') + 1;
    if (!build_find_folder(&programs, "CARGO_HOME", "/.cargo"))
        return;
    text_string(&programs, "/bin");
    if (!programs.cut && access(t->programs, R_OK | X_OK) == 0)
        t->reads[1] = t->programs;
}

// `t->environment` is to be freed in both cases.
static bool build_find_tools(
    struct build_tools *t, const struct build *b, const char *program, struct error *e)
{
    size_t count = 0;
    *t = (struct build_tools){0};
    t->environment = calloc(b->entry.recipe.variables + 2, sizeof *t->environment);
    if (!t->environment)
        return error_set(e, "out of memory");
    for (; b->environment[count]; count++)
        t->environment[count] = b->environment[count];
    if (strcmp(program, "rustc") == 0 || strcmp(program, "cargo") == 0)
        build_find_rustup(t, count);
    return true;
}

// --- Building ---

static bool build_write_log(struct build *b, struct job_log *log, struct error *e)
{
    job_log_print(log, &b->said);
    return (!b->said.cut || error_set(e, "out of memory")) &&
        atomic_file_write(b->log, b->said.bytes, b->said.length, e);
}

// Where bots are other users and have no file systems of their own, a folder belongs to the command
// while it runs, and whoever knows the name of a folder on the shelf can go there.
static bool build_is_handed_over(void)
{
    sandbox_layers layers = sandbox_layers_of(SANDBOX_CLOSED);
    return (layers & 1u << SANDBOX_USERS) && !(layers & 1u << SANDBOX_MOUNTS);
}

static bool build_run_job(
    struct build *b, const char *command, const char *folder, struct job_log *log, struct error *e)
{
    struct build_tools tools;
    struct words words;
    if (!words_split(command, &words, e))
        return false;
    bool well = build_find_tools(&tools, b, words.list[0], e);
    const struct job job = {.command = command,
        .folder = folder,
        .environment = tools.environment,
        .read = tools.reads,
        .limit_ms = JOB_SECONDS_MOST * 1000,
        .folder_bytes = JOB_FOLDER_BYTES};
    // The command before it may have been another user.
    well = well && folder_tree_open_up(folder, build_is_handed_over() ? 0700 : 0777, e) &&
        job_run(&job, log, e);
    free(tools.environment);
    words_destroy(&words);
    return well;
}

static bool build_run_commands(
    struct build *b, const char *folder, struct job_log *log, struct error *e)
{
    for (char *const *command = b->entry.recipe.build; *command; command++) {
        job_log_add(log, "$ ", 2);
        job_log_add(log, *command, strlen(*command));
        job_log_add(log, "\n", 1);
        if (!build_check_program(b, *command, folder, e) ||
            !build_run_job(b, *command, folder, log, e))
            return false;
    }
    return true;
}

static bool build_sync(const char *folder, struct error *e)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool well = fd >= 0 && syncfs(fd) == 0;
    if (!well)
        error_set(e, "%.160s: %s", folder, strerror(errno));
    if (fd >= 0)
        close(fd);
    return well;
}

// In `part`, which is a folder of this name that nobody takes for a bot.
static bool build_in(
    struct build *b, const struct build_order *order, const char *part, struct error *e)
{
    struct job_log log = job_log_begin();
    struct error log_error;
    bool well =
        entry_unpack(&b->entry, order->path, part, e) && build_run_commands(b, part, &log, e);
    if (!build_write_log(b, &log, &log_error) && well)
        well = error_set(e, "%s", log_error.words);
    if (well)
        text_destroy(&b->said);
    job_log_destroy(&log);
    return well && folder_tree_settle(part, e) &&
        (folder_tree_bytes(part) <= JOB_FOLDER_BYTES ||
            error_set(
                e, "the build has written more than %" PRId64 " MiB", JOB_FOLDER_BYTES >> 20)) &&
        build_sync(part, e);
}

static bool build_anew(struct build *b, const struct build_order *order, struct error *e)
{
    char *part = NULL;
    if (asprintf(&part, "%s.part", b->folder) < 0)
        return error_set(e, "out of memory");
    // If it is there, whoever began it is dead: the lock is ours.
    bool well = folder_tree_remove(part, e) &&
        (mkdir(part, 0700) == 0 || error_set(e, "%.160s: %s", part, strerror(errno))) &&
        build_in(b, order, part, e) && build_check_program(b, b->entry.recipe.run, part, e) &&
        (rename(part, b->folder) == 0 || error_set(e, "%.160s: %s", b->folder, strerror(errno)));
    b->now = well;
    struct error left;
    if (!well && !folder_tree_remove(part, &left))
        error_set(e, "%s", left.words);
    free(part);
    return well;
}

// --- The shelf ---

// Returns the descriptor that holds the lock, or -1 with `e`.
static int build_lock_shelf(const char *shelf, struct error *e)
{
    mode_t mode = build_is_handed_over() ? 0711 : 0700;
    if (mkdir(shelf, 0700) != 0 && errno != EEXIST) {
        error_set(e, "%.160s: %s", shelf, strerror(errno));
        return -1;
    }
    int fd = open(shelf, O_RDONLY | O_DIRECTORY | O_CLOEXEC), locked = -1;
    struct stat seen;
    if (fd < 0 || fstat(fd, &seen) != 0 ||
        ((seen.st_mode & 0777) != mode && fchmod(fd, mode) != 0)) {
        error_set(e, "%.160s: %s", shelf, strerror(errno));
    } else {
        do
            locked = flock(fd, LOCK_EX);
        while (locked != 0 && errno == EINTR);
        if (locked != 0)
            error_set(e, "%.160s cannot be locked: %s", shelf, strerror(errno));
    }
    if (fd >= 0 && locked != 0)
        close(fd);
    return locked == 0 ? fd : -1;
}

// In a sandbox a path means something only if it is absolute.
static bool build_name(struct build *b, const struct build_order *order, struct error *e)
{
    char here[PATH_MAX];
    bool is_absolute = order->shelf[0] == '/';
    if (!is_absolute && !getcwd(here, sizeof here))
        return error_set(e, "the current folder: %s", strerror(errno));
    bool well = asprintf(&b->folder, "%s%s%s/%s", is_absolute ? "" : here, is_absolute ? "" : "/",
                    order->shelf, b->entry.hash) >= 0;
    if (!well)
        b->folder = NULL;
    if (well && asprintf(&b->log, "%s.log", b->folder) < 0) {
        b->log = NULL;
        well = false;
    }
    return well || error_set(e, "out of memory");
}

static bool build_find_or_make(struct build *b, const struct build_order *order, struct error *e)
{
    struct stat seen;
    int lock = build_lock_shelf(order->shelf, e);
    if (lock < 0)
        return false;
    bool is_there = lstat(b->folder, &seen) == 0 && S_ISDIR(seen.st_mode);
    bool well = is_there ? build_check_program(b, b->entry.recipe.run, b->folder, e)
                         : build_anew(b, order, e);
    close(lock);
    return well;
}

static bool build_path(char path[PATH_MAX], const char *shelf, const char *hash, const char *ending)
{
    return snprintf(path, PATH_MAX, "%s/%s%s", shelf, hash, ending) < PATH_MAX;
}

int64_t build_bytes(const char *shelf, const char *hash)
{
    char path[PATH_MAX];
    return build_path(path, shelf, hash, "") && access(path, F_OK) == 0 ? folder_tree_bytes(path)
                                                                        : 0;
}

// It is given another name first: so it is whole as long as it has its own.
bool build_remove(const char *shelf, const char *hash, struct error *e)
{
    char folder[PATH_MAX], part[PATH_MAX], log[PATH_MAX];
    if (access(shelf, F_OK) != 0)
        return true;
    if (!build_path(folder, shelf, hash, "") || !build_path(part, shelf, hash, ".part") ||
        !build_path(log, shelf, hash, ".log"))
        return error_set(e, "the path of a build is too long");
    int lock = build_lock_shelf(shelf, e);
    if (lock < 0)
        return false;
    bool well = folder_tree_remove(part, e) &&
        (rename(folder, part) == 0 || errno == ENOENT ||
            error_set(e, "%.160s: %s", folder, strerror(errno))) &&
        folder_tree_remove(part, e) &&
        (unlink(log) == 0 || errno == ENOENT || error_set(e, "%.160s: %s", log, strerror(errno)));
    close(lock);
    return well;
}

static bool build_check_run(const struct build *b, struct error *e)
{
    enum link_kind kind;
    const char *run = b->entry.recipe.run;
    return link_check(run, &kind, e) &&
        (kind == LINK_COMMAND || kind == LINK_DIAL_IN ||
            error_set(e, "\"%.120s\" is not a command", run));
}

bool build_look(struct build *b, const struct build_order *order, struct error *e)
{
    *b = (struct build){.said = text_growing()};
    if (!entry_look(&b->entry, order->path, e))
        return false;
    if (order->hash[0] != '\0' && strcmp(order->hash, b->entry.hash) != 0)
        return error_set(e, "its content has changed: its hash is %.12s..., not %.12s...",
            b->entry.hash, order->hash);
    return build_check_run(b, e) && build_take_environment(b, e);
}

bool build_make(struct build *b, const struct build_order *order, struct error *e)
{
    return build_look(b, order, e) && build_name(b, order, e) && build_find_or_make(b, order, e);
}

void build_destroy(struct build *b)
{
    entry_destroy(&b->entry);
    for (char **v = b->environment; v && *v; v++)
        free(*v);
    free(b->environment);
    free(b->reads);
    free(b->folder);
    free(b->log);
    text_destroy(&b->said);
    *b = (struct build){0};
}

// What the contest lets it read comes first.
static bool build_take_reads(struct build *b, const char *const *given, struct error *e)
{
    size_t count = 0, all = 0;
    while (given && given[count])
        count++;
    const char **reads = calloc(count + RECIPE_READS_MOST + 1, sizeof *reads);
    if (!reads)
        return error_set(e, "out of memory");
    for (; all < count; all++)
        reads[all] = given[all];
    for (char *const *path = b->entry.recipe.read; *path; path++)
        reads[all++] = *path;
    free(b->reads);
    b->reads = reads;
    return true;
}

bool build_equip(struct build *b, struct player *p, struct error *e)
{
    struct error why;
    const struct game *game = b->entry.recipe.game;
    if (game && p->wire && p->wire->game != game)
        return error_set(e, "%.60s is for %s, as its " RECIPE_FILE " says, not for %s",
            b->entry.name, game->name, p->wire->game->name);
    if (!build_take_reads(b, p->sandbox.read, e))
        return false;
    p->text = b->entry.recipe.run;
    p->directory = b->folder;
    p->environment = (const char *const *)b->environment;
    p->sandbox.read = b->reads;
    p->sandbox.foreign = true;
    return conditions_lower_limits(&p->sandbox.limits, &b->entry.recipe.limits, &why) ||
        error_set(e, RECIPE_FILE ": %s", why.words);
}
