// Pairs as many players as possible, given who may meet whom: Edmonds' matching of a graph, for the
// rounds of a Swiss contest. A vertex is a player, an edge says that two may meet.
#ifndef AGON_CONTEST_MATCHING_H
#define AGON_CONTEST_MATCHING_H

#include <stdbool.h>
#include <stddef.h>

enum { UNMATCHED = -1 };

struct matching {
    int count;   // vertices
    bool *edges; // count * count, symmetric
    bool *gone;  // true for vertices that do not take part any more
    int *mates;  // by vertex, or UNMATCHED
    // For one search:
    int *parents, *bases, *queue;
    bool *reached, *in_blossom, *on_path;
};

// Makes a graph without edges. Returns false if memory runs out.
bool matching_init(struct matching *m, int count);
void matching_destroy(struct matching *m);

void matching_join(struct matching *m, int a, int b); // adds an edge

// Makes the matching as large as possible. Returns how many vertices have no mate.
int matching_grow(struct matching *m);
// Takes `a` and `b` out as a pair, if all others that have a mate now can still have one. Otherwise
// changes nothing and returns false. Either both have a mate now, or neither has.
bool matching_fix(struct matching *m, int a, int b);

#endif
