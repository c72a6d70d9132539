// A list of needs while it is made: what may be put on it and what may not.
#ifndef AGON_LINK_INSIDE_NEEDS_SEARCH_H
#define AGON_LINK_INSIDE_NEEDS_SEARCH_H

#include "link/inside/needs.h"

#include <limits.h>

enum { NEEDS_HIDDEN_MOST = 16, NEEDS_VISITED_MOST = 128 };

struct needs_search {
    struct needs *needs;
    const struct needs_question *question;
    char base[PATH_MAX];                      // where the command runs
    char home[PATH_MAX];                      // of our user; "" if not known
    char hidden[NEEDS_HIDDEN_MOST][PATH_MAX]; // `never` of the question, without links
    size_t hidden_count;
    char *visited[NEEDS_VISITED_MOST]; // programs and libraries that were looked at
    size_t visited_count;
    bool no_memory;
};

bool needs_search_init(
    struct needs_search *s, struct needs *needs, const struct needs_question *question);
void needs_search_destroy(struct needs_search *s);

// Follows a path that is absolute or relative to the folder of the command. Puts the links on its
// way on the list. Returns false if it leads nowhere.
bool needs_search_follow(
    struct needs_search *s, const char *path, const char *why, char real[PATH_MAX]);

// Puts a file or folder on the list; `real` is that of needs_search_follow. Returns false if it is
// neither, or must not be readable; then it is on the list of what was refused.
bool needs_search_add(struct needs_search *s, const char *real, const char *why);
// The same for what its owner has named in `read`: then it may also be a home folder.
bool needs_search_add_asked(struct needs_search *s, const char *real, const char *why);
// Puts a path on the list of what was refused.
void needs_search_refuse(struct needs_search *s, const char *path, const char *why);

// True once for each path.
bool needs_search_visits(struct needs_search *s, const char *real);

// True if the folder is for many things, so that no program may have it as a whole: /, /home, /tmp,
// a home folder and its .local, or one that holds what must stay hidden.
bool needs_search_is_shared(const struct needs_search *s, const char *folder);

// True if the path lies in a folder of the system.
bool needs_search_is_system(const char *path);

// The value of a variable in the environment of the command; NULL if it has none.
const char *needs_search_variable(const struct needs_search *s, const char *name);

// Sorts the list and takes away what lies in another entry.
void needs_search_finish(struct needs_search *s);

#endif
