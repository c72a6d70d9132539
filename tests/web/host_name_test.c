// Which hosts a browser may name on the loopback.
#include "web/http/host_name.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static bool misleads(const char *host, int port)
{
    return host_name_misleads((struct request_text){host, strlen(host)}, port);
}

static void a_name_from_elsewhere_with_our_own_port_misleads(void **state)
{
    static const char *const hosts[] = {"evil.example:8080", "EVIL:8080", "localhost.evil:8080",
        "xlocalhost:8080", "127.0.0.1.evil:8080", "1.2.3:8080", ":8080", "a:b:8080", ".:8080"};
    (void)state;
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++)
        assert_true(misleads(hosts[i], 8080));
    assert_true(misleads("evil.example", 80));
    assert_true(misleads("evil.example:", 80));
    assert_true(misleads("evil.example:80", 80));
}

static void names_of_the_loopback_do_not(void **state)
{
    static const char *const hosts[] = {"localhost:8080", "LocalHost:8080", "localhost.:8080",
        "cup.localhost:8080", "127.0.0.1:8080", "127.8.8.8:8080", "[::1]:8080", ""};
    (void)state;
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++)
        assert_false(misleads(hosts[i], 8080));
    assert_false(misleads("localhost", 80));
    assert_false(misleads("[::1]", 80));
}

static void the_name_of_a_proxy_does_not(void **state)
{
    (void)state;
    assert_false(misleads("arena.example.org", 8080));
    assert_false(misleads("arena.example.org:443", 8080));
    assert_false(misleads("arena.example.org:8443", 8080));
    assert_false(misleads("arena.example.org:80800", 8080));
    assert_false(misleads("arena.example.org:99999999999999", 8080));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_from_elsewhere_with_our_own_port_misleads),
        cmocka_unit_test(names_of_the_loopback_do_not),
        cmocka_unit_test(the_name_of_a_proxy_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
