// A fleet that is only computed: how many workers a contest can use, and what stops it from using
// more.
//
//     fleet_simulation DURATIONS
//
// Coordinator, database and workers are a few queues each, and time is a number: an event comes
// after the other, and nothing is waited for. What they do is what src/fleet does: the coordinator
// keeps leases of pairs open, workers take them, play both games on a core, and hand in records;
// the coordinator fetches these, plays them again by the rules, stores them, and draws more. How
// long games take is drawn from a file of recorded durations, stretched to a mean. What a step
// costs is in `struct costs`; how the fleet is set up, in `struct setup`.
#include "fleet_model.h"

#include <stdio.h>
#include <stdlib.h>

#define USED_WELL 0.90

enum { WORKERS_LEAST = 20, WORKERS_MOST = 40000, DURATIONS_MOST = 10000 };

// Those of the server and of the coordinator are what bench/fleet has printed, rounded up.
static const struct costs measured = {
    .way = 0.00025,
    .call = 0.0006,
    .small_call = 0.0003,
    .take_lease = 0.000025,
    .submit_game = 0.00003,
    .fetch_game = 0.000012,
    .offer_lease = 0.000032,
    .store_game = 0.00005,
    .beat_lease = 0.00002,
    .listener = 0.000045,
    .flush = 0.002,
    .replay = 0.00016,
    .draw = 0.00003,
};

static const struct setup setups[] = {
    {
        .name = "as first designed",
        .window = 1024,
        .ahead = 1,
        .offered = 2,
        .take_most = 1,
        .submit_most = 1,
        .fetch_most = 100,
        .replay_threads = 1,
        .server_cores = 4,
        .poll_s = 3,
        .beat_s = 10,
        .all_durable = true,
        .wakes_all = true,
    },
    {
        .name = "as it is built",
        .window = 65536,
        .ahead = 1,
        .offered = 4,
        .ahead_s = 2,
        .offered_s = 6,
        .gather_s = 1,
        .gather_scarce_s = 0.05,
        .take_most = 256,
        .submit_most = 256,
        .fetch_most = 2000,
        .replay_threads = 8,
        .server_cores = 4,
        .poll_s = 2,
        .beat_s = 10,
        .show_s = 5,
        .pause_s = 0.1,
        .few_listen = true,
    },
};

static double durations[DURATIONS_MOST];
static size_t duration_count;

static struct outcome run(const struct setup *setup, int workers, int cores, double mean_s)
{
    return fleet_model_run(
        &(struct fleet_model){setup, &measured, durations, duration_count, mean_s, workers, cores});
}

// The most cores, of those tried, that are used well.
static int cores_used_well(const struct setup *setup, int cores, double mean_s)
{
    int well = 0;
    for (int workers = WORKERS_LEAST; workers <= WORKERS_MOST; workers += workers / 4) {
        if (run(setup, workers, cores, mean_s).efficiency < USED_WELL)
            break;
        well = workers;
    }
    return well * cores;
}

static void print_setup(const struct setup *s)
{
    printf(
        "\n%s: at most %lld games under way; for each core %d leases ahead or for %g s, %d offered "
        "or for %g s;\nat most %d leases and %d records in a call, records wait for %g s; %d are "
        "fetched at once and replayed on %d threads;\n%s; %s\n",
        s->name, (long long)s->window, s->ahead, s->ahead_s, s->offered, s->offered_s, s->take_most,
        s->submit_most, s->gather_s, s->fetch_most, s->replay_threads,
        s->all_durable ? "every call waits for the disk" : "only results wait for the disk",
        s->wakes_all ? "new leases wake all idle workers" : "new leases wake as many as they need");
}

static void print_table(const struct setup *setup, int cores)
{
    static const double means_s[] = {0.05, 1, 20};
    static const int workers[] = {1, 2, 10, 50, 100, 200, 500, 1000, 2000};
    print_setup(setup);
    for (size_t m = 0; m < sizeof means_s / sizeof means_s[0]; m++) {
        printf("  games of %g s, workers of %d core%s\n", means_s[m], cores, cores > 1 ? "s" : "");
        printf("  %8s %11s %9s   limit\n", "workers", "efficiency", "games/s");
        for (size_t i = 0; i < sizeof workers / sizeof workers[0]; i++) {
            struct outcome o = run(setup, workers[i], cores, means_s[m]);
            printf("  %8d %11.2f %9.0f   %s\n", workers[i], o.efficiency, o.games_per_s, o.limit);
        }
        printf("  at least %.2f up to %d cores\n", USED_WELL,
            cores_used_well(setup, cores, means_s[m]));
    }
}

static bool read_durations(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[128];
    double sum = 0;
    while (file && fgets(line, sizeof line, file) && duration_count < DURATIONS_MOST) {
        if (line[0] != '#')
            sum += durations[duration_count++] = strtod(line, NULL);
    }
    if (file)
        fclose(file);
    for (size_t i = 0; i < duration_count; i++)
        durations[i] *= (double)duration_count / sum;
    return duration_count > 0;
}

int main(int count, char **words)
{
    if (count < 2 || !read_durations(words[1])) {
        fprintf(stderr, "usage: fleet_simulation DURATIONS [CORES]\n");
        return 2;
    }
    int cores = count > 2 ? atoi(words[2]) : 1;
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++)
        print_table(&setups[i], cores > 0 ? cores : 1);
    return 0;
}
