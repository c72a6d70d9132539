// agon contest void: a game counts for nothing and is played again.
#include "cli/changing.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "cli/terminal.h"

#include <inttypes.h>
#include <stdlib.h>

enum { WHY_BYTES_MOST = 500 };

struct voiding {
    int64_t number; // of the game, in the schedule
    const char *why;
    bool later;           // those that depend on it, too
    int64_t pair;         // of the game
    int game;             // in the pair
    int64_t end;          // the first pair that depends on its result
    int64_t dependents;   // games stored of this pair and later ones
    char description[96]; // "game 17 (ann - bob)"
};

static bool describe(void *user, const struct store_game *g)
{
    struct voiding *v = user;
    if (g->play != v->number)
        return true;
    snprintf(v->description, sizeof v->description, "game %" PRId64 " (%s - %s)", g->play,
        g->first_name, g->second_name);
    return false;
}

static bool find_game(struct changing *c, struct voiding *v, struct error *e)
{
    v->pair = (v->number - 1) / GAMES_PER_PAIR;
    v->game = (int)((v->number - 1) % GAMES_PER_PAIR);
    if (!reader_walk_games(c->archive.reader, READER_BY_PAIR, describe, v, e))
        return false;
    return v->description[0] != '\0' ||
        error_set(e, "no game %" PRId64 " is stored that counts", v->number);
}

// What was stored and could not have been played without this result depends on it.
static bool find_dependents(struct changing *c, struct voiding *v, struct error *e)
{
    for (size_t i = 0; i < c->ledger.count; i++) {
        if (c->ledger.pairs[i].index == v->pair)
            c->ledger.pairs[i].half_points[v->game] = LEDGER_UNKNOWN;
    }
    struct schedule schedule;
    if (!schedule_init(&schedule, &c->archive.definition.plan, e))
        return false;
    bool replayed = ledger_replay(&c->ledger, &schedule, e);
    v->end = schedule.next;
    schedule_destroy(&schedule);
    if (!replayed)
        return false;
    for (size_t i = 0; i < c->ledger.count; i++) {
        const struct ledger_pair *pair = &c->ledger.pairs[i];
        for (int game = 0; pair->index >= v->end && game < GAMES_PER_PAIR; game++)
            v->dependents += pair->half_points[game] != LEDGER_UNKNOWN;
    }
    return v->dependents == 0 || v->later ||
        error_set(e,
            "%" PRId64 " later game%s on its result, because the schedule follows from results:"
            " --later makes %s void, too",
            v->dependents, v->dependents == 1 ? " depends" : "s depend",
            v->dependents == 1 ? "it" : "them");
}

// The last first: wherever this is interrupted, what is left is a contest that was stopped early.
static bool write_voids(struct changing *c, const struct voiding *v, struct error *e)
{
    char reason[WHY_BYTES_MOST + 128];
    snprintf(reason, sizeof reason, "it depends on %s, which is void", v->description);
    for (size_t i = c->ledger.count; v->dependents > 0 && i > 0; i--) {
        const struct ledger_pair *pair = &c->ledger.pairs[i - 1];
        for (int game = GAMES_PER_PAIR - 1; pair->index >= v->end && game >= 0; game--) {
            if (pair->half_points[game] != LEDGER_UNKNOWN &&
                !changing_void(c, pair->index, game, reason, e))
                return false;
        }
    }
    snprintf(reason, sizeof reason, "%s: %.*s", v->description, WHY_BYTES_MOST,
        v->why ? v->why : "no reason given");
    return changing_void(c, v->pair, v->game, reason, e);
}

int contest_void(const struct command *self, int argc, char **argv)
{
    const char *file = NULL, *number = NULL;
    struct voiding v = {0};
    const struct argument arguments[] = {{"FILE", "the contest file", &file},
        {"NUMBER", "of the game, as at the beginning of its line", &number}};
    const struct option options[] = {
        {"why", "the reason, for the log", .text = &v.why, .value = "TEXT"},
        {"later", "also the games of later rounds, which depend on its result", .flag = &v.later},
    };
    const struct syntax syntax = {self, arguments, 2, options, sizeof options / sizeof *options};
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    if (!options_number("NUMBER", number, 1, INT64_MAX, &v.number, &e))
        return wrong_input(&e);
    struct changing c;
    int status = EXIT_WRONG_INPUT;
    if (changing_open(&c, file)) {
        bool well = find_game(&c, &v, &e) && find_dependents(&c, &v, &e) && write_voids(&c, &v, &e);
        status = well ? EXIT_OK : wrong_input(&e);
    }
    status = changing_close(&c, status);
    if (status != EXIT_OK)
        return status;
    print_part(stdout, "%s is void", v.description);
    if (v.dependents > 0)
        printf(", and %" PRId64 " later one%s", v.dependents, v.dependents == 1 ? "" : "s");
    print_command("; to go on:  ", "contest run", file);
    return EXIT_OK;
}
