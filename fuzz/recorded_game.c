// The record of a game as C values against any bytes: what it gives stays inside its bounds, and
// its moves are legal; or the words name a line.
#include "fuzz.h"

#include "referee/recorded_game.h"

#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

static void check_moves(const struct recorded_game *g)
{
    for (int i = 0; i < g->move_count; i++) {
        position p = *recorded_game_position(g, i);
        require(g->game->legal(&p, g->moves[i].move, NULL));
        g->game->apply(&p, g->moves[i].move);
        require(position_equal(&p, recorded_game_position(g, i + 1)));
    }
}

static void check_texts(const struct recorded_game *g)
{
    for (size_t i = 0; i < g->line_count; i++)
        require(g->lines[i].text[g->lines[i].length] == '\0' && g->lines[i].moves <= g->move_count);
    for (int seat = 0; seat < SEATS; seat++) {
        const struct recorded_stderr *s = &g->stderrs[seat];
        require(strlen(s->text) == s->length && s->cut_at <= s->length);
        for (size_t i = 0; i < s->piece_count; i++) {
            require(s->pieces[i].offset <= s->length);
            require(i == 0 || s->pieces[i - 1].offset <= s->pieces[i].offset);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct recorded_game g;
    struct error e = {.words = ""};
    char *copy = malloc(size + 1);
    memcpy(copy, bytes, size);
    if (recorded_game_read(&g, copy, size, &e)) {
        check_moves(&g);
        check_texts(&g);
    } else {
        require(e.words[0] != '\0');
    }
    recorded_game_destroy(&g);
    free(copy);
    return 0;
}
