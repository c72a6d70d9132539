// Fault policies (S9): who is out, and the table, follow from the results in the order of the
// schedule; neither the order in which games end nor any interruption changes them. Here for
// contests of all formats; single rules are in fault_rules_test.c.
#include "base/random.h"
#include "contest/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLAYERS_MOST = 16, PAIRS_MOST = 4096, RUNNING_MOST = 16, WIN = 2 };

// One game in so many ends by a fault.
static uint32_t faults_every = 8;

// Same pair, same result: a fault loses its game.
static struct pair_result judge(const struct pairing *p)
{
    struct random r = random_seeded(p->seed);
    struct pair_result result = {0};
    for (int game = 0; game < GAMES_PER_PAIR; game++) {
        if (random_below(&r, faults_every) == 0) {
            result.faults[game] = random_below(&r, 2) == 0 ? FAULT_FIRST : FAULT_SECOND;
            result.half_points[game] = result.faults[game] == FAULT_FIRST ? 0 : WIN;
        } else {
            result.half_points[game] = (int)random_below(&r, 3);
        }
    }
    return result;
}

// --- A contest with a store, as the arena has one ---

struct stored {
    bool here[PAIRS_MOST]; // the result of the pair is on the disk, and not void
    struct pair_result results[PAIRS_MOST];
};

struct contest {
    struct schedule schedule;
    struct stored *stored;
    struct pairing pairs[PAIRS_MOST]; // as handed out
    bool handed_out[PAIRS_MOST], forfeit[PAIRS_MOST];
    int64_t out_at[PLAYERS_MOST]; // the pair, or -1
    struct standing standings[PLAYERS_MOST];
};

static void note_forfeit(void *user, int64_t index, bool handed_out)
{
    struct contest *c = user;
    assert_true(index < PAIRS_MOST);
    assert_false(c->forfeit[index]);
    assert_int_equal(c->handed_out[index], handed_out);
    c->forfeit[index] = true;
    c->stored->here[index] = false;
}

static void note_out(void *user, int player, int64_t index)
{
    struct contest *c = user;
    assert_int_equal(c->out_at[player], -1);
    c->out_at[player] = index;
}

static const struct schedule_events events = {.forfeited = note_forfeit, .out = note_out};

static void finish(struct contest *c, const struct pairing *p)
{
    struct error e;
    struct pair_result r = judge(p);
    // What became a forfeit while it was played is not stored.
    if (schedule_is_forfeit(&c->schedule, p->index))
        return;
    c->stored->here[p->index] = true;
    c->stored->results[p->index] = r;
    assert_true(schedule_result(&c->schedule, p->index, &r, &e));
}

static enum schedule_next take(struct contest *c, struct pairing *p)
{
    enum schedule_next next = schedule_next(&c->schedule, p);
    assert_int_not_equal(next, NEXT_FAILED);
    if (next == NEXT_PAIR) {
        assert_true(p->index < PAIRS_MOST);
        assert_false(c->handed_out[p->index] || c->forfeit[p->index]);
        c->handed_out[p->index] = true;
        c->pairs[p->index] = *p;
    }
    return next;
}

// Plays `width` pairs at a time, which of them ends first being a lot, until the contest is over or
// so many pairs have been played: then the power fails. True: it is over.
static bool play(struct contest *c, const struct plan *plan, struct stored *stored, int width,
    uint64_t lot, int64_t limit)
{
    struct error e;
    memset(c, 0, sizeof *c);
    memset(c->out_at, -1, sizeof c->out_at);
    assert_true(schedule_init(&c->schedule, plan, &e));
    c->schedule.events = &events;
    c->schedule.user = c;
    c->stored = stored;
    struct pairing running[RUNNING_MOST];
    struct random r = random_seeded(lot);
    int count = 0;
    for (;;) {
        enum schedule_next next = count < width ? take(c, &running[count]) : NEXT_WAIT;
        if (next == NEXT_PAIR && stored->here[running[count].index]) {
            const struct pair_result *known = &stored->results[running[count].index];
            assert_true(schedule_result(&c->schedule, running[count].index, known, &e));
        } else if (next == NEXT_PAIR) {
            count++;
        } else if (count == 0) {
            assert_int_equal(next, NEXT_OVER);
            assert_int_equal(schedule_running(&c->schedule), 0);
            assert_true(schedule_standings(&c->schedule, c->standings, &e));
            return true;
        } else if (limit-- == 0) {
            return false;
        } else {
            int which = (int)random_below(&r, (uint32_t)count);
            finish(c, &running[which]);
            running[which] = running[--count];
        }
    }
}

static void end(struct contest *c)
{
    schedule_destroy(&c->schedule);
}

static struct contest one, other; // large
static struct stored first_store, second_store;

static void assert_same_cell(const struct tally *a, const struct tally *b, uint32_t i, uint32_t k)
{
    static const struct tally_cell none;
    const struct tally_cell *x = tally_find(a, i, k), *y = tally_find(b, i, k);
    x = x ? x : &none;
    y = y ? y : &none;
    assert_int_equal(x->wins, y->wins);
    assert_int_equal(x->draws, y->draws);
    assert_int_equal(x->losses, y->losses);
}

static void assert_same_end(const struct contest *a, const struct contest *b)
{
    int players = a->schedule.field.plan.players;
    assert_int_equal(a->schedule.finished, b->schedule.finished);
    assert_int_equal(a->schedule.forfeits, b->schedule.forfeits);
    for (int i = 0; i < players; i++) {
        const struct standing *x = &a->standings[i], *y = &b->standings[i];
        assert_int_equal(x->player, y->player);
        assert_int_equal(x->rank, y->rank);
        assert_memory_equal(&x->line, &y->line, sizeof x->line);
        assert_true(x->buchholz == y->buchholz && x->sonneborn_berger == y->sonneborn_berger);
        assert_true(x->glicko.rating == y->glicko.rating);
        assert_int_equal(a->out_at[i], b->out_at[i]);
        for (int k = 0; k < players; k++) {
            assert_same_cell(
                &a->schedule.field.tally, &b->schedule.field.tally, (uint32_t)i, (uint32_t)k);
            assert_same_cell(
                &a->schedule.field.forfeits, &b->schedule.field.forfeits, (uint32_t)i, (uint32_t)k);
        }
    }
    // And the same games count in the store: its fingerprint is the same.
    assert_memory_equal(a->stored->here, b->stored->here, sizeof a->stored->here);
}

static struct plan plan_of(const struct format *format, int players, uint64_t seed)
{
    struct plan p = {.format = format, .players = players, .seed = seed};
    if (format == &format_match)
        p.players = 2;
    if (format == &format_match || format == &format_ladder)
        p.rounds = 30;
    if (format == &format_swiss || format == &format_knockout)
        p.length = 1 + (int64_t)(seed % 3);
    if (format == &format_round_robin || format == &format_gauntlet)
        p.rounds = 3;
    return p;
}

static const struct {
    enum fault_policy faults;
    int64_t suspend_after;
} policies[] = {{FAULTS_DROP, 0}, {FAULTS_ERASE, 0}, {FAULTS_CONTINUE, 1}, {FAULTS_CONTINUE, 2}};

enum { POLICIES = sizeof policies / sizeof *policies };

static void for_all(void (*check)(const struct plan *p))
{
    for (const struct format *const *format = formats; *format; format++) {
        for (int policy = 0; policy < POLICIES; policy++) {
            for (uint64_t seed = 1; seed <= 12; seed++) {
                struct plan p = plan_of(*format, 2 + (int)(seed * 5 % 13), seed);
                p.faults = policies[policy].faults;
                p.suspend_after = policies[policy].suspend_after;
                faults_every = seed % 2 == 0 ? 3 : 20;
                check(&p);
            }
        }
    }
}

// --- Properties ---

static void check_order(const struct plan *p)
{
    memset(&first_store, 0, sizeof first_store);
    assert_true(play(&one, p, &first_store, 1, 0, INT64_MAX));
    for (int width = 2; width <= RUNNING_MOST; width += 7) {
        memset(&second_store, 0, sizeof second_store);
        assert_true(play(&other, p, &second_store, width, (uint64_t)width, INT64_MAX));
        assert_same_end(&one, &other);
        end(&other);
    }
    end(&one);
}

static void the_order_in_which_games_end_changes_nothing_S9(void **state)
{
    (void)state;
    for_all(check_order);
}

static void check_resumed(const struct plan *p)
{
    memset(&first_store, 0, sizeof first_store);
    memset(&second_store, 0, sizeof second_store);
    assert_true(play(&one, p, &first_store, 1, 0, INT64_MAX));
    struct random r = random_seeded(p->seed);
    for (uint64_t times = 1;; times++) {
        int width = 1 + (int)random_below(&r, RUNNING_MOST);
        if (play(&other, p, &second_store, width, times, random_below(&r, 9)))
            break;
        end(&other);
    }
    assert_same_end(&one, &other);
    end(&other);
    end(&one);
}

static void no_interruption_changes_anything_S9(void **state)
{
    (void)state;
    for_all(check_resumed);
}

static void check_nobody_out_plays(const struct plan *p)
{
    memset(&first_store, 0, sizeof first_store);
    assert_true(play(&one, p, &first_store, 1, 0, INT64_MAX));
    for (int64_t i = 0; i < PAIRS_MOST; i++) {
        if (!one.handed_out[i])
            continue;
        int64_t first_out = one.out_at[one.pairs[i].first];
        int64_t second_out = one.out_at[one.pairs[i].second];
        assert_true((first_out < 0 || i <= first_out) && (second_out < 0 || i <= second_out));
    }
    end(&one);
}

static void who_is_out_plays_no_more_S9(void **state)
{
    (void)state;
    for_all(check_nobody_out_plays);
}

// --- The table, counted by hand ---

// The faults of a player, in the order of the schedule.
static bool is_put_out(const struct plan *p, int64_t *row, bool fault)
{
    *row = fault ? *row + 1 : 0;
    return fault && (p->faults != FAULTS_CONTINUE || *row == p->suspend_after);
}

struct counted_by_hand {
    int64_t wins, draws, losses, row;
    bool out;
};

static void add(struct counted_by_hand *a, struct counted_by_hand *b, int half_points)
{
    struct counted_by_hand *winner = half_points == 0 ? b : a, *loser = half_points == 0 ? a : b;
    if (half_points == 1) {
        a->draws++;
        b->draws++;
    } else {
        winner->wins++;
        loser->losses++;
    }
}

// Of a round robin: all pairs are known. With FAULTS_ERASE the whole is counted a second time, now
// that it is known who is out.
static void count_by_hand(const struct plan *p, struct counted_by_hand *accounts)
{
    struct plan lenient = *p;
    lenient.faults = FAULTS_CONTINUE;
    lenient.suspend_after = 0;
    for (int time = 0; time < (p->faults == FAULTS_ERASE ? 2 : 1); time++) {
        struct schedule s;
        struct pairing pair;
        struct error e;
        assert_true(schedule_init(&s, &lenient, &e));
        for (int i = 0; i < p->players; i++)
            accounts[i].wins = accounts[i].draws = accounts[i].losses = 0;
        while (schedule_next(&s, &pair) == NEXT_PAIR) {
            struct counted_by_hand *a = &accounts[pair.first], *b = &accounts[pair.second];
            struct pair_result r = judge(&pair);
            bool a_out = a->out, b_out = b->out;
            for (int game = 0; game < GAMES_PER_PAIR; game++) {
                if (a_out != b_out) {
                    add(a, b, a_out ? 0 : WIN);
                } else if (!a_out) {
                    add(a, b, r.half_points[game]);
                    a->out |= is_put_out(p, &a->row, r.faults[game] == FAULT_FIRST);
                    b->out |= is_put_out(p, &b->row, r.faults[game] == FAULT_SECOND);
                }
            }
        }
        schedule_destroy(&s);
    }
}

// Those that the player lost, opponent by opponent.
static int64_t count_forfeits(const struct field *f, int player)
{
    int64_t games = 0;
    for (size_t i = 0; i < f->forfeits.count; i++)
        games += (int)f->forfeits.cells[i].first == player ? f->forfeits.cells[i].losses : 0;
    return games;
}

static void the_table_is_that_which_is_counted_by_hand_S9(void **state)
{
    (void)state;
    for (int policy = 0; policy < POLICIES; policy++) {
        for (uint64_t seed = 1; seed <= 40; seed++) {
            struct plan p = plan_of(&format_round_robin, 2 + (int)(seed % 9), seed);
            p.faults = policies[policy].faults;
            p.suspend_after = policies[policy].suspend_after;
            faults_every = seed % 2 == 0 ? 4 : 30;
            struct counted_by_hand accounts[PLAYERS_MOST] = {0};
            count_by_hand(&p, accounts);
            memset(&first_store, 0, sizeof first_store);
            assert_true(play(&one, &p, &first_store, 5, seed, INT64_MAX));
            for (int i = 0; i < p.players; i++) {
                const struct account *line = &one.schedule.field.lines[i];
                assert_int_equal(line->out, accounts[i].out);
                assert_int_equal(line->wins, accounts[i].wins);
                assert_int_equal(line->draws, accounts[i].draws);
                assert_int_equal(line->losses, accounts[i].losses);
                assert_int_equal(line->half_points, 2 * accounts[i].wins + accounts[i].draws);
                assert_int_equal(line->forfeits_lost, count_forfeits(&one.schedule.field, i));
            }
            end(&one);
        }
    }
}

static void when_all_are_out_the_contest_is_over(void **state)
{
    (void)state;
    faults_every = 1;
    for (const struct format *const *format = formats; *format; format++) {
        for (int players = 2; players <= PLAYERS_MOST; players++) {
            struct plan p = plan_of(*format, players, (uint64_t)players);
            p.faults = players % 2 == 0 ? FAULTS_DROP : FAULTS_ERASE;
            memset(&first_store, 0, sizeof first_store);
            assert_true(play(&one, &p, &first_store, 3, 1, INT64_MAX));
            int in = 0;
            for (int i = 0; i < p.players; i++)
                in += !one.schedule.field.lines[i].out;
            assert_true(in <= 1 || *format == &format_gauntlet); // which ends with its hero
            end(&one);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_in_which_games_end_changes_nothing_S9),
        cmocka_unit_test(no_interruption_changes_anything_S9),
        cmocka_unit_test(who_is_out_plays_no_more_S9),
        cmocka_unit_test(the_table_is_that_which_is_counted_by_hand_S9),
        cmocka_unit_test(when_all_are_out_the_contest_is_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
