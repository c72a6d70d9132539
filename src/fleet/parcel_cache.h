// The entries of shared contests on the disk of a worker. A parcel is an entry as a tar file
// (entry_pack); its name is the hash of the entry, and the hash alone decides whether it is the
// right one. Beside the parcels lies what was built of them.
//
// Several processes may use one cache at once: what one of them holds, no other drops. A parcel is
// there as a whole or not at all, also after a power cut and on a full disk.
#ifndef AGON_FLEET_PARCEL_CACHE_H
#define AGON_FLEET_PARCEL_CACHE_H

#include "contest/entry_text.h"

#include <limits.h>
#include <stdint.h>

#define PARCEL_CACHE_MOST_BYTES (INT64_C(4) << 30) // parcels and what was built of them

// Writes the folder in which agon keeps what can be had again: $XDG_CACHE_HOME/agon, or
// ~/.cache/agon. It is made if it is not there.
bool parcel_cache_home(char folder[PATH_MAX], struct error *e);

struct parcel_cache {
    char parcels[PATH_MAX]; // the folder with HASH.tar
    char shelf[PATH_MAX];   // the folder of what was built (arena/build.h)
    int64_t most_bytes;
    int *held; // a descriptor for each parcel that we hold
    size_t held_count;
};

// Both folders are made in `home` if they are not there. To be closed in both cases.
bool parcel_cache_open(
    struct parcel_cache *c, const char *home, int64_t most_bytes, struct error *e);
// Lets go of all that is held.
void parcel_cache_close(struct parcel_cache *c);

// Is the parcel here, and whole? If so, it is held until the cache is closed.
bool parcel_cache_hold(struct parcel_cache *c, const char *hash);
// Keeps bytes that came from elsewhere, and holds them; they replace a parcel that is damaged.
// Returns false if they are not what the hash says, or if the disk refuses; then nothing has
// changed.
bool parcel_cache_put(
    struct parcel_cache *c, const char *hash, const void *bytes, size_t length, struct error *e);
// Drops what nobody holds, the one that was not used for the longest time first, until the cache is
// not larger than it may be. What cannot be removed stays.
void parcel_cache_trim(struct parcel_cache *c);

#endif
