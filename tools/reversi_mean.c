// The mean of several weights of Reversi: what is wrong with one of them by chance is less wrong in
// all of them together.
//
//     reversi_mean WEIGHTS FILE...
//
// A FILE that is named twice counts twice.
#include "reversi_weights.h"

#include <math.h>

enum { STONES = 64 };

static struct pattern_tables tables;
static struct pattern_weights weights;
static double sums[PHASES][WEIGHTS], bias_sums[STONES + 1];

static void add_weights(void)
{
    for (int phase = 0; phase < PHASES; phase++) {
        for (int i = 0; i < WEIGHTS; i++)
            sums[phase][i] += weights.of[phase][i];
    }
    for (int stones = 0; stones <= STONES; stones++)
        bias_sums[stones] += weights.bias[stones];
}

static bool write_means(const char *path, int files)
{
    static int32_t shared[WEIGHTS];
    const size_t different = (size_t)patterns_share(&tables, shared);
    const size_t count = PHASES * different + STONES + 1;
    int16_t *means = calloc(count, sizeof *means);
    FILE *file = fopen(path, "wb");
    bool well = file && means;
    if (well) {
        for (size_t phase = 0; phase < PHASES; phase++) {
            for (int i = 0; i < WEIGHTS; i++) // images of each other say the same
                means[phase * different + (size_t)shared[i]] =
                    (int16_t)lround(sums[phase][i] / files);
        }
        for (size_t stones = 0; stones <= STONES; stones++)
            means[PHASES * different + stones] = (int16_t)lround(bias_sums[stones] / files);
        well = patterns_pack(file, means, count);
    }
    if ((file && fclose(file) != 0) || !well) {
        perror(path);
        well = false;
    }
    free(means);
    return well;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: reversi_mean WEIGHTS FILE...\n");
        return EXIT_FAILURE;
    }
    patterns_fill(&tables);
    for (int i = 2; i < argc; i++) {
        if (!reversi_weights_read(argv[i], &tables, &weights))
            return EXIT_FAILURE;
        add_weights();
    }
    return write_means(argv[1], argc - 2) ? EXIT_SUCCESS : EXIT_FAILURE;
}
