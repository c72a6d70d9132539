#include "brains/reversi/book.h"

#include "base/random.h"

#include <stdlib.h>

_Static_assert(sizeof(struct book_head) == sizeof(struct book_page), "the file is one array");

extern const struct book_page weights_reversi_book[], weights_reversi_book_end[];

const struct book_head *const reversi_book_head = (const struct book_head *)weights_reversi_book;

const struct book_page *reversi_book_pages(size_t *count)
{
    *count = (size_t)(weights_reversi_book_end - weights_reversi_book) - 1;
    return weights_reversi_book + 1;
}

int reversi_book_compare(const struct book_page *a, const struct book_page *b)
{
    if (a->mine != b->mine)
        return a->mine < b->mine ? -1 : 1;
    return a->theirs < b->theirs ? -1 : a->theirs > b->theirs;
}

static int book_compare_pages(const void *a, const void *b)
{
    return reversi_book_compare(a, b);
}

static struct book_page page_of(const struct reversi *r)
{
    return (struct book_page){.mine = r->stones[r->turn], .theirs = r->stones[1 - r->turn]};
}

int reversi_book_view(const position *p, struct reversi *seen)
{
    int found = 0;
    struct book_page first = {0};
    for (int k = 0; k < game_reversi.symmetries; k++) {
        const position view = game_reversi.symmetry(p, k);
        const struct reversi r = reversi_load(&view);
        const struct book_page page = page_of(&r);
        if (k == 0 || reversi_book_compare(&page, &first) < 0) {
            first = page;
            found = k;
        }
    }
    *seen = (struct reversi){.stones = {first.mine, first.theirs}, .size = REVERSI_LENGTH};
    return found;
}

static const struct book_page *book_find(const position *p, int *symmetry)
{
    if (reversi_load(p).size != REVERSI_LENGTH)
        return NULL;
    struct reversi seen;
    *symmetry = reversi_book_view(p, &seen);
    const struct book_page key = page_of(&seen);
    size_t count;
    const struct book_page *pages = reversi_book_pages(&count);
    return bsearch(&key, pages, count, sizeof key, book_compare_pages);
}

static const struct book_choice *draw_choice(const struct book_page *page, uint64_t seed)
{
    uint32_t count = 0;
    while (count < BOOK_CHOICES && page->choices[count].at != BOOK_NO_MOVE)
        count++;
    struct random lot = random_seeded(seed);
    return &page->choices[random_below(&lot, count)];
}

// The move of the position that looks like `at` in its view.
static move seen_as(const position *p, int symmetry, move at)
{
    move moves[MOVES_MAX];
    const int count = game_reversi.moves(p, moves);
    for (int i = 0; i < count; i++) {
        if (game_reversi.symmetry_move(p, moves[i], symmetry) == at)
            return moves[i];
    }
    return MOVE_NONE;
}

// What both should play after the first move of the line.
static void book_follow_line(position p, struct thought *t)
{
    const struct book_page *page;
    int symmetry;
    game_reversi.apply(&p, t->best);
    while (t->line_length < LINE_MOST && (page = book_find(&p, &symmetry)) != NULL) {
        const move best = seen_as(&p, symmetry, page->choices[0].at);
        t->line[t->line_length++] = best;
        game_reversi.apply(&p, best);
    }
}

bool reversi_book_answer(const position *p, uint64_t seed, struct thought *out)
{
    int symmetry;
    const struct book_page *page = book_find(p, &symmetry);
    if (!page)
        return false;
    const struct book_choice *choice = draw_choice(page, seed);
    const move drawn = seen_as(p, symmetry, choice->at);
    *out = (struct thought){.best = drawn,
        .score = page->score - choice->loss,
        .book = true,
        .depth = reversi_book_head->depth,
        .line = {drawn},
        .line_length = 1};
    book_follow_line(*p, out);
    return true;
}
