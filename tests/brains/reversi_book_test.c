// The book of openings of the Reversi player: the file that is part of the program, page by page,
// and who is answered from it.
#include "base/random.h"
#include "brains/brain.h"
#include "brains/reversi/book.h"
#include "games/reversi_bits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY_BYTES = 1 << 20 };

// --- Pages ---

static const struct book_page *pages;
static size_t page_count;

static int open_book(void **state)
{
    (void)state;
    pages = reversi_book_pages(&page_count);
    return 0;
}

static position position_of(const struct book_page *page)
{
    return reversi_store(
        &(struct reversi){.stones = {page->mine, page->theirs}, .size = REVERSI_LENGTH});
}

// Slowly, one after the other, through any of the eight views; NULL: it is not there.
static const struct book_page *slow_find(const position *p)
{
    for (int k = 0; k < game_reversi.symmetries; k++) {
        const position view = game_reversi.symmetry(p, k);
        const struct reversi r = reversi_load(&view);
        for (size_t i = 0; i < page_count; i++) {
            if (pages[i].mine == r.stones[r.turn] && pages[i].theirs == r.stones[1 - r.turn])
                return &pages[i];
        }
    }
    return NULL;
}

static int choices_of(const struct book_page *page)
{
    int count = 0;
    while (count < BOOK_CHOICES && page->choices[count].at != BOOK_NO_MOVE)
        count++;
    return count;
}

static position after(const position *p, move m)
{
    position next = *p;
    game_reversi.apply(&next, m);
    return next;
}

static struct reversi view_of(const position *p)
{
    struct reversi seen;
    reversi_book_view(p, &seen);
    return seen;
}

static void the_file_begins_with_its_head(void **state)
{
    (void)state;
    assert_memory_equal(reversi_book_head->mark, BOOK_MARK, sizeof BOOK_MARK);
    assert_in_range(reversi_book_head->depth, 2, 60);
    assert_true(page_count >= 100);
}

static void pages_are_in_order_without_doubles(void **state)
{
    (void)state;
    for (size_t i = 1; i < page_count; i++) {
        const struct book_page *a = &pages[i - 1], *b = &pages[i];
        assert_true(a->mine < b->mine || (a->mine == b->mine && a->theirs < b->theirs));
    }
}

static void a_page_is_the_first_view_of_its_position(void **state)
{
    (void)state;
    for (size_t i = 0; i < page_count; i++) {
        const position p = position_of(&pages[i]);
        for (int k = 1; k < game_reversi.symmetries; k++) {
            const position view = game_reversi.symmetry(&p, k);
            const bitboard *stones = reversi_load(&view).stones;
            assert_true(pages[i].mine < stones[0] ||
                (pages[i].mine == stones[0] && pages[i].theirs <= stones[1]));
        }
    }
}

static void every_move_of_the_book_is_legal_and_there_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < page_count; i++) {
        const position p = position_of(&pages[i]);
        const int count = choices_of(&pages[i]);
        bitboard seen = 0;
        assert_true(count > 0);
        for (int k = 0; k < count; k++) {
            const move at = pages[i].choices[k].at;
            assert_true(at != REVERSI_PASS && game_reversi.legal(&p, at, NULL));
            assert_false(seen >> at & 1);
            seen |= UINT64_C(1) << at;
        }
        for (int k = count; k < BOOK_CHOICES; k++)
            assert_int_equal(pages[i].choices[k].at, BOOK_NO_MOVE);
    }
}

static void moves_are_there_best_first_and_none_beyond_the_margin(void **state)
{
    (void)state;
    for (size_t i = 0; i < page_count; i++) {
        const struct book_choice *choices = pages[i].choices;
        const int count = choices_of(&pages[i]);
        assert_int_equal(choices[0].loss, 0);
        for (int k = 1; k < count; k++)
            assert_true(choices[k].loss >= choices[k - 1].loss);
        assert_true(choices[count - 1].loss <= reversi_book_head->margin);
    }
}

// What the score of a page says about every move that leads to another one, kept or not.
static void assert_backed_up(const struct book_page *page, move m)
{
    const position p = position_of(page), next = after(&p, m);
    const struct book_page *to = slow_find(&next);
    if (!to)
        return;
    assert_true(-to->score <= page->score);
    for (int i = 0; i < choices_of(page); i++) {
        if (page->choices[i].at == m)
            assert_int_equal(-to->score, page->score - page->choices[i].loss);
    }
}

static void a_score_is_that_of_the_best_move(void **state)
{
    (void)state;
    for (size_t i = 0; i < page_count; i++) {
        const position p = position_of(&pages[i]);
        move moves[MOVES_MAX];
        const int count = game_reversi.moves(&p, moves);
        for (int k = 0; k < count; k++)
            assert_backed_up(&pages[i], moves[k]);
    }
}

static void visit(const position *p, bool *seen);

// Whatever the other one answers to a move of the book.
static void visit_replies(const position *p, bool *seen)
{
    move moves[MOVES_MAX];
    const int count = game_reversi.moves(p, moves);
    for (int i = 0; i < count; i++) {
        const position next = after(p, moves[i]);
        visit(&next, seen);
    }
}

static void visit(const position *p, bool *seen)
{
    const struct book_page *page = slow_find(p);
    if (!page || seen[page - pages])
        return;
    seen[page - pages] = true;
    const position view = position_of(page);
    for (int i = 0; i < choices_of(page); i++) {
        const position next = after(&view, page->choices[i].at);
        visit_replies(&next, seen);
    }
}

static void every_position_is_met_by_one_who_keeps_to_the_book(void **state)
{
    (void)state;
    bool *seen = calloc(page_count, sizeof *seen);
    assert_non_null(seen);
    position start;
    game_reversi.start(&start, NULL, NULL);
    visit(&start, seen);         // as the first player,
    visit_replies(&start, seen); // and as the second
    for (size_t i = 0; i < page_count; i++)
        assert_true(seen[i]);
    free(seen);
}

// --- Answers ---

static void the_same_position_seen_differently_gets_the_same_answer(void **state)
{
    (void)state;
    for (size_t i = 0; i < page_count; i++) {
        const position p = position_of(&pages[i]);
        struct thought t;
        assert_true(reversi_book_answer(&p, i, &t));
        const position next = after(&p, t.best);
        const struct reversi expected = view_of(&next);
        for (int k = 1; k < game_reversi.symmetries; k++) {
            const position view = game_reversi.symmetry(&p, k);
            struct thought u;
            assert_true(reversi_book_answer(&view, i, &u));
            assert_true(game_reversi.legal(&view, u.best, NULL));
            assert_int_equal(u.score, t.score);
            const position reached = after(&view, u.best);
            const struct reversi seen = view_of(&reached);
            assert_memory_equal(&seen, &expected, sizeof seen);
        }
    }
}

static void it_does_not_matter_which_seat_has_which_stones(void **state)
{
    (void)state;
    for (size_t i = 0; i < page_count; i++) {
        const position p = position_of(&pages[i]);
        const position swapped = reversi_store(&(struct reversi){
            .stones = {pages[i].theirs, pages[i].mine}, .size = REVERSI_LENGTH, .turn = 1});
        struct thought t, u;
        assert_true(reversi_book_answer(&p, i, &t) && reversi_book_answer(&swapped, i, &u));
        assert_int_equal(t.best, u.best);
    }
}

static void seeds_draw_every_move_of_a_page_and_no_other(void **state)
{
    (void)state;
    enum { SEEDS = 200 };
    for (size_t i = 0; i < page_count; i += 1 + page_count / 50) {
        const position p = position_of(&pages[i]);
        bitboard drawn = 0, kept = 0;
        for (int k = 0; k < choices_of(&pages[i]); k++)
            kept |= UINT64_C(1) << pages[i].choices[k].at;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct thought t, again;
            assert_true(reversi_book_answer(&p, seed, &t));
            assert_true(reversi_book_answer(&p, seed, &again));
            assert_int_equal(t.best, again.best);
            drawn |= UINT64_C(1) << t.best;
        }
        assert_true(drawn == kept);
    }
}

static void an_answer_has_a_line_that_can_be_played(void **state)
{
    (void)state;
    for (size_t i = 0; i < page_count; i++) {
        position p = position_of(&pages[i]);
        struct thought t;
        assert_true(reversi_book_answer(&p, i, &t));
        assert_true(t.book && !t.exact && t.nodes == 0);
        assert_in_range(t.line_length, 1, LINE_MOST);
        assert_int_equal(t.line[0], t.best);
        for (int k = 0; k < t.line_length; k++) {
            assert_true(game_reversi.legal(&p, t.line[k], NULL));
            p = after(&p, t.line[k]);
        }
    }
}

static void an_answer_has_the_score_of_its_move(void **state)
{
    (void)state;
    for (size_t i = 0; i < page_count; i++) {
        const position p = position_of(&pages[i]);
        struct thought t;
        assert_true(reversi_book_answer(&p, i, &t));
        // A page is its own view, and shows the move as it is there.
        for (int k = 0; k < choices_of(&pages[i]); k++) {
            if (pages[i].choices[k].at == t.best)
                assert_int_equal(t.score, pages[i].score - pages[i].choices[k].loss);
        }
    }
}

// Where a game ends up that both play from the book.
static struct reversi book_game(uint64_t seed)
{
    position p;
    struct thought t;
    game_reversi.start(&p, NULL, NULL);
    for (uint64_t asked = 0; reversi_book_answer(&p, random_derive(seed, asked), &t); asked++)
        p = after(&p, t.best);
    return view_of(&p);
}

static void different_seeds_play_different_games(void **state)
{
    (void)state;
    enum { GAMES = 40 };
    struct reversi ends[GAMES];
    int different = 0;
    for (int i = 0; i < GAMES; i++) {
        bool known = false;
        ends[different] = book_game((uint64_t)i);
        for (int k = 0; k < different; k++)
            known = known || memcmp(&ends[k], &ends[different], sizeof *ends) == 0;
        different += !known;
    }
    assert_true(different > GAMES / 4);
}

static void what_is_not_in_the_book_is_not_answered(void **state)
{
    (void)state;
    struct random lot = random_seeded(1);
    int strangers = 0;
    for (int game = 0; game < 20; game++) {
        position p;
        game_reversi.start(&p, NULL, NULL);
        while (!game_reversi.outcome(&p).over) {
            struct thought t;
            const bool known = slow_find(&p) != NULL;
            assert_int_equal(reversi_book_answer(&p, 1, &t), known);
            strangers += !known;
            move moves[MOVES_MAX];
            const int count = game_reversi.moves(&p, moves);
            p = after(&p, moves[random_below(&lot, (uint32_t)count)]);
        }
    }
    assert_true(strangers > 0);
}

// --- Who is answered from it ---

static struct thought ask(
    const char *brain, const char *variant, const struct limits *limits, uint64_t seed)
{
    position p;
    struct thought t;
    assert_true(game_reversi.start(&p, variant, NULL));
    struct mind *mind = mind_create(brain_find(brain, NULL), &game_reversi, MEMORY_BYTES);
    assert_non_null(mind);
    mind_think(mind, &p, limits, seed, NULL, &t);
    mind_destroy(mind);
    assert_true(game_reversi.legal(&p, t.best, NULL));
    return t;
}

static const struct limits with_book = {.nodes = 500, .book = true}, without_book = {.nodes = 500};

static void the_strongest_answer_from_the_book(void **state)
{
    (void)state;
    const struct thought ten = ask("@10", "8x8", &with_book, 1);
    const struct thought most = ask("@max", "8x8", &with_book, 1);
    assert_true(ten.book && most.book);
    assert_true(ten.nodes == 0 && most.nodes == 0);
}

static void nobody_does_who_is_not_allowed_to(void **state)
{
    (void)state;
    const struct thought t = ask("@max", "8x8", &without_book, 1);
    assert_true(!t.book && t.nodes > 0);
}

static void weaker_levels_do_not(void **state)
{
    (void)state;
    static const char *const levels[] = {"@1", "@5", "@8", "@9"};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        assert_false(ask(levels[i], "8x8", &with_book, 1).book);
}

static void smaller_boards_have_no_book(void **state)
{
    (void)state;
    assert_false(ask("@max", "6x6", &with_book, 1).book);
    assert_false(ask("@max", "4x4", &with_book, 1).book);
}

static void without_the_book_the_seed_does_not_matter_to_the_strongest(void **state)
{
    (void)state;
    const struct thought first = ask("@max", "8x8", &without_book, 1);
    for (uint64_t seed = 2; seed < 20; seed++) {
        const struct thought t = ask("@max", "8x8", &without_book, seed);
        assert_int_equal(t.best, first.best);
        assert_int_equal(t.score, first.score);
        assert_true(t.nodes == first.nodes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_begins_with_its_head),
        cmocka_unit_test(pages_are_in_order_without_doubles),
        cmocka_unit_test(a_page_is_the_first_view_of_its_position),
        cmocka_unit_test(every_move_of_the_book_is_legal_and_there_once),
        cmocka_unit_test(moves_are_there_best_first_and_none_beyond_the_margin),
        cmocka_unit_test(a_score_is_that_of_the_best_move),
        cmocka_unit_test(every_position_is_met_by_one_who_keeps_to_the_book),
        cmocka_unit_test(the_same_position_seen_differently_gets_the_same_answer),
        cmocka_unit_test(it_does_not_matter_which_seat_has_which_stones),
        cmocka_unit_test(seeds_draw_every_move_of_a_page_and_no_other),
        cmocka_unit_test(an_answer_has_a_line_that_can_be_played),
        cmocka_unit_test(an_answer_has_the_score_of_its_move),
        cmocka_unit_test(different_seeds_play_different_games),
        cmocka_unit_test(what_is_not_in_the_book_is_not_answered),
        cmocka_unit_test(the_strongest_answer_from_the_book),
        cmocka_unit_test(nobody_does_who_is_not_allowed_to),
        cmocka_unit_test(weaker_levels_do_not),
        cmocka_unit_test(smaller_boards_have_no_book),
        cmocka_unit_test(without_the_book_the_seed_does_not_matter_to_the_strongest),
    };
    return cmocka_run_group_tests(tests, open_book, NULL);
}
