// The file of the games that were under way against any bytes: it is refused with words and gives
// no game, or each game of it can be written to the log and read back. And the line of the log
// against any text.
#include "fuzz.h"

#include "store/under_way.h"

#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

static void check_game(const struct under_way_left *left, const struct under_way_game *game)
{
    struct under_way_left again = {0};
    struct under_way_game same;
    struct text line = text_growing();
    under_way_print(&line, left, game);
    require(under_way_scan(line.bytes, &again, &same));
    require(memcmp(game, &same, sizeof same) == 0 && again.owner == left->owner);
    text_destroy(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct under_way_left left;
    struct under_way_game game;
    struct error e = {0};
    if (under_way_parse(bytes, size, &left, &e)) {
        for (size_t i = 0; i < left.count; i++)
            check_game(&left, &left.games[i]);
    } else {
        require(e.words[0] != '\0' && left.count == 0);
    }
    char *text = malloc(size + 1);
    require(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    if (under_way_scan(text, &left, &game))
        check_game(&left, &game);
    free(text);
    return 0;
}
