// A game as the database offers it to a worker, against any bytes: what is read is written and read
// again as the same.
#include "fuzz.h"

#include "fleet/assignment.h"

#include <stdlib.h>

enum { PLAYERS = 4 };

static void require(bool what)
{
    if (!what)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const struct game *game = game_find("stones", NULL);
    struct assignment a, same;
    struct error e = {0};
    require(game != NULL);
    if (!assignment_read(&a, (const char *)bytes, size, game, PLAYERS, &e)) {
        require(e.words[0] != '\0');
        return 0;
    }
    struct text out = text_growing();
    assignment_print(&out, &a, game);
    require(out.length > 0 && assignment_read(&same, out.bytes, out.length - 1, game, PLAYERS, &e));
    require(same.number == a.number && same.seed == a.seed && same.coin == a.coin &&
        same.players[0] == a.players[0] && same.players[1] == a.players[1] &&
        position_equal(&same.start, &a.start));
    text_destroy(&out);
    return 0;
}
