// The wire as it happens, on stderr (--verbose).
#ifndef AGON_CLI_TRACE_H
#define AGON_CLI_TRACE_H

#include "referee/table.h"

void trace_event(const struct table *t, const struct referee_event *event);

#endif
