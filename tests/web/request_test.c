// Requests as bytes: what is read, what is refused with which status, and that it does not matter
// in which pieces they come.
#include "web/http/request.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Reads it, first every beginning of it: as long as something is missing it is not read, and it is
// never refused later than now. Returns the status of a refusal, or 200.
static int read_whole(const char *bytes, size_t length, struct request *r)
{
    int status = 0;
    enum request_step step = REQUEST_MORE;
    for (size_t i = 0; i <= length && step == REQUEST_MORE; i++)
        step = request_read(r, bytes, i, &status);
    assert_int_not_equal(step, REQUEST_MORE);
    return step == REQUEST_READ ? 200 : status;
}

static int read_text(const char *text, struct request *r)
{
    return read_whole(text, strlen(text), r);
}

static void a_request_is_read(void **state)
{
    struct request r;
    const char text[] = "GET /contests/spring?x=1 HTTP/1.1\r\nHost: a.example:8080\r\n"
                        "Accept-Encoding: br;q=1.0, gzip;q=0.8\r\nIf-None-Match: \"abc\"\r\n"
                        "ORIGIN: \t http://a.example:8080 \t\r\n\r\n";
    (void)state;
    assert_int_equal(read_text(text, &r), 200);
    assert_int_equal(r.method, REQUEST_GET);
    assert_true(request_text_is(r.target, "/contests/spring?x=1"));
    assert_true(request_text_is(r.host, "a.example:8080"));
    assert_true(request_text_is(r.origin, "http://a.example:8080"));
    assert_true(request_text_is(r.if_none_match, "\"abc\""));
    assert_true(r.keeps_alive && r.takes_gzip && !r.upgrades);
    assert_int_equal(r.head_bytes, strlen(text));
}

static void a_target_may_name_its_host(void **state)
{
    static const struct {
        const char *target, *path, *host;
    } rows[] = {
        {"http://b.example:8080/contests/x?y=1", "/contests/x?y=1", "b.example:8080"},
        {"HTTPS://b/", "/", "b"},
        {"http://b", "/", "b"},
        {"http://b?x", "/", "b"},
        {"/http://b/", "/http://b/", "a"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[256];
        struct request r;
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", rows[i].target);
        assert_int_equal(read_text(text, &r), 200);
        assert_true(request_text_is(r.target, rows[i].path));
        assert_true(request_text_is(r.host, rows[i].host));
    }
    static const char *const wrong[] = {"http:///x", "http://", "http://me@b/", "http://?x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[256];
        struct request r;
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", wrong[i]);
        assert_int_equal(read_text(text, &r), 400);
    }
    // It does not make up for a Host that is missing, or there twice.
    struct request r;
    assert_int_equal(read_text("GET http://b/ HTTP/1.1\r\n\r\n", &r), 400);
    assert_int_equal(read_text("GET http://b/ HTTP/1.1\r\nHost: b\r\nHost: b\r\n\r\n", &r), 400);
}

static void a_host_is_a_name_or_a_number_with_a_port(void **state)
{
    static const char *const hosts[] = {
        "a", "arena.example.org:8443", "[fe80::1%25eth0]:80", "127.0.0.1:8080", "my_box-2.local."};
    (void)state;
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        char text[128];
        struct request r;
        snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", hosts[i]);
        assert_int_equal(read_text(text, &r), 200);
    }
}

static void gzip_is_taken_only_where_it_is_wanted(void **state)
{
    static const struct {
        const char *value;
        bool takes;
    } rows[] = {{"gzip", true}, {"GZIP", true}, {"deflate, gzip", true}, {"gzip;q=0", false},
        {"gzip; q=0.000", false}, {"gzip;q=0.001", true}, {"xgzip", false}, {"", false},
        {"gzipp, br", false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[256];
        struct request r;
        snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: %s\r\n\r\n",
            rows[i].value);
        assert_int_equal(read_text(text, &r), 200);
        assert_int_equal(r.takes_gzip, rows[i].takes);
    }
}

static void connections_are_kept_as_asked(void **state)
{
    struct request r;
    (void)state;
    assert_int_equal(read_text("GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n", &r), 200);
    assert_false(r.keeps_alive);
    assert_int_equal(read_text("GET / HTTP/1.0\r\n\r\n", &r), 200);
    assert_false(r.keeps_alive);
    // Lines with the same name are one list.
    assert_int_equal(read_text("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                               "Connection: keep-alive\r\n\r\n",
                         &r),
        200);
    assert_false(r.keeps_alive);
}

static void an_upgrade_needs_both_headers(void **state)
{
    struct request r;
    (void)state;
    assert_int_equal(read_text("GET /feed HTTP/1.1\r\nHost: a\r\nUpgrade: WebSocket\r\n"
                               "Connection: keep-alive, Upgrade\r\n\r\n",
                         &r),
        200);
    assert_true(r.upgrades);
    assert_int_equal(
        read_text("GET /feed HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n", &r), 200);
    assert_false(r.upgrades);
}

// What two servers could read in two ways is refused.
static void what_smuggles_is_refused(void **state)
{
    static const struct {
        int status;
        const char *text;
    } rows[] = {
        {400, "GET / HTTP/1.1\r\n\r\n"},                          // no host
        {400, "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"},    // two
        {400, "GET / HTTP/1.1\r\nHost:\r\n\r\n"},                 // an empty one
        {400, "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"},             // no host at all
        {400, "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"},            //
        {400, "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"},             //
        {400, "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"},             //
        {400, "GET http://a,b/ HTTP/1.1\r\nHost: a\r\n\r\n"},     //
        {400, "GET / HTTP/1.1\nHost: a\n\n"},                     // bare line feeds
        {400, "GET / HTTP/1.1\r\nHost: a\r\nX: 1\n\r\n"},         //
        {400, "GET / HTTP/1.1\r\nHost : a\r\n\r\n"},              // space before colon
        {400, "GET / HTTP/1.1\r\nHost: a\r\n X: folded\r\n\r\n"}, //
        {400, "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n"},    // a bare CR
        {400, "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"},              // two blanks
        {400, "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"},              //
        {400, "GET /\r\nHost: a\r\n\r\n"},                        // HTTP/0.9
        {400, "G(T / HTTP/1.1\r\nHost: a\r\n\r\n"},               //
        {400, "GET /\x01 HTTP/1.1\r\nHost: a\r\n\r\n"},           //
        {400, "GET /\xC3\xA9 HTTP/1.1\r\nHost: a\r\n\r\n"},       // not encoded
        {400, "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n"},   //
        {400, "GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n"},        //
        {505, "GET / HTTP/2.0\r\nHost: a\r\n\r\n"},               //
        {400, "GET / http/1.1\r\nHost: a\r\n\r\n"},               //
        {400, "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"},           // an empty line first
        {400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x3\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n"},
        {400,
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: "
            "chunked\r\n\r\n"},
        {501, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"},
        {501, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n"},
        {413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1073741824\r\n\r\n"},
        {413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999999\r\n\r\n"},
        {417, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct request r;
        int status = read_text(rows[i].text, &r);
        if (status != rows[i].status)
            print_message("# %s", rows[i].text);
        assert_int_equal(status, rows[i].status);
    }
}

static void what_has_no_end_is_refused(void **state)
{
    static char bytes[4 * REQUEST_BYTES_MOST];
    struct request r;
    int status = 0;
    (void)state;
    memset(bytes, 'a', sizeof bytes);
    assert_int_equal(request_read(&r, bytes, REQUEST_LINE_BYTES_MOST, &status), REQUEST_MORE);
    assert_int_equal(request_read(&r, bytes, REQUEST_LINE_BYTES_MOST + 1, &status), REQUEST_WRONG);
    assert_int_equal(status, 414);

    const char line[] = "GET / HTTP/1.1\r\n";
    memcpy(bytes, line, sizeof line - 1);
    assert_int_equal(request_read(&r, bytes, REQUEST_HEADER_BYTES_MOST, &status), REQUEST_MORE);
    assert_int_equal(request_read(&r, bytes, sizeof bytes, &status), REQUEST_WRONG);
    assert_int_equal(status, 431);

    char *at = bytes + sizeof line - 1;
    for (int i = 0; i <= REQUEST_HEADERS_MOST; i++)
        at += sprintf(at, "X%d: y\r\n", i);
    at += sprintf(at, "Host: a\r\n\r\n");
    assert_int_equal(request_read(&r, bytes, (size_t)(at - bytes), &status), REQUEST_WRONG);
    assert_int_equal(status, 431);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_is_read),
        cmocka_unit_test(a_target_may_name_its_host),
        cmocka_unit_test(a_host_is_a_name_or_a_number_with_a_port),
        cmocka_unit_test(gzip_is_taken_only_where_it_is_wanted),
        cmocka_unit_test(connections_are_kept_as_asked),
        cmocka_unit_test(an_upgrade_needs_both_headers),
        cmocka_unit_test(what_smuggles_is_refused),
        cmocka_unit_test(what_has_no_end_is_refused),
    };
    return cmocka_run_group_tests_name("web request", tests, NULL, NULL);
}
