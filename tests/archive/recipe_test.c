// Recipes: what agon.yaml says, and what follows from the files that are there.
#include "archive/recipe.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { FILES_MOST = 8 };

// A recipe of this agon.yaml (NULL: none) and these files, with blanks between them.
static bool read_recipe(struct recipe *r, const char *yaml, const char *names, struct text *said)
{
    char copy[200];
    struct text out = TEXT_IN(copy), text = text_growing();
    text_string(&out, names);
    struct recipe_file files[FILES_MOST];
    size_t count = 0;
    for (char *name = strtok(copy, "|"); name; name = strtok(NULL, "|"))
        files[count++].name = name;
    if (yaml)
        text_string(&text, yaml);
    struct contest_problems problems;
    bool well = recipe_read(r, yaml ? &text : NULL, files, count, &problems);
    for (size_t i = 0; i < problems.kept; i++)
        text_format(said, "%d: %s\n", problems.list[i].line, problems.list[i].words);
    text_destroy(&text);
    return well;
}

static void gives(const char *yaml, const char *names, const char *build, const char *run)
{
    struct recipe r;
    struct text said = text_growing();
    bool well = read_recipe(&r, yaml, names, &said);
    if (!well)
        print_error("%s", said.bytes);
    assert_true(well);
    if (build)
        assert_string_equal(r.build[0], build);
    else
        assert_null(r.build[0]);
    assert_string_equal(r.run, run);
    recipe_destroy(&r);
    text_destroy(&said);
}

static void is_wrong(const char *yaml, const char *names, const char *words)
{
    struct recipe r;
    struct text said = text_growing();
    assert_false(read_recipe(&r, yaml, names, &said));
    assert_string_equal(said.bytes, words);
    recipe_destroy(&r);
    text_destroy(&said);
}

static void each_sort_is_known_by_its_main_file(void **state)
{
    (void)state;
    gives(NULL, "main.py|util.py", NULL, "python3 main.py");
    gives(NULL, "main.js", NULL, "node main.js");
    gives(NULL, "board.c|main.c|board.h", "gcc -O2 -o bot board.c main.c -lm -pthread", "./bot");
    gives(NULL, "main.cpp", "g++ -O2 -o bot main.cpp -pthread", "./bot");
    gives(NULL, "Board.java|Main.java", "javac Board.java Main.java", "java Main");
    gives(NULL, "main.rs|util.rs", "rustc -O -o bot main.rs", "./bot");
    gives(NULL, "main.go|b.go", "go build -o bot main.go b.go", "./bot");
    gives(NULL, "go.mod|main.go", "go build -o bot .", "./bot");
}

static void a_makefile_makes_the_program_bot(void **state)
{
    (void)state;
    gives(NULL, "Makefile|main.c", "make", "./bot");
    gives(NULL, "makefile", "make", "./bot");
    gives(NULL, "GNUmakefile|main.py|fast.c", "make", "python3 main.py");
}

static void names_of_files_stay_one_word(void **state)
{
    (void)state;
    gives(NULL, "a b.c|main.c", "gcc -O2 -o bot 'a b.c' main.c -lm -pthread", "./bot");
    gives(NULL, "-x.c|main.c", "gcc -O2 -o bot './-x.c' main.c -lm -pthread", "./bot");
    gives(NULL, "o'b.c|main.c", "gcc -O2 -o bot 'o'\\''b.c' main.c -lm -pthread", "./bot");
    gives(NULL, "$(id).c|main.c", "gcc -O2 -o bot '$(id).c' main.c -lm -pthread", "./bot");
}

static void what_agon_yaml_says_comes_first(void **state)
{
    (void)state;
    gives("run: ./fast --level 3", "main.c|fast", NULL, "./fast --level 3");
    gives("build: cc -o bot main.c", "main.c", "cc -o bot main.c", "./bot");
    gives("build: make all\nrun: out/bot", "Makefile", "make all", "out/bot");
    gives("# nothing\n", "main.py", NULL, "python3 main.py");
}

static void all_keys_are_read(void **state)
{
    (void)state;
    struct recipe r;
    struct text said = text_growing();
    assert_true(read_recipe(&r,
        "name: Ann\nbuild: [make one, make two]\nrun: ./bot\nwire: hgp\n"
        "limits: {memory: 512 MiB, scratch: 1GiB, file: 64 KiB, output: 4096, cpu: 60s, tasks: 8, "
        "files: 64}\n"
        "read: [/usr/share/dict, /opt/tools]\nenv: {LEVEL: 3}\n",
        "x", &said));
    assert_string_equal(r.name, "Ann");
    assert_string_equal(r.build[1], "make two");
    assert_null(r.build[2]);
    assert_string_equal(r.wire, "hgp");
    assert_int_equal(r.limits.of[CONTEST_LIMIT_MEMORY], 512 << 20);
    assert_int_equal(r.limits.of[CONTEST_LIMIT_SCRATCH], 1 << 30);
    assert_int_equal(r.limits.of[CONTEST_LIMIT_FILE], 64 << 10);
    assert_int_equal(r.limits.of[CONTEST_LIMIT_OUTPUT], 4096);
    assert_int_equal(r.limits.of[CONTEST_LIMIT_CPU], 60000);
    assert_int_equal(r.limits.of[CONTEST_LIMIT_TASKS], 8);
    assert_int_equal(r.limits.of[CONTEST_LIMIT_FILES], 64);
    assert_string_equal(r.read[1], "/opt/tools");
    assert_int_equal(r.variables, 1);
    assert_string_equal(r.environment[0].name, "LEVEL");
    assert_string_equal(r.environment[0].value, "3");
    recipe_destroy(&r);
    text_destroy(&said);
}

static void all_mistakes_are_told_with_their_lines(void **state)
{
    (void)state;
    is_wrong("nmae: ann\nrun: a | b\nlimits:\n  memroy: 1 GiB\n  tasks: few\nread: /home/ann\n",
        "main.py",
        "1: unknown key \"nmae\". Did you mean \"name\"?\n"
        "2: \"run\": '|' would need a shell, and a command is run without one. Quote it if it is "
        "meant "
        "as it stands, or write sh -c '...'\n"
        "4: unknown key \"memroy\". Did you mean \"memory\"?\n"
        "5: \"tasks\" takes a whole number, or none, not \"few\"\n"
        "6: \"read\" takes paths in /usr and /opt, not \"/home/ann\": an entry reads its own "
        "folder, "
        "and only the contest file gives it more\n");
    is_wrong("read: [/usr/../home, /opt/..]\n", "main.py",
        "1: \"read\" takes paths in /usr and /opt, not \"/usr/../home\": an entry reads its own "
        "folder, and only the contest file gives it more\n"
        "1: \"read\" takes paths in /usr and /opt, not \"/opt/..\": an entry reads its own folder, "
        "and only the contest file gives it more\n");
    is_wrong("env: {LEVEL: 3, PATH: /home/bob, LD_PRELOAD: /home/bob/notes}\n", "main.py",
        "1: \"env\" cannot set PATH: where programs and libraries lie is the machine's affair\n"
        "1: \"env\" cannot set LD_PRELOAD: where programs and libraries lie is the machine's "
        "affair\n");
    is_wrong("run: '@9'\n", "main.py", "1: \"run\" takes a command, not \"@9\"\n");
    is_wrong("limits: {memory: lots}\n", "main.py",
        "1: \"memory\" takes a size such as 512 MiB, or none, not \"lots\"\n");
    is_wrong("build: {a: b}\n", "main.py", "1: \"build\" takes a text, or a list of texts\n");
    is_wrong("- a\n", "main.py", "1: agon.yaml takes lines of \"KEY: VALUE\", not a list\n");
}

static void what_says_nothing_or_two_things_is_refused(void **state)
{
    (void)state;
    is_wrong(NULL, "README",
        "0: nothing says how it is run: there is no main.py, main.js, main.c, main.cpp, Main.java, "
        "main.rs, main.go, no Makefile, and no \"run\" in agon.yaml\n");
    is_wrong(NULL, "main.py|main.c",
        "0: main.py and main.c are both there: say which by \"run\" in agon.yaml\n");
}

static void a_program_has_its_package(void **state)
{
    (void)state;
    assert_string_equal(recipe_package("javac"), "default-jdk-headless");
    assert_string_equal(recipe_package("node"), "nodejs");
    assert_null(recipe_package("./bot"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_sort_is_known_by_its_main_file),
        cmocka_unit_test(a_makefile_makes_the_program_bot),
        cmocka_unit_test(names_of_files_stay_one_word),
        cmocka_unit_test(what_agon_yaml_says_comes_first),
        cmocka_unit_test(all_keys_are_read),
        cmocka_unit_test(all_mistakes_are_told_with_their_lines),
        cmocka_unit_test(what_says_nothing_or_two_things_is_refused),
        cmocka_unit_test(a_program_has_its_package),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
