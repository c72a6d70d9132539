// A bout: the bot is started once, and plays games of a case, one after the other where its
// protocol allows that. The bout is the arena's side: it sends what the protocol says, in the shape
// that the case asks for, judges the answers, plays the opponent, and looks how the bot leaves.
#ifndef AGON_AUTHOR_CHECK_BOUT_H
#define AGON_AUTHOR_CHECK_BOUT_H

#include "author/check/state.h"
#include "author/seed_variable.h"
#include "referee/session.h"

enum bout_state {
    BOUT_OPENING,   // the bot has to say its name, or to connect
    BOUT_NAMING,    // it has to acknowledge another name
    BOUT_BEGINNING, // it has to acknowledge a new game
    BOUT_ASKED,     // it has to move
    BOUT_PAUSED,    // its opponent thinks
    BOUT_ENDING,    // it has to acknowledge the end of a game
    BOUT_FINISHING, // it has to acknowledge the end of the contest
    BOUT_RESTING,   // all is said; does the bot keep silent?
    BOUT_LEAVING,   // its input is closed
};

struct bout_result {
    char winner[WIRE_NAME_BYTES], loser[WIRE_NAME_BYTES];
};

struct bout {
    struct battery *battery;
    struct bout_order order;
    struct player player; // the bot, with the shape of the case and a seed
    struct seed_variable seed;
    struct session session;
    struct runner_task task;
    struct seat_clock clock;
    enum bout_state state;

    int game; // which of the case is played
    struct game_plan plan;
    position position, before; // `before` the last move
    bool has_before;
    int own_moves, last_mover;
    int64_t until_ns; // BOUT_PAUSED, BOUT_RESTING
    bool hurried;     // the running request has less time than the budget gives it
    // The time of the running request is over, and its answer is still awaited, for a while; and
    // what it had taken when its time was over.
    bool overdue;
    struct charge overdue_charge;
    bool failed;   // something is wrong with this bout: no further game
    bool silenced; // the input was closed in the middle of a game
    bool told_early;
    bool heard;                                       // something has come of the bot
    int64_t memory_first, memory_middle, memory_last; // after early games, half of them, and all
    int memory_games;                                 // how many games lie between

    struct text out;          // to be sent
    struct text sent;         // what was sent last,
    struct text sent_earlier; // and what was sent before that
    size_t sent_before;       // and how many bytes before both
    struct text later; // what is still to be sent, one message at a time, the next at this moment:
    int64_t later_ns;
    struct wire_result *results; // of the games so far, whose names are in `kept`
    struct bout_result *kept;
    size_t result_count;
};

// The seed of what is drawn by lot in a game of a case: by us, and by the bot that starts with it.
uint64_t bout_seed(const struct battery *b, const struct check_case *row, int game);
// Starts the bot. Returns false if there is no memory for the bout.
bool bout_start(struct battery *b, const struct bout_order *order);

// --- For the files of this room: bout.c ---

// Sends what is in `out`.
void bout_flush(struct bout *b);
// The same, and lets the time run for the answer.
void bout_await(struct bout *b, enum bout_state state, int64_t limit_ns);
// All is said: watches the bot for a while, then leaves.
void bout_rest(struct bout *b);
void bout_leave(struct bout *b, bool at_once);

// --- bout_game.c ---

void bout_begin_game(struct bout *b);
// Plays on until the bot has something to answer.
void bout_advance(struct bout *b);
// The bot has made a legal move.
void bout_moved(struct bout *b, move m);
void bout_end_game(struct bout *b, enum verdict verdict, int winner, int blame);
// The end of a game is acknowledged.
void bout_next_game(struct bout *b);

// --- bout_judge.c ---

// Fills a finding for what the bot has done in this bout: case, game, position, what was sent.
void bout_finding(const struct bout *b, struct check_finding *f, enum finding_kind kind,
    const char *rule, const char *words);
// The rule of what the bot was told last, for faults that name no rule of their own.
const char *bout_context_rule(const struct bout *b);
// Each tells the battery that something is wrong.
void bout_judge_message(struct bout *b, const struct fault *fault, const struct message *m);
void bout_judge_loss(struct bout *b, const struct fault *fault);
void bout_judge_time(struct bout *b, const struct charge *charge, bool answered);
// The time is over. Returns true if that would be told as silence, and nobody has waited yet to see
// whether an answer comes late.
bool bout_judge_may_be_late(const struct bout *b, const struct charge *charge);
void bout_judge_unasked(struct bout *b, const struct message *m);
void bout_judge_leaving(struct bout *b);
// An answer that was right: looks at its time and size.
void bout_judge_answer(struct bout *b, const struct charge *charge, const struct message *m);
void bout_judge_memory(struct bout *b);
// The bot asks for a name that does not fit.
void bout_judge_name(struct bout *b, const char *wanted);

#endif
