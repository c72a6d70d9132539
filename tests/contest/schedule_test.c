// Schedules keep what they promise, for 2 to 64 players: everyone meets as promised, seats are
// balanced, byes go around, no avoidable rematch, brackets as on paper; and the order in which
// results come in changes nothing.
#include "base/random.h"
#include "contest/matching.h"
#include "contest/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "contest/near.h"

enum { PLAYERS_MOST = 64, LOG_MOST = 40000, RUNNING_MOST = 16 };

// --- A contest played out ---

// The result of a pair from the strengths of the two and the pair's seed; same pair, same result.
typedef struct pair_result judge(const struct pairing *p);

static struct pair_result by_chance(const struct pairing *p)
{
    uint64_t lot = random_mix(p->seed);
    return (struct pair_result){.half_points = {(int)(lot % 3), (int)(lot / 3 % 3)}};
}

// The lower number wins both games.
static struct pair_result by_number(const struct pairing *p)
{
    int half_points = p->first < p->second ? 2 : 0;
    return (struct pair_result){.half_points = {half_points, half_points}};
}

// Nobody ever wins a pair.
static struct pair_result level(const struct pairing *p)
{
    (void)p;
    return (struct pair_result){.half_points = {2, 0}};
}

// The better the lower number, but not always.
static struct pair_result by_strength(const struct pairing *p)
{
    struct pair_result r = {0};
    for (int game = 0; game < 2; game++) {
        double score = elo_score(60.0 * (p->second - p->first));
        double lot = (double)(random_mix(p->seed + (uint64_t)game) >> 11) / 9007199254740992.0;
        r.half_points[game] = lot < score ? 2 : 0;
    }
    return r;
}

struct contest {
    struct schedule schedule;
    struct pairing log[LOG_MOST]; // as handed out
    size_t count;
    struct standing standings[PLAYERS_MOST];
};

static void finish_one(struct contest *c, struct pairing *running, int *count, int which, judge *j)
{
    struct pair_result r = j(&running[which]);
    assert_true(schedule_result(&c->schedule, running[which].index, &r, NULL));
    running[which] = running[--*count];
}

// Plays up to `limit` pairs, `width` at a time; which of the running ones ends first is a lot.
static void play(struct contest *c, const struct plan *p, judge *j, int width, size_t limit)
{
    struct error e;
    memset(c, 0, sizeof *c);
    assert_true(schedule_init(&c->schedule, p, &e));
    struct pairing running[RUNNING_MOST];
    struct random r = random_seeded((uint64_t)width);
    int count = 0;
    for (;;) {
        enum schedule_next next = NEXT_WAIT;
        if (count < width && c->count < limit)
            next = schedule_next(&c->schedule, &running[count]);
        assert_int_not_equal(next, NEXT_FAILED);
        if (next == NEXT_PAIR) {
            assert_true(c->count < LOG_MOST);
            assert_int_equal(running[count].index, (int64_t)c->count);
            c->log[c->count++] = running[count++];
        } else if (count > 0) {
            finish_one(c, running, &count, (int)random_below(&r, (uint32_t)count), j);
        } else {
            assert_true(next == NEXT_OVER || c->count == limit);
            break;
        }
    }
    assert_int_equal(schedule_running(&c->schedule), 0);
    assert_true(schedule_standings(&c->schedule, c->standings, &e));
}

static void end(struct contest *c)
{
    schedule_destroy(&c->schedule);
}

static struct contest one, other; // large

static int met[PLAYERS_MOST][PLAYERS_MOST];

static void count_meetings(const struct contest *c)
{
    memset(met, 0, sizeof met);
    for (size_t i = 0; i < c->count; i++) {
        const struct pairing *p = &c->log[i];
        assert_true(p->first >= 0 && p->first < PLAYERS_MOST && p->first != p->second);
        met[p->first][p->second]++;
        met[p->second][p->first]++;
    }
}

static void assert_nobody_plays_twice_in_a_round(const struct contest *c, int64_t pairs_each)
{
    int64_t seen[PLAYERS_MOST] = {0}, round = -1;
    for (size_t i = 0; i < c->count; i++) {
        if (c->log[i].round != round)
            memset(seen, 0, sizeof seen);
        assert_true(c->log[i].round >= round);
        round = c->log[i].round;
        assert_true(++seen[c->log[i].first] <= pairs_each);
        assert_true(++seen[c->log[i].second] <= pairs_each);
    }
}

static void assert_beginnings_balanced(const struct contest *c, int players, int64_t most)
{
    for (int i = 0; i < players; i++) {
        const struct line *line = &c->schedule.field.lines[i];
        assert_true(llabs(2 * line->firsts - line->pairs) <= most);
    }
}

// --- Fixed formats ---

static void in_a_round_robin_everybody_meets_everybody_as_often_as_promised(void **state)
{
    (void)state;
    for (int players = 2; players <= PLAYERS_MOST; players++) {
        for (int rounds = 1; rounds <= 3; rounds++) {
            struct plan p = {.format = &format_round_robin,
                .players = players,
                .rounds = rounds,
                .seed = (uint64_t)players,
                .lots = players % 3 == 0};
            play(&one, &p, by_chance, 1, LOG_MOST);
            count_meetings(&one);
            for (int a = 0; a < players; a++) {
                for (int b = 0; b < players; b++)
                    assert_int_equal(met[a][b], a == b ? 0 : rounds);
            }
            assert_int_equal(one.count, schedule_pairs(&one.schedule));
            assert_nobody_plays_twice_in_a_round(&one, 1);
            assert_beginnings_balanced(&one, players, 1);
            end(&one);
        }
    }
}

static void in_a_round_robin_with_an_odd_number_everybody_rests_once(void **state)
{
    (void)state;
    for (int players = 3; players <= PLAYERS_MOST; players += 2) {
        struct plan p = {.format = &format_round_robin, .players = players};
        play(&one, &p, by_chance, 1, LOG_MOST);
        int played[PLAYERS_MOST] = {0};
        for (size_t i = 0; i < one.count; i++) {
            played[one.log[i].first]++;
            played[one.log[i].second]++;
        }
        int64_t rounds = one.log[one.count - 1].round + 1;
        for (int i = 0; i < players; i++)
            assert_int_equal(played[i], rounds - 1);
        end(&one);
    }
}

static void a_second_time_through_swaps_who_begins(void **state)
{
    (void)state;
    struct plan p = {.format = &format_round_robin, .players = 7, .rounds = 2};
    play(&one, &p, by_chance, 1, LOG_MOST);
    for (size_t i = 0; i < 21; i++) {
        assert_int_equal(one.log[i].first, one.log[i + 21].second);
        assert_int_equal(one.log[i].second, one.log[i + 21].first);
    }
    end(&one);
}

static void a_pairing_of_a_huge_contest_is_known_at_once(void **state)
{
    (void)state;
    struct plan p = {.format = &format_round_robin, .players = 1000, .rounds = 1000 * 1000};
    struct schedule s;
    assert_true(schedule_init(&s, &p, NULL));
    int64_t pairs = schedule_pairs(&s);
    assert_true(pairs == INT64_C(499500) * 1000 * 1000);
    s.next = pairs - 1;
    struct pairing last;
    assert_int_equal(schedule_next(&s, &last), NEXT_PAIR);
    assert_true(last.first >= 0 && last.first < 1000 && last.second >= 0 && last.second < 1000);
    assert_int_equal(schedule_next(&s, &last), NEXT_OVER);
    schedule_destroy(&s);
}

static void in_a_match_the_players_begin_by_turns(void **state)
{
    (void)state;
    struct plan p = {.format = &format_match, .players = 2, .rounds = 9};
    play(&one, &p, by_number, 1, LOG_MOST);
    assert_int_equal(one.count, 9);
    for (int i = 0; i < 9; i++)
        assert_int_equal(one.log[i].first, i % 2);
    assert_int_equal(one.standings[0].line.wins, 18);
    assert_int_equal(one.standings[1].line.losses, 18);
    end(&one);
}

static void in_a_gauntlet_the_heroes_meet_all_others_and_nobody_else(void **state)
{
    (void)state;
    for (int players = 2; players <= PLAYERS_MOST; players += 3) {
        for (int heroes = 1; heroes < players && heroes <= 3; heroes++) {
            for (int rounds = 1; rounds <= 3; rounds++) {
                struct plan p = {.format = &format_gauntlet,
                    .players = players,
                    .rounds = rounds,
                    .heroes = heroes};
                play(&one, &p, by_chance, 1, LOG_MOST);
                count_meetings(&one);
                for (int a = 0; a < players; a++) {
                    for (int b = 0; b < players; b++)
                        assert_int_equal(met[a][b], (a < heroes) != (b < heroes) ? rounds : 0);
                }
                assert_int_equal(one.count, schedule_pairs(&one.schedule));
                assert_beginnings_balanced(&one, players, 1);
                end(&one);
            }
        }
    }
}

// --- Swiss ---

static void a_swiss_round_seats_everybody_but_one(void **state)
{
    (void)state;
    for (int players = 2; players <= PLAYERS_MOST; players++) {
        struct plan p = {.format = &format_swiss,
            .players = players,
            .seed = (uint64_t)players,
            .length = 1 + players % 2,
            .lots = players % 5 == 0};
        play(&one, &p, by_strength, 4, LOG_MOST);
        assert_nobody_plays_twice_in_a_round(&one, p.length == 0 ? 1 : p.length);
        assert_int_equal(one.count, schedule_pairs(&one.schedule));
        int64_t rounds = one.log[one.count - 1].round + 1;
        assert_true(INT64_C(1) << rounds >= players && INT64_C(1) << (rounds - 1) < players);
        assert_int_equal(one.count, rounds * (players / 2) * p.length);
        end(&one);
    }
}

static void a_swiss_contest_has_no_rematch_while_there_are_enough_opponents(void **state)
{
    (void)state;
    for (int players = 4; players <= PLAYERS_MOST; players++) {
        // With so few rounds everybody has met less than half of the others, and then there is
        // always a way (Dirac's theorem).
        struct plan p = {.format = &format_swiss,
            .players = players,
            .rounds = players / 2 - 1,
            .seed = (uint64_t)players};
        play(&one, &p, players % 2 ? by_number : by_strength, 1, LOG_MOST);
        count_meetings(&one);
        for (int a = 0; a < players; a++) {
            for (int b = 0; b < players; b++)
                assert_true(met[a][b] <= 1);
        }
        end(&one);
    }
}

static void swiss_byes_go_around(void **state)
{
    (void)state;
    for (int players = 3; players <= 33; players += 2) {
        struct plan p = {.format = &format_swiss, .players = players, .rounds = players + 3};
        play(&one, &p, by_strength, 2, LOG_MOST);
        int64_t least = INT64_MAX, most = 0;
        for (int i = 0; i < players; i++) {
            int64_t byes = one.schedule.field.lines[i].byes;
            least = byes < least ? byes : least;
            most = byes > most ? byes : most;
        }
        assert_true(most - least <= 1);
        end(&one);
    }
}

static void nobody_begins_much_more_often_in_a_swiss_contest_while_opponents_are_fresh(void **state)
{
    (void)state;
    static judge *const judges[] = {by_chance, by_number, by_strength};
    for (int players = 2; players <= PLAYERS_MOST; players++) {
        for (int rounds = 1; rounds <= players / 2; rounds += 1 + rounds / 3) {
            struct plan p = {.format = &format_swiss,
                .players = players,
                .rounds = rounds,
                .length = 1 + rounds % 3,
                .seed = (uint64_t)(players + rounds)};
            play(&one, &p, judges[rounds % 3], 1, LOG_MOST);
            assert_beginnings_balanced(&one, players, 2);
            end(&one);
        }
    }
}

// The fewest rematches that any pairing of these players has, by trying all of them.
static int fewest_rematches(const bool *present, int players)
{
    int a = 0;
    while (a < players && !present[a])
        a++;
    if (a == players)
        return 0;
    bool rest[PLAYERS_MOST];
    memcpy(rest, present, sizeof rest);
    rest[a] = false;
    int best = players;
    for (int b = a + 1; b < players; b++) {
        if (!rest[b])
            continue;
        rest[b] = false;
        int rematches = (met[a][b] > 0) + fewest_rematches(rest, players);
        best = rematches < best ? rematches : best;
        rest[b] = true;
    }
    return best;
}

static int fewest_with_bye(int players, const int *byes)
{
    bool present[PLAYERS_MOST];
    for (int i = 0; i < players; i++)
        present[i] = true;
    if (players % 2 == 0)
        return fewest_rematches(present, players);
    int least = byes[0], best = players;
    for (int i = 0; i < players; i++)
        least = byes[i] < least ? byes[i] : least;
    for (int i = 0; i < players; i++) {
        if (byes[i] != least)
            continue;
        present[i] = false;
        int rematches = fewest_rematches(present, players);
        best = rematches < best ? rematches : best;
        present[i] = true;
    }
    return best;
}

static void a_swiss_round_has_as_few_rematches_as_any_pairing(void **state)
{
    (void)state;
    int unavoidable = 0;
    for (int players = 2; players <= 8; players++) {
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct plan p = {.format = &format_swiss,
                .players = players,
                .rounds = players + 2,
                .seed = seed,
                .lots = true};
            play(&one, &p, by_chance, 1, LOG_MOST);
            memset(met, 0, sizeof met);
            int byes[PLAYERS_MOST] = {0};
            size_t at = 0;
            for (int64_t round = 0; round < p.rounds; round++) {
                int expected = fewest_with_bye(players, byes), rematches = 0;
                int seen[PLAYERS_MOST] = {0};
                for (int k = 0; k < players / 2; k++, at++) {
                    int a = one.log[at].first, b = one.log[at].second;
                    rematches += met[a][b] > 0;
                    seen[a] = seen[b] = 1;
                }
                assert_int_equal(rematches, expected);
                unavoidable += expected;
                for (int i = 0; i < players; i++)
                    byes[i] += !seen[i];
                for (size_t i = at - (size_t)(players / 2); i < at; i++) {
                    met[one.log[i].first][one.log[i].second]++;
                    met[one.log[i].second][one.log[i].first]++;
                }
            }
            end(&one);
        }
    }
    assert_true(unavoidable > 0); // or else nothing has been tested
}

static void in_a_swiss_contest_winners_meet_winners(void **state)
{
    (void)state;
    struct plan p = {.format = &format_swiss, .players = 8};
    play(&one, &p, by_number, 1, LOG_MOST);
    static const int expected[3][4][2] = {
        {{0, 4}, {1, 5}, {2, 6}, {3, 7}},
        {{0, 2}, {1, 3}, {4, 6}, {5, 7}},
        {{0, 1}, {2, 4}, {3, 5}, {6, 7}},
    };
    for (int i = 0; i < 12; i++) {
        int a = one.log[i].first, b = one.log[i].second;
        assert_int_equal(a < b ? a : b, expected[i / 4][i % 4][0]);
        assert_int_equal(a < b ? b : a, expected[i / 4][i % 4][1]);
    }
    assert_int_equal(one.standings[0].player, 0);
    assert_int_equal(one.standings[7].player, 7);
    end(&one);
}

static void who_is_not_there_is_not_paired(void **state)
{
    (void)state;
    static const struct format *const both[] = {&format_swiss, &format_ladder};
    const struct presence presence[] = {
        {0, INT64_MAX}, {0, 3}, {2, INT64_MAX}, {0, INT64_MAX}, {5, 6}};
    for (int k = 0; k < 2; k++) {
        struct plan p = {.format = both[k], .players = 5, .rounds = 9, .presence = presence};
        play(&one, &p, by_strength, 2, LOG_MOST);
        int64_t rounds_seen = 0, last = -1;
        for (size_t i = 0; i < one.count; i++) {
            const struct pairing *it = &one.log[i];
            assert_true(plan_present(&p, it->first, it->round));
            assert_true(plan_present(&p, it->second, it->round));
            rounds_seen += it->round != last;
            last = it->round;
        }
        assert_int_equal(rounds_seen, 9);
        end(&one);
    }
}

static void a_contest_that_everybody_has_left_is_over(void **state)
{
    (void)state;
    const struct presence presence[] = {{0, INT64_MAX}, {1000000000, 1000000001}, {0, 2}};
    struct plan p = {.format = &format_ladder, .players = 3, .presence = presence};
    play(&one, &p, by_strength, 1, LOG_MOST);
    assert_int_equal(one.count, 3);
    assert_int_equal(one.log[2].round, 1000000000);
    end(&one);
}

static const struct standing *standing_of(const struct contest *c, int player)
{
    for (int i = 0; i < c->schedule.field.plan.players; i++) {
        if (c->standings[i].player == player)
            return &c->standings[i];
    }
    fail();
    return NULL;
}

// Four players, everybody meets everybody: 0 beats all, 1 beats 2 and 3, 2 beats 3.
static void buchholz_and_sonneborn_berger_by_hand(void **state)
{
    (void)state;
    struct plan p = {.format = &format_swiss, .players = 4, .rounds = 3};
    play(&one, &p, by_number, 1, LOG_MOST);
    // Points 6, 4, 2, 0 (two for each pair).
    static const double buchholz[] = {6, 8, 10, 12}, sonneborn_berger[] = {6, 2, 0, 0};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(one.standings[i].player, i);
        assert_int_equal(one.standings[i].rank, i + 1);
        assert_near(one.standings[i].buchholz, buchholz[i], 1e-12);
        assert_near(one.standings[i].sonneborn_berger, sonneborn_berger[i], 1e-12);
    }
    end(&one);
    // Three players, one round: 0 beats 1, and 2 has the bye, worth as much as a win. It counts as
    // a level meeting with somebody of one's own 2 points.
    p = (struct plan){.format = &format_swiss, .players = 3, .rounds = 1};
    play(&one, &p, by_number, 1, LOG_MOST);
    assert_near(standing_of(&one, 2)->buchholz, 2, 1e-12);
    assert_near(standing_of(&one, 2)->sonneborn_berger, 1, 1e-12);
    assert_int_equal(standing_of(&one, 2)->line.half_points, 4);
    end(&one);
}

static void equal_players_share_a_rank(void **state)
{
    (void)state;
    struct plan p = {.format = &format_round_robin, .players = 5};
    play(&one, &p, level, 1, LOG_MOST);
    for (int i = 0; i < 5; i++)
        assert_int_equal(one.standings[i].rank, 1);
    end(&one);
}

// --- Knockout ---

static void the_bracket_of_eight_is_the_one_on_paper(void **state)
{
    (void)state;
    struct plan p = {.format = &format_knockout, .players = 8};
    play(&one, &p, by_number, 1, LOG_MOST);
    static const int expected[7][2] = {{0, 7}, {3, 4}, {1, 6}, {2, 5}, {0, 3}, {1, 2}, {0, 1}};
    assert_int_equal(one.count, 7);
    for (int i = 0; i < 7; i++) {
        int a = one.log[i].first, b = one.log[i].second;
        assert_int_equal(a < b ? a : b, expected[i][0]);
        assert_int_equal(a < b ? b : a, expected[i][1]);
        assert_int_equal(one.log[i].round, i < 4 ? 0 : i < 6 ? 1 : 2);
    }
    static const int ranks[] = {1, 2, 3, 3, 5, 5, 5, 5};
    for (int i = 0; i < 8; i++) {
        assert_int_equal(one.standings[i].player, i);
        assert_int_equal(one.standings[i].rank, ranks[i]);
    }
    end(&one);
}

// How many meetings each player lost; a meeting is the pairs of a round between the same two.
static int count_losses(const struct contest *c, int *losses)
{
    memset(losses, 0, PLAYERS_MOST * sizeof *losses);
    int meetings = 0;
    for (size_t i = 0; i < c->count;) {
        int a = c->log[i].first, b = c->log[i].second, lead = 0;
        int64_t round = c->log[i].round;
        for (; i < c->count && c->log[i].round == round &&
             (c->log[i].first == a || c->log[i].second == a);
             i++) {
            struct pair_result r = by_strength(&c->log[i]);
            int half = r.half_points[0] + r.half_points[1] - 2;
            lead += c->log[i].first == a ? half : -half;
        }
        assert_int_not_equal(lead, 0);
        losses[lead > 0 ? b : a]++;
        meetings++;
    }
    return meetings;
}

// Pairs of seeds whose games never end level, so that the log has each meeting in one piece.
static struct pair_result never_level(const struct pairing *p)
{
    struct pair_result r = by_strength(p);
    r.half_points[1] = r.half_points[0];
    return r;
}

static int losses_of_never_level(const struct contest *c, int *losses)
{
    memset(losses, 0, PLAYERS_MOST * sizeof *losses);
    for (size_t i = 0; i < c->count; i++) {
        struct pair_result r = never_level(&c->log[i]);
        losses[r.half_points[0] == 2 ? c->log[i].second : c->log[i].first]++;
    }
    return (int)c->count;
}

static void in_a_knockout_one_loss_and_in_a_double_one_two_losses_are_the_end(void **state)
{
    (void)state;
    for (int players = 2; players <= PLAYERS_MOST; players++) {
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct plan p = {
                .format = &format_knockout, .players = players, .seed = seed, .lots = seed > 2};
            int losses[PLAYERS_MOST];
            play(&one, &p, never_level, 4, LOG_MOST);
            assert_int_equal(losses_of_never_level(&one, losses), players - 1);
            int champion = one.standings[0].player;
            for (int i = 0; i < players; i++)
                assert_int_equal(losses[i], i != champion);
            assert_nobody_plays_twice_in_a_round(&one, 1);
            end(&one);

            p.format = &format_double_knockout;
            play(&one, &p, never_level, 4, LOG_MOST);
            int meetings = losses_of_never_level(&one, losses);
            champion = one.standings[0].player;
            assert_int_equal(meetings, 2 * players - 2 + losses[champion]);
            for (int i = 0; i < players; i++)
                assert_true(i == champion ? losses[i] <= 1 : losses[i] == 2);
            assert_nobody_plays_twice_in_a_round(&one, 1);
            end(&one);
        }
    }
}

static void the_best_seeds_have_the_byes_and_meet_last(void **state)
{
    (void)state;
    for (int players = 3; players <= PLAYERS_MOST; players++) {
        struct plan p = {.format = &format_knockout, .players = players};
        play(&one, &p, by_number, 1, LOG_MOST);
        int size = 2, first_round[PLAYERS_MOST] = {0};
        while (size < players)
            size *= 2;
        for (size_t i = 0; i < one.count && one.log[i].round == 0; i++)
            first_round[one.log[i].first] = first_round[one.log[i].second] = 1;
        for (int i = 0; i < players; i++)
            assert_int_equal(first_round[i], i >= size - players);
        const struct pairing *final = &one.log[one.count - 1];
        assert_int_equal(final->first + final->second, 1);
        end(&one);
    }
}

static void a_level_meeting_has_tie_breaks_and_then_the_better_seed_goes_on(void **state)
{
    (void)state;
    for (int players = 2; players <= 16; players++) {
        struct plan p = {
            .format = &format_knockout, .players = players, .length = 2, .tie_breaks = 3};
        play(&one, &p, level, 3, LOG_MOST);
        assert_int_equal(one.count, (players - 1) * (2 + 3));
        assert_int_equal(one.standings[0].player, 0);
        assert_beginnings_balanced(&one, players, PLAYERS_MOST);
        end(&one);
    }
    // A tie-break that is won ends it.
    for (int length = 1; length <= 2; length++) {
        struct plan none = {.format = &format_knockout,
            .players = 7,
            .length = length,
            .tie_breaks = PLAN_NO_TIE_BREAKS};
        play(&one, &none, level, 1, LOG_MOST);
        assert_int_equal(one.count, 6 * length);
        assert_int_equal(one.standings[0].player, 0);
        end(&one);
    }
    struct plan p = {.format = &format_knockout, .players = 2, .seed = 1, .length = 1};
    for (p.seed = 0; p.seed < 50; p.seed++) {
        int losses[PLAYERS_MOST];
        play(&one, &p, by_strength, 1, LOG_MOST);
        assert_true(one.count >= 1 && one.count <= 5);
        if (one.count < 5) {
            assert_int_equal(count_losses(&one, losses), 1);
            assert_int_equal(losses[one.standings[0].player], 0);
        }
        end(&one);
    }
}

// --- Ladder ---

static void a_ladder_goes_on_and_finds_the_order(void **state)
{
    (void)state;
    enum { PLAYERS = 17, ROUNDS = 300 };
    struct plan p = {.format = &format_ladder, .players = PLAYERS};
    play(&one, &p, by_strength, 8, PLAYERS / 2 * ROUNDS);
    assert_int_equal(one.log[one.count - 1].round, ROUNDS - 1);
    assert_nobody_plays_twice_in_a_round(&one, 1);
    assert_beginnings_balanced(&one, PLAYERS, 2);
    for (int i = 0; i < PLAYERS; i++) {
        // Neighbours are 60 Elo apart: nobody is far from the right place.
        assert_true(abs(one.standings[i].player - i) <= 3);
        assert_true(one.standings[i].glicko.deviation < 100);
        int64_t byes = one.standings[i].line.byes;
        assert_true(byes >= ROUNDS / PLAYERS - 1 && byes <= ROUNDS / PLAYERS + 2);
    }
    // Those who meet are close: two players picked at random are 6 places apart.
    double apart = 0;
    for (size_t i = one.count / 2; i < one.count; i++)
        apart += abs(one.log[i].first - one.log[i].second);
    apart /= (double)(one.count - one.count / 2);
    assert_true(apart < 4.5);
    end(&one);
}

static void on_a_ladder_of_equals_nobody_meets_the_same_again_and_again(void **state)
{
    (void)state;
    enum { PLAYERS = 16, ROUNDS = 100 };
    struct plan p = {.format = &format_ladder, .players = PLAYERS, .rounds = ROUNDS};
    play(&one, &p, level, 1, LOG_MOST);
    int opponents[PLAYERS] = {0}, again = 0; // opponent in the last round, plus 1
    for (size_t i = 0; i < one.count; i++) {
        int a = one.log[i].first, b = one.log[i].second;
        again += opponents[a] == b + 1;
        opponents[a] = b + 1;
        opponents[b] = a + 1;
    }
    // By chance it would be one in fifteen.
    assert_true(again * 100 < (int)one.count * 2);
    count_meetings(&one);
    for (int a = 0; a < PLAYERS; a++) {
        for (int b = 0; b < PLAYERS; b++)
            assert_true(a == b || met[a][b] > 0);
    }
    end(&one);
}

static void a_newcomer_on_the_ladder_is_found_out_quickly(void **state)
{
    (void)state;
    enum { PLAYERS = 12, JOINS = 100, ROUNDS = 115 };
    struct presence presence[PLAYERS];
    for (int i = 0; i < PLAYERS; i++)
        presence[i] = (struct presence){i == PLAYERS - 1 ? JOINS : 0, INT64_MAX};
    struct plan p = {
        .format = &format_ladder, .players = PLAYERS, .rounds = ROUNDS, .presence = presence};
    play(&one, &p, by_strength, 8, LOG_MOST);
    const struct standing *newcomer = standing_of(&one, PLAYERS - 1);
    assert_true(newcomer->line.pairs + newcomer->line.byes == ROUNDS - JOINS);
    assert_true(newcomer->glicko.rating < 1400 && newcomer->glicko.deviation < 150);
    end(&one);
}

// --- Every format ---

static void the_order_of_results_changes_nothing(void **state)
{
    (void)state;
    for (int f = 0; formats[f]; f++) {
        for (int players = 2; players <= 21; players += formats[f] == &format_match ? 100 : 1) {
            struct plan p = {.format = formats[f], .players = players, .seed = 7, .lots = true};
            play(&one, &p, by_strength, 1, 500);
            play(&other, &p, by_strength, 8, 500);
            assert_int_equal(one.count, other.count);
            assert_memory_equal(one.log, other.log, one.count * sizeof *one.log);
            for (int i = 0; i < players; i++) {
                assert_int_equal(one.standings[i].player, other.standings[i].player);
                assert_int_equal(one.standings[i].rank, other.standings[i].rank);
            }
            end(&one);
            end(&other);
        }
    }
}

static void another_seed_is_another_contest(void **state)
{
    (void)state;
    for (int f = 1; formats[f]; f++) {
        struct plan p = {.format = formats[f], .players = 16, .seed = 1, .lots = true};
        play(&one, &p, by_strength, 1, 100);
        p.seed = 2;
        play(&other, &p, by_strength, 1, 100);
        assert_memory_not_equal(one.log, other.log, 100 * sizeof *one.log);
        end(&one);
        end(&other);
    }
}

static void a_contest_goes_on_from_stored_results(void **state)
{
    (void)state;
    for (int f = 0; formats[f]; f++) {
        int players = formats[f] == &format_match ? 2 : 13;
        struct plan p = {.format = formats[f], .players = players, .rounds = 0, .seed = 3};
        if (formats[f] == &format_match)
            p.rounds = 20;
        play(&one, &p, by_strength, 5, 200);
        // A new process: of the pairs handed out before, every third has no stored result, and is
        // played now.
        struct schedule s;
        assert_true(schedule_init(&s, &p, NULL));
        int64_t late[RUNNING_MOST * 8];
        struct pairing late_pairs[RUNNING_MOST * 8];
        int late_count = 0;
        for (size_t i = 0; i < one.count;) {
            struct pairing pair;
            enum schedule_next next = schedule_next(&s, &pair);
            if (next == NEXT_WAIT || late_count == RUNNING_MOST * 8) {
                while (late_count > 0) {
                    struct pair_result r = by_strength(&late_pairs[--late_count]);
                    assert_true(schedule_result(&s, late[late_count], &r, NULL));
                }
            }
            if (next == NEXT_WAIT)
                continue;
            assert_int_equal(next, NEXT_PAIR);
            assert_memory_equal(&pair, &one.log[i], sizeof pair);
            i++;
            if (pair.index % 3 == 0) {
                late_pairs[late_count] = pair;
                late[late_count++] = pair.index;
            } else {
                struct pair_result r = by_strength(&pair);
                assert_true(schedule_result(&s, pair.index, &r, NULL));
            }
        }
        schedule_destroy(&s);
        end(&one);
    }
}

static void a_result_is_taken_once_and_only_for_a_pair_that_is_played(void **state)
{
    (void)state;
    struct plan p = {.format = &format_swiss, .players = 4};
    struct schedule s;
    struct error e;
    const struct pair_result won = {.half_points = {2, 2}}, wrong = {.half_points = {3, 0}};
    struct pairing pair;
    assert_true(schedule_init(&s, &p, &e));
    assert_false(schedule_result(&s, 0, &won, &e));
    assert_int_equal(schedule_next(&s, &pair), NEXT_PAIR);
    assert_false(schedule_result(&s, 1, &won, &e));
    assert_false(schedule_result(&s, -1, &won, &e));
    assert_false(schedule_result(&s, 0, &wrong, &e));
    assert_true(schedule_result(&s, 0, &won, &e));
    assert_false(schedule_result(&s, 0, &won, &e));
    assert_int_equal(schedule_next(&s, &pair), NEXT_PAIR);
    assert_int_equal(schedule_next(&s, &pair), NEXT_WAIT);
    assert_int_equal(schedule_running(&s), 1);
    schedule_destroy(&s);
}

static void a_plan_without_sense_is_refused(void **state)
{
    (void)state;
    static const struct presence backwards[] = {{0, 1}, {3, 2}};
    const struct plan bad[] = {
        {.format = &format_match, .players = 3},
        {.format = &format_round_robin, .players = 1},
        {.format = &format_round_robin, .players = PLAN_PLAYERS_MOST + 1},
        {.format = &format_round_robin, .players = 2, .rounds = -1},
        {.format = &format_gauntlet, .players = 3, .heroes = 3},
        {.format = &format_knockout, .players = 3, .rounds = 2},
        {.format = &format_swiss, .players = 3, .length = -1},
        {.format = &format_swiss, .players = 2, .presence = backwards},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct schedule s;
        struct error e;
        assert_false(schedule_init(&s, &bad[i], &e));
        assert_true(strlen(e.words) > 0);
    }
    struct error e;
    assert_ptr_equal(format_find("swiss", &e), &format_swiss);
    assert_null(format_find("swis", &e));
    assert_non_null(strstr(e.words, "Did you mean \"swiss\""));
}

// --- Matching ---

static int largest_by_trial(const struct matching *m, bool *taken)
{
    int a = 0;
    while (a < m->count && taken[a])
        a++;
    if (a == m->count)
        return 0;
    taken[a] = true;
    int best = largest_by_trial(m, taken);
    for (int b = a + 1; b < m->count; b++) {
        if (taken[b] || !m->edges[a * m->count + b])
            continue;
        taken[b] = true;
        int pairs = 1 + largest_by_trial(m, taken);
        best = pairs > best ? pairs : best;
        taken[b] = false;
    }
    taken[a] = false;
    return best;
}

static void a_matching_is_as_large_as_can_be(void **state)
{
    (void)state;
    struct random r = random_seeded(9);
    for (int trial = 0; trial < 3000; trial++) {
        int count = 2 + (int)random_below(&r, 9);
        struct matching m;
        assert_true(matching_init(&m, count));
        uint32_t density = 1 + random_below(&r, 6);
        for (int a = 0; a < count; a++) {
            for (int b = a + 1; b < count; b++) {
                if (random_below(&r, 8) < density)
                    matching_join(&m, a, b);
            }
        }
        bool taken[16] = {0};
        int left = matching_grow(&m);
        assert_int_equal(count - left, 2 * largest_by_trial(&m, taken));
        for (int a = 0; a < count; a++) {
            if (m.mates[a] == UNMATCHED)
                continue;
            assert_int_equal(m.mates[m.mates[a]], a);
            assert_true(m.edges[a * count + m.mates[a]]);
        }
        // Fixing a pair succeeds exactly when the rest still has a perfect matching.
        for (int b = 1; left == 0 && b < count; b++) {
            if (!m.edges[b])
                continue;
            taken[0] = taken[b] = true;
            bool can = 2 * largest_by_trial(&m, taken) == count - 2;
            taken[0] = taken[b] = false;
            assert_int_equal(matching_fix(&m, 0, b), can);
            if (can)
                break;
        }
        matching_destroy(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_a_round_robin_everybody_meets_everybody_as_often_as_promised),
        cmocka_unit_test(in_a_round_robin_with_an_odd_number_everybody_rests_once),
        cmocka_unit_test(a_second_time_through_swaps_who_begins),
        cmocka_unit_test(a_pairing_of_a_huge_contest_is_known_at_once),
        cmocka_unit_test(in_a_match_the_players_begin_by_turns),
        cmocka_unit_test(in_a_gauntlet_the_heroes_meet_all_others_and_nobody_else),
        cmocka_unit_test(a_swiss_round_seats_everybody_but_one),
        cmocka_unit_test(a_swiss_contest_has_no_rematch_while_there_are_enough_opponents),
        cmocka_unit_test(swiss_byes_go_around),
        cmocka_unit_test(
            nobody_begins_much_more_often_in_a_swiss_contest_while_opponents_are_fresh),
        cmocka_unit_test(a_swiss_round_has_as_few_rematches_as_any_pairing),
        cmocka_unit_test(in_a_swiss_contest_winners_meet_winners),
        cmocka_unit_test(who_is_not_there_is_not_paired),
        cmocka_unit_test(a_contest_that_everybody_has_left_is_over),
        cmocka_unit_test(buchholz_and_sonneborn_berger_by_hand),
        cmocka_unit_test(equal_players_share_a_rank),
        cmocka_unit_test(the_bracket_of_eight_is_the_one_on_paper),
        cmocka_unit_test(in_a_knockout_one_loss_and_in_a_double_one_two_losses_are_the_end),
        cmocka_unit_test(the_best_seeds_have_the_byes_and_meet_last),
        cmocka_unit_test(a_level_meeting_has_tie_breaks_and_then_the_better_seed_goes_on),
        cmocka_unit_test(a_ladder_goes_on_and_finds_the_order),
        cmocka_unit_test(on_a_ladder_of_equals_nobody_meets_the_same_again_and_again),
        cmocka_unit_test(a_newcomer_on_the_ladder_is_found_out_quickly),
        cmocka_unit_test(the_order_of_results_changes_nothing),
        cmocka_unit_test(another_seed_is_another_contest),
        cmocka_unit_test(a_contest_goes_on_from_stored_results),
        cmocka_unit_test(a_result_is_taken_once_and_only_for_a_pair_that_is_played),
        cmocka_unit_test(a_plan_without_sense_is_refused),
        cmocka_unit_test(a_matching_is_as_large_as_can_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
