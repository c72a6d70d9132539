// What players are called whose command is all that is known of them.
#include "contest/command_name.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void a_command_is_called_after_what_it_runs(void **state)
{
    (void)state;
    static const struct {
        const char *command, *name;
    } cases[] = {
        {"./mybot", "mybot"},
        {"bots/my.bot.py", "my.bot"},
        {"./.bot", ".bot"},
        {"python3 bots/mybot.py --level 3", "mybot"},
        {"python3.11 -u -X dev mybot.py", "mybot"},
        {"python3 -m pkg.bot --fast", "pkg.bot"},
        {"python3 -c 'play()'", "play()"},
        {"java -cp x.jar a.b.Main", "Main"},
        {"java -Xmx1g -classpath lib/a.jar:lib/b.jar Main 7", "Main"},
        {"java -jar target/ann.jar", "ann"},
        {"java Bot.java", "Bot"},
        {"java --module-path mods -m org.ann/org.ann.Bot", "Bot"},
        {"node --require ./setup.js bot.js", "bot"},
        {"node inspect bot.js {host} {port}", "bot"},
        {"deno run --allow-net bot.ts", "bot"},
        {"dotnet bot.dll", "bot"},
        {"env LEVEL=3 nice -n 5 ./ann", "ann"},
        {"taskset -c 0 ./ann", "ann"},
        {"stdbuf -o L sh -c './ann | cat'", "ann"},
        {"./ann {host} {port}", "ann"},
        {"gdb -q --args mybot/bot {host} {port}", "bot"},
        {"gdb -ex run --args ./ann {host} {port}", "ann"},
        {"lldb -o run -- ./ann {host} {port}", "ann"},
        {"python3", "python3"},
        {"'my bots/the bot.py'", "the bot"},
        {"./x\x1b[2J", "x?[2J"},
        {"./\xff", "?"},
        {"./a-name-that-is-longer-than-any-name-may-be", "a-name-that-is-longer-than-any-n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[PLAYER_NAME_BYTES];
        command_name(name, cases[i].command);
        if (strcmp(name, cases[i].name) != 0)
            fail_msg("%s is called %s, not %s", cases[i].command, name, cases[i].name);
    }
}

static void every_kind_of_player_has_a_name_whether_it_is_there_or_not(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
    } cases[] = {
        {"@3", "@3"},
        {"@a-level-of-another-day", "@a-level-of-another-day"},
        {"listen:7001", "listen:7001"},
        {"tcp://host:7001", "tcp://host:7001"},
        {"python3 bots/mybot.py", "mybot"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[PLAYER_NAME_BYTES];
        player_text_name(name, cases[i].text);
        assert_string_equal(name, cases[i].name);
    }
}

static void two_commands_are_told_apart_by_what_differs(void **state)
{
    (void)state;
    static const struct {
        const char *commands[2], *names[2];
    } cases[] = {
        {{"./ann", "./bob"}, {"ann", "bob"}},
        {{"./ann", "./ann"}, {"ann:1", "ann:2"}},
        {{"v1/bot", "v2/bot"}, {"v1/bot", "v2/bot"}},
        {{"python3 old/x/bot.py", "python3 new/x/bot.py"}, {"old/bot", "new/bot"}},
        {{"/srv/bot", "./bot"}, {"srv/bot", "./bot"}},
        {{"./bot", "bots/bot"}, {"./bot", "bots/bot"}},
        {{"python3 bot.py", "node bot.js"}, {"bot (python3)", "bot (node)"}},
        {{"./bot.py", "./bot.js"}, {"bot.py", "bot.js"}},
        {{"./bot --depth 4", "./bot --depth 5"}, {"bot (depth 4)", "bot (depth 5)"}},
        {{"./bot --depth=4", "./bot --depth=5"}, {"bot (depth 4)", "bot (depth 5)"}},
        {{"./bot", "./bot --fast"}, {"bot", "bot (fast)"}},
        {{"./bot 1", "./bot 2"}, {"bot (1)", "bot (2)"}},
        {{"java -cp v1.jar Main", "java -cp v2.jar Main"},
            {"Main (cp v1.jar)", "Main (cp v2.jar)"}},
        {{"./abcdefghijklmnopqrstuvwxyz123456 1", "./abcdefghijklmnopqrstuvwxyz123456 2"},
            {"abcdefghijklmnopqrstuvwxyz1234:1", "abcdefghijklmnopqrstuvwxyz1234:2"}},
        {{"nboard:depth=4:./bot", "nboard:depth=5:./bot"},
            {"bot (nboard depth 4)", "bot (nboard depth 5)"}},
        {{"nboard:./bot", "ugi:./bot"}, {"bot (nboard)", "bot (ugi)"}},
        {{"nboard:./bot", "./bot"}, {"bot (nboard)", "bot"}},
        {{"ugi:./bot 1", "ugi:./bot 2"}, {"bot (1)", "bot (2)"}},
        {{"./botl", "./bot1"}, {"botl:1", "bot1:2"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char names[2][PLAYER_NAME_BYTES];
        for (int k = 0; k < 2; k++)
            player_text_name(names[k], cases[i].commands[k]);
        command_names_tell_apart(names, cases[i].commands[0], cases[i].commands[1]);
        assert_string_equal(names[0], cases[i].names[0]);
        assert_string_equal(names[1], cases[i].names[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_is_called_after_what_it_runs),
        cmocka_unit_test(every_kind_of_player_has_a_name_whether_it_is_there_or_not),
        cmocka_unit_test(two_commands_are_told_apart_by_what_differs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
