// The protocols of engines: which lines are answers, whatever their form, and which are not.
#include "wire/explain.h"
#include "wire/stream_help.h"

#include "games/reversi.h"
#include "wire/ugi_line.h"

static const char start[] = "---------------------------OX------XO--------------------------- X";

static enum wire_event_kind say(struct wire_stream *s, const char *line, struct fault *fault)
{
    struct wire_event event;
    assert_true(wire_stream_feed(s, line, strlen(line), fault));
    return wire_stream_next(s, &event, fault);
}

// Feeds the lines to a stream that waits for a move, and returns the first event that is not late.
static enum wire_event_kind answer(
    const char *wire, const char *lines, struct wire_event *event, struct fault *fault)
{
    struct wire_stream s = asked(wire, start);
    enum wire_event_kind kind = WIRE_NOTHING;
    if (!wire_stream_feed(&s, lines, strlen(lines), fault))
        kind = WIRE_FAULT;
    else
        do
            kind = wire_stream_next(&s, event, fault);
        while (kind == WIRE_LATE);
    wire_stream_destroy(&s);
    return kind;
}

static void a_move_is_read_in_each_form_N3_U3(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"nboard", "=== D3\n"},
        {"nboard", "=== d3\r\n"},
        {"nboard", "===D3\n"},
        {"nboard", "  ===\tD3  \n"},
        {"nboard", "=== D3/1.20/0.5\n"},
        {"nboard", "=== D3//\n"},
        {"nboard", "=== D3 1.20 0.5\n"},
        {"nboard", "status x\n\nsearch C4 1 0 3\nset myname x\npong 7\n=== d3/x\n=== c4\n"},
        {"nboard", "pongo\n=D3\n== D3\n=== D3\n"},
        {"ugi-reversi", "bestmove d3\n"},
        {"ugi-reversi", "BestMove D3\r\n"},
        {"ugi-reversi", "  bestmove   d3   ponder c3\n"},
        {"ugi-reversi",
            "info depth 3 pv c4\nid name x\nreadyok\nugiok\nbestmoves c4\nbestmove d3\n"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct wire_event event;
        struct fault fault;
        enum wire_event_kind kind = answer(table[i][0], table[i][1], &event, &fault);
        if (kind != WIRE_MOVED || event.move != 2 * REVERSI_LENGTH + 3)
            fail_msg("%s was taken as event %d", table[i][1], kind);
    }
}

static void a_line_that_is_no_answer_is_passed_over_N1_U1(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"nboard", "D3\n"},
        {"nboard", "move D3\n"},
        {"nboard", "=== D3"}, // not ended
        {"nboard", "{\"placed\":[2,3]}\n"},
        {"nboard", "bestmove d3\n"},
        {"ugi-reversi", "=== D3\n"},
        {"ugi-reversi", "bestmoved3\n"},
        {"ugi-reversi", "info bestmove d3\n"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct wire_event event;
        struct fault fault;
        assert_int_equal(answer(table[i][0], table[i][1], &event, &fault), WIRE_NOTHING);
    }
}

static void a_wrong_answer_has_its_rule_and_place(void **state)
{
    (void)state;
    static const struct {
        const char *wire, *line;
        enum verdict verdict;
        const char *rule;
        size_t at;
    } table[] = {
        {"nboard", "===\n", VERDICT_MALFORMED, "N3", 0},
        {"nboard", "=== /1.2\n", VERDICT_MALFORMED, "N3", 0},
        {"nboard", "===   x9\n", VERDICT_MALFORMED, "N3", 6},
        {"nboard", "=== D33\n", VERDICT_MALFORMED, "N3", 4},
        {"nboard", "=== a1/2/3\n", VERDICT_ILLEGAL, "R3", 4},
        {"nboard", "=== PA\n", VERDICT_ILLEGAL, "R4", 4},
        {"nboard", "=== \x80\xff\n", VERDICT_MALFORMED, "N3", 4},
        {"ugi-reversi", "bestmove\n", VERDICT_MALFORMED, "U3", 0},
        {"ugi-reversi", "bestmove (none)\n", VERDICT_MALFORMED, "U3", 9},
        {"ugi-reversi",
            "bestmove dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\n",
            VERDICT_MALFORMED, "U3", 9},
        {"ugi-reversi", "bestmove e4\n", VERDICT_ILLEGAL, "R3", 9},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct wire_event event;
        struct fault fault = {0};
        if (answer(table[i].wire, table[i].line, &event, &fault) != WIRE_FAULT ||
            fault.verdict != table[i].verdict || strcmp(fault.rule, table[i].rule) != 0 ||
            fault.at != table[i].at || fault.expected[0] == '\0')
            fail_msg("%s: %s at %zu", table[i].line, fault.rule, fault.at);
    }
}

static void what_comes_before_the_pong_belongs_to_an_older_game_N2(void **state)
{
    (void)state;
    struct wire_event event;
    struct fault fault;
    struct text out = text_growing();
    struct wire_stream s = asked("nboard", start);
    struct wire_end end = {VERDICT_TIMEOUT, .winner = 0, .blame = 1};
    s.seat = 0;
    wire_stream_over(&s, &end, &out);
    assert_string_equal(strrchr(out.bytes, 'p'), "ping 2\n"); // it still thinks
    struct wire_game g = {.start = &s.asked, .seat = 0, .opponent = "bob"};
    wire_stream_begin(&s, &g, &out);
    assert_int_equal(say(&s, "=== D3\n", &fault), WIRE_LATE);
    assert_int_equal(say(&s, "pong 2\n", &fault), WIRE_LATE);
    assert_int_equal(s.waits, WIRE_ACK);
    assert_int_equal(say(&s, "pong 3\n", &fault), WIRE_ACKNOWLEDGED);
    assert_int_equal(wire_stream_next(&s, &event, &fault), WIRE_NOTHING);
    text_destroy(&out);
    wire_stream_destroy(&s);
}

static void an_engine_is_told_its_time_U5_N5(void **state)
{
    (void)state;
    static const struct {
        const char *wire;
        struct bridge_limits limits;
        struct wire_clock clock;
        const char *told;
    } table[] = {
        {"ugi-reversi", {0}, {0}, "go movetime 9500\n"},
        {"ugi-reversi", {0}, {.request_ms = 100}, "go movetime 90\n"},
        {"ugi-reversi", {0}, {.request_ms = 15}, "go movetime 10\n"},
        {"ugi-reversi", {0}, {10, {5000, 4000}, 20},
            "go p1time 5000 p2time 4000 p1inc 20 p2inc 20\n"},
        {"ugi-reversi", {.depth = 8}, {10, {5000, 4000}, 20}, "go depth 8\n"},
        {"ugi-reversi", {.nodes = 9, .movetime_ms = 7}, {0}, "go nodes 9 movetime 7\n"},
        {"nboard", {0}, {.request_ms = 2000}, "TI[00:30]"},
        {"nboard", {0}, {.request_ms = 10}, "TI[00:01]"},
        {"nboard", {0}, {.left_ms = {90000, 1}}, "TI[01:30]"},
        {"nboard", {.depth = 20}, {0}, "set depth 20\n"},
        {"nboard", {.contempt = -5}, {0}, "set contempt -5\n"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct wire_stream s;
        struct text out = text_growing();
        position p;
        game_reversi.start(&p, NULL, NULL);
        wire_stream_init(&s, wire_find(table[i].wire, NULL), "ann");
        s.limits = table[i].limits;
        s.clock = table[i].clock;
        wire_stream_open(&s, &out);
        wire_stream_begin(&s, &(struct wire_game){.start = &p, .opponent = "bob"}, &out);
        wire_stream_ask(&s, &p, &out);
        if (!strstr(out.bytes, table[i].told))
            fail_msg("%s is not in %s", table[i].told, out.bytes);
        text_destroy(&out);
        wire_stream_destroy(&s);
    }
}

static void lines_that_mean_nothing_have_a_limit_N1(void **state)
{
    (void)state;
    static char line[1024];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    struct fault fault;
    struct wire_stream s = asked("nboard", start);
    int lines = 0;
    while (wire_stream_feed(&s, line, sizeof line, &fault))
        lines++;
    assert_int_equal(lines, FRAMER_DROPPED_BYTES / sizeof line);
    assert_int_equal(fault.verdict, VERDICT_FLOOD);
    assert_string_equal(fault.rule, "G2");
    wire_stream_destroy(&s);
    s = asked("ugi-reversi", start); // and one line has
    for (lines = 0; wire_stream_feed(&s, line, sizeof line - 1, &fault); lines++)
        continue;
    assert_int_equal(lines, FRAMER_MESSAGE_BYTES / (sizeof line - 1));
    wire_stream_destroy(&s);
}

static void a_refused_move_is_explained_in_lines(void **state)
{
    (void)state;
    struct wire_stream s = asked("nboard", start);
    const char *line = "=== A1";
    struct message m = {.bytes = line, .length = strlen(line)};
    struct explanation x;
    struct text out = text_growing();
    wire_explain(&s, &m, NULL, &x);
    assert_int_equal(x.tried, 0);
    explanation_json(&x, &out);
    assert_non_null(strstr(out.bytes, "\"legal\":[\"=== D3\",\"=== C4\",\"=== F5\",\"=== E6\"]"));
    text_destroy(&out);
    wire_stream_destroy(&s);
}

static void a_position_is_read_and_questions_are_answered_U4(void **state)
{
    (void)state;
    static const struct {
        const char *line, *end; // NULL: it is refused, and nothing changes
    } table[] = {
        {"startpos", start},
        {"STARTPOS  moves", start},
        {"startpos moves f5 f6",
            "---------------------------OX------XOX-------O------------------ X"},
        {"fen ---------------------------OX------XO--------------------------- X", start},
        {"fen", NULL},
        {"", NULL},
        {"startpos moves f5 f5", NULL},
        {"startpos f5", start},
        {"fen x moves f5", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        position p, begin;
        char bytes[POSITION_TEXT_BYTES];
        struct text out = TEXT_IN(bytes);
        game_reversi.start(&begin, NULL, NULL);
        p = begin;
        struct value rest = {table[i].line, table[i].line + strlen(table[i].line)};
        bool read = ugi_read_position(&game_reversi, &begin, rest, &p, NULL);
        assert_int_equal(read, table[i].end != NULL);
        game_reversi.print(&p, &out);
        assert_string_equal(bytes, table[i].end ? table[i].end : start);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_read_in_each_form_N3_U3),
        cmocka_unit_test(a_line_that_is_no_answer_is_passed_over_N1_U1),
        cmocka_unit_test(a_wrong_answer_has_its_rule_and_place),
        cmocka_unit_test(what_comes_before_the_pong_belongs_to_an_older_game_N2),
        cmocka_unit_test(an_engine_is_told_its_time_U5_N5),
        cmocka_unit_test(lines_that_mean_nothing_have_a_limit_N1),
        cmocka_unit_test(a_refused_move_is_explained_in_lines),
        cmocka_unit_test(a_position_is_read_and_questions_are_answered_U4),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
