// One command that builds: run in the sandbox, with limits, on a loop of its own. What it prints is
// its log.
#ifndef AGON_ARENA_BUILD_JOB_H
#define AGON_ARENA_BUILD_JOB_H

#include "base/error.h"
#include "base/text.h"
#include "link/link.h"

enum {
    JOB_SECONDS_MOST = 120,         // for one command
    JOB_LOG_PART_BYTES = 256 << 10, // so many of the first bytes are kept, and of the last
};
#define JOB_FOLDER_BYTES (INT64_C(1) << 30) // of all that lies in the folder

// The first bytes of what was printed, how many are missing, and the last bytes.
struct job_log {
    struct text head;
    char *tail;      // a ring; allocated when the head is full
    size_t tail_at;  // where the next byte goes
    uint64_t beyond; // bytes after the head
};

struct job_log job_log_begin(void);
void job_log_destroy(struct job_log *log);
void job_log_add(struct job_log *log, const char *bytes, size_t length);
// All that is kept, with a line where bytes are missing.
void job_log_print(struct job_log *log, struct text *out);

// A compiler needs more than a bot: memory, threads, temporary files.
struct sandbox_limits job_limits(void);

struct job {
    const char *command;            // cut into words as that of a player; no shell
    const char *folder;             // where it runs, and what it may write
    const char *const *environment; // as in struct link_spec
    const char *const *read;        // as in struct sandbox
    int64_t limit_ms;               // of wall time
    int64_t folder_bytes;           // that may lie in the folder
};

// Runs the command and adds what it prints to the log. Returns true if it has ended with 0. Returns
// false and fills `e` if not: "gcc -o bot main.c exited with code 1". Blocks. The process must be
// ready for bots (link_process_setup).
bool job_run(const struct job *job, struct job_log *log, struct error *e);

#endif
