#include "web/site/live_game.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct live_game *live_game_create_empty(struct web_show *s, int64_t number)
{
    struct live_game *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    *g = (struct live_game){.show = s, .number = number, .lines = text_growing()};
    g->replay = game_replay_create(s->is_match || s->summary.shows_stderr);
    g->used_ns = clock_now_ns();
    if (g->replay != NULL)
        return g;
    free(g);
    return NULL;
}

struct live_game *live_game_create(struct web_show *s, int64_t number)
{
    struct text record = text_growing();
    struct live_game *g = NULL;
    if (show_copy_record(s, number, 0, &record) && !record.cut) {
        g = live_game_create_empty(s, number);
        if (g != NULL)
            live_game_feed(g, record.bytes, record.length);
    }
    text_destroy(&record);
    return g;
}

void live_game_destroy(struct live_game *g)
{
    game_replay_destroy(g->replay);
    text_destroy(&g->lines);
    blob_release(g->frame);
    free(g->ends);
    free(g);
}

void live_game_fail(struct live_game *g, const char *words)
{
    g->failed = true;
    snprintf(g->words, sizeof g->words, "%s", words);
}

// Notes where the new lines end.
static bool live_game_index(struct live_game *g, size_t from)
{
    for (size_t at = from; at < g->lines.length; at++) {
        if (g->lines.bytes[at] != '\n')
            continue;
        if (g->count == g->capacity) {
            size_t capacity = g->capacity == 0 ? 256 : 2 * g->capacity;
            size_t *ends = realloc(g->ends, capacity * sizeof *ends);
            if (ends == NULL)
                return false;
            g->ends = ends;
            g->capacity = capacity;
        }
        g->ends[g->count++] = at + 1;
    }
    return true;
}

// When the game began by our clock: not later than now less the time of its newest line.
static void live_game_tell_time(struct live_game *g, size_t from)
{
    static const char key[] = "\"at_us\":";
    const char *found = NULL;
    if (from >= g->lines.length)
        return;
    for (const char *at = g->lines.bytes + from; (at = strstr(at, key)) != NULL; at++)
        found = at;
    if (found == NULL)
        return;
    int64_t at_us = strtoll(found + sizeof key - 1, NULL, 10);
    int64_t began_ns = clock_now_ns() - at_us * 1000;
    if (g->began_ns == 0 || began_ns < g->began_ns)
        g->began_ns = began_ns;
}

void live_game_feed(struct live_game *g, const char *bytes, size_t length)
{
    struct error e = {0};
    size_t from = g->lines.length;
    if (g->failed || length == 0)
        return;
    g->record_bytes += length;
    if (!game_replay_feed(g->replay, bytes, length, &g->lines, &e)) {
        live_game_fail(g, e.words);
        return;
    }
    if (g->lines.cut || !live_game_index(g, from)) {
        live_game_fail(g, "out of memory");
        return;
    }
    live_game_tell_time(g, from);
    g->over = game_replay_is_over(g->replay);
}

void live_game_reset(struct live_game *g)
{
    struct game_replay *fresh =
        game_replay_create(g->show->is_match || g->show->summary.shows_stderr);
    if (fresh == NULL) {
        live_game_fail(g, "out of memory");
        return;
    }
    game_replay_destroy(g->replay);
    g->replay = fresh;
    text_clear(&g->lines);
    blob_release(g->frame);
    g->frame = NULL;
    g->count = g->record_bytes = 0;
    g->began_ns = 0;
    g->over = g->failed = false;
    g->epoch++;
}

void live_game_look(struct live_game *g)
{
    struct text record = text_growing();
    if (g->over || g->failed || g->fetching)
        return;
    if (show_copy_record(g->show, g->number, g->record_bytes, &record) && !record.cut)
        live_game_feed(g, record.bytes, record.length);
    text_destroy(&record);
}

// Lines, each ended by "\n", as the items of an array.
static void live_game_items(struct text *out, const char *lines, size_t length)
{
    for (const char *at = lines, *end = lines + length; at < end;) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        text_string(out, at > lines ? "," : "");
        text_bytes(out, at, (size_t)(feed - at));
        at = feed + 1;
    }
}

struct blob *live_game_frame(struct live_game *g, size_t from, size_t *to)
{
    size_t begin = from == 0 ? 0 : g->ends[from - 1], last = from;
    while (last < g->count && (last == from || g->ends[last] - begin <= LIVE_GAME_FRAME_BYTES))
        last++;
    *to = last;
    if (g->frame != NULL && g->frame_from == from && g->frame_to == last)
        return g->frame;
    if (last == from)
        return NULL;
    struct text out = text_growing();
    text_format(&out, "{\"from\":%zu,\"lines\":[", from);
    live_game_items(&out, g->lines.bytes + begin, g->ends[last - 1] - begin);
    text_format(&out, "],\"now_us\":%" PRId64 "}",
        g->began_ns == 0 ? 0 : (clock_now_ns() - g->began_ns) / 1000);
    blob_release(g->frame);
    g->frame = blob_frame(&out);
    g->frame_from = from;
    g->frame_to = last;
    text_destroy(&out);
    return g->frame;
}

struct blob *live_game_time(const struct live_game *g)
{
    struct text out = text_growing();
    if (g->began_ns == 0)
        return NULL;
    text_format(&out, "{\"from\":%zu,\"lines\":[],\"now_us\":%" PRId64 "}", g->count,
        (clock_now_ns() - g->began_ns) / 1000);
    struct blob *frame = blob_frame(&out);
    text_destroy(&out);
    return frame;
}

bool live_game_document(const struct live_game *g, struct text *out)
{
    struct game_replay_place place = {.slug = g->show->slug,
        .name = show_name(g->show),
        .number = g->number,
        .previous = g->number > 1 ? g->number - 1 : 0,
        .live = !g->over};
    return game_replay_document(g->replay, &place, &g->lines, out);
}
