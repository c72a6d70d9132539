// Addresses, and the wishes of viewers.
#include "web/http/route.h"
#include "web/wish.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int read_route(struct route *r, const char *target)
{
    return route_read(r, (struct request_text){target, strlen(target)});
}

static void every_address_has_its_route(void **state)
{
    static const struct {
        const char *target;
        enum route_kind kind;
        enum route_form form;
    } rows[] = {
        {"/", ROUTE_HOME, ROUTE_PAGE},
        {"/?x", ROUTE_HOME, ROUTE_PAGE},
        {"/index.json", ROUTE_HOME, ROUTE_JSON},
        {"/contests/spring", ROUTE_CONTEST, ROUTE_PAGE},
        {"/contests/spring.json", ROUTE_CONTEST, ROUTE_JSON},
        {"/contests/spring/games", ROUTE_GAMES, ROUTE_PAGE},
        {"/contests/spring/games.json?from=100", ROUTE_GAMES, ROUTE_JSON},
        {"/contests/spring/games/17", ROUTE_GAME, ROUTE_PAGE},
        {"/contests/spring/games/17.json", ROUTE_GAME, ROUTE_JSON},
        {"/contests/spring/games/17.jsonl", ROUTE_GAME, ROUTE_RECORD},
        {"/contests/spring/games/17.txt", ROUTE_GAME, ROUTE_TEXT},
        {"/contests/spring/games/17/analysis.json", ROUTE_ANALYSIS, ROUTE_JSON},
        {"/contests/spring/players/ann", ROUTE_PLAYER, ROUTE_PAGE},
        {"/contests/spring/players/ann.json", ROUTE_PLAYER, ROUTE_JSON},
        {"/rules/reversi", ROUTE_RULES, ROUTE_PAGE},
        {"/rules/reversi.json", ROUTE_RULES, ROUTE_JSON},
        {"/rules/reversi/try.json?move=d3", ROUTE_TRY, ROUTE_JSON},
        {"/openapi.json", ROUTE_OPENAPI, ROUTE_JSON},
        {"/fleet", ROUTE_FLEET, ROUTE_PAGE},
        {"/fleet.json", ROUTE_FLEET, ROUTE_JSON},
        {"/healthz", ROUTE_HEALTH, ROUTE_JSON},
        {"/feed", ROUTE_FEED, ROUTE_JSON},
        {"/agon.js", ROUTE_FILE, ROUTE_TEXT},
        {"/json/home.schema.json", ROUTE_FILE, ROUTE_JSON},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct route r;
        assert_int_equal(read_route(&r, rows[i].target), 200);
        assert_int_equal(r.kind, rows[i].kind);
        assert_int_equal(r.form, rows[i].form);
    }
}

static void texts_are_decoded(void **state)
{
    struct route r;
    (void)state;
    assert_int_equal(read_route(&r, "/contests/a%2Fb%20c/players/%3Cscript%3E%2Ejson"), 200);
    assert_string_equal(r.slug, "a/b c");
    assert_string_equal(r.name, "<script>.json");
    assert_int_equal(r.form, ROUTE_PAGE);
    assert_int_equal(
        read_route(&r, "/contests/x/games?player=a+b%2Bc&verdict=TIMEOUT&from=200"), 200);
    assert_string_equal(r.player, "a b+c");
    assert_string_equal(r.verdict, "TIMEOUT");
    assert_int_equal(r.from, 200);
    assert_int_equal(read_route(&r, "/contests/x/games/999999999999999?me=%ZZ"), 200);
    assert_int_equal(r.number, 999999999999999);
    assert_int_equal(read_route(&r, "/rules/reversi/try.json?position=--%20X&move=d3"), 200);
    assert_string_equal(r.position, "-- X");
}

static void what_is_not_there_is_refused(void **state)
{
    static const struct {
        int status;
        const char *target;
    } rows[] = {
        {404, "/x"},
        {404, "//"},
        {404, "/contests"},
        {404, "/contests/a/b"},
        {404, "/contests/a/games/0"},
        {404, "/contests/a/games/007"},
        {404, "/contests/a/games/-1"},
        {404, "/contests/a/games/1e3"},
        {404, "/contests/a/games/9999999999999999"},
        {404, "/contests/a/games/1/analysis"},
        {404, "/contests/a/games/1/analysis.json/x"},
        {404, "/contests/a.txt"},
        {404, "/rules/a/b/c"},
        {404, "/agon.js/x"},
        {404, "/../etc/passwd"},
        {404, "/contests/a/../../etc/passwd"},
        {404, "/rules/a.jsonl"},
        {404, "/%2e%2e/%2e%2e/etc/passwd"},
        {400, "/contests/%"},
        {400, "/contests/%2"},
        {400, "/contests/%zz"},
        {400, "/contests/a%00b"},
        {400, "*"},
        {400, "http://a/"},
        {400, "/contests/a/games?player=%"},
        {400, "/contests/a/games?player=a&player=b"},
        {400, "/contests/a/games?from=x"},
        {400, "/contests/a/games?from=-1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct route r;
        int status = read_route(&r, rows[i].target);
        if (status != rows[i].status)
            print_message("# %s\n", rows[i].target);
        assert_int_equal(status, rows[i].status);
    }
}

static void some_addresses_lead_to_others(void **state)
{
    static const struct {
        const char *target, *to; // NULL: nowhere
    } rows[] = {
        {"/contests/spring/", "/contests/spring"},
        {"/contests/spring//?x=1", "/contests/spring?x=1"},
        {"/contests/a%2Fb/games/17/?me=ann", "/contests/a%2Fb/games/17?me=ann"},
        {"/rules/reversi/", "/rules/reversi"},
        {"/fleet/", "/fleet"},
        {"/contests", "/"},
        {"/contests/", "/"},
        {"/rules?x", "/"},
        {"/.json", "/index.json"},
        {"/", NULL},
        {"//", NULL},
        {"/?x/", NULL},
        {"//evil.example/", NULL},
        {"/evil/", NULL},
        {"/contests/spring", NULL},
        {"/contests/spring/games?player=a/", NULL},
        {"*", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text to = text_growing();
        struct request_text target = {rows[i].target, strlen(rows[i].target)};
        assert_int_equal(route_leads_on(target, &to), rows[i].to != NULL);
        if (rows[i].to != NULL)
            assert_string_equal(to.bytes, rows[i].to);
        text_destroy(&to);
    }
}

static void what_is_too_long_is_not_there(void **state)
{
    static char target[REQUEST_LINE_BYTES_MOST];
    struct route r;
    (void)state;
    memset(target, 'a', sizeof target - 1);
    memcpy(target, "/contests/", 10);
    assert_int_equal(read_route(&r, target), 404);
    memcpy(target, "/contests/x/players/", 20);
    assert_int_equal(read_route(&r, target), 404);
    memcpy(target, "/rules/", 7);
    assert_int_equal(read_route(&r, target), 404);
}

static bool read_wish(struct wish *w, const char *text)
{
    return wish_read(w, text, strlen(text));
}

static void wishes_are_read(void **state)
{
    struct wish w;
    (void)state;
    assert_true(read_wish(&w, "{\"watch\":\"home\"}") && w.kind == WISH_HOME);
    assert_true(read_wish(&w, "{\"watch\":\"nothing\"}") && w.kind == WISH_NOTHING);
    assert_true(read_wish(&w, "{\"watch\":\"fleet\"}") && w.kind == WISH_FLEET);
    assert_false(read_wish(&w, "{\"watch\":\"fleet\",\"contest\":\"a\"}"));
    assert_true(read_wish(&w, "{\"watch\":\"contest\",\"contest\":\"spring\"}"));
    assert_true(w.kind == WISH_CONTEST && strcmp(w.slug, "spring") == 0);
    assert_true(read_wish(&w, "{\"watch\":\"replay\",\"contest\":\"a\",\"game\":17,\"lines\":3}"));
    assert_true(w.kind == WISH_REPLAY && w.game == 17 && w.lines == 3);
}

static void other_wishes_are_refused(void **state)
{
    static const char *const texts[] = {"", "{}", "[]", "null", "{\"watch\":1}",
        "{\"watch\":\"all\"}", "{\"watch\":\"home\",\"x\":1}", "{\"watch\":\"contest\"}",
        "{\"watch\":\"contest\",\"contest\":\"\"}", "{\"watch\":\"contest\",\"contest\":5}",
        "{\"watch\":\"contest\",\"contest\":\"a\\u0000b\"}",
        "{\"watch\":\"replay\",\"contest\":\"a\",\"game\":0,\"lines\":0}",
        "{\"watch\":\"replay\",\"contest\":\"a\",\"game\":1,\"lines\":-1}",
        "{\"watch\":\"replay\",\"contest\":\"a\",\"game\":1.5,\"lines\":0}",
        "{\"watch\":\"replay\",\"contest\":\"a\",\"game\":1e400,\"lines\":0}",
        "{\"watch\":\"home\",\"watch\":\"home\"}", "{\"watch\":\"home\"} x",
        "{\"watch\":\"\xff\"}"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct wish w;
        if (read_wish(&w, texts[i]))
            print_message("# %s\n", texts[i]);
        assert_false(read_wish(&w, texts[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_address_has_its_route),
        cmocka_unit_test(texts_are_decoded),
        cmocka_unit_test(what_is_not_there_is_refused),
        cmocka_unit_test(some_addresses_lead_to_others),
        cmocka_unit_test(what_is_too_long_is_not_there),
        cmocka_unit_test(wishes_are_read),
        cmocka_unit_test(other_wishes_are_refused),
    };
    return cmocka_run_group_tests_name("web route", tests, NULL, NULL);
}
