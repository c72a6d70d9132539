// The screen of one who looks on, at many sizes.
#include "cli/view.h"

#include "base/clock.h"
#include "base/columns.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct view v;

static void begin(const char *name)
{
    struct error e;
    position start;
    memset(&v, 0, sizeof v);
    const struct game *game = game_find(name, &e);
    assert_true(game->start(&start, NULL, &e));
    view_begin(&v, game, &start, 1);
    v.games = 1;
    v.begun = true;
    strcpy(v.names[0], "anna");
    strcpy(v.names[1], "bob");
}

static void play(const char *text)
{
    move m;
    struct error e;
    position before = v.position, after = before;
    assert_true(v.game->parse_move(&before, text, &m, &e));
    v.game->apply(&after, m);
    view_move(&v, v.game->turn(&before), m, &before, &after);
}

static const struct drawing ascii = {.last = MOVE_NONE};

static void assert_drawn(int columns, int rows, const char *expected)
{
    struct text out = text_growing();
    view_draw(&v, &ascii, (struct view_size){columns, rows}, &out);
    assert_string_equal(out.bytes, expected);
    text_destroy(&out);
}

static void the_board_the_players_their_clocks_and_the_moves(void **state)
{
    (void)state;
    begin("reversi");
    play("d3");
    play("c3");
    v.clocks[0] = (struct view_clock){
        .move_ns = 412 * NS_PER_MS, .limit_ns = 3 * NS_PER_SECOND, .all_ns = NS_PER_SECOND};
    v.clocks[1] = (struct view_clock){.move_ns = 1500 * NS_PER_MS,
        .limit_ns = 250 * NS_PER_MS,
        .left_ns = 58500 * NS_PER_MS,
        .has_budget = true};
    v.playback.pace_ms = 300;
    assert_drawn(60, 21,
        "     a   b   c   d   e   f   g   h    Reversi\n"
        "   +---+---+---+---+---+---+---+---+\n"
        " 1 |   |   |   |   |   |   |   |   |  > X anna\n"
        "   +---+---+---+---+---+---+---+---+    0.412 of 3 s\n"
        " 2 |   |   |   |   |   |   |   |   |    1.000 s in all\n"
        "   +---+---+---+---+---+---+---+---+\n"
        " 3 |   | . |(O)| X |   |   |   |   |    O bob\n"
        "   +---+---+---+---+---+---+---+---+    1.500 of 0.25 s\n"
        " 4 |   |   | . | O | X |   |   |   |    58.5 s left\n"
        "   +---+---+---+---+---+---+---+---+\n"
        " 5 |   |   |   | X | O | . |   |   |    1 X d3\n"
        "   +---+---+---+---+---+---+---+---+    2 O c3\n"
        " 6 |   |   |   |   | . |   |   |   |\n"
        "   +---+---+---+---+---+---+---+---+\n"
        " 7 |   |   |   |   |   |   |   |   |\n"
        "   +---+---+---+---+---+---+---+---+\n"
        " 8 |   |   |   |   |   |   |   |   |\n"
        "   +---+---+---+---+---+---+---+---+\n"
        "   X 3   O 3\n"
        "\n"
        "space: pause  .: step  +/-: 300 ms  q: quit  ?: help\n");
}

static void in_a_narrow_terminal_they_stand_below_the_board(void **state)
{
    (void)state;
    begin("santorini");
    play("00");
    v.over = true;
    strcpy(v.words, "anna beats bob: bob gave up");
    struct text out = text_growing();
    view_draw(&v, &ascii, (struct view_size){60, 20}, &out);
    assert_non_null(strstr(out.bytes,
        "\n  first A anna           0.000 s, 0.000 s in all\n"
        "  second B bob           0.000 s, 0.000 s in all\n"
        "1: 00\n"
        "Santorini\n"
        "\n"
        "anna beats bob: bob gave up\n"));
    text_destroy(&out);
}

// Of the last line.
static void assert_told(const char *expected)
{
    char bytes[128];
    snprintf(bytes, sizeof bytes, "\n%s\n", expected);
    struct text out = text_growing();
    view_draw(&v, &ascii, (struct view_size){100, 24}, &out);
    size_t length = strlen(bytes);
    assert_true(out.length > length);
    assert_string_equal(out.bytes + out.length - length, bytes);
    text_destroy(&out);
}

static void the_last_line_says_what_is_going_on(void **state)
{
    (void)state;
    begin("reversi");
    v.playback.paused = true;
    assert_told("paused  space: on  .: step  +/-: 0 ms  q: quit  ?: help");
    v.playback.hurried = true;
    assert_told("finishing the game (Ctrl-C again to stop now)");
    v.playback = (struct playback){.help = true};
    assert_told("space: pause, go on  . or right: step  +/-: speed  q: stop now  Ctrl-C: finish");
    v.playback.help = v.begun = false;
    assert_told("waiting for the players");
    strcpy(v.notice, "waiting for a bot at 127.0.0.1:7001 (hgp)");
    assert_told("waiting for a bot at 127.0.0.1:7001 (hgp)");
}

static void a_position_names_the_game_of_several(void **state)
{
    (void)state;
    begin("stones");
    v.games = 12;
    v.index = 3;
    struct text out = text_growing();
    view_draw(&v, &ascii, (struct view_size){100, 24}, &out);
    assert_non_null(strstr(out.bytes, "Game of Stones  game 3/12\n"));
    text_destroy(&out);
}

static void of_many_moves_the_last_ones_are_shown(void **state)
{
    (void)state;
    begin("santorini");
    static const char *const moves[] = {"00", "55", "11", "44"};
    for (int i = 0; i < 4; i++)
        play(moves[i]);
    for (int i = 4; i < 2000; i++)
        view_move(&v, i % 2, v.last, &v.position, &v.position);
    struct text out = text_growing();
    view_draw(&v, &ascii, (struct view_size){80, 24}, &out);
    assert_non_null(strstr(out.bytes, "2000 second "));
    assert_null(strstr(out.bytes, " 1980 "));
    text_destroy(&out);
}

// A colour is a sequence that takes no column and stands only where it is allowed.
static int visible_columns(const char *line, size_t length, bool colour)
{
    char plain[4096];
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\033') {
            assert_true(colour);
            i += strcspn(line + i, "m");
            assert_true(i < length);
        } else {
            plain[count++] = line[i];
        }
    }
    plain[count] = '\0';
    assert_true(strstr(plain, "q: ") || !strchr(plain, '?')); // nothing was torn apart
    return columns_count(plain);
}

static void check_size(bool unicode, bool colour, int columns, int rows)
{
    const struct drawing style = {.unicode = unicode, .colour = colour, .last = MOVE_NONE};
    struct text out = text_growing();
    view_draw(&v, &style, (struct view_size){columns, rows}, &out);
    int lines = 0;
    for (const char *at = out.bytes; *at != '\0'; lines++) {
        size_t length = strcspn(at, "\n");
        assert_int_equal(at[length], '\n');
        assert_true(visible_columns(at, length, colour) <= (columns > 1 ? columns - 1 : 1));
        at += length + 1;
    }
    assert_int_equal(lines, rows);
    text_destroy(&out);
}

static void it_fits_every_terminal(void **state)
{
    (void)state;
    for (const struct game *const *g = games; *g; g++) {
        struct random r = random_seeded(3);
        begin((*g)->name);
        strcpy(v.names[0], "a-name-that-is-as-long-as-a-name-can-be-in-agon");
        strcpy(v.names[1], "囲碁のプログラムの名前");
        move moves[MOVES_MAX];
        for (int count; (count = v.game->moves(&v.position, moves)) > 0;) {
            position before = v.position, after = before;
            move m = moves[random_below(&r, (uint32_t)count)];
            v.game->apply(&after, m);
            view_move(&v, v.game->turn(&before), m, &before, &after);
            for (int i = 0; i < 4; i++)
                check_size(
                    i & 1, i & 2, 1 + (int)random_below(&r, 130), 1 + (int)random_below(&r, 60));
        }
        for (int columns = 1; columns < 130; columns++)
            check_size(true, true, columns, 24);
        for (int rows = 1; rows < 200; rows++)
            check_size(true, true, 80, rows);
    }
}

static void the_last_move_has_a_mark_that_needs_no_colour(void **state)
{
    (void)state;
    static const struct {
        const char *game, *move, *mark;
    } marks[] = {
        {"reversi", "d3", "(X)"}, {"santorini", "00", "[A1]"}, {"stones", "D4xC4", "[A1]"}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        begin(marks[i].game);
        play(marks[i].move);
        struct text out = text_growing();
        view_draw(&v, &ascii, (struct view_size){80, 24}, &out);
        if (!strstr(out.bytes, marks[i].mark))
            fail_msg("no %s in\n%s", marks[i].mark, out.bytes);
        text_destroy(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_the_players_their_clocks_and_the_moves),
        cmocka_unit_test(in_a_narrow_terminal_they_stand_below_the_board),
        cmocka_unit_test(the_last_line_says_what_is_going_on),
        cmocka_unit_test(a_position_names_the_game_of_several),
        cmocka_unit_test(of_many_moves_the_last_ones_are_shown),
        cmocka_unit_test(it_fits_every_terminal),
        cmocka_unit_test(the_last_move_has_a_mark_that_needs_no_colour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
