#include "web/site/game_analysis.h"

#include "referee/recorded.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GAME_ANALYSIS_MOVES_MOST = 4096 };

// A connection that waits for the moves of a game. Its head is that of whoever waits for a document
// (see pages_forget).
struct game_analysis_waiter {
    struct shelf_waiter shelf; // the first member
    struct site *site;
    struct connection *connection;
    char key[ANALYST_KEY_BYTES];
};

static void game_analysis_tell(struct site *s, struct connection *c, const char *key, int status)
{
    struct text out = text_growing();
    analyst_copy(s->analyst, key, &out);
    text_char(&out, '\n');
    struct http_answer a = {
        .status = status, .type = "application/json", .blob = blob_of_text(&out)};
    text_destroy(&out);
    if (a.blob == NULL)
        a = answer_error(503, answer_words(503));
    connection_answer(c, &a);
}

static void game_analysis_refuse(struct connection *c, int status, const char *words)
{
    struct http_answer a = answer_error(status, words);
    connection_answer(c, &a);
}

// Plays the moves, each a word of `text`. Returns how many there are; -1: one cannot be played.
static int game_analysis_moves(
    const struct game *game, position p, const char *text, move moves[GAME_ANALYSIS_MOVES_MOST])
{
    int count = 0;
    while (*text != '\0') {
        char word[MOVE_TEXT_BYTES];
        size_t length = strcspn(text, " ");
        struct error e;
        if (length >= sizeof word || count == GAME_ANALYSIS_MOVES_MOST)
            return -1;
        memcpy(word, text, length);
        word[length] = '\0';
        if (!game->parse_move(&p, word, &moves[count], &e) || !game->legal(&p, moves[count], NULL))
            return -1;
        game->apply(&p, moves[count++]);
        text += length + (text[length] == ' ');
    }
    return count;
}

// `record` is that of a game, maybe of one that still goes on.
static bool game_analysis_ask(struct site *s, const char *key, const struct web_show *show,
    const char *bytes, size_t length, struct error *e)
{
    struct recorded r;
    position start;
    const struct game *game = NULL;
    move *moves = malloc(GAME_ANALYSIS_MOVES_MOST * sizeof *moves);
    (void)show;
    bool well = recorded_read(&r, bytes, length, e);
    for (int i = 0; well && games[i] != NULL && game == NULL; i++) {
        struct error ignored;
        if (strstr(r.header.bytes, games[i]->name) != NULL &&
            games[i]->parse(&start, r.position, &ignored))
            game = games[i];
    }
    if (well && (game == NULL || moves == NULL))
        well = error_set(e, "this game cannot be analysed");
    if (well) {
        int count = game_analysis_moves(game, start, r.moves.bytes, moves);
        well = count >= 0 ? analyst_ask(s->analyst, key, game, &start, moves, count, e)
                          : error_set(e, "this game cannot be analysed");
    }
    recorded_destroy(&r);
    free(moves);
    return well;
}

static void game_analysis_ready(struct shelf_waiter *shelf, const struct shelf_document *d)
{
    struct game_analysis_waiter *w = (struct game_analysis_waiter *)shelf;
    struct connection *c = w->connection;
    struct error e = {0};
    c->user = NULL;
    if (d->body == NULL)
        game_analysis_refuse(c, d->status, d->words);
    else if (game_analysis_ask(w->site, w->key, NULL, d->body->bytes, d->body->length, &e))
        game_analysis_tell(w->site, c, w->key, 202);
    else
        game_analysis_refuse(c, 503, e.words);
    free(w);
}

static void game_analysis_begin(struct site *s, struct connection *c, const struct route *route,
    struct web_show *show, const char *key)
{
    char bytes[SHELF_KEY_BYTES];
    struct text name = TEXT_IN(bytes);
    struct documents_wish wish = {.kind = DOCUMENTS_RECORD, .route = *route};
    struct game_analysis_waiter *w = calloc(1, sizeof *w);
    if (w == NULL) {
        game_analysis_refuse(c, 503, answer_words(503));
        return;
    }
    *w = (struct game_analysis_waiter){
        .shelf = {.ready = game_analysis_ready}, .site = s, .connection = c};
    memcpy(w->key, key, sizeof w->key);
    wish.route.kind = ROUTE_GAME;
    wish.route.form = ROUTE_RECORD;
    memcpy(wish.path, show->path, sizeof wish.path);
    text_format(&name, "record\n%" PRId64 "\n%s", route->number, show->slug);
    c->user = w;
    if (shelf_ask(s->shelf, bytes, &wish, &w->shelf))
        return;
    c->user = NULL;
    free(w);
    game_analysis_refuse(c, 503, answer_words(503));
}

void game_analysis_answer(struct site *s, struct connection *c, const struct route *route,
    struct web_show *show, bool asks)
{
    char key[ANALYST_KEY_BYTES];
    struct text name = TEXT_IN(key), record = text_growing();
    struct error e = {0};
    const struct kept_game *kept = kept_games_find(&show->kept, route->number);
    text_format(&name, "%" PRId64 " %s", route->number, show->slug);
    if (!asks) {
        game_analysis_tell(s, c, key, 200);
        return;
    }
    site_mind_cores(s);
    bool here = show_copy_record(show, route->number, 0, &record) && !record.cut;
    if (!here && kept != NULL && kept->record != NULL) {
        text_bytes(&record, kept->record->bytes, kept->record->length);
        here = true;
    }
    if (!here && show->is_match)
        game_analysis_refuse(c, 404, "There is no such game here, or not any more.");
    else if (!here)
        game_analysis_begin(s, c, route, show, key);
    else if (game_analysis_ask(s, key, show, record.bytes, record.length, &e))
        game_analysis_tell(s, c, key, 202);
    else
        game_analysis_refuse(c, 503, e.words);
    text_destroy(&record);
}
