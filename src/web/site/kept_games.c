#include "web/site/kept_games.h"

#include "base/clock.h"
#include "report/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void kept_games_init(struct kept_games *k)
{
    *k = (struct kept_games){.tally = tally_empty()};
    for (int player = 0; player < SEATS; player++)
        k->players[player] = k->names[player];
}

void kept_games_destroy(struct kept_games *k)
{
    tally_destroy(&k->tally);
    for (size_t i = 0; i < k->count; i++)
        blob_release(k->list[i].record);
    free(k->list);
    *k = (struct kept_games){0};
}

const struct kept_game *kept_games_find(const struct kept_games *k, int64_t number)
{
    for (size_t i = k->count; i > 0; i--)
        if (k->list[i - 1].number == number)
            return &k->list[i - 1];
    return NULL;
}

static void kept_games_drop_oldest(struct kept_games *k)
{
    struct kept_game *oldest = &k->list[0];
    k->bytes -= oldest->record != NULL ? oldest->record->length : 0;
    blob_release(oldest->record);
    k->count--;
    memmove(k->list, k->list + 1, k->count * sizeof *k->list);
}

static bool kept_games_make_room(struct kept_games *k, size_t bytes)
{
    while (
        k->count > 0 && (k->count >= KEPT_GAMES_MOST || k->bytes + bytes > KEPT_GAMES_BYTES_MOST))
        kept_games_drop_oldest(k);
    if (k->count < k->capacity)
        return true;
    size_t capacity = k->capacity == 0 ? 64 : 2 * k->capacity;
    struct kept_game *list = realloc(k->list, capacity * sizeof *list);
    if (list == NULL)
        return false;
    k->list = list;
    k->capacity = capacity;
    return true;
}

void kept_games_describe(struct kept_games *k, const struct match_options *match)
{
    k->game = match->game;
    k->start = match->start;
    for (int player = 0; player < SEATS; player++)
        snprintf(k->names[player], sizeof k->names[player], "%s", match->players[player].name);
}

void kept_games_begin(struct kept_games *k, const struct arena_setup *setup)
{
    if (k->begun)
        return;
    k->begun = true;
    k->game = setup->game;
    k->start = setup->start;
    for (int seat = 0; seat < SEATS; seat++) {
        int player = setup->players[seat] & 1;
        snprintf(k->names[player], sizeof k->names[player], "%s", setup->seats[seat].name);
    }
}

// What player 0 has of a game: 2 for a win, 1 for a draw.
static int kept_games_half_points(int winner, int seat)
{
    return winner == NOBODY ? 1 : winner == seat ? 2 : 0;
}

// Adds the pair of games, if the other one of it is there already.
static void kept_games_count_pair(
    struct kept_games *k, const struct arena_event *over, const struct result *r)
{
    const int seat = (over->setup->players[0] & 1) == 0 ? 0 : 1;
    const struct kept_game *other =
        kept_games_find(k, over->game % 2 == 0 ? over->game - 1 : over->game + 1);
    if (other == NULL || other->verdict == VERDICT_VOID)
        return;
    const int there = strcmp(other->names[0], over->setup->seats[seat].name) == 0 ? 0 : 1;
    k->pairs[kept_games_half_points(r->winner, seat) +
        kept_games_half_points(other->winner, there)]++;
}

// Adds a result to the sums, by player.
static void kept_games_count(
    struct kept_games *k, const struct arena_event *over, const struct result *r)
{
    const struct arena_setup *setup = over->setup;
    uint32_t first = (uint32_t)(setup->players[0] & 1);
    if (r->verdict == VERDICT_VOID ||
        !tally_add(&k->tally, first, 1 - first, kept_games_half_points(r->winner, 0)))
        return;
    k->played++;
    k->plies += r->moves;
    kept_games_begin(k, setup);
    kept_games_count_pair(k, over, r);
    for (int seat = 0; seat < SEATS; seat++)
        k->faults[setup->players[seat] & 1] += r->blame == seat;
}

void kept_games_add(struct kept_games *k, const struct arena_event *over, struct blob *record)
{
    struct result r;
    arena_event_result(over, &r);
    kept_games_count(k, over, &r);
    if (!kept_games_make_room(k, record != NULL ? record->length : 0))
        return;
    struct kept_game *g = &k->list[k->count++];
    *g = (struct kept_game){.number = over->game,
        .winner = r.winner,
        .blame = r.blame,
        .verdict = r.verdict,
        .plies = r.moves,
        .wall_ns = r.wall_ns,
        .record = blob_hold(record)};
    for (int seat = 0; seat < SEATS; seat++)
        memcpy(g->names[seat], over->setup->seats[seat].name, sizeof g->names[seat]);
    snprintf(g->rule, sizeof g->rule, "%s", r.rule);
    snprintf(g->explanation, sizeof g->explanation, "%s", r.explanation);
    k->bytes += record != NULL ? record->length : 0;
}

// --- Documents ---

static void kept_games_key_seat(struct text *out, const char *key, int seat)
{
    text_format(out, ",\"%s\":", key);
    seat == NOBODY ? text_string(out, "null") : text_number(out, seat);
}

static void kept_games_row(struct text *out, const struct kept_game *g)
{
    text_format(out, "{\"number\":%" PRId64 ",\"pair\":%" PRId64 ",\"round\":null", g->number,
        (g->number + 1) / 2);
    json_key_text(out, "first", g->names[0]);
    json_key_text(out, "second", g->names[1]);
    kept_games_key_seat(out, "winner", g->winner);
    json_key_text(out, "verdict", verdicts[g->verdict].code);
    kept_games_key_seat(out, "blame", g->blame);
    json_key_text(out, "rule", g->rule);
    json_key_text(out, "explanation", g->explanation);
    text_format(out, ",\"moves\":%" PRId64 ",\"seconds\":%.6f}", g->plies,
        (double)g->wall_ns / NS_PER_SECOND);
}

static bool kept_games_fits(const struct kept_game *g, const struct kept_games_filter *filter)
{
    return (filter->player[0] == '\0' || strcmp(g->names[0], filter->player) == 0 ||
               strcmp(g->names[1], filter->player) == 0) &&
        (filter->verdict[0] == '\0' || strcmp(verdicts[g->verdict].code, filter->verdict) == 0);
}

void kept_games_json(struct text *out, const struct kept_games *k, const char *slug,
    const char *name, const struct kept_games_filter *filter)
{
    int64_t fitting = 0, listed = 0;
    text_string(out, "{\"contest\":{\"slug\":");
    text_json(out, slug);
    json_key_text(out, "name", name);
    json_key_text(out, "game", k->game != NULL ? k->game->name : "");
    text_string(out, "},\"games\":[");
    for (size_t i = 0; i < k->count; i++) {
        if (!kept_games_fits(&k->list[i], filter))
            continue;
        if (fitting++ < filter->from || listed == KEPT_GAMES_PAGE)
            continue;
        text_string(out, listed++ > 0 ? "," : "");
        kept_games_row(out, &k->list[i]);
    }
    text_format(out, "],\"from\":%" PRId64 ",\"more\":%s,\"of\":%" PRId64, filter->from,
        filter->from + listed < fitting ? "true" : "false", fitting);
    json_schema(out, "games/1");
    text_string(out, "}\n");
}

struct bare_report kept_games_bare(
    const struct kept_games *k, const char *name, const struct text *live)
{
    return (struct bare_report){.name = name,
        .game = k->game != NULL ? k->game->name : "",
        .variant = k->game != NULL ? k->game->variant(&k->start) : "",
        .format = "match",
        .live = live,
        .games = k->played,
        .moves = k->plies,
        .players = k->players,
        .player_count = SEATS,
        .faults = {k->faults[0], k->faults[1]},
        .tally = &k->tally};
}

void kept_games_leaders(struct text *out, const struct kept_games *k)
{
    const struct bare_report b = kept_games_bare(k, "", NULL);
    struct error ignored; // without memory nobody leads
    if (!bare_report_leaders(out, &b, &ignored))
        text_string(out, "[]");
}

bool kept_games_report(struct text *out, const struct kept_games *k, const char *name,
    const struct text *live, struct error *e)
{
    const struct bare_report b = kept_games_bare(k, name, live);
    return bare_report_write(out, &b, e);
}
