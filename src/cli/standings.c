#include "cli/standings.h"

#include "contest/account.h"
#include "report/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_over(struct schedule *s)
{
    struct pairing pairing;
    return schedule_running(s) == 0 && schedule_next(s, &pairing) == NEXT_OVER;
}

bool standings_by_glicko(const struct standings *s)
{
    return s->definition->plan.format == &format_ladder;
}

bool standings_by_buchholz(const struct standings *s)
{
    return s->definition->plan.format == &format_swiss;
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

static bool take_head(struct standings *s, struct reader *r, struct error *e)
{
    struct head head;
    if (!reader_head(r, &head, e))
        return false;
    head_print(&head, s->head);
    return true;
}

static bool compute(struct standings *s, struct reader *r, struct error *e)
{
    s->list = calloc(s->definition->count, sizeof *s->list);
    s->ratings = calloc(s->definition->count, sizeof *s->ratings);
    if (!s->list || !s->ratings)
        return error_set(e, "out of memory");
    const struct ratings_setup setup = {.players = s->definition->count,
        .tally = &s->schedule.field.tally,
        .anchor = RATINGS_ANCHOR_MEAN,
        .anchor_value = STANDINGS_MEAN_ELO};
    if (!ledger_replay(&s->ledger, &s->schedule, e))
        return false;
    s->over = is_over(&s->schedule); // counts the forfeits behind the last game, too
    return schedule_standings(&s->schedule, s->list, e) &&
        ratings_fit(&setup, s->ratings, &s->summary, e) && take_fingerprint(s, r, e) &&
        take_head(s, r, e);
}

// --- Who is out ---

static void note_out(void *user, int player, int64_t index)
{
    struct standings *s = user;
    s->out_at[player] = index;
}

static const struct schedule_events events = {.out = note_out};

static bool watch(struct standings *s, struct error *e)
{
    s->out_at = calloc(s->definition->count, sizeof *s->out_at);
    for (size_t i = 0; s->out_at && i < s->definition->count; i++)
        s->out_at[i] = INT64_MAX;
    s->schedule.events = &events;
    s->schedule.user = s;
    return s->out_at || error_set(e, "out of memory");
}

bool standings_counts(const struct standings *s, int64_t pair, int first, int second)
{
    const struct plan *p = &s->definition->plan;
    if (!account_is_strict(p))
        return true;
    int64_t out_at = s->out_at[first] < s->out_at[second] ? s->out_at[first] : s->out_at[second];
    // Pairs are counted in order; what is erased is erased from the beginning.
    return pair < s->schedule.finished && pair <= out_at &&
        (p->faults != FAULTS_ERASE || out_at == INT64_MAX);
}

bool standings_load(
    struct standings *s, const struct definition *d, struct reader *r, struct error *e)
{
    *s = (struct standings){.definition = d};
    return ledger_load(&s->ledger, r, (int)d->count, e) &&
        schedule_init(&s->schedule, &d->plan, e) && watch(s, e) && compute(s, r, e);
}

void standings_destroy(struct standings *s)
{
    schedule_destroy(&s->schedule);
    ledger_destroy(&s->ledger);
    free(s->list);
    free(s->ratings);
    free(s->out_at);
}

// --- For people ---

// Games that wait for players who are suspended; of some pairs one game is there already.
static int64_t count_waiting(const struct standings *s)
{
    const struct plan *p = &s->definition->plan;
    int64_t waiting = s->schedule.waiting * GAMES_PER_PAIR;
    for (size_t i = 0; waiting > 0 && i < s->ledger.count; i++) {
        struct pairing pair = {.index = s->ledger.pairs[i].index};
        bool gone[2];
        if (ledger_is_whole(&s->ledger.pairs[i]))
            continue;
        p->format->at(p, pair.index, &pair);
        waiting -= plan_leaves_out(p, &pair, gone);
    }
    return waiting;
}

void standings_progress(const struct standings *s, struct text *out)
{
    int64_t pairs = schedule_pairs(&s->schedule), played = s->ledger.games;
    text_number(out, played);
    if (pairs != PAIRS_UNKNOWN)
        text_format(out, " of %" PRId64, pairs * GAMES_PER_PAIR);
    text_format(out, " game%s played", played == 1 && pairs == PAIRS_UNKNOWN ? "" : "s");
    if (s->schedule.forfeits > 0)
        text_format(out, ", %" PRId64 " forfeited", s->schedule.forfeits * GAMES_PER_PAIR);
    if (s->schedule.waiting > 0)
        text_format(out, ", %" PRId64 " waiting for players who are suspended", count_waiting(s));
    int64_t half = played - schedule_played(&s->schedule) * GAMES_PER_PAIR;
    if (half > 0)
        text_format(out, "; %" PRId64 " of them count%s pair is complete%s", half,
            half == 1 ? "s when its" : " when their",
            account_is_strict(&s->definition->plan) ? ", and all before it" : "");
    text_char(out, '.');
}

const char *standings_out(const struct standings *s, const struct standing *row)
{
    static const char *const words[] = {
        [FAULTS_CONTINUE] = "suspended", [FAULTS_DROP] = "dropped", [FAULTS_ERASE] = "erased"};
    return row->line.out ? words[s->definition->plan.faults] : NULL;
}

// "game 37" or "round 4"
static void say_place(const struct standings *s, int64_t at, struct text *out)
{
    bool fixed = s->definition->plan.format->at != NULL;
    text_format(
        out, "%s %" PRId64, fixed ? "game" : "round", fixed ? at * GAMES_PER_PAIR + 1 : at + 1);
}

static const char *begin_note(const struct text *out)
{
    return out->length > 0 ? ", " : "";
}

void standings_note(const struct standings *s, const struct standing *row, struct text *out)
{
    const struct contest_player *p = &s->definition->file.players[row->player];
    const char *word = standings_out(s, row);
    text_string(out, word ? word : "");
    if (p->added) {
        text_format(out, "%sadded at ", begin_note(out));
        say_place(s, p->from, out);
    }
    if (p->version > 1)
        text_format(out, "%sversion %d", begin_note(out), p->version);
    bool removed = p->until != INT64_MAX && !p->suspended;
    if (removed || p->suspended) {
        text_format(out, "%s%s at ", begin_note(out), removed ? "removed" : "suspended");
        bool absent = p->suspended && p->absence_count > 0;
        say_place(s, absent ? p->absences[p->absence_count - 1].from : p->until, out);
    }
}

struct text_table standings_table(const struct standings *s)
{
    static const char *const titles[] = {
        "rank", "player", "points", "games", "W-D-L", "faults", "rating", "+/-"};
    bool ladder = standings_by_glicko(s), swiss = standings_by_buchholz(s);
    struct text_table out = text_table_empty(ladder || swiss ? "rnrrrrrrrrl" : "rnrrrrrrl");
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        text_table_text(&out, titles[i]);
    if (ladder) {
        text_table_text(&out, "glicko");
        text_table_text(&out, "deviation");
    } else if (swiss) {
        text_table_text(&out, "buchholz");
        text_table_text(&out, "s-b");
    }
    text_table_text(&out, "");
    for (size_t i = 0; i < s->definition->count; i++) {
        const struct standing *row = &s->list[i];
        const struct line *l = &row->line;
        text_table_cell(&out, "%d", row->rank);
        text_table_text(&out, s->definition->names[row->player]);
        text_table_cell(&out, "%.1f", (double)l->half_points / 2);
        text_table_cell(&out, "%" PRId64, l->wins + l->draws + l->losses);
        text_table_cell(&out, "%" PRId64 "-%" PRId64 "-%" PRId64, l->wins, l->draws, l->losses);
        text_table_cell(&out, "%" PRId64, s->ledger.faults[row->player]);
        text_table_cell(&out, "%.0f", s->ratings[row->player].value);
        text_table_cell(&out, "%.0f", s->ratings[row->player].error);
        if (ladder) {
            text_table_cell(&out, "%.0f", row->glicko.rating);
            text_table_cell(&out, "%.0f", row->glicko.deviation);
        } else if (swiss) {
            text_table_cell(&out, "%.1f", row->buchholz);
            text_table_cell(&out, "%.2f", row->sonneborn_berger);
        }
        char array[STANDINGS_NOTE_BYTES];
        struct text note = TEXT_IN(array);
        standings_note(s, row, &note);
        text_table_text(&out, array);
    }
    return out;
}

static bool print_table(const struct standings *s, struct error *e)
{
    struct text out = text_growing();
    struct text_table table = standings_table(s);
    standings_progress(s, &out);
    text_string(&out, "\n\n");
    text_table_print(&table, TEXT_TABLE_WIDTH, &out);
    text_format(&out, "\nfingerprint %s\nhead %s", s->fingerprint, s->head);
    bool well = !table.failed && !out.cut;
    if (well)
        puts(out.bytes);
    text_table_destroy(&table);
    text_destroy(&out);
    return well || error_set(e, "out of memory");
}

// --- For programs ---

void standings_row_json(const struct standings *t, const struct standing *s, struct text *out)
{
    const struct line *l = &s->line;
    const struct rating *r = &t->ratings[s->player];
    text_format(out, "{\"rank\":%d,\"player\":", s->rank);
    text_json(out, t->definition->names[s->player]);
    text_format(out,
        ",\"points\":%.1f,\"wins\":%" PRId64 ",\"draws\":%" PRId64 ",\"losses\":%" PRId64
        ",\"faults\":%" PRId64,
        (double)l->half_points / 2, l->wins, l->draws, l->losses, t->ledger.faults[s->player]);
    text_format(out, ",\"rating\":%.1f,\"error\":%.1f,\"buchholz\":%.2f,\"sonneborn_berger\":%.2f",
        r->value, r->error, s->buchholz, s->sonneborn_berger);
    if (account_is_strict(&t->definition->plan) || t->definition->changes > 0) {
        const char *word = standings_out(t, s);
        text_format(out,
            ",\"forfeits_won\":%" PRId64 ",\"forfeits_lost\":%" PRId64 ",\"out\":", l->forfeits_won,
            l->forfeits_lost);
        word ? text_json(out, word) : text_string(out, "null");
    }
    if (t->definition->changes > 0) {
        const struct contest_player *p = &t->definition->file.players[s->player];
        bool removed = p->until != INT64_MAX && !p->suspended;
        text_format(out, ",\"added\":%s,\"removed\":%s,\"suspended\":%s,\"version\":%d",
            p->added ? "true" : "false", removed ? "true" : "false",
            p->suspended ? "true" : "false", p->version);
    }
    if (standings_by_glicko(t))
        text_format(out, ",\"glicko\":%.1f,\"deviation\":%.1f,\"volatility\":%.4f",
            s->glicko.rating, s->glicko.deviation, s->glicko.volatility);
}

void standings_waiting_json(const struct standings *s, struct text *out)
{
    if (s->schedule.waiting > 0)
        text_format(out, ",\"waiting\":%" PRId64, count_waiting(s));
}

static void print_json(const struct standings *t)
{
    struct text out = text_growing();
    text_format(&out, "{\"games\":%" PRId64 ",\"pairs\":%" PRId64 ",\"over\":%s", t->ledger.games,
        t->schedule.finished - t->schedule.left_out, t->over ? "true" : "false");
    standings_waiting_json(t, &out);
    text_string(&out, ",\"standings\":[");
    for (size_t i = 0; i < t->definition->count; i++) {
        if (i > 0)
            text_char(&out, ',');
        standings_row_json(t, &t->list[i], &out);
        text_char(&out, '}');
    }
    text_format(&out,
        "],\"first_seat\":{\"rating\":%.1f,\"error\":%.1f},\"fingerprint\":\"%s\",\"head\":\"%s\"",
        t->summary.first_seat.value, t->summary.first_seat.error, t->fingerprint, t->head);
    json_schema(&out, "standings/1");
    text_char(&out, '}');
    puts(out.bytes);
    text_destroy(&out);
}

bool standings_print(const struct definition *d, struct reader *r, bool json, struct error *e)
{
    struct standings s;
    bool well = standings_load(&s, d, r, e);
    if (well && json)
        print_json(&s);
    else if (well)
        well = print_table(&s, e);
    standings_destroy(&s);
    return well;
}
