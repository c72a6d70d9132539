#include "fleet/recomputed_game.h"

#include "base/clock.h"
#include "base/number.h"
#include "base/random.h"
#include "brains/brain.h"

bool recomputed_game_is_fixed(const struct roster *roster, const struct assignment *job)
{
    for (int seat = 0; seat < SEATS; seat++) {
        const struct player *player = &roster->players[job->players[seat]];
        const struct brain *brain = player->think ? player->user : NULL;
        // With a time for the whole game, what a move may take depends on the moves before.
        if (!brain || brain->level == BRAIN_MAX ||
            roster->budgets[job->players[seat]].game_ns > 0 || roster->definition->file.scale_time)
            return false;
    }
    return true;
}

// As the table asks (referee/table.c). Returns false if a clock may have stopped the player.
static bool recomputed_game_ask(const struct player *player, const struct budget *budget,
    struct ask *ask, void **memory, move *m)
{
    const int64_t limit_ns = number_smaller(budget->first_ns, budget->request_ns);
    ask->limit_ns = player->instant ? 0 : *memory ? budget->request_ns : limit_ns;
    const int64_t began_ns = clock_now_ns();
    *m = player->think(player, ask, memory);
    return *m != MOVE_NONE && (player->instant || clock_now_ns() - began_ns < limit_ns / 2);
}

bool recomputed_game_play(
    const struct roster *roster, const struct assignment *job, struct text *moves)
{
    const struct game *game = roster->definition->game;
    position p = job->start;
    void *memories[SEATS] = {NULL, NULL};
    bool sure = true;
    for (uint64_t number = 0; !game->outcome(&p).over; number++) {
        int seat = game->turn(&p), who = job->players[seat];
        struct ask ask = {.game = game, .position = &p, .seed = random_derive(job->seed, number)};
        move m = game->forced ? game->forced(&p) : MOVE_NONE;
        if (m == MOVE_NONE)
            sure = recomputed_game_ask(
                &roster->players[who], &roster->budgets[who], &ask, &memories[seat], &m);
        if (!sure)
            break;
        if (number > 0)
            text_char(moves, ' ');
        game->print_move(&p, m, moves);
        game->apply(&p, m);
    }
    for (int seat = 0; seat < SEATS; seat++) {
        const struct player *player = &roster->players[job->players[seat]];
        if (memories[seat] && player->forget)
            player->forget(memories[seat]);
    }
    return sure && !moves->cut;
}
