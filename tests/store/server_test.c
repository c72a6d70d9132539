// What can happen to a contest in a PostgreSQL database: a second owner, a lost connection, a
// killed server, missing rights, a full disk, another version of the tables. And copies between the
// two kinds of stores. All on a real server (tests/postgres/with).
#include "store/help.h"

#include "store/copy.h"
#include "store/database_owner.h"
#include "store/location.h"
#include "store/migration.h"
#include "store/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES = 40 };

static const char *old_tables; // a contest of version 1, as SQL

// --- Help ----------------------------------------------------------------------------------------

static void on_server(const char *sql)
{
    struct postgres p;
    struct error e = {0};
    if (!postgres_open(&p, place.server, "agon test", &e) || !postgres_run(&p, sql, &e))
        fail_msg("%s", e.words);
    postgres_close(&p);
}

// pg_ctl for this server.
static void control(const char *words)
{
    char command[256];
    snprintf(command, sizeof command, "%s/control %s", getenv("AGON_POSTGRES_FOLDER"), words);
    assert_int_equal(system(command), 0);
}

static void store_games(struct place *p, int64_t from, int64_t until)
{
    struct store *s = help_must_open(p, NULL);
    for (int64_t i = from; i < until; i++)
        help_must_add(s, i);
    help_must_close(s);
}

static struct head head_at(const char *location)
{
    struct head head = {0};
    struct error e = {0};
    struct reader *r = reader_open(location, &e);
    if (r == NULL || !reader_head(r, &head, &e))
        fail_msg("%s", e.words);
    reader_close(r);
    return head;
}

// The address of the same contest for another user, by TCP.
static void address_for(char address[HELP_PATH_BYTES], const char *user)
{
    const char *at = strchr(getenv("AGON_POSTGRES_TCP"), '@');
    snprintf(address, HELP_PATH_BYTES, "postgresql://%s%s%s", user, at, strchr(place.path, '#'));
}

// --- The owner -----------------------------------------------------------------------------------

static void a_second_owner_is_told_who_the_first_one_is(void **state)
{
    (void)state;
    struct error e = {0};
    struct database_owner owner;
    char host[64] = "", words[160];
    gethostname(host, sizeof host - 1);
    snprintf(words, sizeof words, "is being played by process %d on %s", (int)getpid(), host);
    struct store *s = help_must_open(&place, NULL);
    assert_null(help_open(&place, NULL, &e));
    assert_words(&e, words);
    assert_true(database_owner_find(place.path, &owner, &e));
    assert_true(owner.is_here);
    assert_int_equal(owner.pid, getpid());
    assert_string_equal(owner.host, host);
    help_must_close(s);
    assert_true(database_owner_find(place.path, &owner, &e));
    assert_false(owner.is_here);
    store_games(&place, 0, 3);
}

// Its connection is cut, another owner writes on, and the first one cannot: the lock went with the
// connection.
static void whoever_loses_the_connection_writes_no_more(void **state)
{
    (void)state;
    struct heard *heard = calloc(1, sizeof *heard);
    struct error e = {0};
    struct store *first = help_must_open(&place, heard);
    help_must_add(first, 0);
    assert_true(store_wait(first, NULL));
    on_server("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              " WHERE application_name = 'agon contest'");
    store_games(&place, 1, 3);
    help_must_add(first, 3);
    assert_false(store_wait(first, &e));
    assert_int_equal(heard->refused[3], 1);
    assert_words(&e, "the database");
    assert_false(store_close(first, &e));
    store_games(&place, 3, 5);
    assert_verifies(&place);
    assert_int_equal(help_number(&place, "SELECT count(*) FROM games"), 5);
    free(heard);
}

// --- The server ----------------------------------------------------------------------------------

// Every game that was reported is there, once, however the server ended.
static void a_killed_server_loses_and_doubles_nothing(void **state)
{
    (void)state;
    enum { ROUNDS = 3, MOST = 2000 };
    struct heard *heard = calloc(1, sizeof *heard);
    for (int round = 0; round < ROUNDS; round++) {
        struct error e = {0};
        struct store *s = help_must_open(&place, heard);
        struct reader *r = help_must_read(&place);
        int64_t number = 0;
        for (; number < MOST / 2 && store_room(s) > 0; number++) {
            if (!help_has(r, number))
                help_must_add(s, number);
        }
        if (round % 2 == 0)
            store_hurry(s);
        control("stop -m immediate");
        store_wait(s, &e);
        control("start");
        store_close(s, &e);
        reader_close(r);
        r = help_must_read(&place);
        for (int64_t i = 0; i < number; i++)
            assert_true(heard->durable[i] == 0 || help_has(r, i));
        if (!reader_verify(r, &e))
            fail_msg("%s", e.words);
        reader_close(r);
        assert_int_equal(
            help_number(&place, "SELECT count(*) - count(DISTINCT (pair, game)) FROM games"), 0);
    }
    free(heard);
}

static void a_read_only_server_says_so(void **state)
{
    (void)state;
    struct error e = {0};
    store_games(&place, 0, 3);
    on_server("ALTER DATABASE agon SET default_transaction_read_only = on");
    assert_null(help_open(&place, NULL, &e));
    assert_words(&e, "the database is read-only");
    assert_verifies(&place);
    on_server("SET TRANSACTION READ WRITE;"
              "ALTER DATABASE agon RESET default_transaction_read_only");
    store_games(&place, 3, 6);
}

// The tables of this contest lie on a disk of their own.
static void a_full_disk_is_told_and_what_was_stored_stays(void **state)
{
    (void)state;
    char disk[160], sql[320];
    struct error e = {0};
    struct stat server; // who runs it
    assert_int_equal(stat(getenv("AGON_POSTGRES_FOLDER"), &server), 0);
    snprintf(disk, sizeof disk, "%s/disk", getenv("AGON_POSTGRES_FOLDER"));
    if (geteuid() != 0 || mkdir(disk, 0700) != 0 || mount("agon", disk, "tmpfs", 0, "size=3m") != 0)
        skip();
    assert_int_equal(chown(disk, server.st_uid, server.st_gid), 0);
    snprintf(sql, sizeof sql, "CREATE TABLESPACE small LOCATION '%s'", disk);
    on_server(sql);
    on_server("ALTER DATABASE agon SET default_tablespace = small");
    struct store *s = help_must_open(&place, NULL);
    int64_t added = 0;
    while (!store_failed(s, &e) && added < HELP_GAMES_MOST) {
        struct store_game game = help_game(added);
        if (store_room(s) == 0)
            store_wait(s, NULL);
        else if (store_add_game(s, &game, help_tag(added), NULL))
            added++;
    }
    assert_false(store_close(s, &e));
    assert_words(&e, "the disk of the database is full");
    assert_verifies(&place);
    int64_t stored = help_number(&place, "SELECT count(*) FROM games");
    assert_true(stored > 0 && stored < added);
    assert_int_equal(mount("agon", disk, "tmpfs", MS_REMOUNT, "size=64m"), 0);
    store_games(&place, stored, stored + 10);
    assert_verifies(&place);
    assert_int_equal(help_number(&place, "SELECT count(*) FROM games"), stored + 10);
    on_server("ALTER DATABASE agon RESET default_tablespace");
    place_remove_contest(&place);
    on_server("DROP TABLESPACE small");
    assert_int_equal(umount(disk), 0);
}

// --- Who may do what -----------------------------------------------------------------------------

static void a_wrong_password_is_refused_in_words(void **state)
{
    (void)state;
    struct error e = {0};
    char command[512], address[HELP_PATH_BYTES];
    store_games(&place, 0, 3);
    on_server("CREATE ROLE guarded LOGIN PASSWORD 'right'");
    snprintf(command, sizeof command,
        "sed -i '1i host all guarded 127.0.0.1/32 scram-sha-256' %s/data/pg_hba.conf",
        getenv("AGON_POSTGRES_FOLDER"));
    assert_int_equal(system(command), 0);
    control("reload");
    address_for(address, "guarded");
    setenv("PGPASSWORD", "wrong", 1);
    while (reader_open(address, &e) != NULL || strstr(e.words, "permission") != NULL)
        usleep(10000); // the server reads its files a moment later
    assert_words(&e, "does not let us in (password authentication failed for user \"guarded\")");
    unsetenv("PGPASSWORD");
    assert_null(reader_open(address, &e));
    assert_words(&e, "does not let us in");
    assert_words(&e, "no password supplied");
    setenv("PGPASSWORD", "right", 1);
    assert_null(reader_open(address, &e));
    assert_words(&e, "no right to do this in the database (permission denied for schema");
    unsetenv("PGPASSWORD");
    on_server("DROP ROLE guarded");
}

// By the server's SQLSTATE, whatever its language.
static void a_server_without_room_is_waited_for_and_one_that_refuses_is_not(void **state)
{
    (void)state;
    struct error e = {0};
    struct postgres p = {0};
    struct postgres_place at;
    char address[HELP_PATH_BYTES];
    on_server("CREATE ROLE crowd LOGIN CONNECTION LIMIT 0");
    address_for(address, "crowd");
    assert_true(postgres_place_read(&at, address, &e));
    assert_false(postgres_open(&p, at.url, "agon test", &e));
    assert_true(e.passes);
    assert_string_equal(p.refused, "53300");
    assert_words(&e, "too many connections (too many connections for role \"crowd\")");
    postgres_close(&p);
    on_server("DROP ROLE crowd");
    assert_false(postgres_open(&p, at.url, "agon test", &e));
    assert_false(e.passes);
    assert_words(&e, "does not let us in (role \"crowd\" does not exist)");
    postgres_close(&p);
    assert_false(postgres_open(&p, "postgresql://127.0.0.1:1/agon", "agon test", &e));
    assert_true(e.passes);
    assert_words(&e, "cannot be reached");
    postgres_close(&p);
}

// The end of the connection is noticed by whoever writes, or reads, first.
static void a_connection_that_breaks_is_waited_for(void **state)
{
    (void)state;
    struct error e = {0};
    struct postgres p = {0};
    struct postgres_place at;
    assert_true(postgres_place_read(&at, place.path, &e));
    assert_true(postgres_open(&p, at.url, "agon test", &e));
    // libpq may fail before it knows that the connection is lost.
    PGresult *failed = PQmakeEmptyPGresult(p.connection, PGRES_FATAL_ERROR);
    assert_false(postgres_fail(&p, failed, &e));
    assert_true(e.passes);
    PQclear(failed);
    assert_int_equal(shutdown(PQsocket(p.connection), SHUT_WR), 0);
    assert_false(postgres_run(&p, "SELECT 1", &e));
    assert_true(e.passes);
    assert_words(&e, "cannot be reached");
    postgres_close(&p);
}

static void whoever_has_no_rights_is_told_so(void **state)
{
    (void)state;
    struct error e = {0};
    char address[HELP_PATH_BYTES];
    on_server("CREATE ROLE visitor LOGIN");
    address_for(address, "visitor");
    struct store_options options = {.location = address, .contest = &help_contest};
    assert_null(store_open(&options, &e));
    assert_words(&e, "no right to do this in the database (permission denied for database agon)");
    store_games(&place, 0, 3);
    assert_null(reader_open(address, &e));
    assert_words(&e, "no right to do this in the database (permission denied for schema");
    on_server("DROP ROLE visitor");
}

static void denied(const char *role, const char *sql)
{
    struct postgres p;
    struct error e = {0};
    char set[96], schema[LOCATION_SCHEMA_BYTES];
    location_schema(schema, strchr(place.path, '#') + 1);
    assert_true(postgres_open(&p, place.server, "agon test", NULL));
    snprintf(set, sizeof set, "SET search_path = %s; SET ROLE %s", schema, role);
    assert_true(postgres_run(&p, set, NULL));
    assert_false(postgres_run(&p, sql, &e));
    assert_words(&e, "permission denied");
    postgres_close(&p);
}

// Without the right to look into the schema at all.
static void hidden(const char *role, const char *table)
{
    char sql[LOCATION_SCHEMA_BYTES + 64], schema[LOCATION_SCHEMA_BYTES];
    location_schema(schema, strchr(place.path, '#') + 1);
    snprintf(sql, sizeof sql, "SELECT * FROM %s.%s", schema, table);
    denied(role, sql);
}

static void each_role_may_do_what_it_needs_and_no_more(void **state)
{
    (void)state;
    char address[HELP_PATH_BYTES];
    struct error e = {0};
    on_server("CREATE ROLE agon_owner; CREATE ROLE agon_reader; CREATE ROLE agon_worker;"
              "GRANT CREATE ON DATABASE agon TO agon_owner;"
              "CREATE ROLE ann LOGIN IN ROLE agon_owner; CREATE ROLE bob LOGIN IN ROLE agon_owner;"
              "CREATE ROLE eve LOGIN IN ROLE agon_reader");
    // One member of the role begins the contest, another one goes on with it.
    const char *const owners[] = {"ann", "bob"};
    for (int64_t i = 0; i < 2; i++) {
        address_for(address, owners[i]);
        struct store_options options = {.location = address, .contest = &help_contest};
        struct store *s = store_open(&options, &e);
        if (s == NULL)
            fail_msg("%s", e.words);
        help_must_add(s, i);
        help_must_close(s);
    }
    address_for(address, "eve");
    assert_int_equal(head_at(address).games, 2);
    struct store_options options = {.location = address, .contest = &help_contest};
    assert_null(store_open(&options, &e));
    assert_words(&e, "no right to do this in the database");
    denied("agon_reader", "DELETE FROM games");
    denied("agon_reader", "INSERT INTO log VALUES (9, 9, 'void', 1, '', '')");
    hidden("agon_worker", "games");
    hidden("agon_worker", "records");
    hidden("agon_worker", "contest");
    place_remove_contest(&place);
    on_server("REVOKE CREATE ON DATABASE agon FROM agon_owner;"
              "DROP ROLE ann, bob, eve, agon_owner, agon_reader, agon_worker");
}

// --- Versions ------------------------------------------------------------------------------------

static void load_old_tables(void)
{
    char command[1024];
    snprintf(command, sizeof command,
        "sed 's/agon_old/agon_%s/g' %s | %s/psql -q -v ON_ERROR_STOP=1 '%s' >%s/psql.log 2>&1",
        strchr(place.path, '#') + 1, old_tables, getenv("AGON_POSTGRES_PROGRAMS"), place.server,
        place.folder);
    assert_int_equal(system(command), 0);
}

static void older_tables_are_read_as_they_are_and_brought_up_to_date_when_it_goes_on(void **state)
{
    (void)state;
    struct error e = {0};
    load_old_tables();
    assert_verifies(&place);
    assert_int_equal(help_number(&place, "SELECT version FROM meta"), 1);
    struct head before = head_at(place.path);
    assert_int_equal(before.games, 12);
    store_games(&place, 12, 14);
    assert_verifies(&place);
    assert_int_equal(help_number(&place, "SELECT version FROM meta"), 2);
    struct reader *r = help_must_read(&place);
    assert_false(reader_expect(r, &before, &e));
    assert_words(&e, "it went on from the expected head: 2 more games, 0 more entries");
    reader_close(r);
}

static void tables_go_back_to_an_older_version_and_forward_again(void **state)
{
    (void)state;
    struct error e = {0};
    store_games(&place, 0, 20);
    struct head before = head_at(place.path);
    struct migration m = {.to = 1};
    struct store *s = help_must_open(&place, NULL);
    assert_false(migration_run(place.path, &m, &e));
    assert_words(&e, "is being played by process");
    help_must_close(s);
    assert_true(migration_run(place.path, &m, &e));
    assert_int_equal(m.from, 2);
    assert_int_equal(help_number(&place,
                         "SELECT count(*) FROM pg_tables WHERE tablename = 'owner'"
                         " AND schemaname = current_schema()"),
        0);
    struct head after = head_at(place.path);
    assert_true(head_equal(&before, &after));
    m = (struct migration){.to = 3};
    assert_false(migration_run(place.path, &m, &e));
    assert_words(&e, "there is no format 3: this agon knows 1 to 2");
    m = (struct migration){0};
    assert_true(migration_run(place.path, &m, &e));
    assert_int_equal(m.to, 2);
    help_tamper(&place, "UPDATE meta SET version = 9");
    assert_null(reader_open(place.path, &e));
    assert_words(&e, "written by a newer agon (format 9, this one knows up to 2)");
}

// --- Copies --------------------------------------------------------------------------------------

static void fill_for_copies(void)
{
    struct store *s = help_must_open(&place, NULL);
    for (int64_t i = 0; i < GAMES; i++)
        help_must_add(s, i);
    assert_true(store_void_game(s, 1, 0, "wrong bot", NULL, NULL));
    assert_true(store_add_entry(s, "pause", "lunch", NULL, NULL));
    help_must_close(s);
}

static void read_all_records(const char *location, struct text *all)
{
    struct error e;
    struct reader *r = reader_open(location, &e);
    assert_non_null(r);
    for (int64_t id = 1; id <= GAMES; id++) {
        if (reader_record(r, id, all, &e) != STORED_FOUND)
            text_format(all, "%s\n", e.words);
    }
    reader_close(r);
}

static void a_contest_goes_from_store_to_store_and_back(void **state)
{
    (void)state;
    struct error e = {0};
    struct head head;
    char file[HELP_PATH_BYTES], again[HELP_PATH_BYTES + 8];
    fill_for_copies();
    struct head before = head_at(place.path);
    snprintf(file, sizeof file, "%s/copy.db", place.folder);
    snprintf(again, sizeof again, "%s-2", place.path);
    if (!copy_contest(place.path, file, &head, &e) || !copy_contest(file, again, &head, &e))
        fail_msg("%s", e.words);
    const char *const copies[] = {file, again};
    struct text records = text_growing();
    read_all_records(place.path, &records);
    for (int i = 0; i < 2; i++) {
        struct head after = head_at(copies[i]);
        assert_true(head_equal(&before, &after));
        struct text copied = text_growing();
        read_all_records(copies[i], &copied);
        assert_string_equal(copied.bytes, records.bytes);
        text_destroy(&copied);
        assert_false(copy_contest(place.path, copies[i], &head, &e));
        assert_words(&e, "exists already");
    }
    text_destroy(&records);
    // It goes on there.
    struct store *s = store_open(&(struct store_options){.location = again}, &e);
    assert_non_null(s);
    help_must_add(s, GAMES);
    help_must_close(s);
    assert_int_equal(head_at(again).games, GAMES + 1);
    char drop[160], schema[LOCATION_SCHEMA_BYTES];
    location_schema(schema, strchr(again, '#') + 1);
    snprintf(drop, sizeof drop, "DROP SCHEMA %s CASCADE", schema);
    on_server(drop);
}

static void what_is_wrong_is_not_copied_and_leaves_nothing(void **state)
{
    (void)state;
    static const char *const changes[][2] = {
        {"UPDATE games SET winner = 1 WHERE id = 7", "game 7 (row 7) was changed"},
        {"UPDATE games SET hash = x'00' WHERE id = 7", "is damaged"},
        {"DELETE FROM log WHERE id = 1", "the log does not say so"},
        {"UPDATE contest SET text = 'game: stones'", "the text of the contest was changed"},
    };
    fill_for_copies();
    help_save(&place);
    char file[HELP_PATH_BYTES], again[HELP_PATH_BYTES + 8];
    snprintf(file, sizeof file, "%s/copy.db", place.folder);
    snprintf(again, sizeof again, "%s-2", place.path);
    const char *const places[] = {file, again};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        help_tamper(&place, changes[i][0]);
        for (int k = 0; k < 2; k++) {
            struct error e = {0};
            struct head head;
            bool exists = true;
            assert_false(copy_contest(place.path, places[k], &head, &e));
            assert_words(&e, changes[i][1]);
            assert_true(location_exists(places[k], &exists, &e));
            assert_false(exists);
        }
        help_restore(&place);
    }
}

// A test that failed has left its disk there.
static int unmount_disk(void **state)
{
    (void)state;
    char disk[160];
    snprintf(disk, sizeof disk, "%s/disk", getenv("AGON_POSTGRES_FOLDER"));
    umount2(disk, MNT_DETACH);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    old_tables = argv[1];
#define SERVER_TEST(test) cmocka_unit_test_setup_teardown(test, place_set_up, place_tear_down)
    const struct CMUnitTest tests[] = {
        SERVER_TEST(a_second_owner_is_told_who_the_first_one_is),
        SERVER_TEST(whoever_loses_the_connection_writes_no_more),
        SERVER_TEST(a_killed_server_loses_and_doubles_nothing),
        SERVER_TEST(a_read_only_server_says_so),
        SERVER_TEST(a_full_disk_is_told_and_what_was_stored_stays),
        SERVER_TEST(a_wrong_password_is_refused_in_words),
        SERVER_TEST(a_server_without_room_is_waited_for_and_one_that_refuses_is_not),
        SERVER_TEST(a_connection_that_breaks_is_waited_for),
        SERVER_TEST(whoever_has_no_rights_is_told_so),
        SERVER_TEST(each_role_may_do_what_it_needs_and_no_more),
        SERVER_TEST(older_tables_are_read_as_they_are_and_brought_up_to_date_when_it_goes_on),
        SERVER_TEST(tables_go_back_to_an_older_version_and_forward_again),
        SERVER_TEST(a_contest_goes_from_store_to_store_and_back),
        SERVER_TEST(what_is_wrong_is_not_copied_and_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, unmount_disk);
}
