// The live table as lines of text, on screens of many sizes.
#include "cli/live_picture.h"

#include "base/columns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

// --- A contest without a file: what the picture reads of it ---

enum { PLAYERS_MOST = 30 };

struct world {
    struct definition definition;
    const char *names[PLAYERS_MOST];
    char name_bytes[PLAYERS_MOST][32];
    struct schedule schedule;
    struct standings standings;
    int64_t faults[PLAYERS_MOST];
};

static void begin(struct world *w, const struct format *format, int players)
{
    struct error e;
    *w = (struct world){.definition = {.names = w->names, .count = (size_t)players}};
    w->definition.game = game_find("reversi", &e);
    w->definition.plan = (struct plan){.format = format, .players = players, .rounds = 3};
    for (int i = 0; i < players; i++) {
        snprintf(w->name_bytes[i], sizeof w->name_bytes[i], "player %d", i + 1);
        w->names[i] = w->name_bytes[i];
    }
    assert_true(schedule_init(&w->schedule, &w->definition.plan, &e));
    assert_true(standings_init(&w->standings, &w->definition.plan, &e));
}

// Players with lower numbers win.
static void play(struct world *w, int64_t pairs)
{
    struct pairing p;
    while (pairs-- > 0 && schedule_next(&w->schedule, &p) == NEXT_PAIR) {
        int points = p.first < p.second ? 2 : 0;
        const struct pair_result r = {.half_points = {points, points}};
        assert_true(schedule_result(&w->schedule, p.index, &r, NULL));
    }
}

static struct live_picture look(struct world *w, int64_t stored)
{
    assert_true(standings_copy(&w->standings, &w->schedule, w->faults, stored, NULL));
    assert_true(standings_rank(&w->standings, NULL));
    return (struct live_picture){
        .title = "Cup", .definition = &w->definition, .standings = &w->standings, .notice = ""};
}

static void end(struct world *w)
{
    standings_destroy(&w->standings);
    schedule_destroy(&w->schedule);
}

static void assert_drawn(const struct live_picture *p, int columns, int rows, const char *expected)
{
    struct text out = text_growing();
    live_picture_draw(&out, p, columns, rows);
    assert_string_equal(out.bytes, expected);
    text_destroy(&out);
}

// --- What it shows ---

static void a_slow_contest_is_counted_by_the_minute(void **state)
{
    (void)state;
    struct world w;
    struct text out = text_growing();
    begin(&w, &format_round_robin, 3);
    struct live_picture p = look(&w, 7);
    p.games_per_second = 1.0 / 40;
    live_picture_draw(&out, &p, 100, 24);
    assert_non_null(strstr(out.bytes, "7/18 games   1.5/min   7 min left"));
    text_destroy(&out);
    end(&w);
}

static void title_progress_table_notice_and_help(void **state)
{
    (void)state;
    struct world w;
    begin(&w, &format_round_robin, 3);
    play(&w, 3);
    w.faults[2] = 1;
    struct live_picture p = look(&w, 7);
    p.games_per_second = 0.5;
    p.notice = "player 3 is absent";
    assert_drawn(&p, 100, 24,
        "Cup   reversi, round-robin\n"
        "################------------------------  7/18 games   0.5/s   22 s left   1 fault\n"
        "\n"
        "rank  player      points        W-D-L  faults  rating    +/-\n"
        "   1  player 1       4.0        4-0-0       0       -      -\n"
        "   2  player 2       2.0        2-0-2       0       -      -\n"
        "   3  player 3       0.0        0-0-4       1       -      -\n"
        "player 3 is absent\n"
        "Ctrl-C finishes the running games and stops\n");
    assert_true(standings_rate(&w.standings, NULL));
    struct text out = text_growing();
    live_picture_draw(&out, &p, 80, 24);
    assert_null(strstr(out.bytes, "-      -\n"));
    text_destroy(&out);
    end(&w);
}

static void a_ladder_shows_its_round_and_its_glicko_numbers(void **state)
{
    (void)state;
    struct world w;
    begin(&w, &format_ladder, 2);
    struct live_picture p = look(&w, 0);
    assert_drawn(&p, 80, 24,
        "Cup   reversi, ladder\n"
        "----------------------------------------  0/6 games   0 faults\n"
        "\n"
        "rank  player      points        W-D-L  faults  glicko  deviation\n"
        "   1  player 1       0.0        0-0-0       0    1500        350\n"
        "   1  player 2       0.0        0-0-0       0    1500        350\n"
        "\n"
        "Ctrl-C finishes the running games and stops\n");
    play(&w, 2);
    p = look(&w, 4);
    struct text out = text_growing();
    live_picture_draw(&out, &p, 80, 24);
    assert_non_null(strstr(out.bytes, "Cup   reversi, ladder, round 2 of 3\n"));
    text_destroy(&out);
    end(&w);
}

static void who_asks_to_stop_is_told_what_is_waited_for(void **state)
{
    (void)state;
    struct world w;
    begin(&w, &format_round_robin, 3);
    struct live_picture p = look(&w, 0);
    p.stopping = true;
    p.running = 1;
    assert_drawn(&p, 80, 2,
        "----------------------------------------  0/18 games   0 faults\n"
        "finishing 1 running game (Ctrl-C to stop now)\n");
    p.paused = true;
    p.running = 4;
    assert_drawn(&p, 80, 2,
        "----------------------------------------  0/18 games   0 faults\n"
        "paused: finishing 4 running games (Ctrl-C to stop now)\n");
    end(&w);
}

static void players_who_do_not_fit_are_counted(void **state)
{
    (void)state;
    struct world w;
    begin(&w, &format_round_robin, 10);
    struct live_picture p = look(&w, 0);
    struct text out = text_growing();
    live_picture_draw(&out, &p, 80, 7 + 8);
    assert_non_null(strstr(out.bytes, "player 8 "));
    assert_null(strstr(out.bytes, "player 9 "));
    assert_non_null(strstr(out.bytes, "\n      and 2 more\n"));
    text_clear(&out);
    live_picture_draw(&out, &p, 80, 7 + 9); // the last one takes the line that would say so
    assert_non_null(strstr(out.bytes, "player 10"));
    assert_null(strstr(out.bytes, "more"));
    text_destroy(&out);
    end(&w);
}

static void several_contests_stand_below_each_other(void **state)
{
    (void)state;
    struct world a, b;
    begin(&a, &format_round_robin, 2);
    begin(&b, &format_round_robin, 3);
    play(&a, 1);
    struct live_picture list[] = {look(&a, 2), look(&b, 0)};
    list[0].notice = "player 3 is absent";
    list[0].stopping = true;
    list[0].running = 1;
    list[1].running = 2;
    struct text out = text_growing();
    live_picture_draw_all(&out, "http://127.0.0.1:8080", list, 2, 80, 17);
    assert_string_equal(out.bytes,
        "http://127.0.0.1:8080\n"
        "Cup   reversi, round-robin\n"
        "##############--------------------------  2/6 games   0 faults\n"
        "\n"
        "rank  player      points        W-D-L  faults  rating    +/-\n"
        "   1  player 1       2.0        2-0-0       0       -      -\n"
        "   2  player 2       0.0        0-0-2       0       -      -\n"
        "\n"
        "Cup   reversi, round-robin\n"
        "----------------------------------------  0/18 games   0 faults\n"
        "\n"
        "rank  player      points        W-D-L  faults  rating    +/-\n"
        "   1  player 1       0.0        0-0-0       0       -      -\n"
        "      and 2 more\n"
        "\n"
        "player 3 is absent\n"
        "finishing 3 running games (Ctrl-C to stop now)\n");
    text_destroy(&out);
    end(&a);
    end(&b);
}

// Each line and all lines fit. Changes the text.
static void assert_fits(const struct text *out, int columns, int rows)
{
    int lines = 0;
    for (char *line = out->bytes, *newline; *line != '\0'; line = newline + 1) {
        newline = strchr(line, '\n');
        assert_non_null(newline);
        *newline = '\0';
        assert_true(columns_count(line) < columns);
        lines++;
    }
    assert_true(lines >= 1 && lines <= rows);
}

static void no_screen_is_too_small(void **state)
{
    (void)state;
    struct world w;
    begin(&w, &format_round_robin, PLAYERS_MOST);
    w.names[3] = "\u65e5\u672c\u65e5\u672c\u65e5\u672c";
    play(&w, 20);
    struct live_picture p = look(&w, 40);
    p.games_per_second = 12;
    for (int columns = 1; columns <= 120; columns++) {
        for (int rows = 1; rows <= 50; rows++) {
            struct text out = text_growing();
            live_picture_draw(&out, &p, columns, rows);
            assert_fits(&out, columns, rows);
            const struct live_picture list[] = {p, p, p, p, p};
            text_clear(&out);
            live_picture_draw_all(&out, "http://127.0.0.1:8080", list, 5, columns, rows);
            assert_fits(&out, columns, rows);
            text_destroy(&out);
        }
    }
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(title_progress_table_notice_and_help),
        cmocka_unit_test(a_slow_contest_is_counted_by_the_minute),
        cmocka_unit_test(a_ladder_shows_its_round_and_its_glicko_numbers),
        cmocka_unit_test(who_asks_to_stop_is_told_what_is_waited_for),
        cmocka_unit_test(players_who_do_not_fit_are_counted),
        cmocka_unit_test(several_contests_stand_below_each_other),
        cmocka_unit_test(no_screen_is_too_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
