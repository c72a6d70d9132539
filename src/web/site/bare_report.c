#include "web/site/bare_report.h"

#include "report/json.h"

#include <inttypes.h>

#define BARE_REPORT_MEAN_ELO 1500.0

// What one of the two did.
struct bare_report_score {
    int64_t wins, draws, losses;
};

static struct bare_report_score bare_report_score(const struct tally *t, uint32_t player)
{
    struct bare_report_score s = {0};
    for (size_t i = 0; t != NULL && i < t->count; i++) {
        const struct tally_cell *cell = &t->cells[i];
        s.wins += cell->first == player ? cell->wins : cell->losses;
        s.losses += cell->first == player ? cell->losses : cell->wins;
        s.draws += cell->draws;
    }
    return s;
}

// Who wins more than it loses is before the other one; before the first game all are level.
static int bare_report_rank(const struct bare_report *b, size_t player)
{
    if (b->games == 0)
        return 1;
    struct bare_report_score s = bare_report_score(b->tally, (uint32_t)player);
    return s.wins < s.losses ? 2 : 1;
}

static double bare_report_points(const struct bare_report_score *s)
{
    return (double)s->wins + (double)s->draws / 2;
}

// NULL: the player has none yet.
static void bare_report_rating(struct text *out, const struct rating *rating)
{
    if (rating)
        text_format(out, ",\"rating\":%.1f,\"error\":%.1f", rating->value, rating->error);
    else
        text_string(out, ",\"rating\":null,\"error\":null");
}

// The object is left open.
static void bare_report_standing(
    struct text *out, const struct bare_report *b, size_t player, const struct rating *rating)
{
    struct bare_report_score s = bare_report_score(b->tally, (uint32_t)player);
    text_format(out, "{\"rank\":%d,\"player\":", bare_report_rank(b, player));
    text_json(out, b->players[player]);
    text_format(out,
        ",\"points\":%.1f,\"wins\":%" PRId64 ",\"draws\":%" PRId64 ",\"losses\":%" PRId64
        ",\"faults\":%" PRId64,
        bare_report_points(&s), s.wins, s.draws, s.losses, player < SEATS ? b->faults[player] : 0);
    bare_report_rating(out, rating);
    text_string(out, ",\"buchholz\":0.00,\"sonneborn_berger\":0.00");
}

static bool bare_report_fit(const struct bare_report *b, struct rating ratings[SEATS],
    struct ratings_summary *summary, struct error *e)
{
    const struct ratings_setup setup = {.players = SEATS,
        .tally = b->tally,
        .anchor = RATINGS_ANCHOR_MEAN,
        .anchor_value = BARE_REPORT_MEAN_ELO};
    return ratings_fit(&setup, ratings, summary, e);
}

// The player at this place of the standings.
static size_t bare_report_at(const struct bare_report *b, size_t place)
{
    bool turned = b->games > 0 && bare_report_rank(b, 0) > bare_report_rank(b, 1);
    return turned && place < SEATS ? SEATS - 1 - place : place;
}

static bool bare_report_standings(
    struct text *out, const struct bare_report *b, struct ratings_summary *summary, struct error *e)
{
    struct rating ratings[SEATS];
    if (b->games > 0 && !bare_report_fit(b, ratings, summary, e))
        return false;
    for (size_t i = 0; i < b->player_count; i++) {
        const size_t player = bare_report_at(b, i);
        text_string(out, i > 0 ? "," : "");
        bare_report_standing(out, b, player, b->games > 0 ? &ratings[player] : NULL);
        text_string(out, ",\"faults_by_kind\":{},\"pondered_seconds\":null}");
    }
    return true;
}

bool bare_report_leaders(struct text *out, const struct bare_report *b, struct error *e)
{
    struct rating ratings[SEATS];
    struct ratings_summary summary;
    if (b->games > 0 && !bare_report_fit(b, ratings, &summary, e))
        return false;
    text_char(out, '[');
    for (size_t i = 0; i < b->player_count && i < BARE_REPORT_LEADERS; i++) {
        const size_t player = bare_report_at(b, i);
        struct bare_report_score s = bare_report_score(b->tally, (uint32_t)player);
        text_string(out, i > 0 ? ",{\"player\":" : "{\"player\":");
        text_json(out, b->players[player]);
        bare_report_rating(out, b->games > 0 ? &ratings[player] : NULL);
        text_format(out, ",\"points\":%.1f}", bare_report_points(&s));
    }
    text_char(out, ']');
    return true;
}

bool bare_report_row(struct text *out, const struct bare_report *b, int player, struct error *e)
{
    struct rating ratings[SEATS];
    struct ratings_summary summary;
    if (!bare_report_fit(b, ratings, &summary, e))
        return false;
    bare_report_standing(out, b, (size_t)player, &ratings[player]);
    return true;
}

// Of whoever had seat 0.
static void bare_report_whole(
    struct text *out, const struct bare_report *b, const struct ratings_summary *summary)
{
    struct bare_report_score s = {0};
    for (size_t i = 0; b->tally != NULL && i < b->tally->count; i++) {
        s.wins += b->tally->cells[i].wins;
        s.draws += b->tally->cells[i].draws;
        s.losses += b->tally->cells[i].losses;
    }
    text_format(out,
        ",\"whole\":{\"moves\":%" PRId64 ",\"faults\":%" PRId64
        ",\"faults_by_kind\":{},\"shortest\":null,\"longest\":null,\"draws\":null,"
        "\"level_pairs\":null,\"first_seat\":{\"games\":%" PRId64 ",\"wins\":%" PRId64
        ",\"draws\":%" PRId64 ",\"losses\":%" PRId64 ",\"points\":%.1f}",
        b->moves, b->faults[0] + b->faults[1], s.wins + s.draws + s.losses, s.wins, s.draws,
        s.losses, bare_report_points(&s));
    text_format(out, ",\"first_seat_elo\":{\"value\":%.1f,\"error\":%.1f}}",
        summary->first_seat.value, summary->first_seat.error);
}

bool bare_report_write(struct text *out, const struct bare_report *b, struct error *e)
{
    struct ratings_summary summary = {0};
    text_string(out, "{\"contest\":{\"name\":");
    text_json(out, b->name);
    json_key_text(out, "game", b->game);
    json_key_text(out, "variant", b->variant);
    json_key_text(out, "format", b->format);
    text_format(
        out, ",\"seed\":0},\"games\":%" PRId64 ",\"pairs\":%" PRId64, b->games, b->games / 2);
    text_string(out, ",\"over\":false,\"standings\":[");
    bool well = bare_report_standings(out, b, &summary, e);
    text_string(out, "],\"meetings\":[]");
    bare_report_whole(out, b, &summary);
    text_string(out, ",\"starts\":[],\"history\":{\"games\":[],\"players\":[]},\"upcoming\":[],");
    text_bytes(out, b->live->bytes, b->live->length);
    text_string(out, "\"faulty_games\":[]");
    json_schema(out, "report/1");
    text_string(out, "}\n");
    return well && !out->cut;
}
