#include "web/site/contest_pages.h"

#include "report/game_replay.h"
#include "report/games_document.h"
#include "report/page_files.h"
#include "report/stored_replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool contest_pages_open(struct contest_pages *p, const char *path, struct error *e)
{
    p->is_open = true;
    p->is_gathered = false;
    if (archive_open(&p->archive, path, e))
        return true;
    contest_pages_close(p);
    return false;
}

void contest_pages_close(struct contest_pages *p)
{
    if (p->is_gathered)
        report_destroy(&p->report);
    if (p->is_open)
        archive_close(&p->archive);
    p->is_open = p->is_gathered = false;
}

static bool contest_pages_gather(struct contest_pages *p, struct error *e)
{
    if (p->is_gathered)
        return true;
    p->is_gathered = report_gather(&p->report, &p->archive, NULL, e);
    if (!p->is_gathered)
        report_destroy(&p->report);
    return p->is_gathered;
}

// --- Games ---

static int contest_pages_no_game(const struct documents_wish *w, struct error *e)
{
    error_set(e, "There is no game %" PRId64 " in this contest, or it has not been played yet",
        w->route.number);
    return 404;
}

// Finds the row of a game that is stored. Returns 200; or 404 or 500, and `e` says why.
static int contest_pages_find(
    struct contest_pages *p, const struct documents_wish *w, int64_t *row, struct error *e)
{
    int64_t index = w->route.number - 1;
    *row = 0;
    if (!reader_find_game(
            p->archive.reader, index / GAMES_PER_PAIR, index % GAMES_PER_PAIR, row, e))
        return 500;
    return *row != 0 ? 200 : contest_pages_no_game(w, e);
}

// The record of a game: from memory, or from the store.
static int contest_pages_record(
    struct contest_pages *p, const struct documents_wish *w, struct text *record, struct error *e)
{
    int64_t row;
    struct error why = {0};
    if (w->record != NULL) {
        text_bytes(record, w->record->bytes, w->record->length);
        return 200;
    }
    int status = contest_pages_find(p, w, &row, e);
    if (status != 200)
        return status;
    // Whoever reads it for a document takes the moves where no record is kept.
    if (w->kind == DOCUMENTS_RECORD) {
        const char *without;
        return stored_replay_record(&p->archive, w->route.number, record, &without, e) ? 200 : 500;
    }
    enum stored_record found = reader_record(p->archive.reader, row, record, &why);
    if (found == STORED_FOUND)
        return 200;
    error_set(e, "Game %" PRId64 ": %.200s", w->route.number, why.words);
    return found == STORED_NOT_KEPT || found == STORED_DROPPED ? 404 : 500;
}

static bool contest_pages_has(struct contest_pages *p, int64_t number)
{
    bool has = false;
    struct error e;
    return number > 0 &&
        reader_has_game(p->archive.reader, (number - 1) / GAMES_PER_PAIR,
            (number - 1) % GAMES_PER_PAIR, &has, &e) &&
        has;
}

static int contest_pages_replay(struct contest_pages *p, const struct documents_wish *w,
    const struct text *record, struct text *out, struct error *e)
{
    int64_t number = w->route.number;
    struct text lines = text_growing();
    struct game_replay *r = game_replay_create(p->archive.definition.file.shows_stderr == 1);
    struct game_replay_place place = {.slug = w->route.slug,
        .name = p->archive.name,
        .number = number,
        .previous = contest_pages_has(p, number - 1) ? number - 1 : 0,
        .next = contest_pages_has(p, number + 1) ? number + 1 : 0};
    bool well = r != NULL ? game_replay_feed(r, record->bytes, record->length, &lines, e)
                          : error_set(e, "out of memory");
    well = well &&
        (game_replay_document(r, &place, &lines, out) ||
            error_set(e, "The record of game %" PRId64 " has no beginning", number));
    game_replay_destroy(r);
    text_destroy(&lines);
    return well ? 200 : 500;
}

static int contest_pages_stored_replay(
    struct contest_pages *p, const struct documents_wish *w, struct text *out, struct error *e)
{
    int64_t row;
    int status = contest_pages_find(p, w, &row, e);
    if (status == 200 && !stored_replay_find(&p->archive, w->route.number, w->route.slug, out, e))
        status = 500;
    return status;
}

static int contest_pages_text(
    struct contest_pages *p, const struct documents_wish *w, struct text *out, struct error *e)
{
    int64_t row;
    int status = contest_pages_find(p, w, &row, e);
    if (status != 200)
        return status;
    struct report_output output = report_output_empty();
    struct report_options options = {.player = NO_PLAYER,
        .game = w->route.number,
        .hides_stderr = p->archive.definition.file.shows_stderr != 1};
    bool well = contest_pages_gather(p, e) && report_games(&p->report, &options, &output, e) &&
        report_output_end(&output, e);
    if (well)
        text_bytes(out, output.text.bytes, output.text.length);
    report_output_destroy(&output);
    return well ? 200 : 500;
}

static int contest_pages_game(
    struct contest_pages *p, const struct documents_wish *w, struct text *out, struct error *e)
{
    struct text record = text_growing();
    if (w->kind == DOCUMENTS_PAGE && w->route.form == ROUTE_TEXT)
        return contest_pages_text(p, w, out, e);
    if (w->kind == DOCUMENTS_PAGE && w->route.form != ROUTE_RECORD && w->record == NULL)
        return contest_pages_stored_replay(p, w, out, e);
    int status = contest_pages_record(p, w, &record, e);
    if (status == 200 && record.cut)
        status = 503;
    else if (status == 200 && w->kind == DOCUMENTS_RECORD)
        text_bytes(out, record.bytes, record.length);
    else if (status == 200 && w->route.form != ROUTE_RECORD)
        status = contest_pages_replay(p, w, &record, out, e);
    else if (status == 200 && p->archive.definition.file.shows_stderr == 1)
        text_bytes(out, record.bytes, record.length);
    else if (status == 200)
        game_replay_public_record(record.bytes, record.length, out);
    text_destroy(&record);
    return status;
}

// --- Tables ---

static int contest_pages_no_player(const char *name, struct error *e)
{
    error_set(e, "There is no player \"%.140s\" in this contest", name);
    return 404;
}

static int contest_pages_games(
    struct contest_pages *p, const struct documents_wish *w, struct text *out, struct error *e)
{
    const struct route *route = &w->route;
    struct games_filter filter = {.slug = route->slug,
        .player = route->player,
        .verdict = route->verdict,
        .from = route->from};
    if (!contest_pages_gather(p, e))
        return 500;
    if (route->player[0] != '\0' && report_find(&p->report, route->player, NULL) == NO_PLAYER)
        return contest_pages_no_player(route->player, e);
    return games_document(&p->report, &filter, out, e) ? 200 : 404;
}

static int contest_pages_report(
    struct contest_pages *p, const struct documents_wish *w, struct text *out, struct error *e)
{
    struct report_output output = report_output_empty();
    const struct documents_place *at = &w->place;
    const struct report_place place = {.slug = w->route.slug,
        .state = w->has_place ? at->state : NULL,
        .words = w->has_place && at->words[0] != '\0' ? at->words : NULL,
        .rate = w->has_place ? at->rate : -1,
        .left_s = w->has_place ? at->left_s : -1,
        .live = at->live,
        .live_count = w->has_place ? at->live_count : 0};
    struct report_options options = {.player = NO_PLAYER, .place = &place};
    bool well = contest_pages_gather(p, e);
    if (well && w->route.kind == ROUTE_PLAYER) {
        options.player = report_find(&p->report, w->route.name, NULL);
        if (options.player == NO_PLAYER)
            return contest_pages_no_player(w->route.name, e);
    }
    well = well && report_json(&p->report, &options, &output, e) && report_output_end(&output, e);
    if (well)
        text_bytes(out, output.text.bytes, output.text.length);
    report_output_destroy(&output);
    return well ? 200 : 500;
}

// --- All ---

const char *contest_pages_type(const struct documents_wish *w)
{
    static const char *const types[] = {[ROUTE_PAGE] = "text/html; charset=utf-8",
        [ROUTE_JSON] = "application/json",
        [ROUTE_RECORD] = "application/jsonl; charset=utf-8",
        [ROUTE_TEXT] = "text/plain; charset=utf-8"};
    return types[w->route.form];
}

static void contest_pages_title(
    const struct contest_pages *p, const struct documents_wish *w, struct text *title)
{
    if (w->route.kind == ROUTE_GAME)
        text_format(title, "Game %" PRId64 " · ", w->route.number);
    else if (w->route.kind == ROUTE_PLAYER)
        text_format(title, "%s · ", w->route.name);
    else if (w->route.kind == ROUTE_GAMES)
        text_string(title, "Games · ");
    text_format(title, "%s · agon", p->archive.name);
}

int contest_pages_write(
    struct contest_pages *p, const struct documents_wish *w, struct text *out, struct error *e)
{
    struct text json = text_growing();
    bool wraps = w->route.form == ROUTE_PAGE && w->kind == DOCUMENTS_PAGE;
    struct text *to = wraps ? &json : out;
    int status = w->route.kind == ROUTE_GAME ? contest_pages_game(p, w, to, e)
        : w->route.kind == ROUTE_GAMES       ? contest_pages_games(p, w, to, e)
                                             : contest_pages_report(p, w, to, e);
    if (status == 200 && wraps) {
        struct text title = text_growing();
        contest_pages_title(p, w, &title);
        page_write(out, title.bytes, &json, w->route.me, PAGE_SERVED);
        if (json.cut || out->cut)
            status = 503;
        text_destroy(&title);
    }
    text_destroy(&json);
    return status;
}

// Without a game there is no rating, only what everybody begins with.
static bool contest_pages_has_played(const struct account *a)
{
    return a->wins + a->draws + a->losses > a->forfeits_won + a->forfeits_lost;
}

static void contest_pages_leaders(const struct report *r, struct text *out)
{
    const struct standings *s = &r->results.standings;
    text_char(out, '[');
    for (size_t i = 0; i < s->players && i < DOCUMENTS_LEADERS; i++) {
        const struct standing *row = &s->list[i];
        text_string(out, i > 0 ? ",{\"player\":" : "{\"player\":");
        text_json(out, report_name(r, row->player));
        if (s->has_ratings && contest_pages_has_played(&row->line))
            text_format(out, ",\"rating\":%.1f,\"error\":%.1f", s->ratings[row->player].value,
                s->ratings[row->player].error);
        else
            text_string(out, ",\"rating\":null,\"error\":null");
        text_format(out, ",\"points\":%.1f}", (double)row->line.half_points / 2);
    }
    text_char(out, ']');
}

// Takes the last games, and stops when there is no room for more.
static bool contest_pages_take_verdict(void *user, const struct store_game *g)
{
    struct documents_summary *s = user;
    if (verdict_line_init(&s->verdicts[s->verdict_count], g))
        s->verdict_count++;
    return s->verdict_count < DOCUMENTS_VERDICTS;
}

bool contest_pages_summary(struct contest_pages *p, struct documents_summary *s, struct error *e)
{
    if (!contest_pages_gather(p, e))
        return false;
    const struct definition *d = &p->archive.definition;
    const struct standings *standings = &p->report.results.standings;
    int64_t planned = standings_planned_games(standings);
    s->known = true;
    snprintf(s->name, sizeof s->name, "%.500s", p->archive.name);
    snprintf(s->game, sizeof s->game, "%s", d->game->name);
    snprintf(s->variant, sizeof s->variant, "%s", d->game->variant(&d->start));
    snprintf(s->format, sizeof s->format, "%s", contest_format_name(d->file.format));
    s->games = standings->games;
    s->games_in_all = planned == PAIRS_UNKNOWN ? -1 : planned;
    s->faults = p->report.whole.faults;
    s->players = (int64_t)d->count;
    s->over = standings->over;
    s->shows_stderr = d->file.shows_stderr == 1;
    contest_pages_leaders(&p->report, &s->leaders);
    return reader_walk_games(p->archive.reader, READER_NEWEST, contest_pages_take_verdict, s, e);
}
