// The parts of a report that is one HTML page.
#ifndef AGON_CLI_REPORT_HTML_H
#define AGON_CLI_REPORT_HTML_H

#include "cli/report.h"

// Ratings and errors of the first `shown` players, as a picture.
void plot_ratings(const struct report *r, size_t shown, struct report_output *out);

#endif
