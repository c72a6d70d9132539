// Which instruction sets this machine has. The program finds out once, while it runs.
//
// Hot loops ("kernels") are compiled from one source once for each level, and games/kernel.h picks
// the variant for cpu_level(). The plain level is the compiler's baseline and runs on every
// machine.
#ifndef AGON_BASE_CPU_H
#define AGON_BASE_CPU_H

#include <stdbool.h>

enum cpu_level {
    CPU_PLAIN, // plain C for the baseline of the architecture
    CPU_V3,    // x86-64-v3: AVX2, BMI2, POPCNT, LZCNT
    CPU_V4,    // x86-64-v4: AVX-512 F, BW, CD, DQ, VL
    CPU_LEVELS
};

// Returns the best level that this machine has and that cpu_limit allows.
enum cpu_level cpu_level(void);

// True if this machine has instructions for SHA-256, and cpu_limit allows more than CPU_PLAIN.
bool cpu_has_sha(void);

// From now on no level above `highest` is used. Only for tests and benchmarks, and only while there
// is one thread.
void cpu_limit(enum cpu_level highest);

// "plain", "v3", "v4".
const char *cpu_level_name(enum cpu_level level);

#endif
