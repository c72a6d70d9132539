// The pages of a contest as a folder on the disk (report/frozen.h).
#ifndef AGON_CLI_REPORT_FOLDER_H
#define AGON_CLI_REPORT_FOLDER_H

#include "report/report.h"

#include <limits.h>

// Does this text name a folder: one that exists, or any with a slash at its end?
bool report_folder_is_meant(const char *path);

// Writes all pages below `path`, which is created if it does not exist. index.html comes last, when
// everything else is on the disk: so an older report in the same folder is replaced as a whole, but
// for pages that were opened in between. False: `e` says why.
bool report_folder_write(const char *path, const struct report *r, struct error *e);

// The folder that takes the place of a file that would be too large: "big" for "big.html". False if
// the name has another ending.
bool report_folder_in_place_of(char folder[PATH_MAX], const char *file);
// Whether pages may be written there though nobody has named the folder: it does not exist, or has
// such pages in it. False: `e` says so.
bool report_folder_is_free(const char *folder, struct error *e);

#endif
