// Versions of a bot that are in git: which commit a name means, and the files of that commit,
// built, in a folder of their own. They lie in .agon/versions/COMMIT of the repository and are kept
// for the next time.
#ifndef AGON_AUTHOR_GIT_VERSION_H
#define AGON_AUTHOR_GIT_VERSION_H

#include "base/error.h"

#include <stdint.h>

enum { GIT_COMMIT_BYTES = 65, GIT_SHORT_DIGITS = 8 };

// The repository that the current folder is in. Paths are absolute.
struct git_repository {
    char *top;
    char *within; // the current folder in it: "", or "bots/mine/"
};

// Returns false and fills `e` if there is none, or no git. Destroy `r` in both cases.
bool git_repository_find(struct git_repository *r, struct error *e);
void git_repository_destroy(struct git_repository *r);
// Makes the folder .agon of the repository, which git ignores, if it is not there.
bool git_repository_make_folder(const struct git_repository *r, struct error *e);

struct git_version {
    char commit[GIT_COMMIT_BYTES]; // its hash
    char subject[160];
    int64_t time_s; // when it was committed, since 1970
    char *folder;   // where a command of it runs; NULL until git_version_make
};

// Finds out which commit `name` means ("HEAD~1", "v1.2"). Destroy `v` in both cases.
bool git_version_find(
    struct git_version *v, const struct git_repository *r, const char *name, struct error *e);
// Writes its files into a folder, unless that has been done, and runs `build` there (a line for the
// shell; NULL: nothing is built).
bool git_version_make(
    struct git_version *v, const struct git_repository *r, const char *build, struct error *e);
void git_version_destroy(struct git_version *v);

// Runs `build` in the current folder, for the version that is being worked on.
bool git_build_here(const char *build, struct error *e);
// Is there anything in the files that the last commit does not have? Files that git does not know
// do not count.
bool git_is_changed(const struct git_repository *r, bool *changed, struct error *e);

#endif
