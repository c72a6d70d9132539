// The token by which a player shows who it is (G10): the first message at a door that asks for one,
// {"token":"..."}. The protocol begins with the next message.
#ifndef AGON_WIRE_TOKEN_H
#define AGON_WIRE_TOKEN_H

#include "base/error.h"
#include "base/text.h"
#include "wire/framer.h"

enum {
    TOKEN_LETTERS_MOST = 64,
    TOKEN_BYTES = TOKEN_LETTERS_MOST + 1, // with its NUL
    TOKEN_MESSAGE_BYTES = 1024,           // the longest message that may hold a token
};

// Whether a text can be a token: 1 to 64 small letters a-z and digits.
bool token_fits(const char *text);

// Writes the message.
void token_write(struct text *out, const char *token);

enum token_step {
    TOKEN_AWAITED, // the message is not there yet
    TOKEN_TAKEN,
    TOKEN_WRONG, // what came is not such a message
};

// Takes the first message of a stream. What follows it stays in the framer. `e` is filled if it is
// TOKEN_WRONG; it never repeats what came.
enum token_step token_take(struct framer *f, char token[TOKEN_BYTES], struct error *e);

#endif
