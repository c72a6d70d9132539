// The disk fails, at every single call that it can fail at: what was reported stays, nothing is
// doubled, the words are clear, and the next owner goes on to the same end.
#include "store/help.h"

#include "store/faulty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

enum { GAMES = 10, VOIDED = 4, VOID_TAG = 100, LOG_TAG = 101, CALLS_MOST = 5000 };

static unsigned char expected[SHA256_BYTES]; // the fingerprint of an undisturbed run

static int set_up(void **state)
{
    faulty_install();
    return place_set_up(state);
}

static int tear_down(void **state)
{
    faulty_uninstall();
    return place_tear_down(state);
}

// --- A small contest -----------------------------------------------------------------------------

// Plays what is missing, as a contest does that goes on; several transactions. Stops at a failure,
// whose words go to `e`. True: all was stored.
static bool play(struct heard *heard, struct error *e)
{
    struct store *s = help_open(&place, heard, e);
    if (s == NULL)
        return false;
    struct reader *r = reader_open(place.path, e);
    struct reader_counts counts = {0};
    bool fine = r != NULL && reader_count(r, &counts, e);
    for (int64_t i = 0; fine && i < GAMES; i++) {
        bool has;
        struct store_game game = help_game(i);
        fine = reader_has_game(r, game.pair, game.game, &has, e) &&
            (has || store_add_game(s, &game, help_tag(i), e)) && (i % 3 != 0 || store_wait(s, e));
    }
    struct store_game again = help_game(VOIDED);
    if (fine && counts.voided == 0)
        fine = store_void_game(s, again.pair, again.game, "again", help_tag(VOID_TAG), e) &&
            store_add_entry(s, "pause", "a while", help_tag(LOG_TAG), e) && store_wait(s, e) &&
            store_add_game(s, &again, help_tag(VOIDED), e);
    if (r != NULL)
        reader_close(r);
    bool stored = store_wait(s, NULL);
    assert_true(store_failed(s, NULL) == !stored);
    if (!stored) { // it stays failed, and says why at every call
        struct error first, later;
        assert_true(store_failed(s, &first));
        assert_false(store_add_game(s, &again, NULL, &later));
        assert_string_equal(first.words, later.words);
        assert_int_equal(store_room(s), 0);
        assert_false(store_wait(s, &later));
        assert_string_equal(first.words, later.words);
    }
    return store_close(s, e) && fine;
}

// Everything that was reported is there, and all is in order.
static void check(const struct heard *heard)
{
    struct error e;
    struct reader *r = reader_open(place.path, &e);
    if (r == NULL) { // the failure came before there was a contest
        for (int i = 0; i < HELP_GAMES_MOST; i++)
            assert_int_equal(heard->durable[i], 0);
        return;
    }
    if (!reader_verify(r, &e))
        fail_msg("%s", e.words);
    struct reader_counts counts;
    assert_true(reader_count(r, &counts, NULL));
    assert_true(counts.voided >= heard->durable[VOID_TAG]);
    assert_true(counts.entries - counts.voided >= heard->durable[LOG_TAG]);
    for (int64_t i = 0; i < GAMES; i++) {
        int64_t void_rows = i == VOIDED ? counts.voided : 0;
        if (heard->durable[i] > void_rows)
            assert_true(help_has(r, i));
    }
    reader_close(r);
}

static void check_end(void)
{
    unsigned char fingerprint[SHA256_BYTES];
    struct reader *r = help_must_read(&place);
    struct error e;
    if (!reader_verify(r, &e))
        fail_msg("%s", e.words);
    struct reader_counts counts;
    assert_true(reader_count(r, &counts, NULL));
    assert_int_equal(counts.games, GAMES + counts.voided);
    assert_true(reader_fingerprint(r, fingerprint, NULL));
    assert_memory_equal(fingerprint, expected, SHA256_BYTES);
    reader_close(r);
}

static void find_expected(void)
{
    struct heard *heard = calloc(1, sizeof *heard);
    struct error e;
    assert_true(play(heard, &e));
    struct reader *r = help_must_read(&place);
    assert_true(reader_fingerprint(r, expected, NULL));
    reader_close(r);
    check(heard);
    check_end();
    free(heard);
    place_remove_contest(&place);
}

// Lets the n-th call of the plan fail, for every n that there is. Returns how many there are.
static int fail_everywhere(const struct faulty_plan *plan, const char *words)
{
    find_expected();
    bool failed = true;
    int n = 0;
    while (failed) {
        assert_true(++n < CALLS_MOST);
        struct heard *heard = calloc(1, sizeof *heard);
        struct error e = {.words = "not said"};
        faulty_arm(plan, n);
        bool played = play(heard, &e);
        failed = faulty_disarm();
        if (!played && words != NULL)
            assert_words(&e, words);
        if (plan->remember_syncs)
            faulty_cut_power(place.folder);
        check(heard);
        if (!play(heard, &e))
            fail_msg("after call %d failed: %s", n, e.words);
        check_end();
        free(heard);
        place_remove_contest(&place);
    }
    return n - 1;
}

// --- Every call ----------------------------------------------------------------------------------

static void a_write_that_fails_loses_nothing(void **state)
{
    (void)state;
    struct faulty_plan plan = {.kinds = FAULTY_WRITE};
    assert_true(fail_everywhere(&plan, "the disk cannot be read or written") > 20);
    plan.from_then_on = true;
    fail_everywhere(&plan, "the disk cannot be read or written");
}

static void a_full_disk_loses_nothing_and_is_named(void **state)
{
    (void)state;
    struct faulty_plan plan = {.kinds = FAULTY_WRITE, .code = SQLITE_FULL, .from_then_on = true};
    assert_true(fail_everywhere(&plan, "the disk is full") > 20);
    plan.from_then_on = false;
    fail_everywhere(&plan, "the disk is full");
}

static void a_disk_that_becomes_read_only_loses_nothing_and_is_named(void **state)
{
    (void)state;
    struct faulty_plan plan = {.kinds = FAULTY_WRITE | FAULTY_TRUNCATE | FAULTY_DELETE,
        .code = SQLITE_READONLY,
        .from_then_on = true};
    assert_true(fail_everywhere(&plan, "read-only") > 20);
}

static void a_sync_that_fails_loses_nothing(void **state)
{
    (void)state;
    struct faulty_plan plan = {.kinds = FAULTY_SYNC};
    assert_true(fail_everywhere(&plan, "the disk cannot be read or written") > 5);
    plan.from_then_on = true;
    fail_everywhere(&plan, "the disk cannot be read or written");
}

static void any_other_call_that_fails_loses_nothing(void **state)
{
    (void)state;
    static const unsigned kinds[] = {
        FAULTY_TRUNCATE, FAULTY_READ, FAULTY_OPEN, FAULTY_DELETE, FAULTY_SHARED_MEMORY};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct faulty_plan plan = {.kinds = kinds[i]};
        fail_everywhere(&plan, NULL);
        plan.from_then_on = true;
        fail_everywhere(&plan, NULL);
    }
}

// The plug is pulled at every write and sync: only what was synced is on the disk afterwards.
static void a_power_cut_loses_nothing_that_was_reported(void **state)
{
    (void)state;
    struct faulty_plan plan = {
        .kinds = FAULTY_WRITE | FAULTY_SYNC | FAULTY_TRUNCATE | FAULTY_DELETE,
        .from_then_on = true,
        .remember_syncs = true};
    assert_true(fail_everywhere(&plan, NULL) > 25);
}

// --- Files that are cut --------------------------------------------------------------------------

static off_t size_of(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 ? s.st_size : -1;
}

static void copy(const char *from, const char *to)
{
    char command[2048];
    snprintf(command, sizeof command, "cp %s %s", from, to);
    assert_int_equal(system(command), 0);
}

// A log that was cut anywhere, as a disk leaves it that wrote only a part before the power went.
static void a_torn_log_is_a_shorter_contest(void **state)
{
    (void)state;
    struct place whole = place, torn = place;
    snprintf(torn.path, sizeof torn.path, "%s/torn.db", place.folder);
    char log[HELP_PATH_BYTES + 16], torn_log[HELP_PATH_BYTES + 16];
    snprintf(log, sizeof log, "%s-wal", whole.path);
    snprintf(torn_log, sizeof torn_log, "%s-wal", torn.path);
    struct store *s = help_must_open(&whole, NULL);
    for (int64_t i = 0; i < GAMES; i++) {
        help_must_add(s, i);
        assert_true(store_wait(s, NULL));
    }
    off_t size = size_of(log);
    assert_true(size > 10 * 4096);
    int64_t games_before = 0;
    for (off_t cut = 0; cut <= size; cut += cut + 977 > size && cut < size ? size - cut : 977) {
        copy(whole.path, torn.path);
        copy(log, torn_log);
        assert_int_equal(truncate(torn_log, cut), 0);
        struct store *again = help_must_open(&torn, NULL);
        help_must_add(again, GAMES);
        help_must_close(again);
        assert_verifies(&torn);
        struct reader *r = help_must_read(&torn);
        struct reader_counts counts;
        assert_true(reader_count(r, &counts, NULL));
        assert_true(counts.games >= games_before);
        for (int64_t i = 0; i < counts.games - 1; i++)
            assert_true(help_has(r, i));
        games_before = counts.games;
        reader_close(r);
    }
    assert_int_equal(games_before, GAMES + 1);
    help_must_close(s);
}

static void a_damaged_file_is_never_taken_for_a_whole_one(void **state)
{
    (void)state;
    struct store *s = help_must_open(&place, NULL);
    for (int64_t i = 0; i < 100; i++)
        help_must_add(s, i);
    help_must_close(s);
    char good[HELP_PATH_BYTES + 16];
    snprintf(good, sizeof good, "%s.good", place.path);
    copy(place.path, good);
    off_t size = size_of(good);
    for (off_t cut = 100; cut < size; cut += 1511) {
        copy(good, place.path);
        assert_int_equal(truncate(place.path, cut), 0);
        struct error e = {0};
        struct reader *r = reader_open(place.path, &e);
        assert_false(r != NULL && reader_verify(r, &e));
        assert_true(strlen(e.words) > strlen(place.path) + 4);
        if (r != NULL)
            reader_close(r);
        // An owner is told at once, or is refused when it comes to the damage; it never falls over.
        struct store *owner = help_open(&place, NULL, &e);
        if (owner != NULL) {
            for (int64_t i = 100; i < 120; i++) {
                struct store_game game = help_game(i);
                store_add_game(owner, &game, NULL, NULL);
            }
            store_close(owner, &e);
        }
    }
}

#define FAULT_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FAULT_TEST(a_write_that_fails_loses_nothing),
        FAULT_TEST(a_full_disk_loses_nothing_and_is_named),
        FAULT_TEST(a_disk_that_becomes_read_only_loses_nothing_and_is_named),
        FAULT_TEST(a_sync_that_fails_loses_nothing),
        FAULT_TEST(any_other_call_that_fails_loses_nothing),
        FAULT_TEST(a_power_cut_loses_nothing_that_was_reported),
        FAULT_TEST(a_torn_log_is_a_shorter_contest),
        FAULT_TEST(a_damaged_file_is_never_taken_for_a_whole_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
