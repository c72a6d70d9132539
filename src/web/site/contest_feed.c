#include "web/site/contest_feed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Without the tables of all meetings, which grow with the square of the players.
static const char *const contest_feed_keys[] = {"games", "pairs", "over", "standings", "progress",
    "state", "words", "live", "faulty_games", "history", "rounds", "bracket", "upcoming", NULL};

// --- Picking ---

// The end of the value that begins at `at`: where the comma or the brace behind it is.
static const char *contest_feed_skip(const char *at, const char *end)
{
    int depth = 0;
    bool quoted = false;
    for (; at < end; at++) {
        if (quoted) {
            if (*at == '\\')
                at++;
            else if (*at == '"')
                quoted = false;
            continue;
        }
        if (*at == '"')
            quoted = true;
        else if (*at == '{' || *at == '[')
            depth++;
        else if ((*at == '}' || *at == ']') && depth-- == 0)
            return at;
        else if (*at == ',' && depth == 0)
            return at;
    }
    return end;
}

static bool contest_feed_wants(const char *key, size_t length, const char *const keys[])
{
    for (int i = 0; keys[i] != NULL; i++)
        if (strlen(keys[i]) == length && memcmp(keys[i], key, length) == 0)
            return true;
    return false;
}

void contest_feed_pick(struct text *out, const char *json, size_t length, const char *const keys[])
{
    const char *end = json + length, *comma = "";
    text_char(out, '{');
    // Our own documents: no blanks, no escapes in keys.
    for (const char *at = json + 1; at < end && *at == '"';) {
        const char *close = memchr(at + 1, '"', (size_t)(end - at - 1));
        if (close == NULL)
            break;
        const char *next = contest_feed_skip(close + 2 < end ? close + 2 : end, end);
        if (contest_feed_wants(at + 1, (size_t)(close - at - 1), keys)) {
            text_string(out, comma);
            text_bytes(out, at, (size_t)(next - at));
            comma = ",";
        }
        at = next + 1;
    }
    text_char(out, '}');
}

// --- Frames ---

static void contest_feed_take(
    struct web_show *show, const char *json, size_t length, const char *etag)
{
    struct text out = text_growing();
    if (show->frame != NULL && strcmp(show->frame_etag, etag) == 0)
        return;
    text_string(&out, "{\"contest\":");
    contest_feed_pick(&out, json, length, contest_feed_keys);
    text_char(&out, '}');
    struct blob *frame = blob_frame(&out);
    text_destroy(&out);
    if (frame == NULL)
        return;
    blob_release(show->frame);
    show->frame = frame;
    show->frame_number++;
    memcpy(show->frame_etag, etag, sizeof show->frame_etag);
}

static void contest_feed_ready(struct shelf_waiter *w, const struct shelf_document *d)
{
    struct web_show *show = w->user;
    show->frame_waiter = NULL;
    if (d->body != NULL)
        contest_feed_take(show, d->body->bytes, d->body->length, d->etag);
    free(w);
}

void contest_feed_wish(
    struct web_show *show, const struct route *route, struct documents_wish *wish, struct text *key)
{
    *wish = (struct documents_wish){.kind = DOCUMENTS_PAGE, .route = *route};
    memcpy(wish->path, show->path, sizeof wish->path);
    memcpy(wish->route.slug, show->slug, sizeof show->slug);
    if (route->kind == ROUTE_CONTEST || route->kind == ROUTE_PLAYER) {
        wish->has_place = true;
        show_place(show, &wish->place);
    }
    text_format(key, "page\n%d\n%d\n%" PRId64 "\n%" PRId64 "\n%s\n%s\n%s\n%s\n%s", route->kind,
        route->form, route->number, route->from, show->slug, route->name, route->player,
        route->verdict, route->form == ROUTE_PAGE && route->kind == ROUTE_GAME ? route->me : "");
}

static void contest_feed_look_match(struct web_show *show)
{
    char etag[ANSWER_ETAG_BYTES];
    struct text live = text_growing(), out = text_growing();
    show_live_json(show, &live);
    struct error e;
    bool well = kept_games_report(&out, &show->kept, show_name(show), &live, &e);
    documents_etag(etag, out.bytes, out.length);
    if (well)
        contest_feed_take(show, out.bytes, out.length, etag);
    text_destroy(&live);
    text_destroy(&out);
}

void contest_feed_look(struct site *s, struct web_show *show)
{
    static const struct route route = {.kind = ROUTE_CONTEST, .form = ROUTE_JSON};
    char bytes[SHELF_KEY_BYTES];
    struct text key = TEXT_IN(bytes);
    struct documents_wish wish;
    if (show->is_match) {
        contest_feed_look_match(show);
        return;
    }
    if (show->frame_waiter != NULL)
        return;
    struct shelf_waiter *w = calloc(1, sizeof *w);
    if (w == NULL)
        return;
    *w = (struct shelf_waiter){.ready = contest_feed_ready, .user = show};
    show->frame_waiter = w;
    contest_feed_wish(show, &route, &wish, &key);
    if (!shelf_ask(s->shelf, bytes, &wish, w)) {
        show->frame_waiter = NULL;
        free(w);
    }
}
