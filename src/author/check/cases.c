#include "author/check/case.h"
#include "author/check/rare_position.h"

#include <string.h>

enum family family_of(const struct wire *w)
{
    static const struct {
        const char *prefix;
        enum family family;
    } rows[] = {{"santorini-course", FAMILY_COURSE}, {"santorini", FAMILY_SANTORINI},
        {"stones", FAMILY_STONES}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strncmp(w->name, rows[i].prefix, strlen(rows[i].prefix)) == 0)
            return rows[i].family;
    }
    return FAMILY_HGP;
}

// --- Plans ---

// A game from the start: the bot has each seat in turn, and each player id (R1).
static void plan_start(const struct plan_setting *s, struct game_plan *plan)
{
    *plan = (struct game_plan){.seat = s->index % SEATS,
        .coin = s->index / SEATS % 2,
        .opponent = {.random = random_seeded(s->seed)}};
    s->wire->game->start(&plan->start, s->variant, NULL);
    wire_turn_start(s->wire, &plan->start, plan->coin);
}

// Begins in a rare position. The player to move there is the bot, or its opponent.
static void plan_rare(
    const struct plan_setting *s, struct game_plan *plan, enum rarity rarity, bool bot_moves)
{
    const struct rare_wish wish = {.game = s->wire->game,
        .variant = s->variant,
        .rarity = rarity,
        .seed = s->seed,
        .index = s->index};
    plan_start(s, plan);
    if (!rare_position(&wish, &plan->start))
        wire_turn_start(s->wire, &plan->start, plan->coin);
    int turn = s->wire->game->turn(&plan->start);
    plan->seat = bot_moves ? turn : 1 - turn;
}

static void plan_cut(struct game_plan *plan, enum plan_cut cut, int moves, enum verdict verdict)
{
    plan->cut = cut;
    plan->cut_moves = moves;
    plan->verdict = verdict;
}

// The bot has few moves at every turn. Where a connection plays many games, each has one position
// of the bot; else as many as there are in a game.
static void plan_narrow(const struct plan_setting *s, struct game_plan *plan)
{
    enum family family = family_of(s->wire);
    bool stones = family == FAMILY_STONES;
    if (stones && s->index % 10 == 0)
        plan_rare(s, plan, RARE_ONLY_PASS, false);
    else if (family == FAMILY_HGP && s->index < 2)
        plan_rare(s, plan, RARE_LONG_LIST, s->index == 0);
    else
        plan_rare(s, plan, RARE_NARROW, !stones || s->index % 3 != 0);
    plan->opponent.style = OPPONENT_NARROW;
    plan_cut(plan, CUT_BY_FAULT, s->wire->many_games ? 1 : 12, VERDICT_ILLEGAL);
}

static void plan_positions(const struct plan_setting *s, struct game_plan *plan)
{
    plan_rare(s, plan, RARE_USUAL, s->index % 2 == 0);
    plan->opponent.style = s->index % 4 < 2 ? OPPONENT_NARROW : OPPONENT_RANDOM;
    if (s->wire->many_games)
        plan_cut(plan, CUT_BY_FAULT, 2, VERDICT_TIMEOUT);
}

static void plan_endings(const struct plan_setting *s, struct game_plan *plan)
{
    bool last = s->index % 2 == 0;
    struct plan_setting inner = *s;
    inner.index = s->index / 2;
    plan_rare(&inner, plan, last ? RARE_LAST_MOVE : RARE_WILL_END, last);
    plan->opponent.style = OPPONENT_ENDER;
}

static void plan_skips(const struct plan_setting *s, struct game_plan *plan)
{
    bool again = s->index % 2 == 0;
    plan_rare(s, plan, s->index < 2 ? RARE_AGAIN_TWICE : again ? RARE_AGAIN : RARE_CAN_SKIP, again);
    plan->opponent.style = OPPONENT_MUTE;
}

static void plan_long(const struct plan_setting *s, struct game_plan *plan)
{
    plan_start(s, plan);
    plan->opponent.style = OPPONENT_WIDE;
}

static void plan_forfeits(const struct plan_setting *s, struct game_plan *plan)
{
    static const enum verdict verdicts_told[] = {
        VERDICT_DISCONNECT, VERDICT_MALFORMED, VERDICT_ILLEGAL};
    int kinds = sizeof verdicts_told / sizeof *verdicts_told;
    plan_start(s, plan);
    if (s->index < kinds)
        plan_cut(plan, CUT_BY_FAULT, s->index + 1, verdicts_told[s->index]);
    else
        plan_cut(plan, CUT_WHILE_ASKED, 2, VERDICT_DISCONNECT);
}

// A few moves are enough to see whether the bot understands what it is sent.
static void plan_few(const struct plan_setting *s, struct game_plan *plan)
{
    plan_start(s, plan);
    plan_cut(plan, CUT_BY_FAULT, 6, VERDICT_DISCONNECT);
}

static void plan_single(const struct plan_setting *s, struct game_plan *plan)
{
    plan_start(s, plan);
    plan_cut(plan, CUT_BY_FAULT, PLAN_SINGLE_MOVES, VERDICT_DISCONNECT);
}

static void plan_names(const struct plan_setting *s, struct game_plan *plan)
{
    static const char *const names[] = {
        "abcdefghijklmnopqrstuvwxyzabcdef", "b", "turn", "over", "place", "put"};
    plan_few(s, plan);
    plan->name = names[s->index % (int)(sizeof names / sizeof *names)];
}

// A few whole games, then many short ones.
static void plan_series(const struct plan_setting *s, struct game_plan *plan)
{
    plan_start(s, plan);
    if (s->index >= 4)
        plan_cut(plan, CUT_BY_FAULT, 3, VERDICT_MALFORMED);
}

static void plan_closed(const struct plan_setting *s, struct game_plan *plan)
{
    plan_start(s, plan);
    plan_cut(plan, CUT_BY_SILENCE, s->index * 2, VERDICT_VOID);
}

// --- The table ---

#define EVERY_START "G3 G4 G5 G6 G9 "

const struct check_case check_cases[] = {
    {"start", "whole games, in both seats",
        {EVERY_START "R1 R2 R3 R4 R5 R6 R7", EVERY_START "S1 S2 S3 S4 S5 S7 S10",
            EVERY_START "S1 S2 S4 S5 S10", EVERY_START "T1 T2 T3 T4 T5 T6 T8"},
        {4, 4, 4, 4}, .plan = plan_start},
    {"narrow", "positions with one legal move or few, in every direction and at the edges",
        {"R2 R3 R4", "S2 S5 S6", "S2 S5 S6", "T1 T3 T4 T5 T6"}, {40, 240, 240, 40},
        .plan = plan_narrow, .bulk = true},
    {"positions", "other boards than the usual ones",
        {"R2 R3 R4 R5", "S2 S5 S8", "S2 S5 S9", "T1 T2 T4 T5 T6"}, {8, 120, 120, 16},
        .plan = plan_positions, .bulk = true},
    {"endings", "the last move of a game, by the bot and by its opponent",
        {"R5", "S5 S6 S7 S10", "S5 S6 S10", "T6 T9"}, {8, 12, 12, 8}, .plan = plan_endings},
    {"skips", "a player without a legal move is skipped", {"R4 R6", NULL, NULL, NULL},
        {10, 0, 0, 0}, .plan = plan_skips},
    {"long", "games that last as long as possible", {"R4 R5 G2", "S5 S10 G2", "S5 S10 G2", "T9 G2"},
        {1, 1, 1, 1}, .plan = plan_long},
    {"forfeits", "the opponent makes a fault, or leaves", {"R5", "S7 S9", "S9", "T7"}, {4, 4, 4, 4},
        .plan = plan_forfeits},
    {"names", "opponents with long, short and misleading names", {NULL, "S1 S3 S5", "S1 S5", NULL},
        {0, 6, 6, 0}, .plan = plan_names},
    {"renamed", "the name that the bot wants is taken, by its opponent",
        {NULL, "S1 S4 S5", "S1 S4 S5", NULL}, {0, 2, 2, 0}, .plan = plan_few, .renames = true},
    {"series", "games that follow one another on one connection, and the end of the contest",
        {NULL, "S3 S7 S8 S9", "S9", NULL}, {0, 20, 20, 0}, .plan = plan_series},
    {"slow", "an opponent that takes its time", {"R6 G4", "S5 G4", "S5 G4", "T3 G4"}, {2, 2, 2, 2},
        .plan = plan_few, .pause_ms = 150},
    {"single", "one message at a time", {"G1", "G1", "G1", "G1"}, {2, 1, 1, 2}, .plan = plan_single,
        .apart = true},
    {"glued", "several messages in one piece", {"G1", "G1", "G1", "G1"}, {2, 2, 2, 2},
        .plan = plan_few, .blame = "G1", .shape = {.hold_ms = 5}},
    {"split", "messages in several pieces", {"G1", "G1", "G1", "G1"}, {2, 2, 2, 2},
        .plan = plan_few, .blame = "G1", .shape = {.piece_most = 40, .pieces_most = 64, .seed = 1}},
    {"bytes", "messages byte by byte", {"G1", "G1", "G1", "G1"}, {1, 1, 1, 1}, .plan = plan_few,
        .blame = "G1", .shape = {.piece_most = 1, .pieces_most = 48, .seed = 1}},
    {"spaced", "blanks between the parts of a message", {"G1", "G1", "G1", "G1"}, {1, 1, 1, 1},
        .plan = plan_few, .blame = "G1", .advisory = true, .rewrite = REWRITE_SPACED},
    {"reordered", "keys in another order", {"G3", "G3", NULL, "G3"}, {1, 1, 0, 1}, .plan = plan_few,
        .blame = "G3", .advisory = true, .rewrite = REWRITE_REORDERED},
    {"extra", "keys that the protocol does not have", {"G3", "G3", NULL, "G3"}, {1, 1, 0, 1},
        .plan = plan_few, .blame = "G3", .advisory = true, .rewrite = REWRITE_EXTRA},
    {"closed", "the arena closes the stream in the middle of a game", {"G7", "G7", "G7", "G7"},
        {2, 2, 2, 2}, .plan = plan_closed},
    {"nothing", "the arena closes the stream at once", {"G7", "G7", "G7", "G7"}, {1, 1, 1, 1},
        .plan = plan_start, .silent = true},
    {0},
};

const struct arena_rule arena_rules[] = {
    {"G8", "the arena keeps what a bot writes to stderr; the bot need do nothing"},
    {"G10", "tokens are for doors; a bot that is checked shows none"},
    {"R8", "the arena chooses the size of the board: --variant checks another"},
    {"T10", "a notation for people, which no message has"},
    {0},
};
