#include "base/cpu.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

static enum cpu_level limit = CPU_LEVELS - 1;

static enum cpu_level cpu_detect(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt") ||
        !__builtin_cpu_supports("fma"))
        return CPU_PLAIN;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512cd") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl"))
        return CPU_V3;
    return CPU_V4;
#else
    return CPU_PLAIN;
#endif
}

enum cpu_level cpu_level(void)
{
    enum cpu_level best = cpu_detect();
    return best < limit ? best : limit;
}

// The processor is asked once: on a virtual machine asking takes longer than a hash.
bool cpu_has_sha(void)
{
#if defined(__x86_64__)
    enum { NOT_ASKED, NO, YES, SHA_BIT = 1 << 29 };
    static _Atomic int known = NOT_ASKED;
    if (known == NOT_ASKED) {
        unsigned a = 0, b = 0, c = 0, d = 0;
        __builtin_cpu_init();
        bool has = __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("ssse3") &&
            __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & SHA_BIT);
        known = has ? YES : NO;
    }
    return known == YES && limit > CPU_PLAIN;
#else
    return false;
#endif
}

void cpu_limit(enum cpu_level highest)
{
    limit = highest;
}

const char *cpu_level_name(enum cpu_level level)
{
    static const char *const names[CPU_LEVELS] = {"plain", "v3", "v4"};
    return names[level];
}
