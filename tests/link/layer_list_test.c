// Layers of the sandbox as people write them.
#include "link/layer_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define BIT(layer) (1u << (layer))

static void reads(const char *text, sandbox_layers expected)
{
    sandbox_layers layers = 0;
    struct error e;
    if (!layer_list_read(text, &layers, &e))
        fail_msg("%s", e.words);
    assert_int_equal(layers, expected);
}

static void refuses(const char *text, const char *words)
{
    sandbox_layers layers;
    struct error e;
    assert_false(layer_list_read(text, &layers, &e));
    if (!strstr(e.words, words))
        fail_msg("\"%s\" does not say \"%s\"", e.words, words);
}

static void names_stand_with_commas_between_them(void **state)
{
    (void)state;
    reads("limits", BIT(SANDBOX_LIMITS));
    reads("cgroup,seccomp", BIT(SANDBOX_CGROUP) | BIT(SANDBOX_SECCOMP));
    reads(" limits , pids\t", BIT(SANDBOX_LIMITS) | BIT(SANDBOX_PIDS));
    reads("pids,pids", BIT(SANDBOX_PIDS));
}

static void all_is_every_layer(void **state)
{
    (void)state;
    reads("all", LAYER_LIST_ALL);
    reads("limits,all", LAYER_LIST_ALL);
}

static void an_unknown_name_is_told_with_the_nearest(void **state)
{
    (void)state;
    refuses("seccmp", "no layer \"seccmp\". Did you mean \"seccomp\"?");
    refuses("limits,landlok", "Did you mean \"landlock\"?");
    refuses("xyzzyplugh", "(limits, seccomp, landlock, ports, signals, pids, mounts, ipc, users,");
}

static void a_missing_name_is_told(void **state)
{
    (void)state;
    refuses("", "a layer has no name in \"\"");
    refuses("limits,", "a layer has no name in \"limits,\"");
    refuses(",limits", "a layer has no name");
    refuses("limits, ,pids", "a layer has no name");
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    for (sandbox_layers layers = 1; layers <= LAYER_LIST_ALL; layers++) {
        char bytes[LAYER_LIST_BYTES];
        struct text out = TEXT_IN(bytes);
        layer_list_write(&out, layers, ",");
        assert_false(out.cut);
        reads(bytes, layers);
    }
}

static void no_layer_is_an_empty_text(void **state)
{
    (void)state;
    char bytes[LAYER_LIST_BYTES];
    struct text out = TEXT_IN(bytes);
    layer_list_write(&out, 0, ", ");
    assert_string_equal(bytes, "");
    layer_list_write(&out, BIT(SANDBOX_LIMITS) | BIT(SANDBOX_CGROUP), ", ");
    assert_string_equal(bytes, "limits, cgroup");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_stand_with_commas_between_them),
        cmocka_unit_test(all_is_every_layer),
        cmocka_unit_test(an_unknown_name_is_told_with_the_nearest),
        cmocka_unit_test(a_missing_name_is_told),
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(no_layer_is_an_empty_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
