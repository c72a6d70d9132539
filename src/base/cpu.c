#include "base/cpu.h"

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

void cpu_limit(enum cpu_level highest)
{
    limit = highest;
}

const char *cpu_level_name(enum cpu_level level)
{
    static const char *const names[CPU_LEVELS] = {"plain", "v3", "v4"};
    return names[level];
}
