// What a person types, as a line and as keys, against any bytes. The first line plays moves of a
// game that its first letter chooses; the second one is what is typed there.
#include "fuzz.h"

#include "cli/person_input.h"
#include "cli/playback.h"

#include <stdlib.h>
#include <string.h>

enum { TYPED_BYTES = 1024 };

static void require(bool what)
{
    if (!what)
        abort();
}

// Each byte of the line chooses one of the legal moves.
static void lead(const struct game *game, const char *line, size_t length, position *p)
{
    struct error e;
    require(game->start(p, NULL, &e));
    for (size_t i = 0; i < length; i++) {
        move moves[MOVES_MAX];
        int count = game->moves(p, moves);
        position next = *p;
        if (count > 0)
            game->apply(&next, moves[(unsigned char)line[i] % count]);
        if (game->outcome(&next).over)
            return;
        *p = next;
    }
}

static void check_line(const struct game *game, const position *p, const char *line)
{
    struct person_input in;
    person_input_read(game, p, line, &in);
    require(in.wish <= PERSON_UNKNOWN);
    require((in.wish == PERSON_MOVE) == (in.move != MOVE_NONE));
    require(in.wish != PERSON_MOVE || game->legal(p, in.move, NULL));
    require((in.wish == PERSON_UNKNOWN) == (in.words[0] != '\0'));
    require(memchr(in.words, '\0', sizeof in.words) && memchr(in.filter, '\0', sizeof in.filter));
    for (const char *c = in.words; *c != '\0'; c++)
        require((unsigned char)*c >= ' ' && *c != 0x7F);
    struct text out = text_growing();
    person_input_moves(game, p, in.filter, (unsigned char)line[0], &out);
    person_input_help(game, p, &out);
    text_destroy(&out);
}

// It makes no difference in which parts the keys come.
static void check_keys(const char *bytes, size_t length)
{
    struct playback at_once = {.pace_ms = 300}, in_parts = at_once;
    playback_type(&at_once, bytes, length);
    for (size_t i = 0; i < length; i++) {
        playback_type(&in_parts, bytes + i, 1);
        require(in_parts.keys.length < KEY_BYTES_MOST);
        require(in_parts.pace_ms >= 0 && in_parts.steps >= 0);
        require(playback_wait_ns(&in_parts, 0) >= 0);
    }
    require(memcmp(&at_once, &in_parts, sizeof at_once) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *text = (const char *)bytes;
    const char *newline = size > 0 ? memchr(text, '\n', size) : NULL;
    if (!newline)
        return 0;
    char line[TYPED_BYTES];
    size_t length = size - (size_t)(newline + 1 - text);
    length = length < sizeof line - 1 ? length : sizeof line - 1;
    memcpy(line, newline + 1, length);
    line[length] = '\0';
    size_t count = 0;
    while (games[count])
        count++;
    const struct game *game = games[bytes[0] % count];
    position p;
    lead(game, text, (size_t)(newline - text), &p);
    check_line(game, &p, line);
    check_keys(line, length);
    return 0;
}
