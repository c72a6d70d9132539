// Entries that came after the deadline of their contest (`entries_until:` of its file). They are
// left out, with words. Whoever is in the results already stays: its files may have been copied or
// replaced since.
#ifndef AGON_ARCHIVE_LATE_ENTRIES_H
#define AGON_ARCHIVE_LATE_ENTRIES_H

#include "base/calendar.h"
#include "base/error.h"
#include "contest/tree.h"

struct late_entries {
    struct calendar_time until; // not given: no entry is late
    char **known;               // the paths of entries that are in the results
    size_t known_count;
    struct text *words;
};

// `root` is the map of the contest file `file`. A line about each entry that is left out will be
// appended to `words`. Returns false with `e` if memory runs out. To be destroyed in both cases.
bool late_entries_init(struct late_entries *l, const struct tree_node *root, const char *file,
    struct text *words, struct error *e);
void late_entries_destroy(struct late_entries *l);

// True if the entry has come, or was changed, after the deadline and is not known. `path` is how
// the contest file finds it, and `place` how we do.
bool late_entries_refuse(struct late_entries *l, const char *path, const char *place);

#endif
