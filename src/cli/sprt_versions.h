// agon sprt with versions from git: which two are compared, where the older one runs, and the file
// that keeps the results of such tests.
#ifndef AGON_CLI_SPRT_VERSIONS_H
#define AGON_CLI_SPRT_VERSIONS_H

#include "author/git_version.h"
#include "base/text.h"

#include <stddef.h>

struct sprt_versions {
    struct git_repository repository;
    struct git_version base, head;
    bool changed;        // the files here are not those of the last commit
    const char *history; // the file as typed; NULL: .agon/strength.jsonl
    // In tables: the first digits of the commits, the new one first; "+" if files were changed
    // since.
    char names[2][GIT_COMMIT_BYTES + 1];
    char *old_entry; // see sprt_versions_old_player
};

// Finds and builds both versions: `base` as a name of git, the other in the current folder. `build`
// may be NULL. `built`: the one in the current folder needs no build. Returns false with `e`;
// destroy in both cases.
bool sprt_versions_prepare(
    struct sprt_versions *v, const char *base, const char *build, bool built, struct error *e);
void sprt_versions_destroy(struct sprt_versions *v);
// The older version of a player. A command is the same there, to be run in `base.folder`; an entry
// is the folder or the archive at the same place of the older files, and *moved becomes true.
// Returns NULL with `e` if there is none. To be called after sprt_versions_prepare.
const char *sprt_versions_old_player(
    struct sprt_versions *v, const char *player, bool *moved, struct error *e);

// Can a test be added to the file? Asked before the first game, so that no result is lost.
bool sprt_versions_can_keep(const struct sprt_versions *v, struct error *e);
// Adds a test to the file.
struct sprt_versions_result {
    const char *game, *verdict;
    double elo, error;
    int64_t games;
};
bool sprt_versions_keep(
    const struct sprt_versions *v, const struct sprt_versions_result *result, struct error *e);

// Prints the strength of all versions of the file; `plot`, which may be NULL, is a file for the
// plot. Returns an exit status.
int sprt_versions_show(const char *game, const char *history, const char *plot);

// Tests against several versions at once, each in a process of its own. `argv` is that of the
// command; its options --base are `bases`. Returns an exit status: 0 if all were accepted.
int sprt_versions_run_all(
    const char *const *bases, size_t count, const char *build, bool json, int argc, char **argv);

#endif
