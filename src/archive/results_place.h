// Where the results of a contest are: beside its contest file, or where the line `results:` of that
// file says. What comes of it is a location (store/location.h).
#ifndef AGON_ARCHIVE_RESULTS_PLACE_H
#define AGON_ARCHIVE_RESULTS_PLACE_H

#include "base/error.h"
#include "store/location.h"

// `file` is a contest file: the results of spring.yaml are in spring.db, if it does not say
// otherwise. Or it is the address of a contest in a database, or of a database with one contest. A
// contest file that cannot be read says nothing: whoever reads it will tell.
bool results_place_find(char place[LOCATION_BYTES], const char *file, struct error *e);

// The same for a place that somebody has typed: a path, or an address. If the address names no
// contest, the contest has the name of its file. `named` may be NULL.
bool results_place_choose(
    char place[LOCATION_BYTES], const char *file, const char *named, struct error *e);

#endif
