// A match on the web, which has no store: its games are kept in memory, and stay when it is over.
#include "arena/arena_help.h"
#include "arena/conditions.h"
#include "arena/match.h"
#include "arena/player_text.h"
#include "web/client.h"
#include "web/site/match_player.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { GAMES = 20 };

static struct match_options options;
static struct web *web;
static struct web_show *show;

static json_t *get_document(const char *target, struct text *documents)
{
    struct response r = client_get(web, target);
    if (r.status != 200)
        print_message("# %s: %d %s\n", target, r.status, r.body.bytes);
    assert_int_equal(r.status, 200);
    json_t *root = json_loadb(r.body.bytes, r.body.length, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    text_bytes(documents, r.body.bytes, r.body.length);
    response_destroy(&r);
    return root;
}

// What is there before the first game.
static json_t *home_before, *page_before;
static struct text documents_before;

// Plays the match to its end while the web shows it, and lets go of it.
static int setup_match(void **state)
{
    struct error e = {0};
    struct crowd crowd;
    if (help_setup(state) != 0)
        return -1;
    options = (struct match_options){.game = game_find("reversi", NULL),
        .games = GAMES,
        .concurrency = 2,
        .seed = 1,
        .keeps_records = true};
    must(options.game->start(&options.start, "6x6", &e), &e);
    const struct wire *wire = wire_find("hgp", NULL);
    must(player_read(&options.players[0], "@random", options.game, wire, &e), &e);
    must(player_read(&options.players[1], "@first", options.game, wire, &e), &e);
    players_tell_apart(&options.players[0], &options.players[1]);
    must(conditions_budget(&options.budget, wire, "3600000", NULL, &e), &e);
    must(record_folder_open(&options.records, NULL, &e), &e);
    web = web_start(&(struct web_options){.port = 0}, &e);
    must(web != NULL, &e);
    struct match *m = match_create(&options, &e);
    must(m != NULL, &e);
    const struct live_source live = match_live_source(m);
    show = web_add_match(web, &live, &options, "random against first", &e);
    must(show != NULL, &e);
    documents_before = text_growing();
    home_before = get_document("/index.json", &documents_before);
    page_before = get_document("/contests/match.json", &documents_before);
    struct feed *feed = help_watch(match_feeds(m), ARENA_FACTS);
    must(match_start(m, &e), &e);
    assert_int_equal(help_drain(feed, ARENA_OVER), GAMES);
    feed_close(feed);
    must(web_show_live(show, NULL, &e), &e);
    assert_int_equal(match_join(m, &crowd, &e), MATCH_PLAYED);
    return 0;
}

static int teardown_match(void **state)
{
    web_stop(web);
    json_decref(home_before);
    json_decref(page_before);
    text_destroy(&documents_before);
    return help_teardown(state);
}
#define MATCHED(test) cmocka_unit_test_setup_teardown(test, setup_match, teardown_match)

// All of them are as their schemas say.
static void check_schemas(const struct text *documents)
{
    char path[HELP_PATH_BYTES], command[3 * HELP_PATH_BYTES];
    help_path(path, "documents");
    help_write(path, documents->bytes);
    snprintf(command, sizeof command, "'%s' '%s' <'%s' >&2", getenv("AGON_TEST_SCHEMA"),
        getenv("AGON_TEST_SCHEMAS"), path);
    int status = system(command);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

// The home page when it knows that the match is over: it may be a moment old.
static json_t *get_home_at_the_end(struct text *documents)
{
    for (;;) {
        text_clear(documents);
        json_t *root = get_document("/index.json", documents);
        json_t *match = json_array_get(json_object_get(root, "contests"), 0);
        if (strcmp(json_string_value(json_object_get(match, "state")), "over") == 0)
            return root;
        json_decref(root);
    }
}

static json_int_t count_of(json_t *from, const char *key)
{
    return json_integer_value(json_object_get(from, key));
}

// The page of a player has all its games, by seat, by pairs and by opponent.
static void check_player(const char *name, struct text *documents)
{
    char target[96];
    snprintf(target, sizeof target, "/contests/match/players/%s.json", name);
    json_t *root = get_document(target, documents);
    assert_string_equal(json_string_value(json_object_get(root, "player")), name);
    json_t *other = json_array_get(json_object_get(root, "opponents"), 0);
    json_t *result = json_object_get(other, "result");
    assert_int_equal(count_of(result, "games"), GAMES);
    assert_int_equal(count_of(result, "wins"), count_of(root, "wins"));
    assert_int_equal(count_of(result, "losses"), count_of(root, "losses"));
    assert_int_equal(count_of(json_object_get(root, "with_first_seat"), "games"), GAMES / 2);
    assert_int_equal(count_of(json_object_get(root, "with_second_seat"), "games"), GAMES / 2);
    json_int_t pairs = 0, half_points = 0;
    for (size_t i = 0; i < 5; i++) {
        json_int_t count = json_integer_value(json_array_get(json_object_get(other, "pairs"), i));
        pairs += count;
        half_points += (json_int_t)i * count;
    }
    assert_int_equal(pairs, GAMES / 2);
    assert_int_equal(half_points, (int)(2 * json_number_value(json_object_get(root, "points"))));
    json_t *newest = json_array_get(json_object_get(root, "recent"), 0);
    assert_int_equal(json_array_size(json_object_get(root, "recent")), GAMES);
    assert_int_equal(count_of(newest, "number"), GAMES);
    assert_int_equal(count_of(json_object_get(root, "time"), "games"), GAMES);
    json_decref(root);
}

static void everything_of_a_match_is_shown_after_it(void **state)
{
    struct text documents = text_growing();
    (void)state;
    json_t *root = get_document("/contests/match.json", &documents);
    assert_int_equal(json_integer_value(json_object_get(root, "games")), GAMES);
    assert_string_equal(json_string_value(json_object_get(root, "state")), "over");
    double points = 0;
    for (size_t i = 0; i < SEATS; i++)
        points += json_number_value(
            json_object_get(json_array_get(json_object_get(root, "standings"), i), "points"));
    assert_int_equal(points, GAMES);
    json_decref(root);

    root = get_document("/contests/match/games.json?from=18", &documents);
    assert_int_equal(json_integer_value(json_object_get(root, "of")), GAMES);
    assert_int_equal(json_array_size(json_object_get(root, "games")), 2);
    assert_true(json_is_false(json_object_get(root, "more")));
    json_decref(root);

    for (int number = 1; number <= GAMES; number++) {
        char target[64];
        snprintf(target, sizeof target, "/contests/match/games/%d.json", number);
        root = get_document(target, &documents);
        json_t *lines = json_object_get(root, "lines");
        json_t *last = json_array_get(lines, json_array_size(lines) - 1);
        assert_string_equal(json_string_value(json_object_get(last, "type")), "end");
        json_decref(root);
    }
    check_player("@random", &documents);
    check_player("@first", &documents);
    check_schemas(&documents);
    root = get_home_at_the_end(&documents);
    assert_int_equal(json_array_size(json_object_get(root, "verdicts")), 12);
    json_decref(root);
    check_schemas(&documents);
    text_destroy(&documents);
}

static void a_match_has_its_players_and_its_length_before_its_first_game(void **state)
{
    (void)state;
    json_t *match = json_array_get(json_object_get(home_before, "contests"), 0);
    assert_string_equal(json_string_value(json_object_get(match, "game")), "reversi");
    assert_string_equal(json_string_value(json_object_get(match, "variant")), "6x6");
    assert_int_equal(count_of(match, "games_in_all"), GAMES);
    json_t *leaders = json_object_get(match, "leaders");
    json_t *standings = json_object_get(page_before, "standings");
    assert_int_equal(count_of(json_object_get(page_before, "progress"), "games_in_all"), GAMES);
    static const char *const names[] = {"@random", "@first"};
    for (size_t i = 0; i < SEATS; i++) {
        json_t *leader = json_array_get(leaders, i), *row = json_array_get(standings, i);
        assert_string_equal(json_string_value(json_object_get(leader, "player")), names[i]);
        assert_true(json_is_null(json_object_get(leader, "rating")));
        assert_string_equal(json_string_value(json_object_get(row, "player")), names[i]);
        assert_true(json_is_null(json_object_get(row, "rating")));
    }
    check_schemas(&documents_before);
    // And afterwards who leads.
    struct text documents = text_growing();
    json_t *root = get_home_at_the_end(&documents);
    match = json_array_get(json_object_get(root, "contests"), 0);
    leaders = json_object_get(match, "leaders");
    double points[SEATS];
    for (size_t i = 0; i < SEATS; i++)
        points[i] = json_number_value(json_object_get(json_array_get(leaders, i), "points"));
    assert_int_equal(points[0] + points[1], GAMES);
    assert_true(points[0] >= points[1]);
    json_decref(root);
    text_destroy(&documents);
}

static void what_a_match_has_not_is_said(void **state)
{
    static const char *const targets[] = {"/contests/match/games/99.json",
        "/contests/match/players/nobody.json", "/contests/match/games/99.txt",
        "/contests/match/games/99.jsonl"};
    (void)state;
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        struct response r = client_get(web, targets[i]);
        assert_int_equal(r.status, 404);
        response_destroy(&r);
    }
    struct response r = client_get(web, "/contests/match/games/7.jsonl");
    assert_int_equal(r.status, 200);
    assert_memory_equal(r.body.bytes, "{\"type\":\"game\"", 14);
    response_destroy(&r);
}

static void a_player_has_a_page_before_its_first_game_is_over(void **state)
{
    struct text out = text_growing();
    struct kept_games k;
    struct error e = {0};
    (void)state;
    kept_games_init(&k);
    const struct match_player p = {"match", "ann against bob", "bob"};
    assert_int_equal(match_player_write(&out, &k, &p, &e), 404);
    struct arena_setup setup = {.game = game_find("stones", NULL), .players = {0, 1}};
    must(setup.game->start(&setup.start, NULL, &e), &e);
    snprintf(setup.seats[0].name, sizeof setup.seats[0].name, "ann");
    snprintf(setup.seats[1].name, sizeof setup.seats[1].name, "bob");
    kept_games_begin(&k, &setup);
    assert_int_equal(match_player_write(&out, &k, &p, &e), 200);
    assert_non_null(strstr(out.bytes, "\"player\":\"bob\",\"points\":0.0,\"wins\":0"));
    assert_non_null(strstr(out.bytes, "\"opponents\":[]"));
    kept_games_destroy(&k);
    text_destroy(&out);
}

static void a_game_of_a_match_can_be_had_as_text(void **state)
{
    (void)state;
    struct response r = client_get(web, "/contests/match/games/7.txt");
    assert_int_equal(r.status, 200);
    assert_string_equal(response_header(&r, "Content-Type"), "text/plain; charset=utf-8");
    assert_non_null(strstr(r.body.bytes, "@first"));
    assert_null(strstr(r.body.bytes, "\"type\":"));
    response_destroy(&r);
}

// --- What is kept is bounded ---

static void keep(struct kept_games *k, int64_t number, struct blob *record)
{
    struct arena_event *over = arena_event_create(ARENA_OVER, number, NULL, 0);
    struct arena_setup setup = {.game = game_find("reversi", NULL), .players = {0, 1}};
    struct result result = {.verdict = VERDICT_WON, .winner = 0, .blame = NOBODY, .moves = 3};
    struct error e;
    assert_true(setup.game->start(&setup.start, NULL, &e));
    assert_true(arena_event_set_setup(over, &setup) && arena_event_set_result(over, &result));
    kept_games_add(k, over, record);
    arena_event_release(over);
}

static void the_oldest_games_go_first(void **state)
{
    enum { RECORD_BYTES = 1 << 20, MANY = 5000 };
    struct kept_games k;
    (void)state;
    kept_games_init(&k);
    char *bytes = calloc(1, RECORD_BYTES);
    struct blob *record = blob_create(bytes, RECORD_BYTES);
    for (int64_t number = 1; number <= 100; number++)
        keep(&k, number, record);
    assert_true(k.bytes <= KEPT_GAMES_BYTES_MOST);
    assert_int_equal(k.count, KEPT_GAMES_BYTES_MOST / RECORD_BYTES);
    assert_null(kept_games_find(&k, 1));
    assert_non_null(kept_games_find(&k, 100));
    for (int64_t number = 101; number <= MANY; number++)
        keep(&k, number, NULL);
    assert_int_equal(k.count, KEPT_GAMES_MOST);
    assert_int_equal(k.played, MANY);
    assert_int_equal(k.bytes, 0);
    kept_games_destroy(&k);
    blob_release(record);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MATCHED(everything_of_a_match_is_shown_after_it),
        MATCHED(a_match_has_its_players_and_its_length_before_its_first_game),
        MATCHED(what_a_match_has_not_is_said),
        cmocka_unit_test(a_player_has_a_page_before_its_first_game_is_over),
        MATCHED(a_game_of_a_match_can_be_had_as_text),
        cmocka_unit_test(the_oldest_games_go_first),
    };
    return cmocka_run_group_tests_name(
        "web match", tests, help_setup_process, help_teardown_process);
}
