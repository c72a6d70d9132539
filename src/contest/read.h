// Values of a contest file: from the nodes of a tree into the fields of a struct, by a table.
#ifndef AGON_CONTEST_READ_H
#define AGON_CONTEST_READ_H

#include "contest/file.h"
#include "contest/tree.h"

enum { HINT_BYTES = 160 };

struct reader {
    struct contest_problems *problems;
    const struct contest_words *words;
};

// One key of a map.
struct entry {
    const char *key;
    // Puts the node's value into the target, or notes a problem. The node is not empty.
    bool (*read)(
        struct reader *r, const struct entry *entry, const struct tree_node *n, void *target);
    size_t offset; // of the target in the struct
    bool required;
    int64_t least, most;      // for numbers, and for times in milliseconds
    const char *const *words; // for a choice: ended by NULL; the target is the index
};

// Always false, so that a reader ends with it.
bool read_problem(struct reader *r, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// What is quoted from the file must not move the cursor, nor end in half a character where it was
// cut: the one becomes "?", the other is left out.
void read_tidy(char *words);

// Reads a whole map into the struct at `target`: every key known, none twice, none missing, each
// value read. `what` is for a node that is no map: "a player".
// `entries` ends with a row without a key.
bool read_map(struct reader *r, const struct entry *entries, const char *what,
    const struct tree_node *map, void *target);

// Readers for struct entry. Texts are the target's to free.
bool read_text(
    struct reader *r, const struct entry *entry, const struct tree_node *n, void *target);
bool read_number(
    struct reader *r, const struct entry *entry, const struct tree_node *n, void *target);
bool read_choice(
    struct reader *r, const struct entry *entry, const struct tree_node *n, void *target);
// An even number of games, as pairs.
bool read_games(
    struct reader *r, const struct entry *entry, const struct tree_node *n, void *target);

// A struct contest_time: a map, or a single time, which is that for each request.
bool read_time(
    struct reader *r, const struct entry *entry, const struct tree_node *n, void *target);
extern const struct contest_time read_time_unset;

// The name of a contest stands in tables and on the terminal.
bool read_title_check(struct reader *r, int line, const char *title);

// Copies a text, which is then the target's to free.
bool read_keep(struct reader *r, int line, const char *text, char **target);

// What follows a word that is none of these, which end with NULL: the nearest, and all of them.
void read_hint(struct text *out, const char *typed, const char *const *words);

// A whole number, nothing else.
bool read_digits(const char *text, int64_t *number);

#endif
