// An entry of a contest's log as a line for people, or as a JSON object for programs. Both end with
// a newline.
#ifndef AGON_REPORT_LOG_LINE_H
#define AGON_REPORT_LOG_LINE_H

#include "base/text.h"
#include "store/contents.h"

// "2026-03-01 12:00:00  void      the first line of the words". The time is local time.
void log_line_text(struct text *out, const struct store_entry *entry);
// docs/json/log.schema.json describes the object.
void log_line_json(struct text *out, const struct store_entry *entry);

#endif
