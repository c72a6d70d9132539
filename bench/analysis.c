// Whether games under way notice that others are analysed (arena/analyst.h).
//
//     bench_analysis BOT
//
// A match of two bots that answer at once is played again and again on one core: alone; beside an
// analysis that keeps off that core, as the arena does it; and, to see what that is good for,
// beside one that would use all cores, but is scheduled as idle. The three take turns, so that a
// machine that is now fast and now slow is so for all of them. Told are the moves a second and how
// long an answer took, for the best and the median of the turns.
#include "arena/analyst.h"
#include "arena/conditions.h"
#include "arena/match.h"
#include "arena/placement.h"
#include "arena/player_text.h"
#include "base/clock.h"
#include "link/link.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

enum { TURNS = 9, GAMES = 60, NODES = 2000000000 };

enum manner { ALONE, APART, SHARED, MANNERS };

static const char *const manner_words[MANNERS] = {
    [ALONE] = "alone",
    [APART] = "analysis on other cores",
    [SHARED] = "analysis on all cores, idle",
};

struct figures {
    double moves_per_s, answer_us;
};

static void give_up(const struct error *e)
{
    fprintf(stderr, "bench_analysis: %s\n", e->words);
    exit(EXIT_FAILURE);
}

static void must(bool well, const struct error *e)
{
    if (!well)
        give_up(e);
}

static void make_match(struct match_options *o, const char *command)
{
    struct error e = {0};
    const struct wire *wire = wire_find("hgp", &e);
    *o = (struct match_options){
        .game = game_find("reversi", NULL), .games = GAMES, .concurrency = 1, .seed = 1};
    must(o->game->start(&o->start, NULL, &e), &e);
    for (int i = 0; i < SEATS; i++)
        must(player_read(&o->players[i], command, o->game, wire, &e), &e);
    players_tell_apart(&o->players[0], &o->players[1]);
    must(conditions_budget(&o->budget, wire, NULL, NULL, &e), &e);
    must(record_folder_open(&o->records, NULL, &e), &e);
}

// Adds up what the match tells. The first game pays for the start of the bots.
static struct figures hear(struct feed *feed)
{
    int64_t first_ns = 0, last_ns = 0, answers_ns = 0, moves = 0;
    for (bool more = true; more;) {
        struct arena_event *event = feed_take(feed);
        if (!event) {
            poll(&(struct pollfd){.fd = feed_fd(feed), .events = POLLIN}, 1, -1);
            continue;
        }
        more = event->kind != ARENA_ENDED;
        if (event->kind == ARENA_MOVED && event->has_charge && event->game > 1) {
            last_ns = clock_now_ns();
            first_ns = first_ns == 0 ? last_ns : first_ns;
            answers_ns += event->charge.wall_ns;
            moves++;
        }
        arena_event_release(event);
    }
    return (struct figures){(double)moves * NS_PER_SECOND / (double)(last_ns - first_ns),
        (double)answers_ns / 1000 / (double)moves};
}

static struct figures play(const char *command)
{
    struct error e = {0};
    struct match_options options;
    struct crowd crowd;
    make_match(&options, command);
    struct match *m = match_create(&options, &e);
    must(m != NULL, &e);
    struct feed *feed = feed_open(match_feeds(m), ARENA_FACTS | ARENA_MOVES, &e);
    must(feed && match_start(m, &e), &e);
    const struct figures found = hear(feed);
    feed_close(feed);
    if (match_join(m, &crowd, &e) == MATCH_FAILED)
        give_up(&e);
    return found;
}

// An analyst that has more to do than a match lasts; NULL: none.
static struct analyst *start_analyst(enum manner manner)
{
    struct error e = {0};
    const struct game *game = game_find("reversi", NULL);
    position start;
    if (manner == ALONE)
        return NULL;
    struct analyst *a = analyst_create(NODES, &e);
    must(a != NULL && game->start(&start, NULL, &e), &e);
    analyst_leave_cores(a, manner == APART ? 1 : 0);
    must(analyst_ask(a, "game", game, &start, NULL, 0, &e), &e);
    return a;
}

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void report(enum manner manner, struct figures turns[TURNS])
{
    double rates[TURNS], answers[TURNS];
    for (int i = 0; i < TURNS; i++) {
        rates[i] = turns[i].moves_per_s;
        answers[i] = turns[i].answer_us;
    }
    qsort(rates, TURNS, sizeof *rates, compare);
    qsort(answers, TURNS, sizeof *answers, compare);
    printf("  %-28s %8.0f %8.0f moves/s %8.1f %8.1f us an answer\n", manner_words[manner],
        rates[TURNS - 1], rates[TURNS / 2], answers[0], answers[TURNS / 2]);
}

int main(int argc, char **argv)
{
    struct error e = {0};
    cpu_set_t allowed;
    char command[4096];
    static struct figures figures[MANNERS][TURNS];
    if (argc != 2) {
        fprintf(stderr, "usage: bench_analysis BOT\n");
        return 2;
    }
    snprintf(command, sizeof command, "%s reversi", argv[1]);
    must(link_process_setup(&e), &e);
    printf("a match on one of %d cores beside an analysis: best and median of %d turns\n",
        placement_available(&allowed), TURNS);
    for (int turn = 0; turn < TURNS; turn++) {
        for (int manner = 0; manner < MANNERS; manner++) {
            struct analyst *a = start_analyst((enum manner)manner);
            figures[manner][turn] = play(command);
            analyst_destroy(a);
        }
    }
    for (int manner = 0; manner < MANNERS; manner++)
        report((enum manner)manner, figures[manner]);
    link_process_teardown();
    return 0;
}
