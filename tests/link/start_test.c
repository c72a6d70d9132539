// What is written in place of a player, and the words for a start that fails.
#include "link/world.h"

#include "base/words.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

// --- Words ---

static void quotes_and_backslashes_work_as_in_a_shell(void **state)
{
    (void)state;
    static const struct {
        const char *line, *words; // the words with bars between
    } rows[] = {
        {"a", "a"},
        {"  a\tb \n c ", "a|b|c"},
        {"'a b' c", "a b|c"},
        {"\"a b\" c", "a b|c"},
        {"a'b'\"c\"d", "abcd"},
        {"a '' \"\"", "a||"},
        {"a\\ b", "a b"},
        {"\\'a\\\"", "'a\""},
        {"'\\n \" $x ; |'", "\\n \" $x ; |"},
        {"\"\\\" \\\\ \\$x \\` \\n\"", "\" \\ $x ` \\n"},
        {"cost=5$ $5", "cost=5$|$5"},
        {"\xc3\xa9t\xc3\xa9 #1", "\xc3\xa9t\xc3\xa9|#1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct words words;
        struct error e;
        assert_true(words_split(rows[i].line, &words, &e));
        char joined[200];
        struct text t = TEXT_IN(joined);
        for (size_t w = 0; w < words.count; w++)
            text_format(&t, "%s%s", w > 0 ? "|" : "", words.list[w]);
        assert_string_equal(joined, rows[i].words);
        assert_null(words.list[words.count]);
        words_destroy(&words);
    }
}

static void a_player_text_that_makes_no_sense_is_refused_with_words(void **state)
{
    (void)state;
    static const struct {
        const char *player, *words;
        int at; // -1: nowhere
    } rows[] = {
        {"", "the command is empty", -1},
        {" \t ", "the command is empty", -1},
        {"'' a", "the command has no name", 0},
        {"bot 'a b", "the quote ' is never closed", 4},
        {"bot \"a b", "the quote \" is never closed", 4},
        {"bot a\\", "there is nothing behind the last backslash", 5},
        {"bot | tee log",
            "'|' would need a shell, and a command is run without one. Quote it if it is meant as "
            "it stands, or write sh -c '...'",
            4},
        {"bot $HOME",
            "'$' would need a shell, and a command is run without one. Quote it if it is meant as "
            "it stands, or write sh -c '...'",
            4},
        {"bot {host}", "{host} without {port}: a bot that dials in needs the port", -1},
        {"listen:", "the port is missing", -1},
        {"listen:70000", "70000 is not a port: it must be from 0 to 65535", -1},
        {"listen:7x", "\"7x\" is not a port: a number up to 65535", -1},
        {"listen:999999", "\"999999\" is not a port: a number up to 65535", -1},
        {"listen:example.org:7001",
            "cannot listen at \"example.org\": give an address of this machine in numbers, or "
            "0.0.0.0 for all of them",
            -1},
        {"listen:::1:7001", "an IPv6 address stands in brackets: [::1]:7001", -1},
        {"tcp://example.org", "\"example.org\" has no port: write HOST:PORT", -1},
        {"tcp://:7001", "\":7001\" has no host: write HOST:PORT", -1},
        {"tcp://h:0", "0 is not a port: it must be from 1 to 65535", -1},
        {"tcp://[::1:7001", "\"[::1:7001\" is not [ADDRESS]:PORT", -1},
        {"tcp://h:", "the port is missing", -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error e = {0};
        assert_false(link_check(rows[i].player, NULL, &e));
        assert_string_equal(e.words, rows[i].words);
        assert_int_equal(e.has_at ? (int)e.at : -1, rows[i].at);
    }
}

static void the_kind_of_a_player_is_told_by_its_text(void **state)
{
    (void)state;
    static const struct {
        const char *player;
        enum link_kind kind;
    } rows[] = {
        {"python3 mybot.py", LINK_COMMAND},
        {"python3 mybot.py {host} {port}", LINK_DIAL_IN},
        {"mybot --at={host}:{port}", LINK_DIAL_IN},
        {"listen:7001", LINK_LISTEN},
        {"listen:0.0.0.0:7001", LINK_LISTEN},
        {"listen:localhost:7001", LINK_LISTEN},
        {"listen:[::]:7001", LINK_LISTEN},
        {"tcp://example.org:7001", LINK_TCP},
        {"tcp://[2001:db8::1]:7001", LINK_TCP},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        enum link_kind kind;
        assert_true(link_check(rows[i].player, &kind, NULL));
        assert_int_equal(kind, rows[i].kind);
    }
}

// --- Starts that fail ---

// A folder of its own for each test, which is also the working directory meanwhile.
struct folder {
    struct world *world;
    char path[40];
    int before;
};

static int folder_setup(void **state)
{
    struct folder *folder = calloc(1, sizeof *folder);
    folder->before = open(".", O_RDONLY | O_DIRECTORY);
    strcpy(folder->path, "/tmp/agon-start-XXXXXX");
    assert_non_null(mkdtemp(folder->path));
    assert_int_equal(chdir(folder->path), 0);
    void *world;
    world_setup(&world);
    folder->world = world;
    *state = folder;
    return 0;
}

static int folder_teardown(void **state)
{
    struct folder *folder = *state;
    void *world = folder->world;
    world_teardown(&world);
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder->path);
    assert_int_equal(system(command), 0);
    assert_int_equal(fchdir(folder->before), 0);
    close(folder->before);
    free(folder);
    return 0;
}

static void write_file(const char *path, const char *content, mode_t mode)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_int_equal(write(fd, content, strlen(content)), strlen(content));
    fchmod(fd, mode);
    close(fd);
}

// Without a start, and in the words that a start would have.
static void assert_seen(const struct link_spec *spec, const char *words)
{
    struct error e;
    assert_false(link_check_program(spec, &e));
    assert_string_equal(e.words, words);
}

static void assert_fails(struct folder *folder, const struct link_spec *spec, const char *words)
{
    struct peer *peer = peer_open_spec(folder->world, spec);
    until_event(folder->world, peer, 'F');
    assert_string_equal(peer->failure.error.words, words);
    assert_false(peer->failure.ours);
    assert_int_equal(link_pid(peer->link), 0);
    peer_finish(folder->world, peer, LINK_GOODBYE);
}

struct failing {
    const char *player, *words;
};

static void a_start_that_fails_says_why_and_what_to_do(void **state)
{
    static const struct failing visible[] = {
        {"./plain",
            "./plain cannot be started: permission denied. It has no execute bit: chmod +x "
            "./plain"},
        {"./nowhere", "./nowhere cannot be started: no such file"},
        {"./spalsh", "./spalsh cannot be started: no such file. Did you mean ./splash?"},
        {"/no/where", "/no/where cannot be started: no such folder: /no"},
        {"./splash/bot", "./splash/bot cannot be started: no such file"},
        {"~/bot",
            "~/bot cannot be started: no such file. A command is run without a shell: write "
            "out what ~ means"},
        {"./inside", "./inside cannot be started: it is a folder, not a program"},
        {"no-such-program-anywhere",
            "no-such-program-anywhere cannot be started: not found in PATH"},
        {"splash",
            "splash cannot be started: not found in PATH. For the one in this folder write "
            "./splash"},
        {"?", "? cannot be started: not found in PATH"}, // though [ is near
        {"pyhton3 bot.py", "pyhton3 cannot be started: not found in PATH. Did you mean python3?"},
        {"script.py",
            "script.py cannot be started: not found in PATH. For the one in this folder write "
            "python3 script.py"},
        {"ready.py",
            "ready.py cannot be started: not found in PATH. For the one in this folder write "
            "./ready.py"},
        {"./script.py",
            "./script.py cannot be started: it is not a program, and its first line does not say "
            "what runs it (#!). "
            "Write python3 ./script.py"},
        {"./dangling",
            "./dangling cannot be started: no such file. It is a link to one that does not "
            "exist"},
        {"bot 'x", "the quote ' is never closed"},
    };
    static const struct failing hidden[] = {
        {"./lost",
            "./lost cannot be started: its first line asks for /usr/bin/pyton9, which does "
            "not exist"},
        {"./windows",
            "./windows cannot be started: its first line asks for \"/bin/sh\\r\". The "
            "file has Windows line ends: sed -i 's/\\r$//' ./windows"},
        {"./nothing",
            "./nothing cannot be started: it is neither a program for this machine nor a "
            "script that begins with #!"},
        {"./marked.py",
            "./marked.py cannot be started: it is not a program, and its first line does not say "
            "what runs it (#!). "
            "Write python3 ./marked.py"},
        {"./odd",
            "./odd cannot be started: permission denied. Its first line asks for ./plain, "
            "which is not a program"},
    };
    write_file("plain", "#!/bin/sh\n", 0644);
    write_file("splash", "#!/bin/sh\n", 0755);
    write_file("lost", "#!/usr/bin/pyton9 -u\n", 0755);
    write_file("windows", "#!/bin/sh\r\necho\r\n", 0755);
    write_file("nothing", "hello\n", 0755);
    write_file("script.py", "import json\n", 0644);
    write_file("marked.py", "import json\n", 0755);
    write_file("ready.py", "#!/usr/bin/env python3\n", 0755);
    write_file("odd", "#! ./plain\n", 0755);
    mkdir("inside", 0755);
    assert_int_equal(symlink("gone", "dangling"), 0);
    for (size_t i = 0; i < sizeof visible / sizeof visible[0]; i++) {
        const struct link_spec spec = {.player = visible[i].player};
        assert_seen(&spec, visible[i].words);
        assert_fails(*state, &spec, visible[i].words);
    }
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        const struct link_spec spec = {.player = hidden[i].player};
        assert_true(link_check_program(&spec, NULL));
        assert_fails(*state, &spec, hidden[i].words);
    }
}

static void a_command_is_looked_for_from_its_directory(void **state)
{
    struct folder *folder = *state;
    mkdir("inside", 0755);
    write_file("inside/greet", "#!/bin/sh\necho hello from $0\n", 0755);
    const struct link_spec greet = {.player = "./greet", .directory = "inside"};
    assert_true(link_check_program(&greet, NULL));
    struct peer *peer = peer_open_spec(folder->world, &greet);
    until_received(folder->world, peer, "hello from ./greet\n");
    peer_finish(folder->world, peer, LINK_GOODBYE);
    static const struct {
        struct link_spec spec;
        const char *words;
    } rows[] = {
        {{.player = "./gret", .directory = "inside"},
            "./gret cannot be started: no such file. Did you mean ./greet?"},
        {{.player = "./greet", .directory = "outside"},
            "./greet cannot be started: it cannot run in outside: no such file or directory"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_seen(&rows[i].spec, rows[i].words);
        assert_fails(folder, &rows[i].spec, rows[i].words);
    }
}

static void a_command_is_looked_for_in_the_path_it_is_given(void **state)
{
    struct folder *folder = *state;
    write_file("greet", "#!/bin/sh\necho hello\n", 0755);
    char path[100];
    snprintf(path, sizeof path, "PATH=/nowhere:%s", folder->path);
    const char *environment[] = {path, NULL};
    const struct link_spec greet = {.player = "greet", .environment = environment};
    assert_true(link_check_program(&greet, NULL));
    struct peer *peer = peer_open_spec(folder->world, &greet);
    until_received(folder->world, peer, "hello\n");
    peer_finish(folder->world, peer, LINK_GOODBYE);
}

static void a_host_without_descriptors_is_no_fault_of_the_bot(void **state)
{
    struct folder *folder = *state;
    struct rlimit before;
    getrlimit(RLIMIT_NOFILE, &before);
    int next_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(next_fd);
    // Room for 0 to 5 more: pipes in every state of being made.
    for (int room = 0; room < 6; room++) {
        struct rlimit tight = {(rlim_t)(next_fd + room), before.rlim_max};
        setrlimit(RLIMIT_NOFILE, &tight);
        struct peer *peer = peer_open(folder->world, bot("echo"));
        setrlimit(RLIMIT_NOFILE, &before);
        until_event(folder->world, peer, 'F');
        assert_true(peer->failure.ours);
        assert_non_null(strstr(peer->failure.error.words, "too many open files"));
        peer_finish(folder->world, peer, LINK_GOODBYE);
    }
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_setup, folder_teardown)

int main(int count, char **arguments)
{
    if (count > 1)
        cmocka_set_test_filter(arguments[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes_and_backslashes_work_as_in_a_shell),
        cmocka_unit_test(a_player_text_that_makes_no_sense_is_refused_with_words),
        cmocka_unit_test(the_kind_of_a_player_is_told_by_its_text),
        IN_A_FOLDER(a_start_that_fails_says_why_and_what_to_do),
        IN_A_FOLDER(a_command_is_looked_for_from_its_directory),
        IN_A_FOLDER(a_command_is_looked_for_in_the_path_it_is_given),
        IN_A_FOLDER(a_host_without_descriptors_is_no_fault_of_the_bot),
    };
    return cmocka_run_group_tests_name("link: start", tests, NULL, NULL);
}
