// A record as C values: the golden ones, and records that were tampered with.
#include "referee/recorded_game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { GOLDEN_BYTES = 1 << 18 };

static const char *folder;
static struct recorded_game game;
static struct error e;

static size_t read_golden(const char *name, char bytes[GOLDEN_BYTES])
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.jsonl", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s is missing", path);
    size_t length = fread(bytes, 1, GOLDEN_BYTES, file);
    fclose(file);
    return length;
}

static void read_game(const char *name)
{
    static char bytes[GOLDEN_BYTES];
    size_t length = read_golden(name, bytes);
    if (!recorded_game_read(&game, bytes, length, &e))
        fail_msg("%s: %s", name, e.words);
    memset(bytes, 0, sizeof bytes); // the game has its own copies
}

static int forget(void **state)
{
    (void)state;
    recorded_game_destroy(&game);
    return 0;
}

static void every_golden_record_is_played_to_its_end(void **state)
{
    (void)state;
    static const struct {
        const char *file, *game;
        int moves;
        enum verdict verdict;
    } goldens[] = {
        {"hgp", "reversi", 60, VERDICT_WON},
        {"illegal", "santorini", 0, VERDICT_ILLEGAL},
        {"malformed", "reversi", 0, VERDICT_MALFORMED},
        {"santorini-course", "santorini", 62, VERDICT_WON},
        {"santorini", "santorini", 105, VERDICT_WON},
        {"stones-quoted", "stones", 47, VERDICT_WON},
        {"stones", "stones", 36, VERDICT_WON},
        {"timeout", "stones", 0, VERDICT_TIMEOUT},
    };
    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
        read_game(goldens[i].file);
        assert_string_equal(game.game->name, goldens[i].game);
        assert_int_equal(game.move_count, goldens[i].moves);
        assert_true(game.ended);
        assert_int_equal(game.end.verdict, goldens[i].verdict);
        assert_int_equal(
            game.game->outcome(&game.last).over, goldens[i].verdict == VERDICT_WON ? 1 : 0);
        if (game.move_count > 0)
            assert_true(position_equal(recorded_game_position(&game, 0), &game.start));
        recorded_game_destroy(&game);
    }
    game = (struct recorded_game){0};
}

static void the_header_says_who_plays_with_which_time(void **state)
{
    (void)state;
    read_game("timeout");
    assert_string_equal(game.players[0].wire_name, "stones");
    assert_ptr_equal(game.players[0].wire, wire_default(game.game));
    assert_true(game.players[0].request_ms > 0);
    assert_int_equal(game.players[0].request_ms, game.players[1].request_ms);
    assert_true(game.end.blame != NOBODY && game.end.answer.limit_ms > 0);
}

static void a_refused_move_keeps_what_was_asked_and_answered(void **state)
{
    (void)state;
    read_game("illegal");
    const struct recorded_end *end = &game.end;
    assert_true(end->has_refused);
    assert_true(end->refused.legal_count > 0 && end->refused.legal[0] != NULL);
    const struct recorded_line *asked = recorded_game_last_message(&game, RECORD_TO, end->blame, 0),
                               *answered =
                                   recorded_game_last_message(&game, RECORD_FROM, end->blame, 0);
    assert_non_null(asked);
    assert_non_null(answered);
    assert_int_equal(strlen(answered->text), answered->length);
    assert_true(end->byte < (int64_t)answered->length);
}

#define HEADER                                                                                     \
    "{\"type\":\"game\",\"format\":1,\"agon\":\"\",\"game\":\"reversi\",\"variant\":\"8x8\","      \
    "\"rules\":1,\"seed\":18446744073709551615,\"index\":3,\"position\":"                          \
    "\"8/8/8/3ox3/3xo3/8/8/8 x\",\"players\":[{\"seat\":0,\"name\":\"a\",\"player\":\"\","         \
    "\"wire\":null},{\"seat\":1,\"name\":\"b\",\"player\":\"@7\",\"wire\":\"hgp\"}],\"clock\":"    \
    "\"wall\",\"host\":null,\"started\":null}\n"

static bool read_text(const char *text)
{
    return recorded_game_read(&game, text, strlen(text), &e);
}

// The start as the game prints it.
static char *record_with(const char *lines)
{
    static char text[8192];
    char printed[POSITION_TEXT_BYTES];
    struct text out = TEXT_IN(printed), whole = TEXT_IN(text);
    position start;
    struct error ignored;
    const struct game *reversi = game_find("reversi", &ignored);
    reversi->start(&start, NULL, &ignored);
    reversi->print(&start, &out);
    static const char example[] = "8/8/8/3ox3/3xo3/8/8/8 x";
    const char *at = strstr(HEADER, example);
    text_bytes(&whole, HEADER, (size_t)(at - HEADER));
    text_string(&whole, printed);
    text_string(&whole, at + strlen(example));
    text_string(&whole, lines);
    return text;
}

static void stderr_is_known_by_the_time_at_which_it_was_written(void **state)
{
    (void)state;
    assert_true(read_text(record_with(
        "{\"type\":\"stderr\",\"seat\":1,\"text\":\"one\\ntwo\\n\",\"dropped_bytes\":90,\"tail\":"
        "\"three\\n\",\"when_us\":[0,-5,4,100,8,200]}\n")));
    const struct recorded_stderr *s = &game.stderrs[1];
    assert_true(game.seed == UINT64_MAX);
    assert_string_equal(s->text, "one\ntwo\nthree\n");
    assert_int_equal(s->cut_at, 8);
    assert_int_equal(s->dropped_bytes, 90);
    assert_int_equal(recorded_stderr_until(s, -6), 0);
    assert_int_equal(recorded_stderr_until(s, 99), 4);
    assert_int_equal(recorded_stderr_until(s, 100), 8);
    assert_int_equal(recorded_stderr_until(s, 200), 14);
    assert_false(game.ended);
}

static void stderr_without_times_or_with_wrong_ones_stays_inside_its_text(void **state)
{
    (void)state;
    assert_true(read_text(
        record_with("{\"type\":\"stderr\",\"seat\":0,\"text\":\"abc\"}\n"
                    "{\"type\":\"stderr\",\"seat\":1,\"text\":\"abc\",\"when_us\":[2,1,1,2,99,3]}\n"
                    "{\"type\":\"pondering\",\"seat\":1,\"cpu_us\":12}\n")));
    assert_int_equal(recorded_stderr_until(&game.stderrs[0], 0), 3);
    assert_int_equal(recorded_stderr_until(&game.stderrs[1], 1), 2);
    assert_int_equal(recorded_stderr_until(&game.stderrs[1], 2), 3);
    assert_int_equal(game.pondered_us[1], 12);
    assert_int_equal(game.pondered_us[0], RECORDED_UNKNOWN);
}

static void a_nul_on_stderr_does_not_spoil_the_record(void **state)
{
    (void)state;
    assert_true(read_text(
        record_with("{\"type\":\"stderr\",\"seat\":0,\"text\":\"a\\u0000b \\\\u0000\"}\n")));
    assert_string_equal(game.stderrs[0].text, "a\uFFFDb \\u0000");
}

static const char *asked_with(const char *lines)
{
    static char bytes[4096], asked[64];
    snprintf(bytes, sizeof bytes,
        "%s{\"type\":\"end\",\"verdict\":\"TIMEOUT\",\"winner\":1,\"blame\":0,\"rule\":\"G9\","
        "\"explanation\":\"\",\"moves\":0,\"wall_us\":90}\n",
        lines);
    if (!read_text(record_with(bytes)))
        fail_msg("%s", e.words);
    const struct recorded_line *line = recorded_game_asked(&game);
    snprintf(asked, sizeof asked, "%s", line ? line->text : "");
    recorded_game_destroy(&game);
    game = (struct recorded_game){0};
    return asked;
}

// What a bot is told after its fault is not what it was asked.
static void what_was_asked_is_not_the_goodbye(void **state)
{
    (void)state;
#define ASKED "{\"type\":\"to\",\"seat\":0,\"at_us\":10,\"message\":\"asked\"}\n"
#define GOODBYE "{\"type\":\"to\",\"seat\":0,\"at_us\":90,\"message\":\"goodbye\"}\n"
    assert_string_equal(asked_with(ASKED GOODBYE), "\"asked\"");
    assert_string_equal(asked_with(ASKED), "\"asked\"");
    assert_string_equal(
        asked_with(ASKED "{\"type\":\"from\",\"seat\":0,\"at_us\":20,\"message\":1}\n" GOODBYE),
        "\"asked\"");
    assert_string_equal(asked_with(GOODBYE), "");
}

static void a_torn_last_line_is_left_out(void **state)
{
    (void)state;
    assert_true(read_text(record_with("{\"type\":\"move\",\"seat\":0,\"at_us\":1,\"move\":\"d3\"}\n"
                                      "{\"type\":\"move\",\"seat\":1,\"at_us\":1,\"mo")));
    assert_int_equal(game.move_count, 1);
    assert_string_equal(game.moves[0].text, "d3");
    assert_int_equal(game.moves[0].charge.charged_us, RECORDED_UNKNOWN);
}

static void wrong_lines_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *lines, *words;
    } rows[] = {
        {"{\"type\":\"move\",\"seat\":1,\"at_us\":1,\"move\":\"d3\"}\n",
            "line 2 cannot be read: it is not the turn of seat 1"},
        {"{\"type\":\"move\",\"seat\":0,\"at_us\":1,\"move\":\"a1\"}\n",
            "line 2 cannot be read: the move is not legal"},
        {"{\"type\":\"thought\"}\n", "line 2 is not one that agon writes"},
        {"{\"type\":\"end\",\"verdict\":\"LOST\",\"winner\":null,\"blame\":null,\"rule\":null,"
         "\"explanation\":\"\",\"moves\":0,\"wall_us\":1}\n",
            "there is no verdict \"LOST\""},
        {"{\"type\":\"cut\",\"dropped_bytes\":9}\n"
         "{\"type\":\"note\",\"seat\":0,\"at_us\":1,\"words\":\"\"}\n",
            "line 3 is out of place"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_false(read_text(record_with(rows[i].lines)));
        if (!strstr(e.words, rows[i].words))
            fail_msg("\"%s\" instead of \"%s\"", e.words, rows[i].words);
        recorded_game_destroy(&game);
    }
    assert_false(read_text(""));
    assert_string_equal(e.words, "the record is empty");
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : "golden";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_golden_record_is_played_to_its_end, forget),
        cmocka_unit_test_teardown(the_header_says_who_plays_with_which_time, forget),
        cmocka_unit_test_teardown(a_refused_move_keeps_what_was_asked_and_answered, forget),
        cmocka_unit_test_teardown(stderr_is_known_by_the_time_at_which_it_was_written, forget),
        cmocka_unit_test_teardown(
            stderr_without_times_or_with_wrong_ones_stays_inside_its_text, forget),
        cmocka_unit_test_teardown(a_nul_on_stderr_does_not_spoil_the_record, forget),
        cmocka_unit_test_teardown(what_was_asked_is_not_the_goodbye, forget),
        cmocka_unit_test_teardown(a_torn_last_line_is_left_out, forget),
        cmocka_unit_test_teardown(wrong_lines_are_named, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
