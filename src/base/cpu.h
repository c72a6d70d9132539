// Which instruction sets this machine has, decided once at run time.
//
// Hot loops ("kernels") are compiled once for each level from the same source; the table of their
// variants is indexed by cpu_level(). The plain level is the compiler's baseline and runs anywhere.
#ifndef AGON_BASE_CPU_H
#define AGON_BASE_CPU_H

enum cpu_level {
    CPU_PLAIN, // plain C for the baseline of the architecture
    CPU_V3,    // x86-64-v3: AVX2, BMI2, POPCNT, LZCNT
    CPU_V4,    // x86-64-v4: AVX-512 F, BW, CD, DQ, VL
    CPU_LEVELS
};

// The best level that this machine has and cpu_limit allows.
enum cpu_level cpu_level(void);

// Allows no level above `highest`: for tests and benchmarks, before any other thread runs.
void cpu_limit(enum cpu_level highest);

const char *cpu_level_name(enum cpu_level level);

#endif
