// What the files of attacks share. An attack is one row of a table: a name and a function that
// tries something forbidden and says what it got. Every attack is bounded, and harmless where it
// succeeds: it aims only at what the siege has put up for it (see docs/siege.md).
#ifndef SIEGE_ATTACK_H
#define SIEGE_ATTACK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PATH_BYTES = 4096, SECRET_BYTES = 32 };

// When an attack is made.
enum attack_when {
    AT_TURN,  // at the first turn of the bot
    AT_START, // before it says a word
    AT_END,   // when the game is over
};

struct attack {
    const char *name;
    const char *(*act)(void); // returns what it got: SUCCESS, another word, or the name of an errno
    enum attack_when when;
};

// One for each file of attacks, ended by a row without a name.
extern const struct attack process_attacks[], priority_attacks[], family_attacks[],
    observe_attacks[], file_attacks[], message_attacks[], ipc_attacks[], network_attacks[],
    kernel_attacks[], limit_attacks[], stream_attacks[];

// What the siege tells its attackers: a strong attacker knows where everything is.
struct siege {
    const char *canary; // a folder with everything that must not be read or changed
    const char *token;  // the name of this siege: sockets, queues and files are named after it
    const char *program;
    pid_t arena, victim; // a victim is another process of the arena's user
    int tcp_port, udp_port;
    int sysv_key;
    int own_port;   // of a bot that plays over TCP, else 0
    bool alone;     // the siege has a network of its own, so every listener belongs to it
    pid_t opponent; // 0: not found
};

extern struct siege siege;

// The victim fills it in; at the same address in every process of this program.
extern char siege_secret[SECRET_BYTES];
extern const char victim_secret[SECRET_BYTES];

// SUCCESS, or the name of errno.
const char *got(bool success);

// The same for a call that is made in a harmless way: it must fail with `harmless` once it is past
// the check that should stop it.
const char *got_past(long result, int harmless);

// SUCCESS if `act` succeeds in a child of its own, else what it got there. A child that dies by a
// signal got the name of it. For what a process cannot take back.
const char *got_in_child(const char *(*act)(void));

// The path of a canary; in memory that the next call but three overwrites.
const char *canary_path(const char *name);

// The path of something in the bot's own scratch folder; likewise.
const char *scratch_path(const char *name);

// /proc/PID/NAME; likewise.
const char *proc_path(pid_t pid, const char *name);

// From /proc/PID/stat: its parent, and the letter of its state. 0 where it cannot be seen.
pid_t parent_of(pid_t pid);
char state_of(pid_t pid);

// Reads a part of a file. SUCCESS if there was at least one byte.
const char *got_reading(const char *path);

// Opens for writing, and appends `bytes` unless it is NULL.
const char *got_writing(const char *path, const char *bytes);

// Whether a file without a name can be made in a folder: it may be written, and nothing is left.
const char *got_into_folder(const char *path);

void nap_ms(long ms);

#endif
