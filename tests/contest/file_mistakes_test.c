// The contest file: what is said of every kind of mistake, in which line.
#include "contest/file_texts.h"

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
        "tie_break_games, seeding, openings, seed, time, clock, limits, pondering, cores, "
        "min_speed, scale_time, concurrency, records, results, faults, suspend_after, sandbox, "
        "read, tokens, require, fleet, audit, stderr, starts, entries_until, players)\n");
    wrong(REVERSI "<<: {seed: 1}\n",
        "3: unknown key \"<<\"   (name, game, variant, wire, format, rounds, games, heroes, "
        "tie_break_games, seeding, openings, seed, time, clock, limits, pondering, cores, "
        "min_speed, scale_time, concurrency, records, results, faults, suspend_after, sandbox, "
        "read, tokens, require, fleet, audit, stderr, starts, entries_until, players)\n");
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

static void a_date_that_is_none_is_told(void **state)
{
    (void)state;
    wrong(REVERSI "starts: tomorrow\n",
        "3: \"starts\" takes a date and a time such as 2026-11-20 18:00 (local time) or 2026-11-20 "
        "18:00+01:00, not \"tomorrow\"\n");
    wrong(REVERSI "entries_until: {}\n",
        "3: \"entries_until\" takes a date and a time such as 2026-11-20 18:00, not a map\n");
    wrong(REVERSI "stderr: open\n", "3: \"stderr\" cannot be \"open\"   (hidden, public)\n");
    wrong(REVERSI "starts: 2026-11-20 18:00\nentries_until: 2026-11-20 18:01\n",
        "4: \"entries_until\" is after \"starts\": no entry can come later\n");
    wrong(REVERSI "starts: 2026-11-20 18:00\nentries_until: 2026-11-20 17:00Z\n",
        "4: \"starts\" and \"entries_until\" are both local times, or both have a zone such as Z "
        "or "
        "+01:00\n");
}

static void a_speed_that_is_none_is_told(void **state)
{
    (void)state;
    static const char *const values[] = {
        "fast", "0", "0.001", "100.01", "-1", ".5", "1.", "1,5", "1e1", "99999999999999999999"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char text[128], expected[160];
        snprintf(text, sizeof text, REVERSI "min_speed: %s\n", values[i]);
        snprintf(expected, sizeof expected,
            "3: \"min_speed\" takes a number from 0.01 to 100.00 with at most two decimals, not "
            "\"%s\"\n",
            values[i]);
        wrong(text, expected);
    }
    wrong(REVERSI "scale_time: maybe\n", "3: \"scale_time\" cannot be \"maybe\"   (no, yes)\n");
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
        "2: \"players\" takes a list, a line \"- ...\" for each; or a path such as entries/*\n");
    wrong("game: reversi\nplayers:\n  ann: a\n  bob: b\n",
        "2: \"players\" takes a list, a line \"- ...\" for each; or a path such as entries/*\n");
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
    wrong(
        REVERSI "openings: random\n", "3: \"openings\": random:K takes 1 to 60 moves, not \"\"\n");
}

static void a_limit_that_is_none_is_told_with_its_line(void **state)
{
    (void)state;
    wrong(REVERSI "limits:\n  memory: lots\n  taks: 4\n  cpu: 3 MiB\n  files: 1.5\n",
        "4: \"memory\" takes a size such as 512 MiB, or none, not \"lots\"\n"
        "5: unknown key \"taks\". Did you mean \"tasks\"?\n"
        "6: \"cpu\" takes a time such as 60s, or none, not \"3 MiB\"\n"
        "7: \"files\" takes a whole number, or none, not \"1.5\"\n");
    wrong(REVERSI "limits: {memory: 512, tasks: 0, cpu: 1000h}\n",
        "3: \"memory\" takes 1 MiB to 1 TiB, or none, not 512\n"
        "3: \"tasks\" takes 1 to 100000, or none, not 0\n"
        "3: \"cpu\" takes 1ms to 720h, or none, not 1000h\n");
    wrong(REVERSI "limits: 512 MiB\n", "3: \"limits\" takes lines of \"KEY: VALUE\", not a text\n");
    wrong(REVERSI "limits: {memory: [1]}\n", "3: \"memory\" takes an amount, not a list\n");
    wrong("game: reversi\nplayers:\n  - a\n  - player: b\n    limits: {output: much}\n",
        "5: \"output\" takes a size such as 512 MiB, or none, not \"much\"\n");
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
        "2: a name has 1 to 32 characters, not 33\n");
    wrong("name: \"a\\nb\"\n" REVERSI,
        "1: a contest's name is one line without control and format characters, and U+000A is "
        "one\n");
    wrong("name: \"a\\u202Eb\"\n" REVERSI,
        "1: a contest's name is one line without control and format characters, and U+202E is "
        "one\n");
    wrong("game: reversi\nplayers: [a, {name: '', player: b}]\n", "2: \"name\" is empty\n");
    wrong("game: reversi\nplayers: [a, {name: ' x', player: b}]\n",
        "2: a name cannot begin or end with a blank\n");
    wrong("game: reversi\nplayers: [a, {name: \"x\\ny\", player: b}]\n",
        "2: a name cannot have U+000A in it: that is a control character\n");
}

static void a_name_that_is_made_is_cut_where_a_character_ends(void **state)
{
    (void)state;
    struct contest_file f = good("game: reversi\n"
                                 "players: [a, 日本日本日本日本日本日本日本日本日, \"x\\ey\"]\n");
    assert_string_equal(f.players[1].name, "日本日本日本日本日本日本日本日本"); // 32 columns of 34
    assert_string_equal(f.players[2].name, "x?y");
    contest_file_destroy(&f);
}

static void two_names_that_look_alike_are_refused(void **state)
{
    (void)state;
    wrong("game: reversi\nplayers:\n- {name: ann, player: b}\n- {name: \"\\u0430nn\", player: c}\n",
        "4: \"\u0430nn\" looks like \"ann\", who is in line 3: give each a name that people can "
        "tell "
        "apart\n");
    // What is only written otherwise is the same name.
    wrong(
        "game: reversi\nplayers:\n- {name: \u00e1nn, player: b}\n- {name: a\u0301nn, player: c}\n",
        "4: two players are called \"\u00e1nn\", the other in line 3: give each its own name\n");
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

static void a_sandbox_and_what_it_may_read_are_checked(void **state)
{
    (void)state;
    wrong(REVERSI "sandbox: close\n",
        "3: \"sandbox\" cannot be \"close\". Did you mean \"closed\"?   (none, open, closed)\n");
    wrong(REVERSI "read: {a: b}\n",
        "3: \"read\" takes files and folders, such as [data, weights.bin]\n");
    wrong(REVERSI "read: [data, [x], \"\"]\n",
        "3: \"read\" takes files and folders, such as [data, weights.bin]\n"
        "3: \"read\" takes files and folders, such as [data, weights.bin]\n");
    wrong("game: reversi\nplayers:\n  - a\n  - player: b\n    sandbox: 1\n    read:\n"
          "      - ~/data\n      - /\n",
        "5: \"sandbox\" cannot be \"1\"   (none, open, closed)\n"
        "7: \"read\": ~/data is read without a shell: write out what ~ means\n"
        "8: \"read\": / is everything there is, also what other bots keep to themselves: name the "
        "folders that it needs\n");
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
            "2: tags (!...) are not used here: a text "
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
        "1: anchors (&a) are not used here: a text that begins with & needs "
        "quotes\n");
    wrong("game: reversi\nname: *x\n",
        "2: aliases (*x) are not used here: a text that begins with * needs "
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
        "tie_break_games, seeding, openings, seed, time, clock, limits, pondering, cores, "
        "min_speed, scale_time, concurrency, records, results, faults, suspend_after, sandbox, "
        "read, tokens, require, fleet, audit, stderr, starts, entries_until, players)\n");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unknown_key_is_named_with_the_nearest),
        cmocka_unit_test(a_key_given_twice_is_told_with_both_lines),
        cmocka_unit_test(a_missing_key_is_told_once_even_if_it_is_there_mistyped),
        cmocka_unit_test(a_date_that_is_none_is_told),
        cmocka_unit_test(a_speed_that_is_none_is_told),
        cmocka_unit_test(a_key_without_a_value_is_told),
        cmocka_unit_test(a_wrong_type_is_told),
        cmocka_unit_test(a_number_out_of_range_is_told),
        cmocka_unit_test(a_limit_that_is_none_is_told_with_its_line),
        cmocka_unit_test(a_time_that_is_none_is_told),
        cmocka_unit_test(a_wrong_word_is_told_with_the_nearest),
        cmocka_unit_test(a_key_of_another_format_is_told),
        cmocka_unit_test(every_player_has_a_name_of_its_own),
        cmocka_unit_test(players_share_a_port_if_they_say_their_names),
        cmocka_unit_test(a_name_has_1_to_32_characters),
        cmocka_unit_test(a_name_that_is_made_is_cut_where_a_character_ends),
        cmocka_unit_test(two_names_that_look_alike_are_refused),
        cmocka_unit_test(a_contest_has_2_to_1000_players),
        cmocka_unit_test(an_environment_holds_names_and_texts),
        cmocka_unit_test(a_sandbox_and_what_it_may_read_are_checked),
        cmocka_unit_test(what_is_no_yaml_is_told_in_its_line),
        cmocka_unit_test(what_is_not_utf8_is_told_in_its_line),
        cmocka_unit_test(a_bomb_does_not_go_off),
        cmocka_unit_test(what_is_quoted_cannot_write_to_the_terminal),
        cmocka_unit_test(all_mistakes_are_told_the_first_ten_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
