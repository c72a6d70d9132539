// Addresses of contests in PostgreSQL, and a connection to a real server (tests/postgres/with).
#include "store/postgres.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void an_address_names_a_database_and_a_contest(void **state)
{
    (void)state;
    struct postgres_place place;
    assert_true(postgres_place_read(&place, "postgresql://db.example/arena#spring-2", NULL));
    assert_string_equal(place.url, "postgresql://db.example/arena");
    assert_string_equal(place.contest, "spring-2");
    assert_true(postgres_place_read(&place, "postgres:///arena?host=/tmp", NULL));
    assert_string_equal(place.contest, "");
    assert_false(postgres_is_place("spring.db"));
    assert_false(postgres_is_place("http://db.example/"));
}

static void a_wrong_address_is_refused_in_words(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"spring.db", "not the address of a database: postgresql://HOST/DATABASE"},
        {"postgresql://db/arena#", "not a name for a contest: "},
        {"postgresql://db/arena#a b", "not a name for a contest: a b"},
        {"postgresql://db/arena#-x", "not a name for a contest: -x"},
        {"postgresql://[::1/arena", "the address of the database is wrong: "},
        {"postgresql://db/arena?speed=9", "the address of the database is wrong: "},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct postgres_place place;
        struct error e = {.words = ""};
        assert_false(postgres_place_read(&place, wrong[i][0], &e));
        assert_int_equal(strncmp(e.words, wrong[i][1], strlen(wrong[i][1])), 0);
    }
}

static void a_password_is_refused_and_not_repeated(void **state)
{
    (void)state;
    static const char *const with[] = {"postgresql://ann:secret@db/arena",
        "postgresql://db/arena?password=secret", "postgresql://db/arena?sslpassword=secret",
        "postgresql://ann:12#secret@db/arena", "postgresql://ann:%zzsecret@db/arena",
        "postgresql://ann:12/secret@db/arena", "postgresql://ann:secret/@db/arena",
        "postgresql://ann:secret?@db/arena", "postgres://ann:secret@[::1]:5432/arena",
        "postgresql://db/arena?password=%zzsecret"};
    for (size_t i = 0; i < sizeof with / sizeof with[0]; i++) {
        struct postgres_place place;
        struct error e = {.words = ""};
        assert_false(postgres_place_read(&place, with[i], &e));
        assert_non_null(strstr(e.words, "a password does not belong into an address"));
        assert_null(strstr(e.words, "secret"));
    }
}

static void an_address_without_a_password_is_not_taken_for_one_with_it(void **state)
{
    (void)state;
    static const char *const without[] = {"postgresql://db:5432/arena#cup",
        "postgresql://ann@db:5432/arena", "postgresql://[::1]:5432/arena?user=ann@example",
        "postgresql://a:1,b:2/arena", "postgresql://ann@[::1]/arena",
        "postgresql:///arena?host=/run", "postgresql://db:5432", "postgresql://ann@db:/arena"};
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
        struct postgres_place place;
        struct error e = {.words = ""};
        assert_true(postgres_place_read(&place, without[i], &e));
        assert_string_equal(e.words, "");
    }
}

static struct postgres connect_here(void)
{
    struct postgres p;
    struct error e = {.words = ""};
    const char *url = getenv("AGON_POSTGRES");
    if (url == NULL)
        skip();
    if (!postgres_open(&p, url, "agon test", &e))
        fail_msg("%s", e.words);
    return p;
}

static void values_go_there_and_back(void **state)
{
    (void)state;
    struct postgres p = connect_here();
    struct postgres_parameters with = {0};
    postgres_add_number(&with, INT64_MIN);
    postgres_add_text(&with,
        "f\xc3\xbc"
        "nf");
    postgres_add_bytes(&with, "a\0b", 3);
    postgres_add_null(&with);
    PGresult *seen = postgres_ask(
        &p, "SELECT $1, $2, $3, $4::text, 7::int2, 8, true, now() > $4::timestamptz", &with, NULL);
    assert_non_null(seen);
    size_t length;
    assert_true(postgres_number(seen, 0, 0) == INT64_MIN);
    assert_string_equal(postgres_text(seen, 0, 1), "f\xc3\xbcnf");
    assert_memory_equal(postgres_bytes(seen, 0, 2, &length), "a\0b", 3);
    assert_int_equal(length, 3);
    assert_string_equal(postgres_text(seen, 0, 3), "");
    assert_int_equal(postgres_number(seen, 0, 4), 7);
    assert_int_equal(postgres_number(seen, 0, 5), 8);
    assert_int_equal(postgres_number(seen, 0, 6), 1);
    assert_int_equal(postgres_number(seen, 0, 7), 0);
    PQclear(seen);
    postgres_close(&p);
}

static void a_failure_says_what_the_server_says(void **state)
{
    (void)state;
    struct postgres p = connect_here();
    struct error e = {.words = ""};
    assert_null(postgres_ask(&p, "SELECT * FROM nowhere", NULL, &e));
    assert_non_null(strstr(e.words, "the database refused (relation \"nowhere\" does not exist)"));
    assert_false(postgres_is_lost(&p));
    assert_false(postgres_run(&p, "SELECT pg_terminate_backend(pg_backend_pid())", &e));
    assert_true(postgres_is_lost(&p));
    assert_false(postgres_run(&p, "SELECT 1", &e));
    assert_non_null(strstr(e.words, "the database cannot be reached"));
    postgres_close(&p);
}

static void nobody_listens(void **state)
{
    (void)state;
    struct postgres p;
    struct error e = {.words = ""};
    assert_false(postgres_open(&p, "postgresql:///arena?host=/nowhere", "agon test", &e));
    assert_non_null(strstr(e.words, "the database cannot be reached"));
    postgres_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_names_a_database_and_a_contest),
        cmocka_unit_test(a_wrong_address_is_refused_in_words),
        cmocka_unit_test(a_password_is_refused_and_not_repeated),
        cmocka_unit_test(an_address_without_a_password_is_not_taken_for_one_with_it),
        cmocka_unit_test(values_go_there_and_back),
        cmocka_unit_test(a_failure_says_what_the_server_says),
        cmocka_unit_test(nobody_listens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
