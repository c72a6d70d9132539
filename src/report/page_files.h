// The files behind the pages: script, style and the texts of docs/ that pages show. They are part
// of the program: web/join makes them of the files in web/, and web/embed puts them in.
#ifndef AGON_REPORT_PAGE_FILES_H
#define AGON_REPORT_PAGE_FILES_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct page_file {
    const char *path; // "agon.js"
    const char *type; // "text/javascript; charset=utf-8"; NULL: it is not for browsers
    const char *bytes;
    size_t length;
    const char *gzipped; // the same bytes, smaller; NULL where `type` is
    size_t gzipped_length;
    const char *sha256; // of the bytes, in hexadecimal digits
};

extern const struct page_file page_files[]; // ends with a row that has no path

// Returns the file for browsers at this path, such as "agon.js"; NULL if there is none.
const struct page_file *page_file_find(const char *path);
// Returns a file that is not for browsers, such as "rulings.md" or "rules/reversi.md"; NULL if
// there is none.
const struct page_file *page_file_text(const char *path);

// --- Pages ---

enum page_kind {
    PAGE_SERVED,      // by a server that has the script at "/agon.js"; the style is in the page
    PAGE_FROZEN,      // one file: script and style are in it
    PAGE_FOLDER,      // a file with "agon.js" and "agon.css" beside it
    PAGE_FOLDER_BELOW // the same, one folder further down
};

// Appends the content security policy of such a page.
void page_policy(struct text *out, enum page_kind kind);

// Appends the shell of every page (web/page.html) with this title and this document, which must be
// JSON that agon has written, and with what is seen of it at first (report/first_view.h, which says
// what `me` is). A page that no server sends carries its content security policy itself.
void page_write(struct text *out, const char *title, const struct text *document, const char *me,
    enum page_kind kind);

// The document that is seen first of a page with several.
struct page_opening {
    const struct text *document;
    const char *me;
    const char *here; // its address in the page, such as "contests/cup"; NULL: it has no other
};

// The same in pieces, for documents that are too large to be kept: begin, then the documents
// through page_write_data, in any pieces, then end.
void page_write_begin(
    struct text *out, const char *title, const struct page_opening *opening, enum page_kind kind);
void page_write_data(struct text *out, const char *bytes, size_t length);
void page_write_end(struct text *out, enum page_kind kind);

#endif
