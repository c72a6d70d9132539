// The record of a game that another machine says it has played: what is true counts, and nothing
// else does. The first argument is a true record without its first line: the fuzzer's.
#include "archive/claimed_game.h"

#include "base/whole_file.h"
#include "referee/seat_clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static struct text won; // the body of a game that @random and @first have played
static const struct budget budget = {
    .start_ns = 1000 * NS_PER_MS, .first_ns = 500 * NS_PER_MS, .request_ns = 100 * NS_PER_MS};

// --- Records ---

static struct record_header header_of(const position *start)
{
    return (struct record_header){.game = game_find("reversi", NULL),
        .start = start,
        .seed = 1,
        .index = 1,
        .players = {{.name = "ann", .player = "@random", .budget = &budget},
            {.name = "bob", .player = "@first", .budget = &budget}},
        .host = "here",
        .started = "2026-11-16T20:00:00Z"};
}

// Reads the right first line and `body` behind it.
static bool holds(const struct text *body, struct claimed_game *c, struct error *e)
{
    position start;
    assert_true(game_find("reversi", NULL)->start(&start, NULL, NULL));
    const struct record_header header = header_of(&start);
    struct record record = {.fd = -1, .lines = text_growing(), .last_words = text_growing()};
    record_begin(&record, &header);
    text_bytes(&record.lines, body->bytes, body->length);
    bool well = claimed_game_read(c, record.lines.bytes, record.lines.length, &header, e);
    record_destroy(&record);
    return well;
}

// The true body with `new` in the place of the last `old`.
static struct text forged(const char *old, const char *new)
{
    struct text out = text_growing();
    const char *last = NULL;
    for (const char *at = won.bytes; (at = strstr(at, old)); at++)
        last = at;
    assert_non_null(last);
    text_bytes(&out, won.bytes, (size_t)(last - won.bytes));
    text_string(&out, new);
    text_string(&out, last + strlen(old));
    return out;
}

static void must_not_hold(struct text body, const char *why)
{
    struct claimed_game c;
    struct error e = {0};
    bool well = holds(&body, &c, &e);
    if (well || !strstr(e.words, why))
        print_error("%s instead of %s\n", well ? "it holds" : e.words, why);
    assert_false(well);
    assert_non_null(strstr(e.words, why));
    claimed_game_destroy(&c);
    text_destroy(&body);
}

// --- The tests ---

static void a_true_record_holds(void **state)
{
    (void)state;
    struct claimed_game c;
    struct error e = {0};
    assert_true(holds(&won, &c, &e));
    assert_int_equal(c.result.verdict, VERDICT_WON);
    assert_true(c.result.wall_ns > 0);
    assert_int_equal(c.result.pondered_ns[0], RESULT_NOT_MEASURED);
    claimed_game_destroy(&c);
}

// A row with such a time cannot be read any more, and neither can the whole contest.
static void a_time_that_cannot_be_stored_does_not_hold(void **state)
{
    (void)state;
    static const struct {
        const char *us, *why;
    } rows[] = {
        {"9223372036854775807", "a time that cannot be"},
        {"9223372036854776", "a time that cannot be"},
        {"-1", "a time that cannot be"},
        {"1152921504606847", "wall_ns is 1152921504606847000"},
        {"99999999999999999999999", "cannot be read"},
    };
    const char *last = strstr(strstr(won.bytes, "{\"type\":\"end\""), ",\"wall_us\":");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text body = text_growing();
        text_bytes(&body, won.bytes, (size_t)(last - won.bytes));
        text_format(&body, ",\"wall_us\":%s}\n", rows[i].us);
        must_not_hold(body, rows[i].why);
        char lines[160];
        snprintf(lines, sizeof lines,
            "{\"type\":\"pondering\",\"seat\":0,\"cpu_us\":%s}\n{\"type\":\"end\"", rows[i].us);
        must_not_hold(forged("{\"type\":\"end\"", lines), "");
    }
}

static void a_rule_or_words_that_are_cut_do_not_hold(void **state)
{
    (void)state;
    char words[600] = "ann: ";
    memset(words + 5, 'x', 500);
    static const char end[] =
        "{\"type\":\"end\",\"verdict\":\"DISCONNECT\",\"winner\":1,\"blame\":0,"
        "\"rule\":\"%s\",\"explanation\":\"%s\",\"moves\":0,\"wall_us\":5}\n";
    static const struct {
        const char *rule, *words, *why;
    } rows[] = {
        {"G5G5G5G5", "ann: went", "another verdict"},
        {"ab\xc3\xa9", "ann: went", "another verdict"},
        {"G5", NULL, "another explanation"},
        {"G5", "ann: \\u0061", "another explanation"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text body = text_growing();
        text_format(&body, end, rows[i].rule, rows[i].words ? rows[i].words : words);
        must_not_hold(body, rows[i].why);
    }
}

int main(int count, char **arguments)
{
    struct error e;
    won = text_growing();
    if (count != 2 || !whole_file_read(arguments[1], 1 << 20, &won, &e))
        return EXIT_FAILURE;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_true_record_holds),
        cmocka_unit_test(a_time_that_cannot_be_stored_does_not_hold),
        cmocka_unit_test(a_rule_or_words_that_are_cut_do_not_hold),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    text_destroy(&won);
    return failed;
}
