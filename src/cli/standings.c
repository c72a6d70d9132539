#include "cli/standings.h"

#include "contest/account.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_over(struct schedule *s)
{
    struct pairing pairing;
    return schedule_running(s) == 0 && schedule_next(s, &pairing) == NEXT_OVER;
}

// By whose Glicko-2 numbers its players are ranked.
static bool is_ladder(const struct standings *t)
{
    return t->lineup->plan.format == &format_ladder;
}

static bool take_fingerprint(struct standings *s, struct reader *r, struct error *e)
{
    unsigned char bytes[SHA256_BYTES];
    if (!reader_fingerprint(r, bytes, e))
        return false;
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(s->fingerprint + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static bool compute(struct standings *s, struct reader *r, struct error *e)
{
    s->list = calloc(s->lineup->count, sizeof *s->list);
    s->ratings = calloc(s->lineup->count, sizeof *s->ratings);
    if (!s->list || !s->ratings)
        return error_set(e, "out of memory");
    const struct ratings_setup setup = {.players = s->lineup->count,
        .tally = &s->schedule.field.tally,
        .anchor = RATINGS_ANCHOR_MEAN,
        .anchor_value = STANDINGS_MEAN_ELO};
    if (!ledger_replay(&s->ledger, &s->schedule, e))
        return false;
    s->over = is_over(&s->schedule); // counts the forfeits behind the last game, too
    return schedule_standings(&s->schedule, s->list, e) &&
        ratings_fit(&setup, s->ratings, &s->summary, e) && take_fingerprint(s, r, e);
}

bool standings_load(struct standings *s, const struct lineup *l, struct reader *r, struct error *e)
{
    *s = (struct standings){.lineup = l};
    return ledger_load(&s->ledger, r, (int)l->count, e) &&
        schedule_init(&s->schedule, &l->plan, e) && compute(s, r, e);
}

void standings_destroy(struct standings *s)
{
    schedule_destroy(&s->schedule);
    ledger_destroy(&s->ledger);
    free(s->list);
    free(s->ratings);
}

// --- For people ---

void standings_progress(const struct standings *s, struct text *out)
{
    int64_t pairs = schedule_pairs(&s->schedule), played = s->ledger.games;
    text_number(out, played);
    if (pairs != PAIRS_UNKNOWN)
        text_format(out, " of %" PRId64, pairs * GAMES_PER_PAIR);
    text_format(out, " game%s played", played == 1 && pairs == PAIRS_UNKNOWN ? "" : "s");
    if (s->schedule.forfeits > 0)
        text_format(out, ", %" PRId64 " forfeited", s->schedule.forfeits * GAMES_PER_PAIR);
    int64_t half = played - (s->schedule.finished - s->schedule.forfeits) * GAMES_PER_PAIR;
    if (half > 0)
        text_format(out, "; %" PRId64 " of them count%s pair is complete%s", half,
            half == 1 ? "s when its" : " when their",
            account_is_strict(&s->lineup->plan) ? ", and all before it" : "");
    text_char(out, '.');
}

const char *standings_out(const struct standings *s, const struct standing *row)
{
    static const char *const words[] = {
        [FAULTS_CONTINUE] = "suspended", [FAULTS_DROP] = "dropped", [FAULTS_ERASE] = "erased"};
    return row->line.out ? words[s->lineup->plan.faults] : NULL;
}

static void print_row(const struct standings *t, const struct standing *s, int width)
{
    const struct line *l = &s->line;
    char score[64];
    snprintf(score, sizeof score, "%" PRId64 "-%" PRId64 "-%" PRId64, l->wins, l->draws, l->losses);
    const struct rating *r = &t->ratings[s->player];
    printf("%4d  %-*s  %8.1f  %14s  %6" PRId64 "  %6.0f  %5.0f", s->rank, width,
        t->lineup->players[s->player].name, (double)l->half_points / 2, score,
        t->ledger.faults[s->player], r->value, r->error);
    if (is_ladder(t))
        printf("  %6.0f  %9.0f", s->glicko.rating, s->glicko.deviation);
    const char *out = standings_out(t, s);
    printf("%s%s\n", out ? "  " : "", out ? out : "");
}

static void print_table(const struct standings *t)
{
    int width = (int)strlen("player");
    for (size_t i = 0; i < t->lineup->count; i++) {
        int length = (int)strlen(t->lineup->players[i].name);
        width = length > width ? length : width;
    }
    char array[160];
    struct text progress = TEXT_IN(array);
    standings_progress(t, &progress);
    printf("\n%s\n\n", array);
    printf("rank  %-*s  %8s  %14s  %6s  %6s  %5s%s\n", width, "player", "points", "W-D-L", "faults",
        "rating", "+/-", is_ladder(t) ? "  glicko  deviation" : "");
    for (size_t i = 0; i < t->lineup->count; i++)
        print_row(t, &t->list[i], width);
    printf("\nfingerprint %s\n", t->fingerprint);
}

// --- For programs ---

void standings_row_json(const struct standings *t, const struct standing *s, struct text *out)
{
    const struct line *l = &s->line;
    const struct rating *r = &t->ratings[s->player];
    text_format(out, "{\"rank\":%d,\"player\":", s->rank);
    text_json(out, t->lineup->players[s->player].name);
    text_format(out,
        ",\"points\":%.1f,\"wins\":%" PRId64 ",\"draws\":%" PRId64 ",\"losses\":%" PRId64
        ",\"faults\":%" PRId64,
        (double)l->half_points / 2, l->wins, l->draws, l->losses, t->ledger.faults[s->player]);
    text_format(out, ",\"rating\":%.1f,\"error\":%.1f,\"buchholz\":%.2f,\"sonneborn_berger\":%.2f",
        r->value, r->error, s->buchholz, s->sonneborn_berger);
    if (account_is_strict(&t->lineup->plan)) {
        const char *word = standings_out(t, s);
        text_format(out,
            ",\"forfeits_won\":%" PRId64 ",\"forfeits_lost\":%" PRId64 ",\"out\":", l->forfeits_won,
            l->forfeits_lost);
        word ? text_json(out, word) : text_string(out, "null");
    }
    if (is_ladder(t))
        text_format(out, ",\"glicko\":%.1f,\"deviation\":%.1f,\"volatility\":%.4f",
            s->glicko.rating, s->glicko.deviation, s->glicko.volatility);
}

static void print_json(const struct standings *t)
{
    struct text out = text_growing();
    text_format(&out, "{\"games\":%" PRId64 ",\"pairs\":%" PRId64 ",\"over\":%s,\"standings\":[",
        t->ledger.games, t->schedule.finished, t->over ? "true" : "false");
    for (size_t i = 0; i < t->lineup->count; i++) {
        if (i > 0)
            text_char(&out, ',');
        standings_row_json(t, &t->list[i], &out);
        text_char(&out, '}');
    }
    text_format(&out, "],\"first_seat\":{\"rating\":%.1f,\"error\":%.1f},\"fingerprint\":\"%s\"}",
        t->summary.first_seat.value, t->summary.first_seat.error, t->fingerprint);
    puts(out.bytes);
    text_destroy(&out);
}

bool standings_print(const struct lineup *l, struct reader *r, bool json, struct error *e)
{
    struct standings s;
    bool well = standings_load(&s, l, r, e);
    if (well && json)
        print_json(&s);
    else if (well)
        print_table(&s);
    standings_destroy(&s);
    return well;
}
