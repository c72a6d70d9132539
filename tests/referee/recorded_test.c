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

static void a_damaged_line_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *record, *words;
    } rows[] = {
        {"{\"type\":\"game\",\"seed\":18446744073709551615}\n", "line 1 cannot be read"},
        {"{\"type\":\"note\",\n{\"type\":\"move\",\"move\":1}\n", "line 2 cannot be read"},
        {"{\"type\":\"move\",\"move\":\"d3\"\n", "line 1 cannot be read"},
        {"\n\n{\"type\":\"end\",\"verdict\":\"WON\"}\n", "line 3 cannot be read"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct recorded r;
        struct error e;
        assert_false(recorded_read(&r, rows[i].record, strlen(rows[i].record), &e));
        assert_string_equal(e.words, rows[i].words);
        recorded_destroy(&r);
    }
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : ".";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_read_as_it_was_written),
        cmocka_unit_test(a_record_that_was_cut_off_gives_what_is_whole_of_it),
        cmocka_unit_test(a_damaged_line_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
