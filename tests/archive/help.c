#include "archive/help.h"

#include "referee/result.h"
#include "store/location.h"
#include "store/postgres.h"
#include "store/store.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

struct help_place place;
const char *help_record;

// --- A folder ---

int help_set_up(void **state)
{
    help_record = NULL;
    (void)state;
    snprintf(place.folder, sizeof place.folder, "/tmp/agon-archive-XXXXXX");
    assert_non_null(mkdtemp(place.folder));
    snprintf(place.file, sizeof place.file, "%s/spring.yaml", place.folder);
    const char *server = getenv("AGON_POSTGRES");
    if (server)
        snprintf(place.path, sizeof place.path, "%s#%s", server, strrchr(place.folder, '/') + 1);
    else
        snprintf(place.path, sizeof place.path, "%s/spring.db", place.folder);
    return 0;
}

static void empty_folder(const char *folder)
{
    DIR *files = opendir(folder);
    assert_non_null(files);
    for (struct dirent *file = readdir(files); file; file = readdir(files)) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        if (file->d_name[0] != '.' && unlink(path) != 0) {
            empty_folder(path);
            assert_int_equal(rmdir(path), 0);
        }
    }
    closedir(files);
}

int help_tear_down(void **state)
{
    (void)state;
    empty_folder(place.folder);
    assert_int_equal(rmdir(place.folder), 0);
    return 0;
}

void help_write(const char *text)
{
    FILE *file = fopen(place.file, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

// --- Results ---

static struct store *must_open(const struct store_contest *contest)
{
    const struct store_options options = {.location = place.path, .contest = contest};
    struct error e = {0};
    struct store *s = store_open(&options, &e);
    if (!s)
        fail_msg("%s", e.words);
    return s;
}

static void must_close(struct store *s)
{
    struct error e = {0};
    if (!store_close(s, &e))
        fail_msg("%s", e.words);
}

void help_begin(const char *text)
{
    struct definition d;
    struct error e = {0};
    help_write(text);
    if (!definition_take(&d, text, &definition_words, &e))
        fail_msg("%s", e.words);
    const struct store_contest contest = {.seed = (uint64_t)d.file.seed, .text = text};
    must_close(must_open(&contest));
    definition_destroy(&d);
}

void help_begin_anything(const char *text)
{
    const struct store_contest contest = {.seed = 1, .text = text};
    must_close(must_open(&contest));
}

void help_store(const struct store_game *game)
{
    struct store *s = must_open(NULL);
    assert_true(store_add_game(s, game, NULL, NULL));
    must_close(s);
}

void help_log(const char *kind, const char *words)
{
    struct store *s = must_open(NULL);
    assert_true(store_add_entry(s, kind, words, NULL, NULL));
    must_close(s);
}

static void tamper_in_database(const char *sql)
{
    struct postgres p;
    struct error e = {0};
    char path[96], schema[LOCATION_SCHEMA_BYTES];
    location_schema(schema, strchr(place.path, '#') + 1);
    snprintf(path, sizeof path, "SET search_path = %s", schema);
    if (!postgres_open(&p, getenv("AGON_POSTGRES"), "agon test", &e) ||
        !postgres_run(&p, path, &e) || !postgres_run(&p, sql, &e))
        fail_msg("%s", e.words);
    postgres_close(&p);
}

void help_tamper(const char *sql)
{
    if (postgres_is_place(place.path)) {
        tamper_in_database(sql);
        return;
    }
    sqlite3 *db;
    assert_int_equal(sqlite3_open(place.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

// --- Games ---

int help_lower_wins(const struct pairing *p, int game)
{
    (void)game;
    return p->first < p->second ? p->first : p->second;
}

// Plays until it is the loser's turn to give up.
static void play_until_turn(
    const struct game *game, position *p, int loser, struct text *moves, int64_t *plies)
{
    while (game->turn(p) != loser) {
        move list[MOVES_MAX];
        assert_true(game->moves(p, list) > 0);
        if (moves->length > 0)
            text_char(moves, ' ');
        game->print_move(p, list[0], moves);
        game->apply(p, list[0]);
        ++*plies;
    }
}

// Plays on until the game is drawn or won by whoever wins it.
static void play_to_end(
    const struct game *game, position *p, struct text *moves, int64_t *plies, struct outcome *o)
{
    for (*o = game->outcome(p); !o->over; *o = game->outcome(p)) {
        move list[MOVES_MAX];
        assert_true(game->moves(p, list) > 0);
        if (moves->length > 0)
            text_char(moves, ' ');
        game->print_move(p, list[0], moves);
        game->apply(p, list[0]);
        ++*plies;
    }
}

static void store_one(struct store *s, const struct definition *d, const struct pairing *p,
    int number, int winner, struct ledger_pair *note)
{
    int players[SEATS] = {number == 0 ? p->first : p->second, number == 0 ? p->second : p->first};
    const char *names[SEATS] = {d->names[players[0]], d->names[players[1]]};
    int coin;
    position at = definition_start(d, p, DEFINITION_NEW_ROW, &coin);
    char start[POSITION_TEXT_BYTES];
    struct text start_text = TEXT_IN(start), moves = text_growing();
    d->game->print(&at, &start_text);
    struct result result = {0};
    int64_t plies = 0;
    if (winner < NO_PLAYER) {
        int loser = -2 - winner == players[0] ? 0 : 1;
        const struct fault fault = {.verdict = VERDICT_NO_START, .rule = "G1"};
        result_by_fault(&result, loser, &fault, names);
    } else if (winner == NO_PLAYER) {
        struct outcome o;
        play_to_end(d->game, &at, &moves, &plies, &o);
        result_by_rules(&result, &o, names);
    } else {
        int loser = winner == players[0] ? 1 : 0;
        play_until_turn(d->game, &at, loser, &moves, &plies);
        result_by_resigning(&result, loser, names);
    }
    const struct store_game game = {.pair = p->index,
        .game = number,
        .play = p->index * GAMES_PER_PAIR + number + 1,
        .first_id = players[0],
        .second_id = players[1],
        .first_name = names[0],
        .second_name = names[1],
        .start = start,
        .verdict = verdicts[result.verdict].code,
        .winner = result.winner == NOBODY ? STORE_NOBODY : result.winner,
        .blame = result.blame == NOBODY ? STORE_NOBODY : result.blame,
        .rule = result.rule,
        .explanation = result.explanation,
        .moves = moves.bytes,
        .plies = plies,
        .record = help_record,
        .record_bytes = help_record ? strlen(help_record) : 0};
    struct error e = {0};
    if (!store_add_game(s, &game, NULL, &e))
        fail_msg("%s", e.words);
    ledger_note(note, number, game.winner, game.blame);
    text_destroy(&moves);
}

int64_t help_play(int64_t most, help_judge *judge)
{
    struct archive a;
    struct ledger ledger;
    struct schedule schedule;
    struct pairing p;
    struct error e = {0};
    int64_t played = 0;
    if (!archive_open(&a, place.path, &e) ||
        !ledger_load(&ledger, a.reader, (int)a.definition.count, &e) ||
        !schedule_init(&schedule, &a.definition.plan, &e))
        fail_msg("%s", e.words);
    struct store *s = must_open(NULL);
    while (played < most && schedule_next(&schedule, &p) == NEXT_PAIR) {
        const struct ledger_pair *known = ledger_find(&ledger, p.index);
        struct ledger_pair pair = known ? *known : ledger_unknown(p.index);
        for (int number = 0; number < GAMES_PER_PAIR && played < most; number++) {
            if (pair.half_points[number] != LEDGER_UNKNOWN)
                continue;
            store_one(s, &a.definition, &p, number, judge(&p, number), &pair);
            assert_true(store_wait(s, &e));
            played++;
        }
        const struct pair_result result = ledger_result(&pair);
        if (ledger_is_whole(&pair) && !schedule_result(&schedule, p.index, &result, &e))
            fail_msg("%s", e.words);
    }
    schedule_destroy(&schedule);
    ledger_destroy(&ledger);
    archive_close(&a);
    must_close(s);
    return played;
}

void assert_words(const struct error *e, const char *part)
{
    if (!strstr(e->words, part))
        fail_msg("\"%s\" is not in \"%s\"", part, e->words);
}
