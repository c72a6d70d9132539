// Fuzzes the calls of libagon with what a careless caller may hand in. The first byte chooses the
// game and how long the caller's arrays are; the first line is a position as text, every further
// line an action: a number after "#", else a text. The bytes themselves are handed in as a
// position, too.
#include "fuzz.h"

#include <agon.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SPACE = 1024, ARRAY_STEPS = 8 };

static void require(bool truth)
{
    if (!truth)
        abort();
}

// What a status or a length may be, for an array of so many elements.
static void check_length(int result, size_t capacity)
{
    require(result <= AGON_NO_POSITION || (result >= 0 && (size_t)result <= capacity));
}

// Every call that reads a position, with arrays that are exactly as long as the call is told: the
// sanitizer sees what is written beyond.
static void ask_all(const struct agon_position *p, size_t capacity)
{
    char *text = malloc(capacity);
    uint8_t *bytes = malloc(capacity);
    int32_t *numbers = malloc(capacity * sizeof *numbers);
    uint64_t counts[3] = {0};
    struct agon_position out;
    require(text && bytes && numbers);
    check_length(agon_text(p, text, capacity), capacity);
    check_length(agon_draw(p, p, 3, 3, text, capacity), capacity);
    check_length(agon_svg(p, p, 3, text, capacity), capacity);
    check_length(agon_mask(p, bytes, capacity), capacity);
    check_length(agon_features(p, bytes, capacity), capacity);
    check_length(agon_legal(p, numbers, capacity), capacity);
    check_length(agon_describe(p, 19, text, capacity), capacity);
    check_length(agon_action_text(p, 19, text, capacity), capacity);
    agon_forced(p);
    agon_hash(p);
    agon_symmetry(p, 3, &out);
    agon_playouts(p, 1, 7, counts, NULL);
    free(numbers);
    free(bytes);
    free(text);
}

static void play_line(struct agon_position *p, const char *line)
{
    struct agon_error e;
    struct agon_refusal why;
    const struct agon_position before = *p;
    const int32_t action =
        line[0] == '#' ? (int32_t)strtol(line + 1, NULL, 10) : agon_parse_action(p, line, &why, &e);
    const int status = agon_apply(p, action);
    require(status == AGON_OK || status == AGON_ILLEGAL);
    require((status == AGON_OK) == (agon_is_legal(&before, action, &why) == 1));
    require(status == AGON_OK || memcmp(p, &before, sizeof before) == 0);
    require(status == AGON_OK || why.words[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct agon_position p;
    if (size == 0)
        return 0;
    memset(&p, 0, sizeof p);
    memcpy(&p, bytes, size < sizeof p ? size : sizeof p);
    require(agon_game(&p) == AGON_NO_POSITION);
    ask_all(&p, SPACE);
    const int game = bytes[0] % agon_games();
    const size_t capacity = (size_t)1 << bytes[0] / 3 % ARRAY_STEPS * 2;
    char *input = strndup((const char *)bytes + 1, size - 1);
    require(input != NULL);
    char *rest = input, *line = strsep(&rest, "\n");
    struct agon_error e;
    if (agon_parse(&p, game, line, &e) != AGON_OK) {
        require(e.words[0] != '\0' && e.at <= (int64_t)strlen(line));
        require(agon_start(&p, game, NULL, NULL) == AGON_OK);
    }
    ask_all(&p, capacity);
    while ((line = strsep(&rest, "\n")))
        play_line(&p, line);
    ask_all(&p, capacity);
    free(input);
    return 0;
}
