// What a refused move was about: what it means on the board, what would have been legal, and which
// slip it may have been. A slip is claimed only when it is true, on every wire.
#include "wire/explain.h"

#include "base/random.h"
#include "wire/stream_help.h"

struct refused {
    const char *wire, *position, *before; // `before` may be NULL
    const char *reply;
    const char *slip;    // the id of the first; NULL: none
    const char *meant;   // NULL: no move of this position
    const char *meaning; // "": it cannot be told
};

static struct explanation explain(
    const char *wire, const char *words, const char *before_words, const char *reply)
{
    struct wire_stream s = asked(wire, words);
    struct wire_event event;
    struct fault fault;
    struct error e;
    position before;
    if (before_words && !s.wire->game->parse(&before, before_words, &e))
        fail_msg("%s: %s", before_words, e.words);
    assert_true(wire_stream_feed(&s, reply, strlen(reply), &fault));
    if (wire_stream_next(&s, &event, &fault) != WIRE_FAULT || fault.verdict != VERDICT_ILLEGAL)
        fail_msg("%s is not ILLEGAL", reply);
    struct explanation x;
    wire_explain(&s, &event.message, before_words ? &before : NULL, &x);
    wire_stream_destroy(&s);
    return x;
}

static void assert_refused(const struct refused *r)
{
    struct explanation x = explain(r->wire, r->position, r->before, r->reply);
    const char *slip = x.slip_count > 0 ? slips[x.slips[0].slip].id : NULL;
    char bytes[512] = "";
    struct text meant = TEXT_IN(bytes);
    if (slip && x.slips[0].meant != MOVE_NONE)
        explanation_move(&x, x.slips[0].meant, &meant);
    bool right = strcmp(slip ? slip : "", r->slip ? r->slip : "") == 0 &&
        strcmp(bytes, r->meant ? r->meant : "") == 0 && strcmp(x.meaning, r->meaning) == 0;
    if (!right)
        fail_msg("%s\n  slip %s (not %s)\n  meant %s (not %s)\n  meaning %s (not %s)", r->reply,
            slip, r->slip, bytes, r->meant, x.meaning, r->meaning);
}

#define ASSERT_ALL_REFUSED(table)                                                                  \
    for (size_t i = 0; i < sizeof(table) / sizeof *(table); i++)                                   \
    assert_refused(&(table)[i])

// X may place a stone on [1,2] and [7,6], O on [1,5] and [7,3].
#define LINES "-----------OX-----------------------------------------------XO-- X"

static void slips_in_reversi(void **state)
{
    (void)state;
    // Before and after the stone on [5,1] was turned.
    static const char before[] =
        "-----------OX----------------------------OX-----------------XO-- X";
    static const char after[] =
        "-----------OX---------------------------XX------------------XO-- X";
    static const struct refused table[] = {
        {"hgp", LINES, NULL, "{\"placed\": [2, 1]}", "swapped", "{\"placed\":[1,2]}",
            "row 2, column 1 is b3"},
        {"hgp", LINES, NULL, "{\"placed\": [2, 3]}", "too-high", "{\"placed\":[1,2]}",
            "row 2, column 3 is d3"},
        {"hgp", LINES, NULL, "{\"placed\": [0, 1]}", "too-low", "{\"placed\":[1,2]}",
            "row 0, column 1 is b1"},
        {"hgp-0.2", LINES, NULL, "{\"to\":[1,5]}", "other-player", NULL, "row 1, column 5 is f2"},
        {"hgp-silent", LINES, NULL, "{\"placed\":[0,0]}", NULL, NULL, "row 0, column 0 is a1"},
        {"hgp", LINES, NULL, "{\"placed\":[8,7]}", "too-high", "{\"placed\":[7,6]}", ""},
        {"hgp", LINES, NULL, "{\"placed\":[8,8]}", NULL, NULL, ""},
        {"hgp", after, before, "{\"placed\":[5,0]}", "stale", NULL, "row 5, column 0 is a6"},
        {"hgp", after, NULL, "{\"placed\":[5,0]}", NULL, NULL, "row 5, column 0 is a6"},
    };
    ASSERT_ALL_REFUSED(table);
}

#define STACKS(first_row)                                                                          \
    "[[" first_row ",0,0,0,0],[-5,6,6,6,-6,-5,0,0,0],[-5,-6,7,7,-7,-6,-5,0,0],"                    \
    "[-5,-6,-7,5,-5,-7,-6,-5,0],[-5,-6,-7,-5,0,5,7,6,5],[0,5,6,7,5,-5,7,6,5],"                     \
    "[0,0,5,6,7,-7,-7,6,5],[0,0,0,5,6,-6,-6,-6,5],[0,0,0,0,5,-5,-5,-5,-5]]"
#define START STACKS("5,5,5,5,-5")
#define ATTACK(type, x, y, to_x, to_y)                                                             \
    "{\"Type\":" #type ",\"From\":{\"X\":" #x ",\"Y\":" #y "},\"To\":{\"X\":" #to_x                \
    ",\"Y\":" #to_y "}}"

static void slips_in_game_of_stones(void **state)
{
    (void)state;
    static const struct refused table[] = {
        {"stones", START " w first", NULL, ATTACK(1, 0, 3, 0, 4), "swapped", ATTACK(1, 3, 0, 4, 0),
            "from X 0, Y 3, which is A4, to X 0, Y 4, which is A5"},
        {"stones", START " w first", NULL, ATTACK(1, 4, 1, 5, 1), "too-high", ATTACK(1, 3, 0, 4, 0),
            "from X 4, Y 1, which is E2, to X 5, Y 1, which is F1"},
        {"stones", START " w first", NULL, ATTACK(1, 2, -1, 3, -1), "too-low",
            ATTACK(1, 3, 0, 4, 0), ""},
        {"stones", START " w first", NULL, ATTACK(2, 3, 0, 4, 0), "type", ATTACK(1, 3, 0, 4, 0),
            "from X 3, Y 0, which is D1, to X 4, Y 0, which is E1"},
        {"stones", START " w first", NULL, ATTACK(1, 4, 0, 3, 0), "other-player", NULL,
            "from X 4, Y 0, which is E1, to X 3, Y 0, which is D1"},
        {"stones", STACKS("0,5,5,9,-5") " w first", NULL, ATTACK(1, 4, 0, 3, 0), "reversed",
            ATTACK(1, 3, 0, 4, 0), "from X 4, Y 0, which is E1, to X 3, Y 0, which is D1"},
        {"stones", STACKS("5,5,5,0,-5") " w attack", START " b attack", ATTACK(1, 3, 0, 4, 0),
            "stale", NULL, "from X 3, Y 0, which is D1, to X 4, Y 0, which is E1"},
        {"stones", START " w first", NULL, ATTACK(1, 4, 4, 0, 8), NULL, NULL,
            "from X 4, Y 4, which is the hole, to X 0, Y 8, which is off the board"},
        {"stones", START " w first", NULL, "{\"Type\":0}", NULL, NULL, ""},
        {"stones", START " w first", NULL, ATTACK(7, 3, 0, 4, 0), NULL, NULL, ""},
        {"stones-quoted", START " w first", NULL, ATTACK("1", 0, 3, 0, 4), "swapped",
            "{\"Type\":\"1\",\"From\":{\"X\":3,\"Y\":0},\"To\":{\"X\":4,\"Y\":0}}",
            "from X 0, Y 3, which is A4, to X 0, Y 4, which is A5"},
    };
    ASSERT_ALL_REFUSED(table);
}

// ann is first, her workers stand on (0,0) and (4,4).
#define FLAT "000000/000000/000000/000000/000000/000000 "
#define CORNER FLAT "00,44 21,01 1"
#define TURN(name, id, ew, ns, build_ew, build_ns)                                                 \
    "[[\"move\",{\"player\":\"" name "\",\"id\":" #id "},[\"" ew "\",\"" ns                        \
    "\"]],[\"build\",[\"" build_ew "\",\"" build_ns "\"]]]"

static void slips_in_santorini(void **state)
{
    (void)state;
    static const char tower[] = "020000/000000/000000/000000/000000/000000 00,44 21,01 1";
    static const char lower[] = "010000/000000/000000/000000/000000/000000 00,44 21,01 2";
    static const struct refused table[] = {
        {"santorini", CORNER, NULL, TURN("ann", 1, "EAST", "NORTH", "WEST", "NORTH"), "north-south",
            TURN("ann", 1, "EAST", "SOUTH", "WEST", "SOUTH"),
            "worker 1 steps from (0,0) to (1,-1) and builds on (0,-2)"},
        {"santorini", CORNER, NULL, TURN("ann", 1, "PUT", "SOUTH", "PUT", "NORTH"), "swapped",
            TURN("ann", 1, "EAST", "PUT", "WEST", "PUT"),
            "worker 1 steps from (0,0) to (0,1) and builds on (0,0)"},
        {"santorini", CORNER, NULL, TURN("ann", 1, "WEST", "PUT", "WEST", "PUT"), "other-worker",
            TURN("ann", 2, "WEST", "PUT", "WEST", "PUT"),
            "worker 1 steps from (0,0) to (-1,0) and builds on (-2,0)"},
        {"santorini", CORNER, NULL, TURN("ann", 1, "EAST", "PUT", "EAST", "SOUTH"), "build-from",
            TURN("ann", 1, "EAST", "PUT", "PUT", "SOUTH"),
            "worker 1 steps from (0,0) to (1,0) and builds on (2,1)"},
        {"santorini", CORNER, NULL, TURN("ann", 0, "EAST", "PUT", "WEST", "PUT"), "too-low",
            TURN("ann", 1, "EAST", "PUT", "WEST", "PUT"), ""},
        {"santorini", CORNER, NULL, TURN("eve", 1, "EAST", "PUT", "WEST", "PUT"), "other-name",
            TURN("ann", 1, "EAST", "PUT", "WEST", "PUT"), ""},
        {"santorini", CORNER, NULL, TURN("bob", 1, "EAST", "PUT", "WEST", "PUT"), "other-player",
            NULL, ""},
        {"santorini", tower, lower, TURN("ann", 1, "EAST", "PUT", "WEST", "PUT"), "stale", NULL,
            "worker 1 steps from (0,0) to (1,0) and builds on (0,0)"},
        {"santorini", FLAT "00 11 1", FLAT "00 - 2", "[\"place\",1,1]", "stale", NULL, "x 1, y 1"},
        {"santorini", FLAT "00 11 1", NULL, "[\"place\",0,0]", NULL, NULL, "x 0, y 0"},
        {"santorini", FLAT "00 11 1", NULL, "[\"place\",6,3]", "too-high", "[\"place\",5,2]", ""},
        {"santorini", FLAT "00 11 1", NULL, "[\"place\",9,3]", NULL, NULL, ""},
        {"santorini-course", FLAT "00 11 1", NULL, "[6,3]", "too-high", "[5,2]", ""},
        {"santorini-course", CORNER, NULL, "[\"ann1\",\"PUT\",\"SOUTH\",\"PUT\",\"NORTH\"]",
            "swapped", "[\"ann1\",\"EAST\",\"PUT\",\"WEST\",\"PUT\"]",
            "worker 1 steps from (0,0) to (0,1) and builds on (0,0)"},
        {"santorini-course", CORNER, NULL, "[\"ann0\",\"EAST\",\"PUT\",\"WEST\",\"PUT\"]",
            "too-low", "[\"ann1\",\"EAST\",\"PUT\",\"WEST\",\"PUT\"]", ""},
        {"santorini-course", CORNER, NULL, "[\"bob1\",\"EAST\",\"PUT\",\"WEST\",\"PUT\"]",
            "other-player", NULL, ""},
        {"santorini-course", CORNER, NULL, "[\"ann1\",\"EAST\",\"PUT\"]", NULL, NULL,
            "worker 1 steps from (0,0) to (1,0)"},
    };
    ASSERT_ALL_REFUSED(table);
}

static void the_first_legal_moves_are_in_the_words_of_the_wire(void **state)
{
    (void)state;
    struct explanation x = explain("hgp", LINES, NULL, "{\"placed\":[2,1]}");
    char bytes[1024];
    struct text out = TEXT_IN(bytes);
    explanation_json(&x, &out);
    assert_string_equal(bytes,
        "{\"position\":\"" LINES "\",\"meaning\":\"row 2, column 1 is b3\",\"legal_count\":2,"
        "\"legal\":[{\"placed\":[1,2]},{\"placed\":[7,6]}],\"slips\":[{\"id\":\"swapped\","
        "\"words\":\"row and column (x and y) are swapped: {\\\"placed\\\":[1,2]} would be "
        "legal\",\"meant\":{\"placed\":[1,2]}}]}");
}

static void of_several_slips_two_are_told(void **state)
{
    (void)state;
    // [2,1] was legal before, and [1,2] is.
    static const char before[] =
        "-----------OX-----OX----------------------------------------XO-- X";
    struct explanation x = explain("hgp", LINES, before, "{\"placed\":[2,1]}");
    assert_int_equal(x.slip_count, 2);
    assert_int_equal(x.slips[0].slip, SLIP_STALE);
    assert_int_equal(x.slips[1].slip, SLIP_SWAPPED);
}

// --- Along random games ---

// A message of the bot's whose digits and words have been exchanged at random.
static void spoil(char *message, struct random *r)
{
    static const char *const words[][2] = {{"EAST", "WEST"}, {"\"NORTH", "\"SOUTH"}};
    for (char *c = message; *c != '\0'; c++) {
        if (*c >= '0' && *c <= '8' && random_below(r, 3) == 0)
            *c = (char)('0' + random_below(r, 9));
        for (int i = 0; i < 2; i++) {
            size_t length = strlen(words[i][0]);
            if (strncmp(c, words[i][0], length) == 0 && random_below(r, 2) == 0)
                memcpy(c, words[i][1], length);
        }
    }
}

static bool is_taken(const struct wire_stream *asked_seat, const char *reply)
{
    struct wire_stream s = *asked_seat;
    struct wire_event event;
    framer_init(&s.in, false);
    wire_stream_feed(&s, reply, strlen(reply), NULL);
    bool taken = wire_stream_next(&s, &event, NULL) == WIRE_MOVED;
    wire_stream_destroy(&s);
    return taken;
}

// All that is said to be legal is taken by the seat that refused the move.
static void check_explained(const struct wire_stream *s, const struct explanation *x)
{
    char bytes[512];
    for (int i = 0; i < EXPLAINED_MOVES; i++) {
        assert_int_equal(x->legal[i] != MOVE_NONE, i < x->legal_count);
        struct text legal = TEXT_IN(bytes);
        if (i < x->legal_count)
            explanation_move(x, x->legal[i], &legal);
        assert_true(i >= x->legal_count || is_taken(s, bytes));
    }
    for (int i = 0; i < x->slip_count; i++) {
        struct text meant = TEXT_IN(bytes);
        if (x->slips[i].meant == MOVE_NONE)
            continue;
        explanation_move(x, x->slips[i].meant, &meant);
        if (!is_taken(s, bytes))
            fail_msg("%s is not legal", bytes);
    }
}

// Spoils the next move; returns how many slips were claimed.
static int check_position(
    const struct wire *w, const position *p, const position *before, const char *reply)
{
    char words[POSITION_TEXT_BYTES];
    struct text text = TEXT_IN(words);
    w->game->print(p, &text);
    struct wire_stream s = asked(w->name, words), unheard = s;
    struct wire_event event;
    struct fault fault;
    struct explanation x = {0};
    wire_stream_feed(&s, reply, strlen(reply), NULL);
    if (wire_stream_next(&s, &event, &fault) == WIRE_FAULT && fault.verdict == VERDICT_ILLEGAL) {
        wire_explain(&s, &event.message, before, &x);
        unheard.waits = WIRE_MOVE;
        check_explained(&unheard, &x);
    }
    wire_stream_destroy(&s);
    return x.slip_count;
}

static int check_game(const struct wire *w, struct random *r)
{
    position p, before;
    int claimed = 0;
    w->game->start(&p, NULL, NULL);
    for (int ply = 0; !w->game->outcome(&p).over; ply++) {
        move moves[MOVES_MAX];
        int count = w->game->moves(&p, moves);
        move m = moves[random_below(r, (uint32_t)count)];
        struct explanation own = {.wire = w, .name = "ann", .position = p};
        char reply[512];
        struct text out = TEXT_IN(reply);
        bool asks = !w->game->forced || w->game->forced(&p) == MOVE_NONE;
        if (asks) {
            explanation_move(&own, m, &out);
            spoil(reply, r);
            claimed += check_position(w, &p, ply > 0 ? &before : NULL, reply);
        }
        before = p;
        w->game->apply(&p, m);
    }
    return claimed;
}

static void what_is_claimed_is_true_along_random_games(void **state)
{
    (void)state;
    struct random r = random_seeded(11);
    for (const struct wire *w = wires; w->name; w++) {
        if (w->engine) // no slips are looked for
            continue;
        int claimed = 0;
        for (int game = 0; game < 40; game++)
            claimed += check_game(w, &r);
        assert_true(claimed > 20); // or else the test says nothing
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slips_in_reversi),
        cmocka_unit_test(slips_in_game_of_stones),
        cmocka_unit_test(slips_in_santorini),
        cmocka_unit_test(the_first_legal_moves_are_in_the_words_of_the_wire),
        cmocka_unit_test(of_several_slips_two_are_told),
        cmocka_unit_test(what_is_claimed_is_true_along_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
