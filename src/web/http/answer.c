#include "web/http/answer.h"

#include "report/json.h"
#include "report/page_files.h"

#include <string.h>
#include <time.h>

// Beside the policy, by which nothing is loaded from elsewhere and nobody frames us.
static const char answer_security[] =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=(), usb=()\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

static const struct answer_status {
    int status;
    const char *reason, *words;
} answer_statuses[] = {
    {101, "Switching Protocols", ""},
    {200, "OK", ""},
    {202, "Accepted", ""},
    {302, "Found", ""},
    {304, "Not Modified", ""},
    {400, "Bad Request", "This request cannot be read."},
    {403, "Forbidden", "This is not allowed from another site."},
    {404, "Not Found", "There is nothing here."},
    {405, "Method Not Allowed", "This cannot be done here."},
    {408, "Request Timeout", "The request took too long."},
    {413, "Content Too Large", "The request is too large."},
    {414, "URI Too Long", "The address is too long."},
    {417, "Expectation Failed", "What the request expects is not known here."},
    {421, "Misdirected Request",
        "This name does not lead here. The address of this server is the one that agon has "
        "printed."},
    {426, "Upgrade Required", "This address is a WebSocket with the sub-protocol \"agon.1\"."},
    {431, "Request Header Fields Too Large", "The headers of the request are too large."},
    {500, "Internal Server Error", "Something failed here."},
    {501, "Not Implemented", "This coding of a request is not known here."},
    {503, "Service Unavailable", "Too much is asked at the moment. Try again soon."},
    {505, "HTTP Version Not Supported", "This server speaks HTTP/1.1."},
};

static const struct answer_status *answer_find(int status)
{
    for (size_t i = 0; i < sizeof answer_statuses / sizeof answer_statuses[0]; i++)
        if (answer_statuses[i].status == status)
            return &answer_statuses[i];
    return answer_find(500);
}

const char *answer_reason(int status)
{
    return answer_find(status)->reason;
}

const char *answer_words(int status)
{
    return answer_find(status)->words;
}

// "*", or a list of which one is ours; a weak one means the same to us.
static bool answer_matches(struct request_text list, const char *etag)
{
    size_t length = strlen(etag);
    if (request_text_is(list, "*"))
        return true;
    for (size_t i = 0; length > 0 && i + length <= list.length; i++)
        if (memcmp(list.at + i, etag, length) == 0)
            return true;
    return false;
}

void answer_pack(struct http_answer *a, const struct request *r)
{
    if (a->blob == NULL || a->blob->length < ANSWER_PACK_LEAST_BYTES)
        return;
    a->varies = true;
    struct blob *packed = r->takes_gzip ? blob_packed(a->blob) : NULL;
    if (packed == NULL)
        return;
    blob_hold(packed);
    blob_release(a->blob);
    a->blob = packed;
    a->gzipped = true;
    size_t length = strlen(a->etag);
    if (length > 0 && length + sizeof "-gz" <= sizeof a->etag)
        memcpy(a->etag + length - 1, "-gz\"", sizeof "-gz\"");
}

void answer_shorten(struct http_answer *a, const struct request *r)
{
    if (a->status != 200 || a->etag[0] == '\0' || r->if_none_match.length == 0)
        return;
    if (answer_matches(r->if_none_match, a->etag))
        a->status = 304;
}

static void answer_date(struct text *out)
{
    char date[64];
    time_t now = time(NULL);
    struct tm broken;
    // The names of days and months are English in the C locale only, which agon never leaves.
    if (gmtime_r(&now, &broken) != NULL &&
        strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &broken) > 0)
        text_format(out, "Date: %s\r\n", date);
}

void answer_head(struct text *out, const struct http_answer *a, bool closes)
{
    text_format(out, "HTTP/1.1 %d %s\r\n", a->status, answer_reason(a->status));
    answer_date(out);
    if (a->status != 304)
        text_format(out, "Content-Length: %zu\r\n", a->blob != NULL ? a->blob->length : a->length);
    if (a->type != NULL && a->status != 304)
        text_format(out, "Content-Type: %s\r\n", a->type);
    if (a->gzipped && a->status != 304)
        text_string(out, "Content-Encoding: gzip\r\n");
    if (a->varies)
        text_string(out, "Vary: Accept-Encoding\r\n");
    if (a->etag[0] != '\0')
        text_format(out, "ETag: %s\r\n", a->etag);
    text_format(out, "Cache-Control: %s\r\n", a->cache != NULL ? a->cache : "no-store");
    if (a->allow != NULL)
        text_format(out, "Allow: %s\r\n", a->allow);
    if (a->location != NULL)
        text_format(out, "Location: %s\r\n", a->location);
    if (a->status == 503)
        text_string(out, "Retry-After: 2\r\n");
    if (a->status == 426)
        text_string(out, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    if (a->name != NULL)
        text_format(out, "Content-Disposition: attachment; filename=\"%s\"\r\n", a->name);
    text_string(out, "Content-Security-Policy: ");
    page_policy(out, PAGE_SERVED);
    text_string(out, "\r\n");
    text_string(out, answer_security);
    text_string(out, closes ? "Connection: close\r\n\r\n" : "Connection: keep-alive\r\n\r\n");
}

struct http_answer answer_error(int status, const char *words)
{
    struct text out = text_growing();
    text_format(&out, "{\"status\":%d,\"words\":", status);
    text_json(&out, words);
    json_schema(&out, "error/1");
    text_string(&out, "}\n");
    struct http_answer a = {
        .status = status, .type = "application/json", .blob = blob_of_text(&out)};
    text_destroy(&out);
    return a;
}
