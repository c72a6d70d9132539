// Values of a contest file: from the nodes of a tree into the fields of a struct, by a table.
#ifndef AGON_CONTEST_FILE_KEYS_H
#define AGON_CONTEST_FILE_KEYS_H

#include "contest/file.h"
#include "contest/tree.h"

enum { HINT_BYTES = 160 };

struct file_reader {
    struct contest_problems *problems;
    const struct contest_words *words;
};

// One key of a map.
struct file_key {
    const char *key;
    // Puts the node's value into the target, or notes a problem. The node is not empty.
    bool (*read)(struct file_reader *r, const struct file_key *entry, const struct tree_node *n,
        void *target);
    size_t offset; // of the target in the struct
    bool required;
    int64_t least, most;      // for numbers, and for times in milliseconds
    const char *const *words; // for a choice: ended by NULL; the target is the index
};

// Always false, so that a reader ends with it.
bool file_problem(struct file_reader *r, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// What is quoted from the file must not move the cursor, nor end in half a character where it was
// cut: the one becomes "?", the other is left out.
void file_tidy_words(char *words);

// Reads a whole map into the struct at `target`: every key known, none twice, none missing, each
// value read. `what` is for a node that is no map: "a player".
// `entries` ends with a row without a key.
bool file_read_map(struct file_reader *r, const struct file_key *entries, const char *what,
    const struct tree_node *map, void *target);

// Readers for struct file_key. Texts are the target's to free.
bool file_read_text(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);
bool file_read_number(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);
bool file_read_choice(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);
// An even number of games, as pairs.
bool file_read_games(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);

// A struct contest_time: a map, or a single time, which is that for each request.
bool file_read_time(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);
extern const struct contest_time file_time_unset;

// The name of a contest stands in tables and on the terminal.
bool file_check_title(struct file_reader *r, int line, const char *title);

// Copies a text, which is then the target's to free.
bool file_keep_text(struct file_reader *r, int line, const char *text, char **target);

// What follows a word that is none of these, which end with NULL: the nearest, and all of them.
void file_hint(struct text *out, const char *typed, const char *const *words);

// A whole number, nothing else.
bool file_read_digits(const char *text, int64_t *number);

#endif
