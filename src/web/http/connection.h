// One connection of a browser: a socket, maybe TLS on it, requests one after the other, and perhaps
// a WebSocket at the end. All on the thread of its loop.
//
// While an answer is on its way nothing more is read: a client that does not read its answers
// cannot make us keep more of them.
#ifndef AGON_WEB_HTTP_CONNECTION_H
#define AGON_WEB_HTTP_CONNECTION_H

#include "web/http/answer.h"
#include "web/http/request.h"
#include "web/http/tls.h"
#include "web/http/websocket.h"

#include <uv.h>

struct connection;

// How long things may take. docs/api.md has a line for each.
struct connection_times {
    int64_t request_ms; // from the first byte of a request, or of TLS, to its last
    int64_t idle_ms;    // between two requests
    int64_t answer_ms;  // without any byte of an answer being taken
    int64_t linger_ms;  // from our goodbye to theirs
};

// Whoever answers.
struct connection_events {
    // `user` is that of the host. A request: to be answered by connection_answer or
    // connection_upgrade, now or later. Its texts are there until then.
    void (*requested)(void *user, struct connection *c, const struct request *r);
    // The viewer has said something over the WebSocket.
    void (*said)(void *user, struct connection *c, const char *bytes, size_t length);
    // The last frame has been taken: there is room for the next.
    void (*has_room)(void *user, struct connection *c);
    // It is gone. Nothing may be done with it any more.
    void (*gone)(void *user, struct connection *c);
    // A request was answered; also one that could not be read: then `r` is NULL.
    void (*answered)(
        void *user, const struct connection *c, const struct request *r, int status, size_t bytes);
};

// What all connections of a port share.
struct connection_host {
    const struct connection_events *events;
    void *user;
    struct tls_keys *keys; // NULL: no TLS
    char *input;           // bytes that were just read
    size_t input_bytes;
    // The connection is done with: takes it off the list, closes its socket and frees it.
    void (*forget)(struct connection_host *host, struct connection *c);
};

struct connection {
    uv_tcp_t tcp;
    uv_write_t write;
    uv_shutdown_t shutdown;
    struct connection_host *host;
    struct connection *previous, *next; // of the port's list
    struct tls *tls;                    // NULL: there is none
    struct websocket *ws;               // NULL: it is not one
    enum {
        CONNECTION_IDLE,      // between two requests
        CONNECTION_READING,   // a request has begun
        CONNECTION_ANSWERING, // it is read, and not answered
        CONNECTION_VIEWER,    // a WebSocket
        CONNECTION_LINGERING, // all is said; what still comes is thrown away
        CONNECTION_CLOSING,   // it will be freed
    } state;
    bool reads;         // bytes are taken from the socket
    bool writes;        // libuv has bytes that the socket did not take yet
    bool closes;        // after this answer
    bool processing;    // inside connection_process, which goes on by itself
    bool pushing;       // inside connection_push, likewise
    struct text in;     // bytes that were read, of which
    size_t spent;       // so many belong to requests that were taken
    struct text head;   // of the answer
    struct text cipher; // TLS: on its way to the socket
    struct blob *blob;  // of the answer, or the frame
    // What is still to be sent: the rest of `head`, then of the body.
    const char *pieces[2];
    size_t piece_bytes[2];
    unsigned char control[4 + WEBSOCKET_CONTROL_BYTES_MOST]; // a pong or a goodbye that waits
    size_t control_bytes;
    bool ends_after_control;
    struct request request; // while it is answered
    int64_t since_ms;       // when the state began, or something was taken last
    size_t waiting_bytes;   // at the last look: to see whether something was taken
    int64_t asked_ns;       // when the request was read
    struct sockaddr_storage peer;
    void *user; // of whoever answers; NULL at first
};

// Takes a connection that has been accepted. It frees itself when it is closed.
void connection_begin(struct connection *c);
// Sends the answer. Its blob is held from now on by the connection.
void connection_answer(struct connection *c, const struct http_answer *a);
// Makes it a WebSocket. False: the handshake is wrong and was answered, or the connection is
// closed.
bool connection_upgrade(struct connection *c, const char *protocol);
// Whether a frame is on its way: the next one has to wait for `has_room`.
bool connection_is_busy(const struct connection *c);
// Sends a frame (blob_frame), of which it holds the blob.
void connection_send(struct connection *c, struct blob *frame);
// Ends a WebSocket with this code.
void connection_end(struct connection *c, enum websocket_code code);
void connection_close(struct connection *c); // at once
// Answers a request that cannot be read, or takes too long, and closes it.
void connection_refuse(struct connection *c, int status);

#endif
