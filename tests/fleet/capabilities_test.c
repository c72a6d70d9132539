// What a machine can do and what a lease needs, without a database.
#include "fleet/capabilities.h"

#include "arena/player_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const struct capabilities machine = {.host = "box \"7\"",
    .machine = "Linux",
    .agon = "0.1.0",
    .cores = 4,
    .memory_bytes = INT64_C(2) << 30,
    .speed = 0.97,
    .can = {"layer:seccomp", "tool:python3"},
    .can_count = 2};

static void it_is_the_same_after_it_was_written_and_read(void **state)
{
    (void)state;
    struct capabilities again;
    struct error e = {0};
    struct text json = text_growing();
    capabilities_print(&json, &machine);
    assert_true(capabilities_read(&again, json.bytes, json.length, &e));
    assert_memory_equal(&again, &machine, sizeof again);
    text_destroy(&json);
}

static void other_texts_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "[]", "{}", "{\"host\":1}",
        "{\"host\":\"a\",\"machine\":\"b\",\"agon\":\"c\",\"cores\":-1,\"memory_bytes\":1,"
        "\"speed\":1,\"can\":[]}",
        "{\"host\":\"a\",\"machine\":\"b\",\"agon\":\"c\",\"cores\":1,\"memory_bytes\":1,"
        "\"speed\":1,\"can\":[1]}",
        "{\"host\":\"a\",\"machine\":\"b\",\"agon\":\"c\",\"cores\":1,\"memory_bytes\":1,"
        "\"speed\":1}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct capabilities c;
        struct error e = {0};
        assert_false(capabilities_read(&c, texts[i], strlen(texts[i]), &e));
        assert_string_equal(e.words, "it is not the description of a machine");
    }
}

static void what_is_missing_is_told(void **state)
{
    (void)state;
    static const struct {
        struct lease_needs needs;
        const char *words;
    } cases[] = {
        {{.can = {"tool:python3"}, .can_count = 1, .cores = 4, .speed = 0.97}, NULL},
        {{.can = {"tool:rustc"}, .can_count = 1}, "it lacks rustc"},
        {{.can = {"layer:cgroup"}, .can_count = 1}, "its sandbox lacks the layer cgroup"},
        {{.cores = 5}, "it has 4 cores for games, and 5 are needed"},
        {{.memory_bytes = INT64_C(3) << 30},
            "it has 2048 MiB of memory for a game, and 3072 are needed"},
        {{.speed = 0.98}, "its speed is 0.97, and 0.98 is needed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error why = {0};
        assert_int_equal(capabilities_fit(&machine, &cases[i].needs, &why), !cases[i].words);
        assert_string_equal(why.words, cases[i].words ? cases[i].words : "");
    }
}

// --- What a contest needs ---

static char folder[64];

static void write_file(const char *name, const char *content)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(content, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void make_entry(const char *name, const char *recipe)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mkdir(path, 0755), 0);
    snprintf(path, sizeof path, "%s/agon.yaml", name);
    write_file(path, recipe);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/agon-needs-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

struct looked {
    struct definition definition;
    struct roster roster;
};

static void look(struct looked *l, const char *text)
{
    char file[128];
    struct error e = {0};
    snprintf(file, sizeof file, "%s/cup.yaml", folder);
    write_file("cup.yaml", text);
    bool well = definition_load(&l->definition, file, &players_words, &e) &&
        definition_complete(&l->definition, &e) && roster_read(&l->roster, &l->definition, &e) &&
        roster_look(&l->roster, file, &e);
    if (!well)
        fail_msg("%s", e.words);
}

static void forget(struct looked *l)
{
    roster_destroy(&l->roster);
    definition_destroy(&l->definition);
}

static bool needs_word(const struct lease_needs *n, const char *word)
{
    for (size_t i = 0; i < n->can_count; i++) {
        if (strcmp(n->can[i], word) == 0)
            return true;
    }
    return false;
}

static void a_pair_needs_what_its_entries_and_the_contest_ask_for(void **state)
{
    (void)state;
    static struct looked l;
    struct lease_needs n;
    struct error e = {0};
    make_entry("ann", "build: [gcc -o bot main.c, make x]\nrun: ./bot\nlimits: {memory: 64 MiB}\n");
    make_entry("bob", "run: python3 main.py\n");
    look(&l,
        "game: reversi\ncores: 2\nmin_speed: 1.5\nrequire: [limits, seccomp]\nplayers:\n"
        "  - {name: ann, player: entry:ann}\n  - {name: bob, player: entry:bob}\n"
        "  - {name: one, player: \"@1\"}\n  - {name: two, player: \"@2\"}\n");
    lease_needs_find(&n, &l.roster, (int[SEATS]){0, 1});
    assert_int_equal(n.can_count, 5);
    assert_true(needs_word(&n, "tool:gcc") && needs_word(&n, "tool:make"));
    assert_true(needs_word(&n, "tool:python3"));
    assert_true(needs_word(&n, "layer:limits") && needs_word(&n, "layer:seccomp"));
    assert_int_equal(n.cores, 4);
    assert_int_equal(n.memory_bytes, 64 << 20); // bob's is the default, which nobody asked for
    assert_true(n.speed == 1.5);
    lease_needs_find(&n, &l.roster, (int[SEATS]){2, 3});
    assert_int_equal(n.can_count, 0); // nothing is started
    assert_int_equal(n.cores, 1);
    assert_true(n.speed == 1.5);
    assert_true(lease_needs_check(&l.roster, &e));
    forget(&l);
}

static void a_program_that_no_worker_tells_of_is_refused(void **state)
{
    (void)state;
    static struct looked l;
    struct error e = {0};
    make_entry("ann", "run: fortranx main.f\n");
    look(&l, "game: reversi\nplayers:\n  - {name: ann, player: entry:ann}\n  - \"@1\"\n");
    assert_false(lease_needs_check(&l.roster, &e));
    assert_non_null(strstr(e.words, "ann needs fortranx"));
    forget(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_same_after_it_was_written_and_read),
        cmocka_unit_test(other_texts_are_refused),
        cmocka_unit_test(what_is_missing_is_told),
        cmocka_unit_test_setup_teardown(
            a_pair_needs_what_its_entries_and_the_contest_ask_for, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_program_that_no_worker_tells_of_is_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
