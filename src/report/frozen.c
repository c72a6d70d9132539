#include "report/frozen.h"

#include "report/games_document.h"
#include "report/json.h"
#include "report/page_files.h"
#include "report/report_parts.h"
#include "report/rules_document.h"
#include "report/stored_replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FROZEN_PATH_BYTES = 64 };

const char *const frozen_folders[] = {"games", "players", NULL};

// What is being written.
struct frozen {
    const struct report *report;
    struct text slug;               // the name of the file with the results, without its ending
    int64_t *numbers;               // of the games, ascending
    size_t count, capacity;         // of the numbers
    struct text document;           // one document at a time
    struct text page;               // the page that it goes into
    const struct frozen_sink *sink; // NULL: all documents go into one page
    const char *comma;              // before the next document of that page
    struct error *e;
    bool failed;    // `e` says why,
    bool too_large; // and it is that one file cannot hold the contest
};

// --- Names ---

// As encodeURIComponent of JavaScript writes it.
static void frozen_put_encoded(struct text *out, const char *name)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "-_.!~*'()";
    for (; *name != '\0'; name++) {
        if (strchr(plain, *name))
            text_char(out, *name);
        else
            text_format(out, "%%%02X", (unsigned char)*name);
    }
}

// The address of a page without its first slash: "contests/SLUG", "contests/SLUG/games/17". `kind`
// may be NULL, and `name` with it.
static void frozen_put_address(
    struct text *out, const struct frozen *f, const char *kind, const char *name)
{
    text_string(out, "contests/");
    frozen_put_encoded(out, f->slug.bytes);
    if (kind)
        text_format(out, "/%s", kind);
    if (name) {
        text_char(out, '/');
        frozen_put_encoded(out, name);
    }
}

static void frozen_key_address(
    struct text *out, const struct frozen *f, const char *kind, const char *name)
{
    struct text address = text_growing();
    frozen_put_address(&address, f, kind, name);
    text_json(out, address.bytes);
    out->cut = out->cut || address.cut;
    text_destroy(&address);
}

// --- A page with documents in it ---

static void frozen_fail(struct frozen *f, const char *words)
{
    if (!f->failed)
        error_set(f->e, "%s", words);
    f->failed = true;
}

static void frozen_put_data(struct frozen *f, const struct text *data)
{
    page_write_data(&f->page, data->bytes, data->length);
    if (data->cut || f->page.cut)
        frozen_fail(f, "no memory for the pages");
    if (!f->sink && !f->failed && f->page.length > FROZEN_FILE_MOST_BYTES) {
        f->too_large = true;
        frozen_fail(f, "one file would have more than 16 MiB: write a folder, with -o NAME/");
    }
}

// The document that is shown first is in f->document; `kind` and `name` are its address.
static void frozen_begin_page(
    struct frozen *f, enum page_kind page, const char *kind, const char *name)
{
    struct text here = text_growing();
    frozen_put_address(&here, f, kind, name);
    const struct page_opening opening = {.document = &f->document, .me = "", .here = here.bytes};
    text_clear(&f->page);
    page_write_begin(&f->page, f->report->archive->name, &opening, page);
    f->page.cut = f->page.cut || here.cut;
    text_destroy(&here);
    text_string(&f->page, "{\"pages\":{");
    f->comma = "";
}

// Adds the document that is in f->document at an address, which is a JSON text. Its newline is left
// out.
static void frozen_add_at(struct frozen *f, const struct text *address)
{
    struct text key = text_growing(), *d = &f->document;
    text_string(&key, f->comma);
    text_bytes(&key, address->bytes, address->length);
    text_char(&key, ':');
    key.cut = key.cut || address->cut;
    if (d->length > 0 && d->bytes[d->length - 1] == '\n')
        d->length--;
    frozen_put_data(f, &key);
    frozen_put_data(f, d);
    f->comma = ",";
    text_clear(d);
    text_destroy(&key);
}

static void frozen_add_document(struct frozen *f, const char *kind, const char *name)
{
    struct text address = text_growing();
    frozen_key_address(&address, f, kind, name);
    frozen_add_at(f, &address);
    text_destroy(&address);
}

// The rules of the game, to which verdicts lead.
static void frozen_add_rules(struct frozen *f)
{
    struct text address = text_growing();
    text_format(&address, "\"rules/%s\"", f->report->definition->game->name);
    rules_document(&f->document, f->report->definition->game);
    frozen_add_at(f, &address);
    text_destroy(&address);
}

// The pages of other players and games are other files: which, says the number of a player.
static void frozen_put_numbers(struct frozen *f, struct text *out, const int *players, size_t count)
{
    text_string(out, ",\"players\":{");
    for (size_t i = 0; i < count; i++) {
        text_string(out, i > 0 ? "," : "");
        text_json(out, report_name(f->report, players[i]));
        text_format(out, ":%d", players[i] + 1);
    }
    text_char(out, '}');
}

static void frozen_end_page(struct frozen *f, enum page_kind kind, const char *first_kind,
    const char *first_name, const int *players, size_t count)
{
    struct text rest = text_growing();
    text_string(&rest, "},\"first\":");
    frozen_key_address(&rest, f, first_kind, first_name);
    if (f->sink) {
        text_format(&rest, ",\"folder\":{\"up\":\"%s\"", kind == PAGE_FOLDER ? "" : "../");
        frozen_put_numbers(f, &rest, players, count);
        text_char(&rest, '}');
    }
    json_schema(&rest, "frozen/1");
    text_char(&rest, '}');
    frozen_put_data(f, &rest);
    page_write_end(&f->page, kind);
    text_destroy(&rest);
}

static void frozen_put_file(struct frozen *f, const char *path, const struct text *bytes)
{
    if (!f->failed)
        f->failed = !f->sink->put(f->sink->user, path, bytes, f->e);
}

// --- Documents ---

static void frozen_make_report(struct frozen *f, int player)
{
    const struct report_place place = {.slug = f->slug.bytes, .rate = -1, .left_s = -1};
    const struct report_options options = {.player = player,
        .place = &place,
        .brief = f->report->definition->count > FROZEN_EXPLAINED_PLAYERS};
    struct report_output out = report_output_empty();
    if (!report_json(f->report, &options, &out, f->e))
        f->failed = true;
    text_bytes(&f->document, out.text.bytes, out.text.length);
    f->document.cut = f->document.cut || out.text.cut || out.failed;
    report_output_destroy(&out);
}

// The list of games, in parts where it is long. There is no server that could be asked for others.
static void frozen_add_games(struct frozen *f)
{
    int64_t from = 0;
    do {
        char kind[FROZEN_PATH_BYTES];
        const struct games_filter filter = {
            .slug = f->slug.bytes, .from = from, .most = GAMES_DOCUMENT_GAMES_MOST};
        if (!games_document(f->report, &filter, &f->document, f->e))
            f->failed = true;
        snprintf(kind, sizeof kind, "games?from=%" PRId64, from);
        frozen_add_document(f, from > 0 ? kind : "games", NULL);
        from += GAMES_DOCUMENT_GAMES_MOST;
    } while (!f->failed && from < (int64_t)f->count);
}

static int frozen_compare_numbers(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

// The game of the walk, with the numbers of the games beside it.
static void frozen_make_game(struct frozen *f, const struct store_game *g)
{
    const int64_t *here =
        bsearch(&g->play, f->numbers, f->count, sizeof *f->numbers, frozen_compare_numbers);
    const struct game_replay_place place = {.slug = f->slug.bytes,
        .name = f->report->archive->name,
        .number = g->play,
        .previous = here && here > f->numbers ? here[-1] : 0,
        .next = here && here + 1 < f->numbers + f->count ? here[1] : 0};
    if (!stored_replay_write(f->report->archive, g, &place, &f->document, f->e))
        f->failed = true;
}

// --- Beginning and end ---

static bool frozen_note_number(void *user, const struct store_game *g)
{
    struct frozen *f = user;
    if (f->count == f->capacity) {
        size_t capacity = f->capacity == 0 ? 256 : 2 * f->capacity;
        int64_t *numbers = realloc(f->numbers, capacity * sizeof *numbers);
        if (!numbers) {
            frozen_fail(f, "no memory for the pages");
            return false;
        }
        f->numbers = numbers;
        f->capacity = capacity;
    }
    f->numbers[f->count++] = g->play;
    return true;
}

static void frozen_begin(
    struct frozen *f, const struct report *r, const struct frozen_sink *sink, struct error *e)
{
    *f = (struct frozen){.report = r,
        .slug = text_growing(),
        .document = text_growing(),
        .page = text_growing(),
        .sink = sink,
        .comma = "",
        .e = e};
    report_slug(r, &f->slug);
    if (!reader_walk_games(r->archive->reader, READER_BY_PAIR, frozen_note_number, f, e))
        f->failed = true;
    if (f->count > 0)
        qsort(f->numbers, f->count, sizeof *f->numbers, frozen_compare_numbers);
}

static bool frozen_end(struct frozen *f)
{
    text_destroy(&f->slug);
    text_destroy(&f->document);
    text_destroy(&f->page);
    free(f->numbers);
    return !f->failed;
}

// --- One file ---

static bool frozen_add_game(void *user, const struct store_game *g)
{
    struct frozen *f = user;
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, g->play);
    frozen_make_game(f, g);
    frozen_add_document(f, "games", number);
    return !f->failed;
}

static void frozen_write_file(struct frozen *f)
{
    const struct report *r = f->report;
    frozen_make_report(f, NO_PLAYER);
    frozen_begin_page(f, PAGE_FROZEN, NULL, NULL);
    frozen_add_document(f, NULL, NULL);
    frozen_add_games(f);
    frozen_add_rules(f);
    for (size_t i = 0; i < r->definition->count && !f->failed; i++) {
        frozen_make_report(f, (int)i);
        frozen_add_document(f, "players", report_name(r, (int)i));
    }
    if (!f->failed &&
        !reader_walk_games(r->archive->reader, READER_BY_PAIR, frozen_add_game, f, f->e))
        f->failed = true;
    frozen_end_page(f, PAGE_FROZEN, NULL, NULL, NULL, 0);
}

bool report_html(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    struct frozen f;
    bool ignored, *too_large = options->too_large ? options->too_large : &ignored;
    *too_large = r->whole.games > FROZEN_FILE_GAMES_MOST;
    if (*too_large)
        return error_set(e,
            "%" PRId64 " games are too many for one file, which holds %d: write a folder, with -o "
            "NAME/",
            r->whole.games, FROZEN_FILE_GAMES_MOST);
    frozen_begin(&f, r, NULL, e);
    if (!f.failed)
        frozen_write_file(&f);
    if (!f.failed)
        text_bytes(&out->text, f.page.bytes, f.page.length);
    report_flow(out);
    *too_large = f.too_large;
    return frozen_end(&f);
}

// --- A folder ---

static bool frozen_put_game_page(void *user, const struct store_game *g)
{
    struct frozen *f = user;
    const int players[SEATS] = {(int)g->first_id, (int)g->second_id};
    char number[24], path[FROZEN_PATH_BYTES];
    snprintf(number, sizeof number, "%" PRId64, g->play);
    snprintf(path, sizeof path, "games/%s.html", number);
    frozen_make_game(f, g);
    frozen_begin_page(f, PAGE_FOLDER_BELOW, "games", number);
    frozen_add_document(f, "games", number);
    frozen_end_page(f, PAGE_FOLDER_BELOW, "games", number, players, SEATS);
    frozen_put_file(f, path, &f->page);
    return !f->failed;
}

// Its opponents, and itself. Returns how many.
static size_t frozen_find_opponents(const struct report *r, int player, int *players)
{
    size_t count = 0;
    for (size_t i = 0; i < r->definition->count; i++) {
        struct meeting m = crosstable_between(&r->meetings, player, (int)i);
        struct counts played = meeting_games(&m);
        if ((int)i == player || counts_total(&played) > 0)
            players[count++] = (int)i;
    }
    return count;
}

static void frozen_put_player_page(struct frozen *f, int player, int *players)
{
    char path[FROZEN_PATH_BYTES];
    const char *name = report_name(f->report, player);
    snprintf(path, sizeof path, "players/%d.html", player + 1);
    frozen_make_report(f, player);
    frozen_begin_page(f, PAGE_FOLDER_BELOW, "players", name);
    frozen_add_document(f, "players", name);
    frozen_end_page(f, PAGE_FOLDER_BELOW, "players", name, players,
        frozen_find_opponents(f->report, player, players));
    frozen_put_file(f, path, &f->page);
}

// The contest, the list of its games, and the rules. `players` has all of them.
static void frozen_put_index(struct frozen *f, const int *players)
{
    frozen_make_report(f, NO_PLAYER);
    frozen_begin_page(f, PAGE_FOLDER, NULL, NULL);
    frozen_add_document(f, NULL, NULL);
    frozen_add_games(f);
    frozen_add_rules(f);
    frozen_end_page(f, PAGE_FOLDER, NULL, NULL, players, f->report->definition->count);
    frozen_put_file(f, "index.html", &f->page);
}

static void frozen_put_shared_file(struct frozen *f, const char *path)
{
    const struct page_file *file = page_file_find(path);
    text_clear(&f->page);
    text_bytes(&f->page, file->bytes, file->length);
    frozen_put_file(f, path, &f->page);
}

static void frozen_put_pages(struct frozen *f)
{
    size_t count = f->report->definition->count;
    int *players = calloc(count > 0 ? count : 1, sizeof *players);
    if (!players) {
        frozen_fail(f, "no memory for the pages");
        return;
    }
    frozen_put_shared_file(f, "agon.js");
    frozen_put_shared_file(f, "agon.css");
    if (!f->failed &&
        !reader_walk_games(
            f->report->archive->reader, READER_BY_PAIR, frozen_put_game_page, f, f->e))
        f->failed = true;
    for (size_t i = 0; i < count && !f->failed; i++)
        frozen_put_player_page(f, (int)i, players);
    for (size_t i = 0; i < count; i++)
        players[i] = (int)i;
    if (!f->failed)
        frozen_put_index(f, players);
    free(players);
}

bool frozen_write_folder(const struct report *r, const struct frozen_sink *sink, struct error *e)
{
    struct frozen f;
    frozen_begin(&f, r, sink, e);
    if (!f.failed)
        frozen_put_pages(&f);
    return frozen_end(&f);
}
