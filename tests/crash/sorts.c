#include "crash/sorts.h"

#include <stdio.h>
#include <stdlib.h>

// Bots of Santorini speak first, so that trying them before the contest takes no time.
const struct sort sorts[SORTS] = {
    {"santorini", "santorini", "format: round-robin\nrounds: 3", .spawned = true},
    {"reversi", "hgp", "format: swiss\nrounds: 5\ngames: 8\nopenings: random:6", .spawned = true},
    {"santorini", "santorini-course", "format: knockout\ngames: 8", .spawned = true},
    {"reversi", "hgp", "format: ladder\nrounds: 60", .spawned = false},
    {"stones", "stones", "format: double-knockout\ngames: 6", .spawned = true},
    {"santorini", "santorini", "format: ladder\nrounds: 12", .spawned = true},
    {"stones", "stones", "format: round-robin\ngames: 6\nfaults: erase", .spawned = true,
        .faulty = true},
    {"stones", "stones", "format: swiss\ngames: 6\nsuspend_after: 3", .faulty = true},
    {"santorini", "santorini", "format: round-robin\nrounds: 3", .spawned = true, .changed = true},
    {"stones", "stones", "format: swiss\nrounds: 5\ngames: 12\nsuspend_after: 3", .spawned = true,
        .faulty = true, .changed = true},
    {"santorini", "santorini", "format: round-robin\nrounds: 3", .spawned = true,
        .disk_fails = true},
    {"reversi", "hgp", "format: swiss\ngames: 20", .disk_fails = true},
};

void sorts_write(const struct sort *s, const char *folder, const char *bot)
{
    char line[128], path[128];
    snprintf(line, sizeof line, "rm -rf %s && mkdir %s", folder, folder);
    snprintf(path, sizeof path, "%s/contest.yaml", folder);
    FILE *file = system(line) == 0 ? fopen(path, "w") : NULL;
    if (!file)
        exit(1);
    fprintf(file, "game: %s\nwire: %s\nseed: 7\nrecords: games\n%s\n", s->game, s->wire, s->format);
    // A busy machine must not decide a game.
    fprintf(file, "time: {start: 1h, first: 1h, request: 1h}\nplayers:\n");
    for (int i = 0; i < 5; i++) {
        if (s->spawned && i % 2 == 0)
            fprintf(file, "  - {name: bot%c, player: %s %s %d}\n", 'a' + i, bot, s->wire, i);
        else
            fprintf(file, "  - {name: own%c, player: \"%s\"}\n", 'a' + i,
                i == 1 ? "@first" : "@random");
    }
    // It leaves when it is asked, and not before: else when that is noticed would be a matter of
    // time.
    if (s->faulty)
        fputs("  - name: bad\n    player: sh -c 'while read -r line; do case $line in"
              " *AllowedMoves*) exit 7;; esac; done'\n",
            file);
    fclose(file);
}

bool sorts_change(
    const struct sort *s, const char *folder, const char *agon, const char *bot, struct error *e)
{
    char changes[4][256], line[512];
    snprintf(changes[0], sizeof changes[0], "add contest.yaml late '%s %s 7'", bot, s->wire);
    snprintf(changes[1], sizeof changes[1], "remove contest.yaml botc");
    snprintf(changes[2], sizeof changes[2], "replace contest.yaml bote '%s %s 8'", bot, s->wire);
    snprintf(changes[3], sizeof changes[3], "suspend contest.yaml ownd");
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        snprintf(
            line, sizeof line, "cd %s && %s contest %.255s >talk 2>&1", folder, agon, changes[i]);
        if (system(line) != 0)
            return error_set(e, "agon contest %s: see %s/talk", changes[i], folder);
    }
    return true;
}
