// What the page of a player shows besides its results by opponent: how it did from which opening,
// its last games, and how much time they took.
#include "report/report_parts.h"

#include "referee/recorded_time.h"
#include "report/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// A contest may begin each pair in another position. So many different ones are counted; others are
// left out.
enum { OPENINGS_COUNTED = 4096, OPENING_PLACES = 2 * OPENINGS_COUNTED };

struct player_opening {
    char *start; // NULL: the place is free
    int64_t games, half_points;
};

struct player_recent {
    int64_t row, play, moves;
    int seat, half_points;
    char verdict[16];
    char against[PLAYER_NAME_BYTES];
};

struct player_walk {
    int player;
    struct player_opening *openings; // OPENING_PLACES of them: found by the hash of the text
    size_t opening_count;
    struct player_recent recent[REPORT_RECENT_GAMES]; // the newest first
    size_t recent_count;
    bool failed; // memory has run out
};

// --- Openings ---

static size_t report_player_hash(const char *start)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *start != '\0'; start++)
        hash = (hash ^ (unsigned char)*start) * UINT64_C(0x100000001b3);
    return (size_t)(hash % OPENING_PLACES);
}

// Returns NULL if the opening is not counted.
static struct player_opening *report_player_opening(struct player_walk *walk, const char *start)
{
    size_t at = report_player_hash(start);
    while (walk->openings[at].start && strcmp(walk->openings[at].start, start) != 0)
        at = (at + 1) % OPENING_PLACES;
    struct player_opening *opening = &walk->openings[at];
    if (opening->start)
        return opening;
    if (walk->opening_count == OPENINGS_COUNTED)
        return NULL;
    opening->start = strdup(start);
    walk->failed = walk->failed || !opening->start;
    walk->opening_count += opening->start != NULL;
    return opening->start ? opening : NULL;
}

// Most games first; free places last.
static int report_player_most_games(const void *left, const void *right)
{
    const struct player_opening *a = left, *b = right;
    if (a->games != b->games)
        return a->games < b->games ? 1 : -1;
    return a->start && b->start ? strcmp(a->start, b->start) : 0;
}

static void report_player_openings(struct player_walk *walk, struct text *out)
{
    qsort(walk->openings, OPENING_PLACES, sizeof *walk->openings, report_player_most_games);
    text_string(out, ",\"openings\":[");
    for (size_t i = 0; i < walk->opening_count && i < REPORT_OPENINGS; i++) {
        const struct player_opening *opening = &walk->openings[i];
        text_string(out, i > 0 ? ",{\"opening\":" : "{\"opening\":");
        text_json(out, opening->start);
        text_format(out, ",\"games\":%" PRId64 ",\"points\":%.1f}", opening->games,
            (double)opening->half_points / 2);
    }
    text_char(out, ']');
}

// --- The last games ---

static void report_player_keep_recent(
    struct player_walk *walk, const struct store_game *g, int seat, int half_points)
{
    size_t at = walk->recent_count;
    while (at > 0 && walk->recent[at - 1].row < g->id)
        at--;
    if (at == REPORT_RECENT_GAMES)
        return;
    if (walk->recent_count < REPORT_RECENT_GAMES)
        walk->recent_count++;
    memmove(&walk->recent[at + 1], &walk->recent[at],
        (walk->recent_count - 1 - at) * sizeof *walk->recent);
    struct player_recent *game = &walk->recent[at];
    *game = (struct player_recent){
        .row = g->id, .play = g->play, .moves = g->plies, .seat = seat, .half_points = half_points};
    struct text verdict = TEXT_IN(game->verdict), against = TEXT_IN(game->against);
    text_string(&verdict, g->verdict);
    text_string(&against, seat == 0 ? g->second_name : g->first_name);
}

static void report_player_recent(const struct player_walk *walk, struct text *out)
{
    static const char *const results[] = {"lost", "drawn", "won"};
    text_string(out, ",\"recent\":[");
    for (size_t i = 0; i < walk->recent_count; i++) {
        const struct player_recent *game = &walk->recent[i];
        text_format(out, "%s{\"number\":%" PRId64, i > 0 ? "," : "", game->play);
        json_key_text(out, "against", game->against);
        text_format(out, ",\"seat\":%d", game->seat);
        json_key_text(out, "result", results[game->half_points]);
        json_key_text(out, "verdict", game->verdict);
        text_format(out, ",\"moves\":%" PRId64 "}", game->moves);
    }
    text_char(out, ']');
}

// --- Time ---

// Records are long; those of the last games are enough to see how a player uses its time.
static int report_player_read_times(
    const struct report *r, const struct player_walk *walk, struct recorded_time *sum)
{
    int read = 0;
    struct text record = text_growing();
    for (size_t i = 0; i < walk->recent_count && i < REPORT_TIMED_GAMES; i++) {
        struct recorded_time times[SEATS];
        struct error ignored; // agon verify tells what is wrong with records
        text_clear(&record);
        if (reader_record(r->archive->reader, walk->recent[i].row, &record, &ignored) !=
            STORED_FOUND)
            continue;
        recorded_time_read(times, record.bytes, record.length);
        recorded_time_add(sum, &times[walk->recent[i].seat]);
        read++;
    }
    text_destroy(&record);
    return read;
}

static void report_player_seconds(struct text *out, const char *key, int64_t us)
{
    if (us == RECORDED_NOT_MEASURED)
        text_format(out, ",\"%s\":null", key);
    else
        text_format(out, ",\"%s\":%.3f", key, (double)us / 1e6);
}

static void report_player_time(
    const struct report *r, const struct player_walk *walk, struct text *out)
{
    struct recorded_time sum = recorded_time_none;
    int read = report_player_read_times(r, walk, &sum);
    text_format(out, ",\"time\":{\"games\":%d", read);
    report_player_seconds(out, "charged_seconds", sum.charged_us);
    report_player_seconds(out, "cpu_seconds", sum.cpu_us);
    report_player_seconds(out, "pondered_seconds", sum.pondered_us);
    if (sum.slowest_us == RECORDED_NOT_MEASURED)
        text_string(out, ",\"slowest_ms\":null}");
    else
        text_format(out, ",\"slowest_ms\":%.3f}", (double)sum.slowest_us / 1e3);
}

// --- All together ---

static bool report_player_take(void *user, const struct store_game *g)
{
    struct player_walk *walk = user;
    if (g->first_id != walk->player && g->second_id != walk->player)
        return true;
    int seat = g->first_id == walk->player ? 0 : 1;
    int half_points = g->winner == STORE_NOBODY ? 1 : g->winner == seat ? 2 : 0;
    struct player_opening *opening = report_player_opening(walk, g->start);
    if (opening) {
        opening->games++;
        opening->half_points += half_points;
    }
    report_player_keep_recent(walk, g, seat, half_points);
    return !walk->failed;
}

bool report_player_json(const struct report *r, int player, struct text *out, struct error *e)
{
    struct player_walk walk = {
        .player = player, .openings = calloc(OPENING_PLACES, sizeof *walk.openings)};
    if (!walk.openings)
        return error_set(e, "out of memory");
    bool well = reader_walk_games(r->archive->reader, READER_BY_PAIR, report_player_take, &walk, e);
    if (well && walk.failed)
        well = error_set(e, "out of memory");
    if (well) {
        report_player_openings(&walk, out);
        report_player_recent(&walk, out);
        report_player_time(r, &walk, out);
    }
    for (size_t i = 0; i < OPENING_PLACES; i++)
        free(walk.openings[i].start);
    free(walk.openings);
    return well;
}
