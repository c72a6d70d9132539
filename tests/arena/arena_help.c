#include "arena/arena_help.h"

#include "archive/archive.h"
#include "archive/results.h"
#include "arena/player_text.h"
#include "base/whole_file.h"
#include "link/link.h"
#include "report/standings_table.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HANGS_AFTER_S = 600 };

char help_folder[HELP_PATH_BYTES];

int help_setup_process(void **state)
{
    (void)state;
    return link_process_setup(NULL) ? 0 : -1;
}

int help_teardown_process(void **state)
{
    (void)state;
    link_process_teardown();
    return 0;
}

int help_setup(void **state)
{
    (void)state;
    alarm(HANGS_AFTER_S);
    snprintf(help_folder, sizeof help_folder, "/tmp/agon-arena-XXXXXX");
    return mkdtemp(help_folder) ? 0 : -1;
}

static void help_empty(const char *folder)
{
    DIR *files = opendir(folder);
    assert_non_null(files);
    for (struct dirent *file = readdir(files); file; file = readdir(files)) {
        char path[2 * HELP_PATH_BYTES];
        bool dots = strcmp(file->d_name, ".") == 0 || strcmp(file->d_name, "..") == 0;
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        if (!dots && unlink(path) != 0) {
            help_empty(path);
            assert_int_equal(rmdir(path), 0);
        }
    }
    closedir(files);
}

int help_teardown(void **state)
{
    (void)state;
    help_empty(help_folder);
    alarm(0);
    return rmdir(help_folder);
}

void help_path(char path[HELP_PATH_BYTES], const char *name)
{
    int length = snprintf(path, HELP_PATH_BYTES, "%s/%s", help_folder, name);
    assert_true(length < HELP_PATH_BYTES);
}

bool help_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

void help_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

int help_count_lines(const char *path)
{
    FILE *file = fopen(path, "r");
    int lines = 0;
    for (int c; file && (c = getc(file)) != EOF;)
        lines += c == '\n';
    if (file)
        fclose(file);
    return lines;
}

const char *help_bot(void)
{
    const char *bot = getenv("AGON_TEST_BOT");
    assert_non_null(bot);
    return bot;
}

void must(bool well, const struct error *e)
{
    if (!well)
        fail_msg("%s", e->words);
}

// --- Events ---

struct feed *help_watch(struct feeds *f, unsigned wants)
{
    struct error e;
    struct feed *feed = feed_open(f, wants, &e);
    must(feed != NULL, &e);
    return feed;
}

struct arena_event *help_next_event(struct feed *feed)
{
    for (;;) {
        struct arena_event *event = feed_take(feed);
        if (event)
            return event;
        struct pollfd ready = {.fd = feed_fd(feed), .events = POLLIN};
        poll(&ready, 1, -1);
    }
}

int64_t help_wait_for(struct feed *feed, enum arena_event_kind kind)
{
    for (;;) {
        struct arena_event *event = help_next_event(feed);
        enum arena_event_kind is = event->kind;
        int64_t game = event->game;
        arena_event_release(event);
        if (is == kind)
            return game;
        assert_int_not_equal(is, ARENA_ENDED);
    }
}

enum verdict help_verdict(const struct arena_event *over)
{
    struct result r;
    arena_event_result(over, &r);
    return r.verdict;
}

int help_drain(struct feed *feed, enum arena_event_kind kind)
{
    int count = 0;
    for (bool more = true; more;) {
        struct arena_event *event = help_next_event(feed);
        count += event->kind == kind;
        more = event->kind != ARENA_ENDED;
        arena_event_release(event);
    }
    return count;
}

// --- Contests ---

static void hosted_name(char out[HELP_PATH_BYTES], const char *folder, const char *name)
{
    int length = snprintf(out, HELP_PATH_BYTES, "%s/%s", folder, name);
    assert_true(length < HELP_PATH_BYTES);
}

void hosted_init(struct hosted *h, const char *name, const char *text)
{
    struct error e = {0};
    *h = (struct hosted){0};
    help_path(h->folder, name);
    assert_true(mkdir(h->folder, 0755) == 0 || errno == EEXIST);
    hosted_name(h->path, h->folder, "contest.db");
    hosted_name(h->records, h->folder, "games");
    must(definition_take(&h->definition, text, &players_words, &e), &e);
    must(definition_complete(&h->definition, &e), &e);
    must(roster_read(&h->roster, &h->definition, &e), &e);
    const struct contest_file *f = &h->definition.file;
    h->contest = (struct store_contest){.seed = (uint64_t)f->seed, .text = text};
    h->options = (struct arena_options){.roster = &h->roster,
        .path = h->path,
        .contest = &h->contest,
        .concurrency = f->concurrency,
        .store_records = f->store_records,
        .records = f->records ? h->records : NULL};
}

void hosted_destroy(struct hosted *h)
{
    roster_destroy(&h->roster);
    definition_destroy(&h->definition);
}

struct arena *hosted_start(struct hosted *h, unsigned wants, struct feed **feed)
{
    struct error e = {0};
    struct arena *a = arena_create(&h->options, &e);
    must(a != NULL, &e);
    *feed = help_watch(arena_feeds(a), wants);
    must(arena_start(a, &e), &e);
    return a;
}

enum arena_end hosted_join(struct arena *a, struct feed *feed, struct arena_ended *ended)
{
    struct error e = {0};
    feed_close(feed);
    enum arena_end end = arena_join(a, ended, &e);
    if (end == ARENA_FAILED)
        fail_msg("%s", e.words);
    return end;
}

void hosted_play(struct hosted *h)
{
    struct feed *feed;
    struct arena_ended ended;
    struct arena *a = hosted_start(h, ARENA_WANTS(ARENA_ENDED), &feed);
    help_drain(feed, ARENA_ENDED);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
}

// --- What is stored ---

static void hosted_open(const struct hosted *h, struct archive *a)
{
    struct error e = {0};
    must(archive_open(a, h->path, &e), &e);
}

// Appends a record without what was measured: ,"NAME_us":NUMBER and ,"started":"...".
static void text_unmeasured(struct text *out, const char *record)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    static const char started[] = ",\"started\":\"";
    for (const char *at = record; *at != '\0';) {
        if (strncmp(at, started, sizeof started - 1) == 0) {
            at = strchr(at + sizeof started - 1, '"') + 1;
            continue;
        }
        size_t name = strncmp(at, ",\"", 2) == 0 ? strspn(at + 2, letters) : 0;
        if (name > 0 && strncmp(at + 2 + name, "_us\":", 5) == 0) {
            at += 2 + name + 5;
            at += strspn(at, "0123456789");
            continue;
        }
        text_char(out, *at++);
    }
}

struct listing {
    struct text *out;
    struct reader *reader;
    const struct hosted *hosted;
};

static void text_file_record(struct text *out, const struct hosted *h, int64_t number)
{
    char path[2 * HELP_PATH_BYTES];
    struct text record = text_growing();
    struct error e = {0};
    if (!h->options.records)
        return;
    snprintf(path, sizeof path, "%s/%lld.jsonl", h->options.records, (long long)number);
    must(whole_file_read(path, STORE_RECORD_MOST_BYTES, &record, &e), &e);
    text_unmeasured(out, record.bytes);
    text_destroy(&record);
}

static bool list_game(void *user, const struct store_game *g)
{
    struct listing *l = user;
    struct text record = text_growing();
    struct error e = {0};
    text_format(l->out, "%lld %lld %lld: %lld %s, %lld %s, from %s, %s %lld %lld %s %s\n",
        (long long)g->pair, (long long)g->game, (long long)g->play, (long long)g->first_id,
        g->first_name, (long long)g->second_id, g->second_name, g->start, g->verdict,
        (long long)g->winner, (long long)g->blame, g->rule, g->explanation);
    text_format(l->out, "%lld moves: %s\n", (long long)g->plies, g->moves);
    if (l->hosted->options.store_records) {
        if (reader_record(l->reader, g->id, &record, &e) != STORED_FOUND)
            fail_msg("%s", e.words);
        text_unmeasured(l->out, record.bytes);
    }
    text_file_record(l->out, l->hosted, g->play);
    text_destroy(&record);
    return true;
}

struct text hosted_contents(const struct hosted *h)
{
    struct archive a;
    struct results results;
    struct error e = {0};
    struct text out = text_growing();
    hosted_open(h, &a);
    must(results_load(&results, &a.definition.plan, a.reader, &e), &e);
    results.head[0] = '\0'; // depends on the order in which games ended
    standings_json(&out, &results, &a.definition);
    must(standings_text(&out, &results, &a.definition, &e), &e);
    struct listing listing = {&out, a.reader, h};
    must(reader_walk_games(a.reader, READER_BY_PAIR, list_game, &listing, &e), &e);
    results_destroy(&results);
    archive_close(&a);
    assert_false(out.cut);
    return out;
}

void hosted_must_equal(const struct hosted *a, const struct hosted *b)
{
    struct text of_a = hosted_contents(a), of_b = hosted_contents(b);
    size_t same = 0;
    while (same < of_a.length && of_a.bytes[same] == of_b.bytes[same])
        same++;
    if (of_a.length != of_b.length || same < of_a.length)
        fail_msg(
            "they differ at byte %zu: %.200s | %.200s", same, of_a.bytes + same, of_b.bytes + same);
    text_destroy(&of_a);
    text_destroy(&of_b);
}

void hosted_fingerprint(const struct hosted *h, char fingerprint[2 * SHA256_BYTES + 1])
{
    struct archive a;
    struct results results;
    struct error e = {0};
    hosted_open(h, &a);
    must(results_load(&results, &a.definition.plan, a.reader, &e), &e);
    memcpy(fingerprint, results.fingerprint, sizeof results.fingerprint);
    results_destroy(&results);
    archive_close(&a);
}

struct log_listing {
    const char *kind;
    struct text out;
};

static bool list_entry(void *user, const struct store_entry *entry)
{
    struct log_listing *l = user;
    if (strcmp(entry->kind, l->kind) == 0)
        text_format(&l->out, "%s\n", entry->words);
    return true;
}

struct text hosted_log(const struct hosted *h, const char *kind)
{
    struct error e = {0};
    struct log_listing l = {kind, text_growing()};
    struct reader *r = reader_open(h->path, &e);
    must(r != NULL, &e);
    must(reader_walk_log(r, list_entry, &l, &e), &e);
    reader_close(r);
    return l.out;
}

struct reader_counts hosted_counts(const struct hosted *h)
{
    struct error e = {0};
    struct reader_counts counts;
    struct reader *r = reader_open(h->path, &e);
    must(r != NULL, &e);
    must(reader_count(r, &counts, &e), &e);
    reader_close(r);
    return counts;
}

bool hosted_has_game(const struct hosted *h, int64_t number)
{
    struct error e = {0};
    bool has = false;
    struct reader *r = reader_open(h->path, &e);
    must(r != NULL, &e);
    int64_t index = number - 1;
    must(reader_has_game(r, index / GAMES_PER_PAIR, index % GAMES_PER_PAIR, &has, &e), &e);
    reader_close(r);
    return has;
}
