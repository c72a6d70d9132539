// Every known count up to thirty million nodes, at every instruction-set level.
#include "base/cpu.h"
#include "games/game.h"
#include "games/known_counts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { NODES_MOST = 30 * 1000 * 1000, DEPTHS = sizeof known_counts[0].nodes / sizeof(uint64_t) };

static void check(
    const struct known_counts *known, const struct game *game, const position *p, int depth)
{
    for (int level = 0; level < CPU_LEVELS; level++) {
        cpu_limit((enum cpu_level)level);
        struct perft_count count = {0};
        game->perft(p, depth, &count);
        if (count.nodes != known->nodes[depth])
            fail_msg("%s, %s, depth %d, level %s: %llu nodes instead of %llu", known->game,
                known->label, depth, cpu_level_name(cpu_level()), (unsigned long long)count.nodes,
                (unsigned long long)known->nodes[depth]);
        if (known->leaves[depth] != 0 && count.leaves != known->leaves[depth])
            fail_msg("%s, %s, depth %d, level %s: %llu leaves instead of %llu", known->game,
                known->label, depth, cpu_level_name(cpu_level()), (unsigned long long)count.leaves,
                (unsigned long long)known->leaves[depth]);
    }
}

static void the_known_counts_hold(void **state)
{
    const struct known_counts *known = *state;
    const struct game *game = game_find(known->game, NULL);
    assert_non_null(game);
    position p;
    struct error e;
    bool ready = known->position ? game->parse(&p, known->position, &e) : game->start(&p, NULL, &e);
    if (!ready)
        fail_msg("%s: %s", known->label, e.words);
    int checked = 0;
    for (int depth = 1; depth < DEPTHS; depth++) {
        if (known->nodes[depth] != 0 && known->nodes[depth] <= NODES_MOST) {
            check(known, game, &p, depth);
            checked++;
        }
    }
    assert_in_range(checked, 3, DEPTHS);
    cpu_limit(CPU_LEVELS - 1);
}

int main(void)
{
    struct CMUnitTest tests[KNOWN_COUNTS];
    static char names[KNOWN_COUNTS][80];
    static struct known_counts rows[KNOWN_COUNTS];
    for (int i = 0; i < KNOWN_COUNTS; i++) {
        rows[i] = known_counts[i];
        snprintf(names[i], sizeof names[i], "the_known_counts_hold: %s, %s", rows[i].game,
            rows[i].label);
        tests[i] = (struct CMUnitTest){names[i], the_known_counts_hold, NULL, NULL, &rows[i]};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
