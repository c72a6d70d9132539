// The arena's side around the moves: names, floods, early and late answers, the ends of games.
#include "wire/stream_help.h"

static const char reversi_start[] =
    "---------------------------OX------XO--------------------------- X";

static const char santorini_turn[] = "013000/042000/000000/000020/000000/000000 21,33 13,31 1";
static const char santorini_placing[] = "000000/000000/000000/000000/000000/000000 00 11 1";
static const char stones_any[] =
    "[[0,-5,19,0,5,0,0,0,0],[-10,-6,0,0,6,0,0,0,0],[-5,0,0,-7,0,5,-5,0,0],[0,-6,7,-5,0,0,-6,-5,0],"
    "[5,0,0,0,0,0,0,-5,0],[0,0,-6,5,5,5,0,0,0],[0,0,0,0,0,-6,7,6,9],[0,0,0,0,0,-6,0,6,5],"
    "[0,0,0,0,0,-13,0,0,5]] b any";

static enum wire_event_kind say(struct wire_stream *s, const char *bytes, struct fault *fault)
{
    struct wire_event event;
    assert_true(wire_stream_feed(s, bytes, strlen(bytes), fault));
    return wire_stream_next(s, &event, fault);
}

static void a_bot_that_does_not_join_is_malformed_S1(void **state)
{
    (void)state;
    static const struct wrong joins[] = {
        {"^\"ann\"", VERDICT_MALFORMED, "S1", "[\"join\", name]", "\"ann\""},
        {"^[\"join\"]", VERDICT_MALFORMED, "S1", "[\"join\", name]", "[\"join\"]"},
        {"^[\"hello\",\"ann\"]", VERDICT_MALFORMED, "S1", "[\"join\", name]", "hello"},
        {"[\"join\",^5]", VERDICT_MALFORMED, "S1", "a name in quotes", "5"},
    };
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
        struct wire_stream s;
        struct fault fault;
        char reply[64];
        size_t at = unmark(&joins[i], reply, sizeof reply);
        struct text out = text_growing();
        wire_stream_init(&s, wire_find("santorini", NULL), NULL);
        wire_stream_open(&s, &out);
        assert_int_equal(say(&s, reply, &fault), WIRE_FAULT);
        assert_fault(&fault, &joins[i], at);
        text_destroy(&out);
        wire_stream_destroy(&s);
    }
}

static void a_name_that_does_not_fit_is_replaced_S1(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"Ann-2", "[\"name\",\"ann\"]\n"},
        {"", "[\"name\",\"bot\"]\n"},
        {"42", "[\"name\",\"bot\"]\n"},
        {"abcdefghijklmnopqrstuvwxyzabcdefg", "[\"name\",\"abcdefghijklmnopqrstuvwxyzabcdef\"]\n"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct wire_stream s;
        struct fault fault;
        struct wire_event event;
        char join[64], name[WIRE_NAME_BYTES];
        struct text out = text_growing();
        wire_stream_init(&s, wire_find("santorini", NULL), NULL);
        wire_stream_open(&s, &out);
        snprintf(join, sizeof join, "[\"join\",\"%s\"]", names[i][0]);
        assert_true(wire_stream_feed(&s, join, strlen(join), &fault));
        assert_int_equal(wire_stream_next(&s, &event, &fault), WIRE_NAMED);
        assert_false(wire_name_fits(event.name));
        wire_name_make(name, event.name, NULL, NULL);
        assert_true(wire_name_fits(name));
        wire_stream_name(&s, name, &out);
        assert_string_equal(out.bytes, names[i][1]);
        assert_int_equal(s.waits, WIRE_ACK);
        assert_int_equal(say(&s, "[\"OK\"]", &fault), WIRE_FAULT);
        text_destroy(&out);
        wire_stream_destroy(&s);
    }
}

static void the_first_message_tells_the_dialect_where_any_is_let_in(void **state)
{
    (void)state;
    static const struct {
        const char *set, *message, *spoken; // NULL: it is none
    } cases[] = {
        {"santorini", "[\"join\",\"ann\"]", "santorini"},
        {"santorini", "\"ann\"", "santorini-course"},
        {"santorini-course", "[\"join\",\"ann\"]", "santorini"},
        {"santorini-course", "\"ann\"", "santorini-course"},
        {"santorini", "{\"name\":\"ann\"}", NULL},
        {"santorini-course", "[\"join\"]", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wire_stream s;
        struct fault fault;
        struct text out = text_growing();
        wire_stream_init(&s, wire_find(cases[i].set, NULL), NULL);
        s.any_dialect = true;
        wire_stream_open(&s, &out);
        // Half of it tells nothing yet.
        struct wire_event event;
        assert_true(wire_stream_feed(&s, cases[i].message, 3, &fault));
        assert_int_equal(wire_stream_next(&s, &event, &fault), WIRE_NOTHING);
        const char *rest = cases[i].message + 3;
        assert_true(wire_stream_feed(&s, rest, strlen(rest), &fault));
        assert_int_equal(
            wire_stream_next(&s, &event, &fault), cases[i].spoken ? WIRE_NAMED : WIRE_FAULT);
        if (cases[i].spoken) {
            assert_string_equal(event.name, "ann");
            assert_string_equal(s.wire->name, cases[i].spoken);
        }
        text_destroy(&out);
        wire_stream_destroy(&s);
    }
    assert_false(wire_is_told_apart(wire_find("hgp", NULL), wire_find("hgp-silent", NULL)));
    assert_false(wire_is_told_apart(wire_find("stones", NULL), wire_find("stones-quoted", NULL)));
}

static bool always_taken(const char *name, void *context)
{
    int *left = context;
    assert_true(wire_name_fits(name));
    return (*left)-- > 0;
}

static void names_are_made_until_one_is_free(void **state)
{
    (void)state;
    char name[WIRE_NAME_BYTES];
    int left = 28;
    wire_name_make(name, "ann", always_taken, &left);
    assert_string_equal(name, "annbb");
    left = 1;
    wire_name_make(name, "abcdefghijklmnopqrstuvwxyzabcdef", always_taken, &left);
    assert_string_equal(name, "abcdefghijklmnopqrstuvwxyzabcdea");
}

static void a_flood_is_told_at_once_and_ends_the_stream_G2(void **state)
{
    (void)state;
    struct wire_stream s = asked("hgp", reversi_start);
    struct fault fault = {0};
    for (int i = 0; i < FRAMER_QUEUE; i++)
        assert_true(wire_stream_feed(&s, "{}\n", 3, &fault));
    assert_false(wire_stream_feed(&s, "{}\n", 3, &fault));
    assert_int_equal(fault.verdict, VERDICT_FLOOD);
    assert_string_equal(fault.rule, "G2");
    assert_string_equal(fault.expected, "at most 16 messages that nobody asked for");
    assert_false(wire_stream_feed(&s, "\n", 1, &fault));
    wire_stream_destroy(&s);
}

static void messages_that_come_early_answer_the_next_request_G4(void **state)
{
    (void)state;
    struct wire_stream s = asked("santorini", santorini_placing);
    struct wire_event event;
    struct fault fault;
    struct text out = text_growing();
    assert_true(wire_stream_feed(&s, "[\"place\",2,2]\"early\"", 20, &fault));
    assert_int_equal(wire_stream_next(&s, &event, &fault), WIRE_MOVED);
    assert_false(event.message.early);
    assert_int_equal(wire_stream_next(&s, &event, &fault), WIRE_NOTHING);
    wire_stream_ask(&s, &s.asked, &out);
    assert_int_equal(wire_stream_next(&s, &event, &fault), WIRE_FAULT);
    assert_true(event.message.early);
    assert_memory_equal(event.message.bytes, "\"early\"", 7);
    text_destroy(&out);
    wire_stream_destroy(&s);
}

// The opponent's fault ends the game while this seat still thinks: its answer and the "OK" that it
// owes come later, and neither is a fault.
static void an_answer_that_the_end_has_overtaken_is_dropped_S7(void **state)
{
    (void)state;
    struct fault fault;
    struct text out = text_growing();
    struct wire_end end = {VERDICT_DISCONNECT, .winner = 0, .blame = 1};
    struct wire_stream s = asked("santorini", santorini_turn);
    wire_stream_over(&s, &end, &out);
    assert_int_equal(s.waits, WIRE_ACK);
    assert_int_equal(
        say(&s, "[[\"move\",{\"player\":\"ann\",\"id\":1},[\"PUT\",\"NORTH\"]]]", &fault),
        WIRE_LATE);
    assert_int_equal(say(&s, "\"OK\"", &fault), WIRE_ACKNOWLEDGED);
    wire_stream_destroy(&s);

    s = asked("santorini-course", santorini_turn);
    wire_stream_over(&s, &end, &out);
    assert_int_equal(s.waits, WIRE_IDLE);
    position start;
    game_find("santorini", NULL)->start(&start, NULL, NULL);
    wire_stream_ask(&s, &start, &out);
    assert_int_equal(say(&s, "[\"ann1\",\"PUT\",\"NORTH\"]", &fault), WIRE_LATE);
    assert_int_equal(say(&s, "[1,1]", &fault), WIRE_MOVED);
    text_destroy(&out);
    wire_stream_destroy(&s);
}

// Clients of the course take the name for the start of a game.
static void every_game_of_the_course_opens_with_the_name_of_the_opponent(void **state)
{
    (void)state;
    struct text out = text_growing();
    struct wire_end end = {VERDICT_ILLEGAL, .winner = 0, .blame = 1};
    struct wire_stream s;
    struct wire_bot bot;
    position start;
    game_find("santorini", NULL)->start(&start, NULL, NULL);
    wire_stream_init(&s, wire_find("santorini-course", NULL), "ann");
    wire_bot_init(&bot, s.wire, "ann", NULL);
    struct wire_game g = {.start = &start, .opponent = "bob"};
    for (int game = 0; game < 3; game++) {
        text_clear(&out);
        g.seat = game % SEATS;
        wire_stream_begin(&s, &g, &out);
        assert_string_equal(out.bytes, "\"bob\"\n");
        assert_int_equal(s.waits, WIRE_IDLE);
        // And the bot's side takes it for that, too, as often as it comes.
        struct wire_bot_event event;
        struct error e;
        assert_true(wire_bot_feed(&bot, out.bytes, out.length, &e));
        assert_int_equal(wire_bot_next(&bot, &event, &out, &e), BOT_GAME);
        assert_string_equal(bot.opponent, "bob");
        wire_stream_over(&s, &end, &out);
    }
    text_destroy(&out);
    wire_bot_destroy(&bot);
    wire_stream_destroy(&s);
}

// An empty list would ask for a placement.
static void a_contest_of_the_course_without_results_ends_without_a_message(void **state)
{
    (void)state;
    struct text out = text_growing();
    const struct wire_result result = {"bob", "ann", true};
    struct wire_stream s;
    wire_stream_init(&s, wire_find("santorini-course", NULL), "ann");
    wire_stream_finish(&s, NULL, 0, &out);
    assert_int_equal(out.length, 0);
    wire_stream_finish(&s, &result, 1, &out);
    assert_string_equal(out.bytes, "[[\"bob\",\"ann\",\"irregular\"]]\n");
    text_destroy(&out);
    wire_stream_destroy(&s);
}

static void an_acknowledgement_is_ok_and_nothing_else_S3_S7(void **state)
{
    (void)state;
    struct fault fault;
    struct text out = text_growing();
    struct wire_end end = {VERDICT_WON, .winner = 0, .blame = NOBODY};
    struct wire_stream s;
    position start;
    game_find("santorini", NULL)->start(&start, NULL, NULL);
    wire_stream_init(&s, wire_find("santorini", NULL), "ann");
    struct wire_game g = {.start = &start, .seat = 0, .opponent = "bob"};
    wire_stream_begin(&s, &g, &out);
    assert_int_equal(say(&s, "[\"OK\"]", &fault), WIRE_FAULT);
    assert_string_equal(fault.rule, "S3");
    assert_string_equal(fault.expected, "\"OK\"");
    wire_stream_over(&s, &end, &out);
    assert_int_equal(say(&s, "\"ok\"", &fault), WIRE_FAULT);
    assert_string_equal(fault.rule, "S7");
    text_destroy(&out);
    wire_stream_destroy(&s);
}

static void a_seat_whose_game_has_not_begun_hears_nothing_of_its_end(void **state)
{
    (void)state;
    struct wire_end end = {VERDICT_NO_START, .winner = 0, .blame = 1};
    for (const struct wire *w = wires; w->name; w++) {
        struct wire_stream s;
        struct text out = text_growing();
        wire_stream_init(&s, w, "ann");
        wire_stream_open(&s, &out);
        enum wire_wait waits = s.waits;
        text_clear(&out);
        wire_stream_over(&s, &end, &out);
        assert_int_equal(out.length, 0);
        assert_int_equal(s.waits, waits);
        text_destroy(&out);
        wire_stream_destroy(&s);
    }
}

static void two_acknowledgements_are_owed_when_a_game_ends_before_it_began_S7(void **state)
{
    (void)state;
    struct fault fault;
    struct text out = text_growing();
    struct wire_end end = {VERDICT_TIMEOUT, .winner = 0, .blame = 1};
    struct wire_stream s;
    position start;
    game_find("santorini", NULL)->start(&start, NULL, NULL);
    wire_stream_init(&s, wire_find("santorini", NULL), "ann");
    struct wire_game g = {.start = &start, .seat = 0, .opponent = "bob"};
    wire_stream_begin(&s, &g, &out);
    wire_stream_over(&s, &end, &out);
    assert_int_equal(say(&s, "\"OK\"", &fault), WIRE_LATE);
    assert_int_equal(say(&s, "\"OK\"", &fault), WIRE_ACKNOWLEDGED);
    text_destroy(&out);
    wire_stream_destroy(&s);
}

static void a_reversi_bot_may_name_itself_first_and_only_first_R7(void **state)
{
    (void)state;
    struct wire_event event;
    struct fault fault;
    struct wire_stream s = asked("hgp", reversi_start);
    const char *both = "{\"name\":\"ann\"}{\"placed\":[2,3]}";
    assert_true(wire_stream_feed(&s, both, strlen(both), &fault));
    assert_int_equal(wire_stream_next(&s, &event, &fault), WIRE_NAMED);
    assert_string_equal(event.name, "ann");
    assert_int_equal(s.waits, WIRE_MOVE);
    assert_int_equal(wire_stream_next(&s, &event, &fault), WIRE_MOVED);
    struct text out = text_growing();
    wire_stream_ask(&s, &s.asked, &out);
    assert_int_equal(say(&s, "{\"name\":\"ann\"}", &fault), WIRE_FAULT);
    assert_string_equal(fault.rule, "R3");
    text_destroy(&out);
    wire_stream_destroy(&s);
}

static void a_fault_has_its_status_in_the_last_reversi_update_R5(void **state)
{
    (void)state;
    static const struct {
        enum verdict verdict;
        int status;
    } cases[] = {{VERDICT_MALFORMED, 4}, {VERDICT_ILLEGAL, 5}, {VERDICT_TIMEOUT, 3},
        {VERDICT_DISCONNECT, 3}, {VERDICT_CRASH, 3}, {VERDICT_FLOOD, 4}, {VERDICT_LIMIT, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wire_stream s = asked("hgp", reversi_start);
        struct text out = text_growing();
        struct wire_end end = {cases[i].verdict, .winner = 0, .blame = 1};
        char expected[96];
        snprintf(expected, sizeof expected,
            "{\"changed\":[],\"by\":1,\"next_turn\":1,\"game_status\":%d}\n", cases[i].status);
        wire_stream_over(&s, &end, &out);
        assert_string_equal(out.bytes, expected);
        text_destroy(&out);
        wire_stream_destroy(&s);
    }
}

static void nothing_is_sent_after_a_fault_in_stones_T7(void **state)
{
    (void)state;
    struct wire_stream s = asked("stones", stones_any);
    struct text out = text_growing();
    struct wire_end end = {VERDICT_ILLEGAL, .winner = 0, .blame = 1};
    wire_stream_over(&s, &end, &out);
    assert_int_equal(out.length, 0);
    text_destroy(&out);
    wire_stream_destroy(&s);
}

static void a_game_of_stones_begins_with_the_single_request_of_white_T3(void **state)
{
    (void)state;
    static const struct {
        const char *wire, *position; // NULL: the start
        bool fits;
    } cases[] = {
        {"stones", NULL, true},
        {"stones-quoted", NULL, true},
        {"stones", stones_any, false},
        {"stones-quoted", stones_any, false},
        {"hgp", NULL, true},
        {"santorini", santorini_placing, true},
        {"santorini-course", santorini_turn, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct wire *w = wire_find(cases[i].wire, NULL);
        position p;
        struct error e;
        if (cases[i].position)
            assert_true(w->game->parse(&p, cases[i].position, &e));
        else
            assert_true(w->game->start(&p, NULL, &e));
        assert_int_equal(wire_can_begin(w, &p, &e), cases[i].fits);
        if (!cases[i].fits)
            assert_non_null(strstr(e.words, "T3"));
    }
}

static void an_unknown_wire_is_named_with_the_nearest_one(void **state)
{
    (void)state;
    struct error e;
    assert_null(wire_find("stones-quote", &e));
    assert_non_null(strstr(e.words, "Did you mean \"stones-quoted\"?"));
    for (const struct game *const *game = games; *game; game++)
        assert_ptr_equal(wire_default(*game)->game, *game);
}

static void verdicts_have_their_codes(void **state)
{
    (void)state;
    for (int i = 0; i < VERDICTS; i++) {
        enum verdict v;
        assert_true(verdict_find(verdicts[i].code, &v));
        assert_int_equal(v, i);
        assert_int_equal(verdict_is_fault(v), i >= VERDICT_MALFORMED && i <= VERDICT_LIMIT);
    }
    enum verdict v;
    assert_false(verdict_find("LOST", &v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bot_that_does_not_join_is_malformed_S1),
        cmocka_unit_test(a_name_that_does_not_fit_is_replaced_S1),
        cmocka_unit_test(the_first_message_tells_the_dialect_where_any_is_let_in),
        cmocka_unit_test(names_are_made_until_one_is_free),
        cmocka_unit_test(a_flood_is_told_at_once_and_ends_the_stream_G2),
        cmocka_unit_test(messages_that_come_early_answer_the_next_request_G4),
        cmocka_unit_test(an_answer_that_the_end_has_overtaken_is_dropped_S7),
        cmocka_unit_test(every_game_of_the_course_opens_with_the_name_of_the_opponent),
        cmocka_unit_test(a_contest_of_the_course_without_results_ends_without_a_message),
        cmocka_unit_test(an_acknowledgement_is_ok_and_nothing_else_S3_S7),
        cmocka_unit_test(a_seat_whose_game_has_not_begun_hears_nothing_of_its_end),
        cmocka_unit_test(two_acknowledgements_are_owed_when_a_game_ends_before_it_began_S7),
        cmocka_unit_test(a_reversi_bot_may_name_itself_first_and_only_first_R7),
        cmocka_unit_test(a_fault_has_its_status_in_the_last_reversi_update_R5),
        cmocka_unit_test(nothing_is_sent_after_a_fault_in_stones_T7),
        cmocka_unit_test(a_game_of_stones_begins_with_the_single_request_of_white_T3),
        cmocka_unit_test(an_unknown_wire_is_named_with_the_nearest_one),
        cmocka_unit_test(verdicts_have_their_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
