// Records read back: the golden ones, and what is left of them when they are cut off.
#include "referee/recorded.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GOLDEN_BYTES = 1 << 18, PIECE_BYTES = 97 };

static const char *folder;

static const struct {
    const char *file, *verdict, *rule;
    int64_t winner, blame, plies;
} goldens[] = {
    {"hgp", "WON", "R5", 1, NOBODY, 60},
    {"illegal", "ILLEGAL", "S4", 1, 0, 0},
    {"malformed", "MALFORMED", "G3", 1, 0, 0},
    {"santorini-course", "WON", "S5", 1, NOBODY, 62},
    {"santorini", "WON", "S5", 0, NOBODY, 105},
    {"stones-quoted", "WON", "T6", 0, NOBODY, 47},
    {"stones", "WON", "T6", 0, NOBODY, 36},
    {"timeout", "TIMEOUT", "G9", 1, 0, 0},
};

enum { GOLDENS = sizeof goldens / sizeof *goldens };

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

static int64_t count_words(const char *text)
{
    int64_t count = text[0] != '\0';
    for (; *text != '\0'; text++)
        count += *text == ' ';
    return count;
}

static void a_record_is_read_as_it_was_written(void **state)
{
    (void)state;
    static char bytes[GOLDEN_BYTES];
    for (int i = 0; i < GOLDENS; i++) {
        struct recorded r;
        struct error e;
        if (!recorded_read(&r, bytes, read_golden(goldens[i].file, bytes), &e))
            fail_msg("%s: %s", goldens[i].file, e.words);
        assert_true(r.ended);
        assert_false(r.torn);
        assert_int_equal(r.index, 1);
        assert_string_equal(r.names[0], "ann");
        assert_string_equal(r.names[1], "bob");
        assert_string_equal(r.verdict, goldens[i].verdict);
        assert_string_equal(r.rule, goldens[i].rule);
        assert_int_equal(r.winner, goldens[i].winner);
        assert_int_equal(r.blame, goldens[i].blame);
        assert_int_equal(r.plies, goldens[i].plies);
        assert_int_equal(count_words(r.moves.bytes), goldens[i].plies);
        assert_true(strlen(r.position) > 0);
        recorded_destroy(&r);
    }
}

// A copy of exactly these bytes, so that a sanitizer sees whoever reads on behind them.
static void read_cut(const char *bytes, size_t length, const struct recorded *whole)
{
    char *cut = malloc(length + 1);
    assert_non_null(cut);
    memcpy(cut, bytes, length);
    cut = realloc(cut, length > 0 ? length : 1);
    assert_non_null(cut);
    struct recorded r;
    struct error e;
    if (!recorded_read(&r, cut, length, &e))
        fail_msg("%s", e.words);
    assert_false(r.ended);
    assert_int_equal(r.torn, length > 0 && bytes[length - 1] != '\n');
    assert_memory_equal(r.moves.bytes, whole->moves.bytes, r.moves.length);
    recorded_destroy(&r);
    free(cut);
}

static void a_record_that_was_cut_off_gives_what_is_whole_of_it(void **state)
{
    (void)state;
    static char bytes[GOLDEN_BYTES];
    for (int i = 0; i < GOLDENS; i++) {
        size_t length = read_golden(goldens[i].file, bytes);
        struct recorded whole;
        assert_true(recorded_read(&whole, bytes, length, NULL));
        for (size_t cut = 0; cut < length; cut += PIECE_BYTES)
            read_cut(bytes, cut, &whole);
        for (size_t cut = length - PIECE_BYTES; cut < length; cut++)
            read_cut(bytes, cut, &whole);
        recorded_destroy(&whole);
    }
}

// What is left of a golden record when these bytes are replaced by those, once; or what is wrong
// with it.
static void read_edited(const char *old, const char *new, struct error *e)
{
    static char bytes[GOLDEN_BYTES], edited[GOLDEN_BYTES + 1024];
    size_t length = read_golden("illegal", bytes);
    bytes[length] = '\0';
    char *at = strstr(bytes, old);
    if (!at)
        fail_msg("there is no %s", old);
    int written = snprintf(
        edited, sizeof edited, "%.*s%s%s", (int)(at - bytes), bytes, new, at + strlen(old));
    struct recorded r;
    e->words[0] = '\0';
    bool read = recorded_read(&r, edited, (size_t)written, e);
    assert_int_equal(read, e->words[0] == '\0');
    recorded_destroy(&r);
}

static void a_line_that_agon_does_not_write_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new, *words;
    } rows[] = {
        {"", "garbage\n", "line 1 is not one that agon writes"},
        {"\"format\":1", "\"format\":2", "it was written by a newer agon: its format is 2"},
        {"\"format\":1", "\"format\":99999999999999999999,\"new\":{}", "by a newer agon"},
        {"", "\n", "line 1 is not one that agon writes"},
        {"{\"type\":\"to\"", "nothing\n{\"type\":\"to\"", "is not one that agon writes"},
        {"{\"type\":\"to\"", "{\"type\":\"too\"", "is not one that agon writes"},
        {"{\"type\":\"to\"", "{\"type\": \"to\"", "is not one that agon writes"},
        {"{\"type\":\"to\",\"seat\":1", "{\"type\":\"to\",\"seat\":2",
            "is not one that agon writes"},
        {"\"index\":1", "\"index\":1,\"extra\":1", "line 1 is not one that agon writes"},
        {"\"index\":1,", "", "line 1 is not one that agon writes"},
        {"\"blame\":0", "\"blame\":7", "is not one that agon writes"},
        {"\"clock\":\"refunded\"", "\"clock\":\"refunded\",\"pondering\":\"frozen\",\"cores\":2",
            ""},
        {"\"clock\":\"refunded\"", "\"clock\":\"refunded\",\"cores\":\"two\"",
            "line 1 is not one that agon writes"},
        {"{\"type\":\"end\"",
            "{\"type\":\"pondering\",\"seat\":1,\"cpu_us\":12}\n{\"type\":\"end\"", ""},
        {"{\"type\":\"end\"",
            "{\"type\":\"pondering\",\"seat\":1,\"cpu_us\":-1}\n{\"type\":\"end\"",
            "is not one that agon writes"},
        {"{\"type\":\"to\"",
            "{\"type\":\"note\",\"seat\":0,\"at_us\":1,\"words\":\"x\"}\n{\"type\":\"to\"", ""},
        {"{\"type\":\"to\"",
            "{\"type\":\"note\",\"seat\":0,\"at_us\":1,\"words\":\"\\x\"}\n{\"type\":\"to\"",
            "is not one that agon writes"},
        {"{\"type\":\"to\"",
            "{\"type\":\"stderr\",\"seat\":0,\"text\":\"a\\u0000\"}\n"
            "{\"type\":\"stderr\",\"seat\":0,\"text\":\"b\"}\n{\"type\":\"to\"",
            "is out of place"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error e;
        read_edited(rows[i].old, rows[i].new, &e);
        if (rows[i].words[0] == '\0' ? e.words[0] != '\0' : !strstr(e.words, rows[i].words))
            fail_msg("%s for %s: \"%s\"", rows[i].new, rows[i].old, e.words);
    }
}

static void lines_have_their_order(void **state)
{
    (void)state;
    static char bytes[GOLDEN_BYTES];
    size_t length = read_golden("illegal", bytes);
    struct recorded r;
    struct error e;
    // The first line again, behind the end.
    const char *newline = memchr(bytes, '\n', length);
    size_t first = (size_t)(newline - bytes) + 1;
    memcpy(bytes + length, bytes, first);
    assert_false(recorded_read(&r, bytes, length + first, &e));
    assert_non_null(strstr(e.words, "is out of place"));
    recorded_destroy(&r);
    assert_false(recorded_read(&r, bytes, length + 5, &e));
    assert_string_equal(e.words, "something follows its end");
    recorded_destroy(&r);
    // Without the first line.
    assert_false(recorded_read(&r, bytes + first, length - first, &e));
    assert_string_equal(e.words, "line 1 is out of place");
    recorded_destroy(&r);
}

// What was too long was cut before its end, and nowhere else.
static void only_the_end_stands_behind_a_cut(void **state)
{
    (void)state;
    static const char cut[] = "{\"type\":\"cut\",\"dropped_bytes\":123}\n";
    static char bytes[GOLDEN_BYTES];
    size_t length = read_golden("stones", bytes);
    struct recorded r;
    struct error e;
    char *end = strstr(bytes, "{\"type\":\"end\"");
    memmove(end + strlen(cut), end, length - (size_t)(end - bytes));
    memcpy(end, cut, strlen(cut));
    assert_true(recorded_read(&r, bytes, length + strlen(cut), &e));
    assert_true(r.cut && r.ended);
    recorded_destroy(&r);
    length = read_golden("stones", bytes);
    char *line = strstr(bytes, "{\"type\":\"move\"");
    memmove(line + strlen(cut), line, length - (size_t)(line - bytes));
    memcpy(line, cut, strlen(cut));
    assert_false(recorded_read(&r, bytes, length + strlen(cut), &e));
    assert_non_null(strstr(e.words, "is out of place"));
    recorded_destroy(&r);
}

static void the_explanation_is_kept_as_it_stands(void **state)
{
    (void)state;
    static char bytes[GOLDEN_BYTES];
    struct recorded r;
    assert_true(recorded_read(&r, bytes, read_golden("illegal", bytes), NULL));
    char line[512];
    snprintf(line, sizeof line, "\"explanation\":%s,", r.explanation.bytes);
    assert_non_null(strstr(bytes, line));
    recorded_destroy(&r);
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : ".";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_read_as_it_was_written),
        cmocka_unit_test(a_record_that_was_cut_off_gives_what_is_whole_of_it),
        cmocka_unit_test(a_line_that_agon_does_not_write_is_named),
        cmocka_unit_test(lines_have_their_order),
        cmocka_unit_test(only_the_end_stands_behind_a_cut),
        cmocka_unit_test(the_explanation_is_kept_as_it_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
