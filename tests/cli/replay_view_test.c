// A recorded game in terminals of all sizes: every page of every step fits, whatever the keys.
#include "cli/replay_view.h"

#include "base/columns.h"
#include "base/whole_file.h"
#include "cli/board_lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *folder;
static struct text record;
static struct recorded_game game;
static struct replay_view view;

static void open_record(const char *name)
{
    char path[1024];
    struct error e;
    snprintf(path, sizeof path, "%s/%s.jsonl", folder, name);
    record = text_growing();
    if (!whole_file_read(path, RECORDED_GAME_MOST_BYTES, &record, &e) ||
        !recorded_game_read(&game, record.bytes, record.length, &e))
        fail_msg("%s: %s", path, e.words);
    view = (struct replay_view){.place = {.game = &game, .number = 1}, .pace_ms = 500};
    replay_view_begin(&view);
}

static int close_record(void **state)
{
    (void)state;
    recorded_game_destroy(&game);
    text_destroy(&record);
    return 0;
}

static void type(const char *keys)
{
    replay_view_type(&view, keys, strlen(keys));
}

// As many lines as the terminal has, none as wide as it.
static void draw(int columns, int rows, bool colour)
{
    struct text out = text_growing();
    const struct drawing style = {.unicode = colour, .colour = colour, .last = MOVE_NONE};
    replay_view_draw(&view, &style, (struct view_size){columns, rows}, &out);
    int lines = 0;
    for (const char *at = out.bytes; *at != '\0'; lines++) {
        size_t length = strcspn(at, "\n");
        int used = board_lines_columns(at, length);
        if (used > columns - 1 && columns > 1)
            fail_msg("page %d, step %d, %dx%d: %d columns in \"%.*s\"", view.page, view.place.step,
                columns, rows, used, (int)length, at);
        at += length + 1;
    }
    if (lines != rows)
        fail_msg(
            "page %d, step %d, %dx%d: %d lines", view.page, view.place.step, columns, rows, lines);
    text_destroy(&out);
}

static void every_page_of_every_step_fits_into_every_terminal(void **state)
{
    (void)state;
    static const char *const names[] = {"hgp", "santorini", "stones", "illegal", "timeout"};
    static const int sizes[][2] = {
        {80, 24}, {132, 43}, {200, 60}, {60, 20}, {30, 10}, {21, 5}, {2, 2}, {79, 100}};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        open_record(names[n]);
        for (int step = 0; step <= replay_view_last_step(&view); step += 7) {
            view.place.step = step;
            for (int page = REPLAY_BOARD; page <= REPLAY_HELP; page++) {
                view.page = (enum replay_page)page;
                for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
                    draw(sizes[i][0], sizes[i][1], i % 2 == 0);
            }
        }
        close_record(state);
    }
    open_record("hgp");
}

static bool tells(int columns, int rows, const char *words)
{
    struct text out = text_growing();
    const struct drawing style = {.last = MOVE_NONE};
    replay_view_draw(&view, &style, (struct view_size){columns, rows}, &out);
    bool told = strstr(out.bytes, words) != NULL;
    text_destroy(&out);
    return told;
}

static void a_board_that_is_cut_says_which_size_it_wants(void **state)
{
    (void)state;
    open_record("stones");
    view.page = REPLAY_BOARD;
    assert_true(tells(40, 14, "too small: "));
    assert_true(tells(40, 14, "move 0"));
    assert_false(tells(80, 40, "too small: "));
    assert_true(tells(80, 40, "?: keys"));
    close_record(state);
    open_record("hgp");
}

static void steps_stay_inside_the_game(void **state)
{
    (void)state;
    open_record("hgp");
    type("\033[D");
    assert_int_equal(view.place.step, 0);
    type("99999999\r");
    assert_int_equal(view.place.step, 61);
    type("\033[C.");
    assert_int_equal(view.place.step, 61);
    type("\033[5~");
    assert_int_equal(view.place.step, 51);
    type("12\033[D"); // another key forgets the number
    assert_int_equal(view.place.step, 50);
    type("\r");
    assert_int_equal(view.place.step, 50);
    type("g");
    assert_int_equal(view.place.step, 0);
}

static void playing_ends_with_the_verdict_and_begins_again(void **state)
{
    (void)state;
    open_record("hgp");
    type(" ");
    for (int i = 0; i < 60; i++) {
        assert_true(view.playing);
        replay_view_tick(&view);
    }
    assert_int_equal(view.place.step, 60);
    replay_view_tick(&view);
    assert_int_equal(view.place.step, 61);
    assert_false(view.playing);
    replay_view_tick(&view);
    assert_int_equal(view.place.step, 61);
    type(" ");
    assert_int_equal(view.place.step, 0);
    type("+");
    assert_int_equal(view.pace_ms, 300);
    type("--");
    assert_int_equal(view.pace_ms, 1000);
}

static void brackets_find_the_fault(void **state)
{
    (void)state;
    open_record("illegal");
    type("]");
    assert_int_equal(view.place.step, replay_view_last_step(&view));
    type("]");
    assert_int_equal(view.place.step, replay_view_last_step(&view));
    close_record(state);
    open_record("hgp"); // it has none
    type("]");
    assert_int_equal(view.place.step, 0);
}

static void pages_come_and_go(void **state)
{
    (void)state;
    open_record("stones");
    type("m");
    assert_int_equal(view.page, REPLAY_MESSAGES);
    type("m");
    assert_int_equal(view.page, REPLAY_BOARD);
    type("\t\t\t");
    assert_int_equal(view.page, REPLAY_VERDICT);
    type("\t");
    assert_int_equal(view.page, REPLAY_BOARD);
    type("v\033[B\033[B");
    draw(80, 5, false);
    assert_int_equal(view.scroll, 2);
    type("\033[A\033[A\033[A");
    assert_int_equal(view.scroll, 0);
    type("ff?q");
    assert_false(view.flipped);
    assert_true(view.quit);
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : "golden";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_page_of_every_step_fits_into_every_terminal, close_record),
        cmocka_unit_test_teardown(a_board_that_is_cut_says_which_size_it_wants, close_record),
        cmocka_unit_test_teardown(steps_stay_inside_the_game, close_record),
        cmocka_unit_test_teardown(playing_ends_with_the_verdict_and_begins_again, close_record),
        cmocka_unit_test_teardown(brackets_find_the_fault, close_record),
        cmocka_unit_test_teardown(pages_come_and_go, close_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
