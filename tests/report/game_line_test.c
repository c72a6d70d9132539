// How the result of a game is told.
#include "report/game_line.h"

#include "base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static struct result won(int winner)
{
    return (struct result){.verdict = VERDICT_WON,
        .winner = winner,
        .blame = NOBODY,
        .reason = "more discs",
        .explanation = "ann won",
        .moves = 60,
        .wall_ns = 12 * NS_PER_MS};
}

static struct result lost_by_fault(void)
{
    struct result r = {.verdict = VERDICT_ILLEGAL,
        .winner = 0,
        .blame = 1,
        .rule = "R3",
        .explanation = "bob: no such square",
        .fault = {.words = "no such square",
            .expected = "a square",
            .seen = "9",
            .at = 6,
            .has_at = true},
        .message_bytes = 9,
        .last_words = "one\ntwo",
        .moves = 4};
    snprintf(r.message, sizeof r.message, "{\n\x1b[1m9}z");
    r.message_bytes = 9;
    return r;
}

static void assert_line(const struct result *r, const char *second, const char *expected)
{
    const struct game_line line = {.number = 7, .names = {"ann", second}, .result = r};
    struct text out = text_growing();
    game_line_text(&out, &line, 5);
    assert_string_equal(out.bytes, expected);
    text_destroy(&out);
}

static void the_winner_stands_first(void **state)
{
    (void)state;
    struct result r = won(0);
    assert_line(
        &r, "bob", "  7  ann    beats    bob    more discs              60 moves   0.012 s\n");
    r = won(1);
    assert_line(
        &r, "bob", "  7  bob    beats    ann    more discs              60 moves   0.012 s\n");
    r = won(NOBODY);
    assert_line(
        &r, "bob", "  7  ann    draws    bob    more discs              60 moves   0.012 s\n");
}

static void who_made_a_fault_stands_first_and_the_rule_is_named(void **state)
{
    (void)state;
    struct result r = lost_by_fault();
    assert_line(
        &r, "bob", "  7  bob    loses to ann    ILLEGAL at move 5       R3: no such square\n");
}

static void a_void_game_says_why(void **state)
{
    (void)state;
    struct result r = {.verdict = VERDICT_VOID,
        .winner = NOBODY,
        .blame = NOBODY,
        .explanation = "the machine stalled"};
    assert_line(&r, "bob", "  7  ann    and      bob    the machine stalled\n");
}

static void names_are_cut_to_their_columns_and_cannot_move_the_cursor(void **state)
{
    (void)state;
    struct result r = won(1);
    assert_line(&r, "annabella",
        "  7  anna~  beats    ann    more discs              60 moves   0.012 s\n");
    r.reason = "\x1b[2J";
    struct text out = text_growing();
    game_line_text(&out, &(struct game_line){.names = {"a", "b"}, .result = &r}, 1);
    assert_null(strchr(out.bytes, '\x1b'));
    text_destroy(&out);
}

static void a_pointer_stands_below_the_byte_that_is_wrong(void **state)
{
    (void)state;
    struct result r = lost_by_fault();
    struct text out = text_growing();
    game_line_details(&out, &r, true, &(struct drawing){.last = MOVE_NONE});
    assert_string_equal(out.bytes,
        "       it sent     {\n"
        "                   ?[1m9}z\n"
        "                       ^ byte 6\n"
        "       expected    a square\n"
        "       seen        9\n"
        "       stderr      one\n"
        "                   two\n");
    text_destroy(&out);
}

static void assert_json(const struct result *r, int64_t record, const char *expected)
{
    struct error e;
    position start;
    const struct game *game = game_find("reversi", &e);
    assert_non_null(game);
    assert_true(game->start(&start, NULL, &e));
    const struct played played = {game, &start, "d3 c3"};
    const struct game_line line = {
        .number = 7, .names = {"ann", "bob"}, .result = r, .played = &played, .record = record};
    struct text out = text_growing();
    game_line_json(&out, &line);
    assert_non_null(strstr(out.bytes, expected));
    assert_non_null(strstr(out.bytes, ",\"played\":[\"d3\",\"c3\"],\"position\":\""));
    assert_non_null(strstr(out.bytes, ",\"schema\":\"game/1\"}\n"));
    text_destroy(&out);
}

static void json_has_what_the_line_has(void **state)
{
    (void)state;
    struct result r = won(0);
    assert_json(&r, 0,
        "{\"index\":7,\"first\":\"ann\",\"second\":\"bob\",\"winner\":\"ann\",\"verdict\":\"WON\","
        "\"blame\":null,\"rule\":null,\"explanation\":\"ann won\",\"moves\":60,"
        "\"seconds\":0.012000,\"start\":");
    r = lost_by_fault();
    assert_json(&r, 0,
        "\"blame\":\"bob\",\"rule\":\"R3\",\"explanation\":\"bob: no such square\",\"moves\":4,"
        "\"seconds\":0.000000,\"expected\":\"a square\",\"seen\":\"9\",\"message\":\"{\\n"
        "\\u001b[1m9}z\",\"byte\":6,\"stderr\":\"one\\ntwo\",\"start\":");
    assert_json(&r, 3, "\",\"record\":\"3.jsonl\",");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_winner_stands_first),
        cmocka_unit_test(who_made_a_fault_stands_first_and_the_rule_is_named),
        cmocka_unit_test(a_void_game_says_why),
        cmocka_unit_test(names_are_cut_to_their_columns_and_cannot_move_the_cursor),
        cmocka_unit_test(a_pointer_stands_below_the_byte_that_is_wrong),
        cmocka_unit_test(json_has_what_the_line_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
