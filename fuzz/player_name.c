// The names of players against any bytes: a text is refused with words, or it is a name that stays
// as it is when it is read again. A name is made of every text, and that one is a name.
#include "fuzz.h"

#include "base/text.h"
#include "contest/file_writer.h"
#include "contest/player_name.h"

#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

static void check_name(const char *name)
{
    char again[PLAYER_NAME_BYTES];
    require(player_name_read(again, name, NULL) && strcmp(again, name) == 0);
    for (size_t left = strlen(name); left > 0;) {
        struct letter letter = letter_at(name, left);
        require(letter.shown);
        name += letter.bytes;
        left -= letter.bytes;
    }
    char *look = player_name_look(again);
    require(look && look[0] != '\0');
    free(look);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1);
    require(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    char name[PLAYER_NAME_BYTES];
    struct error e = {0};
    if (player_name_read(name, text, &e))
        check_name(name);
    else
        require(e.words[0] != '\0');
    player_name_make(name, text);
    check_name(name);
    struct text out = text_growing();
    text_visible(&out, text, strlen(text));
    for (size_t at = 0; at < out.length;) {
        struct letter letter = letter_at(out.bytes + at, out.length - at);
        require(letter.shown);
        at += letter.bytes;
    }
    text_clear(&out);
    require(file_write_text(&out, text, &e) || e.words[0] != '\0');
    text_destroy(&out);
    free(text);
    return 0;
}
