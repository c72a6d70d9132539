#include "arena/game_rate.h"

#include "base/clock.h"

enum { GAME_RATE_PATIENCE = 2 }; // a game is overdue after so many times the mean

void game_rate_note(struct game_rate *r, int64_t games, int64_t now_ns)
{
    if (r->count > 0 && games == r->last.games)
        return;
    const struct game_rate_sample *newest =
        &r->samples[(r->count + GAME_RATE_SAMPLES - 1) % GAME_RATE_SAMPLES];
    r->last = (struct game_rate_sample){now_ns, games};
    if (r->count == 0 || now_ns - newest->at_ns >= NS_PER_SECOND)
        r->samples[r->count++ % GAME_RATE_SAMPLES] = r->last;
}

double game_rate_per_second(const struct game_rate *r, int64_t now_ns)
{
    size_t oldest = r->count > GAME_RATE_SAMPLES ? r->count % GAME_RATE_SAMPLES : 0;
    const struct game_rate_sample *from = &r->samples[oldest];
    int64_t games = r->last.games - from->games, span_ns = r->last.at_ns - from->at_ns;
    if (r->count == 0 || games <= 0)
        return 0;
    if (span_ns < NS_PER_SECOND || now_ns - r->last.at_ns > GAME_RATE_PATIENCE * span_ns / games)
        span_ns = now_ns - from->at_ns;
    return span_ns < NS_PER_SECOND ? 0 : (double)games * NS_PER_SECOND / (double)span_ns;
}
