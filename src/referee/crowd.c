#include "referee/crowd.h"

#include <inttypes.h>

void crowd_begin_game(struct crowd *c)
{
    c->games++;
    if (c->games > c->most_games)
        c->most_games = c->games;
}

void crowd_end_game(struct crowd *c)
{
    c->games--;
}

void crowd_add_move(struct crowd *c, const struct charge *charge)
{
    if (charge->limit_ns <= 0)
        return;
    c->moves++;
    c->thousandths += charge->wall_ns / (charge->limit_ns / 1000 + 1);
    c->held += charge->wall_ns > charge->limit_ns && charge->lost_ns > charge->wall_ns / 2;
}

void crowd_join(struct crowd *all, const struct crowd *of_runner)
{
    all->cores++;
    all->games += of_runner->games;
    all->most_games += of_runner->most_games;
    all->moves += of_runner->moves;
    all->held += of_runner->held;
    all->thousandths += of_runner->thousandths;
}

// 317 becomes 300.
static int64_t round_down(int64_t number)
{
    int64_t unit = 1;
    while (number / unit >= 10)
        unit *= 10;
    return number / unit * unit;
}

int64_t crowd_advice(const struct crowd *all)
{
    int64_t least = CROWD_LEAST * all->cores;
    if (all->held == 0 || all->held < all->moves / CROWD_HELD_PART || all->most_games <= least)
        return 0;
    // A move takes as long as the arena needs for one round of its games. Half a limit is a good
    // time.
    int64_t half_limits = 2 * all->thousandths / all->moves;
    int64_t better = half_limits > 0 ? round_down(all->most_games * 1000 / half_limits) : 0;
    if (better < least)
        better = least;
    return better < all->most_games ? better : 0;
}

bool crowd_words(const struct crowd *all, struct text *out)
{
    int64_t better = crowd_advice(all);
    if (better == 0)
        return false;
    text_format(out,
        "%" PRId64 " games at once are too many for %" PRId64 " core%s: %" PRId64 " of %" PRId64
        " answers lay unread for longer than their budget. No bot was charged for that, but "
        "--concurrency %" PRId64 " would be faster",
        all->most_games, all->cores, all->cores == 1 ? "" : "s", all->held, all->moves, better);
    return true;
}

void crowd_json(const struct crowd *all, struct text *out)
{
    text_format(out,
        "\"at_once\":%" PRId64 ",\"held_up\":%" PRId64 ",\"better_at_once\":", all->most_games,
        all->held);
    int64_t better = crowd_advice(all);
    better > 0 ? text_number(out, better) : text_string(out, "null");
}
