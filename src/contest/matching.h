// Perfect pairings in a graph of who may meet whom: Edmonds' matching, for Swiss rounds.
#ifndef AGON_CONTEST_MATCHING_H
#define AGON_CONTEST_MATCHING_H

#include <stdbool.h>
#include <stddef.h>

enum { UNMATCHED = -1 };

struct matching {
    int count;   // vertices
    bool *edges; // count * count, symmetric
    bool *gone;  // vertices that no longer take part
    int *mates;  // by vertex, or UNMATCHED
    // For one search:
    int *parents, *bases, *queue;
    bool *reached, *in_blossom, *on_path;
};

bool matching_init(struct matching *m, int count); // false: out of memory; no edges yet
void matching_destroy(struct matching *m);

void matching_join(struct matching *m, int a, int b); // adds the edge

// Makes the matching as large as can be; returns how many vertices are left over.
int matching_grow(struct matching *m);
// Takes a and b out as a pair if all others that are matched now still can be; else changes
// nothing and returns false. Both are matched, or neither.
bool matching_fix(struct matching *m, int a, int b);

#endif
