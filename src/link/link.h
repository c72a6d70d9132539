// How bytes travel between the arena and one bot: a child process, a connection that comes in,
// a connection that goes out. Knows nothing of games or messages: bytes in, bytes out, and one
// clear word about how it ended.
//
// Everything here belongs to one thread: a hub serves one libuv loop, a link lives on its hub.
// Nothing blocks. Every event is a callback that comes from the loop, never from inside a
// function of this header, and the story of a link always reads
//
//     opened, (received | written | stranger)*, [ended], [link_close], closed
//     or failed, [link_close], closed
//     or [link_close], closed
//
// Nothing closes a link but its owner, who always does: link_close, at any time, from any callback
// but `closed`. After that the only event is `closed`, which comes exactly once, last, when no
// process, descriptor or handle is left; the link is freed when that callback returns. (A process
// that even SIGKILL does not end, because it hangs in a broken device, keeps it waiting.)
#ifndef AGON_LINK_LINK_H
#define AGON_LINK_LINK_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <uv.h>

enum {
    LINK_QUEUE_LIMIT_BYTES = 1024 * 1024, // what may wait for a bot that does not read
    LINK_READ_BYTES = 64 * 1024,          // the most that one `received` carries
    // How long an end of stream waits for the exit that explains it. A dying interpreter on a busy
    // machine takes its time; whoever closes its output and lives on is found out that much later.
    LINK_END_GRACE_MS = 400,
    LINK_LEAVE_GRACE_MS = 500, // from the end of its input to SIGTERM, and from there to SIGKILL
    LINK_STDERR_HEAD_BYTES = 32 * 1024, // kept of the first and of the last that a bot
    LINK_STDERR_TAIL_BYTES = 32 * 1024, // writes to stderr; what lies between is only counted
    LINK_BACKLOG = 128,                 // connections that the kernel keeps waiting for us
};

// --- The process ---

// Once, before any thread or loop: ignores SIGPIPE, takes in orphans of bots, allows more open
// descriptors (bots keep the old limit), and starts the keeper, a tiny process that kills what is
// left of the bots when this process dies in any way, kill -9 included. False when the keeper
// cannot be started; links work without it, and only a killed arena may then leave grandchildren
// behind.
bool link_process_setup(struct error *e);

// The opposite, when all hubs are closed: ends the keeper and waits for it.
void link_process_teardown(void);

// Which layers hold a bot. What this kernel lacks is left out, and said here for `agon doctor`.
struct link_layers {
    bool exit_events;  // a pidfd tells of an exit; without: looked at every few milliseconds
    bool group_filter; // seccomp refuses setsid and setpgid, so that nobody leaves the group
    bool subreaper;    // orphans of bots come to us; without: to init, which reaps them
    bool keeper;       // a killed arena takes grandchildren with it
    bool closed_fds;   // close_range: a bot inherits nothing but its three descriptors
};

struct link_layers link_layers(void);

// Uses no layer that is not set in `allowed`: for tests, as if on an older kernel.
void link_layers_limit(struct link_layers allowed);

// --- The hub: what the links of one loop share ---

struct link_hub;

// NULL and words when there is no memory. The loop outlives the hub.
struct link_hub *link_hub_create(uv_loop_t *loop, struct error *e);

// When every link on it is closed. Its handles need one more turn of the loop, then it frees
// itself.
void link_hub_close(struct link_hub *hub);

// When the loop last found that something had come for a link, to the millisecond, rounded down.
// The owner of the loop calls link_hub_polls right before the loop polls; until the next such call
// only the first event counts. (libuv takes 1,024 events at a time, and polls again in the same
// turn when there were so many: what the second poll brings may have lain there during the first.)
// 0: nothing has come for a link since then.
//
// link_hub_polls returns how many descriptors are new to the loop: the poll registers them first,
// which takes milliseconds where a thousand bots have been started.
int link_hub_polls(struct link_hub *hub);
int64_t link_hub_polled_ns(const struct link_hub *hub);

// --- Who is meant ---

enum link_kind {
    LINK_COMMAND, // "python3 bot.py": speaks on stdin and stdout
    LINK_DIAL_IN, // "python3 bot.py {host} {port}": started by us, connects to a port of its own
    LINK_LISTEN,  // "listen:7001", "listen:0.0.0.0:7001", "listen:[::1]:7001": whoever connects
    LINK_TCP,     // "tcp://host:7001": listens, we connect
};

// Checks the text of a player without starting anything: quotes, braces, ports. Built-in players
// (`@...`) and `human` are not links; the caller has sorted them out before. `kind` may be NULL.
bool link_check(const char *player, enum link_kind *kind, struct error *e);

// A command is cut into words as a shell does it for blanks, '...', "..." and backslashes, and run
// without a shell: no variables, no patterns, no pipes. Its program is looked for in PATH.
struct link_spec {
    const char *player;             // as in link_check
    const char *directory;          // where a command runs; NULL: where we are
    const char *const *environment; // "NAME=value" added to ours, ended by NULL; may be NULL
};

// Looks whether the program of a command is there and may be run, without starting it. False: it
// would certainly fail, in the same words. Returns true if the player is not a command.
bool link_check_program(const struct link_spec *spec, struct error *e);

// --- A link ---

struct link;

// Why a link could not be opened. `ours`: the host ran out of something (memory, descriptors,
// processes, a port that is taken): no fault of the bot's.
struct link_failure {
    struct error error;
    bool ours;
};

enum link_end_how {
    LINK_END_EXITED, // its process ended by itself: `code`
    LINK_END_SIGNAL, // its process was ended by `signal`
    LINK_END_CLOSED, // it closed its output (the connection); its process, if ours, still runs
    LINK_END_DEAF,   // it closed its input: what we write does not arrive; its process still runs
    LINK_END_RESET,  // the connection broke
};

// How a link ended, told once, when everything that the bot wrote before was delivered.
struct link_end {
    enum link_end_how how;
    int code;      // LINK_END_EXITED
    int signal;    // LINK_END_SIGNAL
    bool core;     // LINK_END_SIGNAL: a core was dumped
    int64_t at_ns; // when we learned of the first sign of it
};

// For people: "exited with code 1", "was ended by signal 11 (SIGSEGV)", "closed its output".
void link_end_words(const struct link_end *end, struct text *t);

// Every member must be set.
struct link_events {
    // It can be spoken to: a command was started, a connection stands.
    void (*opened)(struct link *link, void *user);

    // It will never open. What is left to do is link_close.
    void (*failed)(struct link *link, void *user, const struct link_failure *why);

    // Bytes from the bot; `at_ns` (clock_now_ns) was taken right after they were read. They are
    // only valid during the call.
    void (*received)(
        struct link *link, void *user, const char *bytes, size_t length, int64_t at_ns);

    // After link_send said LINK_QUEUED: the queue is empty, the last byte was written at `at_ns`.
    void (*written)(struct link *link, void *user, int64_t at_ns);

    // Another connection came to the port of a LINK_DIAL_IN that is already taken; it was closed.
    void (*stranger)(struct link *link, void *user, const char *from);

    // No more bytes will come, or none arrive. A stream that ends and a process that exits within
    // LINK_END_GRACE_MS are one end, told as the exit: a crash is never taken for a disconnect.
    // While a link is paused its end waits behind the unread bytes.
    void (*ended)(struct link *link, void *user, const struct link_end *end);

    // All is released. link_exit, link_usage and link_stderr may still be asked during the call.
    void (*closed)(struct link *link, void *user);
};

// Never NULL but when there is no memory for the link itself; every other trouble, a malformed
// text included, is told by `failed`. The texts of `spec` are copied; `events` must live on.
//
// A spawned bot dies when the thread that opened it ends (PR_SET_PDEATHSIG): a runner's thread
// outlives its links. A bot inherits the cores that this thread may use.
//
// A LINK_LISTEN takes the next connection to its port; the port stays open until the hub is closed,
// so that a bot that comes early for the next game waits and is not refused. Links that wait at the
// same port are served in the order in which they were opened. A port belongs to one hub: all
// games of a `listen:` player run on one loop.
struct link *link_open(struct link_hub *hub, const struct link_spec *spec,
    const struct link_events *events, void *user);

enum link_sent {
    LINK_SENT,     // all of it was written; link_written_at says when
    LINK_QUEUED,   // the bot does not read fast enough; `written` will come
    LINK_OVERFLOW, // it would not fit into the queue: nothing of it was sent
    LINK_NOT_OPEN, // not opened yet, ended or closing (`ended` comes, if it has not): nothing sent
};

// Never blocks. A message is sent whole or not at all. The bytes are copied if they must wait.
enum link_sent link_send(struct link *link, const char *bytes, size_t length);

// When the last byte of all that was sent was handed to the kernel: where the bot's clock starts.
// 0 while something is queued, or when nothing was sent yet.
int64_t link_written_at(const struct link *link);

// Flood control: a paused link reads nothing, so that the bot's writes soon block. A new link is
// not paused. Costs nothing when nothing changes. stderr is always read.
void link_pause(struct link *link);
void link_resume(struct link *link);

enum link_leave {
    LINK_GOODBYE, // G7: what is queued is sent, its input closed; LINK_LEAVE_GRACE_MS; SIGTERM to
                  // the group; the same again; SIGKILL. A bot that exits at once costs no wait. A
                  // connection is closed when all was sent and it closed its side, or after the
                  // grace
    LINK_KILL,    // SIGKILL to the group, the connection reset
};

// See the top of this file. LINK_KILL during a goodbye hastens it; any other second call is
// ignored.
void link_close(struct link *link, enum link_leave how);

// --- Questions, at any time until `closed` returns ---

enum link_kind link_kind(const struct link *link);

// The process, which is also the leader of its session and group; 0 when there is none (any more).
pid_t link_pid(const struct link *link);

// "127.0.0.1:40123": the address at which it is awaited before it opened, the other end's after;
// "" for a plain command.
const char *link_address(const struct link *link);

// The port at which it is awaited; 0 when it is not.
int link_port(const struct link *link);

// For a verdict on a link that has not opened in time: what it has not done, in words, as in
// "was started and has not connected to 127.0.0.1:40123".
void link_waiting_words(const struct link *link, struct text *t);

// How its process ended. False when it has none or still runs. When told by `closed` after a
// goodbye, `pushed` is the signal that we sent last to make it leave, 0 when it left by itself.
struct link_exit {
    int code;   // when signal is 0
    int signal; // what ended it, or 0
    bool core;
    int pushed;
};

bool link_exit(const struct link *link, struct link_exit *exit);

// What it wrote to stderr (a LINK_DIAL_IN: to stdout as well): the first bytes, how many are
// missing in between, the last bytes. Two pieces because the whole is never copied for nobody:
// usually `tail` is empty. The pointers are valid until the next turn of the loop.
struct link_stderr {
    const char *head, *tail;
    size_t head_bytes, tail_bytes;
    uint64_t dropped_bytes;
};

struct link_stderr link_stderr(struct link *link);
// From here on it is as if nothing had been written: for a bot that plays several games.
void link_stderr_forget(struct link *link);

// What the bot has cost, for the load-refunded clock. Reads /proc: some 200 us and up, by the
// number of processes on the machine, so not for every fast move.
//
// `cpu_ns` counts all processes of the group: all their threads, finished ones too, and the
// children that they waited for (those in clock ticks of 10 ms). Lost are helpers that nobody waits
// for: those of a process that ignores SIGCHLD. What a bot makes other services compute is not
// seen. `waited_ns` is the time during which tasks could run and did not get a core; a finished
// thread takes its own along, and the sum grows with the number of tasks. So what can honestly be
// refunded is `waited_most_ns`: that of the one task that waited most since the last mark.
struct link_usage {
    int64_t cpu_ns;         // since it was started; never goes down
    int64_t waited_ns;      // the same, of the tasks that exist now
    int64_t waited_most_ns; // since link_usage_mark, or since it was started
    bool ready;             // one of its tasks runs now, or waits for a core: the kernel counts
                            // the waiting only when it is over
    int64_t wakes;          // how often tasks that exist now went to sleep and were woken again
    int processes;
    int tasks;
};

// False when there is no process of ours to observe: LINK_LISTEN and LINK_TCP. After the exit the
// last known totals are told.
bool link_usage(struct link *link, struct link_usage *usage);

// The same; from here on `waited_most_ns` starts anew. In one look, so that nothing falls between.
bool link_usage_mark(struct link *link, struct link_usage *usage);

// Something of it has arrived and waits to be read by us.
bool link_has_unread(const struct link *link);

// How long a byte is under way to a bot that is not ours and back, as the kernel has measured it
// for the connection; 0 for one of our own, which is beside us, and when it is not known.
int64_t link_lag_ns(const struct link *link);

#endif
