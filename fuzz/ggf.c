// Games in GGF against any bytes: a text is refused with words and a place in it, or it is a game
// whose moves are legal, and which is the same when it is written and read again.
#include "fuzz.h"

#include "games/reversi.h"
#include "games/reversi_ggf.h"

#include <stdlib.h>
#include <string.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

static void check_moves(const struct ggf *g)
{
    position p = g->start;
    for (int i = 0; i < g->count; i++) {
        require(game_reversi.legal(&p, g->moves[i], NULL));
        game_reversi.apply(&p, g->moves[i]);
    }
    require(position_equal(&p, &g->end));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1);
    struct ggf g, again;
    struct error e = {0};
    require(text != NULL);
    memcpy(text, bytes, size);
    text[size] = '\0';
    if (!ggf_read(&g, text, &e)) {
        require(e.words[0] != '\0' && e.has_at && e.at <= size);
    } else {
        check_moves(&g);
        struct text out = text_growing();
        ggf_write(&g, &out);
        require(!strchr(out.bytes, '\n') && ggf_read(&again, out.bytes, &e));
        require(position_equal(&g.start, &again.start) && position_equal(&g.end, &again.end));
        require(g.count == again.count &&
            memcmp(g.moves, again.moves, (size_t)g.count * sizeof *g.moves) == 0);
        text_destroy(&out);
    }
    free(text);
    return 0;
}
