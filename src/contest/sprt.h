// The sequential probability ratio test: is the new player at least `elo1` better, or at most
// `elo0`? It is asked after every pair and stops as soon as the answer is sure enough.
#ifndef AGON_CONTEST_SPRT_H
#define AGON_CONTEST_SPRT_H

#include "base/error.h"
#include "contest/statistics.h"

enum sprt_model {
    SPRT_NORMALISED, // bounds in normalised Elo: the length of the test does not depend on draws
    SPRT_LOGISTIC,   // bounds in plain Elo
};

struct sprt {
    enum sprt_model model;
    double elo0, elo1;
    double alpha; // chance to accept a player that is only elo0 better
    double beta;  // chance to reject one that is elo1 better
};

enum sprt_verdict { SPRT_NOT_YET, SPRT_ACCEPTED, SPRT_REJECTED };

struct sprt_state {
    double llr;          // log likelihood ratio of elo1 to elo0; 0 before the first result
    double lower, upper; // rejected at or below, accepted at or above
    enum sprt_verdict verdict;
};

#define SPRT_ELO_MOST 1000.0

bool sprt_check(const struct sprt *s, struct error *e); // the numbers make a test
// `s` has passed sprt_check.
struct sprt_state sprt_judge(const struct sprt *s, const struct counts *c);

#endif
