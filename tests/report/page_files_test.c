// The files of the pages that are in the program, the shell of a page, the rulings, and the
// documents about the rules.
#include "report/page_files.h"

#include "base/sha256.h"
#include "report/rules_document.h"
#include "report/rulings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

// --- Files ---

static void a_browser_finds_script_and_style_and_nothing_that_is_not_for_it(void **state)
{
    (void)state;
    assert_non_null(strstr(page_file_find("agon.js")->type, "javascript"));
    assert_non_null(strstr(page_file_find("agon.css")->type, "text/css"));
    assert_null(page_file_find("rulings.md"));
    assert_null(page_file_find("page.html"));
    assert_null(page_file_find("../agon.js"));
    assert_null(page_file_find(""));
    assert_non_null(page_file_text("rulings.md"));
}

static void every_file_is_whole_smaller_when_gzipped_and_has_the_hash_of_its_bytes(void **state)
{
    (void)state;
    for (const struct page_file *f = page_files; f->path; f++) {
        char digits[2 * SHA256_BYTES + 1];
        unsigned char digest[SHA256_BYTES];
        struct sha256 s = sha256_begin();
        sha256_add(&s, f->bytes, f->length);
        sha256_end(&s, digest);
        for (size_t i = 0; i < SHA256_BYTES; i++)
            snprintf(digits + 2 * i, sizeof digits - 2 * i, "%02x", digest[i]);
        assert_string_equal(f->sha256, digits);
        assert_int_equal(f->bytes[f->length], '\0');
        if (!f->type)
            continue;
        assert_true(f->gzipped_length > 18 && f->gzipped_length < f->length);
        assert_int_equal((unsigned char)f->gzipped[0], 0x1f);
        assert_int_equal((unsigned char)f->gzipped[1], 0x8b);
        // The last four bytes are the length of what was packed, the lowest first.
        const unsigned char *size = (const unsigned char *)f->gzipped + f->gzipped_length - 4;
        assert_int_equal(
            size[0] | size[1] << 8 | size[2] << 16 | (uint32_t)size[3] << 24, f->length);
    }
}

// --- The shell ---

static struct text written(const char *title, const char *document, enum page_kind kind)
{
    struct text out = text_growing(), data = text_growing();
    text_string(&data, document);
    page_write(&out, title, &data, "", kind);
    text_destroy(&data);
    return out;
}

static void a_served_page_has_its_style_in_it_and_leaves_its_policy_to_the_server(void **state)
{
    (void)state;
    struct text page = written("<ann>", "{\"a\":\"</script><!--\"}", PAGE_SERVED);
    assert_non_null(strstr(page.bytes, "<title>&lt;ann&gt;</title>"));
    assert_non_null(
        strstr(page.bytes, "id=\"data\">{\"a\":\"\\u003c/script>\\u003c!--\"}</script>"));
    assert_non_null(strstr(page.bytes, page_file_find("agon.css")->bytes));
    assert_null(strstr(page.bytes, "rel=\"stylesheet\""));
    assert_non_null(strstr(page.bytes, "<script src=\"/agon.js\" defer>"));
    assert_null(strstr(page.bytes, "id=\"early\""));
    assert_null(strstr(page.bytes, "Content-Security-Policy"));
    static const char *const marks[] = {
        "{title}", "{head}", "{noscript}", "{view}", "{data}", "{script}"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        assert_null(strstr(page.bytes, marks[i]));
    text_destroy(&page);
}

// Nobody waits for the script of a page of which a board is seen.
static void a_page_with_a_first_view_fetches_its_script_later(void **state)
{
    (void)state;
    struct text rules = text_growing(), page = text_growing();
    rules_document(&rules, game_find("stones", NULL));
    page_write(&page, "x", &rules, "", PAGE_SERVED);
    assert_non_null(strstr(page.bytes, "<agon-board"));
    assert_non_null(strstr(page.bytes, "<script id=\"early\" data-from=\"/agon.js\">"));
    assert_non_null(strstr(page.bytes, page_file_find("early.js")->bytes));
    assert_null(strstr(page.bytes, "<script src="));
    text_destroy(&rules);
    text_destroy(&page);
}

static void a_page_in_a_folder_allows_the_files_beside_it(void **state)
{
    (void)state;
    struct text page = written("x", "{}", PAGE_FOLDER_BELOW);
    assert_non_null(strstr(page.bytes, "src=\"../agon.js\""));
    assert_non_null(strstr(page.bytes, " 'self'; style-src 'self'; "));
    text_destroy(&page);
}

static void what_is_seen_first_in_a_folder_leads_to_the_files_of_the_folder(void **state)
{
    static const char game[] =
        "{\"contest\":{\"slug\":\"a "
        "b\",\"name\":\"Cup\"},\"number\":2,\"previous\":1,\"next\":null,"
        "\"game\":\"reversi\",\"title\":\"Reversi\",\"variant\":\"4x4\",\"players\":[{\"name\":"
        "\"ann\"},{\"name\":\"bob\"}],\"start\":{\"position\":\"-----OX--XO----- X\"},\"lines\":[],"
        "\"schema\":\"replay/1\"}";
    struct text data = text_growing(), page = text_growing();
    (void)state;
    text_string(&data, game);
    page_write_begin(
        &page, "x", &(struct page_opening){&data, "", "contests/a%20b/games/2"}, PAGE_FOLDER_BELOW);
    assert_non_null(strstr(page.bytes, "<agon-board"));
    assert_non_null(
        strstr(page.bytes, "data-from=\"../agon.js\" data-here=\"contests/a%20b/games/2\""));
    assert_non_null(strstr(page.bytes, "href=\"../index.html#/contests/a%20b/games\""));
    assert_non_null(strstr(page.bytes, "<a href=\"1.html\">"));
    assert_null(strstr(page.bytes, "Rules</a>"));
    text_destroy(&data);
    text_destroy(&page);
}

static void only_a_frozen_contest_has_its_name_before_the_script(void **state)
{
    static const char report[] = "{\"contest\":{\"name\":\"<Cup>\"},\"schema\":\"report/1\"}";
    (void)state;
    struct text frozen = written("x", report, PAGE_FROZEN);
    assert_non_null(strstr(frozen.bytes, "<h1><bdi class=\"name\">&lt;Cup&gt;</bdi></h1>"));
    struct text served = written("x", report, PAGE_SERVED);
    assert_null(strstr(served.bytes, "<h1>"));
    text_destroy(&frozen);
    text_destroy(&served);
}

static void a_frozen_page_has_everything_in_it(void **state)
{
    (void)state;
    struct text page = written("x", "{}", PAGE_FROZEN);
    const struct page_file *script = page_file_find("agon.js"), *style = page_file_find("agon.css");
    assert_non_null(memmem(page.bytes, page.length, script->bytes, script->length));
    assert_non_null(memmem(page.bytes, page.length, style->bytes, style->length));
    assert_null(strstr(page.bytes, " src="));
    text_destroy(&page);
}

// --- Rulings ---

static void a_ruling_is_told_on_one_line_without_marks(void **state)
{
    (void)state;
    struct text out = text_growing();
    assert_true(rulings_words("R5", &out));
    assert_int_equal(strncmp(out.bytes, "End: neither can move, or the board is full: ", 45), 0);
    assert_null(strpbrk(out.bytes, "`\n"));
    assert_null(strstr(out.bytes, "**"));
    assert_null(strstr(out.bytes, "  "));
    text_clear(&out);
    assert_false(rulings_words("R99", &out));
    assert_false(rulings_words("", &out));
    assert_false(rulings_words("R", &out));
    assert_int_equal(out.length, 0);
    text_destroy(&out);
}

// --- Documents ---

static json_t *parsed(struct text *t)
{
    json_error_t e;
    json_t *root = json_loadb(t->bytes, t->length, JSON_REJECT_DUPLICATES, &e);
    if (!root)
        fail_msg("not JSON: %s at byte %d", e.text, e.position);
    text_destroy(t);
    return root;
}

static const char *word(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (!text)
        fail_msg("there is no text %s", key);
    return text;
}

static void the_rules_of_every_game_have_their_page_and_their_rulings(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++) {
        struct text out = text_growing();
        rules_document(&out, games[i]);
        json_t *d = parsed(&out);
        assert_string_equal(word(d, "game"), games[i]->name);
        assert_int_equal(word(d, "page")[0], '#');
        json_t *rulings = json_object_get(d, "rulings");
        assert_true(json_array_size(rulings) >= 18); // ten for all, and its own
        assert_string_equal(word(json_array_get(rulings, 0), "id"), "G1");
        char own = word(json_array_get(rulings, json_array_size(rulings) - 1), "id")[0];
        assert_int_equal(own, "SRT"[i]);
        json_t *start = json_object_get(d, "start");
        assert_true(json_array_size(json_object_get(start, "legal")) > 0);
        json_decref(d);
    }
}

static json_t *tried(const char *game, const char *position_text, const char *move_text)
{
    struct text out = text_growing();
    rules_try(&out, game_find(game, NULL), position_text, move_text);
    return parsed(&out);
}

static void a_legal_move_is_played(void **state)
{
    (void)state;
    json_t *d = tried("reversi", NULL, "d3");
    assert_true(json_is_true(json_object_get(d, "legal")));
    assert_string_equal(word(d, "move"), "d3");
    assert_string_equal(word(d, "words"), "puts a stone on d3 and turns 1");
    assert_int_equal(json_integer_value(json_object_get(d, "turn")), 1);
    assert_int_equal(json_array_size(json_object_get(d, "moves")), 3);
    assert_true(json_is_null(json_object_get(d, "outcome")));
    json_decref(d);
}

static void the_move_that_ends_a_game_tells_the_outcome(void **state)
{
    (void)state;
    json_t *d = tried("reversi", "XXXXXXXXXXXXXXO- X", "d4");
    json_t *outcome = json_object_get(d, "outcome");
    assert_int_equal(json_integer_value(json_object_get(outcome, "winner")), 0);
    assert_string_equal(word(outcome, "rule"), "R5");
    assert_true(json_is_null(json_object_get(d, "turn")));
    assert_int_equal(json_array_size(json_object_get(d, "moves")), 0);
    json_decref(d);
}

static void a_refusal_names_its_rule_what_was_expected_and_what_was_seen(void **state)
{
    (void)state;
    json_t *d = tried("reversi", NULL, "a1");
    assert_true(json_is_false(json_object_get(d, "legal")));
    json_t *refusal = json_object_get(d, "refusal");
    assert_true(strlen(word(refusal, "rule")) >= 2);
    assert_true(strlen(word(refusal, "words")) > 0);
    assert_non_null(json_object_get(refusal, "expected"));
    assert_non_null(json_object_get(refusal, "seen"));
    json_decref(d);
}

static void what_cannot_be_read_is_told(void **state)
{
    (void)state;
    json_t *d = tried("reversi", NULL, "zz9\x01\xff<");
    assert_true(json_is_null(json_object_get(d, "refusal")));
    assert_non_null(strstr(word(d, "words"), "the move cannot be read: "));
    json_decref(d);
    d = tried("stones", "nonsense", NULL);
    assert_non_null(strstr(word(d, "words"), "the position cannot be read: "));
    json_decref(d);
}

static void without_a_move_the_answer_is_about_the_position(void **state)
{
    (void)state;
    json_t *d = tried("santorini", NULL, NULL);
    assert_true(json_is_null(json_object_get(d, "legal")));
    assert_int_equal(json_array_size(json_object_get(d, "moves")), 36);
    json_decref(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_browser_finds_script_and_style_and_nothing_that_is_not_for_it),
        cmocka_unit_test(every_file_is_whole_smaller_when_gzipped_and_has_the_hash_of_its_bytes),
        cmocka_unit_test(a_served_page_has_its_style_in_it_and_leaves_its_policy_to_the_server),
        cmocka_unit_test(a_page_with_a_first_view_fetches_its_script_later),
        cmocka_unit_test(a_page_in_a_folder_allows_the_files_beside_it),
        cmocka_unit_test(what_is_seen_first_in_a_folder_leads_to_the_files_of_the_folder),
        cmocka_unit_test(only_a_frozen_contest_has_its_name_before_the_script),
        cmocka_unit_test(a_frozen_page_has_everything_in_it),
        cmocka_unit_test(a_ruling_is_told_on_one_line_without_marks),
        cmocka_unit_test(the_rules_of_every_game_have_their_page_and_their_rulings),
        cmocka_unit_test(a_legal_move_is_played),
        cmocka_unit_test(the_move_that_ends_a_game_tells_the_outcome),
        cmocka_unit_test(a_refusal_names_its_rule_what_was_expected_and_what_was_seen),
        cmocka_unit_test(what_cannot_be_read_is_told),
        cmocka_unit_test(without_a_move_the_answer_is_about_the_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
