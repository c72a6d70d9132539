#include "web/http/websocket.h"

#include <openssl/evp.h>
#include <string.h>

enum { WEBSOCKET_KEY_BYTES = 24, WEBSOCKET_SHA1_BYTES = 20 };

bool websocket_accept(struct request_text key, char accept[WEBSOCKET_ACCEPT_BYTES])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char raw[WEBSOCKET_KEY_BYTES], joined[WEBSOCKET_KEY_BYTES + sizeof guid - 1];
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned digest_bytes = 0;
    if (key.length != WEBSOCKET_KEY_BYTES || key.at[22] != '=' || key.at[23] != '=')
        return false;
    if (EVP_DecodeBlock(raw, (const unsigned char *)key.at, WEBSOCKET_KEY_BYTES) != 18)
        return false;
    memcpy(joined, key.at, WEBSOCKET_KEY_BYTES);
    memcpy(joined + WEBSOCKET_KEY_BYTES, guid, sizeof guid - 1);
    if (EVP_Digest(joined, sizeof joined, digest, &digest_bytes, EVP_sha1(), NULL) != 1 ||
        digest_bytes != WEBSOCKET_SHA1_BYTES)
        return false;
    return EVP_EncodeBlock((unsigned char *)accept, digest, WEBSOCKET_SHA1_BYTES) ==
        WEBSOCKET_ACCEPT_BYTES - 1;
}

// A frame of which head and mask are here.
struct websocket_frame {
    bool last;
    enum websocket_opcode opcode;
    size_t length; // of the payload
    unsigned char mask[4];
    const unsigned char *payload;
};

static enum websocket_step websocket_fail(struct websocket_event *event, enum websocket_code code)
{
    event->code = code;
    return WEBSOCKET_WRONG;
}

static void websocket_unmask(const struct websocket_frame *f, unsigned char *to)
{
    for (size_t i = 0; i < f->length; i++)
        to[i] = f->payload[i] ^ f->mask[i % 4];
}

static enum websocket_step websocket_control(
    const struct websocket_frame *f, struct websocket_event *event)
{
    if (!f->last || f->length > WEBSOCKET_CONTROL_BYTES_MOST)
        return websocket_fail(event, WEBSOCKET_PROTOCOL_ERROR);
    websocket_unmask(f, event->control);
    event->control_length = f->length;
    return f->opcode == WEBSOCKET_CLOSE ? WEBSOCKET_CLOSED
        : f->opcode == WEBSOCKET_PING   ? WEBSOCKET_PINGED
                                        : WEBSOCKET_FRAME;
}

static enum websocket_step websocket_data(
    struct websocket *w, const struct websocket_frame *f, struct websocket_event *event)
{
    if (f->opcode == WEBSOCKET_BINARY)
        return websocket_fail(event, WEBSOCKET_UNSUPPORTED);
    if ((f->opcode == WEBSOCKET_CONTINUATION) != w->open)
        return websocket_fail(event, WEBSOCKET_PROTOCOL_ERROR);
    if (!w->open)
        w->length = 0;
    websocket_unmask(f, w->message + w->length);
    w->length += f->length;
    w->open = !f->last;
    return f->last ? WEBSOCKET_MESSAGE : WEBSOCKET_FRAME;
}

// What can be refused by the head of a frame, before its payload has come.
static enum websocket_step websocket_judge(const struct websocket *w,
    const struct websocket_frame *f, unsigned char first, bool masked,
    struct websocket_event *event)
{
    bool known = f->opcode <= WEBSOCKET_BINARY ||
        (f->opcode >= WEBSOCKET_CLOSE && f->opcode <= WEBSOCKET_PONG);
    if ((first & 0x70) != 0 || !masked || !known)
        return websocket_fail(event, WEBSOCKET_PROTOCOL_ERROR);
    size_t before = f->opcode == WEBSOCKET_CONTINUATION ? w->length : 0;
    if (f->opcode < WEBSOCKET_CLOSE && f->length > WEBSOCKET_MESSAGE_BYTES_MOST - before)
        return websocket_fail(event, WEBSOCKET_TOO_BIG);
    if (f->opcode >= WEBSOCKET_CLOSE && f->length > WEBSOCKET_CONTROL_BYTES_MOST)
        return websocket_fail(event, WEBSOCKET_PROTOCOL_ERROR);
    return WEBSOCKET_FRAME;
}

enum websocket_step websocket_take(
    struct websocket *w, const unsigned char *bytes, size_t length, struct websocket_event *event)
{
    event->used = 0;
    if (length < 2)
        return WEBSOCKET_MORE;
    struct websocket_frame f = {
        .last = (bytes[0] & 0x80) != 0, .opcode = (enum websocket_opcode)(bytes[0] & 0x0F)};
    size_t head = 2;
    f.length = bytes[1] & 0x7F;
    if (f.length == 127)
        return websocket_fail(event, WEBSOCKET_TOO_BIG);
    if (f.length == 126) {
        if (length < 4)
            return WEBSOCKET_MORE;
        f.length = (size_t)bytes[2] << 8 | bytes[3];
        head = 4;
    }
    enum websocket_step judged = websocket_judge(w, &f, bytes[0], (bytes[1] & 0x80) != 0, event);
    if (judged != WEBSOCKET_FRAME)
        return judged;
    if (length < head + 4 + f.length)
        return WEBSOCKET_MORE;
    memcpy(f.mask, bytes + head, 4);
    f.payload = bytes + head + 4;
    event->used = head + 4 + f.length;
    return f.opcode >= WEBSOCKET_CLOSE ? websocket_control(&f, event)
                                       : websocket_data(w, &f, event);
}

size_t websocket_head(unsigned char head[WEBSOCKET_HEAD_BYTES_MOST], enum websocket_opcode opcode,
    size_t payload_bytes)
{
    head[0] = (unsigned char)(0x80 | opcode);
    if (payload_bytes < 126) {
        head[1] = (unsigned char)payload_bytes;
        return 2;
    }
    if (payload_bytes <= 0xFFFF) {
        head[1] = 126;
        head[2] = (unsigned char)(payload_bytes >> 8);
        head[3] = (unsigned char)payload_bytes;
        return 4;
    }
    head[1] = 127;
    for (int i = 0; i < 8; i++)
        head[2 + i] = (unsigned char)((uint64_t)payload_bytes >> (56 - 8 * i));
    return WEBSOCKET_HEAD_BYTES_MOST;
}
