// The JSON documents of the pages of a contest: each against its schema, and what stands in them.
// AGON_TEST_SCHEMA is the validator, AGON_TEST_SCHEMAS the folder with the schemas.
#include "report/games_document.h"
#include "report/report_parts.h"

#include "archive/help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct archive archive;
static struct report report;

// --- A contest, and what is written of it ---

static void look(void)
{
    struct error e = {0};
    if (!archive_open(&archive, place.path, &e) || !report_gather(&report, &archive, NULL, &e))
        fail_msg("%s", e.words);
}

static void forget(void)
{
    report_destroy(&report);
    archive_close(&archive);
}

static void play(const char *text, int64_t most, help_judge *judge)
{
    help_begin(text);
    help_play(most, judge);
    look();
}

static void assert_valid(const char *document)
{
    char command[1024];
    snprintf(command, sizeof command, "'%s' '%s' >&2", getenv("AGON_TEST_SCHEMA"),
        getenv("AGON_TEST_SCHEMAS"));
    FILE *validator = popen(command, "w");
    assert_non_null(validator);
    assert_true(fputs(document, validator) >= 0);
    if (pclose(validator) != 0)
        fail_msg("%s", document);
}

// To be freed.
static char *written(const struct report_options *options)
{
    struct error e = {0};
    struct report_output out = report_output_empty();
    if (!report_json(&report, options, &out, &e) || !report_output_end(&out, &e))
        fail_msg("%s", e.words);
    char *bytes = strdup(out.text.bytes);
    report_output_destroy(&out);
    assert_valid(bytes);
    return bytes;
}

static char *whole(void)
{
    return written(&(struct report_options){.player = NO_PLAYER});
}

static char *page_of(int player)
{
    return written(&(struct report_options){.player = player});
}

// Frees the document.
static void assert_parts(char *document, const char *const *parts)
{
    for (; *parts; parts++) {
        if (!strstr(document, *parts))
            fail_msg("\"%s\" is not in \"%s\"", *parts, document);
    }
    free(document);
}
#define assert_has(document, ...) assert_parts((document), (const char *const[]){__VA_ARGS__, NULL})

// --- Where it stands ---

static const char three[] = "name: Cup\ngame: reversi\nstarts: 2026-11-20 18:00+01:00\n"
                            "entries_until: 2026-11-20 17:30+01:00\n"
                            "players:\n  - {name: ann, player: '@1'}\n"
                            "  - {name: bob, player: '@2'}\n  - {name: cem, player: '@3'}\n";

static void a_contest_that_is_not_played_now_has_stopped_or_is_over(void **state)
{
    (void)state;
    play(three, 3, help_lower_wins);
    assert_has(whole(), ",\"slug\":\"spring\",\"state\":\"stopped\",\"words\":null,",
        "\"progress\":{\"games\":3,\"games_in_all\":6,\"rate\":null,\"left_s\":null,"
        "\"starts\":\"2026-11-20T17:00:00Z\",\"entries_until\":\"2026-11-20T16:30:00Z\"},"
        "\"live\":[],");
    forget();
    help_play(HELP_ALL, help_lower_wins);
    look();
    assert_has(whole(), ",\"state\":\"over\",", ",\"upcoming\":[],\"faulty_games\":[],");
    forget();
}

static void an_arena_says_what_it_knows(void **state)
{
    (void)state;
    const int64_t live[] = {4, 5};
    const struct report_place now = {.slug = "a b",
        .state = "running",
        .words = "waits for \"bob\"",
        .rate = 31.25,
        .left_s = 10,
        .live = live,
        .live_count = 2};
    play(three, 3, help_lower_wins);
    assert_has(written(&(struct report_options){.player = NO_PLAYER, .place = &now}),
        ",\"slug\":\"a b\",\"state\":\"running\",\"words\":\"waits for \\\"bob\\\"\",",
        ",\"rate\":31.25,\"left_s\":10,", ",\"live\":[4,5],");
    assert_has(written(&(struct report_options){.player = 0, .place = &now}),
        ",\"contest\":{\"name\":\"Cup\",\"slug\":\"a "
        "b\",\"game\":\"reversi\",\"variant\":\"8x8\"},");
    forget();
}

// --- What comes next ---

static void the_next_pairs_of_a_fixed_schedule_are_told(void **state)
{
    (void)state;
    play(three, 3, help_lower_wins);
    // Half of the second pair is played.
    assert_has(whole(), "\"games\":[3,4],\"score\":[", "\"games\":[5,6],\"score\":null}],");
    forget();
}

static void a_swiss_has_rounds(void **state)
{
    (void)state;
    play("game: reversi\nformat: swiss\nrounds: 2\ngames: 4\n"
         "players: [{name: ann, player: '@1'}, {name: bob, player: '@2'}, "
         "{name: cem, player: '@3'}, {name: dan, player: '@4'}]\n",
        10, help_lower_wins);
    char *document = whole();
    const char *rounds = strstr(document, ",\"rounds\":[{\"round\":1,\"pairs\":[{");
    assert_non_null(rounds);
    assert_non_null(strstr(rounds, ",\"games\":[1,2,3,4],\"score\":["));
    // Four games of round 2 are yet to be played.
    const char *second = strstr(rounds, "{\"round\":2,\"pairs\":[{");
    assert_non_null(second);
    assert_non_null(strstr(second, "\"score\":null}]}],\"upcoming\":[{"));
    assert_null(strstr(document, "\"bracket\""));
    free(document);
    forget();
}

// --- The bracket ---

// Nobody beats ann, and her first meeting is level once.
static int level_at_first(const struct pairing *p, int game)
{
    return p->index == 0 ? (game == 0 ? p->first : p->second) : help_lower_wins(p, game);
}

static const char five[] = "game: reversi\nformat: knockout\nplayers: [{name: ann, player: '@1'}, "
                           "{name: bob, player: '@2'}, {name: cem, player: '@3'}, "
                           "{name: dan, player: '@4'}, {name: eve, player: '@5'}]\n";

static void a_knockout_has_a_bracket_with_byes_and_tie_breaks(void **state)
{
    (void)state;
    play(five, HELP_ALL, level_at_first);
    assert_has(whole(),
        ",\"bracket\":[{\"round\":1,\"pairs\":[{\"first\":\"ann\",\"second\":null,\"games\":[],"
        "\"score\":null,\"lower\":false,\"winner\":\"ann\"},",
        "{\"first\":\"dan\",\"second\":\"eve\",\"games\":[1,2,3,4],\"score\":[3.0,1.0],"
        "\"lower\":false,\"winner\":\"dan\"}",
        "{\"round\":3,\"pairs\":[{\"first\":\"ann\",\"second\":\"bob\",");
    forget();
}

static void an_open_meeting_has_no_winner(void **state)
{
    (void)state;
    play(five, 1, help_lower_wins);
    assert_has(whole(), "\"first\":\"dan\",\"second\":\"eve\",\"games\":[1,2],\"score\":[",
        "\"lower\":false,\"winner\":null}", ",\"upcoming\":[{");
    forget();
}

static void both_halves_of_a_double_knockout_are_told(void **state)
{
    (void)state;
    char text[512];
    snprintf(text, sizeof text, "%.*sdouble-%s", (int)(strstr(five, "knockout") - five), five,
        strstr(five, "knockout"));
    play(text, HELP_ALL, help_lower_wins);
    assert_has(whole(), "\"lower\":true,\"winner\":\"eve\"", "\"lower\":true,\"winner\":\"bob\"");
    forget();
}

// --- Faults ---

static int third_faults(const struct pairing *p, int game)
{
    return p->first == 2 || p->second == 2 ? -2 - 2 : help_lower_wins(p, game);
}

static void faults_are_told_the_newest_first(void **state)
{
    (void)state;
    play(three, HELP_ALL, third_faults);
    char *document = whole();
    const char *first = strstr(document, ",\"faulty_games\":[{\"game\":");
    assert_non_null(first);
    int newest = 0, next = 0;
    assert_int_equal(sscanf(first, ",\"faulty_games\":[{\"game\":%d", &newest), 1);
    assert_int_equal(sscanf(strstr(first, "},{") + 2, "{\"game\":%d", &next), 1);
    assert_true(newest > next);
    assert_non_null(strstr(first,
        ",\"player\":\"cem\",\"against\":\"bob\",\"verdict\":\"NO_START\",\"rule\":\"G1\","
        "\"move\":1,"));
    free(document);
    assert_has(page_of(2), ",\"faulty_games\":[{\"game\":", ",\"verdict\":\"NO_START\",");
    forget();
}

static void who_is_out_forfeits_its_meetings(void **state)
{
    (void)state;
    char text[512];
    snprintf(text, sizeof text, "faults: drop\n%s", five);
    play(text, HELP_ALL, third_faults);
    assert_has(whole(), ",\"bracket\":[{", "\"winner\":\"ann\"}]}],");
    forget();
    help_tear_down(NULL);
    help_set_up(NULL);
    play("game: reversi\nformat: swiss\nrounds: 3\nfaults: drop\nplayers: ['@1', '@2', '@3', '@4', "
         "'@5', '@6']\n",
        HELP_ALL, third_faults);
    assert_has(whole(), "\"first\":\"@3\"", ",\"rounds\":[{\"round\":1,", "{\"round\":3,");
    forget();
}

// --- One player ---

static void a_player_has_a_history_an_explanation_and_its_last_games(void **state)
{
    (void)state;
    play(three, HELP_ALL, help_lower_wins);
    assert_has(page_of(1), ",\"history\":{\"games\":[2,4,6],\"players\":[{\"player\":\"bob\",",
        ",\"openings\":[{\"opening\":\"", "\",\"games\":4,\"points\":2.0}],",
        ",\"result\":\"won\",\"verdict\":\"WON\",", ",\"result\":\"lost\",",
        ",\"explain\":{\"rating\":1500.0,", ",\"prior\":1500.0,\"opponents\":2,\"parts\":[{",
        "{\"against\":\"ann\",\"games\":2,\"score\":0.0,");
    forget();
}

// The one with the lower number wins three pairs of four.
static int lower_wins_mostly(const struct pairing *p, int game)
{
    const int lower = help_lower_wins(p, game);
    return p->index % 4 > 0 ? lower : p->first + p->second - lower;
}

static void after_a_few_games_a_rating_allows_every_place(void **state)
{
    (void)state;
    play(three, HELP_ALL, lower_wins_mostly);
    assert_has(page_of(1), ",\"places\":{\"best\":1,\"worst\":3}");
    forget();
}

static void after_many_games_a_rating_allows_one_place(void **state)
{
    (void)state;
    play("game: reversi\ngames: 400\nplayers:\n  - {name: ann, player: '@1'}\n"
         "  - {name: bob, player: '@2'}\n  - {name: cem, player: '@3'}\n",
        HELP_ALL, lower_wins_mostly);
    assert_has(page_of(1), ",\"places\":{\"best\":2,\"worst\":2}");
    assert_has(page_of(2), ",\"places\":{\"best\":3,\"worst\":3}");
    forget();
}

static void time_comes_from_the_records_of_the_last_games(void **state)
{
    (void)state;
    help_record = "{\"type\":\"move\",\"seat\":0,\"at_us\":1,\"move\":\"c4\",\"charged_us\":1500}\n"
                  "{\"type\":\"move\",\"seat\":1,\"at_us\":2,\"move\":\"c3\",\"charged_us\":20,"
                  "\"cpu_us\":9}\n";
    play(three, HELP_ALL, help_lower_wins);
    assert_has(page_of(0),
        ",\"time\":{\"games\":4,\"charged_seconds\":0.003,\"cpu_seconds\":0.000,"
        "\"pondered_seconds\":null,\"slowest_ms\":1.500},");
    forget();
}

static void before_the_first_game_everything_is_empty(void **state)
{
    (void)state;
    play(three, 0, help_lower_wins);
    assert_has(whole(), ",\"history\":{\"games\":[],\"players\":[{", ",\"upcoming\":[{");
    assert_has(page_of(0), ",\"openings\":[],\"recent\":[],\"time\":{\"games\":0,",
        ",\"opponents\":0,\"parts\":[],\"next\":[{");
    forget();
}

// --- The list of games ---

static char *list(const struct games_filter *filter)
{
    struct error e = {0};
    struct text out = text_growing();
    if (!games_document(&report, filter, &out, &e))
        fail_msg("%s", e.words);
    char *bytes = strdup(out.bytes);
    text_destroy(&out);
    assert_valid(bytes);
    return bytes;
}

static void games_are_listed_page_by_page(void **state)
{
    (void)state;
    play(three, HELP_ALL, third_faults);
    assert_has(list(&(struct games_filter){0}),
        "{\"contest\":{\"name\":\"Cup\",\"slug\":\"spring\",\"game\":\"reversi\"},"
        "\"games\":[{\"number\":1,\"pair\":1,\"round\":1,",
        "],\"from\":0,\"more\":false,\"of\":6,");
    assert_has(list(&(struct games_filter){.slug = "s", .from = 2, .most = 3}), ",\"slug\":\"s\",",
        "\"games\":[{\"number\":3,\"pair\":2,", "],\"from\":2,\"more\":true,\"of\":6,");
    assert_has(list(&(struct games_filter){.from = 6}),
        "\"games\":[],\"from\":6,\"more\":false,\"of\":6,");
    forget();
}

// Of a Swiss the rounds are known only by following it.
static void games_of_a_swiss_have_their_rounds(void **state)
{
    (void)state;
    play("game: reversi\nformat: swiss\nrounds: 2\nplayers: ['@1', '@2', '@3', '@4']\n", HELP_ALL,
        help_lower_wins);
    assert_has(list(&(struct games_filter){0}), "{\"number\":4,\"pair\":2,\"round\":1,",
        "{\"number\":5,\"pair\":3,\"round\":2,", "{\"number\":8,\"pair\":4,\"round\":2,");
    forget();
}

static void games_are_listed_by_player_and_verdict(void **state)
{
    (void)state;
    play(three, HELP_ALL, third_faults);
    assert_has(list(&(struct games_filter){.player = "cem", .verdict = "NO_START"}), "\"of\":4,");
    assert_has(list(&(struct games_filter){.player = "cem", .verdict = "WON"}), "\"of\":0,");
    assert_has(list(&(struct games_filter){.player = "", .verdict = "WON"}), "\"of\":2,");
    assert_has(list(&(struct games_filter){.verdict = "VOID"}), "\"of\":0,");
    struct text out = text_growing();
    struct error e = {0};
    assert_false(games_document(&report, &(struct games_filter){.player = "cen"}, &out, &e));
    assert_words(&e, "Did you mean \"cem\"?");
    assert_false(games_document(&report, &(struct games_filter){.verdict = "LATE"}, &out, &e));
    assert_words(&e, "no verdict \"LATE\"");
    text_destroy(&out);
    forget();
}

int main(void)
{
#define test(name) cmocka_unit_test_setup_teardown(name, help_set_up, help_tear_down)
    const struct CMUnitTest tests[] = {
        test(a_contest_that_is_not_played_now_has_stopped_or_is_over),
        test(an_arena_says_what_it_knows),
        test(the_next_pairs_of_a_fixed_schedule_are_told),
        test(a_swiss_has_rounds),
        test(a_knockout_has_a_bracket_with_byes_and_tie_breaks),
        test(an_open_meeting_has_no_winner),
        test(both_halves_of_a_double_knockout_are_told),
        test(faults_are_told_the_newest_first),
        test(who_is_out_forfeits_its_meetings),
        test(a_player_has_a_history_an_explanation_and_its_last_games),
        test(after_a_few_games_a_rating_allows_every_place),
        test(after_many_games_a_rating_allows_one_place),
        test(time_comes_from_the_records_of_the_last_games),
        test(before_the_first_game_everything_is_empty),
        test(games_are_listed_page_by_page),
        test(games_of_a_swiss_have_their_rounds),
        test(games_are_listed_by_player_and_verdict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
