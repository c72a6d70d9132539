// Contests that are played by arenas, with built-in players and with bots that are started: several
// in one process, stopped and gone on with, and looked at while they are played.
#include "arena/arena_help.h"

#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CONTESTS = 3, MOVES_KEPT = 512, TEXT_BYTES = 4096 };

// Begins as the wire of Game of Stones asks for, and answers its first request with nonsense.
static const char faulty_script[] = "read -r colour\n"
                                    "read -r request\n"
                                    "echo '{}'\n"
                                    "exec cat >/dev/null\n";

// Every format, game and kind of record differs. Nobody loses on time, however busy the machine is.
static const char *contest_text(int number)
{
    static char texts[CONTESTS][TEXT_BYTES];
    const char *bot = help_bot();
    char faulty[HELP_PATH_BYTES];
    help_path(faulty, "faulty");
    help_write(faulty, faulty_script);
    switch (number) {
    case 0:
        snprintf(texts[0], TEXT_BYTES,
            "game: santorini\nseed: 5\ngames: 2\nrecords: games\nconcurrency: 3\n"
            "time: {start: 1h, first: 1h, request: 1h}\nplayers:\n"
            "  - {name: ann, player: \"@random\"}\n  - {name: bob, player: \"@first\"}\n"
            "  - {name: cid, player: %s santorini 3}\n  - {name: dan, player: %s santorini 4}\n",
            bot, bot);
        break;
    case 1:
        snprintf(texts[1], TEXT_BYTES,
            "game: reversi\nformat: swiss\nrounds: 3\nseed: 6\nrecords: store\nconcurrency: 4\n"
            "openings: random:4\ntime: {start: 1h, first: 1h, request: 1h}\nplayers:\n"
            "  - {name: ann, player: \"@random\"}\n  - {name: bob, player: \"@first\"}\n"
            "  - {name: cid, player: %s hgp 3}\n  - {name: dan, player: %s hgp 4}\n"
            "  - {name: eve, player: \"@random\"}\n",
            bot, bot);
        break;
    default:
        snprintf(texts[2], TEXT_BYTES,
            "game: stones\nseed: 7\ngames: 4\nrecords: store\nconcurrency: 4\nfaults: drop\n"
            "time: {start: 1h, first: 1h, request: 1h}\nplayers:\n"
            "  - {name: ann, player: \"@random\"}\n  - {name: bob, player: \"@first\"}\n"
            "  - {name: cid, player: %s stones 3}\n  - {name: fay, player: sh %s}\n",
            bot, faulty);
        break;
    }
    return texts[number];
}

// A contest that cannot be over before the test lets it: cid makes no move until there is the file
// "go". Of the first six games two have nobody who waits. `command` starts cid, who connects.
static const char *gated_text(const char *command)
{
    static char text[TEXT_BYTES];
    char go[HELP_PATH_BYTES];
    help_path(go, "go");
    snprintf(text, sizeof text,
        "game: stones\nseed: 3\ngames: 20\nconcurrency: 6\nrecords: none\nsandbox: open\n"
        "time: {start: 1h, first: 1h, request: 1h, game: 5h}\nplayers:\n"
        "  - {name: ann, player: \"@random\"}\n  - {name: bob, player: \"@first\"}\n"
        "  - {name: cid, player: \"%s {host} {port}\", environment: {BOT_GO: %s}}\n",
        command, go);
    return text;
}
enum { GATED_GAMES = 60 };

static void init_gated(struct hosted *h, const char *name)
{
    char command[HELP_PATH_BYTES];
    snprintf(command, sizeof command, "%s stones 3", help_bot());
    hosted_init(h, name, gated_text(command));
}

static void open_gate(void)
{
    char go[HELP_PATH_BYTES];
    help_path(go, "go");
    help_write(go, "");
}

static void close_gate(void)
{
    char go[HELP_PATH_BYTES];
    help_path(go, "go");
    unlink(go);
}

static const char quick_text[] = "game: reversi\nseed: 8\ngames: 400\nconcurrency: 4\nplayers:\n"
                                 "  - {name: ann, player: \"@random\"}\n"
                                 "  - {name: bob, player: \"@first\"}\n";

// --- Side by side ---

static void three_contests_at_once_give_the_bytes_that_each_gives_alone(void **state)
{
    (void)state;
    static struct hosted alone[CONTESTS], together[CONTESTS];
    struct arena *arenas[CONTESTS];
    struct feed *feeds[CONTESTS];
    for (int i = 0; i < CONTESTS; i++) {
        hosted_init(&alone[i], (char[]){'a', (char)('1' + i), '\0'}, contest_text(i));
        hosted_init(&together[i], (char[]){'t', (char)('1' + i), '\0'}, contest_text(i));
        hosted_play(&alone[i]);
    }
    for (int i = 0; i < CONTESTS; i++)
        arenas[i] = hosted_start(&together[i], ARENA_WANTS(ARENA_ENDED), &feeds[i]);
    for (int i = 0; i < CONTESTS; i++) {
        struct arena_ended ended;
        help_drain(feeds[i], ARENA_ENDED);
        assert_int_equal(hosted_join(arenas[i], feeds[i], &ended), ARENA_PLAYED);
    }
    for (int i = 0; i < CONTESTS; i++) {
        hosted_must_equal(&alone[i], &together[i]);
        hosted_destroy(&alone[i]);
        hosted_destroy(&together[i]);
    }
}

static int count_files(const char *folder)
{
    DIR *files = opendir(folder);
    int count = 0;
    assert_non_null(files);
    for (struct dirent *file = readdir(files); file; file = readdir(files))
        count += file->d_name[0] != '.';
    closedir(files);
    return count;
}

static void an_arena_leaves_the_process_as_it_was(void **state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGCHLD, SIGWINCH};
    enum { SIGNALS = sizeof signals / sizeof *signals };
    static struct hosted h;
    struct sigaction before[SIGNALS], after;
    char here[HELP_PATH_BYTES];
    cpu_set_t cores, cores_after;
    help_path(here, "here");
    assert_int_equal(mkdir(here, 0755), 0);
    assert_int_equal(chdir(here), 0);
    hosted_init(&h, "contest", contest_text(0));
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], NULL, &before[i]);
    sched_getaffinity(0, sizeof cores, &cores);
    hosted_play(&h);
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], NULL, &after);
        assert_ptr_equal(after.sa_handler, before[i].sa_handler);
    }
    sched_getaffinity(0, sizeof cores_after, &cores_after);
    assert_true(CPU_EQUAL(&cores, &cores_after));
    assert_int_equal(count_files(here), 0); // it wrote nothing to the current folder
    assert_int_equal(chdir("/"), 0);
    hosted_destroy(&h);
}

// --- Stopped, and gone on with ---

// Stops a gated contest when so many games were told: 2, or 0 for at once. Returns how many are
// stored then. All that were told must be.
static int64_t stop_after(struct hosted *h, int64_t least, enum pool_stop how)
{
    struct feed *feed;
    struct arena_ended ended;
    int64_t told[GATED_GAMES], count = 0;
    int64_t before = help_exists(h->path) ? hosted_counts(h).games : 0;
    close_gate();
    struct arena *a = hosted_start(h, ARENA_FACTS, &feed);
    for (bool more = true; more;) {
        struct arena_event *event = help_next_event(feed);
        more = event->kind != ARENA_ENDED;
        if (event->kind == ARENA_OVER)
            told[count++] = event->game;
        if (more && count == least) {
            arena_stop(a, how);
            if (how == POOL_FINISH)
                open_gate();
        }
        arena_event_release(event);
    }
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_STOPPED);
    assert_true(count >= least);
    for (int64_t i = 0; i < count; i++)
        assert_true(hosted_has_game(h, told[i]));
    assert_int_equal(hosted_counts(h).games, before + count);
    return before + count;
}

static void stops_and_goes_on(enum pool_stop how)
{
    static struct hosted whole, stopped;
    init_gated(&whole, "whole");
    init_gated(&stopped, "stopped");
    open_gate();
    hosted_play(&whole);
    stop_after(&stopped, 2, how);
    stop_after(&stopped, 0, how);
    open_gate();
    hosted_play(&stopped);
    hosted_must_equal(&whole, &stopped);
    hosted_destroy(&whole);
    hosted_destroy(&stopped);
}

static void a_contest_that_was_stopped_goes_on_to_the_same_results(void **state)
{
    (void)state;
    stops_and_goes_on(POOL_FINISH);
}

static void a_contest_that_was_stopped_at_once_has_lost_no_stored_game(void **state)
{
    (void)state;
    stops_and_goes_on(POOL_NOW);
}

static void stopping_at_once_ends_bots_that_think(void **state)
{
    (void)state;
    static struct hosted h;
    char text[TEXT_BYTES];
    struct feed *feed;
    struct arena_ended ended;
    snprintf(text, sizeof text,
        "game: stones\nconcurrency: 2\ntime: {start: 1h, first: 1h, request: 1h}\nplayers:\n"
        "  - {name: ann, player: sleep 1000000}\n  - {name: bob, player: sleep 2000000}\n");
    hosted_init(&h, "contest", text);
    struct arena *a = hosted_start(&h, ARENA_WANTS(ARENA_READY) | ARENA_WANTS(ARENA_ENDED), &feed);
    help_wait_for(feed, ARENA_READY);
    arena_stop(a, POOL_FINISH); // which waits for them
    arena_stop(a, POOL_NOW);
    help_drain(feed, ARENA_ENDED);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_STOPPED);
    assert_int_equal(hosted_counts(&h).games, 0);
    hosted_destroy(&h);
}

static void an_arena_that_is_stopped_before_it_began_plays_nothing(void **state)
{
    (void)state;
    static struct hosted h;
    struct error e = {0};
    struct arena_ended ended;
    hosted_init(&h, "contest", quick_text);
    struct arena *a = arena_create(&h.options, &e);
    must(a != NULL, &e);
    arena_stop(a, POOL_FINISH);
    must(arena_start(a, &e), &e);
    assert_int_equal(arena_join(a, &ended, &e), ARENA_STOPPED);
    assert_int_equal(hosted_counts(&h).games, 0);
    hosted_destroy(&h);
}

static void the_words_of_a_pause_are_in_the_log(void **state)
{
    (void)state;
    static struct hosted h;
    struct feed *feed;
    struct arena_ended ended;
    init_gated(&h, "contest");
    struct arena *a = hosted_start(&h, ARENA_FACTS, &feed);
    help_wait_for(feed, ARENA_OVER);
    arena_pause(a, "asked for by the test");
    arena_pause(a, "and again");
    open_gate();
    help_drain(feed, ARENA_ENDED);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_STOPPED);
    struct text words = hosted_log(&h, "pause");
    assert_string_equal(words.bytes, "asked for by the test\n");
    text_destroy(&words);
    hosted_destroy(&h);
}

// --- A look at the games ---

// The moves of one game, as they were told.
struct told {
    position start;
    move moves[MOVES_KEPT];
    int count;
};

static void note_told(struct told *t, const struct arena_event *event)
{
    if (event->kind == ARENA_BEGUN)
        *t = (struct told){.start = event->setup->start};
    if (event->kind == ARENA_MOVED)
        t->moves[t->count++] = event->move;
}

// The position must be that after so many of the moves that were told, each of them legal.
static void position_must_be_of(const struct pool_view *view, const struct told *t)
{
    const struct game *game = view->setup.game;
    position p = t->start;
    assert_true(view->moves <= t->count);
    for (int i = 0; i < view->moves; i++) {
        assert_true(game->legal(&p, t->moves[i], NULL));
        game->apply(&p, t->moves[i]);
    }
    assert_true(position_equal(&p, &view->position));
    assert_int_equal(view->last, view->moves > 0 ? t->moves[view->moves - 1] : MOVE_NONE);
}

static void a_snapshot_has_standings_and_the_games_under_way(void **state)
{
    (void)state;
    static struct hosted h;
    static struct told told[5]; // by game
    static char text[TEXT_BYTES];
    char go[HELP_PATH_BYTES];
    struct feed *feed;
    struct arena_ended ended;
    struct arena_state snapshot;
    struct error e = {0};
    help_path(go, "go");
    // Whenever it is cid's turn, he waits until there is a file.
    snprintf(text, sizeof text,
        "game: stones\nseed: 3\nconcurrency: 2\nsandbox: open\n"
        "time: {start: 1h, first: 1h, request: 1h, game: 5h}\nplayers:\n"
        "  - {name: ann, player: \"@random\"}\n"
        "  - {name: cid, player: \"%s stones 3 {host} {port}\", environment: {BOT_GO: %s}}\n",
        help_bot(), go);
    hosted_init(&h, "contest", text);
    struct arena *a = hosted_start(&h, ARENA_FACTS | ARENA_MOVES, &feed);
    must(arena_state_init(&snapshot, a, &e), &e);
    struct arena_event *event;
    do { // ann has made a move in the game in which she begins, and cid has not
        event = help_next_event(feed);
        note_told(&told[event->game], event);
        arena_event_release(event);
    } while (told[1].count == 0 && told[2].count == 0);
    assert_true(arena_snapshot(a, &snapshot));
    assert_in_range(snapshot.game_count, 1, 2);
    assert_true(snapshot.under_way >= snapshot.game_count);
    for (size_t i = 0; i < snapshot.game_count; i++) {
        const struct pool_view *view = &snapshot.games[i];
        assert_in_range(view->number, 1, 2);
        assert_string_equal(view->setup.game->name, "stones");
        assert_in_range(view->moves, 0, 1);
        position_must_be_of(view, &told[view->number]);
        for (int seat = 0; seat < SEATS; seat++)
            assert_string_equal(
                view->setup.seats[seat].name, view->setup.players[seat] == 0 ? "ann" : "cid");
    }
    must(standings_rank(&snapshot.standings, &e), &e);
    assert_int_equal(snapshot.standings.players, 2);
    assert_int_equal(snapshot.standings.games, 0);
    help_write(go, "");
    assert_int_equal(help_drain(feed, ARENA_OVER), 2);
    assert_false(arena_snapshot(a, &snapshot)); // the games are over
    arena_state_destroy(&snapshot);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    hosted_destroy(&h);
}

// Looks again and again from the first game to the end of the arena, when it is taken apart.
static void snapshots_can_be_taken_at_any_time(void **state)
{
    (void)state;
    static struct hosted h;
    struct feed *feed;
    struct arena_ended ended;
    struct arena_state snapshot;
    struct error e = {0};
    hosted_init(&h, "contest", quick_text);
    struct arena *a = hosted_start(&h, ARENA_WANTS(ARENA_ENDED), &feed);
    must(arena_state_init(&snapshot, a, &e), &e);
    struct arena_event *event;
    int64_t stored = 0;
    while (!(event = feed_take(feed))) {
        if (!arena_snapshot(a, &snapshot))
            continue;
        assert_true(snapshot.game_count <= 4);
        assert_true(snapshot.standings.games >= stored); // they never become fewer
        stored = snapshot.standings.games;
        for (size_t i = 0; i < snapshot.game_count; i++) {
            char drawn[POSITION_TEXT_BYTES];
            struct text printed = TEXT_IN(drawn);
            position p;
            snapshot.games[i].setup.game->print(&snapshot.games[i].position, &printed);
            must(snapshot.games[i].setup.game->parse(&p, drawn, &e), &e);
        }
    }
    arena_event_release(event);
    arena_state_destroy(&snapshot);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    hosted_destroy(&h);
}

// --- What is told ---

static void a_game_is_told_when_it_is_stored_and_the_end_comes_last(void **state)
{
    (void)state;
    static struct hosted h;
    struct feed *feed;
    struct arena_ended ended;
    int over = 0, begun = 0;
    hosted_init(&h, "contest", contest_text(1));
    struct arena *a = hosted_start(&h, ARENA_FACTS | ARENA_MOVES | ARENA_MESSAGES, &feed);
    for (bool more = true; more;) {
        struct arena_event *event = help_next_event(feed);
        if (event->kind == ARENA_OVER) {
            over++;
            assert_true(hosted_has_game(&h, event->game));
            assert_int_not_equal(help_verdict(event), VERDICT_VOID);
            assert_string_not_equal(event->text, "");
        }
        begun += event->kind == ARENA_BEGUN;
        more = event->kind != ARENA_ENDED;
        arena_event_release(event);
    }
    assert_null(feed_take(feed));
    assert_int_equal(over, 3 * 2 * 2); // rounds, pairs, games
    assert_int_equal(begun, over);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    assert_int_equal(hosted_counts(&h).games, over);
    assert_int_equal(ended.head.games, over);
    hosted_destroy(&h);
}

// --- Contests that do not begin ---

static void a_player_that_cannot_start_leaves_no_trace_of_a_new_contest(void **state)
{
    (void)state;
    static struct hosted h;
    struct feed *feed;
    struct arena_ended ended;
    struct error e = {0};
    hosted_init(&h, "contest",
        "game: stones\nrecords: games\nplayers:\n"
        "  - {name: ann, player: \"@random\"}\n"
        "  - {name: bob, player: sh -c 'echo no such module >&2; exit 3'}\n");
    struct arena *a = hosted_start(&h, ARENA_FACTS, &feed);
    assert_int_equal(help_drain(feed, ARENA_STARTED), 0);
    feed_close(feed);
    assert_int_equal(arena_join(a, &ended, &e), ARENA_NOT_BEGUN);
    assert_string_equal(e.words, "");
    assert_int_equal(ended.findings.count, 1);
    assert_int_equal(ended.findings.list[0].player, 1);
    assert_non_null(strstr(ended.findings.list[0].words, "no such module"));
    probe_findings_destroy(&ended.findings);
    assert_int_equal(count_files(h.folder), 0);
    hosted_destroy(&h);
}

static void a_contest_that_goes_on_without_a_player_that_cannot_start_stays_as_it_was(void **state)
{
    (void)state;
    static struct hosted h;
    char text[2 * HELP_PATH_BYTES], script[HELP_PATH_BYTES];
    struct feed *feed;
    struct arena_ended ended;
    struct error e = {0};
    help_path(script, "bot");
    snprintf(text, sizeof text, "exec %s stones 3 $1 $2\n", help_bot());
    help_write(script, text);
    snprintf(text, sizeof text, "sh %s", script);
    hosted_init(&h, "contest", gated_text(text));
    int64_t stored = stop_after(&h, 2, POOL_NOW);
    help_write(script, "exit 3\n");
    struct arena *a = hosted_start(&h, ARENA_FACTS, &feed);
    help_drain(feed, ARENA_ENDED);
    feed_close(feed);
    assert_int_equal(arena_join(a, &ended, &e), ARENA_NOT_BEGUN);
    assert_int_equal(ended.findings.count, 1);
    probe_findings_destroy(&ended.findings);
    assert_int_equal(hosted_counts(&h).games, stored);
    hosted_destroy(&h);
}

static void a_contest_with_another_head_than_expected_is_refused(void **state)
{
    (void)state;
    static struct hosted h;
    struct arena_ended ended;
    struct error e = {0};
    const struct head wrong = {.games = 1};
    init_gated(&h, "contest");
    stop_after(&h, 2, POOL_NOW);
    h.options.expected = &wrong;
    struct arena *a = arena_create(&h.options, &e);
    must(a != NULL, &e);
    must(arena_start(a, &e), &e);
    assert_int_equal(arena_join(a, &ended, &e), ARENA_NOT_BEGUN);
    assert_string_not_equal(e.words, "");
    hosted_destroy(&h);
}

// --- Watchers that stall ---

// Two watchers want everything and read nothing while the games are played. One of them leaves
// without having read, and the other one reads at the end: `stalled`.
static struct arena *play_unread(struct hosted *h, struct feed **stalled, int *told)
{
    struct error e = {0};
    const unsigned all = ARENA_FACTS | ARENA_MOVES | ARENA_MESSAGES;
    struct arena *a = arena_create(&h->options, &e);
    must(a != NULL, &e);
    *stalled = help_watch(arena_feeds(a), all);
    struct feed *never = help_watch(arena_feeds(a), all);
    struct feed *busy = help_watch(arena_feeds(a), ARENA_FACTS);
    must(arena_start(a, &e), &e);
    *told = help_drain(busy, ARENA_OVER);
    feed_close(busy);
    feed_close(never);
    return a;
}

static void a_watcher_that_reads_nothing_delays_no_game(void **state)
{
    (void)state;
    static struct hosted h;
    struct feed *stalled;
    struct arena_ended ended;
    int told, over = 0;
    hosted_init(&h, "contest", contest_text(2));
    struct arena *a = play_unread(&h, &stalled, &told);
    for (bool more = true; more;) {
        struct arena_event *event = help_next_event(stalled);
        if (event->kind == ARENA_OVER) {
            over++;
            assert_int_not_equal(help_verdict(event), VERDICT_TIMEOUT);
        }
        more = event->kind != ARENA_ENDED;
        arena_event_release(event);
    }
    assert_true(told > 0);
    assert_int_equal(over, told); // whenever it reads, the facts are all there
    assert_int_equal(hosted_join(a, stalled, &ended), ARENA_PLAYED);
    hosted_destroy(&h);
}

static void what_waits_for_a_watcher_takes_a_bounded_memory(void **state)
{
    (void)state;
    static struct hosted h;
    struct feed *stalled;
    struct arena_ended ended;
    int told, facts[ARENA_EVENT_KINDS] = {0};
    size_t frame_bytes = 0;
    hosted_init(&h, "contest",
        "game: reversi\ngames: 1000\nconcurrency: 4\nrecords: none\nplayers:\n"
        "  - {name: ann, player: \"@random\"}\n  - {name: bob, player: \"@first\"}\n");
    struct arena *a = play_unread(&h, &stalled, &told);
    assert_int_equal(told, 1000);
    assert_true(feed_missed(stalled) > 0);
    for (bool more = true; more;) {
        struct arena_event *event = help_next_event(stalled);
        facts[event->kind]++;
        frame_bytes += arena_event_is_fact(event->kind) ? 0 : event->bytes;
        more = event->kind != ARENA_ENDED;
        arena_event_release(event);
    }
    assert_in_range(frame_bytes, 1, FEED_FRAME_BYTES_MOST);
    assert_int_equal(facts[ARENA_BEGUN], 1000);
    assert_int_equal(facts[ARENA_OVER], 1000);
    assert_int_equal(hosted_join(a, stalled, &ended), ARENA_PLAYED);
    hosted_destroy(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(three_contests_at_once_give_the_bytes_that_each_gives_alone),
        IN_A_FOLDER(an_arena_leaves_the_process_as_it_was),
        IN_A_FOLDER(a_contest_that_was_stopped_goes_on_to_the_same_results),
        IN_A_FOLDER(a_contest_that_was_stopped_at_once_has_lost_no_stored_game),
        IN_A_FOLDER(stopping_at_once_ends_bots_that_think),
        IN_A_FOLDER(an_arena_that_is_stopped_before_it_began_plays_nothing),
        IN_A_FOLDER(the_words_of_a_pause_are_in_the_log),
        IN_A_FOLDER(a_snapshot_has_standings_and_the_games_under_way),
        IN_A_FOLDER(snapshots_can_be_taken_at_any_time),
        IN_A_FOLDER(a_game_is_told_when_it_is_stored_and_the_end_comes_last),
        IN_A_FOLDER(a_player_that_cannot_start_leaves_no_trace_of_a_new_contest),
        IN_A_FOLDER(a_contest_that_goes_on_without_a_player_that_cannot_start_stays_as_it_was),
        IN_A_FOLDER(a_contest_with_another_head_than_expected_is_refused),
        IN_A_FOLDER(a_watcher_that_reads_nothing_delays_no_game),
        IN_A_FOLDER(what_waits_for_a_watcher_takes_a_bounded_memory),
    };
    return cmocka_run_group_tests(tests, help_setup_process, help_teardown_process);
}
