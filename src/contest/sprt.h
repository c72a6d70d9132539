// The sequential probability ratio test: is the new player better by at least `elo1`, or by at most
// `elo0`? One asks after every pair, and stops as soon as the answer is sure enough.
#ifndef AGON_CONTEST_SPRT_H
#define AGON_CONTEST_SPRT_H

#include "base/error.h"
#include "contest/statistics.h"

enum sprt_model {
    SPRT_NORMALISED, // bounds in normalised Elo: draws do not make the test longer
    SPRT_LOGISTIC,   // bounds in plain Elo
};

struct sprt {
    enum sprt_model model;
    double elo0, elo1;
    double alpha; // the chance to accept a player that is only elo0 better
    double beta;  // the chance to reject a player that is elo1 better
};

enum sprt_verdict { SPRT_NOT_YET, SPRT_ACCEPTED, SPRT_REJECTED };

struct sprt_state {
    double llr;          // log likelihood ratio of elo1 to elo0; 0 before the first result
    double lower, upper; // the test rejects at `lower` or less, and accepts at `upper` or more
    enum sprt_verdict verdict;
};

#define SPRT_ELO_MOST 1000.0

// Checks the numbers. Returns false and fills `e` if they do not make a test.
bool sprt_check(const struct sprt *s, struct error *e);
// Returns where the test stands. `s` must have passed sprt_check.
struct sprt_state sprt_judge(const struct sprt *s, const struct counts *c);

#endif
