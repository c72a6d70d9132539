#include "web/site/match_player.h"

#include "referee/recorded_time.h"
#include "report/json.h"
#include "report/meeting_json.h"
#include "web/site/bare_report.h"

#include <inttypes.h>
#include <string.h>

enum { MATCH_PLAYER_RECENT = 40, MATCH_PLAYER_TIMED = 20 };

static int match_player_find(const struct kept_games *k, const char *name)
{
    for (int player = 0; player < SEATS; player++)
        if (k->names[player][0] != '\0' && strcmp(k->names[player], name) == 0)
            return player;
    return NO_PLAYER;
}

// --- What it did ---

static void match_player_add_seat(struct meeting *m, int seat, const struct tally_cell *cell)
{
    if (cell == NULL)
        return;
    const int64_t wins = seat == 0 ? cell->wins : cell->losses;
    m->games[seat][0] = cell->wins + cell->losses - wins;
    m->games[seat][1] = cell->draws;
    m->games[seat][2] = wins;
}

// All games, as the player sees them.
static struct meeting match_player_meeting(const struct kept_games *k, int player)
{
    const uint32_t own = (uint32_t)player, other = 1 - own;
    struct meeting m = {.a = own, .b = other};
    match_player_add_seat(&m, 0, tally_find(&k->tally, own, other));
    match_player_add_seat(&m, 1, tally_find(&k->tally, other, own));
    for (int i = 0; i < COUNTED_PAIRS; i++)
        m.pairs[i] = k->pairs[player == 0 ? i : COUNTED_PAIRS - 1 - i];
    return m;
}

// Which seat the player had in a game.
static int match_player_seat(const struct kept_games *k, int player, const struct kept_game *g)
{
    return strcmp(g->names[0], k->names[player]) == 0 ? 0 : 1;
}

static void match_player_length(struct text *out, const char *key, const struct kept_game *g)
{
    if (g == NULL)
        text_format(out, ",\"%s\":null", key);
    else
        text_format(
            out, ",\"%s\":{\"game\":%" PRId64 ",\"moves\":%" PRId64 "}", key, g->number, g->plies);
}

static void match_player_lengths(struct text *out, const struct kept_games *k)
{
    const struct kept_game *shortest = NULL, *longest = NULL;
    for (size_t i = 0; i < k->count; i++) {
        const struct kept_game *g = &k->list[i];
        if (g->verdict == VERDICT_VOID)
            continue;
        shortest = shortest == NULL || g->plies < shortest->plies ? g : shortest;
        longest = longest == NULL || g->plies > longest->plies ? g : longest;
    }
    match_player_length(out, "shortest", shortest);
    match_player_length(out, "longest", longest);
}

// --- Its faults ---

static bool match_player_is_fault(const struct kept_games *k, int player, const struct kept_game *g)
{
    return g->blame != NOBODY && g->blame == match_player_seat(k, player, g);
}

static void match_player_fault_kinds(struct text *out, const struct kept_games *k, int player)
{
    int64_t by[VERDICTS] = {0};
    const char *comma = "";
    for (size_t i = 0; i < k->count; i++)
        by[k->list[i].verdict] += match_player_is_fault(k, player, &k->list[i]);
    text_string(out, ",\"faults_by_kind\":{");
    for (int v = 0; v < VERDICTS; v++) {
        if (by[v] == 0)
            continue;
        text_format(out, "%s\"%s\":%" PRId64, comma, verdicts[v].code, by[v]);
        comma = ",";
    }
    text_char(out, '}');
}

static void match_player_faults(struct text *out, const struct kept_games *k, int player)
{
    const char *comma = "";
    text_string(out, ",\"faulty_games\":[");
    for (size_t i = 0; i < k->count; i++) {
        const struct kept_game *g = &k->list[i];
        if (!match_player_is_fault(k, player, g))
            continue;
        text_format(
            out, "%s{\"game\":%" PRId64 ",\"number\":%" PRId64, comma, g->number, g->number);
        json_key_text(out, "against", k->names[1 - player]);
        json_key_text(out, "verdict", verdicts[g->verdict].code);
        json_key_text(out, "rule", g->rule);
        text_format(out, ",\"move\":%" PRId64, g->plies + 1);
        json_key_text(out, "explanation", g->explanation);
        text_char(out, '}');
        comma = ",";
    }
    text_char(out, ']');
}

// --- Its last games ---

// Finds the newest games of the match that count, at most `most`. Returns how many.
static int match_player_newest(
    const struct kept_games *k, const struct kept_game **newest, int most)
{
    int count = 0;
    for (size_t i = k->count; i > 0 && count < most; i--)
        if (k->list[i - 1].verdict != VERDICT_VOID)
            newest[count++] = &k->list[i - 1];
    return count;
}

static void match_player_recent(struct text *out, const struct kept_games *k, int player)
{
    const struct kept_game *newest[MATCH_PLAYER_RECENT];
    int count = match_player_newest(k, newest, MATCH_PLAYER_RECENT);
    text_string(out, ",\"recent\":[");
    for (int i = 0; i < count; i++) {
        const struct kept_game *g = newest[i];
        const int seat = match_player_seat(k, player, g);
        text_format(out, "%s{\"number\":%" PRId64, i > 0 ? "," : "", g->number);
        json_key_text(out, "against", k->names[1 - player]);
        text_format(out, ",\"seat\":%d", seat);
        json_key_text(out, "result",
            g->winner == NOBODY     ? "drawn"
                : g->winner == seat ? "won"
                                    : "lost");
        json_key_text(out, "verdict", verdicts[g->verdict].code);
        text_format(out, ",\"moves\":%" PRId64 "}", g->plies);
    }
    text_char(out, ']');
}

static void match_player_seconds(struct text *out, const char *key, int64_t us)
{
    if (us == RECORDED_NOT_MEASURED)
        text_format(out, ",\"%s\":null", key);
    else
        text_format(out, ",\"%s\":%.3f", key, (double)us / 1e6);
}

static void match_player_time(struct text *out, const struct kept_games *k, int player)
{
    const struct kept_game *newest[MATCH_PLAYER_TIMED];
    struct recorded_time sum = recorded_time_none;
    int count = match_player_newest(k, newest, MATCH_PLAYER_TIMED), read = 0;
    for (int i = 0; i < count; i++) {
        struct recorded_time times[SEATS];
        if (newest[i]->record == NULL)
            continue;
        recorded_time_read(times, newest[i]->record->bytes, newest[i]->record->length);
        recorded_time_add(&sum, &times[match_player_seat(k, player, newest[i])]);
        read++;
    }
    text_format(out, ",\"time\":{\"games\":%d", read);
    match_player_seconds(out, "charged_seconds", sum.charged_us);
    match_player_seconds(out, "cpu_seconds", sum.cpu_us);
    match_player_seconds(out, "pondered_seconds", sum.pondered_us);
    if (sum.slowest_us == RECORDED_NOT_MEASURED)
        text_string(out, ",\"slowest_ms\":null}");
    else
        text_format(out, ",\"slowest_ms\":%.3f}", (double)sum.slowest_us / 1e3);
}

// --- All of it ---

static void match_player_contest(
    struct text *out, const struct kept_games *k, const struct match_player *p)
{
    text_string(out, ",\"contest\":{\"name\":");
    text_json(out, p->name);
    json_key_text(out, "slug", p->slug);
    json_key_text(out, "game", k->game->name);
    json_key_text(out, "variant", k->game->variant(&k->start));
    text_char(out, '}');
}

static bool match_player_document(struct text *out, const struct kept_games *k,
    const struct match_player *p, int player, struct error *e)
{
    static const char *const seats[SEATS] = {"with_first_seat", "with_second_seat"};
    const struct bare_report b = kept_games_bare(k, p->name, NULL);
    const struct meeting m = match_player_meeting(k, player);
    if (!bare_report_row(out, &b, player, e))
        return false;
    match_player_fault_kinds(out, k, player);
    text_string(out, ",\"pondered_seconds\":null");
    for (int seat = 0; seat < SEATS; seat++) {
        const struct counts played = meeting_with_seat(&m, seat);
        meeting_json_games(out, seats[seat], &played);
    }
    match_player_lengths(out, k);
    text_string(out, ",\"opponents\":[");
    if (k->played > 0)
        meeting_json(out, &m, k->names[player], k->names[1 - player]);
    text_char(out, ']');
    match_player_faults(out, k, player);
    match_player_contest(out, k, p);
    text_string(out, ",\"openings\":[]");
    match_player_recent(out, k, player);
    match_player_time(out, k, player);
    json_schema(out, "player/1");
    text_string(out, "}\n");
    return !out->cut || error_set(e, "out of memory");
}

int match_player_write(
    struct text *out, const struct kept_games *k, const struct match_player *p, struct error *e)
{
    int player = match_player_find(k, p->player);
    if (player != NO_PLAYER)
        return match_player_document(out, k, p, player, e) ? 200 : 503;
    error_set(e, "There is no player \"%.140s\" in this match.", p->player);
    return 404;
}
