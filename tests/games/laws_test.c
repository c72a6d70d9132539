// Laws that hold for every game, checked along many random games from every start.
#include "base/cpu.h"
#include "base/random.h"
#include "games/svg.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES_PER_VARIANT = 60, PLIES_MOST = 400 };

typedef void check(const struct game *game, const position *p, struct random *r);

// Plays random games of every variant of every game and calls `law` on each position of them, the
// last one included.
static void along_random_games(check *law)
{
    struct random r = random_seeded(2026);
    for (int g = 0; games[g]; g++) {
        for (int v = 0; games[g]->variants[v]; v++) {
            for (int i = 0; i < GAMES_PER_VARIANT; i++) {
                position p;
                assert_true(games[g]->start(&p, games[g]->variants[v], NULL));
                move moves[MOVES_MAX];
                int count, plies = 0;
                for (; (count = games[g]->moves(&p, moves)) > 0; plies++) {
                    law(games[g], &p, &r);
                    games[g]->apply(&p, moves[random_below(&r, (uint32_t)count)]);
                }
                assert_in_range(plies, 1, PLIES_MOST);
                law(games[g], &p, &r);
            }
        }
    }
}

static void check_over(const struct game *game, const position *p, struct random *r)
{
    (void)r;
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    struct outcome o = game->outcome(p);
    assert_int_equal(o.over, count == 0);
    if (o.over) {
        assert_in_range(o.winner + 1, 0, SEATS);
        assert_non_null(o.reason);
        assert_non_null(o.rule);
    } else {
        assert_int_equal(o.winner, NOBODY);
        assert_null(o.reason);
        assert_null(o.rule);
    }
    assert_in_range(game->turn(p), 0, SEATS - 1);
    move forced = game->forced ? game->forced(p) : MOVE_NONE;
    assert_true(forced == MOVE_NONE || (count == 1 && moves[0] == forced));
}

static void a_game_is_over_exactly_when_there_is_no_move(void **state)
{
    (void)state;
    along_random_games(check_over);
}

static void check_legal(const struct game *game, const position *p, struct random *r)
{
    static bool listed[MOVE_NONE + 1];
    memset(listed, 0, sizeof listed);
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    for (int i = 0; i < count; i++) {
        assert_false(listed[moves[i]]);
        listed[moves[i]] = true;
        assert_true(game->legal(p, moves[i], NULL));
    }
    // All 65,536 values now and then, a few of them always.
    bool all = random_below(r, 100) == 0;
    for (int i = 0; i <= (all ? MOVE_NONE : 50); i++) {
        move m = all ? (move)i : (move)random_below(r, MOVE_NONE + 1);
        struct refusal why;
        memset(&why, 'z', sizeof why);
        bool legal = game->legal(p, m, &why);
        assert_int_equal(legal, listed[m]);
        if (!legal) {
            assert_in_range(strnlen(why.rule, sizeof why.rule), 2, 3);
            assert_in_range(strnlen(why.words, sizeof why.words), 8, sizeof why.words - 2);
            assert_in_range(strnlen(why.expected, sizeof why.expected), 4, sizeof why.expected - 2);
            assert_in_range(strnlen(why.seen, sizeof why.seen), 2, sizeof why.seen - 2);
            assert_false(game->legal(p, m, NULL));
        }
    }
    assert_false(listed[MOVE_NONE]);
}

static void exactly_the_listed_moves_are_legal_and_every_other_is_explained(void **state)
{
    (void)state;
    along_random_games(check_legal);
}

static void check_position_text(const struct game *game, const position *p, struct random *r)
{
    (void)r;
    char bytes[POSITION_TEXT_BYTES], again[POSITION_TEXT_BYTES];
    struct text out = TEXT_IN(bytes), out_again = TEXT_IN(again);
    game->print(p, &out);
    assert_false(out.cut);
    struct error e;
    position back;
    memset(&back, 0xAA, sizeof back);
    if (!game->parse(&back, bytes, &e))
        fail_msg("%s: %s", bytes, e.words);
    assert_true(position_equal(p, &back));
    game->print(&back, &out_again);
    assert_string_equal(bytes, again);
    assert_ptr_equal(game->variant(p), game->variant(&back));
}

static void a_position_survives_its_text(void **state)
{
    (void)state;
    along_random_games(check_position_text);
}

static void check_broken_text(const struct game *game, const position *p, struct random *r)
{
    char bytes[POSITION_TEXT_BYTES];
    struct text out = TEXT_IN(bytes);
    game->print(p, &out);
    position back;
    // Cut short anywhere, with something behind it, and with one byte changed.
    char broken[POSITION_TEXT_BYTES + 1];
    snprintf(broken, sizeof broken, "%.*s", (int)random_below(r, (uint32_t)out.length), bytes);
    struct error e = {0};
    if (game->parse(&back, broken, &e))
        check_position_text(game, &back, r);
    else
        assert_true(e.words[0] != '\0' && (!e.has_at || e.at <= strlen(broken)));
    snprintf(broken, sizeof broken, "%s1", bytes);
    assert_false(game->parse(&back, broken, &e));
    snprintf(broken, sizeof broken, "%s", bytes);
    broken[random_below(r, (uint32_t)out.length)] = (char)(1 + random_below(r, 255));
    if (game->parse(&back, broken, &e))
        check_position_text(game, &back, r);
    else
        assert_true(e.words[0] != '\0' && (!e.has_at || e.at <= strlen(broken)));
}

static void a_damaged_text_is_refused_with_words_or_means_a_position(void **state)
{
    (void)state;
    along_random_games(check_broken_text);
}

static void check_move_text(const struct game *game, const position *p, struct random *r)
{
    (void)r;
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    for (int i = 0; i < count; i++) {
        char bytes[MOVE_TEXT_BYTES];
        struct text out = TEXT_IN(bytes);
        game->print_move(p, moves[i], &out);
        assert_false(out.cut);
        move back = MOVE_NONE;
        struct error e;
        if (!game->parse_move(p, bytes, &back, &e))
            fail_msg("%s: %s", bytes, e.words);
        assert_int_equal(back, moves[i]);
    }
}

static void a_move_survives_its_text(void **state)
{
    (void)state;
    along_random_games(check_move_text);
}

static void check_move_words(const struct game *game, const position *p, struct random *r)
{
    (void)r;
    static char words[MOVES_MAX][MOVE_WORDS_BYTES];
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    for (int i = 0; i < count; i++) {
        struct text out = TEXT_IN(words[i]);
        game->describe_move(p, moves[i], &out);
        assert_false(out.cut);
        assert_in_range(out.length, 6, MOVE_WORDS_BYTES);
        for (size_t at = 0; at < out.length; at++)
            assert_in_range(out.bytes[at], ' ', '~');
        for (int other = 0; other < i; other++)
            assert_string_not_equal(words[i], words[other]);
    }
}

static void every_move_has_words_of_its_own(void **state)
{
    (void)state;
    along_random_games(check_move_words);
}

static void check_symmetry(const struct game *game, const position *p, struct random *r)
{
    move moves[MOVES_MAX], there[MOVES_MAX];
    int count = game->moves(p, moves);
    position same = game->symmetry(p, 0);
    assert_true(position_equal(p, &same));
    int k = (int)random_below(r, (uint32_t)game->symmetries);
    position image = game->symmetry(p, k);
    assert_int_equal(game->turn(p), game->turn(&image));
    assert_int_equal(game->moves(&image, there), count);
    struct outcome a = game->outcome(p), b = game->outcome(&image);
    assert_int_equal(a.over, b.over);
    assert_int_equal(a.winner, b.winner);
    assert_ptr_equal(a.reason, b.reason);
    for (int i = 0; i < count; i++) {
        move m = game->symmetry_move(p, moves[i], k);
        assert_true(game->legal(&image, m, NULL));
        position after = *p, image_after = image;
        game->apply(&after, moves[i]);
        game->apply(&image_after, m);
        position image_of_after = game->symmetry(&after, k);
        assert_true(position_equal(&image_after, &image_of_after));
    }
    // The images of all symmetries lead back: some other symmetry undoes this one.
    bool undone = false;
    for (int j = 0; j < game->symmetries && !undone; j++) {
        position back = game->symmetry(&image, j);
        undone = position_equal(&back, p);
    }
    assert_true(undone);
}

static void a_symmetry_keeps_the_rules(void **state)
{
    (void)state;
    along_random_games(check_symmetry);
}

static void check_hash(const struct game *game, const position *p, struct random *r)
{
    (void)r;
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    uint64_t hashes[MOVES_MAX];
    position children[MOVES_MAX];
    for (int i = 0; i < count; i++) {
        children[i] = *p;
        game->apply(&children[i], moves[i]);
        hashes[i] = position_hash(&children[i]);
        assert_true(hashes[i] != position_hash(p));
        for (int j = 0; j < i; j++)
            assert_int_equal(hashes[i] == hashes[j], position_equal(&children[i], &children[j]));
    }
}

static void different_positions_have_different_hashes(void **state)
{
    (void)state;
    along_random_games(check_hash);
}

// Counts one by one, without any short cut.
static struct perft_count count_plainly(const struct game *game, const position *p, int depth)
{
    move moves[MOVES_MAX];
    int count = depth > 0 ? game->moves(p, moves) : 0;
    if (depth == 0)
        return (struct perft_count){1, 1};
    if (count == 0)
        return (struct perft_count){0, 1};
    struct perft_count sum = {0};
    for (int i = 0; i < count; i++) {
        position child = *p;
        game->apply(&child, moves[i]);
        struct perft_count below = count_plainly(game, &child, depth - 1);
        sum.nodes += below.nodes;
        sum.leaves += below.leaves;
    }
    return sum;
}

static void check_perft(const struct game *game, const position *p, struct random *r)
{
    int deepest = random_below(r, 20) == 0 ? 2 : 1;
    for (int depth = 0; depth <= deepest; depth++) {
        struct perft_count expected = count_plainly(game, p, depth);
        for (int level = 0; level < CPU_LEVELS; level++) {
            cpu_limit((enum cpu_level)level);
            struct perft_count count = {0};
            game->perft(p, depth, &count);
            assert_true(count.nodes == expected.nodes);
            assert_true(count.leaves == expected.leaves);
        }
    }
}

static void fast_counting_equals_plain_counting_at_every_instruction_level(void **state)
{
    (void)state;
    along_random_games(check_perft);
    cpu_limit(CPU_LEVELS - 1);
}

// A document of ASCII in which every element that begins also ends.
static void check_svg(const struct game *game, const position *p, const struct drawing *style)
{
    static char bytes[SVG_BYTES];
    struct text out = TEXT_IN(bytes);
    svg_write(&out, &(struct svg_frame){.title = game->title}, game, p, style);
    assert_false(out.cut);
    assert_int_equal(strncmp(bytes, "<svg xmlns=", 11), 0);
    assert_string_equal(bytes + out.length - 7, "</svg>\n");
    int open = 0, deepest = 0;
    for (size_t i = 0; i < out.length; i++) {
        assert_in_range((unsigned char)bytes[i], '\n', '~');
        if (bytes[i] == '<')
            open += bytes[i + 1] == '/' ? -1 : 1;
        if (bytes[i] == '/' && bytes[i + 1] == '>')
            open--;
        deepest = open > deepest ? open : deepest;
    }
    assert_int_equal(open, 0);
    assert_int_equal(deepest, 2);
}

static void check_drawing(const struct game *game, const position *p, struct random *r)
{
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    position after = *p;
    struct drawing style = {
        .unicode = random_below(r, 2), .colour = random_below(r, 2), .last = MOVE_NONE};
    if (random_below(r, 3) == 0) {
        style.last = (move)random_below(r, MOVE_NONE + 1);
        style.refused = true;
    } else if (count > 0 && random_below(r, 2) == 0) {
        style.last = moves[random_below(r, (uint32_t)count)];
        game->apply(&after, style.last);
    }
    static char bytes[DRAWING_BYTES];
    struct text out = TEXT_IN(bytes);
    game->draw(&after, &style, &out);
    assert_false(out.cut);
    assert_true(out.length > 0 && bytes[out.length - 1] == '\n');
    assert_int_equal(strchr(bytes, '\033') != NULL, style.colour);
    for (size_t i = 0; i < out.length && !style.unicode; i++)
        assert_in_range((unsigned char)bytes[i], '\n', '~');
    if (random_below(r, 8) == 0) // it is long
        check_svg(game, &after, &style);
}

static void a_drawing_keeps_to_its_alphabet_and_fits(void **state)
{
    (void)state;
    along_random_games(check_drawing);
}

// Browsers need less time for few elements.
static void the_letters_beside_an_empty_board_are_one_element_of_its_svg(void **state)
{
    (void)state;
    for (int g = 0; games[g]; g++) {
        static char bytes[SVG_BYTES];
        struct text out = TEXT_IN(bytes);
        struct error e = {0};
        position p;
        assert_true(games[g]->start(&p, NULL, &e));
        svg_write(&out, &(struct svg_frame){.title = games[g]->title}, games[g], &p,
            &(struct drawing){.last = MOVE_NONE});
        const char *first = strstr(bytes, "<text x=\"");
        assert_non_null(first);
        assert_null(strstr(first + 1, "<text"));
        // A place for each letter.
        const char *letters = strchr(first, '>') + 1, *end = strstr(first, "\" y=\"");
        size_t places = 1;
        for (const char *at = first + strlen("<text x=\""); at < end; at++)
            places += *at == ' ';
        assert_int_equal(places, strcspn(letters, "<"));
    }
}

static void an_unknown_variant_is_refused_by_name(void **state)
{
    (void)state;
    for (int g = 0; games[g]; g++) {
        position p, q;
        struct error e = {0};
        assert_false(games[g]->start(&p, "7x7", &e));
        assert_non_null(strstr(e.words, "7x7"));
        assert_non_null(strstr(e.words, games[g]->variants[0]));
        assert_true(games[g]->start(&p, NULL, &e));
        assert_true(games[g]->start(&q, games[g]->variants[0], &e));
        assert_true(position_equal(&p, &q));
    }
}

static void an_unknown_game_is_refused_with_the_nearest_name(void **state)
{
    (void)state;
    struct error e = {0};
    assert_null(game_find("reversy", &e));
    assert_non_null(strstr(e.words, "\"reversi\""));
    assert_string_equal(game_find("stones", &e)->name, "stones");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_over_exactly_when_there_is_no_move),
        cmocka_unit_test(exactly_the_listed_moves_are_legal_and_every_other_is_explained),
        cmocka_unit_test(a_position_survives_its_text),
        cmocka_unit_test(a_damaged_text_is_refused_with_words_or_means_a_position),
        cmocka_unit_test(a_move_survives_its_text),
        cmocka_unit_test(every_move_has_words_of_its_own),
        cmocka_unit_test(a_symmetry_keeps_the_rules),
        cmocka_unit_test(different_positions_have_different_hashes),
        cmocka_unit_test(fast_counting_equals_plain_counting_at_every_instruction_level),
        cmocka_unit_test(a_drawing_keeps_to_its_alphabet_and_fits),
        cmocka_unit_test(the_letters_beside_an_empty_board_are_one_element_of_its_svg),
        cmocka_unit_test(an_unknown_variant_is_refused_by_name),
        cmocka_unit_test(an_unknown_game_is_refused_with_the_nearest_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
