// Frames of a WebSocket: what a browser sends, in all pieces, and what it must not send.
#include "web/http/websocket.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A masked frame; returns its length.
static size_t make_frame(unsigned char *to, int first, const char *payload, size_t length)
{
    static const unsigned char mask[4] = {1, 2, 3, 4};
    size_t head = 2;
    to[0] = (unsigned char)first;
    if (length < 126) {
        to[1] = (unsigned char)(0x80 | length);
    } else {
        to[1] = 0x80 | 126;
        to[2] = (unsigned char)(length >> 8);
        to[3] = (unsigned char)length;
        head = 4;
    }
    memcpy(to + head, mask, 4);
    for (size_t i = 0; i < length; i++)
        to[head + 4 + i] = (unsigned char)payload[i] ^ mask[i % 4];
    return head + 4 + length;
}

static void the_handshake_is_that_of_the_standard(void **state)
{
    char accept[WEBSOCKET_ACCEPT_BYTES];
    (void)state;
    assert_true(websocket_accept((struct request_text){"dGhlIHNhbXBsZSBub25jZQ==", 24}, accept));
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_false(websocket_accept((struct request_text){"dGhlIHNhbXBsZSBub25jZQ=", 23}, accept));
    assert_false(websocket_accept((struct request_text){"dGhlIHNhbXBsZSBub25j!Q==", 24}, accept));
    assert_false(websocket_accept((struct request_text){NULL, 0}, accept));
}

static void a_message_is_taken_when_it_is_whole(void **state)
{
    unsigned char bytes[2048];
    char long_text[WEBSOCKET_MESSAGE_BYTES_MOST];
    struct websocket w = {0};
    struct websocket_event event;
    (void)state;
    memset(long_text, 'x', sizeof long_text);
    for (size_t payload = 0; payload <= sizeof long_text; payload += 31) {
        size_t length = make_frame(bytes, 0x81, long_text, payload);
        for (size_t i = 0; i < length; i++)
            assert_int_equal(websocket_take(&w, bytes, i, &event), WEBSOCKET_MORE);
        assert_int_equal(websocket_take(&w, bytes, length, &event), WEBSOCKET_MESSAGE);
        assert_int_equal(event.used, length);
        assert_int_equal(w.length, payload);
        assert_memory_equal(w.message, long_text, payload);
    }
}

static void a_message_may_come_in_frames(void **state)
{
    unsigned char bytes[64];
    struct websocket w = {0};
    struct websocket_event event;
    (void)state;
    make_frame(bytes, 0x01, "{\"a\"", 4);
    assert_int_equal(websocket_take(&w, bytes, 10, &event), WEBSOCKET_FRAME);
    // A ping may come in between.
    make_frame(bytes, 0x89, "hi", 2);
    assert_int_equal(websocket_take(&w, bytes, 8, &event), WEBSOCKET_PINGED);
    assert_memory_equal(event.control, "hi", 2);
    make_frame(bytes, 0x80, ":1}", 3);
    assert_int_equal(websocket_take(&w, bytes, 9, &event), WEBSOCKET_MESSAGE);
    assert_int_equal(w.length, 7);
    assert_memory_equal(w.message, "{\"a\":1}", 7);
}

static void wrong_frames_are_refused(void **state)
{
    static const struct {
        unsigned char bytes[8];
        enum websocket_code code;
    } rows[] = {
        {{0x81, 0x02, 'h', 'i'}, WEBSOCKET_PROTOCOL_ERROR},     // not masked
        {{0xC1, 0x80, 0, 0, 0, 0}, WEBSOCKET_PROTOCOL_ERROR},   // a reserved bit
        {{0x83, 0x80, 0, 0, 0, 0}, WEBSOCKET_PROTOCOL_ERROR},   // an unknown opcode
        {{0x80, 0x80, 0, 0, 0, 0}, WEBSOCKET_PROTOCOL_ERROR},   // continues nothing
        {{0x82, 0x80, 0, 0, 0, 0}, WEBSOCKET_UNSUPPORTED},      // binary
        {{0x09, 0x80, 0, 0, 0, 0}, WEBSOCKET_PROTOCOL_ERROR},   // a ping in pieces
        {{0x89, 0xFE, 0, 126, 0, 0}, WEBSOCKET_PROTOCOL_ERROR}, // a long ping
        {{0x81, 0xFE, 0x04, 0x01, 0, 0}, WEBSOCKET_TOO_BIG},    // 1025 bytes
        {{0x81, 0xFF, 0, 0, 0, 0, 0, 0}, WEBSOCKET_TOO_BIG},    // 64 bits of length
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct websocket w = {0};
        struct websocket_event event;
        assert_int_equal(
            websocket_take(&w, rows[i].bytes, sizeof rows[i].bytes, &event), WEBSOCKET_WRONG);
        assert_int_equal(event.code, rows[i].code);
    }
}

static void pieces_that_are_too_much_together_are_refused(void **state)
{
    unsigned char bytes[2048];
    char text[600] = {0};
    struct websocket w = {0};
    struct websocket_event event;
    (void)state;
    size_t length = make_frame(bytes, 0x01, text, sizeof text);
    assert_int_equal(websocket_take(&w, bytes, length, &event), WEBSOCKET_FRAME);
    length = make_frame(bytes, 0x00, text, sizeof text);
    assert_int_equal(websocket_take(&w, bytes, length, &event), WEBSOCKET_WRONG);
    assert_int_equal(event.code, WEBSOCKET_TOO_BIG);
}

static void heads_of_frames_have_the_shortest_length(void **state)
{
    unsigned char head[WEBSOCKET_HEAD_BYTES_MOST];
    (void)state;
    assert_int_equal(websocket_head(head, WEBSOCKET_TEXT, 125), 2);
    assert_int_equal(head[1], 125);
    assert_int_equal(websocket_head(head, WEBSOCKET_TEXT, 126), 4);
    assert_int_equal(head[3], 126);
    assert_int_equal(websocket_head(head, WEBSOCKET_TEXT, 65535), 4);
    assert_int_equal(websocket_head(head, WEBSOCKET_TEXT, 65536), 10);
    assert_int_equal(head[7], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_handshake_is_that_of_the_standard),
        cmocka_unit_test(a_message_is_taken_when_it_is_whole),
        cmocka_unit_test(a_message_may_come_in_frames),
        cmocka_unit_test(wrong_frames_are_refused),
        cmocka_unit_test(pieces_that_are_too_much_together_are_refused),
        cmocka_unit_test(heads_of_frames_have_the_shortest_length),
    };
    return cmocka_run_group_tests_name("web websocket", tests, NULL, NULL);
}
