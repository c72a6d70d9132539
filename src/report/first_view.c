#include "report/first_view.h"

#include "base/html.h"
#include "games/svg.h"
#include "wire/value.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_VIEW_WORDS_BYTES = 1024 };

// --- Values of the document ---

// Copies the text of a member; "" if it has none.
static void first_view_text(struct value from, const char *key, char words[FIRST_VIEW_WORDS_BYTES])
{
    struct value v;
    if (!value_member(from, key, &v) || !value_string(v, words, FIRST_VIEW_WORDS_BYTES))
        words[0] = '\0';
}

static void first_view_put_text(struct text *out, struct value from, const char *key)
{
    char words[FIRST_VIEW_WORDS_BYTES];
    first_view_text(from, key, words);
    html_escape(out, words);
}

static bool first_view_number(struct value from, const char *key, int64_t *number)
{
    struct value v;
    return value_member(from, key, &v) && value_integer(v, number);
}

// Returns the parts of an array, to be freed; NULL if there are none or there is no memory.
static struct value *first_view_items(struct value from, const char *key, int *count)
{
    struct value array, *items;
    *count = value_member(from, key, &array) ? value_items(array, NULL, 0) : 0;
    items = *count > 0 ? calloc((size_t)*count, sizeof *items) : NULL;
    if (items)
        value_items(array, items, *count);
    else
        *count = 0;
    return items;
}

// The name of a player: of home/1 the players are texts, of replay/1 objects.
static void first_view_player(struct value from, int seat, char name[FIRST_VIEW_WORDS_BYTES])
{
    struct value players, items[SEATS];
    name[0] = '\0';
    if (!value_member(from, "players", &players) || value_items(players, items, SEATS) != SEATS)
        return;
    if (value_kind(items[seat]) == VALUE_OBJECT)
        first_view_text(items[seat], "name", name);
    else
        value_string(items[seat], name, FIRST_VIEW_WORDS_BYTES);
}

// --- Boards ---

struct first_board {
    struct value game, position;
    struct value last, before; // the move that led here, and where it was played; both may be null
    bool small, flipped;
    const char *class_name; // of the element; NULL: none
};

static bool first_view_read_position(const struct game *game, struct value from, position *p)
{
    char words[POSITION_TEXT_BYTES];
    struct error ignored; // then there is no board until the script draws it
    return value_string(from, words, sizeof words) && game->parse(p, words, &ignored);
}

static move first_view_last(const struct game *game, const struct first_board *b)
{
    char words[MOVE_TEXT_BYTES];
    struct error ignored; // then no move is marked
    position before;
    move last;
    bool read = value_kind(b->last) == VALUE_STRING && value_kind(b->before) == VALUE_STRING &&
        first_view_read_position(game, b->before, &before) &&
        value_string(b->last, words, sizeof words) &&
        game->parse_move(&before, words, &last, &ignored);
    return read ? last : MOVE_NONE;
}

static void first_view_board(struct text *out, const struct first_board *b)
{
    char name[MOVE_TEXT_BYTES];
    position p;
    const struct game *game =
        value_string(b->game, name, sizeof name) ? game_find(name, NULL) : NULL;
    if (!game || !first_view_read_position(game, b->position, &p))
        return;
    const struct drawing style = {
        .last = first_view_last(game, b), .small = b->small, .flipped = b->flipped};
    const struct svg_frame frame = {.title = game->title, .in_page = true};
    text_format(out, "<agon-board class=\"%s\" data-game=\"%s\">",
        b->class_name  ? b->class_name
            : b->small ? "board-is-small"
                       : "",
        game->name);
    svg_write(out, &frame, game, &p, &style);
    text_string(out, "</agon-board>\n");
}

// --- The frame of every page (web/js/frame.js) ---

// The address of a contest, as web/js/links.js writes it.
static void first_view_address(
    struct text *out, const struct first_view_place *place, struct value from, const char *key)
{
    char slug[FIRST_VIEW_WORDS_BYTES];
    first_view_text(from, key, slug);
    text_format(out, "%scontests/", place->links);
    for (const char *at = slug; *at != '\0'; at++) {
        if (isalnum((unsigned char)*at) || strchr("-_.~", *at))
            text_char(out, *at);
        else
            text_format(out, "%%%02X", (unsigned char)*at);
    }
}

// The contest that a page belongs to, and its games.
static void first_view_trail(
    struct text *out, const struct first_view_place *place, struct value contest)
{
    text_string(out, "<a href=\"");
    first_view_address(out, place, contest, "slug");
    text_string(out, "\">");
    first_view_put_text(out, contest, "name");
    text_string(out, "</a><a href=\"");
    first_view_address(out, place, contest, "slug");
    text_string(out, "/games\">Games</a>");
}

// `contest` is the one that this page belongs to, or NULL. `more` is another link; "": none.
static void first_view_header(struct text *out, const struct first_view_place *place,
    const struct value *contest, bool is_rules, const char *more)
{
    text_format(out,
        "<header class=\"top\"><a class=\"brand\" href=\"%s\">agon</a>"
        "<nav class=\"top-links\" aria-label=\"Pages\">",
        place->links);
    if (contest)
        first_view_trail(out, place, *contest);
    if (!place->frozen)
        text_format(out, "<a href=\"/rules/reversi\"%s>Rules</a>",
            is_rules ? " aria-current=\"page\"" : "");
    text_format(out, "%s</nav><span class=\"status\"></span></header>\n", more);
}

static void first_view_seat_mark(struct text *out, int seat)
{
    text_string(out,
        seat == 0 ? "<svg class=\"seat-mark first\" viewBox=\"0 0 20 20\" aria-hidden=\"true\">"
                    "<circle cx=\"10\" cy=\"10\" r=\"9\"></circle></svg>"
                  : "<svg class=\"seat-mark second\" viewBox=\"0 0 20 20\" aria-hidden=\"true\">"
                    "<path d=\"M10 0L20 10L10 20L0 10Z\"></path></svg>");
}

// --- The page of a game (web/js/pages/game.js) ---

static void first_view_neighbour(
    struct text *out, const struct first_view_place *place, struct value data, const char *key)
{
    int64_t number;
    if (!first_view_number(data, key, &number))
        return;
    const bool back = strcmp(key, "previous") == 0;
    text_format(out, "<a href=\"%" PRId64 "%s\">%s%" PRId64 "%s</a>", number,
        place->frozen ? ".html" : "", back ? "← " : "", number, back ? "" : " →");
}

static void first_view_game_head(
    struct text *out, const struct first_view_place *place, struct value data)
{
    int64_t number = 0;
    first_view_number(data, "number", &number);
    text_format(
        out, "<header class=\"game-head\"><h1>Game %" PRId64 "</h1><span class=\"muted\">", number);
    first_view_put_text(out, data, "title");
    text_string(out, ", ");
    first_view_put_text(out, data, "variant");
    text_string(out, "</span><nav class=\"game-ways\">");
    first_view_neighbour(out, place, data, "previous");
    first_view_neighbour(out, place, data, "next");
    text_string(out, "</nav></header>\n");
}

// As high as the script's, but without what changes from move to move.
static void first_view_plate(struct text *out, struct value data, int seat, bool bottom)
{
    char name[FIRST_VIEW_WORDS_BYTES];
    first_view_player(data, seat, name);
    text_format(out,
        "<section class=\"game-plate card %s\"><div class=\"game-who\">"
        "<span class=\"game-name\">",
        bottom ? "game-bottom" : "game-top");
    first_view_seat_mark(out, seat);
    text_string(out, "<a><bdi class=\"name\">");
    html_escape(out, name);
    text_string(out,
        "</bdi></a></span></div><div class=\"game-time\"><span class=\"game-clock\">&nbsp;</span>"
        "</div><div class=\"game-plate-bar\"><span class=\"game-bar\"></span></div>"
        "<div class=\"game-plate-foot small\"></div></section>\n");
}

// The board after the last move.
static void first_view_game_board(struct text *out, struct value data, bool flipped)
{
    static const char none[] = "null";
    const struct value nothing = {none, none + sizeof none - 1};
    struct first_board b = {
        .last = nothing, .before = nothing, .flipped = flipped, .class_name = "game-board"};
    struct value start, type, after;
    int count;
    struct value *lines = first_view_items(data, "lines", &count);
    bool known = value_member(data, "game", &b.game) && value_member(data, "start", &start) &&
        value_member(start, "position", &b.position);
    for (int i = 0; i < count && known; i++) {
        if (!value_member(lines[i], "type", &type) || !value_is(type, "move") ||
            !value_member(lines[i], "position", &after) || !value_member(lines[i], "move", &b.last))
            continue;
        b.before = b.position;
        b.position = after;
    }
    if (known)
        first_view_board(out, &b);
    free(lines);
}

static void first_view_game(
    struct text *out, const struct first_view_place *place, struct value data)
{
    char second[FIRST_VIEW_WORDS_BYTES];
    struct value contest;
    first_view_player(data, 1, second);
    const bool flipped = place->me[0] != '\0' && strcmp(place->me, second) == 0;
    bool has_contest =
        value_member(data, "contest", &contest) && value_kind(contest) == VALUE_OBJECT;
    first_view_header(out, place, has_contest ? &contest : NULL, false, "");
    text_string(out, "<main aria-busy=\"true\"><div class=\"game\">");
    first_view_game_head(out, place, data);
    text_string(out, "<div class=\"game-stage\">");
    first_view_game_board(out, data, flipped);
    text_string(out, "</div>");
    for (int seat = 0; seat < SEATS; seat++)
        first_view_plate(out, data, seat, seat == (flipped ? 1 : 0));
    text_string(out, "</div></main>\n");
}

// --- What is on now (web/js/pages/home.js) ---

static void first_view_contest_name(struct text *out, struct value data, struct value game)
{
    char slug[FIRST_VIEW_WORDS_BYTES];
    struct value theirs;
    int count;
    struct value *contests = first_view_items(data, "contests", &count);
    first_view_text(game, "contest", slug);
    for (int i = 0; i < count; i++) {
        if (value_member(contests[i], "slug", &theirs) && value_is(theirs, slug))
            first_view_put_text(out, contests[i], "name");
    }
    free(contests);
}

static void first_view_live_seat(struct text *out, struct value game, int seat)
{
    char name[FIRST_VIEW_WORDS_BYTES];
    int64_t turn;
    bool on = first_view_number(game, "turn", &turn) && turn == seat;
    first_view_player(game, seat, name);
    text_format(out, "<span class=\"live-seat%s\">", on ? " live-on" : "");
    first_view_seat_mark(out, seat);
    text_string(out, "<bdi class=\"name\">");
    html_escape(out, name);
    text_string(out, "</bdi><span class=\"live-clock\"></span></span>");
}

static void first_view_live(
    struct text *out, const struct first_view_place *place, struct value data, struct value game)
{
    struct first_board b = {.small = true};
    int64_t number = 0;
    first_view_number(game, "number", &number);
    text_string(out, "<li class=\"live card\"><a class=\"live-link\" href=\"");
    first_view_address(out, place, game, "contest");
    text_format(out, "/games/%" PRId64 "\"><bdi class=\"name\">", number);
    first_view_contest_name(out, data, game);
    text_format(out, "</bdi><span class=\"muted\"> · %" PRId64 "</span></a>", number);
    if (value_member(game, "game", &b.game) && value_member(game, "position", &b.position) &&
        value_member(game, "last", &b.last) && value_member(game, "before", &b.before))
        first_view_board(out, &b);
    text_string(out, "<div class=\"live-seats\">");
    for (int seat = 0; seat < SEATS; seat++)
        first_view_live_seat(out, game, seat);
    text_string(out, "</div></li>\n");
}

static void first_view_home(
    struct text *out, const struct first_view_place *place, struct value data)
{
    int count;
    struct value *live = first_view_items(data, "live", &count);
    if (count > 0) {
        struct value fleet;
        bool has_fleet = value_member(data, "fleet", &fleet) && *fleet.at == 't'; // true
        first_view_header(out, place, NULL, false, has_fleet ? "<a href=\"/fleet\">Fleet</a>" : "");
        text_format(out,
            "<main aria-busy=\"true\"><div class=\"home\"><section class=\"part\" "
            "id=\"live\"><h2>On now</h2>"
            "<ul class=\"plain-list live-grid\" data-few=\"%s\">",
            count == 1       ? "1"
                : count == 2 ? "2"
                : count <= 6 ? "3"
                             : "many");
        for (int i = 0; i < count; i++)
            first_view_live(out, place, data, live[i]);
        text_string(out, "</ul></section></div></main>\n");
    }
    free(live);
}

// --- The rules (web/js/pages/rules.js) ---

static void first_view_rules(
    struct text *out, const struct first_view_place *place, struct value data)
{
    static const char *const tabs[] = {"reversi", "santorini", "stones"};
    struct first_board b = {0};
    struct value start;
    char name[FIRST_VIEW_WORDS_BYTES];
    first_view_text(data, "game", name);
    first_view_header(out, place, NULL, true, "");
    text_string(out, "<main aria-busy=\"true\"><nav class=\"rules-tabs\" aria-label=\"Games\">");
    for (size_t i = 0; i < sizeof tabs / sizeof *tabs; i++)
        text_format(out, "<a href=\"/rules/%s\"%s>%s</a>", tabs[i],
            strcmp(tabs[i], name) == 0 ? " aria-current=\"page\"" : "",
            game_find(tabs[i], NULL)->title);
    text_string(out,
        "</nav><div class=\"rules-layout\"><aside class=\"rules-side\">"
        "<div class=\"rules-trial\"><p class=\"rules-turn\">&nbsp;</p>");
    if (value_member(data, "game", &b.game) && value_member(data, "start", &start) &&
        value_member(start, "position", &b.position)) {
        b.last = b.before = b.game; // no move
        first_view_board(out, &b);
    }
    text_string(out, "</div></aside><article class=\"rules-text\"></article></div></main>\n");
}

// --- A contest (web/js/pages/contest.js) ---

// A file with all of its games may be large: its name is seen while that is read.
static void first_view_contest(
    struct text *out, const struct first_view_place *place, struct value data)
{
    struct value contest;
    if (!value_member(data, "contest", &contest))
        return;
    first_view_header(out, place, NULL, false, "");
    text_string(
        out, "<main aria-busy=\"true\"><header class=\"contest-head\"><h1><bdi class=\"name\">");
    first_view_put_text(out, contest, "name");
    text_string(out, "</bdi></h1></header></main>\n");
}

// --- All ---

void first_view_write(
    struct text *out, const struct text *document, const struct first_view_place *place)
{
    struct value data = {document->bytes, document->bytes + document->length}, schema;
    while (data.end > data.at && data.end[-1] == '\n')
        data.end--;
    if (document->cut || data.at == data.end || !value_member(data, "schema", &schema))
        return;
    if (value_is(schema, "replay/1"))
        first_view_game(out, place, data);
    else if (value_is(schema, "home/1"))
        first_view_home(out, place, data);
    else if (value_is(schema, "rules/1"))
        first_view_rules(out, place, data);
    else if (place->frozen && value_is(schema, "report/1"))
        first_view_contest(out, place, data);
}
