#include "author/refight.h"

#include "author/recorded_opponent.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const refight_seat_words[SEATS] = {"first", "second"};

// --- Whose seat ---

static bool refight_find_named(
    const struct recorded_game *g, const char *text, int *seat, struct error *e)
{
    for (int i = 0; i < SEATS; i++) {
        if (strcmp(text, refight_seat_words[i]) == 0 || strcmp(text, g->players[i].name) == 0) {
            *seat = i;
            return true;
        }
    }
    return error_set(e, "no seat \"%.40s\"   (first: %.40s, second: %.40s)", text,
        g->players[0].name, g->players[1].name);
}

bool refight_find_seat(
    const struct recorded_game *g, const char *text, int *seat, const char **whose, struct error *e)
{
    bool bots[SEATS] = {g->players[0].wire != NULL, g->players[1].wire != NULL};
    *whose = "--seat says so";
    if (text)
        return refight_find_named(g, text, seat, e);
    if (g->ended && g->end.blame != NOBODY) {
        *seat = g->end.blame;
        *whose = "it made the fault";
    } else if (bots[0] != bots[1]) {
        *seat = bots[0] ? 0 : 1;
        *whose = "the other plays without messages";
    } else if (g->ended && g->end.winner != NOBODY) {
        *seat = 1 - g->end.winner;
        *whose = "it lost";
    } else {
        return error_set(e,
            "nobody lost this game: which seat is the bot's? --seat first (%.60s) or second "
            "(%.60s)",
            g->players[0].name, g->players[1].name);
    }
    return true;
}

// --- Where it begins ---

static bool refight_check_from(const struct recorded_game *g, int64_t from, struct error *e)
{
    bool over = g->game->outcome(&g->last).over;
    int most = g->move_count + (over ? 0 : 1);
    if (from >= 1 && from <= most)
        return true;
    if (most == 0)
        return error_set(e, "the game was over before its first move: there is nothing to fight");
    return error_set(e, "--from %" PRId64 ": the game has move 1 to %d to be fought", from, most);
}

static bool refight_keep_moves(struct refight *f, struct error *e)
{
    size_t count = (size_t)f->from - 1;
    f->led_moves = calloc(count + 1, sizeof *f->led_moves);
    for (size_t i = 0; f->led_moves && i < count; i++)
        f->led_moves[i] = f->record->moves[i].move;
    return f->led_moves || error_set(e, "out of memory");
}

bool refight_init(struct refight *f, const struct recorded_game *g, int seat, int64_t from,
    const struct wire *wire, bool lead, struct error *e)
{
    *f = (struct refight){.record = g, .seat = seat, .start = g->start};
    if (!refight_check_from(g, from, e))
        return false;
    f->from = (int)from;
    const position *there = recorded_game_position(g, f->from - 1);
    f->led = f->from > 1 && (lead || (wire && !wire_can_begin(wire, there, NULL)));
    if (f->led)
        return (!wire || wire_can_begin(wire, &g->start, e)) && refight_keep_moves(f, e);
    f->start = *there;
    f->skipped = f->from - 1;
    return true;
}

void refight_destroy(struct refight *f)
{
    free(f->led_moves);
    f->led_moves = NULL;
}

// --- Its conditions ---

// Returns whether the seat was sent what a game with this coin begins with.
static bool refight_begins_with(const struct refight *f, const struct wire *wire, int coin)
{
    struct wire_stream stream;
    struct text out = text_growing();
    const struct recorded_game *g = f->record;
    wire_stream_init(&stream, wire, g->players[f->seat].name);
    wire_stream_begin(&stream,
        &(struct wire_game){.start = &g->start,
            .seat = f->seat,
            .opponent = g->players[1 - f->seat].name,
            .coin = coin},
        &out);
    if (out.length > 0 && out.bytes[out.length - 1] == '\n')
        out.length--;
    bool sent = false;
    for (size_t i = 0; out.length > 0 && !sent && i < g->line_count; i++) {
        const struct recorded_line *line = &g->lines[i];
        sent = line->kind == RECORD_TO && line->seat == f->seat && line->length == out.length &&
            memcmp(line->text, out.bytes, out.length) == 0;
    }
    wire_stream_destroy(&stream);
    text_destroy(&out);
    return sent;
}

static bool refight_starts_with(const struct refight *f, const struct wire *wire, int coin)
{
    const struct recorded_game *g = f->record;
    position start;
    if (!g->game->start(&start, g->game->variant(&g->start), NULL))
        return false;
    wire_turn_start(wire, &start, coin);
    return position_equal(&start, &g->start);
}

int refight_coin(const struct refight *f, const struct wire *wire)
{
    // A protocol in which the bot speaks first has no coin, and an engine is told no more than
    // moves.
    if (!wire || wire->bot_opens || wire->engine)
        return 0;
    bool same_wire = f->record->players[f->seat].wire == wire;
    for (int coin = 0; same_wire && coin < 2; coin++) {
        if (refight_begins_with(f, wire, coin))
            return coin;
    }
    return refight_starts_with(f, wire, 0) || !refight_starts_with(f, wire, 1) ? 0 : 1;
}

void refight_time(const struct recorded_game *g, int seat, char time[REFIGHT_TIME_BYTES])
{
    const struct recorded_player *p = &g->players[seat];
    const struct {
        const char *key;
        int64_t ms, least;
    } times[] = {{"start", p->start_ms, 1}, {"first", p->first_ms, 1},
        {"request", p->request_ms, 1}, {"game", p->game_ms, 1}, {"increment", p->increment_ms, 1}};
    struct text out = text_fixed(time, REFIGHT_TIME_BYTES);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        if (times[i].ms >= times[i].least)
            text_format(
                &out, "%s%s=%" PRId64, out.length > 0 ? "," : "", times[i].key, times[i].ms);
    }
}

// --- How it ended then ---

static void refight_old_fault(const struct recorded_game *g, struct result *r)
{
    const char *words = g->end.explanation;
    const char *const names[SEATS] = {g->players[0].name, g->players[1].name};
    // Where the sentence begins with the name of the player, a line has that already.
    size_t length = strlen(names[g->end.blame]);
    if (strncmp(words, names[g->end.blame], length) == 0 && strncmp(words + length, ": ", 2) == 0)
        words += length + 2;
    struct fault fault;
    fault_set(&fault, g->end.verdict, g->end.rule, "%s", words);
    result_by_fault(r, g->end.blame, &fault, names);
}

void refight_old_result(const struct recorded_game *g, struct result *r)
{
    const char *const names[SEATS] = {g->players[0].name, g->players[1].name};
    *r = (struct result){.winner = NOBODY, .blame = NOBODY};
    struct outcome outcome = g->game->outcome(&g->last);
    if (g->end.verdict == VERDICT_VOID)
        result_void(r, g->end.explanation);
    else if (g->end.blame != NOBODY)
        refight_old_fault(g, r);
    else if (outcome.over)
        result_by_rules(r, &outcome, names);
    else
        result_by_resigning(r, g->end.winner == 0 ? 1 : 0, names);
    r->moves = g->move_count;
    r->wall_ns = g->end.wall_us > 0 ? g->end.wall_us * 1000 : 0;
}

// --- What came out otherwise ---

// Notes the first move that is not that of the record.
static void refight_note_deviation(
    struct refight_deviation *d, const struct refight *f, int index, int seat, const char *played)
{
    const struct recorded_game *g = f->record;
    d->number = index + 1;
    d->seat = seat;
    snprintf(d->played, sizeof d->played, "%s", played);
    snprintf(
        d->recorded, sizeof d->recorded, "%s", index < g->move_count ? g->moves[index].text : "");
}

bool refight_is_taken_over(const struct refight *f, const position *before, move m)
{
    const struct game *game = f->record->game;
    return game->turn(before) != f->seat && !(game->forced && game->forced(before) == m) &&
        recorded_opponent_move(f->record, 1 - f->seat, before) == MOVE_NONE;
}

void refight_compare(const struct refight *f, const char *moves, struct refight_deviation *d)
{
    const struct recorded_game *g = f->record;
    position p = f->start;
    *d = (struct refight_deviation){.seat = NOBODY};
    int i = f->skipped;
    for (const char *at = moves; at && *at != '\0' && !d->taken_over; i++) {
        size_t length = strcspn(at, " ");
        char played[MOVE_TEXT_BYTES];
        move m;
        snprintf(played, sizeof played, "%.*s", (int)length, at);
        if (!g->game->parse_move(&p, played, &m, NULL))
            return;
        if (d->number == 0 && (i >= g->move_count || g->moves[i].move != m))
            refight_note_deviation(d, f, i, g->game->turn(&p), played);
        d->taken_over = refight_is_taken_over(f, &p, m);
        g->game->apply(&p, m);
        at += length + (at[length] == ' ');
    }
}

// How many moves of its seat the record has from the first one that was fought, up to this one.
static int refight_count_own(const struct refight *f, int moves)
{
    int count = 0;
    for (int i = f->from - 1; i < moves && i < f->record->move_count; i++)
        count += f->record->moves[i].seat == f->seat;
    return count;
}

// "mybot played as in the record, then CRASH at move 9, as there too"
static void refight_text_fault(
    struct text *out, const struct refight *f, const struct result *result)
{
    const struct recorded_end *old = &f->record->end;
    const char *name = f->record->players[f->seat].name;
    bool blamed = f->record->ended && old->blame == f->seat;
    bool same = blamed && old->verdict == result->verdict &&
        f->record->move_count == result->moves && result->moves >= f->from - 1;
    text_format(out, "%s %s %s at move %d", name,
        refight_count_own(f, result->moves) > 0 ? "played as in the record, then" : "made no move:",
        verdicts[result->verdict].code, result->moves + 1);
    if (same)
        text_string(out, ", as in the record");
    else if (blamed)
        text_format(out, "; in the record %s at move %d", verdicts[old->verdict].code,
            f->record->move_count + 1);
    else
        text_string(out, "; in the record it made no fault");
}

void refight_text_deviation(struct text *out, const struct refight *f,
    const struct refight_deviation *d, const struct result *result, const char *then)
{
    const struct recorded_game *g = f->record;
    if (d->number == 0 && result->blame == f->seat) {
        refight_text_fault(out, f, result);
        return;
    }
    if (d->number == 0) {
        text_format(out, "%s played as in the record", g->players[f->seat].name);
        return;
    }
    const char *opponent = g->players[1 - f->seat].name;
    if (d->seat != f->seat) {
        text_format(
            out, "the record ends before move %d; %s plays on for %s", d->number, then, opponent);
        return;
    }
    text_format(out, "move %d: %s plays %s", d->number, g->players[d->seat].name, d->played);
    if (d->recorded[0] != '\0')
        text_format(out, " instead of %s", d->recorded);
    else if (g->ended && g->end.blame == d->seat)
        text_format(out, ", where it lost by %s", verdicts[g->end.verdict].code);
    else
        text_string(out, ", where the record ends");
    if (d->taken_over)
        text_format(out, "; %s plays on for %s", then, opponent);
}

bool refight_may_need_lead(const struct refight *f, const struct result *result)
{
    const struct recorded_game *g = f->record;
    const bool blamed = g->ended && g->end.blame == f->seat;
    const bool back = result->blame == f->seat && result->moves == g->move_count;
    return blamed && !back && f->skipped > 0;
}
