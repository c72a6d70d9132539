// Traps: positions in which a move looks well and loses by force, while others do not. The loss
// hangs on a turn that the loser would rather not make: a search that lets a side pass overlooks
// it.
#include "brains/brain.h"
#include "brains/santorini_games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    MEMORY_BYTES = 16 << 20,
    NODES = 400000,        // that the player has to see the trap
    NODES_PROOF = 1000000, // more than any of the proofs takes
};

struct trap {
    const char *position;
    const char *loses; // the move that walks into it,
    int plies;         // and so many after it the game is lost at most
};

static const struct trap traps[] = {
    {"00000/03010/10110/10110/24210 22,02 23,12 2", "12-13+04", 7},
    {"22000/41422/31110/01112/13440 00,23 12,32 1", "23-22+31", 13},
    {"11000/21120/11110/31100/10320 11,23 12,21 2", "21-10+00", 9},
    {"31210/14210/41210/24200/04000 01,21 23,20 2", "23-22+31", 7},
    {"01100/11441/41114/41212/44420 13,43 23,22 1", "13-12+01", 13},
    {"00021/00110/01103/00013/00030 23,31 30,41 2", "41-32+43", 5},
    {"22400/11400/11410/44140/21121 11,14 23,01 2", "23-34+44", 9},
    {"24400/22410/21221/24200/02000 02,23 11,03 2", "11-01+00", 13},
    {"24440/21324/14111/11114/00120 32,01 23,11 2", "11-22+13", 11},
    {"14220/41110/21400/21240/00000 21,23 31,02 1", "21-20+11", 7},
    {"00112/00141/01111/10441/00020 21,32 42,30 1", "21-20+11", 9},
};

enum { TRAPS = sizeof traps / sizeof *traps };

static struct thought think(const position *p, uint64_t nodes)
{
    struct mind *m = mind_create(brain_find("@max", NULL), game, MEMORY_BYTES);
    struct thought t;
    mind_think(m, p, &(struct limits){.nodes = nodes}, 0, NULL, &t);
    mind_destroy(m);
    return t;
}

static void read_trap(const struct trap *t, position *p, move *m)
{
    struct error e;
    if (!game->parse(p, t->position, &e) || !game->parse_move(p, t->loses, m, &e))
        fail_msg("%s: %s", t->position, e.words);
}

static void the_move_into_a_trap_loses(void **state)
{
    (void)state;
    for (int i = 0; i < TRAPS; i++) {
        position p;
        move m;
        read_trap(&traps[i], &p, &m);
        game->apply(&p, m);
        const struct thought t = think(&p, NODES_PROOF);
        if (!t.exact || t.score < SCORE_WIN - traps[i].plies)
            fail_msg("%s: score %d", traps[i].position, t.score);
    }
}

static void the_player_walks_into_no_trap(void **state)
{
    (void)state;
    for (int i = 0; i < TRAPS; i++) {
        position p;
        move m;
        read_trap(&traps[i], &p, &m);
        const struct thought t = think(&p, NODES);
        if (t.best == m)
            fail_msg("%s: plays %s at %d", traps[i].position, traps[i].loses, t.score);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_move_into_a_trap_loses),
        cmocka_unit_test(the_player_walks_into_no_trap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
