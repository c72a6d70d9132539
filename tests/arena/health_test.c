// What is found out about a machine. What it is depends on the machine; how it is told does not.
#include "arena/health.h"
#include "link/layer_list.h"
#include "link/link.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define BIT(layer) (1u << (layer))

static char folder[] = "/tmp/agon-health-XXXXXX";
static struct health health;

static const struct health_finding *found(const char *name)
{
    for (size_t i = 0; i < health.count; i++) {
        if (strcmp(health.list[i].name, name) == 0)
            return &health.list[i];
    }
    fail_msg("nothing was found of %s", name);
    return NULL;
}

// Only these layers may be used.
static void examine_with(sandbox_layers allowed)
{
    sandbox_layers_limit(allowed);
    health_examine(&health, folder);
    sandbox_layers_limit(LAYER_LIST_ALL);
}

static void every_finding_says_what_was_seen_and_what_to_do(void **state)
{
    (void)state;
    examine_with(LAYER_LIST_ALL);
    bool missing = false;
    for (size_t i = 0; i < health.count; i++) {
        const struct health_finding *f = &health.list[i];
        assert_true(f->seen[0] != '\0');
        assert_int_equal(f->mend[0] == '\0', f->state == HEALTH_OK);
        missing = missing || f->state == HEALTH_MISSING;
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(f->name, health.list[k].name);
    }
    assert_int_equal(health_is_good(&health), !missing);
}

static void a_layer_is_ok_only_if_it_works_and_is_used(void **state)
{
    (void)state;
    examine_with(LAYER_LIST_ALL);
    for (int i = 0; i < SANDBOX_LAYER_COUNT; i++)
        assert_int_equal(found(sandbox_layer_name((enum sandbox_layer)i))->state == HEALTH_OK,
            sandbox_probed()->works >> i & 1);
    examine_with(0);
    for (int i = 0; i < SANDBOX_LAYER_COUNT; i++)
        assert_true(found(sandbox_layer_name((enum sandbox_layer)i))->state != HEALTH_OK);
}

static void what_nothing_else_stops_is_missing(void **state)
{
    (void)state;
    examine_with(LAYER_LIST_ALL & ~BIT(SANDBOX_LIMITS));
    assert_int_equal(found("limits")->state, HEALTH_MISSING);
    assert_false(health_is_good(&health));
    examine_with(LAYER_LIST_ALL & ~BIT(SANDBOX_LANDLOCK) & ~BIT(SANDBOX_MOUNTS));
    assert_int_equal(found("landlock")->state, HEALTH_MISSING);
    assert_int_equal(found("mounts")->state, HEALTH_MISSING);
}

static void what_another_layer_stops_is_weak(void **state)
{
    (void)state;
    const sandbox_layers works = sandbox_probed()->works;
    examine_with(LAYER_LIST_ALL & ~BIT(SANDBOX_LANDLOCK));
    assert_int_equal(
        found("landlock")->state, works & BIT(SANDBOX_MOUNTS) ? HEALTH_WEAK : HEALTH_MISSING);
    examine_with(LAYER_LIST_ALL & ~BIT(SANDBOX_MOUNTS));
    assert_int_equal(
        found("mounts")->state, works & BIT(SANDBOX_LANDLOCK) ? HEALTH_WEAK : HEALTH_MISSING);
}

static void the_disk_is_measured_and_left_as_it_was(void **state)
{
    (void)state;
    examine_with(LAYER_LIST_ALL);
    assert_non_null(strstr(found("speed")->seen, " results/s"));
    DIR *open = opendir(folder);
    assert_non_null(open);
    int entries = 0;
    while (readdir(open))
        entries++;
    closedir(open);
    assert_int_equal(entries, 2); // . and ..
}

static void a_folder_that_cannot_be_written_is_missing(void **state)
{
    (void)state;
    health_examine(&health, "/proc");
    assert_int_equal(found("speed")->state, HEALTH_MISSING);
    assert_non_null(strstr(found("speed")->seen, "/proc cannot be written: "));
    assert_false(health_is_good(&health));
}

static int setup_process(void **state)
{
    (void)state;
    return mkdtemp(folder) && link_process_setup(NULL) ? 0 : -1;
}

static int teardown_process(void **state)
{
    (void)state;
    link_process_teardown();
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_finding_says_what_was_seen_and_what_to_do),
        cmocka_unit_test(a_layer_is_ok_only_if_it_works_and_is_used),
        cmocka_unit_test(what_nothing_else_stops_is_missing),
        cmocka_unit_test(what_another_layer_stops_is_weak),
        cmocka_unit_test(the_disk_is_measured_and_left_as_it_was),
        cmocka_unit_test(a_folder_that_cannot_be_written_is_missing),
    };
    return cmocka_run_group_tests(tests, setup_process, teardown_process);
}
