#include "cli/key_reader.h"

#include <string.h>

// How many bytes an escape sequence has, whatever it means: its letters are not keys. 1: it is not
// an escape sequence. 0: its other bytes have not come yet.
static size_t key_reader_sequence_length(const char *bytes, size_t length)
{
    if (bytes[0] != '\033')
        return 1;
    if (length < 2)
        return 0;
    if (bytes[1] != '[' && bytes[1] != 'O')
        return 1;
    for (size_t at = 2; at < length; at++) {
        if (bytes[at] >= '@' && bytes[at] <= '~')
            return at + 1;
    }
    return length < KEY_BYTES_MOST ? 0 : length;
}

void key_reader_type(
    struct key_reader *r, const char *bytes, size_t length, key_pressed *pressed, void *user)
{
    for (size_t i = 0; i < length; i++) {
        r->begun[r->length++] = bytes[i];
        size_t used = key_reader_sequence_length(r->begun, r->length);
        if (used == 0)
            continue;
        char key[KEY_BYTES_MOST];
        size_t rest = r->length - used;
        memcpy(key, r->begun, r->length);
        r->length = 0;
        pressed(user, key, used);
        // An Escape that begins no sequence is followed by another key.
        if (rest > 0)
            key_reader_type(r, key + used, rest, pressed, user);
    }
}
