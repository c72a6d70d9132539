// TLS by OpenSSL, between a connection and its socket: bytes in, bytes out, no I/O of its own.
#ifndef AGON_WEB_HTTP_TLS_H
#define AGON_WEB_HTTP_TLS_H

#include "base/error.h"
#include "base/text.h"

struct tls_keys; // a certificate and its key
struct tls;      // one connection

// The certificate (with those that it stands on) and its key, both PEM files.
struct tls_keys *tls_keys_load(const char *certificate, const char *key, struct error *e);
void tls_keys_destroy(struct tls_keys *k); // may be NULL

struct tls *tls_create(struct tls_keys *k); // NULL: out of memory
void tls_destroy(struct tls *t);            // may be NULL

enum { TLS_PIECE_BYTES = 16384 };

// Takes bytes from the socket; what they say is appended to `plain`, and bytes for the socket to
// `cipher`. False: this is not TLS, or the other side has closed it.
bool tls_take(
    struct tls *t, const char *bytes, size_t length, struct text *plain, struct text *cipher);
// Appends the bytes for the socket that say `bytes`, at most TLS_PIECE_BYTES. False: it cannot be
// said (any more).
bool tls_say(struct tls *t, const char *bytes, size_t length, struct text *cipher);
// Appends the goodbye.
void tls_end(struct tls *t, struct text *cipher);

#endif
