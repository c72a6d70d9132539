// The pages of a contest as a folder on the disk (report/frozen.h).
#ifndef AGON_CLI_REPORT_FOLDER_H
#define AGON_CLI_REPORT_FOLDER_H

#include "report/report.h"

// Does this text name a folder: one that exists, or any with a slash at its end?
bool report_folder_is_meant(const char *path);

// Writes all pages below `path`, which is created if it does not exist. index.html comes last, when
// everything else is on the disk: so an older report in the same folder is replaced as a whole, but
// for pages that were opened in between. False: `e` says why.
bool report_folder_write(const char *path, const struct report *r, struct error *e);

#endif
