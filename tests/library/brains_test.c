// libagon-brains as its callers see it, together with libagon.
#include <agon_brains.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>
// cmocka needs what stands above.
#include <cmocka.h>

static void the_sizes_of_limits_and_thoughts_are_part_of_the_abi(void **state)
{
    (void)state;
    assert_int_equal(agon_brains_abi(), 1);
    assert_int_equal(sizeof(struct agon_limits), 64);
    assert_int_equal(sizeof(struct agon_thought), 248);
    assert_int_equal(offsetof(struct agon_thought, line), 56);
}

static void players_play_a_whole_game_by_the_rules(void **state)
{
    (void)state;
    static const char *const names[] = {"@random", "@first", "@1", "@4"};
    for (int game = 0; game < agon_games(); game++) {
        struct agon_player *players[2] = {agon_player_create(names[game], game, 0, NULL),
            agon_player_create("@3", game, 0, NULL)};
        assert_true(players[0] && players[1]);
        struct agon_position p;
        agon_start(&p, game, NULL, NULL);
        for (uint64_t ply = 0; agon_outcome(&p, NULL) == 0; ply++) {
            struct agon_thought t;
            struct agon_position now = p;
            assert_int_equal(agon_player_think(players[agon_turn(&p)], &p, NULL, ply, &t), AGON_OK);
            assert_int_equal(t.line[0], t.action);
            for (int i = 0; i < t.line_length; i++)
                assert_int_equal(agon_apply(&now, t.line[i]), AGON_OK);
            assert_true(t.value >= 0 && t.value <= 1);
            assert_int_equal(agon_apply(&p, t.action), AGON_OK);
        }
        struct agon_thought t;
        assert_int_equal(agon_player_think(players[0], &p, NULL, 1, &t), AGON_OVER);
        agon_player_forget(players[0]);
        agon_player_destroy(players[0]);
        agon_player_destroy(players[1]);
    }
    agon_player_destroy(NULL);
    agon_player_forget(NULL);
    agon_player_stop(NULL);
}

static void the_same_question_has_the_same_answer(void **state)
{
    (void)state;
    struct agon_position p;
    struct agon_thought first, again;
    const struct agon_limits limits = {.nodes = 20000};
    agon_start(&p, agon_game_find("reversi"), NULL, NULL);
    for (int round = 0; round < 2; round++) {
        struct agon_player *player = agon_player_create("@max", 1, 1 << 20, NULL);
        assert_non_null(player);
        assert_int_equal(
            agon_player_think(player, &p, &limits, 3, round ? &again : &first), AGON_OK);
        agon_player_destroy(player);
    }
    first.time_ns = again.time_ns = 0;
    assert_memory_equal(&first, &again, sizeof first);
    assert_true(first.depth > 3 && first.nodes > 100 && first.has_value);
}

static void bad_questions_are_refused(void **state)
{
    (void)state;
    struct agon_error e;
    struct agon_position p;
    struct agon_thought t;
    assert_null(agon_player_create("@11", 1, 0, &e));
    assert_non_null(strstr(e.words, "@11"));
    assert_null(agon_player_create(NULL, 1, 0, &e));
    assert_null(agon_player_create("@1", 7, 0, NULL));
    assert_null(agon_player_name(99));
    assert_null(agon_player_summary(-1));
    assert_string_equal(agon_player_name(0), "@random");
    struct agon_player *player = agon_player_create("@1", 1, 0, NULL);
    agon_start(&p, 2, NULL, NULL);
    assert_int_equal(agon_player_think(player, &p, NULL, 1, &t), AGON_BAD_ARGUMENT);
    agon_start(&p, 1, NULL, NULL);
    assert_int_equal(agon_player_think(NULL, &p, NULL, 1, &t), AGON_BAD_ARGUMENT);
    assert_int_equal(agon_player_think(player, &p, NULL, 1, NULL), AGON_BAD_ARGUMENT);
    const struct agon_limits many = {.threads = 1000}, back = {.time_ns = -1};
    assert_int_equal(agon_player_think(player, &p, &many, 1, &t), AGON_BAD_ARGUMENT);
    assert_int_equal(agon_player_think(player, &p, &back, 1, &t), AGON_BAD_ARGUMENT);
    p.words[0]++;
    assert_int_equal(agon_player_think(player, &p, NULL, 1, &t), AGON_NO_POSITION);
    agon_player_destroy(player);
}

struct search_to_stop {
    struct agon_player *player;
    struct agon_thought thought;
    int status;
    atomic_bool over;
};

static void *think_without_end(void *argument)
{
    struct search_to_stop *s = argument;
    struct agon_position p;
    agon_start(&p, agon_game_find("reversi"), NULL, NULL);
    s->status = agon_player_think(s->player, &p, NULL, 1, &s->thought);
    atomic_store(&s->over, true);
    return NULL;
}

static void a_search_without_limits_ends_when_it_is_stopped(void **state)
{
    (void)state;
    struct search_to_stop s = {.player = agon_player_create("@max", 1, 1 << 20, NULL)};
    pthread_t thread;
    assert_non_null(s.player);
    assert_int_equal(pthread_create(&thread, NULL, think_without_end, &s), 0);
    while (!atomic_load(&s.over)) { // it may not have begun yet, and then there is nothing to stop
        agon_player_stop(s.player);
        usleep(1000);
    }
    pthread_join(thread, NULL);
    assert_int_equal(s.status, AGON_OK);
    assert_true(s.thought.action >= 0);
    agon_player_destroy(s.player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sizes_of_limits_and_thoughts_are_part_of_the_abi),
        cmocka_unit_test(players_play_a_whole_game_by_the_rules),
        cmocka_unit_test(the_same_question_has_the_same_answer),
        cmocka_unit_test(bad_questions_are_refused),
        cmocka_unit_test(a_search_without_limits_ends_when_it_is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
