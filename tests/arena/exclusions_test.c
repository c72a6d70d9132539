// Players that are out by their faults (S9): what is not played any more, what was played in vain,
// and what the log says.
#include "arena/dispatch_world.h"

#include <stdio.h>
#include <string.h>

enum { ANN, BOB, CID, DAN };

static const char *contest_with(const char *faults)
{
    static char text[512];
    snprintf(text, sizeof text,
        "game: reversi\n%s\ngames: 4\nplayers:\n"
        "  - {name: ann, player: \"@random\"}\n  - {name: bob, player: \"@random\"}\n"
        "  - {name: cid, player: \"@random\"}\n  - {name: dan, player: \"@random\"}\n",
        faults);
    return text;
}

static bool is_of(const struct pool_game *g, int player)
{
    return g->who[0] == player || g->who[1] == player;
}

// Bob makes a fault in every game.
static int bob_fails(const struct pool_game *g)
{
    return is_of(g, BOB) ? DISPATCH_FAULT + (g->who[1] == BOB) : 0;
}

static void log_must_be(struct dispatch_world *w, const char *kind, const char *words)
{
    struct text kept = hosted_log(&w->hosted, kind);
    assert_string_equal(kept.bytes, words);
    text_destroy(&kept);
}

// Of a contest of 24 games, 12 of them bob's.
static void plays_without_bob_after_one_pair(const char *policy, const char *is_called)
{
    static struct dispatch_world w;
    size_t under_way;
    dispatch_world_init(&w, contest_with(policy));
    dispatch_world_open(&w);
    assert_int_equal(play_all(&w, bob_fails), 12 + 2); // a pair is always finished
    assert_int_equal(count_events(&w, ARENA_OUT), 1);
    struct standings s = copy_standings(&w, &under_way);
    assert_int_equal(under_way, 0);
    assert_string_equal(standings_out(&s, standing_of(&s, BOB)), is_called);
    assert_null(standings_out(&s, standing_of(&s, ANN)));
    assert_int_equal(s.pairs.forfeits, 5);
    assert_int_equal(s.faults[BOB], 2);
    standings_destroy(&s);
    dispatch_world_close(&w);
    assert_int_equal(hosted_counts(&w.hosted).voided, 0);
    dispatch_world_destroy(&w);
}

static void a_player_is_dropped_after_the_pair_of_its_first_fault(void **state)
{
    (void)state;
    plays_without_bob_after_one_pair("faults: drop", "dropped");
}

static void a_player_is_erased_after_the_pair_of_its_first_fault(void **state)
{
    (void)state;
    plays_without_bob_after_one_pair("faults: erase", "erased");
}

static void a_player_is_suspended_after_so_many_faults_in_a_row(void **state)
{
    (void)state;
    static struct dispatch_world w;
    size_t under_way;
    dispatch_world_init(&w, contest_with("suspend_after: 4"));
    dispatch_world_open(&w);
    assert_int_equal(play_all(&w, bob_fails), 12 + 4);
    struct standings s = copy_standings(&w, &under_way);
    assert_string_equal(standings_out(&s, standing_of(&s, BOB)), "suspended");
    standings_destroy(&s);
    dispatch_world_close(&w);
    dispatch_world_destroy(&w);
}

static void without_a_policy_a_fault_costs_one_game(void **state)
{
    (void)state;
    static struct dispatch_world w;
    dispatch_world_init(&w, contest_with("faults: continue"));
    dispatch_world_open(&w);
    assert_int_equal(play_all(&w, bob_fails), 24);
    dispatch_world_close(&w);
    log_must_be(&w, "out", "");
    dispatch_world_destroy(&w);
}

// Takes all games of the first pairs that bob plays, two pairs of his.
static void take_two_pairs_of_bob(
    struct dispatch_world *w, struct pool_game *of_bob[4], struct pool_game **others, int *other)
{
    int his = 0;
    while (his < 4) {
        struct pool_game *g = take_game(w);
        assert_non_null(g);
        if (is_of(g, BOB))
            of_bob[his++] = g;
        else
            others[(*other)++] = g;
    }
    assert_true(of_bob[0]->number < of_bob[2]->number);
}

static void games_that_were_played_in_vain_become_void(void **state)
{
    (void)state;
    static struct dispatch_world w;
    struct pool_game *of_bob[4], *others[24];
    int other = 0;
    dispatch_world_init(&w, contest_with("faults: drop"));
    dispatch_world_open(&w);
    take_two_pairs_of_bob(&w, of_bob, others, &other);
    int64_t late[2] = {of_bob[2]->number, of_bob[3]->number};
    for (int i = 0; i < other; i++)
        end_game(&w, others[i], 0);
    end_game(&w, of_bob[2], 0); // what comes later in the schedule is over first
    end_game(&w, of_bob[3], 0);
    count_games(&w);
    assert_true(hosted_has_game(&w.hosted, late[0]));
    end_game(&w, of_bob[0], bob_fails(of_bob[0]));
    end_game(&w, of_bob[1], 0);
    count_games(&w);
    count_games(&w);
    assert_false(hosted_has_game(&w.hosted, late[0]));
    assert_false(hosted_has_game(&w.hosted, late[1]));
    assert_int_equal(hosted_counts(&w.hosted).voided, 2);
    int told[2] = {0}, voided = 0; // both were told as provisional before
    for (struct arena_event *event; (event = feed_take(w.feed));) {
        for (int i = 0; i < 2; i++)
            told[i] += event->kind == ARENA_OVER && event->game == late[i] && event->provisional;
        voided += event->kind == ARENA_VOIDED &&
            (event->game == late[0] || event->game == late[1]) && told[0] == 1 && told[1] == 1;
        arena_event_release(event);
    }
    assert_int_equal(voided, 2);
    struct text log = hosted_log(&w.hosted, "void");
    assert_non_null(strstr(log.bytes, "forfeited, since a player was out before it"));
    text_destroy(&log);
    dispatch_world_close(&w);
    dispatch_world_destroy(&w);
}

static void a_game_that_became_a_forfeit_while_it_was_played_is_not_stored(void **state)
{
    (void)state;
    static struct dispatch_world w;
    struct pool_game *of_bob[4], *others[24];
    int other = 0;
    size_t under_way;
    dispatch_world_init(&w, contest_with("faults: drop"));
    dispatch_world_open(&w);
    take_two_pairs_of_bob(&w, of_bob, others, &other);
    int64_t late = of_bob[2]->number;
    for (int i = 0; i < other; i++)
        end_game(&w, others[i], 0);
    end_game(&w, of_bob[0], bob_fails(of_bob[0]));
    end_game(&w, of_bob[1], 0);
    count_games(&w);
    int wakes = w.wakes;
    end_game(&w, of_bob[2], 0);
    assert_true(w.wakes > wakes); // no writing will tell the pool
    dispatch_put_back(&w.dispatch, of_bob[3], NULL);
    count_games(&w);
    assert_false(hosted_has_game(&w.hosted, late));
    play_all(&w, bob_fails);
    struct standings s = copy_standings(&w, &under_way);
    assert_int_equal(under_way, 0);
    assert_int_equal(s.games, 14);
    standings_destroy(&s);
    dispatch_world_close(&w);
    assert_int_equal(hosted_counts(&w.hosted).voided, 0);
    dispatch_world_destroy(&w);
}

static void the_log_says_once_that_a_player_is_out(void **state)
{
    (void)state;
    static struct dispatch_world w;
    bool left[4];
    struct error e = {0};
    dispatch_world_init(&w, contest_with("faults: drop"));
    dispatch_world_open(&w);
    struct pool_game *g;
    for (int of_bob = 0; of_bob < 2;) { // until his first pair is over
        g = take_game(&w);
        of_bob += is_of(g, BOB);
        end_game(&w, g, bob_fails(g));
        count_games(&w);
    }
    dispatch_world_close(&w);
    struct text log = hosted_log(&w.hosted, "out");
    assert_non_null(strstr(log.bytes, "bob is out, by its faults up to game "));
    count_events(&w, ARENA_OUT);
    for (int i = 0; i < 2; i++) { // it finds out again when it goes on
        dispatch_world_open(&w);
        assert_int_equal(dispatch_has_games(&w.dispatch), i == 0);
        must(dispatch_find_left(&w.dispatch, left, &e), &e);
        assert_true(left[BOB]);
        assert_false(left[ANN] && i == 0);
        play_all(&w, bob_fails);
        dispatch_world_close(&w);
        assert_int_equal(count_events(&w, ARENA_OUT), 0);
        log_must_be(&w, "out", log.bytes);
    }
    text_destroy(&log);
    dispatch_world_destroy(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(a_player_is_dropped_after_the_pair_of_its_first_fault),
        IN_A_FOLDER(a_player_is_erased_after_the_pair_of_its_first_fault),
        IN_A_FOLDER(a_player_is_suspended_after_so_many_faults_in_a_row),
        IN_A_FOLDER(without_a_policy_a_fault_costs_one_game),
        IN_A_FOLDER(games_that_were_played_in_vain_become_void),
        IN_A_FOLDER(a_game_that_became_a_forfeit_while_it_was_played_is_not_stored),
        IN_A_FOLDER(the_log_says_once_that_a_player_is_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
