// Who wins the end of a game of Game of Stones, proved in two ways: by the built-in player's
// alpha-beta, and by a search for proof numbers (df-pn). Tells which proves more, and at what cost.
//
//     stones_prove [--games N] [--before N] [--nodes N] [--play N] [--widen PERCENT] [--seed N]
//
// The built-in player plays --games games against itself with --play nodes a move (0: moves drawn
// by lot); the position --before moves before the end of each is to be proved with --nodes nodes.
#include "base/clock.h"
#include "base/cpu.h"
#include "base/random.h"
#include "brains/stones/move_order.h"
#include "series.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    MEMORY_BYTES = 16 << 20, // for the table of either search
    DRAWN_MOVES = 6,         // at the beginning of every game
    NEVER = 1 << 30,         // a proof number that no work will bring down
    SLOTS = 4,               // of a bucket
    GUESS_SCALE = 16,        // proof numbers are whole: more of them tell finer
};

// The proof number of a seat is the least number of positions that must turn out well for it to
// have won. The side to move needs one good move, the other an answer to all of them:
// its number is the least of its moves', the other's the sum.
struct proof {
    uint32_t of[SEATS];
};

struct slot {
    uint64_t key;
    struct proof proof;
    uint32_t work; // nodes: the less, the sooner it is given up
};

struct child {
    uint64_t key;
    struct proof first; // before anything is known of it
    stones_step step;
};

struct prover {
    struct stones_state *s; // only for its positions, moves and tables
    struct slot *slots;
    size_t mask;
    uint64_t nodes, most_nodes;
    uint64_t
        widen; // percent by which a move may become worse than the next best before that is tried
    int counts[STONES_PLIES];
    struct child children[STONES_PLIES][STONES_LIST];
};

struct settings {
    uint64_t games, before, nodes, play, widen, seed;
};

struct tally {
    int proved;
    uint64_t nodes;
    int64_t time_ns;
};

// --- The table ---

static const struct slot *find(const struct prover *p, uint64_t key)
{
    const struct slot *bucket = &p->slots[key & p->mask];
    for (int i = 0; i < SLOTS; i++) {
        if (bucket[i].key == key)
            return &bucket[i];
    }
    return NULL;
}

static void keep(struct prover *p, uint64_t key, struct proof proof, uint64_t work)
{
    struct slot *bucket = &p->slots[key & p->mask], *worst = bucket;
    for (int i = 0; i < SLOTS; i++) {
        if (bucket[i].key == key) {
            worst = &bucket[i];
            work += worst->work;
            break;
        }
        if (bucket[i].work < worst->work)
            worst = &bucket[i];
    }
    *worst = (struct slot){key, proof, work < UINT32_MAX ? (uint32_t)work : UINT32_MAX};
}

// --- The search for proof numbers ---

static struct proof won_by(int seat)
{
    struct proof proof;
    proof.of[seat] = 0;
    proof.of[!seat] = NEVER;
    return proof;
}

// What a position is thought to take before it is looked into: the more, the worse it is judged.
static struct proof guess(const struct prover *p, const struct stones_node *n)
{
    struct stones_view v;
    stones_look(n, &v);
    if (stones_wins_now(n, &v))
        return won_by(n->seat);
    if (n->phase != STONES_ANY && v.attacks[0] == 0)
        return won_by(!n->seat);
    const double odds = (double)stones_evaluate(p->s->tables, n, &v) / STONES_UNIT;
    struct proof proof;
    proof.of[n->seat] = 1 + (uint32_t)(GUESS_SCALE * log1p(exp(-odds)));
    proof.of[!n->seat] = 1 + (uint32_t)(GUESS_SCALE * log1p(exp(odds)));
    return proof;
}

static void list_children(struct prover *p, int ply)
{
    struct stones_state *s = p->s;
    struct stones_list *l = &s->lists[ply];
    l->count = 0;
    stones_look(&s->nodes[ply], &s->views[ply]);
    stones_list_moves(s, ply, l);
    p->counts[ply] = l->count;
    for (int i = 0; i < l->count; i++) {
        struct stones_node *next = &s->nodes[ply + 1];
        stones_play(s->tables, &s->nodes[ply], stones_list_at(l, i), next);
        p->children[ply][i] = (struct child){next->key, guess(p, next), stones_list_at(l, i)};
    }
    p->nodes += (uint64_t)l->count;
}

// What is known of a node's moves: their numbers together, the best move, and the number of the
// one that is next to it.
struct summary {
    struct proof all, best_proof;
    uint32_t next_best;
    int best;
};

static struct summary sum_up(const struct prover *p, int ply)
{
    const int seat = p->s->nodes[ply].seat;
    struct summary sum = {.next_best = NEVER, .best = -1};
    sum.all.of[seat] = NEVER;
    for (int i = 0; i < p->counts[ply]; i++) {
        const struct child *c = &p->children[ply][i];
        const struct slot *slot = find(p, c->key);
        const struct proof proof = slot ? slot->proof : c->first;
        if (proof.of[!seat] == NEVER && proof.of[seat] == 0)
            return (struct summary){.all = won_by(seat), .best = i};
        sum.all.of[!seat] += proof.of[!seat];
        if (sum.best < 0 || proof.of[seat] < sum.all.of[seat]) {
            sum.next_best = sum.all.of[seat];
            sum.all.of[seat] = proof.of[seat];
            sum.best_proof = proof;
            sum.best = i;
        } else if (proof.of[seat] < sum.next_best) {
            sum.next_best = proof.of[seat];
        }
    }
    if (sum.all.of[!seat] >= NEVER)
        sum.all.of[!seat] = NEVER - 1;
    return sum;
}

// Looks into the node at `ply` until one of its numbers reaches its limit, or it is proved.
static void look_into(struct prover *p, int ply, struct proof limit)
{
    struct stones_state *s = p->s;
    const struct stones_node *n = &s->nodes[ply];
    const int seat = n->seat;
    const uint64_t before = p->nodes;
    list_children(p, ply);
    struct summary sum;
    for (;;) {
        sum = sum_up(p, ply);
        if (sum.all.of[0] == 0 || sum.all.of[1] == 0 || sum.all.of[0] >= limit.of[0] ||
            sum.all.of[1] >= limit.of[1] || p->nodes >= p->most_nodes)
            break;
        struct proof further;
        const uint64_t wider = sum.next_best + sum.next_best * p->widen / 100;
        further.of[seat] = wider + 1 < limit.of[seat] ? (uint32_t)wider + 1 : limit.of[seat];
        further.of[!seat] = limit.of[!seat] - (sum.all.of[!seat] - sum.best_proof.of[!seat]);
        stones_play(s->tables, n, p->children[ply][sum.best].step, &s->nodes[ply + 1]);
        look_into(p, ply + 1, further);
    }
    keep(p, n->key, sum.all, p->nodes - before);
}

static bool prove(struct prover *p, const position *at, int *winner)
{
    const struct stones board = stones_load(at);
    memset(p->slots, 0, (p->mask + SLOTS) * sizeof *p->slots);
    p->nodes = 0;
    stones_node_of(p->s->tables, &board, &p->s->nodes[0]);
    const struct proof first = guess(p, &p->s->nodes[0]);
    struct proof last = first;
    if (first.of[0] != 0 && first.of[1] != 0) {
        look_into(p, 0, (struct proof){{NEVER, NEVER}});
        last = find(p, p->s->nodes[0].key)->proof;
    }
    *winner = last.of[1] == 0;
    return last.of[0] == 0 || last.of[1] == 0;
}

// --- Positions ---

// Who plays, and who proves by alpha-beta.
struct player {
    void *state;
    struct tt tt;
};

static struct thought think(struct player *who, const position *p, uint64_t nodes, uint64_t seed)
{
    struct thought t;
    const struct limits limits = {.nodes = nodes};
    search_run(&(struct search_request){.engine = &engine_stones,
                   .states = &who->state,
                   .tt = &who->tt,
                   .position = p,
                   .limits = &limits,
                   .seed = seed},
        &t);
    return t;
}

// The position so many moves before the end of a game, or its first one.
static position draw_position(struct player *who, const struct settings *s, uint64_t game)
{
    struct random lot = random_seeded(random_derive(s->seed, game));
    position line[STONES_PLIES];
    int count = 0;
    game_stones.start(&line[0], NULL, NULL);
    while (!game_stones.outcome(&line[count]).over) {
        const position *now = &line[count];
        move moves[MOVES_MAX];
        const int choices = game_stones.moves(now, moves);
        const bool drawn = s->play == 0 || count < DRAWN_MOVES;
        const move m = drawn ? moves[random_below(&lot, (uint32_t)choices)]
                             : think(who, now, s->play, random_next(&lot)).best;
        line[count + 1] = *now;
        game_stones.apply(&line[++count], m);
    }
    return line[(uint64_t)count > s->before ? (uint64_t)count - s->before : 0];
}

// --- The comparison ---

static int64_t cpu_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

static void add(struct tally *t, bool proved, uint64_t nodes, int64_t since_ns)
{
    t->proved += proved;
    t->nodes += nodes;
    t->time_ns += cpu_now_ns() - since_ns;
}

static void print_tally(const char *name, const struct tally *t, uint64_t positions)
{
    printf("%-12s proved %d of %llu, %llu nodes, %.2f s\n", name, t->proved,
        (unsigned long long)positions, (unsigned long long)t->nodes,
        (double)t->time_ns / NS_PER_SECOND);
}

static bool forget(struct player *who)
{
    tt_destroy(&who->tt);
    engine_state_clear(&engine_stones, who->state);
    return tt_init(&who->tt, MEMORY_BYTES);
}

static bool compare(struct prover *p, struct player *who, const struct settings *s)
{
    struct tally by_value = {0}, by_numbers = {0};
    int both = 0;
    for (uint64_t i = 0; i < s->games; i++) {
        const position at = draw_position(who, s, i);
        if (!forget(who))
            return false;
        int64_t since_ns = cpu_now_ns();
        const struct thought t = think(who, &at, s->nodes, 1);
        add(&by_value, t.exact, t.nodes, since_ns);
        int winner;
        since_ns = cpu_now_ns();
        const bool proved = prove(p, &at, &winner);
        add(&by_numbers, proved, p->nodes, since_ns);
        both += proved && t.exact;
        if (proved && t.exact && (winner == game_stones.turn(&at)) != (t.score > 0)) {
            fprintf(
                stderr, "game %llu: the two proofs contradict each other\n", (unsigned long long)i);
            return false;
        }
    }
    print_tally("alpha-beta", &by_value, s->games);
    print_tally("df-pn", &by_numbers, s->games);
    printf("both proved %d, and agree\n", both);
    return true;
}

static bool make_prover(struct prover *p, const struct settings *s)
{
    size_t slots = SLOTS;
    while (slots * 2 * sizeof(struct slot) <= MEMORY_BYTES)
        slots *= 2;
    p->mask = slots - SLOTS;
    p->most_nodes = s->nodes;
    p->widen = s->widen;
    p->slots = calloc(slots, sizeof *p->slots);
    p->s = engine_state_create(&engine_stones);
    if (!p->slots || !p->s)
        return false;
    p->s->tables = stones_own_tables();
    return true;
}

int main(int argc, char **argv)
{
    struct settings s = {
        .games = 100, .before = 16, .nodes = 1000000, .play = 3000, .widen = 25, .seed = 1};
    const struct option options[] = {
        {.name = "--games", .number = &s.games},
        {.name = "--before", .number = &s.before},
        {.name = "--nodes", .number = &s.nodes},
        {.name = "--play", .number = &s.play},
        {.name = "--widen", .number = &s.widen},
        {.name = "--seed", .number = &s.seed},
    };
    if (!options_read(options, sizeof options / sizeof *options, argc - 1, argv + 1))
        return EXIT_FAILURE;
    // This file is compiled for any machine: so alpha-beta is to do without special instructions,
    // too.
    cpu_limit(CPU_PLAIN);
    static struct prover p;
    struct player who = {.state = engine_state_create(&engine_stones)};
    const bool made = who.state && tt_init(&who.tt, MEMORY_BYTES) && make_prover(&p, &s);
    if (!made)
        fprintf(stderr, "out of memory\n");
    const bool well = made && compare(&p, &who, &s);
    tt_destroy(&who.tt);
    free(who.state);
    free(p.slots);
    free(p.s);
    return well ? EXIT_SUCCESS : EXIT_FAILURE;
}
