// A matching grows along augmenting paths: from a free vertex to another one, edges outside and
// inside the matching by turns; swapping them matches both ends. A breadth-first search finds such
// a path, except that a cycle of odd length (a blossom) can be entered from both sides; Edmonds'
// idea is to treat all of it as one vertex, its base, from then on.
#include "contest/matching.h"

#include <stdlib.h>
#include <string.h>

bool matching_init(struct matching *m, int count)
{
    size_t n = (size_t)count;
    *m = (struct matching){.count = count};
    m->edges = calloc(n * n, sizeof *m->edges);
    m->gone = calloc(n, sizeof *m->gone);
    m->mates = malloc(n * sizeof *m->mates);
    m->parents = malloc(n * sizeof *m->parents);
    m->bases = malloc(n * sizeof *m->bases);
    m->queue = malloc(n * sizeof *m->queue);
    m->reached = malloc(n * sizeof *m->reached);
    m->in_blossom = malloc(n * sizeof *m->in_blossom);
    m->on_path = malloc(n * sizeof *m->on_path);
    if (!m->edges || !m->gone || !m->mates || !m->parents || !m->bases || !m->queue ||
        !m->reached || !m->in_blossom || !m->on_path) {
        matching_destroy(m);
        return false;
    }
    for (int i = 0; i < count; i++)
        m->mates[i] = UNMATCHED;
    return true;
}

void matching_destroy(struct matching *m)
{
    free(m->edges);
    free(m->gone);
    free(m->mates);
    free(m->parents);
    free(m->bases);
    free(m->queue);
    free(m->reached);
    free(m->in_blossom);
    free(m->on_path);
    *m = (struct matching){0};
}

void matching_join(struct matching *m, int a, int b)
{
    m->edges[a * m->count + b] = m->edges[b * m->count + a] = true;
}

// The first base that the ways from a and from b to the root have in common.
static int common_base(struct matching *m, int a, int b)
{
    memset(m->on_path, 0, (size_t)m->count * sizeof *m->on_path);
    for (;;) {
        a = m->bases[a];
        m->on_path[a] = true;
        if (m->mates[a] == UNMATCHED)
            break;
        a = m->parents[m->mates[a]];
    }
    for (;;) {
        b = m->bases[b];
        if (m->on_path[b])
            return b;
        b = m->parents[m->mates[b]];
    }
}

// Marks the bases between a and the blossom's base, and lets the way back lead around the blossom.
static void mark_side(struct matching *m, int a, int base, int child)
{
    while (m->bases[a] != base) {
        m->in_blossom[m->bases[a]] = m->in_blossom[m->bases[m->mates[a]]] = true;
        m->parents[a] = child;
        child = m->mates[a];
        a = m->parents[m->mates[a]];
    }
}

static void matching_contract(struct matching *m, int a, int b, int *tail)
{
    int base = common_base(m, a, b);
    memset(m->in_blossom, 0, (size_t)m->count * sizeof *m->in_blossom);
    mark_side(m, a, base, b);
    mark_side(m, b, base, a);
    for (int i = 0; i < m->count; i++) {
        if (!m->in_blossom[m->bases[i]])
            continue;
        m->bases[i] = base;
        if (!m->reached[i]) {
            m->reached[i] = true;
            m->queue[(*tail)++] = i;
        }
    }
}

// The free end of an augmenting path from the root, or UNMATCHED.
static int matching_search(struct matching *m, int root)
{
    for (int i = 0; i < m->count; i++) {
        m->parents[i] = UNMATCHED;
        m->bases[i] = i;
        m->reached[i] = false;
    }
    int head = 0, tail = 0;
    m->queue[tail++] = root;
    m->reached[root] = true;
    while (head < tail) {
        int a = m->queue[head++];
        for (int b = 0; b < m->count; b++) {
            if (!m->edges[a * m->count + b] || m->gone[b] || m->bases[a] == m->bases[b] ||
                m->mates[a] == b)
                continue;
            bool even =
                b == root || (m->mates[b] != UNMATCHED && m->parents[m->mates[b]] != UNMATCHED);
            if (even) {
                matching_contract(m, a, b, &tail);
            } else if (m->parents[b] == UNMATCHED) {
                m->parents[b] = a;
                if (m->mates[b] == UNMATCHED)
                    return b;
                m->reached[m->mates[b]] = true;
                m->queue[tail++] = m->mates[b];
            }
        }
    }
    return UNMATCHED;
}

static bool matching_augment(struct matching *m, int root)
{
    int end = matching_search(m, root);
    if (end == UNMATCHED)
        return false;
    while (end != UNMATCHED) {
        int before = m->parents[end], next = m->mates[before];
        m->mates[end] = before;
        m->mates[before] = end;
        end = next;
    }
    return true;
}

int matching_grow(struct matching *m)
{
    int free_count = 0;
    // A first guess by taking what comes, so that few searches are needed.
    for (int a = 0; a < m->count; a++) {
        for (int b = 0; b < m->count && !m->gone[a] && m->mates[a] == UNMATCHED; b++) {
            if (m->edges[a * m->count + b] && !m->gone[b] && m->mates[b] == UNMATCHED) {
                m->mates[a] = b;
                m->mates[b] = a;
            }
        }
    }
    for (int a = 0; a < m->count; a++) {
        if (!m->gone[a] && m->mates[a] == UNMATCHED && !matching_augment(m, a))
            free_count++;
    }
    return free_count;
}

bool matching_fix(struct matching *m, int a, int b)
{
    int left = m->mates[a], right = m->mates[b];
    m->gone[a] = m->gone[b] = true;
    if (left == b)
        return true;
    m->mates[left] = m->mates[right] = UNMATCHED;
    // Only these two are free now: they are matched together with all others, or not at all.
    if (matching_augment(m, left))
        return true;
    m->gone[a] = m->gone[b] = false;
    m->mates[left] = a;
    m->mates[right] = b;
    return false;
}
