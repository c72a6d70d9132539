// The record of a game: one golden file per wire, to the byte, and what happens when it cannot be
// written. With --write as second argument the golden files are written instead: read the
// difference before you commit it.
#include "referee/record.h"
#include "referee/record_form.h"
#include "referee/table.h"
#include "referee/world.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>
#include <fcntl.h>
#include <jansson.h>

struct golden {
    const char *file, *wires[SEATS];
    uint64_t seed;
    int coin;
    const char *answer; // the first answer of seat 0 instead of its own; NULL: none such
};

static const struct golden goldens[] = {
    {"santorini", {"santorini", "santorini"}, .seed = 1},
    {"santorini-course", {"santorini-course", "santorini-course"}, .seed = 2},
    {"hgp", {"hgp", "hgp"}, .seed = 3, .coin = 1},
    {"stones", {"stones", "stones"}, .seed = 4},
    {"stones-quoted", {"stones-quoted", "stones-quoted"}, .seed = 5},
    {"illegal", {"santorini", "santorini"}, .answer = "[\"place\",\n 6,6]\n"},
    {"malformed", {"hgp", "hgp"}, .answer = "d3 \xFF\x1B[2J\n"},
    {"timeout", {"stones", "stones"}, .answer = ""},
};

enum { GOLDENS = sizeof goldens / sizeof *goldens };

static const char *folder;
static char scratch[] = "/tmp/agon-record-XXXXXX";

static void scratch_path(char path[64])
{
    snprintf(path, 64, "%s/game.jsonl", scratch);
}

static char *read_file(const char *path)
{
    static char bytes[1 << 18];
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s is missing", path);
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    bytes[length] = '\0';
    return bytes;
}

// --- Making a record ---

static void listen_to(void *listener, const struct referee_event *event)
{
    record_event(listener, event);
}

static struct sandbox_limits limits[SEATS]; // that records tell of

static void open_record(struct record *r, struct world *w)
{
    char path[64];
    struct error e;
    scratch_path(path);
    unlink(path);
    assert_true(record_open(r, path, false, &e));
    struct record_header header = {
        .game = w->referee.setup.game,
        .start = &w->referee.position,
        .seed = w->plan.seed,
        .index = 1,
        .host = "a machine",
        .started = "2026-11-15T04:12:49Z",
    };
    for (int seat = 0; seat < SEATS; seat++)
        header.players[seat] = (struct record_player){.name = w->plan.names[seat],
            .player = seat == 0 ? "./ann" : "./bob",
            .wire = w->plan.wires[seat],
            .budget = w->referee.seats[seat].player.budget,
            .limits = limits[seat]};
    record_begin(r, &header);
    w->listen = listen_to;
    w->listener = r;
}

static void play_fault(struct world *w, const char *answer)
{
    world_begin(w);
    if (answer[0] != '\0') {
        world_wait(w, 12 * MS);
        world_say(w, 0, answer);
    }
    // Silence, and a kernel that says that the machine was busy.
    w->seats[0].known = true;
    world_tick(w, 100 * MS);
    w->seats[0].usage = (struct usage){.waited_ns = 40 * MS, .cpu_ns = 60 * MS};
    while (w->dones == 0)
        world_tick(w, 500 * MS);
}

// Plays a golden game, with its record in the scratch folder.
static void make_record(const struct golden *g)
{
    struct world *w = world_new(&(struct world_plan){.wires = {g->wires[0], g->wires[1]},
        .names = {"ann", "bob"},
        .coin = g->coin,
        .seed = g->seed});
    struct record r;
    struct error e;
    open_record(&r, w);
    if (g->answer) {
        play_fault(w, g->answer);
        record_stderr(&r, 0, &(struct link_stderr){.head = "oh\x80\n", .head_bytes = 4}, 0);
        record_stderr(&r, 1,
            &(struct link_stderr){.head = "first",
                .head_bytes = 5,
                .tail = "last\n",
                .tail_bytes = 5,
                .dropped_bytes = 90},
            0);
    } else {
        world_play(w);
    }
    assert_int_equal(w->dones, 1);
    assert_true(record_end(&r, &w->result, &e));
    world_destroy(w);
}

// The version of agon is no part of the format.
static char *without_version(char *bytes)
{
    static const char written[] = "\"agon\":\"" AGON_VERSION "\"", kept[] = "\"agon\":\"*\"";
    char *at = strstr(bytes, written);
    if (at) {
        memcpy(at, kept, sizeof kept - 1);
        char *rest = at + sizeof written - 1;
        memmove(at + sizeof kept - 1, rest, strlen(rest) + 1);
    }
    return bytes;
}

static void golden_path(const struct golden *g, char path[4096])
{
    snprintf(path, 4096, "%s/%s.jsonl", folder, g->file);
}

static int write_goldens(void)
{
    for (int i = 0; i < GOLDENS; i++) {
        char from[64], to[4096];
        make_record(&goldens[i]);
        scratch_path(from);
        golden_path(&goldens[i], to);
        FILE *file = fopen(to, "w");
        if (!file || fputs(without_version(read_file(from)), file) < 0 || fclose(file) != 0)
            return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

// --- Reading a record ---

// Calls `look` for each line, parsed as strict JSON; returns how many there are.
static int each_line(char *bytes, void (*look)(const json_t *line, void *context), void *context)
{
    int count = 0;
    char *rest = bytes;
    for (char *line; (line = strsep(&rest, "\n")) && rest; count++) {
        json_error_t e;
        json_t *value = json_loads(line, JSON_REJECT_DUPLICATES, &e);
        if (!value)
            fail_msg("line %d: %s: %s", count + 1, e.text, line);
        look(value, context);
        json_decref(value);
    }
    // Every line is ended: what follows the last one is nothing.
    return count;
}

static bool is(const json_t *line, const char *type)
{
    return strcmp(json_string_value(json_object_get(line, "type")), type) == 0;
}

static void count_ends(const json_t *line, void *context)
{
    *(int *)context += is(line, "end");
}

// --- Golden records ---

static void records_are_the_same_to_the_byte(void **state)
{
    (void)state;
    for (int i = 0; i < GOLDENS; i++) {
        char path[4096];
        golden_path(&goldens[i], path);
        char *golden = strdup(read_file(path));
        make_record(&goldens[i]);
        scratch_path(path);
        assert_string_equal(without_version(read_file(path)), golden);
        free(golden);
    }
}

struct game_seen {
    int lines, moves, ends;
    json_int_t at_us;
    const struct game *game;
    position position;
};

static const char *word(const json_t *line, const char *key)
{
    return json_string_value(json_object_get(line, key));
}

static void check_line(const json_t *line, void *context)
{
    struct game_seen *seen = context;
    assert_int_equal(seen->ends, 0); // nothing follows the end
    if (seen->lines++ == 0) {
        assert_true(is(line, "game"));
        assert_int_equal(json_integer_value(json_object_get(line, "format")), RECORD_FORMAT);
        seen->game = game_find(word(line, "game"), NULL);
        assert_true(seen->game->parse(&seen->position, word(line, "position"), NULL));
        return;
    }
    const json_t *at = json_object_get(line, "at_us");
    if (at) {
        assert_true(json_integer_value(at) >= seen->at_us);
        seen->at_us = json_integer_value(at);
    }
    if (is(line, "to") || is(line, "from"))
        assert_true(!json_object_get(line, "message") != !json_object_get(line, "text"));
    if (is(line, "move")) {
        move m;
        assert_true(seen->game->parse_move(&seen->position, word(line, "move"), &m, NULL));
        assert_true(seen->game->legal(&seen->position, m, NULL));
        seen->game->apply(&seen->position, m);
        seen->moves++;
    }
    if (is(line, "end")) {
        seen->ends++;
        assert_int_equal(json_integer_value(json_object_get(line, "moves")), seen->moves);
    }
}

static void every_line_is_json_and_the_moves_can_be_played_again(void **state)
{
    (void)state;
    for (int i = 0; i < GOLDENS; i++) {
        char path[4096];
        struct game_seen seen = {0};
        golden_path(&goldens[i], path);
        each_line(read_file(path), check_line, &seen);
        assert_int_equal(seen.ends, 1);
        assert_int_equal(seen.game->outcome(&seen.position).over, goldens[i].answer == NULL);
    }
}

static void find_text(const json_t *line, void *context)
{
    const char *text = word(line, "text");
    if (is(line, "from") && text)
        *(char **)context = strdup(text);
}

static void a_message_that_is_not_one_line_of_json_is_kept_as_text(void **state)
{
    (void)state;
    static const struct {
        const char *file, *text;
    } kept[] = {
        {"illegal", "[\"place\",\n 6,6]"},
        {"malformed", "d3 \xEF\xBF\xBD\x1B[2J"}, // a byte that is no UTF-8 becomes U+FFFD
    };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        char path[4096], *text = NULL;
        snprintf(path, sizeof path, "%s/%s.jsonl", folder, kept[i].file);
        each_line(read_file(path), find_text, &text);
        assert_non_null(text);
        assert_string_equal(text, kept[i].text);
        free(text);
    }
}

// --- Unfinished and unwritten ---

static void an_unfinished_record_has_no_end_and_its_lines_are_whole(void **state)
{
    (void)state;
    struct world *w =
        world_new(&(struct world_plan){.wires = {"stones", "stones"}, .names = {"ann", "bob"}});
    struct record r;
    open_record(&r, w);
    world_start(w);
    world_open(w, 0);
    world_open(w, 1);
    while (w->moves < 5)
        world_answer(w, referee_to_move(&w->referee));
    assert_true(record_flush(&r));
    record_destroy(&r);
    world_destroy(w);
    char path[64];
    int ends = 0;
    scratch_path(path);
    assert_true(each_line(read_file(path), count_ends, &ends) > 10);
    assert_int_equal(ends, 0);
}

static void a_record_never_replaces_another(void **state)
{
    (void)state;
    char path[64];
    struct record r;
    struct error e;
    make_record(&goldens[0]);
    scratch_path(path);
    assert_false(record_open(&r, path, false, &e));
    assert_non_null(strstr(e.words, "File exists"));
}

static void a_full_disk_is_told_at_the_end_even_if_it_has_room_again(void **state)
{
    (void)state;
    struct world *w =
        world_new(&(struct world_plan){.wires = {"hgp", "hgp"}, .names = {"ann", "bob"}});
    struct record r;
    struct error e;
    open_record(&r, w);
    int disk = r.fd;
    r.fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
    assert_false(record_flush(&r));
    close(r.fd);
    r.fd = disk;
    world_play(w);
    assert_false(record_end(&r, &w->result, &e));
    assert_string_equal(e.words, "the record cannot be written: No space left on device");
    world_destroy(w);
}

// --- At a table ---

static move first_move(const struct player *player, const struct ask *ask, void **memory)
{
    (void)player;
    (void)memory;
    move moves[MOVES_MAX];
    ask->game->moves(ask->position, moves);
    return moves[0];
}

static void keep_result(void *user, struct table *t, const struct result *result)
{
    *(struct result *)user = *result;
    table_close(t, false);
}

static void ignore_closing(void *user, struct table *t)
{
    (void)user;
    (void)t;
}

static struct result play_at_table(const char *record_path)
{
    static const struct table_events events = {.finished = keep_result, .closed = ignore_closing};
    static const struct player a = {.name = "ann", .text = "@a", .think = first_move, .instant = 1};
    static const struct player b = {.name = "bob", .text = "@b", .think = first_move, .instant = 1};
    struct runner runner;
    struct error e;
    assert_true(runner_init(&runner, &e));
    struct result result = {0};
    struct table table;
    table_init(&table, &runner, (const struct player *[]){&a, &b}, &events, &result);
    struct fixture f = {.game = game_find("stones", NULL),
        .index = 1,
        .budgets = {&world_budget, &world_budget},
        .record_path = record_path,
        .host = "a machine"};
    f.game->start(&f.start, NULL, NULL);
    table_play(&table, &f);
    uv_run(&runner.loop, UV_RUN_DEFAULT);
    runner_destroy(&runner);
    return result;
}

// Begins a record with these limits, and returns whether its first line has the text and is right.
static bool header_has(const char *text)
{
    struct world *w =
        world_new(&(struct world_plan){.wires = {"stones", "stones"}, .names = {"ann", "bob"}});
    struct record r;
    open_record(&r, w);
    enum record_line which;
    bool has = strstr(r.lines.bytes, text) != NULL &&
        record_form_check(r.lines.bytes, r.lines.length - 1, &which) && which == RECORD_GAME;
    record_destroy(&r);
    world_destroy(w);
    return has;
}

static void the_limits_are_in_the_first_line_once_if_they_are_the_same(void **state)
{
    (void)state;
    limits[0] = limits[1] =
        (struct sandbox_limits){.memory_bytes = 1 << 20, .tasks = 7, .cpu_ns = 60 * NS_PER_SECOND};
    assert_true(header_has("\"increment_ms\":0,\"limits\":{\"memory_bytes\":1048576,\"tasks\":7,"
                           "\"cpu_ms\":60000},\"host\""));
    limits[0] = (struct sandbox_limits){.output_bytes = 5, .files = 6};
    limits[1] = (struct sandbox_limits){0};
    assert_true(header_has("\"wire\":\"stones\",\"limits\":{\"files\":6,\"output_bytes\":5}},"
                           "{\"seat\":1"));
    assert_false(header_has("\"increment_ms\":0,\"limits\""));
    limits[0] = limits[1];
    assert_false(header_has("limits"));
}

static void a_game_whose_record_cannot_be_created_is_void(void **state)
{
    (void)state;
    struct result result = play_at_table("/dev/null/1.jsonl");
    assert_int_equal(result.verdict, VERDICT_VOID);
    assert_int_equal(result.winner, NOBODY);
    assert_string_equal(
        result.explanation, "void: /dev/null/1.jsonl cannot be created: Not a directory");
}

static void a_game_whose_record_cannot_be_written_is_void(void **state)
{
    (void)state;
    char path[64];
    scratch_path(path);
    unlink(path);
    struct result result = play_at_table(path);
    assert_int_equal(result.verdict, VERDICT_WON);
    unlink(path);
    // The same game again, on a disk that holds a hundred bytes.
    struct rlimit before, small;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    small = (struct rlimit){.rlim_cur = 100, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    result = play_at_table(path);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(result.verdict, VERDICT_VOID);
    assert_int_equal(result.winner, NOBODY);
    assert_int_equal(result.blame, NOBODY);
    assert_string_equal(result.rule, "G5");
    assert_string_equal(result.explanation, "void: the record cannot be written: File too large");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_the_same_to_the_byte),
        cmocka_unit_test(every_line_is_json_and_the_moves_can_be_played_again),
        cmocka_unit_test(a_message_that_is_not_one_line_of_json_is_kept_as_text),
        cmocka_unit_test(an_unfinished_record_has_no_end_and_its_lines_are_whole),
        cmocka_unit_test(a_record_never_replaces_another),
        cmocka_unit_test(a_full_disk_is_told_at_the_end_even_if_it_has_room_again),
        cmocka_unit_test(the_limits_are_in_the_first_line_once_if_they_are_the_same),
        cmocka_unit_test(a_game_whose_record_cannot_be_created_is_void),
        cmocka_unit_test(a_game_whose_record_cannot_be_written_is_void),
    };
    if (argc < 2 || !mkdtemp(scratch)) {
        fprintf(stderr, "usage: %s GOLDEN_FOLDER [--write]\n", argv[0]);
        return EXIT_FAILURE;
    }
    folder = argv[1];
    bool writes = argc > 2 && strcmp(argv[2], "--write") == 0;
    int status = writes ? write_goldens() : cmocka_run_group_tests(tests, NULL, NULL);
    char path[64];
    scratch_path(path);
    unlink(path);
    rmdir(scratch);
    return status;
}
