// The entries of a contest in the database of a fleet: the coordinator sends them once, workers
// fetch what they lack. A parcel is known by the hash of its entry (fleet/parcel_cache.h).
#ifndef AGON_FLEET_PARCELS_H
#define AGON_FLEET_PARCELS_H

#include "arena/roster.h"
#include "store/postgres.h"

// A hash in letters as the 32 bytes of the column `hash`. Returns false if it is not a hash.
bool parcels_hash(unsigned char bytes[SHA256_BYTES], const char *letters);

// Sends those entries of the roster that the database lacks. They lie beside the contest file
// `file`.
bool parcels_send(
    struct postgres *p, const struct roster *roster, const char *file, struct error *e);

// Drops the parcels that no contest needs which is being played, or was when its coordinator died.
// Those that were sent, or asked for by a coordinator, in the last hour stay: its contest may not
// be written down yet. `bytes` are those of the parcels.
bool parcels_prune(struct postgres *p, int64_t *count, int64_t *bytes, struct error *e);

#endif
