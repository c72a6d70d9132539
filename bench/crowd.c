// A crowd: so many games at once on one core that the arena is busy all the time. Honest bots that
// answer at once must lose none of them by TIMEOUT, and bots that oversleep must lose all of them.
// The bots count themselves, so that the games are known to have been under way at the same time.
//
//     bench_crowd AGON BOT FOLDER
//
// Fails when a bot was judged wrongly, or when not all games were under way at once.
#include "attendance.h"
#include "measure.h"

#include "base/clock.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 512, COMMAND_BYTES = 1200, NUMBER_BYTES = 24, LINE_BYTES = 65536, SEATS = 2 };

struct row {
    int at_once, games;
    int request_ms;
    int sleep_ms; // of the first bot, for each answer; 0: it is honest
};

// Twice as many games as are at once, so that some end and begin while others are played.
static const struct row rows[] = {
    {.at_once = 500, .games = 1000, .request_ms = 100},
    {.at_once = 1000, .games = 2000, .request_ms = 200},
    {.at_once = 1000, .games = 1000, .request_ms = 20},
    {.at_once = 500, .games = 500, .request_ms = 100, .sleep_ms = 150},
};

static const char *agon, *bot, *folder;

static int64_t number_after(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    return at ? strtoll(at + strlen(key), NULL, 10) : -1;
}

// The largest charge in a record, but for the first request of each bot, in which it starts.
static int64_t largest_charge_us(const char *path)
{
    static char line[LINE_BYTES];
    int64_t largest = 0;
    bool moved[SEATS] = {false};
    FILE *file = fopen(path, "re");
    if (!file)
        measure_fail("%s cannot be read", path);
    while (fgets(line, sizeof line, file)) {
        int64_t seat = number_after(line, "{\"type\":\"move\",\"seat\":");
        int64_t charged = number_after(line, "\"charged_us\":");
        if (seat < 0 || seat >= SEATS || charged < 0)
            continue;
        largest = moved[seat] && charged > largest ? charged : largest;
        moved[seat] = true;
    }
    fclose(file);
    return largest;
}

// Reads the records and removes them, so that the next row finds an empty folder.
static int64_t take_records(const char *records)
{
    char path[PATH_BYTES + NUMBER_BYTES];
    int64_t largest = 0;
    DIR *directory = opendir(records);
    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        if (!strstr(entry->d_name, ".jsonl"))
            continue;
        snprintf(path, sizeof path, "%s/%.16s", records, entry->d_name);
        int64_t charge = largest_charge_us(path);
        largest = charge > largest ? charge : largest;
        unlink(path);
    }
    if (directory)
        closedir(directory);
    rmdir(records);
    return largest;
}

static struct measured play(const struct row *row, const char *records, const char *attendance)
{
    char one[COMMAND_BYTES], other[COMMAND_BYTES];
    char at_once[NUMBER_BYTES], games[NUMBER_BYTES], time[2 * NUMBER_BYTES];
    snprintf(one, sizeof one, "%s --attend %s --sleep %d reversi", bot, attendance, row->sleep_ms);
    snprintf(other, sizeof other, "%s --attend %s reversi", bot, attendance);
    snprintf(at_once, sizeof at_once, "%d", row->at_once);
    snprintf(games, sizeof games, "%d", row->games);
    snprintf(time, sizeof time, "first=60000,request=%d", row->request_ms);
    const char *const words[] = {agon, "play", "reversi", one, other, "--json", "--games", games,
        "--concurrency", at_once, "--time", time, "--record", records, NULL};
    return measure_run(words);
}

static bool is_as_it_should_be(const struct row *row, const struct played *played, int at_once)
{
    int64_t flagged = row->sleep_ms > 0 ? row->games : 0;
    return played->games == row->games && played->timeouts == flagged &&
        played->flagged == flagged && at_once >= row->at_once;
}

static bool print_row(const struct row *row)
{
    char records[PATH_BYTES], attendance[PATH_BYTES], what[64];
    snprintf(records, sizeof records, "%s/crowd", folder);
    snprintf(attendance, sizeof attendance, "%s/attendance", folder);
    unlink(attendance);
    struct attendance *bots = attendance_open(attendance);
    if (!bots)
        measure_fail("%s cannot be made", attendance);
    struct measured m = play(row, records, attendance);
    struct played played = measure_games(&m);
    int64_t better = number_after(m.output.bytes, "\"better_at_once\":");
    int at_once = bots->most / SEATS;
    bool right = is_as_it_should_be(row, &played, at_once);
    snprintf(what, sizeof what, row->sleep_ms > 0 ? "one sleeps %d ms" : "honest", row->sleep_ms);
    printf("%-18s %5d %5d ms | %7d %6" PRId64 " %8" PRId64 " %11.1f ms %8.1f %9.2f ms | ", what,
        row->at_once, row->request_ms, at_once, played.games, played.timeouts,
        (double)take_records(records) / 1000,
        (double)played.games * NS_PER_SECOND / (double)m.wall_ns,
        (double)m.all_cpu_ns / NS_PER_MS / (double)(played.games > 0 ? played.games : 1));
    printf("%s", !m.in_time ? "not over in time" : right ? "as it should be" : "WRONG");
    if (better > 0)
        printf("; agon: %" PRId64 " at once would be faster", better);
    printf("\n");
    fflush(stdout);
    unlink(attendance);
    text_destroy(&m.output);
    return right || !m.in_time;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: bench_crowd AGON BOT FOLDER\n");
        return EXIT_FAILURE;
    }
    agon = argv[1];
    bot = argv[2];
    folder = argv[3];
    mkdir(folder, 0755);
    printf("A crowd of games of Reversi, the arena and all bots on core %d, records in %s.\n\n",
        measure_pin(), folder);
    printf("%-18s %5s %8s | %7s %6s %8s %14s %8s %12s |\n", "bots", "games", "budget", "at once",
        "played", "TIMEOUTs", "largest charge", "games/s", "CPU a game");
    bool right = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        right = print_row(&rows[i]) && right;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
