// Makes the book of openings of the Reversi player (src/brains/reversi/book.h).
//
//     reversi_book BOOK LOG [--positions N] [--depth N] [--look N] [--margin N] [--keep N]
//                  [--total N] [--seconds N]
//
// Positions are opened one after the other, until there are so many: all moves of the position are
// searched, --look moves ahead and, where one may be good enough to be kept, --depth; then the
// scores are backed up from the positions after a move to those before it. What is opened next is
// what is most likely to be met: the fewest moves from the start and the fewest stones lost on the
// way there, by a player who keeps to the book against one who makes small mistakes.
//
// A move is kept if it is worse than the best one by at most --keep, and leaves its player at most
// --total below what the start is worth to it, so that small losses do not add up. While positions
// are opened --margin stands for --keep, since scores still change (all in hundredths of a stone).
// The best move always is kept.
//
// Every search is written to LOG at once, and one that is there already is not done again: with the
// same options an interrupted run goes on where it was, and ends with the same book. Nothing is
// drawn by lot. Ctrl-C, or the end of --seconds: the book is written with what has been opened.
#include "base/clock.h"
#include "brains/brain.h"
#include "brains/reversi/book.h"
#include "games/reversi_bits.h"
#include "series.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SQUARES = REVERSI_LENGTH * REVERSI_LENGTH,
    SPOTS_MOST = 1 << 18,
    LINKS_MOST = 1 << 20,
    SLOTS = 1 << 20, // of the table of spots
    MEMORY_BYTES = 16 << 20,
    KNOWN_MOST = 1 << 20,
    LINE_BYTES = 128, // of the log, at most
    TELL_EVERY_S = 10,
    // In hundredths of a stone, as all scores:
    DOUBT = 100,         // by which the shorter search may be wrong
    MISTAKE = 400,       // that the other player may make in one move
    MISTAKE_ODDS = 2,    // how much less likely it is than a loss of the same size in the book
    PLY_COST = 100,      // a move away from the start is as far as such a loss
    COST_NONE = INT_MAX, // nobody comes there
};

// How it is known what a position is worth.
enum kind { UNKNOWN, LOOK, DEEP, OPEN };

// A position, as a book sees it.
struct spot {
    struct reversi seen;
    enum kind kind;
    int score;        // for the side to move
    int links, count; // its moves, once it is open
    int cost[SEATS];  // for each seat: the way there if that one keeps to the book
    int next;         // of the same number of stones, or -1
};

struct link {
    uint8_t at;
    int to;
};

// What a line of the log says.
struct finding {
    bitboard mine, theirs;
    int depth, score;
};

static struct {
    uint64_t positions, depth, look, margin, keep, total, seconds;
} wanted = {.positions = 600, .depth = 16, .look = 8, .margin = 200, .keep = 100, .total = 100};

static struct {
    struct spot spots[SPOTS_MOST]; // the first is the start
    struct link links[LINKS_MOST];
    int spot_count, link_count;
    int table[SLOTS]; // spots, and 1 added
    int with_stones[SQUARES + 1];
    struct finding known[KNOWN_MOST]; // from earlier runs, in order
    size_t known_count;
    uint64_t opened, searches;
    bool finished;
    FILE *log;
    int64_t started_ns, told_ns;
} book;

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

// --- Spots ---

static int stones_of(const struct spot *s)
{
    return bits_count(s->seen.stones[0] | s->seen.stones[1]);
}

// No seat has passed on the way.
static int seat_of(const struct spot *s)
{
    return stones_of(s) % SEATS;
}

static int add_spot(const struct reversi *seen)
{
    if (book.spot_count == SPOTS_MOST) {
        fprintf(stderr, "reversi_book: more positions than there is room for\n");
        exit(EXIT_FAILURE);
    }
    struct spot *s = &book.spots[book.spot_count];
    *s = (struct spot){.seen = *seen, .cost = {COST_NONE, COST_NONE}};
    int *head = &book.with_stones[stones_of(s)];
    s->next = *head;
    *head = book.spot_count;
    return book.spot_count++;
}

// The spot of a position in its view; makes one where there is none.
static int spot_at(const struct reversi *seen)
{
    const position p = reversi_store(seen);
    for (uint64_t slot = position_hash(&p) % SLOTS;; slot = (slot + 1) % SLOTS) {
        const int there = book.table[slot] - 1;
        if (there >= 0 && memcmp(&book.spots[there].seen, seen, sizeof *seen) != 0)
            continue;
        if (there < 0)
            book.table[slot] = add_spot(seen) + 1;
        return book.table[slot] - 1;
    }
}

// --- Searches ---

// The empty squares go to the winner, as in the search.
static int score_of_end(const struct outcome *o)
{
    const int difference = o->points[0] - o->points[1];
    const int empty = SQUARES - o->points[0] - o->points[1];
    return SCORE_STONE * (difference + (difference > 0 ? empty : difference < 0 ? -empty : 0));
}

// The mean of two depths: one is always a little too glad of the last move, the other of the last
// reply. Without memories of other positions, so that it does not matter which came before.
static int search(const struct reversi *seen, int depth)
{
    const position p = reversi_store(seen);
    const struct outcome o = game_reversi.outcome(&p);
    if (o.over)
        return score_of_end(&o);
    struct mind *mind = mind_create(brain_find("@max", NULL), &game_reversi, MEMORY_BYTES);
    if (!mind) {
        fprintf(stderr, "reversi_book: out of memory\n");
        exit(EXIT_FAILURE);
    }
    struct thought shorter, longer;
    mind_think(mind, &p, &(struct limits){.depth = depth - 1}, 0, NULL, &shorter);
    mind_think(mind, &p, &(struct limits){.depth = depth}, 0, NULL, &longer);
    mind_destroy(mind);
    book.searches++;
    return (shorter.score + longer.score) / 2;
}

static int by_question(const void *a, const void *b)
{
    const struct finding *one = a, *other = b;
    if (one->mine != other->mine)
        return one->mine < other->mine ? -1 : 1;
    if (one->theirs != other->theirs)
        return one->theirs < other->theirs ? -1 : 1;
    return one->depth - other->depth;
}

// What was found in earlier runs; a last line that is torn is cut off.
static bool read_log(void)
{
    char line[LINE_BYTES];
    long whole = 0;
    rewind(book.log);
    while (fgets(line, sizeof line, book.log)) {
        struct finding f;
        if (!strchr(line, '\n') ||
            sscanf(line, "%" SCNx64 " %" SCNx64 " %d %d", &f.mine, &f.theirs, &f.depth, &f.score) !=
                4)
            break;
        if (book.known_count == KNOWN_MOST) {
            errno = EFBIG;
            return false;
        }
        book.known[book.known_count++] = f;
        whole = ftell(book.log);
    }
    qsort(book.known, book.known_count, sizeof *book.known, by_question);
    return ftruncate(fileno(book.log), whole) == 0 && fseek(book.log, whole, SEEK_SET) == 0;
}

static void judge(struct spot *s, enum kind kind)
{
    struct finding asked = {.mine = s->seen.stones[0],
        .theirs = s->seen.stones[1],
        .depth = (int)(kind == LOOK ? wanted.look : wanted.depth)};
    const struct finding *known =
        bsearch(&asked, book.known, book.known_count, sizeof asked, by_question);
    if (!known) {
        asked.score = search(&s->seen, asked.depth);
        fprintf(book.log, "%016" PRIx64 " %016" PRIx64 " %d %d\n", asked.mine, asked.theirs,
            asked.depth, asked.score);
        fflush(book.log);
        known = &asked;
    }
    s->kind = kind;
    s->score = known->score;
}

// --- What follows from the scores ---

static int loss_of(const struct spot *s, const struct link *l)
{
    return s->score + book.spots[l->to].score;
}

static bool is_kept(const struct spot *s, const struct link *l)
{
    const int loss = loss_of(s, l), start = book.spots[0].score;
    const int fair = seat_of(s) == seat_of(&book.spots[0]) ? start : -start;
    const int margin = (int)(book.finished ? wanted.keep : wanted.margin);
    return loss == 0 || (loss <= margin && s->score - loss >= fair - (int)wanted.total);
}

static void back_up(void)
{
    for (int stones = SQUARES; stones > 0; stones--) {
        for (int i = book.with_stones[stones]; i >= 0; i = book.spots[i].next) {
            struct spot *s = &book.spots[i];
            if (s->kind != OPEN)
                continue;
            s->score = INT_MIN;
            for (int k = 0; k < s->count; k++) {
                const int score = -book.spots[book.links[s->links + k].to].score;
                s->score = score > s->score ? score : s->score;
            }
        }
    }
}

static void spread_cost(const struct spot *s, const struct link *l)
{
    struct spot *to = &book.spots[l->to];
    const int loss = loss_of(s, l);
    for (int keeper = 0; keeper < SEATS; keeper++) {
        if (s->cost[keeper] == COST_NONE)
            continue;
        const bool own = seat_of(s) == keeper;
        if (own ? !is_kept(s, l) : loss > MISTAKE)
            continue;
        const int cost = s->cost[keeper] + PLY_COST + (own ? loss : MISTAKE_ODDS * loss);
        to->cost[keeper] = cost < to->cost[keeper] ? cost : to->cost[keeper];
    }
}

static void spread_costs(void)
{
    for (int i = 0; i < book.spot_count; i++)
        book.spots[i].cost[0] = book.spots[i].cost[1] = i == 0 ? 0 : COST_NONE;
    for (int stones = 0; stones <= SQUARES; stones++) {
        for (int i = book.with_stones[stones]; i >= 0; i = book.spots[i].next) {
            const struct spot *s = &book.spots[i];
            for (int k = 0; k < s->count; k++)
                spread_cost(s, &book.links[s->links + k]);
        }
    }
}

// --- Growing ---

static bool goes_on(void)
{
    const int64_t now_ns = clock_now_ns(), taken_s = (now_ns - book.started_ns) / NS_PER_SECOND;
    if (now_ns - book.told_ns >= TELL_EVERY_S * NS_PER_SECOND) {
        book.told_ns = now_ns;
        fprintf(stderr,
            "%" PRIu64 " positions, %" PRIu64 " searches, the start is worth %d, %" PRId64 " s\n",
            book.opened, book.searches, book.spots[0].score, taken_s);
    }
    return !interrupted && (wanted.seconds == 0 || taken_s < (int64_t)wanted.seconds);
}

// The first move that may be kept and has only been looked at; NULL: there is none.
static struct spot *in_doubt(void)
{
    for (int i = 0; i < book.spot_count; i++) {
        const struct spot *s = &book.spots[i];
        for (int k = 0; k < s->count; k++) {
            const struct link *l = &book.links[s->links + k];
            struct spot *to = &book.spots[l->to];
            if (to->kind == LOOK && loss_of(s, l) <= (int)wanted.margin + DOUBT)
                return to;
        }
    }
    return NULL;
}

static void open_spot(struct spot *s)
{
    const position p = reversi_store(&s->seen);
    move moves[MOVES_MAX];
    const int count = game_reversi.moves(&p, moves);
    s->links = book.link_count;
    for (int i = 0; i < count; i++) {
        position next = p;
        struct reversi seen;
        game_reversi.apply(&next, moves[i]);
        reversi_book_view(&next, &seen);
        const int to = spot_at(&seen);
        if (book.spots[to].kind == UNKNOWN)
            judge(&book.spots[to], LOOK);
        book.links[book.link_count++] = (struct link){.at = (uint8_t)moves[i], .to = to};
    }
    s->count = count;
    s->kind = OPEN;
    book.opened++;
}

static int cost_of(const struct spot *s)
{
    return s->cost[0] < s->cost[1] ? s->cost[0] : s->cost[1];
}

// The cheapest that is not open; NULL: there is none.
static struct spot *choose(void)
{
    struct spot *best = NULL;
    for (int i = 0; i < book.spot_count; i++) {
        struct spot *s = &book.spots[i];
        if (s->kind == OPEN || cost_of(s) == COST_NONE || (best && cost_of(s) >= cost_of(best)))
            continue;
        // Passes and ends of games are not for a book.
        const position p = reversi_store(&s->seen);
        if (game_reversi.forced(&p) == MOVE_NONE && !game_reversi.outcome(&p).over)
            best = s;
    }
    return best;
}

static void grow(void)
{
    struct spot *s = &book.spots[0];
    judge(s, DEEP);
    while (s && book.opened < wanted.positions && book.link_count + MOVES_MAX < LINKS_MOST &&
        goes_on()) {
        open_spot(s);
        back_up();
        for (struct spot *doubted; (doubted = in_doubt()) != NULL; back_up())
            judge(doubted, DEEP);
        spread_costs();
        s = choose();
    }
}

// --- Writing ---

static const struct spot *sorted_for; // whose links are put in order

static int by_loss(const void *a, const void *b)
{
    const struct link *one = a, *other = b;
    const int difference = loss_of(sorted_for, one) - loss_of(sorted_for, other);
    return difference ? difference : one->at - other->at;
}

static struct book_page page_of(struct spot *s)
{
    struct book_page page = {
        .mine = s->seen.stones[0], .theirs = s->seen.stones[1], .score = (int16_t)s->score};
    for (int i = 0; i < BOOK_CHOICES; i++)
        page.choices[i].at = BOOK_NO_MOVE;
    sorted_for = s;
    qsort(&book.links[s->links], (size_t)s->count, sizeof *book.links, by_loss);
    for (int i = 0; i < s->count && i < BOOK_CHOICES; i++) {
        const struct link *l = &book.links[s->links + i];
        if (is_kept(s, l))
            page.choices[i] = (struct book_choice){l->at, (uint8_t)loss_of(s, l)};
    }
    return page;
}

static int by_stones(const void *a, const void *b)
{
    return reversi_book_compare(a, b);
}

static void tell_shape(const struct book_page *pages, size_t count)
{
    int positions[SQUARES + 1] = {0}, moves[SQUARES + 1] = {0};
    for (size_t i = 0; i < count; i++) {
        const int stones = bits_count(pages[i].mine | pages[i].theirs);
        positions[stones]++;
        for (int k = 0; k < BOOK_CHOICES; k++)
            moves[stones] += pages[i].choices[k].at != BOOK_NO_MOVE;
    }
    printf("stones  positions  moves kept\n");
    for (int stones = 0; stones <= SQUARES; stones++) {
        if (positions[stones] > 0)
            printf("%6d %10d %11d\n", stones, positions[stones], moves[stones]);
    }
    printf("in all %10zu\n", count);
}

static bool write_book(const char *path)
{
    static struct book_page pages[SPOTS_MOST];
    struct book_head head = {.depth = (uint16_t)wanted.depth, .margin = (uint16_t)wanted.keep};
    memcpy(head.mark, BOOK_MARK, sizeof head.mark);
    size_t count = 0;
    // Positions in which only the other one has kept to the book are not asked for.
    for (int i = 0; i < book.spot_count; i++) {
        struct spot *s = &book.spots[i];
        if (s->kind == OPEN && s->cost[seat_of(s)] != COST_NONE)
            pages[count++] = page_of(s);
    }
    qsort(pages, count, sizeof *pages, by_stones);
    tell_shape(pages, count);
    FILE *file = fopen(path, "wb");
    return file && fwrite(&head, sizeof head, 1, file) == 1 &&
        fwrite(pages, sizeof *pages, count, file) == count && fclose(file) == 0;
}

int main(int argc, char **argv)
{
    const struct option options[] = {{"--positions", .number = &wanted.positions},
        {"--depth", .number = &wanted.depth}, {"--look", .number = &wanted.look},
        {"--margin", .number = &wanted.margin}, {"--keep", .number = &wanted.keep},
        {"--total", .number = &wanted.total}, {"--seconds", .number = &wanted.seconds}};
    if (argc < 3 || !options_read(options, sizeof options / sizeof *options, argc - 3, argv + 3) ||
        wanted.look < 2 || wanted.depth <= wanted.look || wanted.keep > UINT8_MAX) {
        fprintf(stderr,
            "usage: reversi_book BOOK LOG [--positions N] [--depth N] [--look N] [--margin N]\n"
            "           [--keep N] [--total N] [--seconds N]      where 2 <= look < depth, keep <= "
            "255\n");
        return EXIT_FAILURE;
    }
    memset(book.with_stones, -1, sizeof book.with_stones);
    position start;
    struct reversi seen;
    game_reversi.start(&start, NULL, NULL);
    reversi_book_view(&start, &seen);
    spot_at(&seen);
    book.log = fopen(argv[2], "a+");
    if (!book.log || !read_log()) {
        perror(argv[2]);
        return EXIT_FAILURE;
    }
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    book.started_ns = book.told_ns = clock_now_ns();
    grow();
    book.finished = true;
    spread_costs();
    if (!write_book(argv[1]) || fclose(book.log) != 0) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
