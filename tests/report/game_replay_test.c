// Records made into lines and documents for a page: the golden ones, whole and in pieces; what must
// not be shown; and records that were tampered with.
#include "report/game_replay.h"

#include "games/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

enum { GOLDEN_BYTES = 1 << 18 };

static const char *folder;

static const struct {
    const char *file, *game;
    int plies;
} goldens[] = {
    {"hgp", "reversi", 60},
    {"illegal", "santorini", 0},
    {"malformed", "reversi", 0},
    {"santorini-course", "santorini", 62},
    {"santorini", "santorini", 105},
    {"stones-quoted", "stones", 47},
    {"stones", "stones", 36},
    {"timeout", "stones", 0},
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

// --- Help ---

static const struct game_replay_place place = {
    .slug = "cup", .name = "The cup", .number = 17, .previous = 16, .next = 18};

struct fed {
    struct game_replay *replay;
    struct text lines;
    json_t *document;
};

static json_t *parse(const struct text *t)
{
    json_error_t e;
    json_t *root = json_loadb(t->bytes, t->length, JSON_REJECT_DUPLICATES, &e);
    if (!root)
        fail_msg("not JSON: %s at byte %d", e.text, e.position);
    return root;
}

static struct fed feed(const char *bytes, size_t length, bool shows_stderr)
{
    struct fed f = {.replay = game_replay_create(shows_stderr), .lines = text_growing()};
    struct error e;
    if (!game_replay_feed(f.replay, bytes, length, &f.lines, &e))
        fail_msg("%s", e.words);
    struct text out = text_growing();
    assert_true(game_replay_document(f.replay, &place, &f.lines, &out));
    f.document = parse(&out);
    text_destroy(&out);
    return f;
}

static void destroy(struct fed *f)
{
    json_decref(f->document);
    text_destroy(&f->lines);
    game_replay_destroy(f->replay);
}

static struct fed feed_golden(const char *name, bool shows_stderr)
{
    static char bytes[GOLDEN_BYTES];
    return feed(bytes, read_golden(name, bytes), shows_stderr);
}

static const char *text_of(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (!text)
        fail_msg("there is no text %s", key);
    return text;
}

static json_t *lines_of(const struct fed *f)
{
    return json_object_get(f->document, "lines");
}

// The line of this type, counted from 0.
static json_t *line_of(const struct fed *f, const char *type, int which)
{
    size_t i;
    json_t *line;
    json_array_foreach(lines_of(f), i, line)
    {
        if (strcmp(text_of(line, "type"), type) == 0 && which-- == 0)
            return line;
    }
    return NULL;
}

// --- What a page gets ---

static void require_legal(json_t *state, const char *played)
{
    size_t i;
    json_t *legal;
    json_array_foreach(json_object_get(state, "legal"), i, legal)
    {
        if (strcmp(json_string_value(legal), played) == 0)
            return;
    }
    fail_msg("%s was played, and is not among the legal moves", played);
}

// Plays the moves by the rules, and compares what stands beside each.
static void every_move_has_the_position_after_it_and_what_is_legal_there(void **state)
{
    (void)state;
    for (int i = 0; i < GOLDENS; i++) {
        struct fed f = feed_golden(goldens[i].file, true);
        const struct game *game = game_find(goldens[i].game, NULL);
        json_t *before = json_object_get(f.document, "start"), *line;
        position p;
        assert_true(game->parse(&p, text_of(before, "position"), NULL));
        int plies = 0;
        for (; (line = line_of(&f, "move", plies)) != NULL; plies++) {
            char printed[POSITION_TEXT_BYTES];
            struct text out = TEXT_IN(printed);
            move m;
            assert_true(game->parse_move(&p, text_of(line, "move"), &m, NULL));
            require_legal(before, text_of(line, "move"));
            assert_int_equal(json_integer_value(json_object_get(before, "turn")), game->turn(&p));
            assert_true(strlen(text_of(line, "words")) > 0);
            game->apply(&p, m);
            game->print(&p, &out);
            assert_string_equal(text_of(line, "position"), printed);
            before = line;
        }
        assert_int_equal(plies, goldens[i].plies);
        bool over = game->outcome(&p).over;
        assert_int_equal(json_is_null(json_object_get(before, "turn")), over);
        assert_int_equal(json_object_get(before, "legal") == NULL, over);
        destroy(&f);
    }
}

static void the_document_says_who_played_and_under_which_conditions(void **state)
{
    (void)state;
    struct fed f = feed_golden("stones", true);
    assert_string_equal(text_of(json_object_get(f.document, "contest"), "slug"), "cup");
    assert_string_equal(text_of(f.document, "title"), "Game of Stones");
    assert_string_equal(text_of(f.document, "variant"), "standard");
    assert_int_equal(json_integer_value(json_object_get(f.document, "number")), 17);
    assert_int_equal(json_integer_value(json_object_get(f.document, "next")), 18);
    json_t *ann = json_array_get(json_object_get(f.document, "players"), 0);
    assert_string_equal(text_of(ann, "name"), "ann");
    assert_string_equal(text_of(ann, "player"), "./ann");
    assert_string_equal(text_of(ann, "wire"), "stones");
    json_t *budget = json_object_get(ann, "budget");
    assert_int_equal(json_integer_value(json_object_get(budget, "request_ms")), 100);
    assert_string_equal(text_of(f.document, "schema"), "replay/1");
    destroy(&f);
}

static void there_is_no_document_before_the_header(void **state)
{
    (void)state;
    struct game_replay *r = game_replay_create(true);
    struct text lines = text_growing(), out = text_growing();
    assert_true(game_replay_feed(r, "{\"type\":", 8, &lines, NULL));
    assert_false(game_replay_has_begun(r));
    assert_false(game_replay_document(r, &place, &lines, &out));
    assert_int_equal(out.length, 0);
    text_destroy(&lines);
    text_destroy(&out);
    game_replay_destroy(r);
}

static void a_message_is_the_text_that_was_on_the_wire(void **state)
{
    (void)state;
    struct fed f = feed_golden("illegal", true);
    // One that stands in the record as JSON, and one that spans two lines.
    assert_string_equal(text_of(line_of(&f, "from", 0), "text"), "[\"join\",\"ann\"]");
    json_t *end = line_of(&f, "end", 0);
    const char *last = text_of(line_of(&f, "from", 4), "text");
    assert_string_equal(last, "[\"place\",\n 6,6]");
    assert_int_equal(last[json_integer_value(json_object_get(end, "byte"))], '6');
    assert_null(json_object_get(line_of(&f, "from", 0), "message"));
    destroy(&f);
}

static void the_end_has_the_rule_in_words_and_the_command_that_plays_on(void **state)
{
    (void)state;
    struct fed f = feed_golden("illegal", true);
    json_t *end = line_of(&f, "end", 0);
    assert_non_null(strstr(text_of(end, "rule_text"), "first, second, first, second player"));
    assert_string_equal(text_of(end, "command"),
        "agon play santorini ./ann ./bob --position "
        "'000000/000000/000000/000000/000000/000000 - - 1'");
    json_t *placeholders = json_object_get(end, "placeholders");
    assert_true(json_is_null(json_array_get(placeholders, 0)));
    assert_true(json_is_null(json_array_get(placeholders, 1)));
    json_t *charge = json_object_get(end, "charge");
    assert_int_equal(json_integer_value(json_object_get(charge, "limit_ms")), 500);
    destroy(&f);
    f = feed_golden("santorini-course", true);
    end = line_of(&f, "end", 0);
    // After a regular end: from before the last move, by the same protocols.
    json_t *last = line_of(&f, "move", 60);
    assert_non_null(strstr(text_of(end, "command"), text_of(last, "position")));
    assert_non_null(strstr(text_of(end, "command"),
        " ./ann ./bob --wire-first santorini-course --wire-second santorini-course "));
    assert_true(json_is_null(json_object_get(end, "charge")));
    destroy(&f);
}

// --- In pieces ---

static void require_same_in_pieces(
    const char *bytes, size_t length, size_t first, size_t piece, const struct text *whole)
{
    struct game_replay *r = game_replay_create(true);
    struct text lines = text_growing();
    for (size_t at = 0; at < length;) {
        size_t n = at == 0 ? first : piece;
        n = n < length - at ? n : length - at;
        // A copy of exactly these bytes, so that a sanitizer sees whoever reads on behind them.
        char *copy = malloc(n);
        memcpy(copy, bytes + at, n);
        assert_true(game_replay_feed(r, copy, n, &lines, NULL));
        free(copy);
        at += n;
    }
    assert_int_equal(lines.length, whole->length);
    assert_memory_equal(lines.bytes, whole->bytes, whole->length);
    assert_true(game_replay_is_over(r));
    text_destroy(&lines);
    game_replay_destroy(r);
}

static void a_record_in_pieces_gives_the_same_lines_as_a_whole_one(void **state)
{
    (void)state;
    static char bytes[GOLDEN_BYTES];
    for (int i = 0; i < GOLDENS; i++) {
        size_t length = read_golden(goldens[i].file, bytes);
        struct fed f = feed(bytes, length, true);
        require_same_in_pieces(bytes, length, 1, 1, &f.lines);
        require_same_in_pieces(bytes, length, 97, 97, &f.lines);
        for (size_t first = 1; goldens[i].plies == 0 && first < length; first++)
            require_same_in_pieces(bytes, length, first, length, &f.lines);
        destroy(&f);
    }
}

static void an_unfinished_record_gives_its_whole_lines(void **state)
{
    (void)state;
    static char bytes[GOLDEN_BYTES];
    size_t length = read_golden("hgp", bytes);
    struct fed f = feed(bytes, length / 2, true);
    assert_false(game_replay_is_over(f.replay));
    assert_non_null(line_of(&f, "move", 0));
    assert_null(line_of(&f, "end", 0));
    destroy(&f);
}

// --- What belongs to the authors ---

static void stderr_and_commands_are_left_out_where_they_are_hidden(void **state)
{
    (void)state;
    struct fed f = feed_golden("illegal", false);
    json_t *ann = json_array_get(json_object_get(f.document, "players"), 0);
    assert_null(json_object_get(ann, "player"));
    assert_null(line_of(&f, "stderr", 0));
    assert_string_equal(text_of(f.document, "stderr"), "hidden");
    json_t *end = line_of(&f, "end", 0);
    assert_non_null(
        strstr(text_of(end, "command"), "agon play santorini 'FIRST BOT' 'SECOND BOT' "));
    json_t *placeholders = json_object_get(end, "placeholders");
    assert_string_equal(json_string_value(json_array_get(placeholders, 0)), "FIRST BOT");
    assert_string_equal(json_string_value(json_array_get(placeholders, 1)), "SECOND BOT");
    destroy(&f);
    f = feed_golden("illegal", true);
    assert_string_equal(text_of(line_of(&f, "stderr", 1), "tail"), "last\n");
    destroy(&f);
}

static void the_public_record_has_neither_stderr_nor_commands_and_can_be_read(void **state)
{
    (void)state;
    static char bytes[GOLDEN_BYTES];
    size_t length = read_golden("illegal", bytes);
    struct text record = text_growing();
    game_replay_public_record(bytes, length, &record);
    assert_null(strstr(record.bytes, "\"stderr\""));
    assert_null(strstr(record.bytes, "./ann"));
    assert_null(strstr(record.bytes, "./bob"));
    struct fed hidden = feed(bytes, length, false),
               again = feed(record.bytes, record.length, false);
    assert_string_equal(hidden.lines.bytes, again.lines.bytes);
    destroy(&hidden);
    destroy(&again);
    text_destroy(&record);
}

// --- Records that agon has not written ---

static char *replaced(const char *bytes, const char *old, const char *new)
{
    const char *at = strstr(bytes, old);
    if (!at)
        fail_msg("%s is not there", old);
    struct text copy = text_growing();
    text_bytes(&copy, bytes, (size_t)(at - bytes));
    text_string(&copy, new);
    text_string(&copy, at + strlen(old));
    return copy.bytes;
}

static void require_refused(const char *golden, const char *old, const char *new, const char *words)
{
    static char bytes[GOLDEN_BYTES];
    bytes[read_golden(golden, bytes)] = '\0';
    char *wrong = replaced(bytes, old, new);
    struct game_replay *r = game_replay_create(true);
    struct text lines = text_growing();
    struct error e = {.words = ""};
    assert_false(game_replay_feed(r, wrong, strlen(wrong), &lines, &e));
    if (!strstr(e.words, words))
        fail_msg("\"%s\" instead of \"%s\"", e.words, words);
    // And nothing more is read.
    size_t length = lines.length;
    assert_false(game_replay_feed(r, wrong, strlen(wrong), &lines, &e));
    assert_int_equal(lines.length, length);
    text_destroy(&lines);
    game_replay_destroy(r);
    free(wrong);
}

static void a_record_that_agon_cannot_have_written_is_refused(void **state)
{
    (void)state;
    require_refused("hgp", "\"type\":\"game\"", "\"type\":\"gone\"", "line 1 is not one that");
    require_refused(
        "hgp", "\"game\":\"reversi\"", "\"game\":\"go\"", "line 1 cannot be read: no game");
    require_refused("hgp", " X\",\"players\"", " Y\",\"players\"", "line 1 cannot be read: ");
    require_refused("hgp", "\"name\":\"ann\"", "\"name\":\"a\\ud800\"", "line 1 cannot be read");
    require_refused("hgp", "{\"type\":\"move\",\"seat\":0", "{\"type\":\"move\",\"seat\":1",
        "it is not the turn of seat 1");
    require_refused("illegal", "{\"type\":\"end\"",
        "{\"type\":\"cut\",\"dropped_bytes\":1}\n"
        "{\"type\":\"note\",\"seat\":0,\"at_us\":0,\"words\":\"\"}\n{\"type\":\"end\"",
        "out of place");
    require_refused("illegal", "\"text\":\"oh", "\"text\":\"\xff", "cannot be read");
    require_refused("illegal", "\"text\":\"[", "\"text\":\"\xff[", "cannot be read");
}

static void a_move_that_the_rules_forbid_is_refused(void **state)
{
    (void)state;
    static char bytes[GOLDEN_BYTES];
    bytes[read_golden("hgp", bytes)] = '\0';
    const char *first = strstr(bytes, "\"move\":\"");
    char old[32];
    snprintf(old, sizeof old, "%.10s\"", first);
    require_refused("hgp", old, "\"move\":\"a1\"", "the move is not legal");
}

static void a_record_is_bounded(void **state)
{
    (void)state;
    struct game_replay *r = game_replay_create(true);
    struct text lines = text_growing();
    struct error e;
    static char blanks[GOLDEN_BYTES];
    memset(blanks, ' ', sizeof blanks);
    int pieces = 0;
    while (game_replay_feed(r, blanks, sizeof blanks, &lines, &e))
        pieces++;
    assert_int_equal(pieces, GAME_REPLAY_MOST_BYTES / GOLDEN_BYTES);
    assert_non_null(strstr(e.words, "longer than"));
    text_destroy(&lines);
    game_replay_destroy(r);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    folder = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_has_the_position_after_it_and_what_is_legal_there),
        cmocka_unit_test(the_document_says_who_played_and_under_which_conditions),
        cmocka_unit_test(there_is_no_document_before_the_header),
        cmocka_unit_test(a_message_is_the_text_that_was_on_the_wire),
        cmocka_unit_test(the_end_has_the_rule_in_words_and_the_command_that_plays_on),
        cmocka_unit_test(a_record_in_pieces_gives_the_same_lines_as_a_whole_one),
        cmocka_unit_test(an_unfinished_record_gives_its_whole_lines),
        cmocka_unit_test(stderr_and_commands_are_left_out_where_they_are_hidden),
        cmocka_unit_test(the_public_record_has_neither_stderr_nor_commands_and_can_be_read),
        cmocka_unit_test(a_record_that_agon_cannot_have_written_is_refused),
        cmocka_unit_test(a_move_that_the_rules_forbid_is_refused),
        cmocka_unit_test(a_record_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
