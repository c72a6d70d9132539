// What the built-in player of Santorini knows of a position without looking ahead: wins and
// threats, its key, and the sums of its net, which follow the moves.
#include "brains/santorini/engine.h"
#include "brains/santorini_games.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void expect_glance(const position *p)
{
    const struct santorini s = santorini_load(p);
    const struct glance g = board_glance(&s);
    assert_true((g.wins != 0) == can_win(p));
    assert_true((g.threats != 0) == would_win(p));
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    for (int i = 0; i < count; i++) {
        struct santorini_move m;
        santorini_unpack(moves[i], &m);
        if (!m.builds)
            continue;
        position next = *p;
        game->apply(&next, moves[i]);
        int to = s.workers[s.turn][m.worker] + santorini_square(m.dx, m.dy);
        bool safe = (g.safe >> (to + santorini_square(m.bx, m.by)) & 1) != 0;
        assert_true(safe == !can_win(&next));
    }
}

static void wins_threats_and_builds_that_lose_are_seen_at_a_glance(void **state)
{
    (void)state;
    static position line[PLIES_MOST];
    for (uint64_t seed = 0; seed < 150; seed++) {
        int length = draw_game(seed, line);
        for (int i = 4; i < length; i++)
            expect_glance(&line[i]);
    }
}

// The turns that do not win at once, in the search's code; returns how many.
static int list_turns(const struct santorini *s, move moves[MOVES_MAX])
{
    const bitboard free = santorini_free(s);
    int count = 0;
    for (int worker = 0; worker < SANTORINI_WORKERS; worker++) {
        const int from = s->workers[s->turn][worker];
        bitboard steps = free & santorini_reach(s, from) & ~santorini_goals(s);
        while (steps != 0) {
            const int to = santorini_pop(&steps);
            for (bitboard builds = santorini_builds(free, from, to); builds != 0;)
                moves[count++] = board_move(worker, to, santorini_pop(&builds));
        }
    }
    return count;
}

static int list_moves(const struct santorini *s, move moves[MOVES_MAX])
{
    if (!santorini_placing(s))
        return list_turns(s, moves);
    int count = 0;
    for (bitboard places = santorini_places(s); places != 0;) {
        const int square = santorini_pop(&places);
        moves[count++] = board_move(0, square, square);
    }
    return count;
}

static void the_key_follows_the_moves_and_forgets_the_names_of_workers(void **state)
{
    (void)state;
    static position line[PLIES_MOST];
    static struct board_keys keys;
    board_keys_fill(&keys);
    for (uint64_t seed = 0; seed < 100; seed++) {
        int length = draw_game(seed, line);
        for (int i = 0; i < length; i++) {
            struct santorini s = santorini_load(&line[i]);
            const struct santorini_board before = board_of(&s, &keys);
            move moves[MOVES_MAX];
            int count = list_moves(&before.s, moves);
            for (int k = 0; k < count; k++) {
                struct santorini_board after = before;
                if (is_placing(&line[i]))
                    board_place(&after, move_to(moves[k]), &keys);
                else
                    board_turn(&after, moves[k], &keys);
                assert_int_equal(after.key, board_key(&after.s, &keys));
                assert_int_not_equal(after.key, before.key);
            }
            uint8_t *mine = s.workers[s.turn], first = mine[0];
            mine[0] = mine[1];
            mine[1] = first;
            assert_int_equal(board_of(&s, &keys).key, before.key);
        }
    }
}

static void expect_sums(const struct santorini_net *net, const struct santorini_board *b,
    const struct net_sums *sums, const struct board_keys *keys, int depth)
{
    struct net_sums scratch;
    net_sums_scratch(net, &b->s, &scratch);
    assert_memory_equal(sums, &scratch, sizeof scratch);
    if (depth == 0)
        return;
    const bool placing = santorini_placing(&b->s);
    move moves[MOVES_MAX];
    int count = list_moves(&b->s, moves);
    for (int i = 0; i < count; i++) {
        const int to = move_to(moves[i]), at = placing ? SANTORINI_OFF : move_at(moves[i]);
        const int from = placing ? SANTORINI_OFF : b->s.workers[b->s.turn][move_worker(moves[i])];
        struct net_sums after;
        struct santorini_board next = *b;
        net_sums_follow(net, &b->s, from, to, at, sums, &after);
        if (placing)
            board_place(&next, to, keys);
        else
            board_turn(&next, moves[i], keys);
        expect_sums(net, &next, &after, keys, depth - 1);
    }
}

static void the_sums_of_the_net_follow_the_moves(void **state)
{
    (void)state;
    static position line[PLIES_MOST];
    static struct board_keys keys;
    board_keys_fill(&keys);
    for (uint64_t seed = 0; seed < 4; seed++) {
        int length = draw_game(seed, line);
        for (int i = 0; i < length; i += 3) {
            const struct santorini s = santorini_load(&line[i]);
            const struct santorini_net *net = santorini_net(s.size);
            const struct santorini_board b = board_of(&s, &keys);
            struct net_sums sums;
            net_sums_scratch(net, &s, &sums);
            expect_sums(net, &b, &sums, &keys, 2);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_threats_and_builds_that_lose_are_seen_at_a_glance),
        cmocka_unit_test(the_key_follows_the_moves_and_forgets_the_names_of_workers),
        cmocka_unit_test(the_sums_of_the_net_follow_the_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
