// Time that never goes backwards and never jumps, in nanoseconds from an unknown beginning.
#ifndef AGON_BASE_CLOCK_H
#define AGON_BASE_CLOCK_H

#include <stdint.h>

#define NS_PER_SECOND INT64_C(1000000000)
#define NS_PER_MS INT64_C(1000000)

int64_t clock_now_ns(void);

#endif
