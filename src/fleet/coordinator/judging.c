// What no replay can show: faults of players, and their points, are counted by worker, and a worker
// on which they are too unlike those elsewhere is put into quarantine (fleet/fairness.h).
#include "fleet/coordinator/parts.h"

#include "fleet/recomputed_game.h"

#include <inttypes.h>
#include <stdio.h>

// The openings of a file come in turns: each is compared with itself only.
static uint64_t judging_opening(const struct coordinator *c, const position *start)
{
    const struct definition *d = c->options->roster->definition;
    char bytes[POSITION_TEXT_BYTES];
    struct text printed = TEXT_IN(bytes);
    if (d->file.openings != CONTEST_OPENINGS_FILE)
        return 0;
    d->game->print(start, &printed);
    return lease_digest(bytes);
}

// Who made a fault or gave up in the games of the lease, and who had fewer points.
static struct fairness_pair judging_pair(const struct coordinator *c, const struct lease *l,
    int64_t worker, const struct lease_end ends[LEASE_GAMES])
{
    const int *players = l->games[0].job.players;
    struct fairness_pair pair = {.worker = worker, .players = {players[0], players[1]}};
    int ahead = 0; // games that the first one has won more than the other
    for (int i = 0; i < l->count; i++) {
        if (ends[i].winner == NOBODY)
            continue;
        bool first_won = l->games[i].job.players[ends[i].winner] == players[0];
        ahead += first_won ? 1 : -1;
        if (ends[i].blame != NOBODY || ends[i].gave_up)
            pair.faulted[first_won ? 1 : 0] = true;
    }
    pair.scored = l->count == LEASE_GAMES;
    pair.lost[0] = ahead < 0;
    pair.lost[1] = ahead > 0;
    pair.opening = judging_opening(c, &l->games[0].job.start);
    return pair;
}

static bool judging_look(struct coordinator *c, int64_t worker, struct error *e)
{
    struct fairness_finding finding;
    const char *const *names = c->options->roster->definition->names;
    return !fairness_look(c->fairness, worker, names, &finding) ||
        attendance_quarantine(c, worker, finding.words, e);
}

bool judging_note(struct coordinator *c, const struct lease *l, struct error *e)
{
    struct lease_end ends[LEASE_GAMES] = {0};
    if (l->worker == 0 || l->mixed)
        return true; // nobody has played all of it
    for (int i = 0; i < l->count; i++)
        ends[i] = l->games[i].end;
    const struct fairness_pair pair = judging_pair(c, l, l->worker, ends);
    return (fairness_add_pair(c->fairness, &pair) || error_set(e, "out of memory")) &&
        judging_look(c, l->worker, e);
}

bool judging_note_audit(struct coordinator *c, const struct lease *l, struct error *e)
{
    struct lease_end first[LEASE_GAMES] = {0}, second[LEASE_GAMES] = {0};
    if (l->auditor == 0 || l->mixed)
        return true;
    for (int i = 0; i < l->count; i++) {
        first[i] = l->games[i].end;
        second[i] = l->games[i].audited;
    }
    // The first one was counted when it was handed in.
    const struct fairness_pair a = judging_pair(c, l, l->worker, first);
    const struct fairness_pair b = judging_pair(c, l, l->auditor, second);
    return ((fairness_add_pair(c->fairness, &b) && fairness_add_audit(c->fairness, &a, &b)) ||
               error_set(e, "out of memory")) &&
        judging_look(c, l->worker, e) && judging_look(c, l->auditor, e);
}

// --- Games that must be the same ---

// Puts a worker out whose game is not the right one.
static bool judging_put_out(
    struct coordinator *c, int64_t worker, const struct assignment *job, struct error *e)
{
    char words[ERROR_WORDS_BYTES];
    snprintf(words, sizeof words,
        "its game %" PRId64 " is not the one that the built-in players play from this seed",
        job->number);
    return attendance_put_out(c, worker, words, e);
}

bool judging_compare_games(struct coordinator *c, const struct lease *l, int which, struct error *e)
{
    const struct lease_game *g = &l->games[which];
    const struct roster *roster = c->options->roster;
    if (g->end.moves == g->audited.moves || g->end.short_of_time || g->audited.short_of_time ||
        l->mixed || !recomputed_game_is_fixed(roster, &g->job))
        return true;
    char words[ERROR_WORDS_BYTES];
    snprintf(words, sizeof words,
        "game %" PRId64 " of built-in players was another one on worker %" PRId64
        " (%s) than on worker %" PRId64 " (%s)",
        g->job.number, l->worker, attendance_host(c, l->worker), l->auditor,
        attendance_host(c, l->auditor));
    c->pool.source->said(c->pool.user, "worker", words);
    struct text moves = text_growing();
    bool sure = recomputed_game_play(roster, &g->job, &moves);
    uint64_t right = lease_digest(moves.bytes);
    text_destroy(&moves);
    return !sure ||
        ((g->end.moves == right || judging_put_out(c, l->worker, &g->job, e)) &&
            (g->audited.moves == right || judging_put_out(c, l->auditor, &g->job, e)));
}
