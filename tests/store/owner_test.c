// One owner per file, and only files that this program understands.
#include "store/help.h"
#include "store/owner.h"
#include "store/schema.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// --- Owners --------------------------------------------------------------------------------------

// A process that owns the contest until it is killed, and has written to it.
static pid_t start_owner(void)
{
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that fails leaves nobody behind
        struct store *s = help_open(&place, NULL, NULL);
        bool opened = s != NULL && store_add_entry(s, "pause", "it is ours", NULL, NULL) &&
            store_wait(s, NULL);
        if (write(ready[1], opened ? "y" : "n", 1) == 1)
            pause();
        _exit(1);
    }
    char answer;
    assert_int_equal(read(ready[0], &answer, 1), 1);
    assert_int_equal(answer, 'y');
    close(ready[0]);
    close(ready[1]);
    return pid;
}

static void kill_owner(pid_t pid)
{
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

static void a_second_owner_is_refused_and_told_the_pid_of_the_first(void **state)
{
    (void)state;
    pid_t pid = start_owner();
    struct error e;
    assert_null(help_open(&place, NULL, &e));
    char expected[64];
    snprintf(expected, sizeof expected, "spring.db is in use by process %d", (int)pid);
    assert_words(&e, expected);
    reader_close(help_must_read(&place)); // looking is free
    kill_owner(pid);
}

// An owner that is dead, and a child of its that it was just starting: the child still has the
// lock. Returns the end of a pipe; the child lives until that is closed.
static int leave_heir(void)
{
    int ready[2], life[2];
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(life), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(life[1]);
        bool opened = help_open(&place, NULL, NULL) != NULL;
        char byte = opened ? 'y' : 'n';
        if (fork() == 0) { // has everything but the owner's threads
            if (write(ready[1], &byte, 1) == 1 && read(life[0], &byte, 1) == 0)
                _exit(0);
            _exit(1);
        }
        pause();
    }
    char answer;
    assert_int_equal(read(ready[0], &answer, 1), 1);
    assert_int_equal(answer, 'y');
    kill_owner(pid);
    close(ready[0]);
    close(ready[1]);
    close(life[0]);
    return life[1];
}

static void the_lock_of_a_dead_owner_is_waited_for_as_long_as_its_child_starts(void **state)
{
    (void)state;
    int heir = leave_heir();
    int news[2];
    assert_int_equal(pipe(news), 0);
    pid_t next = fork();
    assert_true(next >= 0);
    if (next == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(heir);
        bool begun = write(news[1], "b", 1) == 1;
        bool opened = begun && help_open(&place, NULL, NULL) != NULL;
        _exit(opened ? 0 : 1);
    }
    char byte;
    assert_int_equal(read(news[0], &byte, 1), 1);
    usleep(100 * 1000); // so that it finds the lock taken, unless the machine is very slow
    close(heir);
    int status;
    assert_int_equal(waitpid(next, &status, 0), next);
    assert_int_equal(status, 0);
    close(news[0]);
    close(news[1]);
}

static void the_lock_of_a_dead_owner_is_not_waited_for_for_ever(void **state)
{
    (void)state;
    int heir = leave_heir();
    struct error e;
    assert_null(help_open(&place, NULL, &e));
    assert_words(&e, "spring.db is in use by process ");
    close(heir);
}

static void a_killed_owner_leaves_no_lock_behind(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        kill_owner(start_owner());
    struct store *s = help_must_open(&place, NULL);
    help_must_add(s, 0);
    help_must_close(s);
    assert_verifies(&place);
}

static void two_stores_of_one_process_are_two_owners(void **state)
{
    (void)state;
    struct store *s = help_must_open(&place, NULL);
    struct error e;
    assert_null(help_open(&place, NULL, &e));
    char expected[64];
    snprintf(expected, sizeof expected, "is in use by process %d", (int)getpid());
    assert_words(&e, expected);
    help_must_add(s, 0); // the refused one has not harmed the first
    help_must_close(s);
    help_must_close(help_must_open(&place, NULL));
}

static void a_file_has_one_owner_under_all_its_names(void **state)
{
    (void)state;
    struct place by_link = place;
    snprintf(by_link.path, sizeof by_link.path, "%s/link", place.folder);
    // A link to a file that is not there yet: the first owner creates it.
    assert_int_equal(symlink("spring.db", by_link.path), 0);
    struct store *s = help_must_open(&by_link, NULL);
    struct error e;
    assert_null(help_open(&place, NULL, &e));
    assert_words(&e, "is in use by process");
    help_must_close(s);
    s = help_must_open(&place, NULL);
    assert_null(help_open(&by_link, NULL, &e));
    assert_words(&e, "is in use by process");
    help_must_close(s);
}

// What SQLite keeps beside a database goes by its name: two names of one file are two logs.
static void a_file_with_a_hard_link_has_no_owner(void **state)
{
    (void)state;
    struct place other = place;
    snprintf(other.path, sizeof other.path, "%s/other.db", place.folder);
    struct store *s = help_must_open(&place, NULL);
    help_must_add(s, 0);
    assert_int_equal(link(place.path, other.path), 0);
    struct error e;
    assert_null(help_open(&other, NULL, &e));
    assert_words(&e, "other.db has 2 names (hard links)");
    help_must_add(s, 1); // the one that had it before goes on
    help_must_close(s);
    assert_null(help_open(&place, NULL, &e));
    assert_words(&e, "spring.db has 2 names (hard links)");
    assert_int_equal(unlink(other.path), 0);
    help_must_close(help_must_open(&place, NULL));
    assert_verifies(&place);
}

static struct owner_process find_owner(void)
{
    struct owner_process found;
    struct error e;
    if (!owner_find(place.path, &found, &e))
        fail_msg("%s", e.words);
    return found;
}

static void the_owner_can_be_found_and_nobody_else(void **state)
{
    (void)state;
    assert_int_equal(find_owner().pid, 0); // not even the file is there
    pid_t pid = start_owner();
    struct owner_process found = find_owner();
    assert_int_equal(found.pid, pid);
    assert_true(found.pidfd >= 0);
    close(found.pidfd);
    found = find_owner(); // looking did not disturb it
    assert_int_equal(found.pid, pid);
    close(found.pidfd);
    kill_owner(pid);
    found = find_owner(); // what it left behind is not locked
    assert_int_equal(found.pid, 0);
    assert_int_equal(found.pidfd, -1);
    help_must_close(help_must_open(&place, NULL));
    assert_int_equal(find_owner().pid, 0);
}

// As it would be with a pid of another container: there is such a process, but it is another one.
static void a_pid_of_somebody_else_is_not_taken_for_the_owner(void **state)
{
    (void)state;
    pid_t pid = start_owner();
    char path[sizeof place.path + sizeof "-owner"];
    snprintf(path, sizeof path, "%s-owner", place.path);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    fprintf(file, "%d\n", (int)getppid());
    fclose(file);
    struct owner_process found;
    struct error e;
    assert_false(owner_find(place.path, &found, &e));
    assert_words(&e, "cannot be reached from here");
    assert_int_equal(found.pidfd, -1);
    kill_owner(pid);
}

// --- Readers -------------------------------------------------------------------------------------

enum { NOBODY_USER = 65534, READ_IT = 0, NOT_READ = 3 };

static int read_as_someone_else(void)
{
    // Nothing stops root from writing anywhere.
    if (getuid() == 0 && setuid(NOBODY_USER) != 0)
        return 2;
    struct error e = {0};
    struct reader *r = reader_open(place.path, &e);
    if (r == NULL) {
        fprintf(stderr, "# %s\n", e.words);
        return NOT_READ;
    }
    bool sound = reader_verify(r, &e) && help_has(r, 0);
    reader_close(r);
    return sound ? READ_IT : 1;
}

static void a_contest_can_be_read_where_nobody_may_write(void **state)
{
    (void)state;
    snprintf(place.path, sizeof place.path, "%s/50%% of #1?.db", place.folder);
    struct store *s = help_must_open(&place, NULL);
    help_must_add(s, 0);
    help_must_close(s);
    assert_int_equal(chmod(place.folder, 0555), 0);
    pid_t pid = fork();
    if (pid == 0)
        _exit(read_as_someone_else());
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(chmod(place.folder, 0755), 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), READ_IT);
}

// How many bytes a file beside the contest's has; -1: there is none.
static int64_t bytes_beside(const char *ending)
{
    char path[HELP_PATH_BYTES + 16];
    struct stat s;
    snprintf(path, sizeof path, "%s%s", place.path, ending);
    return stat(path, &s) == 0 ? (int64_t)s.st_size : -1;
}

static void looking_leaves_nothing_behind(void **state)
{
    (void)state;
    help_must_close(help_must_open(&place, NULL));
    reader_close(help_must_read(&place));
    assert_int_equal(bytes_beside("-wal"), -1);
    assert_int_equal(bytes_beside("-shm"), -1);
    // Two at the same time, by different names.
    char name[HELP_PATH_BYTES + 16];
    snprintf(name, sizeof name, "%s/link.db", place.folder);
    assert_int_equal(symlink(place.path, name), 0);
    struct reader *first = help_must_read(&place), *second = reader_open(name, NULL);
    assert_non_null(second);
    reader_close(first);
    reader_close(second);
    assert_int_equal(bytes_beside("-wal"), -1);
    assert_int_equal(bytes_beside("-shm"), -1);
}

static void looking_takes_nothing_out_of_the_log_of_a_killed_owner(void **state)
{
    (void)state;
    kill_owner(start_owner());
    int64_t file = bytes_beside(""), log = bytes_beside("-wal");
    assert_true(log > 0);
    reader_close(help_must_read(&place));
    assert_int_equal(bytes_beside(""), file);
    assert_int_equal(bytes_beside("-wal"), log);
}

// --- Versions ------------------------------------------------------------------------------------

static void a_newer_file_is_refused(void **state)
{
    (void)state;
    help_must_close(help_must_open(&place, NULL));
    help_tamper(&place, "PRAGMA user_version = 1000");
    struct error e;
    assert_null(help_open(&place, NULL, &e));
    assert_words(
        &e, "written by a newer agon (format 1000, this one knows up to 3): please update");
    assert_null(reader_open(place.path, &e));
    assert_words(&e, "written by a newer agon");
}

static void a_file_of_another_program_is_refused_and_not_touched(void **state)
{
    (void)state;
    help_tamper(&place, "CREATE TABLE recipes (id)");
    struct error e;
    assert_null(help_open(&place, NULL, &e));
    assert_words(&e, "an SQLite file of another program, not a contest of agon");
    assert_null(reader_open(place.path, &e));
    assert_words(&e, "an SQLite file of another program");
    FILE *file = fopen(place.path, "rb");
    unsigned char header[20];
    assert_int_equal(fread(header, 1, sizeof header, file), sizeof header);
    fclose(file);
    assert_int_equal(header[18], 1); // still without a write-ahead log
}

static void a_file_that_is_no_database_is_refused_and_not_touched(void **state)
{
    (void)state;
    static const char text[] = "# my notes, which are much longer than the header of a database\n"
                               "and which nobody may overwrite, whatever command was mistyped\n";
    FILE *file = fopen(place.path, "w");
    fputs(text, file);
    fclose(file);
    struct error e;
    assert_null(help_open(&place, NULL, &e));
    assert_words(&e, "not a contest of agon");
    assert_null(reader_open(place.path, &e));
    assert_words(&e, "not a contest of agon");
    char seen[sizeof text] = "";
    file = fopen(place.path, "r");
    assert_int_equal(fread(seen, 1, sizeof seen, file), sizeof text - 1);
    fclose(file);
    assert_string_equal(seen, text);
}

static const struct schema_step example_steps[] = {
    {.up = "CREATE TABLE a (x); INSERT INTO a VALUES (1)"},
    {.up = "ALTER TABLE a ADD COLUMN y DEFAULT 5", .down = "ALTER TABLE a DROP COLUMN y"},
    {.up = "UPDATE a SET y = y + x", .down = "UPDATE a SET y = y - x"},
};

static void an_older_file_is_taken_through_every_step_it_lacks(void **state)
{
    (void)state;
    struct database db;
    assert_true(database_open_draft(&db, place.path, place.path, NULL));
    // Version 2 twice, so that a step that is done again would show; then to 3.
    static const int versions[] = {1, 2, 2, 3, 3};
    static const struct schema schema = {example_steps, 3};
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        assert_true(schema_move_along(&db, &schema, versions[i], NULL));
        int64_t version;
        assert_true(database_number(&db, "PRAGMA user_version", &version, NULL));
        assert_int_equal(version, versions[i]);
    }
    int64_t y;
    assert_true(database_number(&db, "SELECT y FROM a", &y, NULL));
    assert_int_equal(y, 6);
    // And back, as far as there is a way.
    assert_true(schema_move_along(&db, &schema, 2, NULL));
    assert_true(database_number(&db, "SELECT y FROM a", &y, NULL));
    assert_int_equal(y, 5);
    assert_true(schema_move_along(&db, &schema, 1, NULL));
    struct error e;
    assert_false(database_number(&db, "SELECT y FROM a", &y, &e));
    assert_false(schema_move_along(&db, &schema, 0, &e));
    assert_words(&e, "there is no way back from format 1");
    database_close(&db);
}

static void a_step_that_fails_leaves_the_file_at_its_version(void **state)
{
    (void)state;
    static const struct schema_step bad[] = {
        {.up = "CREATE TABLE a (x)"}, {.up = "CREATE TABLE b (x)"}, {.up = "nonsense"}};
    static const struct schema schema = {bad, 3};
    struct database db;
    assert_true(database_open_draft(&db, place.path, place.path, NULL));
    assert_true(schema_move_along(&db, &schema, 1, NULL));
    assert_true(database_run(&db, "BEGIN", NULL));
    struct error e;
    assert_false(schema_move_along(&db, &schema, 3, &e));
    assert_words(&e, "nonsense");
    database_close(&db);
    assert_true(database_open_to_write(&db, place.path, NULL));
    int64_t number;
    assert_true(database_number(&db, "PRAGMA user_version", &number, NULL));
    assert_int_equal(number, 1);
    assert_true(database_number(&db, "SELECT count(*) FROM sqlite_schema", &number, NULL));
    assert_int_equal(number, 1);
    database_close(&db);
}

#define OWNER_TEST(name) cmocka_unit_test_setup_teardown(name, place_set_up, place_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        OWNER_TEST(a_second_owner_is_refused_and_told_the_pid_of_the_first),
        OWNER_TEST(the_lock_of_a_dead_owner_is_waited_for_as_long_as_its_child_starts),
        OWNER_TEST(the_lock_of_a_dead_owner_is_not_waited_for_for_ever),
        OWNER_TEST(a_killed_owner_leaves_no_lock_behind),
        OWNER_TEST(two_stores_of_one_process_are_two_owners),
        OWNER_TEST(a_file_has_one_owner_under_all_its_names),
        OWNER_TEST(a_file_with_a_hard_link_has_no_owner),
        OWNER_TEST(the_owner_can_be_found_and_nobody_else),
        OWNER_TEST(a_pid_of_somebody_else_is_not_taken_for_the_owner),
        OWNER_TEST(a_contest_can_be_read_where_nobody_may_write),
        OWNER_TEST(looking_leaves_nothing_behind),
        OWNER_TEST(looking_takes_nothing_out_of_the_log_of_a_killed_owner),
        OWNER_TEST(a_newer_file_is_refused),
        OWNER_TEST(a_file_of_another_program_is_refused_and_not_touched),
        OWNER_TEST(a_file_that_is_no_database_is_refused_and_not_touched),
        OWNER_TEST(an_older_file_is_taken_through_every_step_it_lacks),
        OWNER_TEST(a_step_that_fails_leaves_the_file_at_its_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
