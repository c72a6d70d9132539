#include "cli/play_summary.h"

#include "report/json.h"

#include <inttypes.h>

enum { ELO_GAMES_LEAST = 10 }; // with fewer games its error is too large to be of use

void play_summary_add(
    struct play_summary *s, const struct arena_event *over, const struct result *result)
{
    const int *players = over->setup->players;
    s->played++;
    s->voids += result->verdict == VERDICT_VOID;
    score_count((struct score *[]){&s->scores[players[0]], &s->scores[players[1]]}, result);
    pair_count_add(&s->counted, over->game, match_half_points(over, 0));
    if (result->blame != NOBODY)
        slip_tally_add(&s->slips[players[result->blame]], result);
    if (over->record > 0)
        record_ranges_add(&s->records, over->record);
}

void play_summary_json(const struct play_summary *s, const struct match_session *session,
    const struct match_request *q, struct text *out)
{
    const char *const names[SEATS] = {
        session->options.players[0].name, session->options.players[1].name};
    const struct score *const scores[SEATS] = {&s->scores[0], &s->scores[1]};
    text_format(
        out, "{\"summary\":{\"games\":%" PRId64 ",\"void\":%" PRId64 ",", s->played, s->voids);
    score_json(out, names, scores, SEATS);
    text_char(out, ',');
    crowd_json(&session->crowd, out);
    text_char(out, ',');
    repeats_json(&session->repeats, out);
    text_format(out, ",\"seed\":%" PRIu64, session->options.seed);
    json_pairs(out, &s->counted.pairs);
    json_estimate(out, "elo", statistics_elo(&s->counted.pairs));
    text_format(out, ",\"los\":%.6f", statistics_los(&s->counted.pairs));
    if (q->record) {
        text_string(out, ",\"records\":");
        text_record_ranges_json(out, &s->records);
    }
    text_char(out, '}');
}

static void play_summary_count(struct text *out, int64_t number, const char *one, const char *many)
{
    text_format(out, "%" PRId64 " %s", number, number == 1 ? one : many);
}

// "Elo of @3: +35 +/- 61 (95 %, 40 games)", or why it is not known.
static void play_summary_elo(struct text *out, const struct play_summary *s, const char *name)
{
    const struct counts *pairs = &s->counted.pairs;
    int64_t count = GAMES_PER_PAIR * counts_total(pairs);
    struct estimate elo = statistics_elo(pairs);
    text_format(out, "Elo of %s: ", name);
    if (elo.known)
        text_format(out, "%+.0f +/- %.0f (95 %%, %" PRId64 " games)", elo.value, elo.error, count);
    else if (pairs->of[PAIR_HALF_POINTS] * GAMES_PER_PAIR == count)
        text_format(out, "not known: it won all %" PRId64 " games", count);
    else if (pairs->of[0] * GAMES_PER_PAIR == count)
        text_format(out, "not known: it lost all %" PRId64 " games", count);
    else
        text_format(out, "not known: %" PRId64 " games say too little", count);
    text_char(out, '\n');
}

static void play_summary_scores(
    struct text *out, const struct play_summary *s, const struct player *players)
{
    for (int i = 0; i < SEATS; i++) {
        const struct score *score = &s->scores[i];
        text_format(out, "%s%s ", i > 0 ? ", " : "", players[i].name);
        play_summary_count(out, score->wins, "win", "wins");
        if (score->faults > 0) {
            text_string(out, " (");
            play_summary_count(out, score->faults, "fault", "faults");
            text_char(out, ')');
        }
    }
    if (s->scores[0].draws > 0) {
        text_string(out, ", ");
        play_summary_count(out, s->scores[0].draws, "draw", "draws");
    }
    if (s->voids > 0)
        text_format(out, ", %" PRId64 " void", s->voids);
    text_char(out, '.');
}

void play_summary_text(const struct play_summary *s, const struct match_session *session,
    const struct match_request *q, struct text *out)
{
    text_char(out, '\n');
    play_summary_scores(out, s, session->options.players);
    if (s->records.count > 0)
        text_records(out, "  ", &s->records, q->record);
    text_char(out, '\n');
    if (counts_total(&s->counted.pairs) >= ELO_GAMES_LEAST / GAMES_PER_PAIR)
        play_summary_elo(out, s, session->options.players[0].name);
    for (int i = 0; i < SEATS && session->options.games > 1; i++)
        slip_tally_text(out, &s->slips[i], session->options.players[i].name);
    text_string(out, "again:  ");
    match_request_again(q, &session->options, "play", NULL, 0, out);
    text_string(out, s->debugs ? " --debug\n" : "\n");
}
