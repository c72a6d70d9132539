// Every kind of wrong reply: its verdict, its rule, its place, what was expected and what was seen.
#include "wire/stream_help.h"

static void assert_wrong(const char *wire, const char *words, const struct wrong *w)
{
    char reply[512];
    size_t at = unmark(w, reply, sizeof reply);
    struct wire_stream s = asked(wire, words);
    struct wire_event event;
    struct fault fault;
    assert_true(wire_stream_feed(&s, reply, strlen(reply), &fault));
    enum wire_event_kind kind = wire_stream_next(&s, &event, &fault);
    if (kind != WIRE_FAULT)
        fail_msg("%s was taken as event %d", reply, kind);
    assert_fault(&fault, w, at);
    assert_int_equal(s.waits, WIRE_IDLE);
    assert_true(event.message.length > 0);
    wire_stream_destroy(&s);
}

static void assert_all_wrong(
    const char *wire, const char *words, const struct wrong *table, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_wrong(wire, words, &table[i]);
}

#define ASSERT_ALL_WRONG(wire, words, table)                                                       \
    assert_all_wrong(wire, words, table, sizeof(table) / sizeof *(table))

static void what_is_not_json_is_malformed_over_every_wire_G3(void **state)
{
    (void)state;
    static const struct wrong table[] = {
        {"^hello\n", VERDICT_MALFORMED, "G3", "starts with {, [ or", "hello"},
        {"^5\n", VERDICT_MALFORMED, "G3", "starts with {, [ or", "5"},
        {"{^'placed':[2,3]}", VERDICT_MALFORMED, "G3", "a key in double quotes", "'placed'"},
        {"[^'join','ann']", VERDICT_MALFORMED, "G3", "a string in double quotes", "'join'"},
        {"{\"placed\":[2,3^}\n", VERDICT_MALFORMED, "G3", "closes the last open one", "}"},
        {"[2,^]", VERDICT_MALFORMED, "G3", "a JSON value", "]"},
        {"\"OK^\n", VERDICT_MALFORMED, "G3", "no control character", " "},
        {"{\"a\":1,^\"a\":2}", VERDICT_MALFORMED, "G3", "every key of an object once", "\"a\":2"},
        {"[^NaN]", VERDICT_MALFORMED, "G3", "a JSON value", "NaN"},
        {"[1,^-1e400]", VERDICT_MALFORMED, "G3", "a number that is not so large", "-1e400]"},
        {"[^99999999999999999999,1]", VERDICT_MALFORMED, "G3", "a number that is not so large",
            "99999999999999999999,1]"},
        {"{\"caf\xC3\xA9\":\"caf^\xE9\"}", VERDICT_MALFORMED, "G3", "text in UTF-8", "\\xe9\"}"},
        {"[\"^\xED\xA0\x80\"]", VERDICT_MALFORMED, "G3", "text in UTF-8", "\\xed\\xa0\\x80\"]"},
        {"[\"\\ud800^\"]", VERDICT_MALFORMED, "G3", "strict JSON (RFC 8259)", "\"]"},
    };
    for (const struct wire *w = wires; w->name; w++) {
        if (w->engine) // lines, not JSON
            continue;
        position p;
        char words[POSITION_TEXT_BYTES];
        struct text text = TEXT_IN(words);
        w->game->start(&p, NULL, NULL);
        w->game->print(&p, &text);
        ASSERT_ALL_WRONG(w->name, words, table);
    }
}

static const char reversi_start[] =
    "---------------------------OX------XO--------------------------- X";

static void wrong_reversi_replies_R3(void **state)
{
    (void)state;
    static const struct wrong table[] = {
        {"^[2,3]", VERDICT_MALFORMED, "R3", "{\"placed\": [row, column]}", "[2,3]"},
        {"^\"d3\"", VERDICT_MALFORMED, "R3", "{\"placed\": [row, column]}", "\"d3\""},
        {"^{}", VERDICT_MALFORMED, "R3", "{\"placed\": [row, column]}", "{}"},
        {"^{\"place\":[2,3]}", VERDICT_MALFORMED, "R3", "{\"placed\": [row, column]}", "\"place\""},
        {"{\"placed\":^\"d3\"}", VERDICT_MALFORMED, "R3", "two integers", "\"placed\":\"d3\""},
        {"{\"placed\":^null}", VERDICT_MALFORMED, "R3", "two integers", "\"placed\":null"},
        {"{\"placed\":^[2]}", VERDICT_MALFORMED, "R3", "two integers", "\"placed\":[2]"},
        {"{\"placed\":^[2,3,4]}", VERDICT_MALFORMED, "R3", "two integers", "[2,3,4]"},
        {"{\"placed\" : [^\"2\", 3]}", VERDICT_MALFORMED, "R3", "two integers", "\"2\""},
        {"{\"placed\":[2,^3.5]}", VERDICT_MALFORMED, "R3", "two integers", "3.5"},
        {"{\"placed\":[2,^3e0]}", VERDICT_MALFORMED, "R3", "two integers", "3e0"},
        {"{\"to\":[2,^true]}", VERDICT_MALFORMED, "R3", "two integers", "true"},
        {"{\"placed\":[^8,0]}", VERDICT_ILLEGAL, "R2", "0 to 7", "8"},
        {"{\"placed\":[2,^-1]}", VERDICT_ILLEGAL, "R2", "0 to 7", "-1"},
        {"{\"placed\":[^4294967298,3]}", VERDICT_ILLEGAL, "R2", "0 to 7", "4294967298"},
        {"{\"placed\":^[3,3]}", VERDICT_ILLEGAL, "R3", "empty", ""},
        {"{\"placed\":^[0,0]}", VERDICT_ILLEGAL, "R3", "turn", ""},
        {"{\"name\":^5}", VERDICT_MALFORMED, "R7", "a string", "\"name\":5"},
        {"{\"name\":^\"\"}", VERDICT_MALFORMED, "R7", "1 to 32", "\"name\":\"\""},
        {"{\"name\":^\"abcdefghijklmnopqrstuvwxyzabcdefghi\"}", VERDICT_MALFORMED, "R7", "1 to 32",
            "abc"},
    };
    ASSERT_ALL_WRONG("hgp", reversi_start, table);
    ASSERT_ALL_WRONG("hgp-silent", reversi_start, table);
}

// ann1 on level 2 at (2,1), with a level 3 north, a dome west, bob2 east; ann2 on the ground at
// (3,3), with a level 2 east.
static const char santorini_turn[] = "013000/042000/000000/000020/000000/000000 21,33 13,31 1";
static const char santorini_corner[] = "000000/000000/000000/000000/000000/000000 00,55 13,31 1";

#define MOVE_ANN1(direction) "[[\"move\",{\"player\":\"ann\",\"id\":1}," direction "]"

static void wrong_santorini_turns_S5(void **state)
{
    (void)state;
    static const struct wrong table[] = {
        {"^\"OK\"", VERDICT_MALFORMED, "S5", "[MoveRequest]", "\"OK\""},
        {"^[]", VERDICT_MALFORMED, "S5", "[MoveRequest]", "[]"},
        {"^{}", VERDICT_MALFORMED, "S5", "[MoveRequest]", "{}"},
        {"^[\"place\",1,1]", VERDICT_MALFORMED, "S5", "[MoveRequest]", "\"place\""},
        {"[^\"move\",{\"player\":\"ann\",\"id\":1}]", VERDICT_MALFORMED, "S5", "[\"move\",",
            "\"move\""},
        {"[^[\"go\",{\"player\":\"ann\",\"id\":1},[\"PUT\",\"SOUTH\"]]]", VERDICT_MALFORMED, "S5",
            "[\"move\",", "\"go\""},
        {"[^[\"move\",{\"player\":\"ann\",\"id\":1}]]", VERDICT_MALFORMED, "S5", "[\"move\",",
            "\"ann\""},
        {"[[\"move\",^\"ann1\",[\"PUT\",\"SOUTH\"]]]", VERDICT_MALFORMED, "S5", "{\"player\": name",
            "ann1"},
        {"[[\"move\",^{\"id\":1},[\"PUT\",\"SOUTH\"]]]", VERDICT_MALFORMED, "S5",
            "{\"player\": name", "id"},
        {"[[\"move\",{\"player\":^5,\"id\":1},[\"PUT\",\"SOUTH\"]]]", VERDICT_MALFORMED, "S5",
            "a string", "\"player\":5"},
        {"[[\"move\",{\"player\":\"ann\",\"id\":^\"1\"},[\"PUT\",\"SOUTH\"]]]", VERDICT_MALFORMED,
            "S5", "\"id\" to be an integer", "\"id\":\"1\""},
        {MOVE_ANN1("^\"SOUTH\"") "]", VERDICT_MALFORMED, "S2", "[EastWest, NorthSouth]",
            "\"SOUTH\""},
        {MOVE_ANN1("^[\"SOUTH\"]") "]", VERDICT_MALFORMED, "S2", "[EastWest, NorthSouth]",
            "[\"SOUTH\"]"},
        {MOVE_ANN1("[^\"SOUTH\",\"PUT\"]") "]", VERDICT_MALFORMED, "S2", "\"EAST\"", "\"SOUTH\""},
        {MOVE_ANN1("[\"PUT\",^\"south\"]") "]", VERDICT_MALFORMED, "S2", "\"NORTH\"", "\"south\""},
        {MOVE_ANN1("[\"PUT\",\"SOUTH\"]") ",^\"build\"]", VERDICT_MALFORMED, "S5",
            "[\"build\", direction]", "\"build\""},
        {MOVE_ANN1("[\"PUT\",\"SOUTH\"]") ",^[\"move\",[\"PUT\",\"SOUTH\"]]]", VERDICT_MALFORMED,
            "S5", "[\"build\", direction]", "\"move\""},
        {MOVE_ANN1("[\"PUT\",\"SOUTH\"]") ",[\"build\",[^\"UP\",\"SOUTH\"]]]", VERDICT_MALFORMED,
            "S2", "", ""},
        {"[[\"move\",{\"player\":^\"bob\",\"id\":1},[\"PUT\",\"SOUTH\"]]]", VERDICT_ILLEGAL, "S5",
            "your own name, \"ann\"", "\"player\":\"bob\""},
        {"[[\"move\",{\"player\":\"ann\",\"id\":^3},[\"PUT\",\"SOUTH\"]]]", VERDICT_ILLEGAL, "S4",
            "1 or 2", "\"id\":3"},
        {MOVE_ANN1("^[\"PUT\",\"PUT\"]") "]", VERDICT_ILLEGAL, "S5", "", ""},
        {MOVE_ANN1("^[\"EAST\",\"PUT\"]") ",[\"build\",[\"EAST\",\"PUT\"]]]", VERDICT_ILLEGAL, "S5",
            "", ""},
        {MOVE_ANN1("^[\"WEST\",\"PUT\"]") ",[\"build\",[\"EAST\",\"PUT\"]]]", VERDICT_ILLEGAL, "S5",
            "", ""},
        {"[[\"move\",{\"player\":\"ann\",\"id\":2},^[\"EAST\",\"PUT\"]],[\"build\",[\"PUT\","
         "\"SOUTH\"]]]",
            VERDICT_ILLEGAL, "S5", "one level", ""},
        {"[^[\"move\",{\"player\":\"ann\",\"id\":1},[\"PUT\",\"SOUTH\"]]]", VERDICT_ILLEGAL, "S5",
            "", ""},
        {MOVE_ANN1("[\"PUT\",\"NORTH\"]") ",[\"build\",^[\"EAST\",\"PUT\"]]]", VERDICT_ILLEGAL,
            "S5", "", ""},
        {MOVE_ANN1("[\"PUT\",\"SOUTH\"]") ",[\"build\",^[\"PUT\",\"PUT\"]]]", VERDICT_ILLEGAL, "S5",
            "", ""},
        {MOVE_ANN1("[\"PUT\",\"SOUTH\"]") ",[\"build\",^[\"WEST\",\"NORTH\"]]]", VERDICT_ILLEGAL,
            "S5", "", ""},
        {MOVE_ANN1("[\"PUT\",\"SOUTH\"]") ",[\"build\",^[\"EAST\",\"NORTH\"]]]", VERDICT_ILLEGAL,
            "S5", "", ""},
    };
    static const struct wrong corner[] = {
        {MOVE_ANN1("^[\"WEST\",\"PUT\"]") ",[\"build\",[\"EAST\",\"PUT\"]]]", VERDICT_ILLEGAL, "S5",
            "", ""},
        {MOVE_ANN1("[\"EAST\",\"PUT\"]") ",[\"build\",^[\"PUT\",\"NORTH\"]]]", VERDICT_ILLEGAL,
            "S5", "", ""},
    };
    ASSERT_ALL_WRONG("santorini", santorini_turn, table);
    ASSERT_ALL_WRONG("santorini", santorini_corner, corner);
}

static const char santorini_placing[] = "000000/000000/000000/000000/000000/000000 00 11 1";

static void wrong_santorini_placements_S4(void **state)
{
    (void)state;
    static const struct wrong table[] = {
        {"^[1,2]", VERDICT_MALFORMED, "S4", "[\"place\", x, y]", "[1,2]"},
        {"^[\"place\",1]", VERDICT_MALFORMED, "S4", "[\"place\", x, y]", "[\"place\",1]"},
        {"^[\"put\",1,2]", VERDICT_MALFORMED, "S4", "[\"place\", x, y]", "\"put\""},
        {"[\"place\",^\"1\",2]", VERDICT_MALFORMED, "S4", "x to be an integer", "\"1\""},
        {"[\"place\",1,^null]", VERDICT_MALFORMED, "S4", "y to be an integer", "null"},
        {"[\"place\",^6,2]", VERDICT_ILLEGAL, "S4", "x from 0 to 5", "6"},
        {"[\"place\",1,^-1]", VERDICT_ILLEGAL, "S4", "y from 0 to 5", "-1"},
        {"[\"place\",^1,1]", VERDICT_ILLEGAL, "S4", "", ""},
    };
    ASSERT_ALL_WRONG("santorini", santorini_placing, table);
}

static void wrong_course_replies(void **state)
{
    (void)state;
    static const struct wrong placing[] = {
        {"^\"ann\"", VERDICT_MALFORMED, "S4", "[x, y]", "\"ann\""},
        {"^[\"place\",1,2]", VERDICT_MALFORMED, "S4", "[x, y]", "\"place\""},
        {"[1,^\"2\"]", VERDICT_MALFORMED, "S4", "y to be an integer", "\"2\""},
        {"[^7,2]", VERDICT_ILLEGAL, "S4", "x from 0 to 5", "7"},
        {"[^0,0]", VERDICT_ILLEGAL, "S4", "", ""},
    };
    static const struct wrong turn[] = {
        {"^\"bob\"", VERDICT_MALFORMED, "S5", "[worker, EW, NS]", "\"bob\""},
        {"^[\"ann1\",\"PUT\"]", VERDICT_MALFORMED, "S5", "[worker, EW, NS]", "\"ann1\""},
        {"^[\"ann1\",\"PUT\",\"SOUTH\",\"EAST\"]", VERDICT_MALFORMED, "S5", "[worker,", "\"ann1\""},
        {"[^1,\"PUT\",\"SOUTH\"]", VERDICT_MALFORMED, "S5", "a worker: \"ann1\"", "1"},
        {"[^\"ann\",\"PUT\",\"SOUTH\"]", VERDICT_MALFORMED, "S5", "a worker: \"ann1\"", "\"ann\""},
        {"[^\"ann3\",\"PUT\",\"SOUTH\"]", VERDICT_ILLEGAL, "S5", "your own worker", "\"ann3\""},
        {"[^\"bob1\",\"PUT\",\"SOUTH\"]", VERDICT_ILLEGAL, "S5", "your own worker", "\"bob1\""},
        {"[\"ann1\",^\"SOUTH\",\"PUT\"]", VERDICT_MALFORMED, "S2", "\"EAST\"", "\"SOUTH\""},
        {"[\"ann1\",\"PUT\",\"SOUTH\",\"PUT\",^\"EAST\"]", VERDICT_MALFORMED, "S2", "\"NORTH\"",
            "\"EAST\""},
        {"[\"ann1\",^\"PUT\",\"PUT\"]", VERDICT_ILLEGAL, "S5", "", ""},
        {"[^\"ann1\",\"PUT\",\"SOUTH\"]", VERDICT_ILLEGAL, "S5", "", ""},
        {"[\"ann1\",\"PUT\",\"SOUTH\",^\"PUT\",\"PUT\"]", VERDICT_ILLEGAL, "S5", "", ""},
    };
    ASSERT_ALL_WRONG("santorini-course", santorini_placing, placing);
    ASSERT_ALL_WRONG("santorini-course", santorini_turn, turn);
}

#define SEED_BOARD                                                                                 \
    "[[0,-5,19,0,5,0,0,0,0],[-10,-6,0,0,6,0,0,0,0],[-5,0,0,-7,0,5,-5,0,0],[0,-6,7,-5,0,0,-6,-5,0]" \
    ","                                                                                            \
    "[5,0,0,0,0,0,0,-5,0],[0,0,-6,5,5,5,0,0,0],[0,0,0,0,0,-6,7,6,9],[0,0,0,0,0,-6,0,6,5],"         \
    "[0,0,0,0,0,-13,0,0,5]] b "
#define FROM(x, y) "\"From\":{\"X\":" #x ",\"Y\":" #y "}"
#define TO(x, y) "\"To\":{\"X\":" #x ",\"Y\":" #y "}"

static void wrong_stones_replies_T4_T5(void **state)
{
    (void)state;
    static const struct wrong both[] = {
        {"^[1]", VERDICT_MALFORMED, "T4", "an object with \"Type\"", "[1]"},
        {"^\"pass\"", VERDICT_MALFORMED, "T4", "an object with \"Type\"", "pass"},
        {"^{" FROM(1, 1) "," TO(4, 1) "}", VERDICT_MALFORMED, "T4", "an object with \"Type\"",
            "From"},
        {"{\"Type\": ^\"attack\"," FROM(1, 1) "," TO(4, 1) "}", VERDICT_MALFORMED, "T4",
            "\"Type\" to be 0, 1 or 2", "\"Type\": \"attack\""},
        {"{\"Type\":^1.5," FROM(1, 1) "," TO(4, 1) "}", VERDICT_MALFORMED, "T4", "0, 1 or 2",
            "1.5"},
        {"{\"Type\":^null}", VERDICT_MALFORMED, "T4", "0, 1 or 2", "null"},
        {"{\"Type\":^3," FROM(1, 1) "," TO(4, 1) "}", VERDICT_ILLEGAL, "T3", "0, 1 or 2",
            "\"Type\":3"},
        {"{\"Type\":^\"-1\"}", VERDICT_ILLEGAL, "T3", "0, 1 or 2", "\"Type\":\"-1\""},
        {"^{\"Type\":1," TO(4, 1) "}", VERDICT_MALFORMED, "T4", "\"From\" to be", "Type"},
        {"{\"Type\":1," FROM(1, 1) ",\"To\":^null}", VERDICT_MALFORMED, "T4", "\"To\" to be",
            "\"To\":null"},
        {"{\"Type\":1,\"From\":^[1,1]," TO(4, 1) "}", VERDICT_MALFORMED, "T4", "\"From\" to be",
            "[1,1]"},
        {"{\"Type\":1,\"From\":^\"B2\"," TO(4, 1) "}", VERDICT_MALFORMED, "T4", "\"From\" to be",
            "B2"},
        {"{\"Type\":1,\"From\":^{\"X\":1}," TO(4, 1) "}", VERDICT_MALFORMED, "T4", "\"From\" to be",
            "X"},
        {"{\"Type\":1,\"From\":{\"X\":1,\"Y\":^\"b\"}," TO(4, 1) "}", VERDICT_MALFORMED, "T4",
            "\"Y\" of \"From\" to be an integer", "\"Y\":\"b\""},
        {"{\"Type\":1," FROM(1, 1) ",\"To\":{\"X\":^9,\"Y\":1}}", VERDICT_ILLEGAL, "T1",
            "\"X\" of \"To\" to be 0 to 8", "\"X\":9"},
        {"{\"Type\":1,\"From\":{\"X\":1,\"Y\":^\"-1\"}," TO(4, 1) "}", VERDICT_ILLEGAL, "T1",
            "\"Y\" of \"From\" to be 0 to 8", "-1"},
        {"{\"Type\":1,\"From\":^{\"X\":4,\"Y\":1}," TO(1, 1) "}", VERDICT_ILLEGAL, "T5", "", ""},
        {"{\"Type\":1,\"From\":^{\"X\":8,\"Y\":0}," TO(1, 1) "}", VERDICT_ILLEGAL, "T1", "", ""},
        {"{\"Type\":1," FROM(1, 1) ",\"To\":^{\"X\":2,\"Y\":1}}", VERDICT_ILLEGAL, "T5", "", ""},
        {"{\"Type\":1," FROM(1, 1) ",\"To\":^{\"X\":4,\"Y\":4}}", VERDICT_ILLEGAL, "T1", "", ""},
        {"{\"Type\":1," FROM(1, 1) ",\"To\":^{\"X\":1,\"Y\":0}}", VERDICT_ILLEGAL, "T5", "", ""},
        {"{\"Type\":1," FROM(1, 0) ",\"To\":^{\"X\":2,\"Y\":0}}", VERDICT_ILLEGAL, "T5", "", ""},
        {"{\"Type\":1," FROM(1, 1) ",\"To\":^{\"X\":1,\"Y\":1}}", VERDICT_ILLEGAL, "T5", "", ""},
        {"{\"Type\":0,\"From\":^{\"X\":1,\"Y\":1},\"To\":null}", VERDICT_ILLEGAL, "T4",
            "null or absent", "\"From\""},
        {"{\"Type\":0,\"From\":null,\"To\":^{\"X\":1,\"Y\":1}}", VERDICT_ILLEGAL, "T4",
            "null or absent", "\"To\""},
    };
    static const struct wrong attack[] = {
        {"{\"Type\":^0,\"From\":null,\"To\":null}", VERDICT_ILLEGAL, "T3", "", ""},
        {"{\"Type\":^2," FROM(0, 1) "," TO(1, 1) "}", VERDICT_ILLEGAL, "T3", "", ""},
    };
    static const struct wrong any[] = {
        {"{\"Type\":2," FROM(1, 1) ",\"To\":^{\"X\":4,\"Y\":1}}", VERDICT_ILLEGAL, "T5", "", ""},
        {"{\"Type\":2," FROM(1, 1) ",\"To\":^{\"X\":2,\"Y\":1}}", VERDICT_ILLEGAL, "T5", "", ""},
    };
    ASSERT_ALL_WRONG("stones", SEED_BOARD "attack", both);
    ASSERT_ALL_WRONG("stones", SEED_BOARD "any", both);
    ASSERT_ALL_WRONG("stones", SEED_BOARD "attack", attack);
    ASSERT_ALL_WRONG("stones", SEED_BOARD "any", any);
    ASSERT_ALL_WRONG("stones-quoted", SEED_BOARD "any", any);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_json_is_malformed_over_every_wire_G3),
        cmocka_unit_test(wrong_reversi_replies_R3),
        cmocka_unit_test(wrong_santorini_turns_S5),
        cmocka_unit_test(wrong_santorini_placements_S4),
        cmocka_unit_test(wrong_course_replies),
        cmocka_unit_test(wrong_stones_replies_T4_T5),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
