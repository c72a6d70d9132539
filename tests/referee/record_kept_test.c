// A record that is kept in memory: what its file would hold, to the byte, and never too much.
#include "referee/record.h"
#include "referee/record_form.h"
#include "referee/recorded.h"
#include "referee/table.h"
#include "referee/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { FILE_BYTES = 1 << 22 };

static char scratch[] = "/tmp/agon-record-XXXXXX";

static struct text read_file(const char *path)
{
    char *bytes = malloc(FILE_BYTES);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    struct text text = text_growing();
    text_bytes(&text, bytes, fread(bytes, 1, FILE_BYTES, file));
    fclose(file);
    free(bytes);
    return text;
}

// The first player was started by us, the second one was not.
static void begin_record(struct record *r, const struct world *w)
{
    struct record_header header = {.game = w->referee.setup.game,
        .start = &w->referee.position,
        .index = 1,
        .host = "a machine",
        .started = "2026-11-15T04:12:49Z"};
    for (int seat = 0; seat < SEATS; seat++)
        header.players[seat] = (struct record_player){.name = w->plan.names[seat],
            .player = "./bot",
            .wire = "stones",
            .budget = w->referee.seats[seat].player.budget,
            .started = seat == 0,
            .manner = SANDBOX_CLOSED,
            .layers = 1u << SANDBOX_LIMITS | 1u << SANDBOX_PIDS};
    record_begin(r, &header);
}

static void listen_to(void *listener, const struct referee_event *event)
{
    record_event(listener, event);
}

static struct world *new_world(struct record *r)
{
    struct world *w =
        world_new(&(struct world_plan){.wires = {"stones", "stones"}, .names = {"ann", "bob"}});
    w->listen = listen_to;
    w->listener = r;
    return w;
}

static void a_kept_record_is_its_file_to_the_byte(void **state)
{
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "%s/game.jsonl", scratch);
    struct record r;
    struct error e;
    assert_true(record_open(&r, path, false, &e));
    record_keep(&r);
    struct world *w = new_world(&r);
    begin_record(&r, w);
    world_play(w);
    record_stderr(&r, 1, &(struct link_stderr){.head = "second", .head_bytes = 6}, 0);
    record_stderr(&r, 0,
        &(struct link_stderr){
            .head = "first", .head_bytes = 5, .tail = "tail", .tail_bytes = 4, .dropped_bytes = 90},
        0);
    assert_true(record_end(&r, &w->result, &e));
    struct text kept = record_take(&r), file = read_file(path);
    assert_true(kept.length > RECORD_BUFFER_BYTES);
    assert_string_equal(kept.bytes, file.bytes);
    assert_int_equal(record_take(&r).length, 0);
    text_destroy(&kept);
    text_destroy(&file);
    record_destroy(&r);
    world_destroy(w);
    unlink(path);
}

// Bytes that are not UTF-8 become U+FFFD, which has three; so the offsets are others than the
// bot's.
static void a_record_tells_when_which_part_of_stderr_was_written(void **state)
{
    (void)state;
    struct record r = {.fd = -1, .lines = text_growing(), .last_words = text_growing()};
    record_keep(&r);
    const struct link_piece pieces[] = {
        {0, 5000}, {3, 7000}, {6, 9000}, {8, 11000}, {10, 13000}, {105, 15000}, {107, 17000}};
    const struct link_stderr said = {.head = "ab\x80gh\xC3\xA4\n",
        .head_bytes = 8,
        .tail = "\x80tail",
        .tail_bytes = 5,
        .dropped_bytes = 95,
        .pieces = pieces,
        .piece_count = sizeof pieces / sizeof *pieces};
    record_stderr(&r, 0, &said, 1000);
    // The piece at 6 begins inside a letter: it is told from the next letter on. That at 8 was
    // dropped, and the one at 10 reaches to the tail, which begins at 103.
    assert_string_equal(r.lines.bytes,
        "{\"type\":\"stderr\",\"seat\":0,\"text\":\"ab\\ufffdgh\xC3\xA4\\n\",\"dropped_"
        "bytes\":95,"
        "\"tail\":\"\\ufffdtail\",\"when_us\":[0,4,5,6,9,8,10,12,14,14,16,16]}\n");
    enum record_line line;
    assert_true(record_form_check(r.lines.bytes, r.lines.length - 1, &line));
    record_destroy(&r);
}

static void a_record_is_kept_without_a_file(void **state)
{
    (void)state;
    struct record r = {.fd = -1};
    struct recorded read;
    struct error e;
    record_keep(&r);
    struct world *w = new_world(&r);
    begin_record(&r, w);
    world_play(w);
    assert_true(record_flush(&r)); // as the runner does from time to time
    assert_true(record_end(&r, &w->result, &e));
    struct text kept = record_take(&r);
    assert_true(recorded_read(&read, kept.bytes, kept.length, &e));
    assert_true(read.ended);
    assert_false(read.cut);
    assert_int_equal(read.plies, w->moves + w->forced);
    recorded_destroy(&read);
    text_destroy(&kept);
    world_destroy(w);
}

// Reads a record as a watcher does: a few bytes more each time something has happened.
struct record_watch {
    struct record *record;
    struct text seen;
};

static void watch_record(void *listener, const struct referee_event *event)
{
    struct record_watch *w = listener;
    char bytes[100];
    record_event(w->record, event);
    for (size_t n; (n = record_copy(w->record, w->seen.length, bytes, sizeof bytes)) > 0;)
        text_bytes(&w->seen, bytes, n);
    assert_int_equal(w->seen.length, record_length(w->record));
}

static void a_kept_record_can_be_copied_while_it_grows(void **state)
{
    (void)state;
    struct record r = {.fd = -1};
    struct record_watch watch = {.record = &r, .seen = text_growing()};
    struct error e;
    record_keep(&r);
    struct world *w = new_world(&r);
    w->listen = watch_record;
    w->listener = &watch;
    begin_record(&r, w);
    world_play(w);
    assert_true(record_end(&r, &w->result, &e));
    assert_true(record_length(&r) > watch.seen.length);
    struct text kept = record_take(&r);
    assert_true(watch.seen.length > RECORD_BUFFER_BYTES);
    assert_int_equal(strncmp(kept.bytes, watch.seen.bytes, watch.seen.length), 0);
    assert_int_equal(record_length(&r), 0);
    text_destroy(&kept);
    text_destroy(&watch.seen);
    record_destroy(&r);
    world_destroy(w);
}

static void the_head_names_the_sandbox_of_a_bot_that_we_started(void **state)
{
    (void)state;
    struct record r = {.fd = -1};
    struct recorded read;
    struct error e;
    record_keep(&r);
    struct world *w = new_world(&r);
    begin_record(&r, w);
    world_play(w);
    assert_true(record_end(&r, &w->result, &e));
    struct text kept = record_take(&r);
    assert_true(recorded_read(&read, kept.bytes, kept.length, &e));
    assert_non_null(strstr(read.header.bytes,
        "\"wire\":\"stones\",\"sandbox\":{\"manner\":\"closed\",\"layers\":[\"limits\",\"pids\"]}},"
        "{\"seat\":1,\"name\":\"bob\",\"player\":\"./bot\",\"wire\":\"stones\"}]"));
    recorded_destroy(&read);
    text_destroy(&kept);
    record_destroy(&r);
    world_destroy(w);
}

// Whatever comes after the first line that does not fit is left out, but for the end.
static void a_record_that_is_too_long_is_cut_and_says_so(void **state)
{
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "%s/long.jsonl", scratch);
    struct record r;
    struct error e;
    assert_true(record_open(&r, path, false, &e));
    record_keep(&r);
    struct world *w = new_world(&r);
    begin_record(&r, w);
    static char words[3001];
    memset(words, 'x', sizeof words - 1);
    const struct referee_event note = {.kind = EVENT_NOTE, .words = words};
    struct record_watch watch = {.record = &r, .seen = text_growing()};
    for (size_t bytes = 0; bytes < RECORD_KEPT_MOST_BYTES + 9000; bytes += sizeof words)
        watch_record(&watch, &note);
    world_play(w);
    assert_true(record_end(&r, &w->result, &e));
    struct text kept = record_take(&r), file = read_file(path);
    assert_true(kept.length < RECORD_KEPT_MOST_BYTES + 4096);
    assert_true(kept.length > RECORD_KEPT_MOST_BYTES - 4096);
    const char *cut = strstr(kept.bytes, "{\"type\":\"cut\",\"dropped_bytes\":");
    assert_non_null(cut);
    assert_memory_equal(kept.bytes, file.bytes, (size_t)(cut - kept.bytes));
    // A watcher has seen all that is kept, and nothing of what is left out.
    assert_int_equal(watch.seen.length, cut - kept.bytes);
    assert_memory_equal(kept.bytes, watch.seen.bytes, watch.seen.length);
    text_destroy(&watch.seen);
    const char *end = strstr(cut, "{\"type\":\"end\"");
    assert_non_null(end);
    assert_string_equal(end, strstr(file.bytes, "{\"type\":\"end\""));
    long dropped = atol(cut + strlen("{\"type\":\"cut\",\"dropped_bytes\":"));
    assert_int_equal((size_t)dropped,
        file.length - (size_t)(cut - kept.bytes) - (kept.length - (size_t)(end - kept.bytes)));
    struct recorded read;
    assert_true(recorded_read(&read, kept.bytes, kept.length, &e));
    assert_true(read.cut && read.ended);
    assert_int_equal(read.moves.length, 0);
    recorded_destroy(&read);
    text_destroy(&kept);
    text_destroy(&file);
    world_destroy(w);
    unlink(path);
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

static void take_record(void *user, struct table *t, const struct result *result)
{
    (void)result;
    struct text *record = user;
    if (record)
        *record = table_take_record(t);
    table_close(t, false);
}

static void ignore_closing(void *user, struct table *t)
{
    (void)user;
    (void)t;
}

static void play_at_table(struct text *record)
{
    static const struct table_events events = {.finished = take_record, .closed = ignore_closing};
    static const struct player a = {.name = "ann", .text = "@a", .think = first_move, .instant = 1};
    static const struct player b = {.name = "bob", .text = "@b", .think = first_move, .instant = 1};
    struct runner runner;
    struct error e;
    assert_true(runner_init(&runner, &e));
    struct table table;
    table_init(&table, &runner, (const struct player *[]){&a, &b}, &events, record);
    struct fixture f = {.game = game_find("stones", NULL),
        .index = 1,
        .budgets = {&world_budget, &world_budget},
        .record_kept = true,
        .host = "a machine"};
    f.game->start(&f.start, NULL, NULL);
    table_play(&table, &f);
    uv_run(&runner.loop, UV_RUN_DEFAULT);
    runner_destroy(&runner);
}

static void a_table_hands_its_record_over_when_the_game_is_over(void **state)
{
    (void)state;
    struct text record = text_growing();
    struct recorded read;
    struct error e;
    play_at_table(&record);
    assert_true(recorded_read(&read, record.bytes, record.length, &e));
    assert_true(read.ended);
    assert_string_equal(read.names[0], "ann");
    recorded_destroy(&read);
    text_destroy(&record);
}

// Nothing is lost of a record that nobody wants: the sanitizers would say so.
static void a_record_that_nobody_takes_goes_with_its_table(void **state)
{
    (void)state;
    play_at_table(NULL);
}

int main(void)
{
    if (!mkdtemp(scratch))
        return EXIT_FAILURE;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kept_record_is_its_file_to_the_byte),
        cmocka_unit_test(a_record_tells_when_which_part_of_stderr_was_written),
        cmocka_unit_test(a_kept_record_can_be_copied_while_it_grows),
        cmocka_unit_test(a_record_is_kept_without_a_file),
        cmocka_unit_test(the_head_names_the_sandbox_of_a_bot_that_we_started),
        cmocka_unit_test(a_record_that_is_too_long_is_cut_and_says_so),
        cmocka_unit_test(a_table_hands_its_record_over_when_the_game_is_over),
        cmocka_unit_test(a_record_that_nobody_takes_goes_with_its_table),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(scratch);
    return failed;
}
