#include "author/git_version.h"

#include "author/run_command.h"
#include "base/atomic_file.h"
#include "base/sha256.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GIT_SAID_BYTES = 160 }; // of what a build has printed, in an error

// Runs git and cuts the newline at the end of what it prints.
static bool git_ask(
    const char *const *arguments, const char *folder, struct text *out, struct error *e)
{
    if (!run_command(arguments, folder, false, out, e))
        return false;
    while (out->length > 0 && out->bytes[out->length - 1] == '\n')
        out->bytes[--out->length] = '\0';
    return !out->cut || error_set(e, "no memory");
}

// --- The repository ---

bool git_repository_find(struct git_repository *r, struct error *e)
{
    struct text top = text_growing(), within = text_growing();
    *r = (struct git_repository){0};
    bool well =
        git_ask((const char *[]){"git", "rev-parse", "--show-toplevel", NULL}, NULL, &top, e);
    if (!well)
        error_set(e, "--base needs a git repository, and git: this folder is in none");
    well = well &&
        git_ask((const char *[]){"git", "rev-parse", "--show-prefix", NULL}, NULL, &within, e);
    if (well) {
        r->top = strdup(top.bytes);
        r->within = strdup(within.length > 0 ? within.bytes : "");
        well = (r->top && r->within) || error_set(e, "no memory");
    }
    text_destroy(&top);
    text_destroy(&within);
    return well;
}

void git_repository_destroy(struct git_repository *r)
{
    free(r->top);
    free(r->within);
}

static bool git_make_folder(const char *path, struct error *e)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    return error_set(e, "%.160s cannot be made: %s", path, strerror(errno));
}

bool git_repository_make_folder(const struct git_repository *r, struct error *e)
{
    char *folder = NULL, *ignore = NULL, *versions = NULL;
    bool well = (asprintf(&folder, "%s/.agon", r->top) > 0 &&
                    asprintf(&ignore, "%s/.agon/.gitignore", r->top) > 0 &&
                    asprintf(&versions, "%s/.agon/versions", r->top) > 0) ||
        error_set(e, "no memory");
    well = well && git_make_folder(folder, e) && git_make_folder(versions, e) &&
        (access(ignore, F_OK) == 0 || atomic_file_write(ignore, "*\n", 2, e));
    free(folder);
    free(ignore);
    free(versions);
    return well;
}

// --- A version ---

bool git_version_find(
    struct git_version *v, const struct git_repository *r, const char *name, struct error *e)
{
    char *meant = NULL;
    struct text said = text_growing();
    *v = (struct git_version){0};
    if (asprintf(&meant, "%s^{commit}", name) < 0)
        return error_set(e, "no memory");
    bool well = git_ask((const char *[]){"git", "rev-parse", "--verify", "--quiet",
                            "--end-of-options", meant, NULL},
        r->top, &said, e);
    free(meant);
    if (!well || said.length >= GIT_COMMIT_BYTES) {
        text_destroy(&said);
        return error_set(e, "git knows no commit \"%.80s\"", name);
    }
    memcpy(v->commit, said.bytes, said.length + 1);
    text_clear(&said);
    well = git_ask((const char *[]){"git", "show", "-s", "--format=%ct %s", v->commit, NULL},
        r->top, &said, e);
    if (well) {
        char *subject;
        v->time_s = strtoll(said.bytes, &subject, 10);
        snprintf(v->subject, sizeof v->subject, "%s", *subject == ' ' ? subject + 1 : subject);
    }
    text_destroy(&said);
    return well;
}

void git_version_destroy(struct git_version *v)
{
    free(v->folder);
}

// The last words of a build that failed; `e` has how it ended, for one that said nothing.
static bool git_build_failed(const struct text *said, const char *where, struct error *e)
{
    size_t length = said->length;
    while (length > 0 && (said->bytes[length - 1] == '\n' || said->bytes[length - 1] == ' '))
        length--;
    const size_t from = length > GIT_SAID_BYTES ? length - GIT_SAID_BYTES : 0;
    char bytes[GIT_SAID_BYTES + 1];
    memcpy(bytes, said->bytes + from, length - from);
    bytes[length - from] = '\0';
    for (char *c = bytes; *c; c++)
        if (*c == '\n')
            *c = ' ';
    const struct error ended = *e;
    return error_set(e, "%.50s cannot be built: %s", where, bytes[0] != '\0' ? bytes : ended.words);
}

static bool git_build(const char *build, const char *folder, const char *where, struct error *e)
{
    struct text said = text_growing();
    const bool well =
        run_command((const char *[]){"sh", "-c", build, NULL}, folder, true, &said, e) ||
        git_build_failed(&said, where, e);
    text_destroy(&said);
    return well;
}

bool git_build_here(const char *build, struct error *e)
{
    return git_build(build, NULL, "the version here", e);
}

// The files of the commit, without git's own.
static bool git_write_files(
    const struct git_version *v, const struct git_repository *r, const char *into, struct error *e)
{
    struct text said = text_growing();
    const char *const arguments[] = {
        "sh", "-c", "git archive \"$1\" | tar -x -C \"$2\"", "sh", v->commit, into, NULL};
    const bool well = run_command(arguments, r->top, true, &said, e) ||
        error_set(e, "the files of %.12s cannot be written: %.120s", v->commit, said.bytes);
    text_destroy(&said);
    return well;
}

// Where it lies when it is whole: another build of the same commit is another folder.
static bool git_place(const struct git_version *v, const struct git_repository *r,
    const char *build, char **place, char **part, struct error *e)
{
    unsigned char digest[SHA256_BYTES];
    struct sha256 hash = sha256_begin();
    sha256_add(&hash, build ? build : "", build ? strlen(build) : 0);
    sha256_end(&hash, digest);
    return (asprintf(place, "%s/.agon/versions/%.12s-%02x%02x%02x", r->top, v->commit, digest[0],
                digest[1], digest[2]) > 0 &&
               asprintf(part, "%s.part", *place) > 0) ||
        error_set(e, "no memory");
}

bool git_version_make(
    struct git_version *v, const struct git_repository *r, const char *build, struct error *e)
{
    char *place = NULL, *part = NULL, *inside = NULL;
    struct text said = text_growing();
    bool well = git_repository_make_folder(r, e) && git_place(v, r, build, &place, &part, e);
    if (well && access(place, F_OK) != 0) {
        well = run_command((const char *[]){"rm", "-rf", part, NULL}, NULL, true, &said, e) &&
            git_make_folder(part, e) && git_write_files(v, r, part, e) &&
            (asprintf(&inside, "%s/%s", part, r->within) > 0 || error_set(e, "no memory")) &&
            (access(inside, F_OK) == 0 ||
                error_set(e, "%.12s has no folder %.80s", v->commit, r->within)) &&
            (!build || git_build(build, inside, v->commit, e)) &&
            (rename(part, place) == 0 ||
                error_set(e, "%.120s cannot be renamed: %s", part, strerror(errno)));
    }
    if (well && asprintf(&v->folder, "%s/%s", place, r->within) < 0)
        well = error_set(e, "no memory");
    text_destroy(&said);
    free(inside);
    free(part);
    free(place);
    return well;
}

bool git_is_changed(const struct git_repository *r, bool *changed, struct error *e)
{
    struct text said = text_growing();
    const bool well =
        git_ask((const char *[]){"git", "status", "--porcelain", "--untracked-files=no", NULL},
            r->top, &said, e);
    *changed = said.length > 0;
    text_destroy(&said);
    return well;
}
