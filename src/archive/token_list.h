// The tokens of a contest: which player has which. A token itself is shown once, when it is made;
// what is kept is its hash (SHA-256), from which nobody can find the token.
#ifndef AGON_ARCHIVE_TOKEN_LIST_H
#define AGON_ARCHIVE_TOKEN_LIST_H

#include "base/sha256.h"
#include "base/text.h"
#include "contest/player_name.h"
#include "wire/token.h"

enum {
    TOKEN_LIST_MOST = 2000,      // how many tokens a list can have
    TOKEN_FINGERPRINT_BYTES = 9, // eight hexadecimal digits and a NUL
};

struct token {
    char name[PLAYER_NAME_BYTES]; // the player's; unique in its list, and no two look alike
    unsigned char hash[SHA256_BYTES];
    int64_t added_s; // when, in seconds since 1970
};

struct token_list {
    struct token *tokens;
    size_t count;
};

// Reads the text of a file of tokens. Returns false and fills `e` if it is not one; the list is
// empty then.
bool token_list_read(struct token_list *list, const char *bytes, size_t length, struct error *e);
void token_list_write(const struct token_list *list, struct text *out);
void token_list_destroy(struct token_list *list);

// `name` must be one (contest/player_name.h). Returns false and fills `e` if a player of that name,
// or of one that looks like it, has a token.
bool token_list_add(struct token_list *list, const struct token *token, struct error *e);
// Returns false and fills `e` if the player has none.
bool token_list_remove(struct token_list *list, const char *name, struct error *e);
// NULL: the player has none.
const struct token *token_list_of(const struct token_list *list, const char *name);
// The owner of the token with this hash, or NULL. It takes the same time whatever the hash is, so
// that nobody can guess a token piece by piece.
const struct token *token_list_find(
    const struct token_list *list, const unsigned char hash[SHA256_BYTES]);

// Makes a new token of 128 random bits: 26 letters a-z and digits 2-7. Returns false and fills `e`
// if the system has no random numbers.
bool token_make(char token[TOKEN_BYTES], struct error *e);
void token_hash(const char *token, unsigned char hash[SHA256_BYTES]);
// The beginning of the hash, by which people tell tokens apart.
void token_fingerprint(const struct token *token, char fingerprint[TOKEN_FINGERPRINT_BYTES]);

#endif
