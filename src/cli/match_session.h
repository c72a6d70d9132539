// A command that plays a match: starts it, hands every event to the command, listens to keys and
// signals meanwhile, and waits for the end. Everything happens on the caller's thread.
#ifndef AGON_CLI_MATCH_SESSION_H
#define AGON_CLI_MATCH_SESSION_H

#include "arena/match.h"
#include "contest/repeats.h"
#include "web/web.h"

struct match_session {
    struct match_options options;
    unsigned wants; // a set of ARENA_WANTS bits
    // Called for every event. It may call the functions of arena/match.h on `match`.
    void (*event)(void *user, struct arena_event *event);
    // The rest may be NULL.
    // How long to wait, in ms, before the next event is taken: 0 is not at all. Called often.
    int (*wait_ms)(void *user);
    // Called at least every `tick_ms`, if that is not 0, and after every signal.
    void (*tick)(void *user);
    int tick_ms;
    // Are keys wanted now? If so, `typed` is called when some can be read from stdin.
    bool (*wants_keys)(void *user);
    void (*typed)(void *user);
    void *user;
    bool deaf;         // Ctrl-C is for a debugger in this terminal, not for us
    struct web *web;   // where the games are shown; NULL: nowhere
    const char *title; // there

    struct match *match;    // while it is played
    struct crowd crowd;     // filled at the end
    struct repeats repeats; // of the games that match_session_count was told of
};

// Returns when all games are over and all bots have left. MATCH_STOPPED: a signal has stopped it.
// MATCH_FAILED: `e` says why.
enum match_end match_session_run(struct match_session *s, struct error *e);

// The command reports this game, an ARENA_OVER: is it a copy of another? Needs `keeps_moves`.
void match_session_count(struct match_session *s, const struct arena_event *over);
// Prints a line to stderr if so many games are copies that it matters.
void match_session_tell_repeats(const struct match_session *s);

#endif
