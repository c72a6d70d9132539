// What a bot writes to stderr. The first and the last bytes are kept, those between are counted. It
// uses no memory until something is written.
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
};

void stderr_log_add(struct stderr_log *log, const char *bytes, size_t length);

// Shows what is kept. Turns the ring, so that its content lies in one piece.
struct link_stderr stderr_log_view(struct stderr_log *log);

void stderr_log_destroy(struct stderr_log *log);

#endif
