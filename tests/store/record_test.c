// The records of games: they come back byte for byte, nobody can change them unseen, they can be
// dropped, and files from before there were any go on.
#include "store/help.h"

#include "base/random.h"
#include "store/pack.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <zstd.h>

enum { OLD_GAMES = 12 };

static const char *old_file; // of version 1, with OLD_GAMES rows

// --- Help ----------------------------------------------------------------------------------------

static void add_record(struct store *s, int64_t number, const char *record, size_t length)
{
    struct store_game game = help_game(number);
    game.record = record;
    game.record_bytes = length;
    assert_true(store_add_game(s, &game, help_tag(number), NULL));
}

// A record as bots make it: lines that are much alike, and numbers that are not. For the caller to
// destroy.
static struct text make_record(uint64_t seed, int lines)
{
    struct text record = text_growing();
    struct random random = random_seeded(seed);
    for (int i = 0; i < lines; i++)
        text_format(&record,
            "{\"type\":\"move\",\"seat\":%d,\"at_us\":%" PRIu32 ",\"move\":\"%c%d\"}\n", i % 2,
            random_below(&random, 1000000), (int)('a' + random_below(&random, 8)),
            (int)(1 + random_below(&random, 8)));
    return record;
}

// Stores so many games with records of so many lines.
static void store_records(int games, int lines)
{
    struct store *s = help_must_open(&place, NULL);
    for (int i = 0; i < games; i++) {
        struct text record = make_record((uint64_t)i, lines);
        add_record(s, i, record.bytes, record.length);
        text_destroy(&record);
    }
    help_must_close(s);
}

static void assert_record(int64_t id, const char *bytes, size_t length)
{
    struct reader *r = help_must_read(&place);
    struct text record = text_growing();
    struct error e = {0};
    if (reader_record(r, id, &record, &e) != STORED_FOUND)
        fail_msg("row %" PRId64 ": %s", id, e.words);
    assert_int_equal(record.length, length);
    assert_memory_equal(record.bytes, bytes, length);
    text_destroy(&record);
    reader_close(r);
}

static void assert_found(int64_t id, enum stored_record expected, const char *words)
{
    struct reader *r = help_must_read(&place);
    struct text record = text_growing();
    struct error e = {0};
    assert_int_equal(reader_record(r, id, &record, &e), expected);
    assert_int_equal(record.length, 0);
    assert_words(&e, words);
    text_destroy(&record);
    reader_close(r);
}

static void assert_all_found(int games, int lines)
{
    for (int i = 0; i < games; i++) {
        struct text record = make_record((uint64_t)i, lines);
        assert_record(i + 1, record.bytes, record.length);
        text_destroy(&record);
    }
}

// --- Keeping -------------------------------------------------------------------------------------

static void a_record_comes_back_byte_for_byte(void **state)
{
    (void)state;
    enum { SIZES = 8 };
    static const size_t sizes[SIZES] = {
        0, 1, 1023, 1024, 70000, 5, 300000, STORE_RECORD_MOST_BYTES};
    char *bytes = malloc(STORE_RECORD_MOST_BYTES);
    struct random random = random_seeded(1);
    for (size_t i = 0; i < STORE_RECORD_MOST_BYTES; i++)
        bytes[i] = (char)random_next(&random); // also NUL, and nothing that can be packed
    struct store *s = help_must_open(&place, NULL);
    for (int i = 0; i < SIZES; i++)
        add_record(s, i, bytes + i, i == SIZES - 1 ? sizes[i] - (size_t)i : sizes[i]);
    help_must_close(s);
    for (int i = 0; i < SIZES; i++)
        assert_record(i + 1, bytes + i, i == SIZES - 1 ? sizes[i] - (size_t)i : sizes[i]);
    free(bytes);
    assert_verifies(&place);
}

static void a_record_that_is_too_long_is_not_taken(void **state)
{
    (void)state;
    struct store *s = help_must_open(&place, NULL);
    struct store_game game = help_game(0);
    char *record = calloc(1, STORE_RECORD_MOST_BYTES + 1);
    struct error e;
    game.record = record;
    game.record_bytes = STORE_RECORD_MOST_BYTES + 1;
    assert_false(store_add_game(s, &game, NULL, &e));
    assert_words(&e, "too long to be stored");
    free(record);
    help_must_close(s);
}

static void a_game_without_a_record_has_none(void **state)
{
    (void)state;
    struct store *s = help_must_open(&place, NULL);
    help_must_add(s, 0);
    help_must_close(s);
    assert_found(1, STORED_NOT_KEPT, "its record was not kept");
    assert_found(2, STORED_FAILED, "there is no game in row 2");
    assert_int_equal(help_number(&place, "SELECT count(*) FROM records"), 0);
    assert_int_equal(help_number(&place, "SELECT count(*) FROM dictionaries"), 0);
}

static void the_first_record_is_the_dictionary_for_the_others(void **state)
{
    (void)state;
    store_records(30, 100);
    assert_all_found(30, 100);
    struct text record = make_record(1, 100);
    assert_int_equal(help_number(&place, "SELECT count(*) FROM dictionaries"), 1);
    assert_int_equal(help_number(&place, "SELECT count(*) FROM records WHERE dictionary = 1"), 30);
    assert_true(
        help_number(&place, "SELECT max(length(frame)) FROM records") * 5 < (int64_t)record.length);
    text_destroy(&record);
}

static void a_record_twice_as_long_is_a_better_dictionary(void **state)
{
    (void)state;
    struct store *s = help_must_open(&place, NULL);
    static const int lines[] = {2, 40, 60, 100, 90, 3000, 5000};
    for (int i = 0; i < 7; i++) {
        struct text record = make_record((uint64_t)i, lines[i]);
        add_record(s, i, record.bytes, record.length);
        text_destroy(&record);
    }
    help_must_close(s);
    for (int i = 0; i < 7; i++) {
        struct text record = make_record((uint64_t)i, lines[i]);
        assert_record(i + 1, record.bytes, record.length);
        text_destroy(&record);
    }
    // None for the first, which is too short; the last has the dictionary that is as long as one
    // can be.
    assert_int_equal(
        help_number(&place, "SELECT dictionary IS NULL FROM records WHERE game = 1"), 1);
    assert_int_equal(help_number(&place, "SELECT dictionary FROM records WHERE game = 3"), 1);
    assert_int_equal(help_number(&place, "SELECT dictionary FROM records WHERE game = 5"), 2);
    assert_int_equal(help_number(&place, "SELECT dictionary FROM records WHERE game = 7"), 3);
    assert_int_equal(help_number(&place, "SELECT count(*) FROM dictionaries"), 3);
}

static void whoever_goes_on_has_a_dictionary_of_its_own(void **state)
{
    (void)state;
    store_records(3, 50);
    struct store *s = help_must_open(&place, NULL);
    struct text record = make_record(3, 50);
    add_record(s, 3, record.bytes, record.length);
    text_destroy(&record);
    help_must_close(s);
    assert_all_found(4, 50);
    assert_int_equal(help_number(&place, "SELECT dictionary FROM records WHERE game = 4"), 2);
    assert_verifies(&place);
}

static void a_refused_game_leaves_no_record(void **state)
{
    (void)state;
    store_records(1, 50);
    struct store *s = help_must_open(&place, NULL);
    struct text record = make_record(9, 200);
    add_record(s, 0, record.bytes, record.length);
    text_destroy(&record);
    help_must_close(s);
    assert_int_equal(help_number(&place, "SELECT count(*) FROM records"), 1);
    assert_all_found(1, 50);
    assert_verifies(&place);
}

// A record holds measured times, so that it differs in every run.
static void the_fingerprint_does_not_depend_on_records_but_the_head_does(void **state)
{
    (void)state;
    unsigned char fingerprints[3][SHA256_BYTES];
    struct head heads[3];
    static const int lines[3] = {0, 20, 30};
    for (int run = 0; run < 3; run++) {
        struct store *s = help_must_open(&place, NULL);
        for (int i = 0; i < 10; i++) {
            struct text record = make_record((uint64_t)i, lines[run]);
            add_record(s, i, lines[run] > 0 ? record.bytes : NULL, record.length);
            text_destroy(&record);
        }
        help_must_close(s);
        struct reader *r = help_must_read(&place);
        assert_true(reader_fingerprint(r, fingerprints[run], NULL));
        assert_true(reader_head(r, &heads[run], NULL));
        reader_close(r);
        place_remove_contest(&place);
    }
    assert_memory_equal(fingerprints[0], fingerprints[1], SHA256_BYTES);
    assert_memory_equal(fingerprints[0], fingerprints[2], SHA256_BYTES);
    assert_false(head_equal(&heads[0], &heads[1]));
    assert_false(head_equal(&heads[1], &heads[2]));
}

// --- What was changed ----------------------------------------------------------------------------

static void a_changed_record_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *words;
    } changes[] = {
        {"UPDATE records SET frame = (SELECT frame FROM records WHERE game = 2) WHERE game = 3",
            "was changed after it was stored"},
        {"UPDATE records SET frame = x'00' WHERE game = 3", "agon has not packed it"},
        {"UPDATE records SET frame = x'' WHERE game = 3", "is damaged"},
        {"UPDATE records SET frame = substr(frame, 1, length(frame) - 1) WHERE game = 3",
            "cannot be unpacked"},
        {"UPDATE records SET dictionary = NULL WHERE game = 3", "its record"},
        {"UPDATE records SET dictionary = 9 WHERE game = 3", "its dictionary is missing"},
        {"UPDATE dictionaries SET frame = x'00'", "its dictionary is missing or damaged"},
        {"UPDATE dictionaries SET frame = (SELECT frame FROM records WHERE game = 2)",
            "its dictionary is missing or damaged"},
        {"DELETE FROM dictionaries", "its dictionary is missing or damaged"},
        {"DELETE FROM records WHERE game = 3", "the log does not say that it was dropped"},
    };
    store_records(4, 50);
    help_save(&place);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        help_tamper(&place, changes[i].sql);
        assert_found(3, STORED_WRONG, changes[i].words);
        help_restore(&place);
    }
    help_tamper(&place,
        place.server == NULL ? "UPDATE records SET frame = CAST(frame || x'00' AS BLOB)"
                             : "UPDATE records SET frame = frame || x'00'");
    assert_found(3, STORED_WRONG, "cannot be unpacked");
    help_tamper(&place,
        place.server == NULL
            ? "UPDATE records SET frame = zeroblob(6000000) WHERE game = 3"
            : "UPDATE records SET frame = convert_to(repeat('x', 6000000), 'UTF8') WHERE game = 3");
    assert_found(3, STORED_WRONG, "6000000 bytes are packed");
    help_restore(&place);
    assert_all_found(4, 50);
    help_tamper(&place, "INSERT INTO records (game, frame) VALUES (77, x'00')");
    assert_verify_says(&place, "there are records of games that had none");
}

static void replace_frame(const void *frame, size_t length)
{
    struct text sql = text_growing();
    text_string(&sql, "UPDATE records SET frame = x'");
    for (size_t i = 0; i < length; i++)
        text_format(&sql, "%02x", ((const unsigned char *)frame)[i]);
    text_string(&sql, "' WHERE game = 1");
    help_tamper(&place, sql.bytes);
    text_destroy(&sql);
}

static void a_frame_that_claims_to_be_huge_is_not_unpacked(void **state)
{
    (void)state;
    store_records(1, 50);
    // A frame of 64 GB, by its header: the size in 8 bytes, then a block.
    unsigned char claims[] = {0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 16, 0, 0, 0, 1, 0, 0};
    replace_frame(claims, sizeof claims);
    assert_found(1, STORED_WRONG, "it claims to have 68719476736 bytes");
    // One that is as long as it claims.
    size_t long_bytes = 2 * (size_t)STORE_RECORD_MOST_BYTES;
    char *zeros = calloc(1, long_bytes), frame[4096];
    size_t length = ZSTD_compress(frame, sizeof frame, zeros, long_bytes, 3);
    assert_false(ZSTD_isError(length));
    replace_frame(frame, length);
    assert_found(1, STORED_WRONG, "it claims to have 8388608 bytes");
    free(zeros);
}

// --- Dropping ------------------------------------------------------------------------------------

static int64_t file_bytes(void)
{
    struct stat about;
    if (place.server != NULL)
        return help_number(&place,
            "SELECT pg_total_relation_size('records') + pg_total_relation_size('dictionaries')");
    assert_int_equal(stat(place.path, &about), 0);
    return about.st_size;
}

static void prune(bool keep_faults, const char *refusal)
{
    struct heard *heard = calloc(1, sizeof *heard);
    struct store *s = help_must_open(&place, heard);
    assert_true(store_prune(s, keep_faults, help_tag(0), NULL));
    help_must_close(s);
    assert_int_equal(heard->refused[0], refusal != NULL);
    if (refusal != NULL)
        assert_words(&heard->last, refusal);
    free(heard);
}

static void dropped_records_leave_all_results_and_a_small_file(void **state)
{
    (void)state;
    store_records(200, 200);
    unsigned char before[SHA256_BYTES], after[SHA256_BYTES];
    struct reader *r = help_must_read(&place);
    assert_true(reader_fingerprint(r, before, NULL));
    reader_close(r);
    int64_t bytes = file_bytes();
    prune(false, NULL);
    assert_true(file_bytes() < bytes / 3);
    assert_verifies(&place);
    r = help_must_read(&place);
    assert_true(reader_fingerprint(r, after, NULL));
    assert_memory_equal(before, after, SHA256_BYTES);
    reader_close(r);
    assert_found(1, STORED_DROPPED, "its record was dropped (agon contest prune)");
    assert_found(200, STORED_DROPPED, "its record was dropped");
    assert_int_equal(help_number(&place, "SELECT count(*) FROM dictionaries"), 0);
    assert_int_equal(help_number(&place, "SELECT count(*) FROM log WHERE kind = 'prune'"), 1);
    prune(false, "there are no records to be dropped");
    assert_int_equal(help_number(&place, "SELECT count(*) FROM log"), 1);
}

static void records_of_faults_can_be_kept(void **state)
{
    (void)state;
    struct store *s = help_must_open(&place, NULL);
    struct text record = make_record(5, 50);
    for (int i = 0; i < 6; i++) {
        struct store_game game = help_game(i);
        game.blame = i == 3 ? 1 : STORE_NOBODY;
        game.record = record.bytes;
        game.record_bytes = record.length;
        assert_true(store_add_game(s, &game, NULL, NULL));
    }
    help_must_close(s);
    prune(true, NULL);
    assert_record(4, record.bytes, record.length);
    assert_found(3, STORED_DROPPED, "its record was dropped");
    text_destroy(&record);
    prune(true, "there are no records to be dropped");
    prune(false, NULL);
    assert_found(4, STORED_DROPPED, "its record was dropped");
    assert_verifies(&place);
}

static void what_is_played_after_dropping_has_its_record(void **state)
{
    (void)state;
    store_records(2, 50);
    struct store *s = help_must_open(&place, NULL);
    struct text record = make_record(2, 50);
    assert_true(store_prune(s, false, NULL, NULL));
    add_record(s, 2, record.bytes, record.length);
    help_must_close(s);
    assert_record(3, record.bytes, record.length);
    assert_found(2, STORED_DROPPED, "its record was dropped");
    help_tamper(&place, "DELETE FROM records WHERE game = 3");
    assert_found(3, STORED_WRONG, "the log does not say that it was dropped");
    text_destroy(&record);
    assert_verifies(&place);
}

// --- Files from before ---------------------------------------------------------------------------

static void copy_old_file(void)
{
    char copy[2048];
    snprintf(copy, sizeof copy, "cp %s %s && chmod u+w %s", old_file, place.path, place.path);
    assert_int_equal(system(copy), 0);
}

static bool was_not_measured(void *user, const struct store_game *g)
{
    ++*(int *)user;
    assert_int_equal(g->first_pondered_ns, STORE_NOT_MEASURED);
    assert_int_equal(g->second_pondered_ns, STORE_NOT_MEASURED);
    return true;
}

static void an_old_file_is_read_as_it_is(void **state)
{
    (void)state;
    copy_old_file();
    assert_verifies(&place);
    assert_found(1, STORED_NOT_KEPT, "its record was not kept");
    assert_found(OLD_GAMES + 1, STORED_FAILED, "there is no game");
    assert_int_equal(help_number(&place, "PRAGMA user_version"), 1);
    int games = 0;
    struct reader *r = help_must_read(&place);
    assert_true(reader_walk_games(r, READER_BY_PAIR, was_not_measured, &games, NULL));
    assert_true(games > 0);
    reader_close(r);
}

static void an_old_file_goes_on_and_keeps_its_chain(void **state)
{
    (void)state;
    copy_old_file();
    struct head head;
    struct reader *r = help_must_read(&place);
    assert_true(reader_head(r, &head, NULL));
    reader_close(r);
    struct store *s = store_open(&(struct store_options){.location = place.path}, NULL);
    assert_non_null(s);
    struct text record = make_record(1, 50);
    add_record(s, 100, record.bytes, record.length);
    help_must_close(s);
    assert_verifies(&place);
    assert_record(OLD_GAMES + 1, record.bytes, record.length);
    assert_found(1, STORED_NOT_KEPT, "its record was not kept");
    struct error e;
    r = help_must_read(&place);
    assert_false(reader_expect(r, &head, &e));
    assert_words(&e, "it went on from the expected head: 1 more games, 0 more entries");
    reader_close(r);
    text_destroy(&record);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    old_file = argv[1];
#define STORE_TEST(test) cmocka_unit_test_setup_teardown(test, place_set_up, place_tear_down)
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_record_comes_back_byte_for_byte),
        STORE_TEST(a_record_that_is_too_long_is_not_taken),
        STORE_TEST(a_game_without_a_record_has_none),
        STORE_TEST(the_first_record_is_the_dictionary_for_the_others),
        STORE_TEST(a_record_twice_as_long_is_a_better_dictionary),
        STORE_TEST(whoever_goes_on_has_a_dictionary_of_its_own),
        STORE_TEST(a_refused_game_leaves_no_record),
        STORE_TEST(the_fingerprint_does_not_depend_on_records_but_the_head_does),
        STORE_TEST(a_changed_record_is_found),
        STORE_TEST(a_frame_that_claims_to_be_huge_is_not_unpacked),
        STORE_TEST(dropped_records_leave_all_results_and_a_small_file),
        STORE_TEST(records_of_faults_can_be_kept),
        STORE_TEST(what_is_played_after_dropping_has_its_record),
    };
    const struct CMUnitTest files[] = {
        STORE_TEST(an_old_file_is_read_as_it_is),
        STORE_TEST(an_old_file_goes_on_and_keeps_its_chain),
    };
    return help_run(tests, sizeof tests / sizeof tests[0], files, sizeof files / sizeof files[0]);
}
