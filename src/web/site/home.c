#include "web/site/home.h"

#include "base/calendar.h"
#include "base/clock.h"
#include "report/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool home_init(struct home *h, struct web_show *const *shows, struct fleet_feed *fleet)
{
    *h = (struct home){.shows = shows, .fleet = fleet, .last = text_growing()};
    h->views = malloc(SHOW_GAMES_MOST * sizeof *h->views);
    return h->views != NULL;
}

void home_destroy(struct home *h)
{
    for (int i = 0; i < HOME_VERDICTS_MOST; i++)
        verdict_line_destroy(&h->verdicts[i].line);
    blob_release(h->whole);
    blob_release(h->changed);
    text_destroy(&h->last);
    free(h->views);
}

// --- Boards ---

// By number, so that a board keeps its place while its game lasts.
static int home_compare(const void *a, const void *b)
{
    const struct pool_view *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

// Fills in the games that are to be seen: each show has its share.
static size_t home_choose(struct home *h, struct home_board boards[HOME_BOARDS_MOST])
{
    size_t live = 0, count = 0;
    for (struct web_show *s = *h->shows; s != NULL; s = s->next)
        live += show_is_live(s);
    for (struct web_show *s = *h->shows; s != NULL && live > 0; s = s->next) {
        if (!show_is_live(s))
            continue;
        size_t share = (HOME_BOARDS_MOST - count) / live--;
        size_t under_way = show_games(s, h->views, SHOW_GAMES_MOST);
        qsort(h->views, under_way, sizeof *h->views, home_compare);
        for (size_t i = 0; i < under_way && i < share; i++)
            boards[count++] = (struct home_board){s, h->views[i]};
    }
    return count;
}

static void home_clock(struct text *out, const struct pool_view *v, int seat)
{
    const struct pool_view_clock *clock = &v->clocks[seat];
    bool limited = v->setup.seats[seat].timed && v->setup.seats[seat].budget.game_ns > 0;
    text_format(out, "{\"charged_us\":%" PRId64 ",\"left_us\":", clock->charged_ns / 1000);
    limited ? text_number(out, clock->left_ns / 1000) : text_string(out, "null");
    text_char(out, '}');
}

static void home_position(
    struct text *out, const char *key, const struct game *game, const position *p)
{
    char bytes[POSITION_TEXT_BYTES];
    struct text words = TEXT_IN(bytes);
    game->print(p, &words);
    json_key_text(out, key, bytes);
}

// The keys of a board that change while it is played.
static void home_board_json(struct text *out, const struct home_board *b)
{
    const struct pool_view *v = &b->view;
    const struct game *game = v->setup.game;
    text_string(out, "{\"contest\":");
    text_json(out, b->show->slug);
    text_format(out, ",\"number\":%" PRId64, v->number);
    home_position(out, "position", game, &v->position);
    if (v->last != MOVE_NONE) {
        char bytes[MOVE_TEXT_BYTES];
        struct text words = TEXT_IN(bytes);
        game->print_move(&v->before, v->last, &words);
        json_key_text(out, "last", bytes);
        home_position(out, "before", game, &v->before);
    } else {
        text_string(out, ",\"last\":null,\"before\":null");
    }
    bool over = game->outcome(&v->position).over;
    text_format(out, ",\"moves\":%d,\"turn\":", v->moves);
    over ? text_string(out, "null") : text_number(out, game->turn(&v->position));
    text_string(out, ",\"clocks\":[");
    home_clock(out, v, 0);
    text_char(out, ',');
    home_clock(out, v, 1);
    text_char(out, ']');
}

static void home_board_whole_json(struct text *out, const struct home_board *b)
{
    const struct arena_setup *setup = &b->view.setup;
    home_board_json(out, b);
    json_key_text(out, "game", setup->game->name);
    json_key_text(out, "variant", setup->game->variant(&setup->start));
    text_string(out, ",\"players\":[");
    text_json(out, setup->seats[0].name);
    text_char(out, ',');
    text_json(out, setup->seats[1].name);
    text_string(out, "]}");
}

static bool home_board_same(const struct home_board *a, const struct home_board *b)
{
    return a->show == b->show && a->view.number == b->view.number &&
        a->view.moves == b->view.moves && a->view.ready == b->view.ready &&
        position_equal(&a->view.position, &b->view.position);
}

static const struct home_board *home_board_before(const struct home *h, const struct home_board *b)
{
    for (size_t i = 0; i < h->board_count; i++)
        if (h->boards[i].show == b->show && h->boards[i].view.number == b->view.number)
            return &h->boards[i];
    return NULL;
}

void home_look_boards(struct home *h)
{
    struct home_board boards[HOME_BOARDS_MOST];
    struct text out = text_growing();
    size_t count = home_choose(h, boards), changed = 0;
    text_string(&out, "{\"boards\":[");
    for (size_t i = 0; i < count; i++) {
        const struct home_board *before = home_board_before(h, &boards[i]);
        // A board that nobody has seen yet comes with the whole document.
        if (before == NULL || home_board_same(before, &boards[i]))
            continue;
        text_string(&out, changed++ > 0 ? "," : "");
        home_board_json(&out, &boards[i]);
        text_char(&out, '}');
    }
    text_string(&out, "]}");
    memcpy(h->boards, boards, count * sizeof *boards);
    h->board_count = count;
    struct blob *frame = changed > 0 ? blob_frame(&out) : NULL;
    if (frame != NULL) {
        blob_release(h->changed);
        h->changed = frame;
        h->changed_number++;
    }
    text_destroy(&out);
}

// --- Verdicts ---

void home_note(struct home *h, const struct web_show *s, const struct arena_event *over)
{
    struct result r;
    struct home_verdict fresh = {.show = s};
    if (over->setup == NULL || over->packed == NULL)
        return;
    arena_event_result(over, &r);
    const struct store_game g = {.play = over->game,
        .first_name = over->setup->seats[0].name,
        .second_name = over->setup->seats[1].name,
        .winner = r.winner == NOBODY ? STORE_NOBODY : r.winner,
        .verdict = verdicts[r.verdict].code,
        .blame = r.blame == NOBODY ? STORE_NOBODY : r.blame,
        .rule = r.rule,
        .explanation = r.explanation,
        .plies = r.moves};
    if (!verdict_line_init(&fresh.line, &g))
        return;
    verdict_line_destroy(&h->verdicts[HOME_VERDICTS_MOST - 1].line);
    memmove(&h->verdicts[1], &h->verdicts[0], (HOME_VERDICTS_MOST - 1) * sizeof fresh);
    h->verdicts[0] = fresh;
}

static bool home_has_noted(const struct home *h, const struct web_show *s, int64_t number)
{
    for (int i = 0; i < HOME_VERDICTS_MOST; i++)
        if (h->verdicts[i].show == s && h->verdicts[i].line.number == number)
            return true;
    return false;
}

// The games that have ended since the web is there; then the last ones of the results. When these
// ended is not stored, so contests take turns.
static void home_verdicts_json(const struct home *h, struct text *out)
{
    int count = 0;
    for (; count < HOME_VERDICTS_MOST && h->verdicts[count].show != NULL; count++) {
        text_string(out, count > 0 ? "," : "");
        verdict_line_put(out, &h->verdicts[count].line, h->verdicts[count].show->slug);
    }
    for (size_t i = 0; i < DOCUMENTS_VERDICTS; i++) {
        for (struct web_show *s = *h->shows; s != NULL && count < HOME_VERDICTS_MOST; s = s->next) {
            const struct verdict_line *line = &s->summary.verdicts[i];
            if (i >= s->summary.verdict_count || home_has_noted(h, s, line->number))
                continue;
            text_string(out, count++ > 0 ? "," : "");
            verdict_line_put(out, line, s->slug);
        }
    }
}

// --- The document ---

static void home_contest_json(struct text *out, struct web_show *s)
{
    const struct documents_summary *d = &s->summary;
    const struct game *game = s->kept.game;
    text_string(out, "{\"slug\":");
    text_json(out, s->slug);
    json_key_text(out, "name", show_name(s));
    json_key_text(out, "game", game != NULL ? game->name : d->game);
    json_key_text(out, "variant", game != NULL ? game->variant(&s->kept.start) : d->variant);
    json_key_text(out, "format", s->is_match ? "match" : d->format);
    json_key_text(out, "state", show_state_name(show_state(s)));
    text_string(out, ",\"words\":");
    s->words[0] != '\0' ? text_json(out, s->words) : text_string(out, "null");
    text_char(out, ',');
    show_progress_json(s, out);
    text_format(out, ",\"players\":%" PRId64 ",\"faults\":%" PRId64 ",\"leaders\":", d->players,
        s->is_match ? s->kept.faults[0] + s->kept.faults[1] : d->faults);
    if (s->is_match)
        kept_games_leaders(out, &s->kept);
    else
        text_string(out, d->leaders.length > 0 ? d->leaders.bytes : "[]");
    text_char(out, '}');
}

static bool home_has_fleet(struct home *h)
{
    struct text document = text_growing();
    bool has = fleet_feed_document(h->fleet, &document);
    text_destroy(&document);
    return has;
}

void home_document(struct home *h, struct text *out)
{
    const char *comma = "";
    text_string(out, "{\"contests\":[");
    for (struct web_show *s = *h->shows; s != NULL; s = s->next, comma = ",") {
        text_string(out, comma);
        home_contest_json(out, s);
    }
    text_string(out, "],\"live\":[");
    for (size_t i = 0; i < h->board_count; i++) {
        text_string(out, i > 0 ? "," : "");
        home_board_whole_json(out, &h->boards[i]);
    }
    text_string(out, "],\"verdicts\":[");
    home_verdicts_json(h, out);
    text_format(out, "],\"fleet\":%s", home_has_fleet(h) ? "true" : "false");
    json_schema(out, "home/1");
    text_string(out, "}\n");
}

void home_look(struct home *h)
{
    struct text out = text_growing(), framed = text_growing();
    home_look_boards(h);
    home_document(h, &out);
    bool same = h->whole != NULL && out.length == h->last.length &&
        memcmp(out.bytes, h->last.bytes, out.length) == 0;
    if (!same && !out.cut) {
        text_string(&framed, "{\"home\":");
        text_bytes(&framed, out.bytes, out.length - 1);
        text_char(&framed, '}');
        struct blob *frame = blob_frame(&framed);
        if (frame != NULL) {
            blob_release(h->whole);
            h->whole = frame;
            h->whole_number++;
            text_destroy(&h->last);
            h->last = out;
            out = text_growing();
        }
    }
    h->whole_at = h->changed_number;
    h->looked_ns = clock_now_ns();
    text_destroy(&out);
    text_destroy(&framed);
}

void home_look_again(struct home *h)
{
    if (h->whole == NULL || clock_now_ns() - h->looked_ns > HOME_FRESH_MS * NS_PER_MS)
        home_look(h);
}
