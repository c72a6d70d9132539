// Rounds, brackets and the pairs that come next.
#include "report/report_parts.h"

#include "archive/ledger.h"
#include "report/json.h"

#include <inttypes.h>

// The pairs of one meeting: of a round, between the same two players.
struct report_meeting {
    int players[2]; // NO_PLAYER: an empty place
    int64_t games[REPORT_MEETING_GAMES];
    size_t game_count;
    int64_t half_points[2];
    bool has_score, forfeit;
};

static void report_meeting_add(struct report_meeting *m, const struct round_pair *p)
{
    bool turned = p->players[0] != m->players[0];
    m->forfeit = m->forfeit || p->forfeit;
    for (int game = 0; game < GAMES_PER_PAIR; game++) {
        if (!p->forfeit && m->game_count < REPORT_MEETING_GAMES)
            m->games[m->game_count++] = p->index * GAMES_PER_PAIR + game + 1;
        if (p->half_points[game] == LEDGER_UNKNOWN)
            continue;
        m->half_points[turned] += p->half_points[game];
        m->half_points[!turned] += 2 - p->half_points[game];
        m->has_score = true;
    }
}

static bool report_meeting_has(const struct report_meeting *m, const struct round_pair *p)
{
    return (p->players[0] == m->players[0] && p->players[1] == m->players[1]) ||
        (p->players[0] == m->players[1] && p->players[1] == m->players[0]);
}

static void report_meeting_name(const struct report *r, int player, struct text *out)
{
    player == NO_PLAYER ? text_string(out, "null") : text_json(out, report_name(r, player));
}

// Without its last brace.
static void report_meeting_json(
    const struct report *r, const struct report_meeting *m, struct text *out)
{
    text_string(out, "{\"first\":");
    report_meeting_name(r, m->players[0], out);
    text_string(out, ",\"second\":");
    report_meeting_name(r, m->players[1], out);
    text_string(out, ",\"games\":[");
    for (size_t i = 0; i < m->game_count; i++)
        text_format(out, "%s%" PRId64, i > 0 ? "," : "", m->games[i]);
    if (m->has_score)
        text_format(out, "],\"score\":[%.1f,%.1f]", (double)m->half_points[0] / 2,
            (double)m->half_points[1] / 2);
    else
        text_string(out, "],\"score\":null");
    if (m->forfeit)
        text_string(out, ",\"forfeit\":true");
}

// --- Rounds ---

// The pairs from `at` on that belong to one meeting stand side by side. Returns the first behind
// them.
static size_t report_rounds_take(const struct rounds *all, size_t at, struct report_meeting *m)
{
    const struct round_pair *first = &all->pairs[at];
    *m = (struct report_meeting){.players = {first->players[0], first->players[1]}};
    while (at < all->count && all->pairs[at].round == first->round &&
        report_meeting_has(m, &all->pairs[at]))
        report_meeting_add(m, &all->pairs[at++]);
    return at;
}

// Where the newest rounds begin that have not more pairs than are told. A round is told whole.
static size_t report_rounds_first(const struct rounds *all)
{
    size_t begin = all->count, pairs = 0;
    for (size_t i = all->count; i > 0; i--) {
        const struct round_pair *p = &all->pairs[i - 1];
        bool is_first = i == 1 || all->pairs[i - 2].round != p->round;
        pairs++;
        if (pairs > REPORT_ROUND_PAIRS && begin < all->count)
            return begin;
        if (is_first)
            begin = i - 1;
    }
    return begin;
}

static void report_rounds_list(const struct report *r, const struct rounds *all, struct text *out)
{
    struct report_meeting m;
    text_string(out, ",\"rounds\":[");
    size_t first = report_rounds_first(all);
    for (size_t at = first; at < all->count;) {
        int64_t round = all->pairs[at].round;
        text_format(out, "%s{\"round\":%" PRId64 ",\"pairs\":[", at > first ? "," : "", round + 1);
        for (const char *comma = ""; at < all->count && all->pairs[at].round == round;
             comma = ",") {
            at = report_rounds_take(all, at, &m);
            text_string(out, comma);
            report_meeting_json(r, &m, out);
            text_char(out, '}');
        }
        text_string(out, "]}");
    }
    text_char(out, ']');
}

// --- The bracket ---

// All pairs of the meeting's round lie side by side, but tie-breaks stand behind the pairs of other
// meetings. `from` is the first pair of that round.
static void report_bracket_meeting(const struct report *r, const struct rounds *all, size_t from,
    const struct bracket_meeting *b, struct text *out)
{
    struct report_meeting m = {.players = {b->players[0], b->players[1]}};
    for (size_t i = from; i < all->count && all->pairs[i].round == b->round; i++) {
        if (report_meeting_has(&m, &all->pairs[i]))
            report_meeting_add(&m, &all->pairs[i]);
    }
    report_meeting_json(r, &m, out);
    text_format(out, ",\"lower\":%s,\"winner\":", b->lower ? "true" : "false");
    report_meeting_name(r, b->decided ? b->players[b->winner] : NO_PLAYER, out);
    text_char(out, '}');
}

// A meeting of two empty places is nobody's.
static bool report_bracket_is_empty(const struct bracket_meeting *b)
{
    return b->players[0] == NO_PLAYER && b->players[1] == NO_PLAYER;
}

static void report_bracket_list(const struct report *r, const struct rounds *all, struct text *out)
{
    int64_t round = NO_ROUND;
    size_t from = 0;
    text_string(out, ",\"bracket\":[");
    for (size_t i = 0; i < all->bracket_count; i++) {
        const struct bracket_meeting *b = &all->bracket[i];
        if (report_bracket_is_empty(b))
            continue;
        while (from < all->count && all->pairs[from].round < b->round)
            from++;
        if (b->round != round)
            text_format(out, "%s{\"round\":%" PRId64 ",\"pairs\":[", round != NO_ROUND ? "]}," : "",
                b->round + 1);
        else
            text_char(out, ',');
        round = b->round;
        report_bracket_meeting(r, all, from, b, out);
    }
    text_string(out, round != NO_ROUND ? "]}]" : "]");
}

// --- What comes next ---

static void report_upcoming_list(const struct report *r, const struct rounds *all, struct text *out)
{
    size_t told = 0;
    text_string(out, ",\"upcoming\":[");
    for (size_t i = 0; i < all->count && told < ROUNDS_UPCOMING; i++) {
        const struct round_pair *p = &all->pairs[i];
        if (!round_pair_is_open(p))
            continue;
        struct report_meeting m = {.players = {p->players[0], p->players[1]}};
        report_meeting_add(&m, p);
        text_string(out, told++ > 0 ? "," : "");
        report_meeting_json(r, &m, out);
        text_char(out, '}');
    }
    text_char(out, ']');
}

bool report_rounds_json(const struct report *r, struct text *out, struct error *e)
{
    const struct definition *d = r->definition;
    struct ledger ledger;
    struct rounds rounds = {0};
    bool well = ledger_load(&ledger, r->archive->reader, d->plan.players, e) &&
        rounds_read(&rounds, d, &ledger, e);
    if (well && definition_is_knockout(d))
        report_bracket_list(r, &rounds, out);
    else if (well && !definition_is_fixed(d))
        report_rounds_list(r, &rounds, out);
    if (well)
        report_upcoming_list(r, &rounds, out);
    rounds_destroy(&rounds);
    ledger_destroy(&ledger);
    return well;
}
