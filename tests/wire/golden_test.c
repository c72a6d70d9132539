// Whole matches over every wire, against transcripts that are checked in. With --write as third
// argument the transcripts are written instead: read the difference before you commit it.
#include "wire/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct golden {
    const char *file;
    struct match_plan plan;
    enum verdict verdict; // of the last game
};

static const struct golden goldens[] = {
    {"santorini", {"santorini", .names = {"ann", "ann"}, .seed = 1, .games = 2}, VERDICT_WON},
    {"santorini-5x5", {"santorini", "5x5", {"ann", "bob"}, .seed = 2, .games = 1}, VERDICT_WON},
    {"santorini-illegal",
        {"santorini", .names = {"ann", "bob"}, .seed = 3, .games = 2, .fault_at = 7,
            .fault = "[[\"move\",{\"player\":\"ann\",\"id\":1},[\"PUT\",\"PUT\"]]]\n"},
        VERDICT_WON},
    {"santorini-course", {"santorini-course", .names = {"ann", "ann"}, .seed = 4, .games = 2},
        VERDICT_WON},
    {"santorini-course-gives-up",
        {"santorini-course", .names = {"ann", "bob"}, .seed = 5, .games = 1, .fault_at = 9},
        VERDICT_WON},
    {"hgp", {"hgp", .names = {"ann", "bob"}, .seed = 6, .games = 1, .coin = 0}, VERDICT_WON},
    {"hgp-player-1-begins", {"hgp", .names = {"", ""}, .seed = 7, .games = 1, .coin = 1},
        VERDICT_WON},
    {"hgp-0.2", {"hgp-0.2", .names = {"", ""}, .seed = 8, .games = 1, .coin = 1}, VERDICT_WON},
    {"hgp-silent", {"hgp-silent", .names = {"", ""}, .seed = 9, .games = 1}, VERDICT_WON},
    {"hgp-draw", {"hgp", "4x4", {"", ""}, .seed = 6, .games = 1, .coin = 1}, VERDICT_DRAW},
    {"hgp-illegal",
        {"hgp", .names = {"", ""}, .seed = 10, .games = 1, .fault_at = 6,
            .fault = "{\"placed\":[3,3]}\n"},
        VERDICT_ILLEGAL},
    {"hgp-malformed",
        {"hgp", .names = {"", ""}, .seed = 11, .games = 1, .fault_at = 3, .fault = "d3\n"},
        VERDICT_MALFORMED},
    {"stones", {"stones", .names = {"", ""}, .seed = 12, .games = 1}, VERDICT_WON},
    {"stones-quoted", {"stones-quoted", .names = {"", ""}, .seed = 13, .games = 1}, VERDICT_WON},
    {"stones-illegal",
        {"stones", .names = {"", ""}, .seed = 14, .games = 1, .fault_at = 4,
            .fault = "{\"Type\":0,\"From\":null,\"To\":null}\n"},
        VERDICT_ILLEGAL},
    {"nboard", {"nboard", .names = {"", ""}, .seed = 15, .games = 2}, VERDICT_WON},
    {"nboard-illegal",
        {"nboard", .names = {"", ""}, .seed = 16, .games = 1, .fault_at = 5, .fault = "=== A1\n"},
        VERDICT_ILLEGAL},
    {"ugi-santorini", {"ugi-santorini", .names = {"", ""}, .seed = 17, .games = 1}, VERDICT_WON},
    {"ugi-reversi", {"ugi-reversi", .names = {"", ""}, .seed = 23, .games = 2}, VERDICT_WON},
    {"ugi-reversi-6x6", {"ugi-reversi", "6x6", .names = {"", ""}, .seed = 19, .games = 1},
        VERDICT_WON},
    {"ugi-stones", {"ugi-stones", .names = {"", ""}, .seed = 20, .games = 1}, VERDICT_WON},
    {"ugi-malformed",
        {"ugi-reversi", .names = {"", ""}, .seed = 21, .games = 1, .fault_at = 3,
            .fault = "info depth 3\nbestmove (none)\n"},
        VERDICT_MALFORMED},
    // Short games, shown in docs/protocols.
    {"santorini-sample", {"santorini", .names = {"ann", "bob"}, .seed = 6104, .games = 1},
        VERDICT_WON},
    {"santorini-course-sample",
        {"santorini-course", .names = {"ann", "bob"}, .seed = 6104, .games = 1}, VERDICT_WON},
    {"hgp-sample", {"hgp", .names = {"ann", ""}, .seed = 24884, .games = 1}, VERDICT_WON},
    {"stones-sample", {"stones", .names = {"", ""}, .seed = 19717, .games = 1}, VERDICT_WON},
    {"nboard-sample", {"nboard", .names = {"", ""}, .seed = 2446, .games = 1}, VERDICT_WON},
    {"ugi-sample", {"ugi-reversi", .names = {"", ""}, .seed = 2446, .games = 1}, VERDICT_WON},
};

enum { GOLDENS = sizeof goldens / sizeof *goldens };

static const char *folder;

static void golden_path(const struct golden *g, char *path, size_t capacity)
{
    snprintf(path, capacity, "%s/%s.txt", folder, g->file);
}

static char *read_golden(const struct golden *g)
{
    char path[4096];
    golden_path(g, path, sizeof path);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s is missing", path);
    static char bytes[1 << 18];
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    bytes[length] = '\0';
    return bytes;
}

static void play(struct match *m, const struct match_plan *plan)
{
    if (!match_play(m, plan))
        fail_msg("%s: %s", plan->wire, m->trouble);
    assert_true(m->agreed);
}

static void a_match_over_each_wire_is_the_checked_in_transcript(void **state)
{
    (void)state;
    for (int i = 0; i < GOLDENS; i++) {
        struct match m;
        play(&m, &goldens[i].plan);
        assert_int_equal(m.end.verdict, goldens[i].verdict);
        assert_string_equal(m.transcript.bytes, read_golden(&goldens[i]));
        match_destroy(&m);
    }
}

static size_t longest_line(const char *text)
{
    size_t longest = 0;
    for (; *text != '\0'; text = strchr(text, '\n') + 1) {
        size_t length = strcspn(text, "\n");
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void splitting_every_message_at_any_byte_changes_nothing_G1(void **state)
{
    (void)state;
    for (int i = 0; i < GOLDENS; i++) {
        const char *expected = read_golden(&goldens[i]);
        struct match_plan plan = goldens[i].plan;
        size_t longest = longest_line(expected);
        for (plan.split = 1; plan.split < longest; plan.split++) {
            struct match m;
            play(&m, &plan);
            assert_string_equal(m.transcript.bytes, expected);
            match_destroy(&m);
        }
        struct match m;
        plan.trickle = true;
        play(&m, &plan);
        assert_string_equal(m.transcript.bytes, expected);
        match_destroy(&m);
    }
}

// The messages of one direction, one behind the other with nothing or a newline between them, and
// the places where each ends.
struct stream {
    struct text bytes;
    size_t ends[512];
    int count;
};

static struct stream stream_of(const char *transcript, const char *prefix, const char *between)
{
    struct stream s = {.bytes = text_growing()};
    for (const char *line = transcript; *line != '\0'; line = strchr(line, '\n') + 1) {
        if (strncmp(line, prefix, strlen(prefix)) == 0) {
            text_bytes(&s.bytes, line + 3, strcspn(line + 3, "\n"));
            text_string(&s.bytes, between);
            s.ends[s.count++] = s.bytes.length;
        }
    }
    return s;
}

static void assert_same_messages(const struct stream *apart, const struct stream *glued, int group)
{
    struct framer one, many;
    framer_init(&one, true);
    framer_init(&many, true);
    for (int i = 0; i < apart->count; i += group) {
        int last = i + group < apart->count ? i + group : apart->count;
        size_t start = i > 0 ? glued->ends[i - 1] : 0;
        assert_true(framer_feed(&many, glued->bytes.bytes + start, glued->ends[last - 1] - start));
        for (int k = i; k < last; k++) {
            struct message expected, seen;
            size_t from = k > 0 ? apart->ends[k - 1] : 0;
            assert_true(framer_feed(&one, apart->bytes.bytes + from, apart->ends[k] - from));
            assert_true(framer_next(&one, &expected));
            assert_true(framer_next(&many, &seen));
            assert_int_equal(expected.length, seen.length);
            assert_memory_equal(expected.bytes, seen.bytes, seen.length);
        }
    }
    framer_destroy(&one);
    framer_destroy(&many);
}

static void gluing_messages_to_their_neighbours_changes_nothing_G1(void **state)
{
    (void)state;
    static const char *const prefixes[] = {">0 ", ">1 ", "<0 ", "<1 "};
    for (int i = 0; i < GOLDENS; i++) {
        const char *transcript = read_golden(&goldens[i]);
        // A bare number cannot touch its neighbour: 0.2 is a line of its own.
        // Nor can the line of an engine.
        if (strcmp(goldens[i].plan.wire, "hgp-0.2") == 0 || strstr(goldens[i].file, "malformed") ||
            wire_find(goldens[i].plan.wire, NULL)->engine)
            continue;
        for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++) {
            struct stream apart = stream_of(transcript, prefixes[k], "\n");
            struct stream glued = stream_of(transcript, prefixes[k], "");
            for (int group = 2; group <= FRAMER_QUEUE; group++)
                assert_same_messages(&apart, &glued, group);
            text_destroy(&apart.bytes);
            text_destroy(&glued.bytes);
        }
    }
}

// Random matches of every wire: whatever the moves, both sides agree.
static void both_sides_agree_over_many_random_matches(void **state)
{
    (void)state;
    for (const struct wire *w = wires; w->name; w++) {
        for (const char *const *variant = w->game->variants; *variant; variant++) {
            position start;
            assert_true(w->game->start(&start, *variant, NULL));
            if (!wire_can_begin(w, &start, NULL))
                continue;
            for (uint64_t seed = 100; seed < 160; seed++) {
                struct match_plan plan = {w->name, *variant, {"ann", "bob"}, .seed = seed,
                    .games = w->many_games ? 2 : 1, .coin = (int)(seed % 2)};
                struct match m;
                play(&m, &plan);
                assert_false(verdict_is_fault(m.end.verdict));
                match_destroy(&m);
            }
        }
    }
}

static int write_goldens(void)
{
    for (int i = 0; i < GOLDENS; i++) {
        struct match m;
        if (!match_play(&m, &goldens[i].plan))
            fprintf(stderr, "%s: %s\n", goldens[i].file, m.trouble);
        char path[4096];
        golden_path(&goldens[i], path, sizeof path);
        FILE *file = fopen(path, "w");
        if (!file)
            return EXIT_FAILURE;
        fwrite(m.transcript.bytes, 1, m.transcript.length, file);
        fclose(file);
        match_destroy(&m);
    }
    return EXIT_SUCCESS;
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_over_each_wire_is_the_checked_in_transcript),
        cmocka_unit_test(splitting_every_message_at_any_byte_changes_nothing_G1),
        cmocka_unit_test(gluing_messages_to_their_neighbours_changes_nothing_G1),
        cmocka_unit_test(both_sides_agree_over_many_random_matches),
    };
    if (count < 2)
        return EXIT_FAILURE;
    folder = arguments[1];
    if (count > 3 && strcmp(arguments[3], "--write") == 0)
        return write_goldens();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
