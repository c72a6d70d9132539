// The file with the tokens of a contest. It is replaced as a whole, and only its owner may read it.
#ifndef AGON_ARCHIVE_TOKEN_FILE_H
#define AGON_ARCHIVE_TOKEN_FILE_H

#include "archive/token_list.h"

#include <sys/stat.h>

enum { TOKEN_FILE_PATH_BYTES = 4096 };

// Where the tokens of a contest file are. `named` is what its key `tokens` says: "required", or
// NULL, means beside the contest file, those of spring.yaml in spring.tokens. Everything else is a
// path, looked for beside the contest file. If `contest` ends with ".tokens", it is meant itself.
bool token_file_path(
    char path[TOKEN_FILE_PATH_BYTES], const char *contest, const char *named, struct error *e);

// By which one sees that the file has changed.
struct token_file_stamp {
    uint64_t device, file, bytes;
    int64_t changed_s, changed_ns;
};

// What is there now. Returns false if there is no file.
bool token_file_look(const char *path, struct token_file_stamp *stamp);
bool token_file_is_same(const struct token_file_stamp *a, const struct token_file_stamp *b);

// Reads the file. `stamp` may be NULL; if the file changes while it is read, the stamp is that of
// before. Returns false and fills `e` if there is no such file, or if others may read or write it.
bool token_file_load(
    const char *path, struct token_list *list, struct token_file_stamp *stamp, struct error *e);

// Makes a token for a player, and keeps its hash. The token is told here and nowhere else. Two
// processes that change a file wait for each other.
bool token_file_add(const char *path, const char *name, char token[TOKEN_BYTES], struct error *e);
bool token_file_revoke(const char *path, const char *name, struct error *e);

#endif
