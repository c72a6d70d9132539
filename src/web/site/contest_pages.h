// The pages of one stored contest, written from its file. The report is gathered when the first
// page needs it.
#ifndef AGON_WEB_SITE_CONTEST_PAGES_H
#define AGON_WEB_SITE_CONTEST_PAGES_H

#include "report/report.h"
#include "web/site/document_wish.h"

struct contest_pages {
    bool is_open, is_gathered;
    struct archive archive;
    struct report report;
    struct revision version; // of the contest when it was opened
    int64_t used_ns;         // when it was needed last
};

// `p` is all zeros, or was closed. False: `e` says why, and it is closed.
bool contest_pages_open(struct contest_pages *p, const char *path, struct error *e);
void contest_pages_close(struct contest_pages *p);

// Writes what is wanted. Returns 200, or another status and words in `e`.
int contest_pages_write(
    struct contest_pages *p, const struct documents_wish *w, struct text *out, struct error *e);
bool contest_pages_summary(struct contest_pages *p, struct documents_summary *s, struct error *e);
// The content type of what is wanted.
const char *contest_pages_type(const struct documents_wish *w);

#endif
