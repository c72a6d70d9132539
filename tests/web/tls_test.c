// The same over TLS, with a certificate that the test makes: answers of any length, the feed, and
// what is no TLS.
#include "arena/arena_help.h"
#include "web/client.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char certificate[HELP_PATH_BYTES], key_file[HELP_PATH_BYTES];
static struct web *web;

static void write_keys(void)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *x = X509_new();
    assert_non_null(key);
    ASN1_INTEGER_set(X509_get_serialNumber(x), 1);
    X509_gmtime_adj(X509_getm_notBefore(x), -60);
    X509_gmtime_adj(X509_getm_notAfter(x), 3600);
    X509_set_pubkey(x, key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_ASC,
        (const unsigned char *)"localhost", -1, -1, 0);
    X509_set_issuer_name(x, X509_get_subject_name(x));
    assert_true(X509_sign(x, key, EVP_sha256()) > 0);
    help_path(certificate, "certificate.pem");
    help_path(key_file, "key.pem");
    FILE *f = fopen(certificate, "w");
    assert_true(f != NULL && PEM_write_X509(f, x) == 1);
    fclose(f);
    f = fopen(key_file, "w");
    assert_true(f != NULL && PEM_write_PrivateKey(f, key, NULL, NULL, 0, NULL, NULL) == 1);
    fclose(f);
    X509_free(x);
    EVP_PKEY_free(key);
}

static int setup_tls(void **state)
{
    struct error e = {0};
    if (help_setup(state) != 0)
        return -1;
    write_keys();
    web = web_start(&(struct web_options){.certificate = certificate, .key = key_file}, &e);
    must(web != NULL, &e);
    return 0;
}

static int teardown_tls(void **state)
{
    web_stop(web);
    return help_teardown(state);
}
#define TLS(test) cmocka_unit_test_setup_teardown(test, setup_tls, teardown_tls)

struct secure {
    SSL_CTX *context;
    SSL *ssl;
    int fd;
};

static struct secure secure_connect(void)
{
    struct secure s = {.context = SSL_CTX_new(TLS_client_method()), .fd = client_connect(web)};
    s.ssl = SSL_new(s.context);
    SSL_set_fd(s.ssl, s.fd);
    assert_int_equal(SSL_connect(s.ssl), 1);
    return s;
}

static void secure_close(struct secure *s)
{
    SSL_free(s->ssl);
    SSL_CTX_free(s->context);
    close(s->fd);
}

static void secure_say(struct secure *s, const char *words)
{
    assert_int_equal(SSL_write(s->ssl, words, (int)strlen(words)), strlen(words));
}

// Reads until the text has this many bytes, or the end.
static void secure_read(struct secure *s, struct text *out, size_t wanted)
{
    char bytes[16384];
    int some = 1;
    while (out->length < wanted && (some = SSL_read(s->ssl, bytes, sizeof bytes)) > 0)
        text_bytes(out, bytes, (size_t)some);
}

static void the_address_says_https(void **state)
{
    (void)state;
    assert_memory_equal(web_address(web), "https://127.0.0.1:", 18);
}

static void long_answers_come_whole(void **state)
{
    (void)state;
    struct secure s = secure_connect();
    struct text out = text_growing();
    // Several at once on one connection, and the last closes it.
    secure_say(&s,
        "GET /agon.js HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
        "GET /agon.js HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    secure_read(&s, &out, SIZE_MAX);
    const char *length = strstr(out.bytes, "Content-Length: ");
    assert_non_null(length);
    size_t script = strtoul(length + 16, NULL, 10);
    const char *body = strstr(out.bytes, "\r\n\r\n") + 4;
    const char *health = strstr(body + script, "\"schema\":\"health/1\"}\n");
    assert_non_null(health);
    assert_int_equal(strncmp(body + script, "HTTP/1.1 200 OK", 15), 0);
    assert_memory_equal(out.bytes + out.length - script, body, script);
    text_destroy(&out);
    secure_close(&s);
}

static void the_feed_works_over_tls(void **state)
{
    (void)state;
    struct secure s = secure_connect();
    struct text out = text_growing();
    secure_say(&s,
        "GET /feed HTTP/1.1\r\nHost: a\r\nOrigin: https://a\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: agon.1\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    while (strstr(out.bytes != NULL ? out.bytes : "", "\r\n\r\n") == NULL)
        secure_read(&s, &out, out.length + 1);
    assert_int_equal(strncmp(out.bytes, "HTTP/1.1 101", 12), 0);
    static const unsigned char wish[] = "\x81\x90\0\0\0\0{\"watch\":\"home\"}";
    assert_int_equal(SSL_write(s.ssl, wish, sizeof wish - 1), sizeof wish - 1);
    while (strstr(out.bytes, "home/1") == NULL)
        secure_read(&s, &out, out.length + 1);
    text_destroy(&out);
    secure_close(&s);
}

static void what_is_no_tls_is_closed(void **state)
{
    (void)state;
    int fd = client_connect(web);
    client_say(fd, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    struct text out = text_growing();
    char bytes[256];
    ssize_t some;
    while ((some = read(fd, bytes, sizeof bytes)) > 0)
        text_bytes(&out, bytes, (size_t)some);
    assert_null(strstr(out.bytes != NULL ? out.bytes : "", "HTTP/1.1 200"));
    text_destroy(&out);
    close(fd);
    struct secure s = secure_connect(); // the others are served as before
    secure_close(&s);
}

static void a_key_of_another_certificate_is_refused(void **state)
{
    char first[HELP_PATH_BYTES], text[4096];
    struct error e = {0};
    (void)state;
    help_path(first, "first.pem");
    FILE *f = fopen(certificate, "r");
    size_t length = f != NULL ? fread(text, 1, sizeof text - 1, f) : 0;
    text[length] = '\0';
    fclose(f);
    help_write(first, text);
    write_keys();
    assert_null(web_start(&(struct web_options){.certificate = first, .key = key_file}, &e));
    assert_non_null(strstr(e.words, "key"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TLS(the_address_says_https),
        TLS(long_answers_come_whole),
        TLS(the_feed_works_over_tls),
        TLS(what_is_no_tls_is_closed),
        TLS(a_key_of_another_certificate_is_refused),
    };
    return cmocka_run_group_tests_name("web tls", tests, help_setup_process, help_teardown_process);
}
