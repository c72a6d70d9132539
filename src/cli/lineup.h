// Who plays in a contest and how: what its file says, as the schedule and the referee want it.
#ifndef AGON_CLI_LINEUP_H
#define AGON_CLI_LINEUP_H

#include "contest/file.h"
#include "contest/schedule.h"
#include "referee/seat.h"

struct lineup {
    const struct game *game;
    position start;
    struct plan plan;
    struct budget budget;
    struct player *players;
    size_t count;
    bool outside;         // somebody is awaited at a port, or called: one game at a time
    char ***environments; // by player; NULL where the file names none
};

// The file must live on. False and words: it asks for something that is not there. To be destroyed
// in both cases.
bool lineup_read(struct lineup *l, const struct contest_file *f, struct error *e);
void lineup_destroy(struct lineup *l);

// Where both games of a pair begin. `first_id` is the player id of seat 0 (R1), drawn by lot.
position lineup_start(const struct lineup *l, const struct pairing *p, int *first_id);

#endif
