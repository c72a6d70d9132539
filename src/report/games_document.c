#include "report/games_document.h"

#include "base/clock.h"
#include "base/number.h"
#include "report/json.h"
#include "report/report_parts.h"

#include <inttypes.h>
#include <string.h>

struct games_walk {
    const struct games_filter *filter;
    const struct plan *plan;
    struct rounds rounds; // if the schedule is not fixed
    int player;           // NO_PLAYER: all
    int64_t most, seen, told;
    struct text *out;
};

static bool games_document_is_given(const char *text)
{
    return text && text[0] != '\0';
}

static void games_document_seat(struct text *out, const char *key, int64_t seat)
{
    text_format(out, ",\"%s\":", key);
    seat == STORE_NOBODY ? text_string(out, "null") : text_number(out, seat);
}

// The rounds of a schedule that depends on results are known only by following it.
static bool games_document_follow(const struct report *r, struct rounds *rounds, struct error *e)
{
    const struct definition *d = r->definition;
    struct ledger ledger;
    if (definition_is_fixed(d))
        return true;
    bool well = ledger_load(&ledger, r->archive->reader, d->plan.players, e) &&
        rounds_read(rounds, d, &ledger, e);
    ledger_destroy(&ledger);
    return well;
}

static void games_document_round(const struct games_walk *walk, int64_t index)
{
    struct pairing p = {.index = index};
    const struct round_pair *found = rounds_find(&walk->rounds, index);
    if (walk->plan->format->at)
        walk->plan->format->at(walk->plan, index, &p);
    if (walk->plan->format->at || found)
        text_format(walk->out, ",\"round\":%" PRId64, (found ? found->round : p.round) + 1);
    else
        text_string(walk->out, ",\"round\":null");
}

static void games_document_one(struct games_walk *walk, const struct store_game *g)
{
    struct text *t = walk->out;
    text_format(t, "%s{\"number\":%" PRId64 ",\"pair\":%" PRId64, walk->told > 0 ? "," : "",
        g->play, g->pair + 1);
    games_document_round(walk, g->pair);
    json_key_text(t, "first", g->first_name);
    json_key_text(t, "second", g->second_name);
    games_document_seat(t, "winner", g->winner);
    json_key_text(t, "verdict", g->verdict);
    games_document_seat(t, "blame", g->blame);
    json_key_text(t, "rule", g->rule);
    json_key_text(t, "explanation", g->explanation);
    text_format(t, ",\"moves\":%" PRId64 ",\"seconds\":%.3f}", g->plies,
        (double)g->wall_ns / NS_PER_SECOND);
}

static bool games_document_take(void *user, const struct store_game *g)
{
    struct games_walk *walk = user;
    const struct games_filter *f = walk->filter;
    if (walk->player != NO_PLAYER && g->first_id != walk->player && g->second_id != walk->player)
        return true;
    if (games_document_is_given(f->verdict) && strcmp(f->verdict, g->verdict) != 0)
        return true;
    if (walk->seen++ >= f->from && walk->told < walk->most) {
        games_document_one(walk, g);
        walk->told++;
    }
    return true;
}

static bool games_document_check(
    const struct report *r, const struct games_filter *f, int *player, struct error *e)
{
    enum verdict ignored;
    *player = NO_PLAYER;
    if (games_document_is_given(f->player))
        *player = report_find(r, f->player, e);
    if (games_document_is_given(f->player) && *player == NO_PLAYER)
        return false;
    return !games_document_is_given(f->verdict) || verdict_find(f->verdict, &ignored) ||
        error_set(e, "no verdict \"%.40s\"", f->verdict);
}

static bool games_document_print(const struct report *r, struct games_walk *walk, struct error *e)
{
    const struct games_filter *filter = walk->filter;
    struct text *out = walk->out;
    const struct report_place place = {.slug = filter->slug};
    const struct report_options options = {.place = filter->slug ? &place : NULL};
    text_string(out, "{\"contest\":{\"name\":");
    text_json(out, r->archive->name);
    report_slug_json(r, &options, out);
    json_key_text(out, "game", r->definition->game->name);
    text_string(out, "},\"games\":[");
    if (!reader_walk_games(r->archive->reader, READER_BY_PAIR, games_document_take, walk, e))
        return false;
    int64_t from = filter->from > 0 ? filter->from : 0;
    text_format(out, "],\"from\":%" PRId64 ",\"more\":%s,\"of\":%" PRId64, from,
        from + walk->told < walk->seen ? "true" : "false", walk->seen);
    json_schema(out, "games/1");
    text_string(out, "}\n");
    return !out->cut || error_set(e, "out of memory");
}

bool games_document(
    const struct report *r, const struct games_filter *filter, struct text *out, struct error *e)
{
    struct games_walk walk = {.filter = filter, .plan = &r->definition->plan, .out = out};
    walk.most = filter->most > 0 ? number_smaller(filter->most, GAMES_DOCUMENT_GAMES_MOST)
                                 : GAMES_DOCUMENT_GAMES;
    bool well = games_document_check(r, filter, &walk.player, e) &&
        games_document_follow(r, &walk.rounds, e) && games_document_print(r, &walk, e);
    rounds_destroy(&walk.rounds);
    return well;
}
