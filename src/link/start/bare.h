// For code that runs between the start of a process and its program: it shares the memory of the
// process that started it and has a stack of its own, as after vfork. Such code may only make
// system calls: no allocation, no locks, no instrumentation by sanitizers.
#ifndef AGON_LINK_START_BARE_H
#define AGON_LINK_START_BARE_H

#if defined(__clang__)
#define BARE __attribute__((noinline, disable_sanitizer_instrumentation))
#else
#define BARE __attribute__((noinline, no_sanitize("address", "thread", "undefined")))
#endif

#endif
