#include "web/site/documents.h"

#include "base/clock.h"
#include "web/site/contest_pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct documents {
    struct contest_pages open[DOCUMENTS_OPEN_MOST];
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

// --- Versions ---

static struct documents_version documents_look(const char *path)
{
    struct documents_version v = {0};
    char beside[ARCHIVE_PATH_BYTES + 8];
    struct stat s;
    snprintf(beside, sizeof beside, "%s-wal", path);
    const char *const paths[2] = {path, beside};
    for (int i = 0; i < 2; i++) {
        if (stat(paths[i], &s) != 0)
            continue;
        v.changed[i] = s.st_mtim;
        v.bytes[i] = s.st_size;
        v.files[i] = s.st_ino;
    }
    return v;
}

static bool documents_same(const struct documents_version *a, const struct documents_version *b)
{
    for (int i = 0; i < 2; i++)
        if (a->changed[i].tv_sec != b->changed[i].tv_sec ||
            a->changed[i].tv_nsec != b->changed[i].tv_nsec || a->bytes[i] != b->bytes[i] ||
            a->files[i] != b->files[i])
            return false;
    return true;
}

// The open contest of this version, opened if need be. NULL: `e` says why.
static struct contest_pages *documents_open(
    struct documents *d, const char *path, const struct documents_version *version, struct error *e)
{
    struct contest_pages *oldest = &d->open[0];
    for (int i = 0; i < DOCUMENTS_OPEN_MOST; i++) {
        struct contest_pages *p = &d->open[i];
        if (p->is_open && strcmp(p->archive.path, path) == 0) {
            if (documents_same(&p->version, version))
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

void documents_make(struct documents *d, const struct documents_wish *w, struct documents_result *r)
{
    struct error e = {0};
    memset(r, 0, sizeof *r);
    r->summary.leaders = text_growing();
    if (w->kind == DOCUMENTS_NOTHING) {
        r->status = 404;
        return;
    }
    r->version = documents_look(w->path);
    if (w->etag[0] != '\0' && !w->has_place && documents_same(&r->version, &w->version)) {
        r->status = 304;
        return;
    }
    if (r->version.files[0] == 0) {
        error_set(&e, "nothing has been played yet");
        documents_fail(r, 404, &e);
        return;
    }
    struct contest_pages *p = documents_open(d, w->path, &r->version, &e);
    if (p == NULL)
        documents_fail(r, 500, &e);
    else
        documents_make_known(p, w, r, &e);
}
