// What agon serve says when it starts: what is shown and played, and where bots connect.
#ifndef AGON_CLI_SERVE_REPORT_H
#define AGON_CLI_SERVE_REPORT_H

#include "cli/serve_contest.h"

// A line on stderr for each port at which bots are awaited, and one for each contest.
void serve_report(const struct serve_contest *contests, size_t count);

#endif
