// libagon as its callers see it: through its header and the shared library, nothing else.
#include <agon.h>

#include "games/known_counts.h"

#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
// cmocka needs what stands above.
#include <cmocka.h>

enum { NODES_MOST = 3000000, GAMES_PLAYED = 12 };

// Calls `look` on every position of random games of every game and variant.
static void along_games(void (*look)(const struct agon_position *p, uint64_t seed))
{
    for (int game = 0; game < agon_games(); game++) {
        for (int variant = 0; agon_variant_name(game, variant); variant++) {
            for (uint64_t n = 0; n < GAMES_PLAYED; n++) {
                struct agon_position p;
                uint64_t ply = 0;
                assert_int_equal(
                    agon_start(&p, game, agon_variant_name(game, variant), NULL), AGON_OK);
                for (; agon_outcome(&p, NULL) == 0; ply++) {
                    const uint64_t seed = agon_seed(n, ply);
                    look(&p, seed);
                    assert_int_equal(agon_apply(&p, agon_random_action(&p, seed)), AGON_OK);
                }
                look(&p, agon_seed(n, ply));
            }
        }
    }
}

static void the_sizes_are_part_of_the_abi(void **state)
{
    (void)state;
    assert_int_equal(agon_abi(), 1);
    assert_int_equal(sizeof(struct agon_position), 192);
    assert_int_equal(agon_position_bytes(), 192);
    assert_int_equal(sizeof(struct agon_outcome), 64);
    assert_int_equal(sizeof(struct agon_refusal), 424);
    assert_int_equal(sizeof(struct agon_error), 280);
    assert_int_equal(offsetof(struct agon_outcome, rule), 16);
    assert_int_equal(offsetof(struct agon_refusal, seen), 280);
    assert_int_equal(offsetof(struct agon_error, at), 256);
}

static void the_numbers_of_games_and_actions_stay(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int number, actions, planes, length;
    } known[] = {{"santorini", 0, 180, 9, 6}, {"reversi", 1, 65, 3, 8}, {"stones", 2, 733, 10, 9}};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(agon_game_find(known[i].name), known[i].number);
        assert_int_equal(agon_actions(known[i].number), known[i].actions);
        assert_int_equal(agon_planes(known[i].number), known[i].planes);
        assert_int_equal(agon_plane_length(known[i].number), known[i].length);
    }
    static const struct {
        const char *game, *position, *move;
        int32_t action;
    } moves[] = {
        {"reversi", NULL, "d3", 19},
        {"santorini", NULL, "23", 3 * 6 + 2},
        {"santorini", "00000/00000/00000/00000/00000 12,32 21,23 1", "12-11+10", 36 + 1 * 9 + 1},
        {"santorini", "00000/00000/00000/00000/00000 12,32 21,23 1", "32-43+44",
            36 + (8 + 7) * 9 + 6},
        {"stones", STONES_EXAMPLE " b any", "pass", 732},
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct agon_position p;
        const int game = agon_game_find(moves[i].game);
        assert_int_equal(moves[i].position ? agon_parse(&p, game, moves[i].position, NULL)
                                           : agon_start(&p, game, NULL, NULL),
            AGON_OK);
        assert_int_equal(agon_parse_action(&p, moves[i].move, NULL, NULL), moves[i].action);
    }
}

// Counts by the calls for one position alone.
static uint64_t count_nodes(const struct agon_position *p, int depth)
{
    int32_t actions[AGON_LEGAL_MOST];
    const int count = agon_legal(p, actions, AGON_LEGAL_MOST);
    uint64_t nodes = 0;
    if (depth == 1)
        return (uint64_t)count;
    for (int i = 0; i < count; i++) {
        struct agon_position next = *p;
        assert_int_equal(agon_apply(&next, actions[i]), AGON_OK);
        nodes += count_nodes(&next, depth - 1);
    }
    return nodes;
}

static void the_rules_give_the_known_counts(void **state)
{
    (void)state;
    for (int i = 0; i < KNOWN_COUNTS; i++) {
        const struct known_counts *known = &known_counts[i];
        const int game = agon_game_find(known->game);
        struct agon_position p;
        assert_int_equal(known->position ? agon_parse(&p, game, known->position, NULL)
                                         : agon_start(&p, game, NULL, NULL),
            AGON_OK);
        for (int depth = 1; known->nodes[depth] && known->nodes[depth] < NODES_MOST; depth++) {
            uint64_t nodes = 0, leaves = 0;
            assert_int_equal(agon_perft(&p, depth, &nodes, &leaves), AGON_OK);
            assert_true(nodes == known->nodes[depth]);
            assert_true(!known->leaves[depth] || leaves == known->leaves[depth]);
            if (nodes < NODES_MOST / 10)
                assert_true(count_nodes(&p, depth) == nodes);
        }
    }
}

static void check_texts(const struct agon_position *p, uint64_t seed)
{
    (void)seed;
    char text[AGON_TEXT_BYTES];
    struct agon_position back;
    const int length = agon_text(p, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_int_equal(agon_parse(&back, agon_game(p), text, NULL), AGON_OK);
    assert_memory_equal(p, &back, sizeof back);
    assert_true(agon_hash(p) == agon_hash(&back));
    assert_int_equal(agon_text(p, text, 4), AGON_NO_ROOM);
    int32_t actions[AGON_LEGAL_MOST];
    const int count = agon_legal(p, actions, AGON_LEGAL_MOST);
    for (int i = 0; i < count; i++) {
        char move[AGON_ACTION_TEXT_BYTES], words[AGON_DESCRIPTION_BYTES];
        assert_true(agon_action_text(p, actions[i], move, sizeof move) > 0);
        assert_int_equal(agon_parse_action(p, move, NULL, NULL), actions[i]);
        assert_true(agon_describe(p, actions[i], words, sizeof words) > 0);
    }
}

static void positions_and_moves_survive_their_text(void **state)
{
    (void)state;
    along_games(check_texts);
}

static void check_mask(const struct agon_position *p, uint64_t seed)
{
    (void)seed;
    enum { ACTIONS_MOST = 1024 };
    uint8_t mask[ACTIONS_MOST];
    int32_t actions[AGON_LEGAL_MOST];
    const int total = agon_actions(agon_game(p));
    const int count = agon_legal(p, actions, AGON_LEGAL_MOST);
    assert_int_equal(agon_mask(p, mask, (size_t)total), count);
    assert_int_equal(agon_mask(p, mask, (size_t)total - 1), AGON_NO_ROOM);
    for (int i = 0; i < count; i++)
        assert_int_equal(mask[actions[i]], 1);
    int set = 0;
    for (int32_t action = -2; action < total + 2; action++) {
        const bool legal = action >= 0 && action < total && mask[action];
        struct agon_refusal why;
        struct agon_position next = *p;
        set += legal;
        assert_int_equal(agon_is_legal(p, action, &why), legal);
        if (legal)
            continue;
        assert_true(strlen(why.rule) >= 2 && why.words[0] && why.expected[0] && why.seen[0]);
        assert_int_equal(agon_apply(&next, action), AGON_ILLEGAL);
        assert_memory_equal(p, &next, sizeof next);
    }
    assert_int_equal(set, count);
    assert_int_equal(agon_outcome(p, NULL), count == 0);
}

static void the_mask_has_exactly_the_legal_actions_and_the_rest_is_refused_with_words(void **state)
{
    (void)state;
    along_games(check_mask);
}

static void check_symmetry(const struct agon_position *p, uint64_t seed)
{
    const int32_t action = agon_random_action(p, seed);
    const int k = (int)(seed % (uint64_t)agon_symmetries(agon_game(p)));
    struct agon_position turned, after = *p, after_turned;
    assert_int_equal(agon_symmetry(p, k, &turned), AGON_OK);
    if (action < 0)
        return;
    assert_int_equal(agon_apply(&turned, agon_symmetry_action(p, action, k)), AGON_OK);
    assert_int_equal(agon_apply(&after, action), AGON_OK);
    assert_int_equal(agon_symmetry(&after, k, &after_turned), AGON_OK);
    assert_memory_equal(&turned, &after_turned, sizeof turned);
}

static void a_symmetry_takes_actions_along(void **state)
{
    (void)state;
    along_games(check_symmetry);
}

static void check_pictures(const struct agon_position *p, uint64_t seed)
{
    static char bytes[AGON_SVG_BYTES];
    struct agon_position after = *p;
    const int32_t action = agon_random_action(p, seed);
    if (action >= 0)
        assert_int_equal(agon_apply(&after, action), AGON_OK);
    assert_true(agon_svg(&after, p, action, bytes, sizeof bytes) > 100);
    assert_true(agon_draw(&after, p, action, (int)(seed % 4), bytes, AGON_DRAWING_BYTES) > 100);
    assert_int_equal(agon_draw(&after, p, action, 4, bytes, sizeof bytes), AGON_BAD_ARGUMENT);
    assert_int_equal(agon_svg(&after, NULL, action, bytes, 20), AGON_NO_ROOM);
    assert_int_equal(strlen(bytes), 19);
    uint8_t planes[1024];
    const int game = agon_game(p), length = agon_plane_length(game);
    const int needed = agon_planes(game) * length * length;
    assert_int_equal(agon_features(p, planes, (size_t)needed), needed);
    assert_int_equal(agon_features(p, planes, (size_t)needed - 1), AGON_NO_ROOM);
}

static void pictures_and_planes_fit_where_the_header_says(void **state)
{
    (void)state;
    along_games(check_pictures);
}

// Batches

enum { BATCH = 64, STRIDE = 800 };

static void fill_batch(struct agon_position *p)
{
    for (int i = 0; i < BATCH; i++) {
        assert_int_equal(agon_start(&p[i], i % agon_games(), NULL, NULL), AGON_OK);
        for (int ply = 0; ply < 2 * i && agon_outcome(&p[i], NULL) == 0; ply++)
            agon_apply(&p[i], agon_random_action(&p[i], agon_seed((uint64_t)i, (uint64_t)ply)));
    }
    p[7].words[3] ^= 1; // not a position any more
}

static void a_batch_finds_what_single_calls_find(void **state)
{
    (void)state;
    static struct agon_position p[BATCH], one;
    static int32_t actions[BATCH * AGON_LEGAL_MOST], counts[BATCH], chosen[BATCH], status[BATCH];
    static uint8_t masks[BATCH * STRIDE], planes[BATCH * 900], row[900];
    static uint64_t won[3 * BATCH];
    fill_batch(p);
    assert_int_equal(agon_batch_legal(p, BATCH, actions, AGON_LEGAL_MOST, counts), BATCH - 1);
    assert_int_equal(counts[7], AGON_NO_POSITION);
    assert_int_equal(agon_batch_mask(p, BATCH, masks, STRIDE, status), BATCH - 1);
    assert_memory_equal(counts, status, sizeof counts);
    assert_int_equal(agon_batch_features(p, BATCH, planes, 900), BATCH - 1);
    assert_int_equal(agon_batch_playouts(p, BATCH, 3, 11, won), BATCH - 1);
    const int64_t drawn = agon_batch_random(p, BATCH, 5, chosen);
    for (int i = 0; i < BATCH; i++) {
        int32_t single[AGON_LEGAL_MOST];
        uint64_t single_won[3] = {0};
        assert_int_equal(agon_legal(&p[i], single, AGON_LEGAL_MOST), counts[i]);
        if (counts[i] < 0)
            continue;
        assert_memory_equal(single, actions + i * AGON_LEGAL_MOST, (size_t)counts[i] * 4);
        const int bytes = agon_features(&p[i], row, sizeof row);
        assert_memory_equal(row, planes + i * 900, (size_t)bytes);
        assert_int_equal(chosen[i], agon_random_action(&p[i], agon_seed(5, (uint64_t)i)));
        agon_playouts(&p[i], 3, agon_seed(11, (uint64_t)i), single_won, NULL);
        assert_memory_equal(single_won, won + 3 * i, sizeof single_won);
        assert_int_equal(single_won[0] + single_won[1] + single_won[2], 3);
    }
    one = p[0];
    assert_int_equal(agon_batch_apply(p, BATCH, chosen, status), drawn);
    assert_int_equal(status[7], AGON_NO_POSITION);
    assert_int_equal(agon_apply(&one, chosen[0]), AGON_OK);
    assert_memory_equal(&one, &p[0], sizeof one);
    assert_int_equal(agon_batch_outcome(p, BATCH, status), BATCH - 1);
    assert_int_equal(status[7], AGON_NO_POSITION);
    assert_int_equal(agon_batch_turn(p, BATCH, status), BATCH - 1);
    assert_int_equal(status[0], agon_turn(&p[0]));
}

// Hostile input

// Every call that takes a position, with one that is none.
static void refuse_all(struct agon_position *p)
{
    int32_t numbers[AGON_LEGAL_MOST];
    uint8_t bytes[1024];
    char text[AGON_TEXT_BYTES];
    uint64_t counts[3] = {0};
    struct agon_position out;
    assert_int_equal(agon_text(p, text, sizeof text), AGON_NO_POSITION);
    assert_int_equal(agon_game(p), AGON_NO_POSITION);
    assert_null(agon_variant(p));
    assert_int_equal(agon_turn(p), AGON_NO_POSITION);
    assert_true(agon_hash(p) == 0);
    assert_int_equal(agon_outcome(p, NULL), AGON_NO_POSITION);
    assert_int_equal(agon_legal(p, numbers, AGON_LEGAL_MOST), AGON_NO_POSITION);
    assert_int_equal(agon_mask(p, bytes, sizeof bytes), AGON_NO_POSITION);
    assert_int_equal(agon_is_legal(p, 0, NULL), AGON_NO_POSITION);
    assert_int_equal(agon_apply(p, 0), AGON_NO_POSITION);
    assert_int_equal(agon_forced(p), AGON_NO_POSITION);
    assert_int_equal(agon_action_text(p, 0, text, sizeof text), AGON_NO_POSITION);
    assert_int_equal(agon_describe(p, 0, text, sizeof text), AGON_NO_POSITION);
    assert_int_equal(agon_parse_action(p, "d3", NULL, NULL), AGON_NO_POSITION);
    assert_int_equal(agon_symmetry(p, 0, &out), AGON_NO_POSITION);
    assert_int_equal(agon_symmetry_action(p, 0, 0), AGON_NO_POSITION);
    assert_int_equal(agon_perft(p, 3, NULL, NULL), AGON_NO_POSITION);
    assert_int_equal(agon_draw(p, p, 0, 0, text, sizeof text), AGON_NO_POSITION);
    assert_int_equal(agon_svg(p, p, 0, text, sizeof text), AGON_NO_POSITION);
    assert_int_equal(agon_features(p, bytes, sizeof bytes), AGON_NO_POSITION);
    assert_int_equal(agon_playouts(p, 1, 1, counts, NULL), AGON_NO_POSITION);
    assert_int_equal(agon_random_action(p, 1), AGON_NO_POSITION);
}

static void what_is_no_position_is_refused_by_every_call(void **state)
{
    (void)state;
    struct agon_position p;
    refuse_all(NULL);
    memset(&p, 0, sizeof p);
    refuse_all(&p);
    memset(&p, 0xFF, sizeof p);
    refuse_all(&p);
    // One bit of what the rules read is enough.
    for (int bit = 0; bit < 18 * 64; bit++) {
        assert_int_equal(agon_start(&p, 2, NULL, NULL), AGON_OK);
        p.words[bit / 64] ^= UINT64_C(1) << bit % 64;
        assert_int_equal(agon_turn(&p), AGON_NO_POSITION);
    }
    refuse_all(&p);
}

static void bad_arguments_are_refused_and_nothing_is_read_through_null(void **state)
{
    (void)state;
    struct agon_position p;
    struct agon_error e;
    assert_int_equal(agon_start(&p, 99, NULL, &e), AGON_NO_GAME);
    assert_int_equal(agon_start(&p, -1, NULL, NULL), AGON_NO_GAME);
    assert_int_equal(agon_start(NULL, 1, NULL, &e), AGON_BAD_ARGUMENT);
    assert_int_equal(agon_start(&p, 1, "7x7", &e), AGON_NO_VARIANT);
    assert_non_null(strstr(e.words, "7x7"));
    assert_int_equal(agon_parse(&p, 1, NULL, &e), AGON_BAD_ARGUMENT);
    assert_int_equal(agon_parse(&p, 1, "", &e), AGON_BAD_TEXT);
    assert_int_equal(agon_parse(&p, 1, "----q", &e), AGON_BAD_TEXT);
    assert_int_equal(e.at, 4);
    assert_int_equal(agon_start(&p, 1, NULL, NULL), AGON_OK);
    assert_int_equal(agon_parse_action(&p, NULL, NULL, &e), AGON_BAD_ARGUMENT);
    assert_int_equal(agon_parse_action(&p, "zz", NULL, &e), AGON_BAD_TEXT);
    struct agon_refusal why;
    assert_int_equal(agon_parse_action(&p, "a1", &why, &e), AGON_ILLEGAL);
    assert_string_equal(why.rule, "R3");
    assert_non_null(strstr(e.words, "rule R"));
    assert_int_equal(agon_legal(&p, NULL, 10), AGON_NO_ROOM);
    int32_t actions[4];
    assert_int_equal(agon_legal(&p, actions, 3), AGON_NO_ROOM);
    assert_int_equal(agon_legal(&p, actions, 4), 4);
    assert_int_equal(agon_text(&p, NULL, 10), AGON_NO_ROOM);
    assert_int_equal(agon_perft(&p, -1, NULL, NULL), AGON_BAD_ARGUMENT);
    assert_int_equal(agon_symmetry(&p, 8, &p), AGON_BAD_ARGUMENT);
    assert_int_equal(agon_symmetry(&p, 0, NULL), AGON_BAD_ARGUMENT);
    assert_int_equal(agon_playouts(&p, 1, 1, NULL, NULL), AGON_BAD_ARGUMENT);
    assert_int_equal(agon_batch_legal(NULL, 3, actions, 1, actions), AGON_BAD_ARGUMENT);
    assert_int_equal(agon_batch_playouts(&p, 1, 1, 1, NULL), AGON_BAD_ARGUMENT);
    assert_int_equal(agon_batch_legal(NULL, 0, NULL, 0, NULL), 0);
    assert_int_equal(agon_game_find(NULL), AGON_NO_GAME);
    for (int game = -1; game < 99; game += 50) {
        assert_null(agon_game_name(game == 49 ? 3 : game));
        assert_null(agon_game_title(game == 49 ? 3 : game));
    }
    assert_null(agon_variant_name(1, 3));
    assert_null(agon_seat_name(1, 2));
    assert_null(agon_plane_name(1, 3));
    assert_int_equal(agon_actions(3), AGON_NO_GAME);
    for (int status = -30; status < 2; status++)
        assert_true(strlen(agon_status_words(status)) > 5);
}

// Texts that were damaged byte by byte, and texts of the other games.
static void check_damage(const struct agon_position *p, uint64_t seed)
{
    char text[AGON_TEXT_BYTES];
    struct agon_position read;
    const int length = agon_text(p, text, sizeof text);
    const int other = (agon_game(p) + 1) % agon_games();
    assert_int_equal(agon_parse(&read, other, text, NULL), AGON_BAD_TEXT);
    assert_true(agon_parse_action(p, text, NULL, NULL) < 0);
    text[seed % (uint64_t)length] = (char)(seed >> 32);
    if (agon_parse(&read, agon_game(p), text, NULL) == AGON_OK)
        assert_true(agon_turn(&read) >= 0);
}

static void damaged_and_foreign_texts_are_refused(void **state)
{
    (void)state;
    along_games(check_damage);
}

static void check_calls(const struct agon_position *p, uint64_t seed)
{
    static char words[AGON_SVG_BYTES];
    static uint8_t bytes[AGON_LEGAL_MOST * 16];
    int32_t actions[AGON_LEGAL_MOST];
    uint64_t counts[3] = {0};
    struct agon_refusal why;
    struct agon_position other;
    agon_text(p, words, sizeof words);
    agon_parse(&other, agon_game(p), words, NULL);
    agon_svg(p, NULL, AGON_NO_ACTION, words, sizeof words);
    agon_draw(p, NULL, AGON_NO_ACTION, AGON_PLAIN, words, sizeof words);
    agon_legal(p, actions, AGON_LEGAL_MOST);
    agon_features(p, bytes, sizeof bytes);
    agon_is_legal(p, (int32_t)(seed % (uint64_t)agon_actions(agon_game(p))), &why);
    agon_playouts(p, 1, seed, counts, NULL);
}

// The libraries do not know free (tests/library/symbols): what a call took would be missing.
static void no_call_allocates(void **state)
{
    (void)state;
    const size_t before = mallinfo2().uordblks;
    along_games(check_calls);
    assert_int_equal(mallinfo2().uordblks, before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sizes_are_part_of_the_abi),
        cmocka_unit_test(the_numbers_of_games_and_actions_stay),
        cmocka_unit_test(the_rules_give_the_known_counts),
        cmocka_unit_test(positions_and_moves_survive_their_text),
        cmocka_unit_test(the_mask_has_exactly_the_legal_actions_and_the_rest_is_refused_with_words),
        cmocka_unit_test(a_symmetry_takes_actions_along),
        cmocka_unit_test(pictures_and_planes_fit_where_the_header_says),
        cmocka_unit_test(a_batch_finds_what_single_calls_find),
        cmocka_unit_test(what_is_no_position_is_refused_by_every_call),
        cmocka_unit_test(bad_arguments_are_refused_and_nothing_is_read_through_null),
        cmocka_unit_test(damaged_and_foreign_texts_are_refused),
        cmocka_unit_test(no_call_allocates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
