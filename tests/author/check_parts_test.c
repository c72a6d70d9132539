// The pure parts of `agon check`: rare positions, the opponent, messages that are written anew, the
// list of findings.
#include "author/check/findings.h"
#include "author/check/opponent.h"
#include "author/check/rare_position.h"
#include "author/check/rewrite.h"
#include "games/reversi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// How many of the legal moves end the game, or let the other player be skipped.
struct moves_count {
    int all, ends, skips;
};

static struct moves_count count_moves(const struct game *game, const position *p)
{
    move moves[MOVES_MAX];
    struct moves_count c = {.all = game->moves(p, moves)};
    for (int i = 0; i < c.all; i++) {
        position after = *p;
        game->apply(&after, moves[i]);
        bool over = game->outcome(&after).over;
        c.ends += over;
        c.skips += !over && game->forced && game->forced(&after) != MOVE_NONE;
    }
    return c;
}

static bool is_rare_in(enum rarity rarity, const struct game *game)
{
    static const char *const only[RARITIES] = {[RARE_AGAIN] = "reversi",
        [RARE_CAN_SKIP] = "reversi",
        [RARE_AGAIN_TWICE] = "reversi",
        [RARE_LONG_LIST] = "reversi",
        [RARE_ONLY_PASS] = "stones"};
    return !only[rarity] || strcmp(only[rarity], game->name) == 0;
}

// Plays random moves of both sides, a pass that is forced included. Returns false if the game ends.
static bool play_by_lot(const struct game *game, position *p, struct random *lots, int moves)
{
    for (int i = 0; i < moves && !game->outcome(p).over; i++) {
        move list[MOVES_MAX];
        int count = game->moves(p, list);
        game->apply(p, list[random_below(lots, (uint32_t)count)]);
    }
    return !game->outcome(p).over;
}

static void whatever_both_play_black_can_only_pass(void **state)
{
    (void)state;
    struct random lots = random_seeded(1);
    for (int i = 0; i < 40; i++) {
        const struct rare_wish wish = {.game = game_find("stones", NULL),
            .rarity = RARE_ONLY_PASS,
            .seed = (uint64_t)i,
            .index = i};
        position p;
        move moves[MOVES_MAX];
        assert_true(rare_position(&wish, &p));
        assert_true(play_by_lot(wish.game, &p, &lots, 2));
        assert_int_equal(wish.game->turn(&p), 1);
        assert_int_equal(wish.game->moves(&p, moves), 1);
        char bytes[16];
        struct text name = TEXT_IN(bytes);
        wish.game->print_move(&p, moves[0], &name);
        assert_string_equal(bytes, "pass");
    }
}

static void whatever_it_plays_the_other_is_skipped_twice(void **state)
{
    (void)state;
    struct random lots = random_seeded(2);
    for (int i = 0; i < 40; i++) {
        const struct rare_wish wish = {.game = game_find("reversi", NULL),
            .rarity = RARE_AGAIN_TWICE,
            .seed = (uint64_t)i,
            .index = i};
        position p;
        assert_true(rare_position(&wish, &p));
        int mover = wish.game->turn(&p);
        for (int time = 0; time < 2; time++) {
            assert_true(play_by_lot(wish.game, &p, &lots, 1));
            assert_int_equal(wish.game->turn(&p), 1 - mover);
            assert_true(wish.game->forced(&p) != MOVE_NONE);
            assert_true(play_by_lot(wish.game, &p, &lots, 1));
            assert_int_equal(wish.game->turn(&p), mover);
        }
    }
}

static int stones_of(const position *p, int seat)
{
    return __builtin_popcountll(reversi_load(p).stones[seat]);
}

// From a square in the centre of 8x8, lines of 2, 2, 2, 2, 2, 3, 3 and 3 stones can be turned.
static void the_longest_list_has_twenty_squares(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        int changed;
    } rows[] = {{"8x8", 20}, {"6x6", 12}, {"4x4", 4}};
    for (int i = 0; i < 24; i++) {
        const struct rare_wish wish = {.game = game_find("reversi", NULL),
            .variant = rows[i % 3].variant,
            .rarity = RARE_LONG_LIST,
            .seed = (uint64_t)i,
            .index = i};
        position p;
        move moves[MOVES_MAX];
        assert_true(rare_position(&wish, &p));
        int mover = wish.game->turn(&p), before = stones_of(&p, mover);
        assert_int_equal(wish.game->moves(&p, moves), 1);
        wish.game->apply(&p, moves[0]);
        assert_int_equal(stones_of(&p, mover) - before, rows[i % 3].changed);
    }
}

static void rare_positions_are_what_they_are_called(void **state)
{
    (void)state;
    for (int g = 0; games[g]; g++) {
        for (int rarity = 0; rarity < RARITIES; rarity++) {
            if (!is_rare_in((enum rarity)rarity, games[g]))
                continue;
            for (int i = 0; i < 8; i++) {
                position p;
                const struct rare_wish wish = {.game = games[g],
                    .rarity = (enum rarity)rarity,
                    .seed = 100 + (uint64_t)i,
                    .index = i};
                if (!rare_position(&wish, &p))
                    fail_msg(
                        "%s has no position of rarity %d, index %d", games[g]->name, rarity, i);
                assert_false(games[g]->outcome(&p).over);
                struct moves_count c = count_moves(games[g], &p);
                assert_true(c.all > 0);
                assert_true(rarity != RARE_NARROW || c.all <= 24);
                assert_true(rarity != RARE_LAST_MOVE || c.ends == c.all);
                assert_true(rarity != RARE_WILL_END || c.ends > 0);
                assert_true(rarity != RARE_AGAIN || c.skips == c.all);
                assert_true(rarity != RARE_CAN_SKIP || c.skips > 0);
            }
        }
    }
}

static void an_opponent_ends_the_game_or_leaves_few_moves(void **state)
{
    (void)state;
    const struct rare_wish wish = {.game = games[0], .rarity = RARE_WILL_END, .seed = 5};
    position p;
    assert_true(rare_position(&wish, &p));
    struct opponent ender = {OPPONENT_ENDER, random_seeded(1)};
    position after = p;
    games[0]->apply(&after, opponent_choose(&ender, games[0], &p));
    assert_true(games[0]->outcome(&after).over);
    struct opponent wide = {OPPONENT_WIDE, random_seeded(1)};
    struct moves_count c = count_moves(games[0], &p);
    after = p;
    games[0]->apply(&after, opponent_choose(&wide, games[0], &p));
    assert_true(c.ends == c.all || !games[0]->outcome(&after).over);
}

static void expect_rewritten(enum rewrite how, const char *message, const char *expected)
{
    char bytes[512];
    struct text out = TEXT_IN(bytes);
    rewrite_messages(how, message, strlen(message), &out);
    assert_string_equal(bytes, expected);
}

static void messages_are_written_anew(void **state)
{
    (void)state;
    const char *two = "{\"a\":[1,-2],\"b\":null}\n\"OK\"\n";
    expect_rewritten(REWRITE_NOT, two, two);
    expect_rewritten(REWRITE_SPACED, two, "{ \"a\" : [1, -2], \"b\" : null } \n\"OK\" \n");
    expect_rewritten(REWRITE_REORDERED, two, "{\"b\":null,\"a\":[1,-2]}\n\"OK\"\n");
    expect_rewritten(
        REWRITE_EXTRA, "{\"a\":1}\n", "{\"comment\":[\"new\",{\"since\":1.5}],\"a\":1}\n");
    expect_rewritten(REWRITE_EXTRA, "{}\n", "{\"comment\":null}\n");
    expect_rewritten(REWRITE_SPACED, "0.2\n", "0.2 \n");
    expect_rewritten(REWRITE_REORDERED, "no JSON\n", "no JSON\n");
}

static struct check_finding finding_of(
    enum finding_kind kind, const char *rule, const char *case_id, const char *blame)
{
    struct check_finding f = {.kind = kind,
        .case_id = case_id,
        .count = 1,
        .cases = strcmp(case_id, "start") == 0 ? 1 : 2,
        .blame = blame,
        .advisory = blame && strcmp(case_id, "extra") == 0};
    snprintf(f.rule, sizeof f.rule, "%s", rule);
    return f;
}

static void add(struct check_findings *list, struct check_finding f)
{
    assert_true(findings_add(list, &f));
}

static void the_same_finding_is_told_once(void **state)
{
    (void)state;
    struct check_result r = {0};
    add(&r.findings, finding_of(FINDING_ILLEGAL, "R3", "start", NULL));
    add(&r.findings, finding_of(FINDING_ILLEGAL, "R3", "narrow", NULL));
    add(&r.findings, finding_of(FINDING_ILLEGAL, "R3", "narrow", NULL));
    add(&r.findings, finding_of(FINDING_ILLEGAL, "R2", "narrow", NULL));
    assert_int_equal(r.findings.count, 2);
    assert_int_equal(r.findings.list[0].count, 3);
    assert_int_equal(check_finding_cases(&r.findings.list[0]), 2);
    check_result_destroy(&r);
}

static void a_case_with_a_rule_of_its_own_blames_that_rule(void **state)
{
    (void)state;
    struct check_result r = {0};
    add(&r.findings, finding_of(FINDING_SILENT, "R4", "split", "G1"));
    add(&r.findings, finding_of(FINDING_CRASH, "G5", "extra", "G3"));
    findings_settle_blame(&r.findings);
    findings_sort(&r.findings);
    assert_int_equal(r.findings.count, 2);
    assert_string_equal(r.findings.list[0].rule, "G1");
    assert_false(r.findings.list[0].warning);
    assert_string_equal(r.findings.list[1].rule, "G3");
    assert_true(r.findings.list[1].warning); // the arena itself never does that
    check_result_destroy(&r);
}

static void but_not_if_it_is_wrong_elsewhere_too(void **state)
{
    (void)state;
    struct check_result r = {0};
    add(&r.findings, finding_of(FINDING_SILENT, "R4", "split", "G1"));
    add(&r.findings, finding_of(FINDING_SILENT, "R4", "start", NULL));
    findings_settle_blame(&r.findings);
    assert_int_equal(r.findings.count, 1);
    assert_string_equal(r.findings.list[0].rule, "R4");
    assert_int_equal(r.findings.list[0].count, 2);
    check_result_destroy(&r);
}

// A lock that is left behind: it crashes in every case, and has read nothing of the last message.
static void a_crash_with_the_same_last_words_is_told_once(void **state)
{
    (void)state;
    static const struct {
        enum finding_kind kind;
        const char *rule, *last_words;
        size_t findings; // with it
    } rows[] = {
        {FINDING_EXIT, "G7", "line 8: it is locked\n", 1},
        {FINDING_CRASH, "G1", "line 8: it is locked\n", 1},
        {FINDING_CRASH, "G1", "line 3: unterminated string\n", 2},
        {FINDING_CRASH, "G1", "", 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct check_result r = {0};
        struct check_finding f = finding_of(FINDING_CRASH, "G5", "start", NULL);
        snprintf(f.last_words, sizeof f.last_words, "line 7: it is locked\n");
        add(&r.findings, f);
        f = finding_of(rows[i].kind, rows[i].rule, "single", NULL);
        snprintf(f.last_words, sizeof f.last_words, "%s", rows[i].last_words);
        add(&r.findings, f);
        findings_settle_blame(&r.findings);
        assert_int_equal(r.findings.count, rows[i].findings);
        assert_string_equal(r.findings.list[0].rule, "G5");
        check_result_destroy(&r);
    }
}

static void every_finding_has_advice(void **state)
{
    (void)state;
    for (int kind = 0; kind < FINDING_KINDS; kind++) {
        struct check_finding f = finding_of((enum finding_kind)kind, "G5", "start", NULL);
        finding_advise(&f, "reversi");
        assert_true(f.mend[0] != '\0');
        assert_null(strstr(f.mend, "GAME"));
        assert_null(strstr(f.mend, "SHOW"));
    }
}

static void the_position_of_a_crash_is_shown_by_a_command(void **state)
{
    (void)state;
    struct check_finding f = finding_of(FINDING_CRASH, "G5", "start", NULL);
    snprintf(f.position, sizeof f.position, "-----OX--XO----- X");
    finding_advise(&f, "reversi");
    assert_non_null(strstr(f.mend, "agon show reversi --position '-----OX--XO----- X' draws it"));
}

// A refused move that these slips explain; the first of them is told.
static struct check_finding refused(unsigned reasons, enum slip told, const char *mend)
{
    struct check_finding f = finding_of(FINDING_ILLEGAL, "R3", "start", NULL);
    f.reasons = reasons;
    f.told = SLIP_BIT(told);
    snprintf(f.mend, sizeof f.mend, "%s", mend);
    return f;
}

static void a_slip_is_told_only_if_it_explains_every_refused_move(void **state)
{
    (void)state;
    static const struct {
        unsigned second; // the slips that explain the second move
        const char *mend;
    } rows[] = {
        {SLIP_BIT(SLIP_SWAPPED) | SLIP_BIT(SLIP_STALE), "as of the first"},
        {SLIP_BIT(SLIP_TOO_LOW), "Perhaps its numbers are one too low."},
        {SLIP_BIT(SLIP_STALE), "Look at all eight directions"},
        {0, "Look at all eight directions"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct check_findings list = {0};
        unsigned first = SLIP_BIT(SLIP_SWAPPED) | SLIP_BIT(SLIP_TOO_LOW);
        add(&list, refused(first, SLIP_SWAPPED, "as of the first"));
        add(&list, refused(rows[i].second, SLIP_STALE, "as of the second"));
        assert_int_equal(list.count, 1);
        finding_advise(&list.list[0], "reversi");
        assert_int_equal(strncmp(list.list[0].mend, rows[i].mend, strlen(rows[i].mend)), 0);
        free(list.list);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rare_positions_are_what_they_are_called),
        cmocka_unit_test(whatever_both_play_black_can_only_pass),
        cmocka_unit_test(whatever_it_plays_the_other_is_skipped_twice),
        cmocka_unit_test(the_longest_list_has_twenty_squares),
        cmocka_unit_test(an_opponent_ends_the_game_or_leaves_few_moves),
        cmocka_unit_test(messages_are_written_anew),
        cmocka_unit_test(the_same_finding_is_told_once),
        cmocka_unit_test(a_case_with_a_rule_of_its_own_blames_that_rule),
        cmocka_unit_test(but_not_if_it_is_wrong_elsewhere_too),
        cmocka_unit_test(a_crash_with_the_same_last_words_is_told_once),
        cmocka_unit_test(every_finding_has_advice),
        cmocka_unit_test(the_position_of_a_crash_is_shown_by_a_command),
        cmocka_unit_test(a_slip_is_told_only_if_it_explains_every_refused_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
