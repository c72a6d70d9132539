// What a bot writes to stderr, and when. The first and the last bytes are kept, those between are
// counted. It uses no memory until something is written.
#ifndef AGON_LINK_INSIDE_STDERR_LOG_H
#define AGON_LINK_INSIDE_STDERR_LOG_H

#include "link/link.h"

struct stderr_log {
    char *head;        // grows to LINK_STDERR_HEAD_BYTES
    size_t head_bytes; // how many of them are filled
    size_t head_room;  // how many are allocated
    char *tail;        // a ring of LINK_STDERR_TAIL_BYTES; allocated when the head is full
    size_t tail_at;    // where in the ring the next byte goes
    uint64_t beyond;   // how many bytes came after the head was full

    struct link_piece *pieces; // at most LINK_STDERR_PIECES_MOST
    size_t piece_count, piece_room;
    int64_t piece_gap_ns; // what comes sooner after the beginning of a piece is a part of it
};

void stderr_log_add(struct stderr_log *log, const char *bytes, size_t length, int64_t at_ns);

// Shows what is kept. Turns the ring, so that its content lies in one piece.
struct link_stderr stderr_log_view(struct stderr_log *log);

void stderr_log_destroy(struct stderr_log *log);

#endif
