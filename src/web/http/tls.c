#include "web/http/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>

struct tls_keys {
    SSL_CTX *context;
};

struct tls {
    SSL *ssl;
    BIO *in, *out; // owned by `ssl`
};

static bool tls_fail(struct error *e, const char *what, const char *path)
{
    char words[160];
    ERR_error_string_n(ERR_get_error(), words, sizeof words);
    ERR_clear_error();
    return error_set(e, "%s %.100s cannot be used: %.120s", what, path, words);
}

static bool tls_keys_fill(
    SSL_CTX *context, const char *certificate, const char *key, struct error *e)
{
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    // An idle connection keeps no buffers of 34 KB.
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1)
        return tls_fail(e, "the certificate", certificate);
    if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1)
        return tls_fail(e, "the key", key);
    if (SSL_CTX_check_private_key(context) != 1)
        return error_set(
            e, "the key %.100s does not belong to the certificate %.100s", key, certificate);
    return true;
}

struct tls_keys *tls_keys_load(const char *certificate, const char *key, struct error *e)
{
    struct tls_keys *k = calloc(1, sizeof *k);
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (k == NULL || context == NULL)
        error_set(e, "out of memory");
    else if (tls_keys_fill(context, certificate, key, e)) {
        k->context = context;
        return k;
    }
    SSL_CTX_free(context);
    free(k);
    return NULL;
}

void tls_keys_destroy(struct tls_keys *k)
{
    if (k == NULL)
        return;
    SSL_CTX_free(k->context);
    free(k);
}

struct tls *tls_create(struct tls_keys *k)
{
    struct tls *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->ssl = SSL_new(k->context);
    t->in = BIO_new(BIO_s_mem());
    t->out = BIO_new(BIO_s_mem());
    if (t->ssl == NULL || t->in == NULL || t->out == NULL) {
        BIO_free(t->in);
        BIO_free(t->out);
        SSL_free(t->ssl);
        free(t);
        return NULL;
    }
    SSL_set_bio(t->ssl, t->in, t->out);
    SSL_set_accept_state(t->ssl);
    return t;
}

void tls_destroy(struct tls *t)
{
    if (t == NULL)
        return;
    SSL_free(t->ssl);
    free(t);
}

static void tls_drain(struct tls *t, struct text *cipher)
{
    char piece[4096];
    for (int got; (got = BIO_read(t->out, piece, sizeof piece)) > 0;)
        text_bytes(cipher, piece, (size_t)got);
}

bool tls_take(
    struct tls *t, const char *bytes, size_t length, struct text *plain, struct text *cipher)
{
    char piece[4096];
    int got = 0;
    ERR_clear_error();
    if (BIO_write(t->in, bytes, (int)length) != (int)length)
        return false;
    while ((got = SSL_read(t->ssl, piece, sizeof piece)) > 0)
        text_bytes(plain, piece, (size_t)got);
    int why = SSL_get_error(t->ssl, got);
    tls_drain(t, cipher);
    ERR_clear_error();
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE;
}

bool tls_say(struct tls *t, const char *bytes, size_t length, struct text *cipher)
{
    ERR_clear_error();
    bool well = SSL_write(t->ssl, bytes, (int)length) == (int)length;
    tls_drain(t, cipher);
    ERR_clear_error();
    return well;
}

void tls_end(struct tls *t, struct text *cipher)
{
    ERR_clear_error();
    SSL_shutdown(t->ssl);
    tls_drain(t, cipher);
    ERR_clear_error();
}
