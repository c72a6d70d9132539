#include "cli/standings.h"

#include "cli/ledger.h"
#include "contest/ratings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANCHOR_ELO 1500.0

struct table_of {
    const struct lineup *lineup;
    struct ledger ledger;
    struct schedule schedule;
    struct standing *standings; // the best first
    struct rating *ratings;     // by player
    struct ratings_summary summary;
    char fingerprint[2 * SHA256_BYTES + 1];
    bool over;
};

static bool is_over(struct schedule *s)
{
    struct pairing pairing;
    return schedule_running(s) == 0 && schedule_next(s, &pairing) == NEXT_OVER;
}

static bool take_fingerprint(struct table_of *t, struct reader *r, struct error *e)
{
    unsigned char bytes[SHA256_BYTES];
    if (!reader_fingerprint(r, bytes, e))
        return false;
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(t->fingerprint + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static bool compute(struct table_of *t, struct reader *r, struct error *e)
{
    t->standings = calloc(t->lineup->count, sizeof *t->standings);
    t->ratings = calloc(t->lineup->count, sizeof *t->ratings);
    if (!t->standings || !t->ratings)
        return error_set(e, "out of memory");
    const struct ratings_setup setup = {.players = t->lineup->count,
        .tally = &t->schedule.field.tally,
        .anchor = RATINGS_ANCHOR_MEAN,
        .anchor_value = ANCHOR_ELO};
    if (!ledger_replay(&t->ledger, &t->schedule, e) ||
        !schedule_standings(&t->schedule, t->standings, e) ||
        !ratings_fit(&setup, t->ratings, &t->summary, e) || !take_fingerprint(t, r, e))
        return false;
    t->over = is_over(&t->schedule);
    return true;
}

// --- For people ---

static void print_heading(const struct table_of *t)
{
    int64_t pairs = schedule_pairs(&t->schedule), played = t->ledger.games;
    printf("\n%" PRId64, played);
    if (pairs != PAIRS_UNKNOWN)
        printf(" of %" PRId64, pairs * GAMES_PER_PAIR);
    printf(" game%s played", played == 1 && pairs == PAIRS_UNKNOWN ? "" : "s");
    int64_t half = played - t->schedule.finished * GAMES_PER_PAIR;
    if (half > 0)
        printf("; %" PRId64 " of them count%s pair is complete", half,
            half == 1 ? "s when its" : " when their");
    printf(".\n\n");
}

static void print_row(const struct table_of *t, const struct standing *s, int width)
{
    const struct line *l = &s->line;
    char score[64];
    snprintf(score, sizeof score, "%" PRId64 "-%" PRId64 "-%" PRId64, l->wins, l->draws, l->losses);
    const struct rating *r = &t->ratings[s->player];
    printf("%4d  %-*s  %8.1f  %14s  %6" PRId64 "  %6.0f  %5.0f\n", s->rank, width,
        t->lineup->players[s->player].name, (double)l->half_points / 2, score,
        t->ledger.faults[s->player], r->value, r->error);
}

static void print_table(const struct table_of *t)
{
    int width = (int)strlen("player");
    for (size_t i = 0; i < t->lineup->count; i++) {
        int length = (int)strlen(t->lineup->players[i].name);
        width = length > width ? length : width;
    }
    print_heading(t);
    printf("rank  %-*s  %8s  %14s  %6s  %6s  %5s\n", width, "player", "points", "W-D-L", "faults",
        "rating", "+/-");
    for (size_t i = 0; i < t->lineup->count; i++)
        print_row(t, &t->standings[i], width);
    printf("\nfingerprint %s\n", t->fingerprint);
}

// --- For programs ---

static void row_json(const struct table_of *t, const struct standing *s, struct text *out)
{
    const struct line *l = &s->line;
    const struct rating *r = &t->ratings[s->player];
    text_format(out, "{\"rank\":%d,\"player\":", s->rank);
    text_json(out, t->lineup->players[s->player].name);
    text_format(out,
        ",\"points\":%.1f,\"wins\":%" PRId64 ",\"draws\":%" PRId64 ",\"losses\":%" PRId64
        ",\"faults\":%" PRId64,
        (double)l->half_points / 2, l->wins, l->draws, l->losses, t->ledger.faults[s->player]);
    text_format(out, ",\"rating\":%.1f,\"error\":%.1f,\"buchholz\":%.2f,\"sonneborn_berger\":%.2f}",
        r->value, r->error, s->buchholz, s->sonneborn_berger);
}

static void print_json(const struct table_of *t)
{
    struct text out = text_growing();
    text_format(&out, "{\"games\":%" PRId64 ",\"pairs\":%" PRId64 ",\"over\":%s,\"standings\":[",
        t->ledger.games, t->schedule.finished, t->over ? "true" : "false");
    for (size_t i = 0; i < t->lineup->count; i++) {
        if (i > 0)
            text_char(&out, ',');
        row_json(t, &t->standings[i], &out);
    }
    text_format(&out, "],\"first_seat\":{\"rating\":%.1f,\"error\":%.1f},\"fingerprint\":\"%s\"}",
        t->summary.first_seat.value, t->summary.first_seat.error, t->fingerprint);
    puts(out.bytes);
    text_destroy(&out);
}

bool standings_print(const struct lineup *l, struct reader *r, bool json, struct error *e)
{
    struct table_of t = {.lineup = l};
    bool loaded =
        ledger_load(&t.ledger, r, (int)l->count, e) && schedule_init(&t.schedule, &l->plan, e);
    bool well = loaded && compute(&t, r, e);
    if (well && json)
        print_json(&t);
    else if (well)
        print_table(&t);
    if (loaded)
        schedule_destroy(&t.schedule);
    ledger_destroy(&t.ledger);
    free(t.standings);
    free(t.ratings);
    return well;
}
