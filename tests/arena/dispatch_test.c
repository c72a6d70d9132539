// Which games of a contest are handed out, when, and what is stored of them.
#include "arena/dispatch_world.h"

#include "store/faulty.h"
#include "store/queue.h"

#include <stdio.h>
#include <string.h>

static const char three_players[] = "game: reversi\nseed: 4\nopenings: random:4\nplayers:\n"
                                    "  - {name: ann, player: \"@random\"}\n"
                                    "  - {name: bob, player: \"@random\"}\n"
                                    "  - {name: cid, player: \"@random\"}\n";

// Bob is called, so he plays one game at a time.
static const char bob_is_called[] = "game: stones\nplayers:\n"
                                    "  - {name: ann, player: \"@random\"}\n"
                                    "  - {name: bob, player: \"tcp://127.0.0.1:1\"}\n"
                                    "  - {name: cid, player: \"@random\"}\n";

static const char bob_is_awaited[] = "game: santorini\nplayers:\n"
                                     "  - {name: ann, player: \"@random\"}\n"
                                     "  - {name: bob, player: \"listen:0\"}\n";

static const char four_in_rounds[] = "game: reversi\nformat: swiss\nrounds: 2\nplayers:\n"
                                     "  - {name: ann, player: \"@random\"}\n"
                                     "  - {name: bob, player: \"@random\"}\n"
                                     "  - {name: cid, player: \"@random\"}\n"
                                     "  - {name: dan, player: \"@random\"}\n";

static bool is_of(const struct pool_game *g, int player)
{
    return g->who[0] == player || g->who[1] == player;
}

// --- Which games ---

static void games_come_pair_by_pair_with_the_seats_swapped(void **state)
{
    (void)state;
    static struct dispatch_world w;
    struct pool_game *all[6];
    dispatch_world_init(&w, three_players);
    w.options.records = w.hosted.folder;
    dispatch_world_open(&w);
    for (int i = 0; i < 6; i++) {
        assert_false(dispatch_is_over(&w.dispatch));
        all[i] = take_game(&w);
        assert_non_null(all[i]);
        assert_int_equal(all[i]->number, i + 1);
        assert_int_equal(all[i]->series, POOL_ALONE);
        assert_non_null(strstr(all[i]->record_path, ".jsonl"));
    }
    for (int i = 0; i < 6; i += 2) {
        assert_int_equal(all[i]->who[0], all[i + 1]->who[1]);
        assert_int_equal(all[i]->who[1], all[i + 1]->who[0]);
        assert_true(position_equal(&all[i]->start, &all[i + 1]->start));
        assert_true(all[i]->seed != all[i + 1]->seed);
    }
    assert_null(take_game(&w));
    assert_true(dispatch_is_over(&w.dispatch)); // all are out, though none is back
    for (int i = 5; i >= 0; i--)
        end_game(&w, all[i], i % 3 - 1);
    count_games(&w);
    assert_int_equal(count_events(&w, ARENA_OVER), 6);
    dispatch_world_close(&w);
    assert_int_equal(hosted_counts(&w.hosted).games, 6);
    dispatch_world_destroy(&w);
}

static void a_game_counts_and_is_told_when_it_is_stored(void **state)
{
    (void)state;
    static struct dispatch_world w;
    size_t under_way;
    dispatch_world_init(&w, three_players);
    dispatch_world_open(&w);
    struct pool_game *first = take_game(&w), *second = take_game(&w);
    end_game(&w, first, 0);
    struct standings before = copy_standings(&w, &under_way);
    assert_int_equal(before.games, 0);
    assert_int_equal(under_way, 2);
    assert_int_equal(count_events(&w, ARENA_OVER), 0);
    int wakes = w.wakes;
    count_games(&w);
    assert_true(w.wakes > wakes); // the pool is told that there may be more to do
    struct standings after = copy_standings(&w, &under_way);
    assert_int_equal(after.games, 1);
    assert_int_equal(under_way, 1);
    assert_int_equal(count_events(&w, ARENA_OVER), 1);
    assert_true(hosted_has_game(&w.hosted, 1));
    assert_false(hosted_has_game(&w.hosted, 2));
    end_game(&w, second, 0);
    dispatch_world_close(&w); // which waits for what is not written yet
    assert_int_equal(count_events(&w, ARENA_OVER), 1);
    assert_true(hosted_has_game(&w.hosted, 2));
    standings_destroy(&before);
    standings_destroy(&after);
    dispatch_world_destroy(&w);
}

static void a_round_waits_for_the_results_of_the_one_before(void **state)
{
    (void)state;
    static struct dispatch_world w;
    struct pool_game *round[4];
    dispatch_world_init(&w, four_in_rounds);
    dispatch_world_open(&w);
    for (int i = 0; i < 4; i++)
        assert_non_null(round[i] = take_game(&w));
    for (int i = 0; i < 4; i++) {
        assert_null(take_game(&w));
        assert_false(dispatch_is_over(&w.dispatch));
        end_game(&w, round[i], 0);
        count_games(&w);
    }
    assert_int_equal(play_all(&w, first_seat_wins), 4);
    assert_true(dispatch_is_over(&w.dispatch));
    dispatch_world_close(&w);
    dispatch_world_destroy(&w);
}

// A game that is handed out must find room in the store when it is over.
static void no_more_games_are_under_way_than_the_store_has_room_for(void **state)
{
    (void)state;
    static struct dispatch_world w;
    static struct pool_game *all[2 * QUEUE_MOST];
    static const char long_match[] = "game: reversi\ngames: 70000\nplayers:\n"
                                     "  - {name: ann, player: \"@random\"}\n"
                                     "  - {name: bob, player: \"@random\"}\n";
    dispatch_world_init(&w, long_match);
    dispatch_world_open(&w);
    int taken = 0;
    while (taken < 2 * QUEUE_MOST && (all[taken] = take_game(&w)))
        taken++;
    assert_in_range(taken, 1, QUEUE_MOST);
    assert_false(dispatch_is_over(&w.dispatch));
    for (int i = 0; i < taken; i++)
        end_game(&w, all[i], 0);
    count_games(&w);
    assert_int_equal(taken + play_all(&w, first_seat_wins), 70000);
    dispatch_world_close(&w);
    dispatch_world_destroy(&w);
}

static void it_can_be_asked_whether_there_are_games(void **state)
{
    (void)state;
    static struct dispatch_world w;
    bool left[3];
    struct error e = {0};
    dispatch_world_init(&w, three_players);
    dispatch_world_open(&w);
    assert_true(dispatch_has_games(&w.dispatch));
    must(dispatch_find_left(&w.dispatch, left, &e), &e);
    for (int i = 0; i < 3; i++)
        assert_false(left[i]);
    assert_int_equal(play_all(&w, first_seat_wins), 6); // asking has taken none
    dispatch_world_close(&w);
    dispatch_world_open(&w);
    assert_false(dispatch_has_games(&w.dispatch));
    assert_true(dispatch_is_over(&w.dispatch));
    dispatch_world_close(&w);
    dispatch_world_destroy(&w);
}

// --- Players that play one game at a time ---

static void a_game_of_a_player_who_plays_is_put_off(void **state)
{
    (void)state;
    static struct dispatch_world w;
    struct pool_game *of_bob = NULL, *others[2];
    int other = 0;
    dispatch_world_init(&w, bob_is_called);
    dispatch_world_open(&w);
    for (struct pool_game *g; (g = take_game(&w));) {
        if (!is_of(g, 1)) {
            others[other++] = g;
            continue;
        }
        assert_null(of_bob); // one at a time
        of_bob = g;
    }
    assert_int_equal(other, 2);
    assert_false(dispatch_is_over(&w.dispatch));
    for (int played = 1; played < 4; played++) {
        end_game(&w, of_bob, 0);
        count_games(&w);
        assert_null(take_game(&w)); // he has not left his last game yet
        dispatch_set_free(&w.dispatch, 1, true);
        of_bob = take_game(&w);
        assert_non_null(of_bob);
        assert_true(is_of(of_bob, 1));
    }
    assert_true(dispatch_is_over(&w.dispatch));
    end_game(&w, of_bob, 0);
    end_game(&w, others[0], 0);
    end_game(&w, others[1], 0);
    dispatch_world_close(&w);
    assert_int_equal(hosted_counts(&w.hosted).games, 6);
    dispatch_world_destroy(&w);
}

static void an_awaited_player_is_played_with_at_the_doors_when_it_is_there(void **state)
{
    (void)state;
    static struct dispatch_world w;
    struct pool_game *g;
    dispatch_world_init(&w, bob_is_awaited);
    dispatch_world_open(&w);
    assert_null(take_game(&w));
    dispatch_set_free(&w.dispatch, 1, true);
    assert_int_equal(dispatch_next(&w.dispatch, false, &g), POOL_NOTHING);
    assert_int_equal(dispatch_next(&w.dispatch, true, &g), POOL_GAME);
    assert_int_equal(dispatch_next(&w.dispatch, true, &(struct pool_game *){0}), POOL_NOTHING);
    end_game(&w, g, 0);
    dispatch_set_free(&w.dispatch, 1, true);
    dispatch_set_free(&w.dispatch, 1, false); // it has hung up
    assert_null(take_game(&w));
    dispatch_world_close(&w);
    dispatch_world_destroy(&w);
}

// --- Games that come back without a result ---

static void a_game_that_was_stopped_is_handed_out_again(void **state)
{
    (void)state;
    static struct dispatch_world w;
    dispatch_world_init(&w, three_players);
    dispatch_world_open(&w);
    struct pool_game *g = take_game(&w);
    int64_t number = g->number;
    for (int i = 0; i < 5; i++) {
        dispatch_put_back(&w.dispatch, g, NULL);
        g = take_game(&w);
        assert_int_equal(g->number, number);
    }
    dispatch_put_back(&w.dispatch, g, NULL);
    dispatch_world_close(&w);
    dispatch_world_destroy(&w);
}

static void a_void_game_is_tried_three_times(void **state)
{
    (void)state;
    static struct dispatch_world w;
    struct error e = {0};
    struct result r;
    dispatch_world_init(&w, three_players);
    dispatch_world_open(&w);
    result_void(&r, "the disk is full");
    for (int i = 0; i < 3; i++) {
        assert_false(dispatch_is_over(&w.dispatch));
        dispatch_put_back(&w.dispatch, take_game(&w), &r);
    }
    assert_true(dispatch_is_over(&w.dispatch));
    assert_null(take_game(&w));
    assert_false(dispatch_close(&w.dispatch, &e));
    assert_non_null(strstr(e.words, "game 1 could not be played in 3 tries"));
    assert_non_null(strstr(e.words, "the disk is full"));
    assert_int_equal(hosted_counts(&w.hosted).games, 0);
    dispatch_world_destroy(&w);
}

static void a_game_that_was_void_twice_counts_once_when_it_is_played(void **state)
{
    (void)state;
    static struct dispatch_world w;
    struct result r;
    dispatch_world_init(&w, three_players);
    dispatch_world_open(&w);
    result_void(&r, "the disk is full");
    for (int i = 0; i < 2; i++)
        dispatch_put_back(&w.dispatch, take_game(&w), &r);
    struct pool_game *g = take_game(&w);
    assert_int_equal(g->number, 1);
    end_game(&w, g, 0);
    count_games(&w);
    g = take_game(&w);
    assert_int_equal(g->number, 2);
    dispatch_put_back(&w.dispatch, g, NULL);
    dispatch_world_close(&w);
    assert_int_equal(hosted_counts(&w.hosted).games, 1);
    dispatch_world_destroy(&w);
}

static void a_failure_ends_the_contest_and_what_was_told_stays(void **state)
{
    (void)state;
    static struct dispatch_world w;
    struct error e = {0}, why;
    dispatch_world_init(&w, three_players);
    dispatch_world_open(&w);
    end_game(&w, take_game(&w), 0);
    count_games(&w);
    struct pool_game *g = take_game(&w);
    error_set(&why, "the first thing");
    dispatch_fail(&w.dispatch, &why);
    error_set(&why, "the second thing");
    dispatch_give_up(&w.dispatch, g, &why);
    assert_null(take_game(&w));
    assert_true(dispatch_is_over(&w.dispatch));
    assert_false(dispatch_close(&w.dispatch, &e));
    assert_string_equal(e.words, "the first thing");
    assert_int_equal(hosted_counts(&w.hosted).games, 1);
    dispatch_world_destroy(&w);
}

// --- Going on ---

static void a_contest_goes_on_where_it_was(void **state)
{
    (void)state;
    static struct dispatch_world w;
    struct pool_game *first[3];
    dispatch_world_init(&w, three_players);
    dispatch_world_open(&w);
    for (int i = 0; i < 3; i++)
        first[i] = take_game(&w);
    end_game(&w, first[0], 0);
    end_game(&w, first[2], 0); // the second is not finished
    dispatch_put_back(&w.dispatch, first[1], NULL);
    dispatch_world_close(&w);
    dispatch_world_open(&w);
    static const int64_t rest[] = {2, 4, 5, 6};
    for (int i = 0; i < 4; i++) {
        struct pool_game *g = take_game(&w);
        assert_non_null(g);
        assert_int_equal(g->number, rest[i]);
        end_game(&w, g, 0);
    }
    assert_null(take_game(&w));
    count_games(&w);
    size_t under_way;
    struct standings s = copy_standings(&w, &under_way);
    assert_int_equal(s.games, 6);
    assert_true(s.over);
    standings_destroy(&s);
    dispatch_world_close(&w);
    dispatch_world_destroy(&w);
}

static void the_openings_are_kept_in_the_log_once(void **state)
{
    (void)state;
    static struct dispatch_world w;
    dispatch_world_init(&w, three_players);
    w.options.openings = "d3 c5";
    for (int i = 0; i < 2; i++) {
        dispatch_world_open(&w);
        dispatch_world_close(&w);
    }
    struct text kept = hosted_log(&w.hosted, DEFINITION_OPENINGS_ENTRY);
    assert_string_equal(kept.bytes, "d3 c5\n");
    text_destroy(&kept);
    dispatch_world_destroy(&w);
}

static void entries_are_in_the_log_when_it_is_closed(void **state)
{
    (void)state;
    static struct dispatch_world w;
    dispatch_world_init(&w, three_players);
    dispatch_world_open(&w);
    dispatch_note(&w.dispatch, "pause", "asked for");
    dispatch_note_later(&w.dispatch, "absent", "bob is away");
    dispatch_world_close(&w);
    struct text pause = hosted_log(&w.hosted, "pause"), absent = hosted_log(&w.hosted, "absent");
    assert_string_equal(pause.bytes, "asked for\n");
    assert_string_equal(absent.bytes, "bob is away\n");
    text_destroy(&pause);
    text_destroy(&absent);
    dispatch_world_destroy(&w);
}

// --- What is refused ---

static void must_be_refused(struct dispatch_world *w, const char *words)
{
    struct error e = {0};
    w->dispatch = (struct dispatch){0};
    assert_false(dispatch_open(&w->dispatch, &w->options, &e));
    if (!strstr(e.words, words))
        fail_msg("\"%s\" is not in \"%s\"", words, e.words);
}

static void a_file_must_have_the_head_that_is_expected(void **state)
{
    (void)state;
    static struct dispatch_world w;
    dispatch_world_init(&w, three_players);
    dispatch_world_open(&w);
    end_game(&w, take_game(&w), 0);
    dispatch_world_close(&w);
    struct head head = w.dispatch.head;
    assert_int_equal(head.games, 1);
    w.options.expected = &head;
    dispatch_world_open(&w);
    end_game(&w, take_game(&w), 0);
    dispatch_world_close(&w);
    must_be_refused(&w, "1 more games"); // there is one more game now
    dispatch_world_destroy(&w);
}

static void a_file_of_another_contest_is_refused(void **state)
{
    (void)state;
    static struct dispatch_world w;
    dispatch_world_init(&w, three_players);
    dispatch_world_open(&w);
    dispatch_world_close(&w);
    const struct store_contest other = {.seed = 5, .text = three_players};
    w.options.contest = &other;
    must_be_refused(&w, "");
    dispatch_world_destroy(&w);
}

static void a_file_has_one_dispatch_at_a_time(void **state)
{
    (void)state;
    static struct dispatch_world w, other;
    dispatch_world_init(&w, three_players);
    dispatch_world_init(&other, three_players);
    dispatch_world_open(&w);
    must_be_refused(&other, "");
    dispatch_world_close(&w);
    dispatch_world_destroy(&other);
    dispatch_world_destroy(&w);
}

// Nothing is under way that would notice the failure.
static void a_disk_that_fails_at_an_entry_of_the_log_ends_the_contest(void **state)
{
    (void)state;
    static struct dispatch_world w;
    struct error e = {0};
    const struct faulty_plan plan = {.kinds = FAULTY_WRITE | FAULTY_SYNC, .from_then_on = true};
    faulty_install();
    dispatch_world_init(&w, three_players);
    dispatch_world_open(&w);
    w.wakes = 0;
    faulty_arm(&plan, 1);
    dispatch_note(&w.dispatch, "start", "the games begin");
    assert_false(store_wait(w.dispatch.store, &e));
    assert_true(faulty_disarm());
    assert_true(w.wakes > 0);
    assert_true(dispatch_is_over(&w.dispatch));
    assert_null(take_game(&w));
    assert_false(dispatch_close(&w.dispatch, &e));
    assert_true(strlen(e.words) > 0);
    dispatch_world_destroy(&w);
    faulty_uninstall();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(games_come_pair_by_pair_with_the_seats_swapped),
        IN_A_FOLDER(a_game_counts_and_is_told_when_it_is_stored),
        IN_A_FOLDER(a_round_waits_for_the_results_of_the_one_before),
        IN_A_FOLDER(no_more_games_are_under_way_than_the_store_has_room_for),
        IN_A_FOLDER(it_can_be_asked_whether_there_are_games),
        IN_A_FOLDER(a_game_of_a_player_who_plays_is_put_off),
        IN_A_FOLDER(an_awaited_player_is_played_with_at_the_doors_when_it_is_there),
        IN_A_FOLDER(a_game_that_was_stopped_is_handed_out_again),
        IN_A_FOLDER(a_void_game_is_tried_three_times),
        IN_A_FOLDER(a_game_that_was_void_twice_counts_once_when_it_is_played),
        IN_A_FOLDER(a_failure_ends_the_contest_and_what_was_told_stays),
        IN_A_FOLDER(a_disk_that_fails_at_an_entry_of_the_log_ends_the_contest),
        IN_A_FOLDER(a_contest_goes_on_where_it_was),
        IN_A_FOLDER(the_openings_are_kept_in_the_log_once),
        IN_A_FOLDER(entries_are_in_the_log_when_it_is_closed),
        IN_A_FOLDER(a_file_must_have_the_head_that_is_expected),
        IN_A_FOLDER(a_file_of_another_contest_is_refused),
        IN_A_FOLDER(a_file_has_one_dispatch_at_a_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
