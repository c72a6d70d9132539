// One player of a contest file: its keys, and what is checked of it.
#ifndef AGON_CONTEST_PLAYER_H
#define AGON_CONTEST_PLAYER_H

#include "contest/file_keys.h"

bool player_read_node(struct file_reader *r, const struct tree_node *n, struct contest_player *p);
void player_destroy(struct contest_player *p);
// Reads environment variables, lines of "NAME: TEXT". The caller frees the list and its texts, also
// after a problem.
bool player_read_variables(struct file_reader *r, const struct file_key *entry,
    const struct tree_node *n, struct contest_variable **variables, size_t *count);

// Reads one player from a text, written as in the list of the file. The player is to get the place
// `index`, after all others, or PLAYER_REPLACES: the place of the player with the same name.
// Returns false if there are problems; then there is nothing to destroy.
enum { PLAYER_REPLACES = -1 };
bool player_read_text(struct contest_player *p, const struct contest_file *f, int64_t index,
    const char *text, const struct contest_words *words, struct contest_problems *problems);
// Replaces the player `p` by `next`. What `p` was before is moved to `old`, which `p` then owns.
void player_succeed(
    struct contest_player *p, const struct contest_player *next, struct contest_player *old);

// Checks the player at `index`, by itself and against those before it. For when the rest of the
// file has been read. `n` is its node in the tree.
void player_check_node(
    struct file_reader *r, struct contest_file *f, const struct tree_node *n, size_t index);
// Checks the wire of the node `map`, which is a player or the whole file. `wire` may be NULL.
void player_check_wire(struct file_reader *r, const struct contest_file *f,
    const struct tree_node *map, const char *wire);

#endif
