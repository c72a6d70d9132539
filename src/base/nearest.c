#include "base/nearest.h"

#include "base/text.h"

#include <string.h>

enum { LONGEST_WORD = 40, LIST_BYTES = 160 };

static int nearest_smallest(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

// How many letters to add, drop, change or swap with a neighbour to get from a to b.
static int nearest_distance(const char *a, const char *b)
{
    int rows[3][LONGEST_WORD + 1];
    int *before = rows[0], *last = rows[1], *here = rows[2];
    size_t width = strlen(b), height = strlen(a);
    for (size_t j = 0; j <= width; j++)
        last[j] = (int)j;
    for (size_t i = 1; i <= height; i++) {
        here[0] = (int)i;
        for (size_t j = 1; j <= width; j++) {
            here[j] = nearest_smallest(
                last[j] + 1, here[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < here[j])
                here[j] = before[j - 2] + 1;
        }
        int *oldest = before;
        before = last;
        last = here;
        here = oldest;
    }
    return last[width];
}

int nearest_word(const char *typed, const char *const *words, size_t count)
{
    size_t length = strlen(typed);
    if (length == 0 || length > LONGEST_WORD)
        return -1;
    int best = -1, best_distance = (int)(length + 2) / 3 + 1;
    for (size_t i = 0; i < count; i++) {
        if (strlen(words[i]) > LONGEST_WORD)
            continue;
        int d = nearest_distance(typed, words[i]);
        if (d < best_distance) {
            best_distance = d;
            best = (int)i;
        }
    }
    return best;
}

bool nearest_refuse(struct error *e, const char *what, const char *typed, const char *const *words,
    size_t count, const char *hint)
{
    char list[LIST_BYTES];
    struct text all = TEXT_IN(list);
    for (size_t i = 0; i < count && !hint; i++)
        text_format(&all, "%s%s", i > 0 ? ", " : "", words[i]);
    int near = nearest_word(typed, words, count);
    if (near >= 0)
        return error_set(e, "no %s \"%.40s\". Did you mean \"%s\"?   (%s)", what, typed,
            words[near], hint ? hint : list);
    return error_set(e, "no %s \"%.40s\"   (%s)", what, typed, hint ? hint : list);
}
