// The time for measuring how long something takes. It never goes backwards and never jumps, also
// when somebody sets the clock of the machine.
#ifndef AGON_BASE_CLOCK_H
#define AGON_BASE_CLOCK_H

#include <stdint.h>

#define NS_PER_SECOND INT64_C(1000000000)
#define NS_PER_MS INT64_C(1000000)

// Nanoseconds since a moment in the past that is not known: only differences mean something.
int64_t clock_now_ns(void);

#endif
