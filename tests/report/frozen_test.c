// The pages of small made-up contests without a server: in one file, and as a folder.
#include "report/frozen.h"

#include "archive/help.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char contest[] = "name: Cup <1> & friends\n"
                              "game: reversi\n"
                              "games: 4\n"
                              "players:\n"
                              "  - {name: ann, player: '@1'}\n"
                              "  - {name: 'b/b ?', player: '@2'}\n"
                              "  - {name: '</script><i>\u65e5', player: '@3'}\n";

enum { GAMES = 12, PLAYERS = 3 };

// The third player always makes a fault.
static int judge(const struct pairing *p, int game)
{
    return p->first == 2 || p->second == 2 ? -2 - 2 : help_lower_wins(p, game);
}

struct world {
    struct archive archive;
    struct report report;
};

static void begin(struct world *w, const char *text, int64_t most)
{
    struct error e = {0};
    help_begin(text);
    help_play(most, judge);
    if (!archive_open(&w->archive, place.path, &e) ||
        !report_gather(&w->report, &w->archive, NULL, &e))
        fail_msg("%s", e.words);
}

static void end(struct world *w)
{
    report_destroy(&w->report);
    archive_close(&w->archive);
}

// --- Help ---

// The one file; to be freed.
static char *written(const struct world *w)
{
    struct error e = {0};
    struct report_output out = report_output_empty();
    const struct report_options options = {.player = NO_PLAYER};
    if (!report_html(&w->report, &options, &out, &e) || !report_output_end(&out, &e))
        fail_msg("%s", e.words);
    char *bytes = strdup(out.text.bytes);
    report_output_destroy(&out);
    return bytes;
}

// The document that is in a page.
static json_t *document_of(const char *page)
{
    static const char opening[] = "<script type=\"application/json\" id=\"data\">";
    const char *at = strstr(page, opening);
    assert_non_null(at);
    at += strlen(opening);
    const char *stop = strstr(at, "</script>");
    assert_non_null(stop);
    json_error_t e;
    json_t *data = json_loadb(at, (size_t)(stop - at), JSON_REJECT_DUPLICATES, &e);
    if (!data)
        fail_msg("not JSON: %s at byte %d", e.text, e.position);
    assert_string_equal(json_string_value(json_object_get(data, "schema")), "frozen/1");
    return data;
}

static const char *schema_at(json_t *data, const char *address)
{
    json_t *page = json_object_get(json_object_get(data, "pages"), address);
    if (!page)
        fail_msg("there is no page %s", address);
    return json_string_value(json_object_get(page, "schema"));
}

// How often a text stands in another.
static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        count++;
    return count;
}

// --- One file ---

static void one_file_has_the_contest_its_players_and_its_games(void **state)
{
    (void)state;
    struct world w;
    begin(&w, contest, HELP_ALL);
    char *page = written(&w);
    json_t *data = document_of(page);
    char slug[64], address[128];
    assert_int_equal(
        sscanf(json_string_value(json_object_get(data, "first")), "contests/%63s", slug), 1);
    assert_int_equal(json_object_size(json_object_get(data, "pages")), 3 + PLAYERS + GAMES);
    assert_string_equal(schema_at(data, "rules/reversi"), "rules/1");
    snprintf(address, sizeof address, "contests/%s", slug);
    assert_string_equal(schema_at(data, address), "report/1");
    snprintf(address, sizeof address, "contests/%s/games", slug);
    assert_string_equal(schema_at(data, address), "games/1");
    snprintf(address, sizeof address, "contests/%s/games/12", slug);
    assert_string_equal(schema_at(data, address), "replay/1");
    // As encodeURIComponent writes them.
    snprintf(address, sizeof address, "contests/%s/players/b%%2Fb%%20%%3F", slug);
    assert_string_equal(schema_at(data, address), "player/1");
    snprintf(
        address, sizeof address, "contests/%s/players/%s", slug, "%3C%2Fscript%3E%3Ci%3E%E6%97%A5");
    assert_string_equal(schema_at(data, address), "player/1");
    json_decref(data);
    free(page);
    end(&w);
}

static void nothing_in_the_file_ends_the_data_or_becomes_a_tag(void **state)
{
    (void)state;
    struct world w;
    begin(&w, contest, HELP_ALL);
    char *page = written(&w);
    assert_null(strstr(page, "<i>"));
    assert_null(strstr(page, "<1>"));
    assert_non_null(strstr(page, "<title>Cup &lt;1&gt; &amp; friends</title>"));
    assert_int_equal(count_of(page, "</script>"), 3); // early.js, the data, agon.js
    assert_non_null(strstr(page, "</html>\n"));
    free(page);
    end(&w);
}

static void the_file_needs_nothing_else_and_allows_nothing_else(void **state)
{
    (void)state;
    struct world w;
    begin(&w, contest, 4);
    char *page = written(&w);
    assert_null(strstr(page, "<link"));
    assert_null(strstr(page, " src=\""));
    assert_non_null(strstr(page, "content=\"default-src 'none'; script-src 'sha256-"));
    assert_non_null(strstr(page, "; style-src 'sha256-"));
    assert_int_equal(count_of(page, "<style>"), 1);
    free(page);
    end(&w);
}

static void a_game_without_a_record_is_shown_by_its_moves(void **state)
{
    (void)state;
    struct world w;
    begin(&w, contest, HELP_ALL);
    char *page = written(&w);
    json_t *data = document_of(page), *game;
    const char *key;
    int replays = 0;
    json_object_foreach(json_object_get(data, "pages"), key, game)
    {
        if (strcmp(json_string_value(json_object_get(game, "schema")), "replay/1") != 0)
            continue;
        json_t *lines = json_object_get(game, "lines");
        json_t *last = json_array_get(lines, json_array_size(lines) - 1);
        assert_string_equal(json_string_value(json_object_get(last, "type")), "end");
        assert_int_equal(json_integer_value(json_object_get(last, "moves")),
            (json_int_t)json_array_size(lines) - 1);
        const char *words = json_string_value(json_object_get(game, "without_record"));
        assert_non_null(words);
        assert_non_null(strstr(words, "was not kept"));
        replays++;
    }
    assert_int_equal(replays, GAMES);
    json_decref(data);
    free(page);
    end(&w);
}

static void games_know_the_ones_beside_them(void **state)
{
    (void)state;
    struct world w;
    begin(&w, contest, HELP_ALL);
    char *page = written(&w);
    json_t *data = document_of(page), *game;
    const char *key;
    json_object_foreach(json_object_get(data, "pages"), key, game)
    {
        json_int_t number = json_integer_value(json_object_get(game, "number"));
        if (number == 0)
            continue;
        json_t *previous = json_object_get(game, "previous"), *next = json_object_get(game, "next");
        assert_true(
            number == 1 ? json_is_null(previous) : json_integer_value(previous) == number - 1);
        assert_true(number == GAMES ? json_is_null(next) : json_integer_value(next) == number + 1);
    }
    json_decref(data);
    free(page);
    end(&w);
}

static void a_contest_without_games_has_a_page(void **state)
{
    (void)state;
    struct world w;
    begin(&w, contest, 0);
    char *page = written(&w);
    json_t *data = document_of(page);
    assert_int_equal(json_object_size(json_object_get(data, "pages")), 3 + PLAYERS);
    json_decref(data);
    free(page);
    end(&w);
}

static void too_many_games_for_one_file_are_refused_with_a_way_out(void **state)
{
    (void)state;
    struct world w;
    struct error e = {0};
    struct report_output out = report_output_empty();
    const struct report_options options = {.player = NO_PLAYER};
    begin(&w, contest, HELP_ALL);
    w.report.whole.games = FROZEN_FILE_GAMES_MOST + 1;
    assert_false(report_html(&w.report, &options, &out, &e));
    assert_non_null(strstr(e.words, "write a folder, with -o NAME/"));
    assert_int_equal(out.text.length, 0);
    report_output_destroy(&out);
    end(&w);
}

// --- A folder ---

struct shelf {
    int games, players, others;
    char last[64];
    const char *fails_at; // may be NULL
    struct text index, game;
};

static bool put(void *user, const char *path, const struct text *bytes, struct error *e)
{
    struct shelf *s = user;
    if (s->fails_at && strcmp(s->fails_at, path) == 0)
        return error_set(e, "%s: no room", path);
    snprintf(s->last, sizeof s->last, "%s", path);
    s->games += strncmp(path, "games/", 6) == 0;
    s->players += strncmp(path, "players/", 8) == 0;
    s->others += strchr(path, '/') == NULL;
    if (strcmp(path, "index.html") == 0)
        text_bytes(&s->index, bytes->bytes, bytes->length);
    if (strcmp(path, "games/7.html") == 0)
        text_bytes(&s->game, bytes->bytes, bytes->length);
    return true;
}

static void a_folder_has_a_page_for_each_game_and_player(void **state)
{
    (void)state;
    struct world w;
    struct error e = {0};
    struct shelf s = {.index = text_growing(), .game = text_growing()};
    begin(&w, contest, HELP_ALL);
    assert_true(frozen_write_folder(&w.report, &(struct frozen_sink){put, &s}, &e));
    assert_int_equal(s.games, GAMES);
    assert_int_equal(s.players, PLAYERS);
    assert_int_equal(s.others, 3); // script, style, index
    assert_string_equal(s.last, "index.html");
    assert_non_null(strstr(
        s.game.bytes, "<script id=\"early\" data-from=\"../agon.js\" data-here=\"contests/"));
    assert_non_null(strstr(s.game.bytes, "<agon-board"));
    assert_non_null(strstr(s.index.bytes, "<script id=\"early\" data-from=\"agon.js\""));
    assert_non_null(strstr(s.game.bytes, "' 'self'; style-src 'self'; "));
    json_t *index = document_of(s.index.bytes), *game = document_of(s.game.bytes);
    json_t *folder = json_object_get(index, "folder"), *above = json_object_get(game, "folder");
    assert_string_equal(json_string_value(json_object_get(folder, "up")), "");
    assert_int_equal(json_object_size(json_object_get(folder, "players")), PLAYERS);
    assert_string_equal(json_string_value(json_object_get(above, "up")), "../");
    assert_int_equal(json_object_size(json_object_get(above, "players")), 2);
    assert_int_equal(json_object_size(json_object_get(game, "pages")), 1);
    json_decref(index);
    json_decref(game);
    text_destroy(&s.index);
    text_destroy(&s.game);
    end(&w);
}

static void a_page_that_cannot_be_written_ends_it(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "agon.js", "games/3.html", "games/12.html", "players/2.html", "index.html"};
    struct world w;
    begin(&w, contest, HELP_ALL);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct error e = {0};
        struct shelf s = {.index = text_growing(), .game = text_growing(), .fails_at = paths[i]};
        char expected[64];
        snprintf(expected, sizeof expected, "%s: no room", paths[i]);
        assert_false(frozen_write_folder(&w.report, &(struct frozen_sink){put, &s}, &e));
        assert_string_equal(e.words, expected);
        assert_int_equal(s.index.length, 0);
        text_destroy(&s.index);
        text_destroy(&s.game);
    }
    end(&w);
}

int main(void)
{
#define TEST(rule) cmocka_unit_test_setup_teardown(rule, help_set_up, help_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(one_file_has_the_contest_its_players_and_its_games),
        TEST(nothing_in_the_file_ends_the_data_or_becomes_a_tag),
        TEST(the_file_needs_nothing_else_and_allows_nothing_else),
        TEST(a_game_without_a_record_is_shown_by_its_moves),
        TEST(games_know_the_ones_beside_them),
        TEST(a_contest_without_games_has_a_page),
        TEST(too_many_games_for_one_file_are_refused_with_a_way_out),
        TEST(a_folder_has_a_page_for_each_game_and_player),
        TEST(a_page_that_cannot_be_written_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
