#include "contest/replay.h"

#include <inttypes.h>
#include <string.h>

bool replay_begin(struct replay *r, const struct game *game, const char *start, struct error *e)
{
    *r = (struct replay){.game = game};
    struct error why;
    return game->parse(&r->position, start, &why) ||
        error_set(e, "its start cannot be read: %.160s", why.words);
}

// --- Moves ---

static bool play_move(struct replay *r, const char *word, struct error *e)
{
    const struct game *game = r->game;
    int64_t number = r->plies + 1;
    struct error unread;
    struct refusal why;
    move m;
    if (!game->parse_move(&r->position, word, &m, &unread))
        return error_set(
            e, "move %" PRId64 ", \"%s\", cannot be read: %.160s", number, word, unread.words);
    if (!game->legal(&r->position, m, &why))
        return error_set(
            e, "move %" PRId64 ", %s, is not legal: %s (%s)", number, word, why.words, why.rule);
    game->apply(&r->position, m);
    r->plies = number;
    return true;
}

bool replay_moves(struct replay *r, const char *moves, struct error *e)
{
    while (*moves != '\0') {
        char word[MOVE_TEXT_BYTES];
        size_t length = strcspn(moves, " ");
        if (length == 0 || length >= sizeof word)
            return error_set(e, "move %" PRId64 " is not the text of a move", r->plies + 1);
        memcpy(word, moves, length);
        word[length] = '\0';
        if (!play_move(r, word, e))
            return false;
        moves += length;
        if (*moves == ' ' && *++moves == '\0')
            return error_set(e, "move %" PRId64 " is missing behind a blank", r->plies + 1);
    }
    return true;
}

// --- The end ---

static const char *seat_words(int64_t seat)
{
    return seat == 0 ? "the first seat" : seat == 1 ? "the second seat" : "nobody";
}

static bool check_outcome(
    const struct outcome *o, const struct replay_claim *claim, struct error *e)
{
    bool drawn = claim->end == REPLAY_DRAWN;
    if (!o->over)
        return error_set(e, "it is said to be %s by the rules, but it is not over after its moves",
            drawn ? "drawn" : "won");
    if (o->winner != claim->winner || (o->winner == NOBODY) != drawn)
        return error_set(e, "it is said that %s has won, but by the rules it is %s (%s)",
            seat_words(claim->winner), seat_words(o->winner), o->reason);
    if (claim->blame != NOBODY)
        return error_set(e, "it ended by the rules, but %s is blamed", seat_words(claim->blame));
    return strcmp(claim->rule, o->rule) == 0 ||
        error_set(
            e, "it is said to have ended by rule \"%.20s\", but it was %s", claim->rule, o->rule);
}

static bool check_gave_up(const struct replay *r, const struct replay_claim *claim, struct error *e)
{
    int turn = r->game->turn(&r->position);
    if (claim->winner != 1 - turn)
        return error_set(e, "%s was to move and gave up, but it is said that %s has won",
            seat_words(turn), seat_words(claim->winner));
    return claim->blame == NOBODY ||
        error_set(e, "giving up is not a fault, but %s is blamed", seat_words(claim->blame));
}

static bool check_fault(const struct replay *r, const struct replay_claim *claim, struct error *e)
{
    if (claim->blame != 0 && claim->blame != 1)
        return error_set(e, "it ended by a fault that nobody is blamed for");
    if (claim->winner != 1 - claim->blame)
        return error_set(e, "%s made the fault, but it is said that %s has won",
            seat_words(claim->blame), seat_words(claim->winner));
    if (claim->end == REPLAY_NEVER_BEGAN && r->plies > 0)
        return error_set(e, "a player is said not to have started, but there are moves");
    bool of_mover =
        claim->end == REPLAY_WRONG_MOVE || (claim->end == REPLAY_WRONG_MESSAGE && r->plies > 0);
    int turn = r->game->turn(&r->position);
    return !of_mover || claim->blame == turn ||
        error_set(e, "%s is blamed for its move, but %s was to move", seat_words(claim->blame),
            seat_words(turn));
}

bool replay_check(const struct replay *r, const struct replay_claim *claim, struct error *e)
{
    if (claim->plies != r->plies)
        return error_set(e, "it is said to have %" PRId64 " moves, but there are %" PRId64,
            claim->plies, r->plies);
    struct outcome o = r->game->outcome(&r->position);
    if (claim->end == REPLAY_WON || claim->end == REPLAY_DRAWN)
        return check_outcome(&o, claim, e);
    if (o.over)
        return error_set(e, "by the rules it was over before that: %s", o.reason);
    return claim->end == REPLAY_GAVE_UP ? check_gave_up(r, claim, e) : check_fault(r, claim, e);
}
