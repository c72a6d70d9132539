// Reads the keys of a contest file: from the nodes of a tree into the fields of a struct. A table
// of struct file_key says which keys there are and how each is read.
#ifndef AGON_CONTEST_FILE_KEYS_H
#define AGON_CONTEST_FILE_KEYS_H

#include "contest/file.h"
#include "contest/tree.h"

enum { HINT_BYTES = 160 };

// A file that is being read.
struct file_reader {
    struct contest_problems *problems;
    const struct contest_words *words;
};

// One key of a map.
struct file_key {
    const char *key;
    // Puts the value of the node into the target. Returns false after noting a problem. The node is
    // not empty.
    bool (*read)(struct file_reader *r, const struct file_key *entry, const struct tree_node *n,
        void *target);
    size_t offset; // of the target in the struct
    bool required;
    int64_t least, most;      // for numbers, and for times in milliseconds
    const char *const *words; // for a choice: the words, ended by NULL; the target gets an index
};

// Notes a problem in this line. Always returns false, so that a failing function can end with it.
bool file_problem(struct file_reader *r, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Makes words that quote the file safe for a terminal: what would move the cursor becomes "?", and
// half a character at the end, where the words were cut, is left out.
void file_tidy_words(char *words);

// Reads a whole map into the struct at `target`. Unknown keys and missing keys are problems. `what`
// is for the message about a node that is not a map: "a player". `entries` ends with a row without
// a key.
bool file_read_map(struct file_reader *r, const struct file_key *entries, const char *what,
    const struct tree_node *map, void *target);

// Functions for `read` of struct file_key. The owner of the target frees texts.
bool file_read_text(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);
bool file_read_number(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);
bool file_read_choice(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);
// The target is a const struct game *.
bool file_read_game(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);
// An even number of games; the target gets the number of pairs.
bool file_read_games(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);

// Two keys that a contest and each of its players can have: an enum contest_sandbox, and a struct
// contest_paths, which is a list or a single path.
bool file_read_sandbox(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);
bool file_read_paths(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);
void file_destroy_paths(struct contest_paths *paths);

// A struct contest_time: a map, or a single time, which is the time for each request.
bool file_read_time(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);
extern const struct contest_time file_time_unset;

// A struct calendar_time.
bool file_read_calendar(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);

// A struct contest_limits: a map.
bool file_read_limits(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target);

// Checks the name of a contest, which is shown in tables and on the terminal.
bool file_check_title(struct file_reader *r, int line, const char *title);

// Copies a text. The owner of the target frees it.
bool file_keep_text(struct file_reader *r, int line, const char *text, char **target);

// Appends what follows a message about a wrong word: the nearest of `words`, and all of them.
// `words` ends with NULL.
void file_hint(struct text *out, const char *typed, const char *const *words);

// Reads a text that is a whole number and nothing else.
bool file_read_digits(const char *text, int64_t *number);

#endif
