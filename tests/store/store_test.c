// What goes into the store comes out of it, once, in order, and nobody can change it unseen.
#include "store/help.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

static off_t size_of(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? about.st_size : -1;
}

// A new file has its name only when it is whole: what is empty or too short was cut off. SQLite
// would take it for new and remove the log beside it, where the newest games may stand.
static void a_file_that_was_cut_off_is_refused_and_nothing_is_touched(void **state)
{
    (void)state;
    char log[128];
    snprintf(log, sizeof log, "%s-wal", place.path);
    for (off_t size = 0; size < 512; size += size < 2 ? 1 : 509) {
        FILE *file = fopen(log, "w");
        fputs("games", file);
        fclose(file);
        fclose(fopen(place.path, "w"));
        assert_int_equal(truncate(place.path, size), 0);
        struct error e;
        assert_null(reader_open(place.path, &e));
        assert_words(&e, size == 0 ? "the file is empty" : "the file is too short");
        assert_words(&e, "restore a backup, or remove it to begin anew");
        assert_null(help_open(&place, NULL, &e));
        assert_words(&e, size == 0 ? "the file is empty" : "the file is too short");
        assert_int_equal(size_of(place.path), size);
        assert_int_equal(size_of(log), 5);
    }
    unlink(log);
}

static void a_database_without_a_contest_is_refused(void **state)
{
    (void)state;
    help_tamper(&place, "VACUUM"); // a page with nothing in it
    struct error e;
    assert_null(help_open(&place, NULL, &e));
    assert_words(&e, "there is no contest in it");
    assert_null(reader_open(place.path, &e));
    assert_words(&e, "there is no contest in it");
}

// Whoever is killed while a new file is made leaves parts of it under another name.
static void what_is_left_of_a_file_that_was_being_made_does_no_harm(void **state)
{
    (void)state;
    static const char *const remains[] = {"-new", "-new-journal"};
    for (size_t i = 0; i < 2; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", place.path, remains[i]);
        FILE *file = fopen(path, "w");
        fputs("half of a page, or of what was to be put back", file);
        fclose(file);
    }
    store_games(3);
    assert_verifies(&place);
    for (size_t i = 0; i < 2; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", place.path, remains[i]);
        assert_int_equal(size_of(path), -1);
    }
}

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
        {"UPDATE games SET explanation = explanation || char(0) || 'x' WHERE id = 9",
            "the game in row 9 is damaged"},
        {"UPDATE games SET hash = x'00' WHERE id = 9", "the game in row 9 is damaged"},
        {"UPDATE games SET hash = zeroblob(32) WHERE id = 20", "game 20 (row 20) was changed"},
        {"UPDATE games SET record_hash = NULL WHERE id = 2", "game 2 (row 2) was changed"},
        {"UPDATE games SET record_hash = zeroblob(32) WHERE id = 2", "game 2 (row 2) was changed"},
        {"UPDATE games SET record_hash = zeroblob(32) WHERE id = 3", "game 3 (row 3) was changed"},
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
    char copy[512], back[512];
    snprintf(copy, sizeof copy, "cp %s %s.good", place.path, place.path);
    snprintf(back, sizeof back, "cp %s.good %s", place.path, place.path);
    assert_int_equal(system(copy), 0);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        help_tamper(&place, changes[i].sql);
        assert_verify_says(&place, changes[i].words);
        assert_nothing_is_read(changes[i].words);
        assert_int_equal(system(back), 0);
    }
    assert_verifies(&place);
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
    store_games(20);
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
    store_games(20);
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
    store_games(4);
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
    store_games(4);
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
    store_games(4);
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
        STORE_TEST(another_contest_or_seed_is_refused),
        STORE_TEST(without_a_contest_there_must_be_a_file),
        STORE_TEST(a_folder_that_is_not_there_is_named),
        STORE_TEST(a_file_that_was_cut_off_is_refused_and_nothing_is_touched),
        STORE_TEST(a_database_without_a_contest_is_refused),
        STORE_TEST(what_is_left_of_a_file_that_was_being_made_does_no_harm),
        STORE_TEST(whatever_is_changed_is_named),
        STORE_TEST(everything_that_is_wrong_is_told_to_whoever_asks),
        STORE_TEST(an_index_hides_no_game),
        STORE_TEST(the_owner_knows_the_head_without_asking_the_file),
        STORE_TEST(whoever_expects_another_head_is_told_what_has_happened),
        STORE_TEST(a_forged_chain_has_another_head),
        STORE_TEST(a_head_survives_being_printed_and_nothing_else_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
