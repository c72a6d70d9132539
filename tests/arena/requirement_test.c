// Layers that are required, and what is said of those that are missing. The kernel's limits work
// everywhere; other layers are not asked for, or are switched off.
#include "arena/requirement.h"
#include "link/layer_list.h"
#include "link/link.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define BIT(layer) (1u << (layer))

static struct player named(const char *name, const char *text, enum sandbox_manner manner)
{
    struct player p = {
        .text = text, .wire = wire_find("stones", NULL), .sandbox = {.manner = manner}};
    snprintf(p.name, sizeof p.name, "%s", name);
    return p;
}

static void what_works_and_is_given_is_enough(void **state)
{
    (void)state;
    const struct player players[] = {
        named("ann", "./ann", SANDBOX_CLOSED), named("bob", "./bob {host} {port}", SANDBOX_OPEN)};
    struct requirement_gaps gaps;
    assert_true(requirement_check(BIT(SANDBOX_LIMITS), players, 2, &gaps));
    assert_true(requirement_check(0, players, 2, &gaps));
    assert_true(requirement_check(BIT(SANDBOX_LIMITS), NULL, 0, &gaps));
}

static void a_layer_that_is_switched_off_is_missing(void **state)
{
    (void)state;
    struct requirement_gaps gaps;
    sandbox_layers_limit(BIT(SANDBOX_LIMITS));
    assert_true(requirement_check(BIT(SANDBOX_LIMITS), NULL, 0, &gaps));
    sandbox_layers_limit(0);
    assert_false(requirement_check(BIT(SANDBOX_LIMITS), NULL, 0, &gaps));
    assert_int_equal(gaps.count, 1);
    assert_string_equal(gaps.list[0].words,
        "the layer \"limits\" is required: AGON_WITHOUT_LAYERS switches it off");
}

static void every_missing_layer_has_its_line(void **state)
{
    (void)state;
    struct requirement_gaps gaps;
    sandbox_layers_limit(0);
    assert_false(requirement_check(LAYER_LIST_ALL, NULL, 0, &gaps));
    assert_int_equal(gaps.count, SANDBOX_LAYER_COUNT);
    for (int i = 0; i < SANDBOX_LAYER_COUNT; i++) {
        char begin[64];
        snprintf(begin, sizeof begin,
            "the layer \"%s\" is required: ", sandbox_layer_name((enum sandbox_layer)i));
        assert_int_equal(strncmp(gaps.list[i].words, begin, strlen(begin)), 0);
        assert_true(strlen(gaps.list[i].words) > strlen(begin)); // and why
    }
}

static void a_bot_in_a_weaker_sandbox_is_named(void **state)
{
    (void)state;
    const struct player players[] = {
        named("ann", "./ann", SANDBOX_CLOSED), named("bob", "./bob", SANDBOX_NONE)};
    struct requirement_gaps gaps;
    assert_false(requirement_check(BIT(SANDBOX_LIMITS), players, 2, &gaps));
    assert_int_equal(gaps.count, 1);
    assert_string_equal(gaps.list[0].words,
        "the layer \"limits\" is required: bob is to play in the sandbox \"none\", which does not "
        "have it   (choose \"closed\")");
}

static void players_that_we_do_not_start_have_no_sandbox(void **state)
{
    (void)state;
    struct player players[] = {named("ann", "listen:7001", SANDBOX_NONE),
        named("bob", "tcp://localhost:7002", SANDBOX_NONE), named("@1", "@1", SANDBOX_NONE)};
    players[2].wire = NULL;
    struct requirement_gaps gaps;
    assert_true(requirement_check(BIT(SANDBOX_LIMITS), players, 3, &gaps));
}

static void a_contest_file_says_what_it_requires(void **state)
{
    (void)state;
    char list[] = "limits,pids";
    struct contest_file file = {.require = list};
    sandbox_layers required;
    struct error e;
    assert_true(requirement_of_file(&file, &required, &e));
    assert_int_equal(required, BIT(SANDBOX_LIMITS) | BIT(SANDBOX_PIDS));
    file.require = NULL;
    assert_true(requirement_of_file(&file, &required, &e));
    assert_int_equal(required, 0);
    char wrong[] = "limit";
    file.require = wrong;
    assert_false(requirement_of_file(&file, &required, &e));
}

static int allow_all(void **state)
{
    (void)state;
    sandbox_layers_limit(LAYER_LIST_ALL);
    return 0;
}

static int setup_process(void **state)
{
    (void)state;
    return link_process_setup(NULL) ? 0 : -1;
}

static int teardown_process(void **state)
{
    (void)state;
    link_process_teardown();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_works_and_is_given_is_enough, allow_all),
        cmocka_unit_test_teardown(a_layer_that_is_switched_off_is_missing, allow_all),
        cmocka_unit_test_teardown(every_missing_layer_has_its_line, allow_all),
        cmocka_unit_test_teardown(a_bot_in_a_weaker_sandbox_is_named, allow_all),
        cmocka_unit_test_teardown(players_that_we_do_not_start_have_no_sandbox, allow_all),
        cmocka_unit_test_teardown(a_contest_file_says_what_it_requires, allow_all),
    };
    return cmocka_run_group_tests(tests, setup_process, teardown_process);
}
