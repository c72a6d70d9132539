// What a stored contest has come to, computed from its file.
#ifndef AGON_ARCHIVE_RESULTS_H
#define AGON_ARCHIVE_RESULTS_H

#include "archive/standings.h"
#include "store/reader.h"

struct results {
    struct standings standings;
    int64_t *out_at;       // by player: the pair by whose faults it is out; INT64_MAX: it is not
    int64_t waiting_games; // that cannot be played while a player is suspended
    char fingerprint[2 * SHA256_BYTES + 1];
    char head[HEAD_TEXT_BYTES]; // of the file
};

// Reads all games. The plan's lists must live on. False: `e` says why. To be destroyed in both
// cases.
bool results_load(struct results *r, const struct plan *p, struct reader *reader, struct error *e);
void results_destroy(struct results *r);

// Does this pair, of which both games are stored, count as one that was played? It does not if it
// is a forfeit.
bool results_counts(const struct results *r, int64_t pair, int first, int second);

#endif
