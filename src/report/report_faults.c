// Games that were lost by faults.
#include "report/report_parts.h"

#include "report/json.h"

#include <inttypes.h>
#include <stdlib.h>

struct faulty_walk {
    int only; // NO_PLAYER: all
    struct report_output *out;
    const char *comma;
    // Of all players: the newest that were seen so far, by row.
    struct faulty_game {
        int64_t row;
        struct text text;
    } newest[REPORT_FAULTY_GAMES];
    size_t count;
};

static void report_faults_one(const struct store_game *g, bool names_player, struct text *t)
{
    const char *const names[SEATS] = {g->first_name, g->second_name};
    text_format(t, "{\"game\":%" PRId64 ",\"number\":%" PRId64, g->play, g->play);
    if (names_player)
        json_key_text(t, "player", names[g->blame]);
    json_key_text(t, "against", names[1 - g->blame]);
    json_key_text(t, "verdict", g->verdict);
    json_key_text(t, "rule", g->rule);
    text_format(t, ",\"move\":%" PRId64, g->plies + 1);
    json_key_text(t, "explanation", g->explanation);
    text_char(t, '}');
}

static bool report_faults_of_player(void *user, const struct store_game *g)
{
    struct faulty_walk *walk = user;
    int64_t blamed = g->blame == 0 ? g->first_id : g->second_id;
    if (g->blame == STORE_NOBODY || blamed != walk->only)
        return true;
    text_string(&walk->out->text, walk->comma);
    walk->comma = ",";
    report_faults_one(g, false, &walk->out->text);
    report_flow(walk->out);
    return true;
}

// Takes the place of the oldest when all places are taken.
static struct faulty_game *report_faults_place(struct faulty_walk *walk, int64_t row)
{
    if (walk->count < REPORT_FAULTY_GAMES) {
        struct faulty_game *fresh = &walk->newest[walk->count++];
        fresh->text = text_growing();
        return fresh;
    }
    struct faulty_game *oldest = &walk->newest[0];
    for (size_t i = 1; i < walk->count; i++) {
        if (walk->newest[i].row < oldest->row)
            oldest = &walk->newest[i];
    }
    return row > oldest->row ? oldest : NULL;
}

static bool report_faults_of_all(void *user, const struct store_game *g)
{
    struct faulty_walk *walk = user;
    struct faulty_game *place = g->blame != STORE_NOBODY ? report_faults_place(walk, g->id) : NULL;
    if (!place)
        return true;
    place->row = g->id;
    text_clear(&place->text);
    report_faults_one(g, true, &place->text);
    return true;
}

static int report_faults_newest_first(const void *left, const void *right)
{
    const struct faulty_game *a = left, *b = right;
    return (a->row < b->row) - (a->row > b->row);
}

static void report_faults_tell_newest(struct faulty_walk *walk)
{
    if (walk->count > 0)
        qsort(walk->newest, walk->count, sizeof *walk->newest, report_faults_newest_first);
    for (size_t i = 0; i < walk->count; i++) {
        struct text *text = &walk->newest[i].text;
        text_string(&walk->out->text, i > 0 ? "," : "");
        text_bytes(&walk->out->text, text->bytes, text->length);
        walk->out->failed = walk->out->failed || text->cut;
        text_destroy(text);
        report_flow(walk->out);
    }
}

bool report_faulty_json(
    const struct report *r, int only, struct report_output *out, struct error *e)
{
    struct faulty_walk walk = {.only = only, .out = out, .comma = ""};
    text_string(&out->text, ",\"faulty_games\":[");
    bool well = reader_walk_games(r->archive->reader, READER_BY_PAIR,
        only == NO_PLAYER ? report_faults_of_all : report_faults_of_player, &walk, e);
    report_faults_tell_newest(&walk);
    text_char(&out->text, ']');
    return well;
}
