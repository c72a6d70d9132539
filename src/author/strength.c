#include "author/strength.h"

#include "base/columns.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

enum { STRENGTH_BAR_COLUMNS = 30 };

#define STRENGTH_ELO_PER_NAT 173.71779276130073 // 400 / ln 10
#define STRENGTH_ELO_MOST 1e6
#define STRENGTH_ERROR_LEAST 1e-3
#define STRENGTH_GAMES_MOST 1000000000
#define STRENGTH_SIGMAS 1.96 // 95 % of a normal distribution lie within

void strength_estimate(double points, int64_t games, double *elo, double *error)
{
    const double n = (double)games + 1, p = (points + 0.5) / n;
    *elo = STRENGTH_ELO_PER_NAT * log(p / (1 - p));
    *error = STRENGTH_ELO_PER_NAT * STRENGTH_SIGMAS / sqrt(n * p * (1 - p));
}

// --- The file ---

static void strength_version_json(const struct strength_version *v, struct text *out)
{
    text_string(out, "{\"version\":");
    text_json(out, v->name);
    text_string(out, ",\"subject\":");
    text_json(out, v->subject);
    text_format(out, ",\"time\":%lld}", (long long)v->time_s);
}

void strength_line(const struct strength_entry *entry, struct text *out)
{
    text_format(out, "{\"at\":%lld,\"game\":", (long long)entry->at_s);
    text_json(out, entry->game);
    text_string(out, ",\"verdict\":");
    text_json(out, entry->verdict);
    text_string(out, ",\"old\":");
    strength_version_json(entry->old, out);
    text_string(out, ",\"new\":");
    strength_version_json(entry->new, out);
    text_format(out, ",\"elo\":%.2f,\"error\":%.2f,\"games\":%lld}\n", entry->elo, entry->error,
        (long long)entry->games);
}

// The number of a version, which is new if it was not there. -1: there are too many.
static int strength_find(struct strength *s, const char *name, const char *subject, int64_t time_s)
{
    for (int i = 0; i < s->version_count; i++)
        if (strcmp(s->versions[i].name, name) == 0)
            return i;
    if (s->version_count == STRENGTH_VERSIONS_MOST)
        return -1;
    struct strength_version *v = &s->versions[s->version_count];
    struct text at = TEXT_IN(v->name), words = TEXT_IN(v->subject);
    text_string(&at, name);
    text_string(&words, subject);
    v->time_s = time_s;
    return s->version_count++;
}

static bool strength_read_version(struct strength *s, json_t *json, int *number, struct error *e)
{
    const char *name, *subject;
    json_int_t time_s;
    json_error_t why;
    if (json_unpack_ex(json, &why, 0, "{s:s, s:s, s:I}", "version", &name, "subject", &subject,
            "time", &time_s) != 0)
        return error_set(e, "%.100s", why.text);
    if (*name == '\0' || strlen(name) >= STRENGTH_NAME_BYTES)
        return error_set(e, "the name of a version is empty or too long");
    *number = strength_find(s, name, subject, time_s);
    return *number >= 0 || error_set(e, "more than %d versions", STRENGTH_VERSIONS_MOST);
}

static bool strength_read_test(struct strength *s, const char *game, json_t *json, struct error *e)
{
    json_error_t why;
    json_t *old, *new;
    const char *of;
    double elo, error;
    json_int_t games;
    if (json_unpack_ex(json, &why, 0, "{s:s, s:o, s:o, s:F, s:F, s:I}", "game", &of, "old", &old,
            "new", &new, "elo", &elo, "error", &error, "games", &games) != 0)
        return error_set(e, "%.100s", why.text);
    if (strcmp(of, game) != 0)
        return true;
    if (!(fabs(elo) <= STRENGTH_ELO_MOST && error >= STRENGTH_ERROR_LEAST &&
            error <= STRENGTH_ELO_MOST && games >= 0 && games <= STRENGTH_GAMES_MOST))
        return error_set(e, "\"elo\", \"error\" or \"games\" is not a number that a test gives");
    if (s->test_count == STRENGTH_TESTS_MOST)
        return error_set(e, "more than %d tests", STRENGTH_TESTS_MOST);
    struct strength_test test = {.elo = elo, .error = error, .games = games};
    if (!strength_read_version(s, old, &test.old, e) ||
        !strength_read_version(s, new, &test.new, e))
        return false;
    if (test.old == test.new)
        return error_set(e, "a version is compared with itself");
    s->tests[s->test_count++] = test;
    return true;
}

bool strength_read(
    struct strength *s, const char *game, const char *bytes, size_t length, struct error *e)
{
    struct error why;
    *s = (struct strength){0};
    int number = 1;
    for (size_t at = 0; at < length; number++) {
        const char *end = memchr(bytes + at, '\n', length - at);
        const size_t line = end ? (size_t)(end - (bytes + at)) : length - at;
        if (!end)
            break; // torn: the power went while it was written
        json_error_t json_why;
        json_t *json = json_loadb(bytes + at, line, JSON_REJECT_DUPLICATES, &json_why);
        bool well = json ? strength_read_test(s, game, json, &why)
                         : error_set(&why, "%.100s", json_why.text);
        json_decref(json);
        if (!well)
            return error_set(e, "line %d: %.180s", number, why.words);
        at += line + 1;
    }
    return true;
}

// --- What follows ---

static int strength_compare(const void *left, const void *right)
{
    const struct strength_version *a = left, *b = right;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->time_s != b->time_s)
        return a->time_s < b->time_s ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return strcmp(a->name, b->name);
}

// Versions that tests join, directly or by way of others, are a group, named after its first one.
static void strength_group(struct strength *s)
{
    for (int i = 0; i < s->version_count; i++)
        s->versions[i].group = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < s->test_count; i++) {
            int *a = &s->versions[s->tests[i].old].group, *b = &s->versions[s->tests[i].new].group;
            changed |= *a != *b;
            *a = *b = *a < *b ? *a : *b;
        }
    }
}

// Commits of the same second have an order, too: a test names the old one and the new one. Tests
// that contradict each other go round in a circle, which ends after as many steps as versions.
static void strength_rank(struct strength *s)
{
    bool changed = true;
    for (int step = 0; changed && step < s->version_count; step++) {
        changed = false;
        for (int i = 0; i < s->test_count; i++) {
            const struct strength_version *old = &s->versions[s->tests[i].old];
            struct strength_version *new = &s->versions[s->tests[i].new];
            if (old->time_s == new->time_s &&new->rank <= old->rank) {
                new->rank = old->rank + 1;
                changed = true;
            }
        }
    }
}

// The oldest of each group is what the others are compared with.
static bool strength_is_anchor(const struct strength *s, int version)
{
    const struct strength_version *v = &s->versions[version];
    for (int i = 0; i < s->version_count; i++)
        if (i != version && s->versions[i].group == v->group &&
            strength_compare(&s->versions[i], v) < 0)
            return false;
    return true;
}

// Turns `a`, a symmetric matrix that is positive definite, into its inverse (Gauss and Jordan).
static void strength_invert(double *a, int n)
{
    for (int k = 0; k < n; k++) {
        const double pivot = a[k * n + k];
        a[k * n + k] = 1;
        for (int j = 0; j < n; j++)
            a[k * n + j] /= pivot;
        for (int i = 0; i < n; i++) {
            if (i == k)
                continue;
            const double factor = a[i * n + k];
            a[i * n + k] = 0;
            for (int j = 0; j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
        }
    }
}

// The normal equations: each test is a spring between two versions, as stiff as it is sure. An
// anchor stays where it is: its row says that it is 0.
static void strength_equations(const struct strength *s, double *a, double *b)
{
    const int n = s->version_count;
    for (int i = 0; i < s->test_count; i++) {
        const struct strength_test *t = &s->tests[i];
        const double weight = 1 / (t->error * t->error);
        a[t->old * n + t->old] += weight;
        a[t->new *n + t->new] += weight;
        a[t->old * n + t->new] -= weight;
        a[t->new *n + t->old] -= weight;
        b[t->new] += weight * t->elo;
        b[t->old] -= weight * t->elo;
    }
    for (int i = 0; i < n; i++) {
        if (!strength_is_anchor(s, i))
            continue;
        for (int j = 0; j < n; j++)
            a[i * n + j] = a[j * n + i] = 0;
        a[i * n + i] = 1;
        b[i] = 0;
    }
}

bool strength_judge(struct strength *s, struct error *e)
{
    const size_t n = (size_t)s->version_count;
    double *a = calloc(n * n + 1, sizeof *a), *b = calloc(n + 1, sizeof *b);
    if (!a || !b) {
        free(a);
        free(b);
        return error_set(e, "no memory");
    }
    strength_group(s);
    strength_rank(s);
    strength_equations(s, a, b);
    strength_invert(a, (int)n);
    for (size_t i = 0; i < n; i++) {
        struct strength_version *v = &s->versions[i];
        const bool anchor = strength_is_anchor(s, (int)i);
        v->elo = 0;
        for (size_t j = 0; j < n; j++)
            v->elo += a[i * n + j] * b[j];
        v->error = anchor ? 0 : sqrt(a[i * n + i]);
        v->games = 0;
    }
    for (int i = 0; i < s->test_count; i++) {
        s->versions[s->tests[i].old].games += s->tests[i].games;
        s->versions[s->tests[i].new].games += s->tests[i].games;
    }
    free(a);
    free(b);
    qsort(s->versions, n, sizeof *s->versions, strength_compare);
    s->test_count = 0; // their numbers of versions mean nothing any more
    return true;
}

// --- For people ---

void strength_text(const struct strength *s, struct text *out)
{
    double low = 0, high = 1;
    for (int i = 0; i < s->version_count; i++) {
        low = fmin(low, s->versions[i].elo);
        high = fmax(high, s->versions[i].elo);
    }
    text_string(out, "version    Elo       +/-   games  ");
    columns_pad(out, "", STRENGTH_BAR_COLUMNS);
    text_string(out, "  commit\n");
    for (int i = 0; i < s->version_count; i++) {
        const struct strength_version *v = &s->versions[i];
        const int mark = (int)((STRENGTH_BAR_COLUMNS - 1) * (v->elo - low) / (high - low) + 0.5);
        if (i > 0 && v->group != s->versions[i - 1].group)
            text_string(out, "not compared with those above:\n");
        columns_pad(out, v->name, 9);
        text_format(out, "  %+6.0f  %6.0f  %6lld  ", v->elo, v->error, (long long)v->games);
        for (int k = 0; k < STRENGTH_BAR_COLUMNS; k++)
            text_char(out, k == mark ? '#' : k < mark ? '-' : ' ');
        text_string(out, "  ");
        text_visible(out, v->subject, strlen(v->subject));
        text_char(out, '\n');
    }
}
