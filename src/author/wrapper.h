// A wrapper stands between an arena and a bot that do not reach each other by themselves: one of
// them talks over stdin and stdout, the other over TCP; or both over TCP, and both want to connect,
// or both to be connected to. It passes their bytes on (relay.h) and sees to the end of the bot.
//
//     arena: stdin and stdout, or a port to connect to
//     bot:   a program that talks over stdin and stdout; one that connects to {host} {port}; one
//            that listens at a port of its own; or only such a port, whoever has started the bot
#ifndef AGON_AUTHOR_WRAPPER_H
#define AGON_AUTHOR_WRAPPER_H

#include "base/error.h"
#include "link/target.h"

enum {
    WRAPPER_LEAVE_MS = 10000, // from the arena's end, and the bot's last byte after it, to SIGTERM
    WRAPPER_LEAVE_MOST_MS = 60000, // the same for one that goes on writing
    WRAPPER_TERM_MS = 2000,        // and from there to SIGKILL
    // Added to the number of a signal that the bot has got, too, because it came from the terminal.
    WRAPPER_SIGNAL_SHARED = 0x80,
};

struct wrapper_order {
    const struct target *arena; // NULL: the next two
    int arena_in, arena_out;    // belong to the wrapper
    const char *hello;          // what the arena is sent before the bot's bytes; NULL: nothing
    bool named;                 // `hello` says a name: one that the bot says itself is dropped
    const char *const *command; // the bot, with {host} and {port} if it connects; NULL: none
    const struct target *bot;   // where the bot listens; NULL: it does not
    int64_t wait_ms;            // how long the arena, and a bot that listens, are waited for
    int signals;                // bytes come from here: the numbers of signals
};

struct wrapper_end {
    bool met;     // the arena was there
    bool heard;   // the arena has sent something
    bool spoke;   // the bot has
    bool stopped; // by a signal
    int lost;     // the errno because of which the arena did not get all that the bot wrote; or 0
    int status;   // the exit status of the bot, as a shell tells it; of a signal, if it was stopped
};

// Wraps one connection from its beginning to its end, when the bot has ended, too. Returns false
// and fills `e` if the arena or the bot could not be reached or started; `end` is filled anyway.
bool wrapper_run(const struct wrapper_order *order, struct wrapper_end *end, struct error *e);

#endif
