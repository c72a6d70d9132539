// Cuts what a keyboard sends into keys: a letter, or an escape sequence such as that of an arrow.
// Does no I/O.
#ifndef AGON_CLI_KEY_READER_H
#define AGON_CLI_KEY_READER_H

#include <stddef.h>

enum { KEY_BYTES_MOST = 16 };

struct key_reader {
    // The first bytes of a key whose others have not come yet. A lone Escape is one of those.
    char begun[KEY_BYTES_MOST];
    size_t length;
};

// Calls `pressed` with the bytes of each key that is whole now. A key may come in several parts.
typedef void key_pressed(void *user, const char *bytes, size_t length);
void key_reader_type(
    struct key_reader *r, const char *bytes, size_t length, key_pressed *pressed, void *user);

#endif
