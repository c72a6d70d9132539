// False time losses: an honest bot that stops itself at 90 % of its budget, four games at once on
// two cores, under the load-refunded clock and under a plain wall clock, first with the games alone
// and then beside other programs. And those that must lose: the bot that tries to buy time with
// spinning threads, and bots that oversleep a very short budget.
//
//     bench_fairness AGON BOT
#include "measure.h"

#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    CORES = 2,
    MOVES_LEAST = 300,  // are asked for in each row
    FIRST_REQUESTS = 2, // of each game: they have 5 s, since a bot starts in them, and don't count
    LOAD_PER_CORE = 2,
    LOADS = CORES * LOAD_PER_CORE,
    COMMAND_BYTES = 600,
};

static const double flagged_most = 0.01;

static const char hundred[] = "first=5000,request=100", ten[] = "first=5000,request=10";

static const char *agon, *bot;

// Keeps this process and what it starts on the first CORES cores. Returns how many there are.
static int take_cores(void)
{
    cpu_set_t allowed, taken;
    CPU_ZERO(&taken);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return 0;
    for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&taken) < CORES; core++) {
        if (CPU_ISSET(core, &allowed))
            CPU_SET(core, &taken);
    }
    sched_setaffinity(0, sizeof taken, &taken);
    return CPU_COUNT(&taken);
}

// Programs of others: each a session of its own, as people's programs are, so that the kernel gives
// each the share of one.
static void start_load(pid_t loads[LOADS])
{
    fflush(stdout);
    for (int i = 0; i < LOADS; i++) {
        loads[i] = fork();
        if (loads[i] != 0)
            continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setsid();
        for (volatile uint64_t turns = 0;; turns++)
            continue;
    }
}

static void end_load(const pid_t loads[LOADS])
{
    for (int i = 0; i < LOADS; i++) {
        if (loads[i] <= 0)
            continue;
        kill(loads[i], SIGKILL);
        waitpid(loads[i], NULL, 0);
    }
}

static struct measured play(const char *clock, const char *options, const char *other_options,
    const char *concurrency, const char *time)
{
    char one[COMMAND_BYTES], other[COMMAND_BYTES];
    snprintf(one, sizeof one, "%s %s stones", bot, options);
    snprintf(other, sizeof other, "%s %s stones", bot, other_options);
    const char *const words[] = {agon, "play", "stones", one, other, "--json", "--games", "8",
        "--concurrency", concurrency, "--clock", clock, "--time", time, NULL};
    return measure_run(words);
}

static void print_honest(const char *clock, bool busy)
{
    pid_t loads[LOADS] = {0};
    struct played all = {0};
    if (busy)
        start_load(loads);
    while (all.asked < MOVES_LEAST) {
        struct measured m = play(clock, "--think 90", "--think 90", "4", hundred);
        struct played played = measure_games(&m);
        text_destroy(&m.output);
        all.games += played.games;
        all.asked += played.asked - FIRST_REQUESTS * played.games;
        all.timeouts += played.timeouts;
        all.flagged += played.flagged;
    }
    end_load(loads);
    double share = (double)all.timeouts / (double)all.asked;
    bool refunded = strcmp(clock, "refunded") == 0;
    printf("%-9s %-22s | %6" PRId64 " %8" PRId64 " %7.1f %% | %s\n", clock,
        busy ? "4 games, 4 others" : "4 games", all.asked, all.timeouts, 100 * share,
        !refunded                   ? "for comparison"
            : share <= flagged_most ? "at most 1 %: reached"
                                    : "at most 1 %: missed");
    if (all.flagged > all.timeouts)
        printf("%" PRId64 " games ended by other faults\n", all.flagged - all.timeouts);
    fflush(stdout);
}

// The explanation of the first game: "bench_bot:1: 151 ms charged of 100 for its move".
static void print_attack(void)
{
    struct measured m = play("refunded", "--sleep 400 --spin 4", "", "1", hundred);
    struct played played = measure_games(&m);
    static const char key[] = "\"explanation\":\"";
    const char *words = strstr(m.output.bytes, key);
    words = words ? words + sizeof key - 1 : "";
    printf("\nThe bot that sleeps 400 ms of 100 while 4 threads of its own keep its core busy: "
           "%" PRId64 " of %" PRId64 " games lost by TIMEOUT: %s\n  %.*s\n",
        played.timeouts, played.games,
        played.timeouts == played.games ? "charged in full" : "missed", (int)strcspn(words, "\""),
        words);
    text_destroy(&m.output);
}

// How often an answer that came too late passed for one in time, since the arena was late itself.
static void print_sleepers(void)
{
    printf("\nBots that sleep longer than their 10 ms, 8 games at once beside 4 other programs:\n");
    pid_t loads[LOADS] = {0};
    start_load(loads);
    for (int ms = 11; ms <= 20; ms += 3) {
        char options[32];
        snprintf(options, sizeof options, "--sleep %d", ms);
        struct measured m = play("refunded", options, "", "8", ten);
        struct played played = measure_games(&m);
        printf("asleep for %d ms: %" PRId64 " of %" PRId64 " games lost by TIMEOUT\n", ms,
            played.timeouts, played.games);
        text_destroy(&m.output);
    }
    end_load(loads);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: bench_fairness AGON BOT\n");
        return EXIT_FAILURE;
    }
    agon = argv[1];
    bot = argv[2];
    int cores = take_cores();
    printf(
        "Honest bots that answer 90 ms after they have read a request, of 100 ms; 4 games at once "
        "on %d cores.\n\n",
        cores);
    printf(
        "%-9s %-22s | %6s %8s %9s | %s\n", "clock", "running", "asked", "flagged", "share", "bar");
    for (int busy = 0; busy < 2; busy++) {
        print_honest("refunded", busy);
        print_honest("wall", busy);
    }
    print_attack();
    print_sleepers();
    return EXIT_SUCCESS;
}
