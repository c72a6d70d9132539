// One cell of comma-separated values (RFC 4180).
#ifndef AGON_REPORT_CSV_H
#define AGON_REPORT_CSV_H

#include "base/text.h"

// Appends the text, in quotes if it needs them. Names come from bots: a text that a spreadsheet
// would take for a formula gets an apostrophe before it. `is_harmless` is asked about texts that
// begin with "@": true means that it needs no apostrophe. It may be NULL: then none is harmless.
void csv_text(struct text *out, const char *text, bool (*is_harmless)(const char *text));

#endif
