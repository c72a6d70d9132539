// The live feed: a contest that is played while people watch. A bot waits for a file, so that a
// game is under way for as long as the test wants.
#include "arena/arena_help.h"
#include "web/client.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_BYTES = 2048 };

static struct hosted hosted;
static struct web *web;
static struct web_show *show;
static struct arena *arena;
static struct feed *feed;

static void open_gate(void)
{
    char go[HELP_PATH_BYTES];
    help_path(go, "go");
    help_write(go, "");
}

// The first game of the contest has begun, and stands still: cid has been asked.
static int setup_live(void **state)
{
    static char text[TEXT_BYTES];
    char go[HELP_PATH_BYTES];
    struct error e = {0};
    if (help_setup(state) != 0)
        return -1;
    help_path(go, "go");
    snprintf(text, sizeof text,
        "game: stones\nseed: 3\ngames: 2\nrecords: store\nsandbox: open\n"
        "time: {start: 1h, first: 1h, request: 1h}\nplayers:\n"
        "  - {name: cid, player: \"%s stones 3 {host} {port}\", environment: {BOT_GO: %s}}\n"
        "  - {name: ann, player: \"@random\"}\n",
        help_bot(), go);
    hosted_init(&hosted, "contest", text);
    hosted.options.keeps_records = true;
    web = web_start(&(struct web_options){.port = 0}, &e);
    must(web != NULL, &e);
    show = web_add_contest(web, hosted.path, "live", &e);
    must(show != NULL, &e);
    web_show_describe(show, &hosted.definition.file, "live");
    arena = arena_create(&hosted.options, &e);
    must(arena != NULL, &e);
    feed = help_watch(arena_feeds(arena), ARENA_FACTS | ARENA_MOVES);
    const struct live_source live = arena_live_source(arena);
    must(web_show_live(show, &live, &e), &e);
    must(arena_start(arena, &e), &e);
    assert_int_equal(help_wait_for(feed, ARENA_READY), 1);
    return 0;
}

static int teardown_live(void **state)
{
    struct error e = {0};
    struct arena_ended ended;
    open_gate();
    help_drain(feed, ARENA_OVER);
    must(web_show_live(show, NULL, &e), &e);
    assert_int_equal(hosted_join(arena, feed, &ended), ARENA_PLAYED);
    web_stop(web);
    hosted_destroy(&hosted);
    return help_teardown(state);
}
#define LIVE(test) cmocka_unit_test_setup_teardown(test, setup_live, teardown_live)

// The next frame as JSON, to be released; NULL: the feed has ended.
static json_t *hear(int fd)
{
    struct text heard = text_growing();
    int opcode = client_hear(fd, &heard);
    json_t *root = opcode == 1 ? json_loadb(heard.bytes, heard.length, 0, NULL) : NULL;
    assert_true(opcode != 1 || root != NULL);
    text_destroy(&heard);
    return root;
}

// Takes frames until one has this key, and returns that.
static json_t *hear_of(int fd, const char *key)
{
    json_t *root = hear(fd);
    while (root != NULL && json_object_get(root, key) == NULL) {
        json_decref(root);
        root = hear(fd);
    }
    assert_non_null(root);
    return root;
}

// Gathers lines of a game until its end; `have` are those that are here already.
static void watch_to_the_end(int fd, json_t *have)
{
    const char *type = "";
    while (strcmp(type, "end") != 0) {
        json_t *root = hear_of(fd, "lines");
        json_t *lines = json_object_get(root, "lines");
        assert_int_equal(json_integer_value(json_object_get(root, "from")), json_array_size(have));
        assert_true(json_integer_value(json_object_get(root, "now_us")) > 0);
        assert_int_equal(json_array_extend(have, lines), 0);
        json_t *last = json_array_get(have, json_array_size(have) - 1);
        type = json_string_value(json_object_get(last, "type"));
        json_decref(root);
    }
}

static json_t *get_lines(const char *target, bool live)
{
    struct response r = client_get(web, target);
    assert_int_equal(r.status, 200);
    json_t *root = json_loadb(r.body.bytes, r.body.length, 0, NULL);
    assert_int_equal(json_is_true(json_object_get(root, "live")), live);
    json_t *lines = json_incref(json_object_get(root, "lines"));
    json_decref(root);
    response_destroy(&r);
    return lines;
}

static void a_game_is_watched_from_any_line_to_its_end(void **state)
{
    (void)state;
    json_t *have = get_lines("/contests/live/games/1.json", true);
    int early = client_feed(web), late = client_feed(web);
    char wish[256];
    snprintf(wish, sizeof wish,
        "{\"watch\":\"replay\",\"contest\":\"live\",\"game\":1,\"lines\":%zu}",
        json_array_size(have));
    client_wish(early, wish);
    client_wish(late, "{\"watch\":\"replay\",\"contest\":\"live\",\"game\":1,\"lines\":0}");
    open_gate();
    json_t *all = json_array();
    watch_to_the_end(early, have);
    watch_to_the_end(late, all);
    assert_true(json_equal(have, all));
    // What was seen live is what the page has afterwards.
    json_t *after = get_lines("/contests/live/games/1.json", false);
    assert_true(json_equal(after, all));
    json_decref(after);
    json_decref(all);
    json_decref(have);
    close(early);
    close(late);
}

static void a_viewer_who_comes_back_after_the_end_gets_the_rest(void **state)
{
    (void)state;
    struct error e = {0};
    struct arena_ended ended;
    open_gate();
    help_drain(feed, ARENA_OVER);
    must(web_show_live(show, NULL, &e), &e);
    assert_int_equal(hosted_join(arena, feed, &ended), ARENA_PLAYED);
    // Nothing plays it any more: the lines come from the file.
    int fd = client_feed(web);
    client_wish(fd, "{\"watch\":\"replay\",\"contest\":\"live\",\"game\":2,\"lines\":0}");
    json_t *all = json_array();
    watch_to_the_end(fd, all);
    json_t *page = get_lines("/contests/live/games/2.json", false);
    assert_true(json_equal(page, all));
    json_decref(page);
    json_decref(all);
    close(fd);
    web_stop(web);
    hosted_destroy(&hosted);
}

static int teardown_folder(void **state)
{
    return help_teardown(state);
}

static void what_does_not_exist_is_gone(void **state)
{
    static const char *const wishes[] = {
        "{\"watch\":\"replay\",\"contest\":\"x\",\"game\":1,\"lines\":0}",
        "{\"watch\":\"contest\",\"contest\":\"x\"}",
        "{\"watch\":\"replay\",\"contest\":\"live\",\"game\":999,\"lines\":0}"};
    (void)state;
    int fd = client_feed(web);
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        client_wish(fd, wishes[i]);
        json_t *root = hear_of(fd, "gone");
        assert_true(json_string_length(json_object_get(root, "gone")) > 0);
        json_decref(root);
    }
    close(fd);
}

static void the_home_page_moves(void **state)
{
    (void)state;
    int fd = client_feed(web);
    client_wish(fd, "{\"watch\":\"home\"}");
    json_t *root = hear_of(fd, "home");
    json_t *home = json_object_get(root, "home");
    json_t *board = json_array_get(json_object_get(home, "live"), 0);
    assert_non_null(board);
    assert_string_equal(json_string_value(json_object_get(board, "contest")), "live");
    if (json_integer_value(json_object_get(board, "number")) != 1)
        print_message("# %s\n", json_dumps(home, 0));
    assert_int_equal(json_integer_value(json_object_get(board, "number")), 1);
    assert_int_equal(json_array_size(json_object_get(board, "players")), 2);
    json_t *contest = json_array_get(json_object_get(home, "contests"), 0);
    assert_string_equal(json_string_value(json_object_get(contest, "state")), "running");
    json_decref(root);
    open_gate();
    // In the end there are verdicts and no boards.
    for (size_t verdicts_seen = 0; verdicts_seen < 2;) {
        root = hear_of(fd, "home");
        home = json_object_get(root, "home");
        verdicts_seen = json_array_size(json_object_get(home, "verdicts"));
        json_decref(root);
    }
    close(fd);
}

static void the_page_of_a_contest_moves(void **state)
{
    (void)state;
    int fd = client_feed(web);
    client_wish(fd, "{\"watch\":\"contest\",\"contest\":\"live\"}");
    open_gate();
    int64_t count = 0;
    while (count < 2) {
        json_t *root = hear_of(fd, "contest");
        json_t *contest = json_object_get(root, "contest");
        assert_non_null(json_object_get(contest, "standings"));
        assert_null(json_object_get(contest, "meetings"));
        count = json_integer_value(json_object_get(contest, "games"));
        json_decref(root);
    }
    close(fd);
}

static void viewers_who_leave_or_change_their_minds_leave_nothing(void **state)
{
    static const char *const wishes[] = {"{\"watch\":\"home\"}",
        "{\"watch\":\"contest\",\"contest\":\"live\"}", "{\"watch\":\"nothing\"}",
        "{\"watch\":\"replay\",\"contest\":\"live\",\"game\":1,\"lines\":2}",
        "{\"watch\":\"replay\",\"contest\":\"live\",\"game\":1,\"lines\":99999}",
        "{\"watch\":\"replay\",\"contest\":\"live\",\"game\":5,\"lines\":0}"};
    enum { VIEWERS = 60, WISHES = sizeof wishes / sizeof wishes[0] };
    (void)state;
    for (int i = 0; i < VIEWERS; i++) {
        int fd = client_feed(web);
        for (int j = 0; j < i % 12; j++)
            client_wish(fd, wishes[(i + j) % WISHES]);
        if (i % 3 == 0)
            client_frame(fd, 8, "", 0);
        close(fd);
    }
    open_gate();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LIVE(a_game_is_watched_from_any_line_to_its_end),
        cmocka_unit_test_setup_teardown(
            a_viewer_who_comes_back_after_the_end_gets_the_rest, setup_live, teardown_folder),
        LIVE(what_does_not_exist_is_gone),
        LIVE(the_home_page_moves),
        LIVE(the_page_of_a_contest_moves),
        LIVE(viewers_who_leave_or_change_their_minds_leave_nothing),
    };
    return cmocka_run_group_tests_name(
        "web feed", tests, help_setup_process, help_teardown_process);
}
