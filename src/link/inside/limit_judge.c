#include "link/inside/limit_judge.h"

#include "base/clock.h"
#include "base/number.h"

#include <string.h>

// How fast a bot may begin to grow at any moment. One that has been seen to grow faster is expected
// to go on with twice that speed.
static const int64_t memory_per_second = INT64_C(1) << 30;
enum { TASKS_PER_SECOND = 256, CORES_AT_LEAST = 2, EXPECTED_GROWTH = 2 };

static bool limit_judge_passes(enum limit_kind kind, int64_t allowed, int64_t seen,
    const struct footprint_most *most, struct limit_passed *passed)
{
    if (allowed == 0 || seen <= allowed)
        return false;
    *passed = (struct limit_passed){.kind = kind, .allowed = allowed, .seen = seen};
    if (most)
        memcpy(passed->process, most->process, sizeof passed->process);
    return true;
}

bool limit_judge_scratch(
    const struct sandbox_limits *limits, int64_t bytes, struct limit_passed *passed)
{
    return limit_judge_passes(LIMIT_SCRATCH, limits->scratch_bytes, bytes, NULL, passed);
}

// How long it takes until `left` is used up, if it has grown by `growth` in `span_ns`.
static int64_t limit_judge_reach_ns(
    int64_t left, int64_t growth, int64_t span_ns, int64_t per_second)
{
    double speed = (double)per_second;
    if (span_ns > 0) {
        double seen = (double)growth * (double)NS_PER_SECOND / (double)span_ns * EXPECTED_GROWTH;
        speed = seen > speed ? seen : speed;
    }
    double seconds = (double)left / speed;
    return seconds < LIMIT_LOOK_MOST_MS / 1000.0 ? (int64_t)(seconds * (double)NS_PER_SECOND)
                                                 : LIMIT_LOOK_MOST_MS * NS_PER_MS;
}

static int64_t limit_judge_pause_ns(const struct sandbox_limits *limits,
    const struct limit_state *before, const struct limit_state *now, int64_t game_cpu_ns)
{
    int64_t span_ns = before->looked_ns > 0 ? now->looked_ns - before->looked_ns : 0;
    int64_t pause_ns = LIMIT_LOOK_MOST_MS * NS_PER_MS;
    if (limits->memory_bytes > 0)
        pause_ns = number_smaller(pause_ns,
            limit_judge_reach_ns(limits->memory_bytes - now->memory_bytes,
                now->memory_bytes - before->memory_bytes, span_ns, memory_per_second));
    if (limits->tasks > 0)
        pause_ns = number_smaller(pause_ns,
            limit_judge_reach_ns(
                limits->tasks - now->tasks, now->tasks - before->tasks, span_ns, TASKS_PER_SECOND));
    if (limits->cpu_ns > 0)
        pause_ns = number_smaller(pause_ns,
            limit_judge_reach_ns(limits->cpu_ns - game_cpu_ns, now->cpu_ns - before->cpu_ns,
                span_ns, CORES_AT_LEAST * NS_PER_SECOND));
    return number_larger(pause_ns, LIMIT_LOOK_LEAST_MS * NS_PER_MS);
}

bool limit_judge(const struct sandbox_limits *limits, struct limit_state *state,
    const struct group_footprint *seen, int64_t now_ns, struct limit_passed *passed)
{
    struct limit_state before = *state;
    // A process that has ended takes its CPU time away, if nobody waited for it.
    if (seen->cpu_ns < before.cpu_ns)
        state->cpu_gone_ns += before.cpu_ns - seen->cpu_ns;
    int64_t cpu_ns = seen->cpu_ns + state->cpu_gone_ns;
    if (state->new_game)
        state->cpu_before_ns = cpu_ns;
    state->new_game = false;
    state->looked_ns = now_ns;
    state->memory_bytes = seen->memory_bytes;
    state->cpu_ns = seen->cpu_ns;
    state->tasks = seen->tasks;
    int64_t game_cpu_ns = cpu_ns - state->cpu_before_ns;
    if (limit_judge_passes(
            LIMIT_MEMORY, limits->memory_bytes, seen->memory_bytes, &seen->memory_most, passed) ||
        limit_judge_passes(LIMIT_TASKS, limits->tasks, seen->tasks, &seen->tasks_most, passed) ||
        limit_judge_passes(LIMIT_CPU, limits->cpu_ns, game_cpu_ns, &seen->cpu_most, passed)) {
        passed->processes = seen->processes;
        return true;
    }
    state->due_ns = now_ns + limit_judge_pause_ns(limits, &before, state, game_cpu_ns);
    return false;
}
