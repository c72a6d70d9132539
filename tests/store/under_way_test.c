// The games that are under way, noted in memory that outlives the process.
#include "store/help.h"
#include "store/under_way.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct under_way_game first = {.number = 3, .players = {0, 4}};
static const struct under_way_game second = {
    .number = 7, .players = {2, 1}, .processes = {100, 200}};

static const char *games_path(void)
{
    static char path[HELP_PATH_BYTES + 16];
    snprintf(path, sizeof path, "%s-games", place.path);
    return path;
}

static struct under_way_left read_left(void)
{
    struct under_way_left left;
    struct error e = {0};
    if (!under_way_read(place.path, &left, &e))
        fail_msg("%s", e.words);
    return left;
}

static void assert_same_game(const struct under_way_game *a, const struct under_way_game *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

static void nothing_is_left_where_nobody_was(void **state)
{
    (void)state;
    assert_int_equal(read_left().count, 0);
    assert_int_equal(read_left().owner, 0);
}

static void what_is_under_way_can_be_read_while_it_is(void **state)
{
    (void)state;
    struct under_way u;
    assert_true(under_way_open(&u, place.path, NULL));
    int a = under_way_begin(&u, &first), b = under_way_begin(&u, &second);
    assert_int_not_equal(a, b);
    under_way_set_processes(&u, a, (const int64_t[]){11, 12});
    struct under_way_left left = read_left();
    assert_int_equal(left.count, 2);
    assert_int_equal(left.owner, getpid());
    struct under_way_game started = first;
    started.processes[0] = 11;
    started.processes[1] = 12;
    assert_same_game(&left.games[0], &started);
    assert_same_game(&left.games[1], &second);
    under_way_end(&u, a);
    left = read_left();
    assert_int_equal(left.count, 1);
    assert_same_game(&left.games[0], &second);
    assert_int_equal(under_way_begin(&u, &first), a); // the slot is free again
    under_way_close(&u);
    assert_int_not_equal(access(games_path(), F_OK), 0);
}

static void it_is_there_after_the_process_was_killed(void **state)
{
    (void)state;
    pid_t owner = fork();
    if (owner == 0) {
        struct under_way u;
        if (!under_way_open(&u, place.path, NULL))
            _exit(1);
        under_way_begin(&u, &second);
        raise(SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(owner, &status, 0), owner);
    assert_true(WIFSIGNALED(status));
    struct under_way_left left = read_left();
    assert_int_equal(left.owner, owner);
    assert_true(left.since > 0);
    assert_int_equal(left.count, 1);
    assert_same_game(&left.games[0], &second);
    // The next owner begins anew.
    struct under_way u;
    assert_true(under_way_open(&u, place.path, NULL));
    assert_int_equal(read_left().count, 0);
    under_way_close(&u);
}

static void more_games_than_slots_are_not_noted(void **state)
{
    (void)state;
    struct under_way u;
    assert_true(under_way_open(&u, place.path, NULL));
    for (int i = 0; i < UNDER_WAY_MOST; i++)
        assert_int_equal(under_way_begin(&u, &first), i);
    assert_int_equal(under_way_begin(&u, &second), UNDER_WAY_NO_SLOT);
    under_way_set_processes(&u, UNDER_WAY_NO_SLOT, second.processes);
    under_way_end(&u, UNDER_WAY_NO_SLOT);
    assert_int_equal(read_left().count, UNDER_WAY_MOST);
    under_way_close(&u);
}

static void without_a_file_nothing_is_noted_and_nothing_breaks(void **state)
{
    (void)state;
    struct under_way u;
    struct error e = {0};
    assert_false(under_way_open(&u, "/nowhere/at/all.db", &e));
    assert_non_null(strstr(e.words, "/nowhere/at/all.db-games cannot be made: "));
    assert_int_equal(under_way_begin(&u, &first), UNDER_WAY_NO_SLOT);
    under_way_close(&u);
}

static void nobody_else_may_read_it_and_a_link_is_not_followed(void **state)
{
    (void)state;
    char victim[128];
    snprintf(victim, sizeof victim, "%s/victim", place.folder);
    close(open(victim, O_CREAT | O_WRONLY, 0644));
    assert_int_equal(symlink(victim, games_path()), 0);
    struct under_way u;
    assert_true(under_way_open(&u, place.path, NULL));
    struct stat about;
    assert_int_equal(lstat(games_path(), &about), 0);
    assert_true(S_ISREG(about.st_mode));
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_int_equal(stat(victim, &about), 0);
    assert_int_equal(about.st_size, 0);
    under_way_close(&u);
}

// --- Damage ---

static void write_bytes(const char *bytes, size_t length)
{
    FILE *file = fopen(games_path(), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void assert_damaged(const char *words)
{
    struct under_way_left left;
    struct error e = {0};
    assert_false(under_way_read(place.path, &left, &e));
    assert_non_null(strstr(e.words, words));
    assert_int_equal(left.count, 0);
}

static void a_damaged_file_is_told(void **state)
{
    (void)state;
    write_bytes("", 0);
    assert_damaged("-games is damaged: it has a length that agon does not write");
    char zeros[96] = {0};
    write_bytes(zeros, sizeof zeros);
    assert_damaged("is damaged: it does not begin as agon writes it");
    assert_int_equal(unlink(games_path()), 0);
    assert_int_equal(mkfifo(games_path(), 0600), 0);
    assert_damaged("it is a FIFO, not a file");
}

static void every_changed_byte_of_a_game_is_noticed(void **state)
{
    (void)state;
    struct under_way u;
    assert_true(under_way_open(&u, place.path, NULL));
    under_way_begin(&u, &second);
    char bytes[96];
    FILE *file = fopen(games_path(), "r");
    assert_int_equal(fread(bytes, 1, sizeof bytes, file), sizeof bytes);
    fclose(file);
    under_way_close(&u);
    struct under_way_left left;
    struct error e;
    assert_true(under_way_parse(bytes, sizeof bytes, &left, &e));
    assert_int_equal(left.count, 1);
    for (size_t at = 32; at < sizeof bytes - 8; at++) { // the last 8 are not used
        bytes[at] ^= 0x40;
        assert_false(under_way_parse(bytes, sizeof bytes, &left, &e));
        assert_int_equal(left.count, 0);
        bytes[at] ^= 0x40;
    }
}

// --- The log ---

static void a_line_of_the_log_can_be_read_back(void **state)
{
    (void)state;
    struct under_way_left left = {.owner = 12, .since = 1700000000}, read = {0};
    struct under_way_game game;
    struct text line = text_growing();
    under_way_print(&line, &left, &second);
    assert_string_equal(
        line.bytes, "owner 12 since 1700000000 game 7 players 2 1 processes 100 200");
    assert_true(under_way_scan(line.bytes, &read, &game));
    assert_int_equal(read.owner, 12);
    assert_int_equal(read.since, 1700000000);
    assert_same_game(&game, &second);
    for (size_t length = 0; length < line.length - 2; length++) { // cut: "20" is a number, too
        char cut[128];
        snprintf(cut, sizeof cut, "%.*s", (int)length, line.bytes);
        assert_false(under_way_scan(cut, &read, &game));
    }
    text_char(&line, ' ');
    assert_false(under_way_scan(line.bytes, &read, &game));
    text_destroy(&line);
    assert_false(under_way_scan(
        "owner 99999999999999999999 since 1 game 1 players 0 1 processes 0 0", &read, &game));
    assert_false(under_way_scan("owner 1 since 1 game -1 players 0 1 processes 0 0", &read, &game));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            nothing_is_left_where_nobody_was, place_set_up, place_tear_down),
        cmocka_unit_test_setup_teardown(
            what_is_under_way_can_be_read_while_it_is, place_set_up, place_tear_down),
        cmocka_unit_test_setup_teardown(
            it_is_there_after_the_process_was_killed, place_set_up, place_tear_down),
        cmocka_unit_test_setup_teardown(
            more_games_than_slots_are_not_noted, place_set_up, place_tear_down),
        cmocka_unit_test_setup_teardown(
            without_a_file_nothing_is_noted_and_nothing_breaks, place_set_up, place_tear_down),
        cmocka_unit_test_setup_teardown(
            nobody_else_may_read_it_and_a_link_is_not_followed, place_set_up, place_tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_file_is_told, place_set_up, place_tear_down),
        cmocka_unit_test_setup_teardown(
            every_changed_byte_of_a_game_is_noticed, place_set_up, place_tear_down),
        cmocka_unit_test_setup_teardown(
            a_line_of_the_log_can_be_read_back, place_set_up, place_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
