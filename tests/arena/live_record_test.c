// Records of games that are under way, copied from other threads: whole lines, never the same byte
// twice, and at the end the record as it is stored.
#include "arena/arena_help.h"
#include "base/whole_file.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { WATCHERS = 3, GAMES = 60, TEXT_BYTES = 4096, RECORD_MOST_BYTES = 1 << 22 };

// --- Watchers ---

struct watcher {
    struct arena *arena;
    atomic_bool *over; // no game is played any more
    struct text records[GAMES + 1];
    int half_lines; // how often the end of a copy was not the end of a line
    int pieces;     // copies that had something new
};

static void watcher_look(struct watcher *w, int64_t game)
{
    struct text *record = &w->records[game];
    size_t before = record->length;
    if (!arena_copy_record(w->arena, game, before, record))
        return;
    w->pieces += record->length > before;
    w->half_lines += record->length > 0 && record->bytes[record->length - 1] != '\n';
}

static void *watcher_run(void *user)
{
    struct watcher *w = user;
    bool last;
    do {
        last = atomic_load(w->over); // then one more look finds all that there is
        for (int64_t game = 1; game <= GAMES; game++)
            watcher_look(w, game);
    } while (!last);
    return NULL;
}

static void record_must_be_that_of_its_file(const struct watcher *w, const struct hosted *h, int n)
{
    char path[2 * HELP_PATH_BYTES];
    struct text file = text_growing();
    struct error e = {0};
    snprintf(path, sizeof path, "%s/%d.jsonl", h->records, n);
    must(whole_file_read(path, RECORD_MOST_BYTES, &file, &e), &e);
    assert_int_equal(w->records[n].length, file.length);
    assert_string_equal(w->records[n].bytes, file.bytes);
    text_destroy(&file);
}

static void watchers_on_other_threads_see_each_record_grow_to_what_its_file_holds(void **state)
{
    (void)state;
    static struct hosted h;
    static struct watcher watchers[WATCHERS];
    static char text[TEXT_BYTES];
    pthread_t threads[WATCHERS];
    struct feed *feed;
    struct arena_ended ended;
    atomic_bool over = false;
    snprintf(text, sizeof text,
        "game: stones\nseed: 7\ngames: 20\nrecords: games\nconcurrency: 4\nsandbox: open\n"
        "time: {start: 1h, first: 1h, request: 1h}\nplayers:\n"
        "  - {name: ann, player: \"@random\"}\n  - {name: bob, player: \"@first\"}\n"
        "  - {name: cid, player: %s stones 3}\n",
        help_bot());
    hosted_init(&h, "contest", text);
    h.options.keeps_records = true;
    struct arena *a = hosted_start(&h, ARENA_FACTS, &feed);
    for (int i = 0; i < WATCHERS; i++) {
        watchers[i] = (struct watcher){.arena = a, .over = &over};
        for (int n = 0; n <= GAMES; n++)
            watchers[i].records[n] = text_growing();
        assert_int_equal(pthread_create(&threads[i], NULL, watcher_run, &watchers[i]), 0);
    }
    assert_int_equal(help_drain(feed, ARENA_OVER), GAMES);
    atomic_store(&over, true);
    for (int i = 0; i < WATCHERS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    for (int i = 0; i < WATCHERS; i++) {
        assert_int_equal(watchers[i].half_lines, 0);
        for (int n = 1; n <= GAMES; n++) {
            record_must_be_that_of_its_file(&watchers[i], &h, n);
            text_destroy(&watchers[i].records[n]);
        }
    }
    hosted_destroy(&h);
}

// --- One game that stands still ---

// cid, who connects, makes no move until there is the file "go".
static void init_gated(struct hosted *h, bool keeps)
{
    static char text[TEXT_BYTES];
    char go[HELP_PATH_BYTES];
    help_path(go, "go");
    snprintf(text, sizeof text,
        "game: stones\nseed: 3\ngames: 2\nrecords: none\nsandbox: open\n"
        "time: {start: 1h, first: 1h, request: 1h}\nplayers:\n"
        "  - {name: cid, player: \"%s stones 3 {host} {port}\", environment: {BOT_GO: %s}}\n"
        "  - {name: ann, player: \"@random\"}\n",
        help_bot(), go);
    hosted_init(h, "contest", text);
    h->options.keeps_records = keeps;
}

static void open_gate(void)
{
    char go[HELP_PATH_BYTES];
    help_path(go, "go");
    help_write(go, "");
}

static void a_game_has_a_record_for_watchers_even_if_none_is_stored(void **state)
{
    (void)state;
    static struct hosted h;
    struct feed *feed;
    struct arena_ended ended;
    struct text record = text_growing(), rest = text_growing();
    init_gated(&h, true);
    struct arena *a = hosted_start(&h, ARENA_FACTS | ARENA_MOVES, &feed);
    int64_t game = help_wait_for(feed, ARENA_READY);
    assert_true(arena_copy_record(a, game, 0, &record));
    assert_int_equal(strncmp(record.bytes, "{\"type\":\"game\",", 15), 0);
    assert_non_null(strstr(record.bytes, "\"type\":\"to\""));
    assert_null(strstr(record.bytes, "\"type\":\"end\""));
    assert_false(arena_copy_record(a, game, record.length + (1 << 20), &rest));
    assert_false(arena_copy_record(a, 99, 0, &rest));
    assert_int_equal(rest.length, 0);
    open_gate();
    while (help_wait_for(feed, ARENA_OVER) != game)
        continue;
    // It is over and stays for those who are late.
    assert_true(arena_copy_record(a, game, record.length, &rest));
    assert_non_null(strstr(rest.bytes, "\"type\":\"end\""));
    help_drain(feed, ARENA_ENDED);
    text_clear(&rest);
    assert_true(arena_copy_record(a, game, 0, &rest));
    assert_int_equal(strncmp(rest.bytes, record.bytes, record.length), 0);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    struct text stored = hosted_contents(&h);
    assert_null(strstr(stored.bytes, "\"type\":\"end\""));
    text_destroy(&stored);
    text_destroy(&record);
    text_destroy(&rest);
    hosted_destroy(&h);
}

static void without_the_wish_there_is_nothing_to_copy(void **state)
{
    (void)state;
    static struct hosted h;
    struct feed *feed;
    struct arena_ended ended;
    struct text record = text_growing();
    init_gated(&h, false);
    struct arena *a = hosted_start(&h, ARENA_FACTS | ARENA_MOVES, &feed);
    int64_t game = help_wait_for(feed, ARENA_READY);
    assert_false(arena_copy_record(a, game, 0, &record));
    open_gate();
    help_drain(feed, ARENA_ENDED);
    assert_false(arena_copy_record(a, game, 0, &record));
    assert_int_equal(record.length, 0);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    hosted_destroy(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(watchers_on_other_threads_see_each_record_grow_to_what_its_file_holds),
        IN_A_FOLDER(a_game_has_a_record_for_watchers_even_if_none_is_stored),
        IN_A_FOLDER(without_the_wish_there_is_nothing_to_copy),
    };
    return cmocka_run_group_tests(tests, help_setup_process, help_teardown_process);
}
