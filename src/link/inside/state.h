// A link as the files of this room see it, and what all of them need: its handles, its timer, the
// signs of its end.
//
// life.c    the life of a link, and link.h: opening, events, the end, the release
// stream.c  bytes: reading, sending, stderr
// child.c   the process: start, exit, goodbye, burial
// freezer.c the process: standing still
// limit_watch.c  the limits of the process
// shaper.c  bytes: what is sent, in other pieces
// tcp.c     connections and ports; dial.c dials out
//
// life.c uses the others. They tell it what has happened through `struct link_life`.
#ifndef AGON_LINK_INSIDE_STATE_H
#define AGON_LINK_INSIDE_STATE_H

#include "base/random.h"
#include "link/inside/group_usage.h"
#include "link/inside/limit_judge.h"
#include "link/inside/preparation.h"
#include "link/inside/stderr_log.h"
#include "link/link.h"
#include "link/start/fork_server.h"
#include "link/target.h"

#include <time.h>

enum link_state {
    LINK_STARTING, // it has neither opened nor failed
    LINK_OPEN,
    LINK_OVER,    // it has failed or ended, and waits for link_close
    LINK_LEAVING, // link_close was called
    LINK_RELEASED // its handles are being closed
};

// What the parts of a link tell its life; life.c has the only one.
struct link_life {
    void (*timer)(struct link *link);   // the time of link_timer_set is over
    void (*changed)(struct link *link); // something has happened that its end may wait for
    void (*passed)(struct link *link);  // it has passed a limit, and must end
};

struct port;        // in tcp.c
struct dial;        // in dial.c
struct limit_watch; // in limit_watch.c
struct cgroup;      // see cgroup.h

// The limits of a link: see limit_watch.h.
struct link_limits {
    struct sandbox_limits limits;
    struct cgroup *cgroup; // the group of its processes; NULL: none
    // Its scratch folder, if that is to be watched because the file system does not limit it; else
    // NULL. Whoever made the folder owns the text.
    const char *scratch;
    struct limit_state state;
    bool is_watched;
    struct link *next, *previous; // of those that are watched
    int64_t output_bytes;         // written in this game
    bool is_passed;               // the bot is ended for it
    struct limit_passed passed;
};

// What waits to be sent in pieces: see shaper.h.
struct link_shaper {
    bool used; // else what is sent leaves at once, and nothing of this is set
    struct link_shape shape;
    struct random random;
    uv_timer_t timer;
    struct text waiting;
    size_t sent;     // of `waiting`
    unsigned pieces; // that were sent since the last message came
};

struct link_hub {
    uv_loop_t *loop;
    struct port *ports; // of LINK_LISTEN
    int links;
    int64_t polled_ns; // see link_hub_polled_ns
    int registering;   // how many descriptors are new to the loop, see link_hub_polls
    struct fork_servers servers;
    struct needs_memory needs;
    struct census census;
    struct limit_watch *watch; // NULL until it is needed for the first time
    char buffer[LINK_READ_BYTES];
};

struct link {
    struct link_hub *hub;
    const struct link_life *life;
    const struct link_events *events;
    void *user;
    enum link_state state;
    enum link_kind kind;
    int handles; // how many are initialised and not yet closed

    // What the timer is for depends on the state. LINK_STARTING: `opened` or `failed` is to be
    // told. LINK_OPEN: an end waits for its explanation. LINK_LEAVING: the next signal is due, or
    // another look at the process group.
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
    bool abrupt;  // it is closed by LINK_KILL
    size_t queued_bytes;
    size_t handed_bytes; // to its input so far, those that are queued included
    int64_t written_at_ns;
    struct link_shaper shaper;
    struct stderr_log log;

    // How it ends.
    bool end_seen;     // `end` has the first sign of an end
    unsigned leave_ms; // see link_set_grace
    bool grace_over;   // the time to wait for a better explanation is over
    struct link_end end;
    struct link_failure failure; // if `failing`: the timer tells it
    bool failing;

    // The process.
    bool has_process; // there is one, or there was one
    bool exited;      // it has ended, and `exit` says how
    pid_t pid;        // 0 after it was reaped
    pid_t group;      // the same number; stays after that
    int pidfd;
    union {
        uv_handle_t handle;
        uv_poll_t poll;
        uv_timer_t timer; // if there is no pidfd
    } watch;
    int keeper_slot;
    struct cage_ticket cage;
    char *scratch; // its scratch folder, if that is not in its cage
    struct link_exit exit;
    bool counts_left;    // see link_count_left
    bool frozen;         // see link_freeze
    bool has_cpu_clock;  // `cpu_clock` is the clock of the process,
    clockid_t cpu_clock; // which told `cpu_ns` last
    int64_t cpu_ns;
    struct link_usage usage;  // the highest figures that were seen
    struct task_waits marked; // see link_usage_mark

    struct link_limits limit;

    // The connection.
    struct port *port; // at which it waits
    struct link *next_waiting;
    struct dial *dial;
    char address[TARGET_HOST_BYTES + 10];
    int strangers;     // how many connections to its own port were closed
    char stranger[56]; // from where the last one came before the link opened
};

// --- Handles ---

// Every callback of a poll calls this first: see link_hub_polled_ns.
void link_hub_event(struct link_hub *hub);
// A handle of the link was initialised, or has been closed. When the last one is closed, `closed`
// is told and the link is freed.
void link_handle_added(struct link *link);
void link_handle_closed(struct link *link);
// Closes one of its handles.
void link_shut(struct link *link, uv_handle_t *handle);

// --- The timer ---

void link_timer_init(struct link *link);
void link_timer_set(struct link *link, uint64_t ms);

// --- What comes of it ---

// While the link is LINK_STARTING: `opened` is told in the next turn of the loop.
void link_soon(struct link *link);
// The same for `failed`. `ours` as in struct link_failure.
void link_fail(struct link *link, bool ours, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// There is a first sign that the bot has ended. It is told after LINK_END_GRACE_MS, or when more is
// known.
void link_note_end(struct link *link, enum link_end_how how);
// The same; if everything is known by now, it is told at once.
void link_saw_end(struct link *link, enum link_end_how how);

#endif
