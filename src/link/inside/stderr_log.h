// What a bot says on the side (stderr): the first and the last of it are kept, the middle is
// counted. Costs no memory until something is heard.
#ifndef AGON_LINK_INSIDE_STDERR_LOG_H
#define AGON_LINK_INSIDE_STDERR_LOG_H

#include "link/link.h"

struct stderr_log {
    char *head;        // grows to LINK_STDERR_HEAD_BYTES
    size_t head_bytes; // filled
    size_t head_room;  // allocated
    char *tail;        // a ring of LINK_STDERR_TAIL_BYTES; allocated when the head is full
    size_t tail_at;    // where in it the next byte goes
    uint64_t beyond;   // bytes heard since the head was full
};

void stderr_log_add(struct stderr_log *log, const char *bytes, size_t length);

// Turns the ring so that its content lies in one piece.
struct link_stderr stderr_log_view(struct stderr_log *log);

void stderr_log_destroy(struct stderr_log *log);

#endif
