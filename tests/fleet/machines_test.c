// Machines that differ, beside a real server: entries travel to workers that have nothing of them,
// leases go only to machines that fit, and a machine on which players fault is put into quarantine.
#include "fleet/fleet_help.h"

#include "archive/entry_players.h"
#include "arena/build/folder_tree.h"
#include "arena/player_text.h"
#include "author/kit.h"
#include "base/random.h"
#include "fleet/capabilities.h"
#include "fleet/shared_contest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONG_MS = 60000, BYTES = 512 };

// --- A contest of entries ---

static char contest_file[HELP_PATH_BYTES];

// Writes a kit into the folder entries/NAME.
static void make_kit(const char *name, const char *language)
{
    struct kit kit;
    struct error e = {0};
    char path[HELP_PATH_BYTES], relative[64];
    help_path(path, "entries");
    mkdir(path, 0755);
    snprintf(relative, sizeof relative, "entries/%s", name);
    help_path(path, relative);
    must(kit_choose(&kit, "reversi", NULL, language, name, path, &e), &e);
    bool made = false;
    must(kit_make_folder(path, &made, &e), &e);
    must(kit_write(&kit, path, made, &e), &e);
}

// The text of a contest file as it is stored: with the hashes of its entries.
static struct text expand(const char *text)
{
    struct contest_problems problems = {0};
    struct error e = {0};
    struct text contest = text_growing(), late = text_growing();
    help_path(contest_file, "cup.yaml");
    text_string(&contest, text);
    must(entry_players_expand(&contest, contest_file, &players_words, &problems, &late, &e), &e);
    if (problems.count > 0)
        fail_msg("%s", problems.list[0].words);
    text_destroy(&late);
    return contest;
}

static void share_entries(struct shared *s, const char *text)
{
    struct error e = {0};
    shared_init(s, "cup", text, LONG_MS);
    must(roster_look(&s->hosted.roster, contest_file, &e), &e);
    s->coordinator.file = contest_file;
}

static void remove_entries(void)
{
    struct error e = {0};
    char path[HELP_PATH_BYTES];
    help_path(path, "entries");
    must(folder_tree_remove(path, &e), &e);
}

// --- Machines ---

struct machine {
    struct capabilities capabilities;
    char cache[HELP_PATH_BYTES];
    struct text description;
    struct fleet_worker_options options;
    struct fleet_worker *worker;
};

static void print_words(void *user, const char *words)
{
    const struct machine *m = user;
    printf("# %s: %s\n", m->capabilities.host, words);
}

// What this machine can do. It is looked at once: that takes a second of CPU time.
static const struct capabilities *this_machine(void)
{
    static struct capabilities found;
    struct error e = {0};
    if (found.cores == 0)
        must(capabilities_find(&found, 1, help_folder, &e), &e);
    return &found;
}

// A machine with what this one has, and a cache of its own.
static void machine_init(struct machine *m, const char *name, double speed)
{
    *m = (struct machine){.capabilities = *this_machine(), .description = text_growing()};
    help_path(m->cache, name);
    assert_int_equal(mkdir(m->cache, 0755), 0);
    snprintf(m->capabilities.host, sizeof m->capabilities.host, "%s", name);
    m->capabilities.speed = speed;
}

static void machine_work(struct machine *m)
{
    struct error e = {0};
    capabilities_print(&m->description, &m->capabilities);
    m->options = (struct fleet_worker_options){.url = fleet_url(),
        .description = m->description.bytes,
        .cores = m->capabilities.cores,
        .cache = m->cache,
        .speed_percent = (int64_t)(m->capabilities.speed * 100 + 0.5),
        .said = print_words,
        .user = m};
    m->worker = fleet_worker_start(&m->options, &e);
    must(m->worker != NULL, &e);
}

static void machine_end(struct machine *m, struct fleet_worker_state *last)
{
    fleet_dismiss(m->worker, last);
    text_destroy(&m->description);
}

// --- Entries ---

static void entries_are_played_where_nothing_of_them_is(void **state)
{
    (void)state;
    static struct shared s;
    static struct machine machine;
    struct feed *feed;
    struct arena_ended ended;
    struct fleet_worker_state last;
    make_kit("ann", "python");
    make_kit("bob", "c");
    struct text text = expand("game: reversi\nseed: 3\ngames: 4\nplayers: entries/*\n");
    share_entries(&s, text.bytes);
    struct arena *a = hosted_start(&s.hosted, ARENA_WANTS(ARENA_ENDED), &feed);
    fleet_wait_for("SELECT count(*) FROM agon.blobs", 2);
    remove_entries();
    machine_init(&machine, "machine", 1);
    machine_work(&machine);
    help_drain(feed, ARENA_ENDED);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    machine_end(&machine, &last);
    assert_int_equal(last.games, 4);
    assert_int_equal(last.voided, 0);
    struct text contents = hosted_contents(&s.hosted);
    assert_null(strstr(contents.bytes, "NO_START"));
    assert_null(strstr(contents.bytes, "CRASH"));
    assert_non_null(strstr(contents.bytes, "\"player\":\"./"));
    text_destroy(&contents);
    shared_destroy(&s);
    text_destroy(&text);
}

static void a_forged_entry_is_not_built(void **state)
{
    (void)state;
    static struct shared s;
    static struct machine machine;
    struct feed *feed;
    struct arena_ended ended;
    make_kit("ann", "python");
    make_kit("bob", "python");
    struct text text = expand("game: reversi\nseed: 3\ngames: 2\nplayers: entries/*\n");
    share_entries(&s, text.bytes);
    struct arena *a = hosted_start(&s.hosted, ARENA_WANTS(ARENA_ENDED), &feed);
    fleet_wait_for("SELECT count(*) FROM agon.blobs", 2);
    PQclear(fleet_ask("UPDATE agon.blobs SET bytes = (SELECT o.bytes FROM agon.blobs o"
                      " WHERE o.hash <> agon.blobs.hash)"));
    machine_init(&machine, "machine", 1);
    machine_work(&machine);
    // It gives the lease back each time, until it gets no more.
    fleet_wait_for("SELECT count(*) FROM agon.workers WHERE state = 'quarantined'"
                   " AND why LIKE '%not the entry that was asked for%'",
        1);
    fleet_worker_stop(machine.worker, POOL_NOW);
    machine_end(&machine, NULL);
    arena_stop(a, POOL_NOW);
    help_drain(feed, ARENA_ENDED);
    hosted_join(a, feed, &ended);
    shared_destroy(&s);
    text_destroy(&text);
}

static void what_cannot_travel_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *player, *words;
    } cases[] = {
        {"- python3 bot.py", "is a command of the organiser's machine"},
        {"- listen:7001", "connects to a port"},
        {"- tcp://127.0.0.1:7001", "one game at a time"},
        {"- {name: x, player: \"entry:entries/ann\", sandbox: none}", "\"closed\" only"},
        {"- {name: x, player: \"entry:entries/ann\", read: /usr/share}", "\"read\" names files"},
        {"- {name: x, player: \"entry:entries/ann\"}", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct definition d;
        struct error e = {0};
        char text[BYTES];
        snprintf(text, sizeof text, "game: reversi\nplayers:\n  - \"@1\"\n  %s\n", cases[i].player);
        must(definition_take(&d, text, &definition_words, &e), &e);
        assert_int_equal(shared_contest_check(&d, &e), !cases[i].words);
        if (cases[i].words)
            assert_non_null(strstr(e.words, cases[i].words));
        definition_destroy(&d);
    }
}

// --- What fits ---

static void draw_words(
    struct random *lot, char can[][LEASE_NEEDS_WORD_BYTES], size_t *count, uint32_t of_ten)
{
    static const char *const words[] = {"tool:gcc", "tool:python3", "layer:seccomp", "tool:g++"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (random_below(lot, 10) < of_ten)
            snprintf(can[(*count)++], LEASE_NEEDS_WORD_BYTES, "%s", words[i]);
    }
}

static void list_words(struct text *out, char can[][LEASE_NEEDS_WORD_BYTES], size_t count)
{
    text_string(out, "ARRAY[");
    for (size_t i = 0; i < count; i++)
        text_format(out, "%s'%s'", i > 0 ? "," : "", can[i]);
    text_string(out, "]::text[]");
}

// The database and capabilities_fit give the same answer.
static void the_database_judges_as_we_do(void **state)
{
    (void)state;
    struct random lot = random_seeded(5);
    int fits = 0;
    for (int i = 0; i < 200; i++) {
        struct capabilities c = {.host = "h",
            .cores = 1 + random_below(&lot, 4),
            .memory_bytes = random_below(&lot, 4),
            .speed = random_below(&lot, 300) / 100.0};
        struct lease_needs n = {.cores = 1 + random_below(&lot, 2),
            .memory_bytes = random_below(&lot, 2),
            .speed = random_below(&lot, 100) / 100.0};
        struct text sql = text_growing(), json = text_growing();
        draw_words(&lot, c.can, &c.can_count, 9);
        draw_words(&lot, n.can, &n.can_count, 3);
        capabilities_print(&json, &c);
        text_string(&sql,
            "WITH w AS (SELECT (jsonb_populate_record(NULL::agon.workers, to_jsonb(d) ||"
            " '{\"id\": 1}')).* FROM jsonb_to_record('");
        text_format(&sql,
            "%s') AS d (host text, cores bigint, memory_bytes bigint, speed float8, can text[])),"
            " l AS (SELECT (jsonb_populate_record(NULL::agon.leases, jsonb_build_object('id', 0,"
            " 'games', 2, 'until', '-infinity', 'cores', %lld, 'memory_bytes', %lld,"
            " 'speed', %.2f, 'can', ",
            json.bytes, (long long)n.cores, (long long)n.memory_bytes, n.speed);
        list_words(&sql, n.can, n.can_count);
        text_string(&sql, "))).*) SELECT agon.is_for(l::agon.leases, w::agon.workers) FROM l, w");
        struct error why = {0};
        bool fit = capabilities_fit(&c, &n, &why);
        fits += fit;
        assert_int_equal(fleet_number(sql.bytes), fit);
        text_destroy(&sql);
        text_destroy(&json);
    }
    assert_in_range(fits, 20, 180);
}

static void a_slow_machine_gets_nothing_and_a_fast_one_all(void **state)
{
    (void)state;
    static struct shared s;
    static struct machine slow, fast;
    struct fleet_worker_state last;
    const char *text = "game: reversi\nseed: 3\ngames: 20\nmin_speed: 0.8\nplayers:\n"
                       "  - \"@random\"\n  - \"@first\"\n";
    machine_init(&slow, "slow", 0.79);
    machine_init(&fast, "fast", 0.80);
    machine_work(&slow);
    machine_work(&fast);
    shared_init(&s, "cup", text, LONG_MS);
    hosted_play(&s.hosted);
    machine_end(&slow, &last);
    assert_int_equal(last.games, 0);
    machine_end(&fast, &last);
    assert_int_equal(last.games, 20);
    shared_destroy(&s);
}

// --- Fair time ---

// A machine that says it is very fast gives its bots a hundredth of their time, and they fail.
static void a_machine_on_which_players_fault_is_put_into_quarantine(void **state)
{
    (void)state;
    static struct shared s;
    static struct machine right, wrong;
    struct feed *feed;
    struct arena_ended ended;
    make_kit("ann", "python");
    struct text text = expand("game: reversi\nseed: 3\ngames: 400\nscale_time: yes\n"
                              "time: {start: 60s, first: 60s, request: 60s}\n"
                              "players:\n  - entry:entries/ann\n  - \"@random\"\n");
    share_entries(&s, text.bytes);
    machine_init(&right, "right", 1);
    machine_init(&wrong, "wrong", 100 * 100);
    struct arena *a = hosted_start(&s.hosted, ARENA_WANTS(ARENA_ENDED), &feed);
    machine_work(&right);
    machine_work(&wrong);
    fleet_wait_for("SELECT count(*) FROM agon.workers WHERE state = 'quarantined'"
                   " AND host = 'wrong' AND why LIKE '%made faults or gave up%'",
        1);
    assert_int_equal(
        fleet_number("SELECT count(*) FROM agon.workers WHERE state = 'here' AND host = 'right'"),
        1);
    arena_stop(a, POOL_NOW);
    help_drain(feed, ARENA_ENDED);
    hosted_join(a, feed, &ended);
    fleet_worker_stop(right.worker, POOL_NOW);
    fleet_worker_stop(wrong.worker, POOL_NOW);
    machine_end(&right, NULL);
    machine_end(&wrong, NULL);
    struct text contents = hosted_contents(&s.hosted);
    assert_non_null(strstr(contents.bytes, "\"speed_percent\":100,"));
    assert_non_null(strstr(contents.bytes, "\"speed_percent\":1000000,\"start_ms\":6,"));
    text_destroy(&contents);
    shared_destroy(&s);
    text_destroy(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_travel_is_told),
        IN_A_FLEET(the_database_judges_as_we_do),
        IN_A_FLEET(a_slow_machine_gets_nothing_and_a_fast_one_all),
        IN_A_FLEET(entries_are_played_where_nothing_of_them_is),
        IN_A_FLEET(a_forged_entry_is_not_built),
        IN_A_FLEET(a_machine_on_which_players_fault_is_put_into_quarantine),
    };
    return cmocka_run_group_tests(tests, help_setup_process, help_teardown_process);
}
