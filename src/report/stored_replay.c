#include "report/stored_replay.h"

#include "base/clock.h"
#include "referee/record.h"
#include "report/json.h"

#include <inttypes.h>
#include <string.h>

// --- A record of nothing but moves ---

static void stored_replay_put_seat(struct text *out, const char *key, int64_t seat)
{
    text_format(out, ",\"%s\":", key);
    seat == STORE_NOBODY ? text_string(out, "null") : text_number(out, seat);
}

// The header as far as the row of the game knows it.
static void stored_replay_put_header(
    struct text *out, const struct archive *a, const struct store_game *g)
{
    const struct game *game = a->definition.game;
    const char *const names[SEATS] = {g->first_name, g->second_name};
    text_format(out, "{\"type\":\"game\",\"format\":%d,\"agon\":\"\"", RECORD_FORMAT);
    json_key_text(out, "game", game->name);
    json_key_text(out, "variant", game->variant(&a->definition.start));
    text_format(out, ",\"rules\":%d,\"seed\":0,\"index\":%" PRId64, RECORD_RULES, g->play);
    json_key_text(out, "position", g->start);
    text_string(out, ",\"players\":[");
    for (int seat = 0; seat < SEATS; seat++) {
        text_format(out, "%s{\"seat\":%d", seat > 0 ? "," : "", seat);
        json_key_text(out, "name", names[seat]);
        text_string(out, ",\"player\":\"\",\"wire\":null}");
    }
    text_string(out, "],\"clock\":\"refunded\",\"host\":null,\"started\":null}\n");
}

// Who makes each move is known by the rules only.
static bool stored_replay_put_moves(
    struct text *out, const struct game *game, const struct store_game *g, struct error *e)
{
    position p;
    if (!game->parse(&p, g->start, e))
        return false;
    for (const char *at = g->moves; *at != '\0';) {
        char word[MOVE_TEXT_BYTES];
        struct text copy = TEXT_IN(word);
        size_t length = strcspn(at, " ");
        move m;
        text_bytes(&copy, at, length);
        if (!game->parse_move(&p, word, &m, e))
            return false;
        if (!game->legal(&p, m, NULL))
            return error_set(e, "the move %s is not legal", word);
        text_format(out, "{\"type\":\"move\",\"seat\":%d,\"at_us\":0,\"move\":\"", game->turn(&p));
        game->print_move(&p, m, out);
        text_string(out, "\"}\n");
        game->apply(&p, m);
        at += length + (at[length] == ' ');
    }
    return true;
}

static void stored_replay_put_end(struct text *out, const struct store_game *g)
{
    text_string(out, "{\"type\":\"end\",\"verdict\":");
    text_json(out, g->verdict);
    stored_replay_put_seat(out, "winner", g->winner);
    stored_replay_put_seat(out, "blame", g->blame);
    text_string(out, ",\"rule\":");
    g->rule[0] == '\0' ? text_string(out, "null") : text_json(out, g->rule);
    json_key_text(out, "explanation", g->explanation);
    text_format(
        out, ",\"moves\":%" PRId64 ",\"wall_us\":%" PRId64 "}\n", g->plies, g->wall_ns / 1000);
}

// Returns false if the moves cannot be played: then there is only the end.
static bool stored_replay_make_record(
    struct text *out, const struct archive *a, const struct store_game *g)
{
    struct error ignored; // agon verify says what is wrong
    struct store_game bare = *g;
    char start[POSITION_TEXT_BYTES];
    struct text printed = TEXT_IN(start);
    stored_replay_put_header(out, a, g);
    bool played = stored_replay_put_moves(out, a->definition.game, g, &ignored);
    if (!played) {
        a->definition.game->print(&a->definition.start, &printed);
        bare.start = start;
        text_clear(out);
        stored_replay_put_header(out, a, &bare);
    }
    stored_replay_put_end(out, g);
    return played;
}

// --- The document ---

// The words for a record that is not there; NULL: it is.
static const char *const stored_replay_words[] = {
    [STORED_FOUND] = NULL,
    [STORED_NOT_KEPT] = "The record of this game was not kept: here are its moves only.",
    [STORED_DROPPED] =
        "The record of this game was dropped to save space: here are its moves only.",
    [STORED_WRONG] =
        "The record of this game is damaged (agon verify says how): here are its moves "
        "only.",
};

static const char stored_replay_nothing[] =
    "Neither the record nor the moves of this game can be read (agon verify says why).";

static bool stored_replay_write_record(const struct archive *a,
    const struct game_replay_place *place, const struct text *record, struct text *out,
    struct error *e)
{
    struct game_replay *r = game_replay_create(a->definition.file.shows_stderr == 1);
    struct text lines = text_growing();
    bool well = r ? game_replay_feed(r, record->bytes, record->length, &lines, e)
                  : error_set(e, "no memory");
    if (well && !game_replay_document(r, place, &lines, out))
        well = error_set(e, "the record is empty");
    text_destroy(&lines);
    game_replay_destroy(r);
    return well;
}

// What cannot be shown as a record, a damaged one included, is shown by its moves.
static bool stored_replay_write_moves(const struct archive *a, const struct store_game *g,
    const struct game_replay_place *place, enum stored_record found, struct text *out,
    struct error *e)
{
    struct text record = text_growing();
    struct game_replay_place here = *place;
    here.without_record = stored_replay_make_record(&record, a, g) ? stored_replay_words[found]
                                                                   : stored_replay_nothing;
    bool well = !record.cut ? stored_replay_write_record(a, &here, &record, out, e)
                            : error_set(e, "no memory for game %" PRId64, g->play);
    text_destroy(&record);
    return well;
}

bool stored_replay_write(const struct archive *a, const struct store_game *g,
    const struct game_replay_place *place, struct text *out, struct error *e)
{
    struct text record = text_growing();
    struct error why;
    enum stored_record found = reader_record(a->reader, g->id, &record, &why);
    bool well = found == STORED_FOUND && stored_replay_write_record(a, place, &record, out, &why);
    text_destroy(&record);
    if (well)
        return true;
    if (found == STORED_FAILED)
        return error_set(e, "%s", why.words);
    return stored_replay_write_moves(
        a, g, place, found == STORED_FOUND ? STORED_WRONG : found, out, e);
}

// --- By number ---

struct stored_replay_search {
    const struct archive *archive;
    struct game_replay_place place;
    struct text *out;
    struct error *e;
    bool found, failed;
};

// First the neighbours: they stand in the document.
static bool stored_replay_see_neighbour(void *user, const struct store_game *g)
{
    struct stored_replay_search *s = user;
    if (g->play == s->place.number)
        s->found = true;
    else if (g->play < s->place.number && g->play > s->place.previous)
        s->place.previous = g->play;
    else if (g->play > s->place.number && (s->place.next == 0 || g->play < s->place.next))
        s->place.next = g->play;
    return true;
}

static bool stored_replay_write_found(void *user, const struct store_game *g)
{
    struct stored_replay_search *s = user;
    if (g->play != s->place.number)
        return true;
    s->failed = !stored_replay_write(s->archive, g, &s->place, s->out, s->e);
    return false;
}

bool stored_replay_find(
    const struct archive *a, int64_t number, const char *slug, struct text *out, struct error *e)
{
    struct stored_replay_search s = {.archive = a,
        .place = {.slug = slug, .name = a->name, .number = number},
        .out = out,
        .e = e};
    if (!reader_walk_games(a->reader, READER_BY_PAIR, stored_replay_see_neighbour, &s, e))
        return false;
    if (!s.found)
        return error_set(e, "there is no game %" PRId64, number);
    return reader_walk_games(a->reader, READER_BY_PAIR, stored_replay_write_found, &s, e) &&
        !s.failed;
}

// --- The record itself ---

struct stored_replay_wish {
    const struct archive *archive;
    int64_t number;
    struct text *out;
    const char *without;
    struct error *e;
    bool found, failed;
};

static bool stored_replay_take_record(void *user, const struct store_game *g)
{
    struct stored_replay_wish *w = user;
    struct error why;
    if (g->play != w->number)
        return true;
    w->found = true;
    enum stored_record found = reader_record(w->archive->reader, g->id, w->out, &why);
    w->failed = found == STORED_FAILED && !error_set(w->e, "%s", why.words);
    w->without = stored_replay_words[found == STORED_FAILED ? STORED_FOUND : found];
    if (w->without) {
        text_clear(w->out);
        if (!stored_replay_make_record(w->out, w->archive, g))
            w->without = stored_replay_nothing;
    }
    return false;
}

bool stored_replay_record(const struct archive *a, int64_t number, struct text *out,
    const char **without, struct error *e)
{
    struct stored_replay_wish w = {.archive = a, .number = number, .out = out, .e = e};
    if (!reader_walk_games(a->reader, READER_BY_PAIR, stored_replay_take_record, &w, e) || w.failed)
        return false;
    *without = w.without;
    if (!w.found)
        return error_set(e, "no game %" PRId64 " is stored that counts", number);
    return !out->cut || error_set(e, "no memory for game %" PRId64, number);
}
