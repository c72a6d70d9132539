#include "web/site/documents.h"

#include "base/clock.h"
#include "store/postgres.h"
#include "web/site/contest_pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DOCUMENTS_RETRY_MS = 1000 };

struct documents {
    struct contest_pages open[DOCUMENTS_OPEN_MOST];
    int64_t retry_ns;  // a database is not asked before this time,
    struct error away; // since this was wrong with it
};

struct documents *documents_create(void)
{
    return calloc(1, sizeof(struct documents));
}

void documents_destroy(struct documents *d)
{
    if (d == NULL)
        return;
    for (int i = 0; i < DOCUMENTS_OPEN_MOST; i++)
        contest_pages_close(&d->open[i]);
    free(d);
}

bool documents_tidy(struct documents *d)
{
    bool any = false;
    int64_t now_ns = clock_now_ns();
    for (int i = 0; i < DOCUMENTS_OPEN_MOST; i++) {
        struct contest_pages *p = &d->open[i];
        if (p->is_open && now_ns - p->used_ns > DOCUMENTS_OPEN_MS * NS_PER_MS)
            contest_pages_close(p);
        any = any || p->is_open;
    }
    return any;
}

void documents_etag(char etag[ANSWER_ETAG_BYTES], const char *bytes, size_t length)
{
    unsigned char digest[SHA256_BYTES];
    struct sha256 s = sha256_begin();
    sha256_add(&s, bytes, length);
    sha256_end(&s, digest);
    struct text out = text_fixed(etag, ANSWER_ETAG_BYTES);
    text_char(&out, '"');
    for (int i = 0; i < 16; i++)
        text_format(&out, "%02x", digest[i]);
    text_char(&out, '"');
}

// --- Contests that are open ---

// A database that could not be reached is left alone for a moment: to try again may take long.
static bool documents_look(
    struct documents *d, const char *path, struct revision *version, struct error *e)
{
    const int64_t now_ns = clock_now_ns();
    *version = (struct revision){0};
    if (now_ns < d->retry_ns && postgres_is_place(path)) {
        *e = d->away;
        return false;
    }
    if (revision_look(version, path, e))
        return true;
    // What libpq says names machines, and is not for viewers.
    error_set(e, "the database cannot be reached at the moment");
    d->away = *e;
    d->retry_ns = clock_now_ns() + DOCUMENTS_RETRY_MS * NS_PER_MS + 2 * (clock_now_ns() - now_ns);
    return false;
}

// The open contest of this version, opened if need be. NULL: `e` says why.
static struct contest_pages *documents_open(
    struct documents *d, const char *path, const struct revision *version, struct error *e)
{
    struct contest_pages *oldest = &d->open[0];
    for (int i = 0; i < DOCUMENTS_OPEN_MOST; i++) {
        struct contest_pages *p = &d->open[i];
        if (p->is_open && strcmp(p->archive.path, path) == 0) {
            if (revision_equal(&p->version, version))
                return p;
            oldest = p;
            break;
        }
        if (!p->is_open || (oldest->is_open && p->used_ns < oldest->used_ns))
            oldest = p;
    }
    contest_pages_close(oldest);
    oldest->version = *version;
    return contest_pages_open(oldest, path, e) ? oldest : NULL;
}

// --- Making ---

static void documents_finish(
    const struct documents_wish *w, struct documents_result *r, struct text *out)
{
    if (out->cut || out->length > DOCUMENTS_BYTES_MOST) {
        r->status = 500;
        snprintf(r->words, sizeof r->words, "This document is too large.");
        return;
    }
    documents_etag(r->etag, out->bytes, out->length);
    r->body = blob_of_text(out);
    r->status = r->body == NULL ? 503 : strcmp(r->etag, w->etag) == 0 ? 304 : 200;
}

static void documents_fail(struct documents_result *r, int status, const struct error *e)
{
    r->status = status;
    snprintf(r->words, sizeof r->words, "%s.", e->words);
}

static void documents_make_known(struct contest_pages *p, const struct documents_wish *w,
    struct documents_result *r, struct error *e)
{
    struct text out = text_growing();
    p->used_ns = clock_now_ns();
    r->type = contest_pages_type(w);
    int status = w->kind == DOCUMENTS_SUMMARY
        ? (contest_pages_summary(p, &r->summary, e) ? 200 : 500)
        : contest_pages_write(p, w, &out, e);
    if (status != 200)
        documents_fail(r, status, e);
    else if (w->kind == DOCUMENTS_SUMMARY)
        r->status = 200;
    else
        documents_finish(w, r, &out);
    text_destroy(&out);
}

// The database cannot be reached: what was read of the contest is still there, maybe.
static void documents_make_from_memory(struct documents *d, const struct documents_wish *w,
    struct documents_result *r, struct error *e)
{
    for (int i = 0; i < DOCUMENTS_OPEN_MOST; i++) {
        struct contest_pages *p = &d->open[i];
        if (!p->is_open || !p->is_gathered || strcmp(p->archive.path, w->path) != 0)
            continue;
        r->version = p->version;
        documents_make_known(p, w, r, e);
        if (r->status == 500)
            r->status = 503;
        return;
    }
    documents_fail(r, 503, e);
}

void documents_make(struct documents *d, const struct documents_wish *w, struct documents_result *r)
{
    struct error e = {0};
    memset(r, 0, sizeof *r);
    r->summary.leaders = text_growing();
    if (w->kind == DOCUMENTS_NOTHING) {
        r->status = 404;
        return;
    }
    if (!documents_look(d, w->path, &r->version, &e)) {
        documents_make_from_memory(d, w, r, &e);
        return;
    }
    if (w->etag[0] != '\0' && !w->has_place && revision_equal(&r->version, &w->version)) {
        r->status = 304;
        return;
    }
    if (!r->version.exists) {
        error_set(&e, "nothing has been played yet");
        documents_fail(r, 404, &e);
        return;
    }
    struct contest_pages *p = documents_open(d, w->path, &r->version, &e);
    if (p == NULL && postgres_is_place(w->path))
        error_set(&e, "the contest cannot be read from the database");
    if (p == NULL)
        documents_fail(r, postgres_is_place(w->path) ? 503 : 500, &e);
    else
        documents_make_known(p, w, r, &e);
}
