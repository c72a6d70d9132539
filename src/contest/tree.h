// A YAML text as a tree that remembers its lines.
//
// Only what people write by hand is allowed: maps, lists and texts. Anchors, aliases, tags and a
// second document are refused. So are trees that are too deep or too large: no short file can
// become a large tree.
//
// This is built on the events of libyaml. We tried libcyaml, which reads YAML into structs by a
// schema. It reports an unknown or repeated key at the line before it and stops at the first
// mistake. And what it has read has no lines, so that one could not say where a wrong time or a
// repeated name stands.
#ifndef AGON_CONTEST_TREE_H
#define AGON_CONTEST_TREE_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    TREE_BYTES_MOST = 1 << 20,
    TREE_DEPTH_MOST = 8,
    TREE_NODES_MOST = 50000,
    TREE_KEYS_MOST = 500, // in one map, whose keys are compared each with each
};

enum tree_kind { TREE_TEXT, TREE_LIST, TREE_MAP, TREE_KINDS };

struct tree_node {
    enum tree_kind kind;
    int line;                // from 1
    char *key;               // of an entry of a map
    int key_line;            // where that is; the same as `line` for others
    char *text;              // of a TREE_TEXT: ended by its only NUL
    bool plain;              // the text was written without quotes
    struct tree_node *first; // of a list or map: the entries, in the order of the file
    struct tree_node *next;  // the next entry of whatever this one is in
    struct tree_node *made_before;
};

struct tree {
    struct tree_node *root; // NULL if the file has only blanks and comments
    struct tree_node *last_made;
    size_t nodes;
};

// Appends the name and the version of the library behind it: "libyaml 0.2.5".
void tree_library(struct text *out);

// Reads a YAML text. Returns false if it is wrong: `e` says what, `line` where. The caller destroys
// the tree in both cases.
bool tree_read(struct tree *t, const char *bytes, size_t length, int *line, struct error *e);
void tree_destroy(struct tree *t);

// Returns the entry of a map with this key, or NULL.
const struct tree_node *tree_find(const struct tree_node *map, const char *key);

// True if nothing is written there, or one of YAML's words for nothing: "~" and "null".
bool tree_is_empty(const struct tree_node *n);

#endif
