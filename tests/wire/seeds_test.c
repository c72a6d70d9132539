// The examples of the published protocols, byte for byte. Where the text spreads a message over
// several lines, writes single quotes or leaves the quotes of keys out, its strict compact form is
// meant: that is what is sent (G1, G3). What the text says a bot may send is read as it stands.
#include "games/reversi.h"
#include "games/santorini.h"
#include "games/stones.h"
#include "wire/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static position position_of(const struct game *game, const char *words)
{
    position p;
    struct error e;
    if (!game->parse(&p, words, &e))
        fail_msg("%s: %s", words, e.words);
    return p;
}

static struct wire_stream seat_of(const char *wire, const char *name)
{
    struct wire_stream s;
    wire_stream_init(&s, wire_find(wire, NULL), name);
    return s;
}

static void begin(struct wire_stream *s, const position *p, int seat, const char *opponent,
    int coin, struct text *out)
{
    struct wire_game g = {.start = p, .seat = seat, .opponent = opponent, .coin = coin};
    wire_stream_begin(s, &g, out);
}

static struct wire_event read_reply(struct wire_stream *s, const char *bytes)
{
    struct wire_event event;
    struct fault fault;
    assert_true(wire_stream_feed(s, bytes, strlen(bytes), &fault));
    if (wire_stream_next(s, &event, &fault) == WIRE_FAULT)
        fail_msg("%s: %s", bytes, fault.words);
    return event;
}

static const char stones_request[] =
    "{\"Board\":{\"state\":[[0,-5,19,0,5,0,0,0,0],[-10,-6,0,0,6,0,0,0,0],[-5,0,0,-7,0,5,-5,0,0],"
    "[0,-6,7,-5,0,0,-6,-5,0],[5,0,0,0,0,0,0,-5,0],[0,0,-6,5,5,5,0,0,0],[0,0,0,0,0,-6,7,6,9],"
    "[0,0,0,0,0,-6,0,6,5],[0,0,0,0,0,-13,0,0,5]]},\"AllowedMoves\":[1]}\n";

// As the text has it, with its lines and spaces.
static const char stones_response[] = "    {\n"
                                      "        \"Type\": 1,\n"
                                      "        \"From\": {\"X\":1, \"Y\":1},\n"
                                      "        \"To\": {\"X\":4, \"Y\":1}\n"
                                      "    }\n";

static const char stones_processed[] =
    "{\"Player\":-1,\"Move\":{\"Type\":1,\"From\":{\"X\":1,\"Y\":1},\"To\":{\"X\":4,\"Y\":1}},"
    "\"Winner\":0}\n";

static void the_stones_example_is_sent_and_read_byte_for_byte_T3(void **state)
{
    (void)state;
    position p = position_of(&game_stones,
        "[[0,-5,19,0,5,0,0,0,0],[-10,-6,0,0,6,0,0,0,0],[-5,0,0,-7,0,5,-5,0,0],"
        "[0,-6,7,-5,0,0,-6,-5,0],[5,0,0,0,0,0,0,-5,0],[0,0,-6,5,5,5,0,0,0],[0,0,0,0,0,-6,7,6,9],"
        "[0,0,0,0,0,-6,0,6,5],[0,0,0,0,0,-13,0,0,5]] b attack");
    struct wire_stream s = seat_of("stones", NULL);
    struct text out = text_growing();
    begin(&s, &p, 1, "white", 0, &out);
    assert_string_equal(out.bytes, "{\"Color\":-1}\n");
    text_clear(&out);
    wire_stream_ask(&s, &p, &out);
    assert_string_equal(out.bytes, stones_request);
    struct wire_event event = read_reply(&s, stones_response);
    assert_int_equal(event.kind, WIRE_MOVED);
    position after = p;
    game_stones.apply(&after, event.move);
    text_clear(&out);
    wire_stream_tell(&s, &p, event.move, &after, &out);
    assert_string_equal(out.bytes, stones_processed);
    text_destroy(&out);
    wire_stream_destroy(&s);
}

static void the_stones_bot_answers_the_example_byte_for_byte(void **state)
{
    (void)state;
    struct wire_bot b;
    struct wire_bot_event event;
    struct error e;
    struct text out = text_growing();
    wire_bot_init(&b, wire_find("stones", NULL), "", NULL);
    assert_true(wire_bot_feed(&b, "{\"Color\":-1}\n", 13, &e));
    assert_int_equal(wire_bot_next(&b, &event, &out, &e), BOT_GAME);
    assert_true(wire_bot_feed(&b, stones_request, sizeof stones_request - 1, &e));
    assert_int_equal(wire_bot_next(&b, &event, &out, &e), BOT_TURN);
    struct stones_move attack = {STONES_ATTACK, 1, 1, 4, 1};
    wire_bot_move(&b, stones_pack(&attack), &out);
    assert_string_equal(
        out.bytes, "{\"Type\":1,\"From\":{\"X\":1,\"Y\":1},\"To\":{\"X\":4,\"Y\":1}}\n");
    assert_true(wire_bot_feed(&b, stones_processed, sizeof stones_processed - 1, &e));
    assert_int_equal(wire_bot_next(&b, &event, &out, &e), BOT_PLAYED);
    assert_int_equal(event.move, stones_pack(&attack));
    text_destroy(&out);
    wire_bot_destroy(&b);
}

static void a_processed_pass_carries_nulls_T4(void **state)
{
    (void)state;
    position p;
    assert_true(game_stones.parse(&p,
        "[[0,-5,19,0,5,0,0,0,0],[-10,-6,0,0,6,0,0,0,0],[-5,0,0,-7,0,5,-5,0,0],"
        "[0,-6,7,-5,0,0,-6,-5,0],[5,0,0,0,0,0,0,-5,0],[0,0,-6,5,5,5,0,0,0],[0,0,0,0,0,-6,7,6,9],"
        "[0,0,0,0,0,-6,0,6,5],[0,0,0,0,0,-13,0,0,5]] b any",
        NULL));
    static const char *const passes[] = {"{\"Type\":0}", "{\"Type\":\"0\",\"From\":null}",
        "{\"Type\":0.0,\"From\":null,\"To\":null,\"Why\":\"tired\"}"};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        struct wire_stream s = seat_of("stones", NULL);
        struct text out = text_growing();
        begin(&s, &p, 1, "white", 0, &out);
        wire_stream_ask(&s, &p, &out);
        assert_non_null(strstr(out.bytes, "\"AllowedMoves\":[0,1,2]}\n"));
        struct wire_event event = read_reply(&s, passes[i]);
        position after = p;
        game_stones.apply(&after, event.move);
        text_clear(&out);
        wire_stream_tell(&s, &p, event.move, &after, &out);
        assert_string_equal(out.bytes,
            "{\"Player\":-1,\"Move\":{\"Type\":0,\"From\":null,\"To\":null},\"Winner\":0}\n");
        text_destroy(&out);
        wire_stream_destroy(&s);
    }
}

static void a_reversi_sync_has_the_keys_and_the_order_of_the_text_R2(void **state)
{
    (void)state;
    // The text draws a 2 by 2 board; the smallest that the rules know is 4 by 4.
    position p = position_of(&game_reversi, "-----OX--XO----- X");
    struct wire_stream s = seat_of("hgp", NULL);
    struct text out = text_growing();
    wire_stream_open(&s, &out);
    begin(&s, &p, 1, "", 0, &out);
    assert_string_equal(out.bytes,
        "{\"version\":\"0.2.1\"}\n"
        "{\"board\":[[-1,-1,-1,-1],[-1,1,0,-1],[-1,0,1,-1],[-1,-1,-1,-1]],"
        "\"next_turn\":0,\"you\":1}\n");
    text_destroy(&out);
    wire_stream_destroy(&s);
}

static void a_reversi_update_lists_the_placed_stone_first_then_those_turned_R4(void **state)
{
    (void)state;
    // Player 1 is O here, and turns (1,1) and (2,2) by placing (0,0), as in the text, which lists
    // all three.
    position p = position_of(&game_reversi,
        "---------X--------X--------O----"
        "------------------------------XO O");
    struct wire_stream s = seat_of("hgp", NULL);
    struct text out = text_growing();
    begin(&s, &p, 1, "", 0, &out);
    wire_stream_ask(&s, &p, &out);
    struct wire_event event = read_reply(&s, "{\n    \"placed\": [0, 0]\n    }");
    position after = p;
    game_reversi.apply(&after, event.move);
    text_clear(&out);
    wire_stream_tell(&s, &p, event.move, &after, &out);
    assert_string_equal(out.bytes,
        "{\"changed\":[[0,0],[1,1],[2,2]],\"by\":1,\"next_turn\":1,\"game_status\":0}\n");
    text_destroy(&out);
    wire_stream_destroy(&s);
}

static void the_santorini_picture_is_spoken_line_by_line(void **state)
{
    (void)state;
    struct wire_stream s = seat_of("santorini", NULL);
    struct text out = text_growing();
    wire_stream_open(&s, &out);
    assert_int_equal(s.waits, WIRE_NAME);
    struct wire_event event = read_reply(&s, "[\"join\", \"ann\"]");
    assert_int_equal(event.kind, WIRE_NAMED);
    assert_string_equal(event.name, "ann");
    wire_stream_name(&s, "ann", &out);
    assert_string_equal(out.bytes, "\"OK\"\n");
    position p;
    game_santorini.start(&p, NULL, NULL);
    text_clear(&out);
    begin(&s, &p, 0, "bob", 0, &out);
    assert_string_equal(out.bytes, "[\"new_game\",\"bob\"]\n");
    assert_int_equal(read_reply(&s, "\"OK\"").kind, WIRE_ACKNOWLEDGED);
    text_clear(&out);
    wire_stream_ask(&s, &p, &out);
    assert_string_equal(out.bytes, "[\"place\",[]]\n");
    assert_int_equal(read_reply(&s, "[\"place\", 2, 1]").kind, WIRE_MOVED);

    p = position_of(&game_santorini, "010000/002000/000000/000000/000000/000004 21,33 13,31 1");
    text_clear(&out);
    wire_stream_ask(&s, &p, &out);
    assert_string_equal(out.bytes,
        "[\"turn\",[[0,1,0,0,0,0],[0,0,\"2ann1\",\"0bob2\",0,0],[0,0,0,0,0,0],"
        "[0,\"0bob1\",0,\"0ann2\",0,0],[0,0,0,0,0,0],[0,0,0,0,0,4]]]\n");
    event = read_reply(&s,
        "[[\"move\", {\"player\": \"ann\", \"id\": 1}, [\"WEST\", \"NORTH\"]],"
        " [\"build\", [\"EAST\", \"PUT\"]]]");
    assert_int_equal(event.kind, WIRE_MOVED);
    text_clear(&out);
    struct wire_end end = {VERDICT_WON, .winner = 0, .blame = NOBODY};
    wire_stream_over(&s, &end, &out);
    assert_string_equal(
        out.bytes, "[\"over\",{\"winner\":\"ann\",\"loser\":\"bob\",\"reason\":\"WON\"}]\n");
    assert_int_equal(read_reply(&s, "\"OK\"").kind, WIRE_ACKNOWLEDGED);
    text_destroy(&out);
    wire_stream_destroy(&s);
}

static void short_and_missing_rows_are_read_as_zeros_S2(void **state)
{
    (void)state;
    struct wire_bot b;
    struct wire_bot_event event;
    struct error e;
    struct text out = text_growing();
    wire_bot_init(&b, wire_find("santorini", NULL), "ann", NULL);
    const char *turn = "[\"turn\",[[0,1],[],[0,0,\"2ann1\",\"0bob2\"],[1,\"0bob1\",0,\"3ann2\"]]]";
    assert_true(wire_bot_feed(&b, turn, strlen(turn), &e));
    assert_int_equal(wire_bot_next(&b, &event, &out, &e), BOT_TURN);
    position expected =
        position_of(&game_santorini, "010000/000000/002000/100300/000000/000000 22,33 13,32 1");
    assert_true(position_equal(&b.position, &expected));
    text_destroy(&out);
    wire_bot_destroy(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stones_example_is_sent_and_read_byte_for_byte_T3),
        cmocka_unit_test(the_stones_bot_answers_the_example_byte_for_byte),
        cmocka_unit_test(a_processed_pass_carries_nulls_T4),
        cmocka_unit_test(a_reversi_sync_has_the_keys_and_the_order_of_the_text_R2),
        cmocka_unit_test(a_reversi_update_lists_the_placed_stone_first_then_those_turned_R4),
        cmocka_unit_test(the_santorini_picture_is_spoken_line_by_line),
        cmocka_unit_test(short_and_missing_rows_are_read_as_zeros_S2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
