// A link carries bytes between the arena and one bot. The bot is a child process, or a connection
// that comes in, or a connection that goes out. A link knows nothing of games or messages: bytes go
// in, bytes come out, and at the end it says clearly how the bot ended. Its source is inside/.
//
// Everything here belongs to one thread: a hub serves one libuv loop, and a link lives on one hub.
// No function blocks. Every event is a callback from the loop; no function of this header calls one
// before it returns. The events of a link always come in one of these orders:
//
//     opened, (received | written | stranger)*, [ended], [link_close], closed
//     or failed, [link_close], closed
//     or [link_close], closed
//
// Only the owner closes a link, and must do so: by link_close, at any time, from any callback but
// `closed`. After link_close the only event is `closed`. It comes exactly once, when no process,
// descriptor or handle of the link is left, and the link is freed when that callback returns. (A
// process that hangs in a broken device is not ended even by SIGKILL; then `closed` has to wait.)
#ifndef AGON_LINK_LINK_H
#define AGON_LINK_LINK_H

#include "base/error.h"
#include "base/text.h"
#include "link/limit.h"
#include "link/sandbox.h"

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <uv.h>

enum {
    LINK_QUEUE_LIMIT_BYTES = 1024 * 1024, // the most that may wait for a bot that does not read
    LINK_READ_BYTES = 64 * 1024,          // the most that one `received` brings
    // When the stream of a process ends, the link waits this long for its exit, which explains the
    // end. An interpreter that dies on a busy machine needs that time. A bot that only closes its
    // output is noticed that much later.
    LINK_END_GRACE_MS = 400,
    LINK_LEAVE_GRACE_MS = 500, // from the end of its input to SIGTERM, and from there to SIGKILL
    LINK_STDERR_HEAD_BYTES = 32 * 1024, // of what a bot writes to stderr, the first and the last
    LINK_STDERR_TAIL_BYTES = 32 * 1024, // bytes are kept; those between are only counted
    LINK_STDERR_PIECES_MOST = 1024, // of stderr whose time is known; neighbours are joined for that
    LINK_BACKLOG = 128,             // connections that the kernel keeps waiting for us
};

// --- The process ---

// Call it once, before there is any thread or loop. It ignores SIGPIPE, becomes the parent of
// processes that bots leave behind, allows more open descriptors (bots keep the old limit), and
// forks a small process that starts the bots. It also kills them when this process dies, even by
// kill -9. Returns false and fills `e` if it cannot be forked; then no bot can be started.
bool link_process_setup(struct error *e);

// Undoes it when all hubs are closed: ends that process and waits for it.
void link_process_teardown(void);

// The means by which this kernel lets us control a bot. `agon doctor` shows which are missing.
struct link_layers {
    bool exit_events;  // a pidfd tells of an exit; without it we look every few milliseconds
    bool group_filter; // seccomp refuses setsid and setpgid, so that no process leaves its group
    bool subreaper;    // orphans of bots become our children; without it those of init
    bool keeper;       // see link_process_setup
};

struct link_layers link_layers(void);

// For tests: from now on uses no layer that is not set in `allowed`, as if the kernel were older.
void link_layers_limit(struct link_layers allowed);

// Whether this kernel tells whose a connection to the port of a bot is; found out by trying it. If
// it does not, `e` says so, and the first connection counts as the bot's. For `agon doctor`.
bool link_knows_strangers(struct error *e);

// --- The hub: what the links of one loop share ---

struct link_hub;

// Returns NULL and fills `e` if there is no memory. The loop must outlive the hub.
struct link_hub *link_hub_create(uv_loop_t *loop, struct error *e);

// Call it when every link of the hub is closed. Run the loop once more after it, for handles that
// are being closed.
void link_hub_close(struct link_hub *hub);

// The owner of the loop calls this right before the loop polls. It returns how many descriptors are
// new to the loop: the poll registers them first, which takes milliseconds for a thousand bots.
int link_hub_polls(struct link_hub *hub);

// When the loop found the first event of a link after the last link_hub_polls, in milliseconds
// rounded down; 0 if there was none. Only the first one counts: libuv takes 1,024 events at a time
// and polls again in the same turn if there are more, so what the second poll brings may have been
// there at the first.
int64_t link_hub_polled_ns(const struct link_hub *hub);

// --- Who is meant ---

enum link_kind {
    LINK_COMMAND, // "python3 bot.py": speaks on stdin and stdout
    LINK_DIAL_IN, // "python3 bot.py {host} {port}": started by us, connects to a port of its own.
                  // Nobody but the processes of its group can connect there: see
                  // link_knows_strangers
    LINK_LISTEN,  // "listen:7001", "listen:0.0.0.0:7001", "listen:[::1]:7001": whoever connects
    LINK_TCP,     // "tcp://host:7001": the bot listens, we connect
};

// Checks the text that names a player, without starting anything: quotes, braces, ports. Built-in
// players (`@...`) and `human` are not links, and must not be given here. `kind` may be NULL.
bool link_check(const char *player, enum link_kind *kind, struct error *e);

// How what is sent to a bot is cut and joined on its way: all of it is legal (G1), and a bot must
// not notice. All 0: every message leaves at once and as a whole.
struct link_shape {
    unsigned piece_most;  // the most bytes of a piece; its length is random, a pause follows it
    unsigned pieces_most; // the most pieces of one message; what is left is sent in one piece
    unsigned hold_ms;     // how long a message waits for others; they are sent together
    uint64_t seed;
};

// A command is cut into words as a shell does it for blanks, '...', "..." and backslashes. It is
// run without a shell: no variables, no patterns, no pipes. Its program is looked for in PATH.
struct link_spec {
    const char *player;             // as in link_check
    const char *directory;          // where a command runs; NULL: in our current folder (or in /)
    const char *const *environment; // "NAME=value" added to ours, ended by NULL; may be NULL
    struct sandbox sandbox;         // what a command may do; its list is not copied
    bool job; // a plain command is not a bot: it reads nothing, and its stderr goes to its stdout
    struct link_shape shape;
    const cpu_set_t *cores; // that a command may use; NULL: those of our thread
};

// Checks whether the program of a command exists and may be run, without starting it. Returns false
// and fills `e` if a start would certainly fail, with the words that the start would give. Returns
// true if the player is not a command.
bool link_check_program(const struct link_spec *spec, struct error *e);

// --- A link ---

struct link;

// Why a link could not be opened.
struct link_failure {
    struct error error;
    bool ours; // not the bot's fault: the host has no memory, descriptors, processes or port left
    bool limited;               // the bot passed a limit before it opened:
    struct limit_passed passed; // this one
};

enum link_end_how {
    LINK_END_EXITED, // its process ended by itself, with `code`
    LINK_END_SIGNAL, // its process was ended by `signal`
    LINK_END_CLOSED, // it closed its output or connection; a process that we started still runs
    LINK_END_DEAF,   // it closed its input, so that it gets nothing; its process still runs
    LINK_END_RESET,  // the connection broke
    LINK_END_LIMIT,  // it has passed one of its limits, and was ended for it
};

// How a link ended. It is told once, after everything that the bot wrote was delivered.
struct link_end {
    enum link_end_how how;
    int code;      // LINK_END_EXITED
    int signal;    // LINK_END_SIGNAL
    bool core;     // LINK_END_SIGNAL: a core was dumped
    bool ours;     // LINK_END_SIGNAL: it is not the bot's fault; what kept its sandbox has died
    int64_t at_ns; // when we learned of the first sign of it
    struct limit_passed passed; // LINK_END_LIMIT
};

// For people: "exited with code 1", "was ended by signal 11 (SIGSEGV)", "closed its output".
void link_end_words(const struct link_end *end, struct text *t);

// Every member must be set.
struct link_events {
    // link_send works from now on: the command was started, or there is a connection.
    void (*opened)(struct link *link, void *user);

    // It will never open. Call link_close.
    void (*failed)(struct link *link, void *user, const struct link_failure *why);

    // Bytes from the bot, valid only during the call. `at_ns` is clock_now_ns right after they were
    // read.
    void (*received)(
        struct link *link, void *user, const char *bytes, size_t length, int64_t at_ns);

    // After link_send said LINK_QUEUED: the queue is empty, the last byte was written at `at_ns`.
    void (*written)(struct link *link, void *user, int64_t at_ns);

    // Somebody connected to the port of a LINK_DIAL_IN and is not the bot, or the bot has its
    // connection already; the new one was closed. What came before `opened` is told once after it.
    void (*stranger)(struct link *link, void *user, const char *from);

    // No more bytes will come from the bot, or it gets none. If a stream ends and its process exits
    // within LINK_END_GRACE_MS, that is one end, and it is told as the exit: so a crash is never
    // told as a disconnect. The end of a paused link waits until its bytes have been read.
    void (*ended)(struct link *link, void *user, const struct link_end *end);

    // All is released. link_exit, link_usage and link_stderr may be called for the last time.
    void (*closed)(struct link *link, void *user);
};

// Returns NULL only if there is no memory for the link. All other problems, even a malformed text,
// are told by `failed`. The texts of `spec` are copied; `events` must stay valid.
//
// A bot that we start dies when the thread that opened its link ends (PR_SET_PDEATHSIG), so that
// thread must outlive its links. The bot may use the cores of `spec`, or those that the thread may
// use.
//
// A LINK_LISTEN takes the next connection to its port. The port stays open until the hub is closed,
// so that a bot that comes early for its next game waits and is not refused. If several links wait
// at one port, the one that was opened first gets the next connection. A port belongs to one hub:
// all games of a `listen:` player run on one loop.
struct link *link_open(struct link_hub *hub, const struct link_spec *spec,
    const struct link_events *events, void *user);

enum link_sent {
    LINK_SENT,     // all of it was written; link_written_at says when
    LINK_QUEUED,   // the bot does not read fast enough; `written` will come
    LINK_OVERFLOW, // it does not fit into the queue: nothing was sent
    LINK_NOT_OPEN, // nothing was sent: the link is not open yet, has ended (`ended` comes, if it
                   // has not come yet), or is being closed
};

// Sends a message as a whole or not at all. The bytes are copied if they have to wait.
enum link_sent link_send(struct link *link, const char *bytes, size_t length);

// When the kernel took the last byte that was sent: the bot's time runs from there. 0 while
// something is in the queue, or if nothing has been sent.
int64_t link_written_at(const struct link *link);

// Against floods: a paused link reads nothing, so that the bot can soon write no more. stderr is
// read all the time. A new link is not paused. Pausing a paused link costs nothing.
void link_pause(struct link *link);
void link_resume(struct link *link);

// Lets the processes of a bot that we started stand still: it computes nothing until link_thaw.
// What is sent to it waits in its pipe. It can be called again for a frozen bot, in case that the
// bot has found a way to go on: a timer of the kernel can send it SIGCONT. Returns false, and does
// nothing, for a bot that we did not start, that is not open, or that shows a sign of its end.
//
// A frozen bot is thawed by link_thaw, by link_close, and by itself when it shows a first sign of
// its end: so that it can exit, or hear the goodbye. A bot that had stopped itself runs again, too.
bool link_freeze(struct link *link);
// Returns since when all processes of the bot can run; 0 if it was not frozen. What thawing took is
// before that moment. What a process waits for a core after it is part of `waited_ns` below.
int64_t link_thaw(struct link *link);
bool link_is_frozen(const struct link *link);

enum link_leave {
    // G7. Sends what is in the queue and closes the bot's input. After LINK_LEAVE_GRACE_MS sends
    // SIGTERM to its process group, after the same time again SIGKILL; a bot that exits earlier
    // costs no waiting. A connection is closed when all was sent and the bot has closed its side,
    // or after the same time.
    LINK_GOODBYE,
    // Sends SIGKILL to the process group at once, or resets the connection.
    LINK_KILL,
};

// See the top of this file. LINK_KILL after LINK_GOODBYE makes it faster; any other second call
// does nothing.
void link_close(struct link *link, enum link_leave how);

// How long the bot has until each of the two signals of LINK_GOODBYE, instead of
// LINK_LEAVE_GRACE_MS.
void link_set_grace(struct link *link, unsigned ms);

// A bot that stays begins its next game: what it writes is counted from here on, and its CPU time
// from the next look at it, which comes within LIMIT_LOOK_MOST_MS. A new link has begun its first
// game.
void link_new_game(struct link *link);

// --- Questions, at any time until `closed` returns ---

enum link_kind link_kind(const struct link *link);

// The bot's process, which also leads its session and its process group; 0 if there is none, or
// none any more.
pid_t link_pid(const struct link *link);

// "127.0.0.1:40123": the address at which we wait for the bot; once the link is open, the address
// of the bot. "" for a plain command.
const char *link_address(const struct link *link);

// The port at which we wait for the bot, or 0.
int link_port(const struct link *link);

// For a verdict on a link that has not opened in time: writes what the bot has not done, for
// example "was started and has not connected to 127.0.0.1:40123".
void link_waiting_words(const struct link *link, struct text *t);

// How its process ended.
struct link_exit {
    int code;   // if `signal` is 0
    int signal; // the signal that ended it, or 0
    bool core;  // a core was dumped
    int pushed; // the last signal that we sent to make it leave; 0: it left by itself
    int left;   // processes that were still there when it had ended: see link_count_left
};

// From now on link_exit says in `closed` how many processes of its group the bot has left behind.
// To find that out takes as long as link_usage, so nobody does it for every bot.
void link_count_left(struct link *link);

// Returns false if the link has no process, or if it still runs.
bool link_exit(const struct link *link, struct link_exit *exit);

// A piece of what a bot wrote to stderr, as it was read. What a bot wrote before an answer is read
// before that answer.
struct link_piece {
    uint64_t offset; // of its first byte, among all bytes that the bot wrote, dropped ones included
    int64_t at_ns;   // when it was read (clock_now_ns)
};

// What the bot wrote to stderr (a LINK_DIAL_IN: also to stdout): the first bytes, how many are
// missing, the last bytes. Most often `tail` is empty. The pointers are valid until the next turn
// of the loop.
struct link_stderr {
    const char *head, *tail;
    size_t head_bytes, tail_bytes;
    uint64_t dropped_bytes;
    const struct link_piece *pieces; // in order; may be NULL
    size_t piece_count;
};

struct link_stderr link_stderr(struct link *link);
// Forgets what was written so far: for a bot that plays several games.
void link_stderr_forget(struct link *link);

// What the bot has used, for the clock that gives time back when the machine is busy. It is read
// from /proc, which takes 200 us or more, depending on the number of processes on the machine: too
// long for every fast move.
//
// `cpu_ns` counts all processes of the group: all their threads, also those that have ended, and
// the children that they waited for (in clock ticks of 10 ms). It misses children that nobody waits
// for (their parent ignores SIGCHLD), and what other services compute for the bot.
//
// `waited_ns` is the time during which tasks could run and got no core. A thread that ends takes
// its part away, and the sum grows with the number of tasks. So what can be given back is
// `waited_most_ns`: the waiting of the one task that waited most since the last mark.
struct link_usage {
    int64_t cpu_ns;         // since it was started; never goes down
    int64_t waited_ns;      // the same, of the tasks that exist now
    int64_t waited_most_ns; // since link_usage_mark, or since it was started
    bool ready;             // one of its tasks runs now, or waits for a core. The kernel counts a
                            // waiting only when it is over
    int64_t wakes;          // how often tasks that exist now went to sleep and were woken again
    int processes;
    int tasks;
};

// Returns false if we have started no process for it: LINK_LISTEN and LINK_TCP. After the exit it
// tells the last totals that are known.
bool link_usage(struct link *link, struct link_usage *usage);

// The same, and `waited_most_ns` starts anew at the figures that it tells.
bool link_usage_mark(struct link *link, struct link_usage *usage);

// The memory that all processes of the bot have for themselves, in bytes; 0 if we have started no
// process for it, or if it has ended. As costly as link_usage.
int64_t link_memory_bytes(struct link *link);

// Whether the bot's own process waits for nothing but time to pass (it called sleep). False also if
// that cannot be seen.
bool link_sleeps(const struct link *link);

// The CPU time of the bot's own process alone: all its threads, and none of its children. This
// takes about a microsecond. 0 if we have started no process for it.
int64_t link_cpu_ns(struct link *link);

// How much of what was sent to the bot it has not taken out of its pipe yet. 0 also if that cannot
// be seen: for connections.
size_t link_unread_bytes(const struct link *link);
// How much of it the bot has taken. SIZE_MAX if that cannot be seen.
size_t link_taken_bytes(const struct link *link);

// Whether bytes of the bot have arrived that we have not read yet.
bool link_has_unread(const struct link *link);

// How long a byte travels to a bot that we did not start and back, as the kernel has measured it
// for the connection; 0 for a bot that we started, and if it is not known.
int64_t link_lag_ns(const struct link *link);

#endif
