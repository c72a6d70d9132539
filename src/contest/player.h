// One player of a contest file: its keys, and what is checked of it.
#ifndef AGON_CONTEST_PLAYER_H
#define AGON_CONTEST_PLAYER_H

#include "contest/file_keys.h"

bool player_read_node(struct file_reader *r, const struct tree_node *n, struct contest_player *p);
void player_destroy(struct contest_player *p);

// A player by itself, as it stands in the list of the file, for the place `index` behind those that
// are there; PLAYER_REPLACES: for that of the player with the same name. False: there are problems,
// and nothing is to be destroyed.
enum { PLAYER_REPLACES = -1 };
bool player_read_text(struct contest_player *p, const struct contest_file *f, int64_t index,
    const char *text, const struct contest_words *words, struct contest_problems *problems);
// What `next` plays with becomes that of `p`; what `p` played with goes to `old`, which is `p`'s.
void player_succeed(
    struct contest_player *p, const struct contest_player *next, struct contest_player *old);

// What can be judged when the rest of the file has been read: the player at `index`, by itself and
// against those before it.
void player_check_node(
    struct file_reader *r, struct contest_file *f, const struct tree_node *n, size_t index);
// Checks the wire of the node `map`, which is a player or the whole file. `wire` may be NULL.
void player_check_wire(struct file_reader *r, const struct contest_file *f,
    const struct tree_node *map, const char *wire);

#endif
