#include "contest/account.h"

bool account_is_strict(const struct plan *p)
{
    return p->faults != FAULTS_CONTINUE || p->suspend_after > 0;
}

// --- Pairs ---

static void add_game(struct account *line, int half_points)
{
    line->half_points += half_points;
    line->wins += half_points == 2;
    line->draws += half_points == 1;
    line->losses += half_points == 0;
}

bool account_pair(struct field *f, const struct pairing *p, const struct pair_result *r)
{
    struct account *first = &f->lines[p->first], *second = &f->lines[p->second];
    if (!tally_add(&f->tally, (uint32_t)p->first, (uint32_t)p->second, r->half_points[0]) ||
        !tally_add(&f->tally, (uint32_t)p->second, (uint32_t)p->first, 2 - r->half_points[1]))
        return false;
    for (int game = 0; game < GAMES_PER_PAIR; game++) {
        add_game(first, r->half_points[game]);
        add_game(second, 2 - r->half_points[game]);
    }
    first->pairs++;
    second->pairs++;
    first->firsts++;
    return true;
}

static bool add_forfeits(struct field *f, int loser, int winner, int64_t games)
{
    struct account *lost = &f->lines[loser], *won = &f->lines[winner];
    lost->losses += games;
    lost->forfeits_lost += games;
    won->wins += games;
    won->forfeits_won += games;
    won->half_points += 2 * games;
    return tally_add_games(&f->forfeits, (uint32_t)loser, (uint32_t)winner, 0, games);
}

bool account_forfeit(struct field *f, const struct pairing *p, const bool gone[2])
{
    if (gone[0] && gone[1])
        return true;
    return add_forfeits(
        f, gone[0] ? p->first : p->second, gone[0] ? p->second : p->first, GAMES_PER_PAIR);
}

struct pair_result account_forfeit_result(const bool gone[2])
{
    int half_points = gone[0] && gone[1] ? 1 : gone[1] ? 2 : 0;
    return (struct pair_result){.half_points = {half_points, half_points}};
}

// --- Who is out ---

void account_faults(
    struct field *f, const struct pairing *p, const struct pair_result *r, bool out[2])
{
    const struct plan *plan = &f->plan;
    for (int i = 0; i < 2; i++) {
        struct account *line = &f->lines[i == 0 ? p->first : p->second];
        out[i] = false;
        for (int game = 0; game < GAMES_PER_PAIR; game++) {
            bool fault = r->faults[game] == (i == 0 ? FAULT_FIRST : FAULT_SECOND);
            line->faults_in_a_row = fault ? line->faults_in_a_row + 1 : 0;
            out[i] = out[i] || (fault && plan->faults != FAULTS_CONTINUE) ||
                (plan->suspend_after > 0 && line->faults_in_a_row >= plan->suspend_after);
        }
    }
}

// The results of one player against another, in games in which it had seat 0.
struct share {
    int player;
    int64_t wins, draws, losses;
};

static void account_take_back(struct account *line, const struct share *s)
{
    line->wins -= s->wins;
    line->draws -= s->draws;
    line->losses -= s->losses;
    line->half_points -= 2 * s->wins + s->draws;
}

// Turns the games of a cell into forfeits of the player, if the player took part in them.
static bool erase_cell(struct field *f, struct tally_cell *c, int player)
{
    int64_t games = c->wins + c->draws + c->losses;
    const struct share first = {(int)c->first, c->wins, c->draws, c->losses};
    const struct share second = {(int)c->second, c->losses, c->draws, c->wins};
    if ((first.player != player && second.player != player) || games == 0)
        return true;
    account_take_back(&f->lines[first.player], &first);
    account_take_back(&f->lines[second.player], &second);
    c->wins = c->draws = c->losses = 0;
    return add_forfeits(f, player, first.player == player ? second.player : first.player, games);
}

// Removes what others forfeited to the player: it counts for nobody.
static void account_drop_forfeits(struct field *f, struct tally_cell *c)
{
    struct account *lost = &f->lines[c->first], *won = &f->lines[c->second];
    lost->losses -= c->losses;
    lost->forfeits_lost -= c->losses;
    won->wins -= c->losses;
    won->forfeits_won -= c->losses;
    won->half_points -= 2 * c->losses;
    c->losses = 0;
}

static bool account_erase(struct field *f, int player)
{
    struct account *line = &f->lines[player];
    for (size_t i = 0; i < f->forfeits.count; i++) {
        if ((int)f->forfeits.cells[i].second == player)
            account_drop_forfeits(f, &f->forfeits.cells[i]);
    }
    for (size_t i = 0; i < f->tally.count; i++) {
        if (!erase_cell(f, &f->tally.cells[i], player))
            return false;
    }
    line->half_points -= line->bye_half_points;
    line->bye_half_points = 0;
    return true;
}

bool account_out(struct field *f, int player)
{
    f->lines[player].out = true;
    return f->plan.faults != FAULTS_ERASE || account_erase(f, player);
}
