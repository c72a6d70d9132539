// One game as a state machine: who is told what, in which order, and who loses by what.
#include "referee/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct world_plan santorini = {
    .wires = {"santorini", "santorini"}, .names = {"first", "second"}};
static const struct world_plan course = {
    .wires = {"santorini-course", "santorini-course"}, .names = {"first", "second"}};
static const struct world_plan hgp = {.wires = {"hgp", "hgp"}, .names = {"first", "second"}};
static const struct world_plan stones = {
    .wires = {"stones", "stones"}, .names = {"first", "second"}};

// Legal first moves: of white, then of black.
static const char white[] = "{\"Type\":1,\"From\":{\"X\":7,\"Y\":6},\"To\":{\"X\":7,\"Y\":7}}";
static const char black[] = "{\"Type\":1,\"From\":{\"X\":1,\"Y\":4},\"To\":{\"X\":1,\"Y\":5}}";

static void assert_verdict(const struct world *w, enum verdict v, int blame)
{
    assert_int_equal(w->overs, 1);
    assert_string_equal(verdicts[w->result.verdict].code, verdicts[v].code);
    assert_int_equal(w->result.blame, blame);
    assert_int_equal(w->result.winner, blame == NOBODY ? NOBODY : 1 - blame);
}

static bool contains(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

// --- Opening and beginning ---

static void a_game_begins_when_both_have_come(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_start(w);
    world_open(w, 1);
    assert_string_equal(world_news(w, 1), "");
    assert_int_equal(w->referee.state, REFEREE_OPENING);
    world_open(w, 0);
    assert_int_equal(w->referee.state, REFEREE_PLAYING);
    assert_string_equal(world_news(w, 1), "{\"Color\":-1}\n");
    assert_int_equal(referee_to_move(&w->referee), 0);
    world_destroy(w);
}

static void a_request_is_sent_at_once_and_what_asks_nothing_with_what_follows_G1(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_begin(w);
    assert_string_equal(w->order.bytes, "0 "); // Black's colour waits
    world_say(w, 0, white);
    assert_string_equal(w->order.bytes, "0 1 "); // and comes with the move and its request
    assert_int_equal(w->seats[1].sends, 1);
    referee_flush(&w->referee);
    assert_string_equal(w->order.bytes, "0 1 0 "); // if that takes long, without a request
    referee_flush(&w->referee);
    assert_string_equal(w->order.bytes, "0 1 0 ");
    world_destroy(w);
}

static void each_seat_hears_of_a_move_in_its_own_dialect_T4(void **state)
{
    (void)state;
    static const char *const told[SEATS] = {"{\"Player\":1,", "{\"Player\":\"1\","};
    for (int quoted = 0; quoted < SEATS; quoted++) {
        struct world_plan plan = {.wires = {"stones", "stones"}, .names = {"first", "second"}};
        plan.wires[quoted] = "stones-quoted";
        struct world *w = world_new(&plan);
        world_begin(w);
        for (int seat = 0; seat < SEATS; seat++)
            world_news(w, seat);
        world_say(w, 0, white);
        for (int seat = 0; seat < SEATS; seat++)
            assert_true(contains(world_news(w, seat), told[seat == quoted]));
        world_destroy(w);
    }
}

static void two_messages_to_the_same_bot_share_one_send_G1(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_begin(w);
    assert_int_equal(w->seats[0].sends, 1);
    const char *news = world_news(w, 0);
    assert_memory_equal(news, "{\"Color\":1}\n{\"Board\":", 21);
    world_news(w, 1);
    world_say(w, 0, white);
    assert_int_equal(w->seats[1].sends, 2);
    news = world_news(w, 1);
    assert_memory_equal(news, "{\"Player\":1,", 12);
    assert_true(contains(news, "\"Winner\":0}\n{\"Board\":"));
    world_destroy(w);
}

static void a_name_that_is_taken_gets_a_new_one_S1(void **state)
{
    (void)state;
    struct world *w = world_new(&santorini);
    world_start(w);
    world_open(w, 0);
    world_open(w, 1);
    world_say(w, 0, "[\"join\",\"ann\"]");
    assert_string_equal(world_news(w, 0), "\"OK\"\n");
    world_say(w, 1, "[\"join\",\"ann\"]");
    assert_string_equal(world_news(w, 1), "[\"name\",\"anna\"]\n");
    assert_string_equal(world_news(w, 0), "");
    world_say(w, 1, "\"OK\"");
    assert_string_equal(world_news(w, 1), "[\"new_game\",\"ann\"]\n");
    assert_string_equal(world_news(w, 0), "[\"new_game\",\"anna\"]\n");
    world_destroy(w);
}

static void a_name_is_not_taken_by_one_who_has_not_joined_S1(void **state)
{
    (void)state;
    // The opponent is known to people as "second", but has not said its name yet.
    struct world *w = world_new(&santorini);
    world_start(w);
    world_open(w, 0);
    world_open(w, 1);
    world_say(w, 0, "[\"join\",\"second\"]");
    assert_string_equal(world_news(w, 0), "\"OK\"\n");
    world_say(w, 1, "[\"join\",\"second\"]");
    assert_string_equal(world_news(w, 1), "[\"name\",\"seconda\"]\n");
    world_destroy(w);
}

static void a_name_of_a_player_without_messages_is_taken_S1(void **state)
{
    (void)state;
    struct world *w =
        world_new(&(struct world_plan){.wires = {"santorini", NULL}, .names = {"mine", "@random"}});
    world_start(w);
    world_open(w, 0);
    world_say(w, 0, "[\"join\",\"random\"]");
    assert_string_equal(world_news(w, 0), "[\"name\",\"randoma\"]\n");
    world_destroy(w);
}

static void in_hgp_a_name_is_kept_as_it_is_R7(void **state)
{
    (void)state;
    struct world *w = world_new(&hgp);
    world_begin(w);
    int first = referee_to_move(&w->referee);
    world_say(w, first, "{\"name\":\"Deep-Thought 2\"}");
    assert_string_equal(w->seats[first].wire.name, "Deep-Thought 2");
    assert_int_equal(w->overs, 0);
    world_destroy(w);
}

static void in_hgp_a_name_is_read_when_its_bot_is_asked_R6_R7(void **state)
{
    (void)state;
    // So that the record does not depend on when a bot that is not asked came to speak.
    struct world *w = world_new(&hgp);
    world_begin(w);
    int first = referee_to_move(&w->referee);
    world_say(w, 1 - first, "{\"name\":\"Deep-Thought 2\"}");
    assert_int_equal(w->got, 0);
    assert_true(world_answer(w, first));
    assert_int_equal(w->moves, 1);
    assert_string_equal(w->seats[1 - first].wire.name, "Deep-Thought 2");
    world_destroy(w);
}

static void of_two_who_join_at_once_the_first_seat_is_heard_first_S1(void **state)
{
    (void)state;
    struct world *w = world_new(&santorini);
    world_start(w);
    world_open(w, 1);
    world_say(w, 1, "[\"join\",\"ann\"]");
    assert_string_equal(world_news(w, 1), "");
    // Whoever has spoken in time has, however long the other takes.
    world_tick(w, 900 * MS);
    world_open(w, 0);
    world_tick(w, 900 * MS);
    world_say(w, 0, "[\"join\",\"ann\"]");
    assert_string_equal(world_news(w, 0), "\"OK\"\n");
    assert_string_equal(world_news(w, 1), "[\"name\",\"anna\"]\n");
    // Its clock runs again, for its answer.
    world_tick(w, 1000 * MS + 1);
    assert_int_equal(w->result.verdict, VERDICT_TIMEOUT);
    assert_int_equal(w->result.blame, 1);
    world_destroy(w);
}

static void who_joins_too_late_is_late_though_the_other_is_heard_first_G9(void **state)
{
    (void)state;
    struct world *w = world_new(&santorini);
    world_start(w);
    world_open(w, 1);
    world_wait(w, 500 * MS);
    world_open(w, 0);
    world_wait(w, 500 * MS + 1);
    world_say(w, 1, "[\"join\",\"ann\"]");
    assert_int_equal(w->result.verdict, VERDICT_TIMEOUT);
    assert_int_equal(w->result.blame, 1);
    world_destroy(w);
}

static void who_listen(void *listener, const struct referee_event *event)
{
    if (event->kind == EVENT_GOT)
        text_number(listener, event->seat);
}

static void acknowledgements_are_read_in_the_order_of_seats_S3_S7(void **state)
{
    (void)state;
    struct world *w = world_new(&santorini);
    char bytes[16];
    struct text got = TEXT_IN(bytes);
    world_start(w);
    world_open(w, 0);
    world_open(w, 1);
    world_say(w, 0, "[\"join\",\"ann\"]");
    world_say(w, 1, "[\"join\",\"bob\"]");
    w->listen = who_listen;
    w->listener = &got;
    world_say(w, 1, "\"OK\"");
    world_say(w, 0, "\"OK\"");
    assert_string_equal(bytes, "01");
    text_clear(&got);
    world_say(w, 0, "nonsense");
    assert_int_equal(w->result.verdict, VERDICT_MALFORMED);
    world_say(w, 1, "\"OK\"");
    assert_int_equal(w->dones, 0);
    // Its clock has stopped, and the other's runs out.
    world_tick(w, REFEREE_LAST_ACK_MS * MS + 1);
    assert_string_equal(bytes, "01");
    assert_int_equal(w->dones, 1);
    assert_string_equal(w->notes.bytes, "0: did not acknowledge the end of the game (S7)\n");
    world_destroy(w);
}

static void names_and_first_moves_may_come_in_one_piece_R7(void **state)
{
    (void)state;
    struct world *w = world_new(&hgp);
    world_begin(w);
    world_say(w, 0, "{\"name\":\"ann\"}{\"placed\":[2,4]}");
    assert_int_equal(w->moves, 1);
    world_destroy(w);
}

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

// --- Losing ---

// Brings a Santorini game into a state.
static struct world *world_in(enum referee_state wanted)
{
    struct world *w = world_new(&santorini);
    world_start(w);
    if (wanted == REFEREE_OPENING)
        return w;
    for (int seat = 0; seat < SEATS; seat++) {
        world_open(w, seat);
        world_say(w, seat, seat == 0 ? "[\"join\",\"ann\"]" : "[\"join\",\"bob\"]");
    }
    if (wanted == REFEREE_BEGINNING)
        return w;
    world_say(w, 0, "\"OK\"");
    world_say(w, 1, "\"OK\"");
    if (wanted == REFEREE_ENDING)
        world_say(w, 0, "[\"place\",9,9]");
    return w;
}

static void leaving_loses_the_game_before_it_begins_and_while_it_lasts_G5(void **state)
{
    (void)state;
    static const enum verdict losses[] = {
        VERDICT_CRASH, VERDICT_DISCONNECT, VERDICT_NO_START, VERDICT_LIMIT};
    for (size_t i = 0; i < sizeof losses / sizeof *losses; i++) {
        for (int s = REFEREE_OPENING; s <= REFEREE_PLAYING; s++) {
            for (int seat = 0; seat < SEATS; seat++) {
                struct world *w = world_in((enum referee_state)s);
                assert_int_equal(w->referee.state, s);
                world_lose(w, seat, losses[i]);
                assert_verdict(w, losses[i], seat);
                // The other one says that it has heard, if it was told; then all is done.
                if (w->dones == 0) {
                    if (s == REFEREE_BEGINNING)
                        world_say(w, 1 - seat, "\"OK\"");
                    world_say(w, 1 - seat, "\"OK\"");
                }
                assert_int_equal(w->dones, 1);
                // The other one's leaving then is no news.
                world_lose(w, 1 - seat, VERDICT_CRASH);
                assert_int_equal(w->overs, 1);
                world_destroy(w);
            }
        }
    }
}

static void words_tell_a_crash_before_the_game_from_one_in_it(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_OPENING);
    world_lose(w, 0, VERDICT_CRASH);
    assert_string_equal(w->result.explanation, "first: has left before the game began");
    world_destroy(w);
    w = world_in(REFEREE_PLAYING);
    world_lose(w, 1, VERDICT_DISCONNECT);
    assert_string_equal(w->result.explanation, "second: has left in the middle of the game");
    world_destroy(w);
}

static void after_the_verdict_leaving_changes_nothing(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_ENDING);
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    world_lose(w, 1, VERDICT_CRASH);
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    assert_int_equal(w->dones, 0);
    world_lose(w, 0, VERDICT_CRASH);
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    assert_int_equal(w->dones, 1);
    world_destroy(w);
}

static void a_fault_of_ours_is_nobody_s_in_any_state_G5(void **state)
{
    (void)state;
    for (int s = REFEREE_OPENING; s <= REFEREE_PLAYING; s++) {
        struct world *w = world_in((enum referee_state)s);
        world_news(w, 0);
        world_news(w, 1);
        referee_void(&w->referee, "the disk is full", w->now);
        assert_verdict(w, VERDICT_VOID, NOBODY);
        assert_string_equal(w->result.explanation, "void: the disk is full");
        assert_string_equal(w->result.rule, "G5");
        // Nobody is told of an end: the game is simply opened again.
        assert_string_equal(world_news(w, 0), "");
        assert_string_equal(world_news(w, 1), "");
        assert_int_equal(w->dones, 1);
        world_destroy(w);
    }
    struct world *w = world_in(REFEREE_ENDING);
    referee_void(&w->referee, "the disk is full", w->now);
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    world_destroy(w);
}

static void a_loss_that_was_our_fault_blames_nobody(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_PLAYING);
    world_lose(w, 1, VERDICT_VOID);
    assert_verdict(w, VERDICT_VOID, NOBODY);
    world_destroy(w);
}

static void a_flood_loses_in_every_state_G2(void **state)
{
    (void)state;
    static char nest[64];
    memset(nest, '[', sizeof nest - 1);
    for (int s = REFEREE_OPENING; s <= REFEREE_PLAYING; s++) {
        struct world *w = world_in((enum referee_state)s);
        if (s == REFEREE_OPENING)
            world_open(w, 1);
        world_say(w, 1, nest);
        assert_verdict(w, VERDICT_FLOOD, 1);
        assert_string_equal(w->result.rule, "G2");
        // Nobody waits for what it might still say.
        assert_true(w->referee.chairs[1].gone);
        if (s == REFEREE_BEGINNING)
            world_say(w, 0, "\"OK\"");
        if (s > REFEREE_OPENING)
            world_say(w, 0, "\"OK\"");
        assert_int_equal(w->dones, 1);
        world_destroy(w);
    }
}

static void a_fault_outside_of_one_s_turn_is_a_fault_too_G5(void **state)
{
    (void)state;
    // Not JSON, from the one who is not asked: it stays in the queue until it is.
    struct world *w = world_new(&stones);
    world_begin(w);
    world_say(w, 1, "hello\n");
    assert_int_equal(w->overs, 0);
    world_say(w, 0, white);
    assert_verdict(w, VERDICT_MALFORMED, 1);
    assert_int_equal(w->broken, 1);
    world_destroy(w);
}

static void the_message_that_lost_is_kept(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_begin(w);
    world_wait(w, 30 * MS);
    world_say(w, 0, "{\"Type\":7}");
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    assert_string_equal(w->result.message, "{\"Type\":7}");
    assert_int_equal(w->result.message_bytes, 10);
    assert_true(w->result.fault.has_at);
    assert_int_equal(w->result.charge.wall_ns, 30 * MS);
    assert_int_equal(w->result.charge.limit_ns, 500 * MS);
    assert_int_equal(w->broken, 0);
    world_destroy(w);
}

static void both_may_fail_at_once_and_one_is_blamed(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_start(w);
    world_tick(w, 1000 * MS + 1);
    assert_verdict(w, VERDICT_NO_START, 0);
    assert_int_equal(w->dones, 1);
    world_destroy(w);
}

// --- Ending ---

static void the_rule_breaker_is_told_too_S7(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_PLAYING);
    world_news(w, 0);
    world_news(w, 1);
    world_say(w, 0, "[\"place\",9,9]");
    static const char over[] =
        "[\"over\",{\"winner\":\"bob\",\"loser\":\"ann\",\"reason\":\"BROKEN_RULE\"}]\n";
    assert_string_equal(world_news(w, 0), over);
    assert_string_equal(world_news(w, 1), over);
    world_say(w, 0, "\"OK\"");
    assert_int_equal(w->dones, 0);
    world_say(w, 1, "\"OK\"");
    assert_int_equal(w->dones, 1);
    assert_string_equal(w->notes.bytes, "");
    world_destroy(w);
}

static void a_missing_acknowledgement_of_the_end_changes_nothing_S7(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_ENDING);
    world_say(w, 1, "\"OK\"");
    assert_int_equal(
        referee_wake_ns(&w->referee) <= w->now.now_ns + REFEREE_LAST_ACK_MS * MS + 1, 1);
    world_tick(w, REFEREE_LAST_ACK_MS * MS);
    assert_int_equal(w->dones, 0);
    world_tick(w, 1);
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    assert_int_equal(w->dones, 1);
    assert_string_equal(w->notes.bytes, "0: did not acknowledge the end of the game (S7)\n");
    // From now on it counts as gone.
    assert_true(w->referee.chairs[0].gone);
    assert_false(w->referee.chairs[1].gone);
    world_destroy(w);
}

static void a_wrong_acknowledgement_of_the_end_is_noted_S7(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_ENDING);
    world_say(w, 0, "{\"sorry\":1}");
    world_say(w, 1, "\"OK\"");
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    assert_int_equal(w->dones, 1);
    assert_true(contains(w->notes.bytes, "0: expected \"OK\""));
    world_destroy(w);
}

static void nothing_more_is_sent_after_a_fault_in_stones_T7(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_begin(w);
    world_news(w, 0);
    world_news(w, 1);
    world_say(w, 0, "{\"Type\":0}");
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    assert_string_equal(world_news(w, 0), "");
    assert_string_equal(world_news(w, 1), "");
    assert_int_equal(w->dones, 1);
    world_destroy(w);
}

static void the_status_tells_both_what_the_fault_was_R5(void **state)
{
    (void)state;
    static const struct {
        const char *answer; // NULL: leaves
        enum verdict verdict;
        const char *update;
    } faults[] = {
        {NULL, VERDICT_CRASH, "{\"changed\":[],\"by\":1,\"next_turn\":1,\"game_status\":3}\n"},
        {NULL, VERDICT_DISCONNECT, "{\"changed\":[],\"by\":1,\"next_turn\":1,\"game_status\":3}\n"},
        {"{\"placed\":\"d3\"}", VERDICT_MALFORMED,
            "{\"changed\":[],\"by\":1,\"next_turn\":1,\"game_status\":4}\n"},
        {"{\"placed\":[0,0]}", VERDICT_ILLEGAL,
            "{\"changed\":[],\"by\":1,\"next_turn\":1,\"game_status\":5}\n"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct world_plan plan = hgp;
        plan.first_id = 1; // seat 0 is player 1
        struct world *w = world_new(&plan);
        world_begin(w);
        world_news(w, 0);
        world_news(w, 1);
        if (faults[i].answer)
            world_say(w, 0, faults[i].answer);
        else
            world_lose(w, 0, faults[i].verdict);
        assert_verdict(w, faults[i].verdict, 0);
        assert_string_equal(world_news(w, 1), faults[i].update);
        // Also to the offender, if there is still someone to hear it.
        assert_string_equal(world_news(w, 0), faults[i].answer ? faults[i].update : "");
        assert_int_equal(w->dones, 1);
        world_destroy(w);
    }
    struct world *w = world_new(&hgp);
    world_begin(w);
    world_news(w, 1);
    world_tick(w, 500 * MS + 1);
    assert_verdict(w, VERDICT_TIMEOUT, 0);
    assert_string_equal(
        world_news(w, 1), "{\"changed\":[],\"by\":0,\"next_turn\":0,\"game_status\":3}\n");
    world_destroy(w);
}

static void whoever_was_not_told_of_a_game_is_not_told_of_its_end(void **state)
{
    (void)state;
    struct world *w = world_new(&santorini);
    world_start(w);
    world_open(w, 0);
    world_lose(w, 1, VERDICT_NO_START);
    assert_verdict(w, VERDICT_NO_START, 1);
    assert_int_equal(w->dones, 1);
    assert_string_equal(world_news(w, 0), "");
    world_destroy(w);
}

// --- Many games on one connection ---

static void a_later_game_begins_at_once_on_the_same_connections_S8(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_ENDING);
    world_say(w, 0, "\"OK\"");
    world_say(w, 1, "\"OK\"");
    world_news(w, 0);
    world_news(w, 1);
    world_again(w);
    world_start(w);
    assert_int_equal(w->referee.state, REFEREE_BEGINNING);
    assert_string_equal(world_news(w, 0), "[\"new_game\",\"bob\"]\n");
    assert_string_equal(world_news(w, 1), "[\"new_game\",\"ann\"]\n");
    // It is awake: what counts is the budget of a request, no longer that of a start.
    world_tick(w, 100 * MS + 1);
    assert_verdict(w, VERDICT_TIMEOUT, 0);
    assert_string_equal(
        w->result.explanation, "first: 101 ms charged of 100 to acknowledge the new game");
    world_destroy(w);
}

static void a_bot_that_was_still_joining_when_a_game_was_lost_joins_the_next_one(void **state)
{
    (void)state;
    struct world *w = world_new(&santorini);
    world_start(w);
    world_open(w, 0);
    world_open(w, 1);
    world_say(w, 1, "[\"join\",\"bob\"]");
    world_lose(w, 1, VERDICT_CRASH);
    assert_int_equal(w->dones, 1);
    // Both sit there again in the next game; the first has still not said its name.
    world_again(w);
    world_start(w);
    assert_int_equal(w->referee.state, REFEREE_OPENING);
    world_say(w, 0, "[\"join\",\"ann\"]");
    assert_int_equal(w->referee.state, REFEREE_BEGINNING);
    assert_int_equal(w->overs, 0);
    world_destroy(w);
    // Nor does it have for ever to do so.
    w = world_new(&santorini);
    world_start(w);
    world_open(w, 0);
    world_lose(w, 1, VERDICT_CRASH);
    world_again(w);
    world_start(w);
    world_tick(w, 1000 * MS + 1);
    assert_verdict(w, VERDICT_TIMEOUT, 0);
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
                .first_id = (int)(seed % 2),
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
        cmocka_unit_test(a_game_begins_when_both_have_come),
        cmocka_unit_test(a_request_is_sent_at_once_and_what_asks_nothing_with_what_follows_G1),
        cmocka_unit_test(each_seat_hears_of_a_move_in_its_own_dialect_T4),
        cmocka_unit_test(two_messages_to_the_same_bot_share_one_send_G1),
        cmocka_unit_test(a_name_that_is_taken_gets_a_new_one_S1),
        cmocka_unit_test(a_name_is_not_taken_by_one_who_has_not_joined_S1),
        cmocka_unit_test(a_name_of_a_player_without_messages_is_taken_S1),
        cmocka_unit_test(in_hgp_a_name_is_kept_as_it_is_R7),
        cmocka_unit_test(in_hgp_a_name_is_read_when_its_bot_is_asked_R6_R7),
        cmocka_unit_test(of_two_who_join_at_once_the_first_seat_is_heard_first_S1),
        cmocka_unit_test(who_joins_too_late_is_late_though_the_other_is_heard_first_G9),
        cmocka_unit_test(acknowledgements_are_read_in_the_order_of_seats_S3_S7),
        cmocka_unit_test(names_and_first_moves_may_come_in_one_piece_R7),
        cmocka_unit_test(an_early_answer_is_used_for_the_next_request_and_noted_G4),
        cmocka_unit_test(an_answer_may_come_in_any_pieces_G1),
        cmocka_unit_test(a_forced_pass_is_played_by_the_referee_R4),
        cmocka_unit_test(giving_up_is_a_regular_loss_in_the_course_s_words),
        cmocka_unit_test(players_without_messages_are_asked_and_choose),
        cmocka_unit_test(an_illegal_choice_loses_like_an_illegal_message),
        cmocka_unit_test(a_person_who_gives_up_has_lost_by_the_rules),
        cmocka_unit_test(leaving_loses_the_game_before_it_begins_and_while_it_lasts_G5),
        cmocka_unit_test(words_tell_a_crash_before_the_game_from_one_in_it),
        cmocka_unit_test(after_the_verdict_leaving_changes_nothing),
        cmocka_unit_test(a_fault_of_ours_is_nobody_s_in_any_state_G5),
        cmocka_unit_test(a_loss_that_was_our_fault_blames_nobody),
        cmocka_unit_test(a_flood_loses_in_every_state_G2),
        cmocka_unit_test(a_fault_outside_of_one_s_turn_is_a_fault_too_G5),
        cmocka_unit_test(the_message_that_lost_is_kept),
        cmocka_unit_test(both_may_fail_at_once_and_one_is_blamed),
        cmocka_unit_test(the_rule_breaker_is_told_too_S7),
        cmocka_unit_test(a_missing_acknowledgement_of_the_end_changes_nothing_S7),
        cmocka_unit_test(a_wrong_acknowledgement_of_the_end_is_noted_S7),
        cmocka_unit_test(nothing_more_is_sent_after_a_fault_in_stones_T7),
        cmocka_unit_test(the_status_tells_both_what_the_fault_was_R5),
        cmocka_unit_test(whoever_was_not_told_of_a_game_is_not_told_of_its_end),
        cmocka_unit_test(a_later_game_begins_at_once_on_the_same_connections_S8),
        cmocka_unit_test(a_bot_that_was_still_joining_when_a_game_was_lost_joins_the_next_one),
        cmocka_unit_test(every_wire_plays_whole_games_to_a_regular_end),
        cmocka_unit_test(bots_of_different_dialects_play_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
