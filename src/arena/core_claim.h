// Cores that a process has claimed, so that workers on one machine do not play on the same ones. A
// claim is a name that the kernel takes back when the process ends, however it ends. Nobody is kept
// off a core by it: it only says where others are. Containers with a network of their own do not
// see each other's claims.
#ifndef AGON_ARENA_CORE_CLAIM_H
#define AGON_ARENA_CORE_CLAIM_H

#include <stdint.h>

// Chooses `wanted` of the cores that the calling thread may use (all, if there are not so many),
// claims them until the process ends, and keeps to them the thread and all threads that it starts
// later. Cores that no other process of the same `family` has claimed come first, and otherwise any
// may be chosen. Returns how many of the chosen ones others have claimed.
int64_t core_claim_take(const char *family, int64_t wanted);

#endif
