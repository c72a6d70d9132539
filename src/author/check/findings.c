#include "author/check/findings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Whether two texts are the same but for numbers and names of squares in them.
static bool findings_alike(const char *a, const char *b)
{
    for (;;) {
        while (isdigit((unsigned char)*a) || *a == '-')
            a++;
        while (isdigit((unsigned char)*b) || *b == '-')
            b++;
        if (*a != *b)
            return false;
        if (*a == '\0')
            return true;
        a++;
        b++;
    }
}

struct check_finding *findings_same(struct check_findings *list, const struct check_finding *f)
{
    for (size_t i = 0; i < list->count; i++) {
        struct check_finding *old = &list->list[i];
        // What is wrong with a message differs from message to message; other kinds do not.
        bool message = f->kind == FINDING_MALFORMED;
        if (old->kind == f->kind && strcmp(old->rule, f->rule) == 0 && old->warning == f->warning &&
            old->blame == f->blame && (!message || findings_alike(old->expected, f->expected)))
            return old;
    }
    return NULL;
}

static void findings_count(struct check_finding *old, const struct check_finding *f)
{
    old->count += f->count;
    old->cases |= f->cases;
    old->reasons &= f->reasons;
    old->waited = old->waited || f->waited;
}

bool findings_add(struct check_findings *list, const struct check_finding *f)
{
    struct check_finding *old = findings_same(list, f);
    if (old) {
        findings_count(old, f);
        return true;
    }
    struct check_finding *more =
        list->count < FINDINGS_MOST ? realloc(list->list, (list->count + 1) * sizeof *more) : NULL;
    if (!more) {
        list->more++;
        return false;
    }
    list->list = more;
    list->list[list->count++] = *f;
    return true;
}

void findings_keep(struct check_findings *list, enum finding_kind kind)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (list->list[i].kind == kind)
            list->list[kept++] = list->list[i];
    }
    list->count = kept;
}

// Whether the bot ended both times for the same reason, by its last words: then the second is not
// about how a message came (G1), nor about the end of the input (G7).
static bool findings_same_end(const struct check_finding *old, const struct check_finding *f)
{
    bool crash = f->kind == FINDING_CRASH && strcmp(f->rule, "G1") == 0;
    return old->kind == FINDING_CRASH && strcmp(old->rule, "G1") != 0 &&
        (crash || f->kind == FINDING_EXIT) && f->last_words[0] != '\0' &&
        findings_alike(old->last_words, f->last_words);
}

// The finding of an ordinary case that says the same as this one: of a case with a rule of its own,
// or of another end of the bot.
static struct check_finding *findings_ordinary(
    struct check_findings *list, const struct check_finding *f)
{
    for (size_t i = 0; i < list->count; i++) {
        struct check_finding *old = &list->list[i];
        bool same = f->blame && old->kind == f->kind && strcmp(old->rule, f->rule) == 0;
        if (!old->blame && (same || findings_same_end(old, f)))
            return old;
    }
    return NULL;
}

void findings_settle_blame(struct check_findings *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct check_finding f = list->list[i];
        struct check_finding *ordinary = findings_ordinary(list, &f);
        if (ordinary) {
            findings_count(ordinary, &f);
            continue;
        }
        // The form of a message is the bot's own, however it was asked.
        bool about_messages = f.kind != FINDING_MALFORMED && f.kind != FINDING_NO_START &&
            f.kind != FINDING_EXIT && f.kind != FINDING_STAYS && f.kind != FINDING_CHILDREN &&
            f.kind != FINDING_TALK && f.kind != FINDING_HALF_TIME;
        if (f.blame && about_messages) {
            memcpy(f.rule, f.blame, strlen(f.blame) + 1);
            f.mend[0] = '\0';
            f.reasons = 0;
            f.warning = f.warning || f.advisory;
        }
        list->list[kept++] = f;
    }
    list->count = kept;
}

static int findings_compare(const void *left, const void *right)
{
    const struct check_finding *a = left, *b = right;
    if (a->warning != b->warning)
        return a->warning ? 1 : -1;
    return a->kind != b->kind ? (int)a->kind - (int)b->kind : strcmp(a->rule, b->rule);
}

void findings_sort(struct check_findings *list)
{
    if (list->count > 0)
        qsort(list->list, list->count, sizeof *list->list, findings_compare);
}

int check_finding_cases(const struct check_finding *f)
{
    return __builtin_popcountll(f->cases);
}

void check_result_destroy(struct check_result *r)
{
    free(r->findings.list);
    free(r->cases);
    *r = (struct check_result){0};
}
