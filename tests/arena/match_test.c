// Matches: many games of two players.
#include "arena/match.h"

#include "arena/arena_help.h"
#include "arena/conditions.h"
#include "arena/player_text.h"
#include "contest/pair_count.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES_MOST = 1000 };

// --- A match ---

struct hosted_match {
    struct match_options options;
    struct match *match;
    struct feed *feed;
    // What was told of each game, by number: its moves.
    int over[GAMES_MOST + 1];
    int64_t order[GAMES_MOST];
    int count;
};

static void match_make(struct hosted_match *h, const char *game, const char *wire,
    const char *first, const char *second)
{
    struct error e = {0};
    *h = (struct hosted_match){0};
    struct match_options *o = &h->options;
    *o = (struct match_options){
        .game = game_find(game, NULL), .games = 10, .concurrency = 1, .seed = 1};
    must(o->game->start(&o->start, NULL, &e), &e);
    const char *const texts[SEATS] = {first, second};
    for (int i = 0; i < SEATS; i++)
        must(player_read(&o->players[i], texts[i], o->game, wire_find(wire, NULL), &e), &e);
    players_tell_apart(&o->players[0], &o->players[1]);
    must(conditions_budget(&o->budget, wire_find(wire, NULL), "3600000", NULL, &e), &e);
    o->budget.start_ns = o->budget.first_ns = o->budget.request_ns;
    must(record_folder_open(&o->records, NULL, &e), &e);
}

static void match_begin(struct hosted_match *h, unsigned wants)
{
    struct error e = {0};
    h->match = match_create(&h->options, &e);
    must(h->match != NULL, &e);
    h->feed = help_watch(match_feeds(h->match), wants);
    must(match_start(h->match, &e), &e);
}

// Notes what was told, and releases it. Returns whether there is more to come.
static bool match_hear(struct hosted_match *h, struct arena_event *event)
{
    bool more = event->kind != ARENA_ENDED;
    if (event->kind == ARENA_OVER) {
        assert_true(h->count < GAMES_MOST);
        h->order[h->count++] = event->game;
        h->over[event->game]++;
    }
    arena_event_release(event);
    return more;
}

static void match_listen(struct hosted_match *h)
{
    while (match_hear(h, help_next_event(h->feed)))
        continue;
}

static enum match_end match_finish(struct hosted_match *h)
{
    struct error e = {0};
    struct crowd crowd;
    assert_null(feed_take(h->feed)); // ARENA_ENDED was the last
    feed_close(h->feed);
    enum match_end end = match_join(h->match, &crowd, &e);
    if (end == MATCH_FAILED)
        fail_msg("%s", e.words);
    return end;
}

static void results_must_be_in_order(const struct hosted_match *h)
{
    assert_int_equal(h->count, h->options.games);
    for (int i = 0; i < h->count; i++)
        assert_int_equal(h->order[i], i + 1);
}

// --- Order ---

static void plays_in_order_at(int64_t concurrency)
{
    static struct hosted_match h;
    match_make(&h, "reversi", "hgp", "@random", "@first");
    h.options.games = 200;
    h.options.concurrency = concurrency;
    match_begin(&h, ARENA_FACTS);
    match_listen(&h);
    assert_int_equal(match_finish(&h), MATCH_PLAYED);
    results_must_be_in_order(&h);
}

static void results_come_in_the_order_of_the_games_at_any_concurrency(void **state)
{
    (void)state;
    plays_in_order_at(1);
    plays_in_order_at(7);
    plays_in_order_at(500); // more than there are games
}

static void seats_alternate_and_points_go_by_player(void **state)
{
    (void)state;
    static struct hosted_match h;
    match_make(&h, "reversi", "hgp", "@random", "@first");
    h.options.games = 4;
    match_begin(&h, ARENA_FACTS);
    for (bool more = true; more;) {
        struct arena_event *event = help_next_event(h.feed);
        if (event->kind == ARENA_OVER) {
            assert_int_equal(event->setup->players[0], (event->game - 1) % 2);
            assert_int_equal(match_half_points(event, 0) + match_half_points(event, 1), 2);
        }
        more = match_hear(&h, event);
    }
    assert_int_equal(match_finish(&h), MATCH_PLAYED);
}

// The results of a match as one text: how each game went.
static struct text match_moves(int64_t concurrency)
{
    static struct hosted_match h;
    struct text out = text_growing();
    match_make(&h, "stones", "stones", "@random", "@first");
    h.options.games = 30;
    h.options.concurrency = concurrency;
    h.options.keeps_moves = true;
    match_begin(&h, ARENA_FACTS);
    for (bool more = true; more;) {
        struct arena_event *event = help_next_event(h.feed);
        if (event->kind == ARENA_OVER)
            text_format(&out, "%d %s %d\n", (int)event->game, event->text, help_verdict(event));
        more = match_hear(&h, event);
    }
    match_finish(&h);
    return out;
}

static void the_games_are_the_same_at_any_concurrency(void **state)
{
    (void)state;
    struct text one = match_moves(1), eight = match_moves(8);
    assert_string_equal(one.bytes, eight.bytes);
    text_destroy(&one);
    text_destroy(&eight);
}

// --- Waiting ---

static void a_match_that_waits_begins_no_game_before_the_last_one_was_seen(void **state)
{
    (void)state;
    static struct hosted_match h;
    match_make(&h, "reversi", "hgp", "@random", "@first");
    h.options.games = 6;
    h.options.concurrency = 2;
    h.options.waits = true;
    match_begin(&h, ARENA_FACTS);
    int begun = 0, seen = 0;
    for (bool more = true; more;) {
        struct arena_event *event = help_next_event(h.feed);
        begun += event->kind == ARENA_BEGUN;
        bool over = event->kind == ARENA_OVER;
        assert_true(begun <= seen + 2);
        more = match_hear(&h, event);
        if (over) {
            seen++;
            match_go_on(h.match);
        }
    }
    assert_int_equal(match_finish(&h), MATCH_PLAYED);
    results_must_be_in_order(&h);
}

// --- Stopping ---

static void a_match_that_is_stopped_finishes_what_is_under_way(void **state)
{
    (void)state;
    static struct hosted_match h;
    match_make(&h, "reversi", "hgp", "@random", "@first");
    h.options.games = 6;
    h.options.waits = true;
    match_begin(&h, ARENA_FACTS);
    help_wait_for(h.feed, ARENA_OVER);
    match_stop(h.match, POOL_FINISH);
    match_listen(&h);
    assert_int_equal(match_finish(&h), MATCH_STOPPED);
    assert_int_equal(h.count, 0); // no other game had begun
}

static void a_match_that_is_stopped_at_once_tells_no_result(void **state)
{
    (void)state;
    static struct hosted_match h;
    match_make(&h, "stones", "stones", "sleep 1000000", "@random");
    h.options.games = 4;
    h.options.concurrency = 2;
    match_begin(&h, ARENA_FACTS | ARENA_MOVES);
    help_wait_for(h.feed, ARENA_READY);
    match_stop(h.match, POOL_NOW);
    match_listen(&h);
    assert_int_equal(match_finish(&h), MATCH_STOPPED);
    assert_int_equal(h.count, 0);
}

// --- A person ---

// Answers questions by the first legal move, and takes what is told until the next question or the
// end. Returns the event, to be released.
static struct arena_event *match_until_asked(struct hosted_match *h)
{
    for (;;) {
        struct arena_event *event = help_next_event(h->feed);
        if (event->kind == ARENA_ASKED)
            return event;
        if (event->kind == ARENA_ENDED) {
            arena_event_hold(event);
            match_hear(h, event);
            return event;
        }
        match_hear(h, event);
    }
}

static move first_move(const struct arena_event *asked, const struct game *game)
{
    move moves[MOVES_MAX];
    assert_true(game->moves(&asked->after, moves) > 0);
    return moves[0];
}

static void a_person_plays_by_answers_to_questions(void **state)
{
    (void)state;
    static struct hosted_match h;
    match_make(&h, "reversi", "hgp", "human", "@first");
    h.options.games = 2;
    match_begin(&h, ARENA_FACTS);
    struct arena_event *event;
    int questions = 0;
    while ((event = match_until_asked(&h))->kind == ARENA_ASKED) {
        assert_int_equal(event->player, 0);
        assert_int_equal(h.options.game->turn(&event->after), event->seat);
        move m = first_move(event, h.options.game);
        // Answers to other questions, or in other games, are ignored.
        match_answer(h.match, event->game, event->question + 1, MOVE_NONE);
        match_answer(h.match, event->game, event->question - 1, MOVE_NONE);
        match_answer(h.match, event->game + 1, event->question, MOVE_NONE);
        match_answer(h.match, event->game, event->question, m);
        match_answer(h.match, event->game, event->question, MOVE_NONE); // too late
        questions++;
        arena_event_release(event);
    }
    arena_event_release(event);
    assert_true(questions > 20); // nobody has given up
    assert_int_equal(match_finish(&h), MATCH_PLAYED);
    results_must_be_in_order(&h);
}

static void a_person_may_give_up(void **state)
{
    (void)state;
    static struct hosted_match h;
    match_make(&h, "reversi", "hgp", "human", "@first");
    h.options.games = 1;
    match_begin(&h, ARENA_FACTS);
    struct arena_event *asked = match_until_asked(&h);
    match_answer(h.match, asked->game, asked->question, MOVE_NONE);
    arena_event_release(asked);
    struct arena_event *event;
    while ((event = help_next_event(h.feed))->kind != ARENA_OVER)
        arena_event_release(event);
    assert_int_equal(help_verdict(event), VERDICT_WON);
    assert_int_equal(match_half_points(event, 1), 2);
    struct result result;
    arena_event_result(event, &result);
    assert_int_equal(result.moves, 0);
    arena_event_release(event);
    match_listen(&h);
    assert_int_equal(match_finish(&h), MATCH_PLAYED);
}

static void a_person_who_thinks_holds_up_no_other_game(void **state)
{
    (void)state;
    static struct hosted_match h, other;
    match_make(&h, "reversi", "hgp", "human", "@first");
    h.options.games = 1;
    match_begin(&h, ARENA_FACTS);
    struct arena_event *asked = match_until_asked(&h);
    match_make(&other, "reversi", "hgp", "@random", "@first");
    match_begin(&other, ARENA_FACTS);
    match_listen(&other);
    assert_int_equal(match_finish(&other), MATCH_PLAYED);
    match_stop(h.match, POOL_NOW); // and a question that is open does not keep it from stopping
    match_answer(h.match, asked->game, asked->question, MOVE_NONE);
    arena_event_release(asked);
    match_listen(&h);
    assert_int_equal(match_finish(&h), MATCH_STOPPED);
}

static void a_game_that_is_taken_back_is_played_again_and_told_once(void **state)
{
    (void)state;
    static struct hosted_match h;
    match_make(&h, "reversi", "hgp", "human", "@first");
    h.options.games = 2;
    match_begin(&h, ARENA_FACTS);
    // The person makes one move, regrets it, and goes on from before it.
    struct arena_event *asked = match_until_asked(&h);
    position before = asked->after;
    int64_t game = asked->game;
    match_answer(h.match, game, asked->question, first_move(asked, h.options.game));
    arena_event_release(asked);
    asked = match_until_asked(&h);
    assert_int_equal(asked->game, game);
    match_take_back(h.match, game, &before);
    match_answer(h.match, game, asked->question, MOVE_NONE);
    arena_event_release(asked);
    asked = match_until_asked(&h);
    assert_int_equal(asked->game, game);
    assert_true(position_equal(&asked->after, &before));
    assert_int_equal(h.count, 0);
    do {
        match_answer(h.match, asked->game, asked->question, first_move(asked, h.options.game));
        arena_event_release(asked);
        asked = match_until_asked(&h);
    } while (asked->kind == ARENA_ASKED);
    arena_event_release(asked);
    assert_int_equal(match_finish(&h), MATCH_PLAYED);
    results_must_be_in_order(&h);
}

static void the_record_of_a_game_under_way_grows_and_begins_anew_if_it_is_played_again(void **state)
{
    (void)state;
    static struct hosted_match h;
    struct pool_view views[2];
    struct text first = text_growing(), more = text_growing(), again = text_growing();
    match_make(&h, "reversi", "hgp", "human", "@first");
    h.options.games = 1;
    h.options.keeps_records = true;
    match_begin(&h, ARENA_FACTS);
    struct arena_event *asked = match_until_asked(&h);
    position before = asked->after;
    assert_true(match_copy_record(h.match, 1, 0, &first));
    assert_null(strstr(first.bytes, "\"type\":\"move\""));
    assert_int_equal(match_snapshot(h.match, views, 2), 1);
    assert_int_equal(views[0].number, 1);
    assert_true(position_equal(&views[0].position, &before));
    match_answer(h.match, 1, asked->question, first_move(asked, h.options.game));
    arena_event_release(asked);
    asked = match_until_asked(&h);
    assert_true(match_copy_record(h.match, 1, first.length, &more));
    assert_non_null(strstr(more.bytes, "\"type\":\"move\""));
    match_take_back(h.match, 1, &before);
    match_answer(h.match, 1, asked->question, MOVE_NONE);
    arena_event_release(asked);
    asked = match_until_asked(&h);
    assert_false(match_copy_record(h.match, 1, first.length + more.length, &again));
    assert_true(match_copy_record(h.match, 1, 0, &again));
    assert_null(strstr(again.bytes, "\"type\":\"move\""));
    match_answer(h.match, 1, asked->question, MOVE_NONE);
    arena_event_release(asked);
    match_listen(&h);
    text_clear(&again);
    assert_true(match_copy_record(h.match, 1, 0, &again));
    assert_non_null(strstr(again.bytes, "\"type\":\"end\""));
    assert_int_equal(match_snapshot(h.match, views, 2), 0);
    assert_int_equal(match_finish(&h), MATCH_PLAYED);
    text_destroy(&first);
    text_destroy(&more);
    text_destroy(&again);
}

// --- Bots and their starts ---

// A command that notes each start in the file, and plays.
static void write_counting_bot(
    const char *name, const char *wire, char command[2 * HELP_PATH_BYTES])
{
    char script[HELP_PATH_BYTES], text[3 * HELP_PATH_BYTES];
    help_path(script, name);
    snprintf(text, sizeof text, "echo >>%s.starts\nexec %s %s 3\n", script, help_bot(), wire);
    help_write(script, text);
    snprintf(command, 2 * HELP_PATH_BYTES, "sh %s", script);
}

static int count_starts(const char *name)
{
    char path[HELP_PATH_BYTES], file[64];
    snprintf(file, sizeof file, "%s.starts", name);
    help_path(path, file);
    return help_count_lines(path);
}

static void plays_with_counting_bots(const char *game, const char *wire, int64_t concurrency)
{
    static struct hosted_match h;
    char command[2 * HELP_PATH_BYTES];
    write_counting_bot(wire, wire, command);
    match_make(&h, game, wire, command, "@random");
    h.options.games = 8;
    h.options.concurrency = concurrency;
    match_begin(&h, ARENA_FACTS);
    match_listen(&h);
    assert_int_equal(match_finish(&h), MATCH_PLAYED);
    results_must_be_in_order(&h);
}

static void a_bot_whose_protocol_plays_many_games_is_started_once(void **state)
{
    (void)state;
    assert_true(wire_find("santorini", NULL)->many_games);
    plays_with_counting_bots("santorini", "santorini", 1);
    assert_int_equal(count_starts("santorini"), 1);
}

static void such_a_bot_is_started_at_most_once_for_each_game_at_a_time(void **state)
{
    (void)state;
    plays_with_counting_bots("santorini", "santorini", 2);
    assert_in_range(count_starts("santorini"), 1, 2);
}

static void a_bot_whose_protocol_plays_one_game_is_started_for_each(void **state)
{
    (void)state;
    assert_false(wire_find("stones", NULL)->many_games);
    plays_with_counting_bots("stones", "stones", 2);
    assert_int_equal(count_starts("stones"), 8);
}

static void such_a_bot_stays_while_the_match_waits_for_its_watcher(void **state)
{
    (void)state;
    static struct hosted_match h;
    char command[2 * HELP_PATH_BYTES];
    write_counting_bot("santorini", "santorini", command);
    match_make(&h, "santorini", "santorini", command, "@random");
    h.options.games = 4;
    h.options.waits = true;
    match_begin(&h, ARENA_FACTS);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(help_wait_for(h.feed, ARENA_OVER), i + 1);
        match_go_on(h.match);
    }
    match_listen(&h);
    assert_int_equal(match_finish(&h), MATCH_PLAYED);
    assert_int_equal(count_starts("santorini"), 1);
}

static void in_a_contest_it_is_started_for_each_game(void **state)
{
    (void)state;
    static struct hosted h;
    static char text[1024];
    char command[2 * HELP_PATH_BYTES];
    write_counting_bot("santorini", "santorini", command);
    snprintf(text, sizeof text,
        "game: santorini\ngames: 6\nsandbox: open\nplayers:\n  - {name: ann, player: \"@random\"}\n"
        "  - {name: bob, player: %s}\n",
        command);
    hosted_init(&h, "contest", text);
    hosted_play(&h);
    assert_int_equal(count_starts("santorini"), 1 + 6); // once before, to see whether it can
    hosted_destroy(&h);
}

// --- Void games ---

static void a_void_game_is_tried_three_times_and_told_as_void(void **state)
{
    (void)state;
    static struct hosted_match h;
    struct error e = {0};
    char folder[HELP_PATH_BYTES];
    help_path(folder, "records");
    match_make(&h, "reversi", "hgp", "@random", "@first");
    h.options.games = 2;
    must(record_folder_open(&h.options.records, folder, &e), &e);
    assert_int_equal(rmdir(folder), 0); // no record can be written there
    match_begin(&h, ARENA_FACTS);
    int begun = 0, voids = 0;
    for (bool more = true; more;) {
        struct arena_event *event = help_next_event(h.feed);
        begun += event->kind == ARENA_BEGUN;
        if (event->kind == ARENA_OVER) {
            voids += help_verdict(event) == VERDICT_VOID;
            assert_int_equal(match_half_points(event, 0), PAIR_COUNT_VOID);
        }
        more = match_hear(&h, event);
    }
    assert_int_equal(match_finish(&h), MATCH_PLAYED);
    results_must_be_in_order(&h);
    assert_int_equal(voids, 2);
    assert_int_equal(begun, 2 * 3);
}

// --- Records ---

static void every_game_has_a_record_with_a_number_of_its_own(void **state)
{
    (void)state;
    static struct hosted_match h;
    struct error e = {0};
    char folder[HELP_PATH_BYTES];
    help_path(folder, "records");
    match_make(&h, "reversi", "hgp", "@random", "@first");
    must(record_folder_open(&h.options.records, folder, &e), &e);
    h.options.concurrency = 4;
    match_begin(&h, ARENA_FACTS);
    for (bool more = true; more;) {
        struct arena_event *event = help_next_event(h.feed);
        if (event->kind == ARENA_OVER) {
            char path[2 * HELP_PATH_BYTES];
            assert_int_equal(event->record, event->game);
            snprintf(path, sizeof path, "%s/%d.jsonl", folder, (int)event->record);
            assert_true(help_count_lines(path) > 2);
        }
        more = match_hear(&h, event);
    }
    assert_int_equal(match_finish(&h), MATCH_PLAYED);
    results_must_be_in_order(&h);
}

// --- Watchers that stall ---

static void a_watcher_that_reads_at_the_end_finds_all_facts(void **state)
{
    (void)state;
    static struct hosted_match h;
    char command[2 * HELP_PATH_BYTES];
    snprintf(command, sizeof command, "%s stones 3", help_bot());
    match_make(&h, "stones", "stones", command, "@random");
    h.options.games = 20;
    h.options.concurrency = 2;
    match_begin(&h, ARENA_FACTS);
    struct feed *stalled =
        help_watch(match_feeds(h.match), ARENA_FACTS | ARENA_MOVES | ARENA_MESSAGES);
    for (bool more = true; more;) {
        struct arena_event *event = help_next_event(h.feed);
        if (event->kind == ARENA_OVER)
            assert_int_not_equal(help_verdict(event), VERDICT_TIMEOUT);
        more = match_hear(&h, event);
    }
    assert_int_equal(help_drain(stalled, ARENA_OVER), 20);
    feed_close(stalled);
    assert_int_equal(match_finish(&h), MATCH_PLAYED);
    results_must_be_in_order(&h);
}

static void *read_all(void *user)
{
    struct feed *feed = user;
    help_drain(feed, ARENA_OVER);
    return NULL;
}

static void a_watcher_may_make_room_while_the_match_begins(void **state)
{
    (void)state;
    static struct hosted_match h;
    static char big[1 << 20];
    struct error e = {0};
    pthread_t reader;
    match_make(&h, "reversi", "hgp", "@random", "@first");
    h.match = match_create(&h.options, &e);
    must(h.match != NULL, &e);
    h.feed = help_watch(match_feeds(h.match), ARENA_FACTS);
    while (!feeds_are_full(match_feeds(h.match)))
        feeds_publish(match_feeds(h.match), arena_event_create(ARENA_SAID, 0, big, sizeof big));
    assert_int_equal(pthread_create(&reader, NULL, read_all, h.feed), 0);
    must(match_start(h.match, &e), &e);
    pthread_join(reader, NULL); // it has seen the end
    assert_int_equal(match_finish(&h), MATCH_PLAYED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(results_come_in_the_order_of_the_games_at_any_concurrency),
        IN_A_FOLDER(seats_alternate_and_points_go_by_player),
        IN_A_FOLDER(the_games_are_the_same_at_any_concurrency),
        IN_A_FOLDER(a_match_that_waits_begins_no_game_before_the_last_one_was_seen),
        IN_A_FOLDER(a_match_that_is_stopped_finishes_what_is_under_way),
        IN_A_FOLDER(a_match_that_is_stopped_at_once_tells_no_result),
        IN_A_FOLDER(a_person_plays_by_answers_to_questions),
        IN_A_FOLDER(a_person_may_give_up),
        IN_A_FOLDER(a_person_who_thinks_holds_up_no_other_game),
        IN_A_FOLDER(a_game_that_is_taken_back_is_played_again_and_told_once),
        IN_A_FOLDER(the_record_of_a_game_under_way_grows_and_begins_anew_if_it_is_played_again),
        IN_A_FOLDER(a_bot_whose_protocol_plays_many_games_is_started_once),
        IN_A_FOLDER(such_a_bot_is_started_at_most_once_for_each_game_at_a_time),
        IN_A_FOLDER(a_bot_whose_protocol_plays_one_game_is_started_for_each),
        IN_A_FOLDER(such_a_bot_stays_while_the_match_waits_for_its_watcher),
        IN_A_FOLDER(in_a_contest_it_is_started_for_each_game),
        IN_A_FOLDER(a_void_game_is_tried_three_times_and_told_as_void),
        IN_A_FOLDER(every_game_has_a_record_with_a_number_of_its_own),
        IN_A_FOLDER(a_watcher_that_reads_at_the_end_finds_all_facts),
        IN_A_FOLDER(a_watcher_may_make_room_while_the_match_begins),
    };
    return cmocka_run_group_tests(tests, help_setup_process, help_teardown_process);
}
