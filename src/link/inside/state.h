// A link as the files of this room know it, and what all of them need: its handles, its timer, the
// signs of its end.
//
// life.c    the life of a link, and link.h: opening, events, the end, the release
// stream.c  bytes: reading, sending, stderr
// child.c   the process: start, exit, goodbye, burial
// tcp.c     connections: ports, dialling out
//
// life.c uses the other three. They tell it what has happened through `struct link_life`.
#ifndef AGON_LINK_INSIDE_STATE_H
#define AGON_LINK_INSIDE_STATE_H

#include "link/inside/group_usage.h"
#include "link/inside/stderr_log.h"
#include "link/link.h"
#include "link/target.h"

#include <stdatomic.h>

enum link_state {
    LINK_STARTING, // neither opened nor failed
    LINK_OPEN,
    LINK_OVER,    // failed or ended; waits for link_close
    LINK_LEAVING, // link_close was called
    LINK_RELEASED // its handles are being closed
};

// What the parts of a link tell its life; life.c has the only one.
struct link_life {
    void (*timer)(struct link *link);   // its timer has run out
    void (*changed)(struct link *link); // something has come that its end may have waited for
};

struct port; // both in tcp.c
struct dial;

struct link_hub {
    uv_loop_t *loop;
    struct port *ports; // of LINK_LISTEN
    int links;
    int64_t polled_ns; // see link_hub_polled_ns
    int registering;   // descriptors that are new to the loop, see link_hub_polls
    void *stack;       // for spawn; mapped when first needed
    struct census census;
    char buffer[LINK_READ_BYTES];
};

struct link {
    struct link_hub *hub;
    const struct link_life *life;
    const struct link_events *events;
    void *user;
    enum link_state state;
    enum link_kind kind;
    int handles; // initialised and not yet closed

    // The timer has one task at a time, by state: LINK_STARTING: tell opened or failed; LINK_OPEN:
    // the grace of an end; LINK_LEAVING: the next push, or another look at the group.
    uv_timer_t timer;

    // The bytes. `in` and `out` are two pipes, or one connection.
    uv_stream_t *in;  // its output; NULL while not connected
    uv_stream_t *out; // its input; NULL when closed
    uv_pipe_t in_pipe, out_pipe, err_pipe;
    bool has_out_pipe, has_err;
    uv_shutdown_t shutdown;
    bool paused;
    bool in_over; // its output has ended
    bool deaf;    // its input has ended
    bool abrupt;  // LINK_KILL
    size_t queued_bytes;
    int64_t written_at_ns;
    struct stderr_log log;

    // How it ends.
    bool end_seen;   // `end` holds the first sign of an end
    bool grace_over; // nothing better will be learned
    struct link_end end;
    struct link_failure failure; // told from the timer
    bool failing;

    // The process.
    bool has_process; // there is or was one
    bool exited;      // `exit` is known
    pid_t pid;        // 0 when it was reaped
    pid_t group;      // the same number, for as long as we deal with the group
    int pidfd;
    union {
        uv_handle_t handle;
        uv_poll_t poll;
        uv_timer_t timer; // without pidfd
    } watch;
    atomic_int *keeper_slot;
    struct link_exit exit;
    struct link_usage usage; // the highest seen
    struct task_waits marked;

    // The connection.
    struct port *port; // where it waits
    struct link *next_waiting;
    struct dial *dial;
    char address[TARGET_HOST_BYTES + 10];
};

// --- Handles ---

void link_hub_event(struct link_hub *hub); // to be called first for all that a poll brings
void link_handle_added(struct link *link);
void link_handle_closed(struct link *link); // after the last one: tells `closed`, frees the link
void link_shut(struct link *link, uv_handle_t *handle); // closes one of its handles

// --- The timer ---

void link_timer_init(struct link *link);
void link_timer_set(struct link *link, uint64_t ms);

// --- What comes of it ---

void link_soon(struct link *link); // LINK_STARTING: goes on in the next turn of the loop
void link_fail(struct link *link, bool ours, const char *format, ...)
    __attribute__((format(printf, 3, 4)));                    // the same, with bad news
void link_note_end(struct link *link, enum link_end_how how); // a sign of an end, told later
void link_saw_end(struct link *link, enum link_end_how how);  // the same, told when it is due

#endif
