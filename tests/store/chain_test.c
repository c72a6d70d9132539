// Nobody changes what is stored unseen: by the chain that every row is in, and by its head.
#include "store/help.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- What is changed is seen ---------------------------------------------------------------------

static bool refuse_game(void *user, const struct store_game *game)
{
    (void)user;
    fail_msg("game %" PRId64 " was handed out", game->play);
    return false;
}

// Whoever reads gets no game of such a file, however it is asked for, and the same words.
static void assert_nothing_is_read(const char *words)
{
    struct error e = {0};
    struct reader *r = reader_open(place.path, &e);
    if (r == NULL) {
        assert_words(&e, words);
        return;
    }
    unsigned char fingerprint[SHA256_BYTES];
    struct reader_counts counts;
    struct head head;
    struct text record = text_growing();
    bool has;
    const bool read[] = {
        reader_walk_games(r, READER_AS_STORED, refuse_game, NULL, &e),
        reader_walk_games(r, READER_BY_PAIR, refuse_game, NULL, NULL),
        reader_fingerprint(r, fingerprint, NULL),
        reader_count(r, &counts, NULL),
        reader_has_game(r, 0, 0, &has, NULL),
        reader_record(r, 1, &record, NULL) != STORED_FAILED,
        reader_head(r, &head, NULL),
    };
    for (size_t i = 0; i < sizeof read / sizeof read[0]; i++)
        assert_false(read[i]);
    assert_words(&e, words);
    assert_words(&e, "restore a backup");
    text_destroy(&record);
    reader_close(r);
}

// As many as a hash has.
#define ZEROS "x'0000000000000000000000000000000000000000000000000000000000000000'"

static void whatever_is_changed_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *words;
    } changes[] = {
        {"UPDATE games SET winner = 1 WHERE id = 7", "game 7 (row 7) was changed"},
        {"UPDATE games SET moves = moves || ' ' WHERE id = 1", "game 1 (row 1) was changed"},
        {"UPDATE games SET first_name = 'an', second_name = 'n' || second_name WHERE id = 4",
            "game 4 (row 4) was changed"},
        {"UPDATE games SET hash = x'00' WHERE id = 9", "the game in row 9 is damaged"},
        {"UPDATE games SET hash = " ZEROS " WHERE id = 20", "game 20 (row 20) was changed"},
        {"UPDATE games SET record_hash = NULL WHERE id = 2", "game 2 (row 2) was changed"},
        {"UPDATE games SET record_hash = " ZEROS " WHERE id = 2", "game 2 (row 2) was changed"},
        {"UPDATE games SET record_hash = " ZEROS " WHERE id = 3", "game 3 (row 3) was changed"},
        {"UPDATE games SET record_hash = x'00' WHERE id = 2", "the game in row 2 is damaged"},
        {"DELETE FROM games WHERE id = 5", "row 5 of the games is missing"},
        {"DELETE FROM games WHERE id = 1", "row 1 of the games is missing"},
        {"UPDATE games SET void_entry = 1 WHERE id = 6",
            "game 6 (row 6) is marked void, but the log"},
        {"UPDATE games SET void_entry = 99 WHERE id = 6",
            "game 6 (row 6) is marked void, but the log"},
        {"UPDATE games SET void_entry = NULL WHERE id = 3",
            "the game in row 3 counts although the log"},
        {"UPDATE log SET words = 'no reason' WHERE id = 1", "log entry 1 was changed"},
        {"UPDATE log SET game = 4 WHERE id = 2", "game 3 (row 3) is marked void, but the log"},
        {"DELETE FROM log WHERE id = 1", "row 1 of the log is missing"},
        {"UPDATE contest SET text = 'game: stones'", "the text of the contest was changed"},
        {"UPDATE contest SET seed = 7", "game 1 (row 1) was changed"},
        {"DELETE FROM games WHERE id BETWEEN 5 AND 8", "rows 5 to 8 of the games are missing"},
        {"UPDATE games SET id = -3 WHERE id = 5", "there can be no row -3 of the games"},
        {"UPDATE games SET id = 9223372036854775807 WHERE id = 5", "row 5 of the games is missing"},
        {"UPDATE log SET id = 9223372036854775807 WHERE id = 2",
            "game 3 (row 3) is marked void, but the log"},
        {"UPDATE games SET plies = 9223372036854775807 WHERE id = 9",
            "game 9 (row 9) has an impossible number: plies is 9223372036854775807"},
        {"UPDATE games SET wall_ns = -1 WHERE id = 9",
            "game 9 (row 9) has an impossible number: wall_ns is -1"},
        {"UPDATE games SET winner = 2 WHERE id = 9", "an impossible number: winner is 2"},
        {"UPDATE log SET at = -9223372036854775807 WHERE id = 1",
            "log entry 1 has an impossible number: at is -9223372036854775807"},
    };
    struct store *s = help_must_open(&place, NULL);
    for (int64_t i = 0; i < 20; i++)
        help_must_add(s, i);
    assert_true(store_add_entry(s, "pause", "lunch", NULL, NULL));
    assert_true(store_void_game(s, 1, 0, "wrong bot", NULL, NULL));
    help_must_close(s);
    assert_verifies(&place);
    help_save(&place);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        help_tamper(&place, changes[i].sql);
        assert_verify_says(&place, changes[i].words);
        assert_nothing_is_read(changes[i].words);
        help_restore(&place);
    }
    assert_verifies(&place);
}

// PostgreSQL cannot hold such a text.
static void a_text_with_a_nul_inside_is_damaged(void **state)
{
    (void)state;
    help_store_games(20);
    help_tamper(
        &place, "UPDATE games SET explanation = explanation || char(0) || 'x' WHERE id = 9");
    assert_verify_says(&place, "the game in row 9 is damaged");
    assert_nothing_is_read("the game in row 9 is damaged");
}

// What bots say may be any bytes; both engines store the same.
static void a_text_that_is_not_utf8_is_stored_as_one_that_is(void **state)
{
    (void)state;
    struct store *s = help_must_open(&place, NULL);
    struct store_game game = help_game(0);
    game.explanation = "it said \xff\xfe and \xc3\xbc and \xed\xa0\x80 and \xc3";
    assert_true(store_add_game(s, &game, NULL, NULL));
    help_must_close(s);
    assert_verifies(&place);
    assert_int_equal(help_number(&place,
                         "SELECT count(*) FROM games WHERE explanation ="
                         " 'it said ?? and \xc3\xbc and ??? and ?'"),
        1);
}

static bool list_wrong(void *user, int64_t play, const char *words)
{
    struct text *list = user;
    text_format(list, "%" PRId64 ": %s\n", play, words);
    return true;
}

static void everything_that_is_wrong_is_told_to_whoever_asks(void **state)
{
    (void)state;
    help_store_games(20);
    help_tamper(&place,
        "UPDATE games SET winner = 1 WHERE id IN (3, 4, 9); DELETE FROM games WHERE id = 6;"
        "UPDATE games SET hash = x'00' WHERE id = 12; UPDATE games SET plies = -1 WHERE id = 15");
    struct reader *r = reader_open_unchecked(place.path, NULL);
    assert_non_null(r);
    struct text list = text_growing();
    assert_true(reader_inspect(r, list_wrong, &list, NULL));
    assert_string_equal(list.bytes,
        "3: game 3 (row 3) was changed after it was stored\n"
        "4: game 4 (row 4) was changed after it was stored\n"
        "0: row 6 of the games is missing\n"
        "9: game 9 (row 9) was changed after it was stored\n"
        "0: the game in row 12 is damaged\n"
        "15: game 15 (row 15) has an impossible number: plies is -1\n");
    text_destroy(&list);
    reader_close(r);
}

// SQL that takes entries out of an index leaves the rows, which the chain has checked.
static void an_index_hides_no_game(void **state)
{
    (void)state;
    help_store_games(20);
    help_tamper(&place,
        "PRAGMA writable_schema = ON;"
        "UPDATE sqlite_schema SET sql = replace(sql, 'void_entry IS NULL', 'id < 9')"
        " WHERE name = 'games_that_count';");
    help_tamper(&place, "REINDEX games_that_count");
    help_tamper(&place,
        "PRAGMA writable_schema = ON;"
        "UPDATE sqlite_schema SET sql = replace(sql, 'id < 9', 'void_entry IS NULL')"
        " WHERE name = 'games_that_count';");
    struct reader *r = help_must_read(&place);
    struct error e = {0};
    unsigned char fingerprint[SHA256_BYTES];
    assert_false(reader_fingerprint(r, fingerprint, &e));
    assert_words(&e, "its index of the games is damaged");
    reader_close(r);
}

// --- The head ------------------------------------------------------------------------------------

static struct head head_of_file(void)
{
    struct reader *r = help_must_read(&place);
    struct head head;
    struct error e = {0};
    if (!reader_head(r, &head, &e))
        fail_msg("%s", e.words);
    reader_close(r);
    return head;
}

static bool is_expected(const struct head *head, struct error *e)
{
    struct reader *r = help_must_read(&place);
    bool expected = reader_expect(r, head, e);
    reader_close(r);
    return expected;
}

static void the_owner_knows_the_head_without_asking_the_file(void **state)
{
    (void)state;
    struct store *s = help_must_open(&place, NULL);
    struct head head = store_head(s), seen = head_of_file();
    assert_true(head_equal(&head, &seen));
    assert_int_equal(head.games, 0);
    for (int64_t i = 0; i < 5; i++)
        help_must_add(s, i);
    assert_true(store_void_game(s, 1, 0, "again", NULL, NULL));
    assert_true(store_wait(s, NULL));
    head = store_head(s);
    help_must_close(s);
    seen = head_of_file();
    assert_true(head_equal(&head, &seen));
    assert_int_equal(head.games, 5);
    assert_int_equal(head.entries, 1);
    s = help_must_open(&place, NULL);
    head = store_head(s);
    assert_true(head_equal(&head, &seen));
    help_must_close(s);
}

static void whoever_expects_another_head_is_told_what_has_happened(void **state)
{
    (void)state;
    struct error e = {0};
    help_store_games(4);
    struct head early = head_of_file();
    struct store *s = help_must_open(&place, NULL);
    for (int64_t i = 4; i < 9; i++)
        help_must_add(s, i);
    assert_true(store_add_entry(s, "pause", "lunch", NULL, NULL));
    help_must_close(s);
    struct head late = head_of_file();
    assert_true(is_expected(&late, &e));
    assert_false(is_expected(&early, &e));
    assert_words(&e, "it went on from the expected head: 5 more games, 1 more entries of the log");
    help_tamper(&place, "DELETE FROM games WHERE id > 6"); // which no chain shows
    assert_false(is_expected(&late, &e));
    assert_words(&e, "the list of games is cut off: it has 6 rows, 9 were expected");
    help_tamper(&place, "DELETE FROM log");
    late.games = 6;
    assert_false(is_expected(&late, &e));
    assert_words(&e, "the log is cut off: it has 0 rows, 1 were expected");
}

static void a_forged_chain_has_another_head(void **state)
{
    (void)state;
    struct error e = {0};
    help_store_games(4);
    struct head head = head_of_file();
    place_remove_contest(&place);
    struct store *s = help_must_open(&place, NULL);
    for (int64_t i = 0; i < 4; i++) {
        struct store_game game = help_game(i);
        game.winner = i == 2 ? 1 : game.winner;
        assert_true(store_add_game(s, &game, help_tag(i), NULL));
    }
    help_must_close(s);
    assert_verifies(&place);
    assert_false(is_expected(&head, &e));
    assert_words(&e, "it holds something else than when its head was the expected one");
}

static void a_head_survives_being_printed_and_nothing_else_is_one(void **state)
{
    (void)state;
    help_store_games(4);
    struct head head = head_of_file(), again;
    char text[HEAD_TEXT_BYTES], copy[HEAD_TEXT_BYTES + 2];
    head_print(&head, text);
    assert_int_equal(strncmp(text, "4-0-", 4), 0);
    assert_int_equal(strlen(text), 4 + 2 * HEAD_HASH_BYTES);
    assert_true(head_read(&again, text, NULL));
    assert_true(head_equal(&again, &head));
    struct error e;
    for (size_t cut = 0; cut < strlen(text); cut++) {
        memcpy(copy, text, cut);
        copy[cut] = '\0';
        assert_false(head_read(&again, copy, &e));
        assert_words(&e, "is not the head of a contest");
    }
    snprintf(copy, sizeof copy, "%s0", text);
    assert_false(head_read(&again, copy, &e));
    assert_false(head_read(&again, "-4-0-00000000000000000000000000000000", &e));
    assert_false(head_read(&again, "4-99999999999999999999-00000000000000000000000000000000", &e));
    assert_false(head_read(&again, "4-0-0000000000000000000000000000000g", &e));
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, place_set_up, place_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(whatever_is_changed_is_named),
        STORE_TEST(a_text_that_is_not_utf8_is_stored_as_one_that_is),
        STORE_TEST(everything_that_is_wrong_is_told_to_whoever_asks),
        STORE_TEST(the_owner_knows_the_head_without_asking_the_file),
        STORE_TEST(whoever_expects_another_head_is_told_what_has_happened),
        STORE_TEST(a_forged_chain_has_another_head),
        STORE_TEST(a_head_survives_being_printed_and_nothing_else_is_one),
    };
    const struct CMUnitTest files[] = {
        STORE_TEST(an_index_hides_no_game),
        STORE_TEST(a_text_with_a_nul_inside_is_damaged),
    };
    return help_run(tests, sizeof tests / sizeof tests[0], files, sizeof files / sizeof files[0]);
}
