#include "web/http/request.h"

#include <string.h>
#include <strings.h>

static bool request_is_token(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
        (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

bool request_text_is(struct request_text t, const char *string)
{
    return strlen(string) == t.length && memcmp(t.at, string, t.length) == 0;
}

bool request_text_is_nocase(struct request_text t, const char *string)
{
    return strlen(string) == t.length && strncasecmp(t.at, string, t.length) == 0;
}

static struct request_text request_trimmed(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    while (at < end && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    return (struct request_text){at, (size_t)(end - at)};
}

// Cuts the first item off a list: "gzip;q=0.5, br" gives "gzip;q=0.5".
static struct request_text request_first(struct request_text *list)
{
    const char *end = list->at + list->length;
    const char *comma = memchr(list->at, ',', list->length);
    struct request_text item = request_trimmed(list->at, comma != NULL ? comma : end);
    list->at = comma != NULL ? comma + 1 : end;
    list->length = (size_t)(end - list->at);
    return item;
}

static struct request_text request_without_parameters(struct request_text item)
{
    const char *end = memchr(item.at, ';', item.length);
    return end != NULL ? request_trimmed(item.at, end) : item;
}

bool request_list_has(struct request_text list, const char *word)
{
    while (list.length > 0) {
        struct request_text item = request_first(&list);
        if (request_text_is_nocase(request_without_parameters(item), word))
            return true;
    }
    return false;
}

// "gzip;q=0" says that it is not wanted.
static bool request_takes_gzip(struct request_text list)
{
    while (list.length > 0) {
        struct request_text item = request_first(&list);
        if (!request_text_is_nocase(request_without_parameters(item), "gzip"))
            continue;
        const char *q = memchr(item.at, '=', item.length);
        if (q == NULL)
            return true;
        for (q++; q < item.at + item.length; q++)
            if (*q >= '1' && *q <= '9')
                return true;
        return false;
    }
    return false;
}

// --- The first line ---

static enum request_method request_method_of(struct request_text t)
{
    static const struct {
        const char *name;
        enum request_method method;
    } rows[] = {{"GET", REQUEST_GET}, {"HEAD", REQUEST_HEAD}, {"POST", REQUEST_POST}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (request_text_is(t, rows[i].name))
            return rows[i].method;
    return REQUEST_OTHER;
}

static bool request_version(struct request *r, struct request_text version, int *status)
{
    if (request_text_is(version, "HTTP/1.1")) {
        r->keeps_alive = true;
        return true;
    }
    if (request_text_is(version, "HTTP/1.0"))
        return true;
    *status = version.length == 8 && memcmp(version.at, "HTTP/", 5) == 0 ? 505 : 400;
    return false;
}

// Letters, digits and what else a name, a number and a port have: "[::1]:8080". Whoever reads a
// space, a comma or a slash there may take the host for another one than we do.
static bool request_is_host(struct request_text host)
{
    for (size_t i = 0; i < host.length; i++) {
        unsigned char c = (unsigned char)host.at[i];
        bool letter = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!letter && (c == '\0' || strchr("-._~%:[]", c) == NULL))
            return false;
    }
    return true;
}

// Takes "http://host" off a target, into `named`. False: it names no host, or a user.
static bool request_take_authority(struct request_text *target, struct request_text *named)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (int i = 0; i < 2; i++) {
        size_t scheme = strlen(schemes[i]), end = scheme;
        if (target->length < scheme || strncasecmp(target->at, schemes[i], scheme) != 0)
            continue;
        while (end < target->length && strchr("/?#", target->at[end]) == NULL)
            end++;
        bool has_path = end < target->length && target->at[end] == '/';
        *named = (struct request_text){target->at + scheme, end - scheme};
        // Without a path it is "/", of which there is one at the end of the scheme.
        *target = has_path ? (struct request_text){target->at + end, target->length - end}
                           : (struct request_text){target->at + scheme - 1, 1};
        return named->length > 0 && request_is_host(*named);
    }
    return true;
}

// "GET /contests/spring HTTP/1.1", without the end of the line. `named`: a host in it.
static bool request_read_line(
    struct request *r, struct request_text *named, const char *at, const char *end, int *status)
{
    *status = 400;
    const char *space = memchr(at, ' ', (size_t)(end - at));
    if (space == NULL || space == at)
        return false;
    for (const char *c = at; c < space; c++)
        if (!request_is_token((unsigned char)*c))
            return false;
    r->method_text = (struct request_text){at, (size_t)(space - at)};
    r->method = request_method_of(r->method_text);
    const char *target = space + 1, *second = memchr(target, ' ', (size_t)(end - target));
    if (second == NULL || second == target)
        return false;
    for (const char *c = target; c < second; c++)
        if ((unsigned char)*c <= ' ' || (unsigned char)*c >= 0x7F)
            return false;
    r->target = (struct request_text){target, (size_t)(second - target)};
    return request_take_authority(&r->target, named) &&
        request_version(r, (struct request_text){second + 1, (size_t)(end - second - 1)}, status);
}

// --- Headers ---

// What is remembered until all headers have been read.
struct request_seen {
    int hosts, lengths, codings;
    bool closes, wants_upgrade; // a word of any line of `Connection`
    struct request_text upgrade, length, encoding, expect;
};

static void request_keep(struct request *r, struct request_seen *seen, struct request_text name,
    struct request_text value)
{
    const struct {
        const char *name;
        struct request_text *to;
        int *count;
    } rows[] = {
        {"host", &r->host, &seen->hosts},
        {"origin", &r->origin, NULL},
        {"if-none-match", &r->if_none_match, NULL},
        {"user-agent", &r->user_agent, NULL},
        {"sec-websocket-key", &r->ws_key, NULL},
        {"sec-websocket-version", &r->ws_version, NULL},
        {"sec-websocket-protocol", &r->ws_protocol, NULL},
        {"upgrade", &seen->upgrade, NULL},
        {"content-length", &seen->length, &seen->lengths},
        {"transfer-encoding", NULL, &seen->codings},
        {"accept-encoding", &seen->encoding, NULL},
        {"expect", &seen->expect, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!request_text_is_nocase(name, rows[i].name))
            continue;
        if (rows[i].to != NULL)
            *rows[i].to = value;
        if (rows[i].count != NULL)
            ++*rows[i].count;
    }
    if (request_text_is_nocase(name, "connection")) {
        seen->closes = seen->closes || request_list_has(value, "close");
        seen->wants_upgrade = seen->wants_upgrade || request_list_has(value, "upgrade");
    }
}

// "Name: value", without the end of the line. No space before the colon, no folded lines.
static bool request_read_header(
    struct request *r, struct request_seen *seen, const char *at, const char *end)
{
    const char *colon = memchr(at, ':', (size_t)(end - at));
    if (colon == NULL || colon == at)
        return false;
    for (const char *c = at; c < colon; c++)
        if (!request_is_token((unsigned char)*c))
            return false;
    for (const char *c = colon + 1; c < end; c++)
        if (((unsigned char)*c < ' ' && *c != '\t') || *c == 0x7F)
            return false;
    request_keep(
        r, seen, (struct request_text){at, (size_t)(colon - at)}, request_trimmed(colon + 1, end));
    return true;
}

// How long the body is. One number of digits only; a length that is given twice is refused also
// where both are the same.
static int request_read_length(struct request *r, const struct request_seen *seen)
{
    if (seen->codings > 0)
        return seen->lengths > 0 ? 400 : 501;
    if (seen->lengths == 0)
        return 0;
    if (seen->lengths > 1 || seen->length.length == 0)
        return 400;
    for (size_t i = 0; i < seen->length.length; i++) {
        char c = seen->length.at[i];
        if (c < '0' || c > '9')
            return 400;
        if (r->body_bytes <= REQUEST_BODY_BYTES_MOST)
            r->body_bytes = 10 * r->body_bytes + (size_t)(c - '0');
    }
    return r->body_bytes > REQUEST_BODY_BYTES_MOST ? 413 : 0;
}

static int request_conclude(struct request *r, const struct request_seen *seen)
{
    bool is_1_1 = r->keeps_alive;
    if (seen->hosts > 1 || (is_1_1 && (seen->hosts == 0 || r->host.length == 0)))
        return 400;
    if (!request_is_host(r->host))
        return 400;
    if (seen->closes)
        r->keeps_alive = false;
    r->takes_gzip = request_takes_gzip(seen->encoding);
    r->upgrades = is_1_1 && seen->wants_upgrade && request_list_has(seen->upgrade, "websocket");
    int failed = request_read_length(r, seen);
    // Nobody needs to ask before sending the little that may be sent.
    return failed == 0 && seen->expect.length > 0 && r->body_bytes > 0 ? 417 : failed;
}

// --- The whole ---

// The end of the line that begins at `at`: where its CR is. NULL: it is not there yet. A line feed
// without a CR before it sets `wrong`.
static const char *request_line_end(const char *at, const char *end, bool *wrong)
{
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    if (feed == NULL)
        return NULL;
    if (feed == at || feed[-1] != '\r') {
        *wrong = true;
        return NULL;
    }
    return feed - 1;
}

static enum request_step request_fail(int *status, int with)
{
    *status = with;
    return REQUEST_WRONG;
}

static enum request_step request_read_headers(
    struct request *r, const char *bytes, const char *at, const char *end, int *status)
{
    struct request_seen seen = {0};
    const char *first = at;
    for (int count = 0;; count++) {
        bool wrong = false;
        const char *line = request_line_end(at, end, &wrong);
        size_t used = (size_t)((line != NULL ? line : end) - first);
        if (used > REQUEST_HEADER_BYTES_MOST || count > REQUEST_HEADERS_MOST)
            return request_fail(status, 431);
        if (wrong)
            return request_fail(status, 400);
        if (line == NULL)
            return REQUEST_MORE;
        if (line == at) {
            r->head_bytes = (size_t)(line + 2 - bytes);
            break;
        }
        if (!request_read_header(r, &seen, at, line))
            return request_fail(status, 400);
        at = line + 2;
    }
    int failed = request_conclude(r, &seen);
    return failed != 0 ? request_fail(status, failed) : REQUEST_READ;
}

// Whether a first line that is not whole yet can still become one: a browser that speaks TLS to a
// port without it is told at once.
static bool request_may_become(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length && bytes[i] != ' '; i++)
        if (!request_is_token((unsigned char)bytes[i]))
            return false;
    return true;
}

enum request_step request_read(struct request *r, const char *bytes, size_t length, int *status)
{
    *r = (struct request){0};
    const char *end = bytes + length;
    bool wrong = false;
    const char *line = length > 0 ? request_line_end(bytes, end, &wrong) : NULL;
    if ((size_t)((line != NULL ? line : end) - bytes) > REQUEST_LINE_BYTES_MOST)
        return request_fail(status, 414);
    if (wrong || (line == NULL && !request_may_become(bytes, length)))
        return request_fail(status, 400);
    if (line == NULL)
        return REQUEST_MORE;
    struct request_text named = {0};
    if (!request_read_line(r, &named, bytes, line, status))
        return REQUEST_WRONG;
    enum request_step step = request_read_headers(r, bytes, line + 2, end, status);
    if (named.length > 0)
        r->host = named;
    return step;
}
