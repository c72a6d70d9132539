// The second, slow and obvious implementation of each game's rules. It shares no code with src/:
// it reads the position's text by itself and knows nothing of bits. The tests compare it with the
// real one move for move; the benchmark runs it for the ratio.
#ifndef AGON_TESTS_SLOW_H
#define AGON_TESTS_SLOW_H

#include <stdint.h>

struct slow_count {
    uint64_t nodes;
    uint64_t leaves;
};

struct slow_count slow_reversi_perft(const char *position, int depth);
struct slow_count slow_santorini_perft(const char *position, int depth);
struct slow_count slow_stones_perft(const char *position, int depth);

#endif
