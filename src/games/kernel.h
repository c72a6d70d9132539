// Kernels: hot loops that are compiled once for each instruction-set level (base/cpu.h).
//
// A kernel's file defines its functions as `void KERNEL(reversi_perft)(...)`. The build compiles
// the file several times, with KERNEL_LEVEL set to plain, v3 and v4 and the matching -march. A
// caller declares all variants with KERNEL_DECLARE and picks one with KERNEL_PICK:
//
//     KERNEL_DECLARE(void, reversi_perft, const struct reversi *, int, struct perft_count *);
//     KERNEL_PICK(reversi_perft)(&board, depth, count);
#ifndef AGON_GAMES_KERNEL_H
#define AGON_GAMES_KERNEL_H

#include "base/cpu.h"

#define KERNEL_JOIN_(name, level) name##_##level
#define KERNEL_JOIN(name, level) KERNEL_JOIN_(name, level)

#ifdef KERNEL_LEVEL
#define KERNEL(name) KERNEL_JOIN(name, KERNEL_LEVEL)
#endif

#if defined(__x86_64__)
#define KERNEL_DECLARE(type, name, ...)                                                            \
    type name##_plain(__VA_ARGS__);                                                                \
    type name##_v3(__VA_ARGS__);                                                                   \
    type name##_v4(__VA_ARGS__)
#define KERNEL_PICK(name)                                                                          \
    (cpu_level() == CPU_V4 ? name##_v4 : cpu_level() == CPU_V3 ? name##_v3 : name##_plain)
#else
#define KERNEL_DECLARE(type, name, ...) type name##_plain(__VA_ARGS__)
#define KERNEL_PICK(name) name##_plain
#endif

#endif
