// The record behind a page against any bytes: in one piece and in two it gives the same lines, and
// what it gives is JSON in UTF-8, or the words name a line. What belongs to the authors of bots is
// not in the lines of a page that must not show it.
#include "fuzz.h"

#include "report/game_replay.h"
#include "wire/value.h"

#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

static void check_lines(const struct text *lines)
{
    for (const char *at = lines->bytes, *end = at + lines->length; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        struct value v;
        require(newline != NULL);
        const struct message m = {.bytes = at, .length = (size_t)(newline - at)};
        require(value_check(&m, &v, NULL) && value_kind(v) == VALUE_OBJECT);
        at = newline + 1;
    }
}

// Feeds the first `cut` bytes, then the rest. Returns whether all was read.
static bool feed(struct game_replay *r, const char *bytes, size_t size, size_t cut,
    struct text *lines, struct error *e)
{
    char *first = malloc(cut + 1), *second = malloc(size - cut + 1);
    memcpy(first, bytes, cut);
    memcpy(second, bytes + cut, size - cut);
    bool well = game_replay_feed(r, first, cut, lines, e) &&
        game_replay_feed(r, second, size - cut, lines, e);
    free(first);
    free(second);
    return well;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *text = (const char *)bytes;
    struct text lines[2] = {text_growing(), text_growing()}, out = text_growing();
    struct error e[2] = {{.words = ""}, {.words = ""}};
    bool read[2];
    for (int i = 0; i < 2; i++) {
        struct game_replay *r = game_replay_create(true);
        read[i] = feed(r, text, size, i == 0 ? 0 : size / 2, &lines[i], &e[i]);
        require(read[i] || e[i].words[0] != '\0');
        const struct game_replay_place place = {.number = 1};
        require(game_replay_document(r, &place, &lines[i], &out) == game_replay_has_begun(r));
        game_replay_destroy(r);
    }
    require(read[0] == read[1] && strcmp(lines[0].bytes, lines[1].bytes) == 0);
    check_lines(&lines[0]);
    text_clear(&out);
    game_replay_public_record(text, size, &out);
    text_clear(&lines[0]);
    struct game_replay *r = game_replay_create(false);
    game_replay_feed(r, out.bytes, out.length, &lines[0], &e[0]);
    require(strstr(lines[0].bytes, "{\"type\":\"stderr\"") == NULL);
    game_replay_destroy(r);
    for (int i = 0; i < 2; i++)
        text_destroy(&lines[i]);
    text_destroy(&out);
    return 0;
}
