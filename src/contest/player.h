// One player of a contest file: its keys, what is checked of it, and how it comes and goes.
#ifndef AGON_CONTEST_PLAYER_H
#define AGON_CONTEST_PLAYER_H

#include "contest/read.h"

bool player_read_node(struct reader *r, const struct node *n, struct contest_player *p);
void player_destroy(struct contest_player *p);

// What can be judged when the rest of the file has been read: the player at `index`, by itself and
// against those before it.
void player_check_node(
    struct reader *r, struct contest_file *f, const struct node *n, size_t index);
// The wire of the node `map`, a player or the whole file; NULL is well.
void player_check_wire(
    struct reader *r, const struct contest_file *f, const struct node *map, const char *wire);

#endif
