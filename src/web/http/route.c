#include "web/http/route.h"

#include <string.h>

enum { ROUTE_PARTS_MOST = 6, ROUTE_DIGITS_MOST = 15 };

static int route_hex(char c)
{
    return c >= '0' && c <= '9' ? c - '0'
        : c >= 'a' && c <= 'f'  ? c - 'a' + 10
        : c >= 'A' && c <= 'F'  ? c - 'A' + 10
                                : -1;
}

// Writes the text without its percent signs. Returns 200, 400 if an escape is wrong, or 404 if it
// is too long for anything that there is. `plus`: a plus sign is a space, as in queries.
static int route_decode(struct request_text from, bool plus, char *to, size_t capacity)
{
    size_t length = 0;
    for (size_t i = 0; i < from.length; i++) {
        int c = (unsigned char)from.at[i];
        if (c == '%') {
            bool whole = i + 2 < from.length;
            int high = whole ? route_hex(from.at[i + 1]) : -1;
            int low = whole ? route_hex(from.at[i + 2]) : -1;
            if (high < 0 || low < 0 || (high == 0 && low == 0))
                return 400;
            c = high * 16 + low;
            i += 2;
        } else if (plus && c == '+') {
            c = ' ';
        }
        if (length + 1 >= capacity)
            return 404;
        to[length++] = (char)c;
    }
    to[length] = '\0';
    return 200;
}

// A number from 1 on, without leading zeros, so that a page has one address.
static int route_number(struct request_text t, int64_t *number)
{
    if (t.length == 0 || t.length > ROUTE_DIGITS_MOST || t.at[0] == '0')
        return 404;
    *number = 0;
    for (size_t i = 0; i < t.length; i++) {
        if (t.at[i] < '0' || t.at[i] > '9')
            return 404;
        *number = 10 * *number + (t.at[i] - '0');
    }
    return 200;
}

// --- The query ---

static int route_field(struct route *r, struct request_text key, struct request_text value)
{
    const struct {
        const char *key;
        char *to;
        size_t capacity;
    } rows[] = {
        {"player", r->player, sizeof r->player},
        {"verdict", r->verdict, sizeof r->verdict},
        {"position", r->position, sizeof r->position},
        {"move", r->move, sizeof r->move},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!request_text_is(key, rows[i].key))
            continue;
        return rows[i].to[0] != '\0' ||
                route_decode(value, true, rows[i].to, rows[i].capacity) != 200
            ? 400
            : 200;
    }
    // A name that cannot be read is nobody's: the page is shown all the same.
    if (request_text_is(key, "me") && route_decode(value, true, r->me, sizeof r->me) != 200)
        r->me[0] = '\0';
    if (request_text_is(key, "from"))
        return request_text_is(value, "0") || route_number(value, &r->from) == 200 ? 200 : 400;
    return 200;
}

// Keys that nobody knows are left to the page.
static int route_query(struct route *r, struct request_text query)
{
    const char *end = query.at + query.length;
    for (const char *at = query.at; at < end;) {
        const char *stop = memchr(at, '&', (size_t)(end - at));
        stop = stop != NULL ? stop : end;
        const char *equals = memchr(at, '=', (size_t)(stop - at));
        if (equals != NULL) {
            struct request_text key = {at, (size_t)(equals - at)};
            struct request_text value = {equals + 1, (size_t)(stop - equals - 1)};
            if (route_field(r, key, value) != 200)
                return 400;
        }
        at = stop + 1;
    }
    return 200;
}

// --- The path ---

struct route_path {
    struct request_text parts[ROUTE_PARTS_MOST];
    int count;
};

// False: it has more parts than any address.
static bool route_split(struct route_path *p, struct request_text path)
{
    const char *end = path.at + path.length;
    p->count = 0;
    for (const char *at = path.at + 1; at < end || (at == end && p->count > 0);) {
        const char *slash = at < end ? memchr(at, '/', (size_t)(end - at)) : NULL;
        if (p->count == ROUTE_PARTS_MOST)
            return false;
        const char *stop = slash != NULL ? slash : end;
        p->parts[p->count++] = (struct request_text){at, (size_t)(stop - at)};
        if (slash == NULL)
            break;
        at = slash + 1;
    }
    return true;
}

static bool route_cut_end(struct request_text *t, const char *end)
{
    size_t length = strlen(end);
    if (t->length <= length || memcmp(t->at + t->length - length, end, length) != 0)
        return false;
    t->length -= length;
    return true;
}

// Takes ".json" off the last part of the path.
static void route_take_form(struct route *r, struct request_text *last)
{
    r->form = route_cut_end(last, ".json") ? ROUTE_JSON
        : route_cut_end(last, ".jsonl")    ? ROUTE_RECORD
        : route_cut_end(last, ".txt")      ? ROUTE_TEXT
                                           : ROUTE_PAGE;
}

static int route_contest(struct route *r, const struct route_path *p)
{
    int status = route_decode(p->parts[1], false, r->slug, sizeof r->slug);
    if (status != 200)
        return status;
    r->kind = ROUTE_CONTEST;
    if (p->count == 2)
        return 200;
    bool of_games = request_text_is(p->parts[2], "games");
    if (p->count == 3 && of_games) {
        r->kind = ROUTE_GAMES;
        return 200;
    }
    if (p->count == 4 && of_games) {
        r->kind = ROUTE_GAME;
        return route_number(p->parts[3], &r->number);
    }
    if (p->count == 4 && request_text_is(p->parts[2], "players")) {
        r->kind = ROUTE_PLAYER;
        return route_decode(p->parts[3], false, r->name, sizeof r->name);
    }
    if (p->count != 5 || !of_games || !request_text_is(p->parts[4], "analysis") ||
        r->form != ROUTE_JSON)
        return 404;
    r->kind = ROUTE_ANALYSIS;
    return route_number(p->parts[3], &r->number);
}

static int route_rules(struct route *r, const struct route_path *p)
{
    r->kind = ROUTE_RULES;
    if (p->count == 3) {
        if (!request_text_is(p->parts[2], "try") || r->form != ROUTE_JSON)
            return 404;
        r->kind = ROUTE_TRY;
    }
    return p->count > 3 ? 404 : route_decode(p->parts[1], false, r->word, sizeof r->word);
}

// What lies at the top: the home page, and what is not a page.
static int route_top(struct route *r, struct request_text whole)
{
    static const struct {
        const char *path;
        enum route_kind kind;
        enum route_form form;
    } rows[] = {
        {"", ROUTE_HOME, ROUTE_PAGE},
        {"index.json", ROUTE_HOME, ROUTE_JSON},
        {"fleet", ROUTE_FLEET, ROUTE_PAGE},
        {"fleet.json", ROUTE_FLEET, ROUTE_JSON},
        {"openapi.json", ROUTE_OPENAPI, ROUTE_JSON},
        {"healthz", ROUTE_HEALTH, ROUTE_JSON},
        {"feed", ROUTE_FEED, ROUTE_JSON},
        {"agon.js", ROUTE_FILE, ROUTE_TEXT},
        {"agon.css", ROUTE_FILE, ROUTE_TEXT},
        {"favicon.svg", ROUTE_FILE, ROUTE_TEXT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!request_text_is(whole, rows[i].path))
            continue;
        r->kind = rows[i].kind;
        r->form = rows[i].form;
        return route_decode(whole, false, r->word, sizeof r->word);
    }
    return 404;
}

static int route_path(struct route *r, struct request_text path)
{
    struct route_path p;
    struct request_text whole = {path.at + 1, path.length - 1};
    if (memchr(whole.at, '/', whole.length) == NULL)
        return route_top(r, whole);
    if (!route_split(&p, path))
        return 404;
    // The schemas of documents lie where openapi.json says: "json/home.schema.json".
    if (request_text_is(p.parts[0], "json")) {
        r->kind = ROUTE_FILE;
        r->form = ROUTE_JSON;
        return route_decode(whole, false, r->word, sizeof r->word);
    }
    route_take_form(r, &p.parts[p.count - 1]);
    int status = request_text_is(p.parts[0], "contests") ? route_contest(r, &p)
        : request_text_is(p.parts[0], "rules")           ? route_rules(r, &p)
                                                         : 404;
    bool as_file = r->form == ROUTE_RECORD || r->form == ROUTE_TEXT;
    return status == 200 && as_file && r->kind != ROUTE_GAME ? 404 : status;
}

int route_read(struct route *r, struct request_text target)
{
    memset(r, 0, sizeof *r);
    r->kind = ROUTE_KINDS;
    if (target.length == 0 || target.at[0] != '/')
        return 400;
    const char *mark = memchr(target.at, '?', target.length);
    size_t path_bytes = mark != NULL ? (size_t)(mark - target.at) : target.length;
    int status = route_path(r, (struct request_text){target.at, path_bytes});
    if (status != 200 || mark == NULL)
        return status;
    return route_query(r, (struct request_text){mark + 1, target.length - path_bytes - 1});
}

bool route_leads_on(struct request_text target, struct text *to)
{
    struct route ignored;
    const char *mark = memchr(target.at, '?', target.length), *end = target.at + target.length;
    struct request_text path = {target.at, (size_t)((mark != NULL ? mark : end) - target.at)};
    const size_t whole = path.length;
    while (path.length > 1 && path.at[path.length - 1] == '/')
        path.length--;
    if (request_text_is(path, "/contests") || request_text_is(path, "/rules")) {
        text_char(to, '/');
        return true;
    }
    if (request_text_is(path, "/.json")) {
        text_string(to, "/index.json");
        return true;
    }
    if (path.length == whole || path.length == 1 || route_read(&ignored, path) != 200)
        return false;
    text_bytes(to, path.at, path.length);
    text_bytes(to, path.at + whole, (size_t)(end - path.at) - whole);
    return true;
}
