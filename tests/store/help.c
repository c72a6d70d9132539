#include "store/help.h"

#include "store/location.h"
#include "store/postgres.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

const struct store_contest help_contest = {
    .seed = UINT64_C(0xFEDCBA9876543210),
    .text = "game: reversi\nplayers: [ann, bob]\n",
};

struct place place;

void place_make(struct place *p)
{
    snprintf(p->folder, sizeof p->folder, "/tmp/agon-store-XXXXXX");
    assert_non_null(mkdtemp(p->folder));
    p->server = getenv("AGON_POSTGRES");
    if (p->server == NULL)
        snprintf(p->path, sizeof p->path, "%s/spring.db", p->folder);
    else
        snprintf(p->path, sizeof p->path, "%s#%s", p->server, strrchr(p->folder, '/') + 1);
}

// --- Behind the store's back, in a database ------------------------------------------------------

static struct postgres connect_to(const struct place *p)
{
    struct postgres server;
    struct error e = {0};
    char sql[160], schema[LOCATION_SCHEMA_BYTES];
    if (!postgres_open(&server, p->server, "agon test", &e))
        fail_msg("%s", e.words);
    location_schema(schema, strchr(p->path, '#') + 1);
    snprintf(sql, sizeof sql, "SET search_path = %s", schema);
    assert_true(postgres_run(&server, sql, NULL));
    return server;
}

static void run_in_database(const struct place *p, const char *sql)
{
    struct error e = {0};
    struct postgres server = connect_to(p);
    if (!postgres_run(&server, sql, &e))
        fail_msg("%s", e.words);
    postgres_close(&server);
}

static void drop_contest(const struct place *p)
{
    char sql[160], schema[LOCATION_SCHEMA_BYTES];
    location_schema(schema, strchr(p->path, '#') + 1);
    snprintf(sql, sizeof sql, "DROP SCHEMA IF EXISTS %s CASCADE", schema);
    run_in_database(p, sql);
}

// x'00' is '\x00' there.
static void tamper_in_database(const struct place *p, const char *sql)
{
    struct text theirs = text_growing();
    for (const char *c = sql; *c != '\0'; c++) {
        if (c[0] == 'x' && c[1] == '\'' && c > sql && c[-1] != '\'') {
            text_string(&theirs, "'\\x");
            c++;
        } else {
            text_char(&theirs, *c);
        }
    }
    run_in_database(p, theirs.bytes);
    text_destroy(&theirs);
}

static int64_t number_in_database(const struct place *p, const char *sql)
{
    struct error e = {0};
    struct postgres server = connect_to(p);
    PGresult *rows = postgres_ask(&server, sql, NULL, &e);
    if (rows == NULL)
        fail_msg("%s", e.words);
    assert_int_equal(PQntuples(rows), 1);
    int64_t number = postgres_number(rows, 0, 0);
    PQclear(rows);
    postgres_close(&server);
    return number;
}

// --- The place -----------------------------------------------------------------------------------

static void empty(const char *folder, const char *beginning)
{
    DIR *files = opendir(folder);
    assert_non_null(files);
    for (struct dirent *file = readdir(files); file != NULL; file = readdir(files)) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        if (file->d_name[0] != '.' && strncmp(file->d_name, beginning, strlen(beginning)) == 0)
            assert_int_equal(unlink(path), 0);
    }
    closedir(files);
}

void place_remove_contest(struct place *p)
{
    if (p->server != NULL)
        drop_contest(p);
    empty(p->folder, "spring.db");
}

void place_remove(struct place *p)
{
    if (p->server != NULL)
        drop_contest(p);
    empty(p->folder, "");
    assert_int_equal(rmdir(p->folder), 0);
}

int place_set_up(void **state)
{
    (void)state;
    place_make(&place);
    return 0;
}

int place_tear_down(void **state)
{
    (void)state;
    place_remove(&place);
    return 0;
}

enum { HELP_RECORD_LINES = 60, HELP_LINE_BYTES = 64 };

struct store_game help_game(int64_t number)
{
    static const char *const names[] = {"ann", "bob"};
    static _Thread_local char moves[64], explanation[64];
    static _Thread_local char record[HELP_RECORD_LINES * HELP_LINE_BYTES];
    int64_t first = number % 2;
    struct text lines = TEXT_IN(record);
    for (int64_t i = 0; i < 1 + number % HELP_RECORD_LINES; i++)
        text_format(
            &lines, "{\"type\":\"move\",\"game\":%" PRId64 ",\"ply\":%" PRId64 "}\n", number, i);
    snprintf(moves, sizeof moves, "d3 c%" PRId64 " e%" PRId64, number % 8, number / 8 % 8);
    snprintf(explanation, sizeof explanation, "%s beats %s 40 to 24, game %" PRId64, names[first],
        names[1 - first], number);
    return (struct store_game){
        .pair = number / GAMES_PER_PAIR,
        .game = number % GAMES_PER_PAIR,
        .play = number + 1,
        .first_id = first,
        .second_id = 1 - first,
        .first_name = names[first],
        .second_name = names[1 - first],
        .start = "8x8 start",
        .verdict = number % 5 == 0 ? "DRAW" : "WON",
        .winner = number % 5 == 0 ? STORE_NOBODY : 0,
        .blame = STORE_NOBODY,
        .rule = "",
        .explanation = explanation,
        .moves = moves,
        .plies = 3,
        .wall_ns = 1000 + number,
        .record = number % 3 == 1 ? record : NULL,
        .record_bytes = number % 3 == 1 ? lines.length : 0,
    };
}

// --- Writing -------------------------------------------------------------------------------------

void *help_tag(int64_t number)
{
    return (void *)(intptr_t)number; // NOLINT: a number in a pointer's place, never followed
}

void help_done(void *user, void *tag, const struct error *error)
{
    struct heard *heard = user;
    intptr_t number = (intptr_t)tag;
    if (heard == NULL)
        return;
    if (error != NULL)
        heard->last = *error;
    atomic_fetch_add(error == NULL ? &heard->durable[number] : &heard->refused[number], 1);
}

struct store *help_open(struct place *p, struct heard *heard, struct error *e)
{
    struct store_options options = {
        .location = p->path, .contest = &help_contest, .done = help_done, .user = heard};
    return store_open(&options, e);
}

struct store *help_must_open(struct place *p, struct heard *heard)
{
    struct error e = {0};
    struct store *s = help_open(p, heard, &e);
    if (s == NULL)
        fail_msg("%s", e.words);
    return s;
}

void help_must_add(struct store *s, int64_t number)
{
    struct error e = {0};
    struct store_game game = help_game(number);
    if (!store_add_game(s, &game, help_tag(number), &e))
        fail_msg("%s", e.words);
}

void help_must_close(struct store *s)
{
    struct error e = {0};
    if (!store_close(s, &e))
        fail_msg("%s", e.words);
}

void help_store_games(int64_t games)
{
    struct store *s = help_must_open(&place, NULL);
    for (int64_t i = 0; i < games; i++)
        help_must_add(s, i);
    help_must_close(s);
}

// --- Reading -------------------------------------------------------------------------------------

struct reader *help_must_read(struct place *p)
{
    struct error e = {0};
    struct reader *r = reader_open(p->path, &e);
    if (r == NULL)
        fail_msg("%s", e.words);
    return r;
}

bool help_has(struct reader *r, int64_t number)
{
    bool has = false;
    assert_true(reader_has_game(r, number / GAMES_PER_PAIR, number % GAMES_PER_PAIR, &has, NULL));
    return has;
}

void help_tamper(struct place *p, const char *sql)
{
    if (p->server != NULL) {
        tamper_in_database(p, sql);
        return;
    }
    sqlite3 *db;
    assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
    char *words = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &words) != SQLITE_OK)
        fail_msg("%s", words);
    sqlite3_close(db);
}

int64_t help_number(struct place *p, const char *sql)
{
    if (p->server != NULL)
        return number_in_database(p, sql);
    sqlite3 *db;
    sqlite3_stmt *select;
    assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &select, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(select), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(select, 0);
    sqlite3_finalize(select);
    sqlite3_close(db);
    return number;
}

static void copy_contest(const char *from, const char *from_end, const char *to, const char *to_end)
{
    char command[2 * HELP_PATH_BYTES + 32];
    snprintf(command, sizeof command, "cp '%s%s' '%s%s'", from, from_end, to, to_end);
    assert_int_equal(system(command), 0);
}

void help_save(struct place *p)
{
    if (p->server == NULL)
        copy_contest(p->path, "", p->path, ".good");
    else
        run_in_database(p,
            "CREATE TABLE good_contest AS TABLE contest; CREATE TABLE good_log AS TABLE log;"
            "CREATE TABLE good_games AS TABLE games; CREATE TABLE good_records AS TABLE records;"
            "CREATE TABLE good_dictionaries AS TABLE dictionaries");
}

void help_restore(struct place *p)
{
    if (p->server == NULL)
        copy_contest(p->path, ".good", p->path, "");
    else
        run_in_database(p,
            "TRUNCATE contest, log, games, records, dictionaries;"
            "INSERT INTO contest TABLE good_contest; INSERT INTO log TABLE good_log;"
            "INSERT INTO games TABLE good_games; INSERT INTO records TABLE good_records;"
            "INSERT INTO dictionaries TABLE good_dictionaries");
}

int help_run(const struct CMUnitTest *both, size_t both_count, const struct CMUnitTest *files,
    size_t file_count)
{
    bool with_files = getenv("AGON_POSTGRES") == NULL;
    size_t count = both_count + (with_files ? file_count : 0);
    struct CMUnitTest *tests = calloc(count, sizeof *tests);
    if (tests == NULL)
        return 1;
    memcpy(tests, both, both_count * sizeof *tests);
    if (with_files && file_count > 0)
        memcpy(tests + both_count, files, file_count * sizeof *tests);
    int failed = _cmocka_run_group_tests("tests", tests, count, NULL, NULL);
    free(tests);
    return failed;
}

void assert_words(const struct error *e, const char *part)
{
    if (strstr(e->words, part) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", e->words, part);
}

void assert_verifies(struct place *p)
{
    struct error e = {0};
    struct reader *r = help_must_read(p);
    if (!reader_verify(r, &e))
        fail_msg("%s", e.words);
    reader_close(r);
}

void assert_verify_says(struct place *p, const char *part)
{
    struct error e = {0};
    struct reader *r = reader_open_unchecked(p->path, &e);
    if (r == NULL)
        fail_msg("%s", e.words);
    assert_false(reader_verify(r, &e));
    assert_words(&e, part);
    reader_close(r);
}
