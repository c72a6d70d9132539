// The contest file: what is read, and players who come and go.
#include "contest/file_texts.h"

// --- What is read ---

static void two_lines_are_enough_and_everything_else_has_its_default(void **state)
{
    (void)state;
    struct contest_file f = good(REVERSI);
    assert_string_equal(f.game->name, "reversi");
    assert_null(f.name);
    assert_null(f.variant);
    assert_null(f.wire);
    assert_string_equal(contest_format_name(f.format), "round-robin");
    assert_int_equal(contest_file_rounds(&f), 1);
    assert_int_equal(f.pairs, 1);
    assert_int_equal(f.heroes, 1);
    assert_int_equal(f.tie_break_pairs, 4);
    assert_false(f.seeding_by_lot);
    assert_int_equal(f.openings, CONTEST_OPENINGS_NONE);
    assert_int_equal(f.seed, 1);
    assert_int_equal(f.time.start_ms, CONTEST_UNSET);
    assert_int_equal(f.time.request_ms, CONTEST_UNSET);
    for (int i = 0; i < CONTEST_LIMITS; i++)
        assert_int_equal(f.limits.of[i], CONTEST_LIMIT_UNSET);
    assert_false(f.wall_clock);
    assert_int_equal(f.concurrency, 1);
    assert_null(f.records);
    assert_true(f.store_records);
    assert_int_equal(f.faults, CONTEST_CONTINUE);
    assert_int_equal(f.suspend_after, 0);
    assert_int_equal(f.sandbox, CONTEST_SANDBOX_CLOSED);
    assert_int_equal(f.read.count, 0);
    assert_int_equal(f.players[0].sandbox, CONTEST_UNSET);
    assert_int_equal(f.player_count, 2);
    contest_file_destroy(&f);
}

static void a_sandbox_is_for_all_or_for_one(void **state)
{
    (void)state;
    struct contest_file f = good("game: reversi\nsandbox: open\nread: shared\nplayers:\n  - a\n"
                                 "  - player: b\n    sandbox: none\n    read: [data, /w.bin]\n");
    assert_int_equal(f.sandbox, CONTEST_SANDBOX_OPEN);
    assert_int_equal(f.read.count, 1);
    assert_string_equal(f.read.list[0], "shared");
    assert_int_equal(f.players[0].sandbox, CONTEST_UNSET);
    assert_int_equal(f.players[0].read.count, 0);
    assert_int_equal(f.players[1].sandbox, CONTEST_SANDBOX_NONE);
    assert_string_equal(contest_sandbox_name(f.players[1].sandbox), "none");
    assert_int_equal(f.players[1].read.count, 2);
    assert_string_equal(f.players[1].read.list[0], "data");
    assert_string_equal(f.players[1].read.list[1], "/w.bin");
    contest_file_destroy(&f);
}

static void required_layers_are_a_text_or_a_list(void **state)
{
    (void)state;
    struct contest_file f = good("game: reversi\nplayers: [a, b]\n");
    assert_null(f.require);
    contest_file_destroy(&f);
    f = good("game: reversi\nplayers: [a, b]\nrequire: limits\n");
    assert_string_equal(f.require, "limits");
    contest_file_destroy(&f);
    f = good("game: reversi\nplayers: [a, b]\nrequire: [pids, limits]\nrecords: none\n");
    assert_string_equal(f.require, "pids,limits");
    contest_file_destroy(&f);
}

static void every_key_is_read(void **state)
{
    (void)state;
    struct contest_file f = good("name: Spring\n"
                                 "game: reversi\n"
                                 "variant: 6x6\n"
                                 "wire: hgp\n"
                                 "format: gauntlet\n"
                                 "rounds: 3\n"
                                 "games: 10\n"
                                 "heroes: 2\n"
                                 "openings: random:6\n"
                                 "seed: 9223372036854775807\n"
                                 "time: {start: 10s, first: 2000, request: 1.5s, game: 2m, "
                                 "increment: 0}\n"
                                 "limits: {memory: 512 MiB, tasks: 64, cpu: 60 s, files: 32, "
                                 "file: 1.5MiB, scratch: none, output: 100 kB}\n"
                                 "clock: wall\n"
                                 "concurrency: 8\n"
                                 "records: games\n"
                                 "faults: continue\n"
                                 "suspend_after: 5\n"
                                 "players: [a, b, c]\n");
    const int64_t limits[CONTEST_LIMITS] = {
        512 << 20, 64, 60000, 32, 3 << 19, CONTEST_LIMIT_NONE, 100000};
    for (int i = 0; i < CONTEST_LIMITS; i++)
        assert_int_equal(f.limits.of[i], limits[i]);
    assert_string_equal(f.name, "Spring");
    assert_string_equal(f.variant, "6x6");
    assert_string_equal(f.wire, "hgp");
    assert_int_equal(f.format, CONTEST_GAUNTLET);
    assert_int_equal(f.rounds, 3);
    assert_int_equal(f.pairs, 5);
    assert_int_equal(f.heroes, 2);
    assert_int_equal(f.openings, CONTEST_OPENINGS_RANDOM);
    assert_int_equal(f.opening_moves, 6);
    assert_true(f.seed == INT64_MAX);
    assert_int_equal(f.time.start_ms, 10000);
    assert_int_equal(f.time.first_ms, 2000);
    assert_int_equal(f.time.request_ms, 1500);
    assert_int_equal(f.time.game_ms, 120000);
    assert_int_equal(f.time.increment_ms, 0);
    assert_true(f.wall_clock);
    assert_int_equal(f.concurrency, 8);
    assert_string_equal(f.records, "games");
    assert_true(f.store_records);
    assert_int_equal(f.faults, CONTEST_CONTINUE);
    assert_int_equal(f.suspend_after, 5);
    assert_false(f.shows_stderr || calendar_is_given(&f.starts));
    contest_file_destroy(&f);
    f = good(REVERSI "faults: erase\n");
    assert_int_equal(f.faults, CONTEST_ERASE);
    contest_file_destroy(&f);
}

static void a_contest_has_dates_and_says_what_pages_show(void **state)
{
    (void)state;
    struct contest_file f = good(REVERSI);
    assert_false(f.shows_stderr);
    assert_false(calendar_is_given(&f.starts));
    assert_false(calendar_is_given(&f.entries_until));
    contest_file_destroy(&f);
    f = good(REVERSI "stderr: hidden\nstarts: 2026-11-20 18:00\n");
    assert_false(f.shows_stderr);
    assert_int_equal(f.starts.day, 20);
    assert_false(f.starts.has_zone);
    contest_file_destroy(&f);
    f = good(REVERSI "stderr: public\nentries_until: '2026-11-20 18:00+01:00'\n"
                     "starts: 2026-11-20T17:00:00Z\n");
    assert_true(f.shows_stderr);
    assert_int_equal(calendar_unix_s(&f.starts), 1795194000);
    assert_int_equal(calendar_unix_s(&f.entries_until), 1795194000);
    contest_file_destroy(&f);
}

static void a_player_is_a_text_or_a_map(void **state)
{
    (void)state;
    struct contest_file f = good("game: reversi\n"
                                 "players:\n"
                                 "  - python3 bot.py {host} {port}\n"
                                 "  - name: Jürgen's bot\n"
                                 "    player: listen:7001\n"
                                 "    wire: hgp\n"
                                 "    directory: bots/j\n"
                                 "    environment:\n"
                                 "      THREADS: 1\n"
                                 "      EMPTY: \"\"\n"
                                 "    time: 2s\n");
    const struct contest_player *a = &f.players[0], *b = &f.players[1];
    assert_string_equal(a->name, "python3");
    assert_string_equal(a->player, "python3 bot.py {host} {port}");
    assert_null(a->wire);
    assert_int_equal(a->time.request_ms, CONTEST_UNSET);
    assert_int_equal(a->line, 3);
    assert_string_equal(b->name, "Jürgen's bot");
    assert_string_equal(b->player, "listen:7001");
    assert_string_equal(b->wire, "hgp");
    assert_string_equal(b->directory, "bots/j");
    assert_int_equal(b->variables, 2);
    assert_string_equal(b->environment[0].name, "THREADS");
    assert_string_equal(b->environment[0].value, "1");
    assert_string_equal(b->environment[1].value, "");
    assert_int_equal(b->time.request_ms, 2000);
    assert_int_equal(b->time.start_ms, CONTEST_UNSET);
    contest_file_destroy(&f);
}

static void a_time_may_have_a_unit(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t ms;
    } times[] = {{"1", 1}, {"250", 250}, {"250ms", 250}, {"5s", 5000}, {"5 s", 5000},
        {"0.25s", 250}, {"1.5m", 90000}, {"24h", 86400000}, {"'3s'", 3000}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        char text[128];
        snprintf(text, sizeof text, REVERSI "time: %s\n", times[i].text);
        struct contest_file f = good(text);
        assert_int_equal(f.time.request_ms, times[i].ms);
        contest_file_destroy(&f);
    }
}

static void openings_are_none_random_or_a_file(void **state)
{
    (void)state;
    struct contest_file f = good(REVERSI "openings: none\n");
    assert_int_equal(f.openings, CONTEST_OPENINGS_NONE);
    contest_file_destroy(&f);
    f = good(REVERSI "openings: openings/balanced.txt\n");
    assert_int_equal(f.openings, CONTEST_OPENINGS_FILE);
    assert_string_equal(f.opening_file, "openings/balanced.txt");
    contest_file_destroy(&f);
}

static void records_are_stored_or_not_or_also_in_a_folder(void **state)
{
    (void)state;
    static const struct {
        const char *line, *folder;
        bool stored;
    } rows[] = {
        {"records: store\n", NULL, true},
        {"records: none\n", NULL, false},
        {"records: games\n", "games", true},
        {"records: ./store\n", "./store", true},
        {"records: ./none\n", "./none", true},
        {"records: Store\n", "Store", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, "%s%s", rows[i].line, REVERSI);
        struct contest_file f = good(text);
        assert_int_equal(f.store_records, rows[i].stored);
        if (rows[i].folder)
            assert_string_equal(f.records, rows[i].folder);
        else
            assert_null(f.records);
        contest_file_destroy(&f);
    }
}

static void the_number_of_pairs_follows_from_the_format(void **state)
{
    (void)state;
    static const struct {
        const char *keys;
        int64_t rounds, pairs;
    } formats[] = {
        {"format: round-robin", 1, 10},
        {"format: round-robin\nrounds: 3\ngames: 4", 3, 60},
        {"format: gauntlet", 1, 4},
        {"format: gauntlet\nheroes: 2\ngames: 4\nrounds: 2", 2, 24},
        {"format: swiss", 3, 6}, // 5 players: 5, 3, 2, 1 left; one rests
        {"format: swiss\nrounds: 7\ngames: 4", 7, 28},
        {"format: knockout", 0, CONTEST_PAIRS_UNKNOWN},
        {"format: double-knockout\ntie_break_games: 2", 0, CONTEST_PAIRS_UNKNOWN},
        {"format: ladder", 0, CONTEST_PAIRS_UNKNOWN},
        {"format: ladder\nrounds: 10", 10, 20},
    };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char text[256];
        snprintf(
            text, sizeof text, "game: stones\nplayers: [a, b, c, d, e]\n%s\n", formats[i].keys);
        struct contest_file f = good(text);
        assert_int_equal(contest_file_rounds(&f), formats[i].rounds);
        assert_int_equal(contest_file_pairs(&f), formats[i].pairs);
        contest_file_destroy(&f);
    }
    struct contest_file f = good(REVERSI "format: match\ngames: 100\n");
    assert_int_equal(contest_file_pairs(&f), 50);
    contest_file_destroy(&f);
}

static void a_byte_order_mark_and_windows_line_ends_do_no_harm(void **state)
{
    (void)state;
    struct contest_file f = good("\xEF\xBB\xBFgame: reversi\r\nplayers: [a, b]\r\nseed: 7\r\n");
    assert_int_equal(f.seed, 7);
    contest_file_destroy(&f);
    wrong("game: reversi\r\nplayers: [a, b]\r\nsed: 7\r\n",
        "3: unknown key \"sed\". Did you mean \"seed\"?\n");
}

static void the_template_names_every_game_and_every_format(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++)
        assert_non_null(strstr(contest_template, games[i]->name));
    for (int i = 0; i < CONTEST_FORMATS; i++)
        assert_non_null(strstr(contest_template, contest_format_name(i)));
}

static void tokens_are_not_asked_for_or_required_or_in_a_file(void **state)
{
    (void)state;
    static const struct {
        const char *line, *tokens;
    } files[] = {
        {"", NULL},
        {"tokens: none\n", NULL},
        {"tokens: required\n", "required"},
        {"tokens: ../course.tokens\nrecords: none\n", "../course.tokens"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char text[128];
        snprintf(text, sizeof text, "game: reversi\n%splayers: [\"@1\", \"@2\"]\n", files[i].line);
        struct contest_file f = good(text);
        if (files[i].tokens)
            assert_string_equal(f.tokens, files[i].tokens);
        else
            assert_null(f.tokens);
        contest_file_destroy(&f);
    }
}

static void a_speed_is_read_in_hundredths(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t percent;
    } speeds[] = {{"1", 100}, {"0.8", 80}, {"0.85", 85}, {"12.05", 1205}, {"100", 10000}};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        char text[128];
        snprintf(text, sizeof text,
            "game: reversi\nplayers: [a, b]\nscale_time: yes\n"
            "min_speed: %s\n",
            speeds[i].text);
        struct contest_file f = good(text);
        assert_int_equal(f.min_speed_percent, speeds[i].percent);
        assert_int_equal(f.scale_time, 1);
        contest_file_destroy(&f);
    }
}

// The template with every key that it shows put to use.
static void the_template_is_right_commented_or_not(void **state)
{
    (void)state;
    struct contest_file f = good(contest_template);
    assert_int_equal(f.player_count, 2);
    assert_non_null(strstr(contest_template, "\"@max\""));
    contest_file_destroy(&f);

    struct text all = text_growing();
    for (const char *line = contest_template; *line != '\0';) {
        size_t length = strcspn(line, "\n") + 1, indent = strspn(line, " ");
        const char *rest = line + indent;
        // A key or a player behind "# ", not a sentence; of the two forms of "time" the longer.
        const char *c = rest + strspn(rest, "# ");
        size_t word = strspn(c, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_");
        bool shown = strncmp(rest, "# ", 2) == 0 &&
            (c[0] == '-' || (c[word] == ':' && strncmp(c, "time: 5s", 8) != 0));
        bool special = strncmp(c, "heroes", 6) == 0 || strncmp(c, "tie_break", 9) == 0;
        if (shown && !special) {
            text_bytes(&all, line, indent);
            text_bytes(&all, rest + 2, length - indent - 2);
        } else if (rest[0] != '#') {
            text_bytes(&all, line, length);
        }
        line += length;
    }
    f = good(all.bytes);
    assert_int_equal(f.player_count, 4);
    assert_int_equal(f.time.increment_ms, 100);
    assert_string_equal(f.players[3].environment[0].value, "1");
    assert_int_equal(f.limits.of[CONTEST_LIMIT_MEMORY], 1 << 30);
    assert_int_equal(f.players[3].limits.of[CONTEST_LIMIT_MEMORY], INT64_C(1) << 31);
    contest_file_destroy(&f);
    text_destroy(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_speed_is_read_in_hundredths),
        cmocka_unit_test(two_lines_are_enough_and_everything_else_has_its_default),
        cmocka_unit_test(every_key_is_read),
        cmocka_unit_test(a_sandbox_is_for_all_or_for_one),
        cmocka_unit_test(required_layers_are_a_text_or_a_list),
        cmocka_unit_test(a_contest_has_dates_and_says_what_pages_show),
        cmocka_unit_test(a_player_is_a_text_or_a_map),
        cmocka_unit_test(a_time_may_have_a_unit),
        cmocka_unit_test(openings_are_none_random_or_a_file),
        cmocka_unit_test(tokens_are_not_asked_for_or_required_or_in_a_file),
        cmocka_unit_test(records_are_stored_or_not_or_also_in_a_folder),
        cmocka_unit_test(the_number_of_pairs_follows_from_the_format),
        cmocka_unit_test(a_byte_order_mark_and_windows_line_ends_do_no_harm),
        cmocka_unit_test(the_template_names_every_game_and_every_format),
        cmocka_unit_test(the_template_is_right_commented_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
