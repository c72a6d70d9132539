// What the moves of searches of Reversi lose, in stones: far cheaper than games where two habits of
// the search are to be compared, and surer.
//
//     reversi_loss judge SAMPLES FILE [--count N] [--depth N] [--least N] [--most N]
//     reversi_loss try FILE PLAYER...
//
// The first takes --count positions with --least to --most empty squares from a file of
// tools/reversi_games, spread over it, searches every position after a move --depth moves deep and
// writes the scores. The second lets players (as those of reversi_duel) choose a move in each of
// them, and compares what that loses against the best one with the losses of the first player. The
// judge must look a good deal further than the players, and knows no better evaluation than theirs.
#include "reversi_habits.h"
#include "reversi_sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POSITIONS_MOST = 4096, NODES = 10000, JUDGE_BYTES = 64 << 20, PLAYER_BYTES = 2 << 20 };

// A position, and what each of its moves is worth to the side that makes it.
struct judged {
    struct reversi_sample sample;
    int count;
    move moves[MOVES_OF_ONE];
    int scores[MOVES_OF_ONE];
};

static void *state; // of the search

static struct thought think(const struct reversi_habits *habits, const struct limits *limits,
    const position *p, struct tt *tt)
{
    struct thought t;
    engine_state_clear(&engine_reversi, state);
    ((struct reversi_state *)state)->habits = habits;
    search_run(
        &(struct search_request){
            .engine = &engine_reversi, .states = &state, .tt = tt, .position = p, .limits = limits},
        &t);
    return t;
}

static position position_of(const struct reversi_sample *s)
{
    return reversi_store(&(struct reversi){.stones = {s->mine, s->theirs}, .size = REVERSI_LENGTH});
}

// --- Judging ---

// False: there is no choice, or a move ends the game.
static bool judge(struct judged *j, int depth)
{
    const position p = position_of(&j->sample);
    move moves[MOVES_MAX];
    const int count = game_reversi.moves(&p, moves);
    struct tt tt;
    if (count < 2 || !tt_init(&tt, JUDGE_BYTES))
        return false;
    bool goes_on = true;
    for (int i = 0; i < count && goes_on; i++) {
        position next = p;
        game_reversi.apply(&next, moves[i]);
        goes_on = !game_reversi.outcome(&next).over;
        const struct thought t = goes_on
            ? think(&reversi_habits, &(struct limits){.depth = depth}, &next, &tt)
            : (struct thought){0};
        j->moves[i] = moves[i];
        j->scores[i] = game_reversi.turn(&next) == game_reversi.turn(&p) ? t.score : -t.score;
    }
    j->count = count;
    tt_destroy(&tt);
    return goes_on;
}

// The samples of a file that have so many empty squares; to be freed.
static struct reversi_sample *read_samples(
    const char *path, uint64_t least, uint64_t most, size_t *count)
{
    FILE *file = fopen(path, "rb");
    struct reversi_sample *samples = NULL;
    *count = 0;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        const size_t bytes = (size_t)ftell(file);
        samples = malloc(bytes + 1);
        rewind(file);
        const size_t all = samples ? fread(samples, 1, bytes, file) / sizeof *samples : 0;
        for (size_t i = 0; i < all; i++) {
            const uint64_t empties =
                64 - (uint64_t)__builtin_popcountll(samples[i].mine | samples[i].theirs);
            if (empties >= least && empties <= most)
                samples[(*count)++] = samples[i];
        }
    }
    if (file)
        fclose(file);
    return samples;
}

static int judge_all(int argc, char **argv)
{
    uint64_t wanted = 600, depth = 11, least = 22, most = 54;
    const struct option options[] = {{"--count", &wanted, NULL}, {"--depth", &depth, NULL},
        {"--least", &least, NULL}, {"--most", &most, NULL}};
    if (argc < 2 || !options_read(options, sizeof options / sizeof *options, argc - 2, argv + 2))
        return EXIT_FAILURE;
    size_t count;
    struct reversi_sample *samples = read_samples(argv[0], least, most, &count);
    FILE *file = count > 0 ? fopen(argv[1], "wb") : NULL;
    bool well = file;
    wanted = wanted < count ? wanted : count;
    for (size_t i = 0; i < wanted && well; i++) {
        struct judged j = {.sample = samples[i * count / wanted]};
        if (judge(&j, (int)depth))
            well = fwrite(&j, sizeof j, 1, file) == 1;
    }
    if (file && fclose(file) != 0)
        well = false;
    if (!well)
        fprintf(stderr, "reversi_loss: nothing could be judged, or written\n");
    free(samples);
    return well ? EXIT_SUCCESS : EXIT_FAILURE;
}

// --- Trying ---

static double cpu_now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

// In stones.
static double loss_of(const struct judged *j, move chosen)
{
    int best = INT32_MIN, got = INT32_MIN;
    for (int i = 0; i < j->count; i++) {
        best = j->scores[i] > best ? j->scores[i] : best;
        got = j->moves[i] == chosen ? j->scores[i] : got;
    }
    return (double)(best - got) / SCORE_STONE;
}

// The losses of the first player are kept in `first`.
static bool try_player(const struct judged *list, size_t count, const struct duel_player *p,
    const char *name, double *first, bool is_first)
{
    double sum = 0, more = 0, squares = 0, ms = 0;
    for (size_t i = 0; i < count; i++) {
        struct tt tt;
        if (!tt_init(&tt, PLAYER_BYTES))
            return false;
        const position at = position_of(&list[i].sample);
        const double begun_ms = cpu_now_ms();
        const struct thought t = think(p->own, &p->limits, &at, &tt);
        ms += cpu_now_ms() - begun_ms;
        tt_destroy(&tt);
        const double loss = loss_of(&list[i], t.best);
        first[i] = is_first ? loss : first[i];
        sum += loss;
        more += loss - first[i];
        squares += (loss - first[i]) * (loss - first[i]);
    }
    const double n = (double)count, mean = more / n;
    printf("%.3f stones a move, %+.3f +/- %.3f, %.3f ms: %s\n", sum / n, mean,
        1.96 * sqrt((squares / n - mean * mean) / n), ms / n, name);
    fflush(stdout);
    return true;
}

static int try_all(int argc, char **argv)
{
    static struct judged list[POSITIONS_MOST];
    static double first[POSITIONS_MOST];
    struct duel d = {.tool = "reversi_loss", .nodes = NODES, .read_key = reversi_read_habit};
    FILE *file = argc > 0 ? fopen(argv[0], "rb") : NULL;
    const size_t count = file ? fread(list, sizeof *list, POSITIONS_MOST, file) : 0;
    if (file)
        fclose(file);
    bool well = count > 0;
    if (!well)
        fprintf(stderr, "reversi_loss: no positions to try\n");
    for (int i = 1; i < argc && well; i++) {
        struct reversi_habits habits = reversi_habits;
        struct duel_player p = {.own = &habits};
        well = duel_read_player(&d, &p, argv[i]) &&
            try_player(list, count, &p, argv[i], first, i == 1);
    }
    return well ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    state = engine_state_create(&engine_reversi);
    engine_reversi.prepare();
    int status = EXIT_FAILURE;
    if (state && argc > 3 && strcmp(argv[1], "judge") == 0)
        status = judge_all(argc - 2, argv + 2);
    else if (state && argc > 3 && strcmp(argv[1], "try") == 0)
        status = try_all(argc - 2, argv + 2);
    else
        fprintf(stderr,
            "usage: reversi_loss judge SAMPLES FILE [--count N] [--depth N] [--least N] [--most "
            "N]\n"
            "       reversi_loss try FILE PLAYER...\n");
    free(state);
    return status;
}
