// Reports of small made-up contests, in every format.
#include "report/report_tables.h"

#include "archive/help.h"
#include "report/standings_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- A contest ---

static const char contest[] = "name: Cup <1> & friends\n"
                              "game: reversi\n"
                              "games: 4\n"
                              "players:\n"
                              "  - {name: ann, player: '@1'}\n"
                              "  - {name: '=1+1', player: '@2'}\n"
                              "  - {name: '<i>\u65e5', player: '@3'}\n";

// The third player always makes a fault.
static int judge(const struct pairing *p, int game)
{
    return p->first == 2 || p->second == 2 ? -2 - 2 : help_lower_wins(p, game);
}

struct world {
    struct archive archive;
    struct report report;
};

#define LOG_START(row, layers, cores)                                                              \
    help_log("start",                                                                              \
        "row " #row ": for people\nmachine Linux <6>\ncores " #cores "\nagon 0.1\n"                \
        "libraries libuv 1\nsandbox closed " layers)

static void gather(struct world *w)
{
    struct error e = {0};
    if (!archive_open(&w->archive, place.path, &e) ||
        !report_gather(&w->report, &w->archive, NULL, &e))
        fail_msg("%s", e.words);
}

static void begin_with(struct world *w, const char *text, int64_t most)
{
    help_begin(text);
    help_play(most, judge);
    gather(w);
}

static void begin(struct world *w)
{
    begin_with(w, contest, HELP_ALL);
}

static void end(struct world *w)
{
    report_destroy(&w->report);
    archive_close(&w->archive);
}

static struct report_options all_of(const char *table)
{
    return (struct report_options){.player = NO_PLAYER, .width = 80, .table = table};
}

// The whole report; to be freed.
static char *written(const struct world *w, report_writer *writer, struct report_options options)
{
    struct error e = {0};
    struct report_output out = report_output_empty();
    if (!writer(&w->report, &options, &out, &e) || !report_output_end(&out, &e))
        fail_msg("%s", e.words);
    char *bytes = strdup(out.text.bytes);
    report_output_destroy(&out);
    return bytes;
}

static void assert_has(
    const struct world *w, report_writer *writer, struct report_options options, const char *part)
{
    char *bytes = written(w, writer, options);
    if (!strstr(bytes, part))
        fail_msg("\"%s\" is not in \"%s\"", part, bytes);
    free(bytes);
}

// --- How the games were played ---

static void the_sandbox_is_told_once_if_it_was_always_the_same(void **state)
{
    (void)state;
    struct world w;
    help_begin(contest);
    LOG_START(1, "limits", 2);
    LOG_START(1, "limits,pids", 2); // nothing was played before it
    help_play(2, judge);
    LOG_START(3, "limits,pids", 2);
    help_play(HELP_ALL, judge);
    gather(&w);
    assert_has(&w, report_text, all_of(NULL),
        "\nsandbox      closed: limits, pids\nmachine      Linux <6>, 2 cores, agon 0.1\n\n");
    assert_has(&w, report_json, all_of(NULL),
        ",\"starts\":[{\"row\":1,\"machine\":\"Linux <6>\",\"cores\":2,\"agon\":\"0.1\","
        "\"libraries\":\"libuv 1\",\"sandboxes\":[{\"manner\":\"closed\","
        "\"layers\":[\"limits\",\"pids\"]}]}],");
    end(&w);
}

static void games_that_were_played_in_another_sandbox_are_told(void **state)
{
    (void)state;
    struct world w;
    help_begin(contest);
    LOG_START(1, "limits,pids", 2);
    help_play(2, judge);
    LOG_START(3, "limits", 4);
    help_play(HELP_ALL, judge);
    gather(&w);
    assert_has(&w, report_text, all_of(NULL),
        "\n" REPORT_STARTS_DIFFER "\n\n"
        "rows 1 to 2       closed: limits, pids; Linux <6>, 2 cores, agon 0.1\n"
        "rows 3 on         closed: limits; Linux <6>, 4 cores, agon 0.1\n\n");
    assert_has(&w, report_json, all_of(NULL), "]}]},{\"row\":3,");
    end(&w);
}

static void a_file_that_does_not_say_how_it_was_played_has_no_line(void **state)
{
    (void)state;
    struct world w;
    begin(&w);
    assert_has(&w, report_json, all_of(NULL), ",\"starts\":[],");
    char *bytes = written(&w, report_text, all_of(NULL));
    assert_null(strstr(bytes, "sandbox"));
    free(bytes);
    end(&w);
}

// --- The standings ---

static void standings_are_a_table_for_people(void **state)
{
    (void)state;
    struct world w;
    struct text out = text_growing();
    begin(&w);
    const struct results *r = &w.report.results;
    assert_true(standings_text(&out, r, &w.archive.definition, NULL));
    char *fingerprint = strstr(out.bytes, "\nfingerprint ");
    assert_non_null(fingerprint);
    assert_non_null(strstr(fingerprint, r->fingerprint));
    assert_non_null(strstr(fingerprint, r->head));
    *fingerprint = '\0';
    assert_string_equal(out.bytes,
        "12 of 12 games played.\n"
        "\n"
        "rank  player  points  games  W-D-L  faults  rating  +/-\n"
        "   1  ann        8.0      8  8-0-0       0    2142  704\n"
        "   2  =1+1       4.0      8  4-0-4       0    1500  471\n"
        "   3  <i>\u65e5      0.0      8  0-0-8       8     858  704\n");
    text_destroy(&out);
    end(&w);
}

static void what_does_not_count_yet_is_said(void **state)
{
    (void)state;
    struct world w;
    struct text out = text_growing();
    begin_with(&w, contest, 3);
    standings_progress(&out, &w.report.results);
    assert_string_equal(
        out.bytes, "3 of 12 games played; 1 of them counts when its pair is complete.");
    text_destroy(&out);
    end(&w);
}

static void a_player_who_is_out_has_a_note(void **state)
{
    (void)state;
    struct world w;
    struct text out = text_growing();
    char text[512];
    snprintf(text, sizeof text, "%sfaults: drop\n", contest);
    begin_with(&w, text, HELP_ALL);
    const struct standings *s = &w.report.results.standings;
    standings_note(&out, s, &w.archive.definition, &s->list[2]);
    assert_string_equal(out.bytes, "dropped");
    text_clear(&out);
    standings_row_json(&out, s, &w.archive.definition, &s->list[2]);
    assert_non_null(strstr(out.bytes, ",\"out\":\"dropped\""));
    text_clear(&out);
    standings_progress(&out, &w.report.results);
    assert_string_equal(out.bytes, "6 of 12 games played, 6 forfeited.");
    text_destroy(&out);
    end(&w);
}

static void standings_are_one_json_object(void **state)
{
    (void)state;
    struct world w;
    struct text out = text_growing();
    begin(&w);
    standings_json(&out, &w.report.results, &w.archive.definition);
    assert_non_null(strstr(out.bytes,
        "{\"games\":12,\"pairs\":6,\"over\":true,\"standings\":[{\"rank\":1,\"player\":\"ann\","
        "\"points\":8.0,\"wins\":8,\"draws\":0,\"losses\":0,\"faults\":0,"));
    assert_non_null(strstr(out.bytes, ",\"schema\":\"standings/1\"}\n"));
    text_destroy(&out);
    end(&w);
}

// --- The formats ---

static void text_has_title_faults_crosstable_and_pairs(void **state)
{
    (void)state;
    struct world w;
    begin(&w);
    assert_has(&w, report_text, all_of(NULL),
        "Cup <1> & friends: reversi 8x8, round-robin, 3 players, seed ");
    assert_has(&w, report_text, all_of(NULL), "12 of 12 games played.  The contest is over.\n");
    assert_has(
        &w, report_text, all_of(NULL), "faults  player  which\n     8  <i>\u65e5   8 NO_START\n");
    assert_has(&w, report_text, all_of(NULL),
        "\nPoints against each other, of 4 games\n\n#  player    1    2    3\n"
        "1  ann       -  4.0  4.0\n2  =1+1    0.0    -  4.0\n3  <i>\u65e5   0.0  0.0    -\n");
    assert_has(&w, report_text, all_of(NULL), "\nann     =1+1         4  4-0-0  ");
    end(&w);
}

static void one_player_has_a_page(void **state)
{
    (void)state;
    struct world w;
    struct report_options options = all_of(NULL);
    begin(&w);
    options.player = 2;
    assert_has(&w, report_text, options, "<i>\u65e5: rank 3 of 3, rating 858 +/- 704, ");
    assert_has(&w, report_text, options, "\ngame  fault     player  against  what happened\n");
    assert_has(&w, report_json, options, "\"faulty_games\":[{\"game\":");
    assert_has(&w, report_csv, (struct report_options){.player = 2, .table = "pairs"},
        "\r\n<i>\u65e5,ann,4,0,0,4,");
    end(&w);
}

static void csv_guards_names_that_are_formulas(void **state)
{
    (void)state;
    struct world w;
    begin(&w);
    assert_has(&w, report_csv, all_of("standings"), "\r\n2,'=1+1,1500.0,");
    assert_has(&w, report_csv, all_of("crosstable"),
        "player,ann,'=1+1,<i>\u65e5\r\nann,,4.0,4.0\r\n'=1+1,0.0,,4.0\r\n<i>\u65e5,0.0,0.0,\r\n");
    assert_has(&w, report_csv, all_of("games"), ",NO_START,<i>\u65e5,G1,0,0.000000,");
    struct error e = {0};
    struct report_output out = report_output_empty();
    struct report_options options = all_of("pears");
    assert_false(report_csv(&w.report, &options, &out, &e));
    assert_words(&e, "no table \"pears\"");
    report_output_destroy(&out);
    end(&w);
}

static void games_are_text_or_lines_of_json(void **state)
{
    (void)state;
    struct world w;
    struct report_options options = all_of(NULL);
    begin(&w);
    options.game = 1;
    assert_has(&w, report_games, options,
        "[Contest \"Cup <1> & friends\"]\n[Game \"reversi\"]\n[Variant \"8x8\"]\n[Number \"1\"]\n"
        "[Pair \"1\"]\n");
    assert_has(&w, report_games_json, options, "{\"index\":1,\"pair\":1,\"first\":\"");
    options.game = 13;
    struct error e = {0};
    struct report_output out = report_output_empty();
    assert_false(report_games(&w.report, &options, &out, &e));
    assert_words(&e, "there is no game 13 in Cup <1> & friends");
    report_output_destroy(&out);
    end(&w);
}

// --- What else ---

static void a_player_is_found_by_name_or_the_nearest_is_told(void **state)
{
    (void)state;
    struct world w;
    struct error e = {0};
    begin(&w);
    assert_int_equal(report_find(&w.report, "=1+1", &e), 1);
    assert_int_equal(report_find(&w.report, "anm", &e), NO_PLAYER);
    assert_string_equal(e.words, "no player \"anm\". Did you mean \"ann\"?");
    end(&w);
}

struct sink {
    struct text text;
    int calls;
};

static void take(void *user, const struct text *text)
{
    struct sink *s = user;
    text_bytes(&s->text, text->bytes, text->length);
    s->calls++;
}

static void a_long_report_flows_in_pieces(void **state)
{
    (void)state;
    struct sink sink = {.text = text_growing()};
    struct report_output out = report_output_empty();
    out.flow = take;
    out.user = &sink;
    enum { ROWS = 20000 };
    for (int i = 0; i < ROWS; i++) {
        text_format(&out.text, "row %05d\n", i);
        report_flow(&out);
        assert_true(out.text.length < 1 << 17);
    }
    assert_true(report_output_end(&out, NULL));
    assert_true(sink.calls > 1);
    assert_int_equal(sink.text.length, 10 * ROWS);
    assert_string_equal(sink.text.bytes + 10 * (ROWS - 1), "row 19999\n");
    report_output_destroy(&out);
    text_destroy(&sink.text);
}

static void a_row_that_makes_no_sense_is_an_error(void **state)
{
    (void)state;
    struct archive a;
    struct report r;
    struct error e = {0};
    help_begin(contest);
    help_play(2, judge);
    help_store(&(struct store_game){.pair = 1,
        .play = 3,
        .first_id = 0,
        .second_id = 0,
        .first_name = "ann",
        .second_name = "ann",
        .start = "",
        .verdict = "WON",
        .rule = "",
        .explanation = "",
        .moves = "",
        .blame = STORE_NOBODY});
    assert_true(archive_open(&a, place.path, &e));
    assert_false(report_gather(&r, &a, NULL, &e));
    assert_words(&e, "makes no sense");
    report_destroy(&r);
    archive_close(&a);
}

#define TEST(rule) cmocka_unit_test_setup_teardown(rule, help_set_up, help_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_sandbox_is_told_once_if_it_was_always_the_same),
        TEST(games_that_were_played_in_another_sandbox_are_told),
        TEST(a_file_that_does_not_say_how_it_was_played_has_no_line),
        TEST(standings_are_a_table_for_people),
        TEST(what_does_not_count_yet_is_said),
        TEST(a_player_who_is_out_has_a_note),
        TEST(standings_are_one_json_object),
        TEST(text_has_title_faults_crosstable_and_pairs),
        TEST(one_player_has_a_page),
        TEST(csv_guards_names_that_are_formulas),
        TEST(games_are_text_or_lines_of_json),
        TEST(a_player_is_found_by_name_or_the_nearest_is_told),
        TEST(a_long_report_flows_in_pieces),
        TEST(a_row_that_makes_no_sense_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
