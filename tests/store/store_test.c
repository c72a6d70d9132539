// What goes into the store comes out of it, once and in order.
#include "store/help.h"
#include "store/new_contest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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
    help_store_games(500);
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
    help_store_games(10);
    struct reader *r = help_must_read(&place);
    int seen = 0;
    assert_true(reader_walk_games(r, READER_AS_STORED, stop_at_third, &seen, NULL));
    assert_int_equal(seen, 3);
    reader_close(r);
}

static bool gather_three(void *user, const struct store_game *game)
{
    struct text *rows = user;
    text_format(rows, "%d ", (int)game->id);
    return rows->length < strlen("100 99 98 ");
}

static void the_newest_games_can_be_read_alone(void **state)
{
    (void)state;
    help_store_games(100);
    struct reader *r = help_must_read(&place);
    char array[64];
    struct text rows = TEXT_IN(array);
    assert_true(reader_walk_games(r, READER_NEWEST, gather_three, &rows, NULL));
    assert_string_equal(rows.bytes, "100 99 98 ");
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

static void whoever_closes_a_store_can_open_it_at_once(void **state)
{
    (void)state;
    for (int64_t i = 0; i < 40; i++) {
        struct store *s = help_must_open(&place, NULL);
        help_must_add(s, i);
        help_must_close(s);
    }
    assert_verifies(&place);
}

static void a_closed_store_leaves_one_file(void **state)
{
    (void)state;
    help_store_games(10);
    static const char *const beside[] = {"-owner", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        char path[HELP_PATH_BYTES + 16];
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

// A file with such a row could not be read any more.
static void a_game_that_no_reader_accepts_is_refused(void **state)
{
    (void)state;
    struct error e = {0};
    struct store *s = help_must_open(&place, NULL);
    const struct store_game slow = {.verdict = "WON", .wall_ns = -1};
    const struct store_game who = {.verdict = "WON", .winner = 2};
    assert_false(store_add_game(s, &slow, NULL, &e));
    assert_words(&e, "impossible number: wall_ns is -1");
    assert_false(store_add_game(s, &who, NULL, &e));
    assert_words(&e, "impossible number: winner is 2");
    help_must_add(s, 0); // the store goes on
    assert_true(store_wait(s, NULL));
    help_must_close(s);
    assert_verifies(&place);
}

static void a_chain_goes_on_after_reopening(void **state)
{
    (void)state;
    unsigned char once[SHA256_BYTES], in_parts[SHA256_BYTES];
    help_store_games(40);
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
    help_store_games(30);
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

static bool gather_rows(void *user, const struct store_game *game)
{
    text_format(user, "%d ", (int)game->id);
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
    char newest[64];
    struct text rows = TEXT_IN(newest);
    assert_true(reader_walk_games(r, READER_NEWEST, gather_rows, &rows, NULL));
    assert_string_equal(rows.bytes, "5 4 2 1 ");
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
    help_store_games(1);
    struct error e;
    struct store_contest other = {.seed = help_contest.seed, .text = "game: stones\n"};
    assert_null(store_open(&(struct store_options){.location = place.path, .contest = &other}, &e));
    assert_words(&e, "holds another contest");
    other = (struct store_contest){.seed = 1, .text = help_contest.text};
    assert_null(store_open(&(struct store_options){.location = place.path, .contest = &other}, &e));
    assert_words(&e, "another seed");
    struct store *s = store_open(&(struct store_options){.location = place.path}, &e);
    assert_non_null(s);
    help_must_close(s);
}

static void without_a_contest_there_must_be_a_file(void **state)
{
    (void)state;
    struct error e;
    assert_null(store_open(&(struct store_options){.location = place.path}, &e));
    assert_words(&e, "there is no contest");
    assert_int_not_equal(access(place.path, F_OK), 0);
    assert_null(reader_open(place.path, &e));
    assert_words(&e, "cannot be opened (No such file or directory");
}

static void a_folder_that_is_not_there_is_named(void **state)
{
    (void)state;
    struct error e;
    struct store_options options = {
        .location = "/tmp/no such folder/x.db", .contest = &help_contest};
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
    char log[HELP_PATH_BYTES + 16];
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
    static const char *const remains[] = {"-new", "-new-journal", "-new-wal", "-new-shm"};
    for (size_t i = 0; i < 4; i++) {
        char path[HELP_PATH_BYTES + 16];
        snprintf(path, sizeof path, "%s%s", place.path, remains[i]);
        FILE *file = fopen(path, "w");
        fputs("half of a page, or of what was to be put back", file);
        fclose(file);
    }
    help_store_games(3);
    assert_verifies(&place);
    for (size_t i = 0; i < 4; i++) {
        char path[HELP_PATH_BYTES + 16];
        snprintf(path, sizeof path, "%s%s", place.path, remains[i]);
        assert_int_equal(size_of(path), -1);
    }
}

// A page asks for a contest as soon as its file has a name.
static void whoever_reads_a_new_file_at_once_does_not_stop_its_writer(void **state)
{
    (void)state;
    struct error e;
    assert_true(new_contest_in_file(place.path, &help_contest, &e));
    struct reader *r = help_must_read(&place);
    struct store *s = help_must_open(&place, NULL);
    help_must_add(s, 0);
    help_must_close(s);
    reader_close(r);
    assert_verifies(&place);
}

// A contest ends, and its pages are asked for.
static void whoever_comes_while_a_store_is_closed_can_read_it(void **state)
{
    (void)state;
    help_store_games(1);
    pid_t writer = fork();
    assert_true(writer >= 0);
    for (int64_t i = 1; writer == 0 && i <= 60; i++) {
        struct store *s = help_must_open(&place, NULL);
        help_must_add(s, i);
        help_must_close(s);
    }
    if (writer == 0)
        _exit(0);
    int status;
    while (waitpid(writer, &status, WNOHANG) == 0)
        reader_close(help_must_read(&place));
    assert_int_equal(status, 0);
    assert_verifies(&place);
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, place_set_up, place_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(what_was_stored_is_read_back_in_order),
        STORE_TEST(a_walk_can_be_stopped),
        STORE_TEST(the_newest_games_can_be_read_alone),
        STORE_TEST(every_addition_is_reported_once_and_is_in_the_file_then),
        STORE_TEST(closing_writes_what_waits),
        STORE_TEST(whoever_closes_a_store_can_open_it_at_once),
        STORE_TEST(a_game_is_never_stored_twice),
        STORE_TEST(a_game_that_no_reader_accepts_is_refused),
        STORE_TEST(a_chain_goes_on_after_reopening),
        STORE_TEST(the_fingerprint_does_not_depend_on_order_or_time_but_on_every_result),
        STORE_TEST(a_void_game_stays_in_the_file_and_is_played_again),
        STORE_TEST(what_is_not_there_cannot_be_voided),
        STORE_TEST(a_game_can_be_void_from_the_start),
        STORE_TEST(the_log_keeps_what_happened_to_the_contest),
        STORE_TEST(another_contest_or_seed_is_refused),
    };
    const struct CMUnitTest files[] = {
        STORE_TEST(a_closed_store_leaves_one_file),
        STORE_TEST(without_a_contest_there_must_be_a_file),
        STORE_TEST(a_folder_that_is_not_there_is_named),
        STORE_TEST(a_file_that_was_cut_off_is_refused_and_nothing_is_touched),
        STORE_TEST(a_database_without_a_contest_is_refused),
        STORE_TEST(what_is_left_of_a_file_that_was_being_made_does_no_harm),
        STORE_TEST(whoever_reads_a_new_file_at_once_does_not_stop_its_writer),
        STORE_TEST(whoever_comes_while_a_store_is_closed_can_read_it),
    };
    return help_run(tests, sizeof tests / sizeof tests[0], files, sizeof files / sizeof files[0]);
}
