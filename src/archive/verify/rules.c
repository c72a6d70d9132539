#include "archive/verify/rules.h"

#include "contest/replay.h"
#include "referee/result.h"

#include <string.h>

// Which end the moves of a game must fit to, by verdict. VOID is never stored.
static const enum replay_end ends[VERDICTS] = {
    [VERDICT_WON] = REPLAY_WON,
    [VERDICT_DRAW] = REPLAY_DRAWN,
    [VERDICT_MALFORMED] = REPLAY_WRONG_MESSAGE,
    [VERDICT_ILLEGAL] = REPLAY_WRONG_MOVE,
    [VERDICT_TIMEOUT] = REPLAY_WRONG_MESSAGE,
    [VERDICT_DISCONNECT] = REPLAY_BROKEN_OFF,
    [VERDICT_CRASH] = REPLAY_BROKEN_OFF,
    [VERDICT_FLOOD] = REPLAY_BROKEN_OFF,
    [VERDICT_NO_START] = REPLAY_NEVER_BEGAN,
    [VERDICT_LIMIT] = REPLAY_BROKEN_OFF,
    [VERDICT_VOID] = REPLAY_BROKEN_OFF,
};

// The words of an end by the rules follow from it; those of a fault begin with who made it.
static bool verify_rules_check_words(const struct replay *r, const struct replay_claim *claim,
    const struct store_game *g, struct error *e)
{
    const char *names[SEATS] = {g->first_name, g->second_name};
    if (claim->blame != NOBODY) {
        const char *name = names[claim->blame];
        size_t length = strlen(name);
        return (strncmp(g->explanation, name, length) == 0 && g->explanation[length] == ':') ||
            error_set(e, "its explanation does not begin with the one who made the fault");
    }
    struct result result;
    if (claim->end == REPLAY_GAVE_UP) {
        result_by_resigning(&result, (int)(1 - claim->winner), names);
    } else {
        struct outcome o = r->game->outcome(&r->position);
        result_by_rules(&result, &o, names);
    }
    return strcmp(g->explanation, result.explanation) == 0 ||
        error_set(e, "its explanation should be \"%.160s\"", result.explanation);
}

bool verify_rules(
    const struct game *game, const struct store_game *g, int64_t *moves, struct error *e)
{
    enum verdict verdict;
    if (!verdict_find(g->verdict, &verdict) || verdict == VERDICT_VOID)
        return error_set(e, "a game cannot end with the verdict \"%.20s\"", g->verdict);
    // Giving up is a win without a rule.
    bool gave_up = verdict == VERDICT_WON && g->rule[0] == '\0';
    const struct replay_claim claim = {
        .end = gave_up ? REPLAY_GAVE_UP : ends[verdict],
        .winner = g->winner == STORE_NOBODY ? NOBODY : g->winner,
        .blame = g->blame == STORE_NOBODY ? NOBODY : g->blame,
        .rule = g->rule,
        .plies = g->plies,
    };
    struct replay r;
    if (!replay_begin(&r, game, g->start, e) || !replay_moves(&r, g->moves, e) ||
        !replay_check(&r, &claim, e) || !verify_rules_check_words(&r, &claim, g, e))
        return false;
    *moves += r.plies;
    return true;
}
