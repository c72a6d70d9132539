// A worker that lies: whatever it hands in, nothing of it is counted, it is put out, and the games
// are played again by others.
#include "fleet/fleet_help.h"
#include "fleet/recomputed_game.h"
#include "referee/recorded_game.h"
#include "store/pack.h"
#include "store/postgres_array.h"
#include "store/reader.h"

#include <stdio.h>
#include <string.h>

enum { LEASE_MS = 60000, TOKEN_BYTES = 80 };

static const char text[] = "game: stones\nseed: 4\ngames: 8\nplayers:\n"
                           "  - {name: ann, player: \"@random\"}\n"
                           "  - {name: bob, player: \"@random\"}\n";

#define LONG                                                                                       \
    "game: stones\ngames: 1000\nplayers:\n"                                                        \
    "  - {name: ann, player: \"@random\"}\n  - {name: bob, player: \"@random\"}\n"

// --- A worker of the test's own ---

struct liar {
    int64_t id, lease, attempt, first;
    char token[TOKEN_BYTES];
};

// Each on a machine of its own.
static void liar_join(struct liar *l)
{
    static int machines;
    char sql[128];
    snprintf(
        sql, sizeof sql, "SELECT id, token FROM agon.join('{\"host\":\"liar%d\"}')", machines++);
    PGresult *r = fleet_ask(sql);
    *l = (struct liar){.id = postgres_number(r, 0, 0)};
    snprintf(l->token, sizeof l->token, "%s", postgres_text(r, 0, 1));
    PQclear(r);
}

static void liar_take(struct liar *l)
{
    char sql[256];
    snprintf(sql, sizeof sql, "SELECT lease, attempt, first FROM agon.take(%lld, '%s', NULL, 1)",
        (long long)l->id, l->token);
    fleet_wait_for("SELECT (count(*) > 0)::int FROM agon.leases WHERE until = '-infinity'", 1);
    PGresult *r = fleet_ask(sql);
    assert_int_equal(PQntuples(r), 1);
    l->lease = postgres_number(r, 0, 0);
    l->attempt = postgres_number(r, 0, 1);
    l->first = postgres_number(r, 0, 2);
    PQclear(r);
}

static bool liar_submit(const struct liar *l, int64_t game, const struct text *record)
{
    struct error e = {0};
    struct packer *packer = packer_create();
    struct packed packed = packer_pack(packer, record->bytes, record->length);
    struct postgres_array lists[] = {postgres_array(POSTGRES_NUMBERS),
        postgres_array(POSTGRES_NUMBERS), postgres_array(POSTGRES_NUMBERS),
        postgres_array(POSTGRES_BYTE_STRINGS)};
    postgres_array_number(&lists[0], l->lease);
    postgres_array_number(&lists[1], l->attempt);
    postgres_array_number(&lists[2], game);
    postgres_array_bytes(&lists[3], packed.frame, packed.length);
    struct postgres_parameters q = {0};
    postgres_add_number(&q, l->id);
    postgres_add_text(&q, l->token);
    for (int i = 0; i < 4; i++)
        assert_true(postgres_add_array(&q, &lists[i], &e));
    PGresult *r =
        postgres_ask(&fleet_db, "SELECT (agon.submit($1, $2, $3, $4, $5, $6))[1]", &q, &e);
    must(r != NULL, &e);
    bool taken = postgres_number(r, 0, 0) != 0;
    PQclear(r);
    for (int i = 0; i < 4; i++)
        postgres_array_destroy(&lists[i]);
    packer_destroy(packer);
    return taken;
}

static void liar_must_be_out(const struct liar *l)
{
    char sql[128];
    snprintf(sql, sizeof sql, "SELECT (state = 'out')::int FROM agon.workers WHERE id = %lld",
        (long long)l->id);
    fleet_wait_for(sql, 1);
}

// --- Records and what is wrong with them ---

static struct text true_record(const struct hosted *alone, int64_t number)
{
    struct error e = {0};
    struct text record = text_growing();
    int64_t id;
    struct reader *r = reader_open(alone->path, &e);
    must(r != NULL, &e);
    must(reader_find_game(r, (number - 1) / 2, (number - 1) % 2, &id, &e), &e);
    assert_int_equal(reader_record(r, id, &record, &e), STORED_FOUND);
    reader_close(r);
    return record;
}

// Puts `new` in the place of `old`, which must be there, from `from` on.
static void replace(struct text *record, const char *from, const char *old, const char *new)
{
    struct text out = text_growing();
    char *begin = from ? strstr(record->bytes, from) : record->bytes;
    assert_non_null(begin);
    char *at = strstr(begin, old);
    assert_non_null(at);
    text_bytes(&out, record->bytes, (size_t)(at - record->bytes));
    text_string(&out, new);
    text_string(&out, at + strlen(old));
    text_destroy(record);
    *record = out;
}

static void lie_about_the_winner(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    bool first = strstr(r->bytes, "\"winner\":0") != NULL;
    replace(r, "\"type\":\"end\"", first ? "\"winner\":0" : "\"winner\":1",
        first ? "\"winner\":1" : "\"winner\":0");
}

static void lie_about_the_seats(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    bool ann_first = game % 2 == 1;
    replace(r, NULL, ann_first ? "\"name\":\"ann\"" : "\"name\":\"bob\"", "\"name\":\"x\"");
    replace(r, NULL, ann_first ? "\"name\":\"bob\"" : "\"name\":\"ann\"",
        ann_first ? "\"name\":\"ann\"" : "\"name\":\"bob\"");
    replace(r, NULL, "\"name\":\"x\"", ann_first ? "\"name\":\"bob\"" : "\"name\":\"ann\"");
}

static void lie_about_a_move(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    char *at = strstr(r->bytes, "\"move\":\"");
    assert_non_null(at);
    at[9] = at[9] == '1' ? '2' : '1'; // the row of the first square
}

static void leave_out_a_move(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    char *line = strstr(r->bytes, "{\"type\":\"move\"");
    assert_non_null(line);
    char *end = strchr(line, '\n');
    memmove(line, end + 1, strlen(end + 1) + 1);
    r->length = strlen(r->bytes);
}

static void hand_in_another_game(struct text *r, const struct hosted *alone, int64_t game)
{
    text_destroy(r);
    *r = true_record(alone, game + 2);
}

static void say_it_was_slow(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    replace(r, "\"type\":\"end\"", "\"verdict\":\"WON\"", "\"verdict\":\"TIMEOUT\"");
}

static void leave_out_the_end(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    char *end = strstr(r->bytes, "{\"type\":\"end\"");
    *end = '\0';
    r->length = strlen(r->bytes);
}

static void hand_in_nonsense(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    text_clear(r);
    text_string(r, "nothing\n");
}

static void give_more_time(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    replace(r, NULL, "\"request_ms\":", "\"request_ms\":1");
}

// It would make the whole contest unreadable.
static void lie_about_its_length(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    replace(r, "\"type\":\"end\"", ",\"wall_us\":", ",\"wall_us\":9223372036854775807");
}

static void charge_more_than_there_was(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    replace(r, NULL, ",\"wall_us\":", ",\"wall_us\":990000000");
    replace(r, NULL, ",\"charged_us\":", ",\"charged_us\":99000000");
}

// The last move is taken back: who made it has given up, or made a fault. Built-in players do
// neither.
static void end_otherwise(struct text *r, bool gives_up)
{
    char *last = NULL;
    int moves = -1;
    for (char *at = r->bytes; (at = strstr(at, "{\"type\":\"move\"")); at++, moves++)
        last = at;
    assert_non_null(last);
    int loser = strncmp(last, "{\"type\":\"move\",\"seat\":1", 24) == 0;
    bool ann = strstr(
        r->bytes, loser == 0 ? "\"seat\":0,\"name\":\"ann\"" : "\"seat\":1,\"name\":\"ann\"");
    const char *who = ann ? "ann" : "bob", *other = ann ? "bob" : "ann";
    *last = '\0';
    r->length = strlen(r->bytes);
    if (gives_up)
        text_format(r,
            "{\"type\":\"end\",\"verdict\":\"WON\",\"winner\":%d,\"blame\":null,\"rule\":null,"
            "\"explanation\":\"%s beats %s: %s gave up\"",
            1 - loser, other, who, who);
    else
        text_format(r,
            "{\"type\":\"end\",\"verdict\":\"ILLEGAL\",\"winner\":%d,\"blame\":%d,"
            "\"rule\":\"T1\",\"explanation\":\"%s: no such place\"",
            1 - loser, loser, who);
    text_format(r, ",\"moves\":%d,\"wall_us\":9}\n", moves);
}

static void say_it_gave_up(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    end_otherwise(r, true);
}

static void say_it_was_illegal(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    end_otherwise(r, false);
}

static void say_more_behind_the_end(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    text_string(r, "#moves A1\n");
}

// Whoever reads the first of two equal keys, and whoever reads the last, must not see two winners.
static void name_two_winners(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    replace(r, "\"type\":\"end\"", ",\"winner\":", ",\"winner\":0,\"winner\":1,\"winner\":");
}

static void explain_it_otherwise(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    replace(r, "\"type\":\"end\"", "\"explanation\":\"", "\"explanation\":\"a gift: ");
}

static void tell_a_time_that_is_no_number(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    replace(r, "\"type\":\"move\"", "\"wall_us\":", "\"wall_us\":NaN,\"wall_us\":");
}

// Far beyond what is ever unpacked.
static void hand_in_a_bomb(struct text *r, const struct hosted *alone, int64_t game)
{
    (void)alone;
    (void)game;
    for (int i = 0; i < 8 * 1024 * 1024; i++)
        text_char(r, '\n');
}

typedef void lie(struct text *r, const struct hosted *alone, int64_t game);
static lie *const lies[] = {lie_about_the_winner, lie_about_the_seats, lie_about_a_move,
    leave_out_a_move, hand_in_another_game, say_it_was_slow, leave_out_the_end, hand_in_nonsense,
    give_more_time, say_more_behind_the_end, lie_about_its_length, charge_more_than_there_was,
    say_it_gave_up, say_it_was_illegal, name_two_winners, explain_it_otherwise,
    tell_a_time_that_is_no_number, hand_in_a_bomb};
enum { LIES = sizeof lies / sizeof *lies };

// --- The tests ---

static void no_lie_is_counted_and_who_lies_is_out(void **state)
{
    (void)state;
    static struct hosted alone;
    static struct shared s;
    struct feed *feed;
    struct arena_ended ended;
    hosted_init(&alone, "alone", text);
    hosted_play(&alone);
    shared_init(&s, "cup", text, LEASE_MS);
    struct arena *a = hosted_start(&s.hosted, ARENA_WANTS(ARENA_ENDED), &feed);
    for (int i = 0; i < LIES; i++) {
        struct liar l;
        liar_join(&l);
        liar_take(&l);
        struct text record = true_record(&alone, l.first);
        lies[i](&record, &alone, l.first);
        assert_true(liar_submit(&l, l.first, &record));
        text_destroy(&record);
        liar_must_be_out(&l);
        assert_int_equal(hosted_counts(&s.hosted).games, 0);
    }
    struct fleet_worker_options options;
    struct fleet_worker *honest = fleet_hire(&options, 1);
    help_drain(feed, ARENA_ENDED);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    fleet_dismiss(honest, NULL);
    hosted_must_equal(&alone, &s.hosted);
    struct text log = hosted_log(&s.hosted, "worker");
    int lines = 0;
    for (const char *at = log.bytes; *at; at++)
        lines += *at == '\n';
    assert_int_equal(lines, LIES);
    text_destroy(&log);
    hosted_destroy(&alone);
    shared_destroy(&s);
}

// A true record, but of a lease that is somebody else's, or with a wrong token, or twice.
static void a_true_record_is_taken_once_from_whom_it_was_asked(void **state)
{
    (void)state;
    static struct hosted alone;
    static struct shared s;
    struct feed *feed;
    struct arena_ended ended;
    struct liar first, second;
    hosted_init(&alone, "alone", text);
    hosted_play(&alone);
    shared_init(&s, "cup", text, LEASE_MS);
    struct arena *a = hosted_start(&s.hosted, ARENA_WANTS(ARENA_ENDED), &feed);
    liar_join(&first);
    liar_join(&second);
    liar_take(&first);
    struct text record = true_record(&alone, first.first);
    struct liar thief = second;
    thief.lease = first.lease;
    thief.attempt = first.attempt;
    assert_false(liar_submit(&thief, first.first, &record));
    assert_false(liar_submit(&first, first.first + 2, &record)); // not in its lease
    assert_true(liar_submit(&first, first.first, &record));
    assert_true(liar_submit(&first, first.first, &record)); // as after a lost answer
    fleet_wait_for("SELECT count(*) FROM agon.submissions", 1);
    struct fleet_worker_options options;
    struct fleet_worker *honest = fleet_hire(&options, 1);
    char sql[128];
    snprintf(sql, sizeof sql, "UPDATE agon.leases SET until = '-infinity' WHERE id = %lld",
        (long long)first.lease);
    PQclear(fleet_ask(sql)); // its time is over
    help_drain(feed, ARENA_ENDED);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    fleet_dismiss(honest, NULL);
    assert_false(liar_submit(&first, first.first + 1, &record)); // late
    hosted_must_equal(&alone, &s.hosted);
    text_destroy(&record);
    hosted_destroy(&alone);
    shared_destroy(&s);
}

// --- Games of built-in players ---

// The game follows from its seed: what is stored is what comes out here once more.
static void a_game_of_built_in_players_can_be_recomputed(void **state)
{
    (void)state;
    static const char searching[] = "game: reversi\nseed: 4\ngames: 8\ntime: 10000\nplayers:\n"
                                    "  - {name: ann, player: \"@random\"}\n"
                                    "  - {name: bob, player: \"@2\"}\n";
    static struct hosted alone;
    hosted_init(&alone, "alone", searching);
    hosted_play(&alone);
    for (int64_t number = 1; number <= 8; number++) {
        struct error e = {0};
        struct recorded_game g;
        struct text record = true_record(&alone, number), moves = text_growing();
        must(recorded_game_read(&g, record.bytes, record.length, &e), &e);
        bool ann_first = strcmp(g.players[0].name, "ann") == 0;
        const struct assignment job = {.number = number,
            .players = {ann_first ? 0 : 1, ann_first ? 1 : 0},
            .start = g.start,
            .seed = g.seed};
        assert_true(recomputed_game_is_fixed(&alone.roster, &job));
        assert_true(recomputed_game_play(&alone.roster, &job, &moves));
        const char *at = moves.bytes;
        for (int i = 0; i < g.move_count; i++, at += strcspn(at, " ") + (i < g.move_count))
            assert_int_equal(strncmp(at, g.moves[i].text, strlen(g.moves[i].text)), 0);
        assert_true(at >= moves.bytes + moves.length);
        recorded_game_destroy(&g);
        text_destroy(&record);
        text_destroy(&moves);
    }
    hosted_destroy(&alone);
}

// A whole game by the rules, but another one: the body of a game from another seed.
static struct text another_game(
    const struct hosted *alone, const struct hosted *other, int64_t number)
{
    struct text record = true_record(alone, number), body = true_record(other, number);
    *(strchr(record.bytes, '\n') + 1) = '\0';
    record.length = strlen(record.bytes);
    text_string(&record, strchr(body.bytes, '\n') + 1);
    text_destroy(&body);
    return record;
}

static void who_hands_in_another_game_of_built_in_players_is_found_by_audits(void **state)
{
    (void)state;
    static struct hosted alone, other;
    static struct shared s;
    struct feed *feed;
    struct arena_ended ended;
    struct liar l;
    // Nobody waits for an audit, so there is enough to play besides.
    hosted_init(&alone, "alone", "seed: 4\n" LONG);
    hosted_play(&alone);
    hosted_init(&other, "other", "seed: 5\n" LONG);
    hosted_play(&other);
    shared_init(&s, "cup", "seed: 4\n" LONG, LEASE_MS);
    s.coordinator.audit = 1;
    struct arena *a = hosted_start(&s.hosted, ARENA_WANTS(ARENA_ENDED), &feed);
    liar_join(&l);
    liar_take(&l);
    struct fleet_worker_options options;
    struct fleet_worker *honest = fleet_hire(&options, 1);
    fleet_wait_for("SELECT (count(*) = 2)::int FROM agon.workers", 1);
    for (int64_t game = l.first; game < l.first + 2; game++) {
        struct text record = another_game(&alone, &other, game);
        assert_true(liar_submit(&l, game, &record));
        text_destroy(&record);
    }
    liar_must_be_out(&l);
    help_drain(feed, ARENA_ENDED);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    fleet_dismiss(honest, NULL);
    struct text log = hosted_log(&s.hosted, "worker");
    assert_non_null(strstr(log.bytes, "was another one on worker"));
    assert_non_null(strstr(log.bytes, "is not the one that the built-in players play"));
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.workers WHERE state = 'out'"), 1);
    text_destroy(&log);
    hosted_destroy(&alone);
    hosted_destroy(&other);
    shared_destroy(&s);
}

// Its records wait in the database until somebody coordinates the contest again.
static void what_was_handed_in_by_who_is_out_does_not_count_later(void **state)
{
    (void)state;
    static struct hosted alone;
    static struct shared s;
    struct feed *feed;
    struct arena_ended ended;
    struct liar l;
    struct fleet_worker_options options;
    hosted_init(&alone, "alone", text);
    hosted_play(&alone);
    shared_init(&s, "cup", text, LEASE_MS);
    struct arena *a = hosted_start(&s.hosted, ARENA_WANTS(ARENA_ENDED), &feed);
    liar_join(&l);
    liar_take(&l);
    arena_stop(a, POOL_FINISH);
    help_drain(feed, ARENA_ENDED);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_STOPPED);
    struct text record = true_record(&alone, l.first);
    assert_true(liar_submit(&l, l.first, &record));
    text_destroy(&record);
    PQclear(fleet_ask("UPDATE agon.workers SET state = 'out', why = 'a test'"));
    PQclear(fleet_ask("UPDATE agon.leases SET until = '-infinity'")); // its time is over
    struct fleet_worker *honest = fleet_hire(&options, 1);
    hosted_play(&s.hosted);
    fleet_dismiss(honest, NULL);
    assert_int_equal(fleet_number("SELECT games FROM agon.workers WHERE state = 'out'"), 0);
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.credits"), 8);
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.credits c JOIN agon.workers w"
                                  " ON w.id = c.worker WHERE w.state = 'out'"),
        0);
    hosted_must_equal(&alone, &s.hosted);
    hosted_destroy(&alone);
    shared_destroy(&s);
}

// A lease that counts as handed in, of which a record is missing.
static void what_nobody_will_hand_in_is_offered_again(void **state)
{
    (void)state;
    static struct hosted alone;
    static struct shared s;
    struct feed *feed;
    struct arena_ended ended;
    struct liar l;
    struct fleet_worker_options options;
    hosted_init(&alone, "alone", text);
    hosted_play(&alone);
    shared_init(&s, "cup", text, LEASE_MS);
    struct arena *a = hosted_start(&s.hosted, ARENA_WANTS(ARENA_ENDED), &feed);
    liar_join(&l);
    liar_take(&l);
    arena_stop(a, POOL_FINISH);
    help_drain(feed, ARENA_ENDED);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_STOPPED);
    PQclear(fleet_ask("UPDATE agon.leases SET until = 'infinity'"));
    struct fleet_worker *honest = fleet_hire(&options, 1);
    hosted_play(&s.hosted);
    fleet_dismiss(honest, NULL);
    hosted_must_equal(&alone, &s.hosted);
    hosted_destroy(&alone);
    shared_destroy(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FLEET(no_lie_is_counted_and_who_lies_is_out),
        IN_A_FLEET(a_true_record_is_taken_once_from_whom_it_was_asked),
        IN_A_FLEET(a_game_of_built_in_players_can_be_recomputed),
        IN_A_FLEET(who_hands_in_another_game_of_built_in_players_is_found_by_audits),
        IN_A_FLEET(what_was_handed_in_by_who_is_out_does_not_count_later),
        IN_A_FLEET(what_nobody_will_hand_in_is_offered_again),
    };
    return cmocka_run_group_tests(tests, help_setup_process, help_teardown_process);
}
