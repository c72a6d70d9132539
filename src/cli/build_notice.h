// What is said of entries that are built: which of them cannot be, and what their builds have
// printed.
#ifndef AGON_CLI_BUILD_NOTICE_H
#define AGON_CLI_BUILD_NOTICE_H

#include "arena/roster.h"

// Prints to stderr why an entry cannot be built: all that is wrong with its recipe, or the end of
// what its build has printed and where the whole of it is. `what` names the entry.
void build_notice_print(const char *what, const struct build *b, const struct error *why);

// Builds one entry, as build_make does. Until that is done, a terminal says what is built.
bool build_notice_make(struct build *b, const struct build_order *order, struct error *e);

// Builds the entries of a contest. Prints those that cannot be built, and on a terminal shows how
// far it is. Returns false if not all are ready; `e` is then empty, since it has been printed.
bool build_notice_roster(struct roster *l, const char *file, struct error *e);

// Where entries are built that belong to no contest: a folder of this user. Fills `shelf`. Returns
// false with `e` if there is no such place.
bool build_notice_shelf(char *shelf, size_t size, struct error *e);

#endif
