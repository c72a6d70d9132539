// The contest file: what is read, and what is said of every kind of mistake, in which line.
#include "contest/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The other layers, as small as can be: two wires, and players that are called after their first
// word.
static bool is_wire(const struct game *game, const char *name, struct error *e)
{
    if (strcmp(name, "hgp") == 0 && strcmp(game->name, "reversi") == 0)
        return true;
    return error_set(e, "no wire \"%.40s\" for %s", name, game->name);
}

static bool is_player(
    const struct game *game, const char *text, char name[CONTEST_NAME_BYTES], struct error *e)
{
    (void)game;
    static const char *const built_in[] = {"@random", "@first", "@1", "@2"};
    bool known = text[0] != '@';
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        known = known || strcmp(text, built_in[i]) == 0;
    if (!known)
        return error_set(e, "no built-in player \"%.40s\"", text);
    snprintf(name, CONTEST_NAME_BYTES, "%.*s", (int)strcspn(text, " "), text);
    return true;
}

// The names of players are said in Reversi only.
static bool has_names(const struct game *game, const char *wire)
{
    (void)wire;
    return strcmp(game->name, "reversi") == 0;
}

static const struct contest_words words = {is_wire, has_names, is_player};

static bool read(struct contest_file *f, const char *text, struct contest_problems *problems)
{
    return contest_file_read(f, text, strlen(text), &words, problems);
}

// A file without mistakes; destroyed by the caller.
static struct contest_file good(const char *text)
{
    struct contest_file f;
    struct contest_problems problems;
    bool well = read(&f, text, &problems);
    if (!well)
        print_error("line %d: %s\n", problems.list[0].line, problems.list[0].words);
    assert_true(well);
    assert_int_equal(problems.count, 0);
    return f;
}

// Everything that is said of a file, as "LINE: WORDS\n".
static void said(const char *text, size_t length, struct text *out)
{
    struct contest_file f;
    struct contest_problems problems;
    assert_false(contest_file_read(&f, text, length, &words, &problems));
    for (size_t i = 0; i < problems.kept; i++)
        text_format(out, "%d: %s\n", problems.list[i].line, problems.list[i].words);
    contest_file_destroy(&f);
}

static void wrong_bytes(const char *text, size_t length, const char *expected)
{
    struct text seen = text_growing();
    said(text, length, &seen);
    assert_string_equal(seen.bytes, expected);
    text_destroy(&seen);
}

static void wrong(const char *text, const char *expected)
{
    wrong_bytes(text, strlen(text), expected);
}

// In line 1 and from line 4 on there is room for mistakes.
#define PLAYERS "players: [\"@random\", \"@first\"]\n"
#define REVERSI "game: reversi\n" PLAYERS

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
    assert_false(f.wall_clock);
    assert_int_equal(f.concurrency, 1);
    assert_null(f.records);
    assert_int_equal(f.faults, CONTEST_CONTINUE);
    assert_int_equal(f.suspend_after, 0);
    assert_int_equal(f.player_count, 2);
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
                                 "clock: wall\n"
                                 "concurrency: 8\n"
                                 "records: games\n"
                                 "faults: continue\n"
                                 "suspend_after: 5\n"
                                 "players: [a, b, c]\n");
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
    assert_int_equal(f.faults, CONTEST_CONTINUE);
    assert_int_equal(f.suspend_after, 5);
    contest_file_destroy(&f);
    f = good(REVERSI "faults: erase\n");
    assert_int_equal(f.faults, CONTEST_ERASE);
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

// The template with every key that it shows put to use.
static void the_template_is_right_commented_or_not(void **state)
{
    (void)state;
    struct contest_file f = good(contest_template);
    assert_int_equal(f.player_count, 2);
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
    contest_file_destroy(&f);
    text_destroy(&all);
}

// --- What is said of keys ---

static void an_unknown_key_is_named_with_the_nearest(void **state)
{
    (void)state;
    wrong(REVERSI "concurency: 3\n",
        "3: unknown key \"concurency\". Did you mean \"concurrency\"?\n");
    wrong(REVERSI "# a comment\n\n\nconcurency: 3\n",
        "6: unknown key \"concurency\". Did you mean \"concurrency\"?\n");
    wrong(REVERSI "time:\n  request: 1s\n  frist: 2s\n",
        "5: unknown key \"frist\". Did you mean \"first\"?\n");
    wrong("game: reversi\nplayers:\n  - a\n  - name: ann\n    player: b\n    enviroment: {}\n",
        "6: unknown key \"enviroment\". Did you mean \"environment\"?\n");
    wrong(REVERSI "time: {wibble: 1}\n",
        "3: unknown key \"wibble\"   (start, first, request, game, increment)\n");
    wrong(REVERSI "xylophone: 1\n",
        "3: unknown key \"xylophone\"   (name, game, variant, wire, format, rounds, games, heroes, "
        "tie_break_games, seeding, openings, seed, time, clock, concurrency, records, faults, "
        "suspend_after, players)\n");
    wrong(REVERSI "<<: {seed: 1}\n",
        "3: unknown key \"<<\"   (name, game, variant, wire, format, rounds, games, heroes, "
        "tie_break_games, seeding, openings, seed, time, clock, concurrency, records, faults, "
        "suspend_after, players)\n");
}

static void a_key_given_twice_is_told_with_both_lines(void **state)
{
    (void)state;
    wrong(REVERSI "seed: 1\nseed: 2\n", "4: \"seed\" is given twice; first in line 3\n");
    wrong(REVERSI "seed: 1\n\"seed\": 1\n", "4: \"seed\" is given twice; first in line 3\n");
    wrong(
        REVERSI "time:\n  game: 1s\n  game: 2s\n", "5: \"game\" is given twice; first in line 4\n");
    wrong("game: reversi\nplayers:\n  - a\n  - player: b\n    player: c\n",
        "5: \"player\" is given twice; first in line 4\n");
    wrong("game: reversi\nplayers:\n  - a\n  - {player: b, environment: {A: 1, A: 2}}\n",
        "4: \"A\" is given twice; first in line 4\n");
}

static void a_missing_key_is_told_once_even_if_it_is_there_mistyped(void **state)
{
    (void)state;
    wrong("seed: 1\n", "1: \"game\" is missing\n1: \"players\" is missing\n");
    wrong("# nothing yet\n\nname: x\n", "3: \"game\" is missing\n3: \"players\" is missing\n");
    wrong("gmae: reversi\n" PLAYERS, "1: unknown key \"gmae\". Did you mean \"game\"?\n");
    wrong("game: reversi\nplayers:\n  - a\n  - name: ann\n    wire: hgp\n",
        "4: \"player\" is missing\n");
}

static void a_key_without_a_value_is_told(void **state)
{
    (void)state;
    wrong(REVERSI "seed:\n", "3: \"seed\" has no value: give it one, or delete the line\n");
    wrong(REVERSI "name: ~\n", "3: \"name\" has no value: give it one, or delete the line\n");
    wrong(REVERSI "name: null\n", "3: \"name\" has no value: give it one, or delete the line\n");
    wrong(REVERSI "name: \"\"\n", "3: \"name\" is empty\n");
    wrong("game: reversi\nplayers:\n  - a\n  -\n  - b\n",
        "4: a player is a text or lines of \"KEY: VALUE\"\n");
}

// --- What is said of values ---

static void a_wrong_type_is_told(void **state)
{
    (void)state;
    wrong(REVERSI "concurrency: four\n", "3: \"concurrency\" takes a whole number, not \"four\"\n");
    wrong(REVERSI "concurrency: 4.0\n", "3: \"concurrency\" takes a whole number, not \"4.0\"\n");
    wrong(REVERSI "concurrency: [4]\n", "3: \"concurrency\" takes a whole number, not a list\n");
    wrong(REVERSI "seed: {a: b}\n", "3: \"seed\" takes a whole number, not a map\n");
    wrong(REVERSI "name: [a]\n", "3: \"name\" takes a text, not a list\n");
    wrong(REVERSI "clock:\n  - wall\n", "3: \"clock\" takes one word, not a list\n");
    wrong(REVERSI "time: [5s]\n", "3: \"time\" takes a time such as 500ms or 5s, not a list\n");
    wrong("game: reversi\nplayers: ann\n",
        "2: \"players\" takes a list: a line \"- ...\" for each\n");
    wrong("game: reversi\nplayers:\n  ann: a\n  bob: b\n",
        "2: \"players\" takes a list: a line \"- ...\" for each\n");
    wrong("game: reversi\nplayers:\n  - a\n  - [b]\n",
        "4: a player is a text or lines of \"KEY: VALUE\"\n");
    wrong("game: reversi\nplayers: [a, {player: b, environment: [A]}]\n",
        "2: \"environment\" takes lines of \"NAME: TEXT\"\n");
}

static void a_number_out_of_range_is_told(void **state)
{
    (void)state;
    wrong(REVERSI "concurrency: 0\n", "3: \"concurrency\" takes a number from 1 to 256, not 0\n");
    wrong(
        REVERSI "concurrency: 257\n", "3: \"concurrency\" takes a number from 1 to 256, not 257\n");
    wrong(REVERSI "rounds: -1\n", "3: \"rounds\" takes a number from 1 to 1000000, not -1\n");
    wrong(REVERSI "seed: 9223372036854775808\n",
        "3: \"seed\" takes a number from 0 to 9223372036854775807, not 9223372036854775808\n");
    wrong(REVERSI "games: 0\n", "3: \"games\" takes a number from 2 to 1000000, not 0\n");
    wrong(REVERSI "games: 3\n",
        "3: \"games\" takes an even number, not 3: games come in pairs, with the seats swapped\n");
    wrong(REVERSI "openings: random:0\n",
        "3: \"openings\": random:K takes 1 to 60 moves, not \"0\"\n");
    wrong(REVERSI "openings: random:six\n",
        "3: \"openings\": random:K takes 1 to 60 moves, not \"six\"\n");
}

static void a_time_that_is_none_is_told(void **state)
{
    (void)state;
    static const char *const wrong_times[] = {"fast", "5x", "s", "-5s", "1e3", "5s5", ".5s", "5.s",
        "0.5ms", "1.0001s", "12345678901234567890"};
    for (size_t i = 0; i < sizeof wrong_times / sizeof *wrong_times; i++) {
        char text[128], expected[128];
        snprintf(text, sizeof text, REVERSI "time: %s\n", wrong_times[i]);
        snprintf(expected, sizeof expected,
            "3: \"time\" takes a time such as 500ms or 5s, not \"%s\"\n", wrong_times[i]);
        wrong(text, expected);
    }
    wrong(REVERSI "time: 0\n", "3: \"time\" takes a time from 1ms to 24h, not 0\n");
    wrong(REVERSI "time:\n  game: 25h\n", "4: \"game\" takes a time from 0ms to 24h, not 25h\n");
    wrong("game: reversi\nplayers:\n  - a\n  - player: b\n    time: {first: soon}\n",
        "5: \"first\" takes a time such as 500ms or 5s, not \"soon\"\n");
}

static void a_wrong_word_is_told_with_the_nearest(void **state)
{
    (void)state;
    wrong(REVERSI "clock: wal\n",
        "3: \"clock\" cannot be \"wal\". Did you mean \"wall\"?   (refunded, wall)\n");
    wrong(REVERSI "faults: drop\nsuspend_after: 2\n",
        "4: \"suspend_after\" means nothing with faults: drop, since the first fault ends it "
        "all\n");
    wrong(REVERSI "faults: ignore\n",
        "3: \"faults\" cannot be \"ignore\"   (continue, drop, erase)\n");
    wrong(REVERSI "format: roundrobin\n",
        "3: \"format\" cannot be \"roundrobin\". Did you mean \"round-robin\"?   (round-robin, "
        "gauntlet, swiss, knockout, double-knockout, ladder, match)\n");
    wrong("game: reversy\n" PLAYERS,
        "1: no game \"reversy\". Did you mean \"reversi\"?   (santorini, reversi, stones)\n");
    wrong("variant: 8x9\n" REVERSI,
        "1: no variant \"8x9\" of reversi. Did you mean \"8x8\"?   (8x8, 6x6, 4x4)\n");
    wrong("wire: hpg\n" REVERSI, "1: no wire \"hpg\" for reversi\n");
    wrong("game: stones\nplayers:\n  - a\n  - player: b\n    wire: hgp\n",
        "5: no wire \"hgp\" for stones\n");
    wrong("game: reversi\nplayers:\n  - a\n  - \"@randm\"\n", "4: no built-in player \"@randm\"\n");
    wrong("game: reversi\nplayers:\n  - a\n  - name: b\n    player: \"@randm\"\n",
        "5: no built-in player \"@randm\"\n");
}

static void a_key_of_another_format_is_told(void **state)
{
    (void)state;
    wrong(REVERSI "format: knockout\nrounds: 3\n",
        "4: \"rounds\" means nothing to the format knockout, which knows: games, tie_break_games, "
        "seeding\n");
    wrong(REVERSI "heroes: 1\n",
        "3: \"heroes\" means nothing to the format round-robin, which "
        "knows: rounds, games, seeding\n");
    wrong("games: 4\n" REVERSI "format: ladder\n",
        "1: \"games\" means nothing to the format ladder, which knows: rounds, seeding\n");
    wrong(REVERSI "format: gauntlet\nheroes: 2\n", "4: of 2 players 1 to 1 can be heroes, not 2\n");
    wrong("game: stones\nformat: match\nplayers: [a, b, c]\n",
        "2: a match is between 2 players, not 3\n");
}

// --- What is said of players ---

static void every_player_has_a_name_of_its_own(void **state)
{
    (void)state;
    wrong("game: reversi\nplayers:\n  - name: ann\n    player: a\n  - player: b\n    name: ann\n",
        "6: two players are called \"ann\", the other in line 3: give each its own name\n");
    wrong("game: reversi\nplayers:\n  - \"@random\"\n  - \"@random\"\n  - \"@random\"\n",
        "4: two players are called \"@random\", the other in line 3: give each its own name\n"
        "5: two players are called \"@random\", the other in line 3: give each its own name\n");
}

static void players_share_a_port_if_they_say_their_names(void **state)
{
    (void)state;
    struct contest_file f = good("game: reversi\nplayers:\n  - {name: a, player: 'listen:7'}\n"
                                 "  - {name: b, player: 'listen:7'}\n");
    contest_file_destroy(&f);
    wrong("game: stones\nplayers:\n  - {name: a, player: 'listen:7'}\n"
          "  - {name: b, player: 'listen:7'}\n",
        "4: two players are \"listen:7\", the other in line 3, and cannot be told apart by a name "
        "that they say: give each its own port\n");
    wrong("game: reversi\nplayers:\n  - {name: a, player: 'listen:7'}\n"
          "  - {name: b, player: 'listen:7', wire: hgp}\n",
        "4: two players are \"listen:7\", the other in line 3, and cannot be told apart by a name "
        "that they say: give each its own port\n");
}

static void a_name_has_1_to_32_characters(void **state)
{
    (void)state;
    struct contest_file f = good("game: reversi\n"
                                 "players: [a, {name: abcdefghijklmnopqrstuvwxyz123456, "
                                 "player: b}]\n");
    assert_int_equal(strlen(f.players[1].name), 32);
    contest_file_destroy(&f);
    wrong("game: reversi\nplayers: [a, {name: abcdefghijklmnopqrstuvwxyz1234567, player: b}]\n",
        "2: a player's name has 1 to 32 characters, not 33\n");
    wrong("name: \"a\\nb\"\n" REVERSI,
        "1: a contest's name is one line without control characters\n");
    wrong("game: reversi\nplayers: [a, {name: '', player: b}]\n", "2: \"name\" is empty\n");
    wrong("game: reversi\nplayers: [a, {name: ' x', player: b}]\n",
        "2: a player's name cannot begin or end with a blank\n");
    wrong("game: reversi\nplayers: [a, {name: \"x\\ny\", player: b}]\n",
        "2: a player's name is one line without control characters\n");
}

static void a_name_that_is_made_is_cut_where_a_character_ends(void **state)
{
    (void)state;
    struct contest_file f = good("game: reversi\n"
                                 "players: [a, €€€€€€€€€€€€, \"x\\ey\"]\n");
    assert_string_equal(f.players[1].name, "€€€€€€€€€€"); // 30 bytes of 36
    assert_string_equal(f.players[2].name, "x?y");
    contest_file_destroy(&f);
}

static void a_contest_has_2_to_1000_players(void **state)
{
    (void)state;
    wrong("game: reversi\nplayers: [a]\n", "2: a contest has 2 to 1000 players, not 1\n");
    wrong("game: reversi\nplayers: []\n", "2: a contest has 2 to 1000 players, not 0\n");
    struct text many = text_growing();
    text_string(&many, "game: reversi\nplayers:\n");
    for (int i = 0; i < 1000; i++)
        text_format(&many, "  - bot%d\n", i);
    struct contest_file f = good(many.bytes);
    assert_int_equal(f.player_count, 1000);
    contest_file_destroy(&f);
    text_string(&many, "  - bot1000\n");
    wrong(many.bytes, "2: a contest has 2 to 1000 players, not 1001\n");
    text_destroy(&many);
}

static void an_environment_holds_names_and_texts(void **state)
{
    (void)state;
    wrong("game: reversi\nplayers:\n  - a\n  - player: b\n    environment:\n      A=B: 1\n"
          "      C:\n      D: [1]\n      \"\": 1\n",
        "6: \"A=B\" cannot be the name of an environment variable\n"
        "7: the environment variable C takes a text, \"\" for none\n"
        "8: the environment variable D takes a text, \"\" for none\n"
        "9: \"\" cannot be the name of an environment variable\n");
}

// --- What is said of the file as such ---

static void what_is_no_yaml_is_told_in_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
    } files[] = {
        {"", "1: the file is empty; agon contest init writes one to begin with\n"},
        {"# only this\n", "1: the file is empty; agon contest init writes one to begin with\n"},
        {"hello\n", "1: a contest file takes lines of \"KEY: VALUE\", not a text\n"},
        {"- a\n- b\n", "1: a contest file takes lines of \"KEY: VALUE\", not a list\n"},
        {"game: reversi\n\tseed: 1\n", "2: a tab cannot indent: use blanks\n"},
        {"game: reversi\ntime:\n\tgame: 1\n", "3: a tab cannot indent: use blanks\n"},
        {"game: reversi\nplayers:\n  - @random\n",
            "3: a text that begins with @ needs quotes: \"@...\"\n"},
        {"# ä ö ü €\ngame: reversi\nname: `x`\n",
            "3: a text that begins with ` needs quotes: \"`...\"\n"},
        {"game: reversi\n  seed: 1\n",
            "2: a key in the wrong place: check the indentation, and "
            "put quotes around a text with \": \"\n"},
        {"game: reversi\ntime:\n    game: 1\n  first: 2\n",
            "4: the indentation does not fit the lines above\n"},
        {"game: reversi\nplayers: [a, b\nseed: 1\n",
            "2: a [ that is never closed, or a comma is missing behind it\n"},
        {"game: reversi\ntime: {game: 1 first: 2}\n",
            "2: a { that is never closed, or a comma is missing behind it\n"},
        {"game: reversi\nplayers: [[{\n",
            "2: expected a value here; perhaps a [ or { is never closed\n"},
        {"game: reversi\rsed: 1\rplayers: [a, b]",
            "2: unknown key \"sed\". Did you mean \"seed\"?\n"},
        {"game: reversi\nname: \"x\nseed: 1\n", "2: a quote that is never closed\n"},
        {"game: reversi\nseed\nname: x\n", "2: expected \"KEY: VALUE\"\n"},
        {"game: reversi\nname: \"C:\\games\"\n",
            "2: an unknown \\ escape: write \\\\ for a backslash, or use '...'\n"},
        {"game: reversi\nname: \"a\\0b\"\n", "2: a text with a NUL character in it\n"},
        {"game: reversi\n---\ngame: stones\n", "2: a second document begins here: only one\n"},
        {"game: reversi\n? [a]\n: b\n", "2: a key must be a word\n"},
        {"game: reversi\nseed: !!int 3\n",
            "2: tags (!...) are not used in a contest file: a text "
            "that begins with ! needs quotes\n"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        wrong(files[i].text, files[i].expected);
}

static void what_is_not_utf8_is_told_in_its_line(void **state)
{
    (void)state;
    wrong("game: reversi\nseed: 1\nname: caf\xE9\n", "3: not UTF-8: save the file as UTF-8\n");
    wrong("game: reversi\nname: \xC3", "2: not UTF-8: save the file as UTF-8\n");
    wrong("game: reversi\nname: \xED\xA0\x80\n", "2: not UTF-8: save the file as UTF-8\n");
    wrong("\xFF\xFEg", "1: not UTF-8: save the file as UTF-8\n");
    static const char nul[] = "game: reversi\nname: a\0b\n";
    wrong_bytes(nul, sizeof nul - 1, "2: a control character\n");
}

static void a_bomb_does_not_go_off(void **state)
{
    (void)state;
    wrong("a: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\n",
        "1: anchors (&a) are not used in a contest file: a text that begins with & needs "
        "quotes\n");
    wrong("game: reversi\nname: *x\n",
        "2: aliases (*x) are not used in a contest file: a text that begins with * needs "
        "quotes\n");
    struct text deep = text_growing();
    text_string(&deep, "game: reversi\nplayers: ");
    for (int i = 0; i < 100000; i++)
        text_char(&deep, '[');
    wrong_bytes(deep.bytes, deep.length, "2: more than 8 levels of lists and maps\n");
    text_clear(&deep);
    text_string(&deep, "players: [");
    for (int i = 0; i < 60000; i++)
        text_string(&deep, "a,");
    wrong_bytes(deep.bytes, deep.length, "1: more than 50000 values in one file\n");
    text_clear(&deep);
    for (int i = 1; i <= 60000; i++)
        text_format(&deep, "x%d: 1\n", i);
    wrong_bytes(deep.bytes, deep.length, "501: more than 500 keys\n");
    while (deep.length <= 1 << 20)
        text_string(&deep, "a,");
    wrong_bytes(deep.bytes, deep.length, "1: longer than 1024 KiB\n");
    text_destroy(&deep);
}

static void what_is_quoted_cannot_write_to_the_terminal(void **state)
{
    (void)state;
    wrong(REVERSI "\"\\e[2J\\n\": 1\n",
        "3: unknown key \"?[2J?\"   (name, game, variant, wire, format, rounds, games, heroes, "
        "tie_break_games, seeding, openings, seed, time, clock, concurrency, records, faults, "
        "suspend_after, players)\n");
    // 13 characters of 3 bytes are 39; the 14th is not cut in half but left out.
    wrong(REVERSI "clock: €€€€€€€€€€€€€€€€\n",
        "3: \"clock\" cannot be \"€€€€€€€€€€€€€\"   (refunded, wall)\n");
}

static void all_mistakes_are_told_the_first_ten_in_words(void **state)
{
    (void)state;
    struct text many = text_growing();
    text_string(&many, "seed: x\n");
    for (int i = 0; i < 20; i++)
        text_format(&many, "wrong_key_%d: 1\n", i);
    text_string(&many, "game: reversi\nrounds: y\n" PLAYERS);
    struct contest_file f;
    struct contest_problems problems;
    assert_false(read(&f, many.bytes, &problems));
    assert_int_equal(problems.count, 22);
    assert_int_equal(problems.kept, CONTEST_PROBLEMS_MOST);
    for (int i = 0; i < CONTEST_PROBLEMS_MOST; i++)
        assert_int_equal(problems.list[i].line, i + 1);
    contest_file_destroy(&f);
    text_destroy(&many);

    // What is found late is told in the order of the lines.
    wrong("heroes: 1\nvariant: 3x3\nsed: 1\ngame: reversi\nplayers: ['@x', b]\n",
        "1: \"heroes\" means nothing to the format round-robin, which knows: rounds, games, "
        "seeding\n"
        "2: no variant \"3x3\" of reversi   (8x8, 6x6, 4x4)\n"
        "3: unknown key \"sed\". Did you mean \"seed\"?\n"
        "5: no built-in player \"@x\"\n");
}

// --- Players who come and go ---

static bool add(struct contest_file *f, const char *player, int64_t from, const char *expected)
{
    struct contest_problems problems;
    bool added = contest_file_add(f, player, strlen(player), from, &words, &problems);
    if (expected)
        assert_string_equal(problems.list[0].words, expected);
    return added;
}

static void players_come_and_go(void **state)
{
    (void)state;
    struct contest_file f = good("format: ladder\n" REVERSI);
    struct error e;
    assert_int_equal(f.players[1].from, 0);
    assert_true(f.players[1].until == INT64_MAX);
    assert_true(add(&f, "{\"name\": \"eve\", \"player\": \"./eve\", \"wire\": \"hgp\"}", 4, NULL));
    assert_int_equal(f.player_count, 3);
    assert_string_equal(f.players[2].name, "eve");
    assert_string_equal(f.players[2].wire, "hgp");
    assert_int_equal(f.players[2].from, 4);
    assert_true(f.players[2].added);
    assert_false(f.players[1].added);
    assert_true(contest_file_remove(&f, "@first", 7, &e));
    assert_int_equal(f.players[1].until, 7);
    assert_false(contest_file_remove(&f, "@first", 8, &e));
    assert_string_equal(e.words, "there is no player \"@first\"");
    assert_true(contest_file_remove(&f, "eve", 2, &e)); // never plays, rather than leave before
    assert_int_equal(f.players[2].until, 4);
    contest_file_destroy(&f);
}

static void who_cannot_come_leaves_no_trace(void **state)
{
    (void)state;
    struct contest_file f = good("format: ladder\n" REVERSI);
    assert_false(add(&f, "{name: \"@first\", player: ./bot}", 1,
        "two players are called \"@first\", the other in line 3: give each its own name"));
    assert_false(add(&f, "\"@third\"", 1, "no built-in player \"@third\""));
    assert_false(
        add(&f, "{player: ./bot, wire: telepathy}", 1, "no wire \"telepathy\" for reversi"));
    assert_false(add(&f, "{name: bot", 1, NULL));
    assert_false(add(&f, "", 1, "there is no player"));
    assert_int_equal(f.player_count, 2);
    assert_true(add(&f, "./bot", 1, NULL));
    contest_file_destroy(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_lines_are_enough_and_everything_else_has_its_default),
        cmocka_unit_test(every_key_is_read),
        cmocka_unit_test(a_player_is_a_text_or_a_map),
        cmocka_unit_test(a_time_may_have_a_unit),
        cmocka_unit_test(openings_are_none_random_or_a_file),
        cmocka_unit_test(the_number_of_pairs_follows_from_the_format),
        cmocka_unit_test(a_byte_order_mark_and_windows_line_ends_do_no_harm),
        cmocka_unit_test(the_template_is_right_commented_or_not),
        cmocka_unit_test(an_unknown_key_is_named_with_the_nearest),
        cmocka_unit_test(a_key_given_twice_is_told_with_both_lines),
        cmocka_unit_test(a_missing_key_is_told_once_even_if_it_is_there_mistyped),
        cmocka_unit_test(a_key_without_a_value_is_told),
        cmocka_unit_test(a_wrong_type_is_told),
        cmocka_unit_test(a_number_out_of_range_is_told),
        cmocka_unit_test(a_time_that_is_none_is_told),
        cmocka_unit_test(a_wrong_word_is_told_with_the_nearest),
        cmocka_unit_test(a_key_of_another_format_is_told),
        cmocka_unit_test(every_player_has_a_name_of_its_own),
        cmocka_unit_test(players_share_a_port_if_they_say_their_names),
        cmocka_unit_test(a_name_has_1_to_32_characters),
        cmocka_unit_test(a_name_that_is_made_is_cut_where_a_character_ends),
        cmocka_unit_test(a_contest_has_2_to_1000_players),
        cmocka_unit_test(an_environment_holds_names_and_texts),
        cmocka_unit_test(what_is_no_yaml_is_told_in_its_line),
        cmocka_unit_test(what_is_not_utf8_is_told_in_its_line),
        cmocka_unit_test(a_bomb_does_not_go_off),
        cmocka_unit_test(what_is_quoted_cannot_write_to_the_terminal),
        cmocka_unit_test(players_come_and_go),
        cmocka_unit_test(who_cannot_come_leaves_no_trace),
        cmocka_unit_test(all_mistakes_are_told_the_first_ten_in_words),
    };
    return cmocka_run_group_tests_name("contest file", tests, NULL, NULL);
}
