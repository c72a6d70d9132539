// What goes into the store comes out of it, once, in order, and nobody can change it unseen.
#include "store/help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Stores the first `games` games and closes.
static void store_games(int64_t games)
{
    struct store *s = help_must_open(&place, NULL);
    for (int64_t i = 0; i < games; i++)
        help_must_add(s, i);
    help_must_close(s);
}

static void assert_same_game(const struct store_game *seen, const struct store_game *expected)
{
    assert_int_equal(seen->pair, expected->pair);
    assert_int_equal(seen->game, expected->game);
    assert_int_equal(seen->play, expected->play);
    assert_int_equal(seen->first_id, expected->first_id);
    assert_int_equal(seen->second_id, expected->second_id);
    assert_string_equal(seen->first_name, expected->first_name);
    assert_string_equal(seen->second_name, expected->second_name);
    assert_string_equal(seen->start, expected->start);
    assert_string_equal(seen->verdict, expected->verdict);
    assert_int_equal(seen->winner, expected->winner);
    assert_int_equal(seen->blame, expected->blame);
    assert_string_equal(seen->rule, expected->rule);
    assert_string_equal(seen->explanation, expected->explanation);
    assert_string_equal(seen->moves, expected->moves);
    assert_int_equal(seen->plies, expected->plies);
    assert_int_equal(seen->wall_ns, expected->wall_ns);
}

static bool expect_next(void *user, const struct store_game *game)
{
    int64_t *number = user;
    struct store_game expected = help_game(*number);
    assert_int_equal(game->id, *number + 1);
    assert_same_game(game, &expected);
    assert_null(game->void_reason);
    assert_null(game->record);
    ++*number;
    return true;
}

static void what_was_stored_is_read_back_in_order(void **state)
{
    (void)state;
    store_games(500);
    struct reader *r = help_must_read(&place);
    int64_t number = 0;
    assert_true(reader_walk_games(r, READER_AS_STORED, expect_next, &number, NULL));
    assert_int_equal(number, 500);
    number = 0;
    assert_true(reader_walk_games(r, READER_BY_PAIR, expect_next, &number, NULL));
    assert_int_equal(number, 500);
    assert_true(reader_contest(r)->seed == help_contest.seed);
    assert_string_equal(reader_contest(r)->text, help_contest.text);
    assert_true(help_has(r, 499));
    assert_false(help_has(r, 500));
    reader_close(r);
    assert_verifies(&place);
}

static bool stop_at_third(void *user, const struct store_game *game)
{
    (void)game;
    return ++*(int *)user < 3;
}

static void a_walk_can_be_stopped(void **state)
{
    (void)state;
    store_games(10);
    struct reader *r = help_must_read(&place);
    int seen = 0;
    assert_true(reader_walk_games(r, READER_AS_STORED, stop_at_third, &seen, NULL));
    assert_int_equal(seen, 3);
    reader_close(r);
}

static void every_addition_is_reported_once_and_is_in_the_file_then(void **state)
{
    (void)state;
    struct heard *heard = calloc(1, sizeof *heard);
    struct store *s = help_must_open(&place, heard);
    for (int64_t i = 0; i < 300; i++) {
        help_must_add(s, i);
        if (i % 100 != 99)
            continue;
        assert_true(store_wait(s, NULL));
        struct reader *r = help_must_read(&place);
        for (int64_t k = 0; k <= i; k++) {
            assert_int_equal(heard->durable[k], 1);
            assert_true(help_has(r, k));
        }
        reader_close(r);
    }
    help_must_close(s);
    free(heard);
}

static void closing_writes_what_waits(void **state)
{
    (void)state;
    struct heard *heard = calloc(1, sizeof *heard);
    struct store *s = help_must_open(&place, heard);
    for (int64_t i = 0; i < 700; i++)
        help_must_add(s, i);
    help_must_close(s);
    for (int64_t i = 0; i < 700; i++)
        assert_int_equal(heard->durable[i], 1);
    free(heard);
}

static void a_closed_store_leaves_one_file(void **state)
{
    (void)state;
    store_games(10);
    static const char *const beside[] = {"-owner", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", place.path, beside[i]);
        assert_int_not_equal(access(path, F_OK), 0);
    }
    assert_int_equal(access(place.path, F_OK), 0);
}

static void a_game_is_never_stored_twice(void **state)
{
    (void)state;
    struct heard *heard = calloc(1, sizeof *heard);
    struct store *s = help_must_open(&place, heard);
    help_must_add(s, 0);
    help_must_add(s, 1);
    help_must_add(s, 0);
    help_must_add(s, 2);
    assert_true(store_wait(s, NULL));
    assert_int_equal(heard->durable[0], 1);
    assert_int_equal(heard->refused[0], 1);
    assert_words(&heard->last, "game 0 of pair 0 is stored already");
    assert_int_equal(heard->durable[2], 1);
    help_must_close(s);
    struct reader *r = help_must_read(&place);
    struct reader_counts counts;
    assert_true(reader_count(r, &counts, NULL));
    assert_int_equal(counts.games, 3);
    reader_close(r);
    assert_verifies(&place);
    free(heard);
}

static void a_chain_goes_on_after_reopening(void **state)
{
    (void)state;
    unsigned char once[SHA256_BYTES], in_parts[SHA256_BYTES];
    store_games(40);
    struct reader *r = help_must_read(&place);
    assert_true(reader_fingerprint(r, once, NULL));
    reader_close(r);
    place_remove_contest(&place);
    for (int64_t part = 0; part < 4; part++) {
        struct store *s = help_must_open(&place, NULL);
        for (int64_t i = 0; i < 10; i++)
            help_must_add(s, part * 10 + i);
        help_must_close(s);
    }
    assert_verifies(&place);
    r = help_must_read(&place);
    assert_true(reader_fingerprint(r, in_parts, NULL));
    reader_close(r);
    assert_memory_equal(once, in_parts, SHA256_BYTES);
}

static void the_fingerprint_does_not_depend_on_order_or_time_but_on_every_result(void **state)
{
    (void)state;
    unsigned char forwards[SHA256_BYTES], backwards[SHA256_BYTES], other[SHA256_BYTES];
    store_games(30);
    struct reader *r = help_must_read(&place);
    assert_true(reader_fingerprint(r, forwards, NULL));
    reader_close(r);
    place_remove_contest(&place);

    struct store *s = help_must_open(&place, NULL);
    for (int64_t i = 30; i-- > 0;) {
        struct store_game game = help_game(i);
        game.wall_ns *= 3;
        assert_true(store_add_game(s, &game, NULL, NULL));
    }
    help_must_close(s);
    r = help_must_read(&place);
    assert_true(reader_fingerprint(r, backwards, NULL));
    reader_close(r);
    assert_memory_equal(forwards, backwards, SHA256_BYTES);
    place_remove_contest(&place);

    s = help_must_open(&place, NULL);
    for (int64_t i = 0; i < 30; i++) {
        struct store_game game = help_game(i);
        game.winner = i == 17 ? 1 : game.winner;
        assert_true(store_add_game(s, &game, NULL, NULL));
    }
    help_must_close(s);
    r = help_must_read(&place);
    assert_true(reader_fingerprint(r, other, NULL));
    reader_close(r);
    assert_memory_not_equal(forwards, other, SHA256_BYTES);
}

// --- Void games and the log ----------------------------------------------------------------------

static bool gather(void *user, const struct store_entry *entry)
{
    assert_true(entry->at > 0);
    text_format(user, "%d %s %d %s; ", (int)entry->id, entry->kind, (int)entry->game, entry->words);
    return true;
}

static void assert_log(const char *expected)
{
    struct reader *r = help_must_read(&place);
    char array[512];
    struct text log = TEXT_IN(array);
    assert_true(reader_walk_log(r, gather, &log, NULL));
    assert_string_equal(log.bytes, expected);
    reader_close(r);
}

static bool gather_void(void *user, const struct store_game *game)
{
    if (game->void_reason != NULL)
        text_format(user, "row %d is void: %s; ", (int)game->id, game->void_reason);
    return true;
}

static void a_void_game_stays_in_the_file_and_is_played_again(void **state)
{
    (void)state;
    struct heard *heard = calloc(1, sizeof *heard);
    struct store *s = help_must_open(&place, heard);
    for (int64_t i = 0; i < 4; i++)
        help_must_add(s, i);
    assert_true(store_void_game(s, 1, 0, "wrong bot", help_tag(100), NULL));
    assert_true(store_wait(s, NULL));
    struct reader *r = help_must_read(&place);
    assert_true(help_has(r, 1));
    assert_false(help_has(r, 2));
    reader_close(r);
    assert_verifies(&place);
    help_must_add(s, 2);
    help_must_close(s);
    assert_int_equal(heard->durable[100], 1);
    assert_int_equal(heard->durable[2], 2);
    free(heard);

    r = help_must_read(&place);
    char array[256];
    struct text voids = TEXT_IN(array);
    assert_true(reader_walk_games(r, READER_AS_STORED, gather_void, &voids, NULL));
    assert_string_equal(voids.bytes, "row 3 is void: wrong bot; ");
    struct reader_counts counts;
    assert_true(reader_count(r, &counts, NULL));
    assert_int_equal(counts.games, 5);
    assert_int_equal(counts.voided, 1);
    reader_close(r);
    assert_log("1 void 3 wrong bot; ");
    assert_verifies(&place);
}

static void what_is_not_there_cannot_be_voided(void **state)
{
    (void)state;
    struct heard *heard = calloc(1, sizeof *heard);
    struct store *s = help_must_open(&place, heard);
    help_must_add(s, 0);
    assert_true(store_void_game(s, 0, 0, "once", help_tag(1), NULL));
    assert_true(store_void_game(s, 0, 0, "twice", help_tag(2), NULL));
    assert_true(store_void_game(s, 8, 1, "never played", help_tag(3), NULL));
    help_must_add(s, 4);
    help_must_close(s);
    assert_int_equal(heard->durable[1], 1);
    assert_int_equal(heard->refused[2], 1);
    assert_int_equal(heard->refused[3], 1);
    assert_words(&heard->last, "there is no game 1 of pair 8 to be voided");
    assert_int_equal(heard->durable[4], 1);
    free(heard);
    assert_log("1 void 1 once; ");
    assert_verifies(&place);
}

static void a_game_can_be_void_from_the_start(void **state)
{
    (void)state;
    struct store *s = help_must_open(&place, NULL);
    for (int i = 0; i < 3; i++) {
        struct store_game game = help_game(0);
        char reason[] = "the host was out of processes";
        game.void_reason = reason;
        assert_true(store_add_game(s, &game, NULL, NULL));
        memset(reason, '#', sizeof reason - 1); // the store has a copy
    }
    help_must_add(s, 0);
    help_must_close(s);
    struct reader *r = help_must_read(&place);
    assert_true(help_has(r, 0));
    reader_close(r);
    assert_log("1 void 1 the host was out of processes; 2 void 2 the host was out of processes; "
               "3 void 3 the host was out of processes; ");
    assert_verifies(&place);
}

static void the_log_keeps_what_happened_to_the_contest(void **state)
{
    (void)state;
    struct store *s = help_must_open(&place, NULL);
    assert_true(store_add_entry(s, "pause", "lunch", NULL, NULL));
    assert_true(store_add_entry(s, "add", "carl: \"./carl -q\"", NULL, NULL));
    assert_true(store_add_entry(s, "remove", NULL, NULL, NULL));
    help_must_close(s);
    assert_log("1 pause 0 lunch; 2 add 0 carl: \"./carl -q\"; 3 remove 0 ; ");
    assert_verifies(&place);
}

static void a_record_is_kept_when_there_is_one(void **state)
{
    (void)state;
    struct store *s = help_must_open(&place, NULL);
    struct store_game game = help_game(0);
    game.record = "{\"type\":\"game\"}\n{\"type\":\"end\"}\n";
    assert_true(store_add_game(s, &game, NULL, NULL));
    help_must_add(s, 1);
    help_must_close(s);
    struct reader *r = help_must_read(&place);
    struct text record = text_growing();
    assert_true(reader_record(r, 1, &record, NULL));
    assert_string_equal(record.bytes, game.record);
    text_destroy(&record);
    struct error e;
    assert_false(reader_record(r, 2, &record, &e));
    assert_words(&e, "the record of game 2 was not kept");
    assert_false(reader_record(r, 3, &record, &e));
    assert_words(&e, "there is no game 3");
    reader_close(r);
}

// --- The contest ---------------------------------------------------------------------------------

static void another_contest_or_seed_is_refused(void **state)
{
    (void)state;
    store_games(1);
    struct error e;
    struct store_contest other = {.seed = help_contest.seed, .text = "game: stones\n"};
    assert_null(store_open(&(struct store_options){.path = place.path, .contest = &other}, &e));
    assert_words(&e, "holds another contest");
    other = (struct store_contest){.seed = 1, .text = help_contest.text};
    assert_null(store_open(&(struct store_options){.path = place.path, .contest = &other}, &e));
    assert_words(&e, "another seed");
    struct store *s = store_open(&(struct store_options){.path = place.path}, &e);
    assert_non_null(s);
    help_must_close(s);
}

static void without_a_contest_there_must_be_a_file(void **state)
{
    (void)state;
    struct error e;
    assert_null(store_open(&(struct store_options){.path = place.path}, &e));
    assert_words(&e, "there is no contest");
    assert_int_not_equal(access(place.path, F_OK), 0);
    assert_null(reader_open(place.path, &e));
    assert_words(&e, "cannot be opened (No such file or directory");
}

static void a_folder_that_is_not_there_is_named(void **state)
{
    (void)state;
    struct error e;
    struct store_options options = {.path = "/tmp/no such folder/x.db", .contest = &help_contest};
    assert_null(store_open(&options, &e));
    assert_words(&e, "/tmp/no such folder/x.db cannot be opened: No such file or directory");
}

// A file of no bytes is what a power cut can leave of a file that was being created.
static void an_empty_file_is_a_new_contest(void **state)
{
    (void)state;
    fclose(fopen(place.path, "w"));
    struct error e;
    assert_null(reader_open(place.path, &e));
    assert_words(&e, "there is no contest in it");
    assert_null(store_open(&(struct store_options){.path = place.path}, &e));
    assert_words(&e, "there is no contest in it");
    store_games(3);
    assert_verifies(&place);
}

// --- What is changed is seen ---------------------------------------------------------------------

static void whatever_is_changed_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *words;
    } changes[] = {
        {"UPDATE games SET winner = 1 WHERE id = 7", "the game in row 7 was changed"},
        {"UPDATE games SET moves = moves || ' ' WHERE id = 1", "the game in row 1 was changed"},
        {"UPDATE games SET first_name = 'an', second_name = 'n' || second_name WHERE id = 4",
            "the game in row 4 was changed"},
        {"UPDATE games SET explanation = explanation || char(0) || 'x' WHERE id = 9",
            "the game in row 9 is damaged"},
        {"UPDATE games SET hash = x'00' WHERE id = 9", "the game in row 9 is damaged"},
        {"UPDATE games SET hash = zeroblob(32) WHERE id = 20", "the game in row 20 was changed"},
        {"DELETE FROM games WHERE id = 5", "the game in row 5 is missing"},
        {"DELETE FROM games WHERE id = 1", "the game in row 1 is missing"},
        {"UPDATE games SET void_entry = 1 WHERE id = 6",
            "the game in row 6 is marked void, but the log"},
        {"UPDATE games SET void_entry = 99 WHERE id = 6",
            "the game in row 6 is marked void, but the log"},
        {"UPDATE games SET void_entry = NULL WHERE id = 3",
            "the game in row 3 counts although the log"},
        {"UPDATE log SET words = 'no reason' WHERE id = 1", "log entry 1 was changed"},
        {"UPDATE log SET game = 4 WHERE id = 2", "the game in row 3 is marked void, but the log"},
        {"DELETE FROM log WHERE id = 1", "log entry 1 is missing"},
        {"UPDATE contest SET text = 'game: stones'", "the text of the contest was changed"},
        {"UPDATE contest SET seed = 7", "the game in row 1 was changed"},
    };
    struct store *s = help_must_open(&place, NULL);
    for (int64_t i = 0; i < 20; i++)
        help_must_add(s, i);
    assert_true(store_add_entry(s, "pause", "lunch", NULL, NULL));
    assert_true(store_void_game(s, 1, 0, "wrong bot", NULL, NULL));
    help_must_close(s);
    assert_verifies(&place);
    char copy[512], back[512];
    snprintf(copy, sizeof copy, "cp %s %s.good", place.path, place.path);
    snprintf(back, sizeof back, "cp %s.good %s", place.path, place.path);
    assert_int_equal(system(copy), 0);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        help_tamper(&place, changes[i].sql);
        assert_verify_says(&place, changes[i].words);
        assert_int_equal(system(back), 0);
    }
    assert_verifies(&place);
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, place_set_up, place_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(what_was_stored_is_read_back_in_order),
        STORE_TEST(a_walk_can_be_stopped),
        STORE_TEST(every_addition_is_reported_once_and_is_in_the_file_then),
        STORE_TEST(closing_writes_what_waits),
        STORE_TEST(a_closed_store_leaves_one_file),
        STORE_TEST(a_game_is_never_stored_twice),
        STORE_TEST(a_chain_goes_on_after_reopening),
        STORE_TEST(the_fingerprint_does_not_depend_on_order_or_time_but_on_every_result),
        STORE_TEST(a_void_game_stays_in_the_file_and_is_played_again),
        STORE_TEST(what_is_not_there_cannot_be_voided),
        STORE_TEST(a_game_can_be_void_from_the_start),
        STORE_TEST(the_log_keeps_what_happened_to_the_contest),
        STORE_TEST(a_record_is_kept_when_there_is_one),
        STORE_TEST(another_contest_or_seed_is_refused),
        STORE_TEST(without_a_contest_there_must_be_a_file),
        STORE_TEST(a_folder_that_is_not_there_is_named),
        STORE_TEST(an_empty_file_is_a_new_contest),
        STORE_TEST(whatever_is_changed_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
