// Contests played out: a schedule is followed to its end by results that are made up, and what it
// handed out is kept to be looked at.
#ifndef AGON_TESTS_CONTEST_PLAYED_H
#define AGON_TESTS_CONTEST_PLAYED_H

#include "contest/schedule.h"

#include <stddef.h>
#include <stdint.h>

enum { PLAYERS_MOST = 64, LOG_MOST = 40000 };

// The result of a pair from the strengths of the two and the pair's seed; same pair, same result.
typedef struct pair_result judge(const struct pairing *p);

judge judge_by_chance;
judge judge_by_number;   // the lower number wins both games
judge judge_by_strength; // the better the lower number, but not always
judge judge_level;       // nobody ever wins a pair

// Large: not for the stack.
struct played {
    struct schedule schedule;
    struct pairing log[LOG_MOST]; // as handed out
    size_t count;
    struct standing standings[PLAYERS_MOST];
    int met[PLAYERS_MOST][PLAYERS_MOST]; // how often, after played_count_meetings
};

// Plays up to `limit` pairs, `width` at a time; which of the running ones ends first is a lot.
void played_out(struct played *c, const struct plan *p, judge *j, int width, size_t limit);
void played_end(struct played *c);

void played_count_meetings(struct played *c);
const struct standing *played_standing(const struct played *c, int player);

void played_assert_nobody_twice_in_a_round(const struct played *c, int64_t pairs_each);
void played_assert_beginnings_balanced(const struct played *c, int players, int64_t most);

#endif
