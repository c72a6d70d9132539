// A built-in player as an engine in somebody else's program: it reads the commands of NBoard or UGI
// line by line and answers them, and it reads on while it thinks.
#ifndef AGON_AUTHOR_ENGINE_SESSION_H
#define AGON_AUTHOR_ENGINE_SESSION_H

#include "author/thinker.h"
#include "base/text.h"
#include "wire/value.h"

enum { ENGINE_MEMORY_MIB = 64 }; // that an engine takes if nothing else is said

enum engine_protocol { ENGINE_NBOARD, ENGINE_UGI };

struct engine_setup {
    enum engine_protocol protocol;
    const struct game *game;
    const struct brain *brain;
    const char *variant;  // what "startpos" means; NULL: the default
    struct limits limits; // for every move, together with what a command says
    int64_t move_ms;      // for a move where neither of them says anything
    size_t memory_bytes;  // for known positions
    uint64_t seed;
    int in, out; // where commands are read, and answers written
};

// Serves until it is told to quit, or the commands end. Returns false and fills `e`: the answers
// cannot be written any more (then *lost is true), or the commands cannot be read.
bool engine_serve(const struct engine_setup *setup, bool *lost, struct error *e);

// --- For the protocols ---

struct engine_session {
    struct engine_setup setup;
    struct thinker thinker;
    pthread_mutex_t lock;    // for what is written
    bool deaf;               // nobody reads it; under the lock
    position start;          // what "startpos" means
    position position;       // what the commands are about
    uint64_t asked;          // how many moves, in this game
    int64_t depth;           // NBoard: as it was set; 0: not yet
    int64_t left_ns[SEATS];  // NBoard: of the time that the game tells; 0: it tells none
    int64_t thinks_since_ns; // when the last thought began,
    int64_t took_ns;         // and how long it took, if it came to its end; else 0
};

// Writes whole lines at once. Any thread may call it.
void engine_say(struct engine_session *s, const struct text *lines);
// The same in the manner of printf; adds the line end.
void engine_say_line(struct engine_session *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Gets ready to think, and says so in a line if that is impossible.
void engine_prepare(struct engine_session *s, const char *complaint);

// Answer one command. Return false if that was the last one.
bool nboard_session_hear(struct engine_session *s, struct value line);
bool ugi_session_hear(struct engine_session *s, struct value line);

#endif
