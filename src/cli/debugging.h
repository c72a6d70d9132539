// A bot in a debugger (--debug): no clocks run, and a game goes one request at a time. How depends
// on the text that names the bot:
//
//   COMMAND {host} {port}   is started in this terminal, which it has for itself: its stdin and
//                           stdout are free for pdb, gdb or print. agon reads no keys
//   listen:PORT             is started by its author: in another terminal, in an IDE
//   COMMAND                 talks over stdin and stdout, as always; agon wrap starts it and
//   connects
//                           it, so that what it writes to stderr is seen at once
//
// In the last two, Enter sends the next request.
#ifndef AGON_CLI_DEBUGGING_H
#define AGON_CLI_DEBUGGING_H

#include "author/attached_program.h"
#include "base/words.h"
#include "cli/match_request.h"
#include "cli/match_session.h"

enum { DEBUGGING_LINE_BYTES = 128 };

struct debugging {
    // To be set before debugging_begin.
    int player;          // the bot, of the match
    int skipped;         // so many moves lie before the game, for their numbers
    int let_go;          // requests up to the move of this number are not held
    const char *command; // what its author may have called it by, as a hint; NULL: not known
    bool ascii;

    // The rest belongs to this module.
    const char *text;   // who it is, as it was typed
    bool starts;        // we start it,
    struct words words; // by this command,
    bool here;          // and it has the terminal
    struct attached_program program;
    bool started;
    struct match *const *match;
    const struct game *game;
    const char *names[SEATS];     // of the players of the match
    int moves;                    // of the game, so far
    bool asked;                   // a request is held,
    int64_t asked_game, question; // this one,
    position position;            // in which it is
    move last;
    bool prompted; // the cursor may stand behind a prompt: ours, or that of a debugger here
    bool quit;
    char line[DEBUGGING_LINE_BYTES];
    size_t length;
};

// Changes what was asked for, before it is read: no sandbox, and where the bot comes from. Returns
// false and fills `e` if this player cannot be debugged.
bool debugging_change_request(struct debugging *d, struct match_request *q, struct error *e);
// Both for a command that plays one game of two players: the bot is the first of them that is one.
// Returns NULL and fills `e` if that is not possible. debugging_end, then free.
struct debugging *debugging_create(
    struct match_request *q, bool watch, bool ascii, struct error *e);
// After the players were read: the bot is called again what it was called.
void debugging_restore_name(
    const struct debugging *d, struct match_options *m, struct match_request *q);
// Changes the match that is to be played, and its session.
void debugging_change_session(struct debugging *d, struct match_session *s);

void debugging_event(struct debugging *d, const struct arena_event *event);
// A player of the match is called otherwise from now on.
void debugging_rename(struct debugging *d, int player, const char *name);
// For the session: does it want keys, what is to be done when some came, and now and then.
bool debugging_wants_keys(const struct debugging *d);
void debugging_read_keys(struct debugging *d);
void debugging_tick(struct debugging *d);

// After the match: waits for a program that was started in this terminal, however long its
// debugger takes.
void debugging_end(struct debugging *d);

#endif
