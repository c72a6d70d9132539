// Clients that mean harm, or are broken: each gets the right status or is closed, the memory stays
// bounded, and everybody else is served as before.
#include "arena/arena_help.h"
#include "web/client.h"
#include "web/http/request.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct web *web;

static int setup_web(void **state)
{
    struct error e = {0};
    if (help_setup(state) != 0)
        return -1;
    const struct web_options options = {.limits = {.connections_most = 200, .linger_ms = 1}};
    web = web_start(&options, &e);
    must(web != NULL, &e);
    return 0;
}

static void must_be_well(void)
{
    struct response r = client_get(web, "/healthz");
    assert_int_equal(r.status, 200);
    response_destroy(&r);
}

static int teardown_web(void **state)
{
    must_be_well();
    web_stop(web);
    return help_teardown(state);
}
#define SERVED(test) cmocka_unit_test_setup_teardown(test, setup_web, teardown_web)

// Says these bytes; the answer must have this status, and then the connection is closed.
static void must_refuse(const char *bytes, size_t length, int status)
{
    int fd = client_connect(web);
    client_send(fd, bytes, length);
    struct response r = client_read(fd, false);
    if (r.status != status)
        print_message("# %.60s: %d\n", bytes, r.status);
    assert_int_equal(r.status, status);
    assert_string_equal(response_header(&r, "Connection"), "close");
    assert_true(client_is_closed(fd));
    response_destroy(&r);
    close(fd);
}

static void must_refuse_text(const char *text, int status)
{
    must_refuse(text, strlen(text), status);
}

static void giant_headers_are_refused(void **state)
{
    (void)state;
    size_t length = 1 << 20;
    char *bytes = malloc(length);
    assert_non_null(bytes);
    memset(bytes, 'a', length);
    must_refuse(bytes, length, 414);
    memcpy(bytes, "GET /", 5);
    must_refuse(bytes, length, 414);
    memcpy(bytes, "GET / HTTP/1.1\r\nX: ", 19);
    must_refuse(bytes, length, 431);
    free(bytes);
}

static void smuggling_is_refused_and_nothing_behind_it_is_read(void **state)
{
    (void)state;
    must_refuse_text("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: "
                     "chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
        400);
    must_refuse_text("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                     "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
        501);
    must_refuse_text("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"
                     "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
        400);
    must_refuse_text("\x16\x03\x01\x02", 400);
}

static void a_post_of_a_gigabyte_is_refused_before_it_is_sent(void **state)
{
    (void)state;
    must_refuse_text("POST /contests/a/games/1/analysis.json HTTP/1.1\r\nHost: a\r\n"
                     "Content-Length: 1073741824\r\n\r\nbeginning",
        413);
}

static void wrong_methods_are_told_the_right_ones(void **state)
{
    static const struct {
        const char *method, *target, *allow;
    } rows[] = {
        {"POST", "/", "GET, HEAD"},
        {"DELETE", "/contests/x", "GET, HEAD"},
        {"OPTIONS", "/agon.js", "GET, HEAD"},
        {"PUT", "/contests/x/games/1/analysis.json", "GET, HEAD, POST"},
        {"HEAD", "/feed", "GET"},
        {"BREW", "/rules/stones", "GET, HEAD"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct response r = client_request(web, rows[i].method, rows[i].target, NULL);
        assert_int_equal(r.status, 405);
        assert_string_equal(response_header(&r, "Allow"), rows[i].allow);
        response_destroy(&r);
    }
}

static void the_feed_is_for_our_own_pages(void **state)
{
    static const char upgrade[] =
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    static const struct {
        const char *headers;
        int status;
    } rows[] = {
        {"Sec-WebSocket-Protocol: agon.1\r\n", 101},
        {"Sec-WebSocket-Protocol: x, agon.1\r\nOrigin: https://TEST\r\n", 101},
        {"Sec-WebSocket-Protocol: agon.1\r\nOrigin: http://evil\r\n", 403},
        {"Sec-WebSocket-Protocol: agon.1\r\nOrigin: http://test.evil\r\n", 403},
        {"Sec-WebSocket-Protocol: agon.1\r\nOrigin: null\r\n", 403},
        {"Sec-WebSocket-Protocol: agon.2\r\n", 426},
        {"", 426},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char headers[1024];
        snprintf(headers, sizeof headers, "%s%s", upgrade, rows[i].headers);
        struct response r = client_request(web, "GET", "/feed", headers);
        assert_int_equal(r.status, rows[i].status);
        response_destroy(&r);
    }
    struct response r = client_get(web, "/feed");
    assert_int_equal(r.status, 426);
    assert_string_equal(response_header(&r, "Upgrade"), "websocket");
    assert_string_equal(response_header(&r, "Sec-WebSocket-Version"), "13");
    response_destroy(&r);
}

static void a_name_from_elsewhere_does_not_lead_to_the_loopback(void **state)
{
    const char *port = strrchr(web_address(web), ':');
    static const struct {
        const char *target, *name;
        int status;
    } rows[] = {
        {"/healthz", "evil.example", 421},
        {"/index.json", "evil.example", 421},
        {"/feed", "evil.example", 421},
        {"/healthz", "localhost", 200},
        {"/healthz", "127.0.0.1", 200},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char request[256];
        snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s%s\r\n\r\n", rows[i].target,
            rows[i].name, port);
        int fd = client_connect(web);
        client_say(fd, request);
        struct response r = client_read(fd, false);
        assert_int_equal(r.status, rows[i].status);
        response_destroy(&r);
        close(fd);
    }
    // A target with the name in it is no way round.
    char request[256];
    snprintf(request, sizeof request,
        "GET http://evil.example%s/healthz HTTP/1.1\r\nHost: localhost%s\r\n\r\n", port, port);
    int fd = client_connect(web);
    client_say(fd, request);
    struct response r = client_read(fd, false);
    assert_int_equal(r.status, 421);
    response_destroy(&r);
    close(fd);
}

static void wrong_messages_close_the_feed(void **state)
{
    static const struct {
        const char *text;
        int opcode, code;
    } rows[] = {
        {"{\"watch\":\"all\"}", 1, 1008}, {"hello", 1, 1008}, {"x", 2, 1003}, {"x", 3, 1002}};
    struct text heard = text_growing();
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int fd = client_feed(web);
        client_frame(fd, rows[i].opcode, rows[i].text, strlen(rows[i].text));
        assert_int_equal(client_hear(fd, &heard), 8);
        assert_int_equal(
            (unsigned char)heard.bytes[0] << 8 | (unsigned char)heard.bytes[1], rows[i].code);
        assert_true(client_is_closed(fd));
        close(fd);
    }
    int fd = client_feed(web);
    char *much = calloc(1, 1025);
    client_frame(fd, 1, much, 1025);
    assert_int_equal(client_hear(fd, &heard), 8);
    assert_memory_equal(heard.bytes, "\x03\xf1", 2); // 1009
    free(much);
    close(fd);
    text_destroy(&heard);
}

static void a_viewer_that_wishes_without_end_is_closed(void **state)
{
    struct text heard = text_growing();
    int opcode;
    (void)state;
    int fd = client_feed(web);
    // A second has room for twenty; of sixty at once some second gets too many.
    for (int i = 0; i < 60; i++)
        client_wish(fd, "{\"watch\":\"home\"}");
    do
        opcode = client_hear(fd, &heard);
    while (opcode == 1);
    assert_int_equal(opcode, 8);
    close(fd);
    text_destroy(&heard);
}

static void a_ping_is_answered_and_a_goodbye_returned(void **state)
{
    struct text heard = text_growing();
    (void)state;
    int fd = client_feed(web);
    client_frame(fd, 9, "are you there", 13);
    assert_int_equal(client_hear(fd, &heard), 10);
    assert_string_equal(heard.bytes, "are you there");
    client_frame(fd, 8, "\x03\xe8", 2);
    assert_int_equal(client_hear(fd, &heard), 8);
    assert_int_equal(client_hear(fd, &heard), -1);
    close(fd);
    text_destroy(&heard);
}

static void half_requests_end_in_time(void **state)
{
    struct error e = {0};
    const struct web_options options = {.limits = {.request_ms = 1, .idle_ms = 1, .linger_ms = 1}};
    (void)state;
    struct web *hasty = web_start(&options, &e);
    must(hasty != NULL, &e);
    int half = client_connect(hasty), silent = client_connect(hasty), idle = client_connect(hasty);
    client_say(half, "GET / HTTP/1.1\r\nHost:");
    struct response r = client_read(half, false);
    assert_int_equal(r.status, 408);
    assert_true(client_is_closed(half) && client_is_closed(silent));
    response_destroy(&r);
    // The answer to a whole request may come before the look at the clock, or the end instead.
    client_say(idle, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    r = client_read(idle, false);
    assert_true(r.status == 200 || r.status == 0);
    assert_true(client_is_closed(idle));
    response_destroy(&r);
    close(half);
    close(silent);
    close(idle);
    web_stop(hasty);
}

static void a_flood_of_connections_is_turned_away(void **state)
{
    enum { MANY = 400 };
    static int fds[MANY];
    int refused = 0, served = 0;
    (void)state;
    for (int i = 0; i < MANY; i++)
        fds[i] = client_connect(web);
    for (int i = 0; i < MANY; i++) {
        client_say(fds[i], "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
        struct response r = client_read(fds[i], false);
        served += r.status == 200;
        refused += r.status == 503 || r.status == 0;
        response_destroy(&r);
    }
    assert_int_equal(served, 200);
    assert_int_equal(refused, MANY - 200);
    for (int i = 0; i < MANY; i++)
        close(fds[i]);
    // As soon as the server has seen that they left, there is room again.
    struct response r;
    do {
        r = client_get(web, "/healthz");
        served = r.status;
        response_destroy(&r);
    } while (served != 200);
}

static void one_address_does_not_get_all_connections(void **state)
{
    struct error e = {0};
    const struct web_options options = {.limits = {.address_connections_most = 3}};
    (void)state;
    struct web *strict = web_start(&options, &e);
    must(strict != NULL, &e);
    int fds[4];
    for (int i = 0; i < 4; i++)
        fds[i] = client_connect(strict);
    struct response r = client_read(fds[3], false);
    assert_int_equal(r.status, 503);
    response_destroy(&r);
    client_say(fds[0], "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    r = client_read(fds[0], false);
    assert_int_equal(r.status, 200);
    response_destroy(&r);
    for (int i = 0; i < 4; i++)
        close(fds[i]);
    web_stop(strict);
}

// A server on "::" has guests of IPv4, too: each has an address of its own.
static void an_address_of_ipv4_is_one_also_on_a_socket_of_ipv6(void **state)
{
    struct error e = {0};
    const struct web_options options = {.address = "::", .limits = {.address_connections_most = 2}};
    (void)state;
    struct web *strict = web_start(&options, &e);
    if (strict == NULL) // this machine has no IPv6
        skip();
    const in_addr_t from[] = {INADDR_LOOPBACK, INADDR_LOOPBACK, INADDR_LOOPBACK + 1};
    int fds[3];
    for (int i = 0; i < 3; i++) {
        fds[i] = client_connect_from(strict, from[i]);
        client_say(fds[i], "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
        struct response r = client_read(fds[i], false);
        assert_int_equal(r.status, 200);
        response_destroy(&r);
    }
    for (int i = 0; i < 3; i++)
        close(fds[i]);
    web_stop(strict);
}

static void many_requests_at_once_are_answered_in_their_order(void **state)
{
    enum { MANY = 500 };
    (void)state;
    int fd = client_connect(web);
    struct text out = text_growing();
    for (int i = 0; i < MANY; i++)
        text_format(&out, "GET /%s HTTP/1.1\r\nHost: a\r\n\r\n", i % 2 == 0 ? "healthz" : "x");
    client_send(fd, out.bytes, out.length);
    for (int i = 0; i < MANY; i++) {
        struct response r = client_read(fd, false);
        assert_int_equal(r.status, i % 2 == 0 ? 200 : 404);
        response_destroy(&r);
    }
    text_destroy(&out);
    close(fd);
}

// The memory of this process, in KiB.
static long memory_kib(void)
{
    long pages = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%ld %ld", &pages, &resident), 2);
    fclose(f);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

// Each asks for much and reads nothing: what waits for it must not grow with what it asks for.
static void clients_that_do_not_read_cost_nothing(void **state)
{
    enum { MANY = 100, REQUESTS = 2000 };
    static int fds[MANY];
    struct text out = text_growing();
    (void)state;
    for (int i = 0; i < REQUESTS; i++)
        text_string(&out, "GET /agon.js HTTP/1.1\r\nHost: a\r\n\r\n");
    long before = memory_kib();
    for (int i = 0; i < MANY; i++) {
        fds[i] = client_connect(web);
        fcntl(fds[i], F_SETFL, O_NONBLOCK);
        client_send(fds[i], out.bytes, out.length);
    }
    must_be_well();
    assert_true(memory_kib() - before < 64 * 1024);
    for (int i = 0; i < MANY; i++)
        close(fds[i]);
    text_destroy(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVED(giant_headers_are_refused),
        SERVED(smuggling_is_refused_and_nothing_behind_it_is_read),
        SERVED(a_post_of_a_gigabyte_is_refused_before_it_is_sent),
        SERVED(wrong_methods_are_told_the_right_ones),
        SERVED(the_feed_is_for_our_own_pages),
        SERVED(a_name_from_elsewhere_does_not_lead_to_the_loopback),
        SERVED(wrong_messages_close_the_feed),
        SERVED(a_viewer_that_wishes_without_end_is_closed),
        SERVED(a_ping_is_answered_and_a_goodbye_returned),
        SERVED(half_requests_end_in_time),
        SERVED(a_flood_of_connections_is_turned_away),
        SERVED(one_address_does_not_get_all_connections),
        SERVED(an_address_of_ipv4_is_one_also_on_a_socket_of_ipv6),
        SERVED(many_requests_at_once_are_answered_in_their_order),
        SERVED(clients_that_do_not_read_cost_nothing),
    };
    return cmocka_run_group_tests_name(
        "web hostile", tests, help_setup_process, help_teardown_process);
}
