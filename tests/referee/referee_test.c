// One game as a state machine: who is told what, in which order, and who loses by what.
#include "referee/plans.h"

// --- Playing ---

static void an_early_answer_is_used_for_the_next_request_and_noted_G4(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_begin(w);
    world_say(w, 1, black);
    assert_int_equal(w->moves, 0);
    world_say(w, 0, white);
    assert_int_equal(w->moves, 2);
    assert_string_equal(w->notes.bytes, "1: answered before it was asked (G4)\n");
    world_destroy(w);
}

static void an_answer_may_come_in_any_pieces_G1(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_begin(w);
    for (const char *c = white; *c != '\0'; c++) {
        assert_int_equal(w->moves, 0);
        world_say(w, 0, (char[]){*c, '\0'});
    }
    assert_int_equal(w->moves, 1);
    world_destroy(w);
}

// The first position of a random game in which a move is followed by a pass.
static bool find_pass(const struct game *game, uint64_t seed, position *found, move *before)
{
    struct random r = random_seeded(seed);
    position p;
    game->start(&p, NULL, NULL);
    while (!game->outcome(&p).over) {
        move moves[MOVES_MAX];
        int count = game->moves(&p, moves);
        move m = moves[random_below(&r, (uint32_t)count)];
        position next = p;
        game->apply(&next, m);
        if (!game->outcome(&next).over && game->forced(&next) != MOVE_NONE &&
            game->forced(&p) == MOVE_NONE) {
            *found = p;
            *before = m;
            return true;
        }
        p = next;
    }
    return false;
}

static void a_forced_pass_is_played_by_the_referee_R4(void **state)
{
    (void)state;
    const struct game *game = game_find("reversi", NULL);
    position p;
    move m;
    uint64_t seed = 1;
    while (!find_pass(game, seed, &p, &m))
        seed++;
    char text[POSITION_TEXT_BYTES], answer[64], expected[64];
    struct text out = TEXT_IN(text), reply = TEXT_IN(answer), tail = TEXT_IN(expected);
    game->print(&p, &out);
    int mover = game->turn(&p);
    struct world_plan plan = hgp;
    plan.position = text;
    struct world *w = world_new(&plan);
    world_begin(w);
    world_news(w, 0);
    world_news(w, 1);
    text_format(&reply, "{\"placed\":[%d,%d]}", m / 8, m % 8);
    world_say(w, mover, answer);
    // One update to each, and it names the mover again.
    text_format(&tail, "\"by\":%d,\"next_turn\":%d,\"game_status\":0}\n", mover, mover);
    for (int seat = 0; seat < SEATS; seat++) {
        const char *news = world_news(w, seat);
        assert_true(contains(news, expected));
        assert_ptr_equal(strchr(news, '\n') + 1, news + strlen(news));
    }
    assert_int_equal(w->moves, 2);
    assert_int_equal(w->forced, 1);
    assert_int_equal(referee_to_move(&w->referee), mover);
    world_destroy(w);
}

static void giving_up_is_a_regular_loss_in_the_course_s_words(void **state)
{
    (void)state;
    struct world *w = world_new(&course);
    world_begin(w);
    const char *places[] = {"[0,0]", "[5,5]", "[0,5]", "[5,0]"};
    for (int i = 0; i < 4; i++)
        world_say(w, i % 2, places[i]);
    world_say(w, 0, "\"ann\"");
    assert_int_equal(w->overs, 1);
    assert_int_equal(w->result.verdict, VERDICT_WON);
    assert_int_equal(w->result.winner, 1);
    assert_int_equal(w->result.blame, NOBODY);
    assert_string_equal(w->result.explanation, "second beats first: first gave up");
    assert_int_equal(w->dones, 1);
    world_destroy(w);
}

static void players_without_messages_are_asked_and_choose(void **state)
{
    (void)state;
    struct world *w =
        world_new(&(struct world_plan){.game = "reversi", .names = {"@first", "@random"}});
    world_start(w);
    while (w->dones == 0) {
        move moves[MOVES_MAX];
        int seat = w->asked;
        assert_int_equal(seat, referee_to_move(&w->referee));
        w->referee.setup.game->moves(&w->referee.position, moves);
        w->asked = NOBODY;
        // Nobody else may move for it.
        referee_chose(&w->referee, 1 - seat, moves[0], w->now);
        referee_chose(&w->referee, seat, moves[0], w->now);
    }
    assert_int_equal(w->overs, 1);
    assert_int_equal(w->result.moves, w->moves);
    world_destroy(w);
}

static void an_illegal_choice_loses_like_an_illegal_message(void **state)
{
    (void)state;
    struct world *w = world_new(&(struct world_plan){
        .game = "reversi", .wires = {NULL, "hgp"}, .names = {"@first", "bot"}});
    world_begin(w);
    world_news(w, 1);
    referee_chose(&w->referee, 0, 0, w->now);
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    assert_string_equal(w->result.rule, "R3");
    assert_true(w->result.fault.expected[0] != '\0');
    assert_string_equal(
        world_news(w, 1), "{\"changed\":[],\"by\":0,\"next_turn\":0,\"game_status\":5}\n");
    world_destroy(w);
}

static void a_person_who_gives_up_has_lost_by_the_rules(void **state)
{
    (void)state;
    struct world *w = world_new(
        &(struct world_plan){.game = "stones", .names = {"human", "@random"}, .untimed = true});
    world_start(w);
    referee_resigned(&w->referee, 0, w->now);
    assert_int_equal(w->result.verdict, VERDICT_WON);
    assert_int_equal(w->result.winner, 1);
    assert_int_equal(w->dones, 1);
    world_destroy(w);
}

// --- Whole games ---

static void every_wire_plays_whole_games_to_a_regular_end(void **state)
{
    (void)state;
    for (const struct wire *wire = wires; wire->name; wire++) {
        for (uint64_t seed = 1; seed <= 10; seed++) {
            struct world *w = world_new(&(struct world_plan){.wires = {wire->name, wire->name},
                .names = {"ann", "bob"},
                .coin = (int)(seed % 2),
                .seed = seed});
            int rounds = wire->many_games ? 3 : 1;
            for (int i = 0; i < rounds; i++) {
                if (i > 0)
                    world_again(w);
                world_play(w);
                assert_int_equal(w->overs, 1);
                assert_int_equal(w->dones, 1);
                assert_int_equal(w->result.blame, NOBODY);
                assert_true(w->result.verdict == VERDICT_WON || w->result.verdict == VERDICT_DRAW);
                assert_true(w->referee.setup.game->outcome(&w->referee.position).over);
                assert_int_equal(w->result.moves, w->moves);
                assert_string_equal(w->notes.bytes, "");
            }
            world_destroy(w);
        }
    }
}

static void bots_of_different_dialects_play_each_other(void **state)
{
    (void)state;
    static const char *const pairs[][SEATS] = {{"santorini", "santorini-course"},
        {"santorini-course", "santorini"}, {"stones", "stones-quoted"}, {"hgp", "hgp-silent"},
        {"hgp-0.2", "hgp"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct world *w = world_new(&(struct world_plan){
            .wires = {pairs[i][0], pairs[i][1]}, .names = {"ann", "bob"}, .seed = i});
        world_play(w);
        assert_int_equal(w->dones, 1);
        assert_int_equal(w->result.blame, NOBODY);
        world_destroy(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_early_answer_is_used_for_the_next_request_and_noted_G4),
        cmocka_unit_test(an_answer_may_come_in_any_pieces_G1),
        cmocka_unit_test(a_forced_pass_is_played_by_the_referee_R4),
        cmocka_unit_test(giving_up_is_a_regular_loss_in_the_course_s_words),
        cmocka_unit_test(players_without_messages_are_asked_and_choose),
        cmocka_unit_test(an_illegal_choice_loses_like_an_illegal_message),
        cmocka_unit_test(a_person_who_gives_up_has_lost_by_the_rules),
        cmocka_unit_test(every_wire_plays_whole_games_to_a_regular_end),
        cmocka_unit_test(bots_of_different_dialects_play_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
