#include "web/client.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

int client_connect(const struct web *w)
{
    return client_connect_from(w, INADDR_ANY);
}

int client_connect_from(const struct web *w, in_addr_t from)
{
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(from)};
    struct sockaddr_in address = {.sin_family = AF_INET};
    const char *colon = strrchr(web_address(w), ':');
    assert_non_null(colon);
    address.sin_port = htons((uint16_t)atoi(colon + 1));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    if (from != INADDR_ANY)
        assert_int_equal(bind(fd, (struct sockaddr *)&own, sizeof own), 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

void client_send(int fd, const char *bytes, size_t length)
{
    for (size_t sent = 0; sent < length;) {
        ssize_t some = send(fd, bytes + sent, length - sent, MSG_NOSIGNAL);
        if (some <= 0)
            return; // the server has closed; reading will tell
        sent += (size_t)some;
    }
}

void client_say(int fd, const char *words)
{
    client_send(fd, words, strlen(words));
}

void response_destroy(struct response *r)
{
    text_destroy(&r->head);
    text_destroy(&r->body);
}

const char *response_header(const struct response *r, const char *name)
{
    static char value[4096];
    size_t length = strlen(name);
    for (const char *line = r->head.bytes; (line = strstr(line, "\r\n")) != NULL;) {
        line += 2;
        if (strncasecmp(line, name, length) != 0 || line[length] != ':')
            continue;
        snprintf(
            value, sizeof value, "%.*s", (int)strcspn(line + length + 2, "\r"), line + length + 2);
        return value;
    }
    return NULL;
}

// Reads until the head is whole, a byte at a time: what follows belongs to the next answer.
static void client_read_head(int fd, struct response *r)
{
    char byte;
    while (r->head.length < 4 || memcmp(r->head.bytes + r->head.length - 4, "\r\n\r\n", 4) != 0) {
        if (read(fd, &byte, 1) != 1)
            return;
        text_char(&r->head, byte);
    }
    assert_int_equal(sscanf(r->head.bytes, "HTTP/1.1 %d", &r->status), 1);
}

struct response client_read(int fd, bool bare)
{
    struct response r = {.head = text_growing(), .body = text_growing()};
    client_read_head(fd, &r);
    const char *length = r.status != 0 ? response_header(&r, "Content-Length") : NULL;
    size_t left = length != NULL && !bare ? strtoul(length, NULL, 10) : 0;
    char bytes[65536];
    while (left > 0) {
        ssize_t some = read(fd, bytes, left < sizeof bytes ? left : sizeof bytes);
        assert_true(some > 0);
        text_bytes(&r.body, bytes, (size_t)some);
        left -= (size_t)some;
    }
    return r;
}

bool client_is_closed(int fd)
{
    char byte;
    return read(fd, &byte, 1) <= 0;
}

struct response client_request(
    const struct web *w, const char *method, const char *target, const char *headers)
{
    int fd = client_connect(w);
    struct text out = text_growing();
    text_format(&out, "%s %s HTTP/1.1\r\nHost: test\r\n%s\r\n", method, target,
        headers != NULL ? headers : "");
    client_send(fd, out.bytes, out.length);
    text_destroy(&out);
    struct response r = client_read(fd, strcmp(method, "HEAD") == 0);
    close(fd);
    return r;
}

struct response client_get(const struct web *w, const char *target)
{
    return client_request(w, "GET", target, NULL);
}

int client_feed(const struct web *w)
{
    int fd = client_connect(w);
    client_say(fd,
        "GET /feed HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Protocol: agon.1\r\nOrigin: http://test\r\n\r\n");
    struct response r = client_read(fd, true);
    assert_int_equal(r.status, 101);
    assert_string_equal(
        response_header(&r, "Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_string_equal(response_header(&r, "Sec-WebSocket-Protocol"), "agon.1");
    response_destroy(&r);
    return fd;
}

void client_frame(int fd, int opcode, const char *bytes, size_t length)
{
    static const unsigned char mask[4] = {0x12, 0x34, 0x56, 0x78};
    struct text out = text_growing();
    text_char(&out, (char)(0x80 | opcode));
    if (length < 126) {
        text_char(&out, (char)(0x80 | length));
    } else {
        text_char(&out, (char)(0x80 | 126));
        text_char(&out, (char)(length >> 8));
        text_char(&out, (char)length);
    }
    text_bytes(&out, (const char *)mask, 4);
    for (size_t i = 0; i < length; i++)
        text_char(&out, (char)((unsigned char)bytes[i] ^ mask[i % 4]));
    client_send(fd, out.bytes, out.length);
    text_destroy(&out);
}

void client_wish(int fd, const char *json)
{
    client_frame(fd, 1, json, strlen(json));
}

static bool client_read_exactly(int fd, unsigned char *bytes, size_t length)
{
    for (size_t got = 0; got < length;) {
        ssize_t some = read(fd, bytes + got, length - got);
        if (some <= 0)
            return false;
        got += (size_t)some;
    }
    return true;
}

int client_hear(int fd, struct text *out)
{
    unsigned char head[2], more[8], byte;
    text_clear(out);
    if (!client_read_exactly(fd, head, 2))
        return -1;
    assert_int_equal(head[0] & 0x80, 0x80);
    assert_int_equal(head[1] & 0x80, 0); // never masked
    uint64_t length = head[1];
    size_t extra = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (extra > 0) {
        assert_true(client_read_exactly(fd, more, extra));
        length = 0;
        for (size_t i = 0; i < extra; i++)
            length = length << 8 | more[i];
    }
    for (uint64_t i = 0; i < length; i++) {
        assert_true(client_read_exactly(fd, &byte, 1));
        text_char(out, (char)byte);
    }
    return head[0] & 0x0F;
}
