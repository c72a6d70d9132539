// WebSocket (RFC 6455) without I/O: the handshake's answer, frames that come from a browser, and
// the heads of frames that go to one. What we send is never masked, so one frame does for all.
#ifndef AGON_WEB_HTTP_WEBSOCKET_H
#define AGON_WEB_HTTP_WEBSOCKET_H

#include "base/text.h"
#include "web/http/request.h"

enum {
    WEBSOCKET_MESSAGE_BYTES_MOST = 1024, // of a message from a viewer; close code 1009 beyond it
    WEBSOCKET_CONTROL_BYTES_MOST = 125,
    WEBSOCKET_ACCEPT_BYTES = 29, // the handshake's answer, its NUL included
    WEBSOCKET_HEAD_BYTES_MOST = 10,
};

enum websocket_opcode {
    WEBSOCKET_CONTINUATION = 0,
    WEBSOCKET_TEXT = 1,
    WEBSOCKET_BINARY = 2,
    WEBSOCKET_CLOSE = 8,
    WEBSOCKET_PING = 9,
    WEBSOCKET_PONG = 10,
};

enum websocket_code {
    WEBSOCKET_GOING_AWAY = 1001,
    WEBSOCKET_PROTOCOL_ERROR = 1002,
    WEBSOCKET_UNSUPPORTED = 1003,
    WEBSOCKET_POLICY = 1008,
    WEBSOCKET_TOO_BIG = 1009,
};

// False: the key is not 16 bytes in base64.
bool websocket_accept(struct request_text key, char accept[WEBSOCKET_ACCEPT_BYTES]);

// What a viewer sends. A message may come in several frames.
struct websocket {
    unsigned char message[WEBSOCKET_MESSAGE_BYTES_MOST];
    size_t length; // of the message so far
    bool open;     // a message has begun, and not ended
};

enum websocket_step {
    WEBSOCKET_MORE,    // no frame is whole
    WEBSOCKET_FRAME,   // a frame that says nothing by itself
    WEBSOCKET_MESSAGE, // `message` is whole, until the next call
    WEBSOCKET_PINGED,  // `control` is to be sent back as a pong
    WEBSOCKET_CLOSED,  // the viewer closes
    WEBSOCKET_WRONG,   // close with `code`
};

struct websocket_event {
    size_t used; // bytes of the input that were read
    enum websocket_code code;
    unsigned char control[WEBSOCKET_CONTROL_BYTES_MOST];
    size_t control_length;
};

// Takes the next frame from the bytes, as far as it is whole.
enum websocket_step websocket_take(
    struct websocket *w, const unsigned char *bytes, size_t length, struct websocket_event *event);

// The head of a frame that goes to a viewer. Returns its length.
size_t websocket_head(unsigned char head[WEBSOCKET_HEAD_BYTES_MOST], enum websocket_opcode opcode,
    size_t payload_bytes);

#endif
