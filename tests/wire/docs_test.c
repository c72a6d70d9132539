// docs/protocols says what the code does: its sample games are the golden transcripts, and the
// mistakes that it lists get the verdicts that it promises.
//
// A list of mistakes is a fenced block of lines: "> " a message of the arena, "< " a wrong reply to
// the last request, "= " the verdict. With --write as third argument the verdicts are written into
// the pages.
#include "wire/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PAGE_BYTES = 1 << 17, PATH_BYTES = 4096, LINE_BYTES = 1024 };

static const char *const pages[] = {
    "santorini", "santorini-course", "hgp", "stones", "nboard", "ugi"};
enum { PAGES = sizeof pages / sizeof *pages };

static const char *golden_folder, *docs_folder;

static char *read_file(const char *folder, const char *name, const char *tail)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, tail);
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    char *bytes = calloc(1, PAGE_BYTES);
    size_t length = bytes ? fread(bytes, 1, PAGE_BYTES - 1, file) : 0;
    fclose(file);
    if (length == PAGE_BYTES - 1) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static void every_page_shows_its_sample_game_as_it_was_played(void **state)
{
    (void)state;
    for (int i = 0; i < PAGES; i++) {
        char *page = read_file(docs_folder, pages[i], ".md");
        char *game = read_file(golden_folder, pages[i], "-sample.txt");
        assert_non_null(page);
        assert_non_null(game);
        if (!strstr(page, game))
            fail_msg("%s.md does not show %s-sample.txt", pages[i], pages[i]);
        free(page);
        free(game);
    }
}

// What a page's mistakes are made against: a bot that hears the arena's lines.
struct scene {
    struct wire_bot bot;
    struct text ignored;
};

static void scene_begin(struct scene *s, const char *wire)
{
    // The page of UGI is about all games; its mistakes are made in Reversi.
    const char *name = strcmp(wire, "ugi") == 0 ? "ugi-reversi" : wire;
    wire_bot_init(&s->bot, wire_find(name, NULL), "ann", NULL);
    s->ignored = text_growing();
}

static void scene_end(struct scene *s)
{
    wire_bot_destroy(&s->bot);
    text_destroy(&s->ignored);
}

static void hear(struct scene *s, const char *line)
{
    struct wire_bot_event event;
    struct error e;
    enum wire_bot_event_kind kind;
    assert_true(wire_bot_feed(&s->bot, line, strlen(line), &e));
    assert_true(wire_bot_feed(&s->bot, "\n", 1, &e));
    do {
        kind = wire_bot_next(&s->bot, &event, &s->ignored, &e);
        if (kind == BOT_ERROR)
            fail_msg("%s: %s", line, e.words);
    } while (kind != BOT_NOTHING);
}

// The verdict on a reply in the position that the bot has heard of.
static void judge(const struct scene *scene, const char *line, struct text *verdict)
{
    struct wire_stream s;
    struct wire_event event;
    struct fault fault = {0};
    struct text out = text_growing();
    struct wire_game g = {
        .start = &scene->bot.position, .seat = scene->bot.seat, .opponent = "bob"};
    wire_stream_init(&s, scene->bot.wire, "ann");
    wire_stream_begin(&s, &g, &out);
    s.waits = WIRE_IDLE;
    wire_stream_ask(&s, &scene->bot.position, &out);
    bool fed =
        wire_stream_feed(&s, line, strlen(line), &fault) && wire_stream_feed(&s, "\n", 1, &fault);
    if (fed && wire_stream_next(&s, &event, &fault) != WIRE_FAULT)
        fail_msg("%s is no mistake", line);
    text_format(verdict, "%s %s", verdicts[fault.verdict].code, fault.rule);
    if (fault.has_at)
        text_format(verdict, " at byte %zu", fault.at);
    text_format(verdict, ": %s", fault.words);
    text_destroy(&out);
    wire_stream_destroy(&s);
}

// Goes through a page line by line and copies it with the verdicts that the code gives; returns how
// many there were.
static int judge_page(const char *wire, char *page, struct text *copy)
{
    struct scene scene;
    int count = 0;
    char expected[LINE_BYTES] = "";
    bool in_block = false;
    scene_begin(&scene, wire);
    for (char *line = page; *line != '\0';) {
        char *end = line + strcspn(line, "\n");
        char *next = *end == '\n' ? end + 1 : end;
        *end = '\0';
        in_block = in_block ? strncmp(line, "```", 3) != 0 : strcmp(line, "```mistakes") == 0;
        if (in_block && strncmp(line, "> ", 2) == 0)
            hear(&scene, line + 2);
        if (in_block && strncmp(line, "< ", 2) == 0) {
            struct text verdict = TEXT_IN(expected);
            judge(&scene, line + 2, &verdict);
            count++;
        }
        if (in_block && strncmp(line, "= ", 2) == 0)
            text_format(copy, "= %s\n", expected);
        else
            text_format(copy, "%s\n", line);
        line = next;
    }
    scene_end(&scene);
    return count;
}

static void every_mistake_that_a_page_lists_gets_its_verdict(void **state)
{
    (void)state;
    for (int i = 0; i < PAGES; i++) {
        char *page = read_file(docs_folder, pages[i], ".md");
        char *work = read_file(docs_folder, pages[i], ".md");
        struct text copy = text_growing();
        assert_non_null(page);
        assert_non_null(work);
        assert_true(judge_page(pages[i], work, &copy) >= 5);
        assert_string_equal(copy.bytes, page);
        text_destroy(&copy);
        free(page);
        free(work);
    }
}

static int write_pages(void)
{
    for (int i = 0; i < PAGES; i++) {
        char *page = read_file(docs_folder, pages[i], ".md");
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%s/%s.md", docs_folder, pages[i]);
        struct text copy = text_growing();
        if (!page || judge_page(pages[i], page, &copy) == 0)
            return EXIT_FAILURE;
        FILE *file = fopen(path, "w");
        if (!file)
            return EXIT_FAILURE;
        fputs(copy.bytes, file);
        fclose(file);
        text_destroy(&copy);
        free(page);
    }
    return EXIT_SUCCESS;
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_page_shows_its_sample_game_as_it_was_played),
        cmocka_unit_test(every_mistake_that_a_page_lists_gets_its_verdict),
    };
    if (count < 3)
        return EXIT_FAILURE;
    golden_folder = arguments[1];
    docs_folder = arguments[2];
    if (count > 3 && strcmp(arguments[3], "--write") == 0)
        return write_pages();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
