// What is looked up in a recorded game that has been read.
#include "referee/recorded_game.h"

#include <assert.h>

const position *recorded_game_position(const struct recorded_game *g, int count)
{
    assert(count >= 0 && count <= g->move_count);
    return count < g->move_count ? &g->moves[count].before : &g->last;
}

move recorded_game_last_move(const struct recorded_game *g, int count)
{
    return count > 0 ? g->moves[count - 1].move : MOVE_NONE;
}

int64_t recorded_game_limit_ms(const struct recorded_game *g, int number)
{
    const struct recorded_player *p = &g->players[g->moves[number].seat];
    for (int i = 0; i < number; i++) {
        if (g->moves[i].seat == g->moves[number].seat && !g->moves[i].forced)
            return p->request_ms;
    }
    return p->first_ms;
}

const struct recorded_line *recorded_game_last_message(
    const struct recorded_game *g, enum record_line kind, int seat, int moves)
{
    const struct recorded_line *found = NULL;
    for (size_t i = 0; i < g->line_count && g->lines[i].moves <= moves; i++) {
        if (g->lines[i].kind == kind && g->lines[i].seat == seat)
            found = &g->lines[i];
    }
    return found;
}

const struct recorded_line *recorded_game_asked(const struct recorded_game *g)
{
    const int seat = g->end.blame;
    const struct recorded_line *asked = NULL;
    const struct recorded_line *answer =
        recorded_game_last_message(g, RECORD_FROM, seat, g->move_count);
    if (answer && answer->moves < g->move_count)
        answer = NULL; // it did not answer the last request
    for (size_t i = 0; i < g->line_count && &g->lines[i] != answer; i++) {
        const struct recorded_line *line = &g->lines[i];
        // Whoever does not answer is told goodbye at the very end of the game.
        const bool goodbye = !answer && g->end.wall_us > 0 && line->at_us >= g->end.wall_us;
        if (line->kind == RECORD_TO && line->seat == seat && !goodbye)
            asked = line;
    }
    return asked;
}

size_t recorded_stderr_until(const struct recorded_stderr *s, int64_t at_us)
{
    for (size_t i = 0; i < s->piece_count; i++) {
        if (s->pieces[i].at_us > at_us)
            return s->pieces[i].offset;
    }
    return s->length;
}
