#include "cli/sprt_versions.h"

#include "author/run_command.h"
#include "author/strength.h"
#include "base/atomic_file.h"
#include "base/whole_file.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "contest/entry_text.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// --- Two versions ---

bool sprt_versions_prepare(
    struct sprt_versions *v, const char *base, const char *build, bool built, struct error *e)
{
    *v = (struct sprt_versions){0};
    if (!git_repository_find(&v->repository, e) ||
        !git_version_find(&v->base, &v->repository, base, e) ||
        !git_version_find(&v->head, &v->repository, "HEAD", e) ||
        !git_is_changed(&v->repository, &v->changed, e))
        return false;
    if (strcmp(v->base.commit, v->head.commit) == 0 && !v->changed)
        return error_set(e,
            "%.60s is what is here: git knows of no change since (a new file counts after git add)",
            base);
    snprintf(v->names[0], sizeof v->names[0], "%.*s%s", GIT_SHORT_DIGITS, v->head.commit,
        v->changed ? "+" : "");
    snprintf(v->names[1], sizeof v->names[1], "%.*s", GIT_SHORT_DIGITS, v->base.commit);
    return (!build || built || git_build_here(build, e)) &&
        git_version_make(&v->base, &v->repository, build, e);
}

const char *sprt_versions_old_player(
    struct sprt_versions *v, const char *player, bool *moved, struct error *e)
{
    struct entry_text entry;
    *moved = entry_text_is(player);
    if (!*moved)
        return player;
    if (!entry_text_read(&entry, player, e))
        return NULL;
    if (entry.path[0] == '/') {
        error_set(e, "--base needs the path of an entry from here on: %.120s is a place of its own",
            entry.path);
        return NULL;
    }
    if (asprintf(&v->old_entry, "entry:%s/%s", v->base.folder, entry.path) < 0) {
        v->old_entry = NULL;
        error_set(e, "no memory");
        return NULL;
    }
    if (access(v->old_entry + strlen("entry:"), F_OK) != 0) {
        error_set(e, "%s has no %.120s: commit it first, and compare later versions with that",
            v->names[1], entry.path);
        return NULL;
    }
    return v->old_entry;
}

void sprt_versions_destroy(struct sprt_versions *v)
{
    free(v->old_entry);
    git_version_destroy(&v->base);
    git_version_destroy(&v->head);
    git_repository_destroy(&v->repository);
}

// --- The file ---

static char *sprt_versions_path(const struct git_repository *r, const char *history)
{
    char *path = NULL;
    if (history)
        return strdup(history);
    return asprintf(&path, "%s/.agon/strength.jsonl", r->top) > 0 ? path : NULL;
}

static void sprt_versions_name(
    struct strength_version *out, const struct git_version *v, bool changed)
{
    *out = (struct strength_version){.time_s = v->time_s + changed};
    snprintf(
        out->name, sizeof out->name, "%.*s%s", GIT_SHORT_DIGITS, v->commit, changed ? "+" : "");
    struct text subject = TEXT_IN(out->subject);
    text_string(&subject, changed ? "changes after: " : "");
    text_string(&subject, v->subject);
}

// Where the whole lines of a file end: what follows them is torn, since the power went while it was
// written.
static off_t sprt_versions_whole(int file)
{
    char piece[4096];
    off_t end = lseek(file, 0, SEEK_END);
    while (end > 0) {
        const off_t from = end > (off_t)sizeof piece ? end - (off_t)sizeof piece : 0;
        const ssize_t got = pread(file, piece, (size_t)(end - from), from);
        for (ssize_t i = got; i > 0; i--)
            if (piece[i - 1] == '\n')
                return from + i;
        if (got <= 0)
            break;
        end = from;
    }
    return 0;
}

static bool sprt_versions_append(const char *path, const struct text *line, struct error *e)
{
    const int file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    struct stat about;
    // Tests that run side by side wait for each other.
    bool well = file >= 0 && flock(file, LOCK_EX) == 0 && fstat(file, &about) == 0;
    if (well && S_ISREG(about.st_mode))
        well = ftruncate(file, sprt_versions_whole(file)) == 0;
    well = well && write(file, line->bytes, line->length) == (ssize_t)line->length;
    const int why = errno;
    if (file >= 0)
        close(file);
    return well || error_set(e, "%.160s cannot be written: %s", path, strerror(why));
}

bool sprt_versions_can_keep(const struct sprt_versions *v, struct error *e)
{
    char *path = sprt_versions_path(&v->repository, v->history);
    struct strength *s = calloc(1, sizeof *s);
    struct text file = text_growing();
    struct error why;
    bool well = (path && s) || error_set(e, "no memory");
    well = well && git_repository_make_folder(&v->repository, e);
    if (well && access(path, F_OK) == 0)
        well = whole_file_read(path, STRENGTH_FILE_BYTES, &file, e) &&
            (strength_read(s, "", file.bytes, file.length, &why) ||
                error_set(e, "%.100s does not keep tests of versions: %.120s", path, why.words));
    if (well) {
        const int opened = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
        well = opened >= 0 || error_set(e, "%.160s cannot be written: %s", path, strerror(errno));
        if (opened >= 0)
            close(opened);
    }
    text_destroy(&file);
    free(s);
    free(path);
    return well;
}

bool sprt_versions_keep(
    const struct sprt_versions *v, const struct sprt_versions_result *result, struct error *e)
{
    struct strength_version old, new;
    sprt_versions_name(&old, &v->base, false);
    sprt_versions_name(&new, &v->head, v->changed);
    const struct strength_entry entry = {.game = result->game,
        .verdict = result->verdict,
        .old = &old,
        .new = &new,
        .elo = result->elo,
        .error = result->error,
        .games = result->games,
        .at_s = (int64_t)time(NULL)};
    struct text line = text_growing();
    char *path = sprt_versions_path(&v->repository, v->history);
    strength_line(&entry, &line);
    const bool well = path
        ? git_repository_make_folder(&v->repository, e) && sprt_versions_append(path, &line, e)
        : error_set(e, "no memory");
    free(path);
    text_destroy(&line);
    return well;
}

static bool sprt_versions_load(
    struct strength *s, const char *game, const char *history, struct error *e)
{
    struct git_repository repository = {0};
    struct text file = text_growing();
    struct error why;
    char *path = NULL;
    bool well = history || git_repository_find(&repository, &why) ||
        error_set(e,
            "where are the tests? This folder is in no git repository: name their file by "
            "--history");
    if (well) {
        path = sprt_versions_path(&repository, history);
        well =
            path ? whole_file_read(path, STRENGTH_FILE_BYTES, &file, e) : error_set(e, "no memory");
    }
    if (well && !strength_read(s, game, file.bytes, file.length, &why))
        well = error_set(e, "%.100s: %.140s", path, why.words);
    if (well && s->version_count == 0)
        well =
            error_set(e, "no test of %s is kept in %.120s   (agon sprt %s COMMAND --base HEAD~1)",
                game, path, game);
    well = well && strength_judge(s, e);
    free(path);
    text_destroy(&file);
    git_repository_destroy(&repository);
    return well;
}

int sprt_versions_show(const char *game, const char *history, const char *plot)
{
    struct error e;
    struct strength *s = calloc(1, sizeof *s);
    struct text out = text_growing();
    int status = EXIT_OK;
    if (!s) {
        error_set(&e, "no memory");
        status = wrong_input(&e);
    } else if (!sprt_versions_load(s, game, history, &e)) {
        status = wrong_input(&e);
    } else {
        strength_text(s, &out);
        print_bytes(stdout, &out);
        text_clear(&out);
        if (plot) {
            char title[96];
            snprintf(title, sizeof title, "Strength over versions, %s", game);
            strength_svg(s, title, &out);
            if (!atomic_file_write(plot, out.bytes, out.length, &e)) {
                wrong_input(&e);
                status = EXIT_OURS;
            }
        }
    }
    text_destroy(&out);
    free(s);
    return status;
}

// --- Several tests at once ---

struct sprt_versions_child {
    pthread_t thread;
    const char **arguments;
    struct text said;
    struct error e;
    int status;
    bool started, well;
};

// The same command for one version, from which nothing is built here any more.
static const char **sprt_versions_arguments(const char *base, int argc, char **argv)
{
    const char **list = calloc((size_t)argc + 6, sizeof *list);
    size_t count = 0;
    if (!list)
        return NULL;
    list[count++] = program_typed();
    list[count++] = "sprt";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--base") == 0)
            i++; // and its value
        else if (strncmp(argv[i], "--base=", 7) != 0)
            list[count++] = argv[i];
    }
    list[count++] = "--base";
    list[count++] = base;
    list[count++] = "--built";
    return list;
}

static void *sprt_versions_run_child(void *context)
{
    struct sprt_versions_child *c = context;
    c->well = run_command_status(c->arguments, NULL, true, &c->said, &c->status, &c->e);
    return NULL;
}

// All that is built is built before the tests begin, one after the other.
static bool sprt_versions_build_all(
    const char *const *bases, size_t count, const char *build, struct error *e)
{
    for (size_t i = 0; i < count; i++) {
        struct sprt_versions v;
        const bool well = sprt_versions_prepare(&v, bases[i], build, i > 0, e);
        sprt_versions_destroy(&v);
        if (!well)
            return false;
    }
    return true;
}

static void sprt_versions_start(
    struct sprt_versions_child *c, const char *base, int argc, char **argv)
{
    c->said = text_growing();
    c->arguments = sprt_versions_arguments(base, argc, argv);
    c->started = c->arguments && pthread_create(&c->thread, NULL, sprt_versions_run_child, c) == 0;
    if (!c->started)
        error_set(&c->e, "no memory or no thread");
}

// Waits for one and prints what it said. Returns its exit status.
static int sprt_versions_end(struct sprt_versions_child *c, const char *base, bool json)
{
    if (c->started)
        pthread_join(c->thread, NULL);
    int status = c->well ? c->status : EXIT_OURS;
    if (!json)
        print_line(stdout, "against %s:", base);
    if (c->well)
        print_bytes(stdout, &c->said);
    else
        wrong_input(&c->e);
    text_destroy(&c->said);
    free(c->arguments);
    return status;
}

int sprt_versions_run_all(
    const char *const *bases, size_t count, const char *build, bool json, int argc, char **argv)
{
    struct error e;
    struct sprt_versions_child *children = calloc(count, sizeof *children);
    if (!children)
        return EXIT_OURS;
    if (!sprt_versions_build_all(bases, count, build, &e)) {
        free(children);
        return wrong_input(&e);
    }
    int worst = EXIT_OK;
    for (size_t i = 0; i < count; i++)
        sprt_versions_start(&children[i], bases[i], argc, argv);
    for (size_t i = 0; i < count; i++) {
        const int status = sprt_versions_end(&children[i], bases[i], json);
        worst = status > worst ? status : worst;
    }
    free(children);
    return worst;
}
